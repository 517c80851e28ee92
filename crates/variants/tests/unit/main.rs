//! Searches, questions and generated puzzles of every layout and rule, against a plain backtracker.

mod backtracker_tests;
mod generated_puzzle_tests;
mod hard_killer_tests;
mod random_cages;
mod review_tests;
mod solve_shape_tests;
mod variant_node_limit_tests;
mod variant_question_tests;
mod variant_technique_tests;
