//! Scale of ratings, as an argument.

use std::str::FromStr;

use anyhow::bail;
use clap::builder::ValueParser;

use super::super::shared_args::choice;

/// Scale of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Weights of techniques.
    Points,
    /// Ratings of Sudoku Explainer 1.2.1.
    Explainer,
}

impl Scale {
    pub const POINTS: &str = "points";
    const EXPLAINER: &str = "se";

    /// Parser of the name of a scale.
    pub fn parser() -> ValueParser {
        choice([Self::POINTS, Self::EXPLAINER], str::parse::<Self>)
    }
}

impl FromStr for Scale {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> anyhow::Result<Self> {
        match name {
            Self::POINTS => Ok(Self::Points),
            Self::EXPLAINER => Ok(Self::Explainer),
            _ => bail!("expected {} or {}", Self::POINTS, Self::EXPLAINER),
        }
    }
}
