//! XY-wing, XYZ-wing and W-wing: a few cells with two candidates.

use super::deduction::{Deduction, Pattern, View};
use super::edges::{by_turns, edge, one};
use super::layout::{Frame, Layout, Marks, Set, bits, has_two};
use super::news::News;
use super::phrases::{digits as listed, digits_or, sign};
use super::seen::Seen;
use super::state::State;
use super::step::{Edge, EdgeKind};
use super::technique::Technique;

/// A cell, and two with two candidates each, of which one holds `digit` for sure, or the cell
/// itself does.
#[derive(Debug)]
struct Wing {
    pivot: usize,
    pincers: [usize; 2],
    digit: usize,
}

/// Two cells with candidates `digit` and `linked`; `linked` has two places in a house, of which
/// each cell sees one.
#[derive(Debug)]
struct WWing {
    ends: [usize; 2],
    places: [usize; 2],
    house: usize,
    linked: usize,
    digit: usize,
}

/// A pivot with candidates x and y sees a cell with x and z and one with y and z:
/// whichever the pivot holds, one of the two holds z.
pub fn xy<L: Layout>(state: &State<L>, news: News<L>) -> Option<Deduction<L>> {
    let pairs = state.pairs();
    if (pairs & news.cells).is_empty() {
        return None;
    }
    pairs.iter().find_map(|pivot| {
        let near = pairs & state.layout.peers(pivot);
        let [x, y] = both(state.cell(pivot));
        let firsts = near & state.marks(x) & !state.marks(y);
        firsts.iter().find_map(|first| {
            let z = (state.cell(first) & !(1 << x)).trailing_zeros() as usize;
            let seconds = near & state.marks(y) & state.marks(z);
            seconds.iter().find_map(|second| {
                let seen = state.layout.peers(first) & state.layout.peers(second);
                let pattern = Wing {
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
pub fn xyz<L: Layout>(state: &State<L>) -> Option<Deduction<L>> {
    let pairs = state.pairs();
    let mut triples = state.open() & !pairs;
    for cell in triples.iter() {
        if state.cell(cell).count_ones() != 3 {
            triples.remove(cell);
        }
    }
    triples.iter().find_map(|pivot| {
        let digits = state.cell(pivot);
        let near = pairs & state.layout.peers(pivot);
        let within = |&cell: &usize| state.cell(cell) & !digits == 0;
        near.iter().filter(within).find_map(|first| {
            let later = near.iter().filter(|&second| second > first);
            later.filter(within).find_map(|second| {
                let shared = state.cell(first) & state.cell(second);
                if state.cell(first) == state.cell(second) {
                    return None;
                }
                let z = shared.trailing_zeros() as usize;
                let seen = state.layout.peers(pivot)
                    & state.layout.peers(first)
                    & state.layout.peers(second);
                let pattern = Wing {
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

/// Two cells with candidates x and y, and a house with two places for x, of which each
/// of the cells sees one: not both cells hold x, so one of them holds y.
pub fn w<L: Layout>(state: &State<L>) -> Option<Deduction<L>> {
    let pairs = state.pairs();
    pairs.iter().find_map(|first| {
        let [a, b] = both(state.cell(first));
        let same = pairs & state.marks(a) & state.marks(b) & !state.layout.peers(first);
        let later = same.iter().filter(|&second| second > first);
        later.into_iter().find_map(|second| {
            let seen = state.layout.peers(first) & state.layout.peers(second);
            [(a, b), (b, a)].into_iter().find_map(|(linked, digit)| {
                let removed = Marks::of(digit, state.marks(digit) & seen);
                if removed.is_empty() {
                    return None;
                }
                let (house, places) = link(state, linked, [first, second])?;
                let pattern = WWing {
                    ends: [first, second],
                    places,
                    house,
                    linked,
                    digit,
                };
                Deduction::removing(Technique::WWing, pattern, removed)
            })
        })
    })
}

/// A house with two places for a digit, neither one of `ends`, the first of which sees
/// the first place and the second the second.
fn link<L: Layout>(
    state: &State<L>,
    digit: usize,
    ends: [usize; 2],
) -> Option<(usize, [usize; 2])> {
    let [near_first, near_second] = ends.map(|cell| state.layout.peers(cell));
    (0..state.layout.houses()).find_map(|house| {
        if !has_two(state.places(digit, house)) {
            return None;
        }
        let places = state.layout.group(house) & state.marks(digit);
        let first = (places & near_first).first()?;
        let second = (places & near_second & !L::Cells::of(first)).first();
        let swapped = || {
            let second = (places & near_second).first()?;
            let first = (places & near_first & !L::Cells::of(second)).first()?;
            Some([first, second])
        };
        let found = second.map(|second| [first, second]).or_else(swapped)?;
        let apart = found.iter().all(|place| !ends.contains(place));
        apart.then_some((house, found))
    })
}

/// The two candidates of a cell that has two.
fn both(digits: u32) -> [usize; 2] {
    let mut digits = bits(digits);
    std::array::from_fn(|_| digits.next().unwrap_or_default())
}

impl<L: Layout> Pattern<L> for Wing {
    /// The cells are the pivot and the two that it sees.
    fn seen(&self, View { frame, state, .. }: &View<'_, L>) -> Seen {
        let (pivot, digit) = (frame.cell(self.pivot), frame.digit(self.digit));
        let pincers = self.pincers.map(|cell| frame.cell(cell));
        let value = sign(digit);
        let cells = [pivot, pincers[0], pincers[1]];
        let [own, first, second] = cells.map(|cell| state.cell(cell));
        let ways = [(pincers[0], first), (pincers[1], second)].map(|(cell, candidates)| {
            let other = listed(candidates & !(1 << digit));
            format!("if it is {other}, {} is {value}", state.layout.name(cell))
        });
        let itself = if own >> digit & 1 == 0 {
            String::new()
        } else {
            format!("; else it is {value} itself")
        };
        Seen {
            digits: own | first | second,
            cells: cells.to_vec(),
            edges: arms(state, pivot, pincers, digit),
            text: format!(
                "{} is {}: {}{itself}",
                state.layout.name(pivot),
                digits_or(own),
                ways.join("; ")
            ),
            ..Seen::default()
        }
    }
}

/// Neither pincer holds what the pivot holds, but `digit` then.
fn arms<L: Layout>(state: &State<L>, pivot: usize, pincers: [usize; 2], digit: usize) -> Vec<Edge> {
    let arms = pincers.into_iter().flat_map(|pincer| {
        let shared = bits(state.cell(pincer) & !(1 << digit));
        shared.flat_map(move |shared| {
            [
                edge(
                    &state.layout,
                    EdgeKind::Weak,
                    one::<L>(shared, pivot),
                    one::<L>(shared, pincer),
                ),
                edge(
                    &state.layout,
                    EdgeKind::Strong,
                    one::<L>(shared, pincer),
                    one::<L>(digit, pincer),
                ),
            ]
        })
    });
    arms.collect()
}

impl<L: Layout> Pattern<L> for WWing {
    /// The cells are the two with two candidates, then those that link them.
    fn seen(&self, View { frame, state, .. }: &View<'_, L>) -> Seen {
        let [ends, places] = [self.ends, self.places].map(|two| two.map(|cell| frame.cell(cell)));
        let [linked, digit] = [self.linked, self.digit].map(|digit| frame.digit(digit));
        let house = frame.house(self.house);
        let (linked_value, value) = (sign(linked), sign(digit));
        let [first, second] = ends.map(|cell| state.layout.name(cell));
        let [near_first, near_second] = places.map(|cell| state.layout.name(cell));
        Seen {
            digits: 1 << linked | 1 << digit,
            cells: [ends, places].concat(),
            houses: vec![house],
            edges: by_turns(
                &state.layout,
                [
                    one::<L>(digit, ends[0]),
                    one::<L>(linked, ends[0]),
                    one::<L>(linked, places[0]),
                    one::<L>(linked, places[1]),
                    one::<L>(linked, ends[1]),
                    one::<L>(digit, ends[1]),
                ],
            ),
            text: format!(
                "{first} and {second} can only hold {}; in {}, {linked_value} is in {near_first}, \
                 seen by {first}, or in {near_second}, seen by {second}, so {first} or {second} is \
                 {value}",
                listed(1 << linked | 1 << digit),
                state.layout.label(house)
            ),
            ..Seen::default()
        }
    }
}
