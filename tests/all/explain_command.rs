//! The command `sudoku explain`: text, grids, JSON, limits, invalid input.

use std::fs;
use std::path::PathBuf;

use crate::common::svg::{count, texts};
use crate::common::{Folder, countless, lines};
use countless::sudoku::{Grid, Technique, Trace, TraceEnd, TraceOptions};

const PUZZLE: &str =
    "3..71....8.6...7.24..25..6.......95....9...7....135..6..856..9..9..2.13.7....36.5";
const SOLUTION: &str =
    "329716584856349712417258369184672953563984271972135846238561497695427138741893625";

#[test]
fn the_last_line_is_the_solution() {
    let output = countless(&["sudoku", "explain", PUZZLE]);
    assert_eq!(output.status.code(), Some(0));
    let lines = lines(&output.stdout);
    assert_eq!(lines[0], PUZZLE);
    assert!(lines[1].starts_with("1. Elimination: "), "{}", lines[1]);
    assert!(lines[2].starts_with("2. "), "{}", lines[2]);
    assert_eq!(lines.last().map(String::as_str), Some(SOLUTION));
    let puzzle: Grid = PUZZLE.parse().expect("a puzzle");
    let rating = puzzle.rate().expect("it has one solution");
    let score = f64::from(rating.score()) / 1000.0;
    let end = format!(
        "Solved in {} steps. Level {}, rating {score:.3}, hardest technique {}.",
        lines.len() - 3,
        rating.level(),
        rating.hardest
    );
    assert_eq!(lines[lines.len() - 2], end);
}

#[test]
fn one_round_of_elimination_gives_the_candidates_by_the_plain_rule() {
    let puzzle: Grid = PUZZLE.parse().expect("a puzzle");
    let options = TraceOptions::new().upto(Technique::Elimination).steps(1);
    let mut trace = Trace::new(&puzzle, options);
    assert_eq!(trace.by_ref().count(), 1);
    assert_eq!(trace.end(), Some(TraceEnd::Limit));
    let sees = |a: usize, b: usize| {
        a / 9 == b / 9 || a % 9 == b % 9 || (a / 27, a % 9 / 3) == (b / 27, b % 9 / 3)
    };
    let expected: [u16; 81] = std::array::from_fn(|cell| match puzzle.digits()[cell] {
        0 => (1..=9)
            .filter(|&digit| {
                (0..81).all(|other| puzzle.digits()[other] != digit || !sees(cell, other))
            })
            .fold(0, |all, digit| all | 1 << (digit - 1)),
        digit => 1 << (digit - 1),
    });
    assert_eq!(trace.candidates(), expected);
    let output = countless(&[
        "sudoku",
        "explain",
        PUZZLE,
        "--upto",
        "elimination",
        "--steps",
        "1",
        "--grid",
    ]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout);
    let after = text
        .lines()
        .skip_while(|line| !line.starts_with("1. "))
        .skip(2);
    let grid: Vec<&str> = after.take(12).collect();
    assert_eq!(
        grid[1..]
            .iter()
            .map(|line| line.get(2..).unwrap_or_default())
            .flat_map(listed)
            .collect::<Vec<_>>(),
        expected
    );
    assert_eq!(
        grid[..5],
        [
            "    c1     c2        c3        c4    c5    c6        c7     c8    c9",
            "r1  3      (25)      (259)     7     1     (4689)    (458)  (48)  (489)",
            "r2  8      (15)      6         (34)  (49)  (49)      7      (14)  2",
            "r3  4      (17)      (179)     2     5     (89)      (38)   6     (1389)",
            "",
        ]
    );
    assert!(
        text.ends_with("\nStopped after 1 step with 50 open cells.\n"),
        "{text}"
    );
}

/// Candidates in a line: solved cells bare, others in parentheses.
fn listed(line: &str) -> Vec<u16> {
    let mut candidates = Vec::new();
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let (cell, after) = match rest.strip_prefix('(') {
            Some(inner) => inner.split_once(')').expect("a parenthesis closes"),
            None => rest.split_at(first.len_utf8()),
        };
        let digits = cell.bytes().map(|byte| 1_u16 << (byte - b'1'));
        candidates.push(digits.sum::<u16>());
        rest = after.trim_start();
    }
    candidates
}

/// Compares with the candidates in `elimination.txt`, if `COUNTLESS_DATASETS` names a folder with
/// this file. It has the puzzle and nine numbered lines, solved cells bare, others in parentheses.
#[test]
fn one_round_of_elimination_gives_the_listed_candidates() {
    let Some(folder) = std::env::var_os("COUNTLESS_DATASETS").map(PathBuf::from) else {
        eprintln!("skipped: COUNTLESS_DATASETS names no folder");
        return;
    };
    let text = fs::read_to_string(folder.join("elimination.txt")).expect("it is readable");
    let mut content = text.lines().filter(|line| !line.starts_with('#'));
    let puzzle: Grid = content
        .next()
        .and_then(|line| line.parse().ok())
        .expect("a puzzle");
    let mut candidates = Vec::new();
    for line in content.filter(|line| !line.is_empty()) {
        let (_, cells) = line.split_once(' ').expect("a number");
        candidates.extend(listed(cells));
    }
    let options = TraceOptions::new().upto(Technique::Elimination).steps(1);
    let mut trace = Trace::new(&puzzle, options);
    let step = trace.next().expect("there is a step");
    assert_eq!(trace.candidates().to_vec(), candidates);
    assert!(step.placed.is_empty());
    // Elimination alone finds no further step.
    let mut trace = Trace::new(&puzzle, options.steps(9));
    assert_eq!(trace.by_ref().count(), 1);
    assert_eq!(trace.end(), Some(TraceEnd::Wall));
}

#[test]
fn json_tells_the_same_steps() {
    let output = countless(&["sudoku", "explain", PUZZLE, "--json", "--grid"]);
    assert_eq!(output.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["solution"], SOLUTION);
    assert_eq!(
        (&json["end"], &json["unique"]),
        (&"solved".into(), &true.into())
    );
    let puzzle: Grid = PUZZLE.parse().expect("a puzzle");
    let rating = puzzle.rate().expect("it has one solution");
    assert_eq!(json["hardest"], rating.hardest.name());
    assert_eq!(json["rating"], f64::from(rating.score()) / 1000.0);
    let text = countless(&["sudoku", "explain", PUZZLE]).stdout;
    let told = lines(&text);
    let steps = json["steps"].as_array().expect("an array");
    assert_eq!(steps.len() + 3, told.len());
    for (number, (step, line)) in steps.iter().zip(&told[1..]).enumerate() {
        let text = step["text"].as_str().expect("text");
        assert_eq!(&format!("{}. {text}", number + 1), line);
    }
    let second = &steps[1];
    assert_eq!(second["technique"], "hidden-single");
    assert_eq!(second["cells"][0], second["placed"][0]["cell"]);
    assert_eq!(second["candidates"].as_array().map(Vec::len), Some(81));
}

#[test]
fn several_solutions_are_a_wall_and_none_is_said() {
    let mut two: Grid = SOLUTION.parse().expect("a grid");
    let corners = swappable(&two);
    for cell in corners {
        two = two.with(cell / 9 + 1, cell % 9 + 1, 0);
    }
    let output = countless(&["sudoku", "explain", &two.to_string()]);
    assert_eq!(output.status.code(), Some(1));
    let last = lines(&output.stdout).pop();
    assert_eq!(
        last.as_deref(),
        Some(
            "After 1 step no technique applies to 4 open cells. The puzzle has several solutions."
        )
    );
    let none = PUZZLE.replacen('.', "5", 1);
    let output = countless(&["sudoku", "explain", &none]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        lines(&output.stdout),
        [&none[..], "The puzzle has no solution."]
    );
}

/// Four cells in two rows, two columns and two boxes that hold two digits crosswise.
fn swappable(grid: &Grid) -> [usize; 4] {
    let digits = grid.digits();
    let rows = (0..9).flat_map(|a| (a + 1..9).map(move |b| (a, b)));
    let columns = (0..9).flat_map(|c| (c + 1..9).map(move |d| (c, d)));
    let corners = rows.flat_map(|(a, b)| {
        columns
            .clone()
            .map(move |(c, d)| [9 * a + c, 9 * a + d, 9 * b + c, 9 * b + d])
    });
    let two_boxes = |[a, b, c, _]: &[usize; 4]| (a / 27 == c / 27) != (a % 9 / 3 == b % 9 / 3);
    let mut crosswise = corners
        .filter(two_boxes)
        .filter(|&[a, b, c, d]| digits[a] == digits[d] && digits[b] == digits[c]);
    crosswise.next().expect("the grid has such cells")
}

#[test]
fn the_hardest_technique_is_named_at_the_end() {
    let output = countless(&["sudoku", "explain", PUZZLE, "--upto", "elimination"]);
    assert_eq!(output.status.code(), Some(0));
    let last = lines(&output.stdout).pop().unwrap_or_default();
    assert_eq!(
        last,
        "After 1 step no technique up to elimination applies to 50 open cells."
    );
}

#[test]
fn every_puzzle_of_a_file_is_explained_and_bad_ones_are_told() {
    let output = countless(&[
        "sudoku",
        "explain",
        "data/damaged.txt",
        "--upto",
        "naked-single",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let puzzles = lines(&output.stdout);
    assert_eq!(
        puzzles
            .iter()
            .filter(|line| line.starts_with("1. "))
            .count(),
        4
    );
    let stderr = lines(&output.stderr);
    assert_eq!(stderr.len(), 4);
    assert!(
        stderr[0].starts_with("data/damaged.txt:2:81: expected 81 cells"),
        "{}",
        stderr[0]
    );
}

/// Lines of the grid after a step.
fn grid_after(text: &str, number: usize) -> Vec<&str> {
    let start = format!("{number}. ");
    let after = text.lines().skip_while(|line| !line.starts_with(&start));
    after.skip(2).take(12).collect()
}

#[test]
fn cells_of_a_step_are_marked_in_the_grid_and_coloured_if_asked() {
    let output = countless(&["sudoku", "explain", PUZZLE, "--grid"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let step = lines(&output.stdout)
        .into_iter()
        .find(|line| line.starts_with("2. "));
    let step = step.expect("there is a second step");
    assert_eq!(
        step,
        "2. Hidden single: in box 8, 9 can only be in r9c5; 9 is eliminated from r2c5."
    );
    let grid = grid_after(&text, 2);
    let marks = |row: usize| -> Vec<String> {
        let cells = grid[row + row.div_ceil(3) - 1].split_whitespace().skip(1);
        cells.map(str::to_owned).collect()
    };
    assert_eq!(marks(9)[4], "9*");
    assert!(marks(2)[4].ends_with('-'));
    let count = |mark: char| {
        grid.iter()
            .map(|line| line.matches(mark).count())
            .sum::<usize>()
    };
    assert_eq!((count('*'), text.contains('\x1b')), (1, false));
    let output = countless(&["sudoku", "explain", PUZZLE, "--grid", "--color", "always"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\x1b[36m9\x1b[0m\x1b[36m*\x1b[0m"), "{text}");
}

#[test]
fn steps_are_drawn_as_a_page_a_drawing_and_a_document() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let told = lines(&countless(&["sudoku", "explain", PUZZLE]).stdout);
    let steps = told.len() - 3;
    for name in ["steps.html", "steps.svg", "steps.pdf", "STEPS.TXT"] {
        let output = countless(&["sudoku", "explain", PUZZLE, "-o", &path(name)]);
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert!(output.stdout.is_empty(), "{name}");
    }
    assert_eq!(
        fs::read_to_string(path("STEPS.TXT"))?.lines().count(),
        told.len()
    );
    let html = fs::read_to_string(path("steps.html"))?;
    assert_eq!(html.matches("<article>").count(), steps);
    // The page fetches nothing, and contains and draws each step.
    let links = ["src=", "@import", "url(", "<script", "http:", "https:"];
    assert!(links.iter().all(|link| !html.contains(link)));
    for line in &told[1..=steps] {
        let (_, text) = line.split_once(". ").ok_or("a number")?;
        assert!(html.contains(&format!("<p>{text}</p>")), "{text}");
    }
    let ids: Vec<&str> = html.split(" id=\"").skip(1).collect();
    let ids = ids.iter().map(|id| id.split('"').next());
    let mut ids: Vec<_> = ids.collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id is given twice");
    let svg = fs::read_to_string(path("steps.svg"))?;
    let classes = |class: &str| count(&svg, class);
    // Each step has labels for nine rows and nine columns.
    assert_eq!(classes("label"), 18 * steps);
    assert!(classes("cell") >= steps - 1 && classes("true") > 0 && classes("gone") > 0);
    assert!(fs::read(path("steps.pdf"))?.starts_with(b"%PDF"));
    Ok(())
}

/// Pencil marks whose first step is an alternating inference chain.
const CHAIN: [&str; 9] = [
    "1..4....9......7..1..4....9.......8.1..45......3......1....6....2...6...12..56...",
    "..3....8.....5.........6....2.......1..4..7..1..4..7..........9..34.....1......8.",
    "..3....8.1..4......2.......1..4.6...1..45...91..4.6..9......7....34.....1...5..8.",
    "12.4....9.......8.1.34....91.34..........6...1..4....9....5..........7..12.......",
    "12....7.91....6...1.3.....91.3...7..12....7.9....5....1.3....8..2...6.8....4.....",
    "12.45.7..1..4.6...1.345....1.34..7..12....7.........8.1.3..6...........912...6...",
    "1..45.....2.......1..45........567....3...........67.....4.6.8......6.8.........9",
    ".....6.....3.............8.........91..4.....1..4......2...........5..........7..",
    "...45............9......7......56..........8..2..........4.6...1..........3......",
];

#[test]
fn the_picture_in_the_readme_is_what_is_drawn() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("chain.svg");
    let marks = CHAIN.concat();
    let explain = ["sudoku", "explain", &marks, "--steps", "1", "-o"];
    let output = countless(&[&explain[..], &[&path.display().to_string()]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let drawn = fs::read_to_string(path)?;
    let expected = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pictures/chain.svg");
    assert!(drawn == fs::read_to_string(expected)?);
    // The words below the picture begin as its heading.
    let texts = texts(&drawn);
    let heading = "1. Alternating inference chain (AIC)";
    assert!(texts.iter().any(|text| text == heading), "{texts:?}");
    assert!(
        texts
            .iter()
            .any(|text| text.starts_with(&format!("{}: if r1c7 ", &heading[3..])))
    );
    Ok(())
}

#[test]
fn chains_are_written_in_eureka_notation() -> Result<(), Box<dyn std::error::Error>> {
    let marks = CHAIN.concat();
    let explain = |flags: &[&str]| {
        let output = countless(&[&["sudoku", "explain", &marks], flags].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        output.stdout
    };
    let (words, eureka) = (explain(&[]), explain(&["--notation", "eureka"]));
    let json: serde_json::Value = serde_json::from_slice(&explain(&["--json"]))?;
    let steps = json["steps"].as_array().ok_or("an array")?;
    let told = lines(&words).into_iter().zip(lines(&eureka)).skip(1);
    let mut chains = 0;
    for (step, (words, eureka)) in steps.iter().zip(told) {
        match step["eureka"].as_str() {
            Some(chain) => {
                let (title, _) = words.split_once(": ").ok_or("a title")?;
                assert_eq!(eureka, format!("{title}: {chain}"));
                chains += 1;
            }
            None => assert_eq!(eureka, words),
        }
    }
    assert!(chains > 0);
    let first = steps[0]["eureka"].as_str().ok_or("a chain")?;
    assert!(first.contains(" => "), "{first}");
    Ok(())
}

#[test]
fn headings_are_the_names_of_techniques() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let told = lines(&countless(&["sudoku", "explain", PUZZLE]).stdout);
    for name in ["steps.html", "steps.svg"] {
        countless(&["sudoku", "explain", PUZZLE, "-o", &path(name)]);
    }
    let (html, svg) = (
        fs::read_to_string(path("steps.html"))?,
        fs::read_to_string(path("steps.svg"))?,
    );
    let drawn = texts(&svg);
    for line in &told[1..told.len() - 2] {
        let (heading, _) = line.split_once(':').ok_or("a name")?;
        assert!(html.contains(&format!("<h2>{heading}</h2>")), "{heading}");
        assert!(drawn.iter().any(|text| text == heading), "{heading}");
    }
    Ok(())
}

#[test]
fn links_of_chains_are_drawn() -> Result<(), Box<dyn std::error::Error>> {
    // The hardest technique of this puzzle is an alternating chain.
    let puzzle =
        "..5..37.........4.....6..23..8....59........2....51...21.9..5...9.73.4.1.3..4....";
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("steps.svg").display().to_string();
    let output = countless(&["sudoku", "explain", puzzle, "-o", &path]);
    assert_eq!(output.status.code(), Some(0));
    let svg = fs::read_to_string(&path)?;
    let output = countless(&["sudoku", "explain", puzzle, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let steps = json["steps"].as_array().ok_or("an array")?;
    let mut links = [0; 2];
    for step in steps {
        let chains = step["chains"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        for chain in chains {
            let chain = chain.as_array().ok_or("an array")?;
            links[0] += chain.len() / 2;
            links[1] += chain.len() / 2 - 1;
        }
    }
    let drawn = ["strong", "weak"].map(|class| count(&svg, class));
    assert!(
        links[0] > 1 && drawn[0] >= links[0] && drawn[1] >= links[1],
        "{links:?} {drawn:?}"
    );
    Ok(())
}

#[test]
fn pictures_of_several_puzzles_have_no_place_in_one_drawing() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("steps.svg");
    let name = path.display().to_string();
    let output = countless(&[
        "sudoku",
        "explain",
        "data/puzzles.txt",
        "--limit",
        "2",
        "-o",
        &name,
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!path.exists());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("an .svg file holds one puzzle"), "{stderr}");
    let name = folder.path().join("steps.html").display().to_string();
    let output = countless(&[
        "sudoku",
        "explain",
        "data/puzzles.txt",
        "-o",
        &name,
        "--limit",
        "2",
    ]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&name)?.matches("<section>").count(), 2);
    let output = countless(&["sudoku", "explain", "data/puzzles.txt", "-o", "steps.png"]);
    assert_eq!(output.status.code(), Some(2));
    Ok(())
}

#[test]
fn a_hint_is_the_next_step_and_no_more() {
    let explained = lines(&countless(&["sudoku", "explain", PUZZLE]).stdout);
    let hint = countless(&["sudoku", "hint", PUZZLE]);
    assert_eq!(hint.status.code(), Some(0));
    let hint = lines(&hint.stdout);
    assert_eq!(hint.len(), 1);
    assert_eq!(explained[2], format!("2. {}", hint[0]));
    let json = countless(&["sudoku", "hint", PUZZLE, "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).expect("an object");
    assert_eq!(json["step"]["text"], hint[0]);
    assert_eq!(json["step"]["technique"], "hidden-single");
    let graded = |grade| lines(&countless(&["sudoku", "hint", PUZZLE, "--grade", grade]).stdout);
    let place = json["step"]["units"][0].as_str().expect("a house");
    assert_eq!(graded("1"), [format!("Look at {place}.")]);
    assert_eq!(graded("2"), [format!("Hidden single: look at {place}.")]);
    assert_eq!(graded("3"), hint);
    let solved = countless(&["sudoku", "hint", SOLUTION]);
    assert_eq!(lines(&solved.stdout), ["The puzzle is solved."]);
    let folder = Folder::new();
    let both = folder.file("both.txt", format!("{PUZZLE}\n{SOLUTION}\n"));
    let both = lines(&countless(&["sudoku", "hint", &both]).stdout);
    assert_eq!(both[0], format!("Puzzle 1: {}", hint[0]));
    assert_eq!(both[1..], ["Puzzle 2: The puzzle is solved."]);
    let wrong = format!("12345678.........9{}", ".".repeat(63));
    let wrong = countless(&["sudoku", "hint", &wrong]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(lines(&wrong.stdout)[0].contains("is wrong"));
}

#[test]
fn a_hint_starts_from_the_marks_of_the_player() {
    let marks = lines(&countless(&["sudoku", "show", PUZZLE, "--marks"]).stdout).concat();
    assert_eq!(marks.len(), 729);
    let without = |cell: usize, digit: u8| {
        let mut marks = marks.clone().into_bytes();
        let at = 9 * cell + usize::from(digit) - 1;
        assert_eq!(marks[at], b'0' + digit);
        marks[at] = b'.';
        String::from_utf8(marks).expect("ASCII")
    };
    let hint = |marks: &str, grade| countless(&["sudoku", "hint", marks, "--grade", grade]);
    // r1c3 is 9: without 2 and 5 it has a single candidate.
    let of_player = without(2, 2);
    let of_player = {
        let mut marks = of_player.into_bytes();
        marks[9 * 2 + 4] = b'.';
        String::from_utf8(marks).expect("ASCII")
    };
    for (grade, start) in [
        ("1", "Look at "),
        ("2", "Hidden single"),
        ("3", "Hidden single"),
    ] {
        let output = hint(&of_player, grade);
        assert_eq!(output.status.code(), Some(0));
        let text = lines(&output.stdout).join(" ");
        assert!(text.starts_with(start), "{text}");
    }
    // The digit of the solution was removed.
    let wrong = hint(&without(2, 9), "3");
    assert_eq!(wrong.status.code(), Some(1));
    let text = lines(&wrong.stdout).join(" ");
    assert!(text.contains("a candidate was wrongly removed"), "{text}");
}

#[test]
fn a_technique_that_there_is_not_is_an_error() {
    let output = countless(&["sudoku", "explain", PUZZLE, "--upto", "magic"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("`countless help techniques` lists the names"),
        "{stderr}"
    );
}
