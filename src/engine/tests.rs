//! The driver, with problems made to be awkward.

use std::thread;
use std::time::Duration;

use super::{Count, First, List, Options, Order, Part, Problem, Pulse, Reason, Stop, Subtree, run};
use crate::error::Error;
use proptest::prelude::*;

/// Subtree `r` gives `r` rows that name it, slowly enough to overtake each other.
struct Repeat;

impl Problem for Repeat {
    type Root = u64;
    type Worker = ();
    type Tally = u128;

    fn worker(&self) {}

    fn search(&self, (): &mut (), root: u64, part: &mut Part<'_, u128>) -> u128 {
        for row in 0..root {
            part.buffer()
                .extend_from_slice(format!("{root}:{row}{:>2000}\n", "").as_bytes());
            if part.end_row().is_break() {
                break;
            }
        }
        u128::from(root)
    }
}

fn subtrees(roots: &[u64]) -> impl Iterator<Item = Result<Subtree<u64>, Error>> + Send {
    roots.iter().zip(0..).map(|(&root, index)| {
        Ok(Subtree {
            index,
            cost: root,
            root,
        })
    })
}

fn rows(roots: &[u64]) -> Vec<String> {
    let row = |root: &u64| {
        let root = *root;
        (0..root).map(move |row| format!("{root}:{row}{:>2000}", ""))
    };
    roots.iter().flat_map(row).collect()
}

fn lines(bytes: &[u8]) -> Vec<String> {
    let text = str::from_utf8(bytes).expect("rows are text");
    text.lines().map(str::to_owned).collect()
}

fn options(threads: usize, order: Order) -> Options {
    Options { threads, order }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn ascending_output_is_that_of_one_thread(
        roots in prop::collection::vec(0_u64..400, 0..40),
        threads in 1_usize..6,
    ) {
        let (stop, pulse) = (Stop::new(), Pulse::new(None));
        let mut list = List::new(Vec::new(), "memory");
        let report = run(&Repeat, subtrees(&roots), &mut list, options(threads, Order::Ascending), &stop, &pulse)?;
        prop_assert_eq!(report.subtrees, roots.len() as u64);
        prop_assert_eq!(list.total, u128::from(roots.iter().sum::<u64>()));
        prop_assert_eq!(pulse.done(), roots.iter().sum::<u64>());
        prop_assert_eq!(lines(&list.into_inner()), rows(&roots));
    }

    #[test]
    fn any_order_gives_the_same_rows(roots in prop::collection::vec(0_u64..400, 0..20), threads in 1_usize..6) {
        let mut list = List::new(Vec::new(), "memory");
        run(&Repeat, subtrees(&roots), &mut list, options(threads, Order::Any), &Stop::new(), &Pulse::new(None))?;
        let (mut got, mut expected) = (lines(&list.into_inner()), rows(&roots));
        got.sort();
        expected.sort();
        prop_assert_eq!(got, expected);
    }

    #[test]
    fn the_first_rows_are_a_prefix(
        roots in prop::collection::vec(0_u64..400, 0..20),
        threads in 1_usize..6,
        limit in 1_u64..2000,
    ) {
        let stop = Stop::new();
        let mut first = First::new(limit, List::new(Vec::new(), "memory"));
        run(&Repeat, subtrees(&roots), &mut first, options(threads, Order::Ascending), &stop, &Pulse::new(None))?;
        let mut expected = rows(&roots);
        let reached = expected.len() as u64 >= limit;
        expected.truncate(limit as usize);
        prop_assert_eq!(first.sink.rows, expected.len() as u64);
        prop_assert_eq!(lines(&first.sink.into_inner()), expected);
        prop_assert_eq!(stop.reason(), reached.then_some(Reason::Limit));
    }
}

#[test]
fn an_error_of_the_source_comes_after_the_subtrees_before_it() {
    let roots = [100, 3, 200];
    let source = subtrees(&roots).chain([Err(Error::Threads("lost".into()))]);
    let mut list = List::<u128, _>::new(Vec::new(), "memory");
    let result = run(
        &Repeat,
        source,
        &mut list,
        options(2, Order::Ascending),
        &Stop::new(),
        &Pulse::new(None),
    );
    assert!(matches!(result, Err(Error::Threads(text)) if text == "lost"));
    assert_eq!(lines(&list.into_inner()), rows(&roots));
}

/// Fails or reports a closed pipe after a few bytes.
struct Broken(usize, std::io::ErrorKind);

impl std::io::Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 {
            Err(self.1.into())
        } else {
            Ok(taken)
        }
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_stops_the_run_quietly_and_a_full_disk_with_an_error() {
    let roots = [400; 64];
    let go = |kind, stop: &Stop| {
        let mut list = List::<u128, _>::new(Broken(300_000, kind), "disk");
        run(
            &Repeat,
            subtrees(&roots),
            &mut list,
            options(3, Order::Ascending),
            stop,
            &Pulse::new(None),
        )
    };
    let stop = Stop::new();
    let report = go(std::io::ErrorKind::BrokenPipe, &stop).expect("no error");
    assert_eq!(report.stopped, Some(Reason::Closed));
    let stop = Stop::new();
    let error = go(std::io::ErrorKind::StorageFull, &stop).expect_err("disk is full");
    assert!(error.to_string().contains("disk"), "{error}");
    assert_eq!(stop.reason(), Some(Reason::Failed));
}

/// Waits in subtree 0 until it is told to stop, while the others fill the window.
struct Stuck;

impl Problem for Stuck {
    type Root = u64;
    type Worker = ();
    type Tally = u128;

    fn worker(&self) {}

    fn search(&self, (): &mut (), root: u64, part: &mut Part<'_, u128>) -> u128 {
        if root == 0 {
            while !part.stop().load(std::sync::atomic::Ordering::Relaxed) {
                thread::yield_now();
            }
            return 0;
        }
        Repeat.search(&mut (), 100_000, part)
    }
}

#[test]
fn an_interrupt_wakes_workers_that_wait_for_their_turn() {
    let stop = Stop::new();
    let mut count = Count::default();
    let report = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            stop.raise(Reason::Interrupted);
        });
        run(
            &Stuck,
            subtrees(&[0, 1, 2, 3]),
            &mut count,
            options(3, Order::Ascending),
            &stop,
            &Pulse::new(None),
        )
    });
    let report = report.expect("an interrupt is no error");
    assert_eq!(
        (report.stopped, report.subtrees),
        (Some(Reason::Interrupted), 0)
    );
    assert_eq!(count.total, 0);
}

/// Panics in the first subtree.
struct Panics;

impl Problem for Panics {
    type Root = u64;
    type Worker = ();
    type Tally = u128;

    fn worker(&self) {}

    fn search(&self, (): &mut (), root: u64, part: &mut Part<'_, u128>) -> u128 {
        assert!(root > 0, "as expected");
        Repeat.search(&mut (), 20_000, part)
    }
}

#[test]
fn a_panic_in_a_worker_is_passed_on_and_hangs_nobody() {
    let result = std::panic::catch_unwind(|| {
        let mut count = Count::default();
        let stop = Stop::new();
        let (options, pulse) = (options(3, Order::Ascending), Pulse::new(None));
        run(
            &Panics,
            subtrees(&[0, 1, 2]),
            &mut count,
            options,
            &stop,
            &pulse,
        )
    });
    assert!(result.is_err());
}
