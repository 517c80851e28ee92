//! The units of a shape, from every side that techniques look at them.

use super::sight::Sight;
use crate::shape::Shape;
use crate::unit::UnitKind;

/// A unit and the place of a cell in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    pub unit: u16,
    pub place: u8,
}

/// A unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its cells, in ascending order.
    pub cells: Vec<u16>,
    /// Whether it is a row, a column or a diagonal.
    pub is_line: bool,
}

/// Several cells that two units have in common.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    pub units: [u16; 2],
    /// The places of these cells in either unit, a bit each.
    pub places: [u32; 2],
}

/// Units that share no cell.
#[derive(Clone, Debug)]
pub struct Factory {
    /// The first of them, and how many there are.
    pub first: usize,
    pub len: usize,
    /// The number of the unit of each cell among them, if it is in one.
    pub of: Vec<Option<u8>>,
}

/// A shape, as techniques go through it.
#[derive(Clone, Debug)]
pub struct Board {
    digits: usize,
    units: Vec<Unit>,
    /// The seats of all cells, one behind the other, and where those of each begin.
    seats: Vec<Seat>,
    starts: Vec<u32>,
    families: Vec<Factory>,
    crossings: Vec<Crossing>,
    sight: Sight,
}

impl Board {
    /// The units of a shape.
    pub fn new(shape: &Shape) -> Self {
        let (mut units, mut families) = (Vec::new(), Vec::new());
        for family in shape.families() {
            let mut of = vec![None; shape.cells()];
            for (number, unit) in family.iter().enumerate() {
                for &cell in &unit.cells {
                    of[usize::from(cell)] = Some(number as u8);
                }
            }
            families.push(Factory {
                first: units.len(),
                len: family.len(),
                of,
            });
            units.extend(family.iter().map(|unit| Unit {
                cells: unit.cells.clone(),
                is_line: matches!(
                    unit.kind,
                    UnitKind::Row | UnitKind::Column | UnitKind::Diagonal
                ),
            }));
        }
        let mut sight = Sight::new(shape.cells());
        let mut of_cells = vec![Vec::new(); shape.cells()];
        for (number, unit) in units.iter().enumerate() {
            sight.join(&unit.cells);
            for (place, &cell) in unit.cells.iter().enumerate() {
                of_cells[usize::from(cell)].push(Seat {
                    unit: number as u16,
                    place: place as u8,
                });
            }
        }
        let (mut seats, mut starts) = (Vec::new(), vec![0]);
        for of_cell in of_cells {
            seats.extend(of_cell);
            starts.push(seats.len() as u32);
        }
        Self {
            digits: shape.digits(),
            crossings: crossings(&units),
            units,
            seats,
            starts,
            families,
            sight,
        }
    }

    /// The number of digits.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    /// All units.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The units of a cell, and its places in them.
    #[inline]
    pub fn seats(&self, cell: u16) -> &[Seat] {
        let cell = usize::from(cell);
        &self.seats[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The cell at a place of a unit.
    #[inline]
    pub fn cell(&self, unit: usize, place: u32) -> u16 {
        self.units[unit].cells[place as usize]
    }

    /// The families of more than one unit.
    pub fn families(&self) -> impl Iterator<Item = &Factory> + Clone {
        self.families.iter().filter(|family| family.len > 1)
    }

    /// Where two units share several cells.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// Which cells share a unit.
    pub fn sight(&self) -> &Sight {
        &self.sight
    }
}

/// Where two units share several cells, but not all.
fn crossings(units: &[Unit]) -> Vec<Crossing> {
    let mut crossings = Vec::new();
    for (first, unit) in units.iter().enumerate() {
        for (second, other) in units.iter().enumerate().skip(first + 1) {
            let shared = |of: &Unit, with: &Unit| {
                let is_shared = |cell: &u16| with.cells.binary_search(cell).is_ok();
                let places = of.cells.iter().map(is_shared).enumerate();
                places.fold(0, |all, (place, is_shared)| {
                    all | u32::from(is_shared) << place
                })
            };
            let places = [shared(unit, other), shared(other, unit)];
            let count = places[0].count_ones() as usize;
            if count > 1 && count < unit.cells.len() {
                crossings.push(Crossing {
                    units: [first as u16, second as u16],
                    places,
                });
            }
        }
    }
    crossings
}
