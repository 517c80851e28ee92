//! Checks of a problem before a search: impossible, forced and unused parts.

use super::exact_cover::ExactCover;
use super::misfit::misfit;

/// Findings about a problem, without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoverCheck {
    /// Primary items that too few options cover. Any of them rules out a solution.
    pub impossible: Vec<String>,
    /// Numbers of the options in every solution: they cover an item that needs all its options.
    pub forced: Vec<usize>,
    /// Options without a primary item, which are never chosen.
    pub idle: Vec<usize>,
    /// Secondary items without any conflict: in at most one option, or always in one colour.
    pub free: Vec<String>,
    /// Items that forced options cover too often. Any of them rules out a solution.
    pub clashes: Vec<ForcedClash>,
    /// Modulus in which the options cannot add up to the items, which rules out a solution.
    pub misfit: Option<u64>,
}

/// Options that are in every solution, but exclude each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ForcedClash {
    /// Item that they cover too often, or in different colours.
    pub item: String,
    /// Numbers of the options.
    pub options: Vec<usize>,
}

impl CoverCheck {
    /// True if the check rules out a solution.
    pub fn is_impossible(&self) -> bool {
        !self.impossible.is_empty() || !self.clashes.is_empty() || self.misfit.is_some()
    }
}

impl ExactCover {
    /// Checks a problem without searching.
    ///
    /// ```
    /// use countless_cover::ExactCover;
    ///
    /// let problem: ExactCover = "a b c | x\na\nb x\nb\nx\n".parse()?;
    /// let check = problem.check();
    /// assert_eq!(check.impossible, ["c"]);
    /// assert_eq!((check.forced, check.idle), (vec![1], vec![4]));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn check(&self) -> CoverCheck {
        let choosable = self.choosable();
        let mut uses = vec![Vec::new(); self.items.len()];
        for &option in &choosable {
            for used in &self.options[option as usize] {
                uses[used.item as usize].push((option as usize + 1, used.colour));
            }
        }
        let (mut impossible, mut forced, mut free) = (Vec::new(), Vec::new(), Vec::new());
        for (item, uses) in self.items.iter().zip(&uses).take(self.primary) {
            if uses.len() < item.low as usize {
                impossible.push(item.name.clone());
            } else if uses.len() == item.low as usize {
                forced.extend(uses.iter().map(|used| used.0));
            }
        }
        for (item, uses) in self.items.iter().zip(&uses).skip(self.primary) {
            let colour = uses.first().map_or(0, |used| used.1);
            if uses.len() < 2 || colour > 0 && uses.iter().all(|used| used.1 == colour) {
                free.push(item.name.clone());
            }
        }
        forced.sort_unstable();
        forced.dedup();
        let clashes = self.items.iter().zip(&uses).enumerate();
        let clashes = clashes.filter_map(|(at, (item, uses))| {
            let is_forced = |used: &&(usize, u32)| forced.binary_search(&used.0).is_ok();
            let uses: Vec<(usize, u32)> = uses.iter().filter(is_forced).copied().collect();
            let (_, colour) = *uses.first()?;
            let is_clash = if at < self.primary {
                uses.len() > item.high as usize
            } else {
                uses.len() > 1 && (colour == 0 || uses.iter().any(|used| used.1 != colour))
            };
            is_clash.then(|| ForcedClash {
                item: item.name.clone(),
                options: uses.iter().map(|used| used.0).collect(),
            })
        });
        let clashes = clashes.collect();
        let all = 0..self.options.len() as u32;
        let idle = all.filter(|option| choosable.binary_search(option).is_err());
        CoverCheck {
            impossible,
            forced,
            idle: idle.map(|option| option as usize + 1).collect(),
            free,
            clashes,
            misfit: misfit(self),
        }
    }
}
