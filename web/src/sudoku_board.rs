//! Board of a sudoku in a request: clues, entries and removed candidates.

use countless_sudoku::{Cell, Review, Status};
use serde_json::{Value, json};

use super::fault::{Fault, expected};
use super::places::{Marks, Places, digits_of, marks_of};
use super::rules::BoardRules;
use super::sudoku_request::Request;

/// Clues and entries of a player, who may have removed candidates. The digit 0 is an empty cell.
pub struct Board<'a> {
    pub rules: &'a dyn BoardRules,
    pub places: Places,
    pub puzzle: Vec<u8>,
    /// Clues and entries.
    pub attempt: Vec<u8>,
    /// Candidates removed by hand, bit 0 for a 1.
    pub removed: Marks,
}

impl<'a> Board<'a> {
    pub fn of(rules: &'a dyn BoardRules, request: &Request) -> Result<Self, Fault> {
        let grid = |name: &str, text: &Option<String>| {
            let digits = text.as_deref().map(|text| rules.parse(text));
            digits.transpose().map_err(|fault| fault.within(name))
        };
        let places = rules.places();
        let puzzle = grid("puzzle", &request.puzzle)?;
        let puzzle = puzzle.ok_or_else(|| expected("puzzle", "a text"))?;
        let removed = match &request.removed {
            Some(texts) => masks(texts, &places)?,
            None => vec![0; puzzle.len()],
        };
        Ok(Self {
            rules,
            attempt: grid("attempt", &request.attempt)?.unwrap_or_else(|| puzzle.clone()),
            puzzle,
            removed,
            places,
        })
    }

    /// Start of a search: the digits, and in empty cells all candidates but those removed by hand.
    pub fn marks(&self) -> Marks {
        self.without_removed(marks_of(&self.attempt, self.places.digits))
    }

    /// The candidates that neither a group nor the player excludes.
    pub fn candidates(&self) -> Marks {
        self.without_removed(self.places.candidates(&self.attempt))
    }

    fn without_removed(&self, mut marks: Marks) -> Marks {
        for (cell, marks) in marks.iter_mut().enumerate() {
            if self.attempt[cell] == 0 {
                *marks &= !self.removed[cell];
            }
        }
        marks
    }

    /// Status of marks, and a solution if there is one.
    pub fn solve(&self, marks: &[u32]) -> Result<(Status, Option<Vec<u8>>), Fault> {
        if self.places.are_lawful(&digits_of(marks)) {
            self.rules.solve(marks)
        } else {
            Ok((Status::None, None))
        }
    }

    /// The digits that are equal in all solutions, and 0 in other cells; `None` without a solution.
    pub fn common(&self, marks: &[u32]) -> Result<Option<Vec<u8>>, Fault> {
        let (status, solution) = self.solve(marks)?;
        let Some(mut common) = solution else {
            return Ok(None);
        };
        let mut tried = marks.to_vec();
        for cell in 0..common.len() {
            for digit in (1..=self.places.digits as u8).filter(|_| status == Status::Multiple) {
                if [0, digit].contains(&common[cell]) || marks[cell] >> (digit - 1) & 1 == 0 {
                    continue;
                }
                tried[cell] = 1 << (digit - 1);
                let other = self.solve(&tried)?.1.into_iter().flatten();
                for (common, other) in common.iter_mut().zip(other) {
                    if *common != other {
                        *common = 0;
                    }
                }
            }
            tried[cell] = marks[cell];
        }
        Ok(Some(common))
    }

    /// Compares the attempt with the solutions of the puzzle.
    pub fn review(&self) -> Result<Review, Fault> {
        let cell = |cell| self.places.cells[cell];
        let solve = &mut |digits: &[u8]| self.solve(&marks_of(digits, self.places.digits));
        let mut review = Review::of_entries(&self.puzzle, &self.attempt, &cell, solve)?;
        review.clashes = self.places.clashes(&self.attempt);
        Ok(review)
    }

    /// Digits of empty cells that all solutions have, and that were removed by hand.
    pub fn removals(&self) -> Result<Vec<Value>, Fault> {
        if self.removed.iter().all(|&removed| removed == 0) {
            return Ok(Vec::new());
        }
        let common = self.common(&marks_of(&self.puzzle, self.places.digits))?;
        let common = common.unwrap_or_else(|| vec![0; self.puzzle.len()]);
        let cells = self.places.cells.iter().enumerate().filter(|&(index, _)| {
            let (digit, removed) = (common[index], self.removed[index]);
            self.attempt[index] == 0 && digit > 0 && removed >> (digit - 1) & 1 == 1
        });
        let cells: Vec<Cell> = cells.map(|(_, &cell)| cell).collect();
        Ok(self.entries(&cells, &common))
    }

    /// Cells with their digits.
    pub fn entries(&self, cells: &[Cell], digits: &[u8]) -> Vec<Value> {
        let all = self.places.cells.iter().zip(digits);
        let entries = all.filter(|(cell, _)| cells.contains(cell));
        entries
            .map(|(cell, digit)| json!({ "cell": cell, "digit": digit }))
            .collect()
    }
}

/// Digits of cells as bits, from texts such as `149`.
fn masks(cells: &[String], places: &Places) -> Result<Marks, Fault> {
    let mask = |text: &String| {
        text.chars().try_fold(0, |mask, sign| {
            let digit = sign.to_digit(36)?;
            (1..=places.digits as u32)
                .contains(&digit)
                .then(|| mask | 1 << (digit - 1))
        })
    };
    let masks = cells.iter().map(mask).collect::<Option<Marks>>();
    let masks = masks.filter(|masks| masks.len() == places.cells.len());
    masks.ok_or_else(|| {
        expected(
            "removed",
            &format!("digits of {} cells", places.cells.len()),
        )
    })
}
