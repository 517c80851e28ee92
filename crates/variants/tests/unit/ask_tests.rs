//! Tests of batches in the engine, against the solver without lanes and against old ledgers.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::ops::ControlFlow::{self, Continue};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use countless_engine::ledger::{Ledger, Numbers, OpenedLedger, Records, Residue, Shard, Spec};
use countless_engine::{
    Audit, ErasedProblem, Error, Granularity, Job, Outcome, Problem, Registry, ReopenInputs, Run,
    Tally,
};
use countless_sudoku::{Grid, InputOrigin, ReadOptions, Solver, Status};
use countless_table::{Columns, Format, RowFormat, Table};
use countless_variants::questions::{
    AnswerNumber, AnswerSink, AskedPuzzles, PuzzlePiece, Requirements,
};
use countless_variants::{
    Ask, Canonicalise, Count, FACTORIES, FindNeighbours, FindRedundant, List, PuzzleRow, Question,
    Rate, Shape, Solve, puzzles_in,
};
use proptest::prelude::*;

const SOLVED: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Rows and outcome of a run.
fn visit<Q: Question>(run: &Run, ask: &Ask<Q>) -> (Vec<PuzzleRow<Q::Answer>>, Outcome) {
    let mut rows = Vec::new();
    let outcome = ask.visit(run, &mut |row| {
        rows.push(row);
        Continue(())
    });
    (rows, outcome.unwrap())
}

pub fn rows<Q: Question>(run: &Run, ask: &Ask<Q>) -> Vec<PuzzleRow<Q::Answer>> {
    visit(run, ask).0
}

pub fn problem<Q: Question>(ask: &Ask<Q>) -> &dyn ErasedProblem {
    ask.job().problem()
}

pub fn ask<Q: Question>(text: impl Into<String>, question: Q) -> Ask<Q> {
    let (name, text) = ("puzzles".to_owned(), text.into());
    Ask::open(question, vec![InputOrigin::Text { name, text }], None).unwrap()
}

/// Question about files in the data folder.
fn ask_data<Q: Question>(files: &[&str], question: Q) -> Ask<Q> {
    ask_data_as(files, question, ReadOptions::new())
}

fn ask_data_as<Q: Question>(files: &[&str], question: Q, reading: ReadOptions) -> Ask<Q> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let origins = files
        .iter()
        .map(|file| InputOrigin::File(folder.join(file)));
    let origins: Vec<InputOrigin> = origins.collect();
    Ask::open_as(question, Shape::classic(), origins, reading).unwrap()
}

/// Known solution with some cells emptied: such puzzles have one to some hundred thousand
/// solutions.
fn puzzles(blanks: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Grid>> {
    let blanks = prop::collection::btree_set(0..81_usize, blanks);
    prop::collection::vec(blanks, 1..6).prop_map(|puzzles| {
        let solved: Grid = SOLVED.parse().unwrap();
        let blank = |grid: Grid, &cell: &usize| grid.with_cell(cell, 0);
        let puzzle = |cells: &std::collections::BTreeSet<usize>| cells.iter().fold(solved, blank);
        puzzles.iter().map(puzzle).collect()
    })
}

fn text(puzzles: &[Grid]) -> String {
    puzzles
        .iter()
        .flat_map(|grid| [grid.to_string(), "\n".into()])
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Puzzles with few or many solutions are counted with any number of pieces. `threads` 0 stands
    /// for subtrees of single puzzles.
    #[test]
    fn all_solutions_are_counted(puzzles in puzzles(30..58), threads in 0..3_usize) {
        let run = match threads {
            0 => Run::new().threads(2).subtrees(None),
            _ => Run::new().threads(threads),
        };
        let mut solver = Solver::new();
        let counts = puzzles.iter().map(|grid| solver.count(grid, u128::MAX));
        let counts: Vec<u128> = counts.collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text(&puzzles)).unwrap();
        let origin = InputOrigin::File(file.path().to_owned());
        let ask = Ask::open(Count::new(), vec![origin], None).unwrap();
        let (rows, outcome) = visit(&run, &ask);
        let rows = rows.into_iter().map(|row| (row.puzzle, row.answer.0));
        let expected = puzzles.iter().map(Grid::to_string);
        let expected = expected.zip(counts.iter().map(|&count| Some(count)));
        prop_assert_eq!(rows.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        prop_assert_eq!(outcome.total.count, counts.iter().sum());
        prop_assert_eq!(puzzles_in(&outcome.total), puzzles.len() as u64);
        let unique = counts.iter().filter(|&&count| count == 1).count();
        prop_assert_eq!(AnswerNumber::Unique.of(&outcome.total), unique as u64);
    }

    #[test]
    fn a_limit_holds_for_each_puzzle(puzzles in puzzles(45..56), limit in 1..100_000_u64) {
        let ask = ask(text(&puzzles), Count::new().limit(Some(limit)));
        let rows = rows(&Run::new().threads(2), &ask);
        let mut solver = Solver::new();
        for (grid, row) in puzzles.iter().zip(rows) {
            let expected = solver.count(grid, limit.into());
            prop_assert_eq!(row.answer.0, Some(expected));
        }
    }

    /// Solutions come in the order of the puzzles, with records among them that are not puzzles.
    #[test]
    fn all_solutions_are_listed_in_order(
        puzzles in puzzles(30..53),
        threads in 1..4_usize,
        limit in 1..2000_u64,
    ) {
        let mut expected = Vec::new();
        let mut solver = Solver::new();
        for grid in &puzzles {
            solver.list(grid, u64::MAX, &mut |solution: &Grid| {
                expected.push((grid.to_string(), Some(*solution)));
                Continue(())
            });
        }
        let text = format!("# a comment\n{}\nnonsense\n", text(&puzzles).replace('\n', "\n\nbad\n"));
        let list = |run: Run| {
            let (rows, outcome) = visit(&run, &ask(text.clone(), List));
            let rows = rows.into_iter();
            let rows = rows.map(|row| (row.puzzle, row.answer.0.grid().copied()));
            (rows.collect::<Vec<_>>(), outcome)
        };
        let (rows, outcome) = list(Run::new().threads(threads));
        prop_assert_eq!(outcome.total.count, expected.len() as u128);
        prop_assert_eq!(AnswerNumber::Invalid.of(&outcome.total), puzzles.len() as u64 + 1);
        prop_assert_eq!(&rows, &expected);
        let (first, _) = list(Run::new().threads(threads).limit(limit));
        expected.truncate(limit as usize);
        prop_assert_eq!(first, expected);
    }
}

/// Number of chunks and pieces that each thread has answered.
type Answered = Arc<Mutex<HashMap<ThreadId, usize>>>;

/// Question that counts who answers it.
#[derive(Clone, Debug)]
struct Observed<Q> {
    question: Q,
    answered: Answered,
}

impl<Q: Question> Observed<Q> {
    /// Sleeps for a moment, so that threads take turns on a busy machine, too.
    fn observe(&self) {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        *answered.entry(thread::current().id()).or_default() += 1;
        drop(answered);
        thread::sleep(Duration::from_millis(3));
    }
}

impl<Q: Question> Question for Observed<Q> {
    type Answer = Q::Answer;
    type Scratch = Q::Scratch;

    const NAME: &'static str = Q::NAME;
    const COUNTS_PUZZLES: bool = Q::COUNTS_PUZZLES;
    const CUTS_PUZZLES: bool = Q::CUTS_PUZZLES;
    const SHOWN: &'static [AnswerNumber] = Q::SHOWN;

    fn job(ask: &Ask<Self>) -> Job<'_> {
        Job::of(ask)
    }

    fn visit(
        ask: &Ask<Self>,
        run: &Run,
        visit: &mut dyn FnMut(PuzzleRow<Q::Answer>) -> ControlFlow<()>,
    ) -> Result<Outcome, Error> {
        run.try_for_each(ask, visit)
    }

    fn columns(&self, columns: Columns) -> Columns {
        self.question.columns(columns)
    }

    fn describe(&self, spec: Spec, with_columns: &dyn Fn(Spec) -> Spec) -> Spec {
        self.question.describe(spec, with_columns)
    }

    fn reopen(_: &Spec) -> Result<Self, Error> {
        unreachable!("there is no ledger")
    }

    fn requirements(&self) -> Requirements {
        self.question.requirements()
    }

    fn answer<G: AnswerSink<Q::Answer>>(
        &self,
        asked: AskedPuzzles<'_, Q::Scratch>,
        give: &mut G,
    ) -> ControlFlow<()> {
        self.observe();
        self.question.answer(asked, give)
    }

    fn answer_piece<G: AnswerSink<Q::Answer>>(
        &self,
        piece: &PuzzlePiece,
        asked: AskedPuzzles<'_, Q::Scratch>,
        give: &mut G,
    ) -> ControlFlow<()> {
        self.observe();
        self.question.answer_piece(piece, asked, give)
    }
}

/// Largest share of the chunks and pieces that one of two threads has answered, in percent.
fn largest_share<Q: Question>(text: &str, question: Q) -> usize {
    let answered = Answered::default();
    let observed = Observed {
        question,
        answered: Arc::clone(&answered),
    };
    let run = Run::new().threads(2);
    let mut sink = io::sink();
    let table = Table::writer(&mut sink, Format::Csv);
    run.write(&ask(text, observed), table).unwrap();
    let answered = answered.lock().unwrap();
    assert_eq!(answered.len(), 2);
    let all: usize = answered.values().sum();
    assert!(all > 15, "there are only {all} roots");
    100 * answered.values().max().unwrap() / all
}

#[test]
fn both_threads_have_their_share_of_a_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let few = fs::read_to_string(folder.join("clues21.txt"))
        .unwrap()
        .repeat(6);
    let many = fs::read_to_string(folder.join("many.txt")).unwrap();
    let one = many.lines().last().unwrap();
    for text in [few.as_str(), one] {
        for percent in [largest_share(text, Count::new()), largest_share(text, List)] {
            assert!(percent <= 67, "one of two has {percent} % of the roots");
        }
    }
}

/// Plan of a question with rows in a format.
fn plan<Q: Question>(ask: &Ask<Q>, format: Format) -> String {
    let rows = (!ask.recalls_rows()).then_some(format);
    let plan = problem(ask).plan(&Granularity::Subtrees(None), rows);
    plan.unwrap().id()
}

#[test]
fn plans_are_those_of_version_0_1() {
    let (csv, table) = (Format::Csv, &["quizzes.csv"]);
    let solve = Solve::new;
    for (files, keeps, format, question, id) in [
        (
            &["puzzles.txt"][..],
            false,
            csv,
            solve(),
            "5d79aaaa8f51bd51",
        ),
        (
            &["puzzles.txt"],
            true,
            csv,
            solve().limit(Some(5)),
            "60644c00a29c6166",
        ),
        (
            table,
            false,
            Format::Ndjson,
            solve().all(true),
            "31b878177b9a55d9",
        ),
        (
            &["damaged.txt", "quizzes.csv"],
            false,
            csv,
            solve(),
            "7d6caeca2c7a9ac9",
        ),
        (&["clues21.txt"], true, csv, solve(), "23d9fa6cbb553270"),
    ] {
        let ask = ask_data_as(files, question, ReadOptions::new().keep_columns(keeps));
        assert_eq!(plan(&ask, format), id, "{files:?}");
    }
    for (files, id) in [
        (&["puzzles.txt"][..], "3daef4090a019812"),
        (&["damaged.txt"], "779d8c958de8c149"),
        (&["many.txt", "quizzes.csv"], "8bd5989345b9c353"),
        (table, "c107f709e641ff27"),
    ] {
        assert_eq!(plan(&ask_data(files, Count::new()), csv), id, "{files:?}");
    }
}

#[test]
fn a_summary_must_have_every_number() {
    let recorded = |detail: &str, count: u128| Tally {
        count,
        residue: Residue::of(count),
        numbers: detail.parse().unwrap(),
        ..Tally::default()
    };
    let solve = ask("", Solve::new());
    let detail = "unique=3 multiple=2 none=1 invalid=1 wrong=5 bytes=99 crc=7";
    let tally = solve.tally_of(&recorded(detail, 7)).unwrap();
    let found = AnswerNumber::USUAL.map(|number| number.of(&tally));
    assert_eq!(found, [3, 2, 1, 1, 0, 5]);
    assert_eq!((tally.number("bytes"), tally.number("crc")), (0, 0));
    for name in [
        "unique=3 ",
        "multiple=2 ",
        "none=1 ",
        "invalid=1 ",
        "wrong=5 ",
    ] {
        let less = recorded(&detail.replace(name, ""), 7);
        let reason = solve.tally_of(&less).unwrap_err();
        assert!(reason.contains(name.split('=').next().unwrap()), "{reason}");
    }
    assert!(solve.tally_of(&recorded(detail, 8)).is_err());
    assert!(solve.tally_of(&recorded("", 0)).is_err());

    let rate = ask("", Rate::new());
    assert!(rate.tally_of(&recorded(detail, 7)).is_err());
    let levels = " easy=1 medium=0 hard=0 expert=1 extreme=1";
    let rated = rate.tally_of(&recorded(&format!("{detail}{levels}"), 7));
    let rated = AnswerNumber::LEVELS.map(|level| level.of(rated.as_ref().unwrap()));
    assert_eq!(rated, [1, 0, 0, 1, 1]);
    let counted = ask("", Count::new()).tally_of(&recorded("", 12));
    assert_eq!(counted.unwrap().count, 12);
}

/// Tally of a question about a text, as a ledger stores it; it is also recalled from this form.
fn recorded<Q: Question>(text: &str, question: Q) -> Tally {
    let ask = ask(text, question);
    let total = Run::new().count(problem(&ask)).unwrap().total;
    let recorded = ask.recorded(&total);
    let recalled = ask.tally_of(&recorded).unwrap();
    assert_eq!(ask.recorded(&recalled), recorded);
    recorded
}

#[test]
fn the_recorded_tally_is_that_of_old_ledgers() {
    let text = format!("{SOLVED}\n.{}\n{}\nbad\n", &SOLVED[1..], ".".repeat(81));
    let solved = recorded(&text, Solve::new());
    assert_eq!((solved.count, solved.work), (4, 4));
    let detail = "unique=2 multiple=1 none=0 invalid=1 wrong=0";
    assert_eq!(solved.numbers.to_string(), detail);
    let levels = "easy=2 medium=0 hard=0 expert=0 extreme=0";
    let rated = recorded(&text, Rate::new()).numbers.to_string();
    assert_eq!(rated, format!("{detail} {levels}"));
    let forms = recorded(&text, Canonicalise::new()).numbers.to_string();
    assert!(forms.ends_with("forms=3 symmetric=1"), "{forms}");
    let minimal = recorded(&text, FindRedundant::new()).numbers.to_string();
    assert!(minimal.ends_with("minimal=0 subsets=0"), "{minimal}");
    let counted = recorded(&format!("{SOLVED}\nbad\n"), Count::new());
    assert_eq!((counted.count, counted.numbers), (1, Numbers::default()));
    let near = FindNeighbours::new().remove(1).add(1);
    let near = recorded(&format!("{SOLVED}\nbad\n"), near)
        .numbers
        .to_string();
    assert_eq!(near, "puzzles=1 invalid=1");
}

/// Asks a question with a ledger in a folder, and returns the path of the ledger.
fn write_ledger<Q: Question>(folder: &Path, ask: &Ask<Q>, run: Run) -> PathBuf {
    let ledger = folder.join("ledger.csv");
    let table = folder.join("rows.csv");
    let run = run.ledger(&ledger);
    run.write(problem(ask), Table::file(&table, Format::Csv))
        .unwrap();
    ledger
}

fn inputs(files: &[&str]) -> ReopenInputs {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let path = |file| folder.join(file).to_str().unwrap().to_owned();
    ReopenInputs::new().files(files.iter().map(path))
}

/// Asks a question with a ledger, and verifies all of it by both methods.
fn is_found_again<Q: Question>(question: Q) {
    let files = ["puzzles.txt", "damaged.txt"];
    let folder = tempfile::tempdir().unwrap();
    let ask = ask_data(&files, question);
    let ledger = write_ledger(folder.path(), &ask, Run::new().threads(2));
    let records = Records::read(&ledger).unwrap();
    let registry = Registry::new(FACTORIES);
    let again = registry.reopen(records.plan(), &inputs(&files)).unwrap();
    let mut check = Audit::new(&records, 100, 1);
    assert!(check.search(&*again, &Run::new()).unwrap());
    assert!(check.recount(&*again, &Run::new()).unwrap());
    let found = (check.rounds, &check.mismatches[..]);
    assert_eq!(found, (2, &[][..]), "{}", Q::NAME);
}

#[test]
fn what_is_kept_is_found_again_by_all_methods() {
    is_found_again(Solve::new());
    is_found_again(Rate::new());
    is_found_again(Count::new());
    is_found_again(List);
    is_found_again(FindRedundant::new());
}

#[test]
fn a_record_that_is_wrong_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.csv");
    let batch = ask_data(&["puzzles.txt"], Count::new());
    let plan = problem(&batch)
        .plan(&Granularity::Subtrees(None), None)
        .unwrap();
    let opened = Ledger::open(&path, &plan, Shard::WHOLE, "scalar").unwrap();
    let OpenedLedger::Open(mut ledger) = opened else {
        panic!("only shards are closed");
    };
    for subtree in 0..plan.subtrees {
        // All puzzles have one solution.
        let tally = Tally::of(1 + u64::from(subtree == 7));
        ledger.record(subtree, &tally, Duration::ZERO).unwrap();
    }
    ledger.finish(true).unwrap();
    let records = Records::read(&path).unwrap();
    let mut check = Audit::new(&records, 100, 1);
    check.search(problem(&batch), &Run::new()).unwrap();
    check.recount(problem(&batch), &Run::new()).unwrap();
    let wrong: Vec<u64> = check.mismatches.iter().map(|m| m.subtree).collect();
    assert_eq!(wrong, [7, 7]);
}

#[test]
fn a_complete_shard_with_a_number_missing_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.csv");
    let shard: Shard = "0/2".parse().unwrap();
    let batch = ask_data(&["puzzles.txt"], Solve::new());
    let plan = problem(&batch)
        .plan(&Granularity::Subtrees(None), Some(Format::Csv))
        .unwrap();
    let opened = Ledger::open(&path, &plan, shard, "scalar").unwrap();
    let OpenedLedger::Open(mut ledger) = opened else {
        panic!("it is new");
    };
    let numbers = "unique=100 multiple=0 none=0 invalid=0 bytes=1 crc=1";
    let tally = Tally {
        numbers: numbers.parse().unwrap(),
        ..Tally::of(100)
    };
    ledger.record(0, &tally, Duration::ZERO).unwrap();
    ledger.finish(true).unwrap();
    let run = Run::new().ledger(&path).shard(shard);
    let rows = Table::file(&folder.path().join("rows.csv"), Format::Csv);
    let error = run.write(problem(&batch), rows).unwrap_err().to_string();
    assert!(error.contains("expected a number wrong"), "{error}");
}

#[test]
fn a_plan_is_reopened_with_its_inputs_only() {
    let registry = Registry::new(FACTORIES);
    let batch = ask_data(&["quizzes.csv"], Count::new());
    let plan = problem(&batch)
        .plan(&Granularity::Subtrees(None), None)
        .unwrap();
    let open = |inputs| registry.reopen(&plan, &inputs).map(|_| ());
    open(inputs(&["quizzes.csv"])).unwrap();
    for (inputs, reason) in [
        (
            ReopenInputs::new(),
            "sudoku count needs its input again: --input FILE",
        ),
        (
            inputs(&["puzzles.txt"]),
            "puzzles.txt: not the input of the run: expected the SHA-256",
        ),
        (
            inputs(&["quizzes.csv"]).column(Some("2")),
            "--column: the ledger was made from another column",
        ),
    ] {
        let error = open(inputs).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn counts_are_continued_with_their_rows_and_complaints() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.csv");
    let count = |run: Run| {
        let told = Arc::new(Mutex::new(Vec::new()));
        let tell = Arc::clone(&told);
        let run = run.on_diagnostic(move |it| tell.lock().unwrap().push(it.to_string()));
        let batch = ask_data(&["damaged.txt", "many.txt"], Count::new());
        let mut rows = Vec::new();
        let outcome = run
            .write(problem(&batch), Table::writer(&mut rows, Format::Csv))
            .unwrap();
        drop(run);
        let told = Arc::try_unwrap(told).unwrap().into_inner().unwrap();
        (String::from_utf8(rows).unwrap(), told, outcome.total)
    };
    let (rows, told, total) = count(Run::new());
    assert_eq!(told.len() as u64, AnswerNumber::Invalid.of(&total));
    let kept = |run: Run| count(run.ledger(&path));
    let first = kept(Run::new().threads(2));
    assert_eq!((&first.0, &first.1), (&rows, &told));
    // The last records are lost.
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&path, lines[..lines.len() - 2].join("\n") + "\n").unwrap();
    for _ in 0..2 {
        let again = kept(Run::new());
        assert_eq!((&again.0, &again.1), (&rows, &told));
        assert_eq!(puzzles_in(&again.2), puzzles_in(&total));
        assert_eq!(again.2.count, total.count);
    }
}

#[test]
fn files_are_read_again_and_other_inputs_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.txt");
    fs::write(&path, format!("{SOLVED}\n")).unwrap();
    let batch = Ask::open(Solve::new(), vec![InputOrigin::File(path.clone())], None).unwrap();
    let count = || {
        Run::new()
            .count(problem(&batch))
            .map(|outcome| puzzles_in(&outcome.total))
    };
    assert_eq!(count().unwrap(), 1);
    assert_eq!(count().unwrap(), 1);
    fs::write(&path, format!("puzzle,note\n{SOLVED},x\n")).unwrap();
    let error = count().unwrap_err().to_string();
    assert!(error.contains("it has changed since the start"), "{error}");

    let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let device = InputOrigin::File(null.into());
    let batch = Ask::open(Solve::new(), vec![device], None).unwrap();
    assert_eq!(Run::new().count(problem(&batch)).unwrap().total.count, 0);
    let error = Run::new().count(problem(&batch)).unwrap_err().to_string();
    assert_eq!(error, format!("{null} can be read only once"));
    let ledger = Run::new().ledger(folder.path().join("ledger.csv"));
    let error = ledger.count(problem(&batch)).unwrap_err().to_string();
    assert!(error.contains("need input files"), "{error}");

    let stdin = || InputOrigin::File("-".into());
    let twice = Ask::open(Solve::new(), vec![stdin(), stdin()], None);
    let error = twice.unwrap_err().to_string();
    assert_eq!(error, "standard input, -, can be read only once");
}

/// Writes rows, with the other columns or not, and compares them with rows of owned texts.
fn is_written_the_same<Q: Question>(text: &str, question: &Q, keeps_columns: bool) {
    for format in [Format::Csv, Format::Tsv, Format::Ndjson] {
        let (name, text) = ("puzzles".to_owned(), text.to_owned());
        let origins = vec![InputOrigin::Text { name, text }];
        let reading = ReadOptions::new().keep_columns(keeps_columns);
        let ask = Ask::open_as(question.clone(), Shape::classic(), origins, reading).unwrap();
        let mut written = Vec::new();
        let run = Run::new().limit(20);
        run.write(problem(&ask), Table::writer(&mut written, format))
            .unwrap();
        let row_format = RowFormat::new(format, &ask.columns());
        let mut expected = row_format.header();
        for row in rows(&run, &ask) {
            row_format.write(&row, &mut expected);
        }
        assert_eq!(String::from_utf8(written), String::from_utf8(expected));
    }
}

#[test]
fn a_row_is_written_the_same_wherever_its_texts_are() {
    let text = format!(
        "id,puzzle,\"a, b\"\n1,{},x\n2,bad,\"y \"\"z\"\"\"\n3,{:.<81},\n",
        SOLVED.replace('4', "."),
        &SOLVED[..45]
    );
    is_written_the_same(&text, &Solve::new(), true);
    is_written_the_same(&text, &Rate::new(), true);
    is_written_the_same(&text, &Count::new(), false);
    is_written_the_same(&text, &List, false);
    is_written_the_same(&text, &Canonicalise::new().transform(true), true);
    is_written_the_same(&text, &FindRedundant::new(), true);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Each line has the answer that it has by itself: a digit twice in a house spoils no other
    /// line.
    #[test]
    fn an_answer_depends_on_its_puzzle_alone(lines in prop::collection::vec(line(), 1..40)) {
        let expected = lines.iter().map(|line| {
            let cells: String = line.trim_start().chars().take(81).collect();
            let Ok(grid) = cells.parse::<Grid>() else {
                return Status::Invalid;
            };
            Status::of(u64::try_from(Solver::new().count(&grid, 2)).unwrap())
        });
        let expected: Vec<_> = expected.collect();
        let invalid = expected.iter().filter(|status| **status == Status::Invalid).count();
        let ask = ask(lines.join("\n"), Solve::new());
        let found = rows(&Run::new(), &ask).into_iter().map(|row| row.answer.status);
        prop_assert_eq!(found.collect::<Vec<_>>(), expected);
        let outcome = Run::new().count(problem(&ask)).unwrap();
        prop_assert_eq!(AnswerNumber::Invalid.of(&outcome.total), invalid as u64);
        prop_assert_eq!(outcome.diagnostics, invalid as u64);
    }
}

/// Lines of all kinds: the known solution with empty cells, then with another digit or character,
/// and with surrounding text.
fn line() -> impl Strategy<Value = String> {
    let blanks = prop::collection::btree_set(0..81_usize, 0..50);
    let characters: Vec<char> = "123456789?é".chars().collect();
    let other = (0..81_usize, prop::sample::select(characters));
    let other = prop::option::weighted(0.5, other);
    let around = prop::sample::select(vec![("", ""), ("", "\r"), (" ", ""), ("", " tag é")]);
    (blanks, other, around).prop_map(|(blanks, other, (before, after))| {
        let mut cells: Vec<char> = SOLVED.chars().collect();
        for cell in blanks {
            cells[cell] = '.';
        }
        if let Some((cell, other)) = other {
            cells[cell] = other;
        }
        format!("{before}{}{after}", String::from_iter(cells))
    })
}
