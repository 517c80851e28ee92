//! Tests of the problems and the public functions: plans, tables, ledgers, the registry.

use std::fs;
use std::ops::ControlFlow::Continue;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use countless_engine::ledger::{Ledger, OpenedLedger, Records, Residue, Shard, Spec};
use countless_engine::{
    Audit, CancelToken, ErasedProblem, Error, Granularity, Problem, Reason, ReopenInputs, Run,
};
use countless_queens::internals::search_board;
use countless_queens::known_counts::ALL;
use countless_queens::search::BoardSearcher;
use countless_queens::{
    Board, Placement, QueensMethod, classes, construct, count, counter, fundamental, images,
    is_solution, parse_squares, tally,
};
use countless_simd::Kernel;
use countless_table::{Columns, Format, RowBatch, RowFormat, Table};

use crate::registry;

/// Plans of version 0.1.0: rows, method, queens, blocked squares and the requested number of
/// subtrees; then the split, the number of subtrees, and the id.
const PLANS: &str = "\
0  auto   - - -      rows:0        1     a06a91b47c385f19
1  auto   - - -      rows:1        1     889e591a773aaabd
3  auto   - - -      rows:3        0     8f4a2bb5e7b182ef
4  auto   - - -      orbits:2048   3     2f8274a3b791d921
5  auto   - - -      orbits:2048   7     ec91b2edb072330b
6  auto   - - -      orbits:2048   7     a052458fea1327a0
8  auto   - - -      orbits:2048   23    64cfe0ebd7617273
9  auto   - - -      orbits:2048   79    9e0c0db554cd2487
12 auto   - - -      orbits:2048   246   47ddeadeccfdf2cc
12 auto   - - 100    orbits:100    77    c36b0ba4088213d0
15 auto   - - -      orbits:2048   1418  8964ed6b5ed9c987
16 auto   - - -      orbits:2048   1573  1575346f38cc42a6
16 auto   - - 1      orbits:1      1     97cd9487b6231a55
16 join   - - 100000 orbits:100000 3271  5f25e82e20860fc3
17 auto   - - -      orbits:2048   1880  b5732dcc1f6c9388
18 join   - - -      orbits:2048   1840  c0f5f37e9f1f50f1
12 search - - -      rows:3        2441  f04e846e09dcb2d6
16 search - - -      rows:2        3089  92f6322936040f8f
16 search - - 100    rows:1        365   58aa5cd2e2b15746
24 search - - -      rows:2        16273 a7dcbc407427a83d
0  board  - - -      rows:0        1     84deeb0e51dbaf12
8  board  - - -      rows:8        92    9b73ac5791aae19d
8  board  1:5,2:7 - - rows:8       6     29e533ed5a4ac0bb
8  board  1:5 3:3 -  rows:8        18    332384da94f78d00
8  board  1:5 3:3 3  rows:8        18    332384da94f78d00
8  board  1:1,2:2 - - rows:8       0     e6531e3d76716bff
12 board  - 1:1,1:12,12:1,12:12 - rows:4 3300 297cdf35af29e568
20 board  1:1,2:3,3:5,4:7,5:12,6:10 - 10000 rows:20 586 1585784e2c4d7523
";

fn board(n: usize, queens: &str, blocked: &str) -> Result<Board, Error> {
    let squares = |text: &str| parse_squares(text.trim_matches('-'), "squares", n);
    let mut board = Board::new(n)?;
    for (row, column) in squares(blocked)? {
        board = board.blocked(row, column)?;
    }
    for (row, column) in squares(queens)? {
        board = board.queen(row, column)?;
    }
    Ok(board)
}

#[test]
fn plans_are_those_of_older_ledgers() -> Result<(), Box<dyn std::error::Error>> {
    for line in PLANS.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [n, method, queens, blocked, wanted, split, subtrees, id] = fields[..] else {
            panic!("{line} has not eight fields");
        };
        let (n, is_empty) = (n.parse()?, queens == "-" && blocked == "-");
        let problem: Box<dyn ErasedProblem> = match method {
            "board" => Box::new(board(n, queens, blocked)?.counter()),
            "search" => counter(n, QueensMethod::Search, 2)?,
            "join" => counter(n, QueensMethod::Join, 2)?,
            _ => counter(n, QueensMethod::Auto, 2)?,
        };
        let plan = problem.plan(&Granularity::Subtrees(wanted.parse().ok()), None)?;
        assert_eq!(
            (plan.split.as_str(), plan.subtrees),
            (split, subtrees.parse()?),
            "{line}"
        );
        assert_eq!(plan.id(), id, "{line}");
        let reopened = registry().reopen(&plan, &ReopenInputs::new())?;
        let known = ALL.get(n).copied().filter(|_| is_empty);
        let told = registry().known_total(&plan).map(|known| known.total);
        assert_eq!(told, known, "{line}");
        if method == "board" {
            let count = reopened.count(&Run::new().threads(2))?.total.count;
            assert_eq!(
                count,
                board(n, queens, blocked)?.count(&Run::new())?.total.count,
                "{line}"
            );
        }
    }
    Ok(())
}

#[test]
fn lists_are_reopened_too() -> Result<(), Error> {
    for (board, parameters) in [
        (board(9, "", "")?, 1),
        (board(9, "2:5", "")?, 2),
        (board(9, "", "1:1")?, 2),
    ] {
        let listing = board.listing();
        let plan =
            <dyn ErasedProblem>::plan(&listing, &Granularity::Subtrees(None), Some(Format::Csv))?;
        assert_eq!(plan.spec.parameters.len(), parameters + 1);
        let reopened = registry().reopen(&plan, &ReopenInputs::new())?;
        let count = reopened.count(&Run::new().threads(2))?.total.count;
        assert_eq!(count, board.count(&Run::new())?.total.count);
    }
    Ok(())
}

#[test]
fn invalid_plans_are_refused() -> Result<(), Error> {
    let inputs = ReopenInputs::new();
    let spec = |problem, method| Spec::new(problem, method).with("n", 8);
    for wrong in [
        spec("queens", "search"),
        spec("queens count", "guess"),
        spec("queens list", "join"),
        Spec::new("queens count", "join"),
        Spec::new("queens count", "join").with("n", 3),
        Spec::new("queens count", "search").with("n", 33),
        spec("queens complete", "search"),
        spec("queens complete", "search").with("squares", "ff.ff"),
        spec("queens complete", "search").with("squares", "ff.ff.ff.ff.ff.ff.ff.ff.ff"),
        spec("queens complete", "search").with("squares", "ff.ff.ff.ff.ff.ff.ff.x"),
    ] {
        assert!(registry().open(&wrong, &inputs).is_err(), "{wrong:?}");
    }
    for (method, split) in [
        ("join", "orbits:0"),
        ("join", "rows:2"),
        ("search", "orbits:2048"),
        ("search", "rows:9"),
    ] {
        let problem = registry().open(&spec("queens count", method), &inputs)?;
        let cut = Granularity::Split(split.to_owned());
        assert!(problem.plan(&cut, None).is_err(), "{method}, {split}");
    }
    Ok(())
}

/// A ledger of `queens count 6` that version 0.1.0 was writing when it was killed.
const OLD_LEDGER: &str = "\
ledger=1,problem=queens count,n=6,method=join,split=orbits:2048,subtrees=7,plan=a052458fea1327a0
subtree,count,residue,work,ms,kernel,host,time,detail,checksum
0,0,0,4,0.041,avx2,vm,2026-11-21T22:18:10Z,,0b330abe
1,4,4,1,0.001,avx2,vm,2026-11-21T22:18:10Z,,24e0c12c
4,0,0,4,0.001,avx2,vm,2026-11-21T22:18:10Z,,bd87cd39
";

#[test]
fn an_older_ledger_is_continued() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ledger.csv");
    fs::write(&path, OLD_LEDGER)?;
    let known = Records::read(&path)?.len();
    assert_eq!(known, OLD_LEDGER.lines().count() as u64 - 2);
    let run = Run::new().threads(2).ledger(&path);
    let outcome = counter(6, QueensMethod::Auto, 2)?.count(&run)?;
    assert_eq!(outcome.total.count, 4);
    assert_eq!(outcome.ledger.map(|ledger| ledger.known), Some(known));
    assert_eq!(Records::read(&path)?.total(Shard::WHOLE)?.count, 4);
    Ok(())
}

/// Writes a ledger as `right`, but with another count of the last subtree.
fn write_with_last_count(
    right: &Records,
    path: &Path,
    change: fn(u128) -> u128,
) -> Result<(), Error> {
    let OpenedLedger::Open(mut ledger) = Ledger::open(path, right.plan(), Shard::WHOLE, "none")?
    else {
        panic!("there is none yet");
    };
    for record in right.records() {
        let mut summary = record.tally.clone();
        if record.subtree == right.len() - 1 {
            summary.count = change(summary.count);
            summary.residue = Residue::of(summary.count);
        }
        ledger.record(record.subtree, &summary, record.elapsed)?;
    }
    ledger.finish(true)?;
    Ok(())
}

/// A subtree with too many solutions for a search counts as left out, not as repeated.
#[test]
fn subtrees_too_large_for_the_other_method_are_left_out() -> Result<(), Box<dyn std::error::Error>>
{
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("right");
    let run = Run::new().threads(2);
    counter(9, QueensMethod::Join, 2)?.count(&run.clone().ledger(&path))?;
    let right = Records::read(&path)?;
    let path = folder.path().join("large");
    write_with_last_count(&right, &path, |_| 1 << 41)?;
    let records = Records::read(&path)?;
    let again = registry().reopen(records.plan(), &ReopenInputs::new())?;
    let mut audit = Audit::new(&records, records.len(), 1);
    assert!(audit.recount(&*again, &run)?);
    assert_eq!((audit.left_out, audit.rounds), (1, 1));
    let only_last = (1..1000).find(|&seed| {
        let sample = records.sample(1, seed);
        sample.contains(&(records.len() - 1))
    });
    let seed = only_last.expect("a seed draws it");
    let mut audit = Audit::new(&records, 1, seed);
    assert!(audit.recount(&*again, &run)?);
    assert_eq!((audit.left_out, audit.rounds), (1, 0));
    Ok(())
}

#[test]
fn a_wrong_record_is_found_by_every_method() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    for method in [QueensMethod::Join, QueensMethod::Search] {
        let path = folder.path().join(method.to_string());
        let run = Run::new().threads(2);
        let problem = counter(9, method, 2)?;
        problem.count(&run.clone().ledger(&path))?;
        let right = Records::read(&path)?;
        assert_eq!(right.total(Shard::WHOLE)?.count, 352);
        let (subtree, path) = (right.len() - 1, path.with_extension("wrong"));
        write_with_last_count(&right, &path, |count| count + 2)?;
        let records = Records::read(&path)?;
        let again = registry().reopen(records.plan(), &ReopenInputs::new())?;
        let mut audit = Audit::new(&records, records.len(), 1);
        assert!(audit.search(&*again, &run)?);
        assert_eq!((audit.rounds, audit.mismatches.len()), (1, 1));
        assert!(audit.recount(&*again, &run)?);
        // Only the join has another method.
        let (times, how) = match method {
            QueensMethod::Join => (2, "by search"),
            _ => (1, "by search"),
        };
        let mismatches = audit.mismatches;
        assert_eq!((audit.rounds as usize, mismatches.len()), (times, times));
        let last = mismatches.last().expect("one is wrong");
        assert!(
            last.subtree == subtree && last.method.starts_with(how),
            "{last}"
        );
    }
    Ok(())
}

#[test]
fn both_methods_and_every_kernel_give_the_known_counts() -> Result<(), Error> {
    for n in [4, 9, 13] {
        for method in [QueensMethod::Join, QueensMethod::Search] {
            for kernel in Kernel::available() {
                let run = Run::new().threads(2).kernel(kernel);
                let outcome = counter(n, method, 2)?.count(&run)?;
                assert_eq!(
                    outcome.total.count, ALL[n],
                    "{n} rows by {method}, {kernel}"
                );
            }
        }
    }
    let error = counter(33, QueensMethod::Join, 1)
        .err()
        .expect("it is too large");
    assert_eq!(
        error.to_string(),
        "the join supports 4 to 32 rows, found 33"
    );
    let error = count(33, &Run::new()).expect_err("it is too large");
    assert_eq!(error.to_string(), "expected at most 32 rows, found 33");
    Ok(())
}

#[test]
fn classes_are_those_of_the_listed_boards() -> Result<(), Error> {
    for n in 1..=9 {
        let boards: Vec<Placement> = Board::new(n)?.solutions().collect();
        let unchanged = |turn: usize| {
            let same = boards
                .iter()
                .filter(|board| images(board)[turn] == board.columns());
            same.count() as u128
        };
        let sizes: Vec<usize> = boards
            .iter()
            .filter_map(|board| fundamental(board))
            .collect();
        let classes = classes(n, &Run::new().threads(2))?.total;
        assert_eq!(classes.all, boards.len() as u128, "{n} rows");
        assert_eq!(classes.half_turn, unchanged(4), "{n} rows");
        assert_eq!(classes.quarter_turn, unchanged(2), "{n} rows");
        assert_eq!(classes.fundamental(), sizes.len() as u128, "{n} rows");
        for (row, images) in [8, 4, 2].into_iter().enumerate() {
            // The only board of one row has one image, and every symmetry.
            let alike = sizes
                .iter()
                .filter(|&&size| size == images || n == 1 && images == 2);
            assert_eq!(
                classes.rows()[row].fundamental,
                alike.count() as u128,
                "{n} rows"
            );
        }
    }
    Ok(())
}

#[test]
fn only_all_solutions_have_classes() {
    assert!(classes(8, &Run::new().limit(5)).is_err());
    assert!(classes(33, &Run::new()).is_err());
}

#[test]
fn classes_use_the_ledger_of_the_count() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ledger.csv");
    let run = Run::new().threads(2).ledger(&path);
    let first = classes(10, &run)?;
    assert_eq!(Records::read(&path)?.total(Shard::WHOLE)?.count, 724);
    let again = classes(10, &run)?;
    assert_eq!(again.total, first.total);
    let kept = again.ledger.expect("a ledger was kept");
    assert_eq!(kept.known, kept.all);
    let counted = counter(10, QueensMethod::Auto, 2)?.count(&run)?;
    assert_eq!(counted.ledger.map(|ledger| ledger.known), Some(kept.all));
    Ok(())
}

#[test]
fn partial_boards_are_completed() -> Result<(), Error> {
    let board = Board::new(8)?.queen(1, 5)?.blocked(4, 4)?;
    let wanted = |solution: &Placement| solution.queen(1) == 5 && solution.queen(4) != 4;
    let wanted: Vec<Placement> = Board::new(8)?.solutions().filter(wanted).collect();
    assert_eq!(board.count(&Run::new())?.total.count, wanted.len() as u128);
    let mut listed = Vec::new();
    board.run(&Run::new().threads(2), |solution| listed.push(solution))?;
    assert_eq!(listed, wanted);
    assert!(listed.iter().all(|solution| is_solution(solution)));
    Ok(())
}

/// The rows of a batch, written at once and one by one.
fn written(batch: &impl RowBatch, format: &RowFormat) -> [Vec<u8>; 2] {
    /// Batch that writes row by row.
    struct Slow<'a, B>(&'a B);
    impl<B: RowBatch> RowBatch for Slow<'_, B> {
        type Solution = B::Solution;
        fn len(&self) -> usize {
            self.0.len()
        }
        fn get(&self, index: usize) -> B::Solution {
            self.0.get(index)
        }
    }
    let (mut fast, mut slow) = (b"before\n".to_vec(), b"before\n".to_vec());
    // In two parts, as the engine takes them.
    for range in [0..batch.len() / 3, batch.len() / 3..batch.len()] {
        batch.write(range.clone(), format, &mut fast);
        Slow(batch).write(range, format, &mut slow);
    }
    [fast, slow]
}

/// A board with the queens of a solution in two rows of three.
fn most_of(solution: &Placement) -> Result<Board, Error> {
    let board = Board::new(solution.len());
    let rows = (1..=solution.len()).filter(|row| row % 3 > 0);
    rows.fold(board, |board, row| board?.queen(row, solution.queen(row)))
}

#[test]
fn the_fast_way_to_write_solutions_writes_what_the_slow_one_does() -> Result<(), Error> {
    let go = AtomicBool::new(false);
    let mut boards: Vec<Board> = (0..=11).map(Board::new).collect::<Result<_, _>>()?;
    boards.extend([
        board(12, "6:12", "")?,
        board(16, "1:1,3:7,5:13,9:2,12:9", "16:16")?,
        board(18, "1:4,2:8,3:13,6:11,10:18", "")?,
        most_of(&construct(32).expect("it has a solution"))?,
    ]);
    for board in boards {
        let n = board.n();
        let columns = board.listing().columns();
        let board = search_board(board);
        assert_eq!(columns, Columns::new().list("queens", "q", n));
        for kernel in Kernel::available() {
            let mut solutions = 0;
            let flow = BoardSearcher::new(kernel).list(&board, &go, &mut |some| {
                solutions += some.len();
                for format in [Format::Csv, Format::Tsv, Format::Ndjson] {
                    let format = RowFormat::new(format, &columns);
                    let [fast, slow] = written(&some, &format);
                    assert!(fast == slow, "{n} rows, {kernel}, {format:?}");
                }
                Continue(())
            });
            assert!(flow.is_continue());
            assert!(solutions > 0 || n == 2 || n == 3, "{n} rows");
        }
    }
    Ok(())
}

#[test]
fn tables_are_the_same_whoever_searches() -> Result<(), Error> {
    for (format, start) in [
        (
            Format::Csv,
            "q1,q2,q3,q4,q5,q6,q7,q8,q9\n1,3,6,8,2,4,9,7,5\n",
        ),
        (Format::Ndjson, "{\"queens\":[1,3,6,8,2,4,9,7,5]}\n"),
    ] {
        let written = |run: Run, tallied: bool| {
            let (mut text, board) = (Vec::new(), Board::new(9)?);
            let table = Table::writer(&mut text, format);
            if tallied {
                run.write(&board.tallied_listing(), table)?;
            } else {
                run.write(&board.listing(), table)?;
            }
            Ok::<_, Error>(String::from_utf8(text).expect("rows are text"))
        };
        let one = written(Run::new().threads(1), false)?;
        assert!(one.starts_with(start));
        assert_eq!(
            one.lines().count(),
            352 + usize::from(format != Format::Ndjson)
        );
        for threads in [2, 5] {
            for kernel in Kernel::available() {
                let run = Run::new().threads(threads).kernel(kernel);
                assert_eq!(written(run.clone(), false)?, one);
                assert_eq!(written(run.clone(), true)?, one);
                let first = written(run.limit(40), false)?;
                assert!(one.starts_with(&first) && first.ends_with('\n'));
                assert_eq!(
                    first.lines().count(),
                    40 + usize::from(format != Format::Ndjson)
                );
            }
        }
    }
    Ok(())
}

#[test]
fn cancelled_runs_say_so() -> Result<(), Error> {
    let token = CancelToken::new();
    token.cancel(Reason::Interrupted);
    let run = Run::new().threads(2).cancel(&token);
    assert!(classes(12, &run)?.is_interrupted());
    assert!(tally(12, &run)?.is_interrupted());
    assert!(
        counter(12, QueensMethod::Auto, 2)?
            .count(&run)?
            .is_interrupted()
    );
    assert!(Board::new(12)?.run(&run, |_| {})?.is_interrupted());
    Ok(())
}

/// OEIS A002562.
#[test]
fn fundamental_solutions_are_those_of_the_whole_list() -> Result<(), Error> {
    for (n, known) in (1..).zip([1, 0, 0, 1, 2, 1, 6, 12, 46]) {
        let list = Board::new(n)?.listing();
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        Run::new().for_each(&list, |placement| {
            expected.extend(fundamental(&placement).map(|_| placement));
        })?;
        let list = list.fundamental();
        let outcome = Run::new().for_each(&list, |placement| found.push(placement))?;
        assert_eq!(found, expected);
        assert_eq!((outcome.rows, outcome.total.count), (known, known.into()));
        assert_eq!(list.spec()?.parameter("fundamental"), Some("true"));
        assert_eq!(list.known_total(), None);
    }
    // A count has all solutions.
    let counter = Board::new(6)?.counter().fundamental();
    assert_eq!(Run::new().count(&counter)?.total.count, 4);
    Ok(())
}
