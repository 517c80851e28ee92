//! Deductions in plain words.

use super::deduction::{Deduction, Effect, PatternDescription};
use super::forcing;
use super::layout::{CellSet, Frame, Layout, PlainLayout, bits};
use super::phrases::{digits, list, names, sign};
use super::plain_state::{CandidateList, PlainState, moved_candidates};
use super::solving_state::SolvingState;
use super::step::{Candidate, Step};
use super::technique::Technique;

/// Describes a deduction in the frame of the puzzle, before it is applied.
pub fn describe_step<L: Layout>(
    deduction: &Deduction<L>,
    state: &SolvingState<L>,
    frame: &Frame,
) -> Step {
    let removed = deduction.effect.removed(state);
    let placed = match deduction.effect {
        Effect::Placed(cell, digit) => Some((digit, cell)),
        Effect::Removed(_) => None,
    };
    let state = PlainState::of(state);
    let mut pattern = deduction.pattern.clone();
    if deduction.technique == Technique::ForcingNested {
        // The search for such a chain takes long, and a rating does not need it.
        pattern.chains = vec![forcing::nested_chain(&pattern, &state)];
    }
    let (pattern, state) = (pattern.moved(frame), state.moved(frame));
    let seen = (pattern.words)(&pattern, &state);
    let candidates = [placed.as_slice(), &removed[..]].map(|list| moved_candidates(list, frame));
    step(deduction.technique, seen, state.layout, candidates)
}

/// Describes a deduction by its pattern and by the candidates that it places and removes.
fn step(
    technique: Technique,
    seen: PatternDescription,
    layout: &PlainLayout,
    [placed, removed]: [CandidateList; 2],
) -> Step {
    let removal = removal(layout, &removed);
    let end = match (placed.is_empty(), removal.is_empty()) {
        (true, _) => format!("; so {removal}"),
        (false, true) => String::new(),
        (false, false) => format!("; {removal}"),
    };
    let cells = seen.cells.iter();
    let houses = seen.houses.iter();
    Step {
        technique,
        digits: bits(seen.digits).map(|digit| digit as u8 + 1).collect(),
        cells: cells.map(|&cell| layout.puzzle_cell(cell)).collect(),
        houses: houses.map(|&house| layout.house(house).clone()).collect(),
        chains: seen.chains,
        edges: seen.edges,
        placed: candidates(layout, &placed),
        removed: candidates(layout, &removed),
        text: format!("{}: {}{end}.", technique.title(), seen.text),
    }
}

/// Describes a round of plain elimination. If `settles` is true, it solves the cells with one
/// candidate left; otherwise it leaves them to naked singles.
pub fn describe_elimination(
    before: &PlainState<'_>,
    after: &PlainState<'_>,
    settles: bool,
) -> Step {
    let layout = before.layout;
    let gone = |&(digit, cell): &(usize, usize)| {
        let is_open = after.digits[cell] == 0;
        is_open && before.has(digit, cell) && !after.has(digit, cell)
    };
    let all =
        (0..layout.digits).flat_map(|digit| (0..layout.cells()).map(move |cell| (digit, cell)));
    let removed: CandidateList = all.filter(gone).collect();
    let single = after.naked_singles();
    let single = single.map(|(cell, digit)| candidate(layout, digit, cell));
    let single: Vec<Candidate> = single.collect();
    let result = match (settles, single.len()) {
        (true, 0) => "solves no cell".to_owned(),
        (true, _) => {
            let cells = single.iter();
            let cells = cells.map(|c| format!("{} in {}", sign(usize::from(c.digit) - 1), c.cell));
            format!("places {}", list(cells))
        }
        (false, 0) => "leaves no cell with a single candidate".to_owned(),
        (false, 1) => "leaves one cell with a single candidate".to_owned(),
        (false, cells) => format!("leaves {cells} cells with a single candidate"),
    };
    let count = removed.len();
    let noun = if count == 1 {
        "candidate"
    } else {
        "candidates"
    };
    Step {
        technique: Technique::Elimination,
        digits: Vec::new(),
        cells: Vec::new(),
        houses: Vec::new(),
        chains: Vec::new(),
        edges: Vec::new(),
        placed: if settles { single } else { Vec::new() },
        removed: candidates(layout, &removed),
        text: format!(
            "Elimination: the digits of solved cells are removed from the other cells of their \
             houses; this removes {count} {noun} and {result}."
        ),
    }
}

fn candidate(layout: &PlainLayout, digit: usize, cell: usize) -> Candidate {
    Candidate {
        cell: layout.puzzle_cell(cell),
        digit: digit as u8 + 1,
    }
}

fn candidates(layout: &PlainLayout, list: &[(usize, usize)]) -> Vec<Candidate> {
    let list = list.iter();
    list.map(|&(digit, cell)| candidate(layout, digit, cell))
        .collect()
}

/// States the removals: `5 is removed from r1c1 and r1c3, 6 and 7 from r2c2`. The text is empty if
/// nothing is removed.
fn removal(layout: &PlainLayout, removed: &[(usize, usize)]) -> String {
    let mut parts: Vec<(u32, CellSet)> = Vec::new();
    for of_digit in removed.chunk_by(|one, other| one.0 == other.0) {
        let digit = of_digit[0].0;
        let cells: CellSet = of_digit.iter().map(|&(_, cell)| cell).collect();
        match parts.iter_mut().find(|(_, others)| *others == cells) {
            Some((values, _)) => *values |= 1 << digit,
            None => parts.push((1 << digit, cells)),
        }
    }
    let mut first = true;
    let parts = parts.into_iter().map(|(values, cells)| {
        let verb = match (std::mem::take(&mut first), values.count_ones()) {
            (true, 1) => " is removed",
            (true, _) => " are removed",
            (false, _) => "",
        };
        format!("{}{verb} from {}", digits(values), names(layout, cells))
    });
    parts.collect::<Vec<_>>().join(", ")
}
