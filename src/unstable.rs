//! What benchmarks, tests and the program use, and nobody else should: it may change with any
//! version.

/// Every kind of problem that can be made again from the plan of a ledger.
///
/// ```
/// use countless::engine::Run;
/// use countless::unstable::engine::Context;
/// use countless::ledger::Spec;
///
/// let spec = Spec::new("queens count", "search").with("n", 8);
/// let problem = countless::unstable::registry().open(&spec, &Context::default())?;
/// assert_eq!(problem.count(&Run::new())?.total.count, 92);
/// # Ok::<(), countless::Error>(())
/// ```
pub fn registry() -> engine::Registry {
    use crate::{cover, queens, sudoku, variants};

    let families = queens::FAMILIES.into_iter().chain(sudoku::FAMILIES);
    let families = families.chain(variants::FAMILIES).chain([variants::FAMILY]);
    engine::Registry::new(families.chain(cover::FAMILIES))
}

/// Problems by the plan of their ledger, how they are checked again, and what estimates
/// are made of.
pub mod engine {
    #[cfg(windows)]
    pub use countless_engine::add_child;
    pub use countless_engine::memory::available as available_memory;
    #[cfg(target_os = "macos")]
    pub use countless_engine::memory::sysctl;
    pub use countless_engine::{Context, Family, Registry};
    pub use countless_engine::{CpuClock, Draw, Rounds, Sample, cpu_time};
    pub use countless_engine::{Mismatch, Recheck, depth_for};
}

/// Files that are read and written whatever their compression.
pub mod table {
    pub use countless_table::FileId;
    pub use countless_table::Output;
    pub use countless_table::RowWriter;
    pub use countless_table::visible;
    pub use countless_table::{Input, Meter};
    pub use countless_table::{hex_sha256, sha256};
    pub use countless_table::{input_name, read_small};
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
