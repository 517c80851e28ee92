//! The command `sudoku neighbours`, compared with the definition of neighbours.

use std::collections::HashSet;
use std::fs;

use countless::engine::Run;
use countless::sudoku::Solver;
use countless::sudoku::{Grid, canonical_all};

use crate::common::{Folder, countless, lines};

const SOLVED: &str =
    "796342581853791264214685937345278619987164325621539478469813752132457896578926143";
const SEVENTEEN: &str =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";

fn grid(text: &str) -> Grid {
    text.parse().expect("a grid")
}

fn set(grid: &Grid, cell: usize, digit: u8) -> Grid {
    grid.with(cell / 9 + 1, cell % 9 + 1, digit)
}

/// Subsets of `number` items.
fn choices<T: Copy>(items: &[T], number: usize) -> Vec<Vec<T>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let each = (0..items.len()).flat_map(|first| {
        let others = choices(&items[first + 1..], number - 1);
        others.into_iter().map(move |mut others| {
            others.insert(0, items[first]);
            others
        })
    });
    each.collect()
}

/// All puzzles with one solution that lack some clues and have others.
fn neighbours(puzzle: &Grid, remove: usize, add: usize) -> HashSet<Grid> {
    let clues: Vec<usize> = (0..81).filter(|&cell| puzzle.digits()[cell] != 0).collect();
    let mut found = HashSet::new();
    for removed in choices(&clues, remove) {
        let less = removed
            .iter()
            .fold(*puzzle, |less, &cell| set(&less, cell, 0));
        let blank = (0..81).filter(|&cell| less.digits()[cell] == 0);
        let other = |&(cell, digit): &(usize, u8)| puzzle.digits()[cell] != digit;
        let others: Vec<_> = blank
            .flat_map(|cell| (1..=9).map(move |digit| (cell, digit)))
            .filter(other)
            .collect();
        for added in choices(&others, add) {
            if added.windows(2).any(|two| two[0].0 == two[1].0) {
                continue;
            }
            let more = added
                .iter()
                .fold(less, |more, &(cell, digit)| set(&more, cell, digit));
            if more.is_consistent() && Solver::new().count(&more, 2) == 1 {
                found.insert(more);
            }
        }
    }
    found
}

fn forms(grids: impl IntoIterator<Item = Grid>) -> Vec<Grid> {
    let grids: Vec<Grid> = grids.into_iter().collect();
    let forms = canonical_all(&grids, &Run::new())
        .expect("there are threads")
        .into_iter()
        .flatten();
    forms.map(|found| found.form).collect()
}

/// Rows of the program: puzzles and their neighbours.
fn rows(args: &[&str]) -> Vec<(Grid, Grid)> {
    let output = countless(&[&["sudoku", "neighbours", "-q"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    let lines = lines(&output.stdout);
    let (header, rows) = lines.split_first().expect("a header");
    assert_eq!(header, "puzzle,neighbour");
    let row = |row: &String| {
        let (puzzle, neighbour) = row.split_once(',').expect("two columns");
        (grid(puzzle), grid(neighbour))
    };
    rows.iter().map(row).collect()
}

/// Solved grid without some cells.
fn without(blank: impl Fn(usize) -> bool) -> String {
    let cells = SOLVED.char_indices();
    cells
        .map(|(cell, digit)| if blank(cell) { '.' } else { digit })
        .collect()
}

#[test]
fn neighbours_are_those_of_the_definition() {
    let folder = Folder::new();
    // One solution and many redundant clues, several solutions, none, and few clues.
    let many = without(|cell| cell % 9 < 3 && cell / 9 != 4);
    let several = without(|cell| cell % 9 < 3 || cell / 9 == 4);
    let seventeen = grid(SEVENTEEN);
    let wrong = (0..729).map(|clue| set(&seventeen, clue / 9, (clue % 9) as u8 + 1));
    let mut wrong = wrong.filter(|more| more.clues() == 18 && more.is_consistent());
    let none = wrong.find(|more| Solver::new().count(more, 1) == 0);
    let none = none.expect("there is one").to_string();
    for (puzzle, remove, add) in [
        (&*many, 0, 1),
        (&many, 1, 1),
        (&several, 0, 1),
        (&several, 1, 1),
        (&none, 1, 1),
        (SEVENTEEN, 1, 1),
        (&several[..], 0, 2),
    ] {
        let path = folder.file("puzzle.txt", puzzle);
        let (removed, added) = (remove.to_string(), add.to_string());
        for kernel in ["scalar", "auto"] {
            let args = [
                &path, "--remove", &removed, "--add", &added, "--kernel", kernel,
            ];
            let found = rows(&args);
            let all = neighbours(&grid(puzzle), remove, add);
            assert!(found.iter().all(|(_, neighbour)| all.contains(neighbour)));
            let classes: HashSet<Grid> = forms(all).into_iter().collect();
            let found = forms(found.into_iter().map(|(_, neighbour)| neighbour));
            assert_eq!(found.len(), classes.len(), "{puzzle} {remove} {add}");
            assert!(found.iter().collect::<HashSet<_>>() == classes.iter().collect());
        }
    }
}

#[test]
fn two_clues_are_exchanged_for_two() {
    // With 70 clues, most pairs can be removed, and few can replace them.
    let puzzle = grid(&without(|cell| cell % 8 == 3));
    let folder = Folder::new();
    let path = folder.file("puzzle.txt", puzzle.to_string());
    let found = rows(&[&path, "--remove", "2", "--add", "2"]);
    let all = neighbours_by_solutions(&puzzle);
    let classes: HashSet<Grid> = forms(all).into_iter().collect();
    let found = forms(found.into_iter().map(|(_, neighbour)| neighbour));
    assert_eq!(found.len(), classes.len());
    assert!(found.into_iter().collect::<HashSet<_>>() == classes);
}

/// Neighbours with two clues replaced, computed from the solutions without the two: a puzzle with
/// one solution has clues of exactly one of them.
fn neighbours_by_solutions(puzzle: &Grid) -> Vec<Grid> {
    let clues: Vec<usize> = (0..81).filter(|&cell| puzzle.digits()[cell] != 0).collect();
    let mut found = Vec::new();
    for removed in choices(&clues, 2) {
        let less = removed
            .iter()
            .fold(*puzzle, |less, &cell| set(&less, cell, 0));
        let blank: Vec<usize> = (0..81).filter(|&cell| less.digits()[cell] == 0).collect();
        let solutions: Vec<Grid> = less.solutions().collect();
        for solution in &solutions {
            for added in choices(&blank, 2) {
                let has = |other: &Grid| {
                    let mut cells = added.iter();
                    cells.all(|&cell| other.digits()[cell] == solution.digits()[cell])
                };
                let is_other = |&cell: &usize| puzzle.digits()[cell] != solution.digits()[cell];
                let alone = solutions.iter().filter(|other| has(other)).count() == 1;
                if alone && added.iter().all(is_other) {
                    let more = added.iter();
                    found.push(more.fold(less, |more, &cell| {
                        set(&more, cell, solution.digits()[cell])
                    }));
                }
            }
        }
    }
    found
}

#[test]
fn each_has_its_own_and_together_they_are_distinct() {
    let puzzles = fs::read_to_string("data/clues21.txt").expect("the data are there");
    let puzzles: Vec<&str> = puzzles
        .lines()
        .filter(|line| line.len() == 81)
        .take(40)
        .collect();
    // The second half consists of rotated puzzles of the first half.
    let turned: Vec<String> = puzzles
        .iter()
        .map(|puzzle| puzzle.chars().rev().collect())
        .collect();
    let text = puzzles.join("\n") + "\n" + &turned.join("\n");
    let folder = Folder::new();
    let path = folder.file("puzzles.txt", text);
    let each = rows(&[&path, "--each", "-j", "3"]);
    let (first, second) = each.split_at(each.len() / 2);
    let neighbours = |rows: &[(Grid, Grid)]| forms(rows.iter().map(|row| row.1));
    let mut halves = [neighbours(first), neighbours(second)];
    for half in &mut halves {
        half.sort();
    }
    assert!(halves[0] == halves[1] && halves[0].len() > 100);
    let all = rows(&[&path]);
    let mut seen = HashSet::new();
    let forms = neighbours(&each);
    let expected = each
        .iter()
        .zip(forms)
        .filter(|(_, form)| seen.insert(*form));
    assert!(expected.map(|(row, _)| *row).eq(all));
}

#[test]
fn impossible_options_are_refused() {
    let folder = Folder::new();
    let path = folder.file("puzzles.txt", SEVENTEEN);
    for (more, why) in [
        (
            &["--ledger", "ledger.csv", "-o", "rows.csv"][..],
            "needs --each",
        ),
        (&["--unordered"], "--unordered"),
        (&["--add", "0"], "--add"),
        (&["--remove", "82"], "--remove"),
        (&["-o", &path], "the same file"),
        (&["--each", "--ledger", "ledger.csv"], "--output"),
    ] {
        let output = countless(&[&["sudoku", "neighbours", &path], more].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {stderr}");
        assert!(stderr.contains(why), "{more:?}: {stderr}");
    }
}

#[test]
fn more_clues_than_a_puzzle_has_are_not_removed() {
    let run = countless(&["sudoku", "neighbours", SEVENTEEN, "--remove", "40"]);
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    assert_eq!(lines(&run.stdout).len(), 1, "{run:?}");
}
