//! Whether what a step names is enough for what it concludes, by trying all assignments.

use countless::sudoku::{GridHouse, Step, Technique};

use super::cells::index;

/// The most cells of a pattern that are tried.
const MOST: usize = 28;

/// Whether no assignment of the cells that a step names, and of one that it changes, agrees
/// with the candidates before it and contradicts its conclusion; none if they are too many,
/// or if the reason is of another kind.
///
/// An assignment gives each of these cells one of its candidates; no two that see each other
/// are equal; and a digit whose places in a unit are all among these cells is in one of them.
/// In rectangles, the first four cells do not hold two digits crosswise.
pub fn suffice(step: &Step, before: &[u16; 81]) -> Option<bool> {
    let is_local = step.technique < Technique::ForcingCell
        && !matches!(
            step.technique,
            Technique::Elimination | Technique::BugPlusOne
        );
    if !is_local || step.cells.len() > MOST {
        return None;
    }
    // A digit that is placed goes from its peers; that much needs no pattern.
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
        let corners: Option<[usize; 4]> = if step.technique.needs_uniqueness() {
            cells[..4].try_into().ok()
        } else {
            None
        };
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
        !is_possible(&cells, &candidates, &needs, corners, &mut values)
    }))
}

fn sees(a: usize, b: usize) -> bool {
    let square = |cell: usize| (cell / 27, cell % 9 / 3);
    a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b)
}

/// Whether the cells without a value can be given some.
fn is_possible(
    cells: &[usize],
    candidates: &[u16; 81],
    needs: &[(u16, Vec<usize>)],
    corners: Option<[usize; 4]>,
    values: &mut [u16; 81],
) -> bool {
    let free = |cell: usize, values: &[u16; 81]| {
        let seen = cells
            .iter()
            .filter(|&&other| other != cell && sees(cell, other));
        candidates[cell] & !seen.fold(0, |all, &other| all | values[other])
    };
    // What can no longer be met is given up at once.
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
        return corners.is_none_or(|corners| !is_deadly(corners, values));
    };
    let choices = free(cell, values);
    (0..9)
        .map(|d| 1 << d)
        .filter(|bit| choices & bit != 0)
        .any(|bit| {
            values[cell] = bit;
            let possible = is_possible(cells, candidates, needs, corners, values);
            values[cell] = 0;
            possible
        })
}

/// Whether four corners hold two digits, each twice.
fn is_deadly(corners: [usize; 4], values: &[u16; 81]) -> bool {
    let union = corners.iter().fold(0, |all, &cell| all | values[cell]);
    union.count_ones() == 2
}
