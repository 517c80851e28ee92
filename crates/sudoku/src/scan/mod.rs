//! All puzzles with a given number of clues that have a solved grid as their solution.
//!
//! ```text
//! grid ─ unavoidable sets ─▶ nodes ─ a clue in each set ─▶ choices ─ lanes ─▶ puzzles
//! ```
//!
//! A subtree is a node: cells chosen as clues, and cells excluded.

mod scan_search;

use std::sync::OnceLock;

use scan_search::ScanSearch;
pub use scan_search::ScanWorker;

use super::unavoidable::{CellBits, Unavoidable, cells_of};
use super::{CELLS, Grid};
use countless_engine::Error;
use countless_engine::ledger::{Residue, Spec};
use countless_engine::{Emitter, Granularity, Job, Problem, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::Columns;

/// Largest size of the unavoidable sets that are computed at the start, in cells. A grid has about
/// 360 of them, found in half a second.
const SET_SIZE_LIMIT: usize = 12;

/// Number of subtrees of a grid unless the user asks for more. Some take a thousand times as long
/// as others.
const SUBTREES: u32 = 20_000;

/// Lists every puzzle with a given number of clues that has a solved grid as its only solution.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Grid, Scan};
///
/// let grid: Grid =
///     "796342581853791264214685937345278619987164325621539478469813752132457896578926143".parse()?;
/// // All clues but those of two rows are given.
/// let given: Grid = format!("{:.>81}", &grid.to_string()[18..]).parse()?;
/// let scan = Scan::new(grid, 70, &given)?;
/// assert_eq!(Run::new().count(&scan)?.total.count, 31_696);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scan {
    grid: Grid,
    clues: usize,
    given: CellBits,
    sets: OnceLock<Vec<CellBits>>,
}

/// A node of the search tree.
#[derive(Clone, Copy, Debug)]
pub struct ScanNode {
    /// Cells with a clue, and cells without one.
    chosen: CellBits,
    excluded: CellBits,
    /// Number of clues still to be chosen.
    left: u32,
}

impl ScanNode {
    /// Returns whether enough cells are left for the clues still to be chosen.
    fn has_room(&self) -> bool {
        let used = (self.chosen | self.excluded).count_ones();
        CELLS as u32 - used >= self.left
    }

    /// Returns the children in which a set has a clue: one for each cell that can be its first
    /// clue.
    fn branch(&self, set: CellBits) -> impl Iterator<Item = Self> + use<> {
        let (node, mut out) = (*self, self.excluded);
        cells_of(set).map(move |cell| {
            let next = Self {
                chosen: node.chosen | 1 << cell,
                excluded: out,
                left: node.left - 1,
            };
            out |= 1 << cell;
            next
        })
    }

    /// Returns the children for the smallest set without a clue; the node itself if every set has
    /// one.
    fn split_choice(self, sets: &[CellBits]) -> Vec<Self> {
        let open = sets.iter().filter(|&set| set & self.chosen == 0);
        let smallest = open
            .map(|set| set & !self.excluded)
            .min_by_key(|set| set.count_ones());
        match smallest {
            Some(set) if self.left > 0 => self.branch(set).collect(),
            Some(_) => Vec::new(),
            None => vec![self],
        }
    }
}

impl Scan {
    /// Makes the problem of all puzzles in a solved grid with `clues` clues, including the given
    /// ones.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the grid is not solved, if `given` is not part of it, or if the
    /// number of clues is above 81 or below that of `given`.
    pub fn new(grid: Grid, clues: usize, given: &Grid) -> Result<Self, Error> {
        let wrong = |reason: String| Err(Error::Impossible(reason));
        if !grid.is_solved() {
            return wrong("expected a solved grid".to_owned());
        }
        if !grid.extends(given) {
            let mut pairs = given.digits().iter().zip(grid.digits());
            let at = pairs.position(|(given, own)| *given != 0 && given != own);
            let cell = super::Cell::from_index(at.unwrap_or(0));
            let (given, own) = (given.digits()[cell.index()], grid.digits()[cell.index()]);
            return wrong(format!("--given: {cell} is {given}, but {own} in the grid"));
        }
        if clues > CELLS {
            return wrong(format!("--clues: expected at most {CELLS}, found {clues}"));
        }
        if clues < given.clues() {
            return wrong(format!(
                "--clues: expected at least {}, the clues of --given, found {clues}",
                given.clues()
            ));
        }
        let has = |&cell: &usize| given.digits()[cell] != 0;
        Ok(Self {
            grid,
            clues,
            given: (0..CELLS).filter(has).fold(0, |set, cell| set | 1 << cell),
            sets: OnceLock::new(),
        })
    }

    /// Reads the problem from its spec.
    pub(super) fn of(spec: &Spec) -> Result<Self, Error> {
        let given = spec.optional("given")?.unwrap_or(Grid::BLANK);
        Self::new(spec.require("grid")?, spec.require("clues")?, &given)
    }

    /// Unavoidable sets without a given clue, up to [`SET_SIZE_LIMIT`] cells.
    fn sets(&self) -> &[CellBits] {
        self.sets.get_or_init(|| {
            let Ok(all) = Unavoidable::new(self.grid, SET_SIZE_LIMIT) else {
                return Vec::new();
            };
            let mut sets = all.all_sets();
            sets.retain(|set| set & self.given == 0);
            sets
        })
    }

    /// Splits the choices into at least `wanted` nodes, or as many as the sets allow.
    fn split_choices(&self, wanted: usize) -> Vec<ScanNode> {
        let mut nodes = vec![ScanNode {
            chosen: self.given,
            excluded: 0,
            left: (self.clues - self.given.count_ones() as usize) as u32,
        }];
        // Each round chooses one clue, so no more rounds are possible.
        for _ in 0..self.clues {
            if nodes.len() >= wanted {
                break;
            }
            nodes = nodes
                .into_iter()
                .flat_map(|node| node.split_choice(self.sets()))
                .collect();
        }
        nodes
    }

    /// Makes a job to list the puzzles.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

impl Problem for Scan {
    type Root = ScanNode;
    type Scratch = ScanWorker;
    type Solution = Grid;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = Spec::new("sudoku scan", "lanes")
            .with("grid", self.grid)
            .with("clues", self.clues);
        Ok(if self.given == 0 {
            spec
        } else {
            spec.with("given", scan_search::puzzle(&self.grid, self.given))
        })
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, ScanNode>, Error> {
        let wanted = match cut.least_subtrees(SUBTREES) {
            Some(wanted) => wanted,
            None => cut.number("sets")?,
        };
        let nodes = self.split_choices(wanted).into_iter().map(|node| (1, node));
        Ok(Subtrees::list(format!("sets:{wanted}"), nodes.collect()))
    }

    fn scratch(&self, kernel: Kernel) -> ScanWorker {
        ScanWorker::new(kernel)
    }

    fn search(
        &self,
        worker: &mut ScanWorker,
        node: ScanNode,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let stop = emitter.cancel_flag();
        let mut search = ScanSearch {
            grid: &self.grid,
            worker,
            stop,
            visits: emitter.wants_solutions(),
            found: Tally::default(),
            visit: |puzzle: &Grid| emitter.push(*puzzle),
        };
        // A break means that no more puzzles are wanted.
        let _ = search.run(&node, self.sets());
        search.found
    }

    fn parts(&self, _: &mut Self::Scratch, node: &ScanNode) -> Vec<(u64, ScanNode)> {
        let parts = node.split_choice(self.sets()).into_iter();
        let parts = parts.filter(|part| part.left < node.left);
        parts.map(|part| (1, part)).collect()
    }

    fn columns(&self) -> Columns {
        Columns::new().field("puzzle")
    }
}

/// Adds a number of puzzles to the count.
fn count_puzzles(found: &mut Tally, number: u128) {
    found.count = found.count.saturating_add(number);
    found.residue += Residue::of(number);
    found.work = found.work.saturating_add(1);
}
