//! Classes of the solutions on tori, against all images of each solution and known numbers.

use std::collections::{BTreeMap, BTreeSet};

use countless_engine::{Error, Run};
use countless_queens::{Board, BoardVariant, Piece, Placement, torus_classes, torus_fundamental};

/// All images of a placement, square by square.
fn images(columns: &[u32]) -> BTreeSet<Vec<u32>> {
    let n = columns.len();
    let squares = || (0..n).map(|row| (row, columns[row] as usize - 1));
    let mut found = BTreeSet::new();
    for (down, right) in (0..n).flat_map(|down| (0..n).map(move |right| (down, right))) {
        for turn in 0..8 {
            let mut image = vec![0; n];
            for (row, column) in squares() {
                let (mut row, mut column) = ((row + down) % n, (column + right) % n);
                for _ in 0..turn % 4 {
                    (row, column) = (column, n - 1 - row);
                }
                if turn >= 4 {
                    column = n - 1 - column;
                }
                image[row] = column as u32 + 1;
            }
            found.insert(image);
        }
    }
    found
}

fn variants() -> impl Iterator<Item = BoardVariant> {
    Piece::ALL
        .into_iter()
        .map(|piece| BoardVariant::of(piece).torus())
}

fn solutions(n: usize, variant: &BoardVariant) -> Vec<Placement> {
    let board = Board::of_variant(n, n, variant).expect("it is small");
    board.solutions().collect()
}

#[test]
fn classes_are_those_of_all_images() -> Result<(), Error> {
    for (n, variant) in (1..=8).flat_map(|n| variants().map(move |variant| (n, variant))) {
        let all = solutions(n, &variant);
        let (mut least, mut known) = (Vec::new(), BTreeMap::new());
        for solution in &all {
            let images = images(solution);
            let is_least = images.first().map(Vec::as_slice) == Some(solution.columns());
            assert_eq!(
                torus_fundamental(solution),
                is_least.then_some(images.len()),
                "{solution}"
            );
            if is_least {
                least.push(solution.clone());
                *known.entry(images.len() as u128).or_insert(0) += 1;
            }
        }
        let board = Board::of_variant(n, n, &variant)?.listing();
        let mut listed = Vec::new();
        Run::new().for_each(&board.fundamental_on_torus()?, |it| listed.push(it))?;
        assert_eq!(listed, least, "{n} rows, {variant:?}");
        // Of one or two rows, both directions of a line are one.
        let turns = *[1, 1, 2].get(n).unwrap_or(&8);
        let found = torus_classes(n, &variant, &Run::new().threads(2))?.total;
        let order = found.iter().map(|own| own.symmetries * own.solutions);
        for (own, product) in found.iter().zip(order) {
            assert_eq!(known[&(own.solutions / own.fundamental)], own.fundamental);
            assert_eq!(product, own.fundamental * (turns * n * n) as u128);
        }
        let sum: u128 = found.iter().map(|own| own.solutions).sum();
        assert_eq!((sum, found.len()), (all.len() as u128, known.len()));
    }
    Ok(())
}

/// Cyclic solutions, the only ones up to 11 rows: column a·row, without a = 0, 1 and −1. A
/// symmetry exchanges a with −a, 1/a and −1/a.
#[test]
fn queens_have_known_classes() -> Result<(), Error> {
    for (n, known) in [(0, 1), (1, 1), (5, 1), (6, 0), (7, 1), (11, 2)] {
        let classes = torus_classes(n, &BoardVariant::default().torus(), &Run::new())?;
        let fundamental = classes.total.iter().map(|own| own.fundamental);
        assert_eq!(fundamental.sum::<u128>(), known, "{n} rows");
    }
    let plane = torus_classes(5, &BoardVariant::default(), &Run::new());
    assert!(plane.is_err_and(|error| error.to_string().contains("torus")));
    let some = torus_classes(5, &BoardVariant::default().torus(), &Run::new().limit(1));
    assert!(some.is_err());
    Ok(())
}
