//! Boards of coloured regions, by the whole program.

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
    let complaint = format!("{boards}:9:1: 15 squares are no board of N × N");
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
        let args = ["queens", "generate", "--regions", "--size", size];
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
    assert_eq!(svg.matches("class=\"piece-").count(), 4, "{svg}");
    let second = show(&["--nth", "2"]);
    assert_eq!(second.status.code(), Some(1), "{second:?}");
    for flag in [&["--all"][..], &["--seed", "1"]] {
        let refused = show(flag);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}

#[test]
fn what_is_no_board_is_refused() {
    let folder = Folder::new();
    let board = folder.file("board.txt", BOARD);
    let bad = folder.file("bad.txt", "AABB\nACBB\nCC?D\nCDDD\n");
    let missing = folder.path("missing.txt");
    let place = format!("{bad}:3:3: `?` is no letter");
    for (args, reason) in [
        (
            &["count", "5", "--regions", &board][..],
            "a board of 4 rows, not 5",
        ),
        (
            &["count", "4", "--columns", "5", "--regions", &board],
            "a board of 4 rows",
        ),
        (&["count", "4", "--regions", &bad], &place),
        (&["count", "4", "--regions", &missing], "missing.txt"),
        (
            &["classes", "4", "--regions", &board],
            "no classes where squares are coloured",
        ),
        (
            &["list", "5", "--regions", &board],
            "a board of 4 rows, not 5",
        ),
        (
            &["generate", "--regions", "--size", "3"],
            "N: boards have 1 row or 4 to 32",
        ),
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
    assert!(text(&output.stderr).contains("there is no board"));
}
