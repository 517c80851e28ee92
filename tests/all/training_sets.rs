//! Commands for sets of training data: classes of solutions, digests, images and parts.

use std::collections::BTreeMap;
use std::path::Path;

use countless::sudoku::{ClassId, Grid, Solved};
use countless::table::{hex_sha256, sha256};
use serde_json::Value;

use crate::common::countless;

/// Runs the program, and returns its JSON summary.
fn summary(args: &[&str]) -> Value {
    let output = countless(&[args, &["--json", "-q"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    serde_json::from_slice(&output.stdout).expect("one object")
}

/// Rows of a CSV file, each by the names of its columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).expect("a table");
    let rows = reader.deserialize::<BTreeMap<String, String>>();
    rows.map(|row| row.expect("a row")).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn classes_of_solutions_are_those_of_the_solutions() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("classed.csv");
    let flags = ["--solution", "--transform", "-o", text(&path)];
    countless(
        &[
            &["sudoku", "canon", "data/puzzles.txt", "data/many.txt"],
            &flags[..],
        ]
        .concat(),
    );
    let rows = rows(&path);
    assert_eq!(rows.len(), 100 + 4);
    let mut solved = 0;
    for row in &rows {
        let puzzle: Grid = row["puzzle"].parse().expect("a puzzle");
        let class = ClassId::of(&puzzle.canonical().expect("it has one")).to_ascii();
        assert_eq!(row["class"].as_bytes(), class);
        // The definition in the guide.
        assert_eq!(row["class"], hex_sha256(row["canonical"].as_bytes())[..16]);
        let expected = match puzzle.solve() {
            Solved::Unique(solution) => {
                solved += 1;
                let form = solution.canonical().expect("it has one");
                String::from_utf8(ClassId::of(&form).to_ascii().to_vec()).expect("hexadecimal")
            }
            _ => String::new(),
        };
        assert_eq!(row["solution_class"], expected, "{}", row["puzzle"]);
        assert_eq!(row["digits"].len(), 9);
    }
    assert!(solved > 3 && solved < rows.len());
}

#[test]
fn ratings_have_the_solution() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("rated.csv");
    for scale in ["points", "se"] {
        let flags = ["--solution", "--nodes", "--scale", scale, "-o", text(&path)];
        countless(
            &[
                &["sudoku", "rate", "data/puzzles.txt", "data/many.txt"],
                &flags[..],
            ]
            .concat(),
        );
        for row in rows(&path) {
            let solution = match row["puzzle"].parse::<Grid>().expect("a puzzle").solve() {
                Solved::Unique(solution) => solution.to_string(),
                _ => String::new(),
            };
            assert_eq!(row["solution"], solution, "{scale}");
        }
    }
    let small = [
        "sudoku",
        "rate",
        "--size",
        "4",
        "--solution",
        "...1...4.3...4..",
    ];
    let rows = countless(&small).stdout;
    assert!(rows.ends_with(b",4231312413422413\n"));
}

#[test]
fn digests_are_those_of_the_rows_before_compression() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = |name: &str| folder.path().join(name);
    let digest = |name: &str, flags: &[&str]| {
        let path = file(name);
        let args = ["sudoku", "rate", "data/puzzles.txt", "-o", text(&path)];
        let json = summary(&[&args, flags].concat());
        json["sha256"].as_str().expect("a digest").to_owned()
    };
    let plain = digest("a.csv", &["-j", "1", "--kernel", "scalar"]);
    assert_eq!(plain, sha256(&file("a.csv")).expect("it can be read"));
    for (name, threads) in [("a.csv.gz", "2"), ("a.csv.zst", "7")] {
        assert_eq!(digest(name, &["-j", threads]), plain, "{name}");
    }
    let ledger = file("ledger.csv");
    assert_eq!(digest("b.csv", &["--ledger", text(&ledger)]), plain);
    assert_eq!(
        digest("b.csv", &["--ledger", text(&ledger)]),
        plain,
        "a complete run"
    );
    let devices = summary(&["sudoku", "rate", "data/puzzles.txt", "-o", "/dev/null"]);
    assert_eq!(devices.get("sha256"), None);
}
