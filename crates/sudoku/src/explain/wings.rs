//! XY-wing, XYZ-wing and W-wing: a few cells with two candidates.

use super::cells::{CellSet, Marks, UNITS, bits, has_two};
use super::deduction::{Deduction, Pattern};
use super::news::News;
use super::state::State;
use super::technique::Technique;

/// A pivot with candidates x and y sees a cell with x and z and one with y and z:
/// whichever the pivot holds, one of the two holds z.
pub fn xy(state: &State, news: News) -> Option<Deduction> {
    let pairs = state.pairs();
    if (pairs & news.cells).is_empty() {
        return None;
    }
    pairs.iter().find_map(|pivot| {
        let near = pairs & CellSet::peers(pivot);
        let [x, y] = both(state.cell(pivot));
        let firsts = near & state.marks(x) & !state.marks(y);
        firsts.iter().find_map(|first| {
            let z = (state.cell(first) & !(1 << x)).trailing_zeros() as usize;
            let seconds = near & state.marks(y) & state.marks(z);
            seconds.iter().find_map(|second| {
                let seen = CellSet::peers(first) & CellSet::peers(second);
                let pattern = Pattern::Wing {
                    pivot,
                    pincers: [first, second],
                    digit: z,
                };
                let removed = Marks::of(z, state.marks(z) & seen);
                Deduction::removing(Technique::XyWing, pattern, removed)
            })
        })
    })
}

/// As [`xy`], where the pivot has z, too: z is removed from what sees all three.
pub fn xyz(state: &State) -> Option<Deduction> {
    let pairs = state.pairs();
    let mut triples = state.open() & !pairs;
    for cell in triples.iter() {
        if state.cell(cell).count_ones() != 3 {
            triples.remove(cell);
        }
    }
    triples.iter().find_map(|pivot| {
        let digits = state.cell(pivot);
        let near = pairs & CellSet::peers(pivot);
        let within = |&cell: &usize| state.cell(cell) & !digits == 0;
        near.iter().filter(within).find_map(|first| {
            let later = near.iter().filter(|&second| second > first);
            later.filter(within).find_map(|second| {
                let shared = state.cell(first) & state.cell(second);
                if state.cell(first) == state.cell(second) {
                    return None;
                }
                let z = shared.trailing_zeros() as usize;
                let seen = CellSet::peers(pivot) & CellSet::peers(first) & CellSet::peers(second);
                let pattern = Pattern::Wing {
                    pivot,
                    pincers: [first, second],
                    digit: z,
                };
                let removed = Marks::of(z, state.marks(z) & seen);
                Deduction::removing(Technique::XyzWing, pattern, removed)
            })
        })
    })
}

/// Two cells with candidates x and y, and a unit with two places for x, of which each
/// of the cells sees one: not both cells hold x, so one of them holds y.
pub fn w(state: &State) -> Option<Deduction> {
    let pairs = state.pairs();
    pairs.iter().find_map(|first| {
        let [a, b] = both(state.cell(first));
        let same = pairs & state.marks(a) & state.marks(b) & !CellSet::peers(first);
        let later = same.iter().filter(|&second| second > first);
        later.into_iter().find_map(|second| {
            let seen = CellSet::peers(first) & CellSet::peers(second);
            [(a, b), (b, a)].into_iter().find_map(|(linked, digit)| {
                let removed = Marks::of(digit, state.marks(digit) & seen);
                if removed.is_empty() {
                    return None;
                }
                let (unit, places) = link(state, linked, [first, second])?;
                let pattern = Pattern::WWing {
                    ends: [first, second],
                    places,
                    unit,
                    linked,
                    digit,
                };
                Deduction::removing(Technique::WWing, pattern, removed)
            })
        })
    })
}

/// A unit with two places for a digit, neither one of `ends`, the first of which sees
/// the first place and the second the second.
fn link(state: &State, digit: usize, ends: [usize; 2]) -> Option<(usize, [usize; 2])> {
    let [near_first, near_second] = ends.map(CellSet::peers);
    (0..UNITS).find_map(|unit| {
        if !has_two(state.places(digit, unit)) {
            return None;
        }
        let places = CellSet::unit(unit) & state.marks(digit);
        let first = (places & near_first).first()?;
        let second = (places & near_second & !CellSet::of(first)).first();
        let swapped = || {
            let second = (places & near_second).first()?;
            let first = (places & near_first & !CellSet::of(second)).first()?;
            Some([first, second])
        };
        let found = second.map(|second| [first, second]).or_else(swapped)?;
        let apart = found.iter().all(|place| !ends.contains(place));
        apart.then_some((unit, found))
    })
}

/// The two candidates of a cell that has two.
fn both(digits: u16) -> [usize; 2] {
    let mut digits = bits(digits);
    std::array::from_fn(|_| digits.next().unwrap_or_default())
}
