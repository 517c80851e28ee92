//! Options of generated puzzles.

use std::str::FromStr;

use super::pattern::Pattern;
use super::symmetry::Symmetry;
use crate::explain::{Level, SCALE_VERSION, Technique};
use countless_engine::Error;
use countless_engine::ledger::Spec;

/// Required number and properties of puzzles.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    pub(super) count: u64,
    pub(super) seed: u64,
    pub(super) clues: Option<usize>,
    pub(super) level: Option<Level>,
    pub(super) technique: Option<Technique>,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) pattern: Option<Pattern>,
    pub(super) minimal: bool,
    pub(super) unique: bool,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        Self {
            count: 1,
            seed: 0,
            clues: None,
            level: None,
            technique: None,
            symmetry: Some(Symmetry::None),
            pattern: None,
            minimal: false,
            unique: true,
        }
    }
}

/// Value of a parameter in a spec: no restriction.
const ANY: &str = "any";

/// Value of the symmetry in a spec: a random one for each puzzle.
const RANDOM: &str = "random";

impl GenerateOptions {
    /// Creates the options of one minimal puzzle with one solution.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of puzzles.
    #[must_use]
    pub fn count(self, count: u64) -> Self {
        Self { count, ..self }
    }

    /// Sets the seed of the random numbers.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of clues. Without it, and without a pattern, the puzzles are minimal.
    #[must_use]
    pub fn clues(self, clues: Option<usize>) -> Self {
        Self { clues, ..self }
    }

    /// Sets the level of difficulty.
    #[must_use]
    pub fn level(self, level: Option<Level>) -> Self {
        Self { level, ..self }
    }

    /// Sets the hardest technique of a human solver.
    #[must_use]
    pub fn technique(self, technique: Option<Technique>) -> Self {
        Self { technique, ..self }
    }

    /// Sets the symmetry of the clues. With `None`, each puzzle has a random symmetry other than
    /// [`Symmetry::None`], which is the default.
    #[must_use]
    pub fn symmetry(self, symmetry: Option<Symmetry>) -> Self {
        Self { symmetry, ..self }
    }

    /// Sets the cells that may hold clues. Without `clues` and `minimal`, every one of these cells
    /// that the symmetry allows has a clue.
    #[must_use]
    pub fn pattern(self, pattern: Option<Pattern>) -> Self {
        Self { pattern, ..self }
    }

    /// Requires minimal puzzles. With a symmetry, no clue is redundant together with its mirror
    /// images.
    #[must_use]
    pub fn minimal(self, minimal: bool) -> Self {
        Self { minimal, ..self }
    }

    /// Requires one solution, which is the default, or allows several.
    #[must_use]
    pub fn unique(self, unique: bool) -> Self {
        Self { unique, ..self }
    }

    /// Reads the options from a spec.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if a parameter is missing or cannot be read.
    pub(crate) fn of(spec: &Spec) -> Result<Self, Error> {
        fn unless_any<T: FromStr>(spec: &Spec, name: &str) -> Result<Option<T>, Error> {
            match spec.parameter(name) {
                Some(ANY) => Ok(None),
                _ => spec.require(name).map(Some),
            }
        }
        Ok(Self {
            count: spec.require("count")?,
            seed: spec.require("seed")?,
            clues: unless_any(spec, "clues")?,
            level: unless_any(spec, "level")?,
            technique: spec.optional("technique")?,
            symmetry: match spec.parameter("symmetry") {
                Some(RANDOM) => None,
                _ => spec.require("symmetry").map(Some)?,
            },
            pattern: spec.optional("pattern")?,
            minimal: spec.require("minimal")?,
            unique: spec.require("unique")?,
        })
    }

    /// Writes the options to a spec.
    pub(super) fn spec(&self) -> Spec {
        let clues = self.clues.map_or(ANY.to_owned(), |clues| clues.to_string());
        let symmetry = self.symmetry.map_or(RANDOM, Symmetry::name);
        let spec = Spec::new("sudoku generate", "lanes")
            .with("count", self.count)
            .with("seed", self.seed)
            .with("clues", clues)
            .with("level", self.level.map_or(ANY, Level::name))
            .with("symmetry", symmetry)
            .with("minimal", self.minimal)
            .with("unique", self.unique);
        let spec = match self.technique {
            Some(technique) => spec.with("technique", technique),
            None => spec,
        };
        let spec = match self.pattern {
            Some(pattern) => spec.with("pattern", pattern),
            None => spec,
        };
        // Rows have the level of each puzzle with one solution.
        if self.unique {
            spec.with("scale", SCALE_VERSION)
        } else {
            spec
        }
    }
}
