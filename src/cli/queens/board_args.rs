//! Arguments for boards: sizes, pieces, regions, given queens and blocked squares.

use super::super::prelude::*;
use std::path::{Path, PathBuf};

use countless::queens::{
    Board, BoardVariant, Piece, Regions, Square, blocked_squares, only_partial_board, parse_squares,
};

#[derive(Args, Debug)]
pub struct BoardVariantArgs {
    /// Piece to place [default: queen, or with --regions crowned-rook]
    #[arg(long, value_enum, value_name = "PIECE")]
    piece: Option<PieceName>,
    /// Join opposite edges: lines that leave the board continue at the other side
    #[arg(long)]
    torus: bool,
    /// Place one piece in each region of the board in FILE, a letter per square
    #[arg(long, value_name = "FILE")]
    regions: Option<InputFile>,
    /// The board of --regions, by its number from 1, if FILE has several
    #[arg(long, value_name = "K", requires = "regions", value_parser = whole::<u64>(1..))]
    board: Option<u64>,
}

/// Name of a piece.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PieceName {
    /// Attacks along rows, columns and diagonals
    Queen,
    /// Attacks as a queen and as a knight
    #[value(alias = "amazon")]
    Superqueen,
    /// Attacks along rows and columns, and the eight squares around it
    #[value(alias = "king+rook")]
    CrownedRook,
}

impl PieceName {
    /// Returns the named piece, or `usual` without a name.
    pub fn piece(name: Option<Self>, usual: Piece) -> Piece {
        match name {
            None => usual,
            Some(Self::Queen) => Piece::Queen,
            Some(Self::Superqueen) => Piece::Superqueen,
            Some(Self::CrownedRook) => Piece::CrownedRook,
        }
    }
}

impl BoardVariantArgs {
    /// Board variant of these arguments.
    pub fn board_variant(&self) -> anyhow::Result<BoardVariant> {
        let regions = self.regions.as_deref().map(|file| match self.board {
            Some(number) => Regions::open_nth(file, number),
            None => Regions::open(file),
        });
        let regions = regions.transpose()?;
        let usual = match regions {
            Some(_) => Piece::CrownedRook,
            None => Piece::Queen,
        };
        let variant = BoardVariant::of(PieceName::piece(self.piece, usual));
        let variant = if self.torus { variant.torus() } else { variant };
        Ok(regions.iter().fold(variant, BoardVariant::with_regions))
    }
}

/// True unless the variant is queens on an ordinary board.
pub fn is_board_variant(variant: &BoardVariant) -> bool {
    *variant != BoardVariant::default()
}

/// Describes the pieces and the board of a placement: `8 superqueens on a torus of 8 rows`.
pub fn pieces_on_board(n: u32, variant: &BoardVariant) -> String {
    let pieces = plural(n.into(), &variant.piece().name().replace('-', " "));
    let board = if variant.is_torus() { "torus" } else { "board" };
    let rows = plural(n.into(), "row");
    let regions = match variant.regions() {
        Some(_) => " with these regions",
        None => "",
    };
    format!("{pieces} on a {board} of {rows}{regions}")
}

/// Adds the board variant to a JSON object, unless it is the default. For a square board, adds its
/// OEIS sequence.
pub fn add_variant_json(json: &mut Value, variant: &BoardVariant, is_square: bool) {
    if variant.piece() != Piece::default() {
        json["piece"] = variant.piece().name().into();
    }
    if variant.is_torus() {
        json["torus"] = true.into();
    }
    if let Some(regions) = variant.regions() {
        json["regions"] = regions.to_string().into();
    }
    if let Some(sequence) = all(variant).filter(|_| is_square) {
        json["oeis"] = sequence.into();
    }
}

#[derive(Args, Debug)]
pub struct GivenSquaresArgs {
    /// Squares that hold a queen, such as 1:5,2:7 (row:column), or a file of boards
    #[arg(long, value_name = "SQUARES|FILE")]
    queens: Vec<TextOrFile>,
    /// Squares that stay empty, such as 3:3, or a file of them, which may draw them as #
    #[arg(long, value_name = "SQUARES|FILE")]
    blocked: Option<TextOrFile>,
}

/// Given squares of a board.
pub struct GivenSquares {
    pub queens: Vec<Square>,
    pub blocked: Vec<Square>,
}

impl GivenSquaresArgs {
    /// True if any square is given.
    pub fn is_any(&self) -> bool {
        !self.queens.is_empty() || self.blocked.is_some()
    }

    /// Files of boards, if `--queens` names files.
    pub fn files(&self) -> anyhow::Result<Option<Vec<PathBuf>>> {
        let is_file = |queens: &&TextOrFile| names_file(queens);
        let files = self.queens.iter().filter(is_file);
        let files: Vec<PathBuf> = files.map(|file| PathBuf::from(&**file)).collect();
        let others = self.queens.len() - files.len();
        ensure!(
            files.is_empty() || others == 0,
            "--queens: give squares or files of boards, not both"
        );
        Ok(Some(files).filter(|files| !files.is_empty()))
    }

    /// Blocked squares of a board of `n` rows.
    pub fn blocked(&self, n: usize, variant: &BoardVariant) -> anyhow::Result<Vec<Square>> {
        let Some(blocked) = self.blocked.as_deref() else {
            return Ok(Vec::new());
        };
        let file = Path::new(blocked);
        if blocked.contains(':') && !file.exists() {
            return typed_squares(blocked, "--blocked", n);
        }
        Ok(blocked_squares(file, n, variant.regions())?)
    }

    /// Given squares of a board of `n` rows. A file must contain one board.
    pub fn squares(&self, n: usize, variant: &BoardVariant) -> anyhow::Result<GivenSquares> {
        let mut blocked = self.blocked(n, variant)?;
        let mut queens = Vec::new();
        for file in self.files()?.unwrap_or_default() {
            let board = only_partial_board(&file, n, variant.regions())?;
            queens.extend(board.queens);
            blocked.extend(board.blocked);
        }
        for squares in self.queens.iter().filter(|queens| !names_file(queens)) {
            // Each line of a file is a board.
            ensure!(
                !squares.trim().contains(['\n', '\r']),
                "--queens: expected the squares of one board in one line\n\
                 hint: a file, or - for stdin, may have a board in each line"
            );
            queens.extend(typed_squares(squares, "--queens", n)?);
        }
        Ok(GivenSquares { queens, blocked })
    }
}

/// True if an argument of `--queens` names a file, false if it lists squares.
fn names_file(argument: &str) -> bool {
    let has_name = argument.contains(char::is_alphabetic);
    let is_path = !argument.contains(':') && argument.contains(['.', '/']) && has_name;
    argument == "-" || is_path || Path::new(argument).exists()
}

impl GivenSquares {
    /// Board of `n` rows with the given squares.
    pub fn board(&self, n: usize, variant: &BoardVariant) -> Result<Board, countless::Error> {
        Board::of_variant(n, n, variant)?.with(&self.queens, &self.blocked)
    }

    /// Reason why the given squares exclude a solution, if it is obvious.
    pub fn reason_without_solution(&self, n: usize, variant: &BoardVariant) -> Option<String> {
        let named = |&(row, column): &Square| format!("{row}:{column}");
        let Self { queens, blocked } = self;
        if let Some(queen) = queens.iter().find(|queen| blocked.contains(queen)) {
            let square = named(queen);
            return Some(format!("square {square} holds a queen and is blocked"));
        }
        let (one, other) = queens.iter().enumerate().find_map(|(at, one)| {
            let mut others = queens[at + 1..].iter();
            let other = others.find(|&&other| variant.attacks(n, *one, other))?;
            Some((named(one), named(other)))
        })?;
        let piece = variant.piece().name().replace('-', " ");
        Some(format!(
            "the {piece}s on the squares {one} and {other} attack each other"
        ))
    }
}

/// Parses squares of the command line. Errors name the character instead of a line and column.
fn typed_squares(argument: &str, flag: &str, n: usize) -> anyhow::Result<Vec<Square>> {
    ensure!(
        argument.contains(':') || argument.is_empty(),
        "{flag} {argument}: no such file, and not squares such as 1:5,2:7"
    );
    parse_squares(argument, flag, n).map_err(|error| match error {
        Error::Parse { column, reason, .. } => {
            anyhow!("{flag} {argument}, character {column}: {reason}")
        }
        error => error.into(),
    })
}

/// Sequence of all solutions of a board variant.
pub fn all(variant: &BoardVariant) -> Option<&'static str> {
    match (variant.piece(), variant.is_torus()) {
        _ if variant.regions().is_some() => None,
        (Piece::Queen, false) => Some("A000170"),
        (Piece::Queen, true) => Some("A007705"),
        (Piece::Superqueen, false) => Some("A051223"),
        (Piece::Superqueen, true) => None,
        (Piece::CrownedRook, false) => Some("A002464"),
        (Piece::CrownedRook, true) => Some("A089222"),
    }
}
/// Sequence of the solutions of a board variant that are distinct under rotation and reflection.
pub fn fundamental(variant: &BoardVariant) -> Option<&'static str> {
    match (variant.piece(), variant.is_torus()) {
        (Piece::Queen, false) => Some("A002562"),
        (Piece::Superqueen, false) => Some("A051224"),
        _ => None,
    }
}
/// Sequence of the solutions with half-turn symmetry.
pub const HALF_TURN: &str = "A032522";
/// Sequence of the solutions with quarter-turn symmetry.
pub const QUARTER_TURN: &str = "A033148";
