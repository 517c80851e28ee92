//! Counting queens: each method and kernel beside the textbook recursion and the crate `nqueens`,
//! on one thread.
//!
//! `COUNTLESS_BENCH_ROWS=17` also measures boards up to that size, which takes minutes.

use std::hint::black_box;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use countless::Kernel;
use countless::queens::BoardVariant;
use countless::queens::join::{self, Join};
use countless::queens::search::{BoardSearcher, SearchBoard, split, symmetry_subtrees};
use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};

/// Maximum number of rows for `nqueens`, which collects its solutions.
const NQUEENS_ROWS: usize = 12;

/// Textbook recursion: bit masks of columns and diagonals, half of the first row, mirrored.
fn textbook(n: usize) -> u64 {
    fn place(full: u32, columns: u32, left: u32, right: u32) -> u64 {
        if columns == full {
            return 1;
        }
        let mut free = full & !(columns | left | right);
        let mut count = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            count += place(
                full,
                columns | queen,
                (left | queen) << 1,
                (right | queen) >> 1,
            );
        }
        count
    }
    let full = (1 << n) - 1;
    let first = |column: usize| place(full, 1 << column, 2 << column, 1 << column >> 1);
    let half: u64 = (0..n / 2).map(first).sum();
    let middle = if n % 2 == 1 { first(n / 2) } else { 0 };
    2 * half + middle
}

fn by_search(kernel: Kernel, n: usize) -> u64 {
    let (mut worker, stop) = (BoardSearcher::new(kernel), AtomicBool::new(false));
    let counts = symmetry_subtrees(n, n, &BoardVariant::default())
        .into_iter()
        .map(|case| {
            let count = worker.count(&case.board, &stop).expect("nothing stops it");
            case.weight * count
        });
    counts.sum()
}

fn by_join(kernel: Kernel, n: usize) -> u64 {
    let join = Join::new(n as u32).expect("the board is neither too small nor too large");
    let mut worker = join::JoinScratch::default();
    let counts = join
        .orbits()
        .map(|orbit| orbit.count(kernel, &mut worker).solutions);
    counts.sum()
}

/// Formats all solutions as CSV and discards the text. Returns its length in bytes.
fn listing(kernel: Kernel, n: usize) -> u64 {
    let (mut worker, stop) = (BoardSearcher::new(kernel), AtomicBool::new(false));
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for prefix in split(&SearchBoard::new(n), 2) {
        let flow = worker.list(&prefix.board, &stop, &mut |solutions| {
            rows.clear();
            solutions.write_csv(&mut rows);
            bytes += rows.len() as u64;
            Continue(())
        });
        assert!(flow.is_continue());
    }
    bytes
}

/// Counts all solutions by the search of [`listing`], without symmetry.
fn visiting(kernel: Kernel, n: usize) -> u64 {
    let (mut worker, stop) = (BoardSearcher::new(kernel), AtomicBool::new(false));
    let prefixes = split(&SearchBoard::new(n), 2);
    let counts = prefixes
        .iter()
        .map(|prefix| worker.count(&prefix.board, &stop));
    counts.map(|count| count.expect("nothing stops it")).sum()
}

fn queens(criterion: &mut Criterion) {
    let largest = std::env::var("COUNTLESS_BENCH_ROWS")
        .ok()
        .and_then(|rows| rows.parse().ok());
    for n in 12..=largest.unwrap_or(16) {
        let mut group = criterion.benchmark_group(format!("queens-{n}"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group
            .warm_up_time(Duration::from_millis(200))
            .measurement_time(Duration::from_secs(1));
        group.bench_function("textbook", |bencher| {
            bencher.iter(|| textbook(black_box(n)));
        });
        if n <= NQUEENS_ROWS {
            let solve = || nqueens::board::NQueens::new(black_box(n)).solve();
            group.bench_function("nqueens", |bencher| bencher.iter(solve));
        }
        for kernel in Kernel::available() {
            group.bench_function(BenchmarkId::new("join", kernel), |bencher| {
                bencher.iter(|| by_join(kernel, black_box(n)));
            });
            group.bench_function(BenchmarkId::new("search", kernel), |bencher| {
                bencher.iter(|| by_search(kernel, black_box(n)));
            });
            group.bench_function(BenchmarkId::new("visit", kernel), |bencher| {
                bencher.iter(|| visiting(kernel, black_box(n)));
            });
            group.bench_function(BenchmarkId::new("list", kernel), |bencher| {
                bencher.iter(|| listing(kernel, black_box(n)));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, queens);
criterion_main!(benches);
