//! Deductions in plain words.

use super::deduction::{Deduction, DeductionContext, Effect};
use super::layout::{CandidateSet, Layout, LayoutSet, bits};
use super::phrases::{digits, list, names, sign};
use super::solving_state::SolvingState;
use super::step::{Candidate, Step};
use super::technique::Technique;

/// Describes a deduction in the frame of the puzzle, before it is applied.
pub fn describe_step<L: Layout>(
    deduction: &Deduction<L>,
    found_in: &SolvingState<L>,
    frame: &L::Frame,
) -> Step {
    let layout = &found_in.layout;
    let (effect, before) = (deduction.effect.moved(layout, frame), found_in.moved(frame));
    let mut after = before.clone();
    effect.apply(&mut after);
    let removed = removed_candidates(&before, &after, effect);
    let seen = deduction.pattern.describe(&DeductionContext {
        found_in,
        frame,
        state: &before,
    });
    let title = deduction.technique.title();
    let removal = removal(layout, &removed);
    let (placed, end) = match effect {
        Effect::Placed(cell, digit) if removal.is_empty() => {
            (vec![candidate(layout, cell, digit)], String::new())
        }
        Effect::Placed(cell, digit) => {
            (vec![candidate(layout, cell, digit)], format!("; {removal}"))
        }
        Effect::Removed(_) => (Vec::new(), format!("; so {removal}")),
    };
    Step {
        technique: deduction.technique,
        digits: bits(seen.digits).map(|digit| digit as u8 + 1).collect(),
        cells: seen
            .cells
            .into_iter()
            .map(|cell| layout.puzzle_cell(cell))
            .collect(),
        houses: (seen.houses.into_iter())
            .map(|house| layout.house(house))
            .collect(),
        chains: seen.chains,
        edges: seen.edges,
        placed,
        removed: candidates(layout, &removed),
        text: format!("{title}: {}{end}.", seen.text),
    }
}

/// Describes a round of plain elimination. If `settles` is true, it solves the cells with one
/// candidate left; otherwise it leaves them to naked singles.
pub fn describe_elimination<L: Layout>(
    before: &SolvingState<L>,
    after: &SolvingState<L>,
    settles: bool,
) -> Step {
    let layout = &before.layout;
    let mut removed = CandidateSet::none();
    for digit in 0..layout.digits() {
        let placed = before.open() & !after.open();
        removed[digit] = before.candidate_cells(digit) & !after.candidate_cells(digit) & !placed;
    }
    let single = after.naked_singles().iter().map(|cell| {
        let digit = after.candidates_of(cell).trailing_zeros() as usize;
        candidate(layout, cell, digit)
    });
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
    let count = removed.iter().count();
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

/// Candidates that a deduction removes, without those of the cell it solves.
fn removed_candidates<L: Layout>(
    before: &SolvingState<L>,
    after: &SolvingState<L>,
    effect: Effect<L>,
) -> CandidateSet<L> {
    let settled = match effect {
        Effect::Placed(cell, _) => L::Cells::of(cell),
        Effect::Removed(_) => L::Cells::NONE,
    };
    let mut gone = CandidateSet::none();
    for digit in 0..before.layout.digits() {
        gone[digit] = before.candidate_cells(digit) & !after.candidate_cells(digit) & !settled;
    }
    gone
}

fn candidate(layout: &impl Layout, cell: usize, digit: usize) -> Candidate {
    Candidate {
        cell: layout.puzzle_cell(cell),
        digit: digit as u8 + 1,
    }
}

fn candidates<L: Layout>(layout: &L, marks: &CandidateSet<L>) -> Vec<Candidate> {
    marks
        .iter()
        .map(|(digit, cell)| candidate(layout, cell, digit))
        .collect()
}

/// States the removals: `5 is removed from r1c1 and r1c3, 6 and 7 from r2c2`. The text is empty if
/// nothing is removed.
fn removal<L: Layout>(layout: &L, removed: &CandidateSet<L>) -> String {
    let mut parts: Vec<(u32, L::Cells)> = Vec::new();
    for digit in (0..layout.digits()).filter(|&digit| !removed[digit].is_empty()) {
        match parts.iter_mut().find(|(_, cells)| *cells == removed[digit]) {
            Some((values, _)) => *values |= 1 << digit,
            None => parts.push((1 << digit, removed[digit])),
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
