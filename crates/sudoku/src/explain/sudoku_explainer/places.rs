//! Candidates by cells and by houses, and the steps that they allow between literals.

use super::super::layout::{Classic, Layout, Set128};
use super::marks::{CELLS, ChainLink, ChainStep, Literal, Marks, cells_of, digits_in};

/// Candidates of cells, and places of digits in houses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Places {
    /// Candidates of each cell.
    pub cells: [u16; CELLS],
    /// Places of each digit in each house, a bit for each cell in the order of the house.
    pub houses: [[u16; 27]; 9],
}

/// Box, row and column of each cell, each with the place of the cell in it.
static SEATS: [[(u8, u8); 3]; CELLS] = const_array!([(0, 0); 3]; CELLS, cell => {
    let (row, column) = (cell as u8 / 9, cell as u8 % 9);
    let square = 18 + row / 3 * 3 + column / 3;
    [(square, row % 3 * 3 + column % 3), (row, column), (9 + column, row)]
});

/// Box, row and column of a cell, each with the place of the cell in it.
pub fn seats(cell: usize) -> [(usize, usize); 3] {
    SEATS[cell].map(|(house, place)| (usize::from(house), usize::from(place)))
}

impl Places {
    /// Places without candidates.
    pub const NONE: Self = Self {
        cells: [0; CELLS],
        houses: [[0; 27]; 9],
    };

    /// Places of these candidates.
    pub fn new(marks: &Marks) -> Self {
        Self {
            cells: marks.cells,
            houses: (marks.boards)
                .map(|board| Classic.places(Set128(board)).map(|places| places as u16)),
        }
    }

    /// Returns the candidates of cells, with the boards of digits.
    pub fn marks(&self, empty: u128) -> Marks {
        let boards = std::array::from_fn(|digit| {
            let rows = self.houses[digit][..9].iter().rev();
            rows.fold(0, |board, &row| board << 9 | u128::from(row))
        });
        Marks {
            cells: self.cells,
            boards,
            empty,
        }
    }

    /// Removes a candidate.
    pub fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        for (house, place) in seats(cell) {
            self.houses[digit][house] &= !(1 << place);
        }
    }
}

/// Literals that are false if a candidate is true, each once: other candidates of its cell, then of
/// its box, row and column.
#[inline(always)]
pub fn weak_steps(
    places: &Places,
    from: Literal,
    cells: bool,
) -> impl Iterator<Item = ChainLink> + use<> {
    let (cell, digit) = (from.cell(), from.digit());
    let all = if cells { places.cells[cell] } else { 0 };
    let others = all & !(1 << digit);
    let in_cell = digits_in(others).map(move |other| ChainLink {
        literal: Literal::new(cell, other, false),
        by: ChainStep::Cell,
    });
    let [(square, at), row, column] = seats(cell);
    let houses = &places.houses[digit];
    // Cells of the box come before those of the lines.
    let beyond = |(line, at): (usize, usize)| (line, houses[line] & !(7 << (at / 3 * 3)));
    let sets = [
        (square, houses[square] & !(1 << at)),
        beyond(row),
        beyond(column),
    ];
    let in_houses = sets.into_iter().flat_map(move |(house, set)| {
        digits_in(set).map(move |place| ChainLink {
            literal: Literal::new(usize::from(cells_of(house)[place]), digit, false),
            by: ChainStep::House(house as u8),
        })
    });
    in_cell.chain(in_houses)
}

/// Literals that are true if a candidate is false, each once: the last other candidate of its cell,
/// then the last other places in its houses.
#[inline(always)]
pub fn strong_steps(
    places: &Places,
    from: Literal,
    cells: bool,
) -> impl Iterator<Item = ChainLink> + use<> {
    let (cell, digit) = (from.cell(), from.digit());
    let mut made: [Option<ChainLink>; 4] = [None; 4];
    if cells && let Some(other) = other_of_two(places.cells[cell], digit) {
        made[0] = Some(ChainLink {
            literal: Literal::new(cell, other, true),
            by: ChainStep::Cell,
        });
    }
    for (index, (house, at)) in seats(cell).into_iter().enumerate() {
        if let Some(place) = other_of_two(places.houses[digit][house], at) {
            let literal = Literal::new(usize::from(cells_of(house)[place]), digit, true);
            let by = ChainStep::House(house as u8);
            let is_new = made.iter().flatten().all(|made| made.literal != literal);
            made[index + 1] = is_new.then_some(ChainLink { literal, by });
        }
    }
    made.into_iter().flatten()
}

/// The other member of a set of two.
#[inline(always)]
fn other_of_two(set: u16, member: usize) -> Option<usize> {
    let other = set & !(1 << member);
    (other.is_power_of_two() && set != other).then(|| other.trailing_zeros() as usize)
}
