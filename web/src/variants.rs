//! Sudokus of other layouts and rules.

use std::ops::ControlFlow;

use countless_sudoku::{Level, Rating, Status, TraceOptions};
use countless_variants::{GenerateVariants, Shape};
use serde_json::{Value, json};

use super::fault::{Answer, Fault};
use super::report::run;
use super::request::{number_to, parsed};
use super::rules::{Explained, Marks, Places, Rules, StepVisitor, explained};
use super::sudoku_board::{digits_of, marks_of};
use super::sudoku_request::Request;

/// Least number of parts of a count.
const PARTS: usize = 64;

// Candidates removed by hand do not restrict a search, unless they leave one digit to a cell.
impl Rules for Shape {
    fn places(&self) -> Places {
        Places {
            side: self.side(),
            digits: self.digits(),
            cells: (0..self.cells()).map(|cell| self.cell(cell)).collect(),
            groups: self.groups(),
            sums: self.cages().map(|(_, sum)| sum).collect(),
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<u8>, Fault> {
        Ok(self.parse_attempt(text)?)
    }

    fn solve(&self, marks: &[u32]) -> Result<(Status, Option<Vec<u8>>), Fault> {
        let (status, solution) = Shape::solve(self, &digits_of(marks), &run())?;
        Ok((status, (status != Status::None).then_some(solution)))
    }

    fn split(&self, marks: &[u32]) -> Vec<Marks> {
        let parts = Shape::split(self, &digits_of(marks), PARTS).into_iter();
        parts.map(|part| marks_of(&part, self.digits())).collect()
    }

    fn count(
        &self,
        marks: &[u32],
        limit: u64,
        found: &mut dyn FnMut(u128) -> ControlFlow<()>,
    ) -> Result<u128, Fault> {
        let solutions = Shape::count(self, &digits_of(marks), limit, &run())?.into();
        // More than the limit is not counted in any case.
        let _ = found(solutions);
        Ok(solutions)
    }

    fn list(&self, marks: &[u32], visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
        Shape::list(self, &digits_of(marks), &run(), visit);
    }

    fn explain(
        &self,
        marks: &[u32],
        options: TraceOptions,
        visit: StepVisitor<'_>,
    ) -> Result<Explained, Fault> {
        let trace = Shape::explain(self, &digits_of(marks), options, &run())?;
        Ok(explained(trace, visit))
    }

    fn rate(&self, marks: &[u32]) -> Result<Option<Rating>, Fault> {
        Ok(Shape::rate(self, &digits_of(marks), &run())?)
    }

    fn read(&self, request: &Request) -> Answer {
        let lines = request.text.lines();
        let lines = lines.filter(|line| !line.trim_start().starts_with('#'));
        let lines: Vec<&str> = lines.collect();
        let digits = self.parse_attempt(lines.join("\n").trim_end())?;
        let puzzle = json!({
            "line": 1, "puzzle": self.write(&digits), "removed": null, "tag": null, "solution": null,
        });
        Ok(json!({ "puzzles": [puzzle], "rejects": [], "more": false }))
    }

    fn generate(&self, request: &Request) -> Result<Vec<Value>, Fault> {
        let number = number_to("count", request.count, 1, 100)?;
        let level: Option<Level> = parsed("level", request.level.as_deref())?;
        let run = run();
        let generate =
            GenerateVariants::new(self.clone(), number, request.seed, request.clues, &run)?;
        let generate = match level {
            Some(level) => generate.with_level(level)?,
            None => generate,
        };
        let mut puzzles = Vec::new();
        run.for_each(&generate, |made| {
            puzzles.push(json!({
                "puzzle": made.puzzle,
                "solution": made.solution,
                "clues": made.clues,
                "level": level.map(Level::name),
                "er": null,
            }));
        })?;
        Ok(puzzles)
    }
}
