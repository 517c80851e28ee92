//! What the program says of itself: help, manual pages, completions.

use std::fs;

use crate::common::{Folder, countless, lines};

/// Every command, as it is typed.
const COMMANDS: [&[&str]; 32] = [
    &[],
    &["queens"],
    &["queens", "count"],
    &["queens", "estimate"],
    &["queens", "list"],
    &["queens", "complete"],
    &["queens", "classes"],
    &["queens", "solve"],
    &["queens", "generate"],
    &["queens", "show"],
    &["sudoku"],
    &["sudoku", "solve"],
    &["sudoku", "count"],
    &["sudoku", "list"],
    &["sudoku", "explain"],
    &["sudoku", "hint"],
    &["sudoku", "rate"],
    &["sudoku", "generate"],
    &["sudoku", "canon"],
    &["sudoku", "distinct"],
    &["sudoku", "minimal"],
    &["sudoku", "show"],
    &["sudoku", "play-check"],
    &["bench"],
    &["report"],
    &["ledger", "status"],
    &["ledger", "missing"],
    &["ledger", "plan"],
    &["ledger", "merge"],
    &["ledger", "verify"],
    &["completions"],
    &["man"],
];

fn help(command: &[&str]) -> Vec<String> {
    let output = countless(&[command, &["--help"]].concat());
    assert!(output.status.success(), "{command:?}");
    lines(&output.stdout)
}

#[test]
fn examples_stand_on_a_line_of_their_own_that_fits_a_terminal() {
    for command in COMMANDS {
        let help = help(command);
        let after = help.iter().skip_while(|line| !line.starts_with("Example"));
        let examples: Vec<&String> = after.skip(1).take_while(|line| !line.is_empty()).collect();
        for line in examples {
            // What wraps goes on at the margin, or in the middle of a word.
            assert!(
                line.starts_with("  ") && line.contains("countless "),
                "{line}"
            );
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn no_page_of_the_manual_has_a_puzzle_that_would_be_broken() {
    let folder = Folder::new();
    let pages = folder.path("");
    assert!(countless(&["man", "--folder", &pages]).status.success());
    for page in fs::read_dir(&pages).expect("it can be listed") {
        let path = page.expect("it can be listed").path();
        let text = fs::read_to_string(&path).expect("it can be read");
        for word in text.split_whitespace() {
            assert!(word.len() < 80, "{}: {word}", path.display());
        }
    }
}

#[test]
fn the_place_for_the_rows_is_shown_in_one_piece() {
    let help = help(&["bench"]).join("\n");
    assert!(help.contains("'other=./other-counter {rows}'"), "{help}");
    assert!(help.contains("{rows} the rows of a board"), "{help}");
}

#[test]
fn few_clues_are_said_to_take_what_they_take() {
    let help = help(&["sudoku", "generate"]).join(" ");
    assert!(!help.contains("take ages"), "{help}");
    assert!(help.contains("one of 20 some seconds"), "{help}");
}

#[test]
fn completions_offer_the_values_of_flags() {
    let script = countless(&["completions", "bash"]).stdout;
    let script = String::from_utf8(script).expect("it is text");
    for values in [
        "auto scalar avx2 avx512",
        "easy medium hard expert extreme",
        "none rotational quarter diagonal antidiagonal horizontal vertical full",
        "elimination naked-single hidden-single ",
        "csv tsv ndjson",
        "grid csv tsv ndjson",
    ] {
        assert!(
            script.contains(&format!("compgen -W \"{values}")),
            "{values}"
        );
    }
}

#[test]
fn a_name_that_there_is_not_is_answered_with_those_that_there_are() {
    let run = countless(&["queens", "count", "8", "--kernel", "avx3"]);
    assert_eq!(run.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(stderr.contains("auto, scalar, avx2, avx512"), "{stderr}");
}
