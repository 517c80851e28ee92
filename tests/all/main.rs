//! Tests of the whole program and of the public library, one file for each subject.
//!
//! All files form one program, because linking one for each would take longer than the tests.
//! `cargo test --test all parquet::` runs the tests of one file.

mod common;

#[cfg(unix)]
mod attacks;
mod batch;
mod bench;
mod borders;
mod budget;
mod canon;
mod circles;
mod cli;
mod complaints;
mod cover;
mod datasets;
mod engine;
mod estimate;
mod explain;
mod explain_command;
mod flags;
mod foreign;
mod format_table;
mod formats;
mod generate;
mod help;
mod inputs;
mod inside;
mod kinds;
mod langford;
mod ledger_paths;
mod ledgers;
mod long_runs;
mod mistakes;
mod neighbours;
mod old_ledgers;
mod options;
#[cfg(feature = "parquet")]
mod parquet;
mod plans;
mod play_check;
mod puzzles;
mod queens;
mod queens_files;
mod rate;
mod reading;
mod readme;
mod regions;
mod report;
mod resume;
mod resume_solve;
mod shapes;
mod shards;
mod show;
mod special;
mod sudoku;
mod techniques;
#[cfg(unix)]
mod terminal;
