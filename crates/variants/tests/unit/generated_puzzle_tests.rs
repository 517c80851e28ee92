//! Tests of generated puzzles against the plain search, and of random cages of a solution.

use crate::backtracker_tests::{Backtracker, shapes};
use countless_engine::{Run, SplitMix64};
use countless_simd::Kernel;
use countless_sudoku::{Level, Status};
use countless_variants::internals::{
    CellNeighbours, GeneratedVariant, Rater, conflict, with_cages, with_sums,
};
use countless_variants::{GenerateVariants, Shape, ShapeDrawing, ShapeOptions};

/// Returns the shape of a puzzle with its own cages.
pub fn made_shape(made: &GeneratedVariant, shape: &Shape) -> Option<Shape> {
    let drawing = ShapeDrawing {
        name: "made".to_owned(),
        text: made.cages.clone()?,
    };
    let options = shape.options().clone();
    let options = options.cages(Some(drawing)).own_cages(false);
    Some(Shape::new(&options).expect("it is one"))
}

/// Returns the digits of the puzzle and of its solution.
pub fn made_digits(made: &GeneratedVariant, shape: &Shape) -> [Vec<u8>; 2] {
    [&made.puzzle, &made.solution].map(|text| shape.parse(text).expect("it is one"))
}

fn generated(
    shape: &Shape,
    count: u64,
    clues: Option<usize>,
    kernel: Kernel,
    threads: usize,
) -> Vec<GeneratedVariant> {
    let generate = GenerateVariants::new(shape.clone(), count, 7, clues, &Run::new()).unwrap();
    let mut all = Vec::new();
    let run = Run::new().kernel(kernel).threads(threads);
    let outcome = run.for_each(&generate, |made| all.push(made)).unwrap();
    assert_eq!(outcome.total.count, u128::from(count));
    all
}

#[test]
fn puzzles_have_one_solution_and_no_clue_too_many() {
    for shape in shapes().iter().filter(|shape| shape.cells() <= 81) {
        for GeneratedVariant {
            puzzle,
            solution,
            clues,
            ..
        } in generated(shape, 3, None, Kernel::best(), 1)
        {
            let mut digits = shape.parse(&puzzle).unwrap();
            assert_eq!(digits.iter().filter(|&&digit| digit > 0).count(), clues);
            assert!(!shape.parse(&solution).unwrap().contains(&0));
            // The plain search takes too long on puzzles with few clues.
            if shape.cells() > 36 {
                continue;
            }
            let all = Backtracker::solutions(shape, &digits, 2);
            assert_eq!(all.len(), 1, "{shape}");
            assert_eq!(shape.write(&all[0]), solution);
            for cell in 0..digits.len() {
                let digit = std::mem::take(&mut digits[cell]);
                if digit > 0 {
                    assert_eq!(
                        Backtracker::solutions(shape, &digits, 2).len(),
                        2,
                        "{shape}"
                    );
                }
                digits[cell] = digit;
            }
        }
    }
}

#[test]
fn kernels_and_threads_make_the_same() {
    let shapes = shapes();
    let shape = shapes.iter().find(|shape| shape.digits() == 6).unwrap();
    let expected = generated(shape, 100, None, Kernel::SCALAR, 1);
    for kernel in Kernel::available() {
        assert_eq!(generated(shape, 100, None, kernel, 3), expected);
    }
    assert_eq!(
        generated(shape, 50, None, Kernel::best(), 1),
        expected[..50]
    );
}

#[test]
fn clues_can_be_asked_for() {
    let shapes = shapes();
    let shape = shapes.iter().find(|shape| shape.digits() == 9).unwrap();
    for made in generated(shape, 3, Some(30), Kernel::best(), 1) {
        assert_eq!(made.clues, 30);
        let digits = shape.parse(&made.puzzle).unwrap();
        assert_eq!(
            shape.write(&Backtracker::solutions(shape, &digits, 2)[0]),
            made.solution
        );
    }
    for clues in [7, 82] {
        let error =
            GenerateVariants::new(shape.clone(), 1, 1, Some(clues), &Run::new()).unwrap_err();
        assert!(
            error.to_string().starts_with("--clues: expected 8 to 81"),
            "{error}"
        );
    }
}

/// Returns a shape of this size with own cages of each puzzle.
fn killers(size: usize) -> Shape {
    let options = ShapeOptions::new().size(size).own_cages(true);
    Shape::new(&options).unwrap()
}

#[test]
fn killers_have_one_solution_without_clues() {
    for size in [4, 6] {
        for made in generated(&killers(size), 20, None, Kernel::best(), 1) {
            let text = made.cages.clone().expect("it has cages");
            let shape = made_shape(&made, &killers(size)).expect("it has cages");
            assert_eq!(shape.cages_text(), Some(text));
            let blank = shape.parse(&made.puzzle).unwrap();
            assert!(blank.iter().all(|&digit| digit == 0) && made.clues == 0);
            let all = Backtracker::solutions(&shape, &blank, 2);
            assert_eq!(all.len(), 1, "{:?}", shape.cages_text());
            assert_eq!(shape.write(&all[0]), made.solution);
        }
    }
}

#[test]
fn kernels_and_threads_make_the_same_killers() {
    let shape = killers(9);
    let expected = generated(&shape, 70, None, Kernel::SCALAR, 1);
    for kernel in Kernel::available() {
        assert_eq!(generated(&shape, 70, None, kernel, 3), expected);
    }
    assert_eq!(generated(&shape, 3, None, Kernel::best(), 1), expected[..3]);
}

/// Hard puzzles have one solution, any further merge of two cages loses it, and all kernels make
/// the same.
#[test]
fn hard_killers_have_as_few_cages_as_possible() {
    let shape = killers(6);
    let made = |kernel, threads| {
        let generate = GenerateVariants::new(shape.clone(), 20, 7, None, &Run::new()).unwrap();
        let generate = generate.with_hardest().unwrap();
        let mut all = Vec::new();
        let run = Run::new().kernel(kernel).threads(threads);
        run.for_each(&generate, |made| all.push(made)).unwrap();
        all
    };
    let all = made(Kernel::SCALAR, 1);
    for kernel in Kernel::available() {
        assert_eq!(made(kernel, 2), all);
    }
    let easier = generated(&shape, 20, None, Kernel::best(), 1);
    let neighbours = CellNeighbours::new(&shape);
    let mut merges = 0;
    for (made, easier) in all.iter().zip(&easier) {
        assert!(made.nodes.is_some() && easier.nodes.is_none());
        assert_eq!(made.solution, easier.solution);
        let own = made_shape(made, &shape).unwrap();
        let blank = vec![0; shape.cells()];
        let solution = Backtracker::solutions(&own, &blank, 2);
        assert_eq!(solution.len(), 1);
        let cages: Vec<Vec<u16>> = own.cages().map(|(c, _)| c.to_vec()).collect();
        let before = made_shape(easier, &shape).unwrap();
        merges += before.cages().count() - cages.len();
        for second in 0..cages.len() {
            for first in 0..second {
                let mut merged = cages.clone();
                let taken = merged.remove(second);
                if !neighbours.touch(&taken, &merged[first])
                    || taken.len() + merged[first].len() > 5
                {
                    continue;
                }
                merged[first].extend(taken);
                let mut digits: Vec<u8> = merged[first]
                    .iter()
                    .map(|&cell| solution[0][usize::from(cell)])
                    .collect();
                digits.sort_unstable();
                if digits.windows(2).all(|pair| pair[0] != pair[1]) {
                    let caged = with_cages(&shape, &with_sums(&merged, &solution[0]));
                    assert_eq!(Backtracker::solutions(&caged, &blank, 2).len(), 2);
                }
            }
        }
    }
    assert!(merges > 0);
}

#[test]
fn puzzles_are_easy_if_wanted() {
    let mut all: Vec<Shape> = shapes();
    all.retain(|shape| shape.cells() == 36 || shape.cages().next().is_some());
    are_of_level(all.into_iter().map(|shape| (shape, Level::Easy)), 3);
}

#[test]
fn killers_are_of_the_level_that_is_wanted() {
    are_of_level([(killers(6), Level::Medium)].into_iter(), 3);
    // One of these takes as long as all others.
    are_of_level([(killers(9), Level::Hard)].into_iter(), 1);
}

/// Generates `count` puzzles of each shape and level, and rates them again.
fn are_of_level(wanted: impl Iterator<Item = (Shape, Level)>, count: u64) {
    for (shape, level) in wanted {
        let generate = GenerateVariants::new(shape.clone(), count, 1, None, &Run::new()).unwrap();
        let generate = generate.with_level(level).unwrap();
        let mut rows = Vec::new();
        let run = Run::new().threads(1);
        run.for_each(&generate, |made| rows.push(made)).unwrap();
        assert_eq!(generate.effort().generated, count);
        for made in rows {
            let own = made_shape(&made, &shape);
            let shape = own.as_ref().unwrap_or(&shape);
            let [puzzle, solution] = made_digits(&made, shape);
            assert_eq!(Backtracker::solutions(shape, &puzzle, 2), [solution]);
            let rating = Rater::new(shape).rate(&puzzle, || false);
            assert_eq!(
                (rating.level(), made.level),
                (level, Some(level)),
                "{shape}"
            );
        }
    }
}

#[test]
fn impossible_requests_are_refused() {
    let refused = |shape: Shape, clues| {
        let made = GenerateVariants::new(shape, 1, 1, clues, &Run::new());
        made.unwrap_err().to_string()
    };
    assert!(refused(killers(4), Some(3)).contains("without clues"));
    let hardest = |generate: GenerateVariants| generate.with_hardest().unwrap_err().to_string();
    let six = ShapeOptions::new().size(6);
    let plain = GenerateVariants::new(Shape::new(&six).unwrap(), 1, 1, None, &Run::new()).unwrap();
    assert!(hardest(plain).contains("--cages each"));
    let caged = GenerateVariants::new(killers(6), 1, 1, None, &Run::new()).unwrap();
    assert!(hardest(caged.with_level(Level::Easy).unwrap()).contains("--level easy"));
    let regions = ShapeOptions::new().own_regions(true);
    assert!(refused(Shape::new(&regions).unwrap(), None).contains("not supported"));
    let cages = ShapeDrawing {
        name: "cages".to_owned(),
        text: "AA..BB..........;A=3;B=3".to_owned(),
    };
    let none = ShapeOptions::new().size(4).cages(Some(cages));
    assert!(refused(Shape::new(&none).unwrap(), None).contains("have no solution"));
}

/// For any three cells of a grid of 2×2 boxes, another grid has equal digits there.
#[test]
fn three_clues_are_too_few_for_four_digits() {
    let shape = Shape::new(&ShapeOptions::new().size(4));
    let all = Backtracker::solutions(&shape.unwrap(), &[0; 16], usize::MAX);
    assert_eq!(all.len(), 288);
    for grid in &all {
        for (a, b, c) in
            (0..16).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| (a, b, c))))
        {
            let same = |other: &&Vec<u8>| [a, b, c].iter().all(|&cell| other[cell] == grid[cell]);
            assert!(all.iter().filter(same).nth(1).is_some());
        }
    }
}

/// Generated puzzles of many digits have one solution, too.
#[test]
fn large_puzzles_have_one_solution() {
    let shape = Shape::new(&ShapeOptions::new().size(20));
    let shape = shape.unwrap();
    let generate = GenerateVariants::new(shape.clone(), 1, 1, None, &Run::new()).unwrap();
    let mut made = Vec::new();
    Run::new()
        .for_each(&generate, |one| made.push(one))
        .unwrap();
    let puzzle = shape.parse(&made[0].puzzle).unwrap();
    assert!(made[0].clues < 200, "{}", made[0].clues);
    assert_eq!(
        shape.write(&shape.solve(&puzzle, &Run::new()).unwrap().1),
        made[0].solution
    );
    assert_eq!(shape.solve(&puzzle, &Run::new()).unwrap().0, Status::Unique);
}

#[test]
fn every_cell_is_in_one_cage_and_parts_are_whole() {
    for shape in shapes() {
        let neighbours = CellNeighbours::new(&shape);
        let (_, solution) = shape.solve(&vec![0; shape.cells()], &Run::new()).unwrap();
        let mut random = SplitMix64(5);
        let cells = (0..shape.cells() as u16).collect();
        let mut cages = neighbours.partition(cells, &solution, &mut random);
        neighbours.repartition(&mut cages, 1, &solution, &mut random);
        let mut cells: Vec<u16> = cages.concat();
        cells.sort_unstable();
        assert_eq!(cells, (0..shape.cells() as u16).collect::<Vec<_>>());
        assert_eq!(
            conflict(
                &with_cages(&shape, &with_sums(&cages, &solution)),
                &solution
            ),
            None
        );
        for cage in cages {
            assert!(neighbours.is_connected(&cage), "{shape}");
            if cage.len() > 1 {
                let [a, b] = neighbours.split_cage(&cage, &mut random);
                let mut both = [&a[..], &b].concat();
                let mut cage = cage.clone();
                both.sort_unstable();
                cage.sort_unstable();
                assert!(!a.is_empty() && !b.is_empty() && both == cage);
            }
        }
    }
}
