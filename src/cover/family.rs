//! The problems by their names, as ledgers have them.

use std::path::Path;

use super::cover::Cover;
use super::method::Method;
use super::problem::Problem;
use crate::engine::{AnyProblem, Context, Family, Run};
use crate::error::Error;
use crate::ledger::Spec;

/// What a registry needs to know of exact covers.
pub(crate) const FAMILIES: [Family; 2] = [
    Family::new("cover count", |spec, context| {
        let method = match spec.method.as_str() {
            "memo" => Method::Memo,
            _ => Method::Search,
        };
        let problem = input(spec, context)?;
        let cover = Cover::counting(problem, method, usize::MAX, &Run::new())?;
        opened(spec, cover)
    }),
    Family::new("cover list", |spec, context| {
        let cover = Cover::listing(input(spec, context)?);
        let has_names = spec.parameter("names").is_some();
        opened(spec, if has_names { cover.with_names() } else { cover })
    }),
];

/// The problem that was opened, if it is what the specification says.
fn opened(spec: &Spec, cover: Cover) -> Result<Box<dyn AnyProblem>, Error> {
    if cover.method().to_string() == spec.method {
        return Ok(Box::new(cover));
    }
    let reason = format!("there is no method {}", spec.method);
    Err(Error::ledger(&spec.problem, reason))
}

/// The file that the ledger is about.
fn input(spec: &Spec, context: &Context) -> Result<Problem, Error> {
    let wanted: String = spec.require("input")?;
    let [file] = &context.inputs[..] else {
        let reason = format!("{} needs what it has read: give --input FILE", spec.problem);
        return Err(Error::Impossible(reason));
    };
    // Which of the formats it has is not part of the plan.
    let texts = [
        Problem::read_knuth(Path::new(file)),
        Problem::read_matrix(Path::new(file)),
    ];
    let mut found = Vec::new();
    for problem in texts.into_iter().flatten() {
        if problem.sha256() == wanted {
            return Ok(problem);
        }
        found.push(problem.sha256());
    }
    Err(Error::Impossible(format!(
        "--input: that is not what the ledger is about: its SHA-256 is {}, not {wanted}",
        found.join(" or ")
    )))
}
