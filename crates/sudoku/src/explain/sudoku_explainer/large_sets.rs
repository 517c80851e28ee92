//! Naked and hidden quads, and jellyfish, in the order of Sudoku Explainer.
//!
//! Houses are taken as boxes, columns, rows. The sets of a house are ordered as binary numbers of
//! nine bits, where bit i stands for member i.

use super::super::deduction::{Pattern, Words};
use super::super::fish::fish_words;
use super::super::layout::CellSet;
use super::super::layout::classic::SETS;
use super::marks::{Hint, Marks, cells_in, cells_of, digits_in};

/// Members of a set.
const SIZE: u32 = 4;

/// Boxes, columns, rows with at least this many empty cells.
fn houses(marks: &Marks, least: u32) -> impl Iterator<Item = usize> {
    let houses = (18..27).chain(9..18).chain(0..9);
    houses.filter(move |&house| (marks.empty & SETS[house].0).count_ones() >= least)
}

/// Hint and the four members that give it.
pub struct LargeSet {
    pub hint: Hint,
    /// House, or first of the base lines and first of the cover lines.
    houses: [usize; 2],
    /// Digits of the set, as bits.
    digits: u16,
    /// Places of the set in the house, or base lines and cover lines.
    places: [u16; 2],
}

impl LargeSet {
    /// Pattern of a quad in these words.
    pub fn pattern(&self, words: Words) -> Pattern {
        let cells = cells_of(self.houses[0]);
        let places = digits_in(self.places[0]);
        let cells: CellSet = places.map(|place| cells[place].into()).collect();
        Pattern::new(words)
            .with_group(cells, self.digits.into())
            .with_houses(&self.houses[..1])
    }

    /// Pattern of a jellyfish in these candidates.
    pub fn fish_pattern(&self, marks: &Marks) -> Pattern {
        let digit = self.digits.trailing_zeros() as usize;
        let lines = self.houses.into_iter().zip(self.places);
        let lines = lines.flat_map(|(first, lines)| digits_in(lines).map(move |at| first + at));
        let lines: Vec<usize> = lines.collect();
        let base = lines[..SIZE as usize].iter();
        let inside = base.fold(0, |all, &line| all | SETS[line].0) & marks.boards[digit];
        let inside: CellSet = cells_in(inside).collect();
        Pattern::new(fish_words)
            .with_digits(&[digit])
            .with_houses(&lines)
            .with_group(inside, 0)
    }
}

/// Finds four cells of a house with four candidates between them.
pub fn naked_quad(marks: &Marks) -> Option<LargeSet> {
    houses(marks, 2 * SIZE).find_map(|house| {
        let cells = cells_of(house).map(usize::from);
        let candidates = cells.map(|cell| marks.cells[cell]);
        first_set(&candidates, &mut |chosen, union| {
            let others = (0..9).filter(|place| chosen >> place & 1 == 0);
            let removed = others.map(|place| (cells[place], union));
            Some(LargeSet {
                hint: Hint::removing(marks, 5.0, removed.collect())?,
                houses: [house; 2],
                digits: union,
                places: [chosen, 0],
            })
        })
    })
}

/// Finds four digits of a house with four places between them.
pub fn hidden_quad(marks: &Marks) -> Option<LargeSet> {
    houses(marks, 2 * SIZE + 1).find_map(|house| {
        let cells = cells_of(house).map(usize::from);
        let places = std::array::from_fn(|digit| places(marks, digit, house));
        first_set(&places, &mut |digits, union| {
            let within = (0..9).filter(|place| union >> place & 1 != 0);
            let removed = within.map(|place| (cells[place], !digits));
            Some(LargeSet {
                hint: Hint::removing(marks, 5.4, removed.collect())?,
                houses: [house; 2],
                digits,
                places: [union, 0],
            })
        })
    })
}

/// Finds a digit with four places between four columns, otherwise between four rows.
pub fn jellyfish(marks: &Marks) -> Option<LargeSet> {
    [[9, 0], [0, 9]].into_iter().find_map(|[base, cover]| {
        // The choice of lines comes before the digit.
        let found = (0..9).filter_map(|digit| {
            // Each of 2k lines has two places or more.
            if marks.boards[digit].count_ones() < 4 * SIZE {
                return None;
            }
            let places = std::array::from_fn(|line| places(marks, digit, base + line));
            let lines = places.iter().filter(|places| **places != 0).count();
            if lines < 2 * SIZE as usize {
                return None;
            }
            first_set(&places, &mut |chosen, union| {
                let crossing = (0..9).filter(|line| union >> line & 1 != 0);
                let cells = crossing.flat_map(|line| {
                    let cells = cells_of(cover + line).iter().enumerate();
                    let outside = cells.filter(|(at, _)| chosen >> at & 1 == 0);
                    outside.map(|(_, &cell)| (usize::from(cell), 1 << digit))
                });
                Some(LargeSet {
                    hint: Hint::removing(marks, 5.2, cells.collect())?,
                    houses: [base, cover],
                    digits: 1 << digit,
                    places: [chosen, union],
                })
            })
        });
        found.min_by_key(|set| (set.places[0], set.digits))
    })
}

/// Places of a digit in a house, bit i for its cell i.
fn places(marks: &Marks, digit: usize, house: usize) -> u16 {
    let cells = cells_of(house).iter().rev();
    cells.fold(0, |places, &cell| {
        places << 1 | u16::from(marks.has(cell.into(), digit))
    })
}

/// Calls `try_set` for the sets of four words with two bits or more, and four bits between them,
/// in order, and returns its first result. The arguments are the words of the set and their union,
/// as bits.
fn first_set<T>(words: &[u16; 9], try_set: &mut dyn FnMut(u16, u16) -> Option<T>) -> Option<T> {
    let fits = |word: &&u16| (2..=SIZE).contains(&word.count_ones());
    if words.iter().filter(fits).count() < SIZE as usize {
        return None;
    }
    extend(words, SIZE, 0, 0, try_set)
}

/// Adds words, the last one first, to a set of words that all come later.
fn extend<T>(
    words: &[u16],
    left: u32,
    chosen: u16,
    union: u16,
    try_set: &mut dyn FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    if left == 0 {
        return (union.count_ones() == SIZE)
            .then(|| try_set(chosen, union))
            .flatten();
    }
    (left as usize - 1..words.len()).find_map(|at| {
        let wider = union | words[at];
        if words[at].count_ones() < 2 || wider.count_ones() > SIZE {
            return None;
        }
        extend(&words[..at], left - 1, chosen | 1 << at, wider, try_set)
    })
}
