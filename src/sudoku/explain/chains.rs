//! X-chains and XY-chains: candidates of which one end or the other is true.
//!
//! ```text
//!     false ══▶ true ──▶ false ══▶ true ──▶ false ══▶ true
//!       └ first           ══ one of the two must be true        last ┘
//!                         ── not both can be true
//! ```
//!
//! If the first candidate is false, the last one is true: so one of them is. What sees
//! both goes. The search is breadth first from every start, so that chains are short.

use super::cells::{CellSet, Marks};
use super::colouring::partners;
use super::deduction::{Chain, Deduction, Pattern};
use super::state::State;
use super::technique::Technique;

/// A chain of the places of one digit.
pub fn x(state: &State) -> Option<Deduction> {
    (0..9).find_map(|digit| {
        let starts = state.marks(digit).iter();
        starts
            .into_iter()
            .find_map(|start| x_from(state, digit, start))
    })
}

fn x_from(state: &State, digit: usize, start: usize) -> Option<Deduction> {
    let marks = state.marks(digit);
    // Where each cell was reached from, the first time that it was.
    let mut before = [start; 81];
    let (mut reached_false, mut reached_true) = (CellSet::of(start), CellSet::NONE);
    let mut front = reached_false;
    while !front.is_empty() {
        let mut next = CellSet::NONE;
        for cell in front.iter() {
            let fresh = partners(state, digit, cell) & !(reached_false | reached_true);
            for end in fresh.iter() {
                before[end] = cell;
                reached_true.insert(end);
                let removed = marks & CellSet::peers(start) & CellSet::peers(end);
                if !removed.is_empty() {
                    let back = std::iter::successors(Some(end), |&cell| {
                        (cell != start).then_some(before[cell])
                    });
                    let chain = Chain::from_last(back.map(|cell| (cell, digit)))?;
                    let removed = Marks::of(digit, removed);
                    return Deduction::removing(Technique::XChain, Pattern::Chain(chain), removed);
                }
                let seen = marks & CellSet::peers(end) & !(reached_false | reached_true);
                for cell in seen.iter() {
                    before[cell] = end;
                }
                reached_false |= seen;
                next |= seen;
            }
        }
        front = next;
    }
    None
}

/// A chain of cells with two candidates, each sharing one with the next.
pub fn xy(state: &State) -> Option<Deduction> {
    let pairs = state.pairs();
    pairs.iter().find_map(|start| {
        let digits = super::cells::bits(state.cell(start));
        digits
            .into_iter()
            .find_map(|digit| xy_from(state, pairs, start, digit))
    })
}

fn xy_from(state: &State, pairs: CellSet, start: usize, digit: usize) -> Option<Deduction> {
    let other =
        |cell: usize, digit: usize| (state.cell(cell) & !(1 << digit)).trailing_zeros() as usize;
    // For each digit, the cells that were found to hold it, and where from.
    let mut reached = Marks::NONE;
    let mut before = [[0_u8; 81]; 9];
    let mut queue = [(0_u8, 0_u8); 162];
    let (mut read, mut written) = (0, 1);
    let first = other(start, digit);
    queue[0] = (start as u8, first as u8);
    reached[first].insert(start);
    while read < written {
        let (cell, held) = (queue[read].0 as usize, queue[read].1 as usize);
        read += 1;
        for end in (pairs & state.marks(held) & CellSet::peers(cell)).iter() {
            let holds = other(end, held);
            if end == start || reached[holds].contains(end) {
                continue;
            }
            reached[holds].insert(end);
            before[holds][end] = cell as u8;
            queue[written] = (end as u8, holds as u8);
            written += 1;
            if holds != digit {
                continue;
            }
            let removed = state.marks(digit) & CellSet::peers(start) & CellSet::peers(end);
            if removed.is_empty() {
                continue;
            }
            // Backwards, a cell's true candidate comes before its false one.
            let back = std::iter::successors(Some((end, holds)), |&(cell, held)| {
                let from = before[held][cell] as usize;
                (cell != start).then(|| (from, other(cell, held)))
            });
            let nodes = back.flat_map(|(cell, held)| [(cell, held), (cell, other(cell, held))]);
            let Some(chain) = Chain::from_last(nodes) else {
                continue;
            };
            let removed = Marks::of(digit, removed);
            return Deduction::removing(Technique::XyChain, Pattern::Chain(chain), removed);
        }
    }
    None
}
