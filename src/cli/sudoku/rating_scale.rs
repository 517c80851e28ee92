//! Scale of ratings, as an argument.

use std::str::FromStr;

use anyhow::bail;
use clap::Args;

use super::super::shared_args::choice;

/// Argument for the scale.
#[derive(Args, Clone, Copy, Debug)]
pub struct ScaleArgs {
    /// Scale of the ratings: points, or se for those of Sudoku Explainer 1.2.1
    #[arg(help_heading = "Output", long, value_name = "NAME", default_value = Scale::POINTS)]
    #[arg(value_parser = choice([Scale::POINTS, Scale::EXPLAINER], str::parse::<Scale>))]
    pub scale: Scale,
}

/// Scale of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Weights of techniques.
    Points,
    /// Ratings of Sudoku Explainer 1.2.1.
    Explainer,
}

impl Scale {
    const POINTS: &str = "points";
    const EXPLAINER: &str = "se";
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
