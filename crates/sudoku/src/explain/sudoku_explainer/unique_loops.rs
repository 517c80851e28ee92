//! Unique rectangles and loops.
//!
//! A loop is a cycle of cells that hold the same two digits, where each house of the loop has one
//! cell at an even and one at an odd position. If all cells had only these digits, they could be
//! exchanged. So a cell with extra candidates holds one of them.
//!
//! The search has three quirks of Sudoku Explainer. The union of extra candidates, which limits a
//! third cell with extras, includes those of the cells tried before as the next of the same cell.
//! Sets of type 3 begin at as many members as there are extra digits. A hidden pair of type 3 is
//! rated no higher than the loop alone.

use super::super::deduction::Pattern;
use super::super::layout::CellSet;
use super::super::layout::classic::{MEMBERS, PEERS, SETS};
use super::super::rectangle_words::{
    extra_words, filled_words, hidden_subset_words, link_words, subset_words,
};
use super::super::technique::Technique;
use super::marks::{
    Hint, Marks, cells_by_size, cells_in, choices, digits_in, houses_of, sees, shared_houses,
};
use countless_simd::sort_by_key;

/// Finds the hint with the least rating, then the least type, then the first.
pub fn first(marks: &Marks) -> Option<Hint> {
    best(marks).map(|best| best.hint)
}

/// Returns the technique and the pattern of the first hint.
pub fn pattern(marks: &Marks) -> Option<(Technique, Pattern)> {
    best(marks).map(|best| best.pattern())
}

fn best(marks: &Marks) -> Option<Best> {
    let [pairs, _] = cells_by_size(marks);
    let mut seen = Vec::new();
    let mut best = None;
    for start in cells_in(pairs) {
        let digits = marks.cells[start];
        let both = all_with(marks, digits);
        // The smallest loop has four cells.
        let core = if both.count_ones() < 4 {
            0
        } else {
            core_of(both)
        };
        if core >> start & 1 != 0 {
            let walk = Walk {
                marks,
                start,
                digits,
                both,
                core,
            };
            walk.extend(&Path::of(start), &mut |members| {
                // A loop in another order of its cells has equal hints.
                if !seen.contains(&members) {
                    seen.push(members);
                    LoopHints::of(marks, members, digits).add(&mut best);
                }
            });
        }
    }
    best
}

/// Cells that hold all of these digits.
fn all_with(marks: &Marks, digits: u16) -> u128 {
    digits_in(digits).fold(u128::MAX, |all, digit| all & marks.boards[digit])
}

/// Cells that see another one in each of their houses, without the cells that do not. Only these
/// are in a loop.
fn core_of(mut cells: u128) -> u128 {
    loop {
        let before = cells;
        for cell in cells_in(before) {
            let others = cells & !(1 << cell);
            if houses_of(cell)
                .iter()
                .any(|&house| others & SETS[house].0 == 0)
            {
                cells = others;
            }
        }
        if cells == before {
            return cells;
        }
    }
}

/// Walk from a start cell over the cells that hold its two digits.
struct Walk<'a> {
    marks: &'a Marks,
    start: usize,
    digits: u16,
    /// Cells with both digits.
    both: u128,
    /// Those that may be in a loop.
    core: u128,
}

/// Path of a walk.
struct Path {
    cells: u128,
    last: usize,
    /// Kind of the house of its last step.
    kind: Option<usize>,
    /// Houses with a cell at an even and at an odd position.
    houses: [u32; 2],
    /// Number of cells with extra candidates that may still follow.
    spare: i32,
    /// Extra candidates of its cells, and of those tried before.
    extras: u16,
}

impl Path {
    fn of(start: usize) -> Self {
        Self {
            cells: 1 << start,
            last: start,
            kind: None,
            houses: [house_bits(start), 0],
            spare: 2,
            extras: 0,
        }
    }
}

/// Houses of a cell, one bit each.
fn house_bits(cell: usize) -> u32 {
    let houses = houses_of(cell).into_iter();
    houses.fold(0, |all, house| all | 1 << house)
}

impl Walk<'_> {
    /// Follows a path into the houses of other kinds than that of its last step, and calls `found`
    /// with the cells of each loop, in order.
    fn extend(&self, path: &Path, found: &mut dyn FnMut(u128)) {
        let parity = path.cells.count_ones() as usize % 2;
        let mut extras = path.extras;
        for (kind, house) in houses_of(path.last).into_iter().enumerate() {
            if path.kind == Some(kind) {
                continue;
            }
            for next in cells_in(self.both & SETS[house].0) {
                if next == self.start && path.cells.count_ones() >= 4 {
                    if path.houses[0] == path.houses[1] {
                        found(path.cells);
                    }
                } else if path.cells >> next & 1 == 0 {
                    let more = self.marks.cells[next] & !self.digits;
                    extras |= more;
                    let own = house_bits(next);
                    let may_follow = more == 0 || extras.is_power_of_two() || path.spare > 0;
                    // Two cells of a house at positions of the same parity are in no loop.
                    if may_follow && self.core >> next & 1 != 0 && path.houses[parity] & own == 0 {
                        let mut houses = path.houses;
                        houses[parity] |= own;
                        let longer = Path {
                            cells: path.cells | 1 << next,
                            last: next,
                            kind: Some(kind),
                            houses,
                            spare: path.spare - i32::from(more != 0),
                            extras,
                        };
                        self.extend(&longer, found);
                    }
                }
            }
        }
    }
}

/// Type of a hint.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// One cell has extra candidates.
    Filled,
    /// All extra candidates are this digit.
    Extra(usize),
    /// Places of a house that form a naked set of these digits with the extras.
    Naked(usize, u16, u16),
    /// Places of a house that these digits fill, with one of two cells.
    Hidden(usize, u16, u16),
    /// The digit has no other place in the house, so the cells do not hold the other digit.
    Linked(usize, usize),
}

impl Kind {
    fn number(self) -> u8 {
        match self {
            Self::Filled => 1,
            Self::Extra(_) => 2,
            Self::Naked(..) | Self::Hidden(..) => 3,
            Self::Linked(..) => 4,
        }
    }
}

/// Best hint, with its loop and type.
struct Best {
    hint: Hint,
    kind: Kind,
    members: u128,
    /// The two digits.
    digits: u16,
}

impl Best {
    fn pattern(&self) -> (Technique, Pattern) {
        let cells = in_loop_order(self.members);
        let technique = match (cells.len(), self.kind.number()) {
            (4, 1) => Technique::UniqueRectangle1,
            (4, 2) => Technique::UniqueRectangle2,
            (4, 3) => Technique::UniqueRectangle3,
            (4, _) => Technique::UniqueRectangle4,
            _ => Technique::UniqueLoop,
        };
        let mut digits: Vec<usize> = digits_in(self.digits).collect();
        let set = |words, house: usize, places: u16, digits: u16| {
            let places = digits_in(places).map(|place| usize::from(MEMBERS[house][place]));
            let set = Pattern::new(words).with_houses(&[house]);
            set.with_group(places.collect::<CellSet>(), digits.into())
        };
        let pattern = match self.kind {
            Kind::Filled => Pattern::new(filled_words),
            Kind::Extra(extra) => {
                digits.push(extra);
                Pattern::new(extra_words)
            }
            Kind::Naked(house, places, digits) => set(subset_words, house, places, digits),
            Kind::Hidden(house, places, digits) => set(hidden_subset_words, house, places, digits),
            Kind::Linked(digit, house) => {
                sort_by_key(&mut digits, |&other| other != digit);
                Pattern::new(link_words).with_houses(&[house])
            }
        };
        (technique, pattern.with_digits(&digits).with_cells(&cells))
    }
}

/// Cells of a loop from one to the next, with houses of two kinds in each cell.
fn in_loop_order(members: u128) -> Vec<usize> {
    fn extend(path: &mut Vec<usize>, members: u128) -> bool {
        let (first, last) = (path[0], path[path.len() - 1]);
        if path.len() == members.count_ones() as usize {
            return sees(last, first);
        }
        cells_in(members & PEERS[last].0).any(|next| {
            // Three cells of a loop have no common house.
            let before = path.len().checked_sub(2).map(|before| path[before]);
            let is_new = !path.contains(&next)
                && before.is_none_or(|before| {
                    !shared_houses(before, last).any(|house| SETS[house].0 >> next & 1 != 0)
                });
            if !is_new {
                return false;
            }
            path.push(next);
            extend(path, members) || {
                path.pop();
                false
            }
        })
    }
    let mut path: Vec<usize> = cells_in(members).take(1).collect();
    extend(&mut path, members);
    path
}

/// Hints of one loop.
struct LoopHints<'a> {
    marks: &'a Marks,
    members: u128,
    /// The two digits.
    digits: u16,
    rating: f64,
    /// Cells with extras.
    rescuers: Vec<usize>,
    /// Extra digits of all of them.
    extras: u16,
}

impl<'a> LoopHints<'a> {
    fn of(marks: &'a Marks, members: u128, digits: u16) -> Self {
        let size = members.count_ones();
        let mut rating = 4.5;
        if size >= 10 {
            rating += 0.3;
        }
        rating += match size {
            ..6 => 0.0,
            6..8 => 0.1,
            8.. => 0.2,
        };
        let mut rescuers: Vec<usize> = cells_in(members).collect();
        rescuers.retain(|&cell| marks.cells[cell] & !digits != 0);
        let extras = rescuers
            .iter()
            .fold(0, |all, &cell| all | marks.cells[cell]);
        Self {
            marks,
            members,
            digits,
            rating,
            extras: extras & !digits,
            rescuers,
        }
    }

    fn add(&self, best: &mut Option<Best>) {
        match self.rescuers[..] {
            [] => {}
            [only] => self.offer(best, Kind::Filled, 0.0, vec![(only, self.digits)]),
            [first, second] => {
                if self.extras.is_power_of_two() {
                    self.add_type_2(best);
                } else {
                    self.add_type_3(best, first, second);
                }
                self.add_type_4(best, first, second);
            }
            _ => self.add_type_2(best),
        }
    }

    /// The one extra digit is in one of the cells.
    fn add_type_2(&self, best: &mut Option<Best>) {
        let digit = self.extras.trailing_zeros() as usize;
        let cells = self.rescuers.iter();
        let seen = cells.fold(self.marks.boards[digit], |seen, &cell| seen & PEERS[cell].0);
        let removed = cells_in(seen).map(|cell| (cell, 1 << digit)).collect();
        self.offer(best, Kind::Extra(digit), 0.0, removed);
    }

    /// The two cells act as one that holds an extra digit, in a naked or a hidden set.
    fn add_type_3(&self, best: &mut Option<Best>, first: usize, second: usize) {
        for size in self.extras.count_ones()..=7 {
            for house in shared_houses(first, second) {
                let empty = (self.marks.empty & SETS[house].0).count_ones();
                if 2 * size <= empty {
                    self.add_naked(best, [first, second], size, house);
                }
                if 2 * size < empty {
                    self.add_hidden(best, [first, second], size, house);
                }
            }
        }
    }

    fn add_naked(&self, best: &mut Option<Best>, ends: [usize; 2], size: u32, house: usize) {
        let cells = MEMBERS[house].map(usize::from);
        let [first, second] = ends.map(|end| place_in(house, end));
        let common = ends
            .iter()
            .fold(self.extras, |common, &end| common & self.marks.cells[end]);
        for chosen in choices(size, 9) {
            if chosen >> first & 1 == 0 || chosen >> second & 1 != 0 {
                continue;
            }
            let others =
                digits_in(chosen & !(1 << first)).map(|place| self.marks.cells[cells[place]]);
            let union = others.clone().fold(0, |all, digits| all | digits);
            let is_set = (union | common).count_ones() == size
                && (union | self.extras).count_ones() == size
                && others.clone().all(|digits| digits.count_ones() >= 2);
            if is_set {
                let rest = digits_in(0o777 & !(chosen | 1 << second));
                let removed = rest.map(|place| (cells[place], union | self.extras));
                let kind = Kind::Naked(house, chosen & !(1 << first), union | self.extras);
                self.offer(best, kind, f64::from(size - 1) * 0.1, removed.collect());
            }
        }
    }

    fn add_hidden(&self, best: &mut Option<Best>, ends: [usize; 2], size: u32, house: usize) {
        let cells = MEMBERS[house].map(usize::from);
        let ends = ends.map(|end| 1_u16 << place_in(house, end));
        let places = |digit| {
            let held = digits_in(0o777).filter(|&place| self.marks.has(cells[place], digit));
            held.fold(0, |all, place| all | 1 << place) & !ends[1]
        };
        let others: Vec<usize> = digits_in(0o777 & !(self.digits | self.extras)).collect();
        for chosen in choices(size - 2, others.len()) {
            let more = digits_in(chosen).fold(0, |all, at| all | 1 << others[at]);
            let digits = self.digits | more;
            let all = digits_in(digits).map(places);
            let union = all.clone().fold(0, |union, places| union | places);
            if union.count_ones() == size && all.clone().all(|places| places != 0) {
                let within = digits_in(union & !ends[0]);
                let removed = within.map(|place| (cells[place], 0o777 & !digits));
                let kind = Kind::Hidden(house, union & !ends[0], digits);
                self.offer(best, kind, f64::from(size - 2) * 0.1, removed.collect());
            }
        }
    }

    /// One of the two digits has no other place in a house: the cells hold it once, so neither
    /// holds the other digit.
    fn add_type_4(&self, best: &mut Option<Best>, first: usize, second: usize) {
        let ends = 1_u128 << first | 1_u128 << second;
        let locked = digits_in(self.digits).find_map(|digit| {
            let board = self.marks.boards[digit] & !ends;
            let house = shared_houses(first, second).find(|&house| board & SETS[house].0 == 0);
            Some((digit, house?))
        });
        if let Some((digit, house)) = locked {
            let other = self.digits & !(1 << digit);
            let removed = vec![(first, other), (second, other)];
            self.offer(best, Kind::Linked(digit, house), 0.0, removed);
        }
    }

    /// Takes a hint if it removes a candidate and is better than the best one so far.
    fn offer(&self, best: &mut Option<Best>, kind: Kind, more: f64, removed: Vec<(usize, u16)>) {
        let rating = self.rating + more;
        let is_better = best
            .as_ref()
            .is_none_or(|best| (rating, kind.number()) < (best.hint.rating, best.kind.number()));
        if is_better && let Some(hint) = Hint::removing(self.marks, rating, removed) {
            *best = Some(Best {
                hint,
                kind,
                members: self.members,
                digits: self.digits,
            });
        }
    }
}

/// Place of a cell in one of its houses.
fn place_in(house: usize, cell: usize) -> usize {
    let before = SETS[house].0 & ((1 << cell) - 1);
    before.count_ones() as usize
}
