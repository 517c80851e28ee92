//! Searches, answers and techniques, by every kernel, against brute force, the definition and each
//! other.

mod ask_memory_tests;
mod ask_tests;
mod canonical_form_tests;
mod enumerate_tests;
mod generate_tests;
mod kernels_match_brute_force;
mod node_budget_tests;
mod techniques;
mod unavoidable_tests;
