//! Areas with known sums.

use crate::cages::RuleOf45;

/// Largest number of adjacent houses, or of bands of boxes, in an area.
const TOGETHER: usize = 8;

/// Returns the cells and sums of areas: adjacent houses, and rectangles of boxes.
pub(super) fn area_sums(shape: &RuleOf45) -> Vec<(u128, u32)> {
    let mut all = Vec::new();
    for (units, band) in shape.house_families() {
        let bands: Vec<&[u128]> = units.chunks(band).collect();
        for left in 0..band {
            for right in left + 1..=band {
                for top in 0..bands.len() {
                    let (mut cells, mut count) = (0, 0);
                    for boxes in bands[top..].iter().take(TOGETHER) {
                        let boxes = boxes.get(left..right).unwrap_or_default();
                        cells |= boxes.iter().fold(0, |all, unit| all | unit);
                        count += boxes.len() as u32;
                        all.push((cells, count * shape.house_sum()));
                    }
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::shape_options::ShapeOptions;

    #[test]
    fn boxes_lie_in_rectangles() {
        let options = ShapeOptions::new().size(4);
        let all = area_sums(&RuleOf45::new(&Shape::new(&options).unwrap()));
        // Ten runs of rows, ten of columns, and nine rectangles of boxes.
        assert_eq!(all.len(), 29);
        assert!(all.contains(&(0x3333, 20)) && all.contains(&(0xff00, 20)));
        assert!(
            all.iter()
                .all(|(cells, sum)| cells.count_ones() * 5 == 2 * sum)
        );
    }
}
