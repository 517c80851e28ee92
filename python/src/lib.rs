//! Rust part of the Python package `countless`. `countless/_native.pyi` lists the types of its
//! functions. The modules in `countless/` are the public side.

#![forbid(unsafe_code)]
// Arguments from Python are created for each call.
#![allow(clippy::needless_pass_by_value)]

mod cover;
mod error;
mod iterators;
mod puzzles;
mod queens;
mod sudoku;
mod table;
mod training;
mod watch;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use super::PyResult;
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::cover::{cover_count, cover_solutions};
    #[pymodule_export]
    use super::iterators::{Grids, Placements};
    #[pymodule_export]
    use super::queens::{queens_classes, queens_count, queens_tally};
    #[pymodule_export]
    use super::sudoku::{
        sudoku_canonical, sudoku_count, sudoku_explain, sudoku_generate, sudoku_rate,
        sudoku_rate_explainer, sudoku_solve,
    };
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::training::{
        sudoku_augment, sudoku_distinct, sudoku_minimal, sudoku_split, sudoku_steps,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("KERNEL", countless::Kernel::best().name())?;
        module.add(
            "PUZZLE_COLUMNS",
            countless::sudoku::puzzles::COLUMNS.to_vec(),
        )
    }
}
