//! Puzzles solved and proved unique per second, beside `sudoku` 0.8 and `rustoku-lib`. Solutions
//! counted per second, beside `sudoku` 0.8. Canonical forms per second.
//!
//! `COUNTLESS_DATASETS` names a folder of sets: `.txt` files with one puzzle per line. Without it,
//! one set is generated. Slower solvers get an evenly spaced sample of each set, sized for a
//! reasonable time.

use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use countless::Kernel;
use countless::sudoku::Canonizer;
use countless::sudoku::lanes::Lanes;
use countless::sudoku::{Grid, PencilMarks};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn of_digits(digits: [u8; 81]) -> Grid {
    Grid::new(digits).expect("digits are 0 to 9")
}

/// Reads the puzzles of a file.
fn read(path: &Path) -> Vec<Grid> {
    let text = std::fs::read_to_string(path).expect("a set can be read");
    let puzzles = text
        .lines()
        .filter(|line| line.len() >= 81 && !line.starts_with('#'));
    let digit = |c: u8| if c.is_ascii_digit() { c - b'0' } else { 0 };
    puzzles
        .map(|line| of_digits(std::array::from_fn(|cell| digit(line.as_bytes()[cell]))))
        .collect()
}

fn sets() -> Vec<(String, Vec<Grid>)> {
    let Some(folder) = std::env::var_os("COUNTLESS_DATASETS") else {
        let puzzles = (0..1000).map(|_| of_digits(sudoku::Sudoku::generate().to_bytes()));
        return vec![("generated".into(), puzzles.collect())];
    };
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("COUNTLESS_DATASETS is a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    paths.sort();
    let name = |path: &Path| {
        path.file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
    };
    paths
        .iter()
        .map(|path| (name(path).unwrap_or_default(), read(path)))
        // A small set would only measure the start of a search.
        .filter(|(_, puzzles)| puzzles.len() >= 100)
        .collect()
}

/// Evenly spaced sample of at most `number` puzzles.
fn sample(puzzles: &[Grid], number: usize) -> Vec<Grid> {
    let step = puzzles.len().div_ceil(number);
    puzzles.iter().copied().step_by(step).collect()
}

fn solve(criterion: &mut Criterion) {
    for (set, puzzles) in sets() {
        let mut group = criterion.benchmark_group(format!("sudoku-{set}"));
        let puzzles = sample(&puzzles, 10_000);
        group.sample_size(10);
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        for kernel in Kernel::available() {
            let mut lanes = Lanes::new();
            let mut outcomes = Vec::new();
            group.bench_function(BenchmarkId::new("countless", kernel), |bencher| {
                bencher.iter(|| lanes.solve(kernel, black_box(&puzzles), 2, &mut outcomes));
            });
        }
        let some = sample(&puzzles, 500);
        group.throughput(Throughput::Elements(some.len() as u64));
        let parsed: Vec<_> = some
            .iter()
            .filter_map(|p| sudoku::Sudoku::from_bytes(*p.digits()).ok())
            .collect();
        group.bench_function("sudoku 0.8", |bencher| {
            bencher.iter(|| {
                black_box(&parsed)
                    .iter()
                    .filter(|p| p.is_uniquely_solvable())
                    .count()
            });
        });
        let few = sample(&puzzles, 5);
        group.throughput(Throughput::Elements(few.len() as u64));
        group.bench_function("rustoku-lib", |bencher| {
            bencher.iter(|| black_box(&few).iter().filter(|p| rustoku_unique(p)).count());
        });
        group.finish();
    }
}

/// Puzzle with 1,567,965 solutions, confirmed by two independent solvers.
const MANY: &str =
    ".................1.....2.3........2...1.4......5.......3......4.7..8...962...7...";

fn count(criterion: &mut Criterion) {
    let puzzle = sudoku::Sudoku::from_str_line(MANY).expect("a puzzle");
    let marks = PencilMarks::from(&of_digits(puzzle.to_bytes()));
    let mut group = criterion.benchmark_group("sudoku-count");
    group.sample_size(10);
    group.throughput(Throughput::Elements(1_567_965));
    let never = AtomicBool::new(false);
    for kernel in Kernel::available() {
        let mut counts = Vec::new();
        group.bench_function(BenchmarkId::new("countless", kernel), |bencher| {
            bencher.iter(|| {
                // A new worker is needed, because its cache of bands would contain those of the
                // last count.
                let mut lanes = Lanes::new();
                lanes.count_up_to(kernel, black_box(&[marks]), u128::MAX, &never, &mut counts);
                assert_eq!(counts, [1_567_965]);
            });
        });
    }
    group.bench_function("sudoku 0.8", |bencher| {
        bencher.iter(|| black_box(puzzle).solutions_count_up_to(usize::MAX));
    });
    group.finish();
}

/// Measures canonical forms of puzzles and of their solutions.
fn canon(criterion: &mut Criterion) {
    for (set, puzzles) in sets() {
        let puzzles = sample(&puzzles, 10_000);
        let mut outcomes = Vec::new();
        Lanes::new().solve(Kernel::best(), &puzzles, 2, &mut outcomes);
        let solved: Vec<Grid> = outcomes.iter().map(|outcome| outcome.solution).collect();
        let mut group = criterion.benchmark_group(format!("sudoku-canon-{set}"));
        group.sample_size(10);
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        for (what, grids) in [("puzzles", puzzles), ("solved", solved)] {
            for kernel in Kernel::available() {
                let (mut canonizer, mut forms) = (Canonizer::default(), Vec::new());
                group.bench_function(BenchmarkId::new(what, kernel), |bencher| {
                    bencher.iter(|| canonizer.run(kernel, black_box(&grids), &mut forms));
                });
            }
        }
        group.finish();
    }
}

/// True if `rustoku-lib` finds exactly one solution.
fn rustoku_unique(puzzle: &Grid) -> bool {
    let digits = puzzle.digits();
    let board = std::array::from_fn(|row| std::array::from_fn(|column| digits[9 * row + column]));
    rustoku_lib::Rustoku::new(rustoku_lib::core::Board::new(board))
        .is_ok_and(|mut board| board.count_solutions_until(2) == 1)
}

criterion_group!(benches, solve, count, canon);
criterion_main!(benches);
