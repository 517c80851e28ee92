//! What is done with the solutions that a search finds.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is done with solutions.
pub struct Visit<'a> {
    /// The solutions found.
    pub found: u64,
    /// The same, added up apart from it, for the residue.
    pub again: u64,
    /// The nodes visited.
    pub nodes: u64,
    /// The options chosen.
    pub choices: Vec<u32>,
    wanted: Option<Wanted<'a>>,
    /// Set when the search is to end.
    cancel: &'a AtomicBool,
}

/// Takes the options of a solution, in no particular order, and says whether to go on.
pub type Wanted<'a> = &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>;

impl<'a> Visit<'a> {
    /// Counts solutions, and gives them if they are wanted.
    pub fn new(wanted: Option<Wanted<'a>>, cancel: &'a AtomicBool) -> Self {
        Self {
            found: 0,
            again: 0,
            nodes: 0,
            choices: Vec::new(),
            wanted,
            cancel,
        }
    }

    /// Whether solutions are wanted.
    pub fn lists(&self) -> bool {
        self.wanted.is_some()
    }

    #[inline(always)]
    pub fn choose(&mut self, option: u64) {
        self.choices.push(option as u32);
    }

    /// So many more solutions.
    #[inline(always)]
    pub fn add(&mut self, solutions: u64) {
        self.found += solutions;
        self.again += solutions;
    }

    /// The choices are a solution.
    #[inline(always)]
    pub fn solution(&mut self) -> ControlFlow<()> {
        self.add(1);
        match &mut self.wanted {
            Some(wanted) => wanted(&self.choices),
            None => Continue(()),
        }
    }

    #[inline(always)]
    pub fn node(&mut self) -> ControlFlow<()> {
        self.nodes += 1;
        if self.cancel.load(Ordering::Relaxed) {
            Break(())
        } else {
            Continue(())
        }
    }
}
