//! Board of a sudoku in a request: clues, entries and removed candidates.

use countless_sudoku::{Cell, RepeatedDigit, Review, Status, WrongSum};
use serde_json::{Value, json};

use super::fault::{Fault, expected};
use super::rules::{Marks, Places, Rules};
use super::sudoku_request::Request;

/// Clues and entries of a player, who may have removed candidates. The digit 0 is an empty cell.
pub struct Board<'a> {
    pub rules: &'a dyn Rules,
    pub places: Places,
    pub puzzle: Vec<u8>,
    /// Clues and entries.
    pub attempt: Vec<u8>,
    /// Candidates removed by hand, bit 0 for a 1.
    pub removed: Marks,
}

impl<'a> Board<'a> {
    pub fn of(rules: &'a dyn Rules, request: &Request) -> Result<Self, Fault> {
        let grid = |name: &str, text: &Option<String>| match text {
            Some(text) => rules
                .parse(text)
                .map_err(|fault| fault.within(name))
                .map(Some),
            None => Ok(None),
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

    /// The board of pencil marks, where a cell with one mark is a clue.
    pub fn of_marks(rules: &'a dyn Rules, marks: &[u32]) -> Self {
        let puzzle = digits_of(marks);
        let mut board = Self {
            rules,
            places: rules.places(),
            attempt: puzzle.clone(),
            removed: vec![0; puzzle.len()],
            puzzle,
        };
        let possible = board.candidates().into_iter().zip(marks);
        board.removed = possible
            .map(|(possible, marks)| possible & !marks)
            .collect();
        board
    }

    /// The clues, and the entries where the puzzle is empty.
    pub fn digits(&self) -> Vec<u8> {
        let pairs = self.puzzle.iter().zip(&self.attempt);
        let digits = pairs.map(|(&clue, &entry)| if clue > 0 { clue } else { entry });
        digits.collect()
    }

    /// Start of a search: the digits, and in empty cells all candidates but those removed by hand.
    pub fn marks(&self) -> Marks {
        let digits = self.digits();
        let mut marks = marks_of(&digits, self.places.digits);
        for (cell, marks) in marks.iter_mut().enumerate() {
            if digits[cell] == 0 {
                *marks &= !self.removed[cell];
            }
        }
        marks
    }

    /// The marks without digits that a group excludes.
    pub fn candidates(&self) -> Marks {
        let (digits, mut marks) = (self.digits(), self.marks());
        for (_, group) in &self.places.groups {
            let cells = group.iter().map(|&cell| usize::from(cell));
            let seen = cells.clone().filter(|&cell| digits[cell] > 0);
            let seen = seen.fold(0, |seen, cell| seen | 1 << (digits[cell] - 1));
            for cell in cells.filter(|&cell| digits[cell] == 0) {
                marks[cell] &= !seen;
            }
        }
        marks
    }

    /// Equal digits in a group.
    pub fn clashes(&self, digits: &[u8]) -> Vec<RepeatedDigit> {
        RepeatedDigit::all(&self.places.groups, digits, &|cell| self.places.cells[cell])
    }

    /// Full cages with another sum.
    fn wrong_sums(&self, digits: &[u8]) -> Vec<WrongSum> {
        let houses = self.places.groups.len() - self.places.sums.len();
        let cages = self.places.groups[houses..].iter().zip(&self.places.sums);
        let sums = cages.filter_map(|((_, cells), &sum)| {
            WrongSum::of(cells, sum, digits, &|cell| self.places.cells[cell])
        });
        sums.collect()
    }

    /// True if digits break no rule. Only such digits are searched.
    pub fn is_lawful(&self, digits: &[u8]) -> bool {
        self.clashes(digits).is_empty() && self.wrong_sums(digits).is_empty()
    }

    /// Status of marks, and a solution if there is one.
    pub fn solve(&self, marks: &[u32]) -> Result<(Status, Option<Vec<u8>>), Fault> {
        if self.is_lawful(&digits_of(marks)) {
            self.rules.solve(marks)
        } else {
            Ok((Status::None, None))
        }
    }

    /// The digits that are equal in all solutions, and 0 in other cells; `None` without a solution.
    pub fn common(&self, marks: &[u32]) -> Result<Option<Vec<u8>>, Fault> {
        let (status, solution) = self.solve(marks)?;
        let Some(mut common) = solution.filter(|_| status != Status::None) else {
            return Ok(None);
        };
        let mut tried = marks.to_vec();
        for cell in 0..common.len() {
            for digit in (1..=self.places.digits as u8).filter(|_| status == Status::Multiple) {
                if [0, digit].contains(&common[cell]) || marks[cell] >> (digit - 1) & 1 == 0 {
                    continue;
                }
                tried[cell] = 1 << (digit - 1);
                for (common, other) in common
                    .iter_mut()
                    .zip(self.solve(&tried)?.1.into_iter().flatten())
                {
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
        review.clashes = self.clashes(&self.attempt);
        review.sums = self.wrong_sums(&self.attempt);
        Ok(review)
    }

    /// Digits of empty cells that all solutions have, and that were removed by hand.
    pub fn removals(&self) -> Result<Value, Fault> {
        if self.removed.iter().all(|&removed| removed == 0) {
            return Ok(json!([]));
        }
        let common = self.common(&marks_of(&self.puzzle, self.places.digits))?;
        let common = common.unwrap_or_else(|| vec![0; self.puzzle.len()]);
        let cells = self.places.cells.iter().enumerate().filter(|&(index, _)| {
            let (digit, removed) = (common[index], self.removed[index]);
            self.attempt[index] == 0 && digit > 0 && removed >> (digit - 1) & 1 == 1
        });
        let cells: Vec<Cell> = cells.map(|(_, &cell)| cell).collect();
        Ok(self.entries(&cells, &common).into())
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

/// The marks of digits: all candidates for an empty cell.
pub fn marks_of(digits: &[u8], most: usize) -> Marks {
    let marks = digits.iter().map(|&digit| match digit {
        0 => (1 << most) - 1,
        digit => 1 << (digit - 1),
    });
    marks.collect()
}

/// The digits of cells with one candidate.
pub fn digits_of(marks: &[u32]) -> Vec<u8> {
    let digits = marks.iter().map(|marks| match marks.count_ones() {
        1 => marks.trailing_zeros() as u8 + 1,
        _ => 0,
    });
    digits.collect()
}

/// Sign of a digit, and `.` for an empty cell.
fn sign(digit: u8) -> char {
    match digit {
        0 => '.',
        digit => char::from_digit(digit.into(), 36).map_or('?', |sign| sign.to_ascii_uppercase()),
    }
}

/// A grid as text.
pub fn grid_text(digits: &[u8]) -> String {
    digits.iter().map(|&digit| sign(digit)).collect()
}

/// Digits of cells as bits, from texts such as `149`.
fn masks(cells: &[String], places: &Places) -> Result<Marks, Fault> {
    if cells.len() != places.cells.len() {
        return Err(expected(
            "removed",
            &format!("{} texts, found {}", places.cells.len(), cells.len()),
        ));
    }
    let mask = |text: &String| {
        text.chars().try_fold(0, |mask, sign| {
            let digit = sign.to_digit(36)?;
            (1..=places.digits as u32)
                .contains(&digit)
                .then(|| mask | 1 << (digit - 1))
        })
    };
    let masks = cells.iter().map(mask).collect::<Option<Marks>>();
    masks.ok_or_else(|| expected("removed", "digits"))
}

/// Digits of cells as texts.
pub fn texts(marks: Marks) -> Value {
    let text = |mask: u32| {
        let digits = (0..25).filter(|digit| mask >> digit & 1 == 1);
        digits.map(|digit| sign(digit + 1)).collect::<String>()
    };
    marks.into_iter().map(text).collect()
}

/// A rating of Sudoku Explainer as a number with one decimal.
pub fn tenths(rating: u16) -> Value {
    json!(f64::from(rating) / 10.0)
}
