//! A shape, compiled for the kernels.
//!
//! Two houses of different families may share several cells, their *intersection*. If a digit of
//! one house can only be in the intersection, it cannot be elsewhere in the other house.

use super::shape::Shape;

/// Intersections of a house with the houses of another family.
#[derive(Clone, Debug)]
pub struct HouseIntersections {
    /// Twice the index of each intersection, plus 1 in the second of its two houses. Flipping the
    /// lowest bit gives the entry of the other house.
    pub intersections: Vec<u16>,
    /// Cells of the house in none of the intersections.
    pub loose: Vec<u16>,
}

/// Shape, compiled for the kernels.
#[derive(Clone, Debug)]
pub struct CompiledShape {
    /// Number of digits.
    pub digits: usize,
    /// Number of cells.
    pub cells: usize,
    /// Cells of all houses, concatenated.
    house_cells: Vec<u16>,
    /// Number of houses before the rows.
    pub houses_before_rows: usize,
    /// Cells of each intersection.
    pub intersections: Vec<Vec<u16>>,
    /// Intersections of each house with each other family.
    pub house_intersections: Vec<HouseIntersections>,
}

impl CompiledShape {
    /// Compiles a shape.
    pub fn new(shape: &Shape) -> Self {
        let families = &shape.families;
        let house_cells = shape.houses().flat_map(|house| house.cells.clone());
        let before_rows = &families[..families.len() - shape.row_families()];
        let mut compiled = Self {
            digits: shape.digits(),
            cells: shape.cells(),
            house_cells: house_cells.collect(),
            houses_before_rows: before_rows.iter().map(Vec::len).sum(),
            intersections: Vec::new(),
            house_intersections: Vec::new(),
        };
        // Both houses of each intersection, by their families and indices in them.
        let mut owners = Vec::new();
        for (f, family) in families.iter().enumerate() {
            for (u, house) in family.iter().enumerate() {
                for (g, others) in families.iter().enumerate().filter(|(g, _)| *g != f) {
                    let mut split = HouseIntersections {
                        intersections: Vec::new(),
                        loose: house.cells.clone(),
                    };
                    for (v, other) in others.iter().enumerate() {
                        let is_both = |cell: &u16| other.cells.binary_search(cell).is_ok();
                        let both: Vec<u16> = house.cells.iter().copied().filter(is_both).collect();
                        if both.len() < 2 || both.len() == compiled.digits {
                            continue;
                        }
                        split.loose.retain(|cell| !both.contains(cell));
                        let known = owners.iter().position(|known| *known == [(g, v), (f, u)]);
                        let part = known.map_or(2 * owners.len(), |part| 2 * part + 1);
                        split.intersections.push(part as u16);
                        if known.is_none() {
                            owners.push([(f, u), (g, v)]);
                            compiled.intersections.push(both);
                        }
                    }
                    if !split.intersections.is_empty() {
                        compiled.house_intersections.push(split);
                    }
                }
            }
        }
        compiled
    }

    /// Returns a mask with a bit for each digit.
    pub fn all_digits(&self) -> u32 {
        (1 << self.digits) - 1
    }

    /// Returns the cells of each house, rows last.
    pub fn houses(&self) -> impl Iterator<Item = &[u16]> {
        self.house_cells.chunks_exact(self.digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape_options::ShapeOptions;

    #[test]
    fn every_part_has_two_owners() {
        let options = ShapeOptions::new().diagonals(true).windows(true);
        let compiled = CompiledShape::new(&Shape::new(&options).unwrap());
        let mut owners = vec![0; 2 * compiled.intersections.len()];
        for split in &compiled.house_intersections {
            let mut cells = split.loose.len();
            for &part in &split.intersections {
                owners[part as usize] += 1;
                cells += compiled.intersections[part as usize / 2].len();
            }
            assert_eq!(cells, 9);
        }
        assert!(owners.iter().all(|&times| times == 1));
    }

    #[test]
    fn boxes_cut_rows_and_columns_in_three() {
        let compiled = CompiledShape::new(&Shape::new(&ShapeOptions::new()).unwrap());
        assert_eq!(
            (
                compiled.intersections.len(),
                compiled.house_intersections.len()
            ),
            (54, 36)
        );
        assert!(
            compiled
                .house_intersections
                .iter()
                .all(|split| split.intersections.len() == 3)
        );
    }
}
