//! Searches, questions and generated puzzles of every layout and rule, against a plain backtracker.

mod ask_memory_tests;
mod ask_tests;
mod backtracker_tests;
mod generated_puzzle_tests;
mod hard_killer_tests;
mod node_budget_tests;
mod solve_shape_tests;
mod variant_question_tests;
mod variant_technique_tests;

use countless_engine::{Run, SplitMix64};
use countless_variants::Shape;
use countless_variants::internals::{CellNeighbours, with_cages, with_sums};

/// Returns the shape with the random cages of a solution.
fn with_random_cages(shape: &Shape, seed: u64) -> Shape {
    let solved = shape.solve(&vec![0; shape.cells()], &Run::new());
    let (_, solution) = solved.expect("nothing stops it");
    let cages = random_cages(shape, &solution, &mut SplitMix64(seed));
    with_cages(shape, &with_sums(&cages, &solution))
}

/// Divides a solution into random cages.
fn random_cages(shape: &Shape, solution: &[u8], random: &mut SplitMix64) -> Vec<Vec<u16>> {
    let cells = (0..solution.len() as u16).collect();
    CellNeighbours::new(shape).partition(cells, solution, random)
}
