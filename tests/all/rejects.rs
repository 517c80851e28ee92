//! Puzzles are read exactly or rejected: layouts, flags, and the output of the program itself.

use countless::sudoku::InputFormat;

use crate::common::{Folder, countless, lines, piped};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SIXTEEN: &str = "..A831..5C.69E7..B756.2.9...3DC..DG6.E9.7.B..8.AC9315AD.F.G8......C.A..9.5.....DB3.925.CE6.D.FG472.DF.E34B1..6A9GA...4.D389FBC25.1....FG.D.A.28..C6B.D3......541..EA1C.2.F84..934G..B97813.5DAE6.8.C.3B....72GF..E4F.2A6C.3.17..35BG874.D..2..6CA.27G..18.5..3DB";

/// Exit code, puzzles of the rows, and stderr of a run.
fn read(args: &[&str], text: &str) -> (Option<i32>, Vec<String>, String) {
    let folder = Folder::new();
    let path = folder.file("input", text);
    let output = countless(&[&["sudoku", "solve", &path], args].concat());
    let rows = lines(&output.stdout);
    let rows = rows.iter().skip(1);
    let puzzles = rows.map(|row| row.split(',').next().unwrap_or("").to_owned());
    let told = String::from_utf8_lossy(&output.stderr).replace(&path, "input");
    (output.status.code(), puzzles.collect(), told)
}

/// Cells of a puzzle, row by row.
fn cells(puzzle: &str) -> Vec<Vec<String>> {
    let side = puzzle.len().isqrt();
    let chars: Vec<String> = puzzle.chars().map(String::from).collect();
    chars.chunks(side).map(<[String]>::to_vec).collect()
}

/// Rows of a puzzle, with another sign for an empty cell and a separator between the cells.
fn rows(puzzle: &str, blank: &str, between: &str) -> Vec<String> {
    let cells = cells(puzzle);
    let row = |row: &Vec<String>| {
        let signs: Vec<&str> = row
            .iter()
            .map(|c| if c == "." { blank } else { c })
            .collect();
        signs.join(between)
    };
    cells.iter().map(row).collect()
}

#[test]
fn a_field_is_one_cell() {
    let four = "[-1,2,3,4],\n[3,4,1,2],\n[2,1,4,3],\n[4,3,2,1]\n";
    let (code, puzzles, _) = read(&[], four);
    assert_eq!(
        (code, puzzles),
        (Some(0), vec![".234341221434321".to_owned()])
    );
    let (code, _, told) = read(&["--size", "4"], &four.replace("1,4", "0,4"));
    assert_eq!(code, Some(1));
    assert!(
        told.starts_with("input:1:2: -1 beside another sign"),
        "{told}"
    );
    let (code, _, told) = read(&["--size", "4"], &four.replace("4,1", "-4,1"));
    assert_eq!(code, Some(1));
    assert!(told.starts_with("input:2:4: \"-4\" is neither"), "{told}");

    let zeros = rows(PUZZLE, "0", ",").join("\n");
    assert_eq!(read(&[], &zeros).1, [PUZZLE]);
    let (code, _, told) = read(&[], &zeros.replacen("6,0,0,1", "6,0,28,1", 1));
    assert_eq!(code, Some(1));
    assert!(told.starts_with("input:2:5: \"28\" is neither"), "{told}");
    for blank in ["", "null", "None", "nan", "NaN", "·", "-1"] {
        assert_eq!(
            read(&[], &rows(PUZZLE, blank, ",").join("\n")).1,
            [PUZZLE],
            "{blank}"
        );
    }
    let floats = rows(PUZZLE, "", ",").join("\n");
    let floats: String = floats
        .chars()
        .flat_map(|c| {
            let text = if c.is_ascii_digit() {
                format!("{c}.0")
            } else {
                c.to_string()
            };
            text.chars().collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(read(&[], &floats).1, [PUZZLE]);
    assert!(
        read(&[], &floats.replacen("5.0", "5.5", 1))
            .2
            .contains("\"5.5\" is neither")
    );
}

#[test]
fn zero_is_the_first_digit_only_where_that_is_certain() {
    let from_zero = |c: char| match c {
        '1'..='9' | 'A'..='G' => {
            let digit = c.to_digit(17).expect("a digit") - 1;
            char::from_digit(digit, 16)
                .expect("a digit")
                .to_ascii_uppercase()
        }
        other => other,
    };
    let zeros: String = SIXTEEN.chars().map(from_zero).collect();
    assert_eq!(read(&["--symbols", "0-F"], &zeros).1, [SIXTEEN]);
    let (code, _, told) = read(&[], &zeros);
    assert_eq!(code, Some(1));
    let hint =
        "hint: --symbols 0123456789ABCDEF reads it as a digit, --symbols 123456789ABCDEFG as";
    assert!(told.contains(hint), "{told}");
    let blanks = SIXTEEN.replace('.', "0");
    assert_eq!(
        read(&[], &blanks).1,
        [blanks.as_str()],
        "a G says that 0 is a blank"
    );
    // Two zeros in a row are blanks.
    let without = blanks.replace('G', "0");
    for args in [&[][..], &["--blank", "0"]] {
        let (_, puzzles, told) = read(args, &without);
        let puzzle = puzzles[0].replace('0', ".");
        assert_eq!(puzzle, without.replace('0', "."), "{told}");
    }
    // A grid without blanks may have the digits from 0 on, or lack a digit.
    let row = |row: usize| (0..16).map(move |column| (row / 4 + row % 4 * 4 + column) % 16);
    let digit = |digit: usize| char::from_digit(digit as u32, 16).expect("a digit");
    let grid: String = (0..16).flat_map(row).map(digit).collect();
    let (code, _, told) = read(&[], &grid.to_uppercase());
    assert_eq!(code, Some(1));
    let what = "0 may be a blank or the first of 16 digits";
    assert!(told.contains(what), "{told}");
    let letters: String = SIXTEEN
        .chars()
        .map(|c| match c.to_digit(17) {
            Some(digit) => char::from(b'A' + digit as u8 - 1),
            None => c,
        })
        .collect();
    assert_eq!(read(&["--symbols", "A-P"], &letters).1, [SIXTEEN]);
}

#[test]
fn drawings_may_have_spaces_for_blanks() {
    let boxes = |bar: &str| {
        let line = |row: &Vec<String>| {
            let row: Vec<&str> = row.iter().map(|c| if c == "." { " " } else { c }).collect();
            let parts: Vec<String> = row.chunks(3).map(|part| part.join(" ")).collect();
            format!("{bar} {} {bar}", parts.join(&format!(" {bar} ")))
        };
        cells(PUZZLE)
            .iter()
            .map(line)
            .collect::<Vec<_>>()
            .join("\n")
    };
    for text in [
        boxes("|"),
        boxes("│"),
        rows(PUZZLE, " ", " | ")
            .iter()
            .map(|row| ["| ", row, " |\n"].concat())
            .collect(),
    ] {
        assert_eq!(read(&[], &text).1, [PUZZLE], "{text}");
        assert_eq!(
            read(&[], &format!("{text}\n\n{text}\n")).1,
            [PUZZLE; 2],
            "{text}"
        );
    }
}

#[test]
fn lists_are_read_of_every_size() {
    for puzzle in [PUZZLE, "...1...4.3...4.."] {
        let rows: Vec<String> = rows(puzzle, "0", ", ")
            .iter()
            .map(|row| format!("[{row}]"))
            .collect();
        for text in [
            format!("[{}]\n", rows.join(", ")),
            format!("[\n  {}\n]\n", rows.join(",\n  ")),
            rows.join(",\n"),
        ] {
            assert_eq!(read(&[], &text).1, [puzzle], "{text}");
        }
        let text = format!("[{}]", rows.join(", "));
        let output = countless(&["sudoku", "count", "-q", &text]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(output.stdout, b"1\n", "{output:?}");
    }
    let four = b"[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,0]]\n";
    let output = piped(&["sudoku", "solve", "-"], four);
    assert_eq!(output.status.code(), Some(0));
    // A command without --size.
    let output = piped(&["sudoku", "canon", "-"], four);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told.contains("hint: `countless sudoku solve --size 4` reads it"),
        "{told}"
    );
    let line = rows(PUZZLE, "0", ",").join(",");
    assert_eq!(read(&[], &format!("{line}\n{line}\n")).1, [PUZZLE; 2]);
}

#[test]
fn rows_repeat_typed_puzzles() {
    let zeros = PUZZLE.replace('.', "0");
    let folder = Folder::new();
    let path = folder.file("input", format!("{zeros}\n"));
    for command in ["rate", "canon", "minimal"] {
        let typed = countless(&["sudoku", command, "-q", &zeros]);
        let read = countless(&["sudoku", command, "-q", &path]);
        assert!(lines(&typed.stdout)[1].starts_with(&zeros), "{command}");
        assert_eq!(typed.stdout, read.stdout, "{command}");
    }
    let four = "0001000403000400";
    let typed = countless(&["sudoku", "rate", "-q", four]);
    assert!(lines(&typed.stdout)[1].starts_with(four));
}

#[test]
fn candidates_are_pencil_marks() {
    let marks = countless(&["sudoku", "show", PUZZLE, "--marks"]);
    let marks = lines(&marks.stdout).concat();
    let hodoku = countless(&["sudoku", "show", PUZZLE, "--candidates", "--ascii"]);
    let hodoku = String::from_utf8_lossy(&hodoku.stdout);
    let border = hodoku.lines().next().expect("a border");
    let hodoku = hodoku.replacen(border, &border.replace('+', "."), 1);
    let simple = format!(
        " *-----------*\n{}\n *-----------*\n\n{hodoku}",
        rows(PUZZLE, ".", "")
            .iter()
            .map(|row| format!(" |{}|{}|{}|", &row[..3], &row[3..6], &row[6..]))
            .collect::<Vec<_>>()
            .join("\n"),
    );
    assert_eq!(read(&[], &hodoku).1, [marks.as_str()], "{hodoku}");
    assert_eq!(read(&[], &simple).1, [PUZZLE, marks.as_str()], "{simple}");
    assert_eq!(
        read(&["--format-in", "candidates"], &hodoku).1,
        [marks.as_str()]
    );
    let (code, _, _) = read(&["--format-in", "grid"], &hodoku);
    assert_eq!(code, Some(1));
}

#[test]
fn outputs_can_be_read_again() {
    let folder = Folder::new();
    let data = folder.file("two.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
    let mut outputs: Vec<(Vec<&str>, usize)> = vec![
        (vec!["show", &data, "--limit", "2"], 2),
        (vec!["show", &data, "--ascii", "--limit", "2"], 2),
        (vec!["show", &data, "--candidates", "--limit", "2"], 2),
        (
            vec!["show", &data, "--candidates", "--ascii", "--limit", "2"],
            2,
        ),
        (vec!["show", &data, "--marks", "--limit", "2"], 2),
        (vec!["solve", &data, "--format", "grid"], 2),
        // The puzzle, each step, and the solution.
        (vec!["explain", PUZZLE, "--grid", "--steps", "3"], 4),
        (vec!["explain", PUZZLE, "--json"], 1),
        (vec!["hint", PUZZLE, "--json"], 1),
        (vec!["generate", "--seed", "1"], 1),
        (vec!["generate", "--seed", "1", "--format", "ndjson"], 1),
    ];
    for format in ["csv", "tsv", "ndjson"] {
        for command in ["solve", "rate", "count", "list", "canon", "minimal"] {
            outputs.push((vec![command, &data, "--format", format], 2));
        }
        outputs.push((vec!["list", PUZZLE, "--format", format], 1));
    }
    for (args, puzzles) in outputs {
        let written = countless(&[&["sudoku"], &args[..]].concat());
        let output = piped(&["sudoku", "solve", "-", "-q"], &written.stdout);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?} {told}");
        assert_eq!(lines(&output.stdout).len(), 1 + puzzles, "{args:?} {told}");
    }
    for shape in [
        &["--size", "6"][..],
        &["--size", "16"],
        &["--samurai"],
        &["--diagonals"],
    ] {
        let blanks = ["--blanks", "12", "--seed", "2"];
        let made = countless(&[&["sudoku", "generate"], shape, &blanks].concat());
        let path = folder.file("made.csv", &made.stdout);
        for show in [&["show"][..], &["show", "--ascii"]] {
            let shown = countless(&[&["sudoku"], show, &[&path], shape].concat());
            let output = piped(
                &[&["sudoku", "solve", "-", "-q"], shape].concat(),
                &shown.stdout,
            );
            let (found, made) = (lines(&output.stdout), lines(&made.stdout));
            let puzzle = |row: &str| row.split(',').next().unwrap_or("").to_owned();
            assert_eq!(puzzle(&found[1]), puzzle(&made[1]), "{shape:?} {show:?}");
        }
    }
}

#[test]
fn objects_keep_their_other_keys() {
    let text = format!(
        "{{\"id\":7,\"note\":\"a, b\",\"quiz\":\"{PUZZLE}\"}}\n{{\"quiz\":\"x\",\"id\":8}}\n{{\n{{\"id\":1}}\n"
    );
    let folder = Folder::new();
    let path = folder.file("puzzles.ndjson", text);
    let output = countless(&["sudoku", "solve", &path, "--keep-columns"]);
    let (rows, told) = (lines(&output.stdout), lines(&output.stderr));
    assert_eq!(rows[0], "puzzle,status,solutions,solution,id,note");
    assert!(rows[1].ends_with(",7,\"a, b\""), "{rows:?}");
    assert_eq!(told[0], format!("{path}:2:10: expected 81 cells, found 1"));
    assert!(told[1].starts_with(&format!("{path}:3:")), "{told:?}");
    assert_eq!(told[2], format!("{path}:4:1: no key \"quiz\""));
}

#[test]
fn unknown_inputs_are_refused_once() {
    for (text, what) in [
        ("<?xml version=\"1.0\"?>\n<a/>\n".to_owned(), "XML"),
        ("<!DOCTYPE html>\n<html></html>\n".to_owned(), "HTML"),
        (format!("{{\n  \"puzzle\": \"{PUZZLE}\"\n}}\n"), "JSON"),
        (format!("[{{\"puzzle\":\"{PUZZLE}\"}}]\n"), "JSON"),
        (
            "https://a.example/1\nhttps://a.example/2\n".to_owned(),
            "URLs",
        ),
        ("\u{1}\u{2}\u{3}\n".to_owned(), "binary"),
        ("name,year\nx,1\ny,2\n".to_owned(), "table"),
        (
            "Once upon a time\nthere was a puzzle.\n".to_owned(),
            "plain text",
        ),
        (format!("7 {PUZZLE}\nx 8 {PUZZLE}\n"), "hint: --column 2"),
    ] {
        for args in [&[][..], &["--diagonals"]] {
            let (code, puzzles, told) = read(args, &text);
            assert_eq!((code, puzzles.len()), (Some(2), 0), "{told}");
            assert!(
                told.starts_with("error: input:1:1: ") && told.contains(what),
                "{told}"
            );
            assert!(told.lines().count() <= 2, "{told}");
        }
    }
    let bank =
        format!("# hash puzzle rating\n0000183b305c {PUZZLE}  1.2\n0000183b305d {PUZZLE} 10.2\n");
    assert_eq!(read(&["--column", "2"], &bank).1, [PUZZLE; 2]);
}

#[test]
fn a_format_may_be_named() {
    for format in InputFormat::ALL {
        for args in [
            &["--format-in", format.name()][..],
            &["--from", format.name()],
            &[],
        ] {
            let (code, puzzles, told) = read(args, format.example());
            assert_eq!((code, puzzles.len()), (Some(0), 1), "{format} {told}");
        }
    }
    let refused = countless(&["sudoku", "solve", "--format-in", "xyz", PUZZLE]);
    assert_eq!(refused.status.code(), Some(2));
    let question = PUZZLE.replace('.', "?");
    assert_eq!(read(&["--blank", "?"], &question).1, [PUZZLE]);
    let output = countless(&["sudoku", "count", "-q", "--blank", "?", &question]);
    assert_eq!(output.stdout, b"1\n");
    for args in [["--blank", "ab"], ["--blank", ","], ["--symbols", "11"]] {
        let (code, _, told) = read(&args, &format!("puzzle\n{PUZZLE}\n"));
        assert_eq!(code, Some(2), "{args:?} {told}");
    }
}

#[test]
fn a_long_beginning_says_nothing() {
    let text = format!("{}id,quiz\n1,{PUZZLE}\n", "# a comment\n\n".repeat(20_000));
    assert_eq!(read(&[], &text).1, [PUZZLE]);
    let text = format!("{}é {PUZZLE}\n", "// a comment\r\n".repeat(20_000));
    let (code, _, told) = read(&["--format-in", "lines"], &text);
    assert_eq!(code, Some(1));
    assert!(told.starts_with("input:20001:1: 'é' is neither"), "{told}");
}
