//! Handling of the solutions that a search finds.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

/// Totals of a search, and what is called during it.
#[allow(missing_debug_implementations)] // of callbacks
pub struct Visit<'a> {
    /// Number of solutions found.
    pub found: u64,
    /// Number of solutions, added up independently for the residue.
    pub residue_sum: u64,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Options chosen so far.
    pub choices: Vec<u32>,
    on_solution: Option<SolutionCallback<'a>>,
    watch: Option<NodeWatch<'a>>,
    /// Number of nodes at which the watch is called next.
    next_watch: u64,
    /// Set to stop the search.
    cancel: &'a AtomicBool,
}

/// Callback with the options of a solution, in arbitrary order. It decides whether the search goes
/// on.
pub type SolutionCallback<'a> = &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>;

/// Callback with the number of nodes visited. It returns the number at which it is called next, or
/// `None` to end the search.
pub type NodeWatch<'a> = &'a mut dyn FnMut(u64) -> Option<u64>;

impl<'a> Visit<'a> {
    /// Creates a visit that counts solutions, and passes them to `wanted`, if given.
    pub fn new(wanted: Option<SolutionCallback<'a>>, cancel: &'a AtomicBool) -> Self {
        Self {
            found: 0,
            residue_sum: 0,
            nodes: 0,
            choices: Vec::new(),
            on_solution: wanted,
            watch: None,
            next_watch: u64::MAX,
            cancel,
        }
    }

    /// Calls `watch` at `next` nodes, and then at each number of nodes that it returns.
    #[must_use]
    pub fn watched(self, next: u64, watch: NodeWatch<'a>) -> Self {
        let watch = Some(watch);
        Self {
            watch,
            next_watch: next,
            ..self
        }
    }

    /// True if solutions are passed to a callback.
    pub fn wants_solutions(&self) -> bool {
        self.on_solution.is_some()
    }

    /// Adds an option to those chosen.
    #[inline(always)]
    pub fn choose(&mut self, option: u64) {
        self.choices.push(option as u32);
    }

    /// Adds solutions to the count.
    #[inline(always)]
    pub fn add(&mut self, solutions: u64) {
        self.found += solutions;
        self.residue_sum += solutions;
    }

    /// Counts the chosen options as a solution, and passes them to the callback.
    #[inline(always)]
    pub fn solution(&mut self) -> ControlFlow<()> {
        self.add(1);
        match &mut self.on_solution {
            Some(wanted) => wanted(&self.choices),
            None => Continue(()),
        }
    }

    /// Counts a node, and decides whether the search goes on.
    #[inline(always)]
    pub fn node(&mut self) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes >= self.next_watch || self.cancel.load(Ordering::Relaxed) {
            self.ask_watch()
        } else {
            Continue(())
        }
    }

    #[cold]
    fn ask_watch(&mut self) -> ControlFlow<()> {
        if self.cancel.load(Ordering::Relaxed) {
            return Break(());
        }
        match self.watch.as_mut().and_then(|watch| watch(self.nodes)) {
            Some(next) => {
                self.next_watch = next;
                Continue(())
            }
            None => Break(()),
        }
    }
}
