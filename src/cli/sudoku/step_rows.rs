//! Steps of `countless sudoku explain` as rows of a table, or as an array.

use std::path::Path;

use countless::sudoku::questions::AnswerNumber;
use countless::sudoku::{Ask, Steps, Technique, puzzles_in};
use countless::table::{Format, NumberType};

use super::super::prelude::*;
use super::puzzle_inputs::PuzzleInputs;
use super::question_command::perform_question;

/// Arguments of steps as rows.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // flags
pub struct StepRowArgs {
    #[command(flatten)]
    rows: RowOutputArgs,
    /// Add a column with the grid after each step (of a table)
    #[arg(help_heading = "Output", long)]
    grids: bool,
    /// Add a column with each step in words (of a table)
    #[arg(help_heading = "Output", long)]
    text: bool,
    /// Write a row for the elimination of clues, too (of a table)
    #[arg(help_heading = "Output", long)]
    elimination: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    /// Type of the numbers in arrays [default: the smallest that programs read]
    #[arg(help_heading = "Output", long, value_name = "TYPE")]
    #[arg(value_parser = choice(NumberType::ALL.map(NumberType::name), str::parse::<NumberType>))]
    dtype: Option<NumberType>,
    #[command(flatten)]
    ledger: LedgerArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl StepRowArgs {
    /// File of the steps, as rows or not.
    pub fn output(&self) -> Option<&Path> {
        self.rows.output.as_deref()
    }

    /// True if steps are to be rows, by the format or the name of the file. Requires that no flag of
    /// rows is given otherwise.
    pub fn are_wanted(&self) -> anyhow::Result<bool> {
        let by_name = self.output().and_then(Format::of_ending);
        if self.rows.has_format() || by_name.is_some_and(|format| format != Format::Ndjson) {
            return Ok(true);
        }
        let of_rows = first_given([
            ("--grids", self.grids),
            ("--text", self.text),
            ("--elimination", self.elimination),
            ("--keep-columns", self.keep_columns),
            ("--dtype", self.dtype.is_some()),
            ("--unordered", self.rows.unordered),
            (self.ledger.flag(), self.ledger.is_given()),
        ]);
        match of_rows {
            Some(flag) => bail!("{flag} needs a table: --format csv, or -o FILE.csv"),
            None => Ok(false),
        }
    }

    /// Writes the steps of all puzzles as rows.
    pub fn write(
        &self,
        inputs: PuzzleInputs<'_>,
        upto: Technique,
        session: Session,
    ) -> anyhow::Result<Exit> {
        self.ledger.refuse_subtrees(LedgerArgs::FIXED_CHUNKS)?;
        let is_array = self.rows.format(session)? == Format::Npy;
        ensure!(
            is_array || self.dtype.is_none(),
            "--dtype needs an array: -o FILE.npy"
        );
        ensure!(
            !is_array || !self.grids && !self.text && !self.elimination,
            "an array has a fixed row for each puzzle: omit --grids, --text and --elimination"
        );
        ensure!(
            !is_array || inputs.shape.is_classic(),
            "an array has the steps of sudokus of 9×9 cells: write variants to .csv"
        );
        let array = is_array.then(|| self.dtype.unwrap_or(NumberType::I16));
        let question = Steps::new()
            .upto(upto)
            .grids(self.grids)
            .text(self.text)
            .elimination(self.elimination)
            .array(array);
        let rejects = inputs.args.rejects(&self.ledger, session)?;
        let ask: Ask<Steps> = inputs.ask(question, self.keep_columns)?;
        let request = JobRequest::new(ask.job(), "puzzles", &self.run).part("chunk");
        let request = request.ledger(&self.ledger).rows(&self.rows);
        let request = request.rejects(rejects).digest();
        perform_question(request, &ask, session, |outcome, report| {
            let tally = &outcome.total;
            let unsolved = puzzles_in(tally) - AnswerNumber::Solved.of(tally);
            let has_all_techniques = upto == Technique::ForcingNested;
            report.is_flawed |= unsolved > 0 && has_all_techniques;
            Ok(())
        })
    }
}
