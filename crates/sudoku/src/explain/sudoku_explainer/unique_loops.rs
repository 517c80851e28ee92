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

use super::super::deduction::{Pattern, Words};
use super::super::layout::CellSet;
use super::super::layout::classic::{PEERS, SETS};
use super::super::rectangle_words::{
    extra_words, filled_words, hidden_subset_words, link_words, subset_words,
};
use super::super::technique::Technique;
use super::marks::{
    ExplainedHint, Hint, HintPattern, Marks, cells_by_size, cells_in, cells_of, choices, digits_in,
    houses_of, sees, shared_houses,
};
use countless_simd::sort_by_key;

/// Finds the hint with the least rating, then the least type, then the first.
pub fn first(marks: &Marks) -> Option<ExplainedHint> {
    let [pairs, _] = cells_by_size(marks);
    let mut seen = Vec::new();
    let mut best = None;
    for start in cells_in(pairs) {
        let digits = marks.cells[start];
        let boards = digits_in(digits).map(|digit| marks.boards[digit]);
        let both = boards.fold(u128::MAX, |all, board| all & board);
        let core = core_of(both);
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
    let Best {
        hint,
        number,
        members,
        pattern,
    } = best?;
    let cells = in_loop_order(members);
    let technique = match (cells.len(), number) {
        (4, 1) => Technique::UniqueRectangle1,
        (4, 2) => Technique::UniqueRectangle2,
        (4, 3) => Technique::UniqueRectangle3,
        (4, _) => Technique::UniqueRectangle4,
        _ => Technique::UniqueLoop,
    };
    let pattern = HintPattern::new(technique, pattern.with_cells(&cells));
    Some((hint, Some(pattern)))
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

/// Best hint, with its type and its loop.
struct Best {
    hint: Hint,
    number: u8,
    members: u128,
    /// Pattern without the cells of the loop.
    pattern: Pattern,
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
        let rating = match members.count_ones() {
            ..6 => 4.5,
            6..8 => 4.5 + 0.1,
            8..10 => 4.5 + 0.2,
            10.. => 4.5 + 0.3 + 0.2,
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
            [only] => {
                let pattern = || self.pattern(filled_words, &[]);
                self.offer(best, 1, 0.0, vec![(only, self.digits)], pattern);
            }
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
        let pattern = || self.pattern(extra_words, &[]).with_digits(&[digit]);
        self.offer(best, 2, 0.0, removed, pattern);
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
        let others = cells_of(house).map(usize::from).into_iter();
        let others: Vec<usize> = others.filter(|cell| !ends.contains(cell)).collect();
        let common = ends
            .iter()
            .fold(self.extras, |common, &end| common & self.marks.cells[end]);
        let sets = sets_with_extras(self.marks, &others, size, [common, self.extras]);
        for (members, digits, removed) in sets {
            let more = f64::from(size - 1) * 0.1;
            let pattern = || {
                let set = cells_in(members).collect::<CellSet>();
                let pattern = self.pattern(subset_words, &[house]);
                pattern.with_group(set, digits.into())
            };
            self.offer(best, 3, more, removed, pattern);
        }
    }

    fn add_hidden(&self, best: &mut Option<Best>, ends: [usize; 2], size: u32, house: usize) {
        let cells = cells_of(house).map(usize::from);
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
                let within = digits_in(union & !ends[0]).map(|place| cells[place]);
                let removed = within.clone().map(|cell| (cell, 0o777 & !digits));
                let more = f64::from(size - 2) * 0.1;
                let pattern = || {
                    let pattern = self.pattern(hidden_subset_words, &[house]);
                    pattern.with_group(within.clone().collect::<CellSet>(), digits.into())
                };
                self.offer(best, 3, more, removed.collect(), pattern);
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
            let pattern = || {
                let mut pattern = self.pattern(link_words, &[house]);
                sort_by_key(&mut pattern.digits, |&other| other != digit);
                pattern
            };
            self.offer(best, 4, 0.0, removed, pattern);
        }
    }

    /// Creates a pattern with the two digits and some houses.
    fn pattern(&self, words: Words, houses: &[usize]) -> Pattern {
        let digits: Vec<usize> = digits_in(self.digits).collect();
        let pattern = Pattern::new(words).with_digits(&digits);
        pattern.with_houses(houses)
    }

    /// Takes a hint of a type if it removes a candidate and is better than the best one so far.
    fn offer(
        &self,
        best: &mut Option<Best>,
        number: u8,
        more: f64,
        removed: Vec<(usize, u16)>,
        pattern: impl FnOnce() -> Pattern,
    ) {
        let rating = self.rating + more;
        let is_better = best
            .as_ref()
            .is_none_or(|best| (rating, number) < (best.hint.rating, best.number));
        if is_better && let Some(hint) = Hint::removing(self.marks, rating, removed) {
            *best = Some(Best {
                hint,
                number,
                members: self.members,
                pattern: pattern(),
            });
        }
    }
}

/// Sets of `size - 1` of some cells that have `size` digits together with one digit out of `extras`,
/// wherever that is: a digit of `common` may be in each place. With each set come its digits, and what
/// the other cells lose.
pub fn sets_with_extras(
    marks: &Marks,
    cells: &[usize],
    size: u32,
    [common, extras]: [u16; 2],
) -> impl Iterator<Item = (u128, u16, Vec<(usize, u16)>)> {
    choices(size - 1, cells.len()).filter_map(move |chosen| {
        let members = digits_in(chosen).map(|at| cells[at]);
        let digits = members.clone().map(|cell| marks.cells[cell]);
        let union = digits.clone().fold(0, |all, digits| all | digits);
        let all = union | extras;
        let is_set =
            (union | common).count_ones() == size && all.count_ones() == size && { digits }
                .all(|digits| digits.count_ones() > 1);
        let rest = (0..cells.len()).filter(|at| chosen >> at & 1 == 0);
        let removed = || rest.map(|at| (cells[at], all)).collect();
        is_set.then(|| (members.fold(0, |set, cell| set | 1 << cell), all, removed()))
    })
}

/// Place of a cell in one of its houses.
fn place_in(house: usize, cell: usize) -> usize {
    let before = SETS[house].0 & ((1 << cell) - 1);
    before.count_ones() as usize
}
