//! What benchmarks, tests and the program use, and nobody else should: it may change with any
//! version.

/// The memory of this machine, and what the system says of it.
pub mod engine {
    #[cfg(windows)]
    pub use countless_engine::add_child;
    pub use countless_engine::memory::available as available_memory;
    #[cfg(target_os = "macos")]
    pub use countless_engine::memory::sysctl;
}

/// Files that are read and written whatever their compression.
pub mod table {
    pub use countless_table::{FileId, Input, Meter, Output, RowWriter};
    pub use countless_table::{hex_sha256, input_name, read_small, sha256, visible};
    pub use countless_table::{try_append, try_folder, try_replace};
}

/// What searches for exact covers.
pub mod cover {
    pub use countless_cover::Worker;
}

/// The files of ledgers.
pub mod ledger {
    pub use countless_engine::ledger::{Checked, Plan};
    pub use countless_engine::ledger::{Dropped, Repair};
    pub use countless_engine::ledger::{Ledger, Opened, Place, unfinished};
    pub use countless_engine::ledger::{RowParts, Written, beside_ledger, beside_rows};
}

/// The parts that sudokus are solved with.
pub mod sudoku {
    pub use countless_sudoku::lanes::{Budget, Effort, Lanes, Outcome};
    pub use countless_sudoku::puzzles;
    pub use countless_sudoku::{Canonizer, Classes, Seen, level_unique, rate_unique};
    pub use countless_sudoku::{Solver, split};
}

/// The parts that queens are counted with.
pub mod queens {
    pub use countless_queens::{JoinCounter, SearchCounter, SquareCounter, TurnCounter};
    pub use countless_queens::{PartialBoard, TalliedListing, only_partial_board};
    pub use countless_queens::{Square, growth, join, known, parse_squares, samples, search};
}
