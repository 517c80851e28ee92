//! 3D Medusa: candidates of all digits that are true together, or false together.
//!
//! A cell with two candidates and a house with two places for a digit join two candidates, of
//! which one is true. Candidates joined in this way take two colours by turns: all of one
//! colour are true, and none of the other.

use super::colouring::{joined, links, partners};
use super::deduction::{Deduction, Pattern, View};
use super::edges::{edge, one};
use super::layout::{Frame, Layout, Marks, Set, bits, has_two};
use super::phrases::{names, sign};
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
    /// Two places of a digit in a house have the colour.
    Both { digit: usize, house: usize },
    /// The colour leaves a cell no candidate.
    NoDigit { cell: usize },
    /// The colour leaves a house no place for a digit.
    NoPlace { digit: usize, house: usize },
}

impl Flaw {
    /// The same in the frame of a puzzle.
    fn moved<L: Layout>(self, frame: &L::Frame) -> Self {
        match self {
            Self::Twice { cell } => Self::Twice {
                cell: frame.cell(cell),
            },
            Self::Both { digit, house } => Self::Both {
                digit: frame.digit(digit),
                house: frame.house(house),
            },
            Self::NoDigit { cell } => Self::NoDigit {
                cell: frame.cell(cell),
            },
            Self::NoPlace { digit, house } => Self::NoPlace {
                digit: frame.digit(digit),
                house: frame.house(house),
            },
        }
    }
}

/// The first colours of which one is false, or that exclude a candidate both.
pub fn find<L: Layout>(state: &State<L>) -> Option<Deduction<L>> {
    let mut fresh = state.layout.for_digits(|digit| state.marks(digit));
    for digit in 0..state.layout.digits() {
        while let Some(cell) = fresh[digit].first() {
            let (colours, count) = colour(state, digit, cell);
            for (digit, fresh) in fresh.as_mut().iter_mut().enumerate() {
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
fn colour<L: Layout>(state: &State<L>, digit: usize, cell: usize) -> ([Marks<L>; 2], usize) {
    let mut count = 1;
    let mut colours = [Marks::<L>::of(digit, L::Cells::of(cell)), Marks::none()];
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
struct Colour<L: Layout> {
    marks: Marks<L>,
    /// The candidates that it leaves, if it is true.
    left: Marks<L>,
    /// What shows that it is false.
    flaw: Option<Flaw>,
}

impl<L: Layout> Colour<L> {
    fn new(state: &State<L>, marks: Marks<L>) -> Self {
        let mut cells = L::Cells::NONE;
        let (mut twice, mut both) = (None, None);
        let mut left = Marks::none();
        for digit in 0..state.layout.digits() {
            let seen = state.layout.peers_of_any(marks[digit]);
            twice = twice.or((cells & marks[digit]).first());
            both = both.or((seen & marks[digit]).first().map(|cell| (digit, cell)));
            cells |= marks[digit];
            left[digit] = state.marks(digit) & !seen;
        }
        for digit in 0..state.layout.digits() {
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
                let shared =
                    |&house: &usize| (marks[digit] & state.layout.group(house)).only().is_none();
                let house = state.layout.groups_of(cell).find(shared);
                house.map(|house| Flaw::Both { digit, house })
            }
            (None, None) => colour.lacks(state),
        };
        colour
    }

    /// The first cell or house that it leaves nothing.
    fn lacks(&self, state: &State<L>) -> Option<Flaw> {
        let covered =
            (0..state.layout.digits()).fold(L::Cells::NONE, |all, digit| all | self.left[digit]);
        if let Some(cell) = (state.open() & !covered).first() {
            return Some(Flaw::NoDigit { cell });
        }
        let changed =
            (0..state.layout.digits()).filter(|&digit| self.left[digit] != state.marks(digit));
        let mut houses =
            changed.flat_map(|digit| (0..state.layout.houses()).map(move |house| (digit, house)));
        let (digit, house) = houses.find(|&(digit, house)| {
            let left = self.left[digit] & state.layout.group(house);
            left.is_empty() && state.places(digit, house) != 0
        })?;
        Some(Flaw::NoPlace { digit, house })
    }
}

/// Removes a colour that is false, or what both exclude.
fn judge<L: Layout>(state: &State<L>, colours: &[Colour<L>; 2]) -> Option<Deduction<L>> {
    let [first, second] = colours;
    let pattern = |colour: &Colour<L>| {
        let (digit, cell) = colour.marks.iter().next()?;
        let flaw = colour.flaw;
        Some(Medusa { digit, cell, flaw })
    };
    if let Some(wrong) = colours.iter().find(|colour| colour.flaw.is_some()) {
        return Deduction::removing(Technique::Medusa, pattern(wrong)?, wrong.marks);
    }
    let mut removed = Marks::none();
    for digit in 0..state.layout.digits() {
        removed[digit] = state.marks(digit) & !(first.left[digit] | second.left[digit]);
    }
    Deduction::removing(Technique::Medusa, pattern(first)?, removed)
}

impl<L: Layout> Pattern<L> for Medusa {
    /// The candidates of both colours, and what is wrong with the first.
    fn seen(&self, View { frame, state, .. }: &View<'_, L>) -> Seen {
        let (digit, cell) = (frame.digit(self.digit), frame.cell(self.cell));
        let flaw = self.flaw.map(|flaw| flaw.moved::<L>(frame));
        let (colours, _) = colour(state, digit, cell);
        let [first, second] = colours
            .each_ref()
            .map(|colour| listed(&state.layout, colour));
        let mut digits = 0;
        let mut cells = L::Cells::NONE;
        for (digit, cell) in colours.iter().flat_map(Marks::iter) {
            digits |= 1 << digit;
            cells.insert(cell);
        }
        match flaw {
            Some(Flaw::NoDigit { cell }) => cells.insert(cell),
            Some(Flaw::NoPlace { digit, house }) => {
                let places = (state.marks(digit) & state.layout.group(house)).iter();
                places.for_each(|cell| cells.insert(cell));
            }
            Some(Flaw::Twice { .. } | Flaw::Both { .. }) | None => {}
        }
        let wrong = flaw.map_or_else(String::new, |flaw| {
            format!("; {}", says_flaw(&state.layout, flaw))
        });
        Seen {
            digits,
            cells: cells.iter().collect(),
            chains: colours.iter().map(|colour| links(state, colour)).collect(),
            edges: coloured(state, &colours),
            text: format!(
                "either all of these are true: {first}; or all of these: {second}{wrong}"
            ),
            ..Seen::default()
        }
    }
}

/// `1 in r1c1 and r2c5, 2 in r3c3`.
fn listed<L: Layout>(layout: &L, colour: &Marks<L>) -> String {
    let digits = (0..layout.digits()).filter(|&digit| !colour[digit].is_empty());
    let parts = digits.map(|digit| format!("{} in {}", sign(digit), names(layout, colour[digit])));
    parts.collect::<Vec<_>>().join(", ")
}

fn says_flaw(layout: &impl Layout, flaw: Flaw) -> String {
    match flaw {
        Flaw::Twice { cell } => {
            format!("the first would put two digits into {}", layout.name(cell))
        }
        Flaw::Both { digit, house } => {
            format!(
                "the first would put {} into {} twice",
                sign(digit),
                layout.label(house)
            )
        }
        Flaw::NoDigit { cell } => {
            format!("the first would leave {} no candidate", layout.name(cell))
        }
        Flaw::NoPlace { digit, house } => format!(
            "the first would leave {} no place for {}",
            layout.label(house),
            sign(digit)
        ),
    }
}

fn coloured<L: Layout>(state: &State<L>, [first, second]: &[Marks<L>; 2]) -> Vec<Edge> {
    let lines = (0..state.layout.digits())
        .flat_map(|digit| joined(state, digit, [first[digit], second[digit]]));
    let within = first.iter().filter_map(|(digit, cell)| {
        let other = bits(state.cell(cell) & !(1 << digit)).next()?;
        has_two(state.cell(cell)).then(|| {
            edge(
                &state.layout,
                EdgeKind::Strong,
                one::<L>(digit, cell),
                one::<L>(other, cell),
            )
        })
    });
    lines.chain(within).collect()
}

#[cfg(test)]
mod tests {
    use super::super::definitions::{has, houses, sees, states_beyond};
    use super::super::layout::Classic;
    use super::*;

    type Mark = (usize, usize);

    /// Whether only one of two candidates, digit and cell, can be true.
    fn excludes(a: Mark, b: Mark) -> bool {
        a.1 == b.1 && a.0 != b.0 || a.0 == b.0 && sees(a.1, b.1)
    }

    /// True if one of two candidates is true, as a cell or a house has no other.
    fn replaces(state: &State<Classic>, a: Mark, b: Mark) -> bool {
        let in_cell = a.1 == b.1 && a.0 != b.0 && state.cell(a.1).count_ones() == 2;
        let alone = |house: &[usize]| {
            let mut places = house.iter().filter(|&&cell| has(state, a.0, cell));
            house.contains(&a.1)
                && house.contains(&b.1)
                && places.all(|&cell| cell == a.1 || cell == b.1)
        };
        in_cell || a.0 == b.0 && a.1 != b.1 && houses().iter().any(|house| alone(house))
    }

    /// Whether candidates that are true together, or false together, tell something: colours are
    /// spread over all pairs of candidates until nothing changes.
    fn is_there(state: &State<Classic>) -> bool {
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
                let unit_is_empty = |house: &[usize], digit| {
                    house.iter().any(|&cell| has(state, digit, cell))
                        && house.iter().all(|&cell| !left(digit, cell))
                };
                clash
                    || open.any(cell_is_empty)
                    || houses()
                        .iter()
                        .any(|house| (0..9).any(|digit| unit_is_empty(house, digit)))
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
