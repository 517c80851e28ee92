//! Groups of symmetries, and the search for them.

pub mod automorphisms;
pub mod permutation_group;
pub mod refinement;
pub mod symmetry_vertices;
