//! `countless sudoku unavoidable` and `scan`: what is inside a solved grid

use anyhow::{bail, ensure};
use clap::Args;
use countless::engine::{Counted, Job};
use countless::sudoku::{Grid, Scan, Solved, Unavoidable};
use serde_json::json;

use super::super::args::{Recording, Running, whole};
use super::super::exit::Exit;
use super::super::output::{number, plural};
use super::super::perform::{Report, Task};
use super::super::rows::Rows;
use super::super::session::Session;
use super::source::of_text;

#[derive(Args, Debug)]
#[command(after_help = "\
A set of cells is unavoidable if the grid without them has several solutions. Every puzzle with this
solution has a clue in each such set. The sets are minimal: no part is unavoidable. Each row is
`size,cells`; sets with the same first cell are together.

A grid has about 360 sets of up to 12 cells, found in a second, and 900 of up to 14.

Examples:
  countless sudoku unavoidable \"$(cat grid.txt)\"
  countless sudoku unavoidable \"$(cat grid.txt)\" --size 14 -o sets.csv")]
#[command(mut_arg("subtrees", |flag| flag.hide(true)))]
pub struct UnavoidableArgs {
    #[command(flatten)]
    solution: Solution,
    /// Largest number of cells in a set (not the size of the grid)
    #[arg(long, value_name = "K", default_value_t = 12)]
    #[arg(value_parser = whole::<u8>(4..=81))]
    size: u8,
    #[command(flatten)]
    listing: Listing,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Finds every puzzle of K clues whose only solution is the grid, minimal or not. Each row is
`puzzle`. A scan for 17 clues takes 15 minutes to two hours on one core, one for more clues much
longer. --given makes it shorter.

Examples:
  countless sudoku scan \"$(cat grid.txt)\" --clues 17 -o found.csv --ledger l.csv
  countless sudoku scan \"$(cat grid.txt)\" --clues 17 --dry-run
  countless sudoku scan \"$(cat grid.txt)\" --clues 20 --given \"$(cat part.txt)\"")]
pub struct ScanArgs {
    #[command(flatten)]
    solution: Solution,
    /// Number of clues
    #[arg(long, value_name = "K")]
    #[arg(value_parser = whole::<u8>(1..=81))]
    clues: u8,
    /// Clues that every puzzle contains
    #[arg(long, value_name = "PUZZLE", value_parser = of_text::<Grid>)]
    given: Option<Grid>,
    #[command(flatten)]
    listing: Listing,
}

/// The grid that it is about.
#[derive(Args, Debug)]
struct Solution {
    /// Solved grid of 81 digits, or a puzzle with one solution
    #[arg(value_name = "GRID", value_parser = of_text::<Grid>)]
    grid: Grid,
}

impl Solution {
    fn grid(&self) -> anyhow::Result<Grid> {
        match self.grid.solve() {
            Solved::Unique(grid) => Ok(grid),
            Solved::None => bail!("<GRID>: expected one solution, found none"),
            Solved::Multiple(..) => bail!("<GRID>: expected one solution, found several"),
        }
    }
}

/// Where what is found goes, and how.
#[derive(Args, Debug)]
struct Listing {
    #[command(flatten)]
    rows: Rows,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    running: Running,
}

pub fn unavoidable(args: &UnavoidableArgs, session: Session) -> anyhow::Result<Exit> {
    let sets = Unavoidable::new(args.solution.grid()?, args.size.into())?;
    let recording = &args.listing.recording;
    ensure!(
        recording.subtrees.is_none(),
        "--subtrees is not supported here: each of the 81 cells is a subtree"
    );
    args.listing.write(sets.job(), ["set", "sets"], session)
}

pub fn scan(args: &ScanArgs, session: Session) -> anyhow::Result<Exit> {
    let given = args.given.unwrap_or(Grid::BLANK);
    let scan = Scan::new(args.solution.grid()?, args.clues.into(), &given)?;
    args.listing
        .write(scan.job(), ["puzzle", "puzzles"], session)
}

impl Listing {
    /// Writes the solutions of a problem: the words are for one and for several.
    fn write(
        &self,
        job: Job<'_, Counted>,
        [one, several]: [&'static str; 2],
        session: Session,
    ) -> anyhow::Result<Exit> {
        let task = Task::new(job, several, &self.running);
        let task = task.recording(&self.recording).rows(&self.rows);
        session.perform(task, |outcome| {
            let total = outcome.total.solutions;
            Ok(Report {
                found: plural(total, one),
                count: outcome.new_of(|total| total.solutions),
                json: json!({ "problem": "sudoku", several: number(total) }),
                ..Report::default()
            })
        })
    }
}
