//! The commands `countless queens count` and `countless queens classes`.

use std::path::Path;
use std::time::Duration;

use super::super::forecast::time_text;
use super::super::output::ClassTable;
use super::super::paths::LedgerFile;
use super::super::perform::{DryRunReport, report_dry_run};
use super::super::prelude::*;
use super::super::shared_args::TurnName;
use super::board_args::{BoardVariantArgs, add_variant_json, is_board_variant};
use super::list_boards::{add_tally, create_tally};
use super::{BoardColumnsArgs, BoardSizeArgs, board_args, count_report};
use countless::queens::{self, BoardProblem, BoardVariant, JoinCounter, TurnCounter, growth};

/// Time limit of the forecast before a long count.
const FORECAST_TIME: Duration = Duration::from_millis(500);
/// Seconds of a day.
const DAY: f64 = 86_400.0;

#[derive(Args, Debug)]
#[command(mut_arg("n", |n| n.help("Rows (and columns, unless --columns is given) of the board, 0 to 32")))]
#[command(after_help = include_str!("../help/queens-count.txt"))]
pub struct QueensCountArgs {
    #[command(flatten)]
    size: BoardSizeArgs,
    #[command(flatten)]
    columns: BoardColumnsArgs,
    #[command(flatten)]
    variant: BoardVariantArgs,
    /// Only solutions that this rotation leaves unchanged; they are counted by search
    #[arg(long, value_enum, value_name = "TURN", conflicts_with_all = ["columns", "regions", "tally"])]
    symmetric: Option<TurnName>,
    /// Counting method
    #[arg(help_heading = "Running", long, value_name = "METHOD")]
    #[arg(value_enum, default_value_t)]
    method: QueensMethodName,
    /// Also write the number of solutions with a queen on each square to FILE; with -, instead of the count
    #[arg(help_heading = "Output", long, value_name = "FILE", conflicts_with_all = ["ledger", "shard", "dry_run"])]
    tally: Option<SideFile>,
    /// Write the count to FILE [default: stdout]
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<OutputFile>,
    #[command(flatten)]
    ledger: LedgerArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Counting method of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum QueensMethodName {
    /// Join where it supports the board, else search
    #[default]
    Auto,
    /// Combine counts of half boards: much faster, needs memory; 4 to 32 rows
    Join,
    /// Enumerate one of each set of eight symmetric solutions, and count the rest by symmetry
    Search,
}

/// Returns a rotation, its name in JSON, and its sequence for queens on ordinary boards.
fn turn_of(name: TurnName) -> (queens::BoardTurn, &'static str, &'static str) {
    match name {
        TurnName::HalfTurn => (queens::BoardTurn::Half, "half-turn", board_args::HALF_TURN),
        TurnName::QuarterTurn => (
            queens::BoardTurn::Quarter,
            "quarter-turn",
            board_args::QUARTER_TURN,
        ),
    }
}

impl QueensMethodName {
    /// Requires a method that supports all boards.
    pub fn require_search(self) -> anyhow::Result<()> {
        ensure!(
            self != Self::Join,
            "--method join: expected queens on a square board without --torus or --regions\nhint: omit --method"
        );
        Ok(())
    }

    /// Resolves the method for a board of `n` rows.
    pub fn resolve(self, n: usize) -> anyhow::Result<queens::QueensMethod> {
        let method = match self {
            Self::Auto => queens::QueensMethod::Auto,
            Self::Join => queens::QueensMethod::Join,
            Self::Search => queens::QueensMethod::Search,
        };
        let resolved = method.resolve(n);
        resolved.map_err(|error| anyhow::anyhow!("--method: {error}"))
    }
}

pub fn count(args: &QueensCountArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n;
    if let Some(path) = &args.tally {
        return count_squares(n, path, args, session);
    }
    let turn = args.symmetric.map(turn_of);
    ensure!(
        turn.is_none() || args.method != QueensMethodName::Join,
        "--symmetric is counted by search: omit --method join"
    );
    let (run_args, ledger_args) = (&args.run, &args.ledger);
    let variant = args.variant.board_variant()?;
    let columns = args.columns.of(n, &variant)?;
    let (method, problem) = if let Some((turn, ..)) = turn {
        let counter = TurnCounter::of_variant(n, turn, &variant)?;
        (queens::QueensMethod::Search, counter.erased())
    } else if columns == n && !is_board_variant(&variant) {
        let method = args.method.resolve(n)?;
        if ledger_args.dry_run && method == queens::QueensMethod::Join && n >= growth::FIRST_UNTIMED
        {
            return dry_run_by_growth(n, args, session);
        }
        if !ledger_args.dry_run {
            warn_of_days(n, method, args, session)?;
        }
        let threads = run_args.run().thread_count();
        (method, queens::counter(n, method, threads)?)
    } else {
        args.method.require_search()?;
        let counter = BoardProblem::of_variant(n, columns, &variant)?;
        (queens::QueensMethod::Search, counter.erased())
    };
    let request = JobRequest::new(Job::of(&*problem), "solutions", run_args);
    let request = request.ledger(ledger_args).output(args.output.as_deref());
    session.perform(request, |outcome| {
        let mut report = count_report(n, outcome, method.name());
        add_variant_json(&mut report.json, &variant, columns == n && turn.is_none());
        if columns != n {
            report.json["columns"] = columns.into();
        }
        if let Some((_, name, sequence)) = turn {
            report.json["symmetric"] = name.into();
            if !is_board_variant(&variant) {
                report.json["oeis"] = sequence.into();
            }
        }
        Ok(report)
    })
}

/// Reports the expected time of a count by join, extrapolated because its tables take too long. The
/// number of subtrees is in the ledger, if there is one.
fn dry_run_by_growth(n: usize, args: &QueensCountArgs, session: Session) -> anyhow::Result<Exit> {
    let (run_args, ledger_args) = (&args.run, &args.ledger);
    let summary = format!(
        "queens count, n={n}, by join; the number of subtrees is unknown without large tables"
    );
    let mut known = DryRunReport::default();
    if ledger_args.ledger.is_some() {
        let run = ledger_args.with_ledger(run_args.run().cancel(Session::token()?));
        let plan = JoinCounter::plan(n, &run.granularity(), 0)?;
        known.plan = run.recorded_plan(plan)?;
        match &known.plan {
            Some(plan) => known.state = run.parallel(|| run.state(plan))??,
            None => known.is_new = true,
        }
    }
    let complete = known.clone();
    report_dry_run(session, &summary, known, run_args, ledger_args, |run| {
        Ok(DryRunReport {
            forecast: growth::estimate_by_growth(n, &run, 1)?,
            ..complete
        })
    })
}

/// Prints a note before a count that takes more than a day.
fn warn_of_days(
    n: usize,
    method: queens::QueensMethod,
    args: &QueensCountArgs,
    session: Session,
) -> anyhow::Result<()> {
    if session.quiet {
        return Ok(());
    }
    let run = args.run.run().cancel(Session::token()?);
    let threads = run.thread_count();
    let forecast = growth::estimate_long_count(n, method, &run.within(FORECAST_TIME))?;
    if let Some(forecast) = forecast.filter(|it| it.seconds() > DAY * threads as f64) {
        let hint = match args.ledger.ledger {
            Some(_) => "",
            None => "; --ledger FILE lets a second run continue",
        };
        let time = time_text(&forecast, threads);
        session.note(&format!("note: this count takes {time}{hint}"));
    }
    Ok(())
}

/// Counts the solutions and, for each square, those with a queen on it.
fn count_squares(
    n: usize,
    path: &Path,
    args: &QueensCountArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let variant = args.variant.board_variant()?;
    ensure!(
        args.method != QueensMethodName::Join,
        "--tally enumerates the solutions: omit --method join"
    );
    ensure!(
        args.columns.of(n, &variant)? == n,
        "--tally supports boards with as many columns as rows: omit --columns"
    );
    ensure!(
        !is_board_variant(&variant),
        "--tally supports queens on ordinary boards\nhint: `countless queens list --tally` supports \
         other pieces, --torus and --regions"
    );
    let squares = create_tally(path)?;
    let problem = BoardProblem::square_counter(n)?;
    let request = JobRequest::new(problem.job(), "solutions", &args.run);
    let request = request.ledger(&args.ledger).output(args.output.as_deref());
    session.perform(request, |outcome| {
        let mut report = count_report(n, outcome, "search");
        if outcome.is_complete() {
            add_tally(
                squares,
                &problem.squares(&outcome.total),
                &mut report,
                session,
            )?;
        }
        Ok(report)
    })
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/queens-classes.txt"))]
pub struct QueensClassesArgs {
    #[command(flatten)]
    size: BoardSizeArgs,
    #[command(flatten)]
    variant: BoardVariantArgs,
    /// Record finished subtrees in FILE and continue from its records, also from those of
    /// `queens count N`
    #[arg(long, value_name = "FILE", help_heading = "Ledger")]
    ledger: Option<LedgerFile>,
    /// Take solutions on a torus as one if shifts exchange them, too
    #[arg(long, requires = "torus", conflicts_with_all = ["regions", "ledger"])]
    shifts: bool,
    #[command(flatten)]
    run: RunArgs,
}

pub fn classes(args: &QueensClassesArgs, session: Session) -> anyhow::Result<Exit> {
    let n = args.size.n;
    let variant = args.variant.board_variant()?;
    let ledger_args = LedgerArgs {
        ledger: args.ledger.clone(),
        ..LedgerArgs::default()
    };
    // Each class with its numbers of all and of fundamental solutions; last, all together.
    let outcome = session.run(&args.run, &ledger_args, "solutions", |run| {
        if !args.shifts {
            let found = queens::classes_of(n, &variant, run)?;
            return Ok(found.map(|classes| {
                let rows = classes.rows();
                let rows =
                    rows.map(|row| (row.symmetry.to_owned(), row.solutions, row.fundamental));
                rows.to_vec()
            }));
        }
        let found = queens::torus_classes(n, &variant, run)?;
        Ok(found.map(|classes| {
            let rows = classes.iter();
            let rows = rows.map(|row| (row.symmetries.to_string(), row.solutions, row.fundamental));
            let solutions = classes.iter().map(|row| row.solutions).sum();
            let fundamental = classes.iter().map(|row| row.fundamental).sum();
            rows.chain([("all".to_owned(), solutions, fundamental)])
                .collect()
        }))
    })?;
    let solutions = |rows: &Vec<(String, u128, u128)>| rows.last().map_or(0, |row| row.1);
    let rows = outcome.total.iter().map(|(name, solutions, fundamental)| {
        [name.clone(), solutions.to_string(), fundamental.to_string()]
    });
    let mut table = ClassTable {
        columns: ["symmetry", "solutions", "fundamental"],
        rows: rows.collect(),
    };
    let mut json = json!({ "problem": "queens", "n": n, "classes": table.json() });
    if args.shifts {
        table.columns[0] = "symmetries";
        json["shifts"] = true.into();
    } else {
        add_sequences(&mut json["classes"], &variant);
    }
    add_variant_json(&mut json, &variant, false);
    let report = CommandReport {
        found: plural(solutions(&outcome.total), "solution"),
        count: outcome.without_recalled(solutions),
        text: Some(table.csv()),
        json,
        ..CommandReport::default()
    };
    session.conclude(&outcome.map(|_| ()), &args.run, report, "subtree")
}

/// Adds the sequences of the numbers to an object of classes.
fn add_sequences(classes: &mut Value, variant: &BoardVariant) {
    let solutions = board_args::all(variant).map(|name| ("solutions", name));
    let fundamental = board_args::fundamental(variant).map(|name| ("fundamental", name));
    if solutions.or(fundamental).is_some() {
        classes["all"]["oeis"] = solutions.into_iter().chain(fundamental).collect();
    }
    if !is_board_variant(variant) {
        classes["quarter-turn"]["oeis"] = json!({ "solutions": board_args::QUARTER_TURN });
    }
}
