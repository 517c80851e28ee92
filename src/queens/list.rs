//! Listing all solutions in lexicographic order, as a problem for the engine.

use std::ops::ControlFlow::Continue;

use super::cut::Cut;
use super::search::{Constraint, Solutions, Worker};
use crate::engine::{Part, Problem, Subtree, Tally};
use crate::io::Format;
use crate::simd::Kernel;

/// How many solutions are formatted between two looks at the buffer.
const STEP: usize = 1024;

/// Lists the solutions of a board, cut at its first rows.
///
/// As CSV a row is `q1,…,qN`, the 1-based column of the queen in each row; as
/// NDJSON it is `{"queens":[q1,…,qN]}`.
///
/// ```
/// use countless::engine::{List, Options, Pulse, Stop, run};
/// use countless::io::Format;
/// use countless::queens::{Constraint, Listing};
/// use countless::simd::Kernel;
///
/// let listing = Listing::new(&Constraint::new(4), Kernel::best(), 2, Format::Csv);
/// let mut list = List::<u128, _>::new(listing.header(), "memory");
/// let subtrees = listing.subtrees().map(Ok);
/// run(&listing, subtrees, &mut list, Options::default(), &Stop::new(), &Pulse::new(None))?;
/// assert_eq!(list.into_inner(), b"q1,q2,q3,q4\n2,4,1,3\n3,1,4,2\n");
/// # Ok::<(), countless::Error>(())
/// ```
#[derive(Debug)]
pub struct Listing {
    n: usize,
    kernel: Kernel,
    format: Format,
    cut: Cut,
}

impl Listing {
    /// Prepares to list the solutions of `board`, cut finely enough for `threads`.
    pub fn new(board: &Constraint, kernel: Kernel, threads: usize, format: Format) -> Self {
        let n = board.n();
        Self {
            n,
            kernel,
            format,
            cut: Cut::new(n, Some(board), threads),
        }
    }

    /// What stands before the first row.
    pub fn header(&self) -> Vec<u8> {
        match self.format {
            Format::Csv => {
                let names: Vec<String> = (1..=self.n).map(|row| format!("q{row}")).collect();
                format!("{}\n", names.join(",")).into_bytes()
            }
            Format::Ndjson => Vec::new(),
        }
    }

    /// The subtrees, in lexicographic order.
    pub fn subtrees(&self) -> impl Iterator<Item = Subtree<usize>> + Send {
        self.cut.subtrees()
    }

    /// The estimated cost of all subtrees.
    pub fn cost(&self) -> u64 {
        self.cut.cost()
    }

    /// The size of the board.
    pub(super) fn n(&self) -> usize {
        self.n
    }

    /// Lists the solutions of a subtree, and shows all of them to `look`; says how many.
    pub(super) fn search_each<T: Tally>(
        &self,
        worker: &mut Worker,
        root: usize,
        part: &mut Part<'_, T>,
        mut look: impl FnMut(&Solutions<'_>),
    ) -> u128 {
        let mut found = 0;
        let stop = part.stop();
        // Whether the rest was wanted is for the engine to say.
        let _ = worker.list(&self.cut.get(root).board, stop, &mut |solutions| {
            found += solutions.len() as u128;
            look(&solutions);
            for start in (0..solutions.len()).step_by(STEP) {
                let end = solutions.len().min(start + STEP);
                self.write(solutions.slice(start..end), part.buffer());
                part.end_rows((end - start) as u64)?;
            }
            Continue(())
        });
        found
    }

    fn write(&self, solutions: Solutions<'_>, rows: &mut Vec<u8>) {
        match self.format {
            Format::Csv => solutions.write_csv(rows),
            Format::Ndjson => {
                let start = rows.len();
                solutions.write_csv(rows);
                let lines = rows.split_off(start);
                for line in lines.split(|&byte| byte == b'\n').take(solutions.len()) {
                    rows.extend_from_slice(b"{\"queens\":[");
                    rows.extend_from_slice(line);
                    rows.extend_from_slice(b"]}\n");
                }
            }
        }
    }
}

impl Problem for Listing {
    type Root = usize;
    type Worker = Worker;
    type Tally = u128;

    fn worker(&self) -> Worker {
        Worker::new(self.kernel)
    }

    fn search(&self, worker: &mut Worker, root: usize, part: &mut Part<'_, u128>) -> u128 {
        self.search_each(worker, root, part, |_| {})
    }
}
