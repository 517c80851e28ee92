//! The classic layout of sudokus.

use std::ops::ControlFlow;

use countless_sudoku::{
    Attempt, Cell, Generate, GenerateOptions, GridHouse, PencilMarks, Puzzle, Rating, Solved,
    Solver, Status, Symmetry, Trace, TraceOptions, rate_unique_marks, split,
};
use serde_json::json;

use super::fault::{Answer, Fault};
use super::places::{Marks, Places};
use super::request::{number_to, parsed};
use super::rules::{BoardRules, Explained, Rules, StepVisitor, explained};
use super::sudoku_request::Request;

/// Number of parts of a count.
const PARTS: usize = 256;
/// Solutions between two looks at the clock.
const PER_LOOK: u128 = 1 << 14;

/// Rules of the classic layout.
pub struct Classic;

pub fn pencilled(marks: &[u32]) -> PencilMarks {
    PencilMarks::of(std::array::from_fn(|cell| marks[cell] as u16))
}

impl BoardRules for Classic {
    fn places(&self) -> Places {
        let groups = GridHouse::all().map(|house| {
            let cells = house.cells().map(|cell| cell.index() as u16);
            (house.to_string(), cells.to_vec())
        });
        Places {
            digits: 9,
            cells: Cell::all().collect(),
            groups: groups.collect(),
            sums: Vec::new(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<u8>, Fault> {
        let attempt = text.parse::<Attempt>();
        let attempt = attempt.map_err(|error| Fault::at(1, error.position, &error.fault))?;
        Ok(attempt.grid().digits().to_vec())
    }

    fn solve(&self, marks: &[u32]) -> Result<(Status, Option<Vec<u8>>), Fault> {
        let (status, solution) = match pencilled(marks).solve() {
            Solved::Unique(solution) => (Status::Unique, Some(solution)),
            Solved::Multiple(one, _) => (Status::Multiple, Some(one)),
            Solved::None => (Status::None, None),
        };
        Ok((status, solution.map(|solution| solution.digits().to_vec())))
    }
}

impl Rules for Classic {
    fn split(&self, marks: &[u32]) -> Vec<Marks> {
        let parts = split(&pencilled(marks), PARTS).into_iter();
        parts
            .map(|part| part.cells().map(u32::from).to_vec())
            .collect()
    }

    fn count(&self, marks: &[u32], found: &mut dyn FnMut(u128)) -> Result<u128, Fault> {
        let mut next_look = 0;
        Ok(
            Solver::new().count_while(pencilled(marks), &mut |solutions| {
                if solutions >= next_look {
                    next_look = solutions + PER_LOOK;
                    found(solutions);
                }
                ControlFlow::Continue(())
            }),
        )
    }

    fn list(&self, marks: &[u32], visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
        Solver::new().list(pencilled(marks), u64::MAX, &mut |solution| {
            visit(solution.digits())
        });
    }

    fn explain(&self, marks: &[u32], visit: StepVisitor<'_>) -> Result<Explained, Fault> {
        let marks = pencilled(marks);
        let puzzle = match marks.as_grid() {
            Some(grid) => Puzzle::Grid(grid),
            None => Puzzle::Pencilled(Box::new(marks)),
        };
        Ok(explained(Trace::of(&puzzle, TraceOptions::new()), visit))
    }

    fn rate(&self, marks: &[u32]) -> Result<Option<Rating>, Fault> {
        Ok(Some(rate_unique_marks(&pencilled(marks))))
    }

    fn generate(&self, request: &Request) -> Answer {
        let options = generate_options(request)?
            .level(parsed("level", request.level.as_deref())?)
            .technique(parsed("technique", request.technique.as_deref())?);
        made(options)
    }
}

/// Options of new puzzles of any difficulty.
pub fn generate_options(request: &Request) -> Result<GenerateOptions, Fault> {
    let symmetry = match request.symmetry.as_deref() {
        None => Some(Symmetry::None),
        Some("random") => None,
        name => parsed("symmetry", name)?,
    };
    Ok(GenerateOptions::new()
        .seed(request.seed)
        .count(number_to("count", request.count, 1, 100)?)
        .symmetry(symmetry))
}

/// Makes puzzles.
pub fn made(options: GenerateOptions) -> Answer {
    let generate = Generate::new(options).map_err(|error| Fault::new(&error))?;
    Ok(json!({ "puzzles": generate.puzzles() }))
}
