//! Symmetries of boards, compared with those of problems and with known numbers of classes.

use std::collections::{BTreeMap, BTreeSet};

use countless_cover::internals::{SearchSteps, find_group, normal_cover, symmetry_elements};
use countless_cover::make::{self, Packing, Pieces, TilingBoard, Turns};
use countless_cover::{
    BigCount, CellBoard, CoverMethod, CoverProblem, ExactCover, Grid, GridOperation, Point,
    SymmetryKind, SymmetryOptions,
};
use countless_engine::{Error, Run};

use crate::packing_tests::{grid, tiled};
use crate::symmetry_tests::squares;

/// Number of elements that are compared.
const MOST: usize = 5000;

fn torus(sides: &[usize]) -> Result<TilingBoard, Error> {
    let words: Vec<String> = sides.iter().map(usize::to_string).collect();
    TilingBoard::on(grid(&format!("squares torus {}", words.join(" "))), sides)
}

fn rectangle(rows: usize, columns: usize) -> Result<TilingBoard, Error> {
    TilingBoard::rectangle(rows, columns)
}

/// Operations of the grid that map a board to itself, by definition: the image of each of its
/// points under a turn, and a shift that moves the first cell to a cell. Each map occurs once, and
/// as a rotation if it is one.
pub fn operations_of(board: &CellBoard) -> Vec<(GridOperation, Vec<u32>)> {
    let (grid, first) = (board.grid(), board.cells()[0].1);
    let items: BTreeMap<Point, usize> = board.points().map(|(item, at)| (at, item)).collect();
    let mut found = BTreeMap::new();
    let mut turns = grid.operations();
    turns.sort_by_key(|turn| !turn.is_rotation());
    for turn in turns {
        for &(_, to) in board.cells() {
            let images = board.points().map(|(_, point)| {
                let (image, from) = (turn.image(point), turn.image(first));
                let moved = [0, 1, 2].map(|axis| image[axis] - from[axis] + to[axis]);
                items.get(&grid.home(moved)).map(|&item| item as u32)
            });
            if let Some(images) = images.collect::<Option<Vec<u32>>>() {
                found.entry(images).or_insert(turn);
            }
        }
    }
    let found = found.into_iter();
    found.map(|(images, turn)| (turn, images)).collect()
}

/// Numbers of symmetries and of classes.
pub fn order_and_classes(
    problem: &ExactCover,
    options: &SymmetryOptions,
) -> Result<(u128, u128), Error> {
    let run = Run::new();
    let count = CoverProblem::counting_classes(problem.clone(), options, CoverMethod::Auto, &run)?;
    let order = &count.symmetries().expect("they were found").order;
    let number = |number: &BigCount| number.to_u128().expect("it is small");
    Ok((number(order), number(&count.count_classes(&run)?.total)))
}

/// The group of a board has those symmetries of the problem that move the cells as an operation
/// does.
#[test]
fn symmetries_of_boards_move_cells_as_operations_do() -> Result<(), Error> {
    let dominoes: Vec<String> = (0..3).map(|piece| format!("d{piece}\n##\n\n")).collect();
    let dominoes = Pieces::drawn(&dominoes.concat(), "dominoes", Grid::squares())?;
    let parts = TilingBoard::drawn("###.###\n###.###\n", "parts", Grid::squares())?;
    for problem in [
        make::dominoes(4, 4)?,
        make::dominoes(3, 4)?,
        tiled("squares", torus(&[4, 4])?, 2)?,
        tiled("squares", torus(&[3, 4])?, 2)?,
        squares(2, 2, 2)?,
        squares(3, 3, 3)?,
        make::polyominoes(&rectangle(2, 3)?, &dominoes, false)?,
        tiled("squares", parts, 2)?,
        make::soma()?,
    ] {
        let cover = normal_cover(&problem, &SymmetryOptions::new())?;
        let all = find_group(&cover, &mut SearchSteps::unlimited())?;
        let all: Vec<_> = all.elements(MOST).expect("it is small").iter().collect();
        let board = problem.cell_board().expect("it has cells");
        let items: Vec<usize> = board.points().map(|(item, _)| item).collect();
        let options = cover.option_count();
        for kind in [SymmetryKind::Board, SymmetryKind::Rotations] {
            let operations = operations_of(&board).into_iter();
            let operations =
                operations.filter(|(turn, _)| kind == SymmetryKind::Board || turn.is_rotation());
            let maps: BTreeSet<Vec<u32>> = operations.map(|(_, images)| images).collect();
            // No item is removed or stands for another one here.
            let cells_under = |element: &Vec<u32>| -> Vec<u32> {
                let items = items.iter();
                items
                    .map(|&item| element[options + item] - options as u32)
                    .collect()
            };
            let expected = all
                .iter()
                .filter(|element| maps.contains(&cells_under(element)));
            let expected: BTreeSet<Vec<u32>> = expected.cloned().collect();
            let found = problem.symmetries(&SymmetryOptions::new().kind(kind), &Run::new())?;
            let elements = symmetry_elements(&found, MOST).expect("it is small");
            assert_eq!(elements.len().to_string(), found.order.to_string());
            let elements: BTreeSet<Vec<u32>> = elements.into_iter().collect();
            assert_eq!(elements, expected, "{kind}\n{}", problem.to_knuth());
        }
    }
    Ok(())
}

/// Listed and compared, for dominoes on a torus and in two parts; Conway and Guy 1961, where
/// reflections exchange two pieces of the Soma cube; OEIS A224239.
#[test]
fn boards_have_known_numbers_of_classes() -> Result<(), Error> {
    let (usual, problem) = (
        SymmetryOptions::new(),
        SymmetryOptions::new().kind(SymmetryKind::Problem),
    );
    let (board, rotations) = (
        SymmetryOptions::new().kind(SymmetryKind::Board),
        SymmetryOptions::new().kind(SymmetryKind::Rotations),
    );
    let check = |cover: &ExactCover, options: &SymmetryOptions, order, known| {
        let found = order_and_classes(cover, options).expect("it is counted");
        assert_eq!(found, (order, known));
    };
    let on_torus = tiled("squares", torus(&[4, 4])?, 2)?;
    check(&on_torus, &usual, 128, 13);
    check(&on_torus, &problem, 384, 8);
    check(&squares(2, 2, 2)?, &usual, 8, 2);
    check(&squares(2, 2, 2)?, &problem, 24, 2);
    check(&squares(5, 5, 5)?, &usual, 8, 77);
    let soma = make::soma()?;
    check(&soma, &usual, 48, 240);
    check(&soma, &rotations, 24, 480);
    // Each part turns alone, and the parts are exchanged: the usual symmetries of such a board.
    let parts = TilingBoard::drawn("###.###\n###.###\n", "parts", Grid::squares())?;
    let parts = tiled("squares", parts, 2)?;
    check(&parts, &usual, 32, 3);
    // Nine solutions: three that a reflection of the whole drawing leaves unchanged, and three pairs.
    check(&parts, &board, 4, 6);
    let refused = order_and_classes(&make::langford(4)?, &board).expect_err("it has no cells");
    assert!(
        refused
            .to_string()
            .starts_with("--symmetry board: expected items"),
        "{refused}"
    );
    Ok(())
}

/// Number of operations of a board. Each permutes the cells.
fn operations(name: &str, sides: &[usize]) -> Result<usize, Error> {
    let pieces = Pieces::all(grid(name), 2..=2, Turns::of(grid(name)))?;
    let packing = Packing::new(TilingBoard::on(grid(name), sides)?, pieces);
    let problem = packing.unlimited(true).problem()?;
    let board = problem.cell_board().expect("it has cells");
    let operations = operations_of(&board);
    for (_, images) in &operations {
        let mut images: Vec<usize> = images.iter().map(|&it| it as usize).collect();
        images.sort_unstable();
        assert!(images.into_iter().eq(board.points().map(|(item, _)| item)));
    }
    Ok(operations.len())
}

#[test]
fn boards_have_the_operations_of_their_shape() -> Result<(), Error> {
    for (name, sides, expected) in [
        ("squares", &[3, 4][..], 4),
        ("squares", &[4, 4], 8),
        ("squares torus 4 4", &[4, 4], 128),
        ("squares torus 3 5", &[3, 5], 60),
        ("hexagons", &[3, 4], 2),
        ("hexagons", &[4, 4], 4),
        ("triangles", &[3, 3], 4),
        ("cubes", &[2, 3, 4], 8),
        ("cubes", &[3, 3, 3], 48),
        ("squares", &[1, 5], 2),
        ("cubes", &[1, 4, 4], 8),
    ] {
        assert_eq!(operations(name, sides)?, expected, "{name} {sides:?}");
    }
    Ok(())
}
