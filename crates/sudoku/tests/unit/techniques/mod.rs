//! Techniques against their definitions, and with any order of cells and digits.

mod by_definition;
mod definitions;
mod dynamic_chains_tests;
mod equivalence_tests;
mod explainer_twins;
mod forcing_chain_tests;
mod plain_chains;
mod remaining_candidates_tests;
mod search_tests;
mod shortest_chain_tests;
mod sudoku_explainer_tests;
