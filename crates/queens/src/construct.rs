//! Single solutions of boards of any size, made without a search.

use std::collections::HashSet;

use super::Placement;
use countless_engine::SplitMix64;

/// Returns a solution for `n` rows by an explicit formula; `None` for 2 and 3 rows, which have no
/// solutions.
///
/// It lists the even columns, then the odd ones. A few are exchanged for some remainders of `n` by
/// six (Pauls 1874; Hoffman, Loessl and Moore 1969).
///
/// ```
/// use countless_queens::construct;
///
/// assert_eq!(construct(8).expect("it has one").columns(), [2, 4, 6, 8, 3, 1, 7, 5]);
/// assert_eq!(construct(3), None);
/// ```
pub fn construct(n: u32) -> Option<Placement> {
    if n == 2 || n == 3 {
        return None;
    }
    let mut columns: Vec<u32> = (2..=n).step_by(2).collect();
    let mut odd: Vec<u32> = (1..=n).step_by(2).collect();
    match n % 6 {
        2 => {
            // 3, 1, 7, 9, …, 5
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
        }
        3 => {
            // 4, 6, …, 2 and 5, 7, …, 1, 3
            columns.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    columns.append(&mut odd);
    Some(Placement::of(columns))
}

/// Returns a random solution for `n` rows, determined by the seed; `None` for 2 and 3 rows.
///
/// Repairs a random permutation: it exchanges the columns of two queens wherever that reduces the
/// queens on their diagonals (Sosič and Gu 1990). A permutation that cannot be repaired is
/// discarded. Solutions are not equally likely.
///
/// ```
/// use countless_queens::{is_solution, sample};
///
/// let solution = sample(1000, 7).expect("only 2 and 3 rows have no solution");
/// assert!(is_solution(&solution));
/// assert_eq!(sample(1000, 7), Some(solution));
/// ```
pub fn sample(n: u32, seed: u64) -> Option<Placement> {
    if n == 2 || n == 3 {
        return None;
    }
    let mut random = SplitMix64(seed);
    let mut board = QueenPermutation::new(n as usize);
    loop {
        board.shuffle(&mut random);
        if board.repair(&mut random) {
            let columns = board.columns.iter().map(|&column| column as u32 + 1);
            return Some(Placement::of(columns.collect()));
        }
    }
}

/// Returns different solutions for `n` rows: the explicit one, then random ones. Meant for large
/// boards. On small boards, the iterator does not end after the last solution.
///
/// ```
/// use countless_queens::samples;
///
/// assert_eq!(samples(100).take(3).count(), 3);
/// ```
pub fn samples(n: u32) -> impl Iterator<Item = Placement> {
    let mut seen = HashSet::new();
    let random = (0..).map_while(move |seed| sample(n, seed));
    construct(n)
        .into_iter()
        .chain(random)
        .filter(move |solution| seen.insert(solution.clone()))
}

/// Returns whether no two queens attack each other, given the column of the queen in each row,
/// counted from 1.
pub fn is_solution(columns: &[u32]) -> bool {
    let n = columns.len();
    let mut taken = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
    columns.iter().enumerate().all(|(row, &column)| {
        let Some(column) = (column as usize)
            .checked_sub(1)
            .filter(|&column| column < n)
        else {
            return false;
        };
        let lines = [column, row + column, row + n - column];
        let free = lines.iter().zip(&taken).all(|(&line, taken)| !taken[line]);
        for (line, taken) in lines.into_iter().zip(&mut taken) {
            taken[line] = true;
        }
        free
    })
}

/// Permutation of queens that may attack each other along diagonals.
struct QueenPermutation {
    /// Column of the queen in each row, counted from 0.
    columns: Vec<usize>,
    /// Number of queens on each diagonal, by the sum and by the difference of row and column.
    sums: Vec<u32>,
    differences: Vec<u32>,
}

impl QueenPermutation {
    fn new(n: usize) -> Self {
        Self {
            columns: (0..n).collect(),
            sums: vec![0; 2 * n],
            differences: vec![0; 2 * n],
        }
    }

    fn diagonals(&self, row: usize, column: usize) -> (usize, usize) {
        (row + column, row + self.columns.len() - column)
    }

    fn shuffle(&mut self, random: &mut SplitMix64) {
        self.sums.fill(0);
        self.differences.fill(0);
        for row in (1..self.columns.len()).rev() {
            let other = random.below(row + 1);
            self.columns.swap(row, other);
        }
        for row in 0..self.columns.len() {
            self.place(row);
        }
    }

    fn place(&mut self, row: usize) {
        let (sum, difference) = self.diagonals(row, self.columns[row]);
        self.sums[sum] += 1;
        self.differences[difference] += 1;
    }

    fn remove(&mut self, row: usize) {
        let (sum, difference) = self.diagonals(row, self.columns[row]);
        self.sums[sum] -= 1;
        self.differences[difference] -= 1;
    }

    /// Number of other queens on the two diagonals of a queen.
    fn attackers(&self, row: usize) -> u32 {
        let (sum, difference) = self.diagonals(row, self.columns[row]);
        self.sums[sum] + self.differences[difference] - 2
    }

    /// Exchanges the columns of two queens.
    fn exchange(&mut self, row: usize, other: usize) {
        self.remove(row);
        self.remove(other);
        self.columns.swap(row, other);
        self.place(row);
        self.place(other);
    }

    /// Exchanges queens until none is attacked. Returns false if a round over all rows does not
    /// improve anything.
    fn repair(&mut self, random: &mut SplitMix64) -> bool {
        let n = self.columns.len();
        loop {
            let (mut attacked, mut helped) = (false, false);
            for row in 0..n {
                if self.attackers(row) == 0 {
                    continue;
                }
                attacked = true;
                for _ in 0..n {
                    let other = random.below(n);
                    let before = self.attackers(row) + self.attackers(other);
                    if other == row {
                        continue;
                    }
                    self.exchange(row, other);
                    if self.attackers(row) + self.attackers(other) < before {
                        helped = true;
                        break;
                    }
                    self.exchange(row, other);
                }
            }
            if !attacked {
                return true;
            }
            if !helped {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explicit_solutions_are_valid() {
        assert_eq!(construct(0).as_deref(), Some(&[][..]));
        assert_eq!(construct(1).as_deref(), Some(&[1][..]));
        for n in (4..=600).chain([997, 1000, 4095, 9_999, 10_000]) {
            let columns = construct(n).expect("there is one");
            assert!(
                columns.len() == n as usize && is_solution(&columns),
                "{n} rows"
            );
        }
    }

    #[test]
    fn random_solutions_are_valid_and_repeatable() {
        for n in (0..=60)
            .chain([100, 1000, 10_000])
            .filter(|&n| n != 2 && n != 3)
        {
            let columns = sample(n, u64::from(n)).expect("there is one");
            assert!(
                columns.len() == n as usize && is_solution(&columns),
                "{n} rows"
            );
        }
        assert_eq!(sample(50, 1), sample(50, 1));
        assert_ne!(sample(50, 1), sample(50, 2));
        assert_eq!((sample(2, 0), sample(3, 0)), (None, None));
    }

    #[test]
    fn attacks_are_noticed() {
        for columns in [
            &[1, 2][..],
            &[1, 1],
            &[2, 1],
            &[1, 3, 2],
            &[0, 3],
            &[5, 1, 4, 2],
        ] {
            assert!(!is_solution(columns), "{columns:?}");
        }
        assert!(is_solution(&[2, 4, 1, 3]) && is_solution(&[]));
    }
}
