//! Classes of solutions on a torus under rotations, reflections and shifts.
//!
//! Some shift moves a queen of each solution to the first square. So the least solution of a class
//! has a queen there, and only its images with a queen on the first square are compared with it:
//! each queen is moved there, and the board is turned and reflected around it.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

use super::{Board, BoardProblem, BoardVariant};
use countless_engine::{Error, Outcome, Run};

/// Returns the number of different images of a solution under rotations, reflections and shifts of a
/// torus, if it is the lexicographically least of them.
///
/// `columns` holds the 1-based column of the queen in each row.
///
/// ```
/// use countless_queens::torus_fundamental;
///
/// // All solutions of five rows are images of each other.
/// assert_eq!(torus_fundamental(&[1, 3, 5, 2, 4]), Some(10));
/// assert_eq!(torus_fundamental(&[2, 4, 1, 3, 5]), None);
/// ```
pub fn torus_fundamental(columns: &[u32]) -> Option<usize> {
    if columns.first().is_some_and(|&column| column != 1) {
        return None;
    }
    let n = columns.len();
    // Column of the queen in each row, and row of the queen in each column.
    let mut lines = [vec![0; n], vec![0; n]];
    for (row, &column) in columns.iter().enumerate() {
        let column = column as usize - 1;
        lines[0][row] = column;
        lines[1][column] = row;
    }
    let mut equal = 0;
    for (first, images) in (0..n).flat_map(|first| (0..turns(n)).map(move |turn| (first, turn))) {
        let (line, up, left) = (&lines[images / 4 % 2], images / 2 % 2 > 0, images % 2 > 0);
        let image = |row: usize| {
            let from = if up { first + n - row } else { first + row };
            let (start, to) = (line[first], line[from % n]);
            (if left { start + n - to } else { to + n - start }) % n
        };
        let mut rows = (0..n).map(|row| (image(row), lines[0][row]));
        match rows.find(|(image, own)| image != own) {
            None => equal += 1,
            Some((image, own)) if image < own => return None,
            Some(_) => {}
        }
    }
    Some((turns(n) * n.pow(2)).checked_div(equal).unwrap_or(1))
}

/// Number of rotations and reflections that differ from each other on a torus. On a board of one or
/// two rows, both directions of a line are one.
fn turns(n: usize) -> usize {
    match n {
        0 | 1 => 1,
        2 => 2,
        _ => 8,
    }
}

/// Solutions on a torus that equally many rotations, reflections and shifts leave unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TorusClasses {
    /// Number of symmetries that leave such a solution unchanged.
    pub symmetries: u128,
    /// Number of solutions.
    pub solutions: u128,
    /// Number of classes, each with one fundamental solution.
    pub fundamental: u128,
}

/// Counts the solutions on a torus, and their classes under rotations, reflections and shifts, by
/// the number of symmetries that leave a solution unchanged. A ledger of `run` is not used.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::{BoardVariant, torus_classes};
///
/// let classes = torus_classes(13, &BoardVariant::default().torus(), &Run::new())?.total;
/// assert_eq!(classes.iter().map(|class| class.solutions).sum::<u128>(), 4524);
/// assert_eq!(classes.iter().map(|class| class.fundamental).sum::<u128>(), 11);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N), if `run` covers only some solutions,
/// or if the variant is not a torus or has regions; [`Error::Miscounted`] if the numbers contradict each
/// other; and the errors of [`Run::count`].
pub fn torus_classes(
    n: usize,
    variant: &BoardVariant,
    run: &Run,
) -> Result<Outcome<Vec<TorusClasses>>, Error> {
    if run.is_partial() {
        let reason = "classes need all solutions: run without a limit and without a shard";
        return Err(Error::Impossible(reason.to_owned()));
    }
    let list = Board::of_variant(n, n, variant)?.listing();
    let (list, run) = (list.fundamental_on_torus()?, run.without_ledger());
    let all = run.count(&BoardProblem::of_variant(n, n, variant)?)?;
    let mut classes: BTreeMap<u128, TorusClasses> = BTreeMap::new();
    if !all.is_complete() {
        return Ok(all.map(|_| Vec::new()));
    }
    let symmetries = (turns(n) * n.pow(2)).max(1) as u128;
    let outcome = list.visit(&run, &mut |solution| {
        let images = torus_fundamental(&solution).unwrap_or(1) as u128;
        let own = classes.entry(symmetries / images).or_default();
        own.symmetries = symmetries / images;
        own.solutions += images;
        own.fundamental += 1;
        Continue(())
    })?;
    let total = all.total.count;
    let sum: u128 = classes.values().map(|own| own.solutions).sum();
    if outcome.is_complete() && sum != total {
        let reason = format!("contradicts the sum of all classes, {sum}");
        return Err(Error::Miscounted { total, reason });
    }
    let elapsed = all.elapsed + outcome.elapsed;
    let classes: Vec<TorusClasses> = classes.into_values().collect();
    let mut outcome = outcome.map(|_| classes.clone());
    outcome.elapsed = elapsed;
    Ok(outcome)
}
