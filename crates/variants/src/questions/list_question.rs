//! Solutions of each puzzle.

use std::ops::ControlFlow::{self, Break, Continue};

use super::answer_tally::AnswerNumber;
use super::chunk_records::{PuzzlePiece, PuzzlePlace};
use super::count_question::{
    MANY_SOLUTIONS, RECORDS_PER_CHUNK, count_all, count_piece, first_counts, first_limit,
    pieces_per_puzzle,
};
use super::puzzle_batch::{FEW_SOLUTIONS, Solution};
use super::puzzle_row::AnswerRow;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::requirements::Requirements;
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_sudoku::Status;
use countless_table::{Columns, Fields, Row};

/// Question for the solutions of each puzzle, in lexicographic order.
///
/// The columns are `puzzle,solution`.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::{Ask, List};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419...........";
/// let text = format!("{puzzle}.\n");
/// let origin = InputOrigin::Text { name: "example".into(), text };
/// let ask = Ask::open(List, vec![origin], None)?;
/// let mut solutions = Vec::new();
/// Run::new().for_each(&ask, |row| solutions.push(row.answer.0.to_string()))?;
/// assert!(solutions.len() == 3 && solutions.is_sorted());
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List;

/// Solution of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListAnswer<'a>(pub Solution<'a>);

impl Question for List {
    type Answer = ListAnswer<'static>;
    type Scratch = ();

    const NAME: &'static str = "list";
    const COUNTS_PUZZLES: bool = false;
    const CUTS_PUZZLES: bool = true;
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Unknown];
    const SHOWN: &'static [AnswerNumber] = &[AnswerNumber::Invalid, AnswerNumber::Unknown];

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        columns.field("solution")
    }

    fn describe(&self, spec: Spec, _: &dyn Fn(Spec) -> Spec) -> Spec {
        spec
    }

    fn reopen(_: &Spec) -> Result<Self, Error> {
        Ok(Self)
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            search_limit: Some(first_limit(u64::MAX)),
            enumerates: true,
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<Self::Answer>>(
        &self,
        mut asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        if !give.wants_rows() {
            return count_all(u64::MAX, asked, give, |give, record, _| {
                give.skip(record);
                Continue(())
            });
        }
        let counts = first_counts(&mut asked, u64::MAX).map_or(Break(()), Continue)?;
        let is_large = |count| count == MANY_SOLUTIONS;
        let large = counts.iter().filter(|&&count| is_large(count)).count();
        let pieces = pieces_per_puzzle(asked.pieces, large);
        for (record, (&place, count)) in asked.places.iter().zip(counts).enumerate() {
            let Some(place) = place else {
                asked.tally.add(Status::Invalid);
                give.skip(record);
                continue;
            };
            asked.tally.add(Status::of_count(Some(count)));
            let takes_time = count >= FEW_SOLUTIONS.into() || give.is_deferred() && count > 1;
            if G::DEFERS && takes_time {
                let pieces = if is_large(count) { pieces } else { 1 };
                give.defer(record, asked.batch.pieces(place, pieces, false));
            } else if count == 1 {
                asked.tally.add_solutions(1, Residue::of(1));
                give.accept(record, &ListAnswer(asked.batch.solution(place)), None)?;
            } else if count > 1 {
                list(record, place, &mut asked, give)?;
            }
        }
        Continue(())
    }

    fn answer_piece<G: AnswerSink<Self::Answer>>(
        &self,
        piece: &PuzzlePiece,
        mut asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        if !give.wants_rows() {
            return count_piece(piece, u64::MAX, &mut asked).map_continue(|_| ());
        }
        let place = asked.places.first().copied().flatten();
        place.map_or(Continue(()), |place| list(0, place, &mut asked, give))
    }

    fn recount_limit(&self) -> Option<u128> {
        Some(u128::MAX)
    }
}

/// Passes every solution of a puzzle to the sink.
fn list<G: AnswerSink<ListAnswer<'static>>>(
    record: usize,
    place: PuzzlePlace,
    asked: &mut AskedPuzzles<'_, ()>,
    give: &mut G,
) -> ControlFlow<()> {
    let (mut listed, mut flow) = (0, Continue(()));
    asked.batch.list(place, asked.stop, |solution| {
        listed += 1;
        flow = give.accept(record, &ListAnswer(solution), None);
        flow
    });
    asked.tally.add_solutions(listed, Residue::of(listed));
    flow
}

impl Row for ListAnswer<'_> {
    #[inline]
    fn fields(&self, fields: &mut impl Fields) {
        self.0.write(fields);
    }
}

impl AnswerRow for ListAnswer<'_> {
    type Owned = ListAnswer<'static>;

    fn to_owned(&self) -> ListAnswer<'static> {
        ListAnswer(self.0.to_owned())
    }

    fn allows_any_text(&self) -> bool {
        false
    }
}
