//! Simple colouring and 3D Medusa: candidates that are true or false together.
//!
//! A house with two places for a digit links two candidates: one of them is true. Linked candidates
//! take two colours in turn: all of one colour are true, and all of the other are false. Simple
//! colouring is about one digit. In 3D Medusa, cells with two candidates link candidates of any
//! digits, too.

use super::deduction::{CellGroup, Conclusion, Deduction, Pattern, PatternDescription};
use super::layout::{CandidateSet, CellSet, Layout, LayoutSet, PlainLayout, bits, has_two};
use super::solving_state::{PlainState, SolvingState};
use super::step::{ChainStatement, Edge, EdgeKind, candidate_end, edge, names, sign, statement};
use super::technique::Technique;
use countless_simd::sort_by_key;

/// Finds an elimination by simple colouring. If a digit has only two places in a house, one of them
/// holds it. Cells linked in this way get two colours in turn: those of one colour hold the digit,
/// those of the other do not. A colour is false if two of its cells see each other. A cell that
/// sees both colours does not hold the digit.
pub fn find_simple<L: Layout>(state: &SolvingState<L>, digits: u32) -> Option<Deduction<L>> {
    bits(digits).find_map(|digit| {
        let marks = state.candidate_cells(digit);
        let mut fresh = marks;
        while let Some(start) = fresh.first() {
            let colours = colour_cells(state, digit, start);
            let [first, second] = colours;
            fresh &= !(first | second);
            let found = clash(state, digit, [first, second])
                .or_else(|| clash(state, digit, [second, first]))
                .or_else(|| {
                    let seen = state.layout.peers_of_any(first)
                        & state.layout.peers_of_any(second)
                        & !(first | second);
                    let pattern = || simple_pattern(digit, colours);
                    let technique = Technique::SimpleColouring;
                    Deduction::excluding(technique, pattern, digit, marks & seen)
                });
            if found.is_some() {
                return found;
            }
        }
        None
    })
}

/// Cells linked with `start`: those of its colour, and those of the other colour.
fn colour_cells<L: Layout>(state: &SolvingState<L>, digit: usize, start: usize) -> [L::Cells; 2] {
    let mut colours = [L::Cells::of(start), L::Cells::NONE];
    let (mut front, mut own) = (L::Cells::of(start), 0);
    while !front.is_empty() {
        let other = 1 - own;
        let next = front.iter().fold(L::Cells::NONE, |next, cell| {
            next | strongly_linked(state, digit, cell)
        });
        front = next & !colours[other];
        colours[other] |= front;
        own = other;
    }
    colours
}

/// Other places of the digit in the houses of `cell` where it has exactly two places.
fn strongly_linked<L: Layout>(state: &SolvingState<L>, digit: usize, cell: usize) -> L::Cells {
    let houses = state.layout.places_of(cell).map(|(house, _)| house);
    let joined = houses.filter(|&house| has_two(state.places(digit, house)));
    let houses = joined.fold(L::Cells::NONE, |all, house| all | state.layout.group(house));
    state.candidate_cells(digit) & houses & !L::Cells::of(cell)
}

/// Removes the digit from the first colour if two of its cells see each other.
fn clash<L: Layout>(
    state: &SolvingState<L>,
    digit: usize,
    colours: [L::Cells; 2],
) -> Option<Deduction<L>> {
    let [first, _] = colours;
    let (a, b) = first
        .iter()
        .find_map(|a| Some((a, (first & state.layout.peers(a)).first()?)))?;
    let pattern =
        || simple_pattern(digit, colours).with_group(L::Cells::of(a) | L::Cells::of(b), 0);
    Deduction::excluding(Technique::SimpleColouring, pattern, digit, first)
}

/// Creates the pattern of two colours: either all of the first or all of the second hold the digit.
fn simple_pattern<C: LayoutSet>(digit: usize, [first, second]: [C; 2]) -> Pattern {
    let pattern = Pattern::new(simple_words).with_group(first, 1 << digit);
    pattern.with_group(second, 1 << digit)
}

/// Describes two colours, and two cells of the first that see each other, if there are such cells.
fn simple_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let [first, second] = pattern.groups();
    let (clash, conclusion) = match pattern.groups.get(2) {
        None => (String::new(), Conclusion::Sees("both colours".to_owned())),
        Some(clash) => {
            let cells = names(state.layout, clash.cells);
            let clash = format!("; {cells}, both of colour A, see each other");
            (clash, Conclusion::Told(WRAP.to_owned()))
        }
    };
    let text = format!(
        "by conjugate pairs, {} is in all cells of colour A ({}) or in all of colour B ({}){clash}",
        sign(first.digit()),
        names(state.layout, first.cells),
        names(state.layout, second.cells)
    );
    PatternDescription {
        conclusion,
        chains: [first, second]
            .map(|colour| colour_statements(state.layout, &[colour]))
            .into(),
        edges: strong_edges(state, [first, second]),
        ..pattern.described(text)
    }
}

/// Conclusion of a colour that contradicts itself. Its candidates are listed before.
const WRAP: &str = "so colour A is false and eliminated, and all of colour B is true";

/// Statements of a colour that is true, one for each candidate.
fn colour_statements(layout: &PlainLayout, colour: &[CellGroup<CellSet>]) -> Vec<ChainStatement> {
    let mut statements = Vec::new();
    for group in colour {
        for cell in group.cells.iter() {
            let end = candidate_end(group.digit(), cell);
            statements.push(statement(layout, end, true, ""));
        }
    }
    statements
}

/// Strong edges between the two colours of a digit: pairs of cells that are the only places of a
/// house.
fn strong_edges(state: &PlainState<'_>, [first, second]: [CellGroup<CellSet>; 2]) -> Vec<Edge> {
    let digit = first.digit();
    let mut edges = Vec::new();
    for cell in first.cells.iter() {
        for other in (state.strongly_linked(digit, cell) & second.cells).iter() {
            let ends = [cell, other].map(|cell| candidate_end(digit, cell));
            edges.push(edge(state.layout, EdgeKind::Strong, ends[0], ends[1]));
        }
    }
    edges
}

/// Fewest candidates of two colours that can exclude more than locked candidates do.
const LEAST: usize = 4;

/// Finds two colours where one is false, or where both exclude a candidate.
pub fn find_medusa<L: Layout>(state: &SolvingState<L>) -> Option<Deduction<L>> {
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
    flaw: Option<Pattern>,
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
            (Some(cell), _) => Some(Pattern::new(medusa_words).with_cells(&[cell])),
            (None, Some((digit, cell))) => {
                let shared =
                    |&house: &usize| (marks[digit] & state.layout.group(house)).only().is_none();
                let house = state.layout.groups_of(cell).find(shared);
                house.map(|house| house_flaw(digit, house))
            }
            (None, None) => colour.first_lack(state),
        };
        colour
    }

    /// First cell without a candidate, or house without a place for a digit, if the colour is true.
    fn first_lack(&self, state: &SolvingState<L>) -> Option<Pattern> {
        let covered = (0..state.layout.digits())
            .fold(L::Cells::NONE, |all, digit| all | self.remaining[digit]);
        if let Some(cell) = (state.open & !covered).first() {
            return Some(Pattern::new(medusa_words).with_cells(&[cell]));
        }
        let changed = (0..state.layout.digits())
            .filter(|&digit| self.remaining[digit] != state.candidate_cells(digit));
        let mut houses =
            changed.flat_map(|digit| (0..state.layout.houses()).map(move |house| (digit, house)));
        let (digit, house) = houses.find(|&(digit, house)| {
            let left = self.remaining[digit] & state.layout.group(house);
            left.is_empty() && state.places(digit, house) != 0
        })?;
        Some(house_flaw(digit, house))
    }
}

/// Removes a colour with a flaw, or the candidates that both colours exclude.
fn deduce_from_colours<L: Layout>(
    state: &SolvingState<L>,
    colours: &[MedusaColour<L>; 2],
) -> Option<Deduction<L>> {
    let [first, second] = colours;
    for [wrong, other] in [[first, second], [second, first]] {
        if let Some(flaw) = &wrong.flaw {
            let pattern = || with_colours(flaw.clone(), [wrong, other]);
            return Deduction::removing(Technique::Medusa, pattern, wrong.candidates);
        }
    }
    let mut removed = CandidateSet::none();
    for digit in 0..state.layout.digits() {
        removed[digit] =
            state.candidate_cells(digit) & !(first.remaining[digit] | second.remaining[digit]);
    }
    let pattern = || with_colours(Pattern::new(medusa_words), [first, second]);
    Deduction::removing(Technique::Medusa, pattern, removed)
}

/// Adds the groups of both colours for each digit.
fn with_colours<L: Layout>(mut pattern: Pattern, colours: [&MedusaColour<L>; 2]) -> Pattern {
    let [first, second] = colours.map(|colour| colour.candidates);
    for (digit, (&first, &second)) in first.of_digits().zip(second.of_digits()).enumerate() {
        if !(first | second).is_empty() {
            pattern = pattern
                .with_group(first, 1 << digit)
                .with_group(second, 1 << digit);
        }
    }
    pattern
}

/// Creates the pattern of a flaw in a house.
fn house_flaw(digit: usize, house: usize) -> Pattern {
    Pattern::new(medusa_words)
        .with_digits(&[digit])
        .with_houses(&[house])
}

/// Describes both colours. If the first contradicts itself, the pattern has the cell or the house
/// where it does: it has two candidates there, or leaves none.
fn medusa_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let pairs = pattern.groups.chunks_exact(2);
    let mut pairs: Vec<[CellGroup<CellSet>; 2]> = pairs.map(|pair| [pair[0], pair[1]]).collect();
    sort_by_key(&mut pairs, |[first, _]| first.digits);
    let colours = [0, 1].map(|colour| {
        let groups = pairs.iter().map(|pair| pair[colour]);
        groups.collect::<Vec<CellGroup<CellSet>>>()
    });
    let [first, second] = (colours.each_ref()).map(|colour| list_candidates(state.layout, colour));
    let all = CellGroup::union(&pattern.groups);
    let mut cells = all.cells;
    let flaw = match (&pattern.cells[..], &pattern.digits[..], &pattern.houses[..]) {
        (&[cell], ..) => {
            // A cell with two digits of the colour is among the cells already.
            cells.insert(cell);
            let name = state.layout.puzzle_cell(cell);
            if CellGroup::union(&colours[0]).cells.contains(cell) {
                Some(format!("put two digits into {name}"))
            } else {
                Some(format!("leave {name} no candidate"))
            }
        }
        (_, &[digit], &[house]) => {
            let own = colours[0].iter().find(|group| group.digit() == digit);
            let (inside, name) = (state.layout.group(house), state.layout.house(house));
            let value = sign(digit);
            if own.is_some_and(|own| own.cells.meets(inside)) {
                Some(format!("put {value} into {name} twice"))
            } else {
                cells |= state.candidate_cells(digit) & inside;
                Some(format!("leave {name} no place for {value}"))
            }
        }
        _ => None,
    };
    let conclusion = match flaw {
        Some(_) => Conclusion::Told(WRAP.to_owned()),
        None => Conclusion::Where("excluded by both colours"),
    };
    let flaw = flaw.map_or_else(String::new, |flaw| format!("; colour A would {flaw}"));
    PatternDescription {
        digits: all.digits,
        cells: cells.iter().collect(),
        chains: colours
            .iter()
            .map(|colour| colour_statements(state.layout, colour))
            .collect(),
        edges: colour_edges(state, &pairs),
        text: format!(
            "either all of colour A is true ({first}) or all of colour B ({second}){flaw}"
        ),
        conclusion,
        ..PatternDescription::default()
    }
}

/// Lists candidates: `1 in r1c1 and r2c5, 2 in r3c3`.
fn list_candidates(layout: &PlainLayout, colour: &[CellGroup<CellSet>]) -> String {
    let groups = colour.iter().filter(|group| !group.cells.is_empty());
    let parts =
        groups.map(|group| format!("{} in {}", sign(group.digit()), names(layout, group.cells)));
    parts.collect::<Vec<_>>().join(", ")
}

/// Strong edges between the colours: within houses, then within cells.
fn colour_edges(state: &PlainState<'_>, pairs: &[[CellGroup<CellSet>; 2]]) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for &pair in pairs {
        edges.extend(strong_edges(state, pair));
    }
    for [first, _] in pairs {
        let digit = first.digit();
        for cell in first
            .cells
            .iter()
            .filter(|&cell| has_two(state.candidates_of(cell)))
        {
            let other = state.candidates_of(cell) & !(1 << digit);
            let ends = [digit, other.trailing_zeros() as usize];
            let [own, other] = ends.map(|digit| candidate_end(digit, cell));
            edges.push(edge(state.layout, EdgeKind::Strong, own, other));
        }
    }
    edges
}
