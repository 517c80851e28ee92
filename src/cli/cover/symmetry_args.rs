//! Arguments for solutions up to symmetry, and reports of their classes.

use countless::cover::{
    BigCount, CoverProblem, CoverSymmetries, CoverTotal, SymmetryKind, SymmetryOptions,
};

use super::super::output::grouped_decimal;
use super::super::prelude::*;
use super::{big_number, counted};

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
}

impl SymmetryArgs {
    /// Symmetries under which solutions are equivalent, if any are.
    pub fn options(&self) -> Option<SymmetryOptions> {
        self.up_to_symmetry.then(|| self.kind.options())
    }
}

/// Adds the symmetries to a JSON object: their number, their kind, and the patterns of items kept
/// together.
pub fn add_symmetries(json: &mut Value, symmetries: &CoverSymmetries) {
    json["symmetries"] = big_number(&symmetries.order);
    json["symmetry"] = symmetries.kind.to_string().into();
    let keep: Vec<&str> = symmetries.kept().collect();
    if !keep.is_empty() {
        json["keep"] = keep.into();
    }
    if let Some(order) = &symmetries.problem_order {
        json["problem_symmetries"] = big_number(order);
    }
    json["merged"] = symmetries.merged.into();
}

/// Report of a count of classes. It has the sum of all terms if all were counted.
pub fn class_report(
    cover: &CoverProblem,
    symmetries: &CoverSymmetries,
    outcome: &Outcome,
) -> Result<CommandReport, Error> {
    let sum = CoverTotal::from(outcome.total.clone());
    let mut json = json!({ "problem": "cover", "sha256": cover.sha256() });
    let (found, text) = if outcome.is_complete() && outcome.shard().is_none() {
        let classes = cover.classes(&sum)?;
        json["classes"] = big_number(&classes);
        (classes_text(&classes), format!("{classes}\n"))
    } else {
        let sum = grouped_decimal(&sum.solutions.to_string());
        (format!("a sum of {sum}"), String::new())
    };
    json["sum"] = big_number(&sum.solutions);
    add_symmetries(&mut json, symmetries);
    let terms = match cover.terms() {
        Some(terms) => {
            json["terms"] = terms.into();
            plural(terms as u128, "term")
        }
        None => "by stabilizers".to_owned(),
    };
    let problem = of_problem_text(symmetries);
    let merged = match symmetries.merged {
        0 => String::new(),
        merged => format!("; {} equal to another", plural(merged as u128, "option")),
    };
    Ok(CommandReport {
        found: format!(
            "{found} under {} ({terms}{problem}{merged})",
            symmetries_text(symmetries)
        ),
        text: Some(text),
        json,
        method: Some(cover.method().to_string()),
        ..CommandReport::default()
    })
}

/// Number of classes: `1 class`, `2,339 classes`.
pub fn classes_text(classes: &BigCount) -> String {
    counted(classes, "class", "classes")
}

/// Number of symmetries and their kind: `1 symmetry`, `8 symmetries of the board`.
pub fn symmetries_text(symmetries: &CoverSymmetries) -> String {
    let number = counted(&symmetries.order, "symmetry", "symmetries");
    match symmetries.kind {
        SymmetryKind::Board => format!("{number} of the board"),
        SymmetryKind::Rotations => format!("{number} without reflections"),
        _ => number,
    }
}

/// Number of symmetries of the problem, if it is another number.
fn of_problem_text(symmetries: &CoverSymmetries) -> String {
    let order = symmetries.problem_order.as_ref();
    order.map_or_else(String::new, |order| {
        format!("; {} of the problem", grouped_decimal(&order.to_string()))
    })
}

/// Line of `cover check` with the symmetries, and a line with the reason if classes cannot be
/// counted.
pub fn check_text(symmetries: &CoverSymmetries) -> String {
    let text = symmetries_text(symmetries) + &of_problem_text(symmetries) + "\n";
    match symmetries.check_countable() {
        Ok(()) => text,
        Err(error) => {
            let reason = error.to_string();
            let reason = reason.lines().next().unwrap_or_default();
            format!("{text}solutions cannot be counted up to symmetry: {reason}\n")
        }
    }
}
