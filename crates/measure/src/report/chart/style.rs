//! Colours and type, the same for all charts.
//!
//! The backend writes colours into the image. Each of them has a rule that replaces it where
//! the reader prefers a dark page; on paper all is light.

use std::fmt::Write;

use plotters::style::{Color, IntoFont, RGBColor, TextStyle};

use crate::report::Trial;
use countless_picture::escaped;

/// The background.
pub const PAPER: RGBColor = RGBColor(255, 255, 255);
/// Text and axes.
pub const INK: RGBColor = RGBColor(31, 35, 40);
/// Grid lines, and what must not draw attention.
pub const FAINT: RGBColor = RGBColor(216, 222, 228);

/// How many colours series have.
pub const COLOURS: usize = 8;

/// Colours of series, told apart by most colour-blind people (after Okabe and Ito, Color
/// universal design, 2008).
const SERIES: [RGBColor; COLOURS] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(184, 134, 11),
    RGBColor(86, 160, 220),
    RGBColor(112, 80, 160),
    RGBColor(110, 118, 129),
];

/// Each colour, and what takes its place on a dark page.
const DARK: [(RGBColor, RGBColor); 10] = [
    (PAPER, RGBColor(13, 17, 23)),
    (INK, RGBColor(230, 237, 243)),
    (FAINT, RGBColor(48, 54, 61)),
    (SERIES[0], RGBColor(77, 163, 224)),
    (SERIES[1], RGBColor(255, 138, 71)),
    (SERIES[2], RGBColor(47, 203, 154)),
    (SERIES[3], RGBColor(229, 156, 198)),
    (SERIES[4], RGBColor(230, 180, 60)),
    (SERIES[5], RGBColor(140, 205, 250)),
    (SERIES[6], RGBColor(176, 148, 228)),
];

/// The colour of a series, by its number.
pub fn series(number: usize) -> RGBColor {
    SERIES[number % COLOURS]
}

/// What a chart calls the solver of a trial: `join avx512`, or the name of a program.
pub fn solver(trial: &Trial) -> String {
    if trial.threads.is_some() {
        format!("{} {}", trial.solver, trial.kernel)
    } else {
        trial.solver.clone()
    }
}

/// The text, or as many characters of it as there may be, the last of them an ellipsis.
pub fn fitted(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Text of this size in pixels.
pub fn text(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// How many colours heat has: few enough for a rule each, too many to be seen as steps.
pub const HEATS: usize = 64;

/// The colours of least and most heat, on a light page and on a dark one: what is most is
/// farthest from the page.
const LIGHT_HEAT: [RGBColor; 2] = [RGBColor(222, 235, 247), RGBColor(8, 48, 107)];
const DARK_HEAT: [RGBColor; 2] = [RGBColor(24, 38, 58), RGBColor(158, 208, 255)];

/// Numbers on the squares of less heat and on those of more.
const ON_HEAT: [RGBColor; 2] = [RGBColor(20, 24, 28), RGBColor(250, 250, 250)];

/// The colour of nothing to all, for `share` from 0 to 1.
pub fn heat(share: f64) -> RGBColor {
    shade(LIGHT_HEAT, step(share))
}

/// The colour of a number on that of its share.
pub fn on_heat(share: f64) -> RGBColor {
    ON_HEAT[usize::from(share > 0.5)]
}

fn step(share: f64) -> usize {
    (share.clamp(0.0, 1.0) * (HEATS - 1) as f64).round() as usize
}

fn shade([least, most]: [RGBColor; 2], step: usize) -> RGBColor {
    let share = step as f64 / (HEATS - 1) as f64;
    let mix = |least: u8, most: u8| {
        let (least, most) = (f64::from(least), f64::from(most));
        (least + (most - least) * share).round() as u8
    };
    RGBColor(
        mix(least.0, most.0),
        mix(least.1, most.1),
        mix(least.2, most.2),
    )
}

/// Every colour of a chart that has one for dark pages, and that.
fn dark() -> impl Iterator<Item = (RGBColor, RGBColor)> {
    let heats = (0..HEATS).map(|step| (shade(LIGHT_HEAT, step), shade(DARK_HEAT, step)));
    let [less, more] = ON_HEAT;
    DARK.into_iter()
        .chain(heats)
        .chain([(less, more), (more, less)])
}

/// Makes an image scale with its page, say what it is, and follow the light.
pub fn finish(svg: &str, (width, height): (u32, u32), title: &str) -> String {
    let body = svg.find('>').map_or("", |end| &svg[end + 1..]);
    let mut rules = String::new();
    for (light, dark) in dark() {
        for property in ["fill", "stroke"] {
            if !svg.contains(&format!("{property}=\"{}\"", hex(light))) {
                continue;
            }
            // Writing to a String cannot fail.
            let _ = write!(
                rules,
                "svg [{property}=\"{}\"]{{{property}:{}}}",
                hex(light),
                hex(dark)
            );
        }
    }
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{title}\"><style>\
         @media screen and (prefers-color-scheme:dark){{{rules}}}</style>{body}"
    )
}

/// A colour as the backend writes it.
fn hex(colour: RGBColor) -> String {
    let (red, green, blue) = colour.to_rgba().rgb();
    format!("#{red:02X}{green:02X}{blue:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_of_a_dark_page_replaces_one_of_the_light_page() {
        let mut light: Vec<String> = dark().map(|(light, _)| hex(light)).collect();
        light.sort();
        let all = light.len();
        light.dedup();
        assert_eq!(light.len(), all);
        for step in 0..HEATS {
            let share = step as f64 / (HEATS - 1) as f64;
            assert!(light.contains(&hex(heat(share))), "{share}");
        }
    }

    #[test]
    fn only_colours_that_are_used_have_rules() {
        let svg = format!("<svg><rect fill=\"{}\"/></svg>", hex(heat(1.0)));
        let page = finish(&svg, (1, 1), "one");
        assert_eq!(page.matches("svg [").count(), 1);
        assert!(page.contains(&format!("fill:{}", hex(DARK_HEAT[1]))));
    }
}
