//! Numbers of solutions by their symmetry.

use std::time::Instant;

use super::{BoardProblem, BoardTurn, BoardVariant, QueensMethod, TurnCounter, counter};
use countless_engine::{Error, Outcome, Run};

/// Number of solutions of a board, and numbers of those that rotations leave unchanged.
///
/// *Fundamental* solutions represent the classes under rotation and reflection. A solution without
/// symmetry belongs to a class of eight. One that only a half turn leaves unchanged belongs to a
/// class of four, and one that a quarter turn leaves unchanged to a class of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classes {
    n: usize,
    /// Number of all solutions.
    pub all: u128,
    /// Number of solutions that a half turn leaves unchanged.
    pub half_turn: u128,
    /// Number of solutions that a quarter turn leaves unchanged.
    pub quarter_turn: u128,
}

/// Number of solutions with one symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymmetryCount {
    /// Smallest rotation that leaves the solutions unchanged: `none`, `half-turn` or
    /// `quarter-turn`; `all` for the sum.
    pub symmetry: &'static str,
    /// Number of solutions.
    pub solutions: u128,
    /// Number of fundamental solutions.
    pub fundamental: u128,
}

impl Classes {
    /// Counts for each symmetry, and for all solutions last.
    pub fn rows(&self) -> [SymmetryCount; 4] {
        let Self {
            n,
            all,
            half_turn,
            quarter_turn,
        } = *self;
        // A board of less than two rows has one solution. All its images are equal.
        let images = if n < 2 { [1; 3] } else { [8, 4, 2] };
        let class = |symmetry, solutions: u128, images: u128| SymmetryCount {
            symmetry,
            solutions,
            fundamental: solutions / images,
        };
        // Numbers of an interrupted run may contradict each other.
        let none = class("none", all.saturating_sub(half_turn), images[0]);
        let only_half = half_turn.saturating_sub(quarter_turn);
        let half = class("half-turn", only_half, images[1]);
        let quarter = class("quarter-turn", quarter_turn, images[2]);
        let all = SymmetryCount {
            symmetry: "all",
            solutions: all,
            fundamental: none.fundamental + half.fundamental + quarter.fundamental,
        };
        [none, half, quarter, all]
    }

    /// Number of fundamental solutions.
    pub fn fundamental(&self) -> u128 {
        self.rows()[3].fundamental
    }

    /// Sum of Burnside's lemma: eight times the number of fundamental solutions. No reflection
    /// leaves a solution unchanged.
    fn burnside_sum(&self) -> u128 {
        self.all + self.half_turn + 2 * self.quarter_turn
    }

    /// Checks that the numbers do not contradict each other.
    fn check(&self) -> Result<(), Error> {
        let Self {
            n,
            all,
            half_turn,
            quarter_turn,
        } = *self;
        let fit = n < 2
            || quarter_turn <= half_turn
                && half_turn <= all
                && self.burnside_sum().is_multiple_of(8)
                && (all - half_turn).is_multiple_of(8)
                && (half_turn - quarter_turn).is_multiple_of(4)
                && quarter_turn.is_multiple_of(2);
        if fit {
            return Ok(());
        }
        Err(Error::Miscounted {
            total: all,
            reason: format!(
                "contradicts the solutions with symmetry: {half_turn} of half turns, \
                 {quarter_turn} of quarter turns"
            ),
        })
    }
}

/// Counts the solutions of a board of `n` rows by their symmetry. The ledger of `run` records the
/// count of all solutions only.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::classes;
///
/// let classes = classes(8, &Run::new())?.total;
/// assert_eq!((classes.all, classes.half_turn, classes.quarter_turn), (92, 4, 0));
/// assert_eq!(classes.fundamental(), 12);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] if `n` exceeds [`MAX_N`](super::MAX_N) or `run` covers only some
/// solutions, [`Error::Miscounted`] if the numbers contradict each other, and the errors of
/// [`Run::count`].
pub fn classes(n: usize, run: &Run) -> Result<Outcome<Classes>, Error> {
    classes_of(n, &BoardVariant::default(), run)
}

/// Counts the solutions of a board variant by their symmetry, like [`classes`]. The pieces must
/// attack along diagonals. On a torus, too, only rotations and reflections count as symmetries, and
/// shifts do not.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::{BoardVariant, Piece, classes_of};
///
/// let classes = classes_of(12, &BoardVariant::of(Piece::Superqueen), &Run::new())?.total;
/// assert_eq!((classes.all, classes.fundamental()), (156, 22));
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`classes`], and [`Error::Impossible`] for [crowned
/// rooks](super::Piece::CrownedRook).
pub fn classes_of(n: usize, kind: &BoardVariant, run: &Run) -> Result<Outcome<Classes>, Error> {
    if run.is_partial() {
        let reason = "classes need all solutions: run without a limit and without a shard";
        return Err(Error::Impossible(reason.to_owned()));
    }
    let begin = Instant::now();
    let turns = run.without_ledger();
    let count = |turn| turns.count(&TurnCounter::of_variant(n, turn, kind)?);
    let (half, quarter) = (count(BoardTurn::Half)?, count(BoardTurn::Quarter)?);
    let mut classes = Classes {
        n,
        all: 0,
        half_turn: half.total.count,
        quarter_turn: quarter.total.count,
    };
    if !quarter.is_complete() {
        return Ok(quarter.map(|_| classes));
    }
    let outcome = if kind.is_usual() {
        counter(n, QueensMethod::Auto, run.thread_count())?.count(run)?
    } else {
        run.count(&BoardProblem::of_variant(n, n, kind)?)?
    };
    classes.all = outcome.total.count;
    if outcome.is_complete() {
        classes.check()?;
    }
    let mut outcome = outcome.map(|_| classes);
    outcome.elapsed = begin.elapsed();
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known_counts;

    #[test]
    fn known_counts_give_the_known_fundamental_ones() {
        for n in 0..known_counts::FUNDAMENTAL.len() {
            let classes = Classes {
                n,
                all: known_counts::ALL[n],
                half_turn: known_counts::HALF_TURN[n],
                quarter_turn: known_counts::QUARTER_TURN[n],
            };
            classes.check().expect("the tables are right");
            let rows = classes.rows();
            assert_eq!(
                classes.fundamental(),
                known_counts::FUNDAMENTAL[n],
                "{n} rows"
            );
            let images = if n < 2 { 8 } else { classes.burnside_sum() };
            assert_eq!(images, 8 * rows[3].fundamental, "{n} rows");
            let sum: u128 = rows[..3].iter().map(|class| class.solutions).sum();
            assert_eq!(sum, rows[3].solutions, "{n} rows");
        }
    }

    #[test]
    fn a_wrong_count_is_noticed() {
        for all in [91, 93, 96] {
            let classes = Classes {
                n: 8,
                all,
                half_turn: 4,
                quarter_turn: 0,
            };
            assert!(classes.check().is_err());
        }
    }
}
