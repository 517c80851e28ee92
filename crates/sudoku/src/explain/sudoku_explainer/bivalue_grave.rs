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
use super::super::layout::{CellSet, LayoutSet, PlainLayout, bits};
use super::super::solving_state::PlainState;
use super::super::step::{digits as listed, digits_or, either, list, names, sign};
use super::super::wording::{both_or_all, cells_with_digits};
use super::marks::{
    CELLS, Hint, Marks, SEEN_IN_ORDER, cells_by_size, cells_in, choices, digits_in, houses_of,
    shared_houses,
};

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

/// Type of a hint, with what its words need.
enum Kind {
    /// One cell has extra candidates.
    One,
    /// All extra candidates are this digit.
    Extra,
    /// A digit in one of two cells of the house.
    Common(usize, u16),
    /// Cells of the house that form a naked set of these digits with the extras.
    Naked(usize, u128, u16),
}

/// Finds the first hint.
pub fn first(marks: &Marks) -> Option<Hint> {
    find_hint(marks).map(|(hint, ..)| hint)
}

/// Returns the pattern of the first hint. Its first group are the cells with extra candidates, and
/// there is another one for each cell with its extras.
pub fn pattern(marks: &Marks) -> Option<Pattern> {
    let (_, grave, kind) = find_hint(marks)?;
    let cells: CellSet = grave.cells.iter().map(|&(cell, _)| cell).collect();
    let mut pattern = match kind {
        Kind::One => Pattern::new(one_words),
        Kind::Extra => Pattern::new(extra_words),
        Kind::Common(house, digit) => {
            let digit = digit.trailing_zeros() as usize;
            Pattern::new(common_words)
                .with_houses(&[house])
                .with_digits(&[digit])
        }
        Kind::Naked(house, members, digits) => Pattern::new(naked_words)
            .with_houses(&[house])
            .with_digits(&digits_in(digits).collect::<Vec<_>>())
            .with_cells(&cells_in(members).collect::<Vec<_>>()),
    };
    pattern = pattern.with_group(cells, 0);
    for &(cell, extras) in &grave.cells {
        pattern = pattern.with_group(CellSet::of(cell), extras.into());
    }
    Some(pattern)
}

fn find_hint(marks: &Marks) -> Option<(Hint, Grave, Kind)> {
    let grave = find(marks)?;
    if let [(cell, extras)] = grave.cells[..] {
        let hint = Hint::removing(marks, 5.6, vec![(cell, ALL & !extras)])?;
        return Some((hint, grave, Kind::One));
    }
    let exchange = || match grave.cells[..] {
        [first, second] => keep_common_digit(marks, [first, second], grave.extras),
        _ => None,
    };
    if grave.extras.is_power_of_two() {
        let digit = grave.extras.trailing_zeros() as usize;
        let seen = cells_in(grave.common & marks.boards[digit]);
        let removed = seen.map(|cell| (cell, grave.extras)).collect();
        let hint = Hint::removing(marks, 5.7, removed).map(|hint| (hint, Kind::Extra));
        let (hint, kind) = hint.or_else(exchange)?;
        return Some((hint, grave, kind));
    }
    if grave.common == 0 {
        return None;
    }
    let (hint, kind) = exchange().or_else(|| naked_set(marks, &grave))?;
    Some((hint, grave, kind))
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
fn keep_common_digit(marks: &Marks, cells: [(usize, u16); 2], extras: u16) -> Option<(Hint, Kind)> {
    let [(first, _), (second, _)] = cells;
    let common = marks.cells[first] & marks.cells[second] & !extras;
    let house = shared_houses(first, second).next()?;
    let removed = cells.map(|(cell, extras)| (cell, ALL & !(extras | common)));
    if !common.is_power_of_two() {
        return None;
    }
    let hint = Hint::removing(marks, 5.7, removed.to_vec())?;
    Some((hint, Kind::Common(house, common)))
}

/// Type 3: the cells act as one that holds an extra digit, in a naked set of a house.
fn naked_set(marks: &Marks, grave: &Grave) -> Option<(Hint, Kind)> {
    let &(first, _) = grave.cells.first()?;
    let seen = SEEN_IN_ORDER[first].map(usize::from);
    houses_of(first).into_iter().find_map(|house| {
        let within = |cell: usize| SETS[house].0 >> cell & 1 != 0;
        if !grave.cells.iter().all(|&(cell, _)| within(cell)) {
            return None;
        }
        let others = seen.iter().copied();
        let others: Vec<usize> = others
            .filter(|&cell| within(cell) && grave.common >> cell & 1 != 0)
            .collect();
        (2..=6).find_map(|size| {
            if others.len() < size as usize {
                return None;
            }
            choices(size - 1, others.len()).find_map(|chosen| {
                let members = digits_in(chosen).map(|at| marks.cells[others[at]]);
                let union = members.clone().fold(0, |all, digits| all | digits);
                let is_set = union.count_ones() == size
                    && grave.extras & !union == 0
                    && members.clone().all(|digits| digits.count_ones() >= 2);
                let rest = (0..others.len()).filter(|at| chosen >> at & 1 == 0);
                let removed = || rest.map(|at| (others[at], union)).collect();
                let rating = 5.7 + f64::from(size - 1) * 0.1;
                if !is_set {
                    return None;
                }
                let hint = Hint::removing(marks, rating, removed())?;
                let chosen = digits_in(chosen).fold(0, |all, at| all | 1 << others[at]);
                Some((hint, Kind::Naked(house, chosen, union)))
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
    let set = match bits(digits).count() {
        2 => "naked pair",
        3 => "naked triple",
        4 => "naked quad",
        _ => "naked set",
    };
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
