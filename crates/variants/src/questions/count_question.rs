//! Number of solutions of each puzzle, also of those in pieces with many solutions.

use std::ops::ControlFlow::{self, Break, Continue};

use super::answer_tally::AnswerNumber;
use super::chunk_records::{PuzzlePiece, PuzzlePlace};
use super::puzzle_batch::{FEW_SOLUTIONS, limit_as_u128};
use super::puzzle_row::OwnedAnswer;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::requirements::{NodeBudget, Requirements};
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_sudoku::Status;
use countless_sudoku::setters;
use countless_table::{Columns, Fields, Row};

/// Records in a chunk: enough to keep all lanes busy.
pub(super) const RECORDS_PER_CHUNK: usize = 256;

/// Question for the number of solutions of each puzzle.
///
/// The columns are `puzzle,solutions`.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::{Ask, Count};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419...........";
/// let text = format!("{puzzle}.\n");
/// let origin = InputOrigin::Text { name: "example".into(), text };
/// let ask = Ask::open(Count::new().limit(Some(100)), vec![origin], None)?;
/// let outcome = Run::new().for_each(&ask, |row| assert_eq!(row.answer.0, Some(3)))?;
/// assert_eq!(outcome.total.count, 3);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    limit: Option<u64>,
    budget: NodeBudget,
}

/// Number of solutions of a puzzle, or `None` if the search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountAnswer(pub Option<u128>);

impl Count {
    /// Creates a question that counts all solutions.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Stops the count of each puzzle at `limit` solutions, if it is given.
        limit: Option<u64>;
        /// Limits the nodes of each search.
        budget: NodeBudget;
    }

    fn most(&self) -> u64 {
        self.limit.unwrap_or(u64::MAX).max(1)
    }

    /// Counts solutions within a budget of nodes.
    fn count_within<G: AnswerSink<CountAnswer>>(
        &self,
        most: u64,
        asked: &mut AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let places: Vec<PuzzlePlace> = asked.places.iter().flatten().copied().collect();
        let (batch, stop) = (&mut *asked.batch, asked.stop);
        let found = batch.count_within(&places, self.most(), most, stop);
        // A partial count is dropped.
        let mut found = found.map_or(Break(()), Continue)?.into_iter();
        for (record, place) in asked.places.iter().enumerate() {
            let (count, nodes) = place.map_or((Some(0), 0), |_| found.next().unwrap_or_default());
            let status = place.map_or(Status::Invalid, |_| Status::of_count(count));
            asked.tally.add(status);
            let solutions = count.unwrap_or(0);
            asked.tally.add_solutions(solutions, Residue::of(solutions));
            give.accept(record, &CountAnswer(count), self.budget.column_value(nodes))?;
        }
        Continue(())
    }
}

impl Question for Count {
    type Answer = CountAnswer;
    type Scratch = ();

    const NAME: &'static str = "count";
    const COUNTS_PUZZLES: bool = false;
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Unknown];
    const SHOWN: &'static [AnswerNumber] = &[AnswerNumber::Invalid, AnswerNumber::Unknown];
    const HAS_SINGLE_SUBTREES: bool = true;
    const CUTS_PUZZLES: bool = true;

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        columns.big_number("solutions")
    }

    fn describe(&self, spec: Spec, _: &dyn Fn(Spec) -> Spec) -> Spec {
        let limit = Some(self.most()).filter(|&limit| limit < u64::MAX);
        spec.with_some("limit", limit)
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        Ok(Self {
            limit: spec.optional("limit")?,
            budget: NodeBudget::of(spec)?,
        })
    }

    fn requirements(&self) -> Requirements {
        let is_plain = self.budget.counted_limit().is_none();
        Requirements {
            budget: self.budget,
            search_limit: is_plain.then(|| first_limit(self.most())),
            enumerates: true,
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<CountAnswer>>(
        &self,
        mut asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        if let Some(most) = self.budget.counted_limit() {
            return self.count_within(most, &mut asked, give);
        }
        count_all(self.most(), asked, give, |give, record, count| {
            give.accept(record, &CountAnswer(Some(count)), None)
        })
    }

    fn answer_piece<G: AnswerSink<CountAnswer>>(
        &self,
        piece: &PuzzlePiece,
        mut asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        // The search of the last piece gives the row, since the pieces are adjacent in the order of
        // subtrees.
        match count_piece(piece, self.most(), &mut asked)? {
            Some(sum) => give.accept(0, &CountAnswer(Some(sum)), None),
            None => Continue(()),
        }
    }

    fn answer_of_count(count: Option<u128>) -> Option<CountAnswer> {
        Some(CountAnswer(count))
    }

    fn recount_limit(&self) -> Option<u128> {
        Some(limit_as_u128(self.most()))
    }
}

impl Row for CountAnswer {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        match self.0 {
            Some(solutions) => fields.big_number(solutions),
            None => fields.none(),
        }
    }
}

impl OwnedAnswer for CountAnswer {
    fn allows_any_text(&self) -> bool {
        true
    }
}

/// Least number of solutions of a puzzle that is cut. Fewer solutions are counted quickly, and
/// listed in memory.
pub(super) const MANY_SOLUTIONS: u128 = 1 << 15;
/// Most pieces of all puzzles of a chunk, unless each is cut into [`LEAST_PIECES`].
const MOST_PIECES: usize = 8192;
/// Least number of pieces of a puzzle that is cut.
const LEAST_PIECES: usize = 32;

/// Limit of solutions for the first search of all puzzles, if they are counted up to `limit`.
pub(super) fn first_limit(limit: u64) -> u64 {
    limit.min(FEW_SOLUTIONS)
}

/// Number of solutions of each puzzle of a chunk that was searched up to [`first_limit`]. Puzzles
/// with more are counted up to [`MANY_SOLUTIONS`]. Returns `None` if `stop` was set.
pub(super) fn first_counts(asked: &mut AskedPuzzles<'_, ()>, limit: u64) -> Option<Vec<u128>> {
    let (set, places) = (&mut *asked.batch, asked.places);
    let found = |&place| u128::from(set.result_of(place).solutions);
    let mut counts: Vec<u128> = places.iter().map(found).collect();
    let few = first_limit(limit);
    if few == limit {
        return Some(counts);
    }
    // Puzzles that reached the first limit are counted again.
    let more = counts.iter_mut().zip(places);
    let more = more.filter(|(count, _)| **count == few.into());
    let (more, places): (Vec<_>, Vec<_>) = more
        .filter_map(|(count, place)| Some((count, (*place)?)))
        .unzip();
    let most = limit_as_u128(limit).min(MANY_SOLUTIONS);
    let found = set.count_up_to(&places, most, asked.stop)?;
    for (count, found) in more.into_iter().zip(found) {
        *count = found;
    }
    Some(counts)
}

/// Number of pieces for each of `large` puzzles to cut.
pub(super) fn pieces_per_puzzle(pieces: usize, large: usize) -> usize {
    pieces.min((MOST_PIECES / large.max(1)).max(LEAST_PIECES))
}

/// Counts the solutions of all puzzles of a chunk up to `limit`, and passes each count to `row`,
/// except for puzzles that are deferred.
pub(super) fn count_all<A, G: AnswerSink<A>>(
    limit: u64,
    mut asked: AskedPuzzles<'_, ()>,
    give: &mut G,
    mut row: impl FnMut(&mut G, usize, u128) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // A partial count is dropped.
    let counts = first_counts(&mut asked, limit).map_or(Break(()), Continue)?;
    let is_large = |count| count == MANY_SOLUTIONS && limit_as_u128(limit) > MANY_SOLUTIONS;
    let large = counts.iter().filter(|&&count| is_large(count)).count();
    let pieces = pieces_per_puzzle(asked.pieces, large);
    let (mut sum, mut residue) = (0, Residue::of(0));
    for (record, (&place, count)) in asked.places.iter().zip(counts).enumerate() {
        let Some(place) = place else {
            asked.tally.add(Status::Invalid);
            row(give, record, 0)?;
            continue;
        };
        asked.tally.add(Status::of_count(Some(count)));
        let mut counted = (count, Residue::of(count));
        if is_large(count) {
            if G::DEFERS {
                give.defer(record, asked.batch.pieces(place, pieces, true));
                continue;
            }
            let all = asked.batch.count(place, limit, asked.stop);
            counted = all.map_or(Break(()), Continue)?;
        }
        sum += counted.0;
        residue += counted.1;
        row(give, record, counted.0)?;
    }
    asked.tally.add_solutions(sum, residue);
    Continue(())
}

/// Counts the solutions of a piece, up to `limit` for the whole puzzle. Returns the count of the
/// puzzle after its last piece.
pub(super) fn count_piece(
    piece: &PuzzlePiece,
    limit: u64,
    asked: &mut AskedPuzzles<'_, ()>,
) -> ControlFlow<(), Option<u128>> {
    let most = limit_as_u128(limit);
    let counted = match asked.places.first().copied().flatten() {
        Some(place) if !piece.has_solutions(most) => asked.batch.count(place, limit, asked.stop),
        _ => Some((0, Residue::of(0))),
    };
    let (solutions, residue) = counted.map_or(Break(()), Continue)?;
    let times = piece.times;
    let solutions = solutions.saturating_mul(times.into());
    let (added, whole) = piece.add(solutions, most);
    let residue = if added == solutions {
        residue.times(times)
    } else {
        Residue::of(added)
    };
    asked.tally.add_solutions(added, residue);
    Continue(whole)
}
