//! Solutions up to symmetry: the group, the solutions that each element leaves unchanged, classes.

pub mod class_kinds;
mod class_problems;
mod class_sample;
pub mod cover_symmetries;
pub mod normal_cover;
pub mod quotient;
pub mod representatives;
pub mod stabilizer_search;
