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
    if !statement.cases.is_empty() {
        let leads = |case: &Vec<ChainStatement>| {
            let mut after = *left;
            for statement in case {
                apply(statement, &mut after);
            }
            chain_follows(case, left) && after[cells[0]] & bit == 0
        };
        return cover_all(&statement.cases, left) && statement.cases.iter().all(leads);
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
        (false, _) if pair_follows(&cells, bit, left) || fish_follows(&cells, bit, left) => true,
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

/// True if the first statements of chains are all candidates of a cell, all places of a digit in a
/// house, or a statement and its opposite.
pub fn cover_all(chains: &[Vec<ChainStatement>], left: &[u16; 81]) -> bool {
    let firsts: Vec<(usize, u16, bool)> = { chains.iter() }
        .map(|chain| {
            let first = &chain[0];
            let digit = first.digit.expect("an assumption has a digit");
            (index(first.cells[0]), 1 << (digit - 1), first.holds)
        })
        .collect();
    let (cell, bit, _) = firsts[0];
    let opposites = firsts.len() == 2 && firsts[1].2 != firsts[0].2;
    if opposites {
        return (firsts[1].0, firsts[1].1) == (cell, bit);
    }
    let has = |cell, bit| firsts.contains(&(cell, bit, true));
    let in_cell = (0..9).map(|digit| 1 << digit);
    let in_cell = { in_cell }.all(|other| left[cell] & other == 0 || has(cell, other));
    in_cell
        || houses().any(|house| {
            house.contains(&cell) && { house.iter() }
                .all(|&other| left[other] & bit == 0 || has(other, bit))
        })
}

/// True if two cells of a house hold just two digits, or two digits of a house are in just two cells, so
/// that none of these cells holds the digit.
fn pair_follows(cells: &[usize], bit: u16, left: &[u16; 81]) -> bool {
    houses().any(|house| {
        let mut pairs = house
            .iter()
            .flat_map(|&a| house.iter().map(move |&b| (a, b)));
        pairs.any(|(a, b)| {
            let union = left[a] | left[b];
            let is_naked = union.count_ones() == 2
                && union & bit != 0
                && cells
                    .iter()
                    .all(|&cell| cell != a && cell != b && house.contains(&cell));
            let elsewhere = house.iter().filter(|&&cell| cell != a && cell != b);
            let hidden = !elsewhere.fold(0, |all, &cell| all | left[cell]) & 0o777;
            let is_hidden = (hidden & !bit).count_ones() >= 2
                && cells.iter().all(|&cell| cell == a || cell == b);
            a < b && (is_naked || is_hidden)
        })
    })
}

/// True if the places of the digit in two lines lie in two lines that cross them and hold all of these
/// cells.
fn fish_follows(cells: &[usize], bit: u16, left: &[u16; 81]) -> bool {
    let lines: Vec<[usize; 9]> = houses().take(18).collect();
    let (rows, columns) = lines.split_at(9);
    [(rows, columns), (columns, rows)]
        .iter()
        .any(|(base, cover)| {
            let mut pairs = base.iter().flat_map(|a| base.iter().map(move |b| (a, b)));
            pairs.any(|(a, b)| {
                let of_base = |cell: &&usize| a.contains(cell) || b.contains(cell);
                let places = a.iter().chain(b).filter(|&&cell| left[cell] & bit != 0);
                let crossing = |line: &&&[usize; 9]| places.clone().any(|cell| line.contains(cell));
                let cover: Vec<&[usize; 9]> = cover.iter().filter(|line| crossing(&line)).collect();
                let mut cells = cells.iter();
                a != b
                    && cover.len() == 2
                    && cells
                        .all(|cell| !of_base(&cell) && cover.iter().any(|line| line.contains(cell)))
            })
        })
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
