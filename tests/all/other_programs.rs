//! Files of other programs, by the whole program.

use crate::common::{Folder, countless, lines, piped};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Exit code, rows below the header, and stderr.
fn solved(args: &[&str], text: &str) -> (Option<i32>, Vec<String>, String) {
    let output = piped(&[&["sudoku", "solve", "-", "-q"], args].concat(), text);
    let rows = lines(&output.stdout).into_iter().skip(1).collect();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), rows, told)
}

#[test]
fn several_puzzles_and_tags_are_read() {
    let zero = PUZZLE.replace('.', "0");
    let row = format!("{PUZZLE},unique,1,{SOLUTION}");
    let zeros = format!("{zero},unique,1,{SOLUTION}");
    for (text, rows) in [
        (
            format!(":0702:9:{PUZZLE}::944:\n\n:0000:x:+1{}:::\n", &PUZZLE[1..]),
            vec![format!("{row},0702:9"), format!(".{},", &PUZZLE[1..])],
        ),
        (
            format!(
                "https://a.example/?bd={zero}&x=1 first\n# none\nhttps://b.example/play/{zero}\n"
            ),
            vec![format!("{zeros},first"), format!("{zeros},")],
        ),
        (
            format!(
                "<?xml version=\"1.0\"?>\n<opensudoku version='2'><!-- <game> -->\n<folder name=\"Easy\"><game \
                 data='{zero}' note=\"a &amp; b\"/><game data=\"{zero}\" state=\"0\"></game>\n</folder></opensudoku>"
            ),
            vec![format!("{zeros},a & b"), format!("{zeros},")],
        ),
    ] {
        let (code, found, told) = solved(&["--keep-columns"], &text);
        assert_eq!((code, told.as_str()), (Some(0), ""), "{text}");
        assert_eq!(found.len(), rows.len(), "{text}");
        for (found, row) in found.iter().zip(&rows) {
            assert!(found.starts_with(row.as_str()), "{found}\n{row}");
        }
    }
}

/// Pencil marks of a puzzle without some candidates, each as digit, row and column.
fn marks(puzzle: &str, deleted: &[&str]) -> String {
    let cell = |(cell, c): (usize, char)| {
        let mark = move |digit: char| {
            let name = format!("{digit}{}{}", cell / 9 + 1, cell % 9 + 1);
            let is_left = (c == '.' || c == digit) && !deleted.contains(&name.as_str());
            if is_left { digit } else { '.' }
        };
        "123456789".chars().map(mark).collect::<String>()
    };
    puzzle.chars().enumerate().map(cell).collect()
}

#[test]
fn deleted_candidates_are_obeyed() {
    let several =
        "53..7....6...95.....8....6.8.......34..8.3..1....2...6.6....28....419..5....8..79";
    let all_of_a_cell = [
        "123", "223", "323", "423", "523", "623", "723", "823", "923",
    ];
    let cases: [(&str, &str, &[&str], &str); 11] = [
        (several, several, &[], "multiple"),
        (several, several, &["542"], "unique"),
        (several, several, &["542", "111"], "unique"),
        (several, several, &all_of_a_cell, "none"),
        (PUZZLE, PUZZLE, &["413"], "none"),
        (PUZZLE, PUZZLE, &["511"], "none"),
        (PUZZLE, PUZZLE, &["113", "213", "817"], "unique"),
        (PUZZLE, PUZZLE, &["999"], "none"),
        // Digits of a player belong to the position.
        ("53+4.7....", "534.7....", &["724"], "unique"),
        ("53+1.7....", "531.7....", &["724"], "none"),
        ("53..7...+2", "53..7...2", &["724"], "unique"),
    ];
    for (cells, position, deleted, status) in cases {
        let whole = |row: &str| match row.replace('+', "").len() {
            81 => row.to_owned(),
            _ => format!("{row}{}", &PUZZLE[9..]),
        };
        let line = format!(":0702:9:{}:{}:944:\n", whole(cells), deleted.join(" "));
        let (code, rows, told) = solved(&[], &line);
        assert_eq!(code, Some(0), "{line}: {told}");
        let mut row = rows[0].split(',');
        let puzzle = match deleted {
            [] => whole(position),
            _ => marks(&whole(position), deleted),
        };
        assert_eq!(
            (row.next(), row.next()),
            (Some(&*puzzle), Some(status)),
            "{line}"
        );
        for command in ["count", "hint", "explain", "rate", "list", "show"] {
            let of_line = piped(&["sudoku", command, "-", "-q"], &line);
            let of_marks = piped(&["sudoku", command, "-", "-q"], format!("{puzzle}\n"));
            assert_eq!(of_line.stdout, of_marks.stdout, "{command} {line}");
            assert_eq!(
                of_line.status.code(),
                of_marks.status.code(),
                "{command} {line}"
            );
        }
    }
    let line = format!(":0702:9:{several}:542::\n");
    assert!(solved(&[], &line).1[0].contains(",unique,1,534678912672195348198342567826751493"));
    let (code, _, _) = solved(&["--diagonals"], &line);
    assert_eq!(code, Some(1), "only 9×9 puzzles have pencil marks");
    let minimal = piped(&["sudoku", "minimal", "-"], &line);
    assert_eq!(minimal.status.code(), Some(1));
}

#[test]
fn damaged_records_are_rejects_with_their_place() {
    let zero = PUZZLE.replace('.', "0");
    for (text, place) in [
        (
            format!(":0702:9:{PUZZLE}:::\n:0702:9:{}:::\n", &PUZZLE[1..]),
            "standard input:2:",
        ),
        (
            format!(":0702:9:{PUZZLE}:::\n:0702:9:{PUZZLE}:7x1:\n"),
            "standard input:2:91: expected a candidate",
        ),
        (
            format!("https://a.example/?bd={zero}\nhttps://a.example/\n"),
            "standard input:2:1: expected 81 digits",
        ),
        (
            format!("3x3:{}\n3x3:a\n", "zzzc"),
            "standard input:2:5: expected 81 cells, found 1",
        ),
        (
            format!(
                "<opensudoku>\n<game data=\"{zero}\"/>\n<game date=\"{zero}\"/>\n</opensudoku>\n"
            ),
            "standard input:3:1: no data of <game>",
        ),
    ] {
        let (code, rows, told) = solved(&[], &text);
        assert_eq!((code, rows.len()), (Some(1), 2), "{text}: {told}");
        let output = piped(&["sudoku", "solve", "-"], &text);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(place), "{told}");
    }
}

/// Game ids, their flags, the puzzles, and the solutions found by another search.
const GAMES: [(&str, &[&str], &str, &str); 4] = [
    (
        "4j:1a3g2_3d,aa_a_bc_cba",
        &["--size", "4", "--regions", "each"],
        "1.3.......23....",
        "1234341241232341",
    ),
    (
        "2x2x:h4a2b1b",
        &["--size", "4", "--diagonals"],
        "........4.2..1..",
        "1234341243212143",
    ),
    (
        "2x2k:p,aaa_aaaa______aa,3a9a5_5c5a6_7c",
        &["--size", "4", "--cages", "each"],
        "................",
        "1234341221434321",
    ),
    (
        "3x2:c4a6_3b6b5c3a2d5b6b1c1b",
        &["--size", "6", "--boxes", "3x2"],
        "...4.63..6..5...3.2....5..6..1...1..",
        "123456345612561234214365436521652143",
    ),
];

#[test]
fn game_ids_of_variants_are_read_with_their_flags() {
    for (id, flags, puzzle, solution) in GAMES {
        let (code, rows, told) = solved(flags, &format!("{id} a tag\n{id}\n"));
        assert_eq!(code, Some(0), "{id}: {told}");
        assert_eq!(rows.len(), 2, "{id}");
        for row in rows {
            assert!(
                row.starts_with(puzzle) && row.contains(&format!(",unique,1,{solution}")),
                "{row}"
            );
        }
        // By other rules it would be another puzzle.
        for others in GAMES
            .iter()
            .map(|game| game.1)
            .filter(|others| *others != flags)
        {
            let output = piped(
                &[&["sudoku", "solve", "-"], others].concat(),
                format!("{id}\n"),
            );
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{id} {others:?}");
            assert!(
                told.contains("a game ID of another variant; --size"),
                "{told}"
            );
        }
    }
}

#[test]
fn the_size_of_a_game_id_is_recognised() {
    let folder = Folder::new();
    let file = folder.file("ids.txt", "2x2:a2_3_4l\n");
    let run = countless(&["sudoku", "solve", &file, "-q"]);
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{stderr}");
    assert!(
        lines(&run.stdout)[1].starts_with(".234............,multiple"),
        "{:?}",
        run.stdout
    );
}

#[test]
fn puzzles_with_their_solutions_need_no_header_to_be_checked() {
    let wrong = SOLUTION.replacen("534", "543", 1);
    let text = format!("{PUZZLE},{SOLUTION}\n{PUZZLE},{wrong}\n");
    for args in [&["--check"][..], &["--check", "--column", "1"]] {
        let output = piped(&[&["sudoku", "solve", "-", "-q"], args].concat(), &text);
        let rows = lines(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(
            rows[1].contains(",ok,") && rows[2].contains(",wrong,"),
            "{rows:?}"
        );
    }
}

#[test]
fn grids_in_fields_and_nested_lists_are_read() {
    let row = |row: usize| &PUZZLE[9 * row..9 * row + 9];
    let drawn = (0..9).map(row).collect::<Vec<_>>().join("\n");
    let list = |quote: &str| {
        let cell = |c: char| format!("{quote}{c}{quote}");
        let rows = (0..9).map(|at| {
            format!(
                "[{}]",
                row(at).chars().map(cell).collect::<Vec<_>>().join(",")
            )
        });
        format!("[{}]", rows.collect::<Vec<_>>().join(","))
    };
    let zeros = list("").replace('.', "0");
    for text in [
        format!("{}\n{}\n", list("\""), list("\"")),
        format!("{zeros}\n{zeros}\n"),
        format!("id,puzzle\n1,\"{drawn}\"\n2,\"{drawn}\"\n"),
        format!(
            "{{\"puzzle\":{zeros},\"id\":1}}\n{{\"puzzle\":{},\"id\":2}}\n",
            list("\"")
        ),
        format!("{{\"puzzle\":{drawn:?}}}\n{{\"puzzle\":{drawn:?}}}\n"),
    ] {
        let (code, rows, told) = solved(&[], &text);
        assert_eq!((code, rows.len()), (Some(0), 2), "{text}: {told}");
        assert!(
            rows.iter()
                .all(|row| row.ends_with(&format!(",unique,1,{SOLUTION}"))),
            "{rows:?}"
        );
    }
}
