//! Board of a sudoku in a request: clues, entries and removed candidates.

use std::marker::PhantomData;
use std::sync::Arc;

use anyhow::{Context, Result};
use countless_engine::Error;
use countless_sudoku::{Candidate, Status};
use countless_variants::{Review, Shape};

use super::super::request::Request;
use super::start::Start;

/// Candidates of each cell as bits, bit 0 for a 1: one for a filled cell, all for an empty one.
type Marks = Vec<u32>;

/// Clues and entries of a player, who may have removed candidates. The digit 0 is an empty cell.
pub struct Board<S> {
    pub shape: Arc<Shape>,
    puzzle: Vec<u8>,
    /// Clues and entries.
    pub attempt: Vec<u8>,
    /// Candidates removed by hand.
    pub removed: Vec<Candidate>,
    /// Searches of the board begin with this type.
    start: PhantomData<S>,
}

impl<S: Start> Board<S> {
    pub fn of(shape: &Arc<Shape>, request: &Request) -> Result<Self> {
        let puzzle = request
            .puzzle
            .as_deref()
            .context("puzzle: expected a text")?;
        let attempt = request.attempt.as_deref().unwrap_or(puzzle);
        let removed = parse_removed(&request.removed, shape);
        let expected = || format!("removed: expected digits of {} cells", shape.cells());
        Ok(Self {
            puzzle: S::parse(shape, puzzle).context("puzzle")?,
            attempt: S::parse(shape, attempt).context("attempt")?,
            removed: removed.with_context(expected)?,
            shape: Arc::clone(shape),
            start: PhantomData,
        })
    }

    /// Start of a search: the digits, and in empty cells all candidates but those removed by hand.
    pub fn marks(&self) -> Marks {
        self.without_removed(marks_of(&self.attempt, &self.shape))
    }

    /// Removes from the marks of empty cells what was removed by hand.
    pub fn without_removed(&self, mut marks: Marks) -> Marks {
        for &Candidate { cell, digit } in &self.removed {
            let cell = self.shape.index(cell).unwrap_or_default();
            if self.attempt[cell] == 0 {
                marks[cell] &= !(1 << (digit - 1));
            }
        }
        marks
    }

    /// Status of marks, and the digits of a solution, which are empty without one.
    pub fn solve(&self, marks: &[u32]) -> Result<(Status, Vec<u8>), Error> {
        let start = S::at(&self.shape, marks);
        start.map_or(Ok((Status::None, Vec::new())), |start| start.solve())
    }

    /// Status of the board, and the start of its search if it has one solution.
    pub fn unique(&self) -> Result<(Status, Option<S>), Error> {
        let marks = self.marks();
        let (status, _) = self.solve(&marks)?;
        let start = S::at(&self.shape, &marks);
        Ok((status, start.filter(|_| status == Status::Unique)))
    }

    /// The digits that are equal in all solutions, and 0 in other cells; none without a solution.
    pub fn common(&self, marks: &[u32]) -> Result<Vec<u8>, Error> {
        let (status, mut common) = self.solve(marks)?;
        for cell in (0..common.len()).filter(|_| status == Status::Multiple) {
            for digit in 1..=self.shape.digits() as u8 {
                if [0, digit].contains(&common[cell]) || marks[cell] >> (digit - 1) & 1 == 0 {
                    continue;
                }
                let mut tried = marks.to_vec();
                tried[cell] = 1 << (digit - 1);
                for (common, other) in common.iter_mut().zip(self.solve(&tried)?.1) {
                    if *common != other {
                        *common = 0;
                    }
                }
            }
        }
        Ok(common)
    }

    /// Compares the attempt with the solutions of the puzzle.
    pub fn review(&self) -> Result<Review, Error> {
        let solve = &mut |digits: &[u8]| self.solve(&marks_of(digits, &self.shape));
        self.shape.review_by(&self.puzzle, &self.attempt, solve)
    }

    /// Right digits of empty cells that were removed by hand.
    pub fn removals(&self) -> Result<Vec<Candidate>, Error> {
        let mut removals = self.removed.clone();
        if !removals.is_empty() {
            let common = self.common(&marks_of(&self.puzzle, &self.shape))?;
            removals.retain(|&Candidate { cell, digit }| {
                let cell = self.shape.index(cell).unwrap_or_default();
                self.attempt[cell] == 0 && common.get(cell) == Some(&digit)
            });
        }
        Ok(removals)
    }
}

/// Candidates from texts for each cell such as `149`, if these are digits of the shape. There may be
/// no texts.
fn parse_removed(texts: &[String], shape: &Shape) -> Option<Vec<Candidate>> {
    if ![0, shape.cells()].contains(&texts.len()) {
        return None;
    }
    let (mut removed, digits) = (Vec::new(), 1..=shape.digits() as u32);
    for (cell, text) in texts.iter().enumerate() {
        for sign in text.chars() {
            let digit = sign.to_digit(36).filter(|digit| digits.contains(digit))?;
            let (cell, digit) = (shape.cell(cell), digit as u8);
            removed.push(Candidate { cell, digit });
        }
    }
    Some(removed)
}

/// The marks of digits: all candidates for an empty cell.
fn marks_of(digits: &[u8], shape: &Shape) -> Marks {
    let marks = digits.iter().map(|&digit| match digit {
        0 => (1 << shape.digits()) - 1,
        digit => 1 << (digit - 1),
    });
    marks.collect()
}
