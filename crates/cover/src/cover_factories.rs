//! Factories of the cover problems, by their names in ledgers.

use std::path::Path;

use super::cover_method::CoverMethod;
use super::cover_problem::{CoverProblem, undivided};
use super::exact_cover::ExactCover;
use super::random_covers::{RandomSample, solution_source};
use super::symmetry::cover_symmetries::SymmetryOptions;
use countless_engine::ledger::Spec;
use countless_engine::{ErasedProblem, Error, Factory, ReopenInputs};

/// Factories that a registry needs for exact covers.
#[cfg(not(test))]
pub static FACTORIES: [Factory; 3] = ALL;

// A static is compiled wherever the crate is, with all its problems. Unit tests, for which the crate
// is compiled again, need none of them.
#[cfg_attr(test, allow(dead_code))]
const ALL: [Factory; 3] = [
    Factory::new("cover count", |spec, inputs| {
        // Method that the user chose, if each component has a method of its own.
        let choice = spec.parameter("choice");
        let method = match choice.unwrap_or(&spec.method) {
            "memo" => CoverMethod::Memo,
            "auto" => CoverMethod::Auto,
            _ => CoverMethod::Search,
        };
        let problem = read_input(spec, inputs)?;
        let run = &inputs.run;
        let cover = match (symmetry_options(spec), choice) {
            (Some(options), _) => CoverProblem::counting_classes(problem, &options, method, run)?,
            (None, Some(_)) => CoverProblem::counting(problem, method, run)?,
            (None, None) => undivided(problem, method, run)?,
        };
        require_method(spec, cover)
    }),
    Factory::new("cover list", |spec, inputs| {
        let problem = read_input(spec, inputs)?;
        let mut cover = match symmetry_options(spec) {
            Some(options) => CoverProblem::listing_classes(problem, &options, &inputs.run)?,
            None => CoverProblem::listing(problem),
        };
        if spec.parameter("names").is_some() {
            cover = cover.with_names();
        }
        if spec.parameter("class_size").is_some() {
            cover = cover.with_class_size();
        }
        require_method(spec, cover)
    }),
    Factory::new("cover sample", |spec, inputs| {
        let (count, seed) = (spec.require("count")?, spec.require("seed")?);
        let problem = read_input(spec, inputs)?;
        let run = &inputs.run;
        let mut sample = match (symmetry_options(spec), spec.parameter("parts")) {
            (Some(options), _) => {
                CoverProblem::sampling_classes(problem, &options, count, seed, run)?
            }
            (None, Some(_)) => CoverProblem::sampling(problem, count, seed, run)?,
            (None, None) => {
                let source = solution_source(&problem, 0, run)?;
                CoverProblem::drawn(problem, RandomSample::new(source, count, seed)?)
            }
        };
        if spec.parameter("names").is_some() {
            sample = sample.with_names();
        }
        require_method(spec, sample)
    }),
];

/// Symmetries of a plan up to symmetry.
fn symmetry_options(spec: &Spec) -> Option<SymmetryOptions> {
    let kind = spec.parameter("symmetry")?;
    let kept = spec.parameter("keep").unwrap_or_default();
    Some(SymmetryOptions::of_plan(kind, kept))
}

/// Returns the reopened problem, if it has the method of the specification.
fn require_method(spec: &Spec, cover: CoverProblem) -> Result<Box<dyn ErasedProblem>, Error> {
    if cover.method().to_string() == spec.method {
        return Ok(Box::new(cover));
    }
    let reason = format!("unknown method {}", spec.method);
    Err(Error::ledger(&spec.problem, reason))
}

/// Reads the input file that the ledger names by its SHA-256.
fn read_input(spec: &Spec, inputs: &ReopenInputs) -> Result<ExactCover, Error> {
    let wanted: String = spec.require("input")?;
    let [file] = &inputs.files[..] else {
        let reason = format!("{} needs its input again: --input FILE", spec.problem);
        return Err(Error::Impossible(reason));
    };
    // The plan does not record the format of the file.
    let texts = [
        ExactCover::read_knuth(Path::new(file)),
        ExactCover::read_matrix(Path::new(file)),
    ];
    let mut found = Vec::new();
    for problem in texts.into_iter().flatten() {
        if problem.sha256() == wanted {
            return Ok(problem);
        }
        found.push(problem.sha256());
    }
    Err(Error::Impossible(format!(
        "--input {file}: not the input of the run: expected the SHA-256 {wanted}, found {}
\
         hint: `countless cover make matrix` writes the input of a sparse matrix, or of one with \
         secondary columns",
        found.join(" or ")
    )))
}
