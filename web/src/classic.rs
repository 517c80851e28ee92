//! The classic layout of sudokus.

use std::ops::ControlFlow;

use countless_sudoku::puzzles::{ReadOptions, visit_text};
use countless_sudoku::{
    Attempt, Cell, ErRange, ExplainerRating, ExplainerTrace, Generate, GenerateOptions, Grid,
    GridHouse, Pattern, PencilMarks, Puzzle, Rating, Solved, Solver, Status, Symmetry, Trace,
    TraceOptions, rate_unique_marks, split,
};
use serde_json::{Value, json};

use super::fault::{Answer, Fault};
use super::request::{number_to, parsed};
use super::rules::{Explained, Marks, Places, Rules, StepVisitor, explained, visit_steps};
use super::sudoku_board::{Board, grid_text, texts};
use super::sudoku_request::Request;

/// Number of parts of a count.
const PARTS: usize = 256;
/// Solutions between two looks at the clock.
const PER_LOOK: u128 = 1 << 14;

/// Rules of the classic layout.
pub struct Classic;

fn pencilled(marks: &[u32]) -> PencilMarks {
    PencilMarks::of(std::array::from_fn(|cell| marks[cell] as u16))
}

impl Rules for Classic {
    fn places(&self) -> Places {
        let groups = GridHouse::all().map(|house| {
            let cells = house.cells().map(|cell| cell.index() as u16);
            (house.to_string(), cells.to_vec())
        });
        Places {
            side: 9,
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

    fn split(&self, marks: &[u32]) -> Vec<Marks> {
        let parts = split(&pencilled(marks), PARTS).into_iter();
        parts
            .map(|part| part.cells().map(u32::from).to_vec())
            .collect()
    }

    fn count(
        &self,
        marks: &[u32],
        limit: u64,
        found: &mut dyn FnMut(u128) -> ControlFlow<()>,
    ) -> Result<u128, Fault> {
        let mut next_look = 0;
        Ok(
            Solver::new().count_while(pencilled(marks), &mut |solutions| {
                if solutions < next_look && solutions < limit.into() {
                    return ControlFlow::Continue(());
                }
                next_look = solutions + PER_LOOK;
                found(solutions)
            }),
        )
    }

    fn list(&self, marks: &[u32], visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
        Solver::new().list(pencilled(marks), u64::MAX, &mut |solution| {
            visit(solution.digits())
        });
    }

    fn explain(
        &self,
        marks: &[u32],
        options: TraceOptions,
        visit: StepVisitor<'_>,
    ) -> Result<Explained, Fault> {
        let marks = pencilled(marks);
        let puzzle = match marks.as_grid() {
            Some(grid) => Puzzle::Grid(grid),
            None => Puzzle::Pencilled(Box::new(marks)),
        };
        Ok(explained(Trace::of(&puzzle, options), visit))
    }

    fn rate(&self, marks: &[u32]) -> Result<Option<Rating>, Fault> {
        Ok(Some(rate_unique_marks(&pencilled(marks))))
    }

    fn explainer(
        &self,
        marks: &[u32],
        limit: u64,
        visit: StepVisitor<'_>,
    ) -> Option<ExplainerRating> {
        let mut trace = ExplainerTrace::new(&pencilled(marks)).steps(limit);
        visit_steps(&mut trace, ExplainerTrace::possible, visit);
        Some(trace.rating())
    }

    fn canonical(&self, digits: &[u8]) -> Option<(String, u64)> {
        let form = Grid::new(digits.try_into().ok()?)?.canonical()?;
        let text = form.form.to_string().replace('0', ".");
        Some((text, form.automorphisms.into()))
    }

    fn read(&self, request: &Request) -> Answer {
        let limit = number_to("limit", request.limit, 100, 10_000)? as usize;
        let (mut puzzles, mut rejects, mut more) = (Vec::new(), Vec::new(), false);
        let mut first = None;
        visit_text(&request.text, "text", &ReadOptions::new(), &mut |record| {
            if puzzles.len() == limit || rejects.len() == limit {
                more = true;
                return;
            }
            match record.puzzle {
                Ok(puzzle) => {
                    let marks = puzzle.marks().cells().map(u32::from);
                    let board = Board::of_marks(self, &marks);
                    puzzles.push(json!({
                        "line": record.line,
                        "puzzle": grid_text(&board.puzzle),
                        "removed": puzzle.grid().is_none().then(|| texts(board.removed)),
                        "tag": record.tag,
                        "solution": record.solution,
                    }));
                }
                Err(bad) => {
                    let (line, column) = (bad.line, bad.column);
                    let reason = bad.reason.to_string();
                    rejects.push(json!({ "line": line, "column": column, "reason": reason }));
                    first.get_or_insert_with(|| Fault::at(line, column, &reason));
                }
            }
        })?;
        if puzzles.is_empty() {
            return Err(first.unwrap_or_else(|| Fault::new("no puzzle: the text is empty")));
        }
        Ok(json!({ "puzzles": puzzles, "rejects": rejects, "more": more }))
    }

    fn generate(&self, request: &Request) -> Result<Vec<Value>, Fault> {
        let symmetry = match request.symmetry.as_deref() {
            None => Some(Symmetry::None),
            Some("random") => None,
            name => parsed("symmetry", name)?,
        };
        let options = GenerateOptions::new()
            .seed(request.seed)
            .count(number_to("count", request.count, 1, 100)?)
            .clues(request.clues)
            .level(parsed("level", request.level.as_deref())?)
            .technique(parsed("technique", request.technique.as_deref())?)
            .er(parsed::<ErRange>("er", request.er.as_deref())?)
            .symmetry(symmetry)
            .pattern(parsed::<Pattern>("pattern", request.pattern.as_deref())?)
            .minimal(request.minimal)
            .unique(request.unique.unwrap_or(true));
        let puzzles = Generate::new(options)
            .map_err(|error| Fault::new(&error))?
            .puzzles();
        Ok(puzzles.iter().map(|made| json!(made)).collect())
    }
}
