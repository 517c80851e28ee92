//! Techniques against the solutions that the plain search finds, and against the techniques of
//! nine by nine cells.

use std::collections::BTreeMap;

use super::ladder::LADDER;
use super::*;
use crate::generate::{Generate, caged};
use crate::options::ShapeOptions;
use crate::tests::{Plain, blanks, puzzle, shapes};
use countless_engine::SplitMix64;
use countless_sudoku::Grid;

fn rater(shape: &Shape, puzzle: &[u8]) -> Rater {
    let mut rater = Rater::new(shape);
    rater.state.begin(&rater.field, puzzle);
    rater
}

/// Whether a solution that the state has allowed so far is still there.
fn keeps(state: &State, solution: &[u8]) -> bool {
    (0..).zip(solution).all(|(cell, &digit)| {
        let known = state.digit(cell);
        known == digit || known == 0 && state.has(cell, digit - 1)
    })
}

/// Goes through a puzzle step by step. What any technique would remove, and what singles settle,
/// contradicts none of the solutions; how often each technique found something.
fn watch(
    shape: &Shape,
    puzzle: &[u8],
    solutions: &[Vec<u8>],
    uses: &mut BTreeMap<Technique, usize>,
) {
    let mut rater = rater(shape, puzzle);
    let Rater {
        field,
        state,
        ladder,
        gone,
        ..
    } = &mut rater;
    loop {
        assert!(
            solutions.iter().all(|solution| keeps(state, solution)),
            "{shape}"
        );
        let mut easiest = None;
        // Forcing takes long, and is looked at only where nothing else helps.
        let (last, others) = LADDER.split_last().expect("there are some");
        for &technique in others {
            gone.clear();
            ladder.find_by(technique, field, state, &|| false, gone);
            check(shape, solutions, technique, gone);
            if !gone.is_empty() {
                *uses.entry(technique).or_default() += 1;
                easiest.get_or_insert_with(|| gone.clone());
            }
        }
        state.settle_singles(field);
        if state.is_dead() || state.is_solved() {
            break;
        }
        if easiest.is_none() && shape.cells() <= 81 && !solutions.is_empty() {
            gone.clear();
            ladder.find_by(*last, field, state, &|| false, gone);
            check(shape, solutions, *last, gone);
            if !gone.is_empty() {
                *uses.entry(*last).or_default() += 1;
                easiest = Some(gone.clone());
            }
        }
        match easiest {
            Some(gone) => state.remove_all(field, &gone),
            None => break,
        }
    }
    if state.is_solved() && !cages::is_broken(field, state) {
        let grid: Vec<u8> = (0..shape.cells() as u16)
            .map(|cell| state.digit(cell))
            .collect();
        assert_eq!(solutions, [grid], "{shape}");
    }
}

fn check(shape: &Shape, solutions: &[Vec<u8>], technique: Technique, gone: &[Candidate]) {
    for Candidate { cell, digit } in gone {
        let is_there = |solution: &Vec<u8>| solution[usize::from(*cell)] == digit + 1;
        assert!(
            !solutions.iter().any(is_there),
            "{shape}: {technique} at {cell}"
        );
    }
}

#[test]
fn no_technique_removes_what_is_in_a_solution() {
    let (mut random, mut uses) = (SplitMix64(1), BTreeMap::new());
    for shape in shapes() {
        for _ in 0..20 {
            let most = blanks(&shape);
            let puzzle = puzzle(&shape, &mut random, most, false);
            let solutions = Plain::solutions(&shape, &puzzle, 200);
            watch(&shape, &puzzle, &solutions, &mut uses);
        }
    }
    assert!(uses.len() > 10, "{uses:?}");
}

/// Minimal puzzles and killers without clues, which take more than singles.
#[test]
fn hard_puzzles_end_in_their_solution() {
    let mut uses = BTreeMap::new();
    let all = shapes();
    let mut minimal: Vec<(Shape, u64)> = all
        .iter()
        .filter(|shape| shape.cells() <= 100 && shape.cages().next().is_none())
        .map(|shape| (shape.clone(), 30))
        .collect();
    let killers = ShapeOptions {
        own_cages: true,
        ..ShapeOptions::default()
    };
    minimal.push((Shape::new(&killers).unwrap(), 40));
    for (shape, count) in minimal {
        let generate = Generate::new(shape.clone(), count, 1, None).unwrap();
        countless_engine::Run::new()
            .threads(1)
            .for_each(&generate, |made| {
                let shape = match made.shape(&shape) {
                    Some(shape) => shape,
                    None => shape.clone(),
                };
                let [puzzle, solution] = made.digits(&shape);
                watch(&shape, &puzzle, &[solution], &mut uses);
            })
            .unwrap();
    }
    assert!(
        LADDER.iter().all(|technique| uses.contains_key(technique)),
        "{uses:?}"
    );
}

#[test]
fn plain_sudokus_are_as_hard_as_their_own_code_says() {
    let shape = Shape::new(&ShapeOptions::default()).unwrap();
    let mut rater = Rater::new(&shape);
    let text = std::fs::read_to_string("../../data/puzzles.txt").expect("it is readable");
    let mut same = 0;
    for line in text.lines().filter_map(|line| line.get(..81)) {
        let (grid, puzzle): (Grid, _) = (line.parse().unwrap(), shape.parse(line).unwrap());
        let expected = grid.rate().expect("it has one solution");
        let found = rater.rate(&puzzle, Level::Extreme, || false);
        assert!(found.solved || expected.level() == Level::Extreme, "{line}");
        // From here on there are techniques that others make needless.
        if expected.hardest <= Technique::XWing {
            assert_eq!(found.hardest, expected.hardest, "{line}");
            same += 1;
        } else {
            assert!(found.hardest > Technique::XWing, "{line}");
        }
        let level = rater.level(&puzzle, || false);
        assert_eq!(level, found.level(), "{line}");
    }
    assert!(same > 30, "{same}");
}

#[test]
fn cages_of_a_shape_are_as_good_as_those_of_a_puzzle() {
    let plain = Shape::new(&ShapeOptions::default()).unwrap();
    let mut own = Rater::new(&plain);
    for seed in 0..10 {
        let shape = caged(&plain, seed);
        let (_, solution) = shape.solve(&[0; 81]);
        let mut puzzle = solution;
        puzzle.iter_mut().step_by(2).for_each(|digit| *digit = 0);
        own.set_cages(shape.caged());
        let ratings = [&mut own, &mut Rater::new(&shape)]
            .map(|rater| rater.rate(&puzzle, Level::Extreme, || false));
        assert!(ratings[0] == ratings[1] && ratings[0].solved, "{ratings:?}");
    }
}

#[test]
fn a_rating_can_be_stopped() {
    let shape = Shape::new(&ShapeOptions::default()).unwrap();
    let rating = Rater::new(&shape).rate(&[0; 81], Level::Extreme, || true);
    assert_eq!((rating.steps, rating.solved), (0, false));
}
