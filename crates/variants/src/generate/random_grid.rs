//! Random solutions of a shape, and random divisions of them into cages.
//!
//! A depth-first search picks an open cell with the fewest candidates and gives it a random one of
//! them. Ties between cells are broken at random. An attempt with too many contradictions is
//! abandoned for another one. Every solution can be found, but solutions are not equally likely.

use crate::cages::{CageConstraints, Cages, PendingCages, Tightened};
use crate::compiled_shape::CompiledShape;
use crate::shape::Shape;
use countless_engine::SplitMix64;
use countless_simd::sort;

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
    let counts = words.iter().map(|word| word.count_ones());
    let fewest = counts.filter(|&count| count > 1).min()?;
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

/// Sizes of cages in cells. A size is chosen as often as it occurs here.
const CAGE_SIZES: [usize; 10] = [2, 2, 2, 2, 2, 3, 3, 3, 4, 4];

/// Largest size in cells of a cage after it has taken in an isolated cell.
const MOST_CAGE_CELLS: usize = 6;

/// Orthogonal neighbours of each cell.
#[derive(Clone, Debug)]
pub struct CellNeighbours(Vec<Vec<u16>>);

impl CellNeighbours {
    /// Finds the neighbours in a shape.
    pub fn new(shape: &Shape) -> Self {
        let places: Vec<(usize, usize)> = (0..shape.cells()).map(|c| shape.position(c)).collect();
        let beside =
            |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let of = |&place: &(usize, usize)| {
            let cells = (0..places.len()).filter(|&cell| beside(places[cell], place));
            cells.map(|cell| cell as u16).collect()
        };
        Self(places.iter().map(of).collect())
    }

    fn of(&self, cell: u16) -> &[u16] {
        &self.0[usize::from(cell)]
    }

    /// Divides some cells of a solution into random cages of different digits.
    pub fn partition(
        &self,
        mut cells: Vec<u16>,
        solution: &[u8],
        random: &mut SplitMix64,
    ) -> Vec<Vec<u16>> {
        random.shuffle(&mut cells);
        let digit = |cell: u16| solution[usize::from(cell)];
        let fits = |cage: &[u16], cell: u16| cage.iter().all(|&other| digit(other) != digit(cell));
        let mut is_free = vec![false; solution.len()];
        for &cell in &cells {
            is_free[usize::from(cell)] = true;
        }
        let mut cages: Vec<Vec<u16>> = Vec::new();
        for cell in cells {
            if !is_free[usize::from(cell)] {
                continue;
            }
            let size = CAGE_SIZES[random.below(CAGE_SIZES.len())];
            let mut cage = vec![cell];
            is_free[usize::from(cell)] = false;
            while cage.len() < size {
                let around = cage.iter().flat_map(|&cell| self.of(cell)).copied();
                let around = around.filter(|&next| is_free[usize::from(next)] && fits(&cage, next));
                let around: Vec<u16> = around.collect();
                if around.is_empty() {
                    break;
                }
                let next = around[random.below(around.len())];
                is_free[usize::from(next)] = false;
                cage.push(next);
            }
            if let [alone] = cage[..] {
                let beside = |other: &Vec<u16>| {
                    let has_beside = other.iter().any(|cell| self.of(alone).contains(cell));
                    has_beside && other.len() < MOST_CAGE_CELLS && fits(other, alone)
                };
                if let Some(other) = cages.iter_mut().find(|other| beside(other)) {
                    other.push(alone);
                    continue;
                }
            }
            cages.push(cage);
        }
        cages
    }

    /// Forms new cages from a cage and a random adjacent one.
    pub fn repartition(
        &self,
        cages: &mut Vec<Vec<u16>>,
        index: usize,
        solution: &[u8],
        random: &mut SplitMix64,
    ) {
        let mut cells = cages.swap_remove(index);
        let beside = (0..cages.len()).filter(|&i| self.touch(&cells, &cages[i]));
        let beside: Vec<usize> = beside.collect();
        if let Some(&other) = beside.get(random.below(beside.len().max(1))) {
            cells.extend(cages.swap_remove(other));
        }
        cages.extend(self.partition(cells, solution, random));
    }

    /// Returns whether some cells of two cages are neighbours.
    pub fn touch(&self, cage: &[u16], other: &[u16]) -> bool {
        let mut around = cage.iter().flat_map(|&cell| self.of(cell));
        around.any(|cell| other.contains(cell))
    }

    /// Splits a cage in two. If the cage is connected, so are both parts, unless all attempts fail.
    pub fn split_cage(&self, cage: &[u16], random: &mut SplitMix64) -> [Vec<u16>; 2] {
        // Parts of one cell are avoided.
        let least = if cage.len() > 3 { 2 } else { 1 };
        let mut best = None;
        for _ in 0..8 {
            let size = least + random.below(cage.len() - 2 * least + 1);
            let mut part = vec![cage[random.below(cage.len())]];
            while part.len() < size {
                let around = cage.iter().copied().filter(|cell| {
                    !part.contains(cell) && self.of(*cell).iter().any(|other| part.contains(other))
                });
                let around: Vec<u16> = around.collect();
                if around.is_empty() {
                    break;
                }
                part.push(around[random.below(around.len())]);
            }
            let rest = cage.iter().copied().filter(|cell| !part.contains(cell));
            let rest: Vec<u16> = rest.collect();
            let is_good = self.is_connected(&rest);
            best = Some([part, rest]);
            if is_good {
                break;
            }
        }
        best.unwrap_or_else(|| [cage[..1].to_vec(), cage[1..].to_vec()])
    }

    /// Returns whether each cell of a cage can be reached from every other cell within it.
    pub fn is_connected(&self, cells: &[u16]) -> bool {
        let mut reached: Vec<u16> = cells[..1].to_vec();
        let mut at = 0;
        while at < reached.len() {
            for &next in self.of(reached[at]) {
                if cells.contains(&next) && !reached.contains(&next) {
                    reached.push(next);
                }
            }
            at += 1;
        }
        reached.len() == cells.len()
    }
}

/// Returns cages with the sums of a solution, in the order of their first cells.
pub fn with_sums(cages: &[Vec<u16>], solution: &[u8]) -> Cages {
    let mut sorted = cages.to_vec();
    for cage in &mut sorted {
        sort(cage);
    }
    sort(&mut sorted);
    let mut all = Cages::default();
    for cage in sorted {
        let digits = cage.iter().map(|&cell| solution[usize::from(cell)]);
        all.push(&cage, digits.map(u32::from).sum());
    }
    all
}
