//! Searches and techniques, by every kernel, against brute force, the definition and each other.

mod canonical_form_tests;
mod enumerate_tests;
mod generate_tests;
mod kernels_match_brute_force;
mod techniques;
mod unavoidable_tests;
