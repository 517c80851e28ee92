//! Solutions up to symmetry: the group, the solutions that each element leaves unchanged, classes.

pub mod cover_symmetries;
pub mod normal_cover;
pub mod permutation_group;
pub mod symmetry_options;
