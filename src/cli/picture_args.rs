//! Arguments for drawings: file, format and pages.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use countless::table::Output;

use super::paths::beside_stdout;
use super::prelude::*;
use super::shared_args::RowLimit;
use countless_picture::{
    CaptionedFigure, Drawing, Figure, GridStyle, Paper, SheetLayout, board_text, grid_text,
    mosaic_text, pdf, picture, tiling_text,
};

/// Output arguments of commands that draw.
#[derive(Args, Clone, Debug)]
pub struct PictureArgs {
    /// Draw to FILE: .svg, .png, .pdf, or text in a .txt [default: text on stdout]
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    #[arg(alias = "svg")]
    output: Option<OutputFile>,
    /// Draw pages of P figures each
    #[arg(help_heading = "Output", long, value_name = "P", requires = "output")]
    #[arg(value_parser = whole::<usize>(1..=100))]
    pub per_page: Option<usize>,
    /// Paper size of the pages
    #[arg(help_heading = "Output", long, value_name = "SIZE")]
    #[arg(default_value = "a4", value_parser = choice(["a4", "letter"], paper))]
    paper: Paper,
    /// Write TEXT above the drawing
    #[arg(help_heading = "Output", long, value_name = "TEXT")]
    title: Option<String>,
    /// Width of a PNG in pixels [default: 300 dots per inch]
    #[arg(help_heading = "Output", long, value_name = "PIXELS")]
    #[arg(value_parser = whole::<u32>(16..=10_000))]
    width: Option<u32>,
}

/// Range of figures to draw, numbered from 1.
#[derive(Args, Clone, Copy, Debug)]
pub struct FigureRangeArgs {
    /// Start at the K-th puzzle or solution; it is the only one without --limit and --per-page
    #[arg(help_heading = "Output", long, value_name = "K", value_parser = whole::<u64>(1..))]
    nth: Option<u64>,
    /// Stop after K figures; the summary reports it [default: 1; with --per-page, all]
    #[arg(help_heading = "Output", long, value_name = "K|all")]
    limit: Option<RowLimit>,
}

/// Maximum number of figures, because they are kept in memory.
const MOST_FIGURES: u64 = 10_000;

impl FigureRangeArgs {
    /// Numbers of the first and the last figure: one, or all if they are drawn on pages.
    pub fn figures(self, picture: &PictureArgs) -> anyhow::Result<RangeInclusive<u64>> {
        let given = self.limit.and_then(RowLimit::number).unwrap_or(0);
        ensure!(
            given <= MOST_FIGURES,
            "--limit {given}: expected at most {MOST_FIGURES} figures\nhint: --nth K starts later"
        );
        let usual = picture.per_page.map_or(1, |_| MOST_FIGURES);
        Ok(self.numbers(usual, usual, MOST_FIGURES))
    }

    /// True if a range is given.
    pub fn is_given(self) -> bool {
        self.nth.is_some() || self.limit.is_some()
    }

    /// Numbers of the first and the last text. By default, all texts, or with --nth only this one.
    pub fn texts(self) -> RangeInclusive<u64> {
        self.numbers(u64::MAX, 1, u64::MAX)
    }

    /// Numbers of the first and the last item: `usual` items without flags, `with_nth` with `--nth`
    /// alone, and `all` with `--limit all`.
    fn numbers(self, usual: u64, with_nth: u64, all: u64) -> RangeInclusive<u64> {
        let length = match (self.limit, self.nth) {
            (Some(limit), _) => limit.number().unwrap_or(all),
            (None, Some(_)) => with_nth,
            (None, None) => usual,
        };
        let first = self.nth.unwrap_or(1);
        first..=first.saturating_add(length - 1)
    }
}

/// Returns the size of paper with a name.
fn paper(name: &str) -> Result<Paper, String> {
    match name {
        "a4" => Ok(Paper::A4),
        "letter" => Ok(Paper::LETTER),
        _ => Err(format!("unknown paper {name}")),
    }
}

/// Format of a drawing, from the name of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawingFormat {
    Text,
    Svg,
    Png,
    Pdf,
}

impl PictureArgs {
    /// Returns the file to draw to, or none if the output is text.
    pub fn file(&self) -> anyhow::Result<Option<&Path>> {
        let format = self.format()?;
        ensure!(
            self.width.is_none() || format == DrawingFormat::Png,
            "--width needs a PNG: expected --output FILE.png"
        );
        ensure!(
            self.per_page.is_none() || format != DrawingFormat::Text,
            "--per-page needs a picture: expected --output FILE.pdf, .svg or .png"
        );
        Ok(self.path().filter(|_| format != DrawingFormat::Text))
    }

    /// Returns the path of `--output`.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Sets the number of figures per page, unless `--per-page` is given.
    pub fn with_sheets_of(&self, per_page: usize) -> Self {
        let mut sheets = self.clone();
        sheets.per_page.get_or_insert(per_page);
        sheets
    }

    fn format(&self) -> anyhow::Result<DrawingFormat> {
        let Some(path) = beside_stdout(self.path()) else {
            return Ok(DrawingFormat::Text);
        };
        let extension = path.extension().and_then(|extension| extension.to_str());
        Ok(match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => DrawingFormat::Svg,
            Some("png") => DrawingFormat::Png,
            Some("pdf") => DrawingFormat::Pdf,
            Some("txt") => DrawingFormat::Text,
            _ => bail!(
                "cannot draw to {}: expected a name that ends in .svg, .png, .pdf or .txt",
                path.display()
            ),
        })
    }

    /// Writes a text below the title, to the output file or stdout.
    pub fn write_text(&self, text: &str) -> Result<(), Error> {
        let title = self.title.as_ref().map(|title| format!("{title}\n\n"));
        let output = Output::create(self.output.as_deref())?;
        Ok(output.finish_with(title.unwrap_or_default() + text)?)
    }

    /// Draws the figures on pages, numbered after `before` earlier pages. Without `--per-page`,
    /// each figure is a drawing of its own.
    ///
    /// # Errors
    ///
    /// If the user interrupts the program.
    fn pages(
        &self,
        title: &str,
        figures: &[CaptionedFigure],
        before: usize,
    ) -> anyhow::Result<Vec<Drawing>> {
        let heading = self.title.as_deref();
        let title = heading.unwrap_or(title);
        let Some(per_page) = self.per_page else {
            let alone = |figure: &CaptionedFigure| {
                let title = format!("{title} {}", figure.caption);
                picture(&figure.figure, title.trim_end(), heading)
            };
            return Ok(figures.iter().map(alone).collect());
        };
        let sheet = SheetLayout::new(self.paper, per_page, figures);
        let pages = figures.chunks(per_page).enumerate();
        let several = before > 1 || figures.len() > per_page;
        let number = |index| several.then_some(before + index + 1);
        let draw = |(index, page)| {
            Session::ensure_not_interrupted()?;
            Ok(sheet.page(title, page, number(index)))
        };
        pages.map(draw).collect()
    }

    /// Draws figures to the file, and then their answers; or writes all of them as text, with their
    /// captions above if they are named.
    pub fn show(
        &self,
        title: &str,
        [figures, answers]: [&[CaptionedFigure]; 2],
        is_named: bool,
        style: GridStyle,
        session: Session,
    ) -> anyhow::Result<()> {
        if self.format()? != DrawingFormat::Text {
            let pages = self.pages(title, figures, 0)?;
            let answers = self.pages("Answers", answers, pages.len())?;
            return self.write_pages(pages, answers, session);
        }
        let paint = session.paint(self.path());
        let texts = figures.iter().chain(answers).map(|captioned| {
            let name = format!("{} {}", captioned.caption, captioned.note);
            let name = is_named.then(|| format!("{}\n", name.trim_end()));
            let text = match &captioned.figure {
                Figure::Grid(diagram) => grid_text(diagram, style, paint),
                Figure::Board(board) => board_text(board, paint),
                Figure::Tiling(tiling) => tiling_text(tiling),
                Figure::Mosaic(mosaic) => mosaic_text(mosaic),
                // A step of an explanation has no text.
                Figure::Step(_) => String::new(),
            };
            name.unwrap_or_default() + &text
        });
        Ok(self.write_text(&texts.collect::<Vec<_>>().join("\n"))?)
    }

    /// Writes the pages, then the pages of answers: at the end of a PDF, else in files of their
    /// own.
    fn write_pages(
        &self,
        mut pages: Vec<Drawing>,
        answers: Vec<Drawing>,
        session: Session,
    ) -> anyhow::Result<()> {
        let Some(path) = self.file()? else {
            return Ok(());
        };
        let drawings = pages.iter().chain(&answers);
        warn_of_missing_characters(drawings.flat_map(Drawing::missing_characters));
        let files = if self.format()? == DrawingFormat::Pdf {
            pages.extend(answers);
            let bytes = pdf(&pages, Session::ensure_not_interrupted)?;
            Output::create(Some(path))?.finish_with(bytes)?;
            vec![path.display().to_string()]
        } else {
            let mut files = self.write_each(path, &pages)?;
            files.append(&mut self.write_each(&suffixed(path, "answers"), &answers)?);
            files
        };
        if session.json {
            print_json(json!({ "files": files }))?;
        }
        Ok(())
    }

    /// Writes each page to a file and returns the names. Several files are numbered.
    fn write_each(&self, path: &Path, pages: &[Drawing]) -> anyhow::Result<Vec<String>> {
        let digits = pages.len().to_string().len();
        let mut files = Vec::with_capacity(pages.len());
        for (index, page) in pages.iter().enumerate() {
            Session::ensure_not_interrupted()?;
            let path = match pages.len() {
                1 => path.to_owned(),
                _ => suffixed(path, &format!("{:0digits$}", index + 1)),
            };
            let bytes = if self.format()? == DrawingFormat::Png {
                page.to_png(self.width.unwrap_or_else(|| page.print_width()))
                    .map_err(|error| Error::write(&path, error))?
            } else {
                page.to_svg().into_bytes()
            };
            Output::create(Some(&path))?.finish_with(bytes)?;
            files.push(path.display().to_string());
        }
        Ok(files)
    }
}

/// Inserts a suffix before the extension: `page.svg` with `answers` is `page-answers.svg`.
fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-");
    name.push(suffix);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Prints a warning if the font of drawings lacks characters, and names them.
pub fn warn_of_missing_characters(missing: impl Iterator<Item = char>) {
    let missing: BTreeSet<char> = missing.collect();
    if missing.is_empty() {
        return;
    }
    let named = |&character| format!("{character} (U+{:04X})", u32::from(character));
    let named: Vec<String> = missing.iter().take(MOST_NAMED).map(named).collect();
    let named = match missing.len().saturating_sub(MOST_NAMED) {
        0 => named.join(", "),
        others => {
            let others = plural(others as u128, "other character");
            format!("{} and {others}", named.join(", "))
        }
    };
    print_message(&format!(
        "warning: the font of drawings lacks {named}: PNG and PDF show boxes, SVG another font"
    ));
}

/// Largest number of characters that a warning names.
const MOST_NAMED: usize = 10;
