//! Least solution of each class.
//!
//! Solutions are compared as sorted lists of options, in an order of the options that depends on
//! the search. A solution represents its class if none of its images is less.

use super::permutation_group::{GroupElements, Permutation};

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
