//! Techniques on variants, against the solutions of the plain search and against those of the classic
//! sudoku.

use std::collections::BTreeMap;

use countless_engine::{Run, SplitMix64};
use countless_sudoku::internals::techniques::variant_result_of;
use countless_sudoku::{
    Grid, Level, SolvingState, TableLayout, Technique, TechniqueResult, TraceEnd, TraceOptions,
    canonical_all,
};
use countless_variants::internals::{Rater, tables};
use countless_variants::{GenerateVariants, Shape, ShapeDrawing, ShapeOptions};

use crate::backtracker_tests::{Backtracker, blanks, cage_list, puzzle, shapes};
use crate::generated_puzzle_tests::{made_digits, made_shape};
use crate::with_random_cages;

/// Returns whether the state still allows a solution.
fn keeps(state: &SolvingState<TableLayout>, solution: &[u8]) -> bool {
    (0..).zip(solution).all(|(cell, &digit)| {
        let possible = state.possible(cell);
        possible >> (digit - 1) & 1 != 0
    })
}

/// Solves a puzzle step by step, and checks that all techniques preserve all solutions. Counts the
/// uses of each technique.
fn watch(
    shape: &Shape,
    puzzle: &[u8],
    solutions: &[Vec<u8>],
    unique: bool,
    uses: &mut BTreeMap<Technique, usize>,
) {
    let mut state = SolvingState::new(tables(shape), puzzle.to_vec());
    loop {
        assert!(
            solutions.iter().all(|solution| keeps(&state, solution)),
            "{shape}"
        );
        let mut easiest = None;
        for technique in Technique::ALL {
            // Forcing chains take long, and are tried only if all other techniques fail.
            let is_forcing = technique.level() == Level::Extreme;
            if is_forcing && (easiest.is_some() || shape.cells() > 100) {
                break;
            }
            let Some(found) = variant_result_of(&state, technique, unique) else {
                continue;
            };
            for solution in solutions {
                let is_there =
                    |&(cell, digit): &(usize, usize)| usize::from(solution[cell]) == digit + 1;
                assert!(
                    found.placed.iter().all(is_there) && !found.removed.iter().any(is_there),
                    "{shape}: {found:?}"
                );
            }
            *uses.entry(found.technique).or_default() += 1;
            easiest.get_or_insert(found);
        }
        let Some(TechniqueResult {
            placed, removed, ..
        }) = easiest
        else {
            break;
        };
        for (cell, digit) in placed {
            state.place(cell, digit);
        }
        for (cell, digit) in removed {
            state.remove(digit, cell);
        }
        if state.is_contradictory() {
            assert!(solutions.is_empty(), "{shape}");
            break;
        }
    }
    if state.is_solved() && !solutions.is_empty() {
        assert_eq!(solutions, [state.digits().to_vec()], "{shape}");
    }
}

#[test]
fn no_technique_contradicts_a_solution() {
    let (mut random, mut uses) = (SplitMix64(1), BTreeMap::new());
    for shape in shapes() {
        for _ in 0..4 {
            let most = blanks(&shape);
            let puzzle = puzzle(&shape, &mut random, most, false);
            let solutions = Backtracker::solutions(&shape, &puzzle, 200);
            watch(&shape, &puzzle, &solutions, solutions.len() == 1, &mut uses);
        }
    }
    assert!(uses.len() > 20, "{uses:?}");
}

/// Minimal puzzles, and killer sudokus without clues, need more than singles.
#[test]
fn hard_puzzles_end_in_their_solution() {
    let mut uses = BTreeMap::new();
    let mut minimal: Vec<(Shape, u64)> = shapes()
        .into_iter()
        .filter(|shape| shape.cells() <= 100 && shape.cages().next().is_none())
        .map(|shape| (shape, 4))
        .collect();
    let killers = ShapeOptions::new().own_cages(true);
    minimal.push((Shape::new(&killers).unwrap(), 12));
    for (shape, count) in minimal {
        let generate = GenerateVariants::new(shape.clone(), count, 1, None, &Run::new()).unwrap();
        Run::new()
            .threads(1)
            .for_each(&generate, |made| {
                let own = made_shape(&made, &shape);
                let shape = own.as_ref().unwrap_or(&shape);
                let [puzzle, solution] = made_digits(&made, shape);
                watch(shape, &puzzle, &[solution], true, &mut uses);
            })
            .unwrap();
    }
    let cages = Technique::ALL
        .into_iter()
        .filter(|technique| technique.needs_cages());
    assert!(
        cages
            .into_iter()
            .all(|technique| uses.contains_key(&technique))
            && uses.len() > 40,
        "{uses:?}"
    );
}

/// The general layout rates a canonical form like the code for classic sudokus.
#[test]
fn plain_sudokus_are_as_hard_as_their_own_code_says() {
    let shape = Shape::new(&ShapeOptions::new()).unwrap();
    let rater = Rater::new(&shape);
    let text = std::fs::read_to_string("../../data/puzzles.txt").expect("it is readable");
    let puzzles = text.lines().filter_map(|line| line.get(..81)?.parse().ok());
    let puzzles: Vec<Grid> = puzzles.collect();
    let mut same = 0;
    let forms = canonical_all(&puzzles, &Run::new()).unwrap();
    for canonical in forms.into_iter().flatten() {
        let puzzle = canonical.form;
        let expected = puzzle.rate().expect("it has one solution");
        let digits = puzzle.digits().to_vec();
        let found = rater.rate(&digits, || false);
        if expected.level() < Level::Extreme {
            assert_eq!(found, expected, "{puzzle}");
            same += 1;
        }
        assert_eq!(rater.level(&digits, || false), expected.level(), "{puzzle}");
        // The lengths of forcing chains depend on the implementation.
        assert_eq!(found.level(), expected.level(), "{puzzle}");
    }
    assert!(same > 60, "{same}");
}

#[test]
fn cages_of_a_shape_are_as_good_as_those_of_a_puzzle() {
    let plain = Shape::new(&ShapeOptions::new()).unwrap();
    let mut own = Rater::new(&plain);
    for seed in 0..10 {
        let shape = with_random_cages(&plain, seed);
        let (_, solution) = shape.solve(&[0; 81], &Run::new()).unwrap();
        let mut puzzle = solution;
        puzzle.iter_mut().step_by(2).for_each(|digit| *digit = 0);
        own.set_cages(&cage_list(&shape));
        let ratings = [&own, &Rater::new(&shape)].map(|rater| rater.rate(&puzzle, || false));
        assert!(ratings[0] == ratings[1] && ratings[0].solved, "{ratings:?}");
    }
}

#[test]
fn steps_of_any_shape_have_words() {
    let (mut random, mut techniques) = (SplitMix64(5), BTreeMap::new());
    for shape in shapes() {
        let puzzle = puzzle(&shape, &mut random, blanks(&shape), false);
        let solutions = Backtracker::solutions(&shape, &puzzle, 2);
        let options = TraceOptions::new().steps(200);
        let mut trace = shape.explain(&puzzle, options, &Run::new()).unwrap();
        for step in trace.by_ref() {
            assert!(step.text.ends_with('.'), "{}", step.text);
            *techniques.entry(step.technique).or_insert(0) += 1;
        }
        let possible = trace.possible();
        for solution in &solutions {
            let is_left = |(digits, digit): (&u32, &u8)| digits >> (digit - 1) & 1 != 0;
            assert!(possible.iter().zip(solution).all(is_left), "{shape}");
        }
        let is_solved = possible.iter().all(|digits| digits.is_power_of_two());
        assert_eq!(trace.end() == Some(TraceEnd::Solved), is_solved, "{shape}");
    }
    assert!(techniques.len() > 3, "{techniques:?}");
}

#[test]
fn a_rating_can_be_stopped() {
    let shape = Shape::new(&ShapeOptions::new()).unwrap();
    let rating = Rater::new(&shape).rate(&[0; 81], || true);
    assert_eq!((rating.steps, rating.solved), (0, false));
}

/// Rows and regions intersect like rows and columns.
#[test]
fn fish_lie_in_rows_and_regions() {
    let regions = ShapeDrawing {
        name: "jigsaw.txt".to_owned(),
        text: include_str!("../../../../data/jigsaw.txt").to_owned(),
    };
    let options = ShapeOptions::new().regions(Some(regions));
    let shape = Shape::new(&options).unwrap();
    let text = "..3....8.......5........3.7.9.5..6......8..92.......4.2..........4...7.53........";
    let puzzle = shape.parse(text).unwrap();
    let rating = shape.rate(&puzzle, &Run::new()).unwrap();
    let rating = rating.expect("it has one solution");
    assert!(rating.hardest <= Technique::Swordfish, "{rating:?}");
    let steps: Vec<String> = shape
        .explain(&puzzle, TraceOptions::new(), &Run::new())
        .unwrap()
        .map(|step| step.text)
        .collect();
    assert!(
        steps
            .iter()
            .any(|text| text.contains("can only be in regions ")),
        "{steps:?}"
    );
}
