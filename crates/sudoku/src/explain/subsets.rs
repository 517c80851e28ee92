//! Naked and hidden singles, pairs, triples and quads, and the search for them.
//!
//! If k cells of a house have only k candidates between them, these cells hold these k digits. This
//! also applies to k digits and their places, and to k lines and the crossing lines of a digit's
//! places. Such a set, which fills exactly as many places as it has members, is a Hall set, so
//! subsets and fish are one search. (P. Hall, "On representatives of subsets", 1935.)
//!
//! Among n unsolved cells of a house, a naked set of k cells leaves a hidden set of n - k digits,
//! and the reverse. Small sets are searched first: singles, naked pairs, hidden pairs, naked
//! triples and so on. So a naked set can be new only if n - k >= k, and a hidden set only if n - k
//! > k. The state records singles as they arise, so these need no search.

use super::deduction::{Conclusion, Deduction, Pattern, PatternDescription};
use super::layout::{CellSet, Layout, LayoutSet, PlainLayout, bits, has_at_most};
use super::solving_state::{ChangeSet, PlainState, SolvingState};
use super::step::{digits as listed, names, sign};
use super::technique::Technique;
use super::wording::{both_or_all, house_names};

/// First cell with one candidate, and that candidate.
#[inline(always)]
pub fn naked_single<L: Layout>(state: &SolvingState<L>) -> Option<(usize, usize)> {
    let cell = state.naked_singles.first()?;
    // The last candidate may be lost, too, if the grid has no solution.
    let digit = bits(state.candidates_of(cell)).next()?;
    Some((cell, digit))
}

/// First digit with one place in a box, otherwise in a line: cell, digit, house.
///
/// Boxes come before lines because people see them best.
#[inline(always)]
pub fn hidden_single<L: Layout>(state: &SolvingState<L>) -> Option<(usize, usize, usize)> {
    hidden_in_box(state).or_else(|| hidden_from(state, 0))
}

/// First digit with one place in a box: cell, digit, house.
#[inline(always)]
pub fn hidden_in_box<L: Layout>(state: &SolvingState<L>) -> Option<(usize, usize, usize)> {
    hidden_from(state, state.layout.lines())
}

/// First digit with one place in a house numbered at least `first`: cell, digit, house.
#[inline(always)]
fn hidden_from<L: Layout>(state: &SolvingState<L>, first: usize) -> Option<(usize, usize, usize)> {
    let mut digits = 0..state.layout.digits();
    let (digit, house) = digits.find_map(|digit| {
        let house = state.hidden_singles(digit).first_from(first)?;
        Some((digit, house))
    })?;
    let place = bits(state.places(digit, house)).next()?;
    Some((state.layout.cell_at(house, place), digit, house))
}

/// Technique of a hidden single in a house.
#[inline(always)]
pub fn hidden_single_technique(layout: &impl Layout, house: usize) -> Technique {
    if house >= layout.lines() {
        Technique::HiddenSingle
    } else {
        Technique::HiddenSingleLine
    }
}

/// Returns the result of [`naked_single`] as a deduction.
pub fn find_naked_single<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    naked_single(state).map(|(cell, digit)| {
        let pattern = Pattern::new(naked_single_words).with_cells(&[cell]);
        let pattern = pattern.with_digits(&[digit]);
        Deduction::placing(Technique::NakedSingle, pattern, cell, digit)
    })
}

/// Returns the result of [`hidden_single`] as a deduction, if it belongs to `technique`.
pub fn find_hidden_single<L: Layout>(
    state: &SolvingState<L>,
    technique: Technique,
) -> Option<Deduction<L>> {
    let found = hidden_single(state)
        .filter(|&(_, _, house)| hidden_single_technique(&state.layout, house) == technique);
    found.map(|(cell, digit, house)| hidden_single_in(technique, cell, digit, house))
}

/// Returns the only place of a digit in a house as a deduction.
pub fn hidden_single_in<L: Layout>(
    technique: Technique,
    cell: usize,
    digit: usize,
    house: usize,
) -> Deduction<L> {
    let pattern = Pattern::new(hidden_single_words).with_cells(&[cell]);
    let pattern = pattern.with_digits(&[digit]).with_houses(&[house]);
    Deduction::placing(technique, pattern, cell, digit)
}

fn naked_single_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([cell], [digit]) = (pattern.cells(), pattern.digits());
    let name = state.layout.puzzle_cell(cell);
    pattern.described(format!("{name} can only be {}", sign(digit)))
}

/// States the only place of a digit in a house, or names a house without another open cell.
fn hidden_single_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([cell], [digit], [house]) = (pattern.cells(), pattern.digits(), pattern.houses());
    let (name, value) = (state.layout.puzzle_cell(cell), sign(digit));
    let is_open = |&&member: &&u16| state.digits[usize::from(member)] == 0;
    let is_full = |&house: &usize| state.layout.members(house).iter().filter(is_open).count() == 1;
    let houses = std::iter::once(house).chain(state.layout.houses_of(cell));
    if let Some(house) = { houses }.find(is_full) {
        let text = format!(
            "{name} is the last open cell of {}, so it is {value}",
            state.layout.house(house)
        );
        return PatternDescription {
            houses: vec![house],
            title: Some("Full house"),
            ..pattern.described(text)
        };
    }
    pattern.described(format!(
        "in {}, {value} can only be in {name}",
        state.layout.house(house)
    ))
}

impl<L: Layout> SolvingState<L> {
    /// Returns a single as cell and digit.
    pub fn single(&self) -> Option<(usize, usize)> {
        let hidden = hidden_single(self).map(|(cell, digit, _)| (cell, digit));
        hidden.or_else(|| naked_single(self))
    }
}

/// Finds two, three or four cells of a house with as many candidates. These candidates are removed
/// from all other cells that see the whole set.
pub fn naked<L: Layout>(
    state: &SolvingState<L>,
    news: ChangeSet<L>,
    technique: Technique,
) -> Option<Deduction<L>> {
    let size = technique.set_size();
    news.groups(&state.layout).find_map(|house| {
        // A cage does not have hidden sets.
        let is_house = house < state.layout.houses();
        let least = if is_house { 2 * size } else { size };
        let words = state.candidates_in(house);
        find_hall_sets(words.as_ref(), size, least, |places, digits| {
            let cells = state.layout.cells_at(house, places);
            let others = state.layout.common_peers(cells);
            let removed = state.candidates_among(digits, others);
            let pattern = || {
                Pattern::new(naked_words)
                    .with_group(cells, digits)
                    .with_houses(&[house])
            };
            Deduction::removing(technique, pattern, removed)
        })
    })
}

/// Finds two, three or four digits with as many places in a house, and removes all other digits
/// from these cells.
pub fn hidden<L: Layout>(
    state: &SolvingState<L>,
    news: ChangeSet<L>,
    technique: Technique,
) -> Option<Deduction<L>> {
    let size = technique.set_size();
    news.houses(&state.layout).find_map(|house| {
        let words = state.places_of_all(house);
        find_hall_sets(words.as_ref(), size, 2 * size + 1, |digits, places| {
            let cells = state.layout.cells_at(house, places);
            let others = state.layout.all_digits() & !digits;
            let removed = state.candidates_among(others, cells);
            let pattern = || {
                Pattern::new(hidden_words)
                    .with_group(cells, digits)
                    .with_houses(&[house])
            };
            Deduction::removing(technique, pattern, removed)
        })
    })
}

/// Names the houses in which candidates are removed. A set that removes candidates in two houses is
/// called locked.
pub fn naked_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([group], [house]) = (pattern.groups(), pattern.houses());
    let layout = state.layout;
    let losing = pattern.losing_cells();
    let (houses, is_told) = houses_of_set(layout, group.cells, losing, house);
    let text = format!(
        "in {}, {} can only hold {}",
        house_names(layout, &houses),
        names(layout, group.cells),
        listed(group.digits)
    );
    let title = match (houses.len(), group.cells.len()) {
        (0 | 1, _) => None,
        (_, 2) => Some("Locked pair"),
        (_, 3) => Some("Locked triple"),
        _ => Some("Locked quad"),
    };
    let conclusion = if is_told {
        Conclusion::Follows
    } else {
        Conclusion::Sees(both_or_all(group.cells))
    };
    PatternDescription {
        houses,
        title,
        conclusion,
        ..pattern.described(text)
    }
}

/// Houses of a set of cells in which the cells `losing` lie: one house if possible, and `house`
/// before others. Also returns whether the houses contain all these cells. In variants, a cell may
/// see the cells of the set in several houses.
fn houses_of_set(
    layout: &PlainLayout,
    cells: CellSet,
    losing: CellSet,
    house: usize,
) -> (Vec<usize>, bool) {
    let has_all = |&house: &usize| (losing & !layout.group(house)).is_empty();
    let mut all = std::iter::once(house).chain(layout.common_groups(cells));
    if let Some(house) = all.find(has_all) {
        return (vec![house], true);
    }
    let mut rest = losing;
    let houses = layout.common_groups(cells).filter(|&house| {
        let is_new = rest.meets(layout.group(house));
        rest &= !layout.group(house);
        is_new
    });
    let houses: Vec<usize> = houses.collect();
    if houses.is_empty() {
        return (vec![house], false);
    }
    (houses, rest.is_empty())
}

/// Names the house of a hidden set.
pub fn hidden_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([group], [house]) = (pattern.groups(), pattern.houses());
    pattern.described(format!(
        "in {}, {} can only be in {}",
        state.layout.house(house),
        listed(group.digits),
        names(state.layout, group.cells)
    ))
}

/// Calls `try_set` for the sets of `size` nonzero words, at most four, that have at most `size` bits
/// between them, and returns its first result. The arguments are the words of the set and their
/// union, as bits.
///
/// Returns `None` if fewer than `least` words are nonzero.
pub fn find_hall_sets<T>(
    words: &[u32],
    size: u32,
    least: u32,
    try_set: impl FnMut(u32, u32) -> Option<T>,
) -> Option<T> {
    let mut open = 0_u32;
    for (i, word) in words.iter().enumerate() {
        open |= u32::from(*word != 0) << i;
    }
    if open.count_ones() < least {
        return None;
    }
    find_sets(words, size, [open, open], 0, try_set)
}

/// Finds sets as [`find_hall_sets`] does, among the words `usable`, with one in `needed` at least. The
/// bits of `union` are in the union of every set.
pub fn find_sets<T>(
    words: &[u32],
    size: u32,
    [usable, needed]: [u32; 2],
    union: u32,
    mut try_set: impl FnMut(u32, u32) -> Option<T>,
) -> Option<T> {
    let mut found = None;
    let mut take = |members, union| {
        found = try_set(members, union);
        found.is_some()
    };
    let visit = match size {
        1 => visit_sets::<1>,
        2 => visit_sets::<2>,
        3 => visit_sets::<3>,
        _ => visit_sets::<4>,
    };
    visit(words, [usable, needed], union, &mut take);
    found
}

/// Calls `take` for each set until it returns true.
fn visit_sets<const SIZE: u32>(
    words: &[u32],
    [usable, needed]: [u32; 2],
    union: u32,
    take: &mut dyn FnMut(u32, u32) -> bool,
) {
    let small = bits(usable).filter(|&i| has_at_most(words[i] | union, SIZE));
    let small = small.fold(0_u32, |all, i| all | 1 << i);
    if !has_at_most(small, SIZE - 1) {
        extend::<SIZE>(words, [small, needed], (0, union), take);
    }
}

/// Adds words from `rest` to a set until it has `SIZE` members, at least one of them in `needed`.
/// Returns whether `take` has returned true.
fn extend<const SIZE: u32>(
    words: &[u32],
    [mut rest, needed]: [u32; 2],
    (members, union): (u32, u32),
    take: &mut dyn FnMut(u32, u32) -> bool,
) -> bool {
    if !has_at_most(members, SIZE - 1) {
        return take(members, union);
    }
    while (rest | members) & needed != 0 && rest != 0 {
        let i = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let wider = union | words[i];
        if has_at_most(wider, SIZE)
            && extend::<SIZE>(words, [rest, needed], (members | 1 << i, wider), take)
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_the_sets_that_trying_all_finds(
            words in prop::array::uniform9(0..0o1000_u32), size in 1..=4_u32,
        ) {
            // Sparse words: dense ones contain no sets.
            let words = words.map(|word| word & word >> 1 & 0o375);
            let mut found = Vec::new();
            let push = |members, union| {
                found.push((members, union));
                None::<()>
            };
            find_hall_sets(&words, size, 0, push);
            found.sort_unstable();
            let expected = (0..0o1000_u32).filter(|set| set.count_ones() == size);
            let expected: Vec<(u32, u32)> = expected
                .filter_map(|set| {
                    let members = (0..9).filter(|i| set >> i & 1 != 0);
                    let union = members.clone().fold(0, |union, i| union | words[i]);
                    let whole = members.into_iter().all(|i| words[i] != 0);
                    (whole && union.count_ones() <= size).then_some((set, union))
                })
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
