//! What benchmarks, tests and the program use, and nobody else should: it may change with any
//! version.

/// The parts that sudokus are solved with.
pub mod sudoku {
    pub use crate::sudoku::explain::{level_unique, rate_unique};
    pub use crate::sudoku::lanes::{Effort, Lanes, Outcome};
    pub use crate::sudoku::puzzles::chunk::Chunk;
    pub use crate::sudoku::puzzles::layout::Layout;
    pub use crate::sudoku::puzzles::reader::ChunkReader;
    pub use crate::sudoku::search::{Solver, split};
}

/// The parts that queens are counted with.
pub mod queens {
    /// Counting by joining half boards.
    pub mod join {
        pub use crate::queens::join::*;
    }
    /// Searching, depth first.
    pub mod search {
        pub use crate::queens::search::*;
    }
}
