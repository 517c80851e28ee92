//! Generator of boards with regions and exactly one solution.
//!
//! It draws a random solution. Every piece except one gets a region of its own square alone, and
//! the last region has all other squares, so that the solution is unique. Then squares, in random
//! order, move from a larger region to an adjacent smaller one. Each region stays connected, and
//! the solution stays unique, which a search with few nodes must prove. The final regions are large
//! enough to hide their pieces.

use super::super::board_batch::{SolvedBoard, to_one_based};
use super::super::{BoardVariant, Piece};
use super::Regions;
use super::region_batch::RegionSolver;
use crate::MAX_N;
use countless_engine::ledger::Spec;
use countless_engine::{Emitter, Error, Granularity, Job, Problem, SplitMix64, Subtrees, Tally};
use countless_simd::Kernel;
use countless_table::Columns;

/// Most rounds over all squares.
const PASSES: usize = 4;

/// Most nodes that the search of a board may visit. Searches of printed puzzles visit few.
const MOST_NODES: u64 = 16;

/// Makes boards on which [crowned rooks](Piece::CrownedRook) have exactly one solution. The seed
/// determines the boards.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::RegionGenerator;
///
/// let problem = RegionGenerator::new(7, 3, 1)?;
/// let mut boards = Vec::new();
/// Run::new().for_each(&problem, |row| boards.push(row.board))?;
/// assert_eq!(boards.len(), 3);
/// assert!(boards.iter().all(|board| board.len() == 49));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegionGenerator {
    n: usize,
    count: u64,
    seed: u64,
    variant: BoardVariant,
}

impl RegionGenerator {
    /// Makes the problem of generating `count` boards of `n` rows.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if boards of `n` rows have no solution, or are too large.
    pub fn new(n: usize, count: u64, seed: u64) -> Result<Self, Error> {
        if n == 0 || n == 2 || n == 3 || n > MAX_N {
            let reason = format!("expected 1 or 4 to {MAX_N} rows, found {n}");
            return Err(Error::Impossible(reason));
        }
        Ok(Self {
            n,
            count,
            seed,
            variant: BoardVariant::of(Piece::CrownedRook),
        })
    }

    /// Makes the regions of a board, and its solution.
    fn board(
        &self,
        scratch: &mut RegionSolver,
        index: u64,
        emitter: &Emitter<'_, Self>,
    ) -> (Regions, Vec<u8>) {
        let n = self.n;
        // Mixed twice, the seeds of successive boards give unrelated numbers.
        let mut random = SplitMix64(self.seed);
        random.0 = random.next().wrapping_add(index);
        random.0 = random.next();
        let solution = draw_solution(n, &mut random);
        let mut draft = RegionDraft::new(&solution, random.below(n));
        let mut order: Vec<usize> = (0..n * n)
            .filter(|square| usize::from(solution[square / n]) != square % n)
            .collect();
        for _ in 0..PASSES {
            random.shuffle(&mut order);
            let mut has_changed = false;
            for &square in &order {
                let Some(region) = draft.smaller_neighbour(square, &mut random) else {
                    continue;
                };
                let before = draft.move_square(square, region);
                let regions = Regions::of_squares(n, &draft.region_of_square);
                let (pieces, limits) = ((&self.variant, 1), (2, MOST_NODES));
                let (found, _, visited) = scratch.solve(pieces, &regions, limits, emitter);
                if found == 1 && visited <= MOST_NODES {
                    has_changed = true;
                } else {
                    draft.move_square(square, before);
                }
            }
            if !has_changed || emitter.is_cancelled() {
                break;
            }
        }
        (Regions::of_squares(n, &draft.region_of_square), solution)
    }

    /// Returns a job that generates the boards.
    pub fn job(&self) -> Job<'_> {
        Job::of(self)
    }
}

/// Draws a random placement of pieces that do not touch.
fn draw_solution(n: usize, random: &mut SplitMix64) -> Vec<u8> {
    let mut columns: Vec<u8> = (0..n as u8).collect();
    loop {
        random.shuffle(&mut columns);
        // About one of seven permutations has no touching pieces.
        if columns.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1) {
            return columns;
        }
    }
}

/// Regions under construction.
struct RegionDraft {
    n: usize,
    region_of_square: Vec<u8>,
    sizes: Vec<usize>,
}

impl RegionDraft {
    /// Makes a region of one square for each piece of a solution, and adds the other squares to
    /// region `large`.
    fn new(solution: &[u8], large: usize) -> Self {
        let n = solution.len();
        let mut of = vec![large as u8; n * n];
        let mut sizes = vec![1; n];
        sizes[large] = n * n - (n - 1);
        for (row, &column) in solution.iter().enumerate() {
            of[row * n + usize::from(column)] = row as u8;
        }
        Self {
            n,
            region_of_square: of,
            sizes,
        }
    }

    fn neighbours(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let n = self.n;
        let (row, column) = (square / n, square % n);
        let around = [
            (row > 0).then(|| square - n),
            (column > 0).then(|| square - 1),
            (column + 1 < n).then_some(square + 1),
            (row + 1 < n).then_some(square + n),
        ];
        around.into_iter().flatten()
    }

    /// Returns a random adjacent region that is still smaller than the square's own region after it
    /// gets the square. `None` without a smaller region, or if the own region would not stay
    /// connected.
    fn smaller_neighbour(&self, square: usize, random: &mut SplitMix64) -> Option<u8> {
        let own = self.region_of_square[square];
        let size = |region: u8| self.sizes[usize::from(region)];
        let beside = self
            .neighbours(square)
            .map(|other| self.region_of_square[other]);
        let smaller: Vec<u8> = beside
            .filter(|&region| region != own && size(region) + 1 < size(own))
            .collect();
        if smaller.is_empty() || !self.stays_connected(square) {
            return None;
        }
        Some(smaller[random.below(smaller.len())])
    }

    /// Returns whether the region of a square stays connected without it.
    fn stays_connected(&self, square: usize) -> bool {
        let own = self.region_of_square[square];
        let mut seen = vec![false; self.region_of_square.len()];
        seen[square] = true;
        let first = self
            .neighbours(square)
            .find(|&other| self.region_of_square[other] == own);
        let mut waiting: Vec<usize> = first.into_iter().collect();
        let mut reached = 0;
        while let Some(next) = waiting.pop() {
            if seen[next] || self.region_of_square[next] != own {
                continue;
            }
            seen[next] = true;
            reached += 1;
            waiting.extend(self.neighbours(next));
        }
        reached + 1 == self.sizes[usize::from(own)]
    }

    /// Moves a square to a region, and returns its former region.
    fn move_square(&mut self, square: usize, region: u8) -> u8 {
        let before = std::mem::replace(&mut self.region_of_square[square], region);
        self.sizes[usize::from(before)] -= 1;
        self.sizes[usize::from(region)] += 1;
        before
    }
}

impl Problem for RegionGenerator {
    type Root = u64;
    type Scratch = RegionSolver;
    type Solution = SolvedBoard;

    fn spec(&self) -> Result<Spec, Error> {
        let spec = Spec::new("queens generate", "regions").with("n", self.n);
        Ok(spec.with("count", self.count).with("seed", self.seed))
    }

    fn columns(&self) -> Columns {
        SolvedBoard::columns(false)
    }

    fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, u64>, Error> {
        let boards = (0..self.count).map(|index| Ok((1, index)));
        let subtrees = Subtrees::stream("boards", boards).with_count(Some(self.count));
        Ok(subtrees.with_cost(Some(self.count)))
    }

    fn scratch(&self, kernel: Kernel) -> RegionSolver {
        RegionSolver::new(kernel)
    }

    fn search(
        &self,
        scratch: &mut RegionSolver,
        index: u64,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        let (regions, solution) = self.board(scratch, index, emitter);
        // The engine drops boards of a cancelled run.
        let _ = emitter.push(SolvedBoard {
            board: regions.to_string(),
            solutions: Some(1),
            solution: Some(to_one_based(&solution)),
            ..SolvedBoard::default()
        });
        Tally::of(1)
    }

    fn can_be_sampled(&self) -> bool {
        false
    }
}
