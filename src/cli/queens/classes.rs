//! `countless queens classes`

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use countless::engine::{Order, Report};
use countless::queens::{ByTurn, Turn};

use super::super::Run;
use super::super::exit::Outcome;
use super::super::output::{plural, print, summary};
use super::super::recording::{Kept, Recording};
use super::Board;
use super::count::{add_up, count_all};

#[derive(Args, Debug)]
#[command(after_help = "\
Fundamental solutions are those that no rotation or reflection of the board turns
into one another. A solution without symmetry is one of eight images, one that a
half turn leaves as it is one of four, one that a quarter turn does one of two.

Examples:
  countless queens classes 12
  countless queens classes 16 --json
  countless queens classes 18 --ledger q18.csv     that of `queens count 18`, begun or done")]
pub struct ClassesArgs {
    #[command(flatten)]
    board: Board,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Record what is finished of counting all solutions in FILE, and go on from what it
    /// says; it is the ledger that `queens count` keeps
    #[arg(long, value_name = "FILE", help_heading = "Ledger")]
    ledger: Option<PathBuf>,
    #[command(flatten)]
    run: Run,
}

/// How many solutions each turn leaves as they are, and how many there are at all.
struct Fixed {
    all: u128,
    half_turn: u128,
    quarter_turn: u128,
}

/// A row of the table: a class, its solutions, and how many of them are fundamental.
type Class = (&'static str, u128, u128);

impl Fixed {
    /// The classes of a board of `n` rows; an error if the counts contradict each other.
    fn classes(&self, n: usize) -> anyhow::Result<[Class; 4]> {
        let Self {
            all,
            half_turn,
            quarter_turn,
        } = *self;
        if n < 2 {
            // The one solution looks the same from everywhere.
            return Ok([
                ("none", 0, 0),
                ("half-turn", 0, 0),
                ("quarter-turn", 1, 1),
                ("all", 1, 1),
            ]);
        }
        // Burnside's sum: no reflection leaves a solution as it is.
        let images = all + half_turn + 2 * quarter_turn;
        let consistent = quarter_turn <= half_turn
            && half_turn <= all
            && images.is_multiple_of(8)
            && (all - half_turn).is_multiple_of(8)
            && (half_turn - quarter_turn).is_multiple_of(4)
            && quarter_turn.is_multiple_of(2);
        ensure!(
            consistent,
            "the counts {all}, {half_turn}, {quarter_turn} contradict each other"
        );
        Ok([
            ("none", all - half_turn, (all - half_turn) / 8),
            (
                "half-turn",
                half_turn - quarter_turn,
                (half_turn - quarter_turn) / 4,
            ),
            ("quarter-turn", quarter_turn, quarter_turn / 2),
            ("all", all, images / 8),
        ])
    }
}

pub fn classes(args: &ClassesArgs) -> anyhow::Result<Outcome> {
    let n = args.board.n();
    let start = std::time::Instant::now();
    let (half_turn, half) = by_turn(n, Turn::Half, &args.run)?;
    let (quarter_turn, quarter) = by_turn(n, Turn::Quarter, &args.run)?;
    let recording = Recording::whole(args.ledger.clone());
    let (all, report, kept) = count_all(n, &args.run, &recording)?;
    if [&half, &quarter, &report]
        .iter()
        .any(|report| report.stopped.is_some())
    {
        match kept {
            Some(kept) => kept.interrupted(&report),
            None => eprintln!("interrupted"),
        }
        return Ok(Outcome::Interrupted);
    }
    let classes = Fixed {
        all,
        half_turn,
        quarter_turn,
    }
    .classes(n)?;
    if args.json {
        let rows = classes.map(|(name, solutions, fundamental)| {
            let counts = serde_json::json!({ "solutions": solutions, "fundamental": fundamental });
            (name.to_owned(), counts)
        });
        let rows: serde_json::Map<_, _> = rows.into_iter().collect();
        print(&format!(
            "{}\n",
            serde_json::json!({ "problem": "queens", "n": n, "classes": rows })
        ))?;
    } else {
        let rows = classes
            .map(|(name, solutions, fundamental)| format!("{name},{solutions},{fundamental}\n"));
        print(&format!(
            "symmetry,solutions,fundamental\n{}",
            rows.concat()
        ))?;
    }
    let threads = plural(report.busy.len() as u128, "thread");
    let known = kept.as_ref().and_then(Kept::known);
    let mut how = vec![args.run.kernel.name(), threads.as_str()];
    how.extend(known.as_deref());
    summary(
        args.run.quiet,
        &plural(all, "solution"),
        all,
        start.elapsed(),
        &how,
    );
    Ok(Outcome::Complete)
}

fn by_turn(n: usize, turn: Turn, run: &Run) -> anyhow::Result<(u128, Report)> {
    let problem = ByTurn::new(n, turn, run.options(Order::Any).threads);
    add_up(&problem, problem.subtrees(), problem.cost(), run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless::queens::known;

    #[test]
    fn known_counts_give_the_known_fundamental_ones() {
        for n in 0..known::FUNDAMENTAL.len() {
            let fixed = Fixed {
                all: known::ALL[n],
                half_turn: known::HALF_TURN[n],
                quarter_turn: known::QUARTER_TURN[n],
            };
            let classes = fixed.classes(n).expect("the tables are right");
            assert_eq!(classes[3].2, known::FUNDAMENTAL[n], "{n} rows");
            let sum: u128 = classes[..3].iter().map(|class| class.2).sum();
            assert_eq!(sum, classes[3].2, "{n} rows");
        }
    }

    #[test]
    fn a_wrong_count_is_noticed() {
        for all in [91, 93, 96] {
            assert!(
                Fixed {
                    all,
                    half_turn: 4,
                    quarter_turn: 0
                }
                .classes(8)
                .is_err()
            );
        }
    }
}
