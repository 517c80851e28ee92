//! How to count the solutions of a board.

use std::fmt;

use super::JoinCounter;
use countless_engine::Error;

/// How to count the solutions of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QueensMethod {
    /// By join if it takes the board, else by search.
    #[default]
    Auto,
    /// Pairs of half boards, without visiting a solution; 4 to 27 rows. See [`JoinCounter`].
    Join,
    /// Depth first, visiting one of each eight solutions; up to 32 rows. See
    /// [`SearchCounter`](super::SearchCounter).
    Search,
}

impl QueensMethod {
    /// The method, join or search, that is meant for a board of `n` rows.
    ///
    /// ```
    /// use countless_queens::Method;
    ///
    /// assert_eq!(Method::Auto.resolve(16)?, Method::Join);
    /// assert_eq!(Method::Auto.resolve(28)?, Method::Search);
    /// let error = Method::Join.resolve(28).unwrap_err();
    /// assert_eq!(error.to_string(), "the join supports 4 to 27 rows, found 28");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the join is asked for and does not take the board.
    pub fn resolve(self, n: usize) -> Result<Self, Error> {
        match self {
            Self::Auto if JoinCounter::supports(n) => Ok(Self::Join),
            Self::Auto => Ok(Self::Search),
            Self::Join if !JoinCounter::supports(n) => {
                let reason = format!("the join supports 4 to 27 rows, found {n}");
                Err(Error::Impossible(reason))
            }
            method => Ok(method),
        }
    }

    /// Its name, as plans have it: `join` or `search`; else `auto`.
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
