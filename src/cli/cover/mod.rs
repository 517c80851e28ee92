//! `countless cover …`

mod check;
mod count;
mod estimate;
mod list;
mod make;
mod matrix;
mod sample;
mod show;

use clap::{Args, Subcommand, ValueEnum};
use countless::cover::{self, BigUint, Cover, MEMORY, Problem};
use countless::table::input_name;
use serde_json::{Value, json};

use super::args::whole;
use super::exit::Exit;
use super::output::{grouped_decimal, number, say};
use super::paths::InputFile;
use super::perform::Report;
use super::session::Session;
use matrix::MatrixLayout;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count all solutions, with or without enumerating them
    Count(count::CountArgs),
    /// List all solutions, one row each
    List(list::ListArgs),
    /// Choose random solutions, all equally likely
    Sample(sample::SampleArgs),
    /// Draw solutions of problems whose items are cells of a board
    Show(show::ShowArgs),
    /// Report the size of a problem and what is impossible
    Check(check::CheckArgs),
    /// Estimate the time of a count
    Estimate(estimate::EstimateArgs),
    /// Write a problem: tilings, packings, squares, words
    Make(make::MakeArgs),
}

pub fn run(command: &Command, session: Session) -> anyhow::Result<Exit> {
    match command {
        Command::Count(args) => count::count(args, session),
        Command::List(args) => list::list(args, session),
        Command::Sample(args) => sample::sample(args, session),
        Command::Show(args) => show::show(args, session),
        Command::Check(args) => check::check(args, session),
        Command::Estimate(args) => estimate::estimate(args, session),
        Command::Make(args) => make::make(args, session),
    }
}

/// Where the problem comes from.
#[derive(Args, Debug)]
struct Source {
    /// Problem in Knuth's format, - for stdin
    #[arg(value_name = "FILE")]
    file: InputFile,
    /// Read FILE as a matrix: a line of 0 and 1 per option
    #[arg(long, help_heading = "Matrix", conflicts_with = "sparse")]
    matrix: bool,
    #[command(flatten)]
    layout: MatrixLayout,
}

/// How much memory a count by memo may take.
#[derive(Args, Debug)]
pub struct Memory {
    /// Memory limit of the tables of subproblems, in MiB
    #[arg(help_heading = "Running", long, value_name = "MIB", default_value_t = MEMORY >> 20)]
    #[arg(value_parser = whole::<usize>(0..))]
    memory: usize,
}

impl Memory {
    pub fn bytes(&self) -> usize {
        self.memory.saturating_mul(1 << 20)
    }
}

const FORMAT: &str = "\
Input: the first line names the items, with | before the secondary ones, which need not be covered;
each other line is an option. x:red is the secondary item x with a colour; 2:3|a is an item that is
covered two or three times. Lines that begin with | are comments. `countless formats knuth` prints
an example, and `countless formats sets` another format.";

impl Source {
    fn problem(&self) -> anyhow::Result<Problem> {
        let layout = &self.layout;
        if self.matrix || layout.is_sparse() {
            return layout.read(&self.file);
        }
        if let Some(flag) = layout.given() {
            anyhow::bail!("{flag} needs --matrix or --sparse");
        }
        let problem = Problem::read_knuth(&self.file)?;
        if problem.option_count() == 0 {
            let name = input_name(&self.file);
            let items = match problem.item_count() {
                0 => "neither items nor options",
                _ => "items but no options",
            };
            say(&format!(
                "warning: {name} has {items}\nhint: an exact cover has an option in each line \
                 after the first"
            ));
        }
        Ok(problem)
    }
}

/// Problems of more items are checked by `cover check` only, which may need a second.
const SMALL: usize = 256;

/// Says so if a check of a small problem shows that it has no solution.
fn note_if_impossible(problem: &Problem, session: Session) {
    if problem.item_count() <= SMALL && problem.check().is_impossible() {
        session.note("note: no solution exists\nhint: `countless cover check` reports the reason");
    }
}

/// How to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Method {
    /// The faster one, by a limited trial of memo
    #[default]
    Auto,
    /// Depth first, enumerating every solution
    Search,
    /// Count equal subproblems once; uses memory
    Memo,
}

impl From<Method> for cover::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Auto => Self::Auto,
            Method::Search => Self::Search,
            Method::Memo => Self::Memo,
        }
    }
}

/// A number in JSON, as text if most programs would not read it.
fn any_number(count: &BigUint) -> Value {
    match u128::try_from(count) {
        Ok(count) => number(count),
        Err(_) => count.to_string().into(),
    }
}

/// `1 solution`, `12,988,816 solutions`.
fn solutions(count: &BigUint) -> String {
    let digits = count.to_string();
    let ending = if digits == "1" { "" } else { "s" };
    format!("{} solution{ending}", grouped_decimal(&digits))
}

/// What to say of solutions that were counted.
fn counted(cover: &Cover, count: &BigUint) -> Report {
    Report {
        found: solutions(count),
        count: u128::try_from(count).unwrap_or(u128::MAX),
        text: Some(format!("{count}\n")),
        json: json!({
            "problem": "cover",
            "sha256": cover.sha256(),
            "solutions": any_number(count),
        }),
        method: Some(cover.method().to_string()),
        ..Report::default()
    }
}
