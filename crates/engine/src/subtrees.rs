//! The subtrees of a problem, and how finely it is cut.

use crate::error::Error;

/// How many subtrees each thread gets at least, on average, so that the last one
/// to finish leaves the others idle for little of the run.
const SUBTREES_PER_THREAD: usize = 64;

/// One independent piece of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtree<R> {
    /// Its number among all subtrees of the problem, the same on every machine.
    pub index: u64,
    /// Its estimated share of the work, in any unit, for progress and remaining time.
    pub cost: u64,
    /// What the problem needs to search it.
    pub root: R,
}

/// How finely to cut a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Granularity {
    /// Finely enough to keep so many threads busy.
    Threads(usize),
    /// Into about so many subtrees, or as many as the problem likes; the same on every machine.
    Subtrees(Option<u32>),
    /// As a plan says in its field `split`.
    Split(String),
}

impl Granularity {
    /// How many subtrees there should be at least; `usual` if only the problem knows. `None`
    /// if the cut is that of a plan.
    pub fn least_subtrees(&self, usual: u32) -> Option<usize> {
        match self {
            Self::Threads(threads) => Some(threads * SUBTREES_PER_THREAD),
            Self::Subtrees(wanted) => Some(wanted.unwrap_or(usual) as usize),
            Self::Split(_) => None,
        }
    }

    /// As for how many threads to cut, likewise.
    pub fn threads(&self, usual: u32) -> Option<usize> {
        Some(self.least_subtrees(usual)?.div_ceil(SUBTREES_PER_THREAD))
    }

    /// The number behind `name:` in the cut of a plan.
    ///
    /// # Errors
    ///
    /// [`Error::Ledger`] if that is another cut.
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

/// The least depth, at most `deepest`, at which a problem has enough subtrees to
/// keep `threads` busy, given how many it has `at` a depth.
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

/// Gives the next subtree, if there is one. A function, because an iterator behind a pointer is
/// several, and there is one for each way to cut a problem.
type NextSubtree<'a, R> = dyn FnMut() -> Option<Result<Subtree<R>, Error>> + Send + 'a;

impl<'a, R: Send + 'a> Subtrees<'a, R> {
    /// Subtrees of these costs and roots. `split` says how they are cut, in a word such as
    /// `rows:3`.
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

    /// Subtrees that are found one after the other, and numbered as they come, of which
    /// neither the number nor the cost is known.
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

    /// The same, of which so many come; a ledger needs to know.
    #[must_use]
    pub fn with_count(self, count: Option<u64>) -> Self {
        Self { count, ..self }
    }

    /// The same, which cost so much together.
    #[must_use]
    pub fn with_cost(self, cost: Option<u64>) -> Self {
        Self { cost, ..self }
    }

    /// Those with certain numbers. Errors are reported whatever these are.
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

    /// How they are cut.
    pub fn split(&self) -> &str {
        &self.split
    }

    /// How many there are, if that is known.
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// What they cost together, if that is known.
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
