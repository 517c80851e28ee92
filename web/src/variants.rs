//! Sudokus of other layouts and rules.

use std::ops::ControlFlow;

use countless_sudoku::{Level, Rating, Status, TraceOptions};
use countless_variants::{GenerateVariants, Shape};
use serde_json::json;

use super::fault::{Answer, Fault};
use super::places::{Marks, Places, digits_of, marks_of};
use super::report::run;
use super::request::{number_to, parsed};
use super::rules::{BoardRules, Explained, Rules, StepVisitor, explained};
use super::sudoku_request::Request;

/// Least number of parts of a count.
const PARTS: usize = 64;

// Candidates removed by hand do not restrict a search, unless they leave one digit to a cell.
impl BoardRules for Shape {
    fn places(&self) -> Places {
        Places::of(self)
    }

    fn parse(&self, text: &str) -> Result<Vec<u8>, Fault> {
        Ok(self.parse_attempt(text)?)
    }

    fn solve(&self, marks: &[u32]) -> Result<(Status, Option<Vec<u8>>), Fault> {
        let (status, solution) = Shape::solve(self, &digits_of(marks), &run())?;
        Ok((status, (status != Status::None).then_some(solution)))
    }
}

impl Rules for Shape {
    fn split(&self, marks: &[u32]) -> Vec<Marks> {
        let parts = Shape::split(self, &digits_of(marks), PARTS).into_iter();
        parts.map(|part| marks_of(&part, self.digits())).collect()
    }

    fn count(&self, marks: &[u32], _: &mut dyn FnMut(u128)) -> Result<u128, Fault> {
        Ok(Shape::count(self, &digits_of(marks), u64::MAX, &run())?.into())
    }

    fn list(&self, marks: &[u32], visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) {
        Shape::list(self, &digits_of(marks), &run(), visit);
    }

    fn explain(&self, marks: &[u32], visit: StepVisitor<'_>) -> Result<Explained, Fault> {
        let trace = Shape::explain(self, &digits_of(marks), TraceOptions::new(), &run())?;
        Ok(explained(trace, visit))
    }

    fn rate(&self, marks: &[u32]) -> Result<Option<Rating>, Fault> {
        Ok(Shape::rate(self, &digits_of(marks), &run())?)
    }

    fn generate(&self, request: &Request) -> Answer {
        let number = number_to("count", request.count, 1, 100)?;
        let level: Option<Level> = parsed("level", request.level.as_deref())?;
        let run = run();
        let generate = GenerateVariants::new(self.clone(), number, request.seed, None, &run)?;
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
                "level": level,
            }));
        })?;
        Ok(json!({ "puzzles": puzzles }))
    }
}
