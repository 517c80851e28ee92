//! The command `countless sudoku generate`.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use clap::builder::ValueParser;
use countless::sudoku::{
    ErRange, FEWEST_CLUES, Generate, GenerateOptions, GenerateProgress, Level, Pattern, Symmetry,
    Technique,
};
use countless::table::read_text_file;
use countless::variants::{self, Shape};

use super::super::prelude::*;
use super::variant_args::VariantArgs;

/// Default number of subtrees of a ledger, at most one per puzzle. With many subtrees, a rare
/// puzzle delays few others.
const SUBTREES: u32 = 2048;

/// Number of clues up to which puzzles are rare: a search may take minutes or hours, or never end.
const RARE_CLUES: usize = 19;

/// Value of `--symmetry` that draws a symmetry for each puzzle.
const RANDOM: &str = "random";

/// Time without a new puzzle before the first note. It doubles after each note.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Args, Debug)]
#[command(mut_args(in_chunks))]
#[command(mut_arg("subtrees", |flag| flag.hide(false).help(
    "Generate the puzzles in about COUNT chunks, for --ledger and --dry-run [default: 2048]"
)))]
#[command(mut_arg("size", |size| size
    .help("Number of digits, rows and columns, 2 to 25 [default: 9, or that of the regions]")))]
#[command(mut_arg("regions", |regions| regions
    .value_name("FILE")
    .help("Regions instead of boxes (jigsaw): a FILE with a letter per cell")))]
#[command(after_help = include_str!("../help/sudoku-generate.txt"))]
#[allow(clippy::struct_excessive_bools)] // flags
pub struct SudokuGenerateArgs {
    /// Number of puzzles
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(0..))]
    count: u64,
    #[command(flatten)]
    shape: VariantArgs,
    /// Only puzzles of this level
    #[arg(long, value_name = "LEVEL")]
    #[arg(value_parser = choice(Level::ALL.map(Level::name), str::parse::<Level>))]
    level: Option<Level>,
    /// Only puzzles whose hardest technique is this one
    #[arg(long, value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = choice(plain_techniques().map(Technique::name), str::parse::<Technique>))]
    technique: Option<Technique>,
    /// Only puzzles with an ER of Sudoku Explainer 1.2.1 in this range, such as 7.1..7.5 or 9.0..
    #[arg(long, value_name = "RANGE", conflicts_with_all = ["level", "technique"])]
    er: Option<ErRange>,
    /// Merge cages while the solution stays unique, so that puzzles are hard (with --cages each)
    #[arg(long, requires = "cages", conflicts_with = "level")]
    hardest: bool,
    /// Number of clues
    #[arg(long, value_name = "K")]
    #[arg(value_parser = whole::<usize>(0..))]
    clues: Option<usize>,
    /// Number of blank cells
    #[arg(long, value_name = "B", conflicts_with = "clues")]
    #[arg(value_parser = whole::<usize>(0..))]
    blanks: Option<usize>,
    /// Symmetry of the clue pattern
    #[arg(long, value_name = "NAME", default_value = "none")]
    #[arg(value_parser = symmetry_choice())]
    symmetry: SymmetryChoice,
    /// Clues only in the cells that the drawing in FILE marks
    #[arg(long, value_name = "FILE")]
    pattern: Option<InputFile>,
    /// Only puzzles without a redundant clue (or set of symmetric clues)
    #[arg(long)]
    minimal: bool,
    /// Seed of the random numbers; equal seeds generate equal puzzles [default: random]
    #[arg(long, value_name = "S")]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: Option<u64>,
    /// Only puzzles with one solution (the default)
    #[arg(long, conflicts_with = "any")]
    unique: bool,
    /// Allow any number of solutions
    #[arg(long, conflicts_with_all = ["level", "technique", "er", "minimal"])]
    any: bool,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    ledger: LedgerArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl SudokuGenerateArgs {
    /// Number of clues of puzzles with this number of cells, if it is given.
    fn clues(&self, cells: usize) -> anyhow::Result<Option<usize>> {
        let Some(blanks) = self.blanks else {
            return Ok(self.clues);
        };
        ensure!(
            blanks <= cells,
            "--blanks {blanks}: expected at most {cells}, the cells of a grid"
        );
        Ok(Some(cells - blanks))
    }
}

/// Symmetry of the clues; none draws a symmetry for each puzzle.
#[derive(Clone, Copy, Debug)]
struct SymmetryChoice(Option<Symmetry>);

/// Parser of `--symmetry`.
fn symmetry_choice() -> ValueParser {
    let names = Symmetry::ALL.into_iter().map(|(_, name)| name);
    choice(names.chain([RANDOM]), |name| match name {
        RANDOM => Ok(SymmetryChoice(None)),
        _ => name.parse().map(|symmetry| SymmetryChoice(Some(symmetry))),
    })
}

/// Reads the drawing of a pattern.
fn pattern(path: &Path) -> anyhow::Result<Pattern> {
    let pattern = read_text_file(path)?.parse::<Pattern>();
    pattern.with_context(|| format!("--pattern {}", path.display()))
}

pub fn generate(args: &SudokuGenerateArgs, session: Session) -> anyhow::Result<Exit> {
    let shape = args.shape.shape_without_input()?;
    if !shape.is_classic() {
        return generate_variants(args, Shape::clone(&shape), session);
    }
    let clues = args.clues(shape.cells())?;
    if let Some(blanks) = args.blanks {
        ensure!(
            args.any || 81 - blanks >= FEWEST_CLUES,
            "--blanks {blanks}: expected at most {}; a puzzle with more has several \
             solutions\nhint: --any",
            81 - FEWEST_CLUES
        );
    }
    ensure!(
        !args.any || clues.is_some(),
        "--any needs --clues or --blanks"
    );
    let seed = args.seed.unwrap_or_else(random_seed);
    let options = GenerateOptions::new()
        .count(args.count)
        .seed(seed)
        .clues(clues)
        .level(args.level)
        .technique(args.technique)
        .er(args.er)
        .symmetry(args.symmetry.0)
        .pattern(args.pattern.as_deref().map(pattern).transpose()?)
        .minimal(args.minimal)
        .unique(!args.any);
    let problem = Generate::new(options)?;
    let rare = clues.filter(|&clues| clues <= RARE_CLUES && !args.any);
    if let Some(clues) = rare.filter(|_| !args.ledger.dry_run) {
        session.note(&format!(
            "note: puzzles of {clues} clues are rare; the search may not end"
        ));
    }
    // Without other conditions, puzzles of every number of clues from 17 on exist.
    let is_free = args.level.is_none()
        && args.technique.is_none()
        && args.pattern.is_none()
        && args.symmetry.0 == Some(Symmetry::None)
        && !args.minimal;
    let note = RarityNote {
        progress: &|| problem.progress(),
        may_be_none: !is_free,
        hint: match clues {
            Some(_) if args.minimal => "\nhint: choose other --clues, or omit --minimal",
            _ => "",
        },
    };
    write_puzzles(args, problem.job(), &note, seed, session)
}

/// Generates variants.
fn generate_variants(
    args: &SudokuGenerateArgs,
    shape: Shape,
    session: Session,
) -> anyhow::Result<Exit> {
    let of_classic = first_given([
        ("--technique", args.technique.is_some()),
        ("--er", args.er.is_some()),
        ("--symmetry", args.symmetry.0 != Some(Symmetry::None)),
        ("--pattern", args.pattern.is_some()),
        ("--any", args.any),
    ]);
    if let Some(flag) = of_classic {
        bail!("{flag} needs sudokus of 9×9 cells without variants");
    }
    let clues = args.clues(shape.cells())?;
    ensure!(
        clues.is_none() || !args.minimal,
        "--minimal determines the number of clues: omit --clues and --blanks"
    );
    let seed = args.seed.unwrap_or_else(random_seed);
    let run = Run::new().cancel(Session::token()?);
    let mut problem = variants::GenerateVariants::new(shape, args.count, seed, clues, &run)?;
    if let Some(level) = args.level {
        problem = problem.with_level(level)?;
    }
    if args.hardest {
        problem = problem.with_hardest()?;
    }
    let clues = problem.clues();
    let note = RarityNote {
        progress: &|| problem.effort(),
        may_be_none: true,
        hint: clues.map_or("", |_| "\nhint: choose more --clues"),
    };
    write_puzzles(args, problem.job(), &note, seed, session)
}

/// Note that puzzles are rare.
struct RarityNote<'a> {
    progress: &'a (dyn Fn() -> GenerateProgress + Sync),
    /// True unless such puzzles are known to exist.
    may_be_none: bool,
    hint: &'static str,
}

/// Writes the puzzles.
fn write_puzzles(
    args: &SudokuGenerateArgs,
    job: Job<'_>,
    note: &RarityNote<'_>,
    seed: u64,
    session: Session,
) -> anyhow::Result<Exit> {
    let mut ledger_args = args.ledger.clone();
    if ledger_args.is_given() {
        ledger_args.subtrees.get_or_insert(SUBTREES);
        ensure!(
            args.seed.is_some() || ledger_args.ledger.is_none(),
            "--ledger needs --seed: otherwise a second run generates other puzzles"
        );
    }
    let request = JobRequest::new(job, "puzzles", &args.run).part("chunk");
    let request = request.ledger(&ledger_args);
    let watch = |is_done: &Receiver<()>| note.print_while_open(args.count, session, is_done);
    session.perform(request.rows(&args.rows).watch(&watch), |outcome| {
        Ok(CommandReport::of_generated(
            "sudoku", outcome, "puzzle", seed,
        ))
    })
}

impl RarityNote<'_> {
    /// Prints the note from time to time while no puzzle is found, until the run is done.
    fn print_while_open(&self, count: u64, session: Session, is_done: &Receiver<()>) {
        let (mut wait, mut before) = (PATIENCE, (self.progress)());
        while is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            let so_far = (self.progress)();
            if so_far.generated == before.generated && so_far.attempts > before.attempts {
                let (found, perhaps) = match so_far.generated {
                    0 => ("no puzzle found".to_owned(), "; perhaps none exists"),
                    made => {
                        let (made, all) = (grouped(made.into()), plural(count.into(), "puzzle"));
                        (format!("found {made} of {all}"), "; perhaps no more exist")
                    }
                };
                let perhaps = if self.may_be_none { perhaps } else { "" };
                session.note(&format!(
                    "note: {found} in {} so far{perhaps}; the search goes on{}",
                    plural(so_far.attempts.into(), "attempt"),
                    self.hint
                ));
                wait *= 2;
            }
            before = so_far;
        }
    }
}

/// Techniques that do not need cages.
fn plain_techniques() -> impl Iterator<Item = Technique> {
    let all = Technique::ALL.into_iter();
    all.filter(|technique| !technique.needs_cages())
}
