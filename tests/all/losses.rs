//! Nothing of an input is lost or changed without a message.

use crate::common::{Folder, countless, lines};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const OTHER: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Exit code, rows and messages of a command with a file as its input.
fn run(command: &str, text: &str, args: &[&str]) -> (Option<i32>, Vec<String>, Vec<String>) {
    let folder = Folder::new();
    let path = folder.file("input", text);
    let output = countless(&[&["sudoku", command, &path], args].concat());
    let told = lines(&output.stderr);
    let told = told.iter().map(|line| line.replace(&path, "input"));
    let rows = lines(&output.stdout).into_iter().skip(1).collect();
    (output.status.code(), rows, told.collect())
}

/// Statuses of the rows of `sudoku solve`.
fn statuses(text: &str, args: &[&str]) -> Vec<String> {
    let (_, rows, _) = run("solve", text, args);
    let status = |row: &String| row.split(',').nth(1).unwrap_or("").to_owned();
    rows.iter().map(status).collect()
}

/// Rows of a grid, with this sign for a blank.
fn grid(puzzle: &str, blank: &str) -> String {
    let rows = (0..9).map(|row| puzzle[9 * row..][..9].replace('.', blank) + "\n");
    rows.collect()
}

#[test]
fn kept_columns_are_those_of_the_input() {
    let text = format!("id,puzzle,level\n1,{PUZZLE} hard,7\n2,{PUZZLE},8\n");
    let fault = "input:2:85: expected nothing after the puzzle, found \"hard\"";
    for command in ["solve", "rate", "canon", "minimal"] {
        let (code, rows, told) = run(command, &text, &["--keep-columns"]);
        assert_eq!((code, &*told[0]), (Some(1), fault), "{command}");
        let kept: Vec<&str> = rows.iter().map(|row| &row[row.len() - 4..]).collect();
        assert_eq!(kept, [",1,7", ",2,8"], "{command}");
    }
    let objects = format!("{{\"id\":1,\"puzzle\":\"{PUZZLE} {OTHER}\"}}\n");
    let (code, rows, told) = run("solve", &objects, &["--keep-columns"]);
    assert!(
        code == Some(1) && rows[0].ends_with(",invalid,0,,1"),
        "{rows:?}"
    );
    assert!(
        told[0].contains("expected nothing after the puzzle"),
        "{told:?}"
    );
    let diagonal = format!("id,puzzle\n1,{PUZZLE} hard\n");
    let (code, rows, _) = run("solve", &diagonal, &["--keep-columns", "--diagonals"]);
    assert!(
        code == Some(1) && rows[0].ends_with(",invalid,0,,1"),
        "{rows:?}"
    );
}

#[test]
fn grids_with_unknown_blanks_are_reported() {
    for blank in ["?", "~", "u", "n", "\u{25a1}"] {
        let all = [grid(PUZZLE, "."), grid(PUZZLE, blank), grid(OTHER, ".")];
        assert_eq!(
            statuses(&all.join("\n"), &[]),
            ["unique", "invalid", "unique"],
            "{blank}"
        );
    }
    let spaced = grid(PUZZLE, "?").replace("", " ").replace(" \n", "\n");
    let text = format!("A title\n{spaced}\n{}", grid(OTHER, "."));
    let (_, rows, told) = run("solve", &text, &[]);
    assert_eq!(rows.len(), 2);
    assert!(
        told[0].starts_with("input:2:") && told[0].contains("'?'"),
        "{told:?}"
    );
    // Words are still titles.
    let titles = format!(
        "one more\n{}\nanother 1\n{}",
        grid(PUZZLE, "."),
        grid(OTHER, ".")
    );
    assert_eq!(statuses(&titles, &[]), ["unique", "unique"]);
    let small = "1234\n3412\n2143\n4321\n";
    let mixed = format!("{small}\n{}\n{small}", small.replace('2', "?"));
    assert_eq!(
        statuses(&mixed, &["--size", "4"]),
        ["unique", "invalid", "unique"]
    );
}

#[test]
fn headings_in_brackets_are_titles() {
    for heading in ["[Hard]", "[Notes]\nsolved in May", "[Easy ones]"] {
        let all = format!(
            "{}\n{heading}\n{}\n{}",
            grid(PUZZLE, "."),
            grid(OTHER, "."),
            grid(PUZZLE, ".")
        );
        assert_eq!(statuses(&all, &[]).len(), 3, "{heading}");
    }
    let lines = format!("[Hard]\n{PUZZLE}\n{OTHER}\n");
    assert_eq!(statuses(&lines, &[]), ["invalid", "unique", "unique"]);
    let state = format!(
        "[Puzzle]\n{}[State]\n{}[Puzzle]\n{}",
        grid(PUZZLE, "."),
        grid(SOLUTION, "."),
        grid(OTHER, ".")
    );
    assert_eq!(statuses(&state, &[]), ["unique", "unique"]);
}

#[test]
fn a_grid_of_dashes_with_a_typing_error_is_invalid() {
    let drawn = |row: &str| {
        let cells: Vec<String> = row.replace('.', "-").chars().map(String::from).collect();
        [0, 3, 6].map(|at| cells[at..at + 3].join(" ")).join(" | ")
    };
    let rows: Vec<String> = (0..9).map(|row| drawn(&PUZZLE[9 * row..][..9])).collect();
    let whole = rows.join("\n");
    assert_eq!(statuses(&whole, &[]), ["unique"]);
    let without_bar = whole.replacen("- - - | -", "- - -  -", 1);
    let double = whole.replacen("5 3", "5 34", 1);
    let marked = whole.replacen("8 - -", "8- - -", 1);
    for text in [without_bar, double, marked] {
        assert!(text != whole);
        let (code, rows, _) = run("solve", &text, &[]);
        assert_eq!(code, Some(1));
        assert!(
            rows.iter().all(|row| row.contains(",invalid,")),
            "{text}\n{rows:?}"
        );
    }
}

#[test]
fn lines_with_other_ends_are_reported() {
    for ends in ["\r", "\x0c"] {
        let text = format!("{PUZZLE}{ends}{OTHER}\n{PUZZLE}\n");
        let (code, rows, told) = run("solve", &text, &[]);
        assert_eq!((code, rows.len()), (Some(1), 2));
        let fault = format!(
            "input:1:82: {:?} within a line",
            ends.chars().next().expect("one")
        );
        assert!(told[0].starts_with(&fault), "{told:?}");
    }
    let text = format!("{PUZZLE} a tag\r\n{OTHER}\r\n");
    assert_eq!(statuses(&text, &[]), ["unique", "unique"]);
}

#[test]
fn given_solutions_are_read_as_puzzles_are() {
    let spaced = SOLUTION.replace("", " ");
    let nine_lines = format!("\"{}\"", grid(SOLUTION, "."));
    for given in [SOLUTION, spaced.trim(), nine_lines.trim()] {
        let text = format!("puzzle,solution\n{PUZZLE},{given}\n");
        let (code, rows, told) = run("solve", &text, &["--check"]);
        assert!(
            code == Some(0) && rows[0].contains(",ok,"),
            "{given}: {rows:?} {told:?}"
        );
        let last = text.rfind('9').expect("a digit");
        let wrong = format!("{}8{}", &text[..last], &text[last + 1..]);
        let (code, rows, _) = run("solve", &wrong, &["--check"]);
        assert!(
            code == Some(1) && rows[0].contains(",wrong,"),
            "{wrong}: {rows:?}"
        );
    }
    let letters = |text: &str| -> String {
        let letter = |c: char| {
            c.to_digit(10)
                .map_or(c, |digit| (b'a' + digit as u8 - 1) as char)
        };
        text.chars().map(letter).collect()
    };
    let text = format!(
        "puzzle,solution\n{},{}\n",
        letters(PUZZLE),
        letters(SOLUTION)
    );
    let args = ["--check", "--symbols", "abcdefghi"];
    let (code, rows, told) = run("solve", &text, &args);
    assert!(
        code == Some(0) && rows[0].contains(",ok,"),
        "{rows:?} {told:?}"
    );
    let list = format!("[{}]", SOLUTION.replace("", ",").trim_matches(','));
    let text = format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":{list}}}\n");
    let (code, rows, told) = run("solve", &text, &["--check"]);
    assert!(
        code == Some(0) && rows[0].contains(",ok,"),
        "{rows:?} {told:?}"
    );
}

#[test]
fn the_fault_of_a_given_solution_is_named() {
    let open = PUZZLE.find('.').expect("a blank cell");
    let clue = PUZZLE.find(|c| c != '.').expect("a clue");
    let other = if SOLUTION[open..].starts_with('9') {
        '1'
    } else {
        '9'
    };
    for (cell, sign, fault) in [
        (open, '.', "the given solution has blanks"),
        (open, other, "the given solution is not a grid: "),
        (
            clue,
            '.',
            "the given solution differs from the puzzle at r1c1",
        ),
    ] {
        let given = format!("{}{sign}{}", &SOLUTION[..cell], &SOLUTION[cell + 1..]);
        let text = format!("puzzle,solution\n{PUZZLE},{given}\n");
        let (code, rows, told) = run("solve", &text, &["--check"]);
        assert!(
            code == Some(1) && rows[0].contains(",wrong,"),
            "{text}: {rows:?}"
        );
        assert!(told.join(" ").contains(fault), "{text}: {told:?}");
    }
}

#[test]
fn values_of_objects_are_those_of_the_input() {
    let long = "123456789012345678901234567890";
    let text = format!(
        "{{\"id\":{long},\"puzzle\":\"{PUZZLE}\",\"a\":1.50,\"b\":2,\"a\":3}}\n{{\"puzzle\":\"{PUZZLE}\",\"late\":\"x\"}}\n"
    );
    let folder = Folder::new();
    let path = folder.file("input.ndjson", text);
    let refused = countless(&["sudoku", "solve", &path, "--keep-columns"]);
    let fault = lines(&refused.stderr).join(" ");
    assert!(fault.contains("the key \"a\" occurs twice"), "{fault}");
    let output = countless(&["sudoku", "solve", &path, "--column", "2", "--keep-columns"]);
    let rows = lines(&output.stdout);
    assert_eq!(rows[0], "puzzle,status,solutions,solution,id,a,b,a,late");
    assert!(rows[1].ends_with(&format!(",{long},1.50,2,3,")), "{rows:?}");
    assert!(rows[2].ends_with(",,,,,x"), "{rows:?}");
}

/// Columns are the keys of the first 64 KiB. A later object with another key cannot be a row.
#[test]
fn later_keys_of_objects_are_passed_or_rejected() {
    let object = format!("{{\"id\":1,\"puzzle\":\"{PUZZLE}\"}}\n");
    let late = object.replace("\"id\":1", "\"note\":null,\"\u{e9}\":\"x\",\"id\":1");
    let before = 65_536 / object.len() + 2;
    let text = object.repeat(before) + &late;
    for flags in [&[][..], &["--diagonals"]] {
        let (code, rows, _) = run("solve", &text, flags);
        assert_eq!(rows.len(), before + 1);
        assert_eq!(code, Some(0), "no key is passed on: {flags:?}");
        let (code, rows, told) = run("solve", &text, &[flags, &["--keep-columns"]].concat());
        assert_eq!((rows.len(), code), (before + 1, Some(1)), "{flags:?}");
        let at = format!("input:{}:14", before + 1);
        let fault = "no column for the key \"\u{e9}\": put an object with all keys first";
        assert!(told.contains(&format!("{at}: {fault}")), "{told:?}");
    }
    // A solution may come late, too.
    let solved = object.replace("\"id\"", &format!("\"solution\":\"{SOLUTION}\",\"id\""));
    let (code, rows, told) = run("solve", &format!("{object}{solved}"), &["--check"]);
    assert_eq!(code, Some(1), "the first has no solution");
    assert!(rows[1].contains(",ok,"), "{rows:?} {told:?}");
}

#[test]
fn inputs_without_puzzles_are_named() {
    let folder = Folder::new();
    let full = folder.file("full.txt", format!("{PUZZLE}\n"));
    let empty = folder.file("empty.txt", "");
    let comments = folder.file("comments.txt", "# none\n\n");
    let warnings: Vec<String> = [&empty, &comments]
        .map(|name| format!("warning: {name} contains no puzzle"))
        .to_vec();
    for command in ["solve", "rate", "canon", "count", "distinct", "neighbours"] {
        let output = countless(&["sudoku", command, &empty, &full, &comments]);
        let told = lines(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(
            warnings.iter().all(|warning| told.contains(warning)),
            "{command}: {told:?}"
        );
    }
    let output = countless(&["sudoku", "distinct", &full, "--without", &comments]);
    assert_eq!(output.status.code(), Some(1));
    assert!(lines(&output.stderr).contains(&warnings[1]));
}
