//! The queens commands: methods, symmetry classes, partial boards, large boards.

use crate::common::{Folder, countless, lines};

#[test]
fn both_methods_and_every_kernel_give_the_known_counts() {
    for (n, count) in [(4, 2), (9, 352), (13, 73_712), (15, 2_279_184)] {
        for method in ["join", "search"] {
            for kernel in ["scalar", "auto"] {
                let n = n.to_string();
                let args = [
                    "queens", "count", &n, "--method", method, "--kernel", kernel, "-q",
                ];
                let output = countless(&args);
                assert_eq!(output.stdout, format!("{count}\n").into_bytes(), "{args:?}");
            }
        }
    }
    let output = countless(&["queens", "count", "33", "--method", "join"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Rotates a board by a quarter turn, given the column of the queen in each row from 1.
fn turn(board: &[usize]) -> Vec<usize> {
    let mut turned = vec![0; board.len()];
    for (row, &column) in board.iter().enumerate() {
        turned[column - 1] = board.len() - row;
    }
    turned
}

#[test]
fn classes_are_those_of_the_listed_boards() {
    for n in 1..=9 {
        let n = n.to_string();
        let parse = |row: &String| -> Vec<usize> {
            row.split(',')
                .map(|field| field.parse().expect("a number"))
                .collect()
        };
        let boards: Vec<Vec<usize>> = lines(&countless(&["queens", "list", &n, "-q"]).stdout)[1..]
            .iter()
            .map(parse)
            .collect();
        let quarter = boards.iter().filter(|board| turn(board) == **board).count();
        let half = boards
            .iter()
            .filter(|board| turn(&turn(board)) == **board)
            .count();
        // A board is fundamental if none of its eight images comes before it.
        let is_first = |board: &&Vec<usize>| {
            let turns = std::iter::successors(Some((*board).clone()), |board| Some(turn(board)));
            turns.take(4).all(|image| {
                let mirrored: Vec<usize> = image.iter().rev().copied().collect();
                **board <= image && **board <= mirrored
            })
        };
        let fundamental = boards.iter().filter(is_first).count();
        let rows = lines(&countless(&["queens", "classes", &n, "-q"]).stdout);
        assert_eq!(rows[0], "symmetry,solutions,fundamental");
        let solutions = |row: usize| rows[row].split(',').nth(1).map(str::to_owned);
        assert_eq!(solutions(2), Some((half - quarter).to_string()), "n = {n}");
        assert_eq!(solutions(3), Some(quarter.to_string()), "n = {n}");
        assert_eq!(
            rows[4],
            format!("all,{},{fundamental}", boards.len()),
            "n = {n}"
        );
    }
}

#[test]
fn partial_boards_are_completed() {
    let all = lines(&countless(&["queens", "list", "8", "-q"]).stdout);
    let wanted: Vec<&String> = all[1..]
        .iter()
        .filter(|row| row.starts_with("5,") && row.split(',').nth(3) != Some("4"))
        .collect();
    let args = [
        "queens",
        "complete",
        "8",
        "--queens",
        "1:5",
        "--blocked",
        "4:4",
        "-q",
    ];
    assert_eq!(
        countless(&args).stdout,
        format!("{}\n", wanted.len()).into_bytes()
    );
    let listed = lines(&countless(&[&args[..], &["--list"]].concat()).stdout);
    assert!(listed[1..].iter().eq(wanted));

    // Queens that attack each other, or are on a blocked square, have no completion.
    for (queens, blocked) in [("1:1,2:2", "8:8"), ("1:5", "1:5")] {
        let output = countless(&[
            "queens",
            "complete",
            "8",
            "--queens",
            queens,
            "--blocked",
            blocked,
            "-q",
        ]);
        assert_eq!(output.stdout, b"0\n");
    }
}

#[test]
fn blocked_squares_come_from_a_file_too() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("holes.txt");
    std::fs::write(&path, "# the corners\n1:1 1:6\n6:1,6:6\n").expect("the file is written");
    let path = path.to_str().expect("path is text");
    let output = countless(&["queens", "complete", "6", "--blocked", path, "-q"]);
    assert_eq!(output.stdout, b"4\n");
    std::fs::write(path, "1:1\n 9:9\n").expect("the file is written");
    let output = countless(&["queens", "complete", "6", "--blocked", path]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        stderr,
        format!("error: {path}:2:2: row 9 is outside a board of 6 rows\n")
    );
}

#[test]
fn huge_boards_are_given_at_once() {
    let is_solution = |row: &str| {
        let columns: Vec<u32> = row
            .split(',')
            .map(|field| field.parse().expect("a number"))
            .collect();
        countless::queens::is_solution(&columns)
    };
    let rows = lines(&countless(&["queens", "list", "1000", "--limit", "3", "-q"]).stdout);
    assert_eq!(rows.len(), 4);
    assert!(rows[1..].iter().all(|row| is_solution(row)));
    assert!(rows[1] != rows[2] && rows[2] != rows[3]);
    assert_eq!(
        countless(&["queens", "list", "1000"]).status.code(),
        Some(2)
    );

    let board = countless(&["queens", "show", "200", "--seed", "5"]).stdout;
    assert_eq!(
        board,
        countless(&["queens", "show", "200", "--seed", "5"]).stdout
    );
    assert_ne!(board, countless(&["queens", "show", "200"]).stdout);
    let output = countless(&["queens", "show", "3"]);
    assert_eq!(output.status.code(), Some(1));
}

/// 8 queens on 10 columns by exact cover. Columns and diagonals are secondary items.
#[test]
fn rectangles_are_counted_listed_and_recorded() {
    let (rows, columns) = (8, 10);
    let names = |kind: char, range: std::ops::Range<i32>| -> Vec<String> {
        range.map(|line| format!("{kind}{line}")).collect()
    };
    let secondary = [
        names('c', 0..columns),
        names('a', 0..20),
        names('d', -10..10),
    ];
    let items = [names('r', 0..rows).join(" "), secondary.concat().join(" ")];
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let option = |(row, column)| format!("r{row} c{column} a{} d{}", row + column, row - column);
    let options: Vec<String> = squares.map(option).collect();
    let text = format!("{}\n{}\n", items.join(" | "), options.join("\n"));
    let folder = Folder::new();
    let cover = countless(&["cover", "count", &folder.file("queens.txt", text)]);
    let expected = lines_of(&cover)[0].clone();
    let ledger = folder.path("ledger.csv");
    let count = [
        "queens",
        "count",
        "8",
        "--columns",
        "10",
        "--ledger",
        &ledger,
    ];
    for _ in 0..2 {
        assert_eq!(lines_of(&countless(&count)), [expected.as_str()]);
    }
    let verified = countless(&["ledger", "verify", &ledger, "--sample", "20%"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    let list = |threads| countless(&["queens", "list", "8", "--columns", "10", "-j", threads]);
    let listed = lines_of(&list("1"));
    assert_eq!(listed, lines_of(&list("2")));
    assert_eq!(
        listed.len().to_string(),
        (expected.parse::<u64>().unwrap() + 1).to_string()
    );
    assert!(listed.is_sorted_by_key(|row| {
        row.split(',')
            .map(|column| column.parse::<u32>().unwrap_or(0))
            .collect::<Vec<u32>>()
    }));
    for (args, reason) in [
        (&["count", "8", "--columns", "7"][..], "8 rows, 7 columns"),
        (&["list", "8", "--columns", "40"], "at most 32 columns"),
        (
            &["count", "8", "--columns", "9", "--method", "join"],
            "--method join: expected queens on a square board",
        ),
        (
            &["count", "8", "--columns", "9", "--tally", "-"],
            "as many columns as rows",
        ),
    ] {
        let refused = countless(&[&["queens"], args].concat());
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(
            String::from_utf8_lossy(&refused.stderr).contains(reason),
            "{refused:?}"
        );
    }
}

fn lines_of(output: &std::process::Output) -> Vec<String> {
    lines(&output.stdout)
}
