//! 3D Medusa: candidates of any digits that are true or false together.
//!
//! A cell with two candidates, or a house with two places for a digit, links two candidates: one of
//! them is true. Linked candidates take two colours in turn: all of one colour are true, and all of
//! the other are false.

use super::colouring::{colour_statements, strong_edges, strongly_linked};
use super::deduction::{Deduction, TechniquePattern};
use super::edges::{candidate_end, edge};
use super::layout::{CandidateSet, CellSet, Frame, Layout, LayoutSet, PlainLayout, bits, has_two};
use super::pattern_description::PatternDescription;
use super::phrases::{names, sign};
use super::plain_state::{CandidateList, PlainState, by_digit, moved_candidates};
use super::solving_state::SolvingState;
use super::step::{Edge, EdgeKind};
use super::technique::Technique;

/// Fewest candidates of two colours that can exclude more than locked candidates do.
const LEAST: usize = 4;

/// Linked candidates in two colours. With a flaw, the first colour is false.
#[derive(Debug)]
struct Medusa {
    colours: [CandidateList; 2],
    flaw: Option<ColourFlaw>,
}

/// Contradiction that proves a colour false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColourFlaw {
    /// A cell has two candidates of the colour.
    Twice { cell: usize },
    /// A house has two places of a digit with the colour.
    Both { digit: usize, house: usize },
    /// The colour leaves a cell no candidate.
    NoDigit { cell: usize },
    /// The colour leaves a house no place for a digit.
    NoPlace { digit: usize, house: usize },
}

impl ColourFlaw {
    /// Returns the flaw in the frame of a puzzle.
    fn moved(self, frame: &Frame) -> Self {
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

/// Finds two colours where one is false, or where both exclude a candidate.
pub fn find<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
    let mut fresh = state
        .layout
        .for_digits(|digit| state.candidate_cells(digit));
    for digit in 0..state.layout.digits() {
        while let Some(cell) = fresh[digit].first() {
            let (colours, count) = colour_candidates(state, digit, cell);
            for (digit, fresh) in fresh.as_mut().iter_mut().enumerate() {
                *fresh &= !(colours[0][digit] | colours[1][digit]);
            }
            let found = if count < LEAST {
                None
            } else {
                deduce_from_colours(
                    state,
                    &colours.map(|colour| MedusaColour::new(state, colour)),
                )
            };
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Candidates linked with one, by colour (its own colour first), and their number.
fn colour_candidates<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    cell: usize,
) -> ([CandidateSet<L>; 2], usize) {
    let mut count = 1;
    let mut colours = [
        CandidateSet::<L>::of(digit, L::Cells::of(cell)),
        CandidateSet::none(),
    ];
    let mut open = vec![(digit, cell, 0)];
    while let Some((digit, cell, own)) = open.pop() {
        let mut join = |digit: usize, cell: usize| {
            if !colours[1 - own][digit].contains(cell) {
                colours[1 - own][digit].insert(cell);
                open.push((digit, cell, 1 - own));
                count += 1;
            }
        };
        for partner in strongly_linked(state, digit, cell).iter() {
            join(digit, partner);
        }
        let others = state.candidates_of(cell) & !(1 << digit);
        if has_two(state.candidates_of(cell)) {
            bits(others).for_each(|other| join(other, cell));
        }
    }
    (colours, count)
}

/// Candidates of a colour, and what follows if it is true.
struct MedusaColour<L: Layout> {
    candidates: CandidateSet<L>,
    /// Candidates that remain if the colour is true.
    remaining: CandidateSet<L>,
    /// Contradiction if the colour is true.
    flaw: Option<ColourFlaw>,
}

impl<L: Layout> MedusaColour<L> {
    fn new(state: &SolvingState<L>, marks: CandidateSet<L>) -> Self {
        let mut cells = L::Cells::NONE;
        let (mut twice, mut both) = (None, None);
        let mut left = CandidateSet::none();
        for digit in 0..state.layout.digits() {
            let seen = state.layout.peers_of_any(marks[digit]);
            twice = twice.or((cells & marks[digit]).first());
            both = both.or((seen & marks[digit]).first().map(|cell| (digit, cell)));
            cells |= marks[digit];
            left[digit] = state.candidate_cells(digit) & !seen;
        }
        for digit in 0..state.layout.digits() {
            left[digit] &= !cells | marks[digit];
        }
        let mut colour = Self {
            candidates: marks,
            remaining: left,
            flaw: None,
        };
        colour.flaw = match (twice, both) {
            (Some(cell), _) => Some(ColourFlaw::Twice { cell }),
            (None, Some((digit, cell))) => {
                let shared =
                    |&house: &usize| (marks[digit] & state.layout.group(house)).only().is_none();
                let house = state.layout.groups_of(cell).find(shared);
                house.map(|house| ColourFlaw::Both { digit, house })
            }
            (None, None) => colour.first_lack(state),
        };
        colour
    }

    /// First cell without a candidate, or house without a place for a digit, if the colour is true.
    fn first_lack(&self, state: &SolvingState<L>) -> Option<ColourFlaw> {
        let covered = (0..state.layout.digits())
            .fold(L::Cells::NONE, |all, digit| all | self.remaining[digit]);
        if let Some(cell) = (state.open() & !covered).first() {
            return Some(ColourFlaw::NoDigit { cell });
        }
        let changed = (0..state.layout.digits())
            .filter(|&digit| self.remaining[digit] != state.candidate_cells(digit));
        let mut houses =
            changed.flat_map(|digit| (0..state.layout.houses()).map(move |house| (digit, house)));
        let (digit, house) = houses.find(|&(digit, house)| {
            let left = self.remaining[digit] & state.layout.group(house);
            left.is_empty() && state.places(digit, house) != 0
        })?;
        Some(ColourFlaw::NoPlace { digit, house })
    }
}

/// Removes a colour with a flaw, or the candidates that both colours exclude.
fn deduce_from_colours<L: Layout>(
    state: &SolvingState<L>,
    colours: &[MedusaColour<L>; 2],
) -> Option<Deduction<L>> {
    let [first, second] = colours;
    let pattern = |colour: &MedusaColour<L>, other: &MedusaColour<L>| Medusa {
        colours: [colour, other].map(|colour| colour.candidates.iter().collect()),
        flaw: colour.flaw,
    };
    for [wrong, other] in [[first, second], [second, first]] {
        if wrong.flaw.is_some() {
            let pattern = || pattern(wrong, other);
            return Deduction::removing(Technique::Medusa, pattern, wrong.candidates);
        }
    }
    let mut removed = CandidateSet::none();
    for digit in 0..state.layout.digits() {
        removed[digit] =
            state.candidate_cells(digit) & !(first.remaining[digit] | second.remaining[digit]);
    }
    Deduction::removing(Technique::Medusa, || pattern(first, second), removed)
}

impl TechniquePattern for Medusa {
    /// Describes both colours, and the flaw of the first.
    fn describe(&self, frame: &Frame, state: &PlainState<'_>) -> PatternDescription {
        let flaw = self.flaw.map(|flaw| flaw.moved(frame));
        let colours = self.colours.each_ref();
        let colours = colours.map(|colour| moved_candidates(colour, frame));
        let [first, second] =
            (colours.each_ref()).map(|colour| list_candidates(state.layout, colour));
        let mut digits = 0;
        let mut cells = CellSet::NONE;
        for &(digit, cell) in colours.iter().flatten() {
            digits |= 1 << digit;
            cells.insert(cell);
        }
        match flaw {
            Some(ColourFlaw::NoDigit { cell }) => cells.insert(cell),
            Some(ColourFlaw::NoPlace { digit, house }) => {
                let places = state.places(digit, house);
                places.for_each(|cell| cells.insert(cell));
            }
            Some(ColourFlaw::Twice { .. } | ColourFlaw::Both { .. }) | None => {}
        }
        let wrong = flaw.map_or_else(String::new, |flaw| {
            format!("; {}", says_flaw(state.layout, flaw))
        });
        PatternDescription {
            digits,
            cells: cells.iter().collect(),
            chains: (colours.iter())
                .map(|colour| colour_statements(state.layout, colour.iter().copied()))
                .collect(),
            edges: colour_edges(state, &colours),
            text: format!(
                "either all of these are true: {first}; or all of these: {second}{wrong}"
            ),
            ..PatternDescription::default()
        }
    }
}

/// Lists candidates: `1 in r1c1 and r2c5, 2 in r3c3`.
fn list_candidates(layout: &PlainLayout, colour: &[(usize, usize)]) -> String {
    let parts = by_digit(colour);
    let parts = parts.map(|(digit, cells)| format!("{} in {}", sign(digit), names(layout, cells)));
    parts.collect::<Vec<_>>().join(", ")
}

fn says_flaw(layout: &PlainLayout, flaw: ColourFlaw) -> String {
    match flaw {
        ColourFlaw::Twice { cell } => {
            format!(
                "the first would put two digits into {}",
                layout.puzzle_cell(cell)
            )
        }
        ColourFlaw::Both { digit, house } => {
            format!(
                "the first would put {} into {} twice",
                sign(digit),
                layout.label(house)
            )
        }
        ColourFlaw::NoDigit { cell } => {
            format!(
                "the first would leave {} no candidate",
                layout.puzzle_cell(cell)
            )
        }
        ColourFlaw::NoPlace { digit, house } => format!(
            "the first would leave {} no place for {}",
            layout.label(house),
            sign(digit)
        ),
    }
}

fn colour_edges(state: &PlainState<'_>, [first, second]: &[CandidateList; 2]) -> Vec<Edge> {
    let lines = by_digit(first).flat_map(|(digit, cells)| {
        let others = by_digit(second).find(|(other, _)| *other == digit);
        others.map_or_else(Vec::new, |(_, others)| {
            strong_edges(state, digit, [cells, others])
        })
    });
    let within = first.iter().filter_map(|&(digit, cell)| {
        let other = bits(state.candidates_of(cell) & !(1 << digit)).next()?;
        has_two(state.candidates_of(cell)).then(|| {
            edge(
                state.layout,
                EdgeKind::Strong,
                candidate_end(digit, cell),
                candidate_end(other, cell),
            )
        })
    });
    lines.chain(within).collect()
}

#[cfg(test)]
mod tests {
    use super::super::layout::Classic;
    use super::super::test_definitions::{has, houses, sees, states_beyond};
    use super::*;

    type DigitInCell = (usize, usize);

    /// True if two candidates, as digit and cell, cannot both be true.
    fn excludes(a: DigitInCell, b: DigitInCell) -> bool {
        a.1 == b.1 && a.0 != b.0 || a.0 == b.0 && sees(a.1, b.1)
    }

    /// True if two candidates are the only ones of a cell or a house, so one of them is true.
    fn replaces(state: &SolvingState<Classic>, a: DigitInCell, b: DigitInCell) -> bool {
        let in_cell = a.1 == b.1 && a.0 != b.0 && state.candidates_of(a.1).count_ones() == 2;
        let alone = |house: &[usize]| {
            let mut places = house.iter().filter(|&&cell| has(state, a.0, cell));
            house.contains(&a.1)
                && house.contains(&b.1)
                && places.all(|&cell| cell == a.1 || cell == b.1)
        };
        in_cell || a.0 == b.0 && a.1 != b.1 && houses().iter().any(|house| alone(house))
    }

    /// True if Medusa applies. Colours are spread over all pairs of candidates until nothing
    /// changes.
    fn is_there(state: &SolvingState<Classic>) -> bool {
        let marks = (0..9).flat_map(|digit| (0..81).map(move |cell| (digit, cell)));
        let marks: Vec<DigitInCell> = marks.filter(|&(d, c)| has(state, d, c)).collect();
        let pairs: Vec<(DigitInCell, DigitInCell)> = marks
            .iter()
            .flat_map(|&a| marks.iter().map(move |&b| (a, b)))
            .filter(|&(a, b)| replaces(state, a, b))
            .collect();
        marks.iter().any(|&start| {
            let mut colours = [vec![start], Vec::new()];
            loop {
                let spread =
                    |own: &Vec<DigitInCell>, other: &Vec<DigitInCell>| -> Vec<DigitInCell> {
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
            let gone = |colour: &Vec<DigitInCell>, mark: DigitInCell| {
                colour.iter().any(|&a| excludes(a, mark))
            };
            let is_false = |colour: &Vec<DigitInCell>| {
                let clash = colour.iter().any(|&mark| gone(colour, mark));
                let left = |digit, cell| has(state, digit, cell) && !gone(colour, (digit, cell));
                let cell_is_empty = |cell| (0..9).all(|digit| !left(digit, cell));
                let mut open = (0..81).filter(|&cell| state.candidates_of(cell) != 0);
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
