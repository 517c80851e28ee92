//! Ratings on the scale of Sudoku Explainer 1.2.1, in tables and for generated puzzles.
//!
//! The ratings are those that Sudoku Explainer gives to these puzzles.

use crate::common::{Folder, countless, lines};

/// Puzzles with their ER, EP, ED, and the level of the ER.
const RATED: [(&str, &str); 8] = [
    (
        "..4..........28..72....798..46..5....53.9.8.....8....1......52.....6.....1.749...",
        "easy,1.2,1.2,1.2",
    ),
    (
        ".76...2..9...1.4..1.....6.53.....7.8....3...1..152..........56..4....8.7..2..9...",
        "easy,2.0,1.2,1.2",
    ),
    (
        "....5.9.3...3....4..2....6...46...7....94.....2.57..8..8...1..2659........7......",
        "easy,2.5,1.2,1.2",
    ),
    (
        ".....4...5......9...93.81.27....1...........8...6.24....3.....9.6.1...7...8..5.6.",
        "medium,2.6,2.6,2.6",
    ),
    (
        ".....1..9.3.75.4...7.6...8...4.32..612.8.....5..............9.33....752..5......4",
        "medium,3.0,2.8,2.6",
    ),
    (
        "..2..7..5.4..2..3....3..6..1.....78.7..........36.......7..24...5..3.8.64..98....",
        "medium,3.8,1.2,1.2",
    ),
    (
        "....1...2......61.4..83...7..64...9.74....3......5.......67.1..3..2....9....8.4..",
        "hard,4.7,1.5,1.5",
    ),
    (
        "...3........7..2687.8.4....6..58.4..4.5....16......5..1.9....7...4.6.....3..2..9.",
        "expert,7.4,1.2,1.2",
    ),
];

/// Rows of the puzzles with a condition on the rating.
fn expected(is_in: impl Fn(&str) -> bool) -> Vec<String> {
    let mut rows = vec!["puzzle,status,level,er,ep,ed".to_owned()];
    for (puzzle, rating) in RATED {
        let er = rating.split(',').nth(1).expect("an ER");
        if is_in(er) {
            rows.push(format!("{puzzle},unique,{rating}"));
        }
    }
    rows
}

fn file_of_puzzles(folder: &Folder) -> String {
    let puzzles = RATED.map(|(puzzle, _)| puzzle);
    folder.file("puzzles.txt", puzzles.join("\n"))
}

#[test]
fn rows_have_the_ratings_of_sudoku_explainer() {
    let folder = Folder::new();
    let puzzles = file_of_puzzles(&folder);
    let rate = ["sudoku", "rate", &puzzles, "--scale", "se"];
    assert_eq!(lines(&countless(&rate).stdout), expected(|_| true));
    let json = countless(&[&rate[..], &["--json", "-o", &folder.path("rows.csv")]].concat());
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("an object");
    let levels =
        serde_json::json!({ "easy": 3, "medium": 3, "hard": 1, "expert": 1, "extreme": 0 });
    assert_eq!(json["levels"], levels);
    let row = countless(&[&rate[..], &["--format", "ndjson", "--min-er", "7.1"]].concat());
    let row: serde_json::Value = serde_json::from_slice(&row.stdout).expect("one row");
    assert_eq!((&row["er"], &row["ed"]), (&7.4.into(), &1.2.into()));
}

#[test]
fn a_range_leaves_out_all_other_rows() {
    let folder = Folder::new();
    let puzzles = file_of_puzzles(&folder);
    let rate = ["sudoku", "rate", &puzzles, "--scale", "se"];
    let check = |range: &[&str], is_in: &dyn Fn(&str) -> bool| {
        let rows = lines(&countless(&[&rate[..], range].concat()).stdout);
        assert_eq!(rows, expected(is_in), "{range:?}");
    };
    check(&["--min-er", "2.6"], &|er| er >= "2.6");
    check(&["--max-er", "3.0"], &|er| er <= "3.0");
    check(&["--min-er", "2", "--max-er", "4.7"], &|er| {
        ("2.0"..="4.7").contains(&er)
    });
    check(&["--min-er", "8.0"], &|_| false);
    check(&["--where", "er>2.6 er<=4.7"], &|er| {
        er > "2.6" && er <= "4.7"
    });
    check(&["--where", "ed=2.6 er<7"], &|er| {
        er == "2.6" || er == "3.0"
    });
}

#[test]
fn unfit_ranges_and_variants_are_errors() {
    let folder = Folder::new();
    let puzzles = file_of_puzzles(&folder);
    for (flags, message) in [
        (&["--min-er", "7"][..], "need --scale se"),
        (
            &["--scale", "se", "--min-er", "7.15"],
            "at most one decimal",
        ),
        (
            &["--scale", "se", "--min-er", "7", "--max-er", "6"],
            "--min-er 7.0 is above",
        ),
        (
            &["--scale", "se", "--diagonals"],
            "--scale se rates classic sudokus",
        ),
        (&["--scale", "hodoku"], "--scale"),
    ] {
        let output = countless(&[&["sudoku", "rate", &puzzles], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(message), "{flags:?}: {error}");
        assert_eq!(output.stdout, b"", "{flags:?}");
    }
}

#[test]
fn a_ledger_keeps_rows_of_one_range() {
    let folder = Folder::new();
    let puzzles = file_of_puzzles(&folder);
    let (rows, ledger) = (folder.path("rows.csv"), folder.path("ledger.csv"));
    let rate = [
        "sudoku", "rate", &puzzles, "--scale", "se", "--min-er", "2.6",
    ];
    let kept = [&rate[..], &["-o", &rows, "--ledger", &ledger]].concat();
    for _ in 0..2 {
        assert_eq!(countless(&kept).status.code(), Some(0));
        let rows = std::fs::read(&rows).expect("rows");
        assert_eq!(lines(&rows), expected(|er| er >= "2.6"));
    }
    let verified = countless(&["ledger", "verify", &ledger, "--input", &puzzles]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    let other = ["sudoku", "rate", &puzzles, "--scale", "se", "--min-er", "3"];
    let other = countless(&[&other[..], &["-o", &rows, "--ledger", &ledger]].concat());
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn generated_puzzles_have_an_er_in_the_range() {
    let generate = ["sudoku", "generate", "--count", "6", "--seed", "3"];
    let made = countless(
        &[
            &generate[..],
            &["--er", "2.0..4.4", "--symmetry", "rotational"],
        ]
        .concat(),
    );
    let made = lines(&made.stdout);
    assert_eq!(
        (made.len(), made[0].as_str()),
        (7, "puzzle,solution,clues,level,er")
    );
    let folder = Folder::new();
    let table = folder.file("made.csv", made.join("\n"));
    let rated = countless(&["sudoku", "rate", &table, "--scale", "se"]);
    for (made, rated) in made.iter().zip(lines(&rated.stdout)).skip(1) {
        let made: Vec<&str> = made.split(',').collect();
        let rated: Vec<&str> = rated.split(',').collect();
        assert_eq!((made[0], &made[3..]), (rated[0], &rated[2..4]));
        assert!(("2.0"..="4.4").contains(&made[4]), "{made:?}");
    }
    for flags in [["--level", "hard"], ["--size", "6"]] {
        let both = countless(&[&generate[..], &["--er", "2.0"], &flags].concat());
        assert_eq!(both.status.code(), Some(2), "{flags:?}");
    }
}

#[test]
fn explained_steps_have_the_ratings_of_the_puzzle() {
    for (puzzle, rating) in RATED {
        let explain = ["sudoku", "explain", puzzle, "--scale", "se"];
        let json = countless(&[&explain[..], &["--json"]].concat()).stdout;
        let json: serde_json::Value = serde_json::from_slice(&json).expect("an object");
        let steps = json["steps"].as_array().expect("steps");
        let ratings = steps
            .iter()
            .map(|step| step["rating"].as_f64().expect("a rating"));
        let ratings: Vec<f64> = ratings.collect();
        let places = |step: &serde_json::Value| step["placed"] != serde_json::json!([]);
        let pearl = steps.iter().position(places).expect("a step that places");
        let highest = |until: usize| ratings[..until].iter().copied().fold(0.0, f64::max);
        let expected = format!(
            "{},{:.1},{:.1},{:.1}",
            json["level"].as_str().expect("a level"),
            highest(ratings.len()),
            highest(pearl + 1),
            ratings[0]
        );
        assert_eq!(expected, rating, "{puzzle}");
        let lines = lines(&countless(&explain).stdout);
        assert_eq!(lines.len(), ratings.len() + 3);
        assert!(
            lines[1].starts_with(&format!("1. {:.1} ", ratings[0])),
            "{lines:?}"
        );
    }
}

#[test]
fn steps_of_sudoku_explainer_need_one_solution_and_nine_digits() {
    let blank = ".".repeat(81);
    let several = countless(&["sudoku", "explain", &blank, "--scale", "se"]);
    assert_eq!(several.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&several.stdout).contains("several solutions"));
    let small = countless(&[
        "sudoku",
        "explain",
        "1...........",
        "--size",
        "4",
        "--scale",
        "se",
    ]);
    assert_eq!(small.status.code(), Some(2));
}

#[test]
fn steps_of_sudoku_explainer_are_drawn_and_written_as_formulas() {
    let (puzzle, _) = RATED[7];
    let folder = Folder::new();
    let path = folder.path("steps.svg");
    let explain = ["sudoku", "explain", puzzle, "--scale", "se"];
    let drawn = countless(&[&explain[..], &["-o", &path]].concat());
    assert_eq!(drawn.status.code(), Some(0));
    let svg = std::fs::read_to_string(&path).expect("it is written");
    assert!(
        svg.contains("XY-Chain (7.2)") || svg.contains("(7.4)"),
        "no rating"
    );
    assert!(svg.contains("class=\"strong\""), "no links");
    let formulas = countless(&[&explain[..], &["--notation", "eureka"]].concat());
    let formulas = lines(&formulas.stdout);
    let is_chain = |line: &String| line.contains(" => r") && line.contains("=r");
    assert!(formulas.iter().any(is_chain), "{formulas:#?}");
    let limited = countless(&[&explain[..], &["--steps", "3"]].concat());
    let limited = lines(&limited.stdout);
    assert_eq!(limited[4], "3 steps. ER 7.4, EP 1.2, ED 1.2, level expert.");
}
