//! Ratings on the scale of Sudoku Explainer, and the limits at which a rating ends.

use super::super::technique::Level;

/// ER of a puzzle that no rung solves, in tenths.
pub const UNSOLVED: u16 = 200;

/// Ratings of a puzzle on the scale of Sudoku Explainer 1.2.1, in tenths: 72 for 7.2.
///
/// Equivalent puzzles have equal ratings up to 4.4. Above, another order of their rows or digits may
/// lead to other steps, so a puzzle is rated as it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExplainerRating {
    /// Explainer rating: the highest rating of a step; 200 if the rungs do not solve the puzzle.
    pub er: u16,
    /// Pearl rating: the highest rating up to the first step that places a digit.
    pub ep: u16,
    /// Diamond rating: the rating of the first step.
    pub ed: u16,
}

impl ExplainerRating {
    /// Adds a step of the puzzle.
    pub(super) fn add_step(&mut self, rating: u16, places: bool) {
        self.er = self.er.max(rating);
        if self.ed == 0 {
            self.ed = rating;
        }
        if self.ep == 0 && places {
            self.ep = self.er;
        }
    }

    /// Returns the level with the ER in its band.
    pub const fn level(self) -> Level {
        Level::of_er(self.er)
    }
}

/// Limits at which a rating ends, in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainerLimits {
    /// ER that is enough: a rating ends once it is reached.
    pub enough: u16,
    /// Highest ER wanted: a rating ends once it is exceeded.
    pub most: u16,
}

impl ExplainerLimits {
    /// Rates without limits.
    pub const NONE: Self = Self {
        enough: u16::MAX,
        most: u16::MAX,
    };

    /// Sets the ER that is enough.
    #[must_use]
    pub fn enough(mut self, enough: u16) -> Self {
        self.enough = enough;
        self
    }

    /// Sets the highest ER wanted.
    #[must_use]
    pub fn most(mut self, most: u16) -> Self {
        self.most = most;
        self
    }
}

/// Result of a rating with limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainerOutcome {
    /// The rating.
    Rated(ExplainerRating),
    /// ER is at least [`ExplainerLimits::enough`], and may exceed [`ExplainerLimits::most`].
    Enough,
    /// ER is more than [`ExplainerLimits::most`].
    Above,
    /// The caller has stopped the rating.
    Stopped,
}
