//! Sudokus of other sizes and rules, by the whole program.

use std::fs;

use proptest::prelude::*;

use crate::common::svg::{count, marks};
use crate::common::{Folder, countless, lines, piped};

const FOUR: &str = "...1...4.3...4..";
const SOLVED: &str = "4231312413422413";

/// Runs the program; returns its exit code and the lines of stdout and stderr.
fn run(args: &[&str]) -> (Option<i32>, Vec<String>, Vec<String>) {
    let output = countless(args);
    (
        output.status.code(),
        lines(&output.stdout),
        lines(&output.stderr),
    )
}

#[test]
fn a_puzzle_on_the_command_line_is_known_by_its_length() {
    let (code, rows, _) = run(&["sudoku", "solve", "-q", FOUR]);
    assert_eq!(code, Some(0));
    assert_eq!(rows[1], format!("{FOUR},unique,1,{SOLVED}"));
    let spaced = "0 0 0 1 0 0 0 4 0 3 0 0 0 4 0 0";
    let (_, rows, _) = run(&["sudoku", "solve", "-q", "--size", "4", spaced]);
    assert_eq!(rows[1], format!("{FOUR},unique,1,{SOLVED}"));
    let (code, rows, _) = run(&["sudoku", "count", "-q", &".".repeat(16)]);
    assert_eq!((code, rows), (Some(0), vec!["288".to_owned()]));
    let (_, rows, _) = run(&["sudoku", "list", "-q", &".".repeat(16), "--limit", "2"]);
    let expected = ["solution", "1234341221434321", "1234341223414123"];
    let solutions: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.rsplit(',').next())
        .collect();
    assert_eq!(solutions, expected);
}

#[test]
fn files_are_known_by_their_first_puzzle() {
    let folder = Folder::new();
    for text in [
        format!("{FOUR}\n{FOUR}\n"),
        format!("id,puzzle\n1,{FOUR}\n2,{FOUR}\n"),
        "...1\n...4\n.3..\n.4..\n\n...1\n...4\n.3..\n.4..\n".to_owned(),
        ". . | . 1\n. . | . 4\n----+----\n. 3 | . .\n. 4 | . .\n".repeat(2),
    ] {
        let file = folder.file("puzzles", &text);
        let (code, rows, told) = run(&["sudoku", "solve", "-q", &file]);
        assert_eq!((code, told.len()), (Some(0), 0), "{text} {told:?}");
        assert_eq!(rows.len(), 3, "{text}");
        for row in &rows[1..] {
            assert_eq!(*row, format!("{FOUR},unique,1,{SOLVED}"));
        }
        // The head of a pipe, which is read once, gives the size and the first puzzles.
        for args in [&["-"][..], &[], &["-", &file]] {
            let output = piped(&[&["sudoku", "solve", "-q"], args].concat(), &text);
            let found = lines(&output.stdout);
            assert_eq!(output.status.code(), Some(0), "{text} {args:?}");
            assert_eq!(found[..3], rows, "{text} {args:?}");
            assert_eq!(found.len(), 3 + 2 * usize::from(args.len() == 2));
        }
    }
    let solved = piped(&["sudoku", "play-check", "-", SOLVED], FOUR);
    assert_eq!(lines(&solved.stdout), ["Solved."]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// A puzzle on the command line is what a reader makes of it, which `--format-in` asks for.
    #[test]
    fn a_typed_puzzle_is_read_as_a_line(
        side in prop::sample::select(vec![4_usize, 6, 9, 16]),
        clues in prop::collection::vec((0_usize..256, 1_u32..17), 0..6),
        blank in prop::sample::select(vec!['.', '*', '_']),
        tag in prop::sample::select(vec!["", " ", " a tag", ";1"]),
        flags in prop::sample::select(vec![&["--size", "6"][..], &["--blank", "."], &["--cages", "each"], &[], &[]]),
    ) {
        let mut cells = vec![blank; side * side];
        for (cell, digit) in clues {
            let digit = char::from_digit(1 + (digit - 1) % side as u32, 17).expect("a digit");
            cells[cell % (side * side)] = digit.to_ascii_uppercase();
        }
        let puzzle = cells.into_iter().collect::<String>() + tag;
        for command in [&["show"][..], &["show", "--nth", "2"], &["explain", "--steps", "2"]] {
            let args = [&["sudoku"], command, flags, &[&*puzzle]].concat();
            let (typed, read) = (run(&args), run(&[&args[..], &["--format-in", "lines"]].concat()));
            prop_assert_eq!(typed, read, "{:?}", args);
        }
    }
}

#[test]
fn regions_give_the_size_and_faults_have_a_reason() {
    let folder = Folder::new();
    let rows = folder.file("rows", "AAAA\nBBBB\nCCCC\nDDDD\n");
    let args = [
        "sudoku",
        "count",
        "-q",
        "--regions",
        &rows,
        "................",
    ];
    // Latin squares of order 4.
    assert_eq!(run(&args).1, ["576"]);
    let short = folder.file("short", "AAAA\nBBBB\nCCC\nDDDD\n");
    let (code, _, told) = run(&["sudoku", "count", "--regions", &short, "................"]);
    assert_eq!(code, Some(2));
    let what = format!("{short}:3:1: expected 4 cells in a line, found 3");
    assert!(told.iter().any(|line| line.contains(&what)), "{told:?}");
    for (flags, what) in [
        (&["--size", "7"][..], "size 7 has no boxes"),
        (
            &["--boxes", "2x3"],
            "--boxes 2x3: expected boxes of 9 cells, one per digit, found 6",
        ),
        (&["--boxes", "3"], "such as 2x3"),
        (&["--size", "26"], "26"),
        (
            &["--size", "6", "--windows"],
            "--windows needs square boxes",
        ),
        (&["--regions", "nowhere"], "nowhere"),
    ] {
        let args = [&["sudoku", "solve", "x.txt"], flags].concat();
        let (code, rows, told) = run(&args);
        assert_eq!((code, rows.len()), (Some(2), 0), "{flags:?}");
        assert!(told.iter().any(|line| line.contains(what)), "{told:?}");
    }
}

#[test]
fn flags_change_what_is_counted() {
    let blank = ".".repeat(16);
    let count = |flags: &[&str]| {
        let args = [&["sudoku", "count", "-q", "--size", "4", &blank], flags].concat();
        run(&args).1[0].parse::<u64>().expect("a number")
    };
    assert_eq!(count(&[]), 288);
    // Boxes that are rows leave Latin squares.
    assert_eq!(count(&["--boxes", "1x4"]), 576);
    assert_eq!(count(&["--diagonals"]), 48);
    assert_eq!(count(&["--max-solutions", "100"]), 100);
    assert!(count(&["--windows"]) < 288);
}

#[test]
fn an_invalid_row_is_reported_and_the_rest_solved() {
    let folder = Folder::new();
    let file = folder.file("four", format!("{FOUR}\n5{}\n{FOUR} x\n", &FOUR[1..]));
    let rejects = folder.path("rejects.csv");
    let args = [
        "sudoku",
        "solve",
        "--size",
        "4",
        "--keep-columns",
        "--rejects",
        &rejects,
        &file,
    ];
    let (code, rows, told) = run(&args);
    assert_eq!(code, Some(1));
    let expected = [
        "puzzle,status,solutions,solution,tag".to_owned(),
        format!("{FOUR},unique,1,{SOLVED},"),
        format!("5{},invalid,0,,", &FOUR[1..]),
        format!("{FOUR},unique,1,{SOLVED},x"),
    ];
    assert_eq!(rows, expected);
    assert!(
        told[0].ends_with(":2:1: the digit 5 is too large: expected 1 to 4"),
        "{told:?}"
    );
    let rejects = fs::read_to_string(rejects).expect("it is written");
    assert_eq!(rejects.lines().count(), 2);
}

#[test]
fn ledgers_go_on_and_shards_are_merged() {
    let folder = Folder::new();
    let puzzles = format!("{FOUR}\n................\n1...............\n").repeat(900);
    let file = folder.file("four", puzzles);
    for command in ["solve", "count"] {
        let whole = folder.path(&format!("{command}.csv"));
        let plain = ["sudoku", command, "-q", "--diagonals", "-o", &whole, &file];
        assert_eq!(run(&plain).0, Some(0));
        let rows = fs::read_to_string(&whole).expect("rows are written");
        let kept = folder.path(&format!("kept-{command}.csv"));
        let ledger = folder.path(&format!("ledger-{command}.csv"));
        for _ in 0..2 {
            let args = [
                "sudoku",
                command,
                "-q",
                "--diagonals",
                "-o",
                &kept,
                "--ledger",
                &ledger,
                &file,
            ];
            assert_eq!(run(&args).0, Some(0), "{command}");
            assert_eq!(fs::read_to_string(&kept).expect("rows are kept"), rows);
        }
        let args = ["ledger", "verify", "-q", &ledger, "--input", &file];
        let (code, _, told) = run(&args);
        assert_eq!(code, Some(0), "{told:?}");
        let other = [
            "sudoku", command, "-q", "-o", &kept, "--ledger", &ledger, &file,
        ];
        assert_eq!(run(&other).0, Some(2), "another shape is another question");
        let shards = folder.path(&format!("shards-{command}"));
        fs::create_dir(&shards).expect("a folder");
        for shard in ["0/2", "1/2"] {
            let args = [
                "sudoku",
                command,
                "-q",
                "--diagonals",
                "--ledger",
                &shards,
                "--shard",
                shard,
                &file,
            ];
            assert_eq!(run(&args).0, Some(0), "{command}");
        }
        let joined = folder.path("joined.csv");
        let merge = ["ledger", "merge", &shards, "-q", "--output", &joined];
        if command == "solve" {
            assert_eq!(run(&merge).0, Some(0));
            assert_eq!(fs::read_to_string(joined).expect("rows are joined"), rows);
        }
    }
}

#[test]
fn generated_variants_have_one_solution() {
    let folder = Folder::new();
    let made = folder.path("made.csv");
    for flags in [
        &["--size", "6"][..],
        &["--diagonals"],
        &["--size", "4", "--samurai"],
    ] {
        let args = [
            "sudoku", "generate", "-q", "--count", "70", "--seed", "3", "-o", &made,
        ];
        let args = [&args, flags].concat();
        assert_eq!(run(&args).0, Some(0), "{flags:?}");
        let first = fs::read_to_string(&made).expect("puzzles are written");
        assert!(first.starts_with("puzzle,solution,clues\n"));
        let solved = [&["sudoku", "solve", "-q", "--check", &made], flags].concat();
        let (code, rows, _) = run(&solved);
        assert_eq!((code, rows.len()), (Some(0), 71));
        assert!(
            rows[1..]
                .iter()
                .all(|row| row.contains(",unique,1,") && row.contains(",ok,"))
        );
        let ledger = folder.path(&format!("ledger{}", flags.concat()));
        let with = [&args[..], &["--ledger", &ledger]].concat();
        assert_eq!(run(&with).0, Some(0));
        assert_eq!(fs::read_to_string(&made).expect("puzzles are kept"), first);
    }
    let technique = ["sudoku", "generate", "--size", "6", "--technique", "x-wing"];
    let (code, _, told) = run(&technique);
    assert_eq!(code, Some(2));
    assert!(
        told[0].contains("--technique needs sudokus of 9×9 cells"),
        "{told:?}"
    );
    let (code, _, told) = run(&["sudoku", "generate", "--size", "6", "--clues", "3"]);
    assert_eq!(code, Some(2));
    assert!(told[0].contains("--clues: expected 5 to 36"), "{told:?}");
}

#[test]
fn ratings_go_on_and_do_not_depend_on_threads() {
    let folder = Folder::new();
    let puzzles = format!("{FOUR} a\n................\n12....3.........\nnonsense\n").repeat(50);
    let file = folder.file("four", puzzles);
    let rate = ["sudoku", "rate", "--size", "4", "--keep-columns", &file];
    let (code, rows, told) = run(&[&rate[..], &["-j", "1"]].concat());
    assert_eq!(code, Some(1));
    let expected = [
        "puzzle,status,rating,level,hardest,steps,effort,tag".to_owned(),
        format!("{FOUR},unique,1.011,easy,hidden-single,12,12,a"),
        "................,multiple,,,,,,".to_owned(),
        "12....3.........,none,,,,,,".to_owned(),
        "nonsense,invalid,,,,,,".to_owned(),
    ];
    assert_eq!(rows[..5], expected);
    let summary = "200 puzzles (50 easy, 50 multiple, 50 without solution, 50 invalid) in ";
    let has_summary = told.iter().any(|line| line.starts_with(summary));
    assert!(has_summary, "{told:?}");
    assert_eq!(run(&[&rate[..], &["-j", "3", "-q"]].concat()).1, rows);
    let (kept, ledger) = (folder.path("kept.csv"), folder.path("ledger.csv"));
    for _ in 0..2 {
        let record = ["-q", "-o", &kept, "--ledger", &ledger];
        assert_eq!(run(&[&rate[..], &record].concat()).0, Some(1));
        let kept = fs::read_to_string(&kept).expect("rows are kept");
        assert_eq!(kept.lines().collect::<Vec<_>>(), rows);
    }
    let (code, _, told) = run(&["ledger", "verify", &ledger, "--input", &file]);
    assert_eq!(code, Some(0), "{told:?}");
    let json = [&rate[..4], &["--format", "ndjson", "-q", FOUR]].concat();
    assert!(run(&json).1[0].contains("\"rating\":1.011,\"level\":\"easy\""));
}

#[test]
fn what_is_generated_is_of_the_level_that_is_wanted() {
    let folder = Folder::new();
    let made = folder.path("made.csv");
    let jigsaw = concat!(env!("CARGO_MANIFEST_DIR"), "/data/jigsaw.txt");
    for (flags, levels) in [
        (&["--size", "6"][..], &["easy", "medium"][..]),
        (&["--diagonals"], &["easy", "hard", "extreme"]),
        (&["--regions", jigsaw], &["medium", "expert"]),
        (&["--cages", "each"], &["easy", "medium", "hard"]),
        (&["--size", "16"], &["easy"]),
        (&["--windows", "--clues", "30"], &["easy"]),
    ] {
        for level in levels {
            let args = [
                "sudoku", "generate", "-q", "--count", "5", "--seed", "3", "-o", &made, "--level",
                level,
            ];
            assert_eq!(run(&[&args, flags].concat()).0, Some(0), "{flags:?}");
            let rate = [&["sudoku", "rate", "-q", &made], flags];
            let rate = rate.concat();
            let rate: Vec<&str> = rate
                .into_iter()
                .filter(|a| !["--clues", "30"].contains(a))
                .collect();
            let (code, rows, told) = run(&rate);
            assert_eq!((code, rows.len()), (Some(0), 6), "{told:?}");
            let of_level = format!(",{level},");
            assert!(
                rows[1..].iter().all(|row| row.contains(&of_level)),
                "{rows:?}"
            );
            let written = fs::read_to_string(&made).expect("puzzles are written");
            let mut lines = written.lines();
            assert!(
                lines
                    .next()
                    .is_some_and(|header| header.ends_with(",clues,level"))
            );
            assert!(lines.all(|row| row.ends_with(&of_level[..of_level.len() - 1])));
        }
    }
}

#[test]
fn ledgers_are_verified_by_another_search() {
    let folder = Folder::new();
    let caged = format!("................ {CAGED}\n");
    let own = folder.file("own", caged.repeat(3) + "x\n");
    let table = format!("id,puzzle,solution\n1,{FOUR},{SOLVED}\n2,{FOUR},\n");
    let table = folder.file("table.csv", table);
    for (number, args) in [
        &["solve", "--check", "--keep-columns", "--size", "4", &table][..],
        &["solve", "--all", "--size", "4", "--cages", "each", &own],
        &["count", "--size", "4", "--cages", "each", &own],
        &["rate", "--size", "4", "--cages", "each", &own],
    ]
    .into_iter()
    .enumerate()
    {
        let ledger = folder.path(&format!("ledger-{number}"));
        let rows = folder.path(&format!("rows-{number}"));
        let record = ["-q", "-o", &rows, "--ledger", &ledger];
        let (code, _, told) = run(&[&["sudoku"], args, &record].concat());
        assert!(code < Some(2), "{args:?} {told:?}");
        let input = args.last().expect("there is one");
        let (code, _, told) = run(&["ledger", "verify", &ledger, "--input", input]);
        assert_eq!(code, Some(0), "{args:?} {told:?}");
        let times = countless::Kernel::available().count() + 1;
        assert!(
            told[0].contains(&format!("recounted, each {times} times")),
            "{told:?}"
        );
    }
    // A forged record with a fitting residue and checksum.
    let ledger = folder.path("ledger-2");
    let text = fs::read_to_string(&ledger).expect("the ledger is text");
    let header = text.lines().next().expect("it has a header");
    let plan = header.rsplit_once("plan=").expect("it has a plan").1;
    let (before, line) = text.trim_end().rsplit_once('\n').expect("it has lines");
    let mut fields: Vec<&str> = line.split(',').collect();
    (fields[1], fields[2]) = ("12", "12");
    fields.pop();
    let line = fields.join(",");
    let checksum = crc32fast::hash(format!("{plan}{line}").as_bytes());
    let forged = folder.file("forged", format!("{before}\n{line},{checksum:08x}\n"));
    let (code, _, told) = run(&["ledger", "verify", &forged, "--input", &own]);
    assert_eq!(code, Some(1));
    let is_found =
        |line: &String| line.contains("recorded 12, found ") && line.ends_with(" one by one");
    assert!(told.iter().any(is_found), "{told:?}");
}

/// Flags, and the first puzzle of a file of the project.
fn examples() -> Vec<(Vec<String>, String)> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let first = |name: &str| {
        let text = fs::read_to_string(format!("{data}/{name}")).expect("the data is there");
        let line = text.lines().find(|line| !line.starts_with('#'));
        let puzzle = line.and_then(|line| line.split(' ').next());
        puzzle.expect("there is a puzzle").to_owned()
    };
    let flags = |flags: &[&str]| flags.iter().map(|&flag| flag.to_owned()).collect();
    vec![
        (flags(&["--diagonals"]), first("diagonals.txt")),
        (flags(&["--windows"]), first("windoku.txt")),
        (
            flags(&["--regions", &format!("{data}/jigsaw.txt")]),
            first("jigsaws.txt"),
        ),
        (flags(&["--size", "4"]), FOUR.to_owned()),
    ]
}

const CAGES: &str = "\
AABB
ACCB
DDEE
FFGE
A=6 B=9 C=5 D=3 E=8 F=7 G=2
";

/// Cages in one line.
const CAGED: &str = "AABBACCBDDEEFFGE;A=6;B=9;C=5;D=3;E=8;F=7;G=2";

#[test]
fn steps_of_every_shape_lead_to_the_solution() {
    let folder = Folder::new();
    let killers = folder.path("killers.csv");
    let made = ["sudoku", "generate", "--cages", "each", "--count", "1"];
    run(&[&made[..], &["--seed", "1", "-q", "-o", &killers]].concat());
    let mut all = examples();
    all.push((vec!["--cages".to_owned(), "each".to_owned()], killers));
    for (flags, puzzle) in all {
        let explain = ["sudoku", "explain", &puzzle, "--json", "--grid"];
        let (code, objects, _) = run(&with(&explain, &flags));
        assert_eq!((code, objects.len()), (Some(0), 1), "{flags:?}");
        let object: serde_json::Value = serde_json::from_str(&objects[0]).unwrap();
        assert_eq!(object["end"], "solved");
        let solve = ["sudoku", "solve", &puzzle, "-q", "--format", "ndjson"];
        let (_, rows, _) = run(&with(&solve, &flags));
        let row: serde_json::Value = serde_json::from_str(&rows[0]).unwrap();
        assert_eq!(object["solution"], row["solution"], "{flags:?}");
        let steps = object["steps"].as_array().unwrap();
        let cells = steps[0]["candidates"].as_array().unwrap();
        let digits = object["puzzle"].as_str().unwrap().len();
        assert_eq!(cells.len(), digits);
        let (code, hints, _) = run(&with(&["sudoku", "hint", &puzzle], &flags));
        let hint = steps.iter().find(|step| step["technique"] != "elimination");
        assert_eq!(code, Some(0));
        assert_eq!(hints.join(" "), hint.unwrap()["text"].as_str().unwrap());
    }
}

#[test]
fn steps_of_every_shape_are_drawn() {
    let folder = Folder::new();
    let output = folder.path("steps.svg");
    let cages = folder.file("cages.txt", CAGES);
    let sixteen = format!("123456789ABCDEFG{}", ".".repeat(240));
    let blank = ".".repeat(16);
    let diagonals = format!("{}/data/diagonals.txt", env!("CARGO_MANIFEST_DIR"));
    let shapes: [(&str, &[&str], &[&str]); 4] = [
        (FOUR, &[], &["c4", "r4"]),
        (&sixteen, &["--steps", "1"], &["c16"]),
        (&blank, &["--cages", &cages], &["sum", "cage"]),
        (&diagonals, &["--diagonals", "--limit", "1"], &["diagonal"]),
    ];
    for (puzzle, flags, drawn) in shapes {
        let explain = ["sudoku", "explain", puzzle, "-o", &output];
        let (code, _, errors) = run(&[&explain[..], flags].concat());
        assert!(code.is_some_and(|code| code < 2), "{flags:?}: {errors:?}");
        let svg = std::fs::read_to_string(&output).unwrap();
        for what in drawn {
            assert!(svg.contains(what), "{flags:?}: {what}");
        }
    }
}

#[test]
fn cages_are_of_all_puzzles_or_of_each() {
    let folder = Folder::new();
    let cages = folder.file("cages.txt", CAGES);
    let blank = ".".repeat(16);
    let (code, rows, told) = run(&["sudoku", "list", "-q", "--cages", &cages, &blank]);
    assert_eq!((code, told.len()), (Some(0), 0), "{told:?}");
    let solutions: Vec<String> = rows[1..].iter().map(|row| row[17..].to_owned()).collect();
    assert!(!solutions.is_empty());
    for solution in &solutions {
        let digit = |cell: usize| u32::from(solution.as_bytes()[cell] - b'0');
        let sum = |cells: &[usize]| cells.iter().map(|&cell| digit(cell)).sum::<u32>();
        let sums = [sum(&[0, 1, 4]), sum(&[2, 3, 7]), sum(&[5, 6]), sum(&[8, 9])];
        assert_eq!(sums, [6, 9, 5, 3], "{solution}");
        assert_eq!([sum(&[10, 11, 15]), sum(&[12, 13]), sum(&[14])], [8, 7, 2]);
    }
    let count = ["sudoku", "count", "-q", "--cages", &cages, &blank];
    assert_eq!(run(&count).1, [solutions.len().to_string()]);
    // Each puzzle has its own cages, in lines and in columns.
    let lines = folder.file("lines", format!("{blank} {CAGED} first\n{blank} {CAGED}\n"));
    let table = folder.file("table.csv", format!("puzzle,cages\n{blank},{CAGED}\n"));
    for (file, puzzles) in [(lines, 2), (table, 1)] {
        let each = [
            "sudoku", "count", "-q", "--cages", "each", "--size", "4", &file,
        ];
        let (code, rows, told) = run(&each);
        assert_eq!(code, Some(0), "{told:?}");
        assert_eq!(rows.len(), 1 + puzzles);
        let expected = format!("{blank},{}", solutions.len());
        assert!(rows[1..].iter().all(|row| *row == expected), "{rows:?}");
        let list = [
            "sudoku", "list", "-q", "--cages", "each", "--size", "4", &file,
        ];
        assert_eq!(run(&list).1.len(), 1 + puzzles * solutions.len());
    }
    let typed = format!("{blank} {CAGED}");
    let alone = [
        "sudoku", "count", "-q", "--cages", "each", "--size", "4", &typed,
    ];
    assert_eq!(run(&alone).1, [solutions.len().to_string()]);
    let bad = folder.file("bad", format!("{blank} AAAA............;A=9\n{blank}\n"));
    let (code, rows, told) = run(&["sudoku", "solve", "--cages", "each", "--size", "4", &bad]);
    assert_eq!((code, rows.len()), (Some(1), 3));
    let wrong = format!("{bad}:1:35: cage \"A\": expected a sum from 10 to 10, found 9");
    assert!(told[0].contains(&wrong), "{told:?}");
    assert!(
        told[1].contains(&format!(
            "{bad}:2:17: expected cages after the puzzle (--cages each), found none"
        )),
        "{told:?}"
    );
}

#[test]
fn killers_are_made_solved_and_drawn() {
    let folder = Folder::new();
    let made = folder.path("made.csv");
    for flags in [&["--size", "6"][..], &["--diagonals"], &["--size", "9"]] {
        let flags = [flags, &["--cages", "each"]].concat();
        let make = [
            "sudoku", "generate", "-q", "--count", "30", "--seed", "5", "-o", &made,
        ];
        assert_eq!(run(&[&make, &flags[..]].concat()).0, Some(0), "{flags:?}");
        let first = fs::read_to_string(&made).expect("puzzles are written");
        assert!(first.starts_with("puzzle,cages,solution,clues\n"));
        assert!(first.lines().skip(1).all(|row| row.ends_with(",0")));
        let solve = ["sudoku", "solve", "-q", "--check", &made];
        let (code, rows, _) = run(&[&solve, &flags[..]].concat());
        assert_eq!((code, rows.len()), (Some(0), 31));
        assert!(rows[1..].iter().all(|row| row.contains(",unique,1,")));
        // The second run continues the complete ledger.
        let ledger = folder.path(&format!("ledger{}", flags.concat()));
        let solved = folder.path("solved.csv");
        for _ in 0..2 {
            let kept = [
                "sudoku", "solve", "-q", "-o", &solved, "--ledger", &ledger, &made,
            ];
            assert_eq!(run(&[&kept, &flags[..]].concat()).0, Some(0));
        }
        let picture = folder.path("killer.svg");
        let show = ["sudoku", "show", "--answers", "-o", &picture, &made];
        assert_eq!(run(&[&show, &flags[..]].concat()).0, Some(0));
        let svg = fs::read_to_string(folder.path("killer.svg")).expect("it is drawn");
        let cages = first
            .lines()
            .nth(1)
            .map_or(0, |row| row.matches('=').count());
        assert_eq!(count(&svg, "sum"), cages);
    }
    let refused = ["sudoku", "generate", "--cages", "each", "--clues", "5"];
    assert_eq!(run(&refused).0, Some(2));
}

#[test]
fn every_puzzle_may_have_regions_of_its_own() {
    let folder = Folder::new();
    let (rows, other) = ("AAAABBBBCCCCDDDD", "AAABCABBCCDBCDDD");
    let blank = ".".repeat(16);
    let text = format!("{blank} {rows} squares\n{blank} {other}\n{blank} {rows}\n{blank} AAAA\n");
    let file = folder.file("jigsaws", &text);
    let each = ["sudoku", "count", "--regions", "each", "--size", "4", &file];
    let (code, found, told) = run(&each);
    assert_eq!((code, found.len()), (Some(1), 5));
    let map = folder.file("map", other);
    let alone = [
        "sudoku",
        "count",
        "-q",
        "--regions",
        &map,
        "--size",
        "4",
        &blank,
    ];
    let counted = run(&alone).1;
    // Latin squares, and the count by brute force.
    assert_eq!(found[1], format!("{blank},576"));
    assert_eq!(counted, ["96"]);
    assert_eq!(found[2], format!("{blank},{}", counted[0]));
    assert_eq!(found[3], found[1]);
    assert!(
        told[0].contains(&format!("{file}:4:18: expected 4 lines of cells, found 1")),
        "{told:?}"
    );
    let list = [
        "sudoku",
        "list",
        "-q",
        "--regions",
        "each",
        "--size",
        "4",
        &file,
    ];
    let all: usize = counted[0].parse().expect("a number");
    assert_eq!(run(&list).1.len(), 1 + 2 * 576 + all);
    let svg = folder.path("jigsaw.svg");
    let show = [
        "sudoku",
        "show",
        "--regions",
        "each",
        "--size",
        "4",
        "-o",
        &svg,
        &file,
    ];
    assert_eq!(run(&show).0, Some(0));
    let made = ["sudoku", "generate", "--regions", "each", "--size", "4"];
    assert_eq!(run(&made).0, Some(2));
}

/// Arguments followed by flags.
fn with<'a>(args: &[&'a str], flags: &'a [String]) -> Vec<&'a str> {
    let flags = flags.iter().map(String::as_str);
    args.iter().copied().chain(flags).collect()
}

#[test]
fn what_is_shown_as_text_is_read_back() {
    let folder = Folder::new();
    for (flags, puzzle) in examples() {
        for style in [&[][..], &["--ascii"]] {
            let show = [&["sudoku", "show", &puzzle], style].concat();
            let (code, shown, _) = run(&with(&show, &flags));
            assert_eq!(code, Some(0), "{flags:?}");
            let file = folder.file("shown", &(shown.join("\n") + "\n"));
            let (code, rows, _) = run(&with(&["sudoku", "solve", "-q", &file], &flags));
            assert_eq!((code, rows.len()), (Some(0), 2), "{shown:?}");
            assert!(rows[1].starts_with(&format!("{puzzle},unique,1,")));
        }
    }
}

#[test]
fn pictures_have_every_digit_and_what_the_shape_has() {
    let folder = Folder::new();
    for (number, (flags, puzzle)) in examples().into_iter().enumerate() {
        let path = folder.path("puzzle.svg");
        let args = ["sudoku", "show", &puzzle, "--answers", "-o", &path];
        assert_eq!(run(&with(&args, &flags)).0, Some(0), "{flags:?}");
        let read = |name: &str| fs::read_to_string(folder.path(name)).expect("it is drawn");
        let (puzzle_svg, answer) = (read("puzzle.svg"), read("puzzle-answers.svg"));
        let digits = |svg: &str, class: &str| {
            let of_class = marks(svg).into_iter().filter(|mark| mark.class == class);
            of_class.map(|mark| mark.character).collect::<String>()
        };
        let clues: String = puzzle.chars().filter(|&c| c != '.').collect();
        assert_eq!(digits(&puzzle_svg, "given"), clues);
        assert_eq!(digits(&answer, "given"), clues);
        assert_eq!(digits(&answer, "solved").len() + clues.len(), puzzle.len());
        let has = ["diagonal", "window", "piece-1"].map(|class| puzzle_svg.contains(class));
        let expected = [0, 1, 2].map(|kind| kind == number);
        assert_eq!(has, expected, "{flags:?}");
    }
    let mut answer = countless(&["sudoku", "solve", FOUR, "--format", "grid"]).stdout;
    answer.retain(u8::is_ascii_digit);
    assert_eq!(answer, SOLVED.as_bytes());
}

#[test]
fn the_pictures_in_the_guide_are_what_is_drawn() {
    let folder = Folder::new();
    let data = |name: &str| format!("{}/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let (jigsaw, killers, samurai) = (
        data("jigsaw.txt"),
        folder.path("killers.csv"),
        folder.path("samurai.csv"),
    );
    let make = |flags: &[&str], file: &str| {
        let args = ["sudoku", "generate", "-q", "--seed", "1", "-o", file];
        assert_eq!(run(&[&args[..], flags].concat()).0, Some(0));
    };
    make(&["--cages", "each"], &killers);
    make(&["--samurai", "--clues", "150"], &samurai);
    for (file, flags, name) in [
        (data("diagonals.txt"), &["--diagonals"][..], "diagonals"),
        (data("windoku.txt"), &["--windows"], "windoku"),
        (data("jigsaws.txt"), &["--regions", &jigsaw], "jigsaw"),
        (killers, &["--cages", "each"], "killer"),
        (samurai, &["--samurai"], "samurai"),
    ] {
        let picture = folder.path("picture.svg");
        let show = ["sudoku", "show", "-o", &picture, &file];
        assert_eq!(run(&[&show[..], flags].concat()).0, Some(0), "{flags:?}");
        let drawn = fs::read_to_string(&picture).expect("it is drawn");
        let guide = env!("CARGO_MANIFEST_DIR");
        let guide = format!("{guide}/docs/pictures/{name}.svg");
        let expected = fs::read_to_string(guide).expect("the picture is there");
        assert!(drawn == expected, "{flags:?} draw something else");
    }
}
