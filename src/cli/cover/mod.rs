//! The commands `countless cover`.

mod check_cover;
mod count_covers;
mod estimate_covers;
mod list_covers;
mod make_cover;
mod matrix_layout_args;
mod sample_covers;
mod show_tilings;

use clap::{Args, Subcommand, ValueEnum};
use countless::cover::{self, BigCount, CoverProblem, ExactCover, MEMORY};
use countless::table::input_name;
use serde_json::{Value, json};

use super::exit::Exit;
use super::output::{grouped_decimal, json_number, print_message};
use super::paths::InputFile;
use super::perform::CommandReport;
use super::session::Session;
use super::shared_args::whole;
use matrix_layout_args::MatrixLayoutArgs;

#[derive(Debug, Subcommand)]
pub enum CoverCommand {
    /// Count all solutions, with or without enumerating them
    Count(count_covers::CoverCountArgs),
    /// List all solutions, one row each
    List(list_covers::CoverListArgs),
    /// Choose random solutions, all equally likely
    Sample(sample_covers::CoverSampleArgs),
    /// Draw solutions of problems whose items are cells of a board
    Show(show_tilings::CoverShowArgs),
    /// Check a problem and say why it has no solution
    Check(check_cover::CoverCheckArgs),
    /// Estimate the time of a count
    Estimate(estimate_covers::CoverEstimateArgs),
    /// Write a problem: tilings, packings, squares, words
    Make(make_cover::CoverMakeArgs),
}

pub fn run(command: &CoverCommand, session: Session) -> anyhow::Result<Exit> {
    match command {
        CoverCommand::Count(args) => count_covers::count(args, session),
        CoverCommand::List(args) => list_covers::list(args, session),
        CoverCommand::Sample(args) => sample_covers::sample(args, session),
        CoverCommand::Show(args) => show_tilings::show(args, session),
        CoverCommand::Check(args) => check_cover::check(args, session),
        CoverCommand::Estimate(args) => estimate_covers::estimate(args, session),
        CoverCommand::Make(args) => make_cover::make(args),
    }
}

/// Input arguments of commands on exact covers.
#[derive(Args, Debug)]
struct CoverInputArgs {
    /// Problem in Knuth's format, - for stdin
    #[arg(value_name = "FILE")]
    file: InputFile,
    /// Read FILE as a matrix: a line of 0 and 1 per option
    #[arg(long, help_heading = "Matrix", conflicts_with = "sparse")]
    matrix: bool,
    #[command(flatten)]
    layout: MatrixLayoutArgs,
}

/// Argument for the memory of a count by memo.
#[derive(Args, Debug)]
pub struct MemoryArgs {
    /// Memory limit of the tables of subproblems, in MiB
    #[arg(help_heading = "Running", long, value_name = "MIB", default_value_t = MEMORY >> 20)]
    #[arg(value_parser = whole::<usize>(0..))]
    memory: usize,
}

impl MemoryArgs {
    pub fn bytes(&self) -> usize {
        self.memory.saturating_mul(1 << 20)
    }
}

const FORMAT: &str = "\
Input: the first line names the items, with | before the secondary ones, which need not be covered;
each other line is an option. x:red is the secondary item x with a colour; 2:3|a is an item that is
covered two or three times. Lines that begin with | are comments. `countless formats knuth` prints
an example, and `countless formats sets` another format.";

impl CoverInputArgs {
    fn problem(&self) -> anyhow::Result<ExactCover> {
        let layout = &self.layout;
        if self.matrix || layout.is_sparse() {
            return layout.read(&self.file);
        }
        if let Some(flag) = layout.given_flag() {
            anyhow::bail!("{flag} needs --matrix or --sparse");
        }
        let problem = ExactCover::read_knuth(&self.file)?;
        if problem.option_count() == 0 {
            let name = input_name(&self.file);
            let items = match problem.item_count() {
                0 => "neither items nor options",
                _ => "items but no options",
            };
            print_message(&format!(
                "warning: {name} has {items}\nhint: an exact cover has an option in each line \
                 after the first"
            ));
        }
        Ok(problem)
    }
}

/// Maximum number of items for the check before a count. Larger problems are checked only by
/// `cover check`, because that may take a second.
const MOST_CHECKED_ITEMS: usize = 256;

/// Prints a note if a check of a small problem shows that it has no solution.
fn note_if_impossible(problem: &ExactCover, session: Session) {
    if problem.item_count() <= MOST_CHECKED_ITEMS && problem.check().is_impossible() {
        session.note("note: no solution exists\nhint: `countless cover check` reports the reason");
    }
}

/// Counting method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CoverMethodName {
    /// The faster one, by a limited trial of memo
    #[default]
    Auto,
    /// Depth first, enumerating every solution
    Search,
    /// Count equal subproblems once; uses memory
    Memo,
}

impl From<CoverMethodName> for cover::CoverMethod {
    fn from(method: CoverMethodName) -> Self {
        match method {
            CoverMethodName::Auto => Self::Auto,
            CoverMethodName::Search => Self::Search,
            CoverMethodName::Memo => Self::Memo,
        }
    }
}

/// Returns a JSON number, or a string if most programs could not read the number.
fn big_number(count: &BigCount) -> Value {
    match count.to_u128() {
        Some(count) => json_number(count),
        None => count.to_string().into(),
    }
}

/// Formats a number of solutions: `1 solution`, `12,988,816 solutions`.
fn solutions(count: &BigCount) -> String {
    let digits = count.to_string();
    let ending = if digits == "1" { "" } else { "s" };
    format!("{} solution{ending}", grouped_decimal(&digits))
}

/// Report of a count.
fn count_report(cover: &CoverProblem, count: &BigCount) -> CommandReport {
    CommandReport {
        found: solutions(count),
        count: count.to_u128().unwrap_or(u128::MAX),
        text: Some(format!("{count}\n")),
        json: json!({
            "problem": "cover",
            "sha256": cover.sha256(),
            "solutions": big_number(count),
        }),
        method: Some(cover.method().to_string()),
        ..CommandReport::default()
    }
}
