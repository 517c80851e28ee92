//! Any bytes as an input of puzzles: no line is lost, and the records are the same however the
//! input is cut into chunks.

#![no_main]

use countless::unstable::io::Input;
use countless::unstable::sudoku::puzzles::Options;
use countless::unstable::sudoku::puzzles::ChunkReader;
use libfuzzer_sys::fuzz_target;

/// The records as text, or the error that ends the input.
fn read(text: &[u8], records_per_chunk: usize) -> Vec<String> {
    let options = Options {
        records_per_chunk,
        ..Options::default()
    };
    let mut records = Vec::new();
    let input = Input::new("input", std::io::Cursor::new(text.to_vec()), None);
    let reader = match input.and_then(|input| ChunkReader::new(input, &options)) {
        Ok(reader) => reader,
        Err(error) => return vec![error.to_string()],
    };
    let layout = reader.layout().clone();
    for chunk in reader {
        match chunk {
            Ok(chunk) => layout.parse(&chunk, |record| {
                if let Ok(puzzle) = &record.puzzle {
                    let again = puzzle.to_string().parse();
                    assert_eq!(again.as_ref(), Ok(puzzle), "what is printed can be read");
                }
                records.push(format!("{record:?}"));
            }),
            Err(error) => records.push(error.to_string()),
        }
    }
    records
}

fuzz_target!(|text: &[u8]| {
    assert_eq!(read(text, 1), read(text, 1024));
});
