//! Plans of runs as text and as JSON.

use std::collections::HashMap;

use countless::ledger::Plan;
use serde_json::{Value, json};

use super::output::{escape_controls, plural};

/// Parameters that only affect the format of rows. The line omits them.
const OF_ROWS: [&str; 2] = ["header", "format"];

/// Methods that a flag selects. The line omits others.
const METHODS: [&str; 3] = ["join", "search", "memo"];

/// Maximum length of a value in characters. Longer values, such as checksums, are shortened.
const LONGEST: usize = 16;

/// Noun for the subtrees of a plan: those of files are chunks of puzzles, or single puzzles.
pub fn part_noun(plan: &Plan) -> &'static str {
    match plan.split.split_once(':') {
        None if plan.split == "chunks" => "chunk",
        None if plan.split == "puzzles" => "puzzle",
        Some(("puzzles", _)) => "chunk",
        _ => "subtree",
    }
}

/// Formats a plan in one line:
/// `queens count, n=16, by join: 1,573 subtrees, plan 1575346f38cc42a6`.
pub fn plan_line(plan: &Plan) -> String {
    let set = plan.parameters.iter().filter_map(|(name, value)| {
        match (OF_ROWS.contains(&&**name), value.as_str()) {
            (true, _) | (_, "none" | "false") => None,
            (_, "true") => Some(name.clone()),
            (_, value) => Some(format!("{name}={}", shortened(value))),
        }
    });
    let method = METHODS.contains(&&*plan.method);
    let method = method.then(|| format!("by {}", plan.method));
    let parts = [plan.problem.clone()].into_iter().chain(set).chain(method);
    let parts: Vec<String> = parts.collect();
    let subtrees = plural(plan.subtrees.into(), part_noun(plan));
    let line = format!("{}: {subtrees}, plan {}", parts.join(", "), plan.id());
    escape_controls(&line).into_owned()
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

/// Returns a plan as a JSON object.
pub fn plan_json(plan: &Plan) -> Value {
    json!({
        "problem": plan.problem,
        "parameters": plan.parameters.iter().cloned().collect::<HashMap<_, _>>(),
        "method": plan.method,
        "split": plan.split,
        "subtrees": plan.subtrees,
        "plan": plan.id(),
    })
}

#[cfg(test)]
mod tests {
    use countless::ledger::Plan;

    use super::plan_line;

    #[test]
    fn a_line_has_what_people_set() {
        let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let parameters = [
            (
                "input",
                "91a8acc5e2293ab932fe1accc0e0137459d446613ef58d9cf4dda1f5bd1bec98",
            ),
            ("column", "none"),
            ("limit", "2"),
            ("check", "true"),
            ("header", "puzzle,status"),
        ];
        let plan = Plan {
            problem: "sudoku solve".to_owned(),
            parameters: parameters.map(own).to_vec(),
            method: "lanes".to_owned(),
            split: "chunks".to_owned(),
            subtrees: 1573,
        };
        let line = "sudoku solve, input=91a8acc5e2293ab9…, limit=2, check: 1,573 chunks, plan ";
        assert_eq!(plan_line(&plan), format!("{line}{}", plan.id()));
    }
}
