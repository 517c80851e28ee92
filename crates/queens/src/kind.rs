//! What pieces attack, on which board.

use super::Regions;
use super::search::Attacks;
use countless_engine::Error;

/// A piece, of which one stands in every row and every column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Attacks along rows, columns and diagonals.
    #[default]
    Queen,
    /// Attacks as a queen and as a knight; also known as an amazon.
    Superqueen,
    /// Attacks along rows and columns, and the eight squares around: a rook and a king. Not
    /// along diagonals: such pieces only must not touch.
    CrownedRook,
}

impl Piece {
    /// All pieces.
    pub const ALL: [Self; 3] = [Self::Queen, Self::Superqueen, Self::CrownedRook];

    /// Its name, as plans have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queen => "queen",
            Self::Superqueen => "superqueen",
            Self::CrownedRook => "crowned-rook",
        }
    }
}

/// The kind of a board: which pieces stand on it, whether its edges are joined, and whether it has
/// regions. By default they are queens, and it has neither.
///
/// ```
/// use countless_queens::{Board, Kind, Piece};
///
/// let superqueens = Kind::of(Piece::Superqueen);
/// assert_eq!(Board::of_kind(10, 10, &superqueens)?.count()?, 4);
/// let toroidal = Kind::default().torus();
/// assert_eq!(Board::of_kind(7, 7, &toroidal)?.count()?, 28);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardVariant {
    pub(super) piece: Piece,
    pub(super) torus: bool,
    pub(super) regions: Option<Regions>,
}

impl BoardVariant {
    /// Boards for pieces of this sort.
    pub fn of(piece: Piece) -> Self {
        Self {
            piece,
            ..Self::default()
        }
    }

    /// The same on a torus: whatever leaves the board at an edge comes in at the opposite one.
    #[must_use]
    pub fn torus(self) -> Self {
        Self {
            torus: true,
            ..self
        }
    }

    /// The same with regions, each of which holds one piece.
    #[must_use]
    pub fn with_regions(self, regions: &Regions) -> Self {
        Self {
            regions: Some(regions.clone()),
            ..self
        }
    }

    /// The piece.
    pub fn piece(&self) -> Piece {
        self.piece
    }

    /// Whether the edges are joined.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// The regions, if there are any.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// Whether this is about queens on a usual board.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Whether there are such boards of `n` rows and so many columns.
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

    /// How the pieces attack other rows of a board with so many columns.
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

    /// Whether diagonals are attacked. Then no solution of more than one row is its own mirror
    /// image.
    pub(super) fn has_diagonals(&self) -> bool {
        self.piece != Piece::CrownedRook
    }

    /// Whether pieces on two squares of a board of `n` rows, counted from 1, attack each other,
    /// or are in the same region.
    ///
    /// ```
    /// use countless_queens::{Kind, Piece};
    ///
    /// assert!(Kind::of(Piece::Superqueen).attacks(8, (1, 1), (3, 2)));
    /// assert!(!Kind::of(Piece::CrownedRook).attacks(8, (1, 1), (3, 3)));
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
