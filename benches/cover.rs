//! Exact covers: the search on one thread, and the count by memo, beside textbook dancing links
//! (Knuth 2000), which choose the item with the fewest options. Rooms joined to a tree are counted by
//! memo alone.

use std::hint::black_box;
use std::time::Duration;

use countless::Error;
use countless::cover::{BigCount, CoverMethod, CoverProblem, ExactCover, make};
use countless::engine::Run;
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};

/// Links of a cell to its neighbours in its row and column, which are cyclic lists.
#[derive(Clone, Copy, Default)]
struct Cell {
    left: usize,
    right: usize,
    up: usize,
    down: usize,
    item: usize,
}

/// Dancing links. Cell 0 is the head of the list of items. One cell for each item follows, then the
/// options.
struct Links {
    cells: Vec<Cell>,
    sizes: Vec<usize>,
}

impl Links {
    fn new(problem: &ExactCover) -> Self {
        let options: Vec<String> = (1..=problem.option_count())
            .filter_map(|option| problem.option_text(option))
            .collect();
        let mut names: Vec<&str> = options.iter().flat_map(|text| text.split(' ')).collect();
        names.sort_unstable();
        names.dedup();
        let items = names.len();
        assert_eq!(problem.primary_count(), items, "all items are primary");
        let head = |item| Cell {
            left: if item == 0 { items } else { item - 1 },
            right: (item + 1) % (items + 1),
            up: item,
            down: item,
            item,
        };
        let mut links = Self {
            cells: (0..=items).map(head).collect(),
            sizes: vec![0; items + 1],
        };
        for text in &options {
            let first = links.cells.len();
            let last = first + text.split(' ').count() - 1;
            for name in text.split(' ') {
                let at = links.cells.len();
                let item = 1 + names.binary_search(&name).expect("it is there");
                let up = links.cells[item].up;
                links.cells.push(Cell {
                    left: if at == first { last } else { at - 1 },
                    right: if at == last { first } else { at + 1 },
                    up,
                    down: item,
                    item,
                });
                links.cells[up].down = at;
                links.cells[item].up = at;
                links.sizes[item] += 1;
            }
        }
        links
    }

    fn cover(&mut self, item: usize) {
        let Cell { left, right, .. } = self.cells[item];
        self.cells[left].right = right;
        self.cells[right].left = left;
        let mut row = self.cells[item].down;
        while row != item {
            let mut at = self.cells[row].right;
            while at != row {
                let cell = self.cells[at];
                self.cells[cell.up].down = cell.down;
                self.cells[cell.down].up = cell.up;
                self.sizes[cell.item] -= 1;
                at = cell.right;
            }
            row = self.cells[row].down;
        }
    }

    fn uncover(&mut self, item: usize) {
        let mut row = self.cells[item].up;
        while row != item {
            let mut at = self.cells[row].left;
            while at != row {
                let cell = self.cells[at];
                self.cells[cell.up].down = at;
                self.cells[cell.down].up = at;
                self.sizes[cell.item] += 1;
                at = cell.left;
            }
            row = self.cells[row].up;
        }
        let Cell { left, right, .. } = self.cells[item];
        self.cells[left].right = item;
        self.cells[right].left = item;
    }

    fn count(&mut self) -> u64 {
        let mut item = self.cells[0].right;
        if item == 0 {
            return 1;
        }
        let mut next = item;
        while next != 0 {
            if self.sizes[next] < self.sizes[item] {
                item = next;
            }
            next = self.cells[next].right;
        }
        self.cover(item);
        let mut found = 0;
        let mut row = self.cells[item].down;
        while row != item {
            let mut at = self.cells[row].right;
            while at != row {
                self.cover(self.cells[at].item);
                at = self.cells[at].right;
            }
            found += self.count();
            let mut at = self.cells[row].left;
            while at != row {
                self.uncover(self.cells[at].item);
                at = self.cells[at].left;
            }
            row = self.cells[row].down;
        }
        self.uncover(item);
        found
    }
}

fn counted(problem: &ExactCover, method: CoverMethod) -> BigCount {
    let run = Run::new().threads(1);
    let cover = CoverProblem::counting(problem.clone(), method, &run);
    let cover = cover.expect("the method takes it");
    let outcome = cover.count(&run);
    outcome.expect("it is counted").total.solutions
}

fn problems() -> Result<Vec<(&'static str, ExactCover, bool)>, Error> {
    let board = |rows, columns| make::TilingBoard::rectangle(rows, columns);
    Ok(vec![
        ("soma", make::soma()?, false),
        ("langford 11", make::langford(11)?, false),
        ("latin 5", make::latin(5)?, true),
        (
            "pentominoes 3x20",
            make::pentominoes(&board(3, 20)?)?,
            false,
        ),
        (
            "pentominoes 5x12",
            make::pentominoes(&board(5, 12)?)?,
            false,
        ),
        ("dominoes 6x8", make::dominoes(6, 8)?, true),
    ])
}

fn covers(criterion: &mut Criterion) {
    for (name, problem, narrow) in problems().expect("they are small") {
        let mut group = criterion.benchmark_group(name);
        group.sampling_mode(SamplingMode::Flat).sample_size(10);
        group.measurement_time(Duration::from_secs(5));
        let expected = BigCount::from(Links::new(&problem).count());
        group.bench_function("dancing links", |bencher| {
            bencher.iter(|| Links::new(black_box(&problem)).count());
        });
        assert_eq!(counted(&problem, CoverMethod::Search), expected);
        group.bench_function("search", |bencher| {
            bencher.iter(|| counted(black_box(&problem), CoverMethod::Search));
        });
        if narrow {
            assert_eq!(counted(&problem, CoverMethod::Memo), expected);
            group.bench_function("memo", |bencher| {
                bencher.iter(|| counted(black_box(&problem), CoverMethod::Memo));
            });
        }
        group.finish();
    }
}

/// Rooms of 4×4 cells that doors join to a binary tree; options cover two or three cells in a row,
/// also through a door.
fn rooms(rooms: usize) -> Result<ExactCover, Error> {
    let mut problem = ExactCover::new();
    let cell = |room: usize, row: usize, column: usize| (room * 4 + row) * 4 + column;
    let mut beside = vec![Vec::new(); 16 * rooms];
    for (here, beside) in beside.iter_mut().enumerate() {
        problem.primary(&here.to_string())?;
        let (room, row, column) = (here / 16, here / 4 % 4, here % 4);
        let child = 2 * room + 1 + usize::from(column > 0);
        if row < 3 {
            beside.push(cell(room, row + 1, column));
        } else if column % 3 == 0 && child < rooms {
            beside.push(cell(child, 0, 1));
        }
        if column < 3 {
            beside.push(cell(room, row, column + 1));
        }
    }
    for (one, others) in beside.iter().enumerate() {
        for &two in others {
            problem.option(&[one, two].map(|cell| cell.to_string()))?;
            for &three in &beside[two] {
                problem.option(&[one, two, three].map(|cell| cell.to_string()))?;
            }
        }
    }
    Ok(problem)
}

/// Counts by memo in a tree of states. No other method counts them.
fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rooms");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    for number in [15, 127] {
        let problem = rooms(number).expect("it is small");
        let name = format!("memo, {number}");
        group.bench_function(name, |bencher| {
            bencher.iter(|| counted(black_box(&problem), CoverMethod::Memo));
        });
    }
    group.finish();
}

criterion_group!(benches, covers, trees);
criterion_main!(benches);
