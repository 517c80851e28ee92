//! The engine, with problems made to be awkward.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use countless::engine::{
    CancelToken, Emitter, Granularity, Outcome, Problem, Progress, Reason, Run, Subtrees, Tally,
};
use countless::ledger::RowParts;
use countless::ledger::{Records, Shard, Spec};
use countless::table::{Columns, Fields, Format, Row, Table};
use countless::{Error, Kernel};
use proptest::prelude::*;

/// Long row, so that blocks fill.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line(String);

impl Row for Line {
    fn fields(&self, fields: &mut impl Fields) {
        fields.text(self.0.as_bytes());
    }
}

fn line(root: u64, row: u64) -> Line {
    Line(format!("{root}:{row}{:>2000}", ""))
}

/// Behaviour of a subtree besides its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trick {
    None,
    /// Half of the rows are deferred, and a quarter is deferred again.
    Defers,
    /// Subtree 0 waits until it is cancelled.
    Waits,
    /// Subtree 0 waits until another subtree is searched.
    Meets,
    /// Subtree 0 panics.
    Panics,
    /// Subtrees sleep a fifth of a second.
    Sleeps,
    /// The recorded result of any subtree is refused.
    Forgets,
}

/// Problem whose subtree `r` has `r` rows with its number. The search is slow enough for subtrees
/// to overtake each other.
#[derive(Debug)]
struct Repeat {
    roots: Vec<u64>,
    trick: Trick,
    /// The stream of subtrees fails after the last one.
    fails: bool,
    searched: AtomicU64,
}

fn repeat(roots: &[u64]) -> Repeat {
    Repeat {
        roots: roots.to_vec(),
        trick: Trick::None,
        fails: false,
        searched: AtomicU64::new(0),
    }
}

impl Problem for Repeat {
    /// Number in the rows, and half-open range of rows.
    type Root = (u64, u64, u64);
    type Scratch = ();
    type Solution = Line;

    fn spec(&self) -> Result<Spec, Error> {
        Ok(Spec::new("repeat", "none").with("roots", format!("{:?}", self.roots)))
    }

    fn columns(&self) -> Columns {
        Columns::new().field("line")
    }

    fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, Self::Root>, Error> {
        let roots = self.roots.iter().map(|&root| Ok((root, (root, 0, root))));
        let failure = self.fails.then(|| Err(Error::Threads("lost".into())));
        let cost = self.roots.iter().sum();
        let subtrees = Subtrees::stream("roots", roots.chain(failure));
        Ok(subtrees
            .with_count(Some(self.roots.len() as u64))
            .with_cost(Some(cost)))
    }

    fn scratch(&self, _: Kernel) {}

    fn search(
        &self,
        (): &mut (),
        (root, start, end): Self::Root,
        emitter: &mut Emitter<'_, Self>,
    ) -> Tally {
        self.searched.fetch_add(1, Ordering::Relaxed);
        if root == 0 && self.trick == Trick::Waits {
            while !emitter.is_cancelled() {
                thread::yield_now();
            }
        }
        if root == 0 && self.trick == Trick::Meets {
            while self.searched.load(Ordering::Relaxed) < 2 {
                thread::yield_now();
            }
        }
        if self.trick == Trick::Sleeps {
            thread::sleep(Duration::from_millis(200));
        }
        assert!(root > 0 || self.trick != Trick::Panics, "as expected");
        let mut own = end;
        if self.trick == Trick::Defers && end - start > 3 {
            own = start.midpoint(end);
            let middle = own.midpoint(end);
            emitter.defer((root, own, middle));
            emitter.defer((root, middle, end));
        }
        for row in start..own {
            if emitter.push(line(root, row)).is_break() {
                break;
            }
        }
        Tally::of(own - start)
    }

    fn recall(
        &self,
        _: Self::Root,
        recorded: &Tally,
        _: &mut Emitter<'_, Self>,
    ) -> Result<Tally, String> {
        if self.trick == Trick::Forgets {
            return Err("nothing can be recalled".to_owned());
        }
        self.tally_of(recorded)
    }
}

fn rows(roots: &[u64]) -> Vec<String> {
    let row = |&root: &u64| (0..root).map(move |row| line(root, row).0);
    roots.iter().flat_map(row).collect()
}

fn lines(bytes: &[u8]) -> Vec<String> {
    let text = str::from_utf8(bytes).expect("rows are text");
    text.lines().skip(1).map(str::to_owned).collect()
}

/// Rows and outcome of a run.
fn written(problem: &Repeat, run: &Run) -> (Vec<String>, Outcome) {
    let mut bytes = Vec::new();
    let outcome = run
        .write(problem, Table::writer(&mut bytes, Format::Csv))
        .expect("memory can be written");
    (lines(&bytes), outcome)
}

fn tricks() -> impl Strategy<Value = Trick> {
    prop_oneof![Just(Trick::None), Just(Trick::Defers)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn ascending_output_is_that_of_one_thread(
        roots in prop::collection::vec(0_u64..400, 0..40),
        threads in 1_usize..6,
        trick in tricks(),
    ) {
        let problem = Repeat { trick, ..repeat(&roots) };
        let progress = Arc::new(Progress::new());
        let (got, outcome) = written(&problem, &Run::new().threads(threads).progress(&progress));
        let sum = roots.iter().sum::<u64>();
        prop_assert_eq!(outcome.subtrees, roots.len() as u64);
        prop_assert_eq!((outcome.total.count, outcome.rows), (sum.into(), sum));
        prop_assert_eq!((progress.done(), progress.solutions()), (sum, sum));
        prop_assert_eq!(got, rows(&roots));
    }

    #[test]
    fn any_order_gives_the_same_rows(
        roots in prop::collection::vec(0_u64..400, 0..20),
        threads in 1_usize..6,
        trick in tricks(),
    ) {
        let problem = Repeat { trick, ..repeat(&roots) };
        let (mut got, _) = written(&problem, &Run::new().threads(threads).unordered());
        let mut expected = rows(&roots);
        got.sort();
        expected.sort();
        prop_assert_eq!(got, expected);
    }

    #[test]
    fn solutions_are_handed_over_as_they_would_be_written(
        roots in prop::collection::vec(0_u64..100, 0..20),
        threads in 1_usize..4,
        trick in tricks(),
    ) {
        let problem = Repeat { trick, ..repeat(&roots) };
        let mut got = Vec::new();
        Run::new().threads(threads).for_each(&problem, |line| got.push(line.0))?;
        prop_assert_eq!(got, rows(&roots));
    }

    #[test]
    fn the_first_rows_are_a_prefix(
        roots in prop::collection::vec(0_u64..400, 0..20),
        threads in 1_usize..6,
        limit in 1_u64..2000,
        trick in tricks(),
    ) {
        let problem = Repeat { trick, ..repeat(&roots) };
        let (got, outcome) = written(&problem, &Run::new().threads(threads).limit(limit));
        let mut expected = rows(&roots);
        let reached = expected.len() as u64 >= limit;
        expected.truncate(limit as usize);
        prop_assert_eq!(outcome.rows, expected.len() as u64);
        prop_assert_eq!(outcome.stopped, reached.then_some(Reason::Limit));
        prop_assert_eq!(got, expected);
    }

    /// A run that was interrupted any number of times, after any rows, ends with the rows of an
    /// uninterrupted run.
    #[test]
    fn rows_beside_a_ledger_are_continued(
        roots in prop::collection::vec(0_u64..60, 1..20),
        threads in 1_usize..4,
        stops in prop::collection::vec(0_u64..800, 0..4),
        trick in tricks(),
    ) {
        let folder = tempfile::tempdir()?;
        let (ledger, path) = (folder.path().join("ledger.csv"), folder.path().join("rows.csv"));
        let problem = Repeat { trick, ..repeat(&roots) };
        let run = Run::new().threads(threads).ledger(&ledger);
        for stop in stops {
            let token = CancelToken::new();
            let (left, other) = (Arc::new(AtomicU64::new(stop)), token.clone());
            let tell = move |_| {
                if left.fetch_sub(1, Ordering::Relaxed) == 0 {
                    other.cancel(Reason::Interrupted);
                }
            };
            run.clone().cancel(&token).on_subtree(tell).write(&problem, Table::file(&path, Format::Csv))?;
        }
        let outcome = run.write(&problem, Table::file(&path, Format::Csv))?;
        prop_assert_eq!(outcome.total.count, u128::from(roots.iter().sum::<u64>()));
        prop_assert_eq!(lines(&std::fs::read(&path)?), rows(&roots));
        // A further run of the complete ledger searches nothing.
        let before = problem.searched.load(Ordering::Relaxed);
        run.write(&problem, Table::file(&path, Format::Csv))?;
        prop_assert_eq!(problem.searched.load(Ordering::Relaxed), before);
        prop_assert_eq!(lines(&std::fs::read(&path)?), rows(&roots));
    }
}

#[test]
fn shards_add_up_and_their_rows_are_joined() -> Result<(), Box<dyn std::error::Error>> {
    let roots = [5, 0, 7, 3, 9, 1, 2];
    let problem = repeat(&roots);
    let folder = tempfile::tempdir()?;
    let run = Run::new().ledger(folder.path());
    let (mut total, mut parts, mut all) = (0, RowParts::default(), None);
    for index in 0..3 {
        let shard = Shard::new(index, 3).expect("it is less than three");
        let run = run.clone().shard(shard);
        let outcome = run.write(&problem, Table::stdout(Format::Csv))?;
        total += outcome.total.count;
        let ledger = run.ledger_file().expect("there is one");
        let records = Records::read(&ledger)?;
        parts.add(&ledger, &records)?;
        all.get_or_insert(records.clone())
            .merge(vec![(records, "again".to_owned())])?;
        // A complete shard is not searched again.
        let again = run.write(&problem, Table::stdout(Format::Csv))?;
        assert_eq!(again.total.count, outcome.total.count);
    }
    assert_eq!(total, 27);
    let path = folder.path().join("joined");
    parts.join(b"line\n", roots.len() as u64, &path)?;
    assert_eq!(lines(&std::fs::read(path)?), rows(&roots));
    Ok(())
}

#[test]
fn a_ledger_has_the_time_of_the_processor() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let ledger = folder.path().join("ledger.csv");
    let problem = Repeat {
        trick: Trick::Sleeps,
        ..repeat(&[1, 2])
    };
    let run = Run::new().threads(1).ledger(&ledger);
    let outcome = run.count(&problem)?;
    assert_eq!((outcome.total.count, outcome.recalled.count), (3, 0));
    let records = Records::read(&ledger)?;
    let mut records = records.records();
    // Windows counts the time of a thread too coarsely: there it is wall time.
    assert!(cfg!(windows) || records.all(|record| record.elapsed < Duration::from_millis(200)));
    let outcome = run.count(&problem)?;
    assert_eq!((outcome.total.count, outcome.recalled.count), (3, 3));
    assert_eq!(outcome.without_recalled(|total| total.count), 0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn shards_without_a_ledger_add_up(
        roots in prop::collection::vec(0_u64..40, 0..20),
        threads in 1_usize..4,
        shards in 1_u64..5,
        trick in tricks(),
    ) {
        let problem = Repeat { trick, ..repeat(&roots) };
        let mut listed = Vec::new();
        for index in 0..shards {
            let shard = Shard::new(index, shards).expect("it is less");
            let run = Run::new().threads(threads).shard(shard);
            let (rows, outcome) = written(&problem, &run);
            let own = roots.iter().zip(0..).filter(|&(_, subtree)| shard.contains(subtree));
            let own: Vec<u64> = own.map(|(&root, _)| root).collect();
            prop_assert_eq!(outcome.shard(), Some(shard).filter(|&shard| shard != Shard::WHOLE));
            prop_assert_eq!(outcome.total.count, u128::from(own.iter().sum::<u64>()));
            prop_assert_eq!(run.count(&problem)?.total.count, outcome.total.count);
            let mut visited = Vec::new();
            run.for_each(&problem, |line| visited.push(line.0))?;
            prop_assert_eq!(&visited, &crate::awkward_problems::rows(&own));
            prop_assert_eq!(&rows, &visited);
            listed.extend(rows);
        }
        prop_assert_eq!(listed.len() as u64, roots.iter().sum::<u64>());
    }
}

/// The split does not depend on the threads of a machine.
#[test]
fn shards_without_a_ledger_are_cut_alike_everywhere() -> Result<(), Box<dyn std::error::Error>> {
    let board = countless::queens::Board::new(9)?;
    let part = |index, threads| {
        let shard = Shard::new(index, 2).expect("it is less");
        let outcome = Run::new()
            .threads(threads)
            .shard(shard)
            .count(&board.counter());
        outcome.map(|outcome| outcome.total.count)
    };
    assert_eq!(part(0, 1)?, part(0, 7)?);
    assert_eq!(part(0, 1)? + part(1, 7)?, 352);
    assert!(part(0, 2)? < 352);
    Ok(())
}

#[test]
fn what_cannot_be_recalled_ends_the_run_with_the_line_of_the_ledger()
-> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let run = Run::new()
        .threads(3)
        .ledger(folder.path().join("ledger.csv"));
    run.count(&repeat(&[1, 2, 3]))?;
    let problem = Repeat {
        trick: Trick::Forgets,
        ..repeat(&[1, 2, 3])
    };
    let error = run.count(&problem).expect_err("it is refused").to_string();
    assert!(
        error.ends_with("nothing can be recalled") && error.contains("ledger.csv:"),
        "{error}"
    );
    Ok(())
}

#[test]
fn an_error_of_the_source_comes_after_the_subtrees_before_it() {
    let roots = [100, 3, 200];
    let problem = Repeat {
        fails: true,
        ..repeat(&roots)
    };
    let mut got = Vec::new();
    let result = Run::new()
        .threads(2)
        .for_each(&problem, |line| got.push(line.0));
    assert!(matches!(result, Err(Error::Threads(text)) if text == "lost"));
    assert_eq!(got, rows(&roots));
}

/// Writer that fails, or reports a closed pipe, after some bytes.
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
    let problem = repeat(&[400; 64]);
    let go = |kind| {
        let mut broken = Broken(300_000, kind);
        Run::new()
            .threads(3)
            .write(&problem, Table::writer(&mut broken, Format::Csv))
    };
    let outcome = go(std::io::ErrorKind::BrokenPipe).expect("no error");
    assert_eq!(outcome.stopped, Some(Reason::Closed));
    let error = go(std::io::ErrorKind::StorageFull).expect_err("disk is full");
    assert!(error.to_string().contains("the rows"), "{error}");
}

#[test]
fn an_interrupt_wakes_workers_that_wait_for_their_turn() {
    let token = CancelToken::new();
    let problem = Repeat {
        trick: Trick::Waits,
        ..repeat(&[0, 100_000, 100_000, 100_000])
    };
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            token.cancel(Reason::Interrupted);
        });
        let run = Run::new().threads(3).cancel(&token);
        run.write(&problem, Table::writer(&mut Vec::new(), Format::Csv))
    });
    let outcome = outcome.expect("an interrupt is no error");
    assert_eq!(outcome.stopped, Some(Reason::Interrupted));
    assert_eq!((outcome.subtrees, outcome.total.count), (0, 0));
}

#[test]
fn a_run_is_searched_by_all_threads() -> Result<(), Error> {
    let long = Repeat {
        trick: Trick::Meets,
        ..repeat(&[0, 1, 1, 1])
    };
    let outcome = Run::new().threads(3).count(&long)?;
    assert_eq!((outcome.total.count, outcome.busy.len()), (3, 3));
    Ok(())
}

#[test]
fn a_panic_in_a_worker_is_passed_on_and_hangs_nobody() {
    let result = std::panic::catch_unwind(|| {
        let problem = Repeat {
            trick: Trick::Panics,
            ..repeat(&[0, 20_000, 20_000])
        };
        Run::new()
            .threads(3)
            .write(&problem, Table::writer(&mut Vec::new(), Format::Csv))
    });
    assert!(result.is_err());
}

#[test]
fn a_panic_in_the_sink_is_passed_on_and_hangs_nobody() {
    let result = std::panic::catch_unwind(|| {
        let mut rows = 0;
        Run::new()
            .threads(16)
            .try_for_each(&repeat(&[2_000; 64]), |_| {
                rows += 1;
                assert!(rows < 100, "as expected");
                ControlFlow::Continue(())
            })
    });
    assert!(result.is_err());
}

#[test]
fn a_visitor_that_breaks_ends_the_run() -> Result<(), Error> {
    let mut seen = 0;
    let outcome = Run::new().try_for_each(&repeat(&[50; 50]), |_| {
        seen += 1;
        if seen < 60 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    assert_eq!((seen, outcome.stopped), (60, Some(Reason::Limit)));
    assert_eq!(Run::new().first(&repeat(&[0, 2]))?, Some(line(2, 0)));
    assert_eq!(Run::new().first(&repeat(&[0, 0]))?, None);
    Ok(())
}

/// Free workers take the deferred parts, so several workers search a single subtree.
#[test]
fn deferred_parts_are_searched_by_several_workers() -> Result<(), Error> {
    /// Each part waits until another worker searches one, too.
    #[derive(Default)]
    struct Pairs {
        begun: Mutex<usize>,
        other: Condvar,
    }
    impl Problem for Pairs {
        type Root = Option<u32>;
        type Scratch = ();
        type Solution = Line;

        fn spec(&self) -> Result<Spec, Error> {
            Ok(Spec::new("pairs", "none"))
        }
        fn subtrees(&self, _: &Granularity) -> Result<Subtrees<'_, Self::Root>, Error> {
            // The second is empty: on one processor, a run has no more workers than subtrees.
            Ok(Subtrees::list("two", vec![(1, Some(0)), (1, None)]))
        }
        fn scratch(&self, _: Kernel) {}
        fn search(&self, (): &mut (), root: Self::Root, emitter: &mut Emitter<'_, Self>) -> Tally {
            if root == Some(0) {
                (1..=64).for_each(|part| emitter.defer(Some(part)));
            } else if root.is_some() {
                let mut begun = self.begun.lock().expect("nobody panicked");
                *begun += 1;
                let both = begun.next_multiple_of(2);
                self.other.notify_all();
                let wait = self
                    .other
                    .wait_timeout_while(begun, Duration::from_secs(60), |begun| *begun < both);
                let (begun, waited) = wait.expect("nobody panicked");
                drop(begun);
                assert!(!waited.timed_out(), "one worker searches all parts");
                let worker = thread::current().name().unwrap_or_default().to_owned();
                let _ = emitter.push(Line(worker));
            }
            Tally::of(u64::from(root > Some(0)))
        }
    }
    let mut workers = BTreeMap::new();
    let outcome = Run::new().threads(2).for_each(&Pairs::default(), |line| {
        *workers.entry(line.0).or_insert(0) += 1;
    })?;
    assert_eq!(outcome.total.count, 64);
    let parts: Vec<i32> = workers.values().copied().collect();
    assert_eq!(parts, [32, 32], "{workers:?}");
    Ok(())
}
