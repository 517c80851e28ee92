//! Layouts as lists, whatever their types.

use super::super::super::grid::Cell;
use super::super::house::{House, HouseKind};
use super::{Cage, CellSet, Layout, LayoutSet};

/// Cells, houses and cages of a layout, with the numbers that they have there.
#[derive(Debug)]
pub struct PlainLayout {
    pub digits: usize,
    /// Number of lines, and of houses, which are the first groups.
    pub lines: usize,
    pub houses: usize,
    pub cages: Vec<Cage>,
    cells: Vec<PlainCell>,
    groups: Vec<PlainGroup>,
}

#[derive(Debug)]
struct PlainCell {
    position: Cell,
    groups: Vec<usize>,
    /// Cells that see the cell.
    peers: Vec<usize>,
}

/// House or drawn cage.
#[derive(Debug)]
struct PlainGroup {
    house: House,
    members: Vec<u16>,
    cells: CellSet,
    /// Houses that share several cells with it, but not all, with the places of these cells.
    crossings: Vec<(u32, usize)>,
}

impl PlainLayout {
    /// Lists the cells and houses of a layout.
    pub fn of<L: Layout>(layout: &L) -> Self {
        let cell = |cell: usize| PlainCell {
            position: layout.puzzle_cell(cell),
            groups: layout.groups_of(cell).collect(),
            peers: layout.peers(cell).iter().collect(),
        };
        let group = |group: usize| PlainGroup {
            house: layout.house(group),
            members: layout.members(group).to_vec(),
            cells: layout.group(group).widened(),
            crossings: if group < layout.houses() {
                layout.crossings(group).collect()
            } else {
                Vec::new()
            },
        };
        Self {
            digits: layout.digits(),
            lines: layout.lines(),
            houses: layout.houses(),
            cages: layout.cages().to_vec(),
            cells: (0..layout.cells()).map(cell).collect(),
            groups: (0..layout.groups()).map(group).collect(),
        }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Position of a cell in the puzzle.
    pub fn puzzle_cell(&self, cell: usize) -> Cell {
        self.cells[cell].position
    }

    /// Group as a house of the puzzle.
    pub fn house(&self, group: usize) -> &House {
        &self.groups[group].house
    }

    /// Kind of a group.
    pub fn kind(&self, group: usize) -> HouseKind {
        self.house(group).kind
    }

    /// Cells of a group in ascending order.
    pub fn members(&self, group: usize) -> &[u16] {
        &self.groups[group].members
    }

    /// Cells of a group.
    pub fn group(&self, group: usize) -> CellSet {
        self.groups[group].cells
    }

    /// Houses that share several cells with `house`, but not all. Each comes with the places of
    /// these cells in `house`.
    pub fn crossings(&self, house: usize) -> &[(u32, usize)] {
        &self.groups[house].crossings
    }

    /// Cells that see a cell.
    pub fn peers(&self, cell: usize) -> &[usize] {
        &self.cells[cell].peers
    }

    /// Groups that contain all of these cells, in order.
    pub fn common_groups(&self, cells: CellSet) -> impl Iterator<Item = usize> {
        let first = cells.first().map(|cell| self.cells[cell].groups.iter());
        let groups = first.into_iter().flatten().copied();
        groups.filter(move |&group| (cells & !self.group(group)).is_empty())
    }

    /// Houses of a cell.
    pub fn houses_of(&self, cell: usize) -> impl Iterator<Item = usize> {
        let groups = self.cells[cell].groups.iter().copied();
        groups.filter(|&group| group < self.houses)
    }
}
