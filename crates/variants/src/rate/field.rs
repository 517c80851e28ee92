//! What is known of a puzzle but for its digits: the units of its shape, and its cages.

use super::board::Board;
use super::sight::Sight;
use crate::shape::Shape;

/// Cells whose digits differ and have a sum.
#[derive(Clone, Debug)]
pub struct Cage {
    pub cells: Vec<u16>,
    pub sum: u32,
    /// Whether it is drawn; else it follows from those that are.
    pub is_drawn: bool,
}

/// The units of a shape, and the cages of a puzzle.
#[derive(Clone, Debug)]
pub struct Field {
    pub board: Board,
    cages: Vec<Cage>,
    /// For each cell, those that see it because of a cage alone.
    mates: Vec<Vec<u16>>,
    sight: Sight,
}

impl Field {
    /// The units of a shape, without cages.
    pub fn new(shape: &Shape) -> Self {
        let board = Board::new(shape);
        Self {
            cages: Vec::new(),
            mates: vec![Vec::new(); board.cells()],
            sight: board.sight().clone(),
            board,
        }
    }

    /// Takes these cages in the place of those before: their cells, their sums, and whether they are
    /// drawn.
    pub fn set_cages<'a>(&mut self, cages: impl Iterator<Item = (&'a [u16], u32, bool)>) {
        let mut cages = cages.peekable();
        if self.cages.is_empty() && cages.peek().is_none() {
            return;
        }
        self.sight.copy(self.board.sight());
        self.mates.iter_mut().for_each(Vec::clear);
        self.cages.clear();
        for (cells, sum, is_drawn) in cages {
            for &cell in cells {
                let unseen =
                    |other: &&u16| **other != cell && !self.board.sight().has(cell, **other);
                self.mates[usize::from(cell)].extend(cells.iter().filter(unseen));
            }
            self.sight.join(cells);
            self.cages.push(Cage {
                cells: cells.to_vec(),
                sum,
                is_drawn,
            });
        }
    }

    /// The cages that are drawn, or those that follow.
    pub fn cages(&self, is_drawn: bool) -> impl Iterator<Item = &Cage> {
        let cages = self.cages.iter();
        cages.filter(move |cage| cage.is_drawn == is_drawn)
    }

    /// The cells that see a cell because of a cage alone.
    #[inline]
    pub fn mates(&self, cell: u16) -> &[u16] {
        &self.mates[usize::from(cell)]
    }

    /// Which cells see each other.
    pub fn sight(&self) -> &Sight {
        &self.sight
    }
}
