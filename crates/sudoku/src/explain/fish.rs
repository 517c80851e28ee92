//! Fish: one digit in two, three or four lines, also with extra places.
//!
//! An X-wing, swordfish or jellyfish has all places of a digit in some lines within as many
//! crossing lines. A finned fish has extra places, the fins, in one box. Either a fin holds the
//! digit, or the fish is valid without its fins. So the digit is removed from the places in the box
//! of the fins that the fish would exclude, since they see all fins. The fish is sashimi if one of
//! its lines has fewer than two places without the fins.

use std::ops::Range;

use super::deduction::{Conclusion, Deduction, Pattern, PatternDescription, Words};
use super::layout::{Layout, LayoutSet, bits, has_at_most};
use super::solving_state::{PlainState, SolvingState};
use super::step::{either, sign};
use super::subsets::{find_hall_sets, find_sets};
use super::technique::Technique;
use super::wording::house_names;
use countless_simd::sort;

/// Lines of one family, which share no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LineSet {
    /// Number of the first line of the family among the houses.
    first: usize,
    /// Lines in the set, one bit for each line of the family.
    bits: u32,
}

impl LineSet {
    /// Numbers of the lines among the houses.
    fn houses(self) -> impl Iterator<Item = usize> + Clone {
        bits(self.bits).map(move |line| self.first + line)
    }

    /// All cells of these lines.
    fn cells<L: Layout>(self, layout: &L) -> L::Cells {
        let houses = self.houses().map(|house| layout.group(house));
        houses.fold(L::Cells::NONE, |all, house| all | house)
    }
}

/// Finds two, three or four rows where all places of a digit lie in as many columns, or the reverse,
/// and removes the digit from the rest of these columns. Also finds fish in other families of houses
/// that cross each other, as rows and regions do.
pub fn find<L: Layout>(
    state: &SolvingState<L>,
    digits: u32,
    technique: Technique,
) -> Option<Deduction<L>> {
    let (layout, size) = (&state.layout, technique.set_size());
    bits(digits).find_map(|digit| {
        let take = |base, cover| {
            move |houses, crossing| {
                let [base, cover] = [(base, houses), (cover, crossing)]
                    .map(|(first, bits)| LineSet { first, bits });
                let inside = state.candidate_cells(digit) & base.cells(layout);
                let removed = state.candidate_cells(digit) & cover.cells(layout) & !inside;
                let pattern =
                    || fish_pattern(fish_words, digit, [base, cover]).with_group(inside, 0);
                Deduction::excluding(technique, pattern, digit, removed)
            }
        };
        let in_lattice = layout.plain().lattices.iter().find_map(|lattice| {
            let (base, cover) = (lattice.base, lattice.cover);
            let words = layout.for_digits(|line| state.places(digit, base + line));
            // A fish of k among n rows leaves a fish of n - k columns, so 2k rows are needed: see
            // `subsets.rs`.
            find_hall_sets(words.as_ref(), size, 2 * size, take(base, cover))
        });
        in_lattice.or_else(|| {
            let mut pairs = layout.plain().family_pairs.iter();
            pairs.find_map(|[base, cover]| {
                let words = layout.for_digits(|number| {
                    let house = Some(base.start + number).filter(|house| base.contains(house));
                    house.map_or(0, |house| crossed_houses(state, digit, house, cover))
                });
                find_hall_sets(words.as_ref(), size, size, take(base.start, cover.start))
            })
        })
    })
}

/// Houses of a family that contain the places of a digit in `house`, one bit each. Returns 0 if a
/// place is in no house of the family.
fn crossed_houses<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    house: usize,
    family: &Range<usize>,
) -> u32 {
    let layout = &state.layout;
    let mut crossed = 0;
    for place in bits(state.places(digit, house)) {
        let mut seats = layout.places_of(layout.cell_at(house, place));
        match seats.find(|(other, _)| family.contains(other)) {
            Some((other, _)) => crossed |= 1 << (other - family.start),
            None => return 0,
        }
    }
    crossed
}

/// Creates the pattern of a fish without its cells.
fn fish_pattern(words: Words, digit: usize, [base, cover]: [LineSet; 2]) -> Pattern {
    let houses: Vec<usize> = base.houses().chain(cover.houses()).collect();
    Pattern::new(words)
        .with_digits(&[digit])
        .with_houses(&houses)
}

/// Base lines of a fish and as many cover lines, each in order.
fn fish_lines(pattern: &Pattern) -> [Vec<usize>; 2] {
    let (base, cover) = pattern.houses.split_at(pattern.houses.len() / 2);
    [base, cover].map(|lines| {
        let mut lines = lines.to_vec();
        sort(&mut lines);
        lines
    })
}

/// Names the lines of a fish without fins.
pub fn fish_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], [base, cover]) = (pattern.digits(), fish_lines(pattern));
    let text = format!(
        "in {} (base sets), {} can only be in {} (cover sets)",
        house_names(state.layout, &base),
        sign(digit),
        house_names(state.layout, &cover)
    );
    PatternDescription {
        houses: [base, cover].concat(),
        conclusion: Conclusion::Where("in the cover sets only"),
        ..pattern.described(text)
    }
}

/// Finds two, three or four lines where all places of a digit lie in as many crossing lines or in one
/// box. A finned fish is preferred; a sashimi fish, the next technique, is returned only if `upto`
/// allows it.
pub fn find_finned<L: Layout>(
    state: &SolvingState<L>,
    digits: u32,
    finned: Technique,
    upto: Technique,
) -> Option<Deduction<L>> {
    let (size, sashimi) = (finned.set_size(), Technique::ALL[finned as usize + 1]);
    let mut second = None;
    // A fish needs two places in each line, and one more place to remove.
    for digit in bits(digits).filter(|&digit| state.candidate_cells(digit).len() > 2 * size) {
        for lattice in &state.layout.plain().lattices {
            let (base, cover) = (lattice.base, lattice.cover);
            let search = FinnedFishSearch {
                state,
                size,
                digit,
                base,
                cover,
                base_places: (state.layout).for_digits(|line| state.places(digit, base + line)),
            };
            let lines = (0..state.layout.digits())
                .filter(|&line| !has_at_most(search.base_places[line], 1));
            let lines = lines.fold(0_u32, |all, line| all | 1 << line);
            // The complement of a fish of k among n lines is a fish of n - k crossing lines, with
            // the same fins. So fewer than 2k lines need no search, as in `subsets.rs`.
            if lines.count_ones() < 2 * size {
                continue;
            }
            let mut accept = |pattern: &dyn Fn() -> Pattern, removed, is_sashimi: bool| {
                if !is_sashimi {
                    return Deduction::excluding(finned, pattern, digit, removed);
                }
                if second.is_none() {
                    second = Deduction::excluding(sashimi, pattern, digit, removed);
                }
                None
            };
            let mut areas = lattice.areas.iter();
            let found =
                areas.find_map(|(area, span)| search.in_area(*area, span, lines, &mut accept));
            if found.is_some() {
                return found;
            }
        }
    }
    second.filter(|_| sashimi <= upto)
}

/// Search for the finned fish of a digit.
struct FinnedFishSearch<'a, L: Layout> {
    state: &'a SolvingState<L>,
    /// Number of base lines and of cover lines.
    size: u32,
    digit: usize,
    /// Numbers of the first base line and of the first cover line among the houses.
    base: usize,
    cover: usize,
    /// Places in each base line, one bit each.
    base_places: L::OfDigits<u32>,
}

impl<L: Layout> FinnedFishSearch<'_, L> {
    /// Passes each fish with fins in `area` that removes something to `accept`, until that returns
    /// a deduction. `span` are the lines through the area. The arguments are the pattern, the cells
    /// that lose the digit, and true for a sashimi fish.
    fn in_area(
        &self,
        area: usize,
        span: &Range<usize>,
        lines: u32,
        accept: &mut impl FnMut(&dyn Fn() -> Pattern, L::Cells, bool) -> Option<Deduction<L>>,
    ) -> Option<Deduction<L>> {
        let layout = &self.state.layout;
        let shared = |line: usize| layout.places_in_area(self.base + line, area);
        let words = span
            .clone()
            .map(|line| self.base_places[line] & shared(line));
        let in_area = words.fold(0, |all, word| all | word);
        if has_at_most(in_area, 1) {
            return None;
        }
        let mut own = layout.for_digits(|_| 0_u32);
        span.clone().for_each(|line| own[line] = shared(line));
        bits(in_area).find_map(|target| {
            let target = 1 << target;
            // Places that need a cover line besides the target: in lines through the area, those
            // outside it.
            let rest = layout.for_digits(|line| self.base_places[line] & !(own[line] | target));
            let has_fin = |&line: &usize| self.base_places[line] & own[line] & !target != 0;
            let finned = span.clone().filter(has_fin);
            let finned = finned.fold(0_u32, |all, line| all | 1 << line);
            let (rest, usable) = (rest.as_ref(), [lines, finned]);
            find_sets(rest, self.size, usable, target, |lines, cover| {
                self.fish(lines, cover, area, accept)
            })
        })
    }

    /// Passes the fish of some base lines and cover lines to `accept`, if it has fins and removes
    /// something.
    fn fish(
        &self,
        lines: u32,
        cover: u32,
        area: usize,
        accept: &mut impl FnMut(&dyn Fn() -> Pattern, L::Cells, bool) -> Option<Deduction<L>>,
    ) -> Option<Deduction<L>> {
        let has_fins = bits(lines).any(|line| self.base_places[line] & !cover != 0);
        if !has_fins || cover.count_ones() != self.size {
            return None;
        }
        let is_sashimi = bits(lines).any(|line| (self.base_places[line] & cover).count_ones() < 2);
        let [base, cover] =
            [(self.base, lines), (self.cover, cover)].map(|(first, bits)| LineSet { first, bits });
        let marks = self.state.candidate_cells(self.digit);
        let cells = marks & base.cells(&self.state.layout);
        let removed =
            marks & self.state.layout.group(area) & cover.cells(&self.state.layout) & !cells;
        if removed.is_empty() {
            return None;
        }
        let fins = cells & !cover.cells(&self.state.layout);
        let pattern = || {
            let pattern = fish_pattern(finned_words, self.digit, [base, cover]);
            pattern.with_group(fins, 0).with_group(cells, 0)
        };
        accept(&pattern, removed, is_sashimi)
    }
}

fn finned_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], [fins], [base, cover]) =
        (pattern.digits(), pattern.groups(), fish_lines(pattern));
    let (value, cover_lines) = (sign(digit), house_names(state.layout, &cover));
    let (fin, without, seen) = match fins.cells.only() {
        Some(_) => ("fin", format!("the fin is not {value}"), "the fin"),
        None => ("fins", format!("no fin is {value}"), "all fins"),
    };
    let text = format!(
        "in {} (base sets), {value} can only be in {cover_lines} (cover sets) or in the {fin} {}; \
         if {without}, {cover_lines} have no other place for it",
        house_names(state.layout, &base),
        either(state.layout, fins.cells)
    );
    PatternDescription {
        houses: [base, cover].concat(),
        conclusion: Conclusion::Sees(seen.to_owned()),
        ..pattern.described(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Classic;
    use super::*;

    #[test]
    fn lines_have_names_and_numbers() {
        let columns = LineSet {
            first: 9,
            bits: 0o401,
        };
        let houses: Vec<usize> = columns.houses().collect();
        assert_eq!(house_names(Classic.plain(), &houses), "columns 1 and 9");
        assert_eq!(houses, [9, 17]);
    }
}
