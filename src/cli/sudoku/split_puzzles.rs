//! The command `countless sudoku split`: parts of a set of puzzles without leaks between them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;
use std::path::Path;
use std::sync::Arc;

use countless::sudoku::questions::{SplitStrata, StrataBuilder};
use countless::sudoku::{Ask, InputOrigin, Shares, Split, SplitBy};
use countless::table::records::find;
use countless::table::{FolderOutput, Format};

use super::super::paths::OutputFolder;
use super::super::prelude::*;
use super::super::row_output::{OutputForm, rows_only};
use super::PuzzleInputArgs;
use super::question_command::{QuestionReport, perform_question};

#[derive(Args, Debug)]
#[command(
    override_usage = "countless sudoku split [OPTIONS] --shares SHARES -o DIR [FILE|PUZZLE]..."
)]
#[command(after_help = include_str!("../help/sudoku-split.txt"))]
pub struct SudokuSplitArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    /// Names of the parts and their shares, such as train=90,valid=5,test=5
    #[arg(long, value_name = "SHARES")]
    shares: Shares,
    /// Seed of the random numbers; equal seeds give equal parts [default: random]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..))]
    seed: Option<u64>,
    /// Things that are never in two parts: equivalent solutions, equivalent puzzles, or equal ones
    #[arg(long, value_name = "WHAT", default_value = SplitBy::Solution.name())]
    #[arg(value_parser = choice(SplitBy::ALL.map(SplitBy::name), str::parse::<SplitBy>))]
    by: SplitBy,
    /// Meet the shares for each value of this column
    #[arg(long, value_name = "COLUMN")]
    strata: Option<String>,
    /// Write the parts to the folder DIR
    #[arg(help_heading = "Output", short, long, value_name = "DIR")]
    output: OutputFolder,
    /// Format of the rows [default: csv]
    #[arg(help_heading = "Output", long, value_name = "FORMAT")]
    #[arg(value_parser = rows_only())]
    format: Option<OutputForm>,
    /// Omit the check of the written parts
    #[arg(help_heading = "Output", long)]
    no_audit: bool,
    #[command(flatten)]
    run: RunArgs,
}

pub fn split(args: &SudokuSplitArgs, session: Session) -> anyhow::Result<Exit> {
    ensure!(
        &*args.output != Path::new("-"),
        "the parts are files of a folder: --output DIR"
    );
    let seed = args.seed.unwrap_or_else(random_seed);
    let question = Split::new(args.shares.clone(), seed, args.by);
    let strata = args.strata.as_ref();
    let strata = strata.map(|column| divide_strata(args, column, &question, session));
    let strata = strata.transpose()?.map(Arc::new);
    let question = question.strata(strata.clone());
    let ask = args.source.ask(question.clone(), true)?;
    let format = match args.format {
        Some(OutputForm::Rows(format)) => format,
        Some(OutputForm::Grid) | None => Format::Csv,
    };
    let counted = RefCell::new(Vec::new());
    let mut write_parts = |run: &Run, folder: &mut FolderOutput| {
        let (outcome, puzzles) = ask.write_parts(run, folder, format)?;
        counted.replace(puzzles);
        Ok(outcome)
    };
    let rejects = args.source.rejects(&LedgerArgs::default(), session)?;
    let request = JobRequest::new(ask.job(), "puzzles", &args.run).part("chunk");
    let request = request.rejects(rejects).digest();
    let request = request.folder(&args.output, &mut write_parts);
    perform_question(request, &ask, session, |outcome, report| {
        let rows = counted.take();
        add_parts(args, seed, &rows, strata.as_deref(), report);
        if !args.no_audit && outcome.is_complete() {
            let misplaced = count_misplaced(args, &question, format, &rows, session)?;
            report.json["misplaced"] = misplaced.into();
            report.is_flawed |= misplaced > 0;
            let verdict = match misplaced {
                0 => "every puzzle is in the part of its class".to_owned(),
                _ => format!(
                    "{} puzzles missing or in a wrong part",
                    grouped(misplaced.into())
                ),
            };
            report.found_after.extend(["; ", &verdict]);
        }
        Ok(())
    })
}

/// Divides the classes of each stratum.
fn divide_strata(
    args: &SudokuSplitArgs,
    column: &str,
    question: &Split,
    session: Session,
) -> anyhow::Result<SplitStrata> {
    let ask = args.source.ask(question.clone(), true)?;
    ensure!(
        !args.source.has_pipe(),
        "--strata reads the input twice: give a file, not a pipe"
    );
    let names = ask.inputs().columns_beside_puzzle();
    let place = find(&names, &[column]).with_context(|| {
        format!(
            "--strata {column}: expected one of the other columns: {}",
            names.join(", ")
        )
    })?;
    session.note("note: --strata needs up to 32 bytes of memory for each class");
    let mut builder = StrataBuilder::new();
    let outcome = session.run(&args.run, &LedgerArgs::default(), "puzzles", |run| {
        ask.visit(run, &mut |row| {
            builder.add(row.answer.class, &row.passed[place].text)
        })
    })?;
    ensure!(!outcome.is_interrupted(), Error::Interrupted);
    let divided = builder.divide(&args.shares);
    divided.map_err(|reason| anyhow!("--strata {column}: {reason}"))
}

/// Reads the written parts and counts the puzzles that are missing or belong to another one.
fn count_misplaced(
    args: &SudokuSplitArgs,
    question: &Split,
    format: Format,
    rows: &[u64],
    session: Session,
) -> anyhow::Result<u64> {
    let mut right = 0;
    for (part, file) in args.shares.files(format).iter().enumerate() {
        if rows[part] == 0 {
            continue;
        }
        let origin = InputOrigin::File(args.output.join(file));
        let ask = Ask::open(question.clone(), vec![origin], Some("puzzle"))?;
        let outcome = session.run(&args.run, &LedgerArgs::default(), "puzzles", |run| {
            ask.visit(run, &mut |row| {
                right += u64::from(row.answer.part == part);
                Continue(())
            })
        })?;
        ensure!(!outcome.is_interrupted(), Error::Interrupted);
    }
    Ok(rows.iter().sum::<u64>().abs_diff(right))
}

/// Adds the parts to a report, with their rows, and their classes by stratum.
fn add_parts(
    args: &SudokuSplitArgs,
    seed: u64,
    rows: &[u64],
    strata: Option<&SplitStrata>,
    report: &mut QuestionReport,
) {
    let names = args.shares.names();
    let all: u64 = rows.iter().sum();
    let parts = names.iter().zip(rows);
    let texts = parts
        .clone()
        .map(|(name, rows)| format!("{name} {}", grouped((*rows).into())));
    report.found_after = format!("; {} (seed {seed})", texts.collect::<Vec<_>>().join(", "));
    let parts = parts.map(|(name, &rows)| {
        let share = rows as f64 / all.max(1) as f64;
        json!({ "name": name, "rows": rows, "share": share })
    });
    report.json["parts"] = parts.collect();
    report.json["shares"] = args.shares.to_string().into();
    report.json["seed"] = seed.into();
    report.json["split_version"] = Split::VERSION.into();
    if let Some(strata) = strata {
        let strata = strata.strata().iter().map(|(name, counts)| {
            let classes = names.iter().cloned().zip(counts.iter().copied());
            json!({ "name": name, "classes": classes.collect::<BTreeMap<String, u64>>() })
        });
        report.json["strata"] = strata.collect();
    }
}
