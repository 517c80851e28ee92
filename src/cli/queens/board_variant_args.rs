//! Arguments for pieces and boards other than queens on ordinary boards.

use clap::{Args, ValueEnum};
use countless::queens::{BoardVariant, Piece, Regions};
use serde_json::Value;

use super::super::output::plural;
use super::super::paths::InputFile;
use super::super::shared_args::whole;
use super::oeis;

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
        let kind = BoardVariant::of(PieceName::piece(self.piece, usual));
        let kind = if self.torus { kind.torus() } else { kind };
        Ok(regions.iter().fold(kind, BoardVariant::with_regions))
    }
}

/// True unless the variant is queens on an ordinary board.
pub fn is_board_variant(kind: &BoardVariant) -> bool {
    *kind != BoardVariant::default()
}

/// Describes the pieces and the board of a placement: `8 superqueens on a torus of 8 rows`.
pub fn pieces_on_board(n: u32, kind: &BoardVariant) -> String {
    let piece = kind.piece().name().replace('-', " ");
    let board = if kind.is_torus() { "torus" } else { "board" };
    let rows = plural(n.into(), "row");
    let regions = if kind.regions().is_some() {
        " with these regions"
    } else {
        ""
    };
    format!(
        "{} on a {board} of {rows}{regions}",
        plural(n.into(), &piece)
    )
}

/// Adds the board variant to a JSON object, unless it is the default. For a square board, adds its
/// OEIS sequence.
pub fn add_variant_json(json: &mut Value, kind: &BoardVariant, is_square: bool) {
    if kind.piece() != Piece::default() {
        json["piece"] = kind.piece().name().into();
    }
    if kind.is_torus() {
        json["torus"] = true.into();
    }
    if let Some(regions) = kind.regions() {
        json["regions"] = regions.to_string().into();
    }
    if let Some(sequence) = oeis::all(kind).filter(|_| is_square) {
        json["oeis"] = sequence.into();
    }
}
