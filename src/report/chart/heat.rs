//! A heat map: how many solutions have a queen on each square.

use plotters::element::{Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, RGBColor};

use super::Sketch;
use super::style::{heat, text};
use crate::report::TallyTable;

const WIDTH: i32 = 640;
const MARGIN: i32 = 36;
/// Room for the scale.
const FOOT: i32 = 48;

/// The board, each square in the colour of its share of the solutions.
pub fn map(tally: &TallyTable) -> Option<Sketch<'_>> {
    let n = i32::try_from(tally.squares.len()).ok().filter(|&n| n > 0)?;
    let all = || tally.squares.iter().flatten().copied();
    let (least, most) = (all().min()?, all().max()?);
    let share = move |count: u128| (count - least) as f64 / ((most - least) as f64).max(1.0);
    let side = (WIDTH - 2 * MARGIN) / n;
    Some(Sketch {
        name: "squares",
        title: format!("How often each square of {n} rows holds a queen"),
        caption: format!(
            "Of {} solutions, from {least} with a queen on the least used square to {most} on the \
             most used. Every row and column adds up to all solutions.",
            tally.squares[0].iter().sum::<u128>()
        ),
        size: (WIDTH as u32, (2 * MARGIN + n * side + FOOT) as u32),
        draw: Box::new(move |canvas| {
            let left = (WIDTH - n * side) / 2;
            let centred = Pos::new(HPos::Center, VPos::Center);
            let label = (side / 3).clamp(8, 14) as u32;
            for (row, counts) in (0..).zip(&tally.squares) {
                let y = MARGIN + row * side;
                let name = |at| Text::new((row + 1).to_string(), at, text(label).pos(centred));
                canvas.draw(&name((left - 14, y + side / 2)))?;
                canvas.draw(&name((left + row * side + side / 2, MARGIN - 14)))?;
                for (column, &count) in (0..).zip(counts) {
                    let x = left + column * side;
                    let square = [(x, y), (x + side - 1, y + side - 1)];
                    canvas.draw(&Rectangle::new(square, heat(share(count)).filled()))?;
                    let digits = count.to_string();
                    // About half as wide as high.
                    let size = (2 * (side - 6) / digits.len().max(3) as i32).min(16);
                    if size >= 8 {
                        let colour = if share(count) > 0.5 { LIGHT } else { DARK };
                        let style = ("sans-serif", size).into_font().color(&colour).pos(centred);
                        let middle = (x + side / 2, y + side / 2);
                        canvas.draw(&Text::new(digits, middle, style))?;
                    }
                }
            }
            let (steps, y) = (100, MARGIN + n * side + 16);
            for step in 0..steps {
                let at = |step: i32| WIDTH / 4 + step * WIDTH / 2 / steps;
                let colour = heat(f64::from(step) / f64::from(steps - 1));
                canvas.draw(&Rectangle::new(
                    [(at(step), y), (at(step + 1), y + 14)],
                    colour.filled(),
                ))?;
            }
            let beside = |h| text(17).pos(Pos::new(h, VPos::Center));
            let (from, to) = (WIDTH / 4 - 8, WIDTH * 3 / 4 + 8);
            canvas.draw(&Text::new(
                least.to_string(),
                (from, y + 7),
                beside(HPos::Right),
            ))?;
            canvas.draw(&Text::new(
                most.to_string(),
                (to, y + 7),
                beside(HPos::Left),
            ))
        }),
    })
}

/// Numbers on dark squares and on light ones, whatever the page.
const LIGHT: RGBColor = RGBColor(250, 250, 250);
const DARK: RGBColor = RGBColor(20, 24, 28);
