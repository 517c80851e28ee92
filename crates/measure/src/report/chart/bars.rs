//! Bars: puzzles a second, by set and solver.

use plotters::backend::DrawingBackend;
use plotters::element::{Rectangle, Text};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::style::{fitted, series, solver, text};
use super::{Area, Drawn, Plot, Sketch};
use crate::report::{Family, Run};

const WIDTH: i32 = 640;
const BAR: i32 = 22;
const HEADING: i32 = 34;
const MARGIN: i32 = 12;
/// Where bars begin.
const LEFT: i32 = 175;
/// Room for the number behind the longest.
const RIGHT: i32 = 85;
/// The most characters of the name of a solver, and of a set.
const NAME: usize = 20;
const SET: usize = 60;

/// A set of puzzles, and for each solver its name and how many puzzles it solves a second.
type Group = (String, Vec<(String, f64)>);

/// Puzzles a second of CPU time; each set has a scale of its own, as one may be a hundred times
/// as hard as another.
pub fn sketch(run: &Run) -> Option<Sketch<impl Plot>> {
    let mut groups: Vec<Group> = Vec::new();
    for record in &run.records {
        let trial = &record.trial;
        if trial.family != Family::Sudoku || trial.threads.is_some_and(|threads| threads != 1) {
            continue;
        }
        let rate = 1e3 * record.items as f64 / record.cpu().median;
        if !(rate.is_finite() && rate > 0.0) {
            continue;
        }
        let bar = (solver(trial), rate);
        match groups.last_mut().filter(|(set, _)| *set == trial.case) {
            Some((_, bars)) => bars.push(bar),
            None => groups.push((trial.case.clone(), vec![bar])),
        }
    }
    let bars: usize = groups.iter().map(|(_, bars)| bars.len()).sum();
    if bars == 0 {
        return None;
    }
    let height = 2 * MARGIN + HEADING * groups.len() as i32 + BAR * bars as i32;
    Some(Sketch {
        name: "sudoku",
        title: "Solving puzzles: puzzles per second, by set and solver".to_owned(),
        caption: "Puzzles per second of CPU time of one thread. Each puzzle is proved to have one \
                  solution. Times of other programs include their start. Each set has its own \
                  scale."
            .to_owned(),
        size: (WIDTH as u32, height as u32),
        plot: Bars { groups },
    })
}

struct Bars {
    groups: Vec<Group>,
}

impl Bars {
    /// The solvers, in the order in which they first occur.
    fn solvers(&self) -> Vec<&str> {
        let mut solvers = Vec::new();
        for (name, _) in self.groups.iter().flat_map(|(_, bars)| bars) {
            if !solvers.contains(&name.as_str()) {
                solvers.push(name);
            }
        }
        solvers
    }
}

impl Plot for Bars {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let solvers = self.solvers();
        let to_the = |h, v| text(17).pos(Pos::new(h, v));
        let mut y = MARGIN;
        for (set, bars) in &self.groups {
            y += HEADING;
            let heading = text(19).pos(Pos::new(HPos::Left, VPos::Bottom));
            area.draw(&Text::new(fitted(set, SET), (MARGIN, y - 5), heading))?;
            let most = bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
            for (solver, rate) in bars {
                let (end, middle) = (end(*rate / most), y + BAR / 2);
                let number = solvers.iter().position(|name| name == solver).unwrap_or(0);
                let bar = [(LEFT, y + 2), (end, y + BAR - 2)];
                area.draw(&Rectangle::new(bar, series(number).filled()))?;
                let name = to_the(HPos::Right, VPos::Center);
                area.draw(&Text::new(fitted(solver, NAME), (LEFT - 8, middle), name))?;
                let value = to_the(HPos::Left, VPos::Center);
                area.draw(&Text::new(short(*rate), (end + 6, middle), value))?;
                y += BAR;
            }
        }
        Ok(())
    }
}

/// Where a bar ends that is so long, of the longest in its set.
fn end(share: f64) -> i32 {
    LEFT + ((share * f64::from(WIDTH - LEFT - RIGHT)).round() as i32).max(1)
}

/// A number to three digits: `346 k`.
fn short(number: f64) -> String {
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
    use super::short;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(short(3_400_000.0), "3.40 M");
        assert_eq!(short(346_000.0), "346 k");
        assert_eq!(short(26_040.0), "26.0 k");
        assert_eq!(short(330.0), "330");
        assert_eq!(short(0.5), "0.50");
    }
}
