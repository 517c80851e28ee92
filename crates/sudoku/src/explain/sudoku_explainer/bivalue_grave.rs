//! Bivalue universal grave, types 1 to 4.
//!
//! If every empty cell had two candidates, and every digit two places in each house, the puzzle
//! would have no solution or several. So one of the extra candidates, which break this pattern, is
//! true.
//!
//! The search has a quirk of Sudoku Explainer: a house shows an extra candidate only if a single
//! place of its digit is in a cell of three or more candidates.

use super::super::layout::classic::{PEERS, SETS};
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

/// Finds the first hint.
pub fn first(marks: &Marks) -> Option<Hint> {
    let grave = find(marks)?;
    if let [(cell, extras)] = grave.cells[..] {
        return Hint::removing(marks, 5.6, vec![(cell, ALL & !extras)]);
    }
    let exchange = || match grave.cells[..] {
        [first, second] => keep_common_digit(marks, [first, second], grave.extras),
        _ => None,
    };
    if grave.extras.is_power_of_two() {
        let digit = grave.extras.trailing_zeros() as usize;
        let seen = cells_in(grave.common & marks.boards[digit]);
        let removed = seen.map(|cell| (cell, grave.extras)).collect();
        return Hint::removing(marks, 5.7, removed).or_else(exchange);
    }
    if grave.common == 0 {
        return None;
    }
    exchange().or_else(|| naked_set(marks, &grave))
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
fn keep_common_digit(marks: &Marks, cells: [(usize, u16); 2], extras: u16) -> Option<Hint> {
    let [(first, _), (second, _)] = cells;
    let common = marks.cells[first] & marks.cells[second] & !extras;
    shared_houses(first, second).next()?;
    let removed = cells.map(|(cell, extras)| (cell, ALL & !(extras | common)));
    (common.is_power_of_two())
        .then(|| Hint::removing(marks, 5.7, removed.to_vec()))
        .flatten()
}

/// Type 3: the cells act as one that holds an extra digit, in a naked set of a house.
fn naked_set(marks: &Marks, grave: &Grave) -> Option<Hint> {
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
                is_set
                    .then(|| Hint::removing(marks, rating, removed()))
                    .flatten()
            })
        })
    })
}
