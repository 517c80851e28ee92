//! Explanations as one self-contained HTML page.

use super::drawing::Drawing;
use super::escaped_text::escaped;
use super::sheet_layout::{Figure, picture};
use super::step_diagram::LEGEND;
use super::walkthrough::{Walkthrough, caption};

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
            let scenes = story.steps.iter();
            let drawn = scenes.map(|scene| {
                let figure = Figure::Step(Box::new(scene.clone()));
                picture(&figure, scene.step().technique.title(), None)
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
            escaped(&caption(index + 1, scene.step().technique)),
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
