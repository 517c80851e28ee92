//! Writing rows: solved puzzles through the engine, with their formatting, beside the
//! csv crate's writer.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{Cursor, sink};

use countless::engine::{List, Options, Order, Pulse, Stop, run};
use countless::io::Input;
use countless::queens::{Constraint, Listing};
use countless::simd::Kernel;
use countless::sudoku::puzzles::{ChunkReader, Options as ReadOptions};
use countless::sudoku::{Batch, BatchOptions};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const ROWS: u64 = 20_000;

/// Puzzles that take no search: a full grid with its first cell blank.
fn puzzles() -> String {
    let grid = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let mut text = String::new();
    for _ in 0..ROWS {
        // Writing to a String cannot fail.
        let _ = writeln!(text, ".{}", &grid[1..]);
    }
    text
}

fn options(threads: usize) -> Options {
    Options {
        threads,
        order: Order::Ascending,
    }
}

fn stream(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("stream");
    group.throughput(Throughput::Elements(ROWS));

    let text = puzzles();
    for threads in [1, 2] {
        group.bench_function(format!("solve/{threads}"), |bencher| {
            bencher.iter(|| {
                let input =
                    Input::new("bench", Cursor::new(text.clone()), None).expect("plain text");
                let reader = ChunkReader::new(input, &ReadOptions::default()).expect("a layout");
                let batch = Batch::new(reader.layout().clone(), BatchOptions::default());
                let mut list = List::new(sink(), "sink");
                let (stop, pulse) = (Stop::new(), Pulse::new(None));
                let subtrees = Batch::subtrees(reader.into());
                run(&batch, subtrees, &mut list, options(threads), &stop, &pulse)
                    .expect("no error");
                assert_eq!(list.rows, ROWS);
            });
        });
    }
    // The same rows, ready-made: what writing alone costs the csv crate.
    let puzzle = &text[..81];
    group.bench_function("csv", |bencher| {
        bencher.iter(|| {
            let mut writer = csv::Writer::from_writer(sink());
            for _ in 0..ROWS {
                let row = [black_box(puzzle), "unique", "1", puzzle];
                writer.write_record(row).expect("a sink takes all");
            }
            writer.flush().expect("a sink takes all");
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("list-13-queens");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(73_712));
    for threads in [1, 2] {
        group.bench_function(format!("list/{threads}"), |bencher| {
            bencher.iter(|| {
                let listing = Listing::new(
                    &Constraint::new(13),
                    Kernel::best(),
                    threads,
                    countless::io::Format::Csv,
                );
                let mut list = List::<u128, _>::new(sink(), "sink");
                let subtrees = listing.subtrees().map(Ok);
                let (stop, pulse) = (Stop::new(), Pulse::new(None));
                run(
                    &listing,
                    subtrees,
                    &mut list,
                    options(threads),
                    &stop,
                    &pulse,
                )
                .expect("no error");
                list.rows
            });
        });
    }
    group.finish();
}

criterion_group!(benches, stream);
criterion_main!(benches);
