//! Inputs that are not 9×9 puzzles in text, and puzzles as people type them or spreadsheets write
//! them.

use crate::common::{Folder, countless, lines};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn rows(puzzle: &str) -> Vec<&str> {
    (0..9).map(|row| &puzzle[9 * row..][..9]).collect()
}

/// Puzzles read from a text, and the messages on stderr.
fn read(text: impl AsRef<[u8]>) -> (Vec<String>, Vec<String>) {
    let folder = Folder::new();
    let path = folder.file("input", text);
    let output = countless(&["sudoku", "solve", &path]);
    let puzzles = lines(&output.stdout);
    let puzzles = puzzles.iter().skip(1);
    let puzzles = puzzles.map(|row| row.split(",unique,").next().unwrap_or("").to_owned());
    let told = lines(&output.stderr);
    let told = told.iter().map(|line| line.replace(&path, "input"));
    (puzzles.collect(), told.collect())
}

/// The only message of an input that is refused.
fn refused(text: impl AsRef<[u8]>) -> String {
    let (puzzles, told) = read(text);
    assert!(
        puzzles.is_empty() && told.len() == 1,
        "{puzzles:?} {told:?}"
    );
    told[0].clone()
}

#[test]
fn files_that_are_no_text_are_named() {
    let two_bytes: Vec<u8> = PUZZLE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, kind) in [
        (two_bytes.clone(), "UTF-16"),
        ([b"\xff\xfe".to_vec(), two_bytes].concat(), "UTF-16"),
        (b"BZh91AY&SY\0\0".to_vec(), "bzip2"),
        (b"\xfd7zXZ\0\0\x04".to_vec(), "xz"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), "PNG"),
        (b"%PDF-1.7\n%abc\n".to_vec(), "PDF"),
    ] {
        let told = refused(&bytes);
        assert!(told.contains("input is ") && told.contains(kind), "{told}");
        // Compression does not hide the kind of file.
        let packed = zstd::encode_all(&bytes[..], 1).expect("it is compressed");
        assert!(refused(packed).contains(kind));
    }
}

/// Rows of a grid with the candidates of each cell drawn three by three.
fn three_lines_a_row() -> String {
    let cell = |given: char, digit: char| {
        if given == '.' || given == digit {
            digit
        } else {
            '.'
        }
    };
    let third = |row: &str, digits: &str| -> String {
        let words = row.chars().map(|given| {
            let word = digits.chars().map(|digit| cell(given, digit));
            word.collect::<String>()
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let lines = rows(PUZZLE)
        .into_iter()
        .flat_map(|row| ["123", "456", "789"].map(|digits| third(row, digits) + "\n"));
    lines.collect()
}

#[test]
fn an_input_of_another_kind_is_named_once() {
    let object = format!("[\n  {{\"board\": \"{PUZZLE}\"}}\n]\n");
    let beside = format!("easy 1 {PUZZLE} 20\nvery hard 2 {PUZZLE} 40\n");
    for (text, kind) in [
        ("<!DOCTYPE html>\n<html><body>1..</body></html>\n", "HTML"),
        ("<?xml version=\"1.0\"?>\n<list><item/></list>\n", "XML"),
        ("{\\rtf1\\ansi 53..7}\n", "a document in RTF"),
        (&object, "JSON that is not one object per line"),
        ("https://a.org/1\nhttps://a.org/2\n", "a list of URLs"),
        (
            "name,age\nada,36\nalan,41\n",
            "a table without a column of puzzles",
        ),
        ("Dear all,\nthe puzzles follow.\n", "plain text"),
        ("\u{1}\u{2}FORM\u{3}\u{4}\n", "a binary file"),
        (
            &three_lines_a_row(),
            "candidates in three lines for each row",
        ),
        (&beside, "a puzzle in field 3\nhint: --column 3"),
    ] {
        let folder = Folder::new();
        let (path, rejects) = (folder.file("input", text), folder.path("rejects"));
        let output = countless(&["sudoku", "solve", &path, "--rejects", &rejects]);
        let told = String::from_utf8_lossy(&output.stderr).replace(&path, "input");
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(output.stdout.is_empty(), "{text}");
        assert!(told.starts_with("error: input:1:1: "), "{told}");
        assert!(told.contains(kind) && told.contains("\nhint: "), "{told}");
        assert!(!std::path::Path::new(&rejects).exists(), "{told}");
    }
}

#[test]
fn a_header_without_puzzles_asks_for_the_column() {
    let table = format!("id;board;level\n1;{PUZZLE};easy\n");
    assert_eq!(
        read(&table).1,
        [
            "error: input:1:1: no column called puzzle",
            "hint: --column NAME, one of: id, board, level"
        ]
    );
    let folder = Folder::new();
    let path = folder.file("table.csv", table);
    let output = countless(&["sudoku", "solve", "-q", &path, "--column", "board"]);
    assert!(lines(&output.stdout)[1].starts_with(PUZZLE));
    // Lines with tags are not a table.
    assert_eq!(read(format!("{PUZZLE} a,b\n{PUZZLE} c,d\n")).0, [PUZZLE; 2]);
}

#[test]
fn blanks_may_be_spaces() {
    let spaced = |row: &&str| row.replace('.', " ");
    let typed: Vec<String> = rows(PUZZLE).iter().map(spaced).collect();
    let text = typed.join("\n");
    assert_eq!(read(&text).0, [PUZZLE]);
    assert_eq!(
        read(format!("\n{text}\n\n{text}\n{text}\r\n")).0,
        [PUZZLE; 3]
    );
    let stripped: Vec<&str> = typed.iter().map(|row| row.trim_end()).collect();
    assert_eq!(read(stripped.join("\r\n")).0, [PUZZLE]);
    let bands: Vec<String> = stripped.chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(read(bands.join("\n\n") + "\n\n" + &text).0, [PUZZLE; 2]);
    let barred = |row: &String| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
    let barred: Vec<String> = typed.iter().map(barred).collect();
    let drawn: Vec<String> = barred.chunks(3).map(|band| band.join("\n")).collect();
    let border = "+---+---+---+";
    let drawn = format!(
        "{border}\n{}\n{border}\n",
        drawn.join(&format!("\n{border}\n"))
    );
    assert_eq!(read(drawn).0, [PUZZLE]);
    let wide = |row: &String| row.chars().flat_map(|c| [c, ' ']).collect::<String>();
    let wide: Vec<String> = typed.iter().map(wide).collect();
    assert_eq!(read(wide.join("\n")).0, [PUZZLE]);

    // Row of empty cells without its spaces.
    let puzzle = PUZZLE.replacen("4..8.3..1", ".........", 1);
    let empty: Vec<String> = rows(&puzzle).iter().map(spaced).collect();
    let empty: Vec<&str> = empty.iter().map(|row| row.trim_end()).collect();
    let (puzzles, _) = read(empty.join("\n"));
    assert!(puzzles[0].starts_with(&puzzle), "{puzzles:?}");
}

#[test]
fn a_typed_grid_that_lacks_a_row_is_no_puzzle() {
    let spaced = |row: &&str| row.replace('.', " ");
    let typed: Vec<String> = rows(PUZZLE).iter().map(spaced).collect();
    let (whole, short) = (typed.join("\n"), typed[..7].join("\n"));
    let (puzzles, told) = read(format!("{whole}\n\n{short}\n\n{whole}\n"));
    assert_eq!((&*puzzles[0], &*puzzles[2]), (PUZZLE, PUZZLE));
    assert_eq!(told[0], "input:11:1: expected 9 rows in a grid, found 7");
    let long = whole.replacen("419  5", "419  56", 1);
    let (_, told) = read(format!("{whole}\n\n{long}\n"));
    assert_eq!(told[0], "input:18:11: expected 9 cells in a row, found 10");
    let twice = whole.replacen("6  195", "55 195", 1);
    let (_, told) = read(format!("{whole}\n\n{twice}\n"));
    assert!(
        told[0].starts_with("input:12:2: 5 appears twice"),
        "{told:?}"
    );
}

#[test]
fn blanks_may_be_empty_cells() {
    let cells = |row: &&str, between: &str| {
        let cell = |c: char| {
            if c == '.' {
                String::new()
            } else {
                c.to_string()
            }
        };
        row.chars().map(cell).collect::<Vec<_>>().join(between)
    };
    for between in [",", ";", "\t"] {
        let table: Vec<String> = rows(PUZZLE).iter().map(|row| cells(row, between)).collect();
        assert_eq!(read(table.join("\r\n")).0, [PUZZLE], "{between:?}");
        let table = table.join("\n");
        assert_eq!(read(format!("{table}\n\n{table}\n")).0, [PUZZLE; 2]);
        let line = cells(&PUZZLE, between);
        assert_eq!(read(format!("{line}\n{line}\n")).0, [PUZZLE; 2]);
    }
    let line = cells(&PUZZLE, ",");
    let (_, told) = read(format!("{line}\n{line},\n"));
    assert!(told[0].contains("expected 81 cells, found 82"), "{told:?}");
}

#[test]
fn lines_may_end_in_carriage_returns() {
    assert_eq!(read(format!("{PUZZLE}\r{PUZZLE}\r")).0, [PUZZLE; 2]);
    assert_eq!(read(rows(PUZZLE).join("\r")).0, [PUZZLE]);
    assert_eq!(read(format!("id,puzzle\r1,{PUZZLE}\r")).0, [PUZZLE]);
    let (_, told) = read(format!("{PUZZLE}\rx\r"));
    assert!(told[0].starts_with("input:2:2: "), "{told:?}");
    // Longer than the head that is examined first.
    assert_eq!(read(format!("{PUZZLE}\r").repeat(3000)).0.len(), 3000);
}

#[test]
fn other_sizes_are_recognised_or_explained_once() {
    for (row, side) in [("1..4", 4), ("12..56", 6), ("1..G567890ABCDEF", 16)] {
        let line = row.repeat(side);
        // The digits are contradictory, but the kind of puzzle is recognised.
        let (puzzles, told) = read(format!("{line}\n"));
        assert_eq!(puzzles.len(), 1);
        assert!(told[0].contains("appears twice in"), "{told:?}");
        // After a 9×9 puzzle, these are invalid.
        let (puzzles, told) = read(format!("{PUZZLE}\n{}", format!("{line}\n").repeat(100)));
        assert_eq!(puzzles.len(), 101);
        let what = format!("input:2:1: a puzzle of {side}×{side} cells; expected 9×9: ");
        assert!(told[0].starts_with(&what), "{told:?}");
        assert!(told[1].starts_with("hint: --size N reads"), "{told:?}");
        assert_eq!(told[2], "and 99 more; --rejects FILE lists them all");
        assert_eq!(told.len(), 4);
    }
}

#[test]
fn an_argument_of_several_puzzles_is_read_as_a_file_of_them() {
    let classic =
        "8..72.........1.5....8......4...72.....2......7........6......5...46...17....9..2";
    let small = ["1......2........", "2..............."];
    let invalid = PUZZLE.replacen('3', "5", 1);
    let folder = Folder::new();
    for (flags, first, other) in [
        (&[][..], PUZZLE, classic),
        (&[], PUZZLE, &invalid),
        (&[], PUZZLE, "no puzzle"),
        (&["--size", "4"], small[0], small[1]),
        (&["--size", "4"], small[0], "no puzzle"),
    ] {
        for text in [
            format!("{first}\n{other}"),
            format!("\n{first} a tag\r\n# a comment\r\n{other}\r\n"),
        ] {
            let file = folder.file("puzzles.txt", &text);
            for command in ["solve", "count", "rate", "explain", "hint"] {
                let run =
                    |source: &str| countless(&[&["sudoku", command, source, "-q"], flags].concat());
                let (typed, read) = (run(&text), run(&file));
                assert_eq!(
                    lines(&typed.stdout),
                    lines(&read.stdout),
                    "{command} {text}"
                );
                assert_eq!(typed.status.code(), read.status.code(), "{command} {text}");
            }
        }
    }
    // Comments are skipped.
    let one = countless(&["sudoku", "count", &format!("# one\n{PUZZLE}\n# line\n")]);
    assert_eq!(lines(&one.stdout), ["1"]);
    let drawn = "1...\n..2.\n....\n....\n";
    let one = countless(&["sudoku", "count", "--size", "4", drawn]);
    assert_eq!(lines(&one.stdout), ["12"]);
    let object = format!("{{\"puzzle\":\"{}\"}}", small[0]);
    let one = countless(&["sudoku", "count", &object]);
    assert_eq!(lines(&one.stdout), ["12"]);
}

#[test]
fn faults_of_typed_grids_have_a_place() {
    let mut grid = rows(PUZZLE);
    let refused = |args: &[&str]| {
        let output = countless(args);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        lines(&output.stderr).join("\n")
    };
    grid[4] = "4..8?3..1";
    let illegal = refused(&["sudoku", "count", &grid.join("\n")]);
    let reason = "line 5, column 5: '?' is neither a digit nor a blank";
    assert!(illegal.ends_with(reason), "{illegal}");
    grid[4] = "4..8.3..";
    let short = refused(&["sudoku", "count", &grid.join("\n")]);
    assert!(short.contains("line 5, column 9: "), "{short}");
    let empty = refused(&["sudoku", "count", ""]);
    assert_eq!(
        empty,
        "error: an argument is empty; expected a FILE or a PUZZLE"
    );
    // The hint leads to a puzzle.
    let dashes = PUZZLE.replace('.', "-").replacen("53", "--", 1);
    let flag = refused(&["sudoku", "count", &dashes]);
    assert!(flag.ends_with("hint: after --, it is a puzzle"), "{flag}");
    let output = countless(&["sudoku", "count", "--", &dashes]);
    let dots = countless(&["sudoku", "count", &dashes.replace('-', ".")]);
    assert!(output.status.success());
    assert_eq!(output.stdout, dots.stdout);
}

#[test]
fn an_argument_for_one_grid_has_no_second() {
    let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let two = format!("{grid}\n{PUZZLE}\n");
    for args in [
        &["sudoku", "unavoidable", &two, "--size", "4"][..],
        &["sudoku", "scan", &two, "--clues", "80"],
        &["sudoku", "scan", grid, "--clues", "80", "--given", &two],
        &["sudoku", "play-check", &two, grid],
        &["sudoku", "play-check", PUZZLE, &two],
        &["cover", "make", "sudoku", &two],
    ] {
        let output = countless(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
    }
    let tagged = format!("{grid} a tag\n# a comment\n");
    let output = countless(&["sudoku", "unavoidable", &tagged, "--size", "4"]);
    assert!(output.status.success());
}
