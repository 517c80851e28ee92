//! Methods of counting, and factories, which make the problems of this crate from the plan of a
//! ledger.

use std::fmt;

use super::search::SearchBoard;
use super::{
    Board, BoardProblem, BoardTurn, BoardVariant, JoinCounter, Piece, RegionGenerator, TurnCounter,
    counter, known_counts,
};
use countless_engine::ledger::Spec;
use countless_engine::{Error, Factory, Known};

/// Factories of all problems of this crate.
#[cfg(not(test))]
pub static FACTORIES: [Factory; 5] = ALL;

// A static is compiled wherever the crate is, with all its problems. Unit tests, for which the crate
// is compiled again, need none of them.
#[cfg_attr(test, allow(dead_code))]
const ALL: [Factory; 5] = [
    Factory {
        problem: "queens count",
        open: |spec, inputs| {
            let named = ["columns", "piece", "torus", "regions"];
            if named.iter().any(|name| spec.parameter(name).is_some()) {
                require_search(spec)?;
                return Ok(Box::new(empty_board_counter(spec)?));
            }
            let method = match spec.method.as_str() {
                "join" => QueensMethod::Join,
                _ => require_search(spec)?,
            };
            counter(spec.require("n")?, method, inputs.run.thread_count())
        },
        known_total,
    },
    Factory {
        problem: "queens complete",
        open: |spec, _| {
            require_search(spec)?;
            spec.require::<String>("squares")?;
            Ok(Box::new(BoardProblem::completions(&board(spec)?)))
        },
        known_total,
    },
    Factory {
        problem: "queens list",
        open: |spec, _| {
            require_search(spec)?;
            let list = BoardProblem::listing(&board(spec)?, false);
            Ok(Box::new(match spec.parameter("fundamental") {
                Some("shifts") => list.fundamental_on_torus()?,
                Some(_) => list.fundamental(),
                None => list,
            }))
        },
        known_total: |spec| known_total(spec).filter(|_| spec.parameter("fundamental").is_none()),
    },
    Factory {
        problem: "queens turns",
        open: |spec, _| {
            require_search(spec)?;
            let (n, turn, variant) = turn_parameters(spec)?;
            Ok(Box::new(TurnCounter::of_variant(n, turn, &variant)?))
        },
        known_total: |spec| {
            let (n, turn, variant) = turn_parameters(spec).ok()?;
            known_counts::of_turn(n, turn, &variant)
        },
    },
    Factory::new("queens generate", |spec, _| {
        if spec.method != "regions" {
            return Err(unknown_method(spec));
        }
        let (count, seed) = (spec.require("count")?, spec.require("seed")?);
        Ok(Box::new(RegionGenerator::new(
            spec.require("n")?,
            count,
            seed,
        )?))
    }),
];

/// Reads the rows, the turn and the board variant of a specification.
fn turn_parameters(spec: &Spec) -> Result<(usize, BoardTurn, BoardVariant), Error> {
    let turn = [BoardTurn::Half, BoardTurn::Quarter]
        .into_iter()
        .find(|turn| spec.parameter("turn") == Some(&turn.to_string()));
    let turn = turn.ok_or_else(|| Error::ledger(&spec.problem, "the plan has no valid turn"))?;
    Ok((spec.require("n")?, turn, variant(spec)?))
}

/// Checks that the method of a specification is the search, and returns it.
fn require_search(spec: &Spec) -> Result<QueensMethod, Error> {
    if spec.method == "search" {
        return Ok(QueensMethod::Search);
    }
    Err(unknown_method(spec))
}

fn unknown_method(spec: &Spec) -> Error {
    let reason = format!("unknown method {}", spec.method);
    Error::ledger(&spec.problem, reason)
}

fn known_total(spec: &Spec) -> Option<Known> {
    known_counts::of_board(&board(spec).ok()?)
}

/// Adds the squares of a board to a specification. Each row is a hexadecimal mask of the columns
/// that may hold its queen.
pub(super) fn with_squares(spec: Spec, board: &SearchBoard) -> Spec {
    let rows = (0..board.n()).map(|row| format!("{:x}", board.allowed(row)));
    let squares: Vec<String> = rows.collect();
    let spec = spec.with("n", board.n()).with("squares", squares.join("."));
    let spec = with_columns(spec, board.n(), board.columns());
    with_variant(spec, board.variant())
}

/// Adds the number of columns to a specification if it differs from the number of rows.
pub(super) fn with_columns(spec: Spec, n: usize, columns: usize) -> Spec {
    spec.with_some("columns", (n != columns).then_some(columns))
}

/// Adds the parts of a board variant that differ from the default to a specification.
pub(super) fn with_variant(spec: Spec, variant: &BoardVariant) -> Spec {
    let piece = Some(variant.piece()).filter(|&piece| piece != Piece::default());
    spec.with_some("piece", piece.map(Piece::name))
        .with_some("torus", variant.is_torus().then_some(true))
        .with_some("regions", variant.regions())
}

/// Reads the board variant of a specification.
fn variant(spec: &Spec) -> Result<BoardVariant, Error> {
    let variant = match spec.parameter("piece") {
        None => BoardVariant::default(),
        Some(name) => {
            let piece: Result<Piece, String> = name.parse();
            BoardVariant::of(piece.map_err(|reason| Error::ledger(&spec.problem, reason))?)
        }
    };
    let variant = match spec.optional("torus")? {
        None => variant,
        Some(true) => variant.torus(),
        Some(false) => return Err(Error::ledger(&spec.problem, "the plan has no valid torus")),
    };
    let regions = spec.optional("regions")?;
    Ok(regions.iter().fold(variant, BoardVariant::with_regions))
}

/// Returns the counter of the empty board of a specification, whose squares are ignored.
fn empty_board_counter(spec: &Spec) -> Result<BoardProblem, Error> {
    let board = board(spec)?;
    BoardProblem::of_variant(board.n(), board.columns(), board.variant())
}

/// Reads the board of a specification; without squares it is empty.
fn board(spec: &Spec) -> Result<SearchBoard, Error> {
    let n = spec.require("n")?;
    let columns = spec.optional("columns")?.unwrap_or(n);
    let mut board = Board::of_variant(n, columns, &variant(spec)?)?.into_search_board();
    let Some(squares) = spec.parameter("squares") else {
        return Ok(board);
    };
    let wrong = || Error::ledger(&spec.problem, "the plan has no valid squares");
    let mut rows = squares.split('.').filter(|row| !row.is_empty());
    for row in 0..n {
        let columns = rows
            .next()
            .and_then(|row| u32::from_str_radix(row, 16).ok());
        board.restrict(row, columns.ok_or_else(wrong)?);
    }
    match rows.next() {
        None => Ok(board),
        Some(_) => Err(wrong()),
    }
}

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
