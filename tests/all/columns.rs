//! Columns of tables: their numbers and names, names that occur twice, and columns that change the
//! puzzles.

use std::process::Output;

use crate::common::{Folder, countless, lines};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const OTHER: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const BOARD: &str = "AABBACBBCCCDCDDD";
const BOARD_WITHOUT: &str = "ABBBAACBDDCBDDCC";

/// Exit code, rows below the header, and stderr of a command for a file.
fn run(command: &[&str], args: &[&str], text: &str) -> (Option<i32>, Vec<String>, String) {
    let folder = Folder::new();
    let path = folder.file("input", text);
    let Output {
        status,
        stdout,
        stderr,
    } = countless(&[command, &[&path], args].concat());
    let rows = lines(&stdout).into_iter().skip(1).collect();
    let told = String::from_utf8_lossy(&stderr).replace(&path, "input");
    (status.code(), rows, told)
}

fn sudokus(args: &[&str], text: &str) -> (Option<i32>, Vec<String>, String) {
    run(&["sudoku", "solve"], args, text)
}

fn boards(args: &[&str], text: &str) -> (Option<i32>, Vec<String>, String) {
    run(&["queens", "solve"], args, text)
}

/// Command that reads a text with arguments.
type Read<'a> = &'a dyn Fn(&[&str], &str) -> (Option<i32>, Vec<String>, String);

/// Text with the puzzles of a table or board replaced: `P`, `Q`, `S` and `B`, `C`.
fn filled(text: &str) -> String {
    let words = [
        ("P", PUZZLE),
        ("Q", OTHER),
        ("S", SOLUTION),
        ("F", "1.....3..2.....4"),
        ("X", "xx12xxxx34xxxxxx"),
        ("B", BOARD),
        ("C", BOARD_WITHOUT),
        ("D", "AABAABCCC"),
    ];
    let mut filled = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let known = words.iter().find(|(name, _)| *name == word);
        filled += known.map_or(word.as_str(), |(_, text)| text);
        word.clear();
        filled.push(c);
    }
    filled
}

/// Inputs, their column, and the puzzles of the rows.
const NUMBERED: &[(&str, &str, &[&str])] = &[
    ("P,1\nQ,2\n", "1", &["P", "Q"]),
    ("2,P\n3,Q\n", "2", &["P", "Q"]),
    ("1,P\n2,Q\n", "2", &["P", "Q"]),
    ("id,puzzle,2\n1,P,Q\n", "2", &["P"]),
    ("id,2,puzzle\n1,Q,P\n", "3", &["P"]),
    ("id,3,puzzle\n1,Q,P\n", "3", &["P"]),
    ("2020,2019\nP,Q\n", "2019", &["Q"]),
    ("1;P\n2;Q\n", "2", &["P", "Q"]),
    ("2\tP\n2\tQ\n", "2", &["P", "Q"]),
    ("5 P\n6 Q\n", "2", &["P", "Q"]),
    ("P 5\nQ 6\n", "1", &["P", "Q"]),
    ("P  5  easy\nQ  6  hard\n", "1", &["P", "Q"]),
    ("P 1\nQ 2\n", "1", &["P", "Q"]),
    ("hash puzzle rating\n1 P 2\n1 Q 2\n", "2", &["P", "Q"]),
    ("hash puzzle rating\n1 P 2\n", "puzzle", &["P"]),
    ("{\"2\":\"P\",\"b\":\"Q\"}\n", "2", &["Q"]),
];

#[test]
fn a_number_selects_a_column_and_no_header() {
    for (text, column, puzzles) in NUMBERED {
        let (code, rows, told) = sudokus(&["--column", column], &filled(text));
        let found: Vec<&str> = rows
            .iter()
            .filter_map(|row| row.split(',').next())
            .collect();
        let puzzles: Vec<String> = puzzles.iter().map(|name| filled(name)).collect();
        let puzzles: Vec<&str> = puzzles.iter().map(|puzzle| puzzle.trim()).collect();
        assert_eq!((code, found), (Some(0), puzzles), "{text}: {told}");
    }
    for (text, column, count) in [
        ("F,1\nF,2\n", "1", 2),
        ("F 1\nF 2\n", "1", 2),
        ("1 F\n2 F\n", "2", 2),
        // A blank may be a letter.
        ("X,1\nX,2\n", "1", 2),
        ("1,X\n2,X\n", "2", 2),
        ("puzzle,1\nX,2\n", "1", 1),
    ] {
        let (code, rows, told) = sudokus(&["--column", column, "--size", "4"], &filled(text));
        assert_eq!((code, rows.len()), (Some(0), count), "{text}: {told}");
    }
    for (text, column, statuses) in [
        ("2,B\n3,C\n", "2", &["unique", "none"][..]),
        ("B,1\nC,2\n", "1", &["unique", "none"]),
        ("1,B\n2,C\n", "2", &["unique", "none"]),
        ("id,board,2\n1,B,C\n", "2", &["unique"]),
        ("id,2,board\n1,C,B\n", "3", &["unique"]),
        ("2020,2019\nC,B\n", "2019", &["unique"]),
        ("1;B\n2;C\n", "2", &["unique", "none"]),
        ("2\tB\n2\tC\n", "2", &["unique", "none"]),
        ("3,D\n4,B\n", "2", &["none", "unique"]),
        ("{\"2\":\"C\",\"b\":\"B\"}\n", "2", &["unique"]),
    ] {
        let (code, rows, told) = boards(&["--column", column], &filled(text));
        let found: Vec<&str> = rows
            .iter()
            .filter_map(|row| row.split(',').nth(1))
            .collect();
        assert_eq!(
            (code, found),
            (Some(0), statuses.to_vec()),
            "{text}: {told}"
        );
    }
}

#[test]
fn a_name_that_occurs_twice_is_refused_without_a_number() {
    let columns = "\nhint: --column 1 selects the first\n";
    let keys = "\nhint: --column N selects a key by its number\n";
    for (read, text, hint) in [
        (&sudokus as Read<'_>, "puzzle,puzzle\nP,Q\n", columns),
        (&sudokus, "Puzzle,puzzle\nP,Q\n", columns),
        (&sudokus, "puzzle;id;PUZZLE\nP;1;Q\n", columns),
        (&sudokus, "quiz\tquiz\nP\tQ\n", columns),
        (&sudokus, "solution,solution,puzzle\nS,S,P\n", columns),
        (&sudokus, "{\"puzzle\":\"P\",\"puzzle\":\"Q\"}\n", keys),
        (&sudokus, "{\"puzzle\":\"P\",\"id\":1,\"id\":2}\n", keys),
        (&boards, "puzzle,puzzle\nB,C\n", columns),
        (
            &boards,
            "board,id,Board\nB,1,C\n",
            "\nhint: --column 1 selects the first\n",
        ),
        (&boards, "{\"puzzle\":\"B\",\"puzzle\":\"C\"}\n", keys),
        (&boards, "{\"board\":\"B\",\"id\":1,\"id\":2}\n", keys),
    ] {
        let text = filled(text);
        let (code, rows, told) = read(&[], &text);
        assert_eq!((code, rows.len()), (Some(2), 0), "{text}: {told}");
        assert!(told.starts_with("error: input:1:1: "), "{text}: {told}");
        assert!(told.ends_with(hint), "{text}: {told}");
        let number = if text.starts_with("solution") {
            "3"
        } else {
            "1"
        };
        let (code, rows, told) = read(&["--column", number], &text);
        assert_eq!((code, rows.len()), (Some(0), 1), "{text}: {told}");
        assert!(rows[0].contains(",unique,"), "{text}: {rows:?}");
    }
    // By its number, each of two columns is read; by the name, none is.
    let twice = filled("puzzle,puzzle\nP,Q\n");
    for (column, puzzle) in [("1", PUZZLE), ("2", OTHER)] {
        let (_, rows, told) = sudokus(&["--column", column], &twice);
        assert!(rows[0].starts_with(puzzle), "{told}");
    }
    assert_eq!(sudokus(&["--column", "puzzle"], &twice).0, Some(2));
    let solutions = filled("solution,solution,puzzle\nS,S,P\n");
    let (code, _, told) = sudokus(&["--column", "3", "--check"], &solutions);
    assert_eq!(code, Some(2), "no solution is compared: {told}");
    // In a later object, the key is a fault of that record.
    for (read, text) in [
        (
            &sudokus as Read<'_>,
            "{\"puzzle\":\"P\"}\n{\"puzzle\":\"P\",\"puzzle\":\"Q\"}\n",
        ),
        (
            &boards,
            "{\"puzzle\":\"B\"}\n{\"puzzle\":\"B\",\"puzzle\":\"C\"}\n",
        ),
    ] {
        let (code, rows, told) = read(&[], &filled(text));
        assert_eq!((code, rows.len()), (Some(1), 2), "{told}");
        let what = "input:2:1: the key \"puzzle\" occurs twice\nhint: --column";
        assert!(told.contains(what), "{told}");
    }
}

#[test]
fn a_column_that_changes_the_puzzles_is_read_or_refused() {
    let cages = "ABBCADECDDEFGGFF;A=6;B=5;C=4;D=6;E=5;F=9;G=5";
    let killers = format!("puzzle,cages\n................,{cages}\n");
    let jigsaws = "puzzle,regions\n1...............,AAAABBBBCCCCDDDD\n".to_owned();
    let objects = format!("{{\"puzzle\":\"................\",\"cages\":\"{cages}\"}}\n");
    let rules = format!("puzzle,rules\n{PUZZLE},anti-knight\n");
    let upper = format!("id,Cages,puzzle\n1,x,{PUZZLE}\n");
    let four = &["--size", "4"][..];
    for command in [
        "solve",
        "count",
        "list",
        "rate",
        "hint",
        "explain",
        "show",
        "canon",
        "distinct",
        "minimal",
        "neighbours",
    ] {
        let is_sized = !["canon", "distinct", "minimal", "neighbours"].contains(&command);
        let command = &["sudoku", command][..];
        for (text, size, name) in [
            (&killers, four, "cages"),
            (&jigsaws, four, "regions"),
            (&objects, four, "cages"),
            (&rules, &[][..], "rules"),
            (&upper, &[], "Cages"),
        ] {
            if !size.is_empty() && !is_sized {
                continue;
            }
            let (code, rows, told) = run(command, size, text);
            assert_eq!(
                (code, rows.len()),
                (Some(2), 0),
                "{command:?} {text}: {told}"
            );
            let what = format!("error: input:1:1: the column {name} changes the puzzles");
            assert!(told.starts_with(&what), "{command:?}: {told}");
            assert!(
                told.contains("\nhint: ") && told.contains("--column puzzle ignores it"),
                "{told}"
            );
            assert_eq!(told.contains(" each reads it"), name != "rules", "{told}");
        }
    }
    for (text, flags, ignored) in [
        (&killers, ["--cages", "each"], "multiple"),
        (&objects, ["--cages", "each"], "multiple"),
        (&jigsaws, ["--regions", "each"], "multiple"),
    ] {
        let (code, rows, told) = sudokus(&[four, &flags].concat(), text);
        assert_eq!((code, rows.len()), (Some(0), 1), "{text}: {told}");
        let (_, rows, told) = sudokus(&[four, &["--column", "puzzle"]].concat(), text);
        assert!(rows[0].contains(ignored), "{text}: {told}");
    }
    let both = format!("puzzle,cages,regions\n................,{cages},AAAABBBBCCCCDDDD\n");
    let (code, _, told) = sudokus(&[four, &["--cages", "each"]].concat(), &both);
    assert!(
        code == Some(2) && told.contains("the column regions changes"),
        "{told}"
    );
    for text in [
        "puzzle,regions\nB,C\n",
        "id,board,rules\n1,B,x\n",
        "{\"board\":\"B\",\"cages\":\"C\"}\n",
    ] {
        let (code, rows, told) = boards(&[], &filled(text));
        assert_eq!((code, rows.len()), (Some(2), 0), "{text}: {told}");
        assert!(told.starts_with("error: input:1:1: the column "), "{told}");
        let name = if text.starts_with("puzzle") {
            "puzzle"
        } else {
            "board"
        };
        assert!(
            told.ends_with(&format!("hint: --column {name} ignores it\n")),
            "{told}"
        );
        assert_eq!(boards(&["--column", name], &filled(text)).0, Some(0));
    }
    assert_eq!(boards(&[], &filled("regions,id\nB,1\n")).0, Some(0));
}

#[test]
fn a_puzzle_alone_among_other_fields_is_read() {
    for text in [
        "001373391771 P  7.2\n00137339177f Q  8.2\n",
        "# hash puzzle rating\n0000183b305c P  1.2\n",
        "easy 1 P 20\nhard 2 Q 40\n",
        "7;P\n8;Q\n",
        "7,P\n8,Q\n",
        "7\tP\teasy\n8\tQ\thard\n",
        "1,P,S\n2,Q,S\n",
        "1,S,P\n2,S,Q\n",
        "1 P S\n2 Q S\n",
        "1: P\n2: Q\n",
    ] {
        let (code, rows, told) = sudokus(&["--keep-columns"], &filled(text));
        assert_eq!(
            (code, rows.len()),
            (Some(0), text.matches(['P', 'Q']).count()),
            "{text}: {told}"
        );
        assert!(rows[0].starts_with(PUZZLE), "{text}: {rows:?}");
        assert!(rows[0].contains(",unique,1,"), "{text}: {rows:?}");
    }
    // Two fields may be the puzzle.
    for text in ["1,P,Q\n", "1 P Q\n2 Q P\n", "1 P\nx y P\n"] {
        let (code, rows, told) = sudokus(&[], &filled(text));
        assert_eq!((code, rows.len()), (Some(2), 0), "{text}: {told}");
        assert!(told.contains("\nhint: --column 2\n"), "{text}: {told}");
    }
}

#[test]
fn a_partial_board_with_a_name_that_occurs_twice_is_refused() {
    let folder = Folder::new();
    for (text, fault) in [
        ("board,board\n1:2,1:3\n", "columns 1 and 2 are called board"),
        (
            "Queens,queens\n1:2,1:3\n",
            "columns 1 and 2 are called queens",
        ),
        (
            "puzzle;id;PUZZLE\n1:2;7;1:3\n",
            "columns 1 and 3 are called puzzle",
        ),
        (
            "squares\tsquares\n1:2\t1:2\n",
            "columns 1 and 2 are called squares",
        ),
        (
            "q1,q2,q1,q3,q4\n2,4,3,1,3\n",
            "columns 1 and 3 are called q1",
        ),
        (
            "q1,q2,q3,Q3,q4\n2,4,1,1,3\n",
            "columns 3 and 4 are called q3",
        ),
        (
            "{\"board\":\"1:2\",\"board\":\"1:3\"}\n",
            "the key \"board\" occurs twice",
        ),
        (
            "{\"id\":1,\"board\":\"1:2\",\"id\":2}\n",
            "the key \"id\" occurs twice",
        ),
    ] {
        let file = folder.file("boards", text);
        let output = countless(&["queens", "complete", "4", "--queens", &file]);
        let told = lines(&output.stderr).join("\n");
        assert!(told.contains(fault), "{text}: {told}");
        let rows = lines(&output.stdout);
        assert!(!rows.iter().any(|row| row.contains("unique")), "{rows:?}");
    }
}
