//! The recount of orbits by search, against the definition of their solutions and the join.

use std::cmp::Ordering;
use std::iter;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;

use countless_queens::MAX_N;
use countless_queens::internals::{orbit_board, recount_orbits};
use countless_queens::join::{Join, JoinScratch, Orbit};
use countless_queens::search::BoardSearcher;
use countless_simd::Kernel;

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
        Ordering::Less => 2 * images,
        Ordering::Equal => images,
        Ordering::Greater => 0,
    }
}

/// Every solution of every orbit, by its weight.
#[test]
fn the_search_counts_what_the_definition_gives() {
    let go = AtomicBool::new(false);
    let mut searcher = BoardSearcher::new(Kernel::best());
    for n in 4..=10 {
        let join = Join::new(n).expect("it is in the range");
        for orbit in join.orbits() {
            let (mut expected, mut columns) = (0, [0; MAX_N]);
            let board = orbit_board(&orbit, n as usize);
            let _ = searcher.list(&board, &go, &mut |solutions| {
                for i in 0..solutions.len() {
                    solutions.read(i, &mut columns);
                    expected += weight(&orbit, &columns[..n as usize]);
                }
                Continue(())
            });
            let found = recount_orbits(n as usize, iter::once(orbit), &go);
            assert_eq!(found.count, expected, "{n} rows");
        }
    }
}

/// Every orbit agrees, and thus the totals.
#[test]
fn the_join_counts_in_every_orbit_what_the_search_visits() {
    let go = AtomicBool::new(false);
    for n in 4..=12 {
        let join = Join::new(n).expect("it is in the range");
        let mut worker = JoinScratch::default();
        for orbit in join.orbits() {
            let visited = recount_orbits(n as usize, iter::once(orbit), &go).count;
            let counted = orbit.count(Kernel::best(), &mut worker).solutions;
            assert_eq!(visited, counted, "{n} rows, {orbit:?}");
        }
    }
}
