//! Any bytes as an input of puzzles: no line is lost, and the records are the same however the
//! input is cut into chunks.

#![no_main]

use countless::sudoku::puzzles::{PuzzleReject, ChunkReader, ReadOptions};
use countless::table::Input;
use libfuzzer_sys::fuzz_target;

/// A record, all of it, or the error that ends the input.
#[derive(Debug, PartialEq)]
enum Read {
    Record {
        line: u64,
        puzzle: Result<String, PuzzleReject>,
        text: String,
        tag: Option<String>,
        solution: Option<String>,
        fields: Vec<String>,
        row: Vec<u8>,
    },
    Error(String),
}

/// All of the input, in chunks of so many records.
fn read(text: &[u8], records_per_chunk: usize) -> Vec<Read> {
    let options = ReadOptions::new().records_per_chunk(records_per_chunk);
    let mut records = Vec::new();
    let input = Input::new("input", std::io::Cursor::new(text.to_vec()), None);
    let reader = match input
        .map_err(Into::into)
        .and_then(|input| ChunkReader::new(input, &options))
    {
        Ok(reader) => reader,
        Err(error) => return vec![Read::Error(error.to_string())],
    };
    let layout = reader.format().clone();
    for chunk in reader {
        match chunk {
            Ok(chunk) => layout.parse(&chunk, |record| {
                let puzzle = record.puzzle.map(|puzzle| {
                    let printed = puzzle.to_string();
                    assert_eq!(printed.parse().as_ref(), Ok(&puzzle), "it can be read");
                    printed
                });
                records.push(Read::Record {
                    line: record.line,
                    puzzle,
                    text: record.text.into_owned(),
                    tag: record.tag.map(str::to_owned),
                    solution: record.solution.map(str::to_owned),
                    fields: record.fields.iter().map(|it| it.to_string()).collect(),
                    row: record.row.to_owned(),
                });
            }),
            Err(error) => records.push(Read::Error(error.to_string())),
        }
    }
    records
}

fuzz_target!(|text: &[u8]| {
    assert_eq!(read(text, 1), read(text, 1024));
});
