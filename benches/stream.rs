//! Writing rows: solved puzzles through the engine, including their formatting, beside the writer
//! of the csv crate.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::sink;

use countless::engine::Run;
use countless::queens::Board;
use countless::sudoku::InputOrigin;
use countless::sudoku::{Ask, Solve};
use countless::table::{Format, Table};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const ROWS: u64 = 20_000;

/// Puzzles without a search: a full grid with its first cell empty.
fn puzzles() -> String {
    let grid = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let mut text = String::new();
    for _ in 0..ROWS {
        // Writing to a String cannot fail.
        let _ = writeln!(text, ".{}", &grid[1..]);
    }
    text
}

fn stream(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("stream");
    group.throughput(Throughput::Elements(ROWS));

    let text = puzzles();
    for threads in [1, 2] {
        group.bench_function(format!("solve/{threads}"), |bencher| {
            bencher.iter(|| {
                let text = InputOrigin::Text {
                    name: "bench".into(),
                    text: text.clone(),
                };
                let ask = Ask::open(Solve::new(), vec![text], None).expect("plain text");
                let mut nowhere = sink();
                let table = Table::writer(&mut nowhere, Format::Csv);
                let outcome = Run::new().threads(threads).write(&ask, table);
                assert_eq!(outcome.expect("a sink takes all").rows, ROWS);
            });
        });
    }
    // Prepared rows measure the writing alone in the csv crate.
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
    let mut nowhere = sink();
    let listing = Board::new(13).expect("it can be searched").listing();
    for threads in [1, 2] {
        let run = Run::new().threads(threads);
        group.bench_function(format!("list/{threads}"), |bencher| {
            bencher.iter(|| {
                let table = Table::writer(&mut nowhere, Format::Csv);
                run.write(&listing, table).expect("a sink takes all").rows
            });
        });
    }
    group.finish();
}

criterion_group!(benches, stream);
criterion_main!(benches);
