//! Candidates in any layout, as sets of cells.

use super::left::Left;
use super::marks::Marks;
use super::set::Set;
use super::{Layout, bits};

/// Candidates in any layout, as sets of cells.
#[derive(Clone, Debug)]
pub struct Sets<L: Layout> {
    marks: Marks<L>,
    /// The cells that had one candidate when they were last looked at.
    settled: L::Cells,
    /// The digits that lost places since they were last looked at.
    changed: u32,
}

impl<L: Layout> Left<L> for Sets<L> {
    fn of(_: &L, marks: &Marks<L>, solved: L::Cells) -> Self {
        Self {
            marks: *marks,
            settled: solved,
            changed: 0,
        }
    }

    fn assign(&mut self, layout: &L, cell: usize, digit: usize) {
        for other in bits(self.digits(layout, cell)) {
            if other != digit {
                self.marks[other].remove(cell);
            }
            self.changed |= 1 << other;
        }
        self.settled.insert(cell);
    }

    fn exclude(&mut self, layout: &L, cell: usize, digit: usize) {
        self.marks[digit].remove(cell);
        self.changed |= 1 << digit;
        let left = self.digits(layout, cell);
        if left.is_power_of_two() {
            self.assign(layout, cell, left.trailing_zeros() as usize);
        }
    }

    fn has_news(&self) -> bool {
        self.changed != 0
    }

    fn deduce(&mut self, layout: &L) -> bool {
        let before = self.marks;
        let mut placed = Marks::none();
        let mut is_possible = true;
        for digit in bits(std::mem::take(&mut self.changed)) {
            is_possible &= self.look_at_digit(layout, digit, &mut placed[digit]);
        }
        if !is_possible || !self.look_at_cells(layout, &placed) {
            return false;
        }
        if (0..layout.digits()).all(|digit| self.marks[digit] == before[digit]) && self.changed == 0
        {
            return self.look_at_cages(layout);
        }
        for digit in 0..layout.digits() {
            let has_changed = self.marks[digit] != before[digit];
            self.changed |= u32::from(has_changed) << digit;
        }
        true
    }

    fn cells(&self, digit: usize) -> L::Cells {
        self.marks[digit]
    }

    fn open(&self, layout: &L) -> L::Cells {
        layout.all() & !self.settled
    }
}

impl<L: Layout> Sets<L> {
    /// Takes a digit from what sees its settled cells, and by locked candidates; adds the
    /// cells that are its only place in a house.
    fn look_at_digit(&mut self, layout: &L, digit: usize, placed: &mut L::Cells) -> bool {
        let marks = &mut self.marks[digit];
        let taken = layout.peers_of_any(*marks & self.settled);
        *marks &= !taken;
        for house in 0..layout.houses() {
            let inside = layout.group(house);
            let places = *marks & inside;
            let Some(first) = places.first() else {
                return false;
            };
            if places.only().is_some() {
                placed.insert(first);
                continue;
            }
            for (_, other) in layout.crossings(house) {
                let across = layout.group(other);
                if (places & !across).is_empty() {
                    *marks &= inside | !across;
                }
            }
        }
        true
    }

    /// Leaves cells the digits that are placed there, and settles those with one digit.
    fn look_at_cells(&mut self, layout: &L, placed: &Marks<L>) -> bool {
        let digits = 0..layout.digits();
        let taken = digits
            .clone()
            .fold(L::Cells::NONE, |all, digit| all | placed[digit]);
        let (mut once, mut twice) = (L::Cells::NONE, L::Cells::NONE);
        for digit in digits.clone() {
            self.marks[digit] &= !taken | placed[digit];
            twice |= once & self.marks[digit];
            once |= self.marks[digit];
        }
        let news = once & !(twice | self.settled);
        self.settled = once & !twice;
        for digit in digits {
            let is_new = !(self.marks[digit] & news).is_empty();
            self.changed |= u32::from(is_new) << digit;
        }
        once == layout.all()
    }

    /// Takes what the cages do not leave.
    fn look_at_cages(&mut self, layout: &L) -> bool {
        let drawn = layout.cages().iter().filter(|cage| cage.is_drawn());
        for cage in drawn {
            let candidates = |cell: u16| self.digits(layout, cell.into());
            let Some(left) = cage.left(candidates) else {
                return false;
            };
            for (&cell, left) in cage.cells.iter().zip(left) {
                for digit in bits(self.digits(layout, cell.into()) & !left) {
                    self.marks[digit].remove(cell.into());
                    self.changed |= 1 << digit;
                }
            }
        }
        self.look_at_cells(layout, &Marks::none())
    }
}
