//! Reference definitions for tests of techniques: puzzles, states, and the cells that see each
//! other by the rules alone.

use std::sync::LazyLock;

use countless_engine::Run;
use countless_sudoku::internals::techniques::{Classic, Frame, TechniqueSearch, next_deduction};
use countless_sudoku::{
    Cell, Generate, GenerateOptions, Grid, GridHouse, Level, SolvingState, Technique,
};
use proptest::prelude::*;

/// State of 81 cells.
pub type State = SolvingState<Classic>;

static PUZZLES: LazyLock<Vec<Grid>> = LazyLock::new(read_and_generate);

/// Puzzles of `data/puzzles.txt`, and 60 generated expert puzzles.
pub fn puzzles() -> &'static [Grid] {
    &PUZZLES
}

fn read_and_generate() -> Vec<Grid> {
    let text = std::fs::read_to_string("../../data/puzzles.txt").expect("it is readable");
    let lines = text.lines().filter_map(|line| line.get(..81));
    let mut puzzles: Vec<Grid> = lines
        .map(|line| line.parse().expect("the file has puzzles"))
        .collect();
    let options = GenerateOptions::new().count(60).level(Some(Level::Expert));
    let generate = Generate::new(options).expect("that can be made");
    let made = Run::new().for_each(&generate, |made| puzzles.push(made.puzzle));
    made.expect("they are made");
    puzzles
}

/// Symmetries of the classic sudoku: bands, lines, transposition and digits.
pub fn shuffled() -> impl Strategy<Value = Frame> {
    let three = || Just([0, 1, 2]).prop_shuffle();
    let lines = move || (three(), three(), three(), three());
    let digits = Just((0..9).collect::<Vec<usize>>()).prop_shuffle();
    let of = |(bands, first, second, third): ([usize; 3], _, _, _), line: usize| {
        let within: [[usize; 3]; 3] = [first, second, third];
        3 * bands[line / 3] + within[line / 3][line % 3]
    };
    (any::<bool>(), lines(), lines(), digits).prop_map(move |(turned, rows, columns, digits)| {
        let cells = (0..81).map(|cell| {
            let (row, column) = (of(rows, cell / 9), of(columns, cell % 9));
            if turned {
                9 * column + row
            } else {
                9 * row + column
            }
        });
        Frame {
            cells: cells.collect(),
            digits,
        }
    })
}

/// Image of a puzzle under a frame.
pub fn image(puzzle: &Grid, frame: &Frame) -> Grid {
    let mut image = Grid::BLANK;
    for (cell, &digit) in puzzle.digits().iter().enumerate() {
        image = image.with_cell(frame.cell(cell), frame.value(digit));
    }
    image
}

/// States of [`puzzles`] in which no technique up to `technique` applies, each with its puzzle.
pub fn states_beyond(technique: Technique) -> Vec<(Grid, State)> {
    let mut states = Vec::new();
    for &puzzle in puzzles() {
        let mut state = State::of(&puzzle);
        let mut easy = TechniqueSearch::new(&Classic, technique, false);
        let mut all = TechniqueSearch::new(&Classic, Technique::AlsChain, true);
        loop {
            while let Some(deduction) = next_deduction(&mut easy, &state) {
                deduction.apply(&mut state);
            }
            if state.is_solved() {
                break;
            }
            states.push((puzzle, state.clone()));
            match next_deduction(&mut all, &state) {
                Some(deduction) => deduction.apply(&mut state),
                None => break,
            }
        }
    }
    states
}

/// Cells of each house.
pub fn houses() -> Vec<[usize; 9]> {
    let cells = GridHouse::all().map(|unit| unit.cells().map(Cell::index));
    cells.collect()
}

/// True if two cells share a row, a column or a box.
pub fn sees(a: usize, b: usize) -> bool {
    let square = |cell: usize| (cell / 27, cell % 9 / 3);
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || square(a) == square(b))
}

/// True if a digit is a candidate of a cell.
pub fn has(state: &State, digit: usize, cell: usize) -> bool {
    state.candidates_of(cell) >> digit & 1 != 0
}

/// Cells of a set with the digit as a candidate.
pub fn places(state: &State, set: &[usize], digit: usize) -> Vec<usize> {
    let set = set.iter().copied();
    set.filter(|&cell| has(state, digit, cell)).collect()
}

/// Candidates of some cells, one bit each.
pub fn digits(state: &State, set: &[usize]) -> u32 {
    set.iter()
        .fold(0, |all, &cell| all | state.candidates_of(cell))
}

/// True if some place of a digit sees all of `cells`; false if these are empty.
pub fn is_seen_by_all(state: &State, digit: usize, cells: &[usize]) -> bool {
    let mut all = 0..81;
    !cells.is_empty()
        && all.any(|cell| has(state, digit, cell) && cells.iter().all(|&other| sees(other, cell)))
}

/// All subsets of some cells, including the empty one.
pub fn subsets(cells: &[usize]) -> Vec<Vec<usize>> {
    let all = (0..1_usize << cells.len()).map(|chosen| {
        let set = (0..cells.len()).filter(|i| chosen >> i & 1 != 0);
        set.map(|i| cells[i]).collect()
    });
    all.collect()
}
