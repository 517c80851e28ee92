//! Bars in groups, each with its number.

use kurbo::{Point, Rect};

use super::pens::{INK, WORDS, series_color};
use super::{GAP, MARGIN, TEXT, TITLE_ROOM, WIDTH, page};
use crate::drawing::{Anchor, Drawing, Pen, with_ellipsis};

const BAR: f64 = 22.0;
/// Room above a group and height of its name, in pixels.
const HEAD: f64 = 34.0;
const NAME: f64 = 11.0;
/// Left end of the bars, in pixels.
const LEFT: f64 = 175.0;
/// Room for the number behind the longest bar, in pixels.
const RIGHT: f64 = 85.0;

/// Bar with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Name. Bars of one name have one color in all groups.
    pub name: String,
    /// Length, a positive number.
    pub number: f64,
    /// Interval of likely lengths, drawn as a line with two ends.
    pub likely: (f64, f64),
}

/// Groups of bars by name, in the order of first use. Each group has its own scale.
#[derive(Clone, Debug, Default)]
pub struct BarChart(Vec<(String, Vec<Bar>)>);

impl BarChart {
    /// Adds a bar to the last group if that has this name, otherwise to a new group.
    pub fn add(&mut self, group: &str, bar: Bar) {
        match self.0.last_mut().filter(|(other, _)| other == group) {
            Some((_, bars)) => bars.push(bar),
            None => self.0.push((group.to_owned(), vec![bar])),
        }
    }

    /// Draws the bars; `None` without any. `unit` is that of their lengths.
    pub fn drawing(&self, title: &str, unit: &str) -> Option<Drawing> {
        let bars: usize = self.0.iter().map(|(_, bars)| bars.len()).sum();
        let height = 2.0 * MARGIN + HEAD * self.0.len() as f64 + BAR * bars as f64;
        let mut names: Vec<&str> = Vec::new();
        let mut page = page(height, title);
        let above = (LEFT, TITLE_ROOM + TEXT / 2.0);
        page.text(unit, above, Anchor::Start, TEXT, WORDS);
        let mut y = TITLE_ROOM + MARGIN;
        for (name, bars) in &self.0 {
            y += HEAD;
            let name = with_ellipsis(name, NAME, WIDTH - 2.0 * MARGIN);
            let above = (MARGIN, y - GAP - NAME / 2.0);
            page.text(&name, above, Anchor::Start, NAME, WORDS);
            let lengths = bars.iter().map(|bar| bar.number.max(bar.likely.1));
            let longest = lengths.fold(0.0, f64::max);
            for bar in bars {
                let known = names.iter().position(|name| *name == bar.name);
                let number = known.unwrap_or(names.len());
                if known.is_none() {
                    names.push(&bar.name);
                }
                let pen = Pen::fill("bar", series_color(number));
                bar.draw(&mut page, y + BAR / 2.0, longest, pen);
                y += BAR;
            }
        }
        (bars > 0).then_some(page)
    }
}

impl Bar {
    fn draw(&self, page: &mut Drawing, y: f64, longest: f64, pen: Pen) {
        let x = |length: f64| LEFT + (length / longest * (WIDTH - LEFT - RIGHT)).round().max(1.0);
        let (end, least, most) = (x(self.number), x(self.likely.0), x(self.likely.1));
        page.rectangle(Rect::new(LEFT, y - 9.0, end, y + 9.0), pen);
        if most > least {
            page.line([Point::new(least, y), Point::new(most, y)], INK);
            for x in [least, most] {
                page.line([Point::new(x, y - 4.0), Point::new(x, y + 4.0)], INK);
            }
        }
        let name = with_ellipsis(&self.name, TEXT, LEFT - GAP - MARGIN);
        page.text(&name, (LEFT - GAP, y), Anchor::End, TEXT, WORDS);
        let behind = (most.max(end) + GAP, y);
        page.text(
            &three_digits(self.number),
            behind,
            Anchor::Start,
            TEXT,
            WORDS,
        );
    }
}

/// Writes a number with three digits: `346 k`.
fn three_digits(number: f64) -> String {
    let (scaled, unit) = match number {
        1e6.. => (number / 1e6, " M"),
        1e3.. => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let digits = 2_usize.saturating_sub(scaled.max(1.0).log10() as usize);
    format!("{scaled:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::three_digits;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(three_digits(3_400_000.0), "3.40 M");
        assert_eq!(three_digits(346_000.0), "346 k");
        assert_eq!(three_digits(26_040.0), "26.0 k");
        assert_eq!(three_digits(330.0), "330");
        assert_eq!(three_digits(0.5), "0.50");
    }
}
