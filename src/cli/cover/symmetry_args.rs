//! Arguments for solutions up to symmetry, and reports of their classes.

use clap::{Args, ValueEnum};
use countless::Error;
use countless::cover::{
    BigCount, ClassCount, ClassList, CoverSymmetries, CoverTotal, SymmetryKind, SymmetryOptions,
};
use countless::engine::Outcome;
use serde_json::{Value, json};

use super::super::output::{grouped_decimal, json_number, plural};
use super::super::perform::CommandReport;
use super::big_number;

/// Arguments for solutions up to symmetry.
#[derive(Args, Debug)]
#[command(mut_arg("keep", |arg| arg.requires("up_to_symmetry")))]
#[command(mut_arg("symmetry", |arg| arg.requires("up_to_symmetry")))]
pub struct SymmetryArgs {
    /// Take solutions that a symmetry of the problem maps to each other as one
    #[arg(help_heading = "Symmetry", long)]
    up_to_symmetry: bool,
    #[command(flatten)]
    kind: SymmetryKindArgs,
}

/// Arguments for the kind of symmetries.
#[derive(Args, Debug)]
pub struct SymmetryKindArgs {
    /// Symmetries of the problem [default: board if all options cover connected cells, else problem]
    #[arg(help_heading = "Symmetry", long, value_enum, value_name = "NAME")]
    symmetry: Option<SymmetryName>,
    /// Exchange items that match a PATTERN among themselves only; in 'r*,c*', * is any text
    #[arg(
        help_heading = "Symmetry",
        long,
        value_name = "PATTERN,…",
        value_delimiter = ','
    )]
    keep: Vec<String>,
}

/// Kind of symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SymmetryName {
    /// Permutations of items and of colours that map options to options
    Problem,
    /// Those that move cells as the grid does: rotations, reflections, shifts of a torus
    Board,
    /// Those of the board without reflections
    Rotations,
}

impl SymmetryKindArgs {
    pub fn options(&self) -> SymmetryOptions {
        let options = SymmetryOptions::new().keep(&self.keep);
        match self.symmetry {
            None => options,
            Some(SymmetryName::Problem) => options.kind(SymmetryKind::Problem),
            Some(SymmetryName::Board) => options.kind(SymmetryKind::Board),
            Some(SymmetryName::Rotations) => options.kind(SymmetryKind::Rotations),
        }
    }

    /// Adds the kind of the symmetries, and the patterns of items kept together.
    pub fn add_json(&self, json: &mut Value, kind: SymmetryKind) {
        json["symmetry"] = kind.to_string().into();
        if !self.keep.is_empty() {
            json["keep"] = json!(self.keep);
        }
    }
}

impl SymmetryArgs {
    /// Symmetries under which solutions are equivalent, if any are.
    pub fn options(&self) -> Option<SymmetryOptions> {
        self.up_to_symmetry.then(|| self.kind.options())
    }

    /// Adds the symmetries to a JSON object, with their number.
    pub fn add_json(&self, json: &mut Value, order: &BigCount, kind: SymmetryKind) {
        json["symmetries"] = big_number(order);
        self.kind.add_json(json, kind);
    }

    /// Report of a count of classes.
    pub fn class_report(
        &self,
        count: &ClassCount,
        outcome: &Outcome,
    ) -> Result<CommandReport, Error> {
        let sum = CoverTotal::from(outcome.total.clone());
        let mut json = json!({ "problem": "cover", "sha256": count.sha256() });
        let mut report = CommandReport {
            count: outcome.without_recalled(|total| total.count),
            method: Some(count.method().to_string()),
            ..CommandReport::default()
        };
        if outcome.is_complete() && outcome.shard().is_none() {
            let classes = count.classes(&sum)?;
            report.found = format!("{} under {}", classes_text(&classes), group_text(count));
            report.text = Some(format!("{classes}\n"));
            json["classes"] = big_number(&classes);
        } else {
            let sum = grouped_decimal(&sum.solutions.to_string());
            report.found = format!("a sum of {sum} over {}", group_text(count));
            report.text = Some(String::new());
        }
        json["sum"] = big_number(&sum.solutions);
        self.add_json(&mut json, count.order(), count.kind());
        if let Some(terms) = count.terms() {
            json["terms"] = terms.into();
        }
        if let Some(order) = count.problem_order() {
            json["problem_symmetries"] = big_number(order);
        }
        json["merged"] = count.merged().into();
        report.json = json;
        Ok(report)
    }
}

/// Report of a list with one solution of each class.
pub fn list_report(list: &ClassList, classes: u128) -> CommandReport {
    CommandReport {
        found: format!(
            "{} under {}",
            classes_text(&classes.into()),
            symmetries_text(list.order(), list.kind())
        ),
        json: json!({
            "problem": "cover",
            "sha256": list.sha256(),
            "classes": json_number(classes),
        }),
        method: Some("search".to_owned()),
        ..CommandReport::default()
    }
}

/// Number of classes: `1 class`, `2,339 classes`.
pub fn classes_text(classes: &BigCount) -> String {
    let digits = classes.to_string();
    let ending = if digits == "1" { "" } else { "es" };
    format!("{} class{ending}", grouped_decimal(&digits))
}

/// Number of symmetries and their kind: `1 symmetry`, `8 symmetries of the board`.
pub fn symmetries_text(order: &BigCount, kind: SymmetryKind) -> String {
    let symmetries = match &*order.to_string() {
        "1" => "1 symmetry".to_owned(),
        order => format!("{} symmetries", grouped_decimal(order)),
    };
    match kind {
        SymmetryKind::Board => format!("{symmetries} of the board"),
        SymmetryKind::Rotations => format!("{symmetries} without reflections"),
        _ => symmetries,
    }
}

/// Symmetries, terms of the count and the options that are merged.
fn group_text(count: &ClassCount) -> String {
    let symmetries = symmetries_text(count.order(), count.kind());
    let terms = match count.terms() {
        Some(terms) => plural(terms as u128, "term"),
        None => "by stabilizers".to_owned(),
    };
    let problem = of_problem_text(count.problem_order());
    let merged = match count.merged() {
        0 => String::new(),
        merged => format!("; {} equal to another", plural(merged as u128, "option")),
    };
    format!("{symmetries} ({terms}{problem}{merged})")
}

/// Number of symmetries of the problem, if it is another number.
fn of_problem_text(order: Option<&BigCount>) -> String {
    order.map_or_else(String::new, |order| {
        format!("; {} of the problem", grouped_decimal(&order.to_string()))
    })
}

/// Line of `cover check` with the symmetries, and a line with the reason if classes cannot be
/// counted.
pub fn check_text(found: &CoverSymmetries) -> String {
    let symmetries = symmetries_text(&found.order, found.kind);
    let mut text = symmetries + &of_problem_text(found.problem_order.as_ref()) + "\n";
    if let Err(error) = found.check_countable() {
        let reason = error.to_string();
        let reason = reason.lines().next().unwrap_or_default();
        text.extend([format!(
            "solutions cannot be counted up to symmetry: {reason}\n"
        )]);
    }
    text
}

/// Adds the symmetries to the JSON object of `cover check`; null if they take too long to find.
pub fn add_check_json(json: &mut Value, found: Option<&CoverSymmetries>) {
    json["symmetries"] = found.map_or(Value::Null, |found| big_number(&found.order));
    if let Some(found) = found {
        json["symmetry"] = found.kind.to_string().into();
        if let Some(order) = &found.problem_order {
            json["problem_symmetries"] = big_number(order);
        }
        json["countable"] = found.check_countable().is_ok().into();
    }
}
