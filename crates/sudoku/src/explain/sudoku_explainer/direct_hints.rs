//! Hidden singles that appear once locked candidates or a hidden set have removed candidates. Only
//! the single is a result: the other candidates stay.

use super::super::deduction::{Deduction, Pattern, PatternDescription};
use super::super::layout::{Classic, Layout, LayoutSet, bits};
use super::super::solving_state::{ChangeSet, PlainState, SolvingState};
use super::super::step::{digits as listed, either, names, sign};
use super::super::subsets::find_hall_sets;
use super::super::technique::Technique;
use super::super::wording::both_or_all;

/// Number of lines. Boxes come behind them.
const LINES: usize = 18;

/// Finds a digit with all its places in a box in one line, or the reverse, and another house that
/// crosses the second one, with one place for the digit outside of that.
pub fn locked(
    state: &SolvingState<Classic>,
    news: ChangeSet<Classic>,
    technique: Technique,
) -> Option<Deduction<Classic>> {
    let houses = match technique {
        Technique::Pointing => LINES..LINES + 9,
        _ => 0..LINES,
    };
    bits(news.digits).find_map(|digit| {
        houses.clone().find_map(|within| {
            let also = locking(state, digit, within)?;
            // A line crosses three boxes. A box crosses rows first, then columns.
            let parallel = if within < LINES { within / 9 * 3 } else { 0 };
            let others = Classic.crossings(also).map(|(_, other)| other);
            let others = others.skip(parallel).take(3);
            place(state, technique, digit, [within, also], others)
        })
    })
}

/// Returns the house that has all places of a digit in `within`, if there are several.
fn locking(state: &SolvingState<Classic>, digit: usize, within: usize) -> Option<usize> {
    let places = state.places(digit, within);
    if places & places.wrapping_sub(1) == 0 {
        return None;
    }
    let mut crossings = Classic.crossings(within);
    let found = crossings.find(|(shared, _)| places & !shared == 0);
    found.map(|(_, also)| also)
}

/// Places a digit that is locked in the second house, as the first one says, where only one of its
/// places in another house is outside of it.
fn place(
    state: &SolvingState<Classic>,
    technique: Technique,
    digit: usize,
    [within, also]: [usize; 2],
    mut others: impl Iterator<Item = usize>,
) -> Option<Deduction<Classic>> {
    let marks = state.candidate_cells(digit).0;
    others.find_map(|house| {
        let left = marks & Classic.group(house).0 & !Classic.group(also).0;
        let is_new = house != within && left.is_power_of_two();
        if !is_new || left == marks & Classic.group(house).0 {
            return None;
        }
        let cell = left.trailing_zeros() as usize;
        let pattern = Pattern::new(locked_words).with_digits(&[digit]);
        let pattern = pattern.with_houses(&[within, also, house]);
        let places = |house: usize| state.candidate_cells(digit) & Classic.group(house);
        let pattern = pattern.with_group(places(within), 1 << digit);
        let pattern = pattern
            .with_group(places(house), 1 << digit)
            .with_cells(&[cell]);
        Some(Deduction::placing(technique, pattern, cell, digit))
    })
}

/// Finds two or three digits with as many places in a house, and another digit that has one place
/// besides these.
pub fn hidden(
    state: &SolvingState<Classic>,
    news: ChangeSet<Classic>,
    technique: Technique,
) -> Option<Deduction<Classic>> {
    let size = technique.set_size();
    news.houses(&Classic).find_map(|house| {
        let words = state.places_of_all(house);
        find_hall_sets(&words, size, size + 1, |digits, places| {
            let mut others = (0..9).filter(|digit| digits >> digit & 1 == 0);
            let digit = others.find(|&digit| {
                (words[digit] & !places).is_power_of_two() && words[digit] & places != 0
            })?;
            let place = (words[digit] & !places).trailing_zeros() as usize;
            let cell = Classic.cell_at(house, place);
            let pattern = Pattern::new(hidden_words).with_digits(&[digit]);
            let pattern = pattern.with_group(Classic.cells_at(house, places), digits);
            let pattern = pattern.with_houses(&[house]).with_cells(&[cell]);
            Some(Deduction::placing(technique, pattern, cell, digit))
        })
    })
}

/// Names the locked digit, and the house where it has one place left.
fn locked_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], [group], [cell]) = (pattern.digits(), pattern.groups(), pattern.cells());
    let is_line = pattern.houses[1] < LINES;
    let [within, also, house] = pattern.houses().map(|house| state.layout.house(house));
    let text = format!(
        "in {within}, {} can only be in {}, {} in {also}; so in {house}, it can only be in {}",
        sign(digit),
        either(state.layout, group.cells),
        both_or_all(group.cells),
        state.layout.puzzle_cell(cell)
    );
    PatternDescription {
        title: Some(if is_line {
            "Direct pointing"
        } else {
            "Direct claiming"
        }),
        ..pattern.described(text)
    }
}

/// Names the hidden set, and the digit with one place left.
fn hidden_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([digit], [group], [cell]) = (pattern.digits(), pattern.groups(), pattern.cells());
    let [house] = pattern.houses();
    let text = format!(
        "in {}, {} can only be in {}; so {} can only be in {}",
        state.layout.house(house),
        listed(group.digits),
        names(state.layout, group.cells),
        sign(digit),
        state.layout.puzzle_cell(cell)
    );
    PatternDescription {
        title: Some(match group.cells.len() {
            2 => "Direct hidden pair",
            _ => "Direct hidden triple",
        }),
        ..pattern.described(text)
    }
}
