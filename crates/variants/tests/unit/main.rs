//! Searches, questions and generated puzzles of every layout and rule, against a plain backtracker.

mod backtracker_tests;
mod cut_puzzle_tests;
mod generated_puzzle_tests;
mod hard_killer_tests;
mod list_solutions_tests;
mod partition_tests;
mod plain_search_tests;
mod random_cages;
mod random_solution_tests;
mod read_digits_tests;
mod review_tests;
mod shape_spec_tests;
mod solve_shape_tests;
mod variant_node_limit_tests;
mod variant_question_tests;
mod variant_technique_tests;
