//! Checks of a problem before a search: impossible, forced and unused parts.

use super::exact_cover::ExactCover;

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

/// Moduli; small ones come first because their proofs are simpler.
const MODULI: [u64; 3] = [2, 3, 2_147_483_647];
/// Largest number of items that are examined, and largest number of additions for one modulus.
const ITEMS: usize = 1024;
const WORK: usize = 1 << 29;

/// Modulus in which the sums do not fit, if one is found: weights of the items prove that a problem
/// has no solution.
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
pub fn misfit(problem: &ExactCover) -> Option<u64> {
    // Items with a variable number of coverings weigh nothing, as do secondary items.
    let items = problem.items[..problem.primary].iter();
    let exact = items.enumerate().filter(|(_, item)| item.low == item.high);
    let wanted: Vec<(usize, u64)> = exact.map(|(at, item)| (at, item.low.into())).collect();
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
    let wanted: Vec<u64> = wanted.into_iter().map(|(_, times)| times).collect();
    let mut moduli = MODULI.into_iter();
    moduli.find(|&modulus| is_misfit(modulus, &options, &wanted) == Some(true))
}

/// Returns whether weights modulo a prime cancel in each option, but not in `wanted`; `None` if
/// that takes too long.
fn is_misfit(modulus: u64, options: &[Vec<usize>], wanted: &[u64]) -> Option<bool> {
    let unit = |at: usize| {
        let mut weights = vec![0; wanted.len()];
        weights[at] = 1;
        weights
    };
    // Basis of the weights that cancel in the options so far.
    let mut basis: Vec<Vec<u64>> = (0..wanted.len()).map(unit).collect();
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
    let total = |weights: &Vec<u64>| {
        let products = weights.iter().zip(wanted);
        products.fold(0, |total, (weight, times)| {
            (total + weight * (times % modulus)) % modulus
        })
    };
    Some(basis.iter().any(|weights| total(weights) != 0))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_without_two_corners_of_one_colour_cannot_be_tiled() {
        let text = "a b c d e f g\na b\nb c\nd e\ne f\na d\nb e\nc f\nf g\n";
        let problem: ExactCover = text.parse().expect("it is a problem");
        assert_eq!(misfit(&problem), Some(2));
        // Both colours have equally many cells, and there are tilings.
        let text = "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n";
        assert_eq!(misfit(&text.parse().expect("it is a problem")), None);
    }
}
