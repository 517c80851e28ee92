//! Methods of counting the solutions of a board.

use std::fmt;

use super::JoinCounter;
use countless_engine::Error;

/// Method of counting the solutions of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QueensMethod {
    /// The join if it supports the board, else the search.
    #[default]
    Auto,
    /// Counts pairs of half boards, without visiting a solution; 4 to 32 rows. See [`JoinCounter`].
    Join,
    /// Depth-first search that visits one of eight images of a solution; up to 32 rows. See
    /// [`BoardProblem`](super::BoardProblem).
    Search,
}

impl QueensMethod {
    /// Returns the method, join or search, for a board of `n` rows.
    ///
    /// ```
    /// use countless_queens::QueensMethod;
    ///
    /// assert_eq!(QueensMethod::Auto.resolve(16)?, QueensMethod::Join);
    /// assert_eq!(QueensMethod::Auto.resolve(3)?, QueensMethod::Search);
    /// let error = QueensMethod::Join.resolve(33).unwrap_err();
    /// assert_eq!(error.to_string(), "the join supports 4 to 32 rows, found 33");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if this is the join and it does not support the board.
    pub fn resolve(self, n: usize) -> Result<Self, Error> {
        match self {
            Self::Auto if JoinCounter::supports(n) => Ok(Self::Join),
            Self::Auto => Ok(Self::Search),
            Self::Join if !JoinCounter::supports(n) => {
                let reason = format!("the join supports 4 to 32 rows, found {n}");
                Err(Error::Impossible(reason))
            }
            method => Ok(method),
        }
    }

    /// Name of the method: `join`, `search` or `auto`. Plans contain the first two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Join => "join",
            Self::Search => "search",
        }
    }
}

impl fmt::Display for QueensMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
