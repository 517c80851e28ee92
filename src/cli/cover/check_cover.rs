//! The command `countless cover check`.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::Args;
use countless::cover::WeightProof;
use serde_json::json;

use super::super::output::{Exit, plural, print, print_json};
use super::super::session::Session;
use super::{CoverInputArgs, FORMAT};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

Exit code 1 reports that no solution exists: an item cannot be covered, forced options exclude each
other, or the sums do not fit (dominoes on an odd number of cells). Exit code 0 does not prove that
a solution exists.

Example:
  countless cover check pentominoes.txt"))]
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
    let has_reason = !found.impossible.is_empty() || !found.clashes.is_empty();
    if session.json {
        let clashes = found.clashes.iter();
        let clashes = clashes.map(|clash| json!({ "item": clash.item, "options": clash.options }));
        let clashes: Vec<_> = clashes.collect();
        let weights = found.misfit.iter().flat_map(|proof| &proof.weights);
        let weights: BTreeMap<&str, i64> = weights
            .map(|(item, weight)| (item.as_str(), *weight))
            .collect();
        let json = json!({
            "problem": "cover",
            "sha256": problem.sha256(),
            "primary": primary,
            "secondary": items - primary,
            "options": options,
            "impossible": found.impossible,
            "forced": found.forced,
            "idle": found.idle,
            "free": found.free,
            "clashes": clashes,
            "misfit": found.misfit.as_ref().map(|proof| proof.modulus),
            "weights": weights,
        });
        print_json(json)?;
    } else {
        let (primary, secondary) = (plural(primary as u128, "primary item"), items - primary);
        let options = plural(options as u128, "option");
        let mut text = format!("{primary}, {secondary} secondary, {options}\n");
        let numbers = |numbers: &[usize]| {
            numbers
                .iter()
                .map(usize::to_string)
                .collect::<Vec<String>>()
        };
        let lists: [(&str, Vec<String>); 4] = [
            ("items that cannot be covered", found.impossible.clone()),
            ("forced options", numbers(&found.forced)),
            (
                "options without a primary item, never chosen",
                numbers(&found.idle),
            ),
            (
                "secondary items that exclude nothing, as at most one option has them",
                found.free,
            ),
        ];
        for (what, names) in lists {
            if !names.is_empty() {
                text += what;
                text += ": ";
                text += &names.join(" ");
                text += "\n";
            }
        }
        let clashes = found.clashes.iter().map(|clash| {
            let options = numbers(&clash.options).join(" ");
            format!(
                "forced options that exclude each other at {}: {options}\n",
                clash.item
            )
        });
        text.extend(clashes);
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
