//! One solution of each class.
//!
//! An item that is covered once has options of several orbits under the symmetries: Ω₁, Ω₂, …. Let
//! r₁, r₂, … be an option of each. A class meets some orbit. If Ωⱼ is the first one, some solution of
//! the class has rⱼ, and none has an option of an earlier orbit. So the search has a subtree for
//! each j, where rⱼ is chosen and all options of earlier orbits are removed. Solutions are compared
//! as sorted lists of
//! options, in an order that begins with r₁, r₂, …. A solution represents its class if none of its
//! images is less.

use std::sync::Arc;

use super::cover_symmetries::CoverSymmetries;
use super::permutation_group::{GroupElements, Permutation};
use crate::search::SearchTree;
use crate::search::option_table::NOT_CHOSEN;
use crate::search::split::{SizedSubtree, TreeSplit, estimate_tree, one_per_orbit};
use crate::tree_search::TreeSearch;
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
    /// A subtree for each first option, or the whole tree.
    roots: Vec<SizedSubtree>,
    copies: OptionCopies,
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
        let copies = OptionCopies::new(symmetries);
        let searched = Arc::new(symmetries.cover.searched_cover());
        let tree = SearchTree::new(&searched);
        let (roots, firsts) = roots(&tree, symmetries, &copies);
        Ok(Self {
            search: TreeSearch::new(&searched, tree),
            least: LeastSolutions::new(&elements, options, &firsts),
            roots,
            copies,
        })
    }

    /// Adds the parameters of the search to a plan.
    pub fn add_to(&self, spec: Spec) -> Spec {
        let firsts = self.roots.iter().filter_map(|root| root.decisions.first());
        let firsts = firsts.map(|&first| (self.copies.numbers[first as usize] + 1).to_string());
        let firsts = firsts.collect::<Vec<_>>().join(" ");
        spec.with("trees", self.search.version())
            .with("firsts", firsts)
    }

    /// About `wanted` subtrees, in the order of the list.
    pub fn subtrees(&self, wanted: usize) -> Vec<SizedSubtree> {
        let mut split = TreeSplit::of_subtrees(self.roots.clone());
        split.refine(&self.search.tree, wanted);
        split.into_subtrees()
    }

    /// Number of solutions in the class of a solution, if this represents it. `options` and `counts`
    /// are scratch memory.
    pub fn class_size(
        &self,
        chosen: &[u32],
        options: &mut Vec<u32>,
        counts: &mut RankCounts,
    ) -> Option<u64> {
        self.copies.normal_options(chosen, options)?;
        self.least.class_size(options, counts)
    }

    /// Numbers of options in the problem, from 0 on.
    pub fn numbers(&self, chosen: &[u32]) -> impl Iterator<Item = u32> {
        chosen
            .iter()
            .map(|&copy| self.copies.numbers[copy as usize])
    }
}

/// Options that are searched: each option of the normal cover as often as it can be chosen.
#[derive(Clone, Debug)]
struct OptionCopies {
    /// Option of the normal cover, and number of the copy.
    copies: Vec<(u32, u32)>,
    /// Number of each in the problem, from 0 on.
    numbers: Vec<u32>,
    /// True if some option can be chosen several times.
    are_several: bool,
}

impl OptionCopies {
    fn new(symmetries: &CoverSymmetries) -> Self {
        let options = (0..).zip(&symmetries.cover.options);
        let all = options.flat_map(|(at, option)| {
            let numbers = (0..option.times).zip(&option.numbers);
            numbers.map(move |(copy, &number)| ((at, copy), number))
        });
        let (copies, numbers): (Vec<(u32, u32)>, Vec<u32>) = all.unzip();
        Self {
            are_several: copies.iter().any(|&(_, copy)| copy > 0),
            copies,
            numbers,
        }
    }

    /// Options of the normal cover in a solution; `None` if a copy is chosen without those before
    /// it.
    fn normal_options(&self, chosen: &[u32], options: &mut Vec<u32>) -> Option<()> {
        options.clear();
        options.extend(chosen.iter().map(|&copy| self.copies[copy as usize].0));
        let is_first = |&copy: &u32| {
            let (option, number) = self.copies[copy as usize];
            let own = options.iter().filter(|&&other| other == option);
            number < own.count() as u32
        };
        (!self.are_several || chosen.iter().all(is_first)).then_some(())
    }
}

/// Subtrees that together have a solution of each class, and the option of the normal cover that
/// each of them begins with; the whole tree if no item is covered once.
fn roots(
    tree: &SearchTree,
    symmetries: &CoverSymmetries,
    copies: &OptionCopies,
) -> (Vec<SizedSubtree>, Vec<u32>) {
    let orbits = symmetries.group.orbits();
    // First copy of each orbit.
    let mut firsts = vec![u32::MAX; symmetries.cover.options.len()];
    let of_copies = (0..).zip(&copies.copies).map(|(at, &(option, _))| {
        let first = &mut firsts[orbits[option as usize] as usize];
        *first = at.min(*first);
        *first
    });
    let orbits: Vec<u32> = of_copies.collect();
    let whole = SizedSubtree {
        size: estimate_tree(tree),
        decisions: Vec::new(),
        multiplier: 1,
    };
    let Some(mut subtrees) = one_per_orbit(&tree.table, &tree.root, &whole, &orbits) else {
        return (vec![whole], Vec::new());
    };
    let (mut firsts, mut gone) = (Vec::new(), vec![false; orbits.len()]);
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
        firsts.push(copies.copies[first as usize].0);
    }
    (subtrees, firsts)
}

/// Images of the options under all symmetries, with an order of the options.
#[derive(Clone, Debug)]
pub struct LeastSolutions {
    /// Images of all ranks under each symmetry. Ranks are the positions of options in the order.
    images: Vec<Permutation>,
    /// Rank of each option, and the option of each rank.
    ranks: Vec<u32>,
    options: Vec<u32>,
    /// True if options before the first one of a solution are in none of its images.
    has_firsts: bool,
}

/// Numbers of times that the options of a solution are chosen, by rank; zero between solutions.
pub type RankCounts = Vec<u32>;

impl LeastSolutions {
    /// Order of `options` options in which `firsts` come before all others. They are options of one
    /// item that is covered once. Solutions with one of them have no image with an earlier one.
    pub fn new(elements: &GroupElements, options: usize, firsts: &[u32]) -> Self {
        let rest = (0..options as u32).filter(|option| !firsts.contains(option));
        let order: Vec<u32> = firsts.iter().copied().chain(rest).collect();
        let mut ranks = vec![0; options];
        for (rank, &option) in (0..).zip(&order) {
            ranks[option as usize] = rank;
        }
        let images = elements.iter().map(|element| {
            let images = order.iter();
            let images = images.map(|&option| ranks[element[option as usize] as usize]);
            images.collect()
        });
        Self {
            images: images.collect(),
            ranks,
            options: order,
            has_firsts: !firsts.is_empty(),
        }
    }

    /// Empty counts of the options of a solution.
    pub fn counts(&self) -> RankCounts {
        vec![0; self.options.len()]
    }

    /// Number of solutions in the class of a solution, if this is the least one. An option that is
    /// chosen several times occurs several times. `counts` are zero before and after.
    pub fn class_size(&self, solution: &[u32], counts: &mut RankCounts) -> Option<u64> {
        let mut first = counts.len();
        for &option in solution {
            let rank = self.ranks[option as usize] as usize;
            first = first.min(rank);
            counts[rank] += 1;
        }
        if !self.has_firsts {
            first = 0;
        }
        let mut equal = 0;
        // The inverse of a symmetry is one, so each image is considered.
        let is_least = self.images.iter().all(|images| {
            let here = counts[first..].iter().zip(&images[first..]);
            let mut differences = here.map(|(&own, &image)| (own, counts[image as usize]));
            match differences.find(|(own, image)| own != image) {
                None => {
                    equal += 1;
                    true
                }
                // More of the earlier option: the image is less.
                Some((own, image)) => own > image,
            }
        });
        for &option in solution {
            counts[self.ranks[option as usize] as usize] = 0;
        }
        is_least.then(|| self.images.len() as u64 / equal)
    }

    /// Least image of a solution: the number of times that each option is chosen.
    pub fn least_image(&self, solution: &[u32]) -> Vec<u32> {
        let by_rank = |rank: u32| solution[self.options[rank as usize] as usize];
        let mut least = &self.images[0];
        for images in &self.images[1..] {
            let mut both = least.iter().zip(images);
            let both = both.find(|&(&least, &image)| by_rank(least) != by_rank(image));
            if both.is_some_and(|(&least, &image)| by_rank(least) < by_rank(image)) {
                least = images;
            }
        }
        let mut image = vec![0; solution.len()];
        for (rank, &from) in least.iter().enumerate() {
            image[self.options[rank] as usize] = by_rank(from);
        }
        image
    }
}
