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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Piece, Placement};
    use std::collections::BTreeSet;

    /// All images of a placement, square by square.
    fn images(columns: &[u32]) -> BTreeSet<Vec<u32>> {
        let n = columns.len();
        let squares = || (0..n).map(|row| (row, columns[row] as usize - 1));
        let mut found = BTreeSet::new();
        for (down, right) in (0..n).flat_map(|down| (0..n).map(move |right| (down, right))) {
            for turn in 0..8 {
                let mut image = vec![0; n];
                for (row, column) in squares() {
                    let (mut row, mut column) = ((row + down) % n, (column + right) % n);
                    for _ in 0..turn % 4 {
                        (row, column) = (column, n - 1 - row);
                    }
                    if turn >= 4 {
                        column = n - 1 - column;
                    }
                    image[row] = column as u32 + 1;
                }
                found.insert(image);
            }
        }
        found
    }

    fn variants() -> impl Iterator<Item = BoardVariant> {
        Piece::ALL
            .into_iter()
            .map(|piece| BoardVariant::of(piece).torus())
    }

    fn solutions(n: usize, variant: &BoardVariant) -> Vec<Placement> {
        let board = Board::of_variant(n, n, variant).expect("it is small");
        board.solutions().collect()
    }

    #[test]
    fn classes_are_those_of_all_images() -> Result<(), Error> {
        for (n, variant) in (1..=8).flat_map(|n| variants().map(move |variant| (n, variant))) {
            let all = solutions(n, &variant);
            let (mut least, mut known) = (Vec::new(), BTreeMap::new());
            for solution in &all {
                let images = images(solution);
                let is_least = images.first().map(Vec::as_slice) == Some(solution.columns());
                assert_eq!(
                    torus_fundamental(solution),
                    is_least.then_some(images.len()),
                    "{solution}"
                );
                if is_least {
                    least.push(solution.clone());
                    *known.entry(images.len() as u128).or_insert(0) += 1;
                }
            }
            let board = Board::of_variant(n, n, &variant)?.listing();
            let mut listed = Vec::new();
            Run::new().for_each(&board.fundamental_on_torus()?, |it| listed.push(it))?;
            assert_eq!(listed, least, "{n} rows, {variant:?}");
            let found = torus_classes(n, &variant, &Run::new().threads(2))?.total;
            let order = found.iter().map(|own| own.symmetries * own.solutions);
            for (own, product) in found.iter().zip(order) {
                assert_eq!(known[&(own.solutions / own.fundamental)], own.fundamental);
                assert_eq!(product, own.fundamental * (turns(n) * n * n) as u128);
            }
            let sum: u128 = found.iter().map(|own| own.solutions).sum();
            assert_eq!((sum, found.len()), (all.len() as u128, known.len()));
        }
        Ok(())
    }

    /// Cyclic solutions, the only ones up to 11 rows: column a·row, without a = 0, 1 and −1. A
    /// symmetry exchanges a with −a, 1/a and −1/a.
    #[test]
    fn queens_have_known_classes() -> Result<(), Error> {
        for (n, known) in [(0, 1), (1, 1), (5, 1), (6, 0), (7, 1), (11, 2)] {
            let classes = torus_classes(n, &BoardVariant::default().torus(), &Run::new())?;
            let fundamental = classes.total.iter().map(|own| own.fundamental);
            assert_eq!(fundamental.sum::<u128>(), known, "{n} rows");
        }
        let plane = torus_classes(5, &BoardVariant::default(), &Run::new());
        assert!(plane.is_err_and(|error| error.to_string().contains("torus")));
        let some = torus_classes(5, &BoardVariant::default().torus(), &Run::new().limit(1));
        assert!(some.is_err());
        Ok(())
    }
}
