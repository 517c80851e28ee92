//! `--keep-columns`: the other columns of the input follow those of the result, in their order and
//! with the names of one rule.

use crate::common::{Folder, countless, lines};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";
const BOARD: &str = "AABBACBBCCCDCDDD";

/// Commands with the flag, and the columns that they recognise as puzzle and as given solution.
const COMMANDS: [(&[&str], &[&str], &[&str]); 9] = [
    (&["sudoku", "solve"], PUZZLES, SOLUTIONS),
    (&["sudoku", "solve", "--all"], PUZZLES, SOLUTIONS),
    (&["sudoku", "rate"], PUZZLES, SOLUTIONS),
    (&["sudoku", "canon"], PUZZLES, SOLUTIONS),
    (&["sudoku", "minimal"], PUZZLES, SOLUTIONS),
    (&["sudoku", "augment", "--copies", "0"], PUZZLES, SOLUTIONS),
    (
        &["sudoku", "explain", "--format", "csv"],
        PUZZLES,
        SOLUTIONS,
    ),
    (&["sudoku", "distinct"], PUZZLES, SOLUTIONS),
    (&["queens", "solve"], &["puzzle"], &[]),
];
const PUZZLES: &[&str] = &["puzzle", "quizzes"];
const SOLUTIONS: &[&str] = &["solution", "solutions", "answer"];

const HEADERS: [&str; 8] = [
    "puzzle,note",
    "note,puzzle,answer,status",
    "quizzes,solutions",
    "n,puzzle,Solution,Canonical,level,minimal",
    "puzzle,status,given_status,solution",
    "rating,puzzle,tag,automorphisms,hardest",
    "puzzle,solutions",
    "a,b,c,d,puzzle",
];

/// Names of the commands of the help that have the flag.
fn commands_of_the_help() -> Vec<String> {
    let help = |words: &[&str]| lines(&countless(&[words, &["--help"]].concat()).stdout);
    let mut found = Vec::new();
    for group in ["queens", "sudoku", "cover"] {
        let lines = help(&[group]);
        let inner = lines.iter().skip_while(|line| *line != "Commands:").skip(1);
        for line in inner.take_while(|line| !line.is_empty()) {
            let name = line.split_whitespace().next().expect("a name");
            let has_flag = |line: &String| line.contains(" --keep-columns");
            if name != "help" && help(&[group, name]).iter().any(has_flag) {
                found.push(format!("{group} {name}"));
            }
        }
    }
    found
}

#[test]
fn every_command_with_the_flag_is_tested() {
    let mut tested: Vec<String> = COMMANDS
        .iter()
        .map(|(words, ..)| words[..2].join(" "))
        .collect();
    let mut expected = commands_of_the_help();
    tested.sort();
    tested.dedup();
    expected.sort();
    assert_eq!(tested, expected);
}

#[test]
fn columns_have_the_names_of_one_rule() {
    let folder = Folder::new();
    let mut tried = 0;
    for header in HEADERS {
        let names: Vec<&str> = header.split(',').collect();
        for (words, puzzles, solutions) in COMMANDS {
            let Some(puzzle) = names.iter().position(|name| puzzles.contains(name)) else {
                continue;
            };
            let is_board = words[0] == "queens";
            let is_solution = |name: &str| solutions.contains(&name.to_ascii_lowercase().as_str());
            let fields: Vec<String> = names
                .iter()
                .enumerate()
                .map(|(place, name)| match place {
                    _ if place == puzzle && is_board => BOARD.to_owned(),
                    _ if place == puzzle => PUZZLE.to_owned(),
                    _ if is_solution(name) => SOLUTION.to_owned(),
                    _ => format!("x{place}"),
                })
                .collect();
            let path = folder.file("in.csv", format!("{header}\n{}\n", fields.join(",")));
            let run = |more: &[&str]| {
                let output = countless(&[words, &[&path, "-q"], more].concat());
                let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(
                    output.status.code(),
                    Some(0),
                    "{words:?} {header}: {stderr}"
                );
                lines(&output.stdout)
            };
            let own = run(&[]);
            let result: Vec<&str> = own[0].split(',').collect();
            let has = |name: &str| result.iter().any(|own| own.eq_ignore_ascii_case(name));
            let others = (0..names.len()).filter(|&place| place != puzzle);
            let expected = others.clone().map(|place| {
                let name = names[place];
                let name = if is_solution(name) { "solution" } else { name };
                let mut kept = name.to_owned();
                while has(name) && (kept == name || names.contains(&kept.as_str())) {
                    kept.insert_str(0, "given_");
                }
                kept
            });
            let header_expected: Vec<String> = result
                .iter()
                .map(ToString::to_string)
                .chain(expected)
                .collect();
            let row: Vec<&str> = others.map(|place| fields[place].as_str()).collect();
            let kept = run(&["--keep-columns"]);
            assert_eq!(kept[0], header_expected.join(","), "{words:?} {header}");
            let row = [own[1].as_str()].into_iter().chain(row).collect::<Vec<_>>();
            assert_eq!(kept[1], row.join(","), "{words:?} {header}");
            tried += 1;
        }
    }
    assert!(tried >= 50, "{tried}");
}

/// The text after a puzzle is the column `tag`.
#[test]
fn tags_are_kept() {
    let folder = Folder::new();
    let path = folder.file("in.txt", format!("{PUZZLE} first of all\n"));
    for (words, ..) in COMMANDS.iter().filter(|(words, ..)| words[0] == "sudoku") {
        let output = countless(&[words, &[&path, "-q", "--keep-columns"][..]].concat());
        let rows = lines(&output.stdout);
        assert!(rows[0].ends_with(",tag"), "{words:?}: {rows:?}");
        assert!(rows[1].ends_with(",first of all"), "{words:?}: {rows:?}");
    }
}
