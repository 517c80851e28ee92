//! Weights of the items that prove that a problem has no solution.
//!
//! Suppose that in each option the weights of the items add up to 0. Then so do those of each set
//! of options. If the weights of all items do not, no set of options covers each item as often as
//! required:
//!
//! ```text
//! dominoes on a board without two corners     + - + -        each domino  + -   weighs 0
//!                                             - + - +        the board          weighs 2
//! ```
//!
//! Weights are numbers modulo a prime. Elimination finds the space of all weights that cancel in
//! each option. A large prime finds what rational weights find; 2 and 3 find parities.

use super::exact_cover::ExactCover;

/// Moduli; small ones come first because their proofs are simpler.
const MODULI: [u64; 3] = [2, 3, 2_147_483_647];
/// Largest number of items that are examined, and largest number of additions for one modulus.
const ITEMS: usize = 1024;
const WORK: usize = 1 << 29;

/// Modulus in which the sums do not fit, if one is found.
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
    use proptest::prelude::*;

    use super::*;
    use countless_engine::Run;

    #[test]
    fn a_board_without_two_corners_of_one_colour_cannot_be_tiled() {
        let text = "a b c d e f g\na b\nb c\nd e\ne f\na d\nb e\nc f\nf g\n";
        let problem: ExactCover = text.parse().expect("it is a problem");
        assert_eq!(misfit(&problem), Some(2));
        // Both colours have equally many cells, and there are tilings.
        let text = "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n";
        assert_eq!(misfit(&text.parse().expect("it is a problem")), None);
    }

    proptest! {
        #[test]
        fn what_does_not_fit_has_no_solution(
            options in prop::collection::vec(prop::collection::btree_set(0..7_usize, 1..4), 1..14),
        ) {
            let mut text = "0 1 2 3 4 5 6\n".to_owned();
            for option in options {
                let items: Vec<String> = option.iter().map(usize::to_string).collect();
                text += &items.join(" ");
                text += "\n";
            }
            let problem: ExactCover = text.parse().expect("it is a problem");
            let solutions = problem.solutions(&Run::new()).expect("nothing fails");
            prop_assert!(misfit(&problem).is_none() || solutions.is_empty());
        }
    }
}
