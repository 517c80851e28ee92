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
mod columns_read;
mod common_flags;
mod cover_commands;
mod datasets;
mod document_commands;
mod drawings_show_cells;
mod equivalent_puzzles;
mod estimates_are_right;
mod explain_command;
mod explanations_are_sound;
mod figures;
mod format_examples;
mod generated_puzzles;
mod help_and_man;
mod import_cycles;
mod inlined_vectors;
mod invalid_records;
mod kept_columns;
mod langford;
mod ledger_paths;
mod limits;
mod long_runs;
mod neighbours_by_definition;
mod node_budget;
mod nothing_lost;
mod old_ledgers;
mod other_programs_files;
#[cfg(feature = "parquet")]
mod parquet;
mod pasted_inputs;
mod plan_options;
mod plans;
mod play_check;
mod program_basics;
mod puzzle_files;
mod queens_commands;
mod queens_files;
mod ratings;
mod read_or_refused;
mod region_boards;
mod report_page_tests;
mod resumed_counts;
mod resumed_rows;
mod row_formats;
mod several_inputs;
mod shards_merged;
mod side_files;
mod solver_against_plain;
mod sudoku_batches;
mod sudoku_variants;
mod techniques;
#[cfg(unix)]
mod terminal;
mod two_readings;
mod typing_mistakes;
mod unavoidable_and_scan;
mod version_0_1_ledgers;
