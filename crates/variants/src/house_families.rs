//! Houses of a shape, and their families.

use std::fmt;

use super::shape_options::{CellPositions, ShapeOptions};
use countless_simd::sort;
use countless_sudoku::HouseKind;

/// Returns the houses in families of disjoint houses. The last families are the rows, one family
/// per grid. `boxes` is the number of rows and columns of a box; `regions` replace the boxes.
pub(super) fn house_families(
    options: &ShapeOptions,
    frame: &CellPositions,
    boxes: (usize, usize),
    regions: Option<Vec<Vec<u16>>>,
) -> Vec<Vec<ShapeHouse>> {
    let (size, side, corners) = (options.size, frame.side(), frame.corners());
    let mut map = vec![u16::MAX; side * side];
    for cell in 0..frame.cells() {
        let (row, column) = frame.position(cell);
        map[row * side + column] = cell as u16;
    }
    // Cells of a grid, given by their rows and columns in the grid.
    let cells = |corner: (usize, usize), of: &mut dyn Iterator<Item = (usize, usize)>| {
        let mut cells: Vec<u16> = of
            .map(|(row, column)| map[(corner.0 + row) * side + corner.1 + column])
            .collect();
        sort(&mut cells);
        cells
    };
    let mut families: Vec<(HouseKind, Vec<Vec<u16>>)> = Vec::new();
    if options.diagonals {
        for &corner in corners {
            for back in [false, true] {
                let column = |i| if back { size - 1 - i } else { i };
                let diagonal = cells(corner, &mut (0..size).map(|i| (i, column(i))));
                families.push((HouseKind::Diagonal, vec![diagonal]));
            }
        }
    }
    if options.windows {
        for &corner in corners {
            let bands = window_bands(boxes.0);
            let house = |(down, across): (usize, usize)| {
                let rows = bands[down].iter();
                let of = rows.flat_map(|&row| bands[across].iter().map(move |&c| (row, c)));
                cells(corner, &mut of.into_iter())
            };
            let pairs = (0..bands.len()).flat_map(|i| (0..bands.len()).map(move |j| (i, j)));
            let (windows, implied): (Vec<_>, Vec<_>) = pairs.partition(|&(i, j)| i > 0 && j > 0);
            families.push((HouseKind::Window, windows.into_iter().map(house).collect()));
            families.push((HouseKind::Implied, implied.into_iter().map(house).collect()));
        }
    }
    if let Some(regions) = regions {
        families.push((HouseKind::Region, regions));
    } else if !options.own_regions {
        let (rows, columns) = boxes;
        let mut boxes = Vec::new();
        for &corner in corners {
            for i in 0..size {
                let (top, left) = (i / rows * rows, i % rows * columns);
                let of = (0..size).map(|j| (top + j / columns, left + j % columns));
                let cells = cells(corner, &mut of.into_iter());
                // A box in the overlap of two grids belongs to both.
                if !boxes.contains(&cells) {
                    boxes.push(cells);
                }
            }
        }
        families.push((HouseKind::Box, boxes));
    }
    for &corner in corners {
        let column = |c| cells(corner, &mut (0..size).map(|row| (row, c)));
        families.push((HouseKind::Column, (0..size).map(column).collect()));
    }
    for &corner in corners {
        let row = |r| cells(corner, &mut (0..size).map(|column| (r, column)));
        families.push((HouseKind::Row, (0..size).map(row).collect()));
    }
    let mut numbers = Vec::new();
    let number = |(kind, houses): (HouseKind, Vec<Vec<u16>>)| {
        let number = |cells| {
            numbers.push(kind);
            let number = numbers.iter().filter(|other| **other == kind).count();
            ShapeHouse {
                kind,
                number,
                cells,
            }
        };
        houses.into_iter().map(number).collect()
    };
    families.into_iter().map(number).collect()
}

/// Returns the rows without windows, followed by the rows of each window, for boxes of `side` rows.
///
/// The free rows lie between the windows. Consider `side` rows of a window, which hold every digit
/// `side` times. Each of the `side - 1` windows in them holds every digit once, so the remaining
/// cells hold every digit once. They are an implied house.
fn window_bands(side: usize) -> Vec<Vec<usize>> {
    let free = (0..side).map(|i| i * (side + 1)).collect();
    let windows = (0..side - 1).map(|i| (0..side).map(|j| i * (side + 1) + 1 + j).collect());
    std::iter::once(free).chain(windows).collect()
}

/// House: cells that hold every digit once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeHouse {
    /// Kind of the house.
    pub kind: HouseKind,
    /// Number of the house among those of its kind, from 1.
    pub number: usize,
    /// Cells of the house, in ascending order.
    pub cells: Vec<u16>,
}

impl fmt::Display for ShapeHouse {
    /// Formats the house, such as `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}
