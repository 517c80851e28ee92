//! Searches of grids by every kernel, against brute force, the definition and each other.

mod canonical_form_tests;
mod clue_extension_tests;
mod enumerate_tests;
mod generate_tests;
mod grid_classes_tests;
mod kernels_match_brute_force;
mod map_grids_tests;
mod scan_tests;
mod unavoidable_tests;
