//! Solutions up to symmetry: the group, the solutions that each element leaves unchanged, classes.

pub mod class_count;
pub mod cover_symmetries;
pub mod normal_cover;
pub mod permutation_group;
pub mod quotient;
pub mod symmetry_options;
