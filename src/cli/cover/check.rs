//! `countless cover check`

use clap::Args;
use serde_json::json;

use super::super::exit::Exit;
use super::super::output::{plural, print};
use super::super::session::Session;
use super::{FORMAT, Source};

#[derive(Args, Debug)]
#[command(after_help = format!("{FORMAT}

Exit code 1 says that an item cannot be covered, so that there is no solution.

Example:
  countless cover check pentominoes.txt"))]
pub struct CheckArgs {
    #[command(flatten)]
    source: Source,
}

pub fn check(args: &CheckArgs, session: Session) -> anyhow::Result<Exit> {
    let problem = args.source.problem()?;
    let found = problem.check();
    let (primary, items) = (problem.primary_count(), problem.item_count());
    let options = problem.option_count();
    if session.json {
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
        });
        print(&format!("{json}\n"))?;
    } else {
        let (primary, secondary) = (plural(primary as u128, "primary item"), items - primary);
        let options = plural(options as u128, "option");
        let mut text = format!("{primary}, {secondary} secondary, {options}\n");
        let numbers = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect();
        let lists: [(&str, Vec<String>); 4] = [
            ("cannot be covered", found.impossible.clone()),
            ("in every solution, options", numbers(&found.forced)),
            (
                "without a primary item, never chosen, options",
                numbers(&found.idle),
            ),
            ("contradict nothing", found.free),
        ];
        for (what, names) in lists {
            if !names.is_empty() {
                text += what;
                text += ": ";
                text += &names.join(" ");
                text += "\n";
            }
        }
        print(&text)?;
    }
    Ok(Exit::Complete.flawed_if(!found.impossible.is_empty()))
}
