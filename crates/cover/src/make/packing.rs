//! Squares in a square.

use super::super::exact_cover::ExactCover;
use super::{at_most, cell};
use countless_engine::Error;

/// Partridge puzzle: one square of side 1, two of side 2, …, `n` of side `n` fill a square of side
/// 1 + 2 + … + n (Wainwright, 1981). For 2 to 7 no solution exists; for 8 there are 18,656. All
/// squares of one side are one item, whose multiplicity is their number.
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let outcome = make::partridge(1)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "1");
/// let outcome = make::partridge(2)?.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "0");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` is above 12.
pub fn partridge(n: usize) -> Result<ExactCover, Error> {
    at_most("partridge", n, 12)?;
    let side = n * (n + 1) / 2;
    let cells = |size: usize, top: usize, left: usize| {
        let rows = top..top + size;
        rows.flat_map(move |row| (left..left + size).map(move |column| cell(row, column)))
    };
    let mut problem = ExactCover::new();
    for size in (1..=n).rev() {
        problem.repeated(&format!("#{size}"), size as u32..=size as u32)?;
    }
    for cell in cells(side, 0, 0) {
        problem.primary(&cell)?;
    }
    for size in 1..=n {
        for top in 0..=side - size {
            for left in 0..=side - size {
                let name = [format!("#{size}")].into_iter();
                problem.option(&name.chain(cells(size, top, left)).collect::<Vec<_>>())?;
            }
        }
    }
    Ok(problem)
}
