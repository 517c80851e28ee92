//! Solutions up to symmetry: the group, the solutions that each element leaves unchanged, classes.

pub mod class_count;
pub mod class_kinds;
pub mod class_list;
mod class_source;
pub mod cover_symmetries;
pub mod least_solutions;
pub mod normal_cover;
pub mod permutation_group;
pub mod quotient;
mod representatives;
pub mod stabilizer_search;
pub mod symmetry_options;
