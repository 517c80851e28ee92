//! Counts of solutions for many puzzles, and for pieces of puzzles with many solutions.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;

use super::answer_sink::AnswerSink;
use super::puzzle_kind::{PuzzleBatch, PuzzleKind};
use super::puzzle_piece::PuzzlePiece;
use super::question::{AskedPuzzles, Question};
use super::record_texts::PuzzlePlace;
use super::status::Status;
use countless_engine::ledger::Residue;

/// Number of solutions that takes less time to find than to defer the puzzle.
pub(super) const FEW_SOLUTIONS: u64 = 1000;
/// Least number of solutions of a puzzle that is cut. Fewer solutions are counted quickly, and
/// listed in memory.
pub(super) const MANY_SOLUTIONS: u128 = 1 << 15;
/// Most pieces of all puzzles of a chunk, unless each is cut into [`LEAST_PIECES`].
const MOST_PIECES: usize = 8192;
/// Least number of pieces of a puzzle that is cut.
const LEAST_PIECES: usize = 32;

/// Converts a limit of solutions, where `u64::MAX` means no limit.
pub(super) fn limit_as_u128(limit: u64) -> u128 {
    match limit {
        u64::MAX => u128::MAX,
        limit => limit.into(),
    }
}

/// Limit of solutions for the first search of all puzzles, if they are counted up to `limit`.
pub(super) fn first_limit(limit: u64) -> u64 {
    limit.min(FEW_SOLUTIONS)
}

/// Number of solutions of each puzzle of a chunk that was searched up to [`first_limit`]. Puzzles
/// with more are counted up to [`MANY_SOLUTIONS`]. Returns `None` if `stop` was set.
pub(super) fn first_counts<S: PuzzleBatch>(
    set: &mut S,
    places: &[Option<PuzzlePlace>],
    limit: u64,
    stop: &AtomicBool,
) -> Option<Vec<u128>> {
    let found = |place: &Option<PuzzlePlace>| place.map_or(0, |place| set.result(place).solutions);
    let mut counts: Vec<u128> = places.iter().map(|place| found(place).into()).collect();
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
    let found = set.count_up_to(&places, limit_as_u128(limit).min(MANY_SOLUTIONS), stop)?;
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
pub(super) fn count_all<K: PuzzleKind, Q: Question<K>, G: AnswerSink<Q::Answer, K::Puzzle>>(
    limit: u64,
    asked: AskedPuzzles<'_, K, Q>,
    give: &mut G,
    mut row: impl FnMut(&mut G, usize, u128) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let AskedPuzzles {
        batch: set,
        places,
        tally,
        stop,
        ..
    } = asked;
    let Some(counts) = first_counts(set, places, limit, stop) else {
        return Break(()); // a partial count is dropped
    };
    let is_large = |count| count == MANY_SOLUTIONS && limit_as_u128(limit) > MANY_SOLUTIONS;
    let large = counts.iter().filter(|&&count| is_large(count)).count();
    let pieces = pieces_per_puzzle(asked.pieces, large);
    let (mut sum, mut residue) = (0, Residue::of(0));
    for (record, (&place, count)) in places.iter().zip(counts).enumerate() {
        let Some(place) = place else {
            tally.add(Status::Invalid);
            row(give, record, 0)?;
            continue;
        };
        tally.add(Status::of_count(Some(count)));
        let mut counted = (count, Residue::of(count));
        if is_large(count) {
            if G::DEFERS {
                give.defer(record, set.pieces_for_count(place, pieces));
                continue;
            }
            let Some(all) = set.count(place, limit, stop) else {
                return Break(());
            };
            counted = all;
        }
        sum += counted.0;
        residue += counted.1;
        row(give, record, counted.0)?;
    }
    tally.add_solutions(sum, residue);
    Continue(())
}

/// Counts the solutions of a piece, up to `limit` for the whole puzzle. Returns the count of the
/// puzzle after its last piece.
pub(super) fn count_piece<K: PuzzleKind, Q: Question<K>>(
    piece: &PuzzlePiece<K::Puzzle>,
    limit: u64,
    asked: &mut AskedPuzzles<'_, K, Q>,
) -> ControlFlow<(), Option<u128>> {
    let most = limit_as_u128(limit);
    let counted = match asked.places.first().copied().flatten() {
        Some(place) if !piece.has_solutions(most) => asked.batch.count(place, limit, asked.stop),
        _ => Some((0, Residue::of(0))),
    };
    let Some((solutions, residue)) = counted else {
        return Break(());
    };
    let times = piece.times();
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
