//! Tests of the whole program and of the public library, one file for each subject.
//!
//! All files form one program, because linking one for each would take longer than the tests.
//! `cargo test --test all parquet::` runs the tests of one file.

mod common;

#[cfg(unix)]
mod attacks;
mod awkward_problems;
mod bench;
mod board_variants;
mod borders;
mod columns;
mod common_flags;
mod cover_commands;
mod datasets;
mod document_commands;
mod drawings;
mod equivalent_puzzles;
mod estimates;
mod explain_command;
mod explainer_ratings;
mod explanations;
mod figures;
mod format_examples;
mod generated_puzzles;
mod help_and_man;
mod import_cycles;
mod inline_runs;
mod inlined_vectors;
mod invalid_records;
mod langford;
mod ledger_paths;
mod limits;
mod long_runs;
mod losses;
mod neighbours;
mod node_budget;
mod old_ledgers;
mod other_programs;
#[cfg(feature = "parquet")]
mod parquet;
mod partial_boards;
mod passed_columns;
mod pasted_inputs;
mod plan_options;
mod plans;
mod play_check;
mod printed_puzzles;
mod program_basics;
mod program_formats;
mod puzzle_files;
mod queens_commands;
mod queens_files;
mod ratings;
mod region_boards;
mod region_reader;
mod rejects;
mod report_page;
mod resumed_counts;
mod resumed_rows;
mod row_formats;
mod several_inputs;
mod shards;
mod side_files;
mod solver;
mod sudoku_batches;
mod sudoku_variants;
mod techniques;
#[cfg(unix)]
mod terminal;
mod training_sets;
mod two_readings;
mod typing_mistakes;
mod unavoidable_and_scan;
mod version_0_1_ledgers;
mod zero_readings;
