//! Each output of the queens commands is read by other commands, in each format.

use std::fs;

use crate::common::{Folder, countless, lines};

/// Runs a command, requires success, and returns stdout.
fn stdout(args: &[&str]) -> String {
    let output = countless(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("it is text")
}

/// Text formats of rows.
const ROWS: [&str; 3] = ["csv", "tsv", "ndjson"];

/// Column of a CSV without quotes, by its name.
fn column(csv: &str, name: &str) -> Vec<String> {
    let mut rows = csv.lines();
    let header = rows.next().expect("a header");
    let at = header.split(',').position(|field| field == name);
    let at = at.expect("the column is there");
    let field = |row: &str| row.split(',').nth(at).map(str::to_owned);
    rows.map(|row| field(row).expect("a field")).collect()
}

#[test]
fn lists_are_read_as_boards_with_all_queens() {
    let folder = Folder::new();
    let listed = stdout(&["queens", "list", "6"]);
    let solutions: Vec<String> = listed
        .lines()
        .skip(1)
        .map(|row| row.replace(',', " "))
        .collect();
    assert_eq!(solutions.len(), 4);
    let completed = |file: &str| stdout(&["queens", "complete", "6", "--queens", file, "-q"]);
    for format in ROWS {
        let rows = stdout(&["queens", "list", "6", "--format", format]);
        let file = folder.file("listed", rows);
        let csv = completed(&file);
        assert_eq!(column(&csv, "puzzle"), solutions, "{format}");
        assert_eq!(column(&csv, "solution"), solutions, "{format}");
        assert_eq!(column(&csv, "status"), ["unique"; 4], "{format}");
    }
    let random = stdout(&["queens", "list", "9", "--limit", "3"]);
    let random = folder.file("limited.csv", random);
    let csv = stdout(&["queens", "complete", "9", "--queens", &random, "-q"]);
    assert_eq!(column(&csv, "solutions"), ["1"; 3]);
}

#[test]
fn drawings_are_read_as_boards() {
    let folder = Folder::new();
    for (args, expected) in [
        (&["6"][..], vec!["2 4 6 1 3 5"]),
        (&["6", "--coordinates"], vec!["2 4 6 1 3 5"]),
        (&["6", "--nth", "2"], vec!["3 6 2 5 1 4"]),
        (&["6", "--all"], vec!["2 4 6 1 3 5"]),
        (
            &["5", "--all", "--coordinates"],
            vec!["1 3 5 2 4", "2 5 3 1 4"],
        ),
        (
            &["6", "--queens", "1:3", "--blocked", "6:6", "--unsolved"],
            vec!["3 6 2 5 1 4"],
        ),
        (
            &["12", "--queens", "1:3", "--unsolved", "--coordinates"],
            vec!["3 1 6 2 9 11 4 12 8 5 7 10"],
        ),
        (&["1"], vec!["1"]),
        (&["1", "--coordinates"], vec!["1"]),
    ] {
        let drawn = stdout(&[&["queens", "show"], args].concat());
        let file = folder.file("drawn.txt", &drawn);
        let csv = stdout(&["queens", "complete", args[0], "--queens", &file, "-q"]);
        let found = column(&csv, "solution");
        if args.contains(&"12") {
            let first = stdout(&[
                "queens", "complete", "12", "--queens", "1:3", "--list", "--limit", "1",
            ]);
            let first = first.lines().nth(1).expect("a solution").replace(',', " ");
            assert_eq!(found, [first], "{args:?}");
        } else {
            assert_eq!(found, expected, "{args:?}\n{drawn}");
        }
        // A single drawing is read and drawn again.
        if !args.contains(&"--all") {
            let args = ["queens", "show", args[0], "--queens", &file, "--unsolved"];
            let again = stdout(&args);
            let squares = |text: &str| text.replace(|c: char| c.is_ascii_digit() || c == ' ', "");
            assert_eq!(squares(&again).trim(), squares(&drawn).trim(), "{args:?}");
        }
    }
}

#[test]
fn rows_of_completed_boards_are_read_again() {
    let folder = Folder::new();
    let boards = "1:5,2:7\n1:1 2:2\n\n. . . Q . . . .\n#.......\n........\n........\n\
                  ........\n........\n........\n........\n";
    let first = folder.file("boards.txt", boards);
    let completed = |file: &str, format: &str| {
        let args = [
            "queens", "complete", "8", "--queens", file, "--format", format, "-q",
        ];
        stdout(&args)
    };
    let once = completed(&first, "tsv");
    assert_eq!(once.lines().count(), 4, "{once}");
    for format in ROWS {
        let rows = folder.file("rows", completed(&first, format));
        assert_eq!(completed(&rows, "tsv"), once, "{format}");
    }
    let counts: Vec<&str> = once
        .lines()
        .skip(1)
        .map(|row| row.split('\t').nth(2).expect("a count"))
        .collect();
    let single = |args: &[&str]| {
        let args = [&["queens", "complete", "8"], args].concat();
        stdout(&args).trim().to_owned()
    };
    assert_eq!(counts[0], single(&["--queens", "1:5,2:7"]));
    assert_eq!(counts[1], "0");
    assert_eq!(counts[2], single(&["--queens", "1:4", "--blocked", "2:1"]));
}

#[test]
fn boards_of_regions_are_read_as_they_are_generated_solved_and_drawn() {
    let folder = Folder::new();
    let generate = ["queens", "generate", "7", "--count", "4", "--seed", "5"];
    let made = stdout(&generate);
    let boards = column(&made, "puzzle");
    let solve =
        |file: &str, format: &str| stdout(&["queens", "solve", file, "--format", format, "-q"]);
    for format in ROWS {
        let rows = stdout(&[&generate[..], &["--format", format]].concat());
        let file = folder.file("made", rows);
        assert_eq!(solve(&file, "csv"), made, "generate {format}");
        let again = folder.file("again", solve(&file, format));
        assert_eq!(solve(&again, "csv"), made, "solve {format}");
        for (board, number) in boards.iter().zip(["1", "2", "3", "4"]) {
            let show = ["queens", "show", "7", "--regions", &file, "--board", number];
            for coordinates in [&[][..], &["--coordinates"]] {
                let drawn = stdout(&[&show[..], &["--unsolved"], coordinates].concat());
                let drawn = folder.file("drawn.txt", drawn);
                assert_eq!(
                    column(&solve(&drawn, "csv"), "puzzle"),
                    [board.as_str()],
                    "{format}"
                );
                let list = ["queens", "list", "7", "--regions", &drawn];
                assert_eq!(stdout(&list).lines().count(), 2, "{format}");
            }
            // A solution drawn on its regions is a board with all pieces.
            let drawn = folder.file("solved.txt", stdout(&show));
            let args = [
                "--regions",
                &file,
                "--board",
                number,
                "--queens",
                &drawn,
                "-q",
            ];
            let csv = stdout(&[&["queens", "complete", "7"], &args[..]].concat());
            assert_eq!(column(&csv, "solutions"), ["1"], "{format}");
        }
    }
    // A drawing with pieces hides regions.
    let drawn = folder.file("made", stdout(&generate));
    let drawn = stdout(&["queens", "show", "7", "--regions", &drawn, "--board", "1"]);
    let drawn = folder.file("solved.txt", drawn);
    let refused = countless(&["queens", "solve", &drawn]);
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert!(stderr.contains("--unsolved"), "{stderr}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_read_as_it_is_written() {
    let folder = Folder::new();
    let (made, solved) = (folder.path("made.parquet"), folder.path("solved.parquet"));
    let (listed, completed) = (
        folder.path("listed.parquet"),
        folder.path("completed.parquet"),
    );
    stdout(&[
        "queens", "generate", "6", "--count", "3", "--seed", "2", "-o", &made,
    ]);
    stdout(&["queens", "solve", &made, "-o", &solved]);
    let rows = stdout(&["queens", "solve", &made]);
    assert_eq!(stdout(&["queens", "solve", &solved]), rows);
    assert_eq!(column(&rows, "status"), ["unique"; 3]);
    stdout(&["queens", "show", "6", "--regions", &made, "--board", "3"]);
    stdout(&["queens", "list", "6", "-o", &listed]);
    stdout(&[
        "queens", "complete", "6", "--queens", &listed, "-o", &completed,
    ]);
    let rows = stdout(&["queens", "complete", "6", "--queens", &completed]);
    assert_eq!(
        rows,
        stdout(&["queens", "complete", "6", "--queens", &listed])
    );
    assert_eq!(column(&rows, "solutions"), ["1"; 4]);
}

#[test]
fn boards_of_a_file_that_are_wrong_are_rows_and_rejects() {
    let folder = Folder::new();
    let file = folder.file("boards.txt", "1:2\n9:9\nQ...\n...x\n....\n....\n\n1:1\n");
    let rejects = folder.path("rejects.csv");
    let args = [
        "queens",
        "complete",
        "4",
        "--queens",
        &file,
        "--rejects",
        &rejects,
    ];
    let run = countless(&args);
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{stderr}");
    assert_eq!(
        lines(&run.stdout),
        [
            "puzzle,status,solutions,solution",
            "1:2,unique,1,2 4 1 3",
            "9:9,invalid,0,",
            "Q... ...x .... ....,invalid,0,",
            "1:1,none,0,",
        ]
    );
    let reason = format!("{file}:4:4: expected a square, Q, . or #, found 'x'");
    assert!(stderr.contains(&reason), "{stderr}");
    assert!(
        stderr.contains("4 boards (1 unique, 1 without solution, 2 invalid)"),
        "{stderr}"
    );
    let rejected = fs::read_to_string(&rejects).expect("it is written");
    assert!(
        rejected.contains(",2,1,row 9 is outside a board of 4 rows,9:9"),
        "{rejected}"
    );
    let summary = stdout_json(&[&args[..5], &["--json", "-o", &folder.path("rows.csv")]].concat());
    assert_eq!(summary["invalid"], 2);
}

fn stdout_json(args: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&countless(args).stdout).expect("it is JSON")
}

#[test]
fn flags_that_do_not_go_with_files_of_boards_are_refused() {
    let folder = Folder::new();
    let one = folder.file("one.txt", "1:2\n");
    let several = folder.file("several.txt", "1:2\n1:3\n");
    let regions = folder.file("regions.txt", "AABBACBBCCCDCDDD\nAABBACBBCCCDCDDD\n");
    for (args, reason) in [
        (
            &["complete", "4", "--queens", &one, "--list"][..],
            "--list and --queens FILE exclude each other",
        ),
        (
            &["complete", "4", "--queens", &one, "--queens", "1:1"],
            "not both",
        ),
        (
            &["complete", "4", "--queens", &one, "--dry-run"],
            "--dry-run",
        ),
        (
            &["complete", "4", "--queens", "1:1", "--rejects", "r.csv"],
            "needs a file of boards: --queens FILE",
        ),
        (
            &["complete", "4", "--queens", "missing.txt"],
            "cannot read missing.txt",
        ),
        (
            &["complete", "4", "--queens", "x"],
            "no such file, and not squares",
        ),
        (
            &["complete", "4", "--queens", "1:2\n2:4"],
            "expected the squares of one board in one line",
        ),
        (
            &["show", "4", "--queens", &several],
            "expected one board, found a second",
        ),
        (&["show", "4", "--regions", &regions], "hint: --board K"),
        (
            &["show", "4", "--regions", &regions, "--board", "3"],
            "--board: expected at most 2, the number of boards, found 3",
        ),
        (&["show", "4", "--board", "3"], "--regions"),
    ] {
        let run = countless(&[&["queens"], args].concat());
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(reason), "{args:?}: {stderr}");
    }
    let drawn = stdout(&["queens", "show", "4", "--queens", &one]);
    assert_eq!(drawn, stdout(&["queens", "show", "4", "--queens", "1:2"]));
}
