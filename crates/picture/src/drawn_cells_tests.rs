//! Positions of digits in drawings and texts of random puzzles.

#[path = "../../../tests/all/common/svg.rs"]
mod svg;

use countless_sudoku::puzzles::ChunkReader;
use countless_sudoku::puzzles::ChunkReaderOptions;
use countless_sudoku::{Grid, PencilMarks, Puzzle};
use countless_table::Input;
use proptest::prelude::*;

use super::diagram::CellContent;
use super::{Diagram, Figure, GridStyle, Paint, grid_text, picture};
use svg::{BLANK, SIDE, marks};

const SOLUTION: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Content of each cell, as an SVG of a grid shows it.
fn cells(svg: &str) -> [CellContent; 81] {
    let mut cells = [CellContent::Empty; 81];
    for mark in marks(svg) {
        let digit = mark.character.to_digit(10).expect("a digit") as u8;
        let (across, down) = ((mark.x - BLANK) / SIDE, (mark.y - BLANK) / SIDE);
        let cell = 9 * (9.0 * down) as usize + (9.0 * across) as usize;
        cells[cell] = match (mark.class.as_str(), cells[cell]) {
            ("given", CellContent::Empty) => CellContent::Given(digit),
            ("solved", CellContent::Empty) => CellContent::Solved(digit),
            ("candidate", before) => {
                let third = |part: f64| (27.0 * part) as u8 % 3;
                assert_eq!(3 * third(down) + third(across) + 1, digit);
                let set = match before {
                    CellContent::Empty => 0,
                    CellContent::Candidates(set) => set,
                    _ => panic!("candidates beside a digit"),
                };
                CellContent::Candidates(set | 1 << (digit - 1))
            }
            (class, before) => panic!("{class} over {before:?}"),
        };
    }
    cells
}

fn drawn(diagram: Diagram) -> String {
    picture(
        &Figure::Grid(Box::new(diagram)),
        "a grid & its <title>",
        None,
    )
    .to_svg()
}

/// Puzzles and solutions: a solution with its digits exchanged, and some of them removed.
fn puzzles() -> impl Strategy<Value = (Grid, Grid)> {
    let digits = Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
    (digits, prop::collection::vec(any::<bool>(), 81)).prop_map(|(digits, kept)| {
        let solution: Grid = SOLUTION.parse().expect("a grid");
        let solution = solution.digits().map(|digit| digits[digit as usize - 1]);
        let mut puzzle = solution;
        for (digit, kept) in puzzle.iter_mut().zip(kept) {
            *digit *= u8::from(kept);
        }
        let grid = |digits| Grid::new(digits).expect("digits");
        (grid(puzzle), grid(solution))
    })
}

fn sees(a: usize, b: usize) -> bool {
    let square = |cell: usize| (cell / 27, cell % 9 / 3);
    a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_svg_has_every_digit_in_its_cell((puzzle, solution) in puzzles()) {
        let shown = cells(&drawn(Diagram::of(&puzzle.into())));
        let answer = cells(&drawn(Diagram::of(&puzzle.into()).with_solution(solution.digits())));
        for cell in 0..81 {
            let given = CellContent::Given(puzzle.digits()[cell]);
            let blank = puzzle.digits()[cell] == 0;
            prop_assert_eq!(shown[cell], if blank { CellContent::Empty } else { given });
            prop_assert_eq!(answer[cell], if blank { CellContent::Solved(solution.digits()[cell]) } else { given });
        }
    }

    #[test]
    fn candidates_are_what_the_clues_leave((puzzle, _) in puzzles()) {
        let diagram = Diagram::of(&puzzle.into()).with_candidates();
        for (cell, shown) in cells(&drawn(diagram.clone())).into_iter().enumerate() {
            let seen = |digit| (0..81).any(|other| puzzle.digits()[other] == digit && sees(cell, other));
            let left = (1..=9).filter(|&digit| !seen(digit));
            let left = left.fold(0, |set, digit| set | 1 << (digit - 1));
            let expected = match puzzle.digits()[cell] {
                0 => CellContent::Candidates(left),
                digit => CellContent::Given(digit),
            };
            prop_assert_eq!(shown, expected);
        }
        // The text has equal digits in equal order.
        let text = grid_text(&diagram, GridStyle::Ascii, Paint::Plain);
        let rows = text.lines().filter(|line| line.starts_with('|'));
        let fields: Vec<String> = rows
            .flat_map(|row| row.split(['|', ' ']).filter(|field| !field.is_empty()))
            .map(str::to_owned)
            .collect();
        let wanted = diagram.cells().iter().map(|&cell| match cell {
            CellContent::Candidates(set) => (1..=9)
                .filter(|digit| set >> (digit - 1) & 1 == 1)
                .map(|digit| digit.to_string())
                .collect(),
            CellContent::Given(digit) => digit.to_string(),
            other => format!("{other:?}"),
        });
        prop_assert_eq!(fields, wanted.collect::<Vec<String>>());
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        prop_assert!(widths.iter().all(|width| *width == widths[0]), "{}", text);
    }

    #[test]
    fn a_grid_as_text_is_read_back((puzzle, _) in puzzles(), ascii in any::<bool>()) {
        let style = if ascii { GridStyle::Ascii } else { GridStyle::Unicode };
        let text = grid_text(&Diagram::of(&puzzle.into()), style, Paint::Plain);
        let input = Input::new("text", std::io::Cursor::new(text), None)?;
        let reader = ChunkReader::new(input, &ChunkReaderOptions::new())?;
        let layout = reader.format().clone();
        let mut read = Vec::new();
        for chunk in reader {
            layout.parse(&chunk?, |record| read.push(record.puzzle));
        }
        prop_assert_eq!(read, [Ok(Puzzle::Grid(puzzle))]);
    }

    #[test]
    fn pencil_marks_are_drawn_as_they_are(sets in prop::collection::vec(0..512_u16, 81)) {
        let text: String = sets
            .iter()
            .flat_map(|set| (1..=9).map(move |d| (set >> (d - 1) & 1, d)))
            .map(|(some, digit)| if some == 1 { digit.to_string() } else { ".".to_owned() })
            .collect();
        let marks: PencilMarks = text.parse()?;
        let diagram = Diagram::of(&Puzzle::Pencilled(Box::new(marks)));
        for (shown, set) in cells(&drawn(diagram)).into_iter().zip(sets) {
            prop_assert_eq!(shown, match set.count_ones() {
                0 => CellContent::Empty,
                1 => CellContent::Given(set.trailing_zeros() as u8 + 1),
                _ => CellContent::Candidates(set.into()),
            });
        }
    }
}
