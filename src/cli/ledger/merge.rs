//! The commands `countless ledger merge` and `countless ledger repair`.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::super::forecast::{part_noun, plan_line};
use super::super::prelude::*;
use super::{LedgerPathsArgs, merged, ranges, require_known};
use countless::ledger::{Plan, Records, Repair, RowParts, Shard};
use countless::table::{Format, Output};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/ledger-merge.txt"))]
pub struct LedgerMergeArgs {
    #[command(flatten)]
    ledgers: LedgerPathsArgs,
    /// Write all records to FILE: a new ledger, or one of the same plan, which is replaced
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    ledger: Option<SideFile>,
    /// Write the rows of all shards to FILE, in the order of the input
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<SideFile>,
}

/// Header of the rows of a plan.
fn header(plan: &Plan) -> anyhow::Result<String> {
    let spec = &plan.spec;
    let problem = &spec.problem;
    let without = || format!("--output: {problem} does not write rows; omit --output");
    Ok(spec.parameter("header").with_context(without)?.to_owned())
}

/// Requires a file name that ends in a format of the rows of the plan.
fn require_format(plan: &Plan, path: &Path) -> anyhow::Result<()> {
    let named = Format::of(path)?;
    let kept = plan.row_formats();
    // Parquet rows have types and can be converted to any format.
    if kept == [Format::Parquet] {
        return Ok(());
    }
    let names: Vec<&str> = kept.iter().map(|format| format.name()).collect();
    ensure!(
        kept.contains(&named) || path.extension().is_none(),
        "--output {1}: expected a name that ends in .{0}, the format of the rows of these ledgers",
        names.join(" or ."),
        path.display()
    );
    Ok(())
}

/// Requires a file that will be replaced to be empty or a ledger of the same plan.
fn require_replaceable(path: &Path, plan: &Plan) -> anyhow::Result<()> {
    let is_new = fs::metadata(path).map_or(true, |file| file.is_file() && file.len() == 0);
    if is_new || Records::read(path).is_ok_and(|records| records.plan() == plan) {
        return Ok(());
    }
    bail!(
        "--ledger {}: expected a new file or a ledger of the plan that is merged, found a ledger of \
         another plan, or another file\nhint: name a new file",
        path.display()
    )
}

/// Number that the command of a plan reports for a total. For a count up to symmetry, it is the
/// quotient by the number of symmetries.
fn counted(plan: &Plan, total: u128) -> Result<u128, Error> {
    let order = plan.spec.optional("group")?.unwrap_or(1_u128);
    if order == 0 || !total.is_multiple_of(order) {
        let reason = format!("is not a multiple of {order}, the number of symmetries");
        return Err(Error::Miscounted { total, reason });
    }
    Ok(total / order)
}

pub fn merge(args: &LedgerMergeArgs, session: Session) -> anyhow::Result<Exit> {
    let ledgers = args.ledgers.read_each()?;
    let mut beside = ledgers.iter().map(|(path, _)| RowParts::file_beside(path));
    let has_rows = beside.any(|rows| rows.is_file());
    let mut rows = RowParts::default();
    if args.output.is_some() {
        for (path, records) in &ledgers {
            rows.add(path, records)?;
        }
    }
    let records = merged(ledgers)?.with_context(|| args.ledgers.no_ledger_message())?;
    let plan = records.plan();
    if let Some(path) = &args.ledger {
        require_replaceable(path, plan)?;
    }
    if !records.is_complete(Shard::WHOLE) {
        let missing = plan.subtrees - records.len();
        print_message(&format!(
            "error: {} of {} are missing\nhint: run the missing shards again, or the command that wrote the \
             ledger; `countless ledger missing` lists what is missing",
            grouped(missing.into()),
            plural(plan.subtrees.into(), part_noun(plan))
        ));
        return Ok(Exit::Flawed);
    }
    let total = counted(plan, records.total(Shard::WHOLE)?.count)?;
    require_known(&records)?;
    if let Some(path) = &args.ledger {
        let mut output = Output::create(Some(path))?;
        let mut buffered = BufWriter::with_capacity(1 << 16, &mut output);
        let written = records.write(&mut buffered).and_then(|()| buffered.flush());
        written.map_err(|error| Error::write(path, error))?;
        drop(buffered);
        output.finish()?;
    }
    if let Some(path) = &args.output {
        let mut header = header(plan)?;
        ensure!(
            has_rows,
            "--output: expected rows beside the ledgers, found none; a run without --shard writes its rows \
             to its own --output"
        );
        require_format(plan, path)?;
        if !header.is_empty() {
            header.push('\n');
        }
        rows.join(header.as_bytes(), plan.subtrees, path)?;
    }
    if session.json {
        print_json(json!({
            "plan": plan.id(),
            "problem": plan.spec.problem,
            "subtrees": plan.subtrees,
            "double_checks": records.confirmations(),
            "total": json_number(total),
        }))?;
    } else {
        print(&format!("{total}\n"))?;
    }
    let twice = match records.confirmations() {
        0 => String::new(),
        checks => format!(", {} counted twice", plural(checks.into(), part_noun(plan))),
    };
    let rows = if plan.has_row_file() && has_rows && args.output.is_none() {
        "; --output FILE writes the rows"
    } else {
        ""
    };
    session.note(&format!("{}: complete{twice}{rows}", plan_line(plan)));
    Ok(Exit::Complete)
}

/// Maximum number of dropped lines that are printed.
const MOST_SHOWN: usize = 10;

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/ledger-repair.txt"))]
pub struct LedgerRepairArgs {
    /// Damaged ledger that no run is writing
    #[arg(value_name = "LEDGER")]
    ledger: InputFile,
    /// Write the repaired ledger to FILE and keep LEDGER unchanged
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<OutputFile>,
}

pub fn repair(args: &LedgerRepairArgs, session: Session) -> anyhow::Result<Exit> {
    let path = &args.ledger;
    ensure!(
        !path.is_dir(),
        "{} is a folder: expected the file of one ledger",
        path.display()
    );
    let (repair, backup) = match &args.output {
        None => Repair::in_place(path)?,
        Some(output) => {
            let repair = Repair::of(path)?;
            repair.write(output)?;
            (repair, None)
        }
    };
    let (dropped, kept) = (&repair.dropped, u128::from(repair.whole_records));
    for dropped in dropped.iter().take(MOST_SHOWN) {
        let (path, line) = (path.display(), dropped.line);
        print_message(&format!("{path}:{line}: dropped: {}", dropped.reason));
    }
    if dropped.len() > MOST_SHOWN {
        print_message(&format!("… and {} more", dropped.len() - MOST_SHOWN));
    }
    if session.json {
        let dropped = dropped.iter();
        let dropped = dropped.map(|at| json!({ "line": at.line, "reason": at.reason }));
        print_json(json!({
            "kept": repair.whole_records,
            "dropped": dropped.collect::<Vec<_>>(),
            "backup": backup.map(|backup| backup.display().to_string()),
        }))?;
        return Ok(Exit::Complete);
    }
    let lines: Vec<_> = dropped.iter().map(|at| at.line..at.line + 1).collect();
    let count = plural(lines.len() as u128, "line");
    let lost = if repair.is_whole {
        "nothing: the ledger has no damage".to_owned()
    } else if lines.is_empty() {
        count
    } else {
        format!("{count}: {}", ranges(&lines))
    };
    let backup = backup.map(|backup| format!("backup:  {}\n", backup.display()));
    let backup = backup.unwrap_or_default();
    let kept = plural(kept, "record");
    print(&format!("kept:    {kept}\ndropped: {lost}\n{backup}"))?;
    Ok(Exit::Complete)
}
