//! Explanation in pictures, each with its text below: as one picture, two side by side unless they
//! are large, or as one self-contained HTML page.

use super::drawing::{Anchor, Drawing, Pen, text_width, with_ellipsis};
use super::sheet_layout::{Figure, Paper, picture};
use super::step_diagram::{LEGEND, StepDiagram, draw_step};
use super::svg::escaped;
use countless_sudoku::{Step, tenths_text};

/// Puzzle solved step by step.
#[derive(Clone, Debug)]
pub struct Walkthrough {
    /// Puzzle in one line.
    pub title: String,
    /// Diagram of each step.
    pub steps: Vec<StepDiagram>,
    /// Text after the last step.
    pub end: String,
}

const TITLE: Pen = Pen::text("title", [0x22, 0x22, 0x22], 4.0);
const CAPTION: Pen = Pen::text("caption", [0x22, 0x22, 0x22], 4.0);
const WORDS: Pen = Pen::text("words", [0x22, 0x22, 0x22], 0.0);

/// Margin of a page and gap between figures, in millimeters.
const MARGIN: f64 = 14.0;
const GAP: f64 = 8.0;
/// Height of capitals in captions and in text, and line spacing, in millimeters.
const CAPTION_HEIGHT: f64 = 2.6;
const WORDS_HEIGHT: f64 = 1.8;
const LINE: f64 = 3.5;
/// Share of a figure's width that lines of text take. Some viewers of SVG ignore widths of text,
/// and draw it in a font that is wider by a tenth.
const LINE_SHARE: f64 = 0.9;
/// Largest number of text lines below a figure, so that both fit a page.
const MOST_LINES: usize = 44;

/// Number and name of a step, with its rating if it has one.
pub fn caption(number: usize, step: &Step) -> String {
    let title = step.title();
    match step.rating {
        Some(rating) => format!("{number}. {title} ({})", tenths_text(rating)),
        None => format!("{number}. {title}"),
    }
}

/// Text with or without a picture.
struct StepBlock<'a> {
    scene: Option<&'a StepDiagram>,
    caption: String,
    lines: Vec<String>,
}

impl StepBlock<'_> {
    /// Height of the caption and the blank below it.
    fn head(&self) -> f64 {
        if self.caption.is_empty() {
            0.0
        } else {
            2.0 * CAPTION_HEIGHT
        }
    }

    fn height(&self, side: f64) -> f64 {
        let figure = self.scene.map_or(0.0, |_| side + LINE);
        self.head() + figure + self.lines.len() as f64 * LINE + GAP
    }

    fn draw(&self, drawing: &mut Drawing, x: f64, y: f64, side: f64) {
        let start = (x, y + CAPTION_HEIGHT / 2.0);
        drawing.text(&self.caption, start, Anchor::Start, CAPTION_HEIGHT, CAPTION);
        let mut y = y + self.head();
        if let Some(scene) = self.scene {
            draw_step(drawing, scene, x, y, side);
            y += side + LINE;
        }
        for line in &self.lines {
            drawing.text(line, (x, y), Anchor::Start, WORDS_HEIGHT, WORDS);
            y += LINE;
        }
    }
}

/// Draws walkthroughs on pages of a size. Each begins a new page.
pub fn walkthrough_pages(stories: &[Walkthrough], paper: Paper) -> Vec<Drawing> {
    let pages = stories.iter().flat_map(|story| {
        let side = figure_side(paper.width, columns(story));
        let mut pages = Vec::new();
        let mut rows: Vec<BlockRow<'_>> = Vec::new();
        let mut left = paper.height - 2.0 * MARGIN - GAP;
        for row in block_rows(story, side, columns(story)) {
            let height = row_height(&row, side);
            if height > left && !rows.is_empty() {
                pages.push(std::mem::take(&mut rows));
                left = paper.height - 2.0 * MARGIN - GAP;
            }
            left -= height;
            rows.push(row);
        }
        pages.push(rows);
        let pages = pages.into_iter();
        let drawn = pages.map(|rows| draw_page(story, &rows, side, [paper.width, paper.height]));
        drawn.collect::<Vec<_>>()
    });
    pages.collect()
}

/// Draws a walkthrough on one page, as high as needed. A single step takes half of the width.
pub fn walkthrough_scroll(story: &Walkthrough) -> Drawing {
    let side = figure_side(Paper::A4.width, columns(story));
    let columns = columns(story).min(story.steps.len().max(1));
    let width = 2.0 * MARGIN + columns as f64 * (side + GAP) - GAP;
    let rows = block_rows(story, side, columns);
    let height = rows.iter().map(|row| row_height(row, side)).sum::<f64>();
    draw_page(story, &rows, side, [width, height + 2.0 * MARGIN + GAP])
}

/// Largest grid, in rows, that takes half of the page width only.
const MOST_ROWS: usize = 12;

/// Number of figures side by side.
fn columns(story: &Walkthrough) -> usize {
    let large = |scene: &StepDiagram| scene.side() > MOST_ROWS;
    if story.steps.iter().any(large) { 1 } else { 2 }
}

/// Width of a figure, with `columns` figures side by side.
fn figure_side(width: f64, columns: usize) -> f64 {
    (width - 2.0 * MARGIN + GAP) / columns as f64 - GAP
}

/// Blocks side by side.
type BlockRow<'a> = Vec<StepBlock<'a>>;

fn row_height(row: &[StepBlock<'_>], side: f64) -> f64 {
    let heights = row.iter().map(|block| block.height(side));
    heights.fold(0.0, f64::max)
}

fn block_rows(story: &Walkthrough, side: f64, columns: usize) -> Vec<BlockRow<'_>> {
    let steps = story
        .steps
        .iter()
        .enumerate()
        .map(|(index, scene)| StepBlock {
            scene: Some(scene),
            caption: caption(index + 1, scene.step()),
            lines: wrapped(scene.words(), LINE_SHARE * side),
        });
    let end = std::iter::once(StepBlock {
        scene: None,
        caption: String::new(),
        lines: wrapped(&story.end, LINE_SHARE * side),
    });
    let mut rows = Vec::new();
    let mut blocks = steps.chain(end);
    while let Some(block) = blocks.next() {
        let others = blocks.by_ref().take(columns - 1);
        rows.push(std::iter::once(block).chain(others).collect());
    }
    rows
}

fn draw_page(
    story: &Walkthrough,
    rows: &[BlockRow<'_>],
    side: f64,
    [width, height]: [f64; 2],
) -> Drawing {
    let mut drawing = Drawing::new(width, height, &story.title);
    // A title that is too long is smaller, up to a limit.
    let room = width - 2.0 * MARGIN;
    let height = (room / text_width(&story.title, 1.0)).clamp(WORDS_HEIGHT, CAPTION_HEIGHT);
    let title = with_ellipsis(&story.title, height, room);
    drawing.text(&title, (MARGIN, MARGIN), Anchor::Start, height, TITLE);
    let mut y = MARGIN + GAP;
    for row in rows {
        for (column, block) in row.iter().enumerate() {
            block.draw(&mut drawing, MARGIN + column as f64 * (side + GAP), y, side);
        }
        y += row_height(row, side);
    }
    drawing
}

/// Breaks a text into lines of a width. Lines beyond the limit and the ends of words that are
/// longer than a line are replaced by an ellipsis.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let word = with_ellipsis(word, WORDS_HEIGHT, width);
        let line = lines.last().cloned().unwrap_or_default();
        let longer = format!("{line} {word}");
        let longer = longer.trim_start();
        if line.is_empty() || text_width(longer, WORDS_HEIGHT) <= width {
            lines.pop();
            lines.push(longer.to_owned());
        } else if lines.len() == MOST_LINES {
            lines.push("…".to_owned());
            break;
        } else {
            lines.push(word);
        }
    }
    lines
}

const CSS: &str = include_str!("story.css");

/// Page with walkthroughs: each step has its picture.
pub fn walkthrough_page(stories: &[Walkthrough]) -> String {
    let title = match stories {
        [story] => format!("{}, step by step", story.title),
        _ => format!("{} puzzles, step by step", stories.len()),
    };
    let pictures: Vec<Vec<Drawing>> = stories
        .iter()
        .map(|story| {
            let drawn = story.steps.iter().map(|scene| {
                let figure = Figure::Step(Box::new(scene.clone()));
                picture(&figure, scene.step().title(), None)
            });
            drawn.collect()
        })
        .collect();
    let bodies = stories.iter().zip(&pictures);
    let bodies: String = bodies
        .map(|(story, drawn)| walkthrough_section(story, drawn))
        .collect();
    let legend = LEGEND.map(|(class, meaning)| {
        let sample = match class {
            "strong" => "<path class=\"strong\" d=\"M1 5H15\"/>",
            "leads" => "<path class=\"leads\" d=\"M1 5H15M11 2L15 5L11 8\"/>",
            "weak" => "<path class=\"weak\" d=\"M1 5h3m2 0h3m2 0h3\"/>",
            _ => &format!("<circle class=\"{class}\" cx=\"8\" cy=\"5\" r=\"4.5\"/>"),
        };
        format!(
            "<li><svg viewBox=\"0 0 16 10\" aria-hidden=\"true\">{sample}</svg> {meaning}</li>\n"
        )
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n</head>\n<body>\n\
         <style>\n{CSS}</style>\n\
         <ul class=\"legend\">\n{legend}</ul>\n{bodies}</body>\n</html>\n",
        title = escaped(&title),
        legend = legend.concat(),
    )
}

fn walkthrough_section(story: &Walkthrough, drawn: &[Drawing]) -> String {
    let steps = story.steps.iter().zip(drawn).enumerate();
    let steps = steps.map(|(index, (scene, drawing))| {
        format!(
            "<article>\n<h2>{}</h2>\n<figure>{}</figure>\n<p>{}</p>\n</article>\n",
            escaped(&caption(index + 1, scene.step())),
            drawing.to_inline_svg(),
            escaped(scene.words())
        )
    });
    format!(
        "<section>\n<h1>{}</h1>\n<div class=\"steps\">\n{}</div>\n<p>{}</p>\n</section>\n",
        escaped(&story.title),
        steps.collect::<String>(),
        escaped(&story.end)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_into_lines_that_fit() {
        let text = "if r1c1 is 5, then r1c2 is not 5 (row 1) but 7; ".repeat(9);
        let lines = wrapped(&text, 80.0);
        assert!(
            lines.len() > 3
                && lines
                    .iter()
                    .all(|line| text_width(line, WORDS_HEIGHT) <= 80.0)
        );
        assert_eq!(lines.join(" "), text.trim_end());
        let lines = wrapped(&"word ".repeat(9999), 80.0);
        assert_eq!(
            (lines.len(), lines.last().map(String::as_str)),
            (MOST_LINES + 1, Some("…"))
        );
    }
}
