//! Time for each solution against the size of the board.

use plotters::backend::DrawingBackend;

use super::axes::{axes, logarithmic, numbered};
use super::lines::Lines;
use super::style::solver;
use super::{Area, Drawn, Plot, Sketch};
use crate::report::{Family, Run};

/// Nanoseconds of CPU time for each solution, by one thread or by another program.
pub fn sketch(run: &Run) -> Option<Sketch<impl Plot>> {
    let mut lines = Lines::default();
    for record in &run.records {
        let trial = &record.trial;
        let (Family::Queens, Some(rows)) = (trial.family, trial.rows()) else {
            continue;
        };
        if trial.threads.is_none_or(|threads| threads == 1) {
            let ns = 1e6 * record.cpu().median / record.items as f64;
            lines.add(solver(trial), (rows.into(), ns));
        }
    }
    let (columns, heights): (Vec<f64>, Vec<f64>) = lines.points().unzip();
    let (rows, times) = (extent(&columns)?, extent(&heights)?);
    Some(Sketch {
        name: "queens",
        title: "Counting boards: time per solution".to_owned(),
        caption: "CPU time of one thread divided by the number of solutions, on a logarithmic \
                  axis. Times of other programs include their start."
            .to_owned(),
        size: (640, 390),
        plot: PerSolution { lines, rows, times },
    })
}

struct PerSolution {
    lines: Lines,
    /// The smallest and the largest board.
    rows: (f64, f64),
    /// The least and the greatest time.
    times: (f64, f64),
}

impl Plot for PerSolution {
    fn draw<B: DrawingBackend>(&self, area: &Area<B>) -> Drawn<B> {
        let (least, most) = self.times;
        let rows = numbered("rows of the board", self.rows, 0.2, 20);
        let times = logarithmic("ns per solution", least, most);
        self.lines
            .draw(area, &mut axes(area, rows, times, Lines::NAMES)?)
    }
}

/// The least and the greatest.
fn extent(values: &[f64]) -> Option<(f64, f64)> {
    let least = values.iter().copied().reduce(f64::min)?;
    let greatest = values.iter().copied().reduce(f64::max)?;
    Some((least, greatest))
}
