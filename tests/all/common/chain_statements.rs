//! Checks the statements of forcing chains: each follows from those before it.

use countless::sudoku::{ChainStatement, GridHouse, Step};

use super::cell_numbers::index;

fn sees(a: usize, b: usize) -> bool {
    let square = |cell: usize| (cell / 27, cell % 9 / 3);
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b))
}

fn houses() -> impl Iterator<Item = [usize; 9]> {
    GridHouse::all().map(|house| house.cells().map(index))
}

/// True if every statement of the chains of a step follows by a naked or hidden single, by locked
/// candidates, or by a chain that refutes it.
pub fn follow(step: &Step, before: &[u16; 81]) -> bool {
    step.chains.iter().all(|chain| chain_follows(chain, before))
}

/// The first statement is an assumption.
fn chain_follows(chain: &[ChainStatement], before: &[u16; 81]) -> bool {
    let mut left = *before;
    chain.iter().enumerate().all(|(number, statement)| {
        let follows = number == 0 || statement_follows(statement, &left);
        apply(statement, &mut left);
        follows
    })
}

fn statement_follows(statement: &ChainStatement, left: &[u16; 81]) -> bool {
    let cells: Vec<usize> = statement.cells.iter().copied().map(index).collect();
    let bit = statement.digit.map_or(0, |digit| 1 << (digit - 1));
    let places = |house: &[usize; 9]| -> Vec<usize> {
        let house = house.iter().copied();
        house.filter(|&cell| left[cell] & bit != 0).collect()
    };
    if !statement.because.is_empty() {
        return chain_follows(&statement.because, left);
    }
    if statement.holds {
        let cell = cells[0];
        return left[cell] & !bit == 0
            || houses().any(|house| {
                house.contains(&cell) && places(&house).iter().all(|&place| place == cell)
            });
    }
    match (cells.is_empty(), bit) {
        // A house has no place left.
        (true, _) => houses().any(|house| places(&house).is_empty()),
        // A cell has no candidate left.
        (false, 0) => left[cells[0]] == 0,
        // All places of a house lie in another house, with the cells outside the first.
        (false, _) => houses().any(|within| {
            let places = places(&within);
            cells.iter().all(|cell| !within.contains(cell))
                && houses().any(|also| {
                    let all = |cells: &[usize]| cells.iter().all(|cell| also.contains(cell));
                    all(&places) && all(&cells)
                })
        }),
    }
}

fn apply(statement: &ChainStatement, left: &mut [u16; 81]) {
    let Some(digit) = statement.digit else { return };
    let bit = 1 << (digit - 1);
    for &cell in &statement.cells {
        let cell = index(cell);
        if statement.holds {
            left[cell] &= bit;
            (0..81)
                .filter(|&other| sees(cell, other))
                .for_each(|other| left[other] &= !bit);
        } else {
            left[cell] &= !bit;
        }
    }
}
