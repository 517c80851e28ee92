//! Counting a problem by its [components](super::component).
//!
//! Most components are searched in no time. Each of the others has a method of its own. One of
//! them, the largest that is searched, is left to the run: the rest is a factor of its subtrees.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use super::component::Component;
use super::cut;
use super::method::{Method, SMALL};
use super::problem::Problem;
use super::search::{Memory, Tree};
use super::total::Total;
use super::visit::Visit;
use countless_engine::ledger::Residue;
use countless_engine::{CancelToken, Error};
use countless_simd::Kernel;

/// What a search wastes that is given up is a tenth of it at most: it goes on if so many times the
/// nodes visited are to be expected, and up to far more.
const WASTE: u64 = 10;
const FAR: u64 = 8;

/// A problem in components, of which some are counted.
#[derive(Clone, Debug)]
pub struct Parts {
    /// How many there are.
    pub number: usize,
    /// What was counted.
    pub known: Known,
    /// The others, those of fewer nodes first.
    pub open: Vec<Open>,
}

/// The product of components that were counted.
#[derive(Clone, Debug)]
pub struct Known {
    pub total: Total,
    /// Memo if one of them was counted so.
    pub method: Method,
}

/// A component that is to be counted.
#[derive(Clone, Debug)]
pub struct Open {
    pub problem: Problem,
    /// How many are equal to it, itself among them.
    pub copies: usize,
    /// The nodes of its search, estimated.
    nodes: u64,
}

/// A component with a method.
#[derive(Debug)]
pub enum Prepared<C> {
    /// It was counted by memo.
    Counted(Total),
    /// It is to be searched.
    Open(C),
}

/// The part of a problem that is left to a run.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The component.
    pub problem: Arc<Problem>,
    /// The solutions of all others.
    pub factor: Total,
}

impl Known {
    fn new() -> Self {
        Self {
            total: Total::new(1_u32.into(), Residue::of(1), 0),
            method: Method::Search,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.total.solutions == 0_u32.into()
    }

    /// One more component was counted, of so many that are equal.
    pub fn multiply(&mut self, one: &Total, copies: usize, method: Method) {
        let residue = one.residue.get().into();
        let all = Total {
            solutions: one.solutions.pow(copies as u32),
            residue: (1..copies).fold(one.residue, |power, _| power.times(residue)),
            work: one.work,
        };
        self.total = self.total.product(&all);
        if method == Method::Memo {
            self.method = method;
        }
    }
}

impl Parts {
    /// Counts those components by search that take no longer than an estimate, unless all are to
    /// be counted by memo.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if it was cancelled.
    pub fn new(
        components: Vec<Component>,
        method: Method,
        kernel: Kernel,
        cancel: &CancelToken,
    ) -> Result<Self, Error> {
        let mut parts = Self {
            number: components.iter().map(|one| one.copies.len()).sum(),
            known: Known::new(),
            open: Vec::new(),
        };
        let mut memory = Memory::default();
        for Component { problem, copies } in components {
            let copies = copies.len();
            let found = match method {
                Method::Memo => Err(problem.option_count() as u64),
                _ => search(&problem, kernel, &mut memory, cancel),
            };
            if cancel.is_cancelled() {
                return Err(Error::Interrupted);
            }
            match found {
                Ok(total) => parts.known.multiply(&total, copies, Method::Search),
                Err(nodes) => parts.open.push(Open {
                    problem,
                    copies,
                    nodes,
                }),
            }
            if parts.known.is_zero() {
                parts.open.clear();
                break;
            }
        }
        parts.open.sort_by_key(|open| open.nodes);
        Ok(parts)
    }

    /// Counts all components but one that is left to the run, if it is to be searched and has no
    /// equal. `prepare` chooses a method for a component, and counts it if that is memo. `search`
    /// counts another.
    ///
    /// # Errors
    ///
    /// Those of both.
    pub fn count<C>(
        self,
        mut prepare: impl FnMut(Problem) -> Result<Prepared<C>, Error>,
        mut search: impl FnMut(&C) -> Result<Total, Error>,
    ) -> Result<(Known, Option<C>), Error> {
        let mut known = self.known;
        let mut searched = Vec::new();
        for open in self.open {
            match prepare(open.problem)? {
                Prepared::Counted(total) => known.multiply(&total, open.copies, Method::Memo),
                Prepared::Open(component) => searched.push((component, open.copies)),
            }
            if known.is_zero() {
                return Ok((known, None));
            }
        }
        let single = searched.iter().rposition(|&(_, copies)| copies == 1);
        let left = single.map(|at| searched.remove(at).0);
        for (component, copies) in searched {
            known.multiply(&search(&component)?, copies, Method::Search);
            if known.is_zero() {
                return Ok((known, None));
            }
        }
        Ok((known, left))
    }
}

/// The solutions of a component if its search is short, and else about how many nodes it has.
fn search(
    problem: &Problem,
    kernel: Kernel,
    memory: &mut Memory,
    cancel: &CancelToken,
) -> Result<Total, u64> {
    let tree = Tree::new(problem);
    let mut expected = None;
    let mut watch = |nodes| {
        if expected.is_some() {
            return None;
        }
        let size = cut::whole(&tree);
        expected = Some(size);
        (size <= nodes * WASTE).then_some(nodes * WASTE * FAR)
    };
    let mut visit = Visit::new(None, cancel.flag()).watched(SMALL, &mut watch);
    let end = tree.search(kernel, memory, &tree.root, &mut visit);
    let (found, again, nodes) = (visit.found, visit.again, visit.nodes);
    match end {
        Continue(()) => Ok(Total::new(found.into(), Residue::of(again.into()), nodes)),
        Break(()) => Err(expected.unwrap_or(0).max(nodes)),
    }
}
