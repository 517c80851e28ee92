//! Counts of solutions with a queen on each square.

use super::node_pool::LaneWord;
use super::prepared_board::PreparedBoard;
use super::search_board::MAX_N;
use super::solution_batch::{SolutionBatch, SolutionKeys};

impl SolutionBatch<'_> {
    /// Adds to each square the number of these solutions with a queen on it. `squares` are those of
    /// the board, row by row.
    ///
    /// # Panics
    ///
    /// If `squares` has fewer squares than the board.
    pub fn count_squares(&self, squares: &mut [u64]) {
        match self.keys {
            SolutionKeys::Narrow(keys) => count_squares::<u16>(self.board, keys, squares),
            SolutionKeys::Wide(keys) => count_squares::<u32>(self.board, keys, squares),
        }
    }
}

fn count_squares<L: LaneWord>(plan: &PreparedBoard, keys: &[L::Key], squares: &mut [u64]) {
    let mut levels = [[0_u64; MAX_N]; MAX_N];
    let levels = &mut levels[..plan.levels.len()];
    for &key in keys {
        // The last level is in the lowest bits.
        for (level, shift) in levels
            .iter_mut()
            .rev()
            .zip((0..).step_by(L::COLUMN_BITS as usize))
        {
            level[L::key_bits(key, shift) & ((1 << L::COLUMN_BITS) - 1)] += 1;
        }
    }
    let n = plan.n;
    let mut open = plan.levels.iter().zip(levels).peekable();
    for row in 0..n {
        let squares = &mut squares[row * n..(row + 1) * n];
        match open.next_if(|(level, _)| level.row == row) {
            Some((_, counts)) => {
                for (square, count) in squares.iter_mut().zip(counts) {
                    *square += *count;
                }
            }
            None => squares[plan.placed[row] as usize] += keys.len() as u64,
        }
    }
}
