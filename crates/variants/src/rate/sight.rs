//! Which cells see each other: those that cannot hold the same digit.

/// A row of bits for each cell.
#[derive(Clone, Debug)]
pub struct Sight {
    words: usize,
    rows: Vec<u64>,
}

impl Sight {
    /// Of so many cells, none sees another.
    pub fn new(cells: usize) -> Self {
        let words = cells.div_ceil(64);
        Self {
            words,
            rows: vec![0; cells * words],
        }
    }

    /// Cells see each other from here on.
    pub fn join(&mut self, cells: &[u16]) {
        for &cell in cells {
            for &other in cells.iter().filter(|&&other| other != cell) {
                let row = usize::from(cell) * self.words;
                self.rows[row + usize::from(other / 64)] |= 1 << (other % 64);
            }
        }
    }

    /// Whether a cell sees another.
    #[inline]
    pub fn has(&self, cell: u16, other: u16) -> bool {
        let row = usize::from(cell) * self.words;
        self.rows[row + usize::from(other / 64)] >> (other % 64) & 1 == 1
    }

    /// Visits the cells that see all of some, of which there is one.
    pub fn common(&self, cells: &[u16], mut visit: impl FnMut(u16)) {
        for word in 0..self.words {
            let row = |&cell: &u16| self.rows[usize::from(cell) * self.words + word];
            let mut common = cells.iter().map(row).fold(u64::MAX, |all, row| all & row);
            while common != 0 {
                visit((64 * word) as u16 + common.trailing_zeros() as u16);
                common &= common - 1;
            }
        }
    }

    /// Becomes the same as another one.
    pub fn copy(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_see_those_they_are_joined_with() {
        let mut sight = Sight::new(100);
        sight.join(&[1, 70, 99]);
        sight.join(&[2, 70]);
        assert!(sight.has(1, 99) && sight.has(70, 2) && !sight.has(1, 2) && !sight.has(1, 1));
        let mut common = Vec::new();
        sight.common(&[1, 2], |cell| common.push(cell));
        assert_eq!(common, [70]);
    }
}
