//! Recount of the orbits of the join, by visiting every solution.
//!
//! The join never visits a solution. Here a search finds each solution with queens in the columns
//! of an orbit, and the definition of the [orbit](super::join) gives its weight. The two methods
//! share no code but the list of orbits.

use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;

use super::MAX_N;
use super::join::Orbit;
use super::search::{BoardSearcher, SearchBoard};
use countless_engine::ledger::CheckedCount;
use countless_simd::Kernel;

/// Counts the solutions of orbits of a board of `n` rows; an arbitrary number if `stop` is set
/// meanwhile.
pub(super) fn recount_orbits<'a>(
    n: usize,
    orbits: impl Iterator<Item = Orbit<'a>>,
    stop: &AtomicBool,
) -> CheckedCount {
    let mut worker = BoardSearcher::new(Kernel::best());
    let mut counted = CheckedCount::default();
    let mut columns = [0; MAX_N];
    for orbit in orbits {
        // The engine checks whether the search was stopped.
        let _ = worker.list(&board(&orbit, n), stop, &mut |solutions| {
            for i in 0..solutions.len() {
                solutions.read(i, &mut columns);
                counted.add(weight(&orbit, &columns[..n]));
            }
            Continue(())
        });
    }
    counted
}

/// Returns the board with queens in the columns of an orbit only.
fn board(orbit: &Orbit<'_>, n: usize) -> SearchBoard {
    let half = n / 2;
    let all = (1u32 << half) - 1;
    // Columns count from the edges, those of the right half from the right edge.
    let columns = |left: u32, right: u32| {
        let right = (0..half).filter(|i| right >> i & 1 == 1);
        right.fold(left, |columns, i| columns | 1 << (n - 1 - i))
    };
    let (left, right) = orbit.column_halves();
    let (top, bottom) = (columns(left, right), columns(left ^ all, right ^ all));
    let mut board = SearchBoard::new(n);
    let middle = 1 << half;
    for row in 0..half {
        board.restrict(row, top);
        board.restrict(
            n - 1 - row,
            if orbit.has_empty_centre() {
                bottom | middle
            } else {
                bottom
            },
        );
    }
    if orbit.has_empty_centre() {
        board.restrict(half, top);
    } else if n % 2 == 1 {
        board.restrict(half, middle);
    }
    board
}

/// Weight of a solution with queens in these columns: the number of solutions that it represents.
fn weight(orbit: &Orbit<'_>, columns: &[u8]) -> u64 {
    let n = columns.len();
    let half = n / 2;
    if orbit.has_empty_centre() {
        let right_of_centre = i32::from(columns[half]) - half as i32;
        let middle = columns
            .iter()
            .position(|&column| usize::from(column) == half);
        let below_centre = middle.map_or(0, |row| row as i32 - half as i32);
        let wanted = 0 < right_of_centre && right_of_centre < below_centre;
        return if wanted { 8 } else { 0 };
    }
    // Rows of the queens in the left half of the board, counted from the edges.
    let (mut above, mut below) = (0u32, 0u32);
    for row in 0..half {
        above |= u32::from(usize::from(columns[row]) < half) << row;
        below |= u32::from(usize::from(columns[n - 1 - row]) < half) << row;
    }
    let place = |part: u32| part.min(part ^ ((1 << half) - 1));
    let places = |(a, b): (u32, u32)| (place(a).max(place(b)), place(a).min(place(b)));
    let (rows, columns) = (places((above, below)), places(orbit.column_halves()));
    let images = orbit.image_count();
    match rows.cmp(&columns) {
        std::cmp::Ordering::Less => 2 * images,
        std::cmp::Ordering::Equal => images,
        std::cmp::Ordering::Greater => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;
    use crate::join::{self, Join};

    /// Every orbit agrees, and thus the totals.
    #[test]
    fn the_join_counts_in_every_orbit_what_the_search_visits() {
        let go = AtomicBool::new(false);
        for n in 4..=12 {
            let join = Join::new(n).expect("it is in the range");
            let mut worker = join::JoinScratch::default();
            for orbit in join.orbits() {
                let visited = recount_orbits(n as usize, iter::once(orbit), &go).count;
                let counted = orbit.count(Kernel::best(), &mut worker).solutions;
                assert_eq!(visited, counted, "{n} rows, {orbit:?}");
            }
        }
    }
}
