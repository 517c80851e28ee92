//! Reading of a drawing of regions.
//!
//! ```text
//! AAAB
//! ACBB
//! CCDB
//! CDDD
//! ```

use super::shape_drawing::ShapeDrawing;
use countless_engine::Error;

/// Returns the cells of each region, ordered by their first cells.
pub(super) fn read_regions(drawing: &ShapeDrawing, size: usize) -> Result<Vec<Vec<u16>>, Error> {
    let fail = |line: usize, column: usize, reason: String| Error::Parse {
        name: drawing.name.clone(),
        line: line as u64,
        column,
        reason,
    };
    let letters = drawing.letters(size, size)?;
    let mut regions: Vec<(char, Vec<u16>)> = Vec::new();
    for (cell, &letter) in letters.iter().enumerate() {
        match regions.iter_mut().find(|(name, _)| *name == letter) {
            Some((_, cells)) => cells.push(cell as u16),
            None => regions.push((letter, vec![cell as u16])),
        }
    }
    match regions.iter().find(|(_, cells)| cells.len() != size) {
        Some((name, cells)) => {
            let reason = format!(
                "region {name:?}: expected {size} cells, found {}",
                cells.len()
            );
            Err(fail(1, 1, reason))
        }
        None => Ok(regions.into_iter().map(|(_, cells)| cells).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, size: usize) -> Result<Vec<Vec<u16>>, String> {
        let drawing = ShapeDrawing {
            name: "map".to_owned(),
            text: text.to_owned(),
        };
        read_regions(&drawing, size).map_err(|error| error.to_string())
    }

    #[test]
    fn letters_make_regions() {
        let regions = [[0, 1, 2, 4], [3, 6, 7, 11], [5, 8, 9, 12], [10, 13, 14, 15]];
        let expected = Ok(regions.map(Vec::from).to_vec());
        assert_eq!(read_text("AAAB\nACBB\nCCDB\nCDDD\n", 4), expected);
        assert_eq!(
            read_text("\n1 1 1 2\r\n1 3 2 2\n\n3 3 4 2\n3 4 4 4", 4),
            expected
        );
        assert_eq!(read_text("AAABACBBCCDBCDDD", 4), expected);
    }

    #[test]
    fn what_is_wrong_is_said_and_where() {
        let short = read_text("AAAB\nACB\nCCDB\nCDDD\n", 4);
        assert_eq!(
            short.unwrap_err(),
            "map:2:1: expected 4 cells in a line, found 3"
        );
        let low = read_text("AAAB\nACBB\nCCDB\n", 4);
        assert_eq!(
            low.unwrap_err(),
            "map:3:1: expected 4 lines of cells, found 3"
        );
        let uneven = read_text("AAAA\nACBB\nCCDB\nCDDD\n", 4);
        assert_eq!(
            uneven.unwrap_err(),
            "map:1:1: region 'A': expected 4 cells, found 5"
        );
        assert!(read_text("", 4).is_err());
    }
}
