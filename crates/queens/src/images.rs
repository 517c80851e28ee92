//! Rotations and reflections of a solution.

/// Returns the eight images of a board, first the board itself. They are turned by 0, 90, 180 and
/// 270 degrees, and each is followed by its left-right mirror image.
///
/// `columns` holds the 1-based column of the queen in each row.
///
/// ```
/// use countless_queens::images;
///
/// let images = images(&[2, 4, 1, 3]);
/// assert!(images.iter().all(|image| [[2, 4, 1, 3], [3, 1, 4, 2]].contains(&image[..].try_into().unwrap())));
/// ```
pub fn images(columns: &[u32]) -> [Vec<u32>; 8] {
    let mut turned = columns.to_vec();
    let mut images: [Vec<u32>; 8] = std::array::from_fn(|_| Vec::new());
    for pair in images.chunks_exact_mut(2) {
        pair[1] = turned
            .iter()
            .map(|&c| columns.len() as u32 + 1 - c)
            .collect();
        let next = quarter_turn(&turned);
        pair[0] = std::mem::replace(&mut turned, next);
    }
    images
}

/// Returns the number of different images of a solution, if it is the lexicographically least of
/// them. Each class has one *fundamental* solution, its least.
///
/// ```
/// use countless_queens::fundamental;
///
/// assert_eq!(fundamental(&[2, 4, 1, 3]), Some(2));
/// assert_eq!(fundamental(&[3, 1, 4, 2]), None);
/// ```
pub fn fundamental(columns: &[u32]) -> Option<usize> {
    let mut images = images(columns);
    images.sort_unstable();
    if images[0] != columns {
        return None;
    }
    let changes = images.windows(2).filter(|pair| pair[0] != pair[1]);
    Some(1 + changes.count())
}

/// Turns the board by 90 degrees, clockwise.
fn quarter_turn(columns: &[u32]) -> Vec<u32> {
    let mut turned = vec![0; columns.len()];
    for (row, &column) in columns.iter().enumerate() {
        turned[column as usize - 1] = (columns.len() - row) as u32;
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known_counts::{ALL, FUNDAMENTAL};

    /// All solutions of a board, found by trying every square of each row.
    fn solutions(n: u32) -> Vec<Vec<u32>> {
        let mut boards = vec![Vec::new()];
        for row in 0..n as usize {
            let fits = |board: &[u32], column: u32| {
                board.iter().enumerate().all(|(other, &queen)| {
                    queen != column && queen.abs_diff(column) as usize != row - other
                })
            };
            boards = boards
                .iter()
                .flat_map(|board: &Vec<u32>| {
                    let columns = (1..=n).filter(|&column| fits(board, column));
                    columns.map(|column| [&board[..], &[column]].concat())
                })
                .collect();
        }
        boards
    }

    #[test]
    fn fundamental_solutions_are_as_many_as_known_and_stand_for_all() {
        for n in 0..=9 {
            let sizes: Vec<usize> = solutions(n).iter().filter_map(|b| fundamental(b)).collect();
            assert_eq!(sizes.len() as u128, FUNDAMENTAL[n as usize], "{n} rows");
            assert_eq!(
                sizes.iter().sum::<usize>() as u128,
                ALL[n as usize],
                "{n} rows"
            );
        }
    }
}
