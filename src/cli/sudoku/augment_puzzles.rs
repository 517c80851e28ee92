//! The command `countless sudoku augment`: images of puzzles for training.

use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;

use countless::ledger::Shard;
use countless::sudoku::questions::AnswerNumber;
use countless::sudoku::{Ask, Augment, puzzles_in};
use countless::table::{FolderOutput, HrmFolder, NumberType};

use super::super::prelude::*;
use super::PuzzleInputArgs;
use super::question_command::perform_question;

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sudoku-augment.txt"))]
#[command(mut_arg("output", |output| output
    .help("Write to FILE: .csv, .tsv or .ndjson, optionally .gz or .zst; .parquet in builds \
           with Parquet; with --layout, to the folder FILE [default: stdout]")))]
pub struct SudokuAugmentArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    /// Number of images of each puzzle, besides the puzzle itself
    #[arg(long, value_name = "K", value_parser = whole::<u64>(0..=Augment::MOST_COPIES))]
    copies: u64,
    /// Seed of the random numbers; equal seeds give equal images [default: random]
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0..))]
    seed: Option<u64>,
    /// Search only shard I of K: the groups I, I+K, I+2K, …; I is 0 to K-1, and env:NAME/K reads it
    /// from the environment variable NAME
    #[arg(long, value_name = "I/K", requires = "seed")]
    shard: Option<Shard>,
    #[command(flatten)]
    rows: RowOutputArgs,
    /// Write only images, not the puzzle itself
    #[arg(help_heading = "Output", long)]
    no_original: bool,
    /// Add columns with the symmetry: the one that leads to the image
    #[arg(help_heading = "Output", long)]
    transform: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    /// Write arrays for a program that learns
    #[arg(
        help_heading = "Output",
        long,
        value_enum,
        value_name = "NAME",
        requires = "output"
    )]
    layout: Option<LayoutName>,
    /// Type of the numbers in arrays [default: the smallest that programs read]
    #[arg(help_heading = "Output", long, value_name = "TYPE")]
    #[arg(value_parser = choice(NumberType::ALL.map(NumberType::name), str::parse::<NumberType>))]
    dtype: Option<NumberType>,
    #[command(flatten)]
    run: RunArgs,
}

/// Value of `--layout`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayoutName {
    /// Arrays that HRM and TRM read
    Hrm,
}

pub fn augment(args: &SudokuAugmentArgs, session: Session) -> anyhow::Result<Exit> {
    let seed = args.seed.unwrap_or_else(random_seed);
    let question = Augment::new(args.copies, seed)
        .original(!args.no_original)
        .transform(args.transform)
        .shard(args.shard.unwrap_or(Shard::WHOLE));
    ensure!(
        args.copies > 0 || !args.no_original,
        "--copies 0 and --no-original leave nothing to write"
    );
    let ask: Ask<Augment> = args.source.ask(question, args.keep_columns)?;
    let rejects = args.source.rejects(&LedgerArgs::default(), session)?;
    let mut write_arrays = |run: &Run, folder: &mut FolderOutput| {
        let mut arrays = HrmFolder::create(folder, args.dtype.unwrap_or(NumberType::U8))?;
        let mut written = Ok(());
        let outcome = ask.visit(run, &mut |row| {
            written = arrays.add(row.answer.puzzle.digits(), row.answer.solution.digits());
            if written.is_ok() {
                Continue(())
            } else {
                Break(())
            }
        })?;
        written?;
        if !outcome.is_interrupted() {
            arrays.finish(args.copies + u64::from(!args.no_original))?;
        }
        Ok(outcome)
    };
    let request = JobRequest::new(ask.job(), "images", &args.run).part("chunk");
    let request = request.rejects(rejects).digest();
    let request = match &args.layout {
        None => {
            ensure!(args.dtype.is_none(), "--dtype needs --layout");
            request.rows(&args.rows)
        }
        Some(LayoutName::Hrm) => request.folder(array_folder(args)?, &mut write_arrays),
    };
    perform_question(request, &ask, session, |outcome, report| {
        let puzzles = AnswerNumber::Unique.of(&outcome.total);
        let rows = outcome.rows;
        report.counts.insert(0, (puzzles, "with one solution"));
        report.found_after = format!("; {} (seed {seed})", plural(rows.into(), "row"));
        if let Some(shard) = args.shard {
            let shard = shard.to_string();
            report.found_after.extend([" of shard ", &shard]);
            report.json["shard"] = shard.into();
        }
        report.json["augmented"] = puzzles.into();
        report.json["rows"] = rows.into();
        report.json["copies"] = args.copies.into();
        report.json["seed"] = seed.into();
        report.json["images_version"] = Augment::VERSION.into();
        report.is_flawed |= puzzles < puzzles_in(&outcome.total);
        Ok(())
    })
}

/// Folder of the arrays of `--layout`.
fn array_folder(args: &SudokuAugmentArgs) -> anyhow::Result<&Path> {
    let not_shown = first_given([
        ("--transform", args.transform),
        ("--keep-columns", args.keep_columns),
        ("--format", args.rows.has_format()),
        ("--unordered", args.rows.unordered),
    ]);
    if let Some(flag) = not_shown {
        bail!("--layout hrm writes puzzles and solutions in order: omit {flag}");
    }
    let folder = args.rows.output.as_deref();
    let folder = folder.filter(|_| !args.rows.is_stdout());
    folder.context("--layout hrm needs a folder: --output DIR")
}
