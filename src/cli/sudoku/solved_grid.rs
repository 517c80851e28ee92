//! The commands `countless sudoku unavoidable` and `countless sudoku scan`, on a solved grid.

use countless::sudoku::{Grid, Scan, Solved, Unavoidable};

use super::super::prelude::*;
use super::puzzle_inputs::parse_typed;

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sudoku-unavoidable.txt"))]
#[command(mut_arg("subtrees", |flag| flag.hide(true)))]
pub struct SudokuUnavoidableArgs {
    #[command(flatten)]
    solution: SolvedGridArgs,
    /// Largest number of cells in a set (not the size of the grid)
    #[arg(long, value_name = "K", default_value_t = 12)]
    #[arg(value_parser = whole::<u8>(4..=81))]
    size: u8,
    #[command(flatten)]
    listing: GridListingArgs,
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sudoku-scan.txt"))]
pub struct SudokuScanArgs {
    #[command(flatten)]
    solution: SolvedGridArgs,
    /// Number of clues
    #[arg(long, value_name = "K")]
    #[arg(value_parser = whole::<usize>(1..=81))]
    clues: usize,
    /// Clues that every puzzle contains
    #[arg(long, value_name = "PUZZLE", value_parser = parse_typed::<Grid>)]
    given: Option<Grid>,
    #[command(flatten)]
    listing: GridListingArgs,
}

/// Argument for the solved grid.
#[derive(Args, Debug)]
struct SolvedGridArgs {
    /// Solved grid of 81 digits, or a puzzle with one solution
    #[arg(value_name = "GRID", value_parser = parse_typed::<Grid>)]
    grid: Grid,
}

impl SolvedGridArgs {
    fn grid(&self) -> anyhow::Result<Grid> {
        match self.grid.solve() {
            Solved::Unique(grid) => Ok(grid),
            Solved::None => bail!("<GRID>: expected one solution, found none"),
            Solved::Multiple(..) => bail!("<GRID>: expected one solution, found several"),
        }
    }
}

/// Output and run arguments of both commands.
#[derive(Args, Debug)]
struct GridListingArgs {
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    ledger: LedgerArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub fn unavoidable(args: &SudokuUnavoidableArgs, session: Session) -> anyhow::Result<Exit> {
    let sets = Unavoidable::new(args.solution.grid()?, args.size.into())?;
    let ledger_args = &args.listing.ledger;
    ledger_args.refuse_subtrees("each of the 81 cells is a subtree")?;
    args.listing.write(sets.job(), ["set", "sets"], session)
}

pub fn scan(args: &SudokuScanArgs, session: Session) -> anyhow::Result<Exit> {
    let given = args.given.unwrap_or(Grid::BLANK);
    let scan = Scan::new(args.solution.grid()?, args.clues, &given)?;
    args.listing
        .write(scan.job(), ["puzzle", "puzzles"], session)
}

impl GridListingArgs {
    /// Writes the solutions of a job. The words name one solution and several.
    fn write(
        &self,
        job: Job<'_>,
        [one, several]: [&'static str; 2],
        session: Session,
    ) -> anyhow::Result<Exit> {
        let request = JobRequest::new(job, several, &self.run);
        let request = request.ledger(&self.ledger).rows(&self.rows);
        session.perform(request, |outcome| {
            let mut report = CommandReport::of_number("sudoku", outcome.total.count, one);
            report.count = outcome.without_recalled(|total| total.count);
            Ok(report)
        })
    }
}
