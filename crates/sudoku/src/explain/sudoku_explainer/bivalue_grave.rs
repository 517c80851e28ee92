//! Bivalue universal grave, types 1 to 4.
//!
//! If every empty cell had two candidates, and every digit two places in each house, the puzzle
//! would have no solution or several. So one of the extra candidates, which break this pattern, is
//! true.
//!
//! The search has a quirk of Sudoku Explainer: a house shows an extra candidate only if a single
//! place of its digit is in a cell of three or more candidates.

use super::super::deduction::{Conclusion, Pattern, PatternDescription};
use super::super::layout::classic::{PEERS, SETS};
use super::super::layout::{CellSet, LayoutSet, PlainLayout};
use super::super::solving_state::PlainState;
use super::super::step::{digits as listed, digits_or, either, list, names, sign};
use super::super::technique::Technique;
use super::super::wording::{both_or_all, cells_with_digits, naked_set_name};
use super::marks::{
    CELLS, ExplainedHint, Hint, HintPattern, Marks, cells_by_size, cells_in, digits_in, houses_of,
    seen_in_order, shared_houses,
};
use super::unique_loops::sets_with_extras;

/// All nine digits.
const ALL: u16 = 0o777;

/// Cells with extra candidates, in the order in which they are found.
struct Grave {
    /// Each cell with its extra digits.
    cells: Vec<(usize, u16)>,
    /// Extra digits of all cells.
    extras: u16,
    /// Cells, with or without a digit, that see all of them.
    common: u128,
}

/// Finds the first hint. The first group of its pattern are the cells with extra candidates, and
/// there is another one for each cell with its extras.
pub fn first(marks: &Marks) -> Option<ExplainedHint> {
    let grave = find(marks)?;
    let (hint, pattern) = grave.hint(marks)?;
    let cells = grave.cells.iter().map(|&(cell, _)| cell);
    let mut pattern = pattern.with_group(cells.collect::<CellSet>(), 0);
    for &(cell, extras) in &grave.cells {
        pattern = pattern.with_group(CellSet::of(cell), extras.into());
    }
    let pattern = HintPattern::new(Technique::BivalueGrave, pattern);
    Some((hint, Some(pattern)))
}

/// Finds the extra candidates, if they are all that breaks the pattern.
fn find(marks: &Marks) -> Option<Grave> {
    let [_, large] = cells_by_size(marks);
    // Each of these cells is to have extras. Three or more without a common cell give no hint.
    let common = cells_in(large).fold(u128::MAX, |common, cell| common & PEERS[cell].0);
    if large == 0 || large.count_ones() > 2 && common & !large == 0 {
        return None;
    }
    let mut grave = Grave {
        cells: Vec::new(),
        extras: 0,
        common: (1 << CELLS) - 1,
    };
    let mut rest = *marks;
    for house in (18..27).chain(0..18) {
        for digit in 0..9 {
            let places = marks.boards[digit] & SETS[house].0;
            if matches!(places.count_ones(), 0 | 2) {
                continue;
            }
            let broken = places & large;
            if broken == 0 {
                return None;
            }
            if broken.is_power_of_two() {
                let cell = broken.trailing_zeros() as usize;
                grave.add(cell, digit);
                rest.remove(cell, digit);
                if grave.cells.len() > 1 && !grave.extras.is_power_of_two() && grave.common == 0 {
                    return None;
                }
            }
        }
    }
    let [pairs, _] = cells_by_size(&rest);
    let is_whole = rest.boards.iter().all(|board| {
        let counts = SETS.iter().map(|house| (board & house.0).count_ones());
        counts.into_iter().all(|count| count == 0 || count == 2)
    });
    (pairs == marks.empty && is_whole).then_some(grave)
}

impl Grave {
    /// First hint, with the parts of its pattern besides the extra candidates.
    fn hint(&self, marks: &Marks) -> Option<(Hint, Pattern)> {
        if let [(cell, extras)] = self.cells[..] {
            let hint = Hint::removing(marks, 5.6, vec![(cell, ALL & !extras)])?;
            return Some((hint, Pattern::new(one_words)));
        }
        let exchange = || match self.cells[..] {
            [first, second] => keep_common_digit(marks, [first, second], self.extras),
            _ => None,
        };
        if self.extras.is_power_of_two() {
            let digit = self.extras.trailing_zeros() as usize;
            let seen = cells_in(self.common & marks.boards[digit]);
            let removed = seen.map(|cell| (cell, self.extras)).collect();
            let hint = Hint::removing(marks, 5.7, removed);
            let hint = hint.map(|hint| (hint, Pattern::new(extra_words)));
            return hint.or_else(exchange);
        }
        if self.common == 0 {
            return None;
        }
        exchange().or_else(|| naked_set(marks, self))
    }

    fn add(&mut self, cell: usize, digit: usize) {
        self.extras |= 1 << digit;
        match self.cells.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, extras)) => *extras |= 1 << digit,
            None => self.cells.push((cell, 1 << digit)),
        }
        self.common &= PEERS[cell].0 & !(1 << cell);
        for (known, _) in &self.cells {
            self.common &= !(1 << known);
        }
    }
}

/// Type 4: two cells of a house with one other digit in common, which is in one of them.
fn keep_common_digit(
    marks: &Marks,
    cells: [(usize, u16); 2],
    extras: u16,
) -> Option<(Hint, Pattern)> {
    let [(first, _), (second, _)] = cells;
    let common = marks.cells[first] & marks.cells[second] & !extras;
    let house = shared_houses(first, second).next()?;
    let removed = cells.map(|(cell, extras)| (cell, ALL & !(extras | common)));
    if !common.is_power_of_two() {
        return None;
    }
    let hint = Hint::removing(marks, 5.7, removed.to_vec())?;
    let pattern = Pattern::new(common_words).with_houses(&[house]);
    let digit = common.trailing_zeros() as usize;
    Some((hint, pattern.with_digits(&[digit])))
}

/// Type 3: the cells act as one that holds an extra digit, in a naked set of a house.
fn naked_set(marks: &Marks, grave: &Grave) -> Option<(Hint, Pattern)> {
    let &(first, _) = grave.cells.first()?;
    houses_of(first).into_iter().find_map(|house| {
        let within = |cell: usize| SETS[house].0 >> cell & 1 != 0;
        if !grave.cells.iter().all(|&(cell, _)| within(cell)) {
            return None;
        }
        let others = seen_in_order(first);
        let others = others.filter(|&cell| within(cell) && grave.common >> cell & 1 != 0);
        let others: Vec<usize> = others.collect();
        let mut sizes = 2..=6.min(others.len() as u32);
        sizes.find_map(|size| {
            let mut sets = sets_with_extras(marks, &others, size, [0, grave.extras]);
            let rating = 5.7 + f64::from(size - 1) * 0.1;
            sets.find_map(|(members, digits, removed)| {
                let hint = Hint::removing(marks, rating, removed)?;
                let pattern = Pattern::new(naked_words)
                    .with_houses(&[house])
                    .with_digits(&digits_in(digits).collect::<Vec<_>>())
                    .with_cells(&cells_in(members).collect::<Vec<_>>());
                Some((hint, pattern))
            })
        })
    })
}

/// States that the extra candidates are all that breaks the pattern.
fn grave_text(pattern: &Pattern, layout: &PlainLayout) -> String {
    let mut parts: Vec<(u32, CellSet)> = Vec::new();
    for group in &pattern.groups[1..] {
        match parts.iter_mut().find(|(digits, _)| *digits == group.digits) {
            Some((_, cells)) => *cells |= group.cells,
            None => parts.push((group.digits, group.cells)),
        }
    }
    let extras = match &pattern.groups[..] {
        [_, only] if only.digits.is_power_of_two() => {
            let digit = sign(only.digit());
            format!(
                "the extra candidate {digit} of {}",
                names(layout, only.cells)
            )
        }
        _ => {
            let parts = { parts.into_iter() }
                .map(|(digits, cells)| cells_with_digits(layout, cells, digits));
            format!("the extra candidates of {}", list(parts))
        }
    };
    format!(
        "without {extras}, all open cells would have two candidates, and every digit two places in \
         each house: the puzzle would have two solutions"
    )
}

fn described(pattern: &Pattern, title: &'static str, text: String) -> PatternDescription {
    PatternDescription {
        title: Some(title),
        ..pattern.described(text)
    }
}

fn one_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let [all, only] = pattern.groups();
    let text = format!(
        "{}; so {} is {}",
        grave_text(pattern, state.layout),
        names(state.layout, all.cells),
        digits_or(only.digits)
    );
    described(pattern, "Bivalue universal grave type 1", text)
}

fn extra_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let [all, one] = pattern.groups();
    let text = format!(
        "{}; so {} is {}",
        grave_text(pattern, state.layout),
        either(state.layout, all.cells),
        sign(one.digit())
    );
    PatternDescription {
        conclusion: Conclusion::Sees(both_or_all(all.cells)),
        ..described(pattern, "Bivalue universal grave type 2", text)
    }
}

fn common_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([all], [digit], [house]) = (pattern.groups(), pattern.digits(), pattern.houses());
    let text = format!(
        "{}; so one of them is true; in {}, one of {} is {}, so the other one holds its extra",
        grave_text(pattern, state.layout),
        state.layout.house(house),
        names(state.layout, all.cells),
        sign(digit),
    );
    described(pattern, "Bivalue universal grave type 4", text)
}

fn naked_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let ([all], [house]) = (pattern.groups(), pattern.houses());
    let digits = pattern.digits.iter().fold(0, |all, digit| all | 1 << digit);
    let set = naked_set_name(digits);
    let text = format!(
        "{}; so one of them is true; {}, taken as one cell, and {} form a {set} of {} in {}",
        grave_text(pattern, state.layout),
        names(state.layout, all.cells),
        names(state.layout, pattern.cells.iter().copied().collect()),
        listed(digits),
        state.layout.house(house)
    );
    described(pattern, "Bivalue universal grave type 3", text)
}
