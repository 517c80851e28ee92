//! Answers of the modules: known ones, those of the program, and those to nonsense.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;
use std::{env, fs};

use countless_web::answer;
use proptest::prelude::*;
use serde_json::{Value, json};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

const DOMINO: &str = "D\n##\n";

/// Asks a question. Returns the answer and the reports.
fn ask_all(request: &Value) -> (Value, Vec<Value>) {
    let reports = Rc::new(RefCell::new(Vec::new()));
    let taken = Rc::clone(&reports);
    let text = answer(&request.to_string(), move |text| {
        taken
            .borrow_mut()
            .push(serde_json::from_str(text).expect("JSON"));
    });
    let reports = reports.take();
    (serde_json::from_str(&text).expect("JSON"), reports)
}

fn ask(request: &Value) -> Value {
    ask_all(request).0
}

/// The message of an error.
fn fault(request: &Value) -> String {
    let answer = ask(request);
    let message = answer["error"]["message"].as_str();
    message
        .unwrap_or_else(|| panic!("{request}: {answer}"))
        .to_owned()
}

/// The puzzle with entries.
fn entered(entries: &[(usize, char)]) -> String {
    let mut signs: Vec<char> = PUZZLE.chars().collect();
    for &(cell, sign) in entries {
        signs[cell] = sign;
    }
    signs.into_iter().collect()
}

/// Texts of removed candidates, empty but for some cells.
fn removed(cells: &[(usize, &str)]) -> Vec<String> {
    let mut texts = vec![String::new(); 81];
    for &(cell, digits) in cells {
        digits.clone_into(&mut texts[cell]);
    }
    texts
}

#[test]
fn a_puzzle_is_solved_counted_listed_and_rated() {
    let solved = ask(&json!({ "ask": "solve", "puzzle": PUZZLE }));
    let expected = json!({ "status": "unique", "solution": SOLUTION, "common": SOLUTION });
    assert_eq!(solved, expected);
    // Printed by `countless sudoku rate`.
    let rated = ask(&json!({ "ask": "rate", "puzzle": PUZZLE }));
    let expected = json!({
        "status": "unique", "rating": 1.048, "level": "easy", "hardest": "hidden-single",
        "steps": 51, "effort": 51,
    });
    assert_eq!(rated, expected);
    let rated = ask(&json!({ "ask": "se-rate", "puzzle": PUZZLE }));
    let expected = json!({ "status": "unique", "er": 1.2, "ep": 1.2, "ed": 1.2 });
    assert_eq!(rated, expected);
    let (counted, reports) = ask_all(&json!({ "ask": "count", "puzzle": PUZZLE }));
    assert_eq!(counted, json!({ "solutions": 1 }));
    assert_eq!(reports, [json!({ "first": 1 })]);
}

#[test]
fn several_solutions_are_counted_in_shards_and_listed_in_parts() {
    let puzzle = format!("{:.<81}", &PUZZLE[..66]);
    let all = ask(&json!({ "ask": "count", "puzzle": puzzle }));
    let total = all["solutions"].as_u64().expect("a count");
    assert!(total > 100);
    for shards in [2, 3, 7] {
        let sum = (0..shards).map(|shard| {
            let shard = format!("{shard}/{shards}");
            let part = ask(&json!({ "ask": "count", "puzzle": puzzle, "shard": shard }));
            part["solutions"].as_u64().expect("a count")
        });
        assert_eq!(sum.sum::<u64>(), total);
    }
    let mut listed = Vec::new();
    for from in (0..).step_by(50) {
        let part = ask(&json!({ "ask": "list", "puzzle": puzzle, "from": from }));
        listed.extend(part["solutions"].as_array().expect("a list").clone());
        if part["more"] == false {
            break;
        }
    }
    assert_eq!(listed.len() as u64, total);
    let texts: Vec<&str> = listed.iter().filter_map(Value::as_str).collect();
    assert!(texts.is_sorted_by(|one, next| one < next));
    let solved = ask(&json!({ "ask": "solve", "puzzle": puzzle }));
    let common = solved["common"].as_str().expect("a grid");
    for (cell, sign) in common.bytes().enumerate() {
        let same = texts
            .iter()
            .all(|text| text.as_bytes()[cell] == texts[0].as_bytes()[cell]);
        assert_eq!(
            sign,
            if same {
                texts[0].as_bytes()[cell]
            } else {
                b'.'
            }
        );
    }
}

#[test]
fn a_hint_follows_from_the_marks_of_the_player() {
    // Printed by `countless sudoku hint --json`, with three members more.
    let step = json!({
        "cells": ["r8c2"], "digits": [8], "placed": [{ "cell": "r8c2", "digit": 8 }],
        "removed": [], "technique": "hidden-single", "units": ["box 7"],
        "text": "Hidden single: in box 7, 8 can only be in r8c2.",
        "title": "Hidden single", "level": "easy", "place": "box 7",
    });
    let hint = ask(&json!({ "ask": "hint", "puzzle": PUZZLE }));
    assert_eq!(hint["step"], step);
    assert_eq!(hint["sentence"], Value::Null);
    // Once the 8 is there, the hint is another.
    let attempt = entered(&[(64, '8')]);
    let next = ask(&json!({ "ask": "hint", "puzzle": PUZZLE, "attempt": attempt }));
    assert_ne!(next["step"]["cells"], step["cells"]);
    // With all but one candidate of r1c3 removed, it is a single.
    let marks = removed(&[(2, "12356789")]);
    let own = ask(&json!({ "ask": "hint", "puzzle": PUZZLE, "removed": marks }));
    let all = ask(&json!({ "ask": "candidates", "puzzle": PUZZLE, "removed": marks }));
    assert_eq!(all["candidates"][2], "4");
    assert!(own["step"].is_object());
    // A wrong entry and a wrong removal come first.
    let wrong = entered(&[(2, '2')]);
    let hint = ask(&json!({ "ask": "hint", "puzzle": PUZZLE, "attempt": wrong }));
    assert_eq!(hint["wrong"], json!([{ "cell": "r1c3", "digit": 2 }]));
    assert_eq!(
        (&hint["step"], &hint["sentence"]),
        (&Value::Null, &Value::Null)
    );
    let marks = removed(&[(2, "4")]);
    let hint = ask(&json!({ "ask": "hint", "puzzle": PUZZLE, "removed": marks }));
    assert_eq!(hint["removals"], json!([{ "cell": "r1c3", "digit": 4 }]));
    let solved = ask(&json!({ "ask": "hint", "puzzle": PUZZLE, "attempt": SOLUTION }));
    assert_eq!(solved["sentence"], "The puzzle is solved.");
    let clash = entered(&[(2, '5')]);
    let hint = ask(&json!({ "ask": "hint", "puzzle": clash }));
    assert_eq!(hint["sentence"], "The puzzle has no solution.");
}

#[test]
fn a_check_counts_faults_and_reveals_digits_only_on_request() {
    let attempt = entered(&[(2, '2'), (3, '6'), (0, '.')]);
    let request = json!({ "ask": "check", "puzzle": PUZZLE, "attempt": attempt });
    let checked = ask(&request);
    assert_eq!(checked["wrong"], json!([{ "cell": "r1c3", "digit": 2 }]));
    assert_eq!(checked["changed"], json!(["r1c1"]));
    assert_eq!(
        (&checked["solved"], &checked["solutions"]),
        (&json!(false), &json!("unique"))
    );
    assert!(!checked.to_string().contains("expected"));
    let mut reveal = request;
    reveal["reveal"] = true.into();
    assert_eq!(ask(&reveal)["wrong"][0]["expected"], 4);
    let all = ask(&json!({ "ask": "check", "puzzle": PUZZLE, "attempt": SOLUTION }));
    assert_eq!(all["solved"], true);
}

#[test]
fn candidates_are_what_no_house_excludes() {
    let attempt = entered(&[(2, '5')]);
    let marks = removed(&[(3, "2")]);
    let request = json!({
        "ask": "candidates", "puzzle": PUZZLE, "attempt": attempt, "removed": marks,
    });
    let all = ask(&request);
    let layout = ask(&json!({ "ask": "layout" }));
    let names = (0..81).map(|cell| json!(format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)));
    let names: Vec<Value> = names.collect();
    for (cell, name) in names.iter().enumerate() {
        let sign = &attempt[cell..=cell];
        let expected: String = if sign == "." {
            let houses = layout["houses"].as_array().expect("a list").iter();
            let own: Vec<&Value> = houses
                .map(|house| &house["cells"])
                .filter(|cells| cells.as_array().is_some_and(|cells| cells.contains(name)))
                .collect();
            assert_eq!(own.len(), 3);
            let is_free = |digit: &char| {
                let seen = |cells: &Value| {
                    let places = (0..81).filter(|&other| attempt[other..].starts_with(*digit));
                    let mut places = places.map(|other| &names[other]);
                    places.any(|other| cells.as_array().is_some_and(|cells| cells.contains(other)))
                };
                !own.iter().any(|cells| seen(cells)) && !marks[cell].contains(*digit)
            };
            ('1'..='9').filter(is_free).collect()
        } else {
            sign.to_owned()
        };
        assert_eq!(all["candidates"][cell], expected, "{name}");
    }
    let clash = json!({ "digit": 5, "unit": "row 1", "cells": ["r1c1", "r1c3"] });
    assert_eq!(all["clashes"][0], clash);
    assert_eq!(all["empty"], 50);
}

#[test]
fn pasted_puzzles_are_read_in_any_format() {
    let rows: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect();
    let table = format!("id,puzzle\n7,{PUZZLE}\n");
    for text in [
        PUZZLE.to_owned(),
        rows.join("\n"),
        table,
        PUZZLE.replace('.', "0"),
    ] {
        let read = ask(&json!({ "ask": "read-text", "text": text }));
        assert_eq!(read["puzzles"][0]["puzzle"], PUZZLE, "{text}");
    }
    let marks = "12.......".to_owned() + &"123456789".repeat(80);
    let read = ask(&json!({ "ask": "read-text", "text": marks }));
    assert_eq!(read["puzzles"][0]["removed"][0], "3456789");
    let two = format!("{PUZZLE} first\n{}\n", &PUZZLE[1..]);
    let read = ask(&json!({ "ask": "read-text", "text": two }));
    assert_eq!(read["puzzles"][0]["tag"], "first");
    let reject = json!({ "line": 2, "column": 81, "reason": "expected 81 cells, found 80" });
    assert_eq!(read["rejects"], json!([reject]));
    for text in ["", "hello", "12\n34", "<html>"] {
        assert!(!fault(&json!({ "ask": "read-text", "text": text })).is_empty());
    }
}

#[test]
fn generated_puzzles_meet_their_requests() {
    let request = json!({
        "ask": "generate", "seed": 7, "count": 2, "level": "medium", "symmetry": "rotational",
    });
    let made = ask(&request);
    assert_eq!(made, ask(&request));
    for puzzle in made["puzzles"].as_array().expect("a list") {
        let rated = ask(&json!({ "ask": "rate", "puzzle": puzzle["puzzle"] }));
        assert_eq!(
            (&rated["level"], &puzzle["level"]),
            (&json!("medium"), &json!("medium"))
        );
        let solved = ask(&json!({ "ask": "solve", "puzzle": puzzle["puzzle"] }));
        assert_eq!(solved["solution"], puzzle["solution"]);
    }
    let made = ask(&json!({ "ask": "se-generate", "seed": 7, "er": "1.2..2.0" }));
    let (puzzle, er) = (&made["puzzles"][0]["puzzle"], &made["puzzles"][0]["er"]);
    let rated = ask(&json!({ "ask": "se-rate", "puzzle": puzzle }));
    assert_eq!(&rated["er"], er);
    assert!(er.as_f64().is_some_and(|er| (1.2..=2.0).contains(&er)));
    let unknown = json!({ "ask": "generate", "level": "simple" });
    assert!(fault(&unknown).contains("level"), "{}", fault(&unknown));
}

#[test]
fn steps_are_reported_one_by_one() {
    let (answer, reports) = ask_all(&json!({ "ask": "steps", "puzzle": PUZZLE }));
    let expected = json!({ "end": "solved", "rating": 1.048, "level": "easy" });
    assert_eq!((answer, reports.len()), (expected, 52));
    let last = reports.last().expect("a report");
    let cells = last["step"]["candidates"].as_array().expect("a list");
    assert!(
        cells
            .iter()
            .all(|cell| cell.as_str().is_some_and(|digits| digits.len() == 1))
    );
}

#[test]
fn queens_are_counted_listed_and_classified() {
    for (n, known) in [(1, 1), (4, 2), (6, 4), (8, 92), (9, 352), (10, 724)] {
        let counted = ask(&json!({ "ask": "queens-count", "n": n }));
        assert_eq!(counted["solutions"], known);
        let sum = (0..3).map(|shard| {
            let shard = format!("{shard}/3");
            let part = ask(&json!({ "ask": "queens-count", "n": n, "shard": shard }));
            part["solutions"].as_u64().expect("a count")
        });
        assert_eq!(sum.sum::<u64>(), known);
        let board = ask(&json!({ "ask": "queens-board", "n": n }));
        assert_eq!(
            (&board["known"], &board["free"]),
            (&json!(known), &json!(n * n))
        );
    }
    // Printed by `countless queens complete 8 --queens 1:5` and by `countless queens list 6`.
    let completed = ask(&json!({ "ask": "queens-count", "n": 8, "queens": "1:5" }));
    assert_eq!(
        (&completed["solutions"], &completed["oeis"]),
        (&json!(18), &Value::Null)
    );
    let listed = ask(&json!({ "ask": "queens-list", "n": 6, "from": 1, "limit": 2 }));
    let expected = json!([{ "queens": [3, 6, 2, 5, 1, 4] }, { "queens": [4, 1, 5, 2, 6, 3] }]);
    assert_eq!(
        (&listed["solutions"], &listed["more"]),
        (&expected, &json!(true))
    );
    let fundamental = json!({ "ask": "queens-list", "n": 8, "fundamental": true });
    let fundamental = ask(&fundamental);
    let images = fundamental["solutions"].as_array().expect("a list").iter();
    let images: Vec<u64> = images.filter_map(|row| row["images"].as_u64()).collect();
    assert_eq!((images.len(), images.iter().sum::<u64>()), (12, 92));
    // Printed by `countless queens classes 6`.
    let classes = ask(&json!({ "ask": "queens-classes", "n": 6 }));
    let expected = json!({
        "all": { "fundamental": 1, "solutions": 4 },
        "half-turn": { "fundamental": 1, "solutions": 4 },
        "none": { "fundamental": 0, "solutions": 0 },
        "quarter-turn": { "fundamental": 0, "solutions": 0 },
    });
    assert_eq!(classes["classes"], expected);
}

#[test]
fn tallies_and_attacks_agree_with_the_list() {
    for board in [
        json!({ "n": 6 }),
        json!({ "n": 6, "blocked": "1:2" }),
        json!({ "n": 7, "torus": true }),
        json!({ "n": 7, "queens": "2:4" }),
        json!({ "n": 5, "piece": "crowned-rook" }),
        json!({ "n": 5, "regions": "AABBBAABBCDACCCDDDDEDEEEE" }),
    ] {
        let asked = |question: &str| {
            let mut request = board.clone();
            request["ask"] = question.into();
            request["limit"] = 10_000.into();
            if question != "queens-list" {
                request.as_object_mut().expect("an object").remove("limit");
            }
            ask(&request)
        };
        let (listed, tally) = (asked("queens-list"), asked("queens-tally"));
        let solutions = listed["solutions"].as_array().expect("a list");
        assert_eq!(tally["solutions"], solutions.len(), "{board}");
        assert_eq!(
            asked("queens-count")["solutions"],
            solutions.len(),
            "{board}"
        );
        for (row, counts) in tally["tally"].as_array().expect("rows").iter().enumerate() {
            for (column, count) in counts.as_array().expect("columns").iter().enumerate() {
                let here = |solution: &&Value| solution["queens"][row] == column + 1;
                assert_eq!(*count, solutions.iter().filter(here).count(), "{board}");
            }
        }
    }
    let board = ask(&json!({ "ask": "queens-board", "n": 6, "queens": "2:3,3:6" }));
    let attacked = board["squares"].as_array().expect("a list");
    for (row, column) in (1..=6).flat_map(|row| (1..=6).map(move |column| (row, column))) {
        let attacks = |(r, c): (i32, i32)| {
            let (down, across) = (row - r, column - c);
            down == 0 || across == 0 || down.abs() == across.abs()
        };
        let by = [(2, 3), (3, 6)].into_iter().filter(|&queen| attacks(queen));
        let by: Vec<String> = by.map(|(r, c)| format!("{r}:{c}")).collect();
        let found = attacked
            .iter()
            .find(|it| it["square"] == format!("{row}:{column}"));
        match found {
            Some(found) => assert_eq!(found["attacked"], json!(by)),
            None => assert!(by.is_empty() || [(2, 3), (3, 6)].contains(&(row, column))),
        }
    }
    let clash = ask(&json!({ "ask": "queens-board", "n": 4, "queens": "1:1,4:4,2:3" }));
    assert_eq!(clash["clashes"], json!([["1:1", "4:4"]]));
}

#[test]
fn estimates_are_times() {
    let queens = ask(&json!({ "ask": "queens-estimate", "n": 9 }));
    assert!(
        queens["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds < 10.0),
        "{queens}"
    );
    let text = json!({ "ask": "cover-make", "board": "4x4", "pieces": DOMINO, "unlimited": true });
    let text = &ask(&text)["text"];
    let cover = ask(&json!({ "ask": "cover-estimate", "text": text }));
    assert!(cover["seconds"].is_number(), "{cover}");
}

#[test]
fn covers_are_made_counted_listed_and_drawn() {
    // Domino tilings of a chessboard: Kasteleyn, 1961.
    let dominoes = |board: &str| {
        let made = json!({
            "ask": "cover-make", "board": board, "pieces": DOMINO, "unlimited": true,
        });
        ask(&made)
    };
    let text = &dominoes("8x8")["text"];
    let counted = ask(&json!({ "ask": "cover-count", "text": text }));
    assert_eq!(counted, json!({ "solutions": 12_988_816 }));
    let large = ask(&json!({ "ask": "cover-count", "text": dominoes("12x12")["text"] }));
    assert_eq!(large["solutions"], "53060477521960000");
    let text = &dominoes("6x6")["text"];
    let counted = ask(&json!({ "ask": "cover-classes", "text": text }));
    assert_eq!(
        (&counted["classes"], &counted["symmetries"]),
        (&json!(930), &json!(8))
    );
    let text = &dominoes("3x4")["text"];
    let listed = ask(&json!({ "ask": "cover-list", "text": text }));
    let solutions = listed["solutions"].as_array().expect("a list");
    assert_eq!((solutions.len(), &listed["more"]), (11, &json!(false)));
    let cells = solutions[0]["pieces"].as_array().expect("a list").iter();
    let cells = cells.flat_map(|piece| piece["cells"].as_array().expect("cells").clone());
    let mut cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), 12);
    let sample = ask(&json!({ "ask": "cover-sample", "text": text, "count": 30, "seed": 3 }));
    assert_eq!(sample["total"], 11);
    for drawn in sample["solutions"].as_array().expect("a list") {
        assert!(solutions.contains(drawn));
    }
    // Two corners of one colour are missing.
    let board = json!({
        "ask": "cover-make", "board": "4x4", "without": "1.1,4.4", "pieces": DOMINO,
        "unlimited": true,
    });
    assert!(
        ask(&board)["impossible"]
            .as_str()
            .is_some_and(|text| text.starts_with("Colours"))
    );
    let pieces = ask(&json!({ "ask": "cover-pieces", "all": "1-3" }));
    let names = pieces["pieces"].as_array().expect("a list").iter();
    assert_eq!(names.filter(|piece| piece["name"].is_string()).count(), 4);
}

#[test]
fn pentominoes_are_counted_in_shards() {
    let pieces = ask(&json!({ "ask": "cover-pieces", "all": "5" }));
    let drawn = pieces["pieces"].as_array().expect("a list").iter();
    let drawn = drawn.map(|piece| {
        let mut drawing = vec![vec!['.'; 5]; 5];
        for cell in piece["cells"].as_array().expect("cells") {
            let (row, column) = cell
                .as_str()
                .and_then(|cell| cell.split_once('.'))
                .expect("a cell");
            drawing[row.parse::<usize>().unwrap() - 1][column.parse::<usize>().unwrap() - 1] = '#';
        }
        let rows = drawing.iter().filter(|row| row.contains(&'#'));
        let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
        format!(
            "{}\n{}\n",
            piece["name"].as_str().expect("a name"),
            rows.join("\n")
        )
    });
    let drawn: Vec<String> = drawn.collect();
    assert_eq!(drawn.len(), 12);
    let make = json!({ "ask": "cover-make", "board": "6x10", "pieces": drawn.join("\n") });
    let text = &ask(&make)["text"];
    let sum = (0..3).map(|shard| {
        let shard = format!("{shard}/3");
        let part = ask(&json!({ "ask": "cover-count", "text": text, "shard": shard }));
        part["solutions"].as_u64().expect("a count")
    });
    // Haselgrove and Haselgrove, 1960: 2339 up to symmetry.
    assert_eq!(sum.sum::<u64>(), 9356);
}

#[test]
fn layouts_have_the_same_questions() {
    let four = json!({ "size": 4 });
    let blank = ".".repeat(16);
    let asked = |question: &str| {
        ask(&json!({ "ask": question, "layout": four, "puzzle": "1.......3......2" }))
    };
    let (counted, listed) = (asked("count"), asked("list"));
    let solutions = listed["solutions"].as_array().expect("a list");
    assert_eq!(counted["solutions"], solutions.len());
    let solved = asked("solve");
    assert!(solutions.contains(&solved["solution"]));
    let texts: Vec<&str> = solutions.iter().filter_map(Value::as_str).collect();
    for (cell, sign) in solved["common"]
        .as_str()
        .expect("a grid")
        .bytes()
        .enumerate()
    {
        let same = texts
            .iter()
            .all(|text| text.as_bytes()[cell] == texts[0].as_bytes()[cell]);
        assert_eq!(
            sign,
            if same {
                texts[0].as_bytes()[cell]
            } else {
                b'.'
            }
        );
    }
    let all = ask(&json!({ "ask": "count", "layout": four, "puzzle": blank }));
    assert_eq!(all["solutions"], 288);
    let sum = (0..3).map(|shard| {
        let shard = format!("{shard}/3");
        let request = json!({ "ask": "count", "layout": four, "puzzle": blank, "shard": shard });
        ask(&request)["solutions"].as_u64().expect("a count")
    });
    assert_eq!(sum.sum::<u64>(), 288);
    // The classic layout has equal answers in both modules.
    let attempt = entered(&[(2, '2'), (64, '8')]);
    for question in [
        "solve",
        "count",
        "list",
        "candidates",
        "check",
        "hint",
        "rate",
        "steps",
    ] {
        let classic = json!({ "ask": question, "puzzle": PUZZLE, "attempt": attempt });
        let mut general = classic.clone();
        general["layout"] = json!({});
        assert_eq!(ask(&classic), ask(&general), "{question}");
    }
    let caged = json!({ "size": 4, "cages": "AABBCCDDEEFFGGHH;A=3;B=7;C=7;D=3;E=3;F=7;G=7;H=3" });
    let layout = ask(&json!({ "ask": "layout", "layout": caged }));
    assert_eq!(
        layout["cages"][1],
        json!({ "cells": ["r1c3", "r1c4"], "sum": 7 })
    );
    let made = ask(&json!({ "ask": "generate", "layout": four, "seed": 5 }));
    let made = &made["puzzles"][0];
    let solved = ask(&json!({ "ask": "solve", "layout": four, "puzzle": made["puzzle"] }));
    assert_eq!(solved["solution"], made["solution"]);
}

#[test]
fn texts_of_any_layout_are_read() {
    let cages = "ABBCADECDDEFGGFF;A=6;B=5;C=4;D=6;E=5;F=9;G=5";
    let regions = "1112132233423444";
    let blank = ".".repeat(16);
    let layout = |regions: Option<&str>, cages: Option<&str>| {
        json!({
            "size": 4, "diagonals": false, "windows": false, "regions": regions, "cages": cages,
        })
    };
    for (text, puzzle, expected) in [
        (
            format!("{blank} {cages} one"),
            &*blank,
            layout(None, Some(cages)),
        ),
        (
            format!("puzzle,cages\n{blank},{cages}\n"),
            &blank,
            layout(None, Some(cages)),
        ),
        (
            "ABBC\nADEC\nDDEF\nGGFF\nA=6 B=5 C=4 D=6 E=5 F=9 G=5".to_owned(),
            &blank,
            layout(None, Some(cages)),
        ),
        (
            format!("1............... {regions}"),
            "1...............",
            layout(Some(regions), None),
        ),
        (
            "AAAB\nACBB\nCCDB\nCDDD\n".to_owned(),
            &blank,
            layout(Some(regions), None),
        ),
        (
            format!("{blank} {regions} {cages}"),
            &blank,
            layout(Some(regions), Some(cages)),
        ),
        (
            "1...\n....\n...2\n....\n".to_owned(),
            "1..........2....",
            layout(None, None),
        ),
    ] {
        let read = ask(&json!({ "ask": "read-any", "text": text }));
        let first = &read["puzzles"][0];
        assert_eq!(
            (&first["puzzle"], &first["layout"]),
            (&json!(puzzle), &expected),
            "{text}"
        );
        let drawn = ask(&json!({ "ask": "layout", "layout": first["layout"] }));
        let kinds = drawn["houses"].as_array().expect("a list").iter();
        let has_regions = kinds.filter(|house| house["kind"] == "region").count() == 4;
        assert_eq!(has_regions, expected["regions"].is_string(), "{text}");
    }
    let six = json!({ "ask": "read-text", "layout": { "size": 6 }, "text": ".".repeat(36) });
    assert_eq!(ask(&six)["puzzles"][0]["layout"]["size"], 6);
    assert!(fault(&json!({ "ask": "read-any", "text": "nothing" })).starts_with("no puzzle"));
}

/// The program, if it was built before.
fn program() -> Option<PathBuf> {
    let tests = env::current_exe().ok()?;
    let program = tests
        .parent()?
        .parent()?
        .join(format!("countless{}", env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

#[test]
fn answers_are_those_of_the_program() {
    let Some(program) = program() else {
        eprintln!("skipped: the program is not built");
        return;
    };
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../data");
    let puzzles = ["puzzles.txt", "clues21.txt"].map(|name| {
        let text = fs::read_to_string(format!("{data}/{name}")).expect("a file");
        let lines = text.lines().filter(|line| !line.starts_with('#')).take(100);
        lines
            .map(|line| format!("{line}\n"))
            .collect::<Vec<String>>()
    });
    let puzzles = puzzles.concat();
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/page.txt");
    for (arguments, question, number) in [
        (&["solve"][..], "solve", 200),
        (&["rate"], "rate", 200),
        (&["explain"], "steps", 40),
    ] {
        fs::write(file, puzzles[..number].concat()).expect("a file");
        let mut command = Command::new(&program);
        let done = command
            .arg("sudoku")
            .args(arguments)
            .args([file, "--json", "-q"]);
        let text = String::from_utf8(done.output().expect("it runs").stdout).expect("text");
        let rows = text
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let rows: Vec<Value> = rows.collect();
        assert_eq!(rows.len(), number, "{question}");
        for row in rows {
            let request = json!({ "ask": question, "puzzle": row["puzzle"] });
            let (answer, reports) = ask_all(&request);
            let mut compared = 0;
            for (name, value) in row.as_object().expect("an object") {
                if name == "steps" && question == "steps" {
                    let steps = value.as_array().expect("a list");
                    assert_eq!(steps.len(), reports.len());
                    for (step, report) in steps.iter().zip(&reports) {
                        for (name, value) in step.as_object().expect("an object") {
                            assert_eq!(&report["step"][name], value, "{request}");
                        }
                    }
                } else if let Some(answered) = answer.get(name) {
                    compared += 1;
                    assert_eq!(answered, value, "{request}: {name}");
                }
            }
            assert!(compared >= 2, "{request}");
        }
    }
}

#[test]
fn faults_name_the_member_and_the_place() {
    let short = json!({ "ask": "solve", "puzzle": &PUZZLE[1..] });
    let answer = ask(&short);
    let expected = json!({
        "message": "puzzle: expected 81 cells, found 80", "line": 1, "column": 81,
    });
    assert_eq!(answer["error"], expected);
    for (request, message) in [
        (json!({ "ask": "solve" }), "puzzle: expected a text"),
        (
            json!({ "ask": "solve", "puzzle": 5 }),
            "invalid type: integer `5`, expected a string",
        ),
        (
            json!({ "ask": "layout", "size": 4 }),
            "unknown field `size`",
        ),
        (
            json!({ "ask": "queens-count", "n": 33 }),
            "n: expected 1 to 32 rows",
        ),
        (
            json!({ "ask": "queens-count", "n": 8, "shard": "3/3" }),
            "shard: expected a shard from 0 to K-1 of K",
        ),
        (
            json!({ "ask": "cover-list", "text": "a b\nc\n" }),
            "unknown item c",
        ),
        (json!([]), "expected an object of JSON"),
    ] {
        let found = fault(&request);
        assert!(found.contains(message), "{request}: {found}");
    }
    let place = ask(&json!({ "ask": "queens-board", "n": 8, "queens": "1:1,9:9" }));
    assert_eq!(
        (&place["error"]["line"], &place["error"]["column"]),
        (&json!(1), &json!(5))
    );
}

/// Any value of JSON, small.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0_u64..40).prop_map(Value::from),
        "[0-9A-Za-z.:,/x#|\n -]{0,90}".prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        Just(PUZZLE.into()),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{1,6}", inner, 0..3)
                .prop_map(|members| Value::from(serde_json::Map::from_iter(members))),
        ]
    })
}

/// Questions of the views, and members of their requests.
const VIEWS: [(&[&str], &[&str]); 3] = [
    (
        &[
            "layout",
            "read-text",
            "read-any",
            "candidates",
            "check",
            "hint",
            "steps",
            "solve",
            "list",
            "rate",
            "se-rate",
            "what",
            "",
        ],
        &[
            "puzzle", "attempt", "removed", "layout", "text", "limit", "from", "shard", "reveal",
            "columns",
        ],
    ),
    (
        &["queens-board", "queens-list", "queens-tally", "queens-what"],
        &[
            "piece",
            "torus",
            "queens",
            "blocked",
            "fundamental",
            "regions",
            "from",
            "limit",
            "shard",
            "puzzle",
        ],
    ),
    (
        &[
            "cover-pieces",
            "cover-make",
            "cover-list",
            "cover-sample",
            "cover-count",
            "cover-classes",
            "cover-",
        ],
        &[
            "all",
            "turns",
            "board",
            "without",
            "pieces",
            "unlimited",
            "text",
            "torus",
            "from",
            "limit",
            "shard",
            "count",
            "seed",
            "n",
        ],
    ),
];

/// A question and members of its request.
fn nonsense() -> impl Strategy<Value = (&'static str, HashMap<&'static str, Value>)> {
    prop::sample::select(&VIEWS[..]).prop_flat_map(|(questions, members)| {
        let members = prop::collection::hash_map(prop::sample::select(members), value(), 0..6);
        (prop::sample::select(questions), members)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nonsense_is_answered((question, members) in nonsense()) {
        let mut request = json!({ "ask": question });
        if question.starts_with("queens") {
            request["n"] = 6.into();
        }
        for (name, value) in members {
            request[name] = value;
        }
        let answer = ask(&request);
        prop_assert!(answer.is_object());
        if let Some(error) = answer.get("error") {
            prop_assert!(error["message"].is_string());
        }
    }

    #[test]
    fn text_that_is_not_a_request_is_refused(text in ".{0,60}", cut in 0_usize..60) {
        let whole = json!({ "ask": "solve", "puzzle": PUZZLE }).to_string();
        for text in [&*text, &whole[..cut]] {
            let answer: Value = serde_json::from_str(&answer(text, |_| {})).expect("JSON");
            prop_assert!(answer["error"]["message"].is_string());
        }
    }
}
