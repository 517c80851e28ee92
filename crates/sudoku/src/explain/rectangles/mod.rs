//! Unique, hidden and avoidable rectangles.
//!
//! Four cells in two rows, two columns and two boxes, none of them a clue, cannot hold just
//! two digits: exchanging these would give a second solution. For puzzles with one solution
//! only. It does not matter which of the two digits the corners have lost, nor whether some
//! are settled; if so, the rectangle is called avoidable.

mod corners;
mod words;

use super::cells::{BOX, COLUMN, CellSet, Marks, PLACE_IN, UNITS_OF, bits, has_at_most, has_two};
use super::deduction::Deduction;
use super::news::News;
use super::state::State;
use super::technique::Technique;
use corners::{members, with_one, with_two};
use words::{Deadly, Reason};

/// The most cells that are taken together with the extras of two corners.
const MOST: u32 = 3;

/// A rectangle and the two digits that it must not be filled with.
struct Rectangle<'a> {
    state: &'a State,
    /// The first two share a row, as the last two; the first and the third share a column.
    corners: [usize; 4],
    digits: u16,
    /// What each corner may hold besides.
    extras: [u16; 4],
    /// How many corners are not settled.
    open: usize,
}

/// All but one of the corners can hold nothing else, or the others the same besides.
pub fn plain(state: &State, news: News) -> Option<Deduction> {
    let pairs = state.pairs();
    let (one, two) = (with_one(pairs), with_two(pairs));
    let filled = with_one(!state.open());
    // Three corners that hold the same besides have three candidates each, at most.
    let is_large = |&cell: &usize| !has_at_most(state.cell(cell), 3);
    let large = with_one(state.open().iter().filter(is_large).collect());
    let fresh = with_one(news.cells);
    let worth = |part: usize| {
        let near = two[part] | one[part] & !large[part];
        near & !filled[part] & fresh[part]
    };
    easiest(state, worth, |rectangle| {
        let is_near = rectangle.bare() > 0;
        is_near.then(|| rectangle.extra()).flatten()
    })
}

/// The other kinds up to a technique, of which the easiest comes first.
pub fn others(state: &State, news: News, upto: Technique) -> Option<Deduction> {
    let settled = !state.open() & !state.given();
    let one = with_one(state.pairs());
    let two = with_two(state.pairs() | settled);
    let (filled, given) = (with_one(settled), with_one(state.given()));
    // What is in the units of the corners matters, too.
    let fresh = with_one(news.cells | news.cells.peers_of_any());
    let worth = |part: usize| {
        let near = one[part] & !filled[part] | two[part] & filled[part];
        near & !given[part] & fresh[part]
    };
    easiest(state, worth, |rectangle| {
        let found = if rectangle.open < 4 {
            let is_near = rectangle.open > 0 && rectangle.bare() >= 2;
            is_near.then(|| rectangle.extra()).flatten()
        } else {
            let by_roof = rectangle.roof().and_then(|roof| {
                let found = rectangle.subset(roof).or_else(|| rectangle.link(roof));
                found.or_else(|| rectangle.diagonal(roof))
            });
            by_roof.or_else(|| rectangle.hidden())
        };
        found.filter(|found| found.technique <= upto)
    })
}

/// The first of the easiest deductions that `seek` makes of the rectangles that are worth
/// it, given in parts of 64.
fn easiest(
    state: &State,
    worth: impl Fn(usize) -> u64,
    seek: impl Fn(&Rectangle<'_>) -> Option<Deduction>,
) -> Option<Deduction> {
    let mut easiest: Option<Deduction> = None;
    for corners in members(worth) {
        let values = corners.map(|cell| state.possible(cell));
        let open = values.iter().filter(|value| !value.is_power_of_two());
        let open = open.count();
        for digits in pairs(values).into_iter().flatten() {
            let rectangle = Rectangle {
                state,
                corners,
                digits,
                extras: values.map(|all| all & !digits),
                open,
            };
            let found = seek(&rectangle);
            let is_easier = |found: &Deduction| {
                let easiest = easiest.as_ref();
                easiest.is_none_or(|easiest| found.technique < easiest.technique)
            };
            if found.as_ref().is_some_and(is_easier) {
                easiest = found;
            }
        }
    }
    easiest
}

/// The pairs of digits that corners with such values suggest, each once.
fn pairs(values: [u16; 4]) -> [Option<u16>; 8] {
    let mut pairs = [None; 8];
    for (number, &value) in values.iter().enumerate() {
        // A settled corner with the one beside it in its row, or in its column.
        let others = if value.is_power_of_two() {
            [values[number ^ 1], values[number ^ 2]]
        } else {
            [value; 2]
        };
        for (side, other) in others.into_iter().enumerate() {
            let pair = value | other;
            if has_two(pair) && !pairs.contains(&Some(pair)) {
                pairs[2 * number + side] = Some(pair);
            }
        }
    }
    pairs
}

impl Rectangle<'_> {
    /// How many corners can hold nothing else.
    fn bare(&self) -> usize {
        self.extras.iter().filter(|&&extra| extra == 0).count()
    }

    fn with_extras(&self) -> impl Iterator<Item = usize> {
        (0..4).filter(|&corner| self.extras[corner] != 0)
    }

    /// The two corners that have extras, if there are two.
    fn roof(&self) -> Option<[usize; 2]> {
        let mut more = self.with_extras();
        let roof = [more.next()?, more.next()?];
        more.next().is_none().then_some(roof)
    }

    /// The corners by number: those without extras first.
    fn ordered(&self) -> [usize; 4] {
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|&corner| self.extras[corner] != 0);
        order.map(|corner| self.corners[corner])
    }

    fn deduction(&self, technique: Technique, reason: Reason, removed: Marks) -> Option<Deduction> {
        let pattern = Deadly {
            corners: self.ordered(),
            digits: self.digits,
            reason,
        };
        Deduction::removing(technique, pattern, removed)
    }

    /// One corner has extras, so it is one of them; or two or three have the same one, which is
    /// in one of them.
    fn extra(&self) -> Option<Deduction> {
        let extras = self.extras.iter().fold(0, |all, extra| all | extra);
        let more: CellSet = self
            .with_extras()
            .map(|corner| self.corners[corner])
            .collect();
        let mut removed = Marks::NONE;
        let (technique, reason) = if more.len() == 1 {
            for digit in bits(self.digits) {
                removed[digit] = self.state.marks(digit) & more;
            }
            (Technique::UniqueRectangle1, Reason::Filled)
        } else if extras.is_power_of_two() {
            let digit = extras.trailing_zeros() as usize;
            removed[digit] = self.state.marks(digit) & more.common_peers();
            (Technique::UniqueRectangle2, Reason::Extra(digit))
        } else {
            return None;
        };
        let technique = if self.open == 4 {
            technique
        } else {
            Technique::AvoidableRectangle
        };
        self.deduction(technique, reason, removed)
    }

    /// The extras of two corners in a unit, of which one is there, and other cells of the
    /// unit have no more digits between them than they are, and one.
    fn subset(&self, roof: [usize; 2]) -> Option<Deduction> {
        let extras = self.extras[roof[0]] | self.extras[roof[1]];
        if !has_at_most(extras, MOST + 1) {
            return None;
        }
        let roof: CellSet = roof.iter().map(|&corner| self.corners[corner]).collect();
        roof.common_units().find_map(|unit| {
            let others = self.state.open() & CellSet::unit(unit) & !roof;
            let fits = |&cell: &usize| has_at_most(extras | self.state.cell(cell), MOST + 1);
            let fit = others.iter().filter(fits).collect();
            (1..=MOST).find_map(|size| self.extend(unit, others, fit, CellSet::NONE, extras, size))
        })
    }

    /// Adds cells from `rest`, until they are so many that their digits are taken.
    fn extend(
        &self,
        unit: usize,
        others: CellSet,
        rest: CellSet,
        cells: CellSet,
        digits: u16,
        size: u32,
    ) -> Option<Deduction> {
        if !has_at_most(digits, size + 1) {
            return None;
        }
        if cells.len() == size {
            let mut removed = Marks::NONE;
            for digit in bits(digits) {
                removed[digit] = self.state.marks(digit) & others & !cells;
            }
            let reason = Reason::Subset {
                cells,
                digits,
                unit,
            };
            let is_full = !has_at_most(digits, size);
            return is_full
                .then(|| self.deduction(Technique::UniqueRectangle3, reason, removed))
                .flatten();
        }
        let mut rest = rest;
        while let Some(cell) = rest.first() {
            rest.remove(cell);
            let wider = digits | self.state.cell(cell);
            let more = cells | CellSet::of(cell);
            let found = self.extend(unit, others, rest, more, wider, size);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Two corners in a unit that has no other place for one of the digits: one of them
    /// holds it, so neither holds the other digit.
    fn link(&self, roof: [usize; 2]) -> Option<Deduction> {
        let roof: CellSet = roof.iter().map(|&corner| self.corners[corner]).collect();
        roof.common_units().find_map(|unit| {
            bits(self.digits).find_map(|digit| {
                let other = (self.digits & !(1 << digit)).trailing_zeros() as usize;
                let removed = Marks::of(other, self.state.marks(other) & roof);
                let is_linked = self.is_within(digit, unit);
                let reason = Reason::Link { digit, unit };
                is_linked
                    .then(|| self.deduction(Technique::UniqueRectangle4, reason, removed))
                    .flatten()
            })
        })
    }

    /// Opposite corners have extras, and one of the digits has no place in both rows, or
    /// both columns, but the corners: if it were in these two, the others would be equal.
    fn diagonal(&self, roof: [usize; 2]) -> Option<Deduction> {
        if roof[0] + roof[1] != 3 {
            return None;
        }
        let roof: CellSet = roof.iter().map(|&corner| self.corners[corner]).collect();
        [0, 1].into_iter().find_map(|side| {
            let units = [self.corners[0], self.corners[3]].map(|cell| UNITS_OF[cell][side]);
            bits(self.digits).find_map(|digit| {
                let is_linked = units.iter().all(|&unit| self.is_within(digit, unit));
                let removed = Marks::of(digit, self.state.marks(digit) & roof);
                let reason = Reason::Diagonal { digit, units };
                is_linked
                    .then(|| self.deduction(Technique::UniqueRectangle6, reason, removed))
                    .flatten()
            })
        })
    }

    /// A corner without extras, and in both lines of the opposite one a digit has no place
    /// but the corners: if the opposite one held the other digit, the rest would follow.
    fn hidden(&self) -> Option<Deduction> {
        let mut bare = (0..4).filter(|&corner| self.extras[corner] == 0);
        bare.find_map(|corner| {
            let cell = self.corners[3 - corner];
            let [row, column, _] = UNITS_OF[cell];
            bits(self.digits).find_map(|digit| {
                let other = (self.digits & !(1 << digit)).trailing_zeros() as usize;
                let units = [row, column];
                let is_linked = units.iter().all(|&unit| self.is_within(digit, unit));
                let removed = self.state.marks(other) & CellSet::of(cell);
                let reason = Reason::Hidden { digit, units, cell };
                is_linked
                    .then(|| {
                        let removed = Marks::of(other, removed);
                        self.deduction(Technique::HiddenRectangle, reason, removed)
                    })
                    .flatten()
            })
        })
    }

    /// Whether a digit has places in a unit of two corners, but none outside of them.
    fn is_within(&self, digit: usize, unit: usize) -> bool {
        let [first, .., last] = self.corners;
        let corners = match unit {
            ..COLUMN => 1 << (first % 9) | 1 << (last % 9),
            COLUMN..BOX => 1 << (first / 9) | 1 << (last / 9),
            BOX.. => self
                .corners
                .into_iter()
                .filter(|&cell| UNITS_OF[cell][2] == unit)
                .fold(0_u16, |all, cell| all | 1 << PLACE_IN[cell][2]),
        };
        let places = self.state.places(digit, unit);
        places != 0 && places & !corners == 0
    }
}
