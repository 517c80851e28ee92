//! Puzzles whose symbols have two readings: a `0` that is a digit or a blank, unknown blanks, letters.

use crate::common::{Folder, lines, piped, program};

/// Puzzles with the digits from 0 on, and their only solutions with the digits from 1 on.
const FROM_ZERO: [(&str, &str); 3] = [
    ("0.....2..1.....3", "1342243142133124"),
    (
        "..50.4..2..50....2........4.3....4..",
        "246135513426164253352614625341431562",
    ),
    (
        "42..6....5..084....87....5.7...5...23..7.2..06...1...5.5....17....308..4....7..68",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    ),
];

/// Signs of a blank beside `0`.
const BLANKS: [&str; 11] = [
    ".", "*", "_", "-", "x", "·", "null", "NaN", "None", "", "-1",
];

/// Exit code, first puzzle and status, and stderr of `sudoku solve` for a text on stdin.
fn solve(args: &[&str], text: &str) -> (Option<i32>, String, String) {
    let output = piped(&[&["sudoku", "solve", "-"], args].concat(), text);
    let row = lines(&output.stdout).get(1).cloned().unwrap_or_default();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), row, told)
}

/// One layout of a puzzle, with another sign for each blank; all in turns.
fn layout(puzzle: &str, blank: &str, turn: usize) -> String {
    let all = layouts(puzzle, blank);
    all[turn % all.len()].clone()
}

/// Layouts of a puzzle, with another sign for each blank.
fn layouts(puzzle: &str, blank: &str) -> Vec<String> {
    let side = puzzle.len().isqrt();
    let cells: Vec<&str> = puzzle
        .split("")
        .filter(|cell| !cell.is_empty())
        .map(|cell| if cell == "." { blank } else { cell })
        .collect();
    let rows = |between: &str| -> Vec<String> {
        cells.chunks(side).map(|row| row.join(between)).collect()
    };
    let mut all = vec![
        rows(",").join("\n") + "\n",
        rows(";").join("\n") + "\n",
        rows("\t").join("\n") + "\n",
        cells.join(",") + "\n",
    ];
    if !blank.is_empty() {
        let lists: Vec<String> = rows(", ").iter().map(|row| format!("[{row}]")).collect();
        all.push(format!("[{}]\n", lists.join(", ")));
        all.push(lists.join(",\n") + "\n");
        all.push(rows(" ").join("\n") + "\n");
    }
    if blank.chars().count() == 1 {
        all.push(cells.concat() + "\n");
        all.push(rows("").join("\n") + "\n");
        all.push(format!("puzzle\n{}\n", cells.concat()));
        all.push(format!("{{\"puzzle\":\"{}\"}}\n", cells.concat()));
    }
    all
}

#[test]
fn a_zero_beside_another_blank_is_refused_or_explained() {
    for (puzzle, solution) in FROM_ZERO {
        let side = puzzle.len().isqrt();
        let digits: String = "0123456789".chars().take(side).collect();
        let from_one: String = "123456789".chars().take(side).collect();
        let size = side.to_string();
        for (turn, blank) in BLANKS.into_iter().enumerate() {
            for text in [0, 4, 8].map(|other| layout(puzzle, blank, turn + other)) {
                let size = ["--size", &size];
                let (code, _, told) = solve(&size, &text);
                assert_eq!(code, Some(1), "{text}: {told}");
                assert!(told.contains("standard input:"), "{text}: {told}");
                let hint = format!(
                    "0 may be a blank or the first of {side} digits\nhint: --symbols {digits} reads \
                     it as a digit, --symbols {from_one} as a blank\n"
                );
                assert!(told.contains(&hint), "{text}: {told}");
                let (code, row, told) = solve(&["--symbols", &digits, size[0], size[1]], &text);
                assert_eq!(code, Some(0), "{text}: {told}");
                assert!(
                    row.ends_with(&format!(",unique,1,{solution}")),
                    "{text}: {row}"
                );
                let (code, row, told) = solve(&["--symbols", &from_one, size[0], size[1]], &text);
                if blank != "-1" {
                    assert_eq!(code, Some(0), "{text}: {told}");
                    assert!(!row.contains(",unique,"), "{text}: {row}");
                }
            }
        }
    }
}

#[test]
fn a_zero_with_one_reading_is_read() {
    // With the largest digit, and with two zeros in a row, a column or a box.
    for puzzle in [
        "0.....4..1.....3",
        "0..0..2..1.....3",
        "0.....2.01.....3",
        "0....02..1.....3",
    ] {
        for (turn, blank) in BLANKS.into_iter().take(10).enumerate() {
            for text in [turn, turn + 5].map(|turn| layout(puzzle, blank, turn)) {
                let (code, row, told) = solve(&["--size", "4"], &text);
                assert_eq!(code, Some(0), "{text}: {told}");
                let found = row.split(',').next().unwrap_or_default().replace('0', ".");
                let expected = puzzle.replace(['0', '*', '_', '-', 'x'], ".");
                assert_eq!(
                    found.replace(['*', '_', '-', 'x', '·'], "."),
                    expected,
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn an_unknown_blank_is_named_once() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (puzzle, size) in [(puzzle, "9"), ("1.....3..2.....4", "4")] {
        for (turn, blank) in ["?", "o", "~", "%", "□", "@", "^"].into_iter().enumerate() {
            for text in [0, 3, 6].map(|other| layout(puzzle, blank, turn + other)) {
                let times = if text.starts_with("puzzle") { 1 } else { 2 };
                let text = text.repeat(times);
                let (code, row, told) = solve(&["--size", size], &text);
                assert!(row.is_empty() && code == Some(2), "{text}: {told}");
                assert!(told.starts_with("error: standard input:"), "{text}: {told}");
                let quoted = if blank == "o" {
                    "o".to_owned()
                } else {
                    format!("'{blank}'")
                };
                let what = format!(
                    ": '{blank}' is neither a digit nor a blank\nhint: --blank {quoted} reads it as a \
                     blank\n"
                );
                assert!(told.ends_with(&what), "{text}: {told}");
                let (code, row, told) = solve(&["--size", size, "--blank", blank], &text);
                assert_eq!(code, Some(0), "{text}: {told}");
                assert!(row.contains(",unique,1,"), "{row}");
            }
        }
    }
    // One damaged cell is not another sign of blanks.
    let damaged = puzzle.replacen('.', "?", 1);
    let (code, _, told) = solve(&[], &format!("{puzzle}\n{damaged}\n"));
    assert_eq!(code, Some(1));
    assert!(
        told.contains(":2:3: '?' is neither a digit nor a blank\n"),
        "{told}"
    );
}

#[test]
fn letters_from_a_on_are_named() {
    let letters = |size: u8| {
        let cell = |row: u8, column: u8| char::from(b'A' + (row + column) % size);
        let row = |row| {
            (0..size)
                .map(|column| cell(row, column))
                .collect::<String>()
        };
        (0..size).map(row).collect::<Vec<String>>()
    };
    for size in [9, 10, 12, 15, 16] {
        let (rows, range) = (letters(size), format!("A-{}", char::from(b'A' + size - 1)));
        for text in [
            rows.concat(),
            rows.join("\n"),
            rows.join("\n").to_lowercase(),
        ] {
            let folder = Folder::new();
            let path = folder.file("letters", format!("{text}\n"));
            let output = program()
                .args(["sudoku", "solve", &path])
                .output()
                .expect("it runs");
            let told = String::from_utf8_lossy(&output.stderr);
            assert_ne!(output.status.code(), Some(0), "{told}");
            let hint = format!("hint: --symbols {range} if A is the first digit");
            assert!(told.contains(&hint), "{text}: {told}");
            let (_, _, told) = solve(&["--symbols", &range], &text);
            assert!(!told.contains("hint: --symbols"), "{told}");
        }
    }
}
