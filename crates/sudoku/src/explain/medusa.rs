//! 3D Medusa: candidates of all digits that are true together, or false together.
//!
//! A cell with two candidates and a unit with two places for a digit join two candidates, of
//! which one is true. Candidates joined in this way take two colours by turns: all of one
//! colour are true, and none of the other.

use super::super::cell::Cell;
use super::cells::{CELLS_OF, CellSet, Marks, UNITS, UNITS_OF, bits, has_two};
use super::colouring::{joined, links, partners};
use super::deduction::{Deduction, Pattern, View};
use super::edges::{edge, one};
use super::frame::Frame;
use super::phrases::{names, unit_name};
use super::seen::Seen;
use super::state::State;
use super::step::{Edge, EdgeKind};
use super::technique::Technique;

/// The fewest candidates of two colours that may tell more than locked candidates do.
const LEAST: usize = 4;

/// All candidates joined with one, which are true together, or false together, by turns. With a
/// flaw those of its colour are false.
#[derive(Debug)]
struct Medusa {
    digit: usize,
    cell: usize,
    flaw: Option<Flaw>,
}

/// What shows that a colour is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    /// Two candidates of the colour are in a cell.
    Twice { cell: usize },
    /// Two places of a digit in a unit have the colour.
    Both { digit: usize, unit: usize },
    /// The colour leaves a cell no candidate.
    NoDigit { cell: usize },
    /// The colour leaves a unit no place for a digit.
    NoPlace { digit: usize, unit: usize },
}

impl Flaw {
    /// The same in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
        match self {
            Self::Twice { cell } => Self::Twice {
                cell: frame.cell(cell),
            },
            Self::Both { digit, unit } => Self::Both {
                digit: frame.digit(digit),
                unit: frame.unit(unit),
            },
            Self::NoDigit { cell } => Self::NoDigit {
                cell: frame.cell(cell),
            },
            Self::NoPlace { digit, unit } => Self::NoPlace {
                digit: frame.digit(digit),
                unit: frame.unit(unit),
            },
        }
    }
}

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
fn colour(state: &State, digit: usize, cell: usize) -> ([Marks; 2], usize) {
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
        Some(Medusa { digit, cell, flaw })
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

impl Pattern for Medusa {
    /// The candidates of both colours, and what is wrong with the first.
    fn seen(&self, View { frame, state, .. }: &View<'_>) -> Seen {
        let (digit, cell) = (frame.digit(self.digit), frame.cell(self.cell));
        let flaw = self.flaw.map(|flaw| flaw.moved(frame));
        let (colours, _) = colour(state, digit, cell);
        let [first, second] = colours.each_ref().map(listed);
        let mut digits = 0;
        let mut cells = CellSet::NONE;
        for (digit, cell) in colours.iter().flat_map(Marks::iter) {
            digits |= 1 << digit;
            cells.insert(cell);
        }
        match flaw {
            Some(Flaw::NoDigit { cell }) => cells.insert(cell),
            Some(Flaw::NoPlace { digit, unit }) => {
                let places = bits(state.places(digit, unit)).map(|place| CELLS_OF[unit][place]);
                places.for_each(|cell| cells.insert(cell));
            }
            Some(Flaw::Twice { .. } | Flaw::Both { .. }) | None => {}
        }
        let wrong = flaw.map_or_else(String::new, |flaw| format!("; {}", says_flaw(flaw)));
        Seen {
            digits,
            cells: cells.iter().collect(),
            chains: colours.iter().map(links).collect(),
            edges: coloured(state, &colours),
            text: format!(
                "either all of these are true: {first}; or all of these: {second}{wrong}"
            ),
            ..Seen::default()
        }
    }
}

/// `1 in r1c1 and r2c5, 2 in r3c3`.
fn listed(colour: &Marks) -> String {
    let digits = (0..9).filter(|&digit| !colour[digit].is_empty());
    let parts = digits.map(|digit| format!("{} in {}", digit + 1, names(colour[digit])));
    parts.collect::<Vec<_>>().join(", ")
}

fn says_flaw(flaw: Flaw) -> String {
    match flaw {
        Flaw::Twice { cell } => {
            format!("the first would put two digits into {}", Cell::at(cell))
        }
        Flaw::Both { digit, unit } => {
            format!(
                "the first would put {} into {} twice",
                digit + 1,
                unit_name(unit)
            )
        }
        Flaw::NoDigit { cell } => {
            format!("the first would leave {} no candidate", Cell::at(cell))
        }
        Flaw::NoPlace { digit, unit } => format!(
            "the first would leave {} no place for {}",
            unit_name(unit),
            digit + 1
        ),
    }
}

fn coloured(state: &State, [first, second]: &[Marks; 2]) -> Vec<Edge> {
    let lines = (0..9).flat_map(|digit| joined(state, digit, [first[digit], second[digit]]));
    let within = first.iter().filter_map(|(digit, cell)| {
        let other = bits(state.cell(cell) & !(1 << digit)).next()?;
        has_two(state.cell(cell))
            .then(|| edge(EdgeKind::Strong, one(digit, cell), one(other, cell)))
    });
    lines.chain(within).collect()
}

#[cfg(test)]
mod tests {
    use super::super::definitions::{has, sees, states_beyond};
    use super::*;

    type Mark = (usize, usize);

    /// Whether only one of two candidates, digit and cell, can be true.
    fn excludes(a: Mark, b: Mark) -> bool {
        a.1 == b.1 && a.0 != b.0 || a.0 == b.0 && sees(a.1, b.1)
    }

    /// Whether one of two candidates is true, as a cell or a unit has no other.
    fn replaces(state: &State, a: Mark, b: Mark) -> bool {
        let in_cell = a.1 == b.1 && a.0 != b.0 && state.cell(a.1).count_ones() == 2;
        let alone = |unit: &[usize; 9]| {
            let mut places = unit.iter().filter(|&&cell| has(state, a.0, cell));
            unit.contains(&a.1)
                && unit.contains(&b.1)
                && places.all(|&cell| cell == a.1 || cell == b.1)
        };
        in_cell || a.0 == b.0 && a.1 != b.1 && CELLS_OF.iter().any(alone)
    }

    /// Whether candidates that are true together, or false together, tell something: colours are
    /// spread over all pairs of candidates until nothing changes.
    fn is_there(state: &State) -> bool {
        let marks = (0..9).flat_map(|digit| (0..81).map(move |cell| (digit, cell)));
        let marks: Vec<Mark> = marks.filter(|&(d, c)| has(state, d, c)).collect();
        let pairs: Vec<(Mark, Mark)> = marks
            .iter()
            .flat_map(|&a| marks.iter().map(move |&b| (a, b)))
            .filter(|&(a, b)| replaces(state, a, b))
            .collect();
        marks.iter().any(|&start| {
            let mut colours = [vec![start], Vec::new()];
            loop {
                let spread = |own: &Vec<Mark>, other: &Vec<Mark>| -> Vec<Mark> {
                    let reached = pairs
                        .iter()
                        .filter(|(a, b)| own.contains(a) && !other.contains(b));
                    reached.map(|&(_, b)| b).collect()
                };
                let more = [
                    spread(&colours[1], &colours[0]),
                    spread(&colours[0], &colours[1]),
                ];
                if more.iter().all(Vec::is_empty) {
                    break;
                }
                for (colour, more) in colours.iter_mut().zip(more) {
                    colour.extend(more);
                    colour.sort_unstable();
                    colour.dedup();
                }
            }
            let gone = |colour: &Vec<Mark>, mark: Mark| colour.iter().any(|&a| excludes(a, mark));
            let is_false = |colour: &Vec<Mark>| {
                let clash = colour.iter().any(|&mark| gone(colour, mark));
                let left = |digit, cell| has(state, digit, cell) && !gone(colour, (digit, cell));
                let cell_is_empty = |cell| (0..9).all(|digit| !left(digit, cell));
                let mut open = (0..81).filter(|&cell| state.cell(cell) != 0);
                let unit_is_empty = |unit: &[usize; 9], digit| {
                    unit.iter().any(|&cell| has(state, digit, cell))
                        && unit.iter().all(|&cell| !left(digit, cell))
                };
                clash
                    || open.any(cell_is_empty)
                    || CELLS_OF
                        .iter()
                        .any(|unit| (0..9).any(|digit| unit_is_empty(unit, digit)))
            };
            let [first, second] = &colours;
            is_false(first)
                || is_false(second)
                || marks
                    .iter()
                    .any(|&mark| gone(first, mark) && gone(second, mark))
        })
    }

    #[test]
    fn colours_tell_what_spreading_them_over_all_pairs_tells() {
        let mut found = 0;
        let states = states_beyond(Technique::HiddenTriple);
        for (puzzle, state) in states.iter().step_by(7) {
            let colours = find(state);
            assert_eq!(colours.is_some(), is_there(state), "{puzzle}");
            found += usize::from(colours.is_some());
        }
        assert!(found > 3 && found < states.len() / 7, "{found}");
    }
}
