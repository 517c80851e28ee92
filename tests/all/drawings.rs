//! Drawings: positions in text, SVG, PNG and PDF.

use std::fs;
use std::path::Path;

use crate::common::svg::{BLANK, SIDE, marks, texts};
use crate::common::{countless, lines};
use countless::queens::{fundamental, is_solution};
use countless::sudoku::{Grid, PencilMarks};
use tiny_skia::Pixmap;

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Folder of a test with the puzzles of the project.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folder"))
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// Draws to a file of this name; returns the exit code.
    fn draw(&self, args: &[&str], name: &str) -> Option<i32> {
        let path = self.path(name);
        let output = countless(&[args, &["-o", path.to_str().expect("text")]].concat());
        output.status.code()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is readable");
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("text")
            })
            .collect();
        names.sort();
        names
    }
}

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles.txt");

#[test]
fn text_is_as_it_was() {
    let output = countless(&["sudoku", "show", PUZZLE, "--ascii", "--answers"]);
    let expected = "\
+-------+-------+-------+
| 4 . . | . . . | 8 . 5 |
| . 3 . | . . . | . . . |
| . . . | 7 . . | . . . |
+-------+-------+-------+
| . 2 . | . . . | . 6 . |
| . . . | . 8 . | 4 . . |
| . . . | . 1 . | . . . |
+-------+-------+-------+
| . . . | 6 . 3 | . 7 . |
| 5 . . | 2 . . | . . . |
| 1 . 4 | . . . | . . . |
+-------+-------+-------+

+-------+-------+-------+
| 4 1 7 | 3 6 9 | 8 2 5 |
| 6 3 2 | 1 5 8 | 9 4 7 |
| 9 5 8 | 7 2 4 | 3 1 6 |
+-------+-------+-------+
| 8 2 5 | 4 3 7 | 1 6 9 |
| 7 9 1 | 5 8 6 | 4 3 2 |
| 3 4 6 | 9 1 2 | 7 5 8 |
+-------+-------+-------+
| 2 8 9 | 6 4 3 | 5 7 1 |
| 5 7 3 | 2 9 1 | 6 8 4 |
| 1 6 4 | 8 7 5 | 2 9 3 |
+-------+-------+-------+
";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    let output = countless(&["sudoku", "show", PUZZLE, "--candidates"]);
    let shown = lines(&output.stdout);
    assert_eq!(
        shown[..3],
        [
            "┌──────────────────────┬──────────────────────┬────────────────────┐",
            "│ 4     1679   12679   │ 139   2369   1269    │ 8     1239  5      │",
            "│ 26789 3      1256789 │ 14589 24569  1245689 │ 12679 1249  124679 │",
        ]
    );
}

#[test]
fn a_sheet_has_its_puzzles_names_levels_and_answers() {
    let folder = Folder::new();
    let args = [
        "sudoku",
        "show",
        PUZZLES,
        "--per-page",
        "6",
        "--limit",
        "6",
        "--answers",
    ];
    assert_eq!(folder.draw(&args, "page.svg"), Some(0));
    assert_eq!(folder.names(), ["page-answers.svg", "page.svg"]);
    let page = text_of(&folder.path("page.svg"));
    let given =
        |svg: &str, class: &str| marks(svg).iter().filter(|mark| mark.class == class).count();
    // The tags of these puzzles are their numbers of clues.
    let clues: usize = text_of(Path::new(PUZZLES))
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take(6)
        .map(|line| {
            line.split_whitespace()
                .nth(1)
                .expect("a tag")
                .parse::<usize>()
                .expect("clues")
        })
        .sum();
    assert_eq!(given(&page, "given"), clues);
    let answers = text_of(&folder.path("page-answers.svg"));
    assert_eq!(given(&answers, "given"), clues);
    assert_eq!(given(&answers, "solved"), 6 * 81 - clues);
    let document = roxmltree::Document::parse(&page).expect("it is XML");
    let root = document.root_element();
    assert_eq!(
        (root.attribute("width"), root.attribute("height")),
        (Some("210mm"), Some("297mm"))
    );
    let words = texts(&page);
    assert!(
        ["Sudoku", "1 · 31"]
            .iter()
            .all(|text| words.iter().any(|word| word == text)),
        "{words:?}"
    );
    assert_eq!(words.iter().filter(|word| *word == "easy").count(), 6);
    assert!(texts(&answers).contains(&"Answers".to_owned()));
}

#[test]
fn more_figures_than_fit_go_to_numbered_files_or_pages() {
    let folder = Folder::new();
    let args = [
        "sudoku",
        "show",
        PUZZLES,
        "--per-page",
        "4",
        "--limit",
        "40",
        "--answers",
    ];
    assert_eq!(folder.draw(&args, "book.pdf"), Some(0));
    let book = fs::read(folder.path("book.pdf")).expect("the file is there");
    let pages = book
        .windows(9)
        .filter(|bytes| bytes == b"/Count 20")
        .count();
    assert!(book.starts_with(b"%PDF-") && pages == 1);
    fs::remove_file(folder.path("book.pdf")).expect("it can be removed");
    assert_eq!(folder.draw(&args[..7], "p.svg"), Some(0));
    let names: Vec<String> = (1..=10).map(|page| format!("p-{page:02}.svg")).collect();
    assert_eq!(folder.names(), names);
}

#[test]
fn a_png_is_as_wide_as_wanted_and_inked_where_there_are_digits() {
    let folder = Folder::new();
    let args = ["sudoku", "show", PUZZLE, "--width", "640"];
    assert_eq!(folder.draw(&args, "puzzle.png"), Some(0));
    let image = Pixmap::load_png(folder.path("puzzle.png")).expect("it is a PNG");
    assert_eq!((image.width(), image.height()), (640, 640));
    let pixels = 640.0 / (SIDE + 2.0 * BLANK);
    for (index, digit) in PUZZLE.chars().enumerate() {
        let side = SIDE / 9.0;
        let at = |line: usize| ((BLANK + side * (line as f64 + 0.15)) * pixels) as u32;
        let length = (side * 0.7 * pixels) as u32;
        let dark = (at(index / 9)..at(index / 9) + length)
            .flat_map(|y| (at(index % 9)..at(index % 9) + length).map(move |x| (x, y)))
            .filter(|&(x, y)| image.pixel(x, y).expect("inside").red() < 64)
            .count();
        let share = dark as f64 / f64::from(length * length);
        if digit == '.' {
            assert_eq!(dark, 0, "cell {index}");
        } else {
            assert!((0.1..0.5).contains(&share), "cell {index}: {share}");
        }
    }
    let args = [
        "queens",
        "show",
        "5",
        "--per-page",
        "1",
        "--paper",
        "letter",
    ];
    assert_eq!(folder.draw(&args, "board.png"), Some(0));
    let image = Pixmap::load_png(folder.path("board.png")).expect("it is a PNG");
    assert_eq!((image.width(), image.height()), (2550, 3300));
}

#[test]
fn a_contact_sheet_has_each_fundamental_solution_once() {
    let folder = Folder::new();
    assert_eq!(
        folder.draw(&["queens", "show", "8", "--all"], "sheet.svg"),
        Some(0)
    );
    let svg = text_of(&folder.path("sheet.svg"));
    let document = roxmltree::Document::parse(&svg).expect("it is XML");
    let boards = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("light"));
    let mut queens = marks(&svg);
    queens.retain(|mark| mark.class == "queen");
    let mut found = Vec::new();
    for board in boards {
        let numbers: Vec<f64> = board
            .attribute("d")
            .expect("a path")
            .split(|c: char| c.is_ascii_alphabetic() || c == ' ')
            .filter_map(|number| number.parse().ok())
            .collect();
        let (left, top) = (numbers[0], numbers[1]);
        let side = (numbers[4] - left) / 8.0;
        let mut columns = vec![0; 8];
        for queen in &queens {
            let (across, down) = ((queen.x - left) / side, (queen.y - top) / side);
            if (0.0..8.0).contains(&across) && (0.0..8.0).contains(&down) {
                columns[down as usize] = across as u32 + 1;
            }
        }
        assert!(is_solution(&columns), "{columns:?}");
        assert!(fundamental(&columns).is_some(), "{columns:?}");
        found.push(columns);
    }
    assert_eq!(queens.len(), 12 * 8);
    assert!(found.is_sorted_by(|a, b| a < b));
    assert_eq!(found.len(), 12);
    assert!(texts(&svg).contains(&"8 queens: 12 fundamental solutions".to_owned()));
    assert_eq!(svg.matches("half-turn").count(), 1);
    let text = countless(&["queens", "show", "6", "--all"]).stdout;
    assert_eq!(
        String::from_utf8_lossy(&text),
        "1 half-turn\n\
         . Q . . . .\n. . . Q . .\n. . . . . Q\nQ . . . . .\n. . Q . . .\n. . . . Q .\n"
    );
}

#[test]
fn a_board_is_drawn_as_it_is_given() {
    let given = ["--queens", "1:5,2:7", "--blocked", "8:8"];
    let text = |more: &[&str]| {
        let run = countless(&[&["queens", "show", "8"], &given[..], more].concat());
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        String::from_utf8(run.stdout).expect("it is text")
    };
    let board = text(&["--unsolved", "--coordinates", "--title", "A riddle"]);
    assert!(
        board.starts_with("A riddle\n\n  1 2 3 4 5 6 7 8\n1 . . . . Q . . .\n"),
        "{board}"
    );
    assert!(board.ends_with("8 . . . . . . . #\n"), "{board}");
    let solved = text(&["--nth", "2"]);
    assert_eq!(solved.matches('Q').count(), 8);
    assert!(
        solved.starts_with(". . . . Q . . .\n. . . . . . Q .\n"),
        "{solved}"
    );
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("board.svg");
    let name = file.to_str().expect("the path is text");
    text(&["--coordinates", "--title", "A riddle", "-o", name]);
    let svg = text_of(&file);
    for class in ["queen", "found", "blocked", "coordinate", "title"] {
        assert!(svg.contains(&format!("class=\"{class}\"")), "{class}");
    }
    let attacked = ["queens", "show", "8", "--queens", "1:1,2:2"];
    let run = countless(&attacked);
    assert_eq!(run.status.code(), Some(1));
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(
        told.contains("8 queens on a board of 8 rows, with the given squares"),
        "{told}"
    );
    let twice = ["queens", "show", "8", "--queens", "1:1,1:3", "--unsolved"];
    assert_eq!(countless(&twice).status.code(), Some(2));
    for flag in ["--queens", "--blocked"] {
        let large = ["queens", "show", "33", flag, "1:1"];
        assert_eq!(countless(&large).status.code(), Some(2), "{flag}");
        let drawn = countless(&[&large[..], &["--unsolved"]].concat());
        assert_eq!(drawn.status.code(), Some(0), "{flag}");
    }
}

#[test]
fn characters_that_the_font_lacks_are_named_once() {
    let folder = Folder::new();
    let named = "warning: the font of drawings lacks 数 (U+6570), 独 (U+72EC): PNG and PDF show \
                 boxes, SVG another font\n";
    let stderr = |args: &[&str], name: &str| {
        let path = folder.path(name).display().to_string();
        let output = countless(&[args, &["-q", "-o", &path]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stderr).expect("it is text")
    };
    // Nine pages of puzzles and answers have the title.
    let pages = ["sudoku", "show", PUZZLES, "--per-page", "2", "--limit", "6"];
    let title = ["--answers", "--title", "数独 äß 数"];
    for name in ["p.pdf", "p.png", "p.svg"] {
        assert_eq!(
            stderr(&[&pages[..], &title].concat(), name),
            named,
            "{name}"
        );
    }
    assert_eq!(
        stderr(&["queens", "show", "8", "--title", "数独"], "q.png"),
        named
    );
    assert_eq!(
        stderr(&["queens", "show", "8", "--title", "Łódź Ωж"], "q.png"),
        ""
    );
    let tagged = folder.path("tagged.txt");
    fs::write(&tagged, format!("{PUZZLE} 数独\n")).expect("a file");
    let tagged = tagged.display().to_string();
    let page = ["sudoku", "show", &tagged, "--per-page", "1"];
    assert_eq!(stderr(&page, "t.pdf"), named);
    let cells = folder.path("cells.txt");
    let problem = "数 独 1.1 1.2 1.3 1.4\n数 1.1 1.2\n独 1.3 1.4\n";
    fs::write(&cells, problem).expect("a file");
    let cells = cells.display().to_string();
    assert_eq!(stderr(&["cover", "show", &cells], "c.svg"), named);
    // Text is in the fonts of the terminal.
    assert_eq!(
        stderr(&["queens", "show", "8", "--title", "数独"], "q.txt"),
        ""
    );
    let many: String = ('一'..='丐').collect();
    let many = stderr(&["queens", "show", "8", "--title", &many], "m.pdf");
    assert!(
        many.contains("丁 (U+4E01)") && many.contains("and 7 other characters: "),
        "{many}"
    );
}

#[test]
fn drawings_that_fail_have_an_error() {
    let folder = Folder::new();
    assert_eq!(
        folder.draw(&["sudoku", "show", PUZZLE], "puzzle.bmp"),
        Some(2)
    );
    assert_eq!(
        folder.draw(&["sudoku", "show", PUZZLE, "--width", "99"], "x.svg"),
        Some(2)
    );
    assert_eq!(
        folder.draw(&["sudoku", "show", PUZZLE, "--per-page", "2"], "x.txt"),
        Some(2)
    );
    assert_eq!(
        folder.draw(&["queens", "show", "15", "--all"], "x.svg"),
        Some(2)
    );
    assert_eq!(
        folder.draw(&["queens", "show", "3", "--all"], "x.svg"),
        Some(1)
    );
    assert!(folder.names().is_empty());
    for (puzzle, why) in [
        (".".repeat(81), "several solutions"),
        (none(), "no solution"),
    ] {
        let output = countless(&["sudoku", "show", &puzzle, "--answers"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            lines(&output.stdout).len(),
            13,
            "the puzzle itself is shown"
        );
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(why), "{stderr}");
    }
    let output = countless(&["sudoku", "show", PUZZLE, "--per-page", "4"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Puzzle without solution in which no house repeats a digit.
fn none() -> String {
    format!("12345678.{}9{}", ".".repeat(8), ".".repeat(63))
}

#[test]
fn pencil_marks_are_shown_and_answered() {
    let marks = PencilMarks::from(&PUZZLE.parse::<Grid>().expect("a grid")).to_string();
    let output = countless(&["sudoku", "show", &marks, "--ascii", "--answers"]);
    assert_eq!(output.status.code(), Some(0));
    let shown = lines(&output.stdout);
    assert!(
        shown[1].starts_with("| 4         123456789 123456789 |"),
        "{}",
        shown[1]
    );
    assert_eq!(shown[15], "| 4 1 7 | 3 6 9 | 8 2 5 |");
}

#[test]
fn candidates_are_written_as_pencil_marks() {
    let output = countless(&["sudoku", "show", PUZZLE, "--marks"]);
    assert_eq!(output.status.code(), Some(0));
    let [line] = &lines(&output.stdout)[..] else {
        panic!("{output:?}")
    };
    let clues: Vec<u8> = PUZZLE.bytes().map(|clue| clue.wrapping_sub(b'0')).collect();
    let sees = |a: usize, b: usize| {
        let square = |cell: usize| (cell / 27, cell % 9 / 3);
        a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b)
    };
    for (at, mark) in line.bytes().enumerate() {
        let (cell, digit) = (at / 9, at % 9 + 1);
        let is_clue = (1..=9).contains(&clues[cell]);
        let has = if is_clue {
            usize::from(clues[cell]) == digit
        } else {
            !(0..81).any(|other| sees(cell, other) && usize::from(clues[other]) == digit)
        };
        let expected = if has { b'0' + digit as u8 } else { b'.' };
        assert_eq!(mark, expected, "{digit} in cell {cell}");
    }
    assert_eq!(line.len(), 729);
    let output = countless(&["sudoku", "rate", line]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for refused in [
        &["--marks", "--candidates"][..],
        &["--marks", "-o", "x.svg"],
        &["--marks", "--size", "4"],
    ] {
        let output = countless(&[&["sudoku", "show", PUZZLE][..], refused].concat());
        assert_eq!(output.status.code(), Some(2), "{refused:?}: {output:?}");
    }
    assert!(!Path::new("x.svg").exists());
}
