//! Techniques for puzzles with one solution: unique, hidden and avoidable rectangles, and BUG+1.
//!
//! Four cells in two rows, two columns and two boxes cannot hold just two digits, unless one of
//! them is a clue. An exchange of the digits would give a second solution. Corners may have lost one
//! of the two digits, or may be solved; a rectangle with solved corners is called avoidable.
//!
//! In a bivalue universal grave (BUG), every unsolved cell has two candidates, and every digit two
//! places or none in each house. Then taking the other candidate in every cell turns one solution
//! into another. So if a grid with one solution has only one further candidate, that candidate is
//! true.

use super::deduction::{Deduction, Pattern, PatternDescription, Words};
use super::layout::{Layout, LayoutSet, Rectangle, bits, has_at_most, has_two};
use super::rectangle_words::{
    diagonal_words, extra_words, filled_words, hidden_words, link_words, subset_words,
};
use super::solving_state::{ChangeSet, PlainState, SolvingState};
use super::step::sign;
use super::technique::Technique;

/// Most cells that form a naked set with the extras of two corners.
const MOST_CELLS: u32 = 3;

/// Rectangle with the two digits that must not fill it.
struct DeadlyRectangle<'a, L: Layout> {
    state: &'a SolvingState<L>,
    rectangle: Rectangle,
    corners: [usize; 4],
    digits: u32,
    /// Other candidates of each corner.
    extras: [u32; 4],
    /// Number of unsolved corners.
    unsolved: usize,
}

/// Finds types 1 and 2. In type 1, one corner has extra candidates. In type 2, all corners with
/// extra candidates have one common extra.
pub fn find_types_1_and_2<L: Layout>(
    state: &SolvingState<L>,
    news: ChangeSet<L>,
) -> Option<Deduction<L>> {
    let layout = &state.layout;
    let [one, two] = with_corners(layout, state.bivalue_cells());
    let filled = with_one(layout, state.solved());
    // Corners with one common extra have at most three candidates each.
    let is_large = |&cell: &usize| !has_at_most(state.candidates_of(cell), 3);
    let large = with_one(layout, state.open.iter().filter(is_large).collect());
    let fresh = with_one(layout, news.cells);
    let [one, two, filled] = [&one, &two, &filled].map(AsRef::as_ref);
    let [large, fresh] = [&large, &fresh].map(AsRef::as_ref);
    let mut worth = layout.no_rectangles();
    for (part, worth) in worth.as_mut().iter_mut().enumerate() {
        let near = two[part] | one[part] & !large[part];
        *worth = near & !filled[part] & fresh[part];
    }
    easiest(state, &worth, |rectangle| {
        let is_near = rectangle.corners_without_extras() > 0;
        is_near.then(|| rectangle.extra()).flatten()
    })
}

/// Finds the other types up to `upto`, the easiest first.
pub fn find_other_types<L: Layout>(
    state: &SolvingState<L>,
    news: ChangeSet<L>,
    upto: Technique,
) -> Option<Deduction<L>> {
    let layout = &state.layout;
    let settled = state.solved() & !state.given;
    let one = with_one(layout, state.bivalue_cells());
    let [_, two] = with_corners(layout, state.bivalue_cells() | settled);
    let (filled, given) = (with_one(layout, settled), with_one(layout, state.given));
    // Changes in the houses of the corners count, too.
    let fresh = with_one(layout, news.cells | layout.peers_of_any(news.cells));
    let [one, two, filled] = [&one, &two, &filled].map(AsRef::as_ref);
    let [given, fresh] = [&given, &fresh].map(AsRef::as_ref);
    let mut worth = layout.no_rectangles();
    for (part, worth) in worth.as_mut().iter_mut().enumerate() {
        let near = one[part] & !filled[part] | two[part] & filled[part];
        *worth = near & !given[part] & fresh[part];
    }
    easiest(state, &worth, |rectangle| {
        let found = if rectangle.unsolved < 4 {
            let is_near = rectangle.unsolved > 0 && rectangle.corners_without_extras() >= 2;
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

/// Rectangles with at least one corner in some cells.
fn with_one<L: Layout>(layout: &L, cells: L::Cells) -> L::Rectangles {
    let [one, _] = with_corners(layout, cells);
    one
}

/// Rectangles with at least one corner in some cells, and those with at least two.
// Inlined, so that the second set is not found where it is not used.
#[inline(always)]
fn with_corners<L: Layout>(layout: &L, cells: L::Cells) -> [L::Rectangles; 2] {
    let [mut one, mut two] = [layout.no_rectangles(), layout.no_rectangles()];
    for cell in cells.iter() {
        let sets = one.as_mut().iter_mut().zip(two.as_mut());
        let through = &layout.plain().rectangles_at(cell)[..sets.len()];
        for ((one, two), through) in sets.zip(through) {
            *two |= *one & through;
            *one |= through;
        }
    }
    [one, two]
}

/// Returns the first of the easiest deductions that `seek` finds in a set of rectangles.
fn easiest<L: Layout>(
    state: &SolvingState<L>,
    rectangles: &L::Rectangles,
    seek: impl Fn(&DeadlyRectangle<'_, L>) -> Option<Deduction<L>>,
) -> Option<Deduction<L>> {
    let mut easiest: Option<Deduction<L>> = None;
    for (part, &word) in rectangles.as_ref().iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            let number = 64 * part + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let place = state.layout.plain().rectangles[number];
            let values = place.corners.map(|cell| state.possible(cell));
            let is_unsolved = |value: &&u32| !value.is_power_of_two();
            let unsolved = values.iter().filter(is_unsolved).count();
            for digits in pairs(values).into_iter().flatten() {
                let rectangle = DeadlyRectangle {
                    state,
                    rectangle: place,
                    corners: place.corners,
                    digits,
                    extras: values.map(|all| all & !digits),
                    unsolved,
                };
                let Some(found) = seek(&rectangle) else {
                    continue;
                };
                match &easiest {
                    Some(easiest) if easiest.technique <= found.technique => {}
                    _ => easiest = Some(found),
                }
            }
        }
    }
    easiest
}

/// Pairs of digits that the corners suggest, each once.
fn pairs(values: [u32; 4]) -> [Option<u32>; 8] {
    let mut pairs = [None; 8];
    for (number, &value) in values.iter().enumerate() {
        // A solved corner suggests a pair with its neighbour in the row, and with that in the
        // column.
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

impl<L: Layout> DeadlyRectangle<'_, L> {
    /// Number of corners that can hold nothing but the two digits.
    fn corners_without_extras(&self) -> usize {
        self.extras.iter().filter(|&&extra| extra == 0).count()
    }

    fn with_extras(&self) -> impl Iterator<Item = usize> {
        (0..4).filter(|&corner| self.extras[corner] != 0)
    }

    /// The two corners with extras, if there are exactly two.
    fn roof(&self) -> Option<[usize; 2]> {
        let mut more = self.with_extras();
        let roof = [more.next()?, more.next()?];
        more.next().is_none().then_some(roof)
    }

    /// Cells of the corners: those without extras first.
    fn corners_by_extras(&self) -> [usize; 4] {
        let mut sorted = self.corners;
        let (mut without, mut with) = (0, self.corners_without_extras());
        for (&corner, &extras) in self.corners.iter().zip(&self.extras) {
            let place = if extras == 0 { &mut without } else { &mut with };
            sorted[*place] = corner;
            *place += 1;
        }
        sorted
    }

    /// Creates a pattern with the corners and the two digits. `first` comes first.
    fn pattern(&self, words: Words, first: usize) -> Pattern {
        let pattern = Pattern::new(words).with_cells(&self.corners_by_extras());
        pattern.with_digits(&[first, self.other_digit(first)])
    }

    /// The other of the two digits.
    fn other_digit(&self, digit: usize) -> usize {
        (self.digits & !(1 << digit)).trailing_zeros() as usize
    }

    /// If only one corner has extras, it holds one of them. If several corners have one common
    /// extra, one of them holds it.
    fn extra(&self) -> Option<Deduction<L>> {
        let extras = self.extras.iter().fold(0, |all, extra| all | extra);
        let more: L::Cells = self
            .with_extras()
            .map(|corner| self.corners[corner])
            .collect();
        let first = self.digits.trailing_zeros() as usize;
        let mut third = None;
        let (technique, words, removed): (_, Words, _) = if more.len() == 1 {
            let removed = self.state.candidates_among(self.digits, more);
            (Technique::UniqueRectangle1, filled_words, removed)
        } else if extras.is_power_of_two() {
            let seen = self.state.layout.common_peers(more);
            let removed = self.state.candidates_among(extras, seen);
            third = Some(extras.trailing_zeros() as usize);
            (Technique::UniqueRectangle2, extra_words, removed)
        } else {
            return None;
        };
        let technique = if self.unsolved == 4 {
            technique
        } else {
            Technique::AvoidableRectangle
        };
        let pattern = || self.pattern(words, first).with_digits(third.as_slice());
        Deduction::removing(technique, pattern, removed)
    }

    /// Finds a naked set. One of two corners in a house holds an extra. If k other cells of the
    /// house have at most k + 1 digits with the extras, these digits are removed elsewhere in the
    /// house.
    fn subset(&self, roof: [usize; 2]) -> Option<Deduction<L>> {
        let extras = self.extras[roof[0]] | self.extras[roof[1]];
        if !has_at_most(extras, MOST_CELLS + 1) {
            return None;
        }
        let roof: L::Cells = roof.iter().map(|&corner| self.corners[corner]).collect();
        self.state.layout.common_groups(roof).find_map(|house| {
            let others = self.state.open & self.state.layout.group(house) & !roof;
            let fits = |&cell: &usize| {
                has_at_most(extras | self.state.candidates_of(cell), MOST_CELLS + 1)
            };
            let fit = others.iter().filter(fits).collect();
            (1..=MOST_CELLS)
                .find_map(|size| self.extend(house, others, fit, L::Cells::NONE, extras, size))
        })
    }

    /// Adds cells from `rest` until there are `size`. They form a naked set with the corners if
    /// they have `size + 1` digits with the extras.
    fn extend(
        &self,
        house: usize,
        others: L::Cells,
        rest: L::Cells,
        cells: L::Cells,
        digits: u32,
        size: u32,
    ) -> Option<Deduction<L>> {
        if !has_at_most(digits, size + 1) {
            return None;
        }
        if cells.len() == size {
            if has_at_most(digits, size) {
                return None;
            }
            let removed = self.state.candidates_among(digits, others & !cells);
            let pattern = || {
                let first = self.digits.trailing_zeros() as usize;
                let pattern = self.pattern(subset_words, first).with_houses(&[house]);
                pattern.with_group(cells, digits)
            };
            return Deduction::removing(Technique::UniqueRectangle3, pattern, removed);
        }
        let mut rest = rest;
        while let Some(cell) = rest.first() {
            rest.remove(cell);
            let wider = digits | self.state.candidates_of(cell);
            let more = cells | L::Cells::of(cell);
            let found = self.extend(house, others, rest, more, wider, size);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Finds a house where the two corners are the only places of one of the digits. One of them
    /// holds it, so the other digit is removed from both.
    fn link(&self, roof: [usize; 2]) -> Option<Deduction<L>> {
        let roof: L::Cells = roof.iter().map(|&corner| self.corners[corner]).collect();
        self.state.layout.common_houses(roof).find_map(|house| {
            bits(self.digits).find_map(|digit| {
                if !self.has_places_in_corners_only(digit, &[house]) {
                    return None;
                }
                let other = self.other_digit(digit);
                let removed = self.state.candidate_cells(other) & roof;
                let pattern = || self.pattern(link_words, digit).with_houses(&[house]);
                Deduction::excluding(Technique::UniqueRectangle4, pattern, other, removed)
            })
        })
    }

    /// Removes a digit from opposite corners with extras, if both rows, or both columns, have
    /// places for it in corners only. With the digit in these two corners, the remaining two would
    /// both hold the other digit.
    fn diagonal(&self, roof: [usize; 2]) -> Option<Deduction<L>> {
        if roof[0] + roof[1] != 3 {
            return None;
        }
        let roof: L::Cells = roof.iter().map(|&corner| self.corners[corner]).collect();
        [self.rectangle.rows, self.rectangle.columns]
            .into_iter()
            .find_map(|houses| {
                bits(self.digits).find_map(|digit| {
                    if !self.has_places_in_corners_only(digit, &houses) {
                        return None;
                    }
                    let removed = self.state.candidate_cells(digit) & roof;
                    let pattern = || self.pattern(diagonal_words, digit).with_houses(&houses);
                    Deduction::excluding(Technique::UniqueRectangle6, pattern, digit, removed)
                })
            })
    }

    /// Removes a digit from a corner opposite to one without extras, if both lines of that corner
    /// have places for the other digit in corners only. The digit there would force the deadly
    /// pattern.
    fn hidden(&self) -> Option<Deduction<L>> {
        let mut bare = (0..4).filter(|&corner| self.extras[corner] == 0);
        bare.find_map(|corner| {
            let opposite = 3 - corner;
            let [bare, cell] = [corner, opposite].map(|corner| self.corners[corner]);
            let houses = [
                self.rectangle.rows[opposite / 2],
                self.rectangle.columns[opposite % 2],
            ];
            bits(self.digits).find_map(|digit| {
                if !self.has_places_in_corners_only(digit, &houses) {
                    return None;
                }
                let other = self.other_digit(digit);
                let removed = self.state.candidate_cells(other) & L::Cells::of(cell);
                let pattern = || {
                    let pattern = self.pattern(hidden_words, digit).with_houses(&houses);
                    pattern.with_cells(&[cell, bare])
                };
                Deduction::excluding(Technique::HiddenRectangle, pattern, other, removed)
            })
        })
    }

    /// True if a digit has places in each of some houses of two corners, but none outside of them.
    fn has_places_in_corners_only(&self, digit: usize, houses: &[usize]) -> bool {
        let layout = &self.state.layout;
        let Rectangle { rows, columns, .. } = self.rectangle;
        let [rows, columns] =
            [rows, columns].map(|[one, other]| layout.group(one) | layout.group(other));
        houses.iter().all(|&house| {
            let places = self.state.candidate_cells(digit) & layout.group(house);
            !places.is_empty() && (places & !(rows & columns)).is_empty()
        })
    }
}

/// Places the extra candidate if all other candidates form a bivalue universal grave.
pub fn plus_one<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    if !state.layout.cages().is_empty() {
        // An exchange of candidates would change the sums of cages.
        return None;
    }
    let rest = state.open & !state.bivalue_cells();
    let cell = rest.first()?;
    if rest.len() > 1 || state.candidates_of(cell).count_ones() != 3 {
        return None;
    }
    let digit =
        bits(state.candidates_of(cell)).find(|&digit| is_one_too_many(state, cell, digit))?;
    let pattern = Pattern::new(words).with_cells(&[cell]);
    let pattern = pattern.with_digits(&[digit]);
    Some(Deduction::placing(
        Technique::BugPlusOne,
        pattern,
        cell,
        digit,
    ))
}

/// True if, without this candidate, every digit has two places or none in each house.
fn is_one_too_many<L: Layout>(state: &SolvingState<L>, cell: usize, digit: usize) -> bool {
    (0..state.layout.digits()).all(|other| {
        (0..state.layout.houses()).all(|house| {
            let extra = other == digit && state.layout.group(house).contains(cell);
            let places = state.places(other, house).count_ones();
            matches!(places - u32::from(extra), 0 | 2)
        })
    })
}

fn words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([cell], [digit]) = (pattern.cells(), pattern.digits());
    let (name, value) = (state.layout.puzzle_cell(cell), sign(digit));
    pattern.described(format!(
        "all open cells except {name} have two candidates; without {value} in {name}, every digit \
         would have two places in each house, a bivalue universal grave: the puzzle would have two \
         solutions; so {name} is {value}"
    ))
}
