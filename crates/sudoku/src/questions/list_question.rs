//! Solutions of each puzzle.

use std::ops::ControlFlow::{self, Break, Continue};

use super::answer_tally::{AnswerNumber, AnswerTally, Status};
use super::chunk_records::PuzzlePiece;
use super::count_question::{
    FEW_SOLUTIONS, MANY_SOLUTIONS, RECORDS_PER_CHUNK, count_all, count_piece, first_counts,
    first_limit, pieces_per_puzzle,
};
use super::ordered_rows::AnswerSink;
use super::puzzle_kind::{PuzzleBatch, PuzzleKind, SolutionField};
use super::puzzle_row::AnswerRow;
use super::question::{AskedPuzzles, Question};
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_table::{Columns, Fields, Row};

/// Question for the solutions of each puzzle, in lexicographic order.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Ask, List, InputOrigin};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419...........";
/// let text = format!("{puzzle}.\n");
/// let origin = InputOrigin::Text { name: "example".into(), text };
/// let ask = Ask::open(List, vec![origin], None)?;
/// let mut solutions = Vec::new();
/// Run::new().for_each(&ask, |row| solutions.push(row.answer.0))?;
/// assert!(solutions.len() == 3 && solutions.is_sorted());
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List;

/// Solution of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListAnswer<S>(pub S);

impl<K: PuzzleKind> Question<K> for List {
    type Answer = ListAnswer<K::Solution>;
    type Scratch = ();

    const NAME: &'static str = "list";
    const COUNTS_PUZZLES: bool = false;
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Unknown];
    const SHOWN: &'static [AnswerNumber] = &[AnswerNumber::Invalid, AnswerNumber::Unknown];

    fn columns(&self, columns: Columns) -> Columns {
        columns.field("solution")
    }

    fn describe(&self, spec: Spec, _: &dyn Fn(Spec) -> Spec) -> Spec {
        spec
    }

    fn reopen(_: &Spec) -> Result<Self, Error> {
        Ok(Self)
    }

    fn enumerates(&self) -> bool {
        true
    }

    fn records_per_chunk(&self) -> usize {
        RECORDS_PER_CHUNK
    }

    fn search_limit(&self) -> Option<u64> {
        Some(first_limit(u64::MAX))
    }

    fn answer<G: AnswerSink<Self::Answer, K::Puzzle>>(
        &self,
        asked: AskedPuzzles<'_, K, Self>,
        give: &mut G,
    ) -> ControlFlow<()> {
        if !give.wants_rows() {
            return count_all(u64::MAX, asked, give, |give, record, _| {
                give.skip(record);
                Continue(())
            });
        }
        let AskedPuzzles {
            batch: set,
            places,
            tally,
            stop,
            ..
        } = asked;
        let Some(counts) = first_counts(set, places, u64::MAX, stop) else {
            return Break(());
        };
        let is_large = |count| count == MANY_SOLUTIONS;
        let large = counts.iter().filter(|&&count| is_large(count)).count();
        let pieces = pieces_per_puzzle(asked.pieces, large);
        for (record, (&place, count)) in places.iter().zip(counts).enumerate() {
            let Some(place) = place else {
                tally.add(Status::Invalid);
                give.skip(record);
                continue;
            };
            tally.add(Status::of_count(Some(count)));
            let takes_time = count >= FEW_SOLUTIONS.into() || give.is_deferred() && count > 1;
            if G::DEFERS && takes_time {
                let pieces = if is_large(count) { pieces } else { 1 };
                give.defer(record, set.pieces(place, pieces));
            } else if count == 1 {
                tally.add_solutions(1, Residue::of(1));
                give.accept(record, &ListAnswer(set.solution(place)), None)?;
            } else if count > 1 {
                list(record, place, set, tally, stop, give)?;
            }
        }
        Continue(())
    }

    fn answer_piece<G: AnswerSink<Self::Answer, K::Puzzle>>(
        &self,
        piece: &PuzzlePiece<K::Puzzle>,
        mut asked: AskedPuzzles<'_, K, Self>,
        give: &mut G,
    ) -> ControlFlow<()> {
        if !give.wants_rows() {
            return count_piece(piece, u64::MAX, &mut asked).map_continue(|_| ());
        }
        let place = asked.places.first().copied().flatten();
        place.map_or(Continue(()), |place| {
            list(0, place, asked.batch, asked.tally, asked.stop, give)
        })
    }

    fn recount_limit(&self) -> Option<u128> {
        Some(u128::MAX)
    }
}

/// Passes every solution of a puzzle to the sink.
fn list<S: PuzzleBatch, G: AnswerSink<ListAnswer<S::Solution>, S::Puzzle>>(
    record: usize,
    place: super::chunk_records::PuzzlePlace,
    set: &mut S,
    tally: &mut AnswerTally,
    stop: &std::sync::atomic::AtomicBool,
    give: &mut G,
) -> ControlFlow<()> {
    let (mut listed, mut flow) = (0, Continue(()));
    set.list(place, stop, |solution| {
        listed += 1;
        flow = give.accept(record, &ListAnswer(solution), None);
        flow
    });
    tally.add_solutions(listed, Residue::of(listed));
    flow
}

impl<S: SolutionField> Row for ListAnswer<S> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        self.0.write(fields);
    }
}

impl<S: SolutionField> AnswerRow for ListAnswer<S> {
    type Owned = ListAnswer<S::Owned>;

    fn to_owned(&self) -> ListAnswer<S::Owned> {
        ListAnswer(self.0.to_owned())
    }

    fn allows_any_text(&self) -> bool {
        false
    }
}
