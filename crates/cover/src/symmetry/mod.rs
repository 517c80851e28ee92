//! Solutions up to symmetry: the group, the solutions that each element leaves unchanged, classes.

pub mod class_count;
pub mod class_kinds;
pub mod class_list;
pub mod cover_symmetries;
pub mod normal_cover;
pub mod permutation_group;
pub mod quotient;
mod representatives;
pub mod stabilizer_search;
