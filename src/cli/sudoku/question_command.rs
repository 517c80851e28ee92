//! Commands that ask a question about each puzzle of their inputs and write a row for each, and visits
//! of single puzzles.
//!
//! With a ledger, the rows of a whole run go to `--output`, and those of a shard to a file beside
//! its ledger.

use std::io::{IsTerminal, stdin};
use std::ops::ControlFlow::{Break, Continue};
use std::ops::RangeInclusive;

use countless::engine::{Diagnostic, Tally};
use countless::sudoku::questions::{AnswerNumber, PuzzleFiles};
use countless::sudoku::{Ask, NodeBudget, Question, puzzles_in};
use countless::variants::AnyPuzzle;

use super::super::perform::RowSelection;
use super::super::prelude::*;
use super::puzzle_inputs::{PUZZLE_NAME, PuzzleInputArgs, PuzzleInputs};

/// Arguments of a command with a question. Its own flags are `first` before those of the rows, and
/// `last` after them.
#[derive(Args, Debug)]
pub struct QuestionArgs<First: Args, Last: Args> {
    #[command(flatten)]
    pub source: PuzzleInputArgs,
    #[command(flatten)]
    pub first: First,
    #[command(flatten)]
    pub rows: RowOutputArgs,
    #[command(flatten)]
    pub last: Last,
    #[command(flatten)]
    pub ledger: LedgerArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments for the node limit of each puzzle.
#[derive(Args, Clone, Copy, Debug)]
pub struct NodeBudgetArgs {
    /// Stop a search after K nodes (branches): its status is unknown, the exit code 1
    #[arg(help_heading = "Running", long, value_name = "K", value_parser = whole::<u64>(0..))]
    max_nodes: Option<u64>,
    /// Add a column `nodes`: the number of branches of each search, the same on every machine
    #[arg(help_heading = "Output", long)]
    nodes: bool,
}

impl NodeBudgetArgs {
    /// True if nodes are limited or shown.
    pub fn is_given(self) -> bool {
        self.max_nodes.is_some() || self.nodes
    }

    /// Node budget of these arguments.
    pub fn budget(self) -> NodeBudget {
        NodeBudget::new()
            .max_nodes(self.max_nodes)
            .nodes(self.nodes)
    }
}

/// Report on all puzzles.
pub struct QuestionReport {
    /// Number of puzzles with each status, and the name of the status.
    pub counts: Vec<(u64, &'static str)>,
    pub json: Value,
    /// Words after the numbers in the summary.
    pub found_after: String,
    /// True if a puzzle is invalid or fails a check.
    pub is_flawed: bool,
}

impl QuestionReport {
    /// Report with these numbers of an outcome. Prints a warning for inputs without a puzzle.
    pub fn new(outcome: &Outcome, inputs: &PuzzleFiles, shown: &[AnswerNumber]) -> Self {
        let tally = &outcome.total;
        let puzzles = puzzles_in(tally);
        let is_whole = outcome.is_complete() && outcome.shard().is_none();
        let mut report = Self {
            counts: Vec::new(),
            json: json!({ "problem": "sudoku", "puzzles": puzzles }),
            found_after: String::new(),
            is_flawed: is_whole && warn_if_empty(puzzles, inputs),
        };
        for &number in shown {
            let count = number.of(tally);
            report.counts.push((count, number.words()));
            report.json[number.name()] = count.into();
            report.is_flawed |= number.is_flaw() && count > 0;
        }
        report
    }
}

impl<First: Args, Last: Args> QuestionArgs<First, Last> {
    /// Writes the rows of a selection, or else a row for each puzzle. `adapt` changes the report.
    pub fn ask<'s, Q: Question>(
        &'s self,
        ask: &'s Ask<Q>,
        selection: Option<RowSelection<'s>>,
        session: Session,
        adapt: impl FnOnce(&Tally, &mut QuestionReport),
    ) -> anyhow::Result<Exit> {
        self.ledger.refuse_subtrees(LedgerArgs::FIXED_CHUNKS)?;
        let rejects = self.source.rejects(&self.ledger, session)?;
        let request = JobRequest::new(ask.job(), "puzzles", &self.run).part("chunk");
        let request = request.ledger(&self.ledger).rows(&self.rows);
        let request = request.rejects(rejects).select(selection);
        perform_question(request, ask, session, |outcome, report| {
            adapt(&outcome.total, report);
            Ok(())
        })
    }
}

/// Performs the job of a question, and reports the numbers of puzzles that it shows.
pub fn perform_question<Q: Question>(
    request: JobRequest<'_>,
    ask: &Ask<Q>,
    session: Session,
    adapt: impl FnOnce(&Outcome, &mut QuestionReport) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    perform_shown(request, ask.inputs(), Q::SHOWN, session, adapt)
}

/// Performs a job about puzzles, and reports the numbers `shown`.
pub fn perform_shown(
    request: JobRequest<'_>,
    inputs: &PuzzleFiles,
    shown: &[AnswerNumber],
    session: Session,
    adapt: impl FnOnce(&Outcome, &mut QuestionReport) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    session.perform(request, |outcome| {
        let mut report = QuestionReport::new(outcome, inputs, shown);
        adapt(outcome, &mut report)?;
        let puzzles = puzzles_in(&outcome.total);
        Ok(CommandReport {
            found: with_kinds(puzzles, "puzzle", report.counts) + &report.found_after,
            count: outcome.without_recalled(|tally| puzzles_in(tally).into()),
            json: report.json,
            is_flawed: report.is_flawed,
            ..CommandReport::default()
        })
    })
}

/// Prints a warning for inputs without a puzzle, and returns whether there are any.
pub fn warn_if_empty(puzzles: u64, inputs: &PuzzleFiles) -> bool {
    if puzzles == 0 {
        warn_of_no_puzzle(&inputs.names().collect::<Vec<_>>());
        return true;
    }
    let blank: Vec<&str> = inputs.blank_names().collect();
    for name in &blank {
        warn_of_no_puzzle(&[name]);
    }
    !blank.is_empty()
}

/// Prints a warning: these inputs contain no puzzle.
pub fn warn_of_no_puzzle(names: &[&str]) {
    print_message(&match names {
        [name] => format!("warning: {name} contains no puzzle"),
        _ => format!("warning: the {} inputs contain no puzzle", names.len()),
    });
}

/// Run for a single puzzle, until the user interrupts the program.
pub fn single_puzzle_run() -> anyhow::Result<Run> {
    Ok(Run::new().threads(1).cancel(Session::token()?))
}

impl PuzzleInputs<'_> {
    /// Visits the puzzles with the numbers `which`, from 1, as soon as each is read. Invalid records
    /// are reported. `visit` is called with the number of a puzzle, its tag and the puzzle, and
    /// returns whether the puzzle passes its check.
    pub fn visit(
        mut self,
        session: Session,
        which: RangeInclusive<u64>,
        visit: &mut dyn FnMut(u64, Option<String>, AnyPuzzle) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Exit> {
        let puzzle = self.lone_puzzle();
        let open = || {
            anyhow::Ok(PuzzleFiles::one_by_one(
                self.shape,
                self.origins,
                self.reading?,
            )?)
        };
        let files = puzzle.is_none().then(open).transpose()?;
        let rejects = self.args.rejects(&LedgerArgs::default(), session)?;
        let counted = match self.args.has_pipe() {
            true if stdin().is_terminal() => 0,
            true => 1,
            false => MOST_COUNTED,
        };
        let most = which.end().saturating_add(counted);
        let (mut read, mut flawed, mut result) = (0, false, Ok(()));
        let mut next = |tag, puzzle: Result<AnyPuzzle, Diagnostic>| {
            read += 1;
            if which.contains(&read) {
                match puzzle.map(|puzzle| visit(read, tag, puzzle)) {
                    Ok(Ok(is_fine)) => flawed |= !is_fine,
                    Ok(Err(error)) => result = Err(error),
                    Err(bad) => {
                        rejects.add(&bad);
                        flawed = true;
                    }
                }
            }
            if result.is_err() || read >= most {
                Break(())
            } else {
                Continue(())
            }
        };
        let mut names = vec![PUZZLE_NAME];
        if let Some(puzzle) = puzzle {
            let _ = next(None, Ok(puzzle));
        } else if let Some(files) = &files {
            files.visit(&mut |record| next(record.tag, record.puzzle))?;
            names = files.names().collect();
        }
        result?;
        if read > 0 && read < *which.start() {
            let of = match names[..] {
                [PUZZLE_NAME] => String::new(),
                _ => format!(" of {}", names.join(" and ")),
            };
            print_message(&format!(
                "error: --nth: expected at most {}, the number of puzzles{of}, found {}",
                grouped(read.into()),
                which.start()
            ));
            flawed = true;
        }
        if read == 0 {
            warn_of_no_puzzle(&names);
        }
        if let Some(rest) = rest(&which, read, most) {
            session.note(&rest);
        }
        rejects.finish(true)?;
        Ok(Exit::Complete.flawed_if(flawed || read == 0))
    }
}

/// Number of records after the range that are counted in files. In a pipe, one record more is read,
/// because its end may be far.
const MOST_COUNTED: u64 = 100_000;

/// Note on the puzzles outside the range: `6 of 100 puzzles; --limit all includes the others`. At
/// most `most` puzzles were read.
fn rest(which: &RangeInclusive<u64>, read: u64, most: u64) -> Option<String> {
    let (first, last) = (*which.start(), *which.end());
    let visited = (last.min(read) + 1).checked_sub(first);
    let visited = visited.filter(|&visited| visited > 0)?;
    let all = if read == most && read > last {
        format!("more than {}", plural((read - 1).into(), "puzzle"))
    } else {
        plural(read.into(), "puzzle")
    };
    (read > visited).then(|| {
        format!(
            "{} of {all}; --nth and --limit select them",
            grouped(visited.into())
        )
    })
}
