//! Checks of a problem before a search: impossible, forced and unused parts.

use super::exact_cover::{ExactCover, exclude_each_other};
use countless_simd::distinct;

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
    /// Weights in which the options cannot add up to the items, which rules out a solution.
    pub misfit: Option<WeightProof>,
}

/// Weights of items that prove that no solution exists: in each option they add up to a multiple of
/// the modulus, but those of all items do not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WeightProof {
    /// Prime number.
    pub modulus: u64,
    /// Items with a weight other than 0.
    pub weights: Vec<(String, i64)>,
    /// Sum of the weights of all items, each as often as it has to be covered.
    pub total: i128,
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
        let coverings = self.coverings();
        let numbers = |coverings: &[(u32, u32)]| {
            let options = coverings.iter().map(|&(option, _)| option as usize + 1);
            options.collect::<Vec<usize>>()
        };
        let (mut impossible, mut forced, mut free) = (Vec::new(), Vec::new(), Vec::new());
        for (at, (item, coverings)) in self.items.iter().zip(&coverings).enumerate() {
            if at >= self.primary {
                if !exclude_each_other(coverings) {
                    free.push(item.name.clone());
                }
            } else if coverings.len() < item.bounds.low as usize {
                impossible.push(item.name.clone());
            } else if coverings.len() == item.bounds.low as usize {
                forced.extend(numbers(coverings));
            }
        }
        let forced = distinct(forced);
        let clashes = self.items.iter().zip(&coverings).enumerate();
        let clashes = clashes.filter_map(|(at, (item, coverings))| {
            let mut coverings = coverings.clone();
            coverings.retain(|&(option, _)| forced.binary_search(&(option as usize + 1)).is_ok());
            let is_clash = if at < self.primary {
                coverings.len() > item.bounds.high as usize
            } else {
                exclude_each_other(&coverings)
            };
            is_clash.then(|| ForcedClash {
                item: item.name.clone(),
                options: numbers(&coverings),
            })
        });
        let clashes = clashes.collect();
        let choosable = self.choosable();
        let idle = (0..self.options.len() as u32)
            .filter(|option| choosable.binary_search(option).is_err());
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

/// Moduli; small ones come first because their proofs are simpler.
const MODULI: [u64; 3] = [2, 3, 2_147_483_647];
/// Largest number of items that are examined, and largest number of additions for one modulus.
const ITEMS: usize = 1024;
const WORK: usize = 1 << 29;

/// Weights of items that prove that a problem has no solution, if they are found.
///
/// Suppose that in each option the weights of the items add up to 0. Then so do those of each set
/// of options. If the weights of all items do not, no set of options covers each item as often as
/// required:
///
/// ```text
/// dominoes on a board without two corners     + - + -        each domino  + -   weighs 0
///                                             - + - +        the board          weighs 2
/// ```
///
/// Weights are numbers modulo a prime. Elimination finds the space of all weights that cancel in
/// each option. A large prime finds what rational weights find; 2 and 3 find parities.
pub fn misfit(problem: &ExactCover) -> Option<WeightProof> {
    // Items with a variable number of coverings weigh nothing, as do secondary items.
    let items = problem.items[..problem.primary].iter();
    let exact = items
        .enumerate()
        .filter(|(_, item)| item.bounds.low == item.bounds.high);
    let wanted: Vec<(usize, u64)> = exact
        .map(|(at, item)| (at, item.bounds.low.into()))
        .collect();
    if wanted.len() > ITEMS {
        return None;
    }
    let mut number = vec![None; problem.items.len()];
    for (place, &(item, _)) in wanted.iter().enumerate() {
        number[item] = Some(place);
    }
    let options = problem.choosable().into_iter().map(|option| {
        let uses = problem.options[option as usize].iter();
        uses.filter_map(|used| number[used.item as usize]).collect()
    });
    let options: Vec<Vec<usize>> = options.collect();
    let times: Vec<u64> = wanted.iter().map(|wanted| wanted.1).collect();
    let mut moduli = MODULI.into_iter();
    moduli.find_map(|modulus| {
        let weights = misfit_weights(modulus, &options, &times)?;
        let weights = weights.into_iter().map(|weight| centred(modulus, weight));
        let weights: Vec<i64> = weights.collect();
        let products = weights.iter().zip(&times);
        let total = products
            .map(|(&weight, &times)| i128::from(weight) * i128::from(times))
            .sum();
        let weighed = wanted
            .iter()
            .zip(weights)
            .filter(|(_, weight)| *weight != 0);
        let named = weighed.map(|(&(item, _), weight)| (problem.items[item].name.clone(), weight));
        Some(WeightProof {
            modulus,
            weights: named.collect(),
            total,
        })
    })
}

/// Simple weights modulo a prime that cancel in each option, but not in all items, each as often as
/// `times`; `None` if none exist or the search takes too long.
fn misfit_weights(modulus: u64, options: &[Vec<usize>], times: &[u64]) -> Option<Vec<u64>> {
    let unit = |at: usize| {
        let mut weights = vec![0; times.len()];
        weights[at] = 1;
        weights
    };
    // Basis of the weights that cancel in the options so far.
    let mut basis: Vec<Vec<u64>> = (0..times.len()).map(unit).collect();
    let mut work = 0;
    for option in options {
        work += basis.len() * option.len();
        let sum = |weights: &Vec<u64>| {
            let sum: u64 = option.iter().map(|&item| weights[item]).sum();
            sum % modulus
        };
        let Some(pivot) = basis.iter().position(|weights| sum(weights) != 0) else {
            continue;
        };
        let pivot = basis.swap_remove(pivot);
        let inverse = inverse(sum(&pivot), modulus);
        for weights in &mut basis {
            let factor = sum(weights) * inverse % modulus;
            if factor != 0 {
                work += weights.len();
                for (weight, other) in weights.iter_mut().zip(&pivot) {
                    *weight = (*weight + (modulus - factor) * other) % modulus;
                }
            }
        }
        if work > WORK {
            return None;
        }
    }
    basis.retain(|weights| total_weight(modulus, weights, times) != 0);
    // A multiple of rational weights has small numbers.
    let multiples = basis.iter().flat_map(|weights| {
        (1..modulus.min(MULTIPLES)).map(move |factor| {
            let weights = weights.iter().map(|weight| weight * factor % modulus);
            weights.collect::<Vec<u64>>()
        })
    });
    multiples.min_by_key(|weights| {
        let sizes = weights
            .iter()
            .map(|&weight| centred(modulus, weight).unsigned_abs());
        (sizes.clone().max(), sizes.sum::<u64>())
    })
}

/// Number of multiples of weights that are compared, plus 1.
const MULTIPLES: u64 = 13;

/// Sum of the weights of all items.
fn total_weight(modulus: u64, weights: &[u64], times: &[u64]) -> u64 {
    let products = weights.iter().zip(times);
    products.fold(0, |total, (weight, times)| {
        (total + weight * (times % modulus)) % modulus
    })
}

/// Number nearest to 0 with a residue.
fn centred(modulus: u64, residue: u64) -> i64 {
    if residue > modulus / 2 {
        residue as i64 - modulus as i64
    } else {
        residue as i64
    }
}

/// Inverse of a number modulo a prime (Fermat).
fn inverse(number: u64, modulus: u64) -> u64 {
    let (mut power, mut exponent, mut inverse) = (number, modulus - 2, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            inverse = inverse * power % modulus;
        }
        power = power * power % modulus;
        exponent >>= 1;
    }
    inverse
}
