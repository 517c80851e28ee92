//! Classes of grids, against a map of canonical forms.

use std::collections::HashMap;

use countless_engine::Run;
use countless_sudoku::{Equivalence, Grid, GridClasses, canonical_all};

/// Returns 20,000 grids with two digits, many of them equivalent.
fn grids() -> impl Iterator<Item = Grid> {
    (0..20_000_usize).map(|i| {
        let (one, other, digit) = (i % 81, i * 7 % 80, i / 81 % 9);
        let grid = Grid::BLANK.with_cell(one, 1 + (i % 9) as u8);
        grid.with_cell((one + 1 + other) % 81, 1 + digit as u8)
    })
}

#[test]
fn classes_are_those_of_a_map() {
    let grids: Vec<_> = grids().collect();
    let forms = canonical_all(&grids, &Run::new()).expect("there are threads");
    let (mut classes, mut map) = (GridClasses::new(true), HashMap::new());
    for (number, (grid, form)) in grids.iter().zip(&forms).enumerate() {
        let Some(form) = form else { continue };
        let expected = map.get(&form.form).map(|&(first, note): &(Grid, u64)| {
            let is_equal = first == *grid;
            (is_equal, note)
        });
        let found = classes.insert(form, number as u64);
        let found = found.map(|(seen, note)| (seen == Equivalence::Equal, *note.unwrap()));
        assert_eq!(found, expected);
        map.entry(form.form).or_insert((*grid, number as u64));
    }
    assert_eq!(classes.len(), map.len());
}
