//! The commands `countless sudoku solve`, `count` and `list`: solutions of puzzles.

use std::io::Write;

use countless::engine::{Reason, Tally};
use countless::sudoku::questions::AnswerNumber;
use countless::sudoku::{Ask, Count, Enumerate, List, Puzzle, Question, Solve, Status, puzzles_in};
use countless::table::Output;
use countless::variants::AnyPuzzle;

use super::super::prelude::*;
use super::PuzzleInputArgs;
use super::puzzle_inputs::PuzzleInputs;
use super::question_command::{NodeBudgetArgs, QuestionArgs, QuestionReport, single_puzzle_run};
use super::variant_args::VariantArgs;
use countless_picture::{Diagram, GridStyle, grid_text};

pub type SudokuSolveArgs = QuestionArgs<VariantArgs, SolveFlags>;

/// Flags of the command.
#[derive(Args, Debug)]
pub struct SolveFlags {
    /// Count at most K solutions per puzzle; K is at least 2 [default: 2; with --all, no limit]
    #[arg(long, value_name = "K")]
    #[arg(value_parser = whole::<u64>(2..))]
    max_solutions: Option<u64>,
    /// Write every solution, one row each, in lexicographic order
    #[arg(help_heading = "Output", long)]
    all: bool,
    /// Compare the solution column of the input with the puzzle: add the columns `check`, with ok,
    /// wrong, or none if the input gives no solution, and `given_solution`
    #[arg(help_heading = "Output", long)]
    check: bool,
    /// Copy the other columns of the input (or the tags)
    #[arg(help_heading = "Output", long)]
    keep_columns: bool,
    #[command(flatten)]
    budget: NodeBudgetArgs,
}

pub fn solve(args: &SudokuSolveArgs, session: Session) -> anyhow::Result<Exit> {
    let flags = &args.last;
    let of_rows = first_given([
        ("--max-solutions", flags.max_solutions.is_some()),
        ("--all", flags.all),
        ("--check", flags.check),
        ("--keep-columns", flags.keep_columns),
        ("--max-nodes and --nodes", flags.budget.is_given()),
        (args.ledger.flag(), args.ledger.is_given()),
        ("--unordered", args.rows.unordered),
        ("--json", session.json),
    ]);
    let inputs = args.first.inputs(&args.source)?;
    let by_default = of_rows.is_none() && inputs.puzzle.is_some();
    if args.rows.is_grid(by_default) {
        if let Some(flag) = of_rows {
            bail!("--format grid draws one solution: omit {flag}");
        }
        return draw_solutions(&args.rows, inputs, session);
    }
    let question = Solve::new()
        .limit(flags.max_solutions)
        .all(flags.all)
        .check(flags.check)
        .budget(flags.budget.budget());
    let ask = inputs.ask(question, flags.keep_columns)?;
    args.ask(&ask, None, session, |_, report| {
        if !flags.check {
            report.json["wrong"] = Value::Null;
        }
    })
}

/// Draws a solution of each puzzle. A remark says whether it is the only one.
fn draw_solutions(
    rows: &RowOutputArgs,
    inputs: PuzzleInputs<'_>,
    session: Session,
) -> anyhow::Result<Exit> {
    let mut output = Output::create(rows.output.as_deref())?;
    let paint = session.paint(rows.output.as_deref());
    let all = 1..=u64::MAX;
    let exit = inputs.visit(session, all, &mut |number, _, puzzle| {
        let (status, solution) = puzzle.solve(&single_puzzle_run()?)?;
        let remark = match status {
            Status::Unique => "",
            Status::Multiple => "one of several solutions:\n",
            _ => "no solution\n",
        };
        let mut text = format!("{}{remark}", if number > 1 { "\n" } else { "" });
        if !solution.is_empty() {
            let diagram = Diagram::of(&puzzle).with_solution(&solution);
            text += &grid_text(&diagram, GridStyle::default(), paint);
        }
        let written = output.write_all(text.as_bytes());
        written.map_err(|error| Error::write(output.path(), error))?;
        Ok(true)
    })?;
    output.finish()?;
    Ok(exit)
}

pub type SudokuCountArgs = QuestionArgs<VariantArgs, CountFlags>;

/// Flags of the command.
#[derive(Args, Debug)]
pub struct CountFlags {
    /// Count at most K solutions per puzzle [default: all]
    #[arg(long, value_name = "K")]
    #[arg(value_parser = whole::<u64>(1..))]
    max_solutions: Option<u64>,
    #[command(flatten)]
    budget: NodeBudgetArgs,
}

pub fn count(args: &SudokuCountArgs, session: Session) -> anyhow::Result<Exit> {
    ensure!(
        args.last.max_solutions.is_none() || !args.ledger.is_given(),
        "{} counts all solutions: omit --max-solutions",
        args.ledger.flag()
    );
    let question = Count::new()
        .limit(args.last.max_solutions)
        .budget(args.last.budget.budget());
    // Only rows can show the status `unknown` and the nodes.
    let has_nodes = args.last.budget.is_given();
    let by_rows = args.ledger.is_given() || has_nodes;
    let inputs = args.first.inputs(&args.source)?;
    if let (Some(AnyPuzzle::Classic(puzzle)), false) = (&inputs.puzzle, has_nodes) {
        return count_puzzle(args, puzzle, session);
    }
    let is_variant = matches!(inputs.puzzle, Some(AnyPuzzle::Variant(_)));
    let shape = inputs.shape.to_string();
    let ask = inputs.ask(question, false)?;
    if is_variant && !by_rows {
        count_variant(args, ask.job(), &shape, session)
    } else {
        count_each(args, &ask, session)
    }
}

/// Counts the solutions of a variant puzzle on the command line.
fn count_variant(
    args: &SudokuCountArgs,
    job: Job<'_>,
    shape: &str,
    session: Session,
) -> anyhow::Result<Exit> {
    let request = JobRequest::new(job, "solutions", &args.run);
    let request = request.output(args.rows.output.as_deref());
    let request = request.rejects(args.source.rejects(&args.ledger, session)?);
    session.perform(request, |outcome| {
        if AnswerNumber::Invalid.of(&outcome.total) > 0 {
            return Ok(CommandReport {
                is_flawed: true,
                ..CommandReport::default()
            });
        }
        let limit = args.last.max_solutions.map(u128::from);
        let is_limited = limit == Some(outcome.total.count);
        Ok(count_report(outcome, is_limited, "shape", shape))
    })
}

/// Counts the solutions of a 9×9 puzzle on the command line.
fn count_puzzle(args: &SudokuCountArgs, puzzle: &Puzzle, session: Session) -> anyhow::Result<Exit> {
    let limit = args.last.max_solutions;
    if limit.is_none() && puzzle.grid().is_some_and(|grid| grid.clues() == 0) {
        session.note(
            "note: a grid without clues has 6,670,903,752,021,072,936,960 solutions, too many to \
             enumerate\nhint: --max-solutions K stops at K",
        );
    }
    let (problem, text) = (Enumerate::new(puzzle.clone()), puzzle.to_string());
    let request = JobRequest::new(problem.job(), "solutions", &args.run).ledger(&args.ledger);
    let request = request.output(args.rows.output.as_deref());
    session.perform(request.limit(limit), |outcome| {
        let is_limited = outcome.stopped == Some(Reason::Limit);
        Ok(count_report(outcome, is_limited, "puzzle", &text))
    })
}

/// Report of a count of one puzzle, with a member for the puzzle or its shape.
fn count_report(outcome: &Outcome, is_limited: bool, member: &str, value: &str) -> CommandReport {
    let solutions = outcome.total.count;
    let found = plural(solutions, "solution");
    CommandReport {
        so_far: Some(format!("; partial count: {found}")),
        found: found + if is_limited { " or more" } else { "" },
        count: outcome.without_recalled(|total| total.count),
        text: Some(format!("{solutions}\n")),
        json: json!({
            "problem": "sudoku",
            member: value,
            "solutions": json_number(solutions),
            "complete": outcome.is_complete() && !is_limited,
        }),
        ..CommandReport::default()
    }
}

/// Counts the solutions of each puzzle of the inputs.
fn count_each(args: &SudokuCountArgs, ask: &Ask<Count>, session: Session) -> anyhow::Result<Exit> {
    let (run_args, ledger_args) = (&args.run, &args.ledger);
    ledger_args.refuse_subtrees("a ledger of files has a record for each puzzle")?;
    // With a ledger, each puzzle is a subtree.
    let part = if ledger_args.is_given() {
        "puzzle"
    } else {
        "chunk"
    };
    let request = JobRequest::new(ask.job(), "solutions", run_args).part(part);
    let request = request.ledger(ledger_args).rows(&args.rows);
    let rejects = args.source.rejects(ledger_args, session)?;
    session.perform(request.rejects(rejects), |outcome| {
        let tally = &outcome.total;
        let mut report = QuestionReport::new(outcome, ask.inputs(), Count::SHOWN);
        report.json["solutions"] = json_number(tally.count);
        let puzzles = plural(puzzles_in(tally).into(), "puzzle");
        Ok(CommandReport {
            found: solutions_text(args, tally, outcome.shard().is_some()),
            count: outcome.without_recalled(|tally| tally.count),
            json: report.json,
            so_far: Some(format!(" after {puzzles}")),
            is_flawed: report.is_flawed,
            ..CommandReport::default()
        })
    })
}

/// Formats a count: `12 solutions of 8 puzzles (1 invalid), counted up to 2 each`.
fn solutions_text(args: &SudokuCountArgs, tally: &Tally, is_shard: bool) -> String {
    let solutions = plural(tally.count, "solution");
    let found = match AnswerNumber::Unknown.of(tally).into() {
        0 => solutions,
        unknown => format!("{solutions}, without those of {} unknown", grouped(unknown)),
    };
    if is_shard {
        return found;
    }
    let invalid = AnswerNumber::Invalid.of(tally);
    let puzzles = with_kinds(puzzles_in(tally), "puzzle", [(invalid, "invalid")]);
    let limit = args.last.max_solutions;
    let limit = limit.map(|limit| format!(", counted up to {} each", grouped(limit.into())));
    format!("{found} of {puzzles}{}", limit.unwrap_or_default())
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sudoku-list.txt"))]
pub struct SudokuListArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    #[command(flatten)]
    shape: VariantArgs,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    limit: RowLimitArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub fn list(args: &SudokuListArgs, session: Session) -> anyhow::Result<Exit> {
    let inputs = args.shape.inputs(&args.source)?;
    if let Some(AnyPuzzle::Classic(puzzle)) = inputs.puzzle {
        return write_solutions(Enumerate::new(puzzle).job(), "subtree", args, session);
    }
    let ask = inputs.ask(List, false)?;
    write_solutions(ask.job(), "chunk", args, session)
}

/// Writes the solutions as rows. `part` is the noun for a subtree.
fn write_solutions(
    job: Job<'_>,
    part: &'static str,
    args: &SudokuListArgs,
    session: Session,
) -> anyhow::Result<Exit> {
    let request = JobRequest::new(job, "solutions", &args.run).part(part);
    let request = request.rows(&args.rows);
    let request = request.rejects(args.source.rejects(&LedgerArgs::default(), session)?);
    session.perform(request.limit(args.limit.number()), |outcome| {
        let mut report = CommandReport::of_number("sudoku", outcome.rows.into(), "solution");
        report.is_flawed = outcome.diagnostics > 0;
        Ok(report)
    })
}
