//! The commands `countless cover`.

mod count_covers;
mod list_covers;
mod make_cover;
mod show_tilings;
mod symmetry_args;

use std::path::Path;
use std::str::FromStr;

use countless::cover::{BigCount, CoverMethod, CoverProblem, ExactCover, MEMORY, MatrixFormat};
use countless::table::input_name;

use super::output::grouped_decimal;
use super::prelude::*;

commands! {
    CoverCommand by run:

    /// Count all solutions, with or without enumerating them
    Count(count_covers::CoverCountArgs) => count_covers::count,
    /// Count solutions up to symmetry, by their own symmetry
    Classes(count_covers::CoverClassesArgs) => count_covers::classes,
    /// List all solutions, one row each
    List(list_covers::CoverListArgs) => list_covers::list,
    /// Choose random solutions, all equally likely
    Sample(list_covers::CoverSampleArgs) => list_covers::sample,
    /// Draw solutions: pieces on boards, letters in squares, queens
    Show(show_tilings::CoverShowArgs) => show_tilings::show,
    /// Check a problem and say why it has no solution
    Check(list_covers::CoverCheckArgs) => list_covers::check,
    /// Estimate the time of a count
    Estimate(count_covers::CoverEstimateArgs) => count_covers::estimate,
    /// Write a problem: tilings, packings, squares, words
    Make(make_cover::CoverMakeArgs) => make_cover::make,
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

#[derive(Args, Debug)]
struct MatrixLayoutArgs {
    /// The file is a sparse matrix: a line with the number of columns N, then for each option the
    /// columns that are 1. They are counted from BASE [default: 0 if a column 0 occurs; 1 if a
    /// column N occurs]
    #[arg(long, value_name = "BASE", help_heading = "Matrix", value_enum)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    sparse: Option<SparseBase>,
    /// Number of columns of a sparse matrix, if the file has no first line with it
    #[arg(long, value_name = "N", help_heading = "Matrix", value_parser = whole::<usize>(1..=MOST_COLUMNS))]
    columns: Option<usize>,
    /// The last K columns are secondary items, which need not be covered; with first:K, the first K
    #[arg(long, value_name = "[first:]K", help_heading = "Matrix")]
    secondary: Option<SecondaryColumns>,
}

/// Maximum number of columns of a matrix.
const MOST_COLUMNS: u64 = 1 << 24;

/// Number of the first column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SparseBase {
    #[value(hide = true)]
    Auto,
    /// The first column is 0
    #[value(name = "0")]
    Zero,
    /// The first column is 1
    #[value(name = "1")]
    One,
    /// Each line begins with the number of its columns
    Counted,
}

/// Secondary columns: their number, at the start or the end.
#[derive(Clone, Copy, Debug)]
struct SecondaryColumns {
    count: usize,
    are_first: bool,
}

impl FromStr for SecondaryColumns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let first = text.strip_prefix("first:");
        Ok(Self {
            count: whole(0..=MOST_COLUMNS)(first.unwrap_or(text))?,
            are_first: first.is_some(),
        })
    }
}

impl MatrixLayoutArgs {
    /// Returns a flag that is given and requires a matrix.
    fn given_flag(&self) -> Option<&'static str> {
        let columns = self.columns.map(|_| "--columns");
        columns.or_else(|| self.secondary.map(|_| "--secondary"))
    }

    /// Reads a matrix.
    fn read(&self, file: &Path) -> anyhow::Result<ExactCover> {
        let format = MatrixFormat::new();
        let format = match self.sparse {
            None => format,
            Some(SparseBase::Auto) => format.sparse(),
            Some(SparseBase::Zero) => format.counting_from(0),
            Some(SparseBase::One) => format.counting_from(1),
            Some(SparseBase::Counted) => format.counted(),
        };
        let format = match self.columns {
            Some(columns) => format.columns(columns),
            None => format,
        };
        let format = match self.secondary {
            None => format,
            Some(columns) if columns.are_first => format.secondary_first(columns.count),
            Some(columns) => format.secondary(columns.count),
        };
        Ok(format.read(file)?)
    }
}

/// Arguments for the method of a count.
#[derive(Args, Debug)]
struct CountMethodArgs {
    /// Counting method
    #[arg(
        help_heading = "Running",
        long,
        value_enum,
        value_name = "METHOD",
        default_value_t
    )]
    method: CoverMethodName,
    #[command(flatten)]
    memory: MemoryArgs,
}

impl CountMethodArgs {
    /// A run with the memory limit.
    fn run(&self, run: &Run) -> Run {
        run.clone().memory(self.memory.bytes())
    }
}

/// Argument for the memory of a count by memo.
#[derive(Args, Debug)]
pub struct MemoryArgs {
    /// Memory limit of the tables of subproblems, in MiB
    // Not in the plan: changes no result.
    #[arg(help_heading = "Running", long, value_name = "MIB", default_value_t = MEMORY >> 20)]
    #[arg(value_parser = whole::<usize>(0..))]
    memory: usize,
}

impl MemoryArgs {
    pub fn bytes(&self) -> usize {
        self.memory.saturating_mul(1 << 20)
    }
}

pub const FORMAT: &str = "\
Input: the first line names the items, with | before the secondary ones, which need not be covered;
each other line is an option. x:red is the secondary item x with a colour; 2:3|a is an item that is
covered two or three times. Lines that begin with | are comments. `countless formats knuth` prints
an example, and `countless formats sets` another format.";

impl CoverInputArgs {
    fn problem(&self) -> anyhow::Result<ExactCover> {
        let layout = &self.layout;
        if self.matrix || layout.sparse.is_some() {
            return layout.read(&self.file);
        }
        if let Some(flag) = layout.given_flag() {
            bail!("{flag} needs --matrix or --sparse");
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

impl From<CoverMethodName> for CoverMethod {
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

/// Formats a number with its noun: `1 class`, `12,988,816 solutions`.
fn counted(count: &BigCount, one: &str, several: &str) -> String {
    let digits = count.to_string();
    let noun = if digits == "1" { one } else { several };
    format!("{} {noun}", grouped_decimal(&digits))
}

/// Report of a count.
fn count_report(cover: &CoverProblem, count: &BigCount) -> CommandReport {
    CommandReport {
        found: counted(count, "solution", "solutions"),
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
