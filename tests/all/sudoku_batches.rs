//! The sudoku commands on whole inputs: columns, checks, compression, invalid rows.

use std::io::Write;
use std::path::Path;

use crate::common::{Folder, countless, lines};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

#[test]
fn columns_are_passed_on_and_solutions_checked() {
    let scratch = Folder::new();
    let right = format!("id,puzzle,solution,note\n1,{PUZZLE},{SOLUTION},\"a, b\"\n");
    let path = scratch.file("right.csv", right.as_bytes());
    let output = countless(&["sudoku", "solve", &path, "-q", "--check", "--keep-columns"]);
    assert_eq!(output.status.code(), Some(0));
    let expected = format!(
        "puzzle,status,solutions,solution,check,id,given_solution,note\n\
         {PUZZLE},unique,1,{SOLUTION},ok,1,{SOLUTION},\"a, b\"\n"
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);

    let swapped = SOLUTION.replacen("17", "71", 1);
    for (given, check) in [
        (&*swapped, "wrong"),
        ("", "none"),
        (PUZZLE, "wrong"),
        ("nonsense", "wrong"),
    ] {
        let wrong = format!("puzzle,solution\n{PUZZLE},{given}\n");
        let path = scratch.file("wrong.csv", wrong.as_bytes());
        let output = countless(&["sudoku", "solve", &path, "--check"]);
        assert_eq!(output.status.code(), Some(1), "{given}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with(&format!("{path}:2:1: ")), "{stderr}");
        let expected = format!(
            "puzzle,status,solutions,solution,check,given_solution\n\
             {PUZZLE},unique,1,{SOLUTION},{check},{given}\n"
        );
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
    let path = scratch.file("lines.txt", format!("{PUZZLE}\n").as_bytes());
    assert_eq!(
        countless(&["sudoku", "solve", &path, "--check"])
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn no_column_is_lost_and_none_is_called_like_another() {
    let scratch = Folder::new();
    let table = format!(
        "Status,puzzle,answer,rating,check\nnew,{PUZZLE},{SOLUTION},7,x\nold,none,{SOLUTION},8,y\n"
    );
    let path = scratch.file("table.csv", table);
    let rows = |args: &[&str]| {
        let output = countless(&[&["sudoku"], args, &[&path, "-q", "--keep-columns"]].concat());
        lines(&output.stdout)
    };
    let solved = rows(&["solve", "--check"]);
    let columns = "check,given_Status,given_solution,rating,given_check";
    assert_eq!(
        solved[0],
        format!("puzzle,status,solutions,solution,{columns}")
    );
    assert!(
        solved[1].ends_with(&format!(",ok,new,{SOLUTION},7,x")),
        "{}",
        solved[1]
    );
    assert_eq!(
        solved[2],
        format!("none,invalid,0,,none,old,{SOLUTION},8,y")
    );
    let solved = rows(&["solve"]);
    assert!(
        solved[1].ends_with(&format!(",{SOLUTION},new,{SOLUTION},7,x")),
        "{}",
        solved[1]
    );
    assert!(solved[0].ends_with(",given_Status,given_solution,rating,check"));
    let rated = rows(&["rate"]);
    assert!(rated[0].ends_with(",effort,given_Status,solution,given_rating,check"));
    assert!(
        rated[1].ends_with(&format!(",new,{SOLUTION},7,x")),
        "{}",
        rated[1]
    );
    // Inputs may name the column of solutions differently.
    let other = scratch.file(
        "other.csv",
        format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n"),
    );
    let both = countless(&["sudoku", "solve", "-q", "--check", &path, &other]);
    let both = lines(&both.stdout);
    assert_eq!(both.len(), 4);
    assert!(both[3].ends_with(&format!(",ok,{SOLUTION}")), "{}", both[3]);
}

#[test]
fn other_columns_are_chosen_by_name_or_number() {
    let scratch = Folder::new();
    let path = scratch.file("odd.csv", format!("mine,rest\n{PUZZLE},x\n").as_bytes());
    for column in ["mine", "1"] {
        let output = countless(&["sudoku", "solve", &path, "-q", "--column", column]);
        assert!(lines(&output.stdout)[1].ends_with(SOLUTION), "{column}");
    }
    let output = countless(&["sudoku", "solve", &path, "-q", "--column", "yours"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn compressed_input_is_recognised_by_its_content() {
    let scratch = Folder::new();
    let text = format!("{PUZZLE}\n").repeat(3000);
    let plain = scratch.file("plain.txt", text.as_bytes());
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).expect("gzip");
    let gzip = scratch.file("gzip.txt", encoder.finish().expect("gzip"));
    let zstd = scratch.file(
        "zstd.txt",
        zstd::encode_all(text.as_bytes(), 3).expect("zstd"),
    );
    let expected = countless(&["sudoku", "solve", &plain, "-q"]).stdout;
    assert_eq!(lines(&expected).len(), 3001);
    for path in [gzip, zstd] {
        assert_eq!(
            countless(&["sudoku", "solve", &path, "-q", "-j", "3"]).stdout,
            expected
        );
    }
}

#[test]
fn a_damaged_file_is_an_error_after_what_could_be_read() {
    let scratch = Folder::new();
    let text = format!("{PUZZLE}\n").repeat(3000);
    let mut bytes = zstd::encode_all(text.as_bytes(), 3).expect("zstd");
    bytes.truncate(bytes.len() - 2);
    let path = scratch.file("damaged.zst", &bytes);
    let target = scratch.path("out.csv");
    let output = countless(&["sudoku", "solve", &path, "-q", "-o", &target]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!Path::new(&target).exists());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.starts_with(&format!("error: cannot read {path}: ")),
        "{stderr}"
    );
}

#[test]
fn an_input_without_a_puzzle_is_flawed() {
    let scratch = Folder::new();
    for content in [&b""[..], b"\n\n", b"# nothing\n"] {
        let path = scratch.file("empty.txt", content);
        let output = countless(&["sudoku", "solve", &path, "-q"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(output.stdout, b"puzzle,status,solutions,solution\n");
    }
}

#[test]
fn every_kernel_gives_the_same_rows() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles.txt");
    let expected = countless(&[
        "sudoku", "solve", data, "-q", "--kernel", "scalar", "-j", "1",
    ]);
    assert_eq!(expected.status.code(), Some(0));
    let best = countless(&["sudoku", "solve", data, "-q", "-j", "4"]);
    assert_eq!(best.stdout, expected.stdout);
}

#[test]
fn counts_and_lists_agree_and_limits_cut_them() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data/many.txt");
    let counted = lines(&countless(&["sudoku", "count", data, "-q"]).stdout);
    let count: Vec<u64> = counted[1..]
        .iter()
        .map(|row| {
            row.split(',')
                .nth(1)
                .and_then(|field| field.parse().ok())
                .expect("a count")
        })
        .collect();
    assert_eq!(count, [1, 134, 36_264, 1_116_856]);

    let puzzle = counted[2].split(',').next().expect("a puzzle");
    let one = countless(&["sudoku", "list", puzzle, "-q", "-j", "1"]);
    assert_eq!(
        one.stdout,
        countless(&["sudoku", "list", puzzle, "-q", "-j", "3"]).stdout
    );
    let rows = lines(&one.stdout);
    assert_eq!((rows.len(), &rows[0][..]), (135, "solution"));
    assert!(rows[1..].is_sorted(), "lexicographic order");
    let limited = lines(&countless(&["sudoku", "list", puzzle, "-q", "--limit", "7"]).stdout);
    assert_eq!(limited, rows[..8]);

    assert_eq!(
        countless(&["sudoku", "count", puzzle, "-q"]).stdout,
        b"134\n"
    );
    assert_eq!(
        countless(&["sudoku", "count", puzzle, "-q", "--max-solutions", "100"]).stdout,
        b"100\n"
    );
    let limited =
        lines(&countless(&["sudoku", "count", data, "-q", "--max-solutions", "1000"]).stdout);
    assert!(limited[4].ends_with(",1000"), "{}", limited[4]);
    let blank = ".".repeat(81);
    assert_eq!(
        countless(&["sudoku", "count", &blank, "-q", "--max-solutions", "12345"]).stdout,
        b"12345\n"
    );
    assert_eq!(
        lines(&countless(&["sudoku", "list", &blank, "-q", "--limit", "9"]).stdout).len(),
        10
    );
}

#[test]
fn all_gives_every_solution_its_row() {
    let scratch = Folder::new();
    // All cells with a 2 or a 7 are empty.
    let open = |cells: &[usize], text: &str| -> String {
        let mut text = text.as_bytes().to_vec();
        for &cell in cells {
            text[cell] = b'.';
        }
        String::from_utf8(text).expect("ASCII")
    };
    let cells: Vec<usize> = (0..81)
        .filter(|cell| b"27".contains(&SOLUTION.as_bytes()[*cell]))
        .collect();
    let several = open(&cells, SOLUTION);
    let path = scratch.file("all.txt", format!("{several}\n{PUZZLE}\nx\n").as_bytes());
    let output = countless(&["sudoku", "solve", &path, "-q", "--all"]);
    assert_eq!(output.status.code(), Some(1));
    let rows = lines(&output.stdout);
    let listed = countless(&["sudoku", "list", &several, "-q"]);
    let solutions = lines(&listed.stdout);
    let number = solutions.len() - 1;
    assert!(number > 1 && solutions.contains(&SOLUTION.to_owned()));
    let expected = solutions[1..]
        .iter()
        .map(|solution| format!("{several},multiple,{number},{solution}"));
    assert!(rows[1..=number].iter().cloned().eq(expected));
    assert_eq!(rows[number + 1], format!("{PUZZLE},unique,1,{SOLUTION}"));
    assert_eq!(rows[number + 2..], ["x,invalid,0,"]);

    let blank = ".".repeat(81);
    let output = countless(&[
        "sudoku",
        "solve",
        &blank,
        "-q",
        "--all",
        "--max-solutions",
        "1000",
    ]);
    let rows = lines(&output.stdout);
    let listed = countless(&["sudoku", "list", &blank, "-q", "--limit", "1000"]);
    let solutions = lines(&listed.stdout);
    assert_eq!(rows.len(), 1001);
    for (row, solution) in rows[1..].iter().zip(&solutions[1..]) {
        assert_eq!(row, &format!("{blank},multiple,1000,{solution}"));
    }
}

#[test]
fn pencil_marks_are_solved_counted_and_listed() {
    let scratch = Folder::new();
    let marks: String = SOLUTION
        .bytes()
        .map(|digit| {
            let marks = b"123456789".map(|mark| {
                let near = mark == digit || mark == b'1' + (digit - b'0') % 9;
                if near { mark as char } else { '.' }
            });
            marks.into_iter().collect::<String>()
        })
        .collect();
    let path = scratch.file("marks.txt", format!("{marks}\n{PUZZLE}\n").as_bytes());
    let listed = countless(&["sudoku", "list", &marks, "-q"]);
    let solutions = lines(&listed.stdout);
    assert!(solutions.contains(&SOLUTION.to_owned()));
    let number = solutions.len() - 1;
    let counted = countless(&["sudoku", "count", &marks, "-q"]);
    assert_eq!(lines(&counted.stdout), [number.to_string()]);
    let counted = countless(&["sudoku", "count", &path, "-q"]);
    let expected = [
        "puzzle,solutions",
        &format!("{marks},{number}"),
        &format!("{PUZZLE},1"),
    ];
    assert_eq!(lines(&counted.stdout), expected);
    let output = countless(&["sudoku", "solve", &path, "-q", "--all"]);
    let rows = lines(&output.stdout);
    assert_eq!(rows.len(), 1 + number + 1);
    assert!(rows[1].starts_with(&format!("{marks},")));
    assert_eq!(rows[number + 1], format!("{PUZZLE},unique,1,{SOLUTION}"));

    let swapped = marks.replacen('4', "5", 1);
    let output = countless(&["sudoku", "count", &swapped]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("pencil mark 5 in the place of 4"), "{error}");
}
