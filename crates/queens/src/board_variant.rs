//! Board variants: pieces, tori and regions.

use super::Regions;
use super::search::Attacks;
use countless_engine::Error;

/// Piece of a board. A solution has one in every row and every column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Attacks along rows, columns and diagonals.
    #[default]
    Queen,
    /// Attacks as a queen and as a knight; also known as an amazon.
    Superqueen,
    /// Attacks along rows and columns, and the eight adjacent squares: a rook and a king. It
    /// attacks no farther along diagonals.
    CrownedRook,
}

impl Piece {
    /// All pieces.
    pub const ALL: [Self; 3] = [Self::Queen, Self::Superqueen, Self::CrownedRook];

    /// Name in plans.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queen => "queen",
            Self::Superqueen => "superqueen",
            Self::CrownedRook => "crowned-rook",
        }
    }
}

/// Variant of a board: the piece, whether opposite edges are joined, and regions. The default is
/// queens on a board without joined edges and without regions.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::{Board, BoardVariant, Piece};
///
/// let superqueens = BoardVariant::of(Piece::Superqueen);
/// assert_eq!(Board::of_variant(10, 10, &superqueens)?.count(&Run::new())?.total.count, 4);
/// let toroidal = BoardVariant::default().torus();
/// assert_eq!(Board::of_variant(7, 7, &toroidal)?.count(&Run::new())?.total.count, 28);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct BoardVariant {
    pub(super) piece: Piece,
    pub(super) torus: bool,
    pub(super) regions: Option<Regions>,
}

impl BoardVariant {
    /// Returns the variant with this piece, without joined edges and regions.
    pub fn of(piece: Piece) -> Self {
        Self {
            piece,
            ..Self::default()
        }
    }

    /// Joins the edges: an attack that leaves the board at one edge enters at the opposite edge.
    pub fn torus(mut self) -> Self {
        self.torus = true;
        self
    }

    /// Adds regions. Each region holds one piece.
    pub fn with_regions(mut self, regions: &Regions) -> Self {
        self.regions = Some(regions.clone());
        self
    }

    /// Piece of the board.
    pub fn piece(&self) -> Piece {
        self.piece
    }

    /// True if the edges are joined.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// Regions of the board, or `None`.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// True for queens on a board without joined edges and regions.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Checks that the variant has boards of `n` rows and `columns` columns.
    pub(super) fn check_size(&self, n: usize, columns: usize) -> Result<(), Error> {
        if self.torus && n < columns {
            let reason = format!(
                "a torus has as many columns as rows: expected {n} columns, found \
                                  {columns}"
            );
            return Err(Error::Impossible(reason));
        }
        match &self.regions {
            Some(regions) if (regions.n(), regions.n()) != (n, columns) => {
                let rows = regions.n();
                let reason = format!(
                    "the board of regions: expected {n} rows and {columns} columns, found {rows} \
                     rows and {rows} columns"
                );
                Err(Error::Impossible(reason))
            }
            _ => Ok(()),
        }
    }

    /// Returns how pieces attack other rows of a board of `columns` columns.
    pub(super) fn attacks_on(&self, columns: usize) -> Attacks {
        let near = match self.piece {
            Piece::Queen => [0, 0],
            Piece::Superqueen => [2, 1],
            Piece::CrownedRook => [1, 0],
        };
        Attacks {
            torus_columns: self.torus.then_some(columns as u32),
            diagonals: self.has_diagonals(),
            near_offsets: near,
        }
    }

    /// True if pieces attack along diagonals. Then no solution of more than one row is its own
    /// mirror image.
    pub(super) fn has_diagonals(&self) -> bool {
        self.piece != Piece::CrownedRook
    }

    /// Returns whether pieces on two squares attack each other or share a region. The board has `n`
    /// rows, and squares count from 1.
    ///
    /// ```
    /// use countless_queens::{BoardVariant, Piece};
    ///
    /// assert!(BoardVariant::of(Piece::Superqueen).attacks(8, (1, 1), (3, 2)));
    /// assert!(!BoardVariant::of(Piece::CrownedRook).attacks(8, (1, 1), (3, 3)));
    /// ```
    pub fn attacks(&self, n: usize, one: (usize, usize), other: (usize, usize)) -> bool {
        if one == other {
            return false;
        }
        let region = |square: (usize, usize)| {
            let regions = self.regions.as_ref();
            regions.map(|regions| regions.region_of(square.0, square.1))
        };
        if one.0 == other.0 || region(one).is_some_and(|of| region(other) == Some(of)) {
            return true;
        }
        let attacked = self
            .attacks_on(n)
            .attacked_columns(n, (one.0 - 1, one.1 - 1), other.0 - 1);
        attacked >> (other.1 - 1) & 1 == 1
    }
}
