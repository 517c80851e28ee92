//! Tests of whole counts by join: their plans, and the recount of orbits by search, against the
//! definition of their solutions.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::iter;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;

use countless_engine::ledger::Residue;
use countless_engine::{Granularity, Problem, Reason};
use countless_queens::internals::{SplitRule, orbit_board, recount_orbits, split_by, wide_join};
use countless_queens::join::{Join, JoinScratch, Orbit};
use countless_queens::search::BoardSearcher;
use countless_queens::{JoinCounter, MAX_N};
use countless_simd::Kernel;

/// A000170 in the OEIS, from N = 0.
const TOTALS: [u64; 19] = [
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2680,
    14200,
    73712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
];

fn total(n: u32, kernel: Kernel) -> u64 {
    let join = Join::new(n).unwrap();
    let mut worker = JoinScratch::default();
    join.orbits()
        .map(|orbit| orbit.count(kernel, &mut worker).solutions)
        .sum()
}

#[test]
fn totals_are_known() {
    for n in 4..=13 {
        assert_eq!(total(n, Kernel::best()), TOTALS[n as usize], "n = {n}");
    }
}

#[test]
fn an_orbit_that_is_cancelled_ends_at_once() {
    for n in [10, 18] {
        let join = Join::new(n).unwrap();
        let mut worker = JoinScratch::default();
        let orbit = join.orbit(0);
        assert!(orbit.count(Kernel::best(), &mut worker).pairs > 0);
        worker.cancel.cancel(Reason::Interrupted);
        assert_eq!(orbit.count(Kernel::best(), &mut worker).pairs, 0);
    }
}

/// Wide patterns with ordered bits, of boards that do not need them.
#[test]
fn totals_by_wide_patterns_are_known() {
    for n in 4..=13 {
        assert_total(&wide_join(n, None, usize::MAX), n);
    }
}

/// Counts a board of `n` rows with every kernel.
fn assert_total(join: &Join, n: u32) {
    let mut worker = JoinScratch::default();
    for kernel in Kernel::available() {
        let total = join
            .orbits()
            .map(|orbit| orbit.count(kernel, &mut worker).solutions);
        assert_eq!(total.sum::<u64>(), TOTALS[n as usize], "n = {n}, {kernel}");
    }
}

/// Splits the lists of small boards like those of large ones.
#[test]
fn totals_by_cost_are_known() {
    for n in 4..=13 {
        for join in [
            Join::new(n).unwrap(),
            wide_join(n, None, usize::MAX),
            wide_join(n, Some((0, 50)), usize::MAX),
        ] {
            assert_total(&split_by(join, SplitRule::ByCost), n);
        }
    }
}

#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn larger_totals_by_cost_are_known() {
    for n in 14..=17 {
        for join in [Join::new(n).unwrap(), wide_join(n, None, usize::MAX)] {
            assert_total(&split_by(join, SplitRule::ByCost), n);
        }
    }
}

/// Orbits with the lists of a large board, one of 24 rows with more than one part.
#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn large_subtrees_are_the_same_by_cost_and_in_order() {
    for n in [20, 21, 22, 23, 24] {
        let join = Join::new(n).unwrap();
        let number = join.orbits().len();
        let sample: Vec<usize> = if n < 24 {
            (number / 5..number).step_by(number / 8).collect()
        } else {
            vec![0, number / 2, number * 3 / 4]
        };
        let count = |join: &Join, kernel| {
            let mut worker = JoinScratch::default();
            let orbits = sample.iter().map(|&index| join.orbit(index));
            let tallies = orbits.map(|orbit| orbit.count(kernel, &mut worker));
            let tallies = tallies.map(|tally| (tally.solutions, tally.residue));
            tallies.collect::<Vec<_>>()
        };
        let join = split_by(join, SplitRule::InOrder);
        let expected = count(&join, Kernel::best());
        let join = split_by(join, SplitRule::ByCost);
        for kernel in Kernel::available().filter(|&kernel| n < 24 || kernel > Kernel::SCALAR) {
            assert_eq!(count(&join, kernel), expected, "n = {n}, {kernel}");
        }
    }
}

/// Quadrants made on demand, of boards that do not need that, with room for hardly any, and half
/// boards that are compared few at a time.
#[test]
fn totals_on_demand_are_known() {
    for n in 4..=13 {
        for (bytes, most) in [(0, 1), (3_000, 50), (1 << 20, usize::MAX)] {
            let join = wide_join(n, Some((bytes, most)), usize::MAX);
            let mut worker = JoinScratch::default();
            let orbits = join.orbits();
            let total = orbits.map(|orbit| orbit.count(Kernel::best(), &mut worker).solutions);
            assert_eq!(
                total.sum::<u64>(),
                TOTALS[n as usize],
                "n = {n}, {bytes}, {most}"
            );
        }
    }
}

/// A board whose orbits are counted in parts with about `longest` half boards on either side.
fn in_parts(n: u32, longest: usize) -> Join {
    split_by(wide_join(n, None, longest), SplitRule::ByCost)
}

#[test]
fn totals_in_parts_are_known() {
    for longest in [1, 10, 200] {
        for n in 4..=12 {
            assert_total(&in_parts(n, longest), n);
        }
    }
    assert_total(&in_parts(13, 10), 13);
}

/// Parts of orbits of larger boards, listed and counted one by one, add up to the orbits.
#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn large_orbits_in_parts_are_those_in_one() {
    for n in [18, 19, 20, 21] {
        let (join, in_parts) = (Join::new(n).unwrap(), in_parts(n, 500));
        let (number, mut worker) = (join.orbits().len(), JoinScratch::default());
        for index in (0..number).step_by(number / 7) {
            let whole = join.orbit(index).count(Kernel::best(), &mut worker);
            let orbit = in_parts.orbit(index);
            assert_eq!(orbit.column_halves(), join.orbit(index).column_halves());
            let parts = orbit.parts(Kernel::best(), &mut worker);
            assert!(index > 0 || parts.len() > 1, "{n} rows have one part");
            for kernel in Kernel::available() {
                let tally = orbit.count(kernel, &mut worker);
                let found = (tally.solutions, tally.residue);
                assert_eq!(found, (whole.solutions, whole.residue), "{n}, {kernel}");
            }
            let mut count = |part| orbit.count_part(part, Kernel::best(), &mut worker);
            let sum: u64 = parts.iter().map(|part| count(part).solutions).sum();
            assert_eq!(sum, whole.solutions, "{n}: {index}");
        }
    }
}

/// Orbits of full tables and on demand agree, whatever their order.
#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn large_subtrees_on_demand_are_those_of_tables() {
    for n in [18, 19, 20, 21] {
        let join = Join::new(n).unwrap();
        let on_demand = wide_join(n, Some((1 << 16, 5_000)), usize::MAX);
        let mut worker = JoinScratch::default();
        let of = |orbit: &Orbit<'_>| (orbit.has_empty_centre(), orbit.column_halves());
        let found: HashMap<_, _> = on_demand
            .orbits()
            .map(|orbit| (of(&orbit), orbit))
            .collect();
        assert_eq!(found.len(), join.orbits().len());
        let number = join.orbits().len();
        for orbit in join.orbits().skip(number / 3).step_by(number / 12) {
            let expected = orbit.count(Kernel::best(), &mut worker);
            let tally = found[&of(&orbit)].count(Kernel::best(), &mut worker);
            assert_eq!(tally.solutions, expected.solutions, "n = {n}, {orbit:?}");
            assert_eq!(tally.residue, expected.residue, "n = {n}, {orbit:?}");
        }
    }
}

#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn larger_totals_are_known() {
    for kernel in Kernel::available() {
        for n in 14..=16 {
            assert_eq!(total(n, kernel), TOTALS[n as usize], "n = {n}, {kernel}");
        }
    }
    for n in 17..=18 {
        assert_eq!(total(n, Kernel::best()), TOTALS[n as usize], "n = {n}");
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    assert!(Join::new(3).is_none());
    assert!(Join::new(33).is_none());
}

#[test]
fn kernels_agree_on_every_subtree() {
    for n in 4..=13 {
        let join = Join::new(n).unwrap();
        let mut worker = JoinScratch::default();
        for orbit in join.orbits() {
            let scalar = orbit.count(Kernel::SCALAR, &mut worker).solutions;
            for kernel in Kernel::available() {
                let tally = orbit.count(kernel, &mut worker);
                assert_eq!(tally.solutions, scalar, "n = {n}, {kernel}, {orbit:?}");
                assert_eq!(
                    tally.residue,
                    Residue::of(scalar.into()),
                    "n = {n}, {kernel}"
                );
            }
        }
    }
}

/// Wide patterns are tested against scalar where a whole board would take too long.
#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn kernels_agree_on_cheap_subtrees_of_large_boards() {
    for n in [18, 19, 20] {
        let join = Join::new(n).unwrap();
        let mut worker = JoinScratch::default();
        let number = join.orbits().len();
        for orbit in join.orbits().skip(number / 2).step_by(number / 40) {
            let scalar = orbit.count(Kernel::SCALAR, &mut worker).solutions;
            for kernel in Kernel::available() {
                let tally = orbit.count(kernel, &mut worker);
                assert_eq!(tally.solutions, scalar, "n = {n}, {kernel}, {orbit:?}");
            }
        }
    }
}

#[test]
fn a_worker_takes_orbits_of_every_board_in_turn() {
    let joins = [8, 18, 9].map(|n| Join::new(n).unwrap());
    let mut worker = JoinScratch::default();
    for join in joins.iter().chain(&joins) {
        let last = join.orbits().len() - 1;
        for orbit in [last / 2, last].map(|index| join.orbit(index)) {
            let alone = orbit.count(Kernel::best(), &mut JoinScratch::default());
            assert_eq!(orbit.count(Kernel::best(), &mut worker), alone, "{orbit:?}");
        }
    }
}

#[test]
fn subtrees_are_sorted_by_cost() {
    let join = Join::new(12).unwrap();
    assert!(join.orbits().is_sorted_by(|a, b| a.cost() >= b.cost()));
}

/// Every solution, as the column of the queen in each row.
fn solutions(n: usize) -> Vec<Vec<usize>> {
    fn extend(n: usize, queens: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if queens.len() == n {
            return found.push(queens.clone());
        }
        for column in 0..n {
            let row = queens.len();
            let attacks = |(r, &c): (usize, &usize)| c == column || row - r == column.abs_diff(c);
            if !queens.iter().enumerate().any(attacks) {
                queens.push(column);
                extend(n, queens, found);
                queens.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(n, &mut Vec::new(), &mut found);
    found
}

/// The parts of a set of lines of a board, counted from the edge.
fn parts(lines: impl Iterator<Item = usize>, n: usize) -> (u32, u32) {
    lines.fold((0, 0), |(low, high), line| {
        if line < n / 2 {
            (low | 1 << line, high)
        } else {
            (low, high | 1 << (n - 1 - line))
        }
    })
}

/// A set and its complement share a rank.
fn rank(part: u32, half: usize) -> u32 {
    part.min(part ^ ((1 << half) - 1))
}

/// The orbit that should count a solution, and how often. True marks an orbit with an empty centre;
/// its columns on the left and on the right follow.
fn expected(queens: &[usize]) -> ((bool, (u32, u32)), u64) {
    let n = queens.len();
    let half = n / 2;
    let row_of = |column| queens.iter().position(|&c| c == column).unwrap();
    let upper = &queens[..half];
    if !n.is_multiple_of(2) && queens[half] != half {
        let (a, b) = (
            queens[half] as i32 - half as i32,
            row_of(half) as i32 - half as i32,
        );
        if !(0 < a && a < b) {
            return ((true, (0, 0)), 0);
        }
        let (left, right) = parts(queens[..=half].iter().copied(), n);
        return ((true, (left, right)), 8);
    }
    let (left, right) = parts(upper.iter().copied(), n);
    let (above, below) = parts((0..half).map(row_of), n);
    let all = (1 << half) - 1;
    let orbit = [
        (left, right),
        (right, left),
        (left ^ all, right ^ all),
        (right ^ all, left ^ all),
    ]
    .into_iter()
    .min()
    .unwrap();
    let sorted = |x, y| {
        let (x, y) = (rank(x, half), rank(y, half));
        (x.max(y), x.min(y))
    };
    let weight = match sorted(above, below).cmp(&sorted(left, right)) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    };
    ((false, orbit), weight)
}

#[test]
fn every_subtree_counts_the_solutions_that_it_should() {
    for n in 4..=10 {
        let solutions = solutions(n);
        let mut counts = BTreeMap::<_, u64>::new();
        for queens in &solutions {
            let (orbit, weight) = expected(queens);
            *counts.entry(orbit).or_default() += weight;
        }
        // The symmetries leave nothing out and count nothing twice.
        assert_eq!(
            counts.values().sum::<u64>(),
            solutions.len() as u64,
            "n = {n}"
        );
        let join = Join::new(n as u32).unwrap();
        let mut worker = JoinScratch::default();
        for orbit in join.orbits() {
            let columns = (orbit.has_empty_centre(), orbit.column_halves());
            let count = orbit.count(Kernel::best(), &mut worker).solutions;
            let expected = counts.get(&columns).copied().unwrap_or(0);
            assert_eq!(count, expected, "n = {n}, {orbit:?}");
        }
    }
}

#[test]
fn the_plan_without_tables_is_that_of_the_count() {
    let counter = JoinCounter::new(12, 1).unwrap().unwrap();
    let cuts = [
        Granularity::Subtrees(None),
        Granularity::Subtrees(Some(50)),
        Granularity::Split("orbits:7".to_owned()),
    ];
    for cut in cuts {
        let subtrees = counter.subtrees(&cut).unwrap();
        let plan = JoinCounter::plan(12, &cut, 0).unwrap();
        assert_eq!(plan.split, subtrees.split());
        assert_eq!(plan.spec, counter.spec().unwrap());
    }
    assert!(JoinCounter::plan(12, &Granularity::Threads(2), 0).is_err());
    assert!(JoinCounter::plan(33, &Granularity::Subtrees(None), 0).is_err());
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
