//! Tests of whole counts, and of counting pairs.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::half_boards::PatternList;
use super::join_tables::JoinTables;
use super::orbit_columns::{OrbitColumns, OrbitKind, rank};
use super::pairs::{CountPairs, PairLists, PairScratch, SplitRule};
use super::pattern_word::PatternWord;
use super::{AnyWidthTables, Join, JoinScratch};
use countless_engine::Reason;
use countless_engine::ledger::Residue;
use countless_simd::{Kernel, Simd, Task, dispatch};

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
        assert_total(&Join::with(JoinTables::new(n), AnyWidthTables::Wide), n);
    }
}

/// Returns the join with its lists split by this rule.
fn split(mut join: Join, split: SplitRule) -> Join {
    match &mut join.tables {
        AnyWidthTables::Narrow(board) => board.split = split,
        AnyWidthTables::Wide(board) => board.split = split,
    }
    join
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
            Join::with(JoinTables::new(n), AnyWidthTables::Wide),
            Join::with(JoinTables::on_demand(n, 0, 50), AnyWidthTables::Wide),
        ] {
            assert_total(&split(join, SplitRule::ByCost), n);
        }
    }
}

#[test]
#[ignore = "takes minutes unless it is built with --release"]
fn larger_totals_by_cost_are_known() {
    for n in 14..=17 {
        for join in [
            Join::new(n).unwrap(),
            Join::with(JoinTables::new(n), AnyWidthTables::Wide),
        ] {
            assert_total(&split(join, SplitRule::ByCost), n);
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
        let join = split(join, SplitRule::InOrder);
        let expected = count(&join, Kernel::best());
        let join = split(join, SplitRule::ByCost);
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
            let join = Join::with(JoinTables::on_demand(n, bytes, most), AnyWidthTables::Wide);
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
    let mut board = JoinTables::new(n);
    board.longest_list = longest;
    split(Join::with(board, AnyWidthTables::Wide), SplitRule::ByCost)
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
        let on_demand = Join::with(
            JoinTables::on_demand(n, 1 << 16, 5_000),
            AnyWidthTables::Wide,
        );
        let mut worker = JoinScratch::default();
        let of = |orbit: &super::Orbit<'_>| (orbit.has_empty_centre(), orbit.column_halves());
        let found: std::collections::HashMap<_, _> = on_demand
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

/// The orbit that should count a solution, and how often.
fn expected(queens: &[usize]) -> ((OrbitKind, u32, u32), u64) {
    let n = queens.len();
    let half = n / 2;
    let row_of = |column| queens.iter().position(|&c| c == column).unwrap();
    let upper = &queens[..half];
    let kind = if n.is_multiple_of(2) {
        OrbitKind::Even
    } else if queens[half] == half {
        OrbitKind::CentreQueen
    } else {
        let (a, b) = (
            queens[half] as i32 - half as i32,
            row_of(half) as i32 - half as i32,
        );
        if !(0 < a && a < b) {
            return ((OrbitKind::EmptyCentre, 0, 0), 0);
        }
        let (left, right) = parts(queens[..=half].iter().copied(), n);
        return ((OrbitKind::EmptyCentre, left, right), 8);
    };
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
        let (x, y) = (rank(x, half as u32), rank(y, half as u32));
        (x.max(y), x.min(y))
    };
    let weight = match sorted(above, below).cmp(&sorted(left, right)) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    };
    ((kind, orbit.0, orbit.1), weight)
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
            let OrbitColumns { kind, left, right } = orbit.columns;
            let count = orbit.count(Kernel::best(), &mut worker).solutions;
            let expected = counts.get(&(kind, left, right)).copied().unwrap_or(0);
            assert_eq!(count, expected, "n = {n}, {orbit:?}");
        }
    }
}

/// Counts pairs with the kernel, both lists given as words.
struct Pairs<'a, W> {
    ours: &'a [W],
    theirs: &'a [W],
    bits: u32,
    common: W,
    split: SplitRule,
}

impl<W: CountPairs> Task for Pairs<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let [mut ours, mut theirs] = [self.ours, self.theirs].map(|words| {
            let mut list = PatternList {
                words: words.to_vec(),
                len: words.len(),
            };
            list.reserve(words.len());
            list
        });
        let count = theirs.len;
        let mut scratch = PairScratch::default();
        scratch.split = self.split;
        let pairs = simd.run(PairLists {
            scratch: &mut scratch,
            ours: &mut ours,
            theirs: (&mut theirs, count),
            bits: self.bits,
            common: self.common,
        });
        assert_eq!(pairs.residue, Residue::of(pairs.count.into()));
        pairs.count
    }
}

/// Checks every kernel against comparing each pair.
fn check<W: CountPairs>(ours: &[W], theirs: &[W], bits: u32, common: W) {
    let none = W::default();
    let within = W::truncate(u64::MAX >> (64 - bits));
    let naive = ours
        .iter()
        .map(|&a| theirs.iter().filter(|&&b| a & b & within == none).count());
    let naive = naive.sum::<usize>() as u64;
    for kernel in Kernel::available() {
        for split in [SplitRule::InOrder, SplitRule::ByCost] {
            let task = Pairs {
                ours,
                theirs,
                bits,
                common,
                split,
            };
            let (our, their) = (ours.len(), theirs.len());
            assert_eq!(
                dispatch(kernel, task),
                naive,
                "{kernel}, {our} x {their}, {bits} bits, {split:?}"
            );
        }
    }
}

/// Patterns of `bits` bits, each set with a probability of about `density` in 256.
fn patterns<W: PatternWord>(count: usize, bits: u32, density: u8, seed: u64) -> Vec<W> {
    let mut state = seed | 1;
    let mut byte = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count)
        .map(|_| {
            W::truncate((0..bits).fold(0, |word, bit| word | u64::from(byte() < density) << bit))
        })
        .collect()
}

fn check_sizes<W: CountPairs>(widths: &[u32]) {
    let sizes = [0, 1, 7, 8, 63, 65, 255, 257, 511, 512, 513, 1000, 2500];
    for (i, &our) in sizes.iter().enumerate() {
        for (j, their) in [0, 1, 15, 16, 17, 300].into_iter().enumerate() {
            for &bits in widths {
                let seed = (i * 100 + j) as u64;
                let ours = patterns::<W>(our, bits, 60, seed);
                let theirs = patterns::<W>(their, bits, 90, seed + 50);
                check(&ours, &theirs, bits, W::default());
            }
        }
    }
}

#[test]
fn pairs_of_narrow_patterns_are_counted() {
    check_sizes::<u32>(&[1, 9, 24, 25, 28, 31, 32]);
}

#[test]
fn pairs_of_wide_patterns_are_counted() {
    check_sizes::<u64>(&[8, 33, 36, 37, 42, 43, 46, 64]);
}

#[test]
fn equal_patterns_are_counted() {
    // No split can separate them.
    check(&vec![5_u32; 1300], &vec![10_u32; 70], 32, 0);
    check(&vec![5_u64; 1300], &vec![12_u64; 70], 44, 0);
    check(&vec![0_u64; 600], &vec![0_u64; 70], 44, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn pairs_are_counted_at_any_density(
        (our, their) in (0..1600_usize, 0..1200_usize),
        densities in any::<(u8, u8)>(),
        bits in 1..=46_u32,
        common in 0..46_u32,
        seed in any::<u64>(),
    ) {
        let mut ours = patterns::<u64>(our, bits, densities.0, seed);
        let theirs = patterns::<u64>(their, bits, densities.1, !seed);
        let common = 1 << (common % bits);
        for pattern in &mut ours {
            *pattern |= common;
        }
        check(&ours, &theirs, bits, common);
        check(&ours, &theirs, bits, 0);
        if bits <= 32 {
            let ours: Vec<u32> = ours.into_iter().map(|pattern| pattern as u32).collect();
            let theirs: Vec<u32> = theirs.into_iter().map(|pattern| pattern as u32).collect();
            check(&ours, &theirs, bits, common as u32);
        }
    }
}
