//! `countless sudoku generate`

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use anyhow::bail;
use clap::Args;
use countless::sudoku::{FEWEST_CLUES, Generate, GenerateOptions, Level, Symmetry};
use serde_json::json;

use super::super::args::{Recording, Rows, Running};
use super::super::exit::Exit;
use super::super::output::plural;
use super::super::session::{Session, Told};

#[derive(Args, Debug)]
#[command(after_help = "\
Each row is puzzle,solution,clues,level. Without --clues or --blanks, no clue of a puzzle can
be taken away. Solved grids are drawn such that each of the 6,670,903,752,021,072,936,960 is
as likely as any other, and digits are taken away in random order as long as the solution
stays the only one. Puzzles of 22 clues take many attempts, those of fewer take ages.

Symmetries: none, rotational (180 degrees), quarter (90 degrees), diagonal, antidiagonal,
horizontal (left to right), vertical (top to bottom), full.

Examples:
  countless sudoku generate --count 10
  countless sudoku generate --count 100 --blanks 30 --symmetry rotational -o easy.csv
  countless sudoku generate --count 1000000 --level hard --seed 7 -o hard.csv.zst")]
pub struct GenerateArgs {
    /// How many puzzles to make
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,
    /// Only puzzles of this level: easy, medium, hard, expert or extreme
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// The number of clues
    #[arg(long, value_name = "C")]
    clues: Option<usize>,
    /// The number of blank cells
    #[arg(long, value_name = "B", conflicts_with = "clues")]
    blanks: Option<usize>,
    /// How the clues lie
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry)]
    symmetry: Symmetry,
    /// Only puzzles of which no clue (with its mirror images) can be taken away
    #[arg(long)]
    minimal: bool,
    /// The seed of the random numbers; the same seed makes the same puzzles [default: random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Only puzzles with one solution, which is the default
    #[arg(long, conflicts_with = "any")]
    unique: bool,
    /// Puzzles with any number of solutions
    #[arg(long)]
    any: bool,
    #[command(flatten)]
    rows: Rows,
    #[command(flatten)]
    running: Running,
}

pub fn generate(args: &GenerateArgs, session: Session) -> anyhow::Result<Exit> {
    let clues = match args.blanks {
        None => args.clues,
        Some(blanks) if blanks > 81 => bail!("--blanks {blanks}: a grid has 81 cells"),
        Some(blanks) if !args.any && 81 - blanks < FEWEST_CLUES => bail!(
            "--blanks {blanks}: with more than {} blanks, no puzzle has only one solution (but see --any)",
            81 - FEWEST_CLUES
        ),
        Some(blanks) => Some(81 - blanks),
    };
    if args.any && clues.is_none() {
        bail!("--any needs --clues or --blanks");
    }
    let seed = args.seed.unwrap_or_else(random_seed);
    let options = GenerateOptions {
        count: args.count,
        seed,
        clues,
        level: args.level,
        symmetry: args.symmetry,
        minimal: args.minimal,
        unique: !args.any,
    };
    let table = args.rows.table(session)?;
    let problem = Generate::new(options)?;
    let none = Recording::default();
    let outcome = session.run(&args.running, &none, "puzzles", |run| {
        args.rows.order(run.clone()).write(&problem, table)
    })?;
    let made = plural(outcome.rows.into(), "puzzle");
    let told = Told {
        found: format!("{made} of seed {seed}"),
        count: outcome.rows.into(),
        json: json!({ "problem": "sudoku", "puzzles": outcome.rows, "seed": seed }),
        ..Told::default()
    };
    let telling = args.rows.telling(session);
    telling.conclude(&outcome, &args.running, &format!(" after {made}"), told)
}

/// A seed of nine digits or so, another one for every run.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 34
}

fn symmetry(name: &str) -> Result<Symmetry, String> {
    let found = Symmetry::ALL.iter().find(|(_, known)| *known == name);
    found.map(|&(symmetry, _)| symmetry).ok_or_else(|| {
        let names = Symmetry::ALL.map(|(_, name)| name).join(", ");
        format!("it is one of {names}")
    })
}
