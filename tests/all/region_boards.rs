//! Boards of coloured regions, by the whole program.

use crate::common::svg::count;
use crate::common::{Folder, countless, lines};

const BOARD: &str = "AABBACBBCCCDCDDD";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_board_is_counted_listed_completed_and_recorded() {
    let folder = Folder::new();
    let grid = folder.file("board.txt", "# four regions\nAABB\nACBB\nCCCD\nCDDD\n");
    let run = |args: &[&str]| {
        let output = countless(&[&["queens"], args, &["--regions", &grid, "-q"]].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        lines(&output.stdout)
    };
    assert_eq!(run(&["count", "4"]), ["1"]);
    assert_eq!(run(&["list", "4"]), ["q1,q2,q3,q4", "2,4,1,3"]);
    assert_eq!(run(&["complete", "4", "--queens", "1:3"]), ["0"]);
    assert_eq!(run(&["complete", "4", "--queens", "1:2"]), ["1"]);
    assert_eq!(run(&["count", "4", "--piece", "superqueen"]), ["0"]);
    let json = run(&["count", "4", "--json"]).concat();
    assert!(json.contains(r#""regions":"AABBACBBCCCDCDDD""#), "{json}");
    assert!(json.contains(r#""piece":"crowned-rook""#), "{json}");
    let ledger = folder.path("ledger.csv");
    for _ in 0..2 {
        assert_eq!(run(&["count", "4", "--ledger", &ledger]), ["1"]);
    }
    let verified = countless(&["ledger", "verify", &ledger, "--sample", "100%"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    let other = folder.file("other.txt", "AAAB\nCCAB\nDCBB\nDDDB\n");
    let args = ["queens", "count", "4", "--regions", &other];
    let mixed = countless(&[&args[..], &["--ledger", &ledger]].concat());
    assert_eq!(mixed.status.code(), Some(2), "{mixed:?}");
}

#[test]
fn files_of_boards_are_solved() {
    let folder = Folder::new();
    let content = format!(
        "{BOARD} # unique\n\nAABB\nACBB\nCCCD\nCDDD\n\nABCDABCDABCDABCD\nAAAABBBBCCCCDDD\nAAAABBCDBBCDBBCD\n"
    );
    let boards = folder.file("boards.txt", content);
    let rejects = folder.path("rejects.csv");
    let solved = countless(&["queens", "solve", &boards, "--rejects", &rejects]);
    assert_eq!(solved.status.code(), Some(1), "{solved:?}");
    let expected = [
        "puzzle,status,solutions,solution",
        "AABBACBBCCCDCDDD,unique,1,2 4 1 3",
        "AABBACBBCCCDCDDD,unique,1,2 4 1 3",
        "ABCDABCDABCDABCD,multiple,2,2 4 1 3",
        "AAAABBBBCCCCDDD,invalid,0,",
    ];
    assert_eq!(lines(&solved.stdout)[..5], expected);
    let complaint = format!(
        "{boards}:9:1: expected N lines of N squares, and blank lines between boards, found 15 squares"
    );
    assert!(text(&solved.stderr).contains(&complaint), "{solved:?}");
    assert!(text(&solved.stderr).contains("5 boards (3 unique"));
    let rejected = std::fs::read_to_string(&rejects).expect("it is written");
    assert_eq!(rejected.lines().count(), 2, "{rejected}");
    let piped = countless(&[
        "queens", "solve", &boards, "--format", "ndjson", "-j", "1", "-q",
    ]);
    let first =
        r#"{"puzzle":"AABBACBBCCCDCDDD","status":"unique","solutions":1,"solution":"2 4 1 3"}"#;
    assert_eq!(lines(&piped.stdout)[0], first);
}

#[test]
fn boards_that_are_made_are_solved_as_they_say() {
    let folder = Folder::new();
    for size in ["1", "4", "6", "9", "14", "18"] {
        let made = folder.path(&format!("{size}.csv"));
        let args = ["queens", "generate", size];
        let rest = ["--count", "5", "--seed", "3", "-o", &made];
        let output = countless(&[&args[..], &rest].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let made = std::fs::read_to_string(&made).expect("it is written");
        let boards: Vec<&str> = made
            .lines()
            .skip(1)
            .filter_map(|row| row.split(',').next())
            .collect();
        assert_eq!(boards.len(), 5);
        let boards = folder.file("boards.txt", boards.join("\n"));
        for input in [&boards, &folder.path(&format!("{size}.csv"))] {
            let solved = countless(&["queens", "solve", input, "-q"]);
            assert_eq!(text(&solved.stdout), made);
        }
    }
}

#[test]
fn a_coloured_board_is_drawn() {
    let folder = Folder::new();
    let board = folder.file("board.txt", BOARD);
    let show = |args: &[&str]| {
        let show = ["queens", "show", "4", "--regions", &board];
        countless(&[&show[..], args].concat())
    };
    let solved = "A * B B\nA C B *\n* C C D\nC D * D\n";
    assert_eq!(text(&show(&[]).stdout), solved);
    let unsolved = "A A B B\nA C B B\nC C C D\nC D D D\n";
    assert_eq!(text(&show(&["--unsolved"]).stdout), unsolved);
    let svg = folder.path("board.svg");
    assert!(show(&["-o", &svg]).status.success());
    let svg = std::fs::read_to_string(&svg).expect("it is written");
    assert_eq!(count(&svg, "piece-"), 4, "{svg}");
    let second = show(&["--nth", "2"]);
    assert_eq!(second.status.code(), Some(1), "{second:?}");
    for flag in [&["--all"][..], &["--seed", "1"]] {
        let refused = show(flag);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}

#[test]
fn invalid_boards_are_refused() {
    let folder = Folder::new();
    let board = folder.file("board.txt", BOARD);
    let bad = folder.file("bad.txt", "AABB\nACBB\nCC?D\nCDDD\n");
    let missing = folder.path("missing.txt");
    let place = format!("{bad}:3:3: expected a letter or digit of a region, found `?`");
    for (args, reason) in [
        (
            &["count", "5", "--regions", &board][..],
            "the board of regions: expected 5 rows and 5 columns, found 4 rows",
        ),
        (
            &["count", "4", "--columns", "5", "--regions", &board],
            "4 rows and 5 columns, found 4 rows and 4 columns",
        ),
        (&["count", "4", "--regions", &bad], &place),
        (&["count", "4", "--regions", &missing], "missing.txt"),
        (
            &["classes", "4", "--regions", &board],
            "only boards without regions have classes and symmetric solutions",
        ),
        (
            &["list", "5", "--regions", &board],
            "the board of regions: expected 5 rows and 5 columns, found 4 rows",
        ),
        (&["generate", "3"], "expected 1 or 4 to 32 rows, found 3"),
        (&["generate", "8", "--size", "8"], "--size"),
        (&["solve", &missing], "missing.txt"),
        (&["solve", "-", "-"], "only once"),
    ] {
        let refused = countless(&[&["queens"], args].concat());
        assert_eq!(refused.status.code(), Some(2), "{args:?}: {refused:?}");
        assert!(
            text(&refused.stderr).contains(reason),
            "{args:?}: {refused:?}"
        );
    }
    let empty = folder.file("empty.txt", "# nothing\n\n");
    let output = countless(&["queens", "solve", &empty]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("contains no board"));
}

#[test]
fn columns_are_named_and_passed_on() {
    let folder = Folder::new();
    let table = format!("level,size,board,solution\n1,4,{BOARD},x\n2,4,{BOARD}\n3,4,AAB,y\n");
    let table = folder.file("levels.csv", table);
    let run = |args: &[&str]| countless(&[&["queens", "solve", "-q"], args].concat());
    let expected = [
        "puzzle,status,solutions,solution,level,size,given_solution".to_owned(),
        format!("{BOARD},unique,1,2 4 1 3,1,4,x"),
        format!("\"2,4,{BOARD}\",invalid,0,,,,"),
        "AAB,invalid,0,,3,4,y".to_owned(),
    ];
    let rejects = folder.path("rejects.csv");
    for column in ["board", "3"] {
        let args = [
            &table,
            "--keep-columns",
            "--column",
            column,
            "--rejects",
            &rejects,
        ];
        let solved = run(&args);
        assert_eq!(solved.status.code(), Some(1), "{solved:?}");
        assert_eq!(lines(&solved.stdout), expected);
        let rejected = std::fs::read_to_string(&rejects).expect("it is written");
        let places: Vec<&str> = rejected
            .lines()
            .skip(1)
            .map(|row| &row[table.len()..][..5])
            .collect();
        assert_eq!(places, [",3,1,", ",4,5,"], "{rejected}");
    }
    let json = run(&[&table, "--keep-columns", "--format", "ndjson"]);
    assert!(
        lines(&json.stdout)[0].ends_with(r#""level":1,"size":4,"given_solution":"x"}"#),
        "{json:?}"
    );
    let missing = run(&[&table, "--column", "text"]);
    assert_eq!(missing.status.code(), Some(2), "{missing:?}");
    let place = format!(
        "{table}:1:1: found no column text, by its name or its number from 1 to 4; the columns are level, size, board, solution"
    );
    assert!(text(&missing.stderr).contains(&place), "{missing:?}");
    // Several inputs must have columns of the same names, in any order.
    let other = folder.file(
        "other.csv",
        format!("board,solution,size,level\n{BOARD},z,4,9\n"),
    );
    let both = run(&[&table, &other, "--keep-columns"]);
    let last = format!("{BOARD},unique,1,2 4 1 3,9,4,z");
    assert_eq!(lines(&both.stdout).last(), Some(&last), "{both:?}");
    let plain = folder.file("plain.txt", BOARD);
    let refused = run(&[&table, &plain, "--keep-columns"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

#[test]
fn all_that_is_written_is_read() {
    let folder = Folder::new();
    let solve = |input: &str| {
        let solved = countless(&["queens", "solve", input, "-q"]);
        assert_eq!(solved.status.code(), Some(0), "{input}: {solved:?}");
        lines(&solved.stdout)
    };
    let made = |file: &str| {
        let path = folder.path(file);
        let args = ["queens", "generate", "11", "--count", "3", "--seed", "2"];
        let made = countless(&[&args[..], &["-o", &path]].concat());
        assert_eq!(made.status.code(), Some(0), "{made:?}");
        path
    };
    let rows = solve(&made("boards.csv"));
    let files = [
        "boards.tsv",
        "boards.ndjson",
        "boards.csv.gz",
        "boards.ndjson.zst",
    ];
    for file in files
        .into_iter()
        .chain(cfg!(feature = "parquet").then_some("boards.parquet"))
    {
        assert_eq!(solve(&made(file)), rows, "{file}");
    }
    let puzzle = rows[1].split(',').next().expect("it has columns");
    let board = folder.file("board.txt", puzzle);
    let mut drawings = Vec::new();
    for flags in [&[][..], &["--coordinates"]] {
        let show = ["queens", "show", "11", "--regions", &board, "--unsolved"];
        let shown = countless(&[&show[..], flags].concat());
        drawings.push(text(&shown.stdout));
    }
    let drawn = folder.file("drawn.txt", drawings.join("\n"));
    assert_eq!(solve(&drawn), [0, 1, 1].map(|at: usize| rows[at].clone()));
    // A single board is read in each layout.
    let one = format!("{}\n{}\n", rows[0], rows[1]);
    for one in drawings
        .into_iter()
        .chain([one, format!("{{\"puzzle\":\"{puzzle}\"}}\n")])
    {
        let one = folder.file("one.txt", one);
        let counted = countless(&["queens", "count", "11", "--regions", &one, "-q"]);
        assert_eq!(text(&counted.stdout), "1\n", "{counted:?}");
    }
    let solved = countless(&["queens", "show", "11", "--regions", &board]);
    let solved = folder.file("solved.txt", text(&solved.stdout));
    let refused = countless(&["queens", "solve", &solved]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(
        text(&refused.stderr).contains("`*` hides the region"),
        "{refused:?}"
    );
    let several = countless(&["queens", "count", "11", "--regions", &drawn]);
    assert_eq!(several.status.code(), Some(2), "{several:?}");
    assert!(
        text(&several.stderr).contains("drawn.txt:13:1: expected one board, found a second"),
        "{several:?}"
    );
}

#[test]
fn star_battles_are_solved() {
    let folder = Folder::new();
    let boards = folder.file("battles.txt", BATTLE);
    let run = |args: &[&str]| countless(&[&["queens", "solve", &boards, "-q"], args].concat());
    let solved = run(&["--stars", "2"]);
    assert_eq!(solved.status.code(), Some(0), "{solved:?}");
    let row = &lines(&solved.stdout)[1];
    let fields: Vec<&str> = row.split(',').collect();
    assert_eq!(fields[1..3], ["unique", "1"], "{row}");
    let columns: Vec<usize> = fields[3]
        .split(' ')
        .map(|column| column.parse().expect(row))
        .collect();
    assert_eq!(columns.len(), 20);
    let letters = BATTLE.as_bytes();
    for line in 0..10 {
        let pieces = columns.iter().enumerate();
        let region = letters[..]
            .iter()
            .copied()
            .collect::<std::collections::BTreeSet<u8>>();
        let region = region.into_iter().nth(line).expect("there are ten");
        let in_region = pieces.filter(|&(at, column)| letters[at / 2 * 10 + column - 1] == region);
        assert_eq!(in_region.count(), 2);
        assert_eq!(
            columns.iter().filter(|&&column| column == line + 1).count(),
            2
        );
    }
    for flags in [
        &["--stars", "0"][..],
        &["--stars", "17"],
        &["--stars", "2", "--torus"],
    ] {
        assert_eq!(run(flags).status.code(), Some(2), "{flags:?}");
    }
}

/// Board with two pieces in each row, column and region, none of them touching.
const BATTLE: &str = "AAAAAABCCCDDDDDBBCCCDDDBBBCCCCEEDDFBBBBCEEFFFFFFGGEEEEFFHHGGEEEFFFHHGIJJJJJHHHHIJJJJJJHHIIJJJJHHHIII";
