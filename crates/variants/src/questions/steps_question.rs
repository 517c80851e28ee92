//! Steps of a human solver for each puzzle: a row for each step, or an array of the order in which
//! the cells of a puzzle are solved.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::Ordering::Relaxed;

use super::answer_tally::AnswerNumber;
use super::ordered_rows::AnswerSink;
use super::puzzle_row::OwnedAnswer;
use super::question::{AskedPuzzles, Question, compiled_here};
use super::rate_question::RECORDS_PER_CHUNK;
use super::requirements::Requirements;
use crate::any_puzzle::Explanation;
use crate::digits::digits_text;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::{
    CELLS, Candidate, SCALE_VERSION, Status, Step, Technique, TraceEnd, TraceOptions,
};
use countless_table::{Columns, Fields, NumberType, Row};

/// Question for the steps that solve each puzzle.
///
/// The columns are `row,step,technique,level,house,digits,cells,placed,removed`, then `grid` and
/// `text` if they are asked for. The row is the number of the puzzle, from 0. As an array, a solved
/// puzzle is a row of 325 numbers.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::InputOrigin;
/// use countless_variants::Ask;
/// use countless_variants::questions::Steps;
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let origin = InputOrigin::Text { name: "example".into(), text: text.into() };
/// let ask = Ask::open(Steps::new(), vec![origin], None)?;
/// let outcome = Run::new().count(&ask)?;
/// assert_eq!(outcome.total.number("solved"), 1);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // columns
pub struct Steps {
    upto: Technique,
    elimination: bool,
    grids: bool,
    text: bool,
    array: Option<NumberType>,
}

/// Row of the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepsAnswer {
    /// Step of a puzzle.
    Step(Box<StepColumns>),
    /// Number of clues, then row, column, digit and strategy of each cell: the clues first, then
    /// the other cells in the order of solving. Rows and columns count from 0.
    Order(Vec<u16>),
}

/// Step of a puzzle, as the columns of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepColumns {
    /// Number of the puzzle, from 0.
    pub row: u64,
    /// Number of the step, from 1.
    pub step: u64,
    /// Technique and its level; houses, digits and cells of the pattern; candidates placed and
    /// removed.
    pub texts: [String; 7],
    /// Digits of all cells after the step, if they are asked for.
    pub grid: Option<String>,
    /// Step in words, if it is asked for.
    pub text: Option<String>,
}

impl Default for Steps {
    fn default() -> Self {
        Self {
            upto: Technique::ForcingNested,
            elimination: false,
            grids: false,
            text: false,
            array: None,
        }
    }
}

impl Steps {
    /// Creates a question with all techniques, and without optional columns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the hardest technique to use.
    #[must_use]
    pub fn upto(self, upto: Technique) -> Self {
        Self { upto, ..self }
    }

    /// Writes the first step, the elimination of the digits of all clues, or does not.
    #[must_use]
    pub fn elimination(self, elimination: bool) -> Self {
        Self {
            elimination,
            ..self
        }
    }

    /// Adds a column with the grid after each step.
    #[must_use]
    pub fn grids(self, grids: bool) -> Self {
        Self { grids, ..self }
    }

    /// Adds a column with each step in words.
    #[must_use]
    pub fn text(self, text: bool) -> Self {
        Self { text, ..self }
    }

    /// Answers with an array of numbers of this type, or with rows for steps.
    #[must_use]
    pub fn array(self, array: Option<NumberType>) -> Self {
        Self { array, ..self }
    }

    /// Writes the steps of a puzzle.
    fn write_steps<G: AnswerSink<StepsAnswer>>(
        &self,
        record: usize,
        row: u64,
        trace: &mut Explanation,
        give: &mut G,
    ) -> ControlFlow<()> {
        let mut number = 0;
        while let Some(step) = trace.next() {
            let is_round = step.technique == Technique::Elimination;
            if is_round && self.upto != Technique::Elimination && !self.elimination {
                continue;
            }
            number += 1;
            let grid = self.grids.then(|| solved_digits(trace));
            let answer = StepColumns::new((row, number), step, grid, self.text);
            give.accept(record, &StepsAnswer::Step(Box::new(answer)), None)?;
        }
        Continue(())
    }
}

/// Numbers of a puzzle in an array: the number of clues, then four numbers for each cell.
const ORDER: usize = 1 + 4 * CELLS;

impl Question for Steps {
    type Answer = StepsAnswer;
    type Scratch = ();

    const NAME: &'static str = "steps";
    const RECORDED: &'static [AnswerNumber] = &[AnswerNumber::Solved];
    const SHOWN: &'static [AnswerNumber] = &[
        AnswerNumber::Solved,
        AnswerNumber::Multiple,
        AnswerNumber::None,
        AnswerNumber::Invalid,
    ];

    compiled_here!();

    fn columns(&self, columns: Columns) -> Columns {
        if let Some(numbers) = self.array {
            return columns.list("order", "n", ORDER).numbers_as(numbers);
        }
        let columns = columns.number("row").number("step");
        let columns = StepColumns::TEXTS.into_iter().fold(columns, Columns::field);
        let optional = [("grid", self.grids), ("text", self.text)];
        let optional = optional.into_iter().filter(|(_, is_shown)| *is_shown);
        optional.fold(columns, |columns, (name, _)| columns.field(name))
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        let spec = spec
            .with("upto", self.upto)
            .with("elimination", self.elimination)
            .with("grids", self.grids)
            .with("text", self.text)
            .with_some("array", self.array.map(NumberType::name));
        with_columns(spec).with("scale", SCALE_VERSION)
    }

    fn reopen(spec: &Spec) -> Result<Self, Error> {
        let array: Option<String> = spec.optional("array")?;
        let array = array.map(|name| name.parse()).transpose();
        Ok(Self::new()
            .upto(spec.require("upto")?)
            .elimination(spec.require("elimination")?)
            .grids(spec.require("grids")?)
            .text(spec.require("text")?)
            .array(array.map_err(|reason: String| Error::ledger(&spec.problem, reason))?))
    }

    fn requirements(&self) -> Requirements {
        Requirements {
            search_limit: Some(2),
            numbers_records: true,
            ..Requirements::new(RECORDS_PER_CHUNK)
        }
    }

    fn answer<G: AnswerSink<StepsAnswer>>(
        &self,
        asked: AskedPuzzles<'_, ()>,
        give: &mut G,
    ) -> ControlFlow<()> {
        let options = TraceOptions::new().upto(self.upto);
        for (record, &place) in asked.places.iter().enumerate() {
            let status = place.map_or(Status::Invalid, |place| asked.batch.result(place).status);
            asked.tally.add(status);
            give.skip(record);
            let (Some(place), true) = (place, status != Status::None) else {
                continue;
            };
            let mut trace = asked.batch.explain(place, options);
            let row = asked.first_record + record as u64;
            let order = match self.array {
                None => {
                    self.write_steps(record, row, &mut trace, give)?;
                    None
                }
                Some(_) => solving_order(&mut trace),
            };
            let is_solved = trace.end() == Some(TraceEnd::Solved) && status == Status::Unique;
            asked.tally[AnswerNumber::Solved] += u64::from(is_solved);
            if let Some(order) = order.filter(|_| is_solved) {
                give.accept(record, &StepsAnswer::Order(order), None)?;
            }
            if asked.stop.load(Relaxed) {
                return ControlFlow::Break(());
            }
        }
        Continue(())
    }
}

/// Digits of the solved cells, 0 for other cells.
fn solved_digits(trace: &Explanation) -> String {
    let digits = trace.candidates().into_iter().map(single_digit);
    digits_text(&digits.collect::<Vec<u8>>())
}

/// Digit of a cell with one candidate, or 0.
fn single_digit(candidates: u32) -> u8 {
    if candidates.is_power_of_two() {
        candidates.trailing_zeros() as u8 + 1
    } else {
        0
    }
}

/// Order of solving of a classic puzzle, or `None` if it is not solved.
fn solving_order(trace: &mut Explanation) -> Option<Vec<u16>> {
    let clues: Vec<u8> = trace.candidates().into_iter().map(single_digit).collect();
    let mut order = vec![clues.iter().filter(|&&digit| digit > 0).count() as u16];
    let mut add = |cell: usize, digit: u8, strategy: u16| {
        order.extend([cell as u16 / 9, cell as u16 % 9, digit.into(), strategy]);
    };
    for (cell, &digit) in clues.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        add(cell, digit, 0);
    }
    let mut hardest = Technique::Elimination;
    for step in trace.by_ref() {
        hardest = hardest.max(step.technique);
        for Candidate { cell, digit } in &step.placed {
            add(
                9 * (cell.row() - 1) + cell.column() - 1,
                *digit,
                strategy(hardest),
            );
        }
        if !step.placed.is_empty() {
            hardest = Technique::Elimination;
        }
    }
    (order.len() == ORDER).then_some(order)
}

/// Number of a technique in arrays: as in published sets of steps, or 10 plus its weight.
fn strategy(technique: Technique) -> u16 {
    match technique {
        Technique::NakedSingle => 2,
        Technique::HiddenSingle | Technique::HiddenSingleLine => 3,
        Technique::NakedPair => 4,
        Technique::NakedTriple => 5,
        Technique::Pointing | Technique::Claiming => 6,
        Technique::XyWing => 7,
        Technique::UniqueRectangle1
        | Technique::UniqueRectangle2
        | Technique::UniqueRectangle3
        | Technique::UniqueRectangle4
        | Technique::UniqueRectangle6 => 8,
        other => 10 + other.weight() as u16,
    }
}

/// Joins the texts of items.
fn joined<T>(items: &[T], separator: &str, text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(separator)
}

impl StepColumns {
    /// Names of the columns after `row` and `step` that each table has.
    pub const TEXTS: [&str; 7] = [
        "technique",
        "level",
        "house",
        "digits",
        "cells",
        "placed",
        "removed",
    ];

    fn new((row, number): (u64, u64), step: Step, grid: Option<String>, text: bool) -> Self {
        let with = |sign: &'static str| {
            move |it: &Candidate| format!("{}{sign}{}", it.cell, digits_text(&[it.digit]))
        };
        Self {
            row,
            step: number,
            texts: [
                step.technique.name().to_owned(),
                step.technique.level().name().to_owned(),
                joined(&step.houses, "; ", ToString::to_string),
                digits_text(&step.digits),
                joined(&step.cells, " ", ToString::to_string),
                joined(&step.placed, " ", with("=")),
                joined(&step.removed, " ", with("<>")),
            ],
            grid,
            text: text.then_some(step.text),
        }
    }
}

impl Row for StepsAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        let step = match self {
            Self::Step(step) => step,
            Self::Order(order) => {
                return fields.list(order.iter().map(|&number| number.into()));
            }
        };
        fields.number(step.row);
        fields.number(step.step);
        for text in &step.texts {
            match text.as_bytes() {
                [] => fields.none(),
                text => fields.text(text),
            }
        }
        for text in [&step.grid, &step.text].into_iter().flatten() {
            fields.text(text.as_bytes());
        }
    }
}

impl OwnedAnswer for StepsAnswer {
    const WRITES_PUZZLE: bool = true;
}
