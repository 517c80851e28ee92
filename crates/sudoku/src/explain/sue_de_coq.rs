//! Sue de Coq: cells of a line and of a box with as many digits as they are.
//!
//! Some cells that a line and a box share, others of the line, and others of the box,
//! where the last two have no digit in common: so each digit is confined to the line or to the
//! box, and is in these cells at most once. As there are as many digits as cells, each
//! is there, and goes from what sees all its places.
//! (First described by a member of a sudoku forum of that name, 2005.)

use super::almost_chains::CellGroup;
use super::cells::{CellSet, Marks, SEGMENTS, UNITS_OF, bits, segment};
use super::deduction::{Deduction, Pattern, View};
use super::phrases::{digits as listed, names, unit_name};
use super::seen::Seen;
use super::state::State;
use super::technique::Technique;

/// Cells that a line and a box share, others of the line, and others of the box.
#[derive(Debug)]
struct Shared {
    groups: [CellGroup; 3],
    units: [usize; 2],
}

/// The first such cells that remove a candidate.
pub fn find(state: &State) -> Option<Deduction> {
    (0..SEGMENTS).find_map(|number| {
        let shared = state.open() & segment(number);
        let [row, column, square] = UNITS_OF[shared.first()?];
        let line = if number < SEGMENTS / 2 { row } else { column };
        let middles = subsets(shared, state).into_iter().filter(|middle| {
            let size = middle.cells.len();
            size > 1 && middle.digits.count_ones() >= size + 2
        });
        let middles: Vec<CellGroup> = middles.collect();
        if middles.is_empty() {
            return None;
        }
        let [lines, squares] = [line, square].map(|unit| {
            let cells = state.open() & CellSet::unit(unit) & !shared;
            subsets(cells, state)
        });
        middles.into_iter().find_map(|middle| {
            // A group is of use if it has fewer digits of its own than cells.
            let own = |group: &CellGroup| group.digits & !middle.digits;
            let helps = |group: &&CellGroup| own(group).count_ones() < group.cells.len();
            let squares: Vec<&CellGroup> = squares.iter().filter(helps).collect();
            lines.iter().filter(helps).find_map(|&along| {
                let apart = |group: &&&CellGroup| group.digits & along.digits == 0;
                let mut across = squares.iter().filter(apart);
                across.find_map(|&&across| together(state, [middle, along, across], [line, square]))
            })
        })
    })
}

/// All groups of some cells, by their numbers of cells.
fn subsets(cells: CellSet, state: &State) -> Vec<CellGroup> {
    let mut all = vec![CellGroup::NONE];
    for cell in cells.iter() {
        let one = CellGroup::of(CellSet::of(cell), state);
        for number in 0..all.len() {
            all.push(CellGroup {
                cells: all[number].cells | one.cells,
                digits: all[number].digits | one.digits,
            });
        }
    }
    all.swap_remove(0);
    all.sort_by_key(|group| group.cells.len());
    all
}

/// What three groups exclude that have as many digits as cells.
fn together(
    state: &State,
    [middle, along, across]: [CellGroup; 3],
    [line, square]: [usize; 2],
) -> Option<Deduction> {
    let cells = middle.cells | along.cells | across.cells;
    let digits = middle.digits | along.digits | across.digits;
    if cells.len() != digits.count_ones() {
        return None;
    }
    let mut removed = Marks::NONE;
    for digit in bits(digits) {
        let seen = (cells & state.marks(digit)).common_peers();
        removed[digit] = state.marks(digit) & seen;
    }
    let pattern = Shared {
        groups: [middle, along, across],
        units: [line, square],
    };
    Deduction::removing(Technique::SueDeCoq, pattern, removed)
}

impl Pattern for Shared {
    fn seen(&self, View { frame, .. }: &View<'_>) -> Seen {
        let groups = self.groups.map(|group| group.moved(frame));
        let units = self.units.map(|unit| frame.unit(unit));
        let [middle, along, across] = groups.map(|group| names(group.cells));
        let [line, square] = units.map(unit_name);
        let cells = groups
            .iter()
            .fold(CellSet::NONE, |all, group| all | group.cells);
        let values = groups.iter().fold(0, |all, group| all | group.digits);
        let text = format!(
            "{middle}, in {line} and {square}, with {along} in {line} and {across} in {square}, can \
             only hold {}, as many digits as cells; none of these is both in {along} and in \
             {across}, so each is in these cells once",
            listed(values)
        );
        Seen::of(values, cells, units.to_vec(), text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::CELLS_OF;
    use super::super::definitions::{digits, is_seen_by_all, places, states_beyond, subsets};
    use super::*;

    /// Two or three open cells that a line and a box share, with two digits more than they are
    /// at least, some of the line and some of the box without a common digit, so that all are
    /// as many as their digits, and a candidate goes.
    fn is_there(state: &State) -> bool {
        let is_open = |cell: &usize| state.cell(*cell) != 0;
        let (lines, boxes) = CELLS_OF.split_at(18);
        lines.iter().any(|line| {
            boxes.iter().any(|square| {
                let open = |unit: &[usize; 9], other: &[usize; 9], both: bool| -> Vec<usize> {
                    let cells = unit.iter().copied().filter(is_open);
                    cells.filter(|cell| other.contains(cell) == both).collect()
                };
                let groups = |cells: &[usize]| -> Vec<(Vec<usize>, u16)> {
                    let groups = subsets(cells).into_iter().skip(1);
                    let with_digits = groups.map(|group| {
                        let digits = digits(state, &group);
                        (group, digits)
                    });
                    with_digits.collect()
                };
                let mut middles = groups(&open(line, square, true));
                middles.retain(|(cells, digits)| {
                    cells.len() > 1 && digits.count_ones() as usize >= cells.len() + 2
                });
                let [along, across] = [open(line, square, false), open(square, line, false)];
                let [along, across] = [groups(&along), groups(&across)];
                middles.iter().any(|(middle, own)| {
                    along.iter().any(|(first, mine)| {
                        let apart = across.iter().filter(|(_, others)| mine & others == 0);
                        let mut apart = apart.filter(|(second, others)| {
                            let size = middle.len() + first.len() + second.len();
                            (own | mine | others).count_ones() as usize == size
                        });
                        apart.any(|(second, others)| {
                            let all = [&middle[..], first, second].concat();
                            bits(own | mine | others).any(|digit| {
                                is_seen_by_all(state, digit, &places(state, &all, digit))
                            })
                        })
                    })
                })
            })
        })
    }

    #[test]
    fn groups_are_found_where_trying_all_groups_finds_them() {
        let mut found = 0;
        let states = states_beyond(Technique::NakedQuad);
        for (puzzle, state) in &states {
            let groups = find(state);
            assert_eq!(groups.is_some(), is_there(state), "{puzzle}");
            found += usize::from(groups.is_some());
        }
        assert!(found > 3 && found < states.len(), "{found}");
    }
}
