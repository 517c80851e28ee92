//! Published sets of puzzles, in the folder named by `COUNTLESS_DATASETS`.

use std::path::{Path, PathBuf};

use countless::engine::Run;
use countless::sudoku::Solver;
use countless::sudoku::lanes::Lanes;
use countless::sudoku::puzzles::ChunkReader;
use countless::sudoku::puzzles::ReadOptions;
use countless::sudoku::{Grid, Puzzle, canonical_all};
use countless::table::Input;
use countless::{Error, Kernel};
use rayon::prelude::*;

/// Maximum number of solutions that is counted here.
const MOST_SOLUTIONS: u128 = 600_000;

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("COUNTLESS_DATASETS");
    if folder.is_none() {
        eprintln!("skipped: COUNTLESS_DATASETS names no folder");
    }
    folder.map(PathBuf::from)
}

/// Reads the puzzles of a file with their tags, and requires all to be valid.
fn read(path: &Path) -> Result<Vec<(Puzzle, Option<String>)>, Error> {
    let reader = ChunkReader::new(Input::open(path)?, &ReadOptions::new())?;
    let layout = reader.format().clone();
    let mut puzzles = Vec::new();
    for chunk in reader {
        layout.parse(&chunk?, |record| {
            let grid = record.puzzle.expect("a good puzzle");
            puzzles.push((grid, record.fields.get(1).map(ToString::to_string)));
        });
    }
    Ok(puzzles)
}

#[test]
fn every_file_has_what_expected_csv_says() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = folder() else {
        return Ok(());
    };
    for row in csv::Reader::from_path(folder.join("EXPECTED.csv"))?.deserialize() {
        let (file, expected): (String, [usize; 4]) = row?;
        let puzzles = read(&folder.join(&file))?;
        let marks: Vec<_> = puzzles.iter().map(|(puzzle, _)| puzzle.marks()).collect();
        let solve = |kernel, marks: &[_]| -> Vec<u64> {
            let mut outcomes = Vec::new();
            Lanes::new().solve_marks(kernel, marks, 2, &mut outcomes);
            outcomes.iter().map(|outcome| outcome.solutions).collect()
        };
        let counts = solve(Kernel::best(), &marks);
        // A tenth of them is solved by the other kernels, and one by one.
        let tenth = |from: usize| (from..counts.len()).step_by(10);
        for (kernel, from) in Kernel::available().zip(0..) {
            let marks: Vec<_> = tenth(from).map(|at| marks[at]).collect();
            let expected = tenth(from).map(|at| counts[at]);
            assert!(
                solve(kernel, &marks).into_iter().eq(expected),
                "{file} {kernel}"
            );
        }
        let one_by_one: Vec<usize> = tenth(9).collect();
        one_by_one.par_iter().for_each(|&at| match &puzzles[at].0 {
            Puzzle::Grid(grid) => {
                let count = Solver::new().count(grid, 2);
                assert_eq!(count, u128::from(counts[at]), "{grid}");
            }
            Puzzle::Pencilled(_) => panic!("{file} has no pencil marks"),
        });
        let with = |number| counts.iter().filter(|&&count| count == number).count();
        assert_eq!(
            [counts.len(), with(1), with(2), with(0)],
            expected,
            "{file}"
        );
    }
    Ok(())
}

#[test]
fn puzzles_have_as_many_solutions_as_counts_csv_says() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = folder() else {
        return Ok(());
    };
    let mut compared = 0;
    for (puzzle, count) in read(&folder.join("counts.csv"))? {
        let expected: u128 = count.ok_or("a row without a count")?.parse()?;
        if let Puzzle::Grid(grid) = puzzle
            && expected <= MOST_SOLUTIONS
        {
            assert_eq!(Solver::new().count(&grid, u128::MAX), expected, "{grid}");
            compared += 1;
        }
    }
    assert!(compared > 20, "only {compared} counts");
    Ok(())
}

/// Symmetric image of a grid: rotated by 180 degrees, digits exchanged, rows rotated.
fn image(grid: &Grid, number: usize) -> Grid {
    let digits = grid.digits();
    let image = std::array::from_fn(|cell| {
        let (row, column) = ((cell / 9 + 3 * (number % 3)) % 9, cell % 9);
        let from = if number.is_multiple_of(2) {
            80 - 9 * row - column
        } else {
            9 * column + row
        };
        match digits[from] {
            0 => 0,
            digit => 1 + (digit + (number % 9) as u8) % 9,
        }
    });
    Grid::new(image).expect("digits are 0 to 9")
}

#[test]
fn puzzles_stay_distinct_and_images_are_the_same() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = folder() else {
        return Ok(());
    };
    // The 49,158 puzzles of 17 clues are known to be inequivalent.
    for (file, distinct) in [("17clue.txt", 49_158), ("minimal.txt", 100_000)] {
        let puzzles = read(&folder.join(file))?;
        let grids = puzzles
            .iter()
            .filter_map(|(puzzle, _)| puzzle.grid().copied());
        let grids: Vec<Grid> = grids.collect();
        let images = grids.iter().enumerate().step_by(7);
        let images: Vec<Grid> = images.map(|(number, grid)| image(grid, number)).collect();
        let (forms, others) = (
            canonical_all(&grids, &Run::new()).expect("there are threads"),
            canonical_all(&images, &Run::new()).expect("there are threads"),
        );
        for (form, other) in forms.iter().step_by(7).zip(&others) {
            let form = form.map(|found| (found.form, found.automorphisms));
            assert_eq!(form, other.map(|found| (found.form, found.automorphisms)));
        }
        let mut forms: Vec<Grid> = forms.iter().flatten().map(|found| found.form).collect();
        forms.sort_unstable();
        forms.dedup();
        assert_eq!(forms.len(), distinct, "{file}");
    }
    Ok(())
}
