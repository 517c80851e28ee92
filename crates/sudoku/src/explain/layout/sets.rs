//! Candidates in any layout, as sets of cells.

use super::left::Left;
use super::marks::Marks;
use super::set::Set;
use super::{Cage, Layout, bits};

/// Candidates in any layout, as sets of cells, and what has been deduced from them: nothing is
/// deduced again where nothing has changed.
#[derive(Clone, Debug)]
pub struct Sets<L: Layout> {
    marks: Marks<L>,
    /// The marks when all houses were last looked at.
    looked_at: Marks<L>,
    /// Whether several digits have been placed in one cell.
    clashes: bool,
    /// The cells that had one candidate when they were last looked at.
    settled: L::Cells,
    /// Those whose digit was taken from what sees them.
    taken: L::Cells,
    /// The cells that lost candidates since cages were last looked at.
    lost: L::Cells,
    /// The digits that lost places since they were last looked at.
    changed: u32,
}

impl<L: Layout> Left<L> for Sets<L> {
    fn of(layout: &L, marks: &Marks<L>, solved: L::Cells) -> Self {
        let mut sets = Self {
            marks: *marks,
            looked_at: Marks::from_fn(layout, |_| layout.all()),
            clashes: false,
            settled: solved,
            taken: L::Cells::NONE,
            lost: layout.all(),
            changed: 0,
        };
        let mut digits = 0..layout.digits();
        if digits.all(|digit| {
            let seen = layout.peers_of_any(marks[digit] & solved);
            (marks[digit] & seen).is_empty()
        }) {
            sets.taken = solved;
        }
        for digit in 0..layout.digits() {
            if !has_news(layout, marks[digit], solved) {
                sets.looked_at[digit] = marks[digit];
            }
        }
        let leaves_all = |(_, cage): (L::Cells, &Cage)| {
            let candidates = |cell: u16| sets.digits(layout, cell.into());
            let cells = cage.cells.iter().copied();
            cage.left(candidates) == Some(cells.map(candidates).collect())
        };
        if drawn(layout).all(leaves_all) {
            sets.lost = L::Cells::NONE;
        }
        sets
    }

    fn assign(&mut self, layout: &L, cell: usize, digit: usize) {
        for other in bits(self.digits(layout, cell)) {
            if other != digit {
                self.marks[other].remove(cell);
            }
            self.changed |= 1 << other;
        }
        self.settled.insert(cell);
        self.lost.insert(cell);
    }

    fn exclude(&mut self, layout: &L, cell: usize, digit: usize) {
        self.marks[digit].remove(cell);
        self.lost.insert(cell);
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
        let mut lost = L::Cells::NONE;
        for digit in 0..layout.digits() {
            let gone = before[digit] & !self.marks[digit];
            self.changed |= u32::from(!gone.is_empty()) << digit;
            lost |= gone;
        }
        self.lost |= lost;
        self.changed != 0 || self.look_at_cages(layout)
    }

    fn cells(&self, digit: usize) -> L::Cells {
        self.marks[digit]
    }

    fn open(&self, layout: &L) -> L::Cells {
        layout.all() & !self.settled
    }
}

impl<L: Layout> Sets<L> {
    /// Whether several digits have been placed in one cell.
    #[cfg(test)]
    pub fn clashes(&self) -> bool {
        self.clashes
    }

    /// Takes a digit from what sees its settled cells, and by locked candidates; adds the
    /// cells that are its only place in a house.
    fn look_at_digit(&mut self, layout: &L, digit: usize, placed: &mut L::Cells) -> bool {
        let marks = &mut self.marks[digit];
        let settled = *marks & self.settled & !self.taken;
        self.taken |= settled;
        *marks &= !layout.peers_of_any(settled);
        let before = std::mem::replace(&mut self.looked_at[digit], *marks);
        let mut lost = before & !*marks;
        for house in 0..layout.houses() {
            let inside = layout.group(house);
            if (lost & inside).is_empty() && !self.clashes {
                continue;
            }
            let places = *marks & inside;
            if places.is_empty() {
                return false;
            }
            if let Some(only) = places.only() {
                placed.insert(only);
                continue;
            }
            for across in locked(layout, house, places) {
                *marks &= inside | !across;
            }
            lost = before & !*marks;
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
        self.clashes |= !(taken & twice).is_empty();
        for digit in digits {
            let is_new = !(self.marks[digit] & news).is_empty();
            self.changed |= u32::from(is_new) << digit;
        }
        once == layout.all()
    }

    /// Takes what the cages do not leave.
    fn look_at_cages(&mut self, layout: &L) -> bool {
        let lost = std::mem::replace(&mut self.lost, L::Cells::NONE);
        for (cells, cage) in drawn(layout) {
            if (cells & (lost | self.lost)).is_empty() {
                continue;
            }
            let held = cage.cells.iter();
            let held = held.map(|&cell| self.digits(layout, cell.into()));
            let held: Vec<u32> = held.collect();
            let Some(left) = cage.left_of(&held) else {
                return false;
            };
            for ((&cell, held), left) in cage.cells.iter().zip(held).zip(left) {
                for digit in bits(held & !left) {
                    self.marks[digit].remove(cell.into());
                    self.lost.insert(cell.into());
                    self.changed |= 1 << digit;
                }
            }
        }
        self.look_at_cells(layout, &Marks::none())
    }
}

/// The drawn cages, each with the set of its cells.
fn drawn<L: Layout>(layout: &L) -> impl Iterator<Item = (L::Cells, &Cage)> {
    let groups = layout.houses()..layout.groups();
    let drawn = layout.cages().iter().filter(|cage| cage.is_drawn());
    groups.map(|group| layout.group(group)).zip(drawn)
}

/// The cells of each house that has all places of a digit in another.
fn locked<L: Layout>(layout: &L, house: usize, places: L::Cells) -> impl Iterator<Item = L::Cells> {
    let others = layout.crossings(house);
    let others = others.map(|(_, other)| layout.group(other));
    others.filter(move |across| (places & !*across).is_empty())
}

/// Whether something follows for a digit with these places: it has none in a house, or one that
/// is not solved, or locked candidates remove some.
fn has_news<L: Layout>(layout: &L, marks: L::Cells, solved: L::Cells) -> bool {
    (0..layout.houses()).any(|house| {
        let inside = layout.group(house);
        let places = marks & inside;
        let removes = |across: L::Cells| !(marks & across & !inside).is_empty();
        match places.only() {
            Some(only) => !solved.contains(only),
            None => places.is_empty() || locked(layout, house, places).any(removes),
        }
    })
}
