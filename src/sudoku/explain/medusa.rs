//! 3D Medusa: candidates of all digits that are true together, or false together.
//!
//! A cell with two candidates and a unit with two places for a digit join two candidates, of
//! which one is true. Candidates joined in this way take two colours by turns: all of one
//! colour are true, and none of the other.

use super::cells::{CellSet, Marks, UNITS, UNITS_OF, bits, has_two};
use super::colouring::partners;
use super::deduction::{Deduction, Flaw, Pattern};
use super::state::State;
use super::technique::Technique;

/// The fewest candidates of two colours that may tell more than locked candidates do.
const LEAST: usize = 4;

/// The first colours of which one is false, or that exclude a candidate both.
pub fn find(state: &State) -> Option<Deduction> {
    let mut fresh: [CellSet; 9] = std::array::from_fn(|digit| state.marks(digit));
    for digit in 0..9 {
        while let Some(cell) = fresh[digit].first() {
            let (colours, count) = colour(state, digit, cell);
            for (digit, fresh) in fresh.iter_mut().enumerate() {
                *fresh &= !(colours[0][digit] | colours[1][digit]);
            }
            let found = if count < LEAST {
                None
            } else {
                judge(state, &colours.map(|colour| Colour::new(state, colour)))
            };
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// The candidates joined with one, those of its colour, and those of the other, and how many
/// they are.
pub fn colour(state: &State, digit: usize, cell: usize) -> ([Marks; 2], usize) {
    let mut count = 1;
    let mut colours = [Marks::of(digit, CellSet::of(cell)), Marks::NONE];
    let mut open = vec![(digit, cell, 0)];
    while let Some((digit, cell, own)) = open.pop() {
        let mut join = |digit: usize, cell: usize| {
            if !colours[1 - own][digit].contains(cell) {
                colours[1 - own][digit].insert(cell);
                open.push((digit, cell, 1 - own));
                count += 1;
            }
        };
        for partner in partners(state, digit, cell).iter() {
            join(digit, partner);
        }
        let others = state.cell(cell) & !(1 << digit);
        if has_two(state.cell(cell)) {
            bits(others).for_each(|other| join(other, cell));
        }
    }
    (colours, count)
}

/// The candidates of a colour.
struct Colour {
    marks: Marks,
    /// The candidates that it leaves, if it is true.
    left: Marks,
    /// What shows that it is false.
    flaw: Option<Flaw>,
}

impl Colour {
    fn new(state: &State, marks: Marks) -> Self {
        let mut cells = CellSet::NONE;
        let (mut twice, mut both) = (None, None);
        let mut left = Marks::NONE;
        for digit in 0..9 {
            let seen = marks[digit].peers_of_any();
            twice = twice.or((cells & marks[digit]).first());
            both = both.or((seen & marks[digit]).first().map(|cell| (digit, cell)));
            cells |= marks[digit];
            left[digit] = state.marks(digit) & !seen;
        }
        for digit in 0..9 {
            left[digit] &= !cells | marks[digit];
        }
        let mut colour = Self {
            marks,
            left,
            flaw: None,
        };
        colour.flaw = match (twice, both) {
            (Some(cell), _) => Some(Flaw::Twice { cell }),
            (None, Some((digit, cell))) => {
                let shared = |&unit: &usize| (marks[digit] & CellSet::unit(unit)).only().is_none();
                let unit = UNITS_OF[cell].into_iter().find(shared);
                unit.map(|unit| Flaw::Both { digit, unit })
            }
            (None, None) => colour.lacks(state),
        };
        colour
    }

    /// The first cell or unit that it leaves nothing.
    fn lacks(&self, state: &State) -> Option<Flaw> {
        let covered = (0..9).fold(CellSet::NONE, |all, digit| all | self.left[digit]);
        if let Some(cell) = (state.open() & !covered).first() {
            return Some(Flaw::NoDigit { cell });
        }
        let changed = (0..9).filter(|&digit| self.left[digit] != state.marks(digit));
        let mut units = changed.flat_map(|digit| (0..UNITS).map(move |unit| (digit, unit)));
        let (digit, unit) = units.find(|&(digit, unit)| {
            let left = self.left[digit] & CellSet::unit(unit);
            left.is_empty() && state.places(digit, unit) != 0
        })?;
        Some(Flaw::NoPlace { digit, unit })
    }
}

/// Removes a colour that is false, or what both exclude.
fn judge(state: &State, colours: &[Colour; 2]) -> Option<Deduction> {
    let [first, second] = colours;
    let pattern = |colour: &Colour| {
        let (digit, cell) = colour.marks.iter().next()?;
        let flaw = colour.flaw;
        Some(Pattern::Medusa { digit, cell, flaw })
    };
    if let Some(wrong) = colours.iter().find(|colour| colour.flaw.is_some()) {
        return Deduction::removing(Technique::Medusa, pattern(wrong)?, wrong.marks);
    }
    let mut removed = Marks::NONE;
    for digit in 0..9 {
        removed[digit] = state.marks(digit) & !(first.left[digit] | second.left[digit]);
    }
    Deduction::removing(Technique::Medusa, pattern(first)?, removed)
}
