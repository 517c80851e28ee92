//! What is done with the solutions that a search finds.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is done with solutions.
pub struct Visit<'a> {
    /// The solutions found.
    pub found: u64,
    /// The same, added up apart from it, for the residue.
    pub residue_sum: u64,
    /// The nodes visited.
    pub nodes: u64,
    /// The options chosen.
    pub choices: Vec<u32>,
    on_solution: Option<SolutionCallback<'a>>,
    watch: Option<NodeWatch<'a>>,
    /// At so many nodes it is asked if the search goes on.
    next_watch: u64,
    /// Set when the search is to end.
    cancel: &'a AtomicBool,
}

/// Takes the options of a solution, in no particular order, and says whether to go on.
pub type SolutionCallback<'a> = &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>;

/// Takes the number of nodes visited, and says at how many it is to be asked again; at none, the
/// search ends.
pub type NodeWatch<'a> = &'a mut dyn FnMut(u64) -> Option<u64>;

impl<'a> Visit<'a> {
    /// Counts solutions, and gives them if they are wanted.
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

    /// Asks at so many nodes, and whenever the answer says, if the search goes on.
    pub fn watched(self, next: u64, watch: NodeWatch<'a>) -> Self {
        let watch = Some(watch);
        Self {
            watch,
            next_watch: next,
            ..self
        }
    }

    /// Whether solutions are wanted.
    pub fn wants_solutions(&self) -> bool {
        self.on_solution.is_some()
    }

    #[inline(always)]
    pub fn choose(&mut self, option: u64) {
        self.choices.push(option as u32);
    }

    /// So many more solutions.
    #[inline(always)]
    pub fn add(&mut self, solutions: u64) {
        self.found += solutions;
        self.residue_sum += solutions;
    }

    /// The choices are a solution.
    #[inline(always)]
    pub fn solution(&mut self) -> ControlFlow<()> {
        self.add(1);
        match &mut self.on_solution {
            Some(wanted) => wanted(&self.choices),
            None => Continue(()),
        }
    }

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
