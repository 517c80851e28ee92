//! A heat map: how many solutions have a queen on each square.

use plotters::backend::DrawingBackend;
use plotters::element::{Rectangle, Text};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::style::{HEATS, heat, on_heat, text};
use super::{Area, Drawn, Plot, Sketch};
use crate::report::TallyTable;
use crate::report::number::grouped;

const WIDTH: i32 = 640;
const MARGIN: i32 = 36;
/// Room for the scale.
const FOOT: i32 = 48;
/// How many colours the scale shows.
const STEPS: i32 = HEATS as i32;

const CENTRED: Pos = Pos {
    h_pos: HPos::Center,
    v_pos: VPos::Center,
};

/// The board, each square in the colour of its share of the solutions.
pub fn sketch(tally: &TallyTable) -> Option<Sketch<impl Plot>> {
    let n = i32::try_from(tally.squares.len()).ok().filter(|&n| n > 0)?;
    let all = || tally.squares.iter().flatten().copied();
    let (least, most) = (all().min()?, all().max()?);
    let side = (WIDTH - 2 * MARGIN) / n;
    Some(Sketch {
        name: "squares",
        title: format!("Queens on each square of {n} rows"),
        caption: format!(
            "{} solutions. The least used square holds a queen in {} of them, the most used in \
             {}. Every row and column adds up to all solutions.",
            grouped(tally.squares[0].iter().sum::<u128>()),
            grouped(least),
            grouped(most)
        ),
        size: (WIDTH as u32, (2 * MARGIN + n * side + FOOT) as u32),
        plot: Squares {
            tally,
            n,
            side,
            least,
            most,
        },
    })
}

struct Squares<'a> {
    tally: &'a TallyTable,
    n: i32,
    /// The side of a square.
    side: i32,
    /// How many solutions use the least and the most used square.
    least: u128,
    most: u128,
}

impl Squares<'_> {
    /// Where a count lies between the least and the most, from 0 to 1.
    fn share(&self, count: u128) -> f64 {
        (count - self.least) as f64 / ((self.most - self.least) as f64).max(1.0)
    }

    fn square<B: DrawingBackend>(&self, area: &Area<B>, at: (i32, i32), count: u128) -> Drawn<B> {
        let ((x, y), side, share) = (at, self.side, self.share(count));
        let square = [at, (x + side - 1, y + side - 1)];
        area.draw(&Rectangle::new(square, heat(share).filled()))?;
        let digits = grouped(count);
        // About half as wide as high.
        let size = (2 * (side - 6) / digits.len().max(3) as i32).min(16);
        if size < 8 {
            return Ok(());
        }
        let colour = on_heat(share);
        let style = text(size as u32).color(&colour).pos(CENTRED);
        area.draw(&Text::new(digits, (x + side / 2, y + side / 2), style))
    }

    /// What the colours stand for.
    fn scale<B: DrawingBackend>(&self, area: &Area<B>, y: i32) -> Drawn<B> {
        let at = |step: i32| WIDTH / 4 + step * WIDTH / 2 / STEPS;
        for step in 0..STEPS {
            let colour = heat(f64::from(step) / f64::from(STEPS - 1));
            // To the end, under the next: between neighbours the page would shine through.
            let part = [(at(step), y), (at(STEPS), y + 14)];
            area.draw(&Rectangle::new(part, colour.filled()))?;
        }
        let beside = |h| text(17).pos(Pos::new(h, VPos::Center));
        for (count, x, side) in [
            (self.least, at(0) - 8, HPos::Right),
            (self.most, at(STEPS) + 8, HPos::Left),
        ] {
            area.draw(&Text::new(grouped(count), (x, y + 7), beside(side)))?;
        }
        Ok(())
    }
}

impl Plot for Squares<'_> {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let Self { n, side, .. } = *self;
        let left = (WIDTH - n * side) / 2;
        let label = text((side / 3).clamp(8, 14) as u32).pos(CENTRED);
        for (row, counts) in (0..).zip(&self.tally.squares) {
            let y = MARGIN + row * side;
            for at in [
                (left - 14, y + side / 2),
                (left + row * side + side / 2, MARGIN - 14),
            ] {
                area.draw(&Text::new((row + 1).to_string(), at, label.clone()))?;
            }
            for (column, &count) in (0..).zip(counts) {
                self.square(area, (left + column * side, y), count)?;
            }
        }
        self.scale(area, MARGIN + n * side + 16)
    }
}
