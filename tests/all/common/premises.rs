//! Checks by exhaustion that the cells of a step imply its conclusion.

use countless::sudoku::{GridHouse, Step, Technique};

use super::cell_numbers::index;
use super::sentences::{extras_in, loop_in};

/// Maximum number of cells in a pattern that is tried.
const MOST: usize = 28;

/// True if the cells of a step imply its conclusion: every assignment that agrees with the
/// candidates before agrees with the conclusion. None if there are too many assignments, or if the
/// step has another kind of reason.
///
/// An assignment gives one candidate to each cell of the step and to one cell that it changes.
/// Cells that see each other get different digits. If all places of a digit in a house are among
/// these cells, one of them gets the digit. In rectangles and loops, the corners do not hold just two
/// digits. In a grave, one of the extra candidates is true.
pub fn suffice(step: &Step, before: &[u16; 81]) -> Option<bool> {
    let cells = || step.cells.iter().copied().map(index);
    let (mut corners, mut extras) = (Vec::new(), Vec::new());
    let technique = step.technique;
    match technique {
        Technique::UniqueLoop => corners = loop_in(&step.text)?,
        Technique::BivalueGrave => extras = extras_in(&step.text)?,
        technique if technique.needs_uniqueness() => corners = cells().take(4).collect(),
        _ => {}
    }
    let of_explainer = Technique::UniqueLoop..=Technique::AlignedTriplet;
    let is_local = of_explainer.contains(&technique)
        || technique < Technique::ForcingCell
            && !matches!(technique, Technique::Elimination | Technique::BugPlusOne);
    if !is_local || step.cells.len() > MOST {
        return None;
    }
    let is_allowed = |values: &[u16; 81]| {
        let union = corners.iter().fold(0, |all, &cell| all | values[cell]);
        let is_deadly = !corners.is_empty() && union.count_ones() == 2;
        let mut true_extras = extras.iter().filter(|&&(cell, bit)| values[cell] == bit);
        !is_deadly && (extras.is_empty() || true_extras.next().is_some())
    };
    // A placed digit is removed from the cells that its cell sees. This removal needs no pattern.
    let mut wrong: Vec<(usize, u16)> = Vec::new();
    if step.placed.is_empty() {
        let removed = step.removed.iter();
        wrong.extend(removed.map(|c| (index(c.cell), 1 << (c.digit - 1))));
    }
    for placed in &step.placed {
        let cell = index(placed.cell);
        let others = before[cell] & !(1 << (placed.digit - 1));
        wrong.extend(
            (0..9)
                .map(|d| (cell, 1 << d))
                .filter(|(_, bit)| others & bit != 0),
        );
    }
    Some(wrong.into_iter().all(|(cell, digit)| {
        let mut cells: Vec<usize> = step.cells.iter().copied().map(index).collect();
        cells.retain(|&other| other != cell);
        cells.insert(0, cell);
        let mut candidates = *before;
        candidates[cell] = digit;
        let needs: Vec<(u16, Vec<usize>)> = GridHouse::all()
            .flat_map(|unit| (0..9).map(move |d| (unit, 1 << d)))
            .filter_map(|(unit, bit)| {
                let places = unit.cells().map(index).into_iter();
                let places: Vec<usize> = places.filter(|&c| before[c] & bit != 0).collect();
                let is_inside = places.iter().all(|c| cells.contains(c));
                (is_inside && !places.is_empty()).then_some((bit, places))
            })
            .collect();
        let mut values = [0; 81];
        !is_possible(&cells, &candidates, &needs, &is_allowed, &mut values)
    }))
}

fn sees(a: usize, b: usize) -> bool {
    let square = |cell: usize| (cell / 27, cell % 9 / 3);
    a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b)
}

/// True if the cells without a value can be given values.
fn is_possible(
    cells: &[usize],
    candidates: &[u16; 81],
    needs: &[(u16, Vec<usize>)],
    is_allowed: &dyn Fn(&[u16; 81]) -> bool,
    values: &mut [u16; 81],
) -> bool {
    let free = |cell: usize, values: &[u16; 81]| {
        let seen = cells
            .iter()
            .filter(|&&other| other != cell && sees(cell, other));
        candidates[cell] & !seen.fold(0, |all, &other| all | values[other])
    };
    // A need that can no longer be met ends the branch.
    let met = needs.iter().all(|(bit, places)| {
        places
            .iter()
            .any(|&c| values[c] == *bit || values[c] == 0 && free(c, values) & bit != 0)
    });
    if !met {
        return false;
    }
    let open = cells.iter().filter(|&&cell| values[cell] == 0);
    let Some(&cell) = open.min_by_key(|&&cell| free(cell, values).count_ones()) else {
        return is_allowed(values);
    };
    let choices = free(cell, values);
    (0..9)
        .map(|d| 1 << d)
        .filter(|bit| choices & bit != 0)
        .any(|bit| {
            values[cell] = bit;
            let possible = is_possible(cells, candidates, needs, is_allowed, values);
            values[cell] = 0;
            possible
        })
}
