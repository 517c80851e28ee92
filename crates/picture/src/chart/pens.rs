//! Pens of charts. Their colors are those of a light page.

use crate::drawing::Pen;

/// Background.
pub const PAPER: [u8; 3] = [255, 255, 255];
/// Axes, and lines on bars.
pub const INK: Pen = Pen::line("ink", [31, 35, 40], 1.0);
/// Grid lines, which must not draw attention.
pub const FAINT: Pen = Pen::line("faint", [216, 222, 228], 1.0);
/// Text and numbers.
pub const WORDS: Pen = text_pen(INK.color);
/// Title, bolder than the font.
pub const HEADING: Pen = Pen::text("title", INK.color, 4.0);

/// Colors of series, which most color-blind people can distinguish (after Okabe and Ito, Color
/// universal design, 2008).
pub const SERIES: [[u8; 3]; 8] = [
    [0, 114, 178],
    [213, 94, 0],
    [0, 158, 115],
    [204, 121, 167],
    [184, 134, 11],
    [86, 160, 220],
    [112, 80, 160],
    [110, 118, 129],
];

/// Color of a series, by its number.
pub fn series_color(number: usize) -> [u8; 3] {
    SERIES[number % SERIES.len()]
}

/// Pen for text of this color.
pub const fn text_pen(color: [u8; 3]) -> Pen {
    Pen::text("words", color, 0.0)
}

/// Colors of the least and greatest number; the greatest contrasts most with the page.
const COLD: [u8; 3] = [222, 235, 247];
const HOT: [u8; 3] = [8, 48, 107];

/// Pen of a square; `share` is 0 for the least number and 1 for the greatest.
pub fn heat_pen(share: f64) -> Pen {
    let mix = |part: usize| {
        let (cold, hot) = (f64::from(COLD[part]), f64::from(HOT[part]));
        (cold + (hot - cold) * share).round() as u8
    };
    Pen::fill("heat", [0, 1, 2].map(mix))
}

/// Pen of a number on a square of this share.
pub fn heat_text_pen(share: f64) -> Pen {
    text_pen(if share > 0.5 { [250; 3] } else { [20, 24, 28] })
}
