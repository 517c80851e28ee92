//! Houses of a shape, and the cells that see each other.

use super::killer_board::{CELLS, DIGITS, FAMILIES, HOUSES, HousePlaces, NOWHERE, members};
use crate::compiled_shape::CompiledShape;

/// Places for padding, in an unused house.
const NO_PLACE: HousePlaces = [HOUSES as u16 - 1; FAMILIES];

/// Cells of a house, padded with [`NOWHERE`].
pub(super) type HouseCells = [u8; DIGITS];

/// Houses of a shape.
#[derive(Debug)]
pub(super) struct KillerHouses {
    pub digits: usize,
    pub cells: usize,
    /// Cells of each house, as a list and as a set.
    pub list: Vec<(HouseCells, u128)>,
    /// Places of each cell in a board. `families` is the largest number of places of a cell.
    pub places: Box<[HousePlaces; CELLS]>,
    pub families: usize,
    /// Cells at each place of all houses, padded with [`NOWHERE`].
    pub cells_at: Box<[[u16; HOUSES]; DIGITS]>,
    /// Houses of all cells, by family. An unused house pads them.
    pub houses_of: Box<[[u16; CELLS]; FAMILIES]>,
    /// Cells that each cell sees in its houses.
    pub seen: Box<[u128; CELLS]>,
}

impl KillerHouses {
    /// Returns whether a shape is small enough.
    pub fn accepts(plan: &CompiledShape) -> bool {
        let mut houses_of = [0; CELLS];
        for &cell in plan.houses().flatten() {
            houses_of[usize::from(cell) % CELLS] += 1;
        }
        plan.digits() <= DIGITS
            && plan.cells() < CELLS
            && plan.houses().count() < HOUSES
            && houses_of.iter().all(|&houses| houses <= FAMILIES)
    }

    /// Creates the houses of a shape that is small enough.
    pub fn new(plan: &CompiledShape) -> Self {
        let (mut places, mut seen) = (Box::new([NO_PLACE; CELLS]), Box::new([0; CELLS]));
        let (mut list, mut families, mut counts) = (Vec::new(), 0, [0; CELLS]);
        let mut cells_at = Box::new([[NOWHERE.into(); HOUSES]; DIGITS]);
        let mut houses_of = Box::new([[plan.houses().count() as u16; CELLS]; FAMILIES]);
        for (number, cells) in plan.houses().enumerate() {
            let set = cells.iter().fold(0, |set, cell| set | 1 << cell);
            for (place, cell) in cells.iter().copied().map(usize::from).enumerate() {
                places[cell][counts[cell]] = (place * HOUSES + number) as u16;
                cells_at[place][number] = cell as u16;
                houses_of[counts[cell]][cell] = number as u16;
                counts[cell] += 1;
                families = families.max(counts[cell]);
                seen[cell] |= set & !(1 << cell);
            }
            list.push((first_cells(set), set));
        }
        Self {
            digits: plan.digits(),
            cells: plan.cells(),
            list,
            places,
            families,
            cells_at,
            houses_of,
            seen,
        }
    }
}

/// Returns the first cells of a set, padded with [`NOWHERE`].
pub(super) fn first_cells(set: u128) -> HouseCells {
    let mut cells = [NOWHERE; DIGITS];
    for (to, cell) in cells.iter_mut().zip(members(set)) {
        *to = cell;
    }
    cells
}
