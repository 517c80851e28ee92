//! The commands `sudoku canon`, `distinct` and `minimal`.

use std::collections::HashSet;

use countless::engine::Run;
use countless::sudoku::Solver;
use countless::sudoku::{Grid, Transform, canonical_all};
use serde_json::Value;

use crate::common::{Folder, countless, lines};

const SEVENTEEN: &str =
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
const SOLVED: &str =
    "796342581853791264214685937345278619987164325621539478469813752132457896578926143";

fn grid(text: &str) -> Grid {
    text.parse().expect("a grid")
}

/// Runs a sudoku command and parses its rows as JSON.
fn objects(args: &[&str]) -> Vec<Value> {
    let output = countless(&[&["sudoku"], args, &["--json", "-q"]].concat());
    let object = |line: &String| serde_json::from_str(line).expect("JSON");
    lines(&output.stdout).iter().map(object).collect()
}

/// Rotates a puzzle by 180 degrees.
fn turned(text: &str) -> String {
    text.chars().rev().collect()
}

/// Mirrors a puzzle at the main diagonal and exchanges its digits.
fn mirrored(text: &str) -> String {
    let cells = text.as_bytes();
    let mirrored = (0..81).map(|cell| match cells[cell % 9 * 9 + cell / 9] {
        digit @ b'1'..=b'9' => char::from(b'1' + (digit - b'1' + 4) % 9),
        blank => char::from(blank),
    });
    mirrored.collect()
}

#[test]
fn forms_are_those_of_the_library() {
    let rows = objects(&["canon", "data/puzzles.txt"]);
    assert_eq!(rows.len(), 100);
    for row in &rows {
        let puzzle = grid(row["puzzle"].as_str().expect("text"));
        let canonical = puzzle.canonical().expect("a form");
        assert_eq!(row["canonical"], canonical.form.to_string());
        assert_eq!(row["automorphisms"], canonical.automorphisms);
    }
}

#[test]
fn a_transform_leads_to_the_form() {
    let folder = Folder::new();
    let puzzles = [SEVENTEEN, SOLVED, &mirrored(SEVENTEEN), &turned(SOLVED)].join("\n");
    let path = folder.file("puzzles.txt", puzzles);
    let rows = objects(&["canon", &path, "--transform"]);
    for row in &rows {
        let text = |name: &str| row[name].as_str().expect("text").to_owned();
        let numbers = |name| -> Vec<usize> {
            let digit = |c: char| c.to_digit(10).expect("a digit") as usize;
            text(name).chars().map(digit).collect()
        };
        let (rows, columns, digits) = (numbers("rows"), numbers("columns"), numbers("digits"));
        let (puzzle, mut image) = (grid(&text("puzzle")), Grid::BLANK);
        for row in 1..=9 {
            for column in 1..=9 {
                let from = (rows[row - 1], columns[column - 1]);
                let digit = if text("transposed") == "yes" {
                    puzzle.at(from.1, from.0)
                } else {
                    puzzle.at(from.0, from.1)
                };
                let digit = digit.map_or(0, |digit| digits[usize::from(digit) - 1]);
                image = image.with(row, column, digit as u8);
            }
        }
        assert_eq!(image.to_string(), text("canonical"));
        let way: Transform = puzzle.canonical().expect("a form").transform;
        assert_eq!(way.apply(&puzzle), image);
    }
    assert_eq!(rows[0]["canonical"], rows[2]["canonical"]);
    assert_eq!(rows[1]["canonical"], rows[3]["canonical"]);
}

#[test]
fn order_and_kernel_do_not_matter() {
    let canon = |more: &[&str]| {
        let args = [
            &["sudoku", "canon", "data/clues21.txt", "--transform", "-q"],
            more,
        ]
        .concat();
        countless(&args).stdout
    };
    let one = canon(&["-j", "1"]);
    assert_eq!(lines(&one).len(), 1001);
    assert_eq!(canon(&["-j", "3"]), one);
    assert_eq!(canon(&["--kernel", "scalar"]), one);
}

#[test]
fn what_is_no_grid_has_no_form() {
    let output = countless(&["sudoku", "canon", "data/damaged.txt"]);
    let rows = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(rows.iter().any(|row| row.ends_with(",,")), "{rows:?}");
    let folder = Folder::new();
    let marks = folder.file("marks.txt", "123456789".repeat(81));
    for command in ["canon", "minimal", "distinct"] {
        let output = countless(&["sudoku", command, &marks]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(stderr.contains(":1:1: in pencil marks"), "{stderr}");
    }
}

#[test]
fn the_first_of_each_class_stays() {
    let folder = Folder::new();
    let (turned_one, mirrored_one) = (turned(SEVENTEEN), mirrored(SEVENTEEN));
    let texts = [
        SEVENTEEN,
        SOLVED,
        &turned_one,
        SEVENTEEN,
        "bad",
        &mirrored_one,
        &turned_one,
    ];
    let path = folder.file("puzzles.txt", texts.join("\n"));
    let report = folder.path("report.csv");
    let output = countless(&["sudoku", "distinct", &path, "--report", &report]);
    assert_eq!(output.status.code(), Some(1), "a row is bad");
    assert_eq!(lines(&output.stdout), ["puzzle", SEVENTEEN, SOLVED]);
    let summary = String::from_utf8_lossy(&output.stderr).into_owned();
    let counts = "(2 distinct, 1 equal to one before, 3 symmetric to one before, 1 invalid)";
    assert!(summary.contains(counts), "{summary}");
    let told = std::fs::read_to_string(&report).expect("it is there");
    let rows = [
        (1, "first"),
        (3, "symmetric"),
        (4, "equal"),
        (6, "symmetric"),
        (7, "symmetric"),
    ];
    let rows = rows.map(|(line, like)| format!("1,{path},{line},{like}\n"));
    assert_eq!(told, format!("class,file,line,like\n{}", rows.concat()));
}

#[test]
fn a_set_can_be_compared_with_another() {
    let folder = Folder::new();
    let train = folder.file("train.txt", [&turned(SEVENTEEN)[..], SOLVED].join("\n"));
    let other = format!("5{}", ".".repeat(80));
    let texts = [&other, SEVENTEEN, &mirrored(SEVENTEEN), &mirrored(&other)];
    let test = folder.file("test.txt", texts.join("\n"));
    let found = |more: &[&str]| {
        let output = countless(&[&["sudoku", "distinct", &test, "-q"], more].concat());
        assert_eq!(output.status.code(), Some(0));
        lines(&output.stdout)
    };
    assert_eq!(
        found(&["--against", &train]),
        ["puzzle", texts[1], texts[2]]
    );
    assert_eq!(found(&["--without", &train]), ["puzzle", texts[0]]);
    let report = folder.path("report.csv");
    found(&["--against", &train, "--report", &report]);
    let told = std::fs::read_to_string(&report).expect("it is there");
    let rows = [
        (&train, 1, "first"),
        (&test, 2, "symmetric"),
        (&test, 3, "symmetric"),
    ];
    let rows = rows.map(|(path, line, like)| format!("1,{path},{line},{like}\n"));
    assert_eq!(told, format!("class,file,line,like\n{}", rows.concat()));
}

#[test]
fn classes_are_as_many_as_forms() {
    let folder = Folder::new();
    let text = std::fs::read_to_string("data/clues21.txt").expect("the data are there");
    let puzzles: Vec<&str> = text.lines().filter(|line| line.len() == 81).collect();
    let all: Vec<String> = puzzles
        .iter()
        .flat_map(|puzzle| [(*puzzle).to_owned(), mirrored(puzzle), turned(puzzle)])
        .collect();
    let grids: Vec<Grid> = puzzles.iter().map(|puzzle| grid(puzzle)).collect();
    let forms = canonical_all(&grids, &Run::new()).expect("there are threads");
    let forms: HashSet<Grid> = forms.iter().flatten().map(|found| found.form).collect();
    let path = folder.file("all.txt", all.join("\n"));
    let output = countless(&["sudoku", "distinct", &path, "-q", "-j", "3"]);
    assert_eq!(lines(&output.stdout).len(), 1 + forms.len());
}

#[test]
fn wrong_solutions_and_other_columns_are_told() {
    let folder = Folder::new();
    let wrong = SOLVED.replacen("796", "976", 1);
    let puzzle = format!(".{}", &SOLVED[1..]);
    let path = folder.file(
        "set.csv",
        format!("puzzle,solution,n\n{puzzle},{wrong},7\n"),
    );
    let output = countless(&["sudoku", "distinct", &path, "--check", "--keep-columns"]);
    assert_eq!(output.status.code(), Some(1));
    let rows = lines(&output.stdout);
    assert_eq!(rows, ["puzzle,solution,n", &format!("{puzzle},{wrong},7")]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("1 with a wrong or missing given solution"),
        "{stderr}"
    );
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = Folder::new();
    let path = folder.file("puzzles.txt", SEVENTEEN);
    for (more, why) in [
        (&["--unordered"][..], "--unordered"),
        (&["-o", &path], "the same file"),
        (&["--report", &path], "the same file"),
        (&["--report", "-"], "--report needs a FILE"),
        (&["--against", "nowhere.txt"], "nowhere.txt"),
        (&["--against", &path, "--without", &path], "--without"),
        (&["--check"], "--check needs a solution column"),
    ] {
        let output = countless(&[&["sudoku", "distinct", &path], more].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {stderr}");
        assert!(stderr.contains(why), "{more:?}: {stderr}");
    }
}

/// True if a puzzle has one solution, and several without any one of its clues.
fn is_minimal(puzzle: &Grid) -> bool {
    let is_unique = |puzzle: &Grid| Solver::new().count(puzzle, 2) == 1;
    is_unique(puzzle) && redundant(puzzle).is_empty()
}

/// Redundant clues by their definition: the puzzle without the clue still has one solution.
fn redundant(puzzle: &Grid) -> Vec<(usize, usize)> {
    let cells = (1..=9).flat_map(|row| (1..=9).map(move |column| (row, column)));
    let clues = cells.filter(|&(row, column)| puzzle.at(row, column).is_some());
    clues
        .filter(|&(row, column)| Solver::new().count(&puzzle.with(row, column, 0), 2) == 1)
        .collect()
}

#[test]
fn redundant_clues_are_those_of_the_definition() {
    for file in ["data/puzzles.txt", "data/many.txt", "data/quizzes.csv"] {
        for row in objects(&["minimal", file]) {
            let puzzle = grid(row["puzzle"].as_str().expect("text"));
            if row["status"] != "unique" {
                assert!(row["minimal"].is_null() && row["redundant"].is_null());
                assert_ne!(Solver::new().count(&puzzle, 2), 1);
                continue;
            }
            let cells = redundant(&puzzle).into_iter();
            let cells: Vec<_> = cells
                .map(|(row, column)| format!("r{row}c{column}"))
                .collect();
            assert_eq!(row["minimal"], if cells.is_empty() { "yes" } else { "no" });
            assert_eq!(row["redundant"], cells.join(" "));
        }
    }
}

#[test]
fn minimal_puzzles_inside_are_all_there() {
    let folder = Folder::new();
    // A minimal puzzle with more clues has up to eight redundant clues.
    let minimal = grid(SEVENTEEN);
    let solution = minimal.solve().unique().expect("it is unique");
    let mut puzzle = minimal;
    for (row, column) in [(1, 1), (3, 4), (5, 5), (8, 2), (9, 9), (2, 7)] {
        puzzle = puzzle.with(row, column, solution.at(row, column).expect("it is solved"));
    }
    let redundant = redundant(&puzzle);
    assert!((4..=14).contains(&redundant.len()), "{redundant:?}");
    // Clues that are not redundant are in all minimal puzzles.
    let subsets = (0..1_u32 << redundant.len()).map(|set| {
        let left_out = redundant.iter().enumerate();
        let left_out = left_out.filter(|(index, _)| set >> index & 1 == 1);
        left_out.fold(puzzle, |puzzle, (_, &(row, column))| {
            puzzle.with(row, column, 0)
        })
    });
    let expected: HashSet<String> = subsets
        .filter(is_minimal)
        .map(|subset| subset.to_string())
        .collect();
    let path = folder.file("puzzle.txt", puzzle.to_string());
    let rows = objects(&["minimal", &path, "--all"]);
    let found: HashSet<String> = rows
        .iter()
        .map(|row| row["subset"].as_str().expect("text").to_owned())
        .collect();
    assert_eq!(found.len(), rows.len(), "none comes twice");
    assert_eq!(found, expected);
    assert!(found.contains(SEVENTEEN));
}
