//! Random solutions of a shape.
//!
//! A depth-first search picks an open cell with the fewest candidates and gives it a random one of
//! them. Ties between cells are broken at random. An attempt with too many contradictions is
//! abandoned for another one. Every solution can be found, but solutions are not equally likely.

use crate::cages::{CageConstraints, PendingCages, Tightened};
use crate::compiled_shape::CompiledShape;
use countless_engine::SplitMix64;

/// Contradictions after which the first attempt is abandoned. Each further attempt may have twice
/// as many.
const PATIENCE: u64 = 64;

/// Returns the digits of a random solution, which must exist. Returns `None` once `stopped` returns
/// true.
pub fn random_solution(
    plan: &CompiledShape,
    cages: &CageConstraints,
    random: &mut SplitMix64,
    stopped: impl Fn() -> bool,
) -> Option<Vec<u8>> {
    let mut patience = PATIENCE;
    while !stopped() {
        let blank = vec![plan.all_digits(); plan.cells];
        if let Some(words) = search(plan, cages, blank, random, patience) {
            let digit = |word: &u32| word.trailing_zeros() as u8 + 1;
            return Some(words.iter().map(digit).collect());
        }
        patience = patience.saturating_mul(2);
    }
    None
}

/// Returns a solution within the candidates, unless there are `patience` contradictions before.
fn search(
    plan: &CompiledShape,
    cages: &CageConstraints,
    words: Vec<u32>,
    random: &mut SplitMix64,
    mut patience: u64,
) -> Option<Vec<u32>> {
    let mut waiting = vec![words];
    while let Some(mut words) = waiting.pop() {
        if !propagate(plan, cages, &mut words) {
            patience -= 1;
            if patience == 0 {
                return None;
            }
            continue;
        }
        let Some(cell) = choose_cell(&words, random) else {
            return Some(words);
        };
        let mut candidates = words[cell];
        for _ in 0..random.below(candidates.count_ones() as usize) {
            candidates &= candidates - 1;
        }
        let chosen = candidates & candidates.wrapping_neg();
        let mut without = words.clone();
        without[cell] &= !chosen;
        words[cell] = chosen;
        waiting.push(without);
        waiting.push(words);
    }
    None
}

/// Returns a random open cell with the fewest candidates.
fn choose_cell(words: &[u32], random: &mut SplitMix64) -> Option<usize> {
    let open = words
        .iter()
        .map(|word| word.count_ones())
        .filter(|&count| count > 1);
    let fewest = open.min()?;
    let best = || (0..words.len()).filter(|&cell| words[cell].count_ones() == fewest);
    best().nth(random.below(best().count()))
}

/// Returns for each cell whether it has several candidates after one propagation of the cages.
pub(super) fn undecided_cells(plan: &CompiledShape, cages: &CageConstraints) -> Vec<bool> {
    let mut words = vec![plan.all_digits(); plan.cells];
    propagate(plan, cages, &mut words);
    words.iter().map(|word| !word.is_power_of_two()).collect()
}

/// Deduces singles and tightens cages. Returns false after a contradiction.
fn propagate(plan: &CompiledShape, cages: &CageConstraints, words: &mut [u32]) -> bool {
    let mut pending = PendingCages::default();
    loop {
        let mut changed = false;
        for unit in plan.houses() {
            let (mut once, mut twice, mut placed) = (0, 0, 0);
            for &cell in unit {
                let word = words[usize::from(cell)];
                twice |= once & word;
                once |= word;
                if word.is_power_of_two() {
                    if placed & word != 0 {
                        return false;
                    }
                    placed |= word;
                }
            }
            if once != plan.all_digits() {
                return false;
            }
            let hidden = once & !(twice | placed);
            for &cell in unit {
                let word = &mut words[usize::from(cell)];
                if word.is_power_of_two() {
                    continue;
                }
                let left = match *word & hidden {
                    0 => *word & !placed,
                    single => single,
                };
                if left == 0 || *word & hidden != 0 && !left.is_power_of_two() {
                    return false;
                }
                changed |= left != *word;
                *word = left;
            }
        }
        if !changed {
            pending.mark_all(cages);
            match cages.tighten(&mut pending, words) {
                Tightened::Dead => return false,
                Tightened::Same => return true,
                Tightened::Changed => {}
            }
        }
    }
}
