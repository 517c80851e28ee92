//! Nishio, dynamic and nested chains against plain searches, and against Sudoku Explainer.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use countless_sudoku::internals::techniques::{
    ChainMemory, Hint, Literal, Marks, Places, Propagation, cells_of, first_dynamic_chain, hint_of,
    houses_of,
};
use countless_sudoku::{SolvingState, Technique};

use super::definitions::{State, states_beyond};

/// Candidates of a state.
fn marks_of(state: &State) -> Marks {
    let cells = std::array::from_fn(|cell| state.candidates_of(cell) as u16);
    let empty = (0..81).filter(|&cell| state.candidates_of(cell) != 0);
    Marks::new(cells, empty.map(|cell| 1 << cell).sum())
}

/// Some states of puzzles that need chains.
fn states() -> impl Iterator<Item = Marks> {
    let states = states_beyond(Technique::XyzWing).into_iter().step_by(5);
    states.take(12).map(|(_, state)| marks_of(&state))
}

/// Consequences of a literal, kept in maps.
struct PlainPropagation {
    order: Vec<Literal>,
    parents: HashMap<Literal, Vec<Literal>>,
    /// Literal that contradicts an earlier one, with its parents.
    contradiction: Option<(Literal, Vec<Literal>)>,
}

impl PlainPropagation {
    fn new(source: &[u16; 81], start: Literal, cells: bool) -> Self {
        let mut present = *source;
        let mut found = Self {
            order: vec![start],
            parents: HashMap::from([(start, Vec::new())]),
            contradiction: None,
        };
        let mut pending = VecDeque::from([start]);
        while let Some(next) = pending
            .iter()
            .position(|literal| literal.is_on())
            .or_else(|| (!pending.is_empty()).then_some(0))
        {
            let literal = pending.remove(next).expect("it is pending");
            let conclusions = if literal.is_on() {
                excluded(&present, literal, cells)
            } else {
                let forced = forced(source, &present, literal, cells);
                present[literal.cell()] &= !(1 << literal.digit());
                forced
            };
            for (conclusion, parents) in conclusions {
                if found.parents.contains_key(&conclusion.opposite()) {
                    found.contradiction = Some((conclusion, parents));
                    return found;
                }
                if let Entry::Vacant(entry) = found.parents.entry(conclusion) {
                    entry.insert(parents);
                    found.order.push(conclusion);
                    pending.push_back(conclusion);
                }
            }
        }
        found
    }

    /// Number of literals among these and all their ancestors.
    fn ancestors(&self, literals: &[Literal]) -> usize {
        let mut met = HashSet::new();
        let mut left = literals.to_vec();
        while let Some(literal) = left.pop() {
            if met.insert(literal) {
                left.extend(&self.parents[&literal]);
            }
        }
        met.len()
    }

    fn length(&self, literal: Literal) -> u32 {
        self.ancestors(&[literal]) as u32
    }

    fn contradiction_length(&self) -> Option<u32> {
        let (literal, parents) = self.contradiction.as_ref()?;
        Some(self.length(literal.opposite()) + self.ancestors(parents) as u32 + 1)
    }
}

/// True if a cell has a candidate.
fn has(cells: &[u16; 81], cell: usize, digit: usize) -> bool {
    cells[cell] >> digit & 1 != 0
}

/// Literals that a true candidate makes false, each with its parent.
fn excluded(present: &[u16; 81], literal: Literal, cells: bool) -> Vec<(Literal, Vec<Literal>)> {
    let (cell, digit) = (literal.cell(), literal.digit());
    let mut made = Vec::new();
    if cells {
        let others = (0..9).filter(|&other| other != digit && has(present, cell, other));
        made.extend(others.map(|other| Literal::new(cell, other, false)));
    }
    for house in houses_of(cell) {
        for other in cells_of(house).map(usize::from) {
            let new = Literal::new(other, digit, false);
            if other != cell && has(present, other, digit) && !made.contains(&new) {
                made.push(new);
            }
        }
    }
    made.into_iter().map(|made| (made, vec![literal])).collect()
}

/// Literals that a false candidate makes true, each with its parents.
fn forced(
    source: &[u16; 81],
    present: &[u16; 81],
    literal: Literal,
    cells: bool,
) -> Vec<(Literal, Vec<Literal>)> {
    let (cell, digit) = (literal.cell(), literal.digit());
    let mut groups: Vec<Vec<(usize, usize)>> = Vec::new();
    if cells {
        groups.push((0..9).map(|digit| (cell, digit)).collect());
    }
    for house in houses_of(cell) {
        let cells = cells_of(house).iter();
        groups.push(cells.map(|&cell| (usize::from(cell), digit)).collect());
    }
    let mut made: Vec<(Literal, Vec<Literal>)> = Vec::new();
    for group in groups {
        let within = |cells: &[u16; 81]| -> Vec<(usize, usize)> {
            let group = group.iter().copied();
            group
                .filter(|&(cell, digit)| has(cells, cell, digit))
                .collect()
        };
        let left = within(present);
        let other = left.iter().find(|&&place| place != (cell, digit));
        if let (2, Some(&(cell, digit))) = (left.len(), other) {
            let new = Literal::new(cell, digit, true);
            let gone = within(source)
                .into_iter()
                .filter(|place| !left.contains(place));
            let gone = gone.map(|(cell, digit)| Literal::new(cell, digit, false));
            if made.iter().all(|made| made.0 != new) {
                made.push((new, std::iter::once(literal).chain(gone).collect()));
            }
        }
    }
    made
}

/// Candidates in order, of cells that have at least two.
fn candidates(marks: &Marks) -> impl Iterator<Item = (usize, usize)> {
    let cells = marks.cells;
    let all = (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit)));
    all.filter(move |&(cell, digit)| cells[cell].count_ones() > 1 && has(&cells, cell, digit))
}

#[test]
fn propagations_find_the_same_literals_in_the_same_order() {
    for marks in states() {
        let source = Places::new(&marks);
        let mut propagation = Propagation::default();
        for (index, (cell, digit)) in candidates(&marks).enumerate() {
            let cells = index % 3 != 0;
            for on in [true, false] {
                let start = Literal::new(cell, digit, on);
                let plain = PlainPropagation::new(&marks.cells, start, cells);
                propagation.start(&source, start);
                // In two parts, the first up to some length.
                propagation.go_on(&source, cells, 7, None);
                propagation.go_on(&source, cells, u32::MAX, None);
                let found = propagation.links.iter().map(|link| link.literal);
                let found: Vec<Literal> = found.take(plain.order.len()).collect();
                assert_eq!(found, plain.order, "{start:?}");
                for (node, &literal) in plain.order.iter().enumerate() {
                    let length = u32::from(propagation.lengths[node]);
                    assert_eq!(length, plain.length(literal), "{literal:?} from {start:?}");
                }
                let length = propagation.contradiction_length();
                assert_eq!(length, plain.contradiction_length(), "{start:?}");
            }
        }
    }
}

/// Effect and length of a hint.
type Effect = (Option<(usize, usize)>, Vec<(usize, u16)>, u32);

fn effect(hint: Option<Hint>) -> Option<Effect> {
    hint.map(|hint| (hint.placed, hint.removed, hint.length))
}

/// Effect of concluding a literal, if it removes something.
fn conclude(marks: &Marks, literal: Literal, length: u32) -> Option<Effect> {
    let (cell, digit) = (literal.cell(), literal.digit());
    let others = marks.cells[cell] & !(1 << digit);
    let removed = if literal.is_on() { others } else { 1 << digit };
    let placed = literal.is_on().then_some((cell, digit));
    (removed != 0).then_some((placed, vec![(cell, removed)], length))
}

#[test]
fn nishio_takes_the_shortest_contradiction() {
    let mut found = 0;
    for marks in states() {
        let mut shortest: Option<Effect> = None;
        for (cell, digit) in candidates(&marks) {
            for on in [true, false] {
                let start = Literal::new(cell, digit, on);
                let plain = PlainPropagation::new(&marks.cells, start, false);
                let length = plain.contradiction_length();
                let hint = length.and_then(|n| conclude(&marks, start.opposite(), n));
                if let Some(hint) = hint
                    && shortest.as_ref().is_none_or(|best| hint.2 < best.2)
                {
                    shortest = Some(hint);
                }
            }
        }
        found += u32::from(shortest.is_some());
        assert_eq!(effect(hint_of(23, &marks)), shortest);
    }
    assert!(found > 0);
}

/// The first hint of level 0 by the definition.
fn plain_first(marks: &Marks) -> Option<Effect> {
    let run =
        |cell, digit, on| PlainPropagation::new(&marks.cells, Literal::new(cell, digit, on), true);
    let mut best: Option<((u32, u8), Effect)> = None;
    let mut offer = |key, literal, length| {
        if let Some(hint) = conclude(marks, literal, length)
            && best.as_ref().is_none_or(|(rank, _)| (length, key) < *rank)
        {
            best = Some(((length, key), hint));
        }
    };
    let compare = |key, branches: &[PlainPropagation], offer: &mut dyn FnMut(u8, Literal, u32)| {
        for on in [true, false] {
            let first = branches[0]
                .order
                .iter()
                .filter(|literal| literal.is_on() == on);
            for &literal in first {
                if branches
                    .iter()
                    .all(|branch| branch.parents.contains_key(&literal))
                {
                    let lengths = branches.iter().map(|branch| branch.length(literal));
                    offer(key, literal, lengths.sum());
                }
            }
        }
    };
    for (cell, digit) in candidates(marks) {
        let states = [run(cell, digit, true), run(cell, digit, false)];
        for state in &states {
            if let Some(length) = state.contradiction_length() {
                offer(7, state.order[0].opposite(), length);
            }
        }
        if marks.cells[cell].count_ones() > 2 {
            compare(1, &states, &mut offer);
        }
        for house in houses_of(cell) {
            let cells = cells_of(house).map(usize::from).into_iter();
            let places: Vec<usize> = cells.filter(|&c| has(&marks.cells, c, digit)).collect();
            if places[0] == cell && places.len() > 1 {
                let branches = places.iter().map(|&cell| run(cell, digit, true));
                compare(6, &branches.collect::<Vec<_>>(), &mut offer);
            }
        }
        if marks.cells[cell] >> digit == 1 {
            let digits = (0..9).filter(|&digit| has(&marks.cells, cell, digit));
            let branches = digits.map(|digit| run(cell, digit, true));
            compare(5, &branches.collect::<Vec<_>>(), &mut offer);
        }
    }
    best.map(|(_, hint)| hint)
}

#[test]
fn dynamic_chains_are_the_shortest() {
    let mut memory = ChainMemory::default();
    for marks in states().take(5) {
        let found = first_dynamic_chain(&marks, 0, &mut memory, &|| false);
        assert_eq!(effect(found), plain_first(&marks));
    }
}

/// First steps of Sudoku Explainer 1.2.1 on the puzzle AI Escargot, with its cells of a hint taken
/// row by row: level, rating in tenths, length, cell and digit that goes.
const ESCARGOT: [(u8, u16, u32, usize, usize); 12] = [
    (1, 100, 99, 68, 2),
    (1, 100, 111, 68, 9),
    (1, 100, 121, 14, 1),
    (2, 102, 50, 52, 7),
    (2, 104, 93, 77, 6),
    (2, 105, 105, 48, 5),
    (2, 105, 117, 15, 4),
    (2, 105, 122, 68, 8),
    (2, 105, 117, 79, 8),
    (1, 99, 97, 58, 5),
    (1, 101, 144, 9, 4),
    (1, 99, 88, 12, 9),
];

#[test]
fn nested_chains_are_those_of_sudoku_explainer() {
    let puzzle =
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
            .parse()
            .expect("a puzzle");
    let mut state = SolvingState::of(&puzzle);
    // A hidden single, then locked candidates.
    state.place(65, 0);
    for cell in [57, 59, 75, 77] {
        state.remove(8, cell);
    }
    let mut marks = marks_of(&state);
    let mut memory = ChainMemory::default();
    for (level, tenths, length, cell, digit) in ESCARGOT {
        for lower in 0..level {
            assert_eq!(
                first_dynamic_chain(&marks, lower, &mut memory, &|| false),
                None
            );
        }
        let hint = first_dynamic_chain(&marks, level, &mut memory, &|| false).expect("a hint");
        assert_eq!(hint.tenths(), tenths);
        assert_eq!(hint.removed, [(cell, 1 << (digit - 1))]);
        assert_eq!((hint.placed, hint.length), (None, length));
        marks.remove(cell, digit - 1);
    }
}
