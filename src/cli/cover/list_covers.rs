//! The commands `countless cover list`, `sample` and `check`.

use std::collections::BTreeMap;
use std::fmt::Write;

use countless::cover::{BigCount, CoverProblem, WeightProof};

use super::super::output::grouped_decimal;
use super::super::prelude::*;
use super::symmetry_args::{
    SymmetryArgs, add_symmetries, check_text, classes_text, symmetries_text,
};
use super::{CoverInputArgs, MemoryArgs, big_number, count_report};

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/cover-list.txt"))]
pub struct CoverListArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    /// Write the items of each option instead of its number
    #[arg(help_heading = "Output", long)]
    names: bool,
    #[command(flatten)]
    symmetry: SymmetryArgs,
    /// Add a column with the number of solutions in the class
    #[arg(help_heading = "Symmetry", long, requires = "up_to_symmetry")]
    class_size: bool,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    limit: RowLimitArgs,
    #[command(flatten)]
    recording: LedgerArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn list(args: &CoverListArgs, session: Session) -> anyhow::Result<Exit> {
    let problem = args.source.problem()?;
    let mut cover = match args.symmetry.options() {
        Some(options) => {
            let run = Run::new().cancel(Session::token()?);
            CoverProblem::listing_classes(problem, &options, &run)?
        }
        None => CoverProblem::listing(problem),
    };
    if args.names {
        cover = cover.with_names();
    }
    if args.class_size {
        cover = cover.with_class_size();
    }
    let task = JobRequest::new(cover.job(), "solutions", &args.running);
    let task = task.ledger(&args.recording).rows(&args.rows);
    session.perform(task.limit(args.limit.number()), |outcome| {
        let rows = BigCount::from(outcome.table_rows());
        let mut report = CommandReport {
            text: None,
            count: outcome.rows.into(),
            ..count_report(&cover, &rows)
        };
        if let Some(symmetries) = cover.symmetries() {
            let symmetries_text = symmetries_text(symmetries);
            report.found = format!("{} under {symmetries_text}", classes_text(&rows));
            report.json = json!({
                "problem": "cover",
                "sha256": cover.sha256(),
                "classes": big_number(&rows),
            });
            add_symmetries(&mut report.json, symmetries);
        }
        Ok(report)
    })
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/cover-sample.txt"))]
pub struct CoverSampleArgs {
    #[command(flatten)]
    source: CoverInputArgs,
    /// Number of solutions
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>(1..))]
    count: u64,
    /// Seed of the random numbers; equal seeds choose equal solutions [default: random]
    #[arg(long, value_name = "S")]
    #[arg(value_parser = whole::<u64>(0..))]
    seed: Option<u64>,
    /// Write the items of each option instead of its number
    #[arg(help_heading = "Output", long)]
    names: bool,
    #[command(flatten)]
    symmetry: SymmetryArgs,
    #[command(flatten)]
    rows: RowOutputArgs,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    running: RunArgs,
}

pub fn sample(args: &CoverSampleArgs, session: Session) -> anyhow::Result<Exit> {
    let problem = args.source.problem()?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let run = Run::new().cancel(Session::token()?);
    let run = run.memory(args.memory.bytes());
    let symmetries = args.symmetry.options();
    let mut sample = match &symmetries {
        None => CoverProblem::sampling(problem, args.count, seed, &run)?,
        Some(options) => CoverProblem::sampling_classes(problem, options, args.count, seed, &run)?,
    };
    if args.names {
        sample = sample.with_names();
    }
    let all = sample.population().unwrap_or_default();
    let task = JobRequest::new(sample.job(), "solutions", &args.running);
    session.perform(task.rows(&args.rows), |outcome| {
        let (all_text, member) = match symmetries {
            None => (grouped_decimal(&all.to_string()), "solutions"),
            Some(_) => (classes_text(&all), "classes"),
        };
        let mut json = json!({
            "problem": "cover",
            "sha256": sample.sha256(),
            "drawn": outcome.rows,
            "seed": seed,
        });
        json[member] = big_number(&all);
        Ok(CommandReport {
            found: format!(
                "{} drawn from {all_text}, seed {seed}",
                plural(outcome.rows.into(), "solution")
            ),
            count: outcome.rows.into(),
            json,
            ..CommandReport::default()
        })
    })
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/cover-check.txt"))]
pub struct CoverCheckArgs {
    #[command(flatten)]
    source: CoverInputArgs,
}

pub fn check(args: &CoverCheckArgs, session: Session) -> anyhow::Result<Exit> {
    let problem = args.source.problem()?;
    let found = problem.check();
    let (primary, items) = (problem.primary_count(), problem.item_count());
    let options = problem.option_count();
    let is_impossible = found.is_impossible();
    let symmetries = problem.quick_symmetries(&Run::new().cancel(Session::token()?));
    let has_reason = !found.impossible.is_empty() || !found.clashes.is_empty();
    if session.json {
        let clashes = found.clashes.iter();
        let clashes = clashes.map(|clash| json!({ "item": clash.item, "options": clash.options }));
        let weights = found.misfit.iter().flat_map(|proof| &proof.weights);
        let weights: BTreeMap<&str, i64> = weights
            .map(|(item, weight)| (item.as_str(), *weight))
            .collect();
        let mut json = json!({
            "problem": "cover",
            "sha256": problem.sha256(),
            "primary": primary,
            "secondary": items - primary,
            "options": options,
            "impossible": found.impossible,
            "forced": found.forced,
            "idle": found.idle,
            "free": found.free,
            "clashes": clashes.collect::<Value>(),
            "misfit": found.misfit.as_ref().map(|proof| proof.modulus),
            "weights": weights,
        });
        match &symmetries {
            Some(symmetries) => {
                add_symmetries(&mut json, symmetries);
                json["countable"] = symmetries.check_countable().is_ok().into();
            }
            None => json["symmetries"] = Value::Null,
        }
        print_json(json)?;
    } else {
        let (primary, secondary) = (plural(primary as u128, "primary item"), items - primary);
        let options = plural(options as u128, "option");
        let mut text = format!("{primary}, {secondary} secondary, {options}\n");
        text.extend(symmetries.as_ref().map(check_text));
        let numbers = |numbers: &[usize]| {
            let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
            texts.join(" ")
        };
        let idle = "options without a primary item, never chosen";
        let free = "secondary items that exclude nothing, as at most one option has them";
        let mut lists = vec![
            (
                "items that cannot be covered".to_owned(),
                found.impossible.join(" "),
            ),
            ("forced options".to_owned(), numbers(&found.forced)),
            (idle.to_owned(), numbers(&found.idle)),
            (free.to_owned(), found.free.join(" ")),
        ];
        lists.extend(found.clashes.iter().map(|clash| {
            let what = format!("forced options that exclude each other at {}", clash.item);
            (what, numbers(&clash.options))
        }));
        for (what, names) in lists.iter().filter(|(_, names)| !names.is_empty()) {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{what}: {names}");
        }
        if let Some(proof) = found.misfit.filter(|_| !has_reason) {
            text += &weights_text(&proof);
        }
        print(&text)?;
    }
    Ok(Exit::Complete.flawed_if(is_impossible))
}

/// Text of a proof by weights: the items of each weight, and the sum.
fn weights_text(proof: &WeightProof) -> String {
    let modulus = proof.modulus;
    let mut text = format!(
        "no solution: items can be given weights so that each option weighs a multiple of \
         {modulus}, but all items together do not\n"
    );
    let mut items: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
    for (item, weight) in &proof.weights {
        items.entry(*weight).or_default().push(item);
    }
    for (weight, items) in items.iter().rev() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "weight {weight}: {}", items.join(" "));
    }
    let _ = writeln!(text, "weight of all items together: {}", proof.total);
    text
}
