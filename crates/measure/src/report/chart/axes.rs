//! Two axes with a grid, the same for all charts that have them.

use std::ops::Range;

use plotters::backend::DrawingBackend;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::combinators::{BindKeyPoints, IntoLogRange, LogCoord, WithKeyPoints};
use plotters::coord::ranged1d::{
    AsRangedCoord, DefaultFormatting, KeyPointHint, Ranged, ValueFormatter,
};
use plotters::coord::types::RangedCoordf64;

use super::style::{FAINT, INK, PAPER, text};
use super::{Area, Failure};

/// An axis: its range, what it measures, and how its numbers are written.
pub struct Axis<R> {
    pub range: R,
    pub name: &'static str,
    /// How many numbers it may have.
    pub labels: usize,
    pub write: fn(f64) -> String,
}

/// What is left blank on the right of the axes.
pub const RIGHT: u32 = 20;

/// What lies between two axes.
pub type Between<'a, B, X, Y> = ChartContext<
    'a,
    B,
    Cartesian2d<<X as AsRangedCoord>::CoordDescType, <Y as AsRangedCoord>::CoordDescType>,
>;

/// Draws the axes, with so many pixels to their right.
pub fn axes<B, X, Y>(
    area: &Area<B>,
    x: Axis<X>,
    y: Axis<Y>,
    right: u32,
) -> Result<Between<'_, B, X, Y>, Failure<B>>
where
    B: DrawingBackend,
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .margin_right(right)
        .x_label_area_size(52)
        .y_label_area_size(76)
        .build_cartesian_2d(x.range, y.range)?;
    chart
        .configure_mesh()
        .x_desc(x.name)
        .y_desc(y.name)
        .x_labels(x.labels)
        .y_labels(y.labels)
        .x_label_formatter(&|&number| (x.write)(number))
        .y_label_formatter(&|&number| (y.write)(number))
        .label_style(text(17))
        .axis_desc_style(text(18))
        .axis_style(INK)
        .bold_line_style(FAINT)
        .light_line_style(PAPER)
        .draw()?;
    Ok(chart)
}

/// An axis of whole numbers, of which at most so many are marked: there are no half threads or
/// rows. The axis has some blank before the first and behind the last.
pub fn numbered(
    name: &'static str,
    (first, last): (f64, f64),
    blank: f64,
    most: usize,
) -> Axis<Numbered> {
    let step = ((last - first) / most.max(2) as f64).floor() as usize + 1;
    let marks = (first as u32..=last as u32).step_by(step).map(f64::from);
    let marks: Vec<f64> = marks.collect();
    Axis {
        labels: marks.len(),
        range: Numbered {
            range: first - blank..last + blank,
            marks,
        },
        name,
        write: whole,
    }
}

/// A range and the numbers that are marked on it.
#[derive(Clone, Debug)]
pub struct Numbered {
    range: Range<f64>,
    marks: Vec<f64>,
}

impl Ranged for Numbered {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range.clone()).map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.marks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// A whole number; nothing of others: there are no half threads or rows.
pub fn whole(x: f64) -> String {
    if (x - x.round()).abs() < 1e-9 {
        format!("{x:.0}")
    } else {
        String::new()
    }
}

/// Any number, without the last digits, which are rounding errors.
pub fn decimal(x: f64) -> String {
    (x as f32).to_string()
}

/// More tenfolds than this have no room for the numbers between.
const TENFOLDS: f64 = 4.5;

/// A logarithmic axis from 1, 2 or 5 times a power of ten to another, and such numbers on it.
pub fn logarithmic(
    name: &'static str,
    least: f64,
    most: f64,
) -> Axis<WithKeyPoints<LogCoord<f64>>> {
    let marks = marks(least, most);
    let (first, last) = (marks[0], marks[marks.len() - 1]);
    let ten = |mark: &f64| (mark.log10() - mark.log10().round()).abs() < 1e-9;
    let crowded = (last / first).log10() > TENFOLDS;
    let labels: Vec<f64> = marks
        .into_iter()
        .filter(|mark| !crowded || ten(mark))
        .collect();
    Axis {
        labels: labels.len(),
        range: (first..last).log_scale().with_key_points(labels),
        name,
        write: decimal,
    }
}

/// At least two of the numbers …, 0.5, 1, 2, 5, 10, 20, …, with `least` and `most` between them.
fn marks(least: f64, most: f64) -> Vec<f64> {
    let (low, high) = (least.log10().floor() as i32, most.log10().ceil() as i32);
    // Powers of ten that are fractions are rounded, each system in its way.
    let of = |power: i32| {
        [1.0, 2.0, 5.0].map(|digit| match power {
            ..0 => digit / 10_f64.powi(-power),
            _ => digit * 10_f64.powi(power),
        })
    };
    let marks: Vec<f64> = (low - 1..=high + 1).flat_map(of).collect();
    let first = marks.iter().rposition(|&mark| mark <= least).unwrap_or(0);
    let last = marks.iter().position(|&mark| mark >= most);
    let last = last.unwrap_or(marks.len() - 1).max(first + 1);
    marks[first..=last].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_enclose_what_is_shown() {
        let written = |least, most| {
            marks(least, most)
                .iter()
                .map(|&mark| decimal(mark))
                .collect::<Vec<_>>()
        };
        assert_eq!(written(1.3, 61.0), ["1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(written(0.0301, 0.0302), ["0.02", "0.05"]);
        assert_eq!(written(0.001, 0.001), ["0.001", "0.002"]);
        assert_eq!(written(5.0, 10.0), ["5", "10"]);
    }

    #[test]
    fn threads_and_rows_are_marked_at_whole_numbers() {
        let marks = |first, last, most| {
            let axis = numbered("threads", (first, last), 0.4, most);
            axis.range.marks
        };
        assert_eq!(marks(1.0, 2.0, 9), [1.0, 2.0]);
        assert_eq!(marks(12.0, 17.0, 9), [12.0, 13.0, 14.0, 15.0, 16.0, 17.0]);
        assert_eq!(marks(1.0, 64.0, 9).len(), 8);
    }

    #[test]
    fn only_whole_numbers_are_written_as_such() {
        assert_eq!([1.0, 1.5, 64.0].map(whole), ["1", "", "64"]);
    }
}
