//! All puzzles with a given number of clues that have a solved grid as their solution.
//!
//! ```text
//! grid ─ unavoidable sets ─▶ nodes ─ a clue in each set ─▶ choices ─ lanes ─▶ puzzles
//! ```
//!
//! A subtree is a node: cells chosen as clues, and cells excluded.
//!
//! A puzzle has a clue in every unavoidable set. The search branches on the cells of the smallest
//! set without a clue: its first cell gets a clue, or its second and not its first, and so on. Once
//! all known sets have a clue, another solution of the chosen clues gives one more set. Puzzles
//! with all their clues are solved in the lanes, many side by side.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::grid::{CELLS, Grid, cells_of};
use super::unavoidable::{CellBits, Unavoidable};
use crate::Solver;
use crate::lanes::{Lanes, SolveOutcome};
use countless_engine::ledger::{Residue, Spec};
use countless_engine::{Emitter, Error, Granularity, Job, Problem, Subtrees, Tally};
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
        CELLS as u32 - (self.chosen | self.excluded).count_ones() >= self.left
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
    type Scratch = (Kernel, ScanWorker);
    type Solution = Grid;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = Spec::new("sudoku scan", "lanes")
            .with("grid", self.grid)
            .with("clues", self.clues);
        let given = (self.given != 0).then(|| puzzle(&self.grid, self.given));
        Ok(spec.with_some("given", given))
    }

    fn subtrees(&self, cut: &Granularity) -> Result<Subtrees<'_, ScanNode>, Error> {
        let wanted = match cut.least_subtrees(SUBTREES) {
            Some(wanted) => wanted,
            None => cut.number("sets")?,
        };
        let nodes = self.split_choices(wanted).into_iter().map(|node| (1, node));
        Ok(Subtrees::list(format!("sets:{wanted}"), nodes.collect()))
    }

    fn scratch(&self, kernel: Kernel) -> Self::Scratch {
        (kernel, ScanWorker::default())
    }

    fn search(
        &self,
        (kernel, scratch): &mut Self::Scratch,
        node: ScanNode,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let mut search = ScanSearch {
            grid: &self.grid,
            kernel: *kernel,
            scratch,
            emitter,
            found: Tally::default(),
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

/// Number of puzzles that are solved together.
const BATCH_LEN: usize = 1024;

/// Memory that is reused from one subtree to the next.
#[derive(Debug, Default)]
pub struct ScanWorker {
    lanes: Lanes,
    outcomes: Vec<SolveOutcome>,
    /// For each level of the search, the sets without a clue, less their excluded cells.
    open_sets: Vec<Vec<CellBits>>,
    /// Puzzles to be solved, and a flag for each that is known to have one solution.
    queued: Vec<Grid>,
    known_unique: Vec<bool>,
}

/// A running search.
struct ScanSearch<'a, 'e> {
    grid: &'a Grid,
    kernel: Kernel,
    scratch: &'a mut ScanWorker,
    emitter: &'a mut Emitter<'e, Scan>,
    /// Number of puzzles found so far.
    found: Tally,
}

impl ScanSearch<'_, '_> {
    /// Visits all puzzles of a node, with the known unavoidable sets of the grid.
    pub fn run(&mut self, node: &ScanNode, sets: &[CellBits]) -> ControlFlow<()> {
        if !node.has_room() {
            return Continue(());
        }
        let scratch = &mut *self.scratch;
        scratch.queued.clear();
        scratch.known_unique.clear();
        // Each level has one clue more than the one before.
        scratch.open_sets.resize(CELLS + 1, Vec::new());
        if !narrow(sets, node, &mut scratch.open_sets[0]) {
            return Continue(());
        }
        self.choose_clue(node, 0)?;
        self.solve()
    }

    /// Chooses the next clue.
    fn choose_clue(&mut self, node: &ScanNode, level: usize) -> ControlFlow<()> {
        if self.emitter.cancel_flag().load(Ordering::Relaxed) {
            return Break(());
        }
        let sets = &self.scratch.open_sets[level];
        let Some(&first) = sets.first() else {
            return self.find_new_set(node, level);
        };
        if node.left == 0 {
            return Continue(());
        }
        if node.left == 1 {
            let all = sets.iter().fold(first, |all, set| all & set);
            return cells_of(all).try_for_each(|cell| self.queue(node.chosen | 1 << cell, false));
        }
        // Sets without a common cell need one clue each.
        let (mut smallest, mut fewest) = (first, u32::MAX);
        let (mut apart, mut taken) = (0, 0);
        for &set in sets {
            if set & taken == 0 {
                taken |= set;
                apart += 1;
            }
            let size = set.count_ones();
            if size < fewest {
                (smallest, fewest) = (set, size);
            }
        }
        if apart > node.left {
            return Continue(());
        }
        children(node, smallest).try_for_each(|next| {
            let (before, after) = self.scratch.open_sets.split_at_mut(level + 1);
            if narrow(&before[level], &next, &mut after[0]) {
                self.choose_clue(&next, level + 1)
            } else {
                Continue(())
            }
        })
    }

    /// Searches on after all known sets have a clue.
    fn find_new_set(&mut self, node: &ScanNode, level: usize) -> ControlFlow<()> {
        if node.left == 0 {
            return self.queue(node.chosen, false);
        }
        let puzzle = puzzle(self.grid, node.chosen);
        let mut set = 0;
        Solver::with_stop(self.emitter.cancel_flag()).solve(&puzzle, 2, &mut |other| {
            let differs = |&cell: &usize| other.digits()[cell] != self.grid.digits()[cell];
            set = (0..CELLS)
                .filter(differs)
                .fold(0, |set, cell| set | 1 << cell);
            if set == 0 { Continue(()) } else { Break(()) }
        });
        if set == 0 {
            let free = ALL_CELLS & !node.chosen & !node.excluded;
            return self.choose_free(node.chosen, free, node.left);
        }
        set &= !node.excluded;
        children(node, set).try_for_each(|next| {
            self.scratch.open_sets[level + 1].clear();
            self.choose_clue(&next, level + 1)
        })
    }

    /// Adds every choice of `left` free cells to clues that already have one solution.
    fn choose_free(&mut self, chosen: CellBits, mut free: CellBits, left: u32) -> ControlFlow<()> {
        if left == 0 {
            return self.queue(chosen, true);
        }
        if !self.emitter.wants_solutions() {
            count_puzzles(&mut self.found, binomial(free.count_ones(), left));
            return Continue(());
        }
        while free.count_ones() >= left {
            let cell = free & free.wrapping_neg();
            free &= !cell;
            self.choose_free(chosen | cell, free, left - 1)?;
        }
        Continue(())
    }

    /// Queues a puzzle, and solves the queue when it is full.
    fn queue(&mut self, chosen: CellBits, is_known: bool) -> ControlFlow<()> {
        self.scratch.queued.push(puzzle(self.grid, chosen));
        self.scratch.known_unique.push(is_known);
        if self.scratch.queued.len() < BATCH_LEN {
            return Continue(());
        }
        self.solve()
    }

    /// Solves the queued puzzles, and visits those with one solution.
    fn solve(&mut self) -> ControlFlow<()> {
        if self.emitter.cancel_flag().load(Ordering::Relaxed) {
            return Break(());
        }
        let ScanWorker {
            lanes,
            outcomes,
            queued: waiting,
            known_unique: known,
            ..
        } = &mut *self.scratch;
        lanes.solve(self.kernel, waiting, 2, outcomes);
        for ((puzzle, outcome), is_known) in waiting.drain(..).zip(&*outcomes).zip(known.drain(..))
        {
            if is_known || outcome.solutions == 1 {
                count_puzzles(&mut self.found, 1);
                self.emitter.push(puzzle)?;
            }
        }
        Continue(())
    }
}

/// Stores the sets without a clue, less the excluded cells of a node. Returns false if a set has no
/// cell left.
fn narrow(sets: &[CellBits], node: &ScanNode, narrowed: &mut Vec<CellBits>) -> bool {
    narrowed.clear();
    for set in sets.iter().filter(|&set| set & node.chosen == 0) {
        let set = set & !node.excluded;
        if set == 0 {
            return false;
        }
        narrowed.push(set);
    }
    true
}

/// Returns the children of a node for a set, as far as enough cells are left for the clues. Each
/// child excludes one cell more than the one before.
fn children(node: &ScanNode, set: CellBits) -> impl Iterator<Item = ScanNode> + use<> {
    node.branch(set).take_while(ScanNode::has_room)
}

/// All cells of a grid.
const ALL_CELLS: CellBits = (1 << CELLS) - 1;

/// Returns the clues of a grid in the chosen cells.
pub(super) fn puzzle(grid: &Grid, chosen: CellBits) -> Grid {
    let digits = grid.digits();
    Grid(std::array::from_fn(|cell| {
        digits[cell] * u8::from(chosen >> cell & 1 == 1)
    }))
}

/// Number of choices of `number` elements out of `of`.
fn binomial(of: u32, number: u32) -> u128 {
    (0..number).fold(1, |ways, i| {
        ways * u128::from(of.saturating_sub(i)) / u128::from(i + 1)
    })
}
