//! Steps of a human solver for each puzzle: a row for each step, or an array of the order in which
//! the cells of a puzzle are solved.

use std::ops::ControlFlow::{self, Continue};
use std::sync::atomic::Ordering::Relaxed;

use super::answer_tally::AnswerNumber;
use super::puzzle_row::OwnedAnswer;
use super::question::{AnswerSink, AskedPuzzles, Question, compiled_here};
use super::rate_question::RECORDS_PER_CHUNK;
use super::requirements::Requirements;
use crate::any_puzzle::Explanation;
use crate::digits::digits_text;
use countless_engine::Error;
use countless_engine::ledger::Spec;
use countless_sudoku::setters;
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

/// Row of the question: a step, or the order in which the cells of a puzzle are solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepsAnswer {
    /// Number of the puzzle, from 0, and of its step, from 1. In an array: the number of clues, then
    /// row, column, digit and strategy of each cell, the clues first, then the other cells in the
    /// order of solving. Rows and columns count from 0.
    pub numbers: Vec<u64>,
    /// Texts of the other [columns](Steps::TEXTS), then the grid after the step and the step in words,
    /// if they are asked for. An empty text is a missing value.
    pub texts: Vec<String>,
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

    /// Creates a question with all techniques, and without optional columns.
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the hardest technique to use.
        upto: Technique;
        /// Writes the first step, the elimination of the digits of all clues, or does not.
        elimination: bool;
        /// Adds a column with the grid after each step.
        grids: bool;
        /// Adds a column with each step in words.
        text: bool;
        /// Answers with an array of numbers of this type, or with rows for steps.
        array: Option<NumberType>;
    }

    /// Returns a row for each step of a puzzle.
    fn steps(&self, row: u64, trace: &mut Explanation) -> Vec<StepsAnswer> {
        let mut rows = Vec::new();
        while let Some(step) = trace.next() {
            let is_round = step.technique == Technique::Elimination;
            if is_round && self.upto != Technique::Elimination && !self.elimination {
                continue;
            }
            let mut texts = step_texts(&step);
            texts.extend(self.grids.then(|| digits_text(&trace.digits())));
            texts.extend(self.text.then_some(step.text));
            let numbers = vec![row, 1 + rows.len() as u64];
            rows.push(StepsAnswer { numbers, texts });
        }
        rows
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
        let columns = Self::TEXTS.into_iter().fold(columns, Columns::field);
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
            let rows = match self.array {
                Some(_) => vec![solving_order(&mut trace)],
                None => self.steps(row, &mut trace),
            };
            let is_solved = trace.end() == Some(TraceEnd::Solved) && status == Status::Unique;
            asked.tally[AnswerNumber::Solved] += u64::from(is_solved);
            if is_solved || self.array.is_none() {
                let mut rows = rows.iter();
                rows.try_for_each(|row| give.accept(record, row, None))?;
            }
            if asked.stop.load(Relaxed) {
                return ControlFlow::Break(());
            }
        }
        Continue(())
    }
}

/// Order of solving of a classic puzzle. It is incomplete if the puzzle is not solved.
fn solving_order(trace: &mut Explanation) -> StepsAnswer {
    let clues = trace.digits();
    let mut numbers = vec![clues.iter().filter(|&&digit| digit > 0).count() as u64];
    let mut add = |row: usize, column: usize, digit: u8, strategy: u64| {
        numbers.extend([row as u64, column as u64, digit.into(), strategy]);
    };
    for (cell, &digit) in clues.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        add(cell / 9, cell % 9, digit, 0);
    }
    let mut hardest = Technique::Elimination;
    for step in trace.by_ref() {
        hardest = hardest.max(step.technique);
        for Candidate { cell, digit } in &step.placed {
            add(cell.row() - 1, cell.column() - 1, *digit, strategy(hardest));
        }
        if !step.placed.is_empty() {
            hardest = Technique::Elimination;
        }
    }
    let texts = Vec::new();
    StepsAnswer { numbers, texts }
}

/// Number of a technique in arrays: as in published sets of steps, or 10 plus its weight.
fn strategy(technique: Technique) -> u64 {
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
        other => 10 + u64::from(other.weight()),
    }
}

/// Joins the texts of items.
fn joined<T>(items: &[T], separator: &str, text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(separator)
}

/// Technique and its level; houses, digits and cells of the pattern; candidates placed and removed.
fn step_texts(step: &Step) -> Vec<String> {
    let with = |sign: &'static str| {
        move |it: &Candidate| format!("{}{sign}{}", it.cell, digits_text(&[it.digit]))
    };
    vec![
        step.technique.name().to_owned(),
        step.technique.level().name().to_owned(),
        joined(&step.houses, "; ", ToString::to_string),
        digits_text(&step.digits),
        joined(&step.cells, " ", ToString::to_string),
        joined(&step.placed, " ", with("=")),
        joined(&step.removed, " ", with("<>")),
    ]
}

impl Row for StepsAnswer {
    fn fields(&self, fields: &mut impl Fields) {
        for &number in &self.numbers {
            fields.number(number);
        }
        for text in &self.texts {
            match text.as_bytes() {
                [] => fields.none(),
                text => fields.text(text),
            }
        }
    }
}

impl OwnedAnswer for StepsAnswer {
    const WRITES_PUZZLE: bool = true;
}
