//! The command `countless cover check`.

use clap::Args;
use serde_json::json;

use super::super::exit::Exit;
use super::super::output::{plural, print, print_json};
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
            "misfit": found.misfit,
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
        let misfit = found.misfit.filter(|_| !has_reason).map(|modulus| {
            format!(
                "no solution: items can be given weights so that each option weighs a multiple of \
                 {modulus}, but all items together do not\n"
            )
        });
        text.extend(misfit);
        print(&text)?;
    }
    Ok(Exit::Complete.flawed_if(is_impossible))
}
