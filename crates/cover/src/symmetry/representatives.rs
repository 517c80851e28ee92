//! One solution of each class.
//!
//! An item that is covered once has options of several orbits under the symmetries: Ω₁, Ω₂, …. Let
//! r₁, r₂, … be an option of each. A class meets some orbit. If Ωⱼ is the first one, some solution of
//! the class has rⱼ, and none has an option of an earlier orbit. So the search has a subtree for
//! each j, where rⱼ is chosen and all options of earlier orbits are removed. Solutions are compared
//! as sorted lists of
//! options, in an order that begins with r₁, r₂, …. A solution represents its class if none of its
//! images is less.

use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::cover_symmetries::CoverSymmetries;
use crate::cover_total::CoverTotal;
use crate::group::permutation_group::{GroupElements, Permutation, orbits};
use crate::search::SearchTree;
use crate::search::option_table::NOT_CHOSEN;
use crate::search::split::{SizedSubtree, TreeSplit, estimate_tree, one_per_orbit};
use crate::tree_search::{CoverScratch, TreeSearch};
use countless_engine::Error;
use countless_engine::ledger::Spec;

/// Largest number of images of options that are kept.
const MOST_IMAGES: usize = 1 << 27;

/// Search for the solutions that represent their classes.
#[derive(Clone, Debug)]
pub struct Representatives {
    /// Search for all solutions of the options, each as often as it can be chosen.
    pub search: TreeSearch,
    /// Order of the solutions of a class.
    pub least: LeastSolutions,
    /// Numbers in the problem of the options that subtrees begin with, from 1 on.
    firsts: Vec<u32>,
    /// Options that are searched: each option of the normal cover, with the number of the copy, as
    /// often as it can be chosen.
    copies: Vec<(u32, u32)>,
    /// Number of each in the problem, from 0 on.
    numbers: Vec<u32>,
}

impl Representatives {
    /// Representatives under these symmetries.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are too many.
    pub fn new(symmetries: &CoverSymmetries) -> Result<Self, Error> {
        let elements = symmetries.elements()?;
        let options = symmetries.cover.options.len();
        if elements.len().saturating_mul(options) > MOST_IMAGES {
            return Err(Error::Impossible(format!(
                "the images of {options} options under {} symmetries take too much memory\n\
                 hint: --keep keeps items apart, so that there are fewer symmetries",
                symmetries.order
            )));
        }
        let copies = (0..)
            .zip(&symmetries.cover.options)
            .flat_map(|(at, option)| {
                let numbers = (0..option.times).zip(&option.numbers);
                numbers.map(move |(copy, &number)| ((at, copy), number))
            });
        let (copies, numbers): (Vec<(u32, u32)>, Vec<u32>) = copies.unzip();
        let search = TreeSearch::new(Arc::new(symmetries.cover.searched_cover()));
        let roots = roots(&search.tree, symmetries, &copies);
        let firsts = roots.iter().filter_map(|root| root.decisions.first());
        let firsts: Vec<usize> = firsts.map(|&first| first as usize).collect();
        let least: Vec<u32> = firsts.iter().map(|&first| copies[first].0).collect();
        Ok(Self {
            search: TreeSearch {
                split: Some(TreeSplit::of_subtrees(roots)),
                ..search
            },
            least: LeastSolutions::new(&elements, options, &least),
            firsts: firsts.iter().map(|&first| numbers[first] + 1).collect(),
            copies,
            numbers,
        })
    }

    /// Adds the parameters of the search to a plan.
    pub fn add_to(&self, spec: Spec) -> Spec {
        let firsts: Vec<String> = self.firsts.iter().map(u32::to_string).collect();
        spec.with("trees", self.search.version())
            .with("firsts", firsts.join(" "))
    }

    /// Calls `wanted` with the options of each solution in a subtree that represents its class, and
    /// the number of solutions in the class, in arbitrary order.
    pub fn list(
        &self,
        worker: &mut CoverScratch,
        root: &SizedSubtree,
        cancel: &AtomicBool,
        mut wanted: impl FnMut(&[u32], u64) -> ControlFlow<()>,
    ) -> CoverTotal {
        let (mut found, mut numbers) = (0_u64, Vec::new());
        // Number of times that each option of the normal cover is chosen; 0 between solutions.
        let mut times = vec![0; self.least.order.len()];
        let visited = self.search.list(worker, root, cancel, |chosen| {
            let copies = || chosen.iter().map(|&copy| self.copies[copy as usize]);
            for (option, _) in copies() {
                times[option as usize] += 1;
            }
            // Of several copies, the first ones are chosen.
            let are_first = copies().all(|(option, copy)| copy < times[option as usize]);
            let size = are_first.then(|| self.least.class_size(&times)).flatten();
            for (option, _) in copies() {
                times[option as usize] = 0;
            }
            let Some(size) = size else {
                return Continue(());
            };
            found += 1;
            numbers.clear();
            numbers.extend(chosen.iter().map(|&copy| self.numbers[copy as usize]));
            wanted(&numbers, size)
        });
        CoverTotal::of(found, visited.work)
    }
}

/// Subtrees that together have a solution of each class; the whole tree if no item is covered once.
fn roots(
    tree: &SearchTree,
    symmetries: &CoverSymmetries,
    copies: &[(u32, u32)],
) -> Vec<SizedSubtree> {
    let group = &symmetries.group;
    let orbits = orbits(group.points, group.generators());
    let orbits = copies.iter().map(|&(option, _)| orbits[option as usize]);
    let orbits: Vec<u32> = orbits.collect();
    let whole = SizedSubtree::whole(estimate_tree(tree));
    let Some(mut subtrees) = one_per_orbit(&tree.table, &tree.root, &whole, &orbits) else {
        return vec![whole];
    };
    let mut gone = vec![false; group.points];
    for subtree in &mut subtrees {
        let first = subtree.decisions[0];
        let live = tree.table.choose(&tree.root, first);
        let removed = live
            .options()
            .filter(|&option| gone[orbits[option] as usize]);
        let removed = removed.map(|option| option as u32 | NOT_CHOSEN);
        subtree.decisions.extend(removed);
        subtree.multiplier = 1;
        gone[orbits[first as usize] as usize] = true;
    }
    subtrees
}

/// Images of the options under all symmetries, with an order of the options.
#[derive(Clone, Debug)]
pub struct LeastSolutions {
    /// Images under each symmetry, the identity first.
    images: Vec<Permutation>,
    order: Vec<u32>,
}

impl LeastSolutions {
    /// Order of `options` options in which `firsts` come before all others.
    fn new(elements: &GroupElements<'_>, options: usize, firsts: &[u32]) -> Self {
        let rest = (0..options as u32).filter(|option| !firsts.contains(option));
        let images = elements.iter().map(|element| element[..options].to_vec());
        Self {
            images: images.collect(),
            order: firsts.iter().copied().chain(rest).collect(),
        }
    }

    /// Compares two images of a solution: the number of times that each option is chosen. The one
    /// with more of the earlier option is less.
    fn compare(&self, times: &[u32], one: &[u32], other: &[u32]) -> Ordering {
        let order = self.order.iter().map(|&option| option as usize);
        let mut orders = order.map(|option| {
            let times = |images: &[u32]| times[images[option] as usize];
            times(other).cmp(&times(one))
        });
        let differs = orders.find(|order| order.is_ne());
        differs.unwrap_or(Ordering::Equal)
    }

    /// Number of solutions in the class of a solution, if this is the least one.
    fn class_size(&self, times: &[u32]) -> Option<u64> {
        let mut equal = 0;
        // The inverse of a symmetry is one, so each image is considered.
        for images in &self.images {
            match self.compare(times, images, &self.images[0]) {
                Ordering::Less => return None,
                Ordering::Equal => equal += 1,
                Ordering::Greater => {}
            }
        }
        Some(self.images.len() as u64 / equal)
    }

    /// Least image of a solution: the number of times that each option is chosen.
    pub fn least_image(&self, times: &[u32]) -> Vec<u32> {
        let images = self.images.iter();
        let least = images.min_by(|one, other| self.compare(times, one, other));
        let least = least.into_iter().flatten();
        least.map(|&option| times[option as usize]).collect()
    }
}
