//! Counts and lists by every method and kernel, against brute force, known totals and each other.

mod board_tests;
mod brute_force;
mod join_tests;
mod pair_tests;
mod queens_problem_tests;
mod region_search_tests;
mod search_tests;
mod torus_class_tests;

use countless_engine::Registry;
use countless_queens::FACTORIES;

/// Registry of the problems of this crate.
fn registry() -> Registry {
    Registry::new(FACTORIES)
}
