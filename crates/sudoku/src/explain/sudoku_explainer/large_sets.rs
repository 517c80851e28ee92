//! Naked and hidden quads, and jellyfish, in the order of Sudoku Explainer.
//!
//! Houses are taken as boxes, columns, rows. The sets of a house are ordered as binary numbers of
//! nine bits, where bit i stands for member i.

use super::super::deduction::{Pattern, Words};
use super::super::fish::fish_words;
use super::super::layout::CellSet;
use super::super::layout::classic::SETS;
use super::super::subsets::{find_hall_sets, hidden_words, naked_words};
use super::super::technique::Technique;
use super::marks::{ExplainedHint, Hint, HintPattern, Marks, cells_in, cells_of, digits_in};
use super::places::Places;

/// Members of a set.
const SIZE: u32 = 4;

/// Finds four cells of a house with four candidates between them.
pub fn naked_quad(marks: &Marks) -> Option<ExplainedHint> {
    first_house(marks, 2 * SIZE, |house| {
        let cells = cells_of(house).map(usize::from);
        let (_, found) = first_set(
            cells.map(|cell| marks.cells[cell]),
            &mut |places, digits| {
                let removed = digits_in(0o777 & !places).map(|place| (cells[place], digits));
                let hint = Hint::removing(marks, 5.0, removed.collect())?;
                Some((hint, places, digits))
            },
        )?;
        Some(quad(found, house, Technique::NakedQuad, naked_words))
    })
}

/// Finds four digits of a house with four places between them.
pub fn hidden_quad(marks: &Marks) -> Option<ExplainedHint> {
    let all = Places::new(marks).houses;
    first_house(marks, 2 * SIZE + 1, |house| {
        let cells = cells_of(house).map(usize::from);
        let places = all.map(|of_digit| of_digit[house]);
        let (_, found) = first_set(places, &mut |digits, places| {
            let removed = digits_in(places).map(|place| (cells[place], !digits));
            let hint = Hint::removing(marks, 5.4, removed.collect())?;
            Some((hint, places, digits))
        })?;
        Some(quad(found, house, Technique::HiddenQuad, hidden_words))
    })
}

/// Returns the first result in boxes, columns, rows with at least this many empty cells.
fn first_house<T>(marks: &Marks, least: u32, find: impl FnMut(usize) -> Option<T>) -> Option<T> {
    let houses = (18..27).chain(9..18).chain(0..9);
    let is_open = |&house: &usize| (marks.empty & SETS[house].0).count_ones() >= least;
    houses.filter(is_open).find_map(find)
}

/// Explains four digits in four places of a house.
fn quad(
    (hint, places, digits): (Hint, u16, u16),
    house: usize,
    technique: Technique,
    words: Words,
) -> ExplainedHint {
    let cells = digits_in(places).map(|place| cells_of(house)[place].into());
    let pattern = Pattern::new(words).with_houses(&[house]);
    let pattern = pattern.with_group(cells.collect::<CellSet>(), digits.into());
    (hint, Some(HintPattern::new(technique, pattern)))
}

/// Finds a digit with four places between four columns, otherwise between four rows.
pub fn jellyfish(marks: &Marks) -> Option<ExplainedHint> {
    let all = Places::new(marks).houses;
    [[9, 0], [0, 9]].into_iter().find_map(|[base, cover]| {
        // The choice of lines comes before the digit.
        let found = (0..9).filter_map(|digit| {
            // Each of 2k lines has two places or more.
            if marks.boards[digit].count_ones() < 4 * SIZE {
                return None;
            }
            let places = std::array::from_fn(|line| all[digit][base + line]);
            let lines = places.iter().filter(|&&places| places != 0).count();
            if lines < 2 * SIZE as usize {
                return None;
            }
            let (chosen, (hint, crossing)) = first_set(places, &mut |chosen, crossing| {
                let outside = digits_in(crossing).flat_map(|line| {
                    let cells = cells_of(cover + line);
                    digits_in(0o777 & !chosen).map(|at| (cells[at].into(), 1 << digit))
                });
                let hint = Hint::removing(marks, 5.2, outside.collect())?;
                Some((hint, crossing))
            })?;
            Some((chosen, digit, crossing, hint))
        });
        let (chosen, digit, crossing, hint) = found.min_by_key(|found| (found.0, found.1))?;
        let chosen = digits_in(chosen).map(|line| base + line);
        let inside = chosen.clone().fold(0, |all, line| all | SETS[line].0) & marks.boards[digit];
        let lines = chosen.chain(digits_in(crossing).map(|line| cover + line));
        let pattern = Pattern::new(fish_words)
            .with_digits(&[digit])
            .with_houses(&lines.collect::<Vec<_>>())
            .with_group(cells_in(inside).collect::<CellSet>(), 0);
        Some((hint, Some(HintPattern::new(Technique::Jellyfish, pattern))))
    })
}

/// Calls `try_set` for sets of four words with two bits or more, and four bits between them. Returns
/// the first one in order with a result. The arguments are the words of the set and their union, as
/// bits.
fn first_set<T>(
    words: [u16; 9],
    try_set: &mut dyn FnMut(u16, u16) -> Option<T>,
) -> Option<(u16, T)> {
    let several = |word: u16| {
        if word.count_ones() > 1 {
            word.into()
        } else {
            0
        }
    };
    let mut first: Option<(u16, T)> = None;
    find_hall_sets(&words.map(several), SIZE, SIZE, |chosen, union| {
        let (chosen, union) = (chosen as u16, union as u16);
        if first.as_ref().is_none_or(|(before, _)| chosen < *before)
            && let Some(found) = try_set(chosen, union)
        {
            first = Some((chosen, found));
        }
        None::<()>
    });
    first
}
