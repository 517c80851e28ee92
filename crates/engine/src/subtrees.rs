//! The subtrees of a problem, the granularity of the split, and roots without their type.

use std::any::Any;
use std::sync::Arc;

use crate::error::Error;

/// Least average number of subtrees per thread. With 64, the other threads are idle for little of
/// the run while the last subtree is searched.
const SUBTREES_PER_THREAD: usize = 64;

/// One independent part of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtree<R> {
    /// Index among all subtrees of the problem, equal on every machine.
    pub index: u64,
    /// Estimated share of the work, in any unit, for progress and remaining time.
    pub cost: u64,
    /// The subtree itself: the input of [`Problem::search`](super::Problem::search).
    pub root: R,
}

/// The number of subtrees that a problem is split into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Granularity {
    /// Enough subtrees to keep this number of threads busy.
    Threads(usize),
    /// About this number of subtrees, or the default of the problem. Equal on every machine.
    Subtrees(Option<u32>),
    /// The `split` field of a plan.
    Split(String),
}

impl Granularity {
    /// Least number of subtrees; `usual` is the default of the problem. `None` for the split of a
    /// plan.
    pub fn least_subtrees(&self, usual: u32) -> Option<usize> {
        match self {
            Self::Threads(threads) => Some(threads * SUBTREES_PER_THREAD),
            Self::Subtrees(wanted) => Some(wanted.unwrap_or(usual) as usize),
            Self::Split(_) => None,
        }
    }

    /// Number of threads that these subtrees keep busy; `usual` is the default number of subtrees.
    /// `None` for the split of a plan.
    pub fn threads(&self, usual: u32) -> Option<usize> {
        Some(self.least_subtrees(usual)?.div_ceil(SUBTREES_PER_THREAD))
    }

    /// Parses the number after `name:` in the split of a plan.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if the split has another name.
    pub fn number(&self, name: &str) -> Result<usize, Error> {
        let Self::Split(split) = self else {
            return Err(Error::ledger(&"the granularity", "expected that of a plan"));
        };
        let number = split
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(':'));
        let number = number.and_then(|number| number.parse().ok());
        number.ok_or_else(|| {
            Error::ledger(
                &"the plan",
                format!(
                    "expected split {name}:…, found \
                                                                 {split}"
                ),
            )
        })
    }
}

/// Returns the least depth, at most `deepest`, with enough subtrees to keep `threads` busy.
/// `subtrees_at` returns the number of subtrees at a depth.
///
/// ```
/// use countless_engine::depth_for;
///
/// // Ten choices at each level: 128 subtrees for two threads take three levels.
/// assert_eq!(depth_for(2, 10, |depth| 10_usize.pow(depth as u32)), 3);
/// // A small problem is cut as deep as it goes.
/// assert_eq!(depth_for(2, 4, |depth| 2_usize.pow(depth as u32)), 4);
/// ```
pub fn depth_for(
    threads: usize,
    deepest: usize,
    mut subtrees_at: impl FnMut(usize) -> usize,
) -> usize {
    (0..deepest)
        .find(|&depth| subtrees_at(depth) >= threads * SUBTREES_PER_THREAD)
        .unwrap_or(deepest)
}

/// The subtrees of a problem, in order.
pub struct Subtrees<'a, R> {
    split: String,
    count: Option<u64>,
    cost: Option<u64>,
    next: Box<NextSubtree<'a, R>>,
}

/// Returns the next subtree. A function has a smaller vtable than a boxed iterator, and each split
/// of a problem has one.
type NextSubtree<'a, R> = dyn FnMut() -> Option<Result<Subtree<R>, Error>> + Send + 'a;

impl<'a, R: Send + 'a> Subtrees<'a, R> {
    /// Subtrees with these costs and roots. `split` describes the split, such as `rows:3`.
    pub fn list(split: impl Into<String>, roots: Vec<(u64, R)>) -> Self {
        let cost = roots
            .iter()
            .fold(0, |sum: u64, root| sum.saturating_add(root.0));
        let count = roots.len() as u64;
        Self {
            count: Some(count),
            cost: Some(cost),
            ..Self::stream(split, roots.into_iter().map(Ok))
        }
    }

    /// Subtrees that are found one after the other and numbered in this order. Their number and
    /// their total cost are unknown.
    pub fn stream(
        split: impl Into<String>,
        mut roots: impl Iterator<Item = Result<(u64, R), Error>> + Send + 'a,
    ) -> Self {
        let mut index = 0;
        let next = move || {
            let root = roots
                .next()?
                .map(|(cost, root)| Subtree { index, cost, root });
            index += 1;
            Some(root)
        };
        Self {
            split: split.into(),
            count: None,
            cost: None,
            next: Box::new(next),
        }
    }

    /// Sets the number of subtrees, which a ledger requires.
    #[must_use]
    pub fn with_count(self, count: Option<u64>) -> Self {
        Self { count, ..self }
    }

    /// Sets the total cost of the subtrees.
    #[must_use]
    pub fn with_cost(self, cost: Option<u64>) -> Self {
        Self { cost, ..self }
    }

    /// Hides the type of the roots.
    pub(super) fn erased(self) -> Subtrees<'a, ErasedRoot>
    where
        R: Sync + 'static,
    {
        let mut all = self.next;
        let next = move || {
            Some(all()?.map(|subtree| Subtree {
                index: subtree.index,
                cost: subtree.cost,
                root: erase(subtree.root),
            }))
        };
        Subtrees {
            split: self.split,
            count: self.count,
            cost: self.cost,
            next: Box::new(next),
        }
    }

    /// Keeps the subtrees with certain indices. Errors are always kept.
    pub(super) fn only(self, keep: impl Fn(u64) -> bool + Send + 'a) -> Self {
        let mut all = self.next;
        let next = move || loop {
            match all()? {
                Ok(subtree) if !keep(subtree.index) => {}
                kept => return Some(kept),
            }
        };
        Self {
            next: Box::new(next),
            ..self
        }
    }

    /// Description of the split, such as `rows:3`.
    pub fn split(&self) -> &str {
        &self.split
    }

    /// Number of subtrees, if it is known.
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// Total cost of the subtrees, if it is known.
    pub fn cost(&self) -> Option<u64> {
        self.cost
    }
}

impl<R> Iterator for Subtrees<'_, R> {
    type Item = Result<Subtree<R>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        (self.next)()
    }
}

impl<R> std::fmt::Debug for Subtrees<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subtrees")
            .field("split", &self.split)
            .field("count", &self.count)
            .field("cost", &self.cost)
            .finish_non_exhaustive()
    }
}

/// A root of unknown type.
pub type ErasedRoot = Arc<dyn Any + Send + Sync>;

const ONE_TYPE: &str = "a problem has roots of one type";

/// Hides the type of a root.
pub(super) fn erase<R: Send + Sync + 'static>(root: R) -> ErasedRoot {
    Arc::new(root)
}

/// Returns the root with its type.
///
/// # Panics
///
/// If the root belongs to another problem.
pub(super) fn downcast_root<R: Clone + Send + Sync + 'static>(root: ErasedRoot) -> R {
    Arc::unwrap_or_clone(root.downcast().expect(ONE_TYPE))
}

/// Borrows the root with its type.
///
/// # Panics
///
/// If the root belongs to another problem.
pub(super) fn root_as<R: 'static>(root: &ErasedRoot) -> &R {
    root.downcast_ref().expect(ONE_TYPE)
}
