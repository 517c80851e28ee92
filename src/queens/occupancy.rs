//! How many solutions have a queen on each square.

use std::fmt::Write;

use super::cut::Cut;
use super::list::Listing;
use super::search::Worker;
use crate::engine::{Part, Problem, Subtree, Tally};
use crate::simd::Kernel;

/// How many solutions there are, and how many of them have a queen on each square.
///
/// Every row and every column of the table adds up to the number of solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    /// The number of solutions.
    pub solutions: u128,
    n: usize,
    /// Row by row; empty if nothing has been counted yet.
    squares: Vec<u128>,
}

impl Occupancy {
    /// What has been counted of a board of `n` rows, each solution standing for `weight`.
    fn new(n: usize, solutions: u128, squares: &[u64], weight: u64) -> Self {
        let weight = u128::from(weight);
        let squares = squares
            .iter()
            .map(|&count| weight * u128::from(count))
            .collect();
        Self {
            solutions: weight * solutions,
            n,
            squares,
        }
    }

    /// How many solutions have a queen on a square; row and column are counted from 0.
    ///
    /// # Panics
    ///
    /// If the board has no such square.
    pub fn at(&self, row: usize, column: usize) -> u128 {
        assert!(column < self.n, "a board of {} columns", self.n);
        self.squares
            .get(row * self.n + column)
            .copied()
            .unwrap_or(0)
    }

    /// The table: a header `c1,…,cN`, and a line of N numbers for each row of the board.
    pub fn csv(&self) -> String {
        let join = |fields: Vec<String>| fields.join(",") + "\n";
        let mut text = join((1..=self.n).map(|column| format!("c{column}")).collect());
        for row in 0..self.n {
            let row = (0..self.n).map(|column| self.at(row, column).to_string());
            // Writing to a String cannot fail.
            let _ = write!(text, "{}", join(row.collect()));
        }
        text
    }

    /// The mean over all rotations and reflections.
    fn symmetric(&self) -> Self {
        let (n, end) = (self.n, self.n.saturating_sub(1));
        let square = |place: usize| {
            let (row, column) = (place / n, place % n);
            let turned = [
                (row, column),
                (column, end - row),
                (end - row, end - column),
                (end - column, row),
            ];
            let all = turned
                .into_iter()
                .flat_map(|(row, column)| [(row, column), (column, row)]);
            all.map(|(row, column)| self.at(row, column)).sum::<u128>() / 8
        };
        Self {
            squares: (0..n * n).map(square).collect(),
            ..*self
        }
    }
}

impl Tally for Occupancy {
    fn merge(&mut self, other: Self) {
        if self.squares.is_empty() {
            self.n = other.n;
            self.squares = other.squares;
        } else {
            for (square, count) in self.squares.iter_mut().zip(other.squares) {
                *square += count;
            }
        }
        self.solutions += other.solutions;
    }

    fn solutions(&self) -> u128 {
        self.solutions
    }
}

/// Counts the solutions on each square of a board, visiting one of each eight that rotations
/// and reflections make of it.
///
/// ```
/// use countless::engine::{Count, Options, Pulse, Stop, run};
/// use countless::queens::BySquare;
/// use countless::simd::Kernel;
///
/// let problem = BySquare::new(6, Kernel::best(), 2);
/// let mut count = Count::default();
/// let subtrees = problem.subtrees().map(Ok);
/// run(&problem, subtrees, &mut count, Options::default(), &Stop::new(), &Pulse::new(None))?;
/// let whole = problem.whole(&count.total);
/// assert_eq!(whole.solutions, 4);
/// assert_eq!((0..6).map(|column| whole.at(0, column)).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 0]);
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Debug)]
pub struct BySquare {
    n: usize,
    kernel: Kernel,
    cut: Cut,
}

impl BySquare {
    /// Prepares to count on a board of `n` rows, cut finely enough for `threads`.
    pub fn new(n: usize, kernel: Kernel, threads: usize) -> Self {
        Self {
            n,
            kernel,
            cut: Cut::new(n, None, threads),
        }
    }

    /// The subtrees.
    pub fn subtrees(&self) -> impl Iterator<Item = Subtree<usize>> + Send {
        self.cut.subtrees()
    }

    /// The estimated cost of all subtrees.
    pub fn cost(&self) -> u64 {
        self.cut.cost()
    }

    /// What the sum over all subtrees says of the whole board: of each solution and its
    /// images, only some were visited, with a weight of as many as there are. The images use
    /// the images of the squares.
    pub fn whole(&self, sum: &Occupancy) -> Occupancy {
        Occupancy {
            n: self.n,
            ..sum.clone()
        }
        .symmetric()
    }
}

impl Problem for BySquare {
    type Root = usize;
    type Worker = Worker;
    type Tally = Occupancy;

    fn worker(&self) -> Worker {
        Worker::new(self.kernel)
    }

    fn search(
        &self,
        worker: &mut Worker,
        root: usize,
        part: &mut Part<'_, Occupancy>,
    ) -> Occupancy {
        let subtree = self.cut.get(root);
        let (mut found, mut squares) = (0, vec![0; self.n * self.n]);
        // A count that was stopped is dropped by the engine.
        let _ = worker.list(&subtree.board, part.stop(), &mut |solutions| {
            found += solutions.len() as u128;
            solutions.tally(&mut squares);
            std::ops::ControlFlow::Continue(())
        });
        Occupancy::new(self.n, found, &squares, subtree.weight)
    }
}

/// Lists solutions, and counts them on each square.
#[derive(Debug)]
pub struct TalliedListing(pub Listing);

impl Problem for TalliedListing {
    type Root = usize;
    type Worker = Worker;
    type Tally = Occupancy;

    fn worker(&self) -> Worker {
        self.0.worker()
    }

    fn search(
        &self,
        worker: &mut Worker,
        root: usize,
        part: &mut Part<'_, Occupancy>,
    ) -> Occupancy {
        let n = self.0.n();
        let mut squares = vec![0; n * n];
        let found = self.0.search_each(worker, root, part, |solutions| {
            solutions.tally(&mut squares);
        });
        Occupancy::new(n, found, &squares, 1)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::engine::{Count, List, Options, Pulse, Stop, run};
    use crate::io::Format;
    use crate::queens::Constraint;

    /// Places queens row by row, and notes the squares of every solution.
    fn brute_force(n: usize, columns: &mut Vec<usize>, squares: &mut [u128]) -> u128 {
        let row = columns.len();
        if row == n {
            for (row, &column) in columns.iter().enumerate() {
                squares[row * n + column] += 1;
            }
            return 1;
        }
        let mut found = 0;
        for column in 0..n {
            let attacks = |(other, &taken): (usize, &usize)| {
                taken == column || taken.abs_diff(column) == row - other
            };
            if !columns.iter().enumerate().any(attacks) {
                columns.push(column);
                found += brute_force(n, columns, squares);
                columns.pop();
            }
        }
        found
    }

    fn counted(n: usize, kernel: Kernel) -> Occupancy {
        let problem = BySquare::new(n, kernel, 2);
        let (mut count, pulse) = (Count::default(), Pulse::new(Some(problem.cost())));
        let subtrees = problem.subtrees().map(Ok);
        run(
            &problem,
            subtrees,
            &mut count,
            Options::default(),
            &Stop::new(),
            &pulse,
        )
        .expect("it runs");
        problem.whole(&count.total)
    }

    fn listed(board: &Constraint, kernel: Kernel) -> Occupancy {
        let problem = TalliedListing(Listing::new(board, kernel, 2, Format::Csv));
        let mut list = List::<Occupancy, _>::new(Vec::new(), "memory");
        let (subtrees, pulse) = (problem.0.subtrees().map(Ok), Pulse::new(None));
        run(
            &problem,
            subtrees,
            &mut list,
            Options::default(),
            &Stop::new(),
            &pulse,
        )
        .expect("it runs");
        assert_eq!(u128::from(list.rows), list.total.solutions);
        list.total
    }

    #[test]
    fn counts_and_lists_agree_with_brute_force() {
        for n in 0..=10 {
            let mut squares = vec![0; n * n];
            let solutions = brute_force(n, &mut Vec::new(), &mut squares);
            let expected = Occupancy {
                solutions,
                n,
                squares,
            };
            for kernel in Kernel::available() {
                assert_eq!(counted(n, kernel), expected, "{n} rows, {kernel}");
                let listed = listed(&Constraint::new(n), kernel);
                if solutions > 0 {
                    assert_eq!(listed, expected, "{n} rows, {kernel}");
                }
            }
        }
    }

    #[test]
    fn the_table_is_symmetric_and_its_rows_and_columns_add_up() {
        for n in [11, 12, 13] {
            let table = counted(n, Kernel::best());
            assert_eq!(table.solutions, crate::queens::known::ALL[n]);
            assert_eq!(listed(&Constraint::new(n), Kernel::best()), table);
            for i in 0..n {
                assert_eq!(
                    (0..n).map(|j| table.at(i, j)).sum::<u128>(),
                    table.solutions
                );
                assert_eq!(
                    (0..n).map(|j| table.at(j, i)).sum::<u128>(),
                    table.solutions
                );
                for j in 0..n {
                    assert_eq!(table.at(i, j), table.at(j, i));
                    assert_eq!(table.at(i, j), table.at(i, n - 1 - j));
                }
            }
        }
    }

    #[test]
    fn wide_boards_and_given_queens_are_tallied() {
        let mut board = Constraint::new(18);
        for (row, column) in [(0, 3), (1, 7), (2, 12), (5, 10), (9, 17)] {
            board.place(row, column);
        }
        let (mut squares, mut worker) = (vec![0_u128; 18 * 18], Worker::new(Kernel::SCALAR));
        let stop = std::sync::atomic::AtomicBool::new(false);
        let _ = worker.list(&board, &stop, &mut |solutions| {
            for i in 0..solutions.len() {
                for (row, &column) in solutions.columns(i).iter().enumerate() {
                    squares[row * 18 + usize::from(column)] += 1;
                }
            }
            ControlFlow::Continue(())
        });
        let table = listed(&board, Kernel::best());
        assert!(table.solutions > 100);
        assert_eq!(table.squares, squares);
        assert_eq!(table.at(5, 10), table.solutions);
    }
}
