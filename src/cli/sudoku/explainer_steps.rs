//! Steps of Sudoku Explainer, for `countless sudoku explain --scale se`.

use countless::sudoku::{
    ExplainerRating, ExplainerTrace, PencilMarks, RatedStep, Solver, Status, tenths_text,
};
use countless::variants::{Shape, digits_text};
use countless_picture::{Paint, StepMarks, candidates_text};
use serde_json::{Value, json};

use super::super::output::plural;

/// Explanation of a classic puzzle by the steps of Sudoku Explainer.
pub struct ExplainerSteps {
    marks: PencilMarks,
    /// Status of the puzzle. Only puzzles with one solution have steps.
    pub status: Status,
    /// Most steps.
    most: u64,
    /// True if the candidates are drawn after each step.
    grid: bool,
}

impl ExplainerSteps {
    /// Prepares to explain a puzzle in at most `most` steps.
    pub fn new(marks: PencilMarks, most: u64, grid: bool) -> Self {
        let status = Status::of_count(Some(Solver::new().count(marks, 2)));
        Self {
            marks,
            status,
            most,
            grid,
        }
    }

    /// Steps up to the limit, each with the candidates after it, and the rating of the puzzle.
    fn steps(&self) -> (Vec<(RatedStep, Vec<u32>)>, ExplainerRating) {
        let mut trace = ExplainerTrace::new(&self.marks);
        let mut steps = Vec::new();
        while (steps.len() as u64) < self.most
            && let Some(step) = trace.next()
        {
            steps.push((step, trace.candidates().map(u32::from).to_vec()));
        }
        trace.by_ref().for_each(drop);
        (steps, trace.rating())
    }

    /// Lines of the explanation, without a line end.
    pub fn lines(&self, paint: Paint) -> Vec<String> {
        match self.status {
            Status::Unique => {}
            Status::None => return vec!["The puzzle has no solution.".to_owned()],
            _ => return vec!["The puzzle has several solutions, and no rating.".to_owned()],
        }
        let (steps, rating) = self.steps();
        let mut lines = Vec::new();
        for (number, (step, cells)) in (1..).zip(&steps) {
            let rating = tenths_text(step.rating);
            lines.push(format!("{number}. {rating} {}", step.text));
            if self.grid {
                let marks = StepMarks::of_removed(&step.removed);
                let grid = candidates_text(&Shape::classic(), cells, &marks, paint);
                lines.push(format!("\n{grid}"));
            }
        }
        let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(tenths_text);
        let level = rating.level();
        let steps = plural(steps.len() as u128, "step");
        lines.push(format!(
            "{steps}. ER {er}, EP {ep}, ED {ed}, level {level}."
        ));
        lines
    }

    /// Explanation as a JSON object.
    pub fn json(&self, puzzle: &str) -> Value {
        let mut json = json!({ "puzzle": puzzle, "status": self.status.name(), "steps": [] });
        if self.status != Status::Unique {
            return json;
        }
        let (steps, rating) = self.steps();
        let steps = steps.into_iter().map(|(step, cells)| {
            let mut json = json!({
                "rating": tenths(step.rating),
                "placed": step.placed,
                "removed": step.removed,
                "text": step.text,
            });
            if self.grid {
                let cells = cells.iter().map(|digits| {
                    let listed = (0..9).filter(|digit| digits >> digit & 1 != 0);
                    digits_text(&listed.map(|digit| digit + 1).collect::<Vec<u8>>())
                });
                json["candidates"] = cells.collect();
            }
            json
        });
        json["steps"] = steps.collect();
        json["level"] = json!(rating.level());
        for (name, value) in [("er", rating.er), ("ep", rating.ep), ("ed", rating.ed)] {
            json[name] = tenths(value);
        }
        json
    }
}

/// A rating as a number with one decimal.
fn tenths(rating: u16) -> Value {
    json!(f64::from(rating) / 10.0)
}
