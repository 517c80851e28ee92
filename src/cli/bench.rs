//! `countless bench …`

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use countless::engine::{CancelToken, Run as EngineRun};

use super::args::whole;
use super::command_line::portable;
use super::exit::Exit;
use super::folder::{NewFolder, remove};
use super::output::{print, rate, say};
use super::session::Session;
use crate::bench::{Case, Peer, PuzzleSet, Suite, occupancy, subtree_times, thread_counts};
use crate::report::{
    Build, Change, Comparison, Machine, Record, Run, Settings, SubtreeTimes, TallyTable, Verdict,
    compare,
};

/// The columns that name a trial.
const HEADING: &str = "family case         solver    kernel thr";

/// How wide they are.
const WIDTH: usize = HEADING.len();

/// Fewer runs can never differ beyond chance.
const COMPARED: usize = 5;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Cases: counting boards of 12 to 17 rows by join and by search; solving puzzles made for the run,
easy ones of 36 clues, minimal ones, and those of 22, 21 and 20 clues, and the .txt and .sdm files
of --datasets that have no bad row (so those of 17 to 19 clues, which are too rare to be made); listing boards of 12 to 15 rows to nowhere. Each with every kernel, and 1, 2, 4, ... threads up to all.

All contenders of a case run in turns. Trials under 20 ms are repeated. A program given by --vs
is timed from its start to its end, beside countless itself as such a program.

Examples:
  countless bench --quick
  countless bench sudoku --datasets puzzles -o results/here
  countless bench queens --vs 'other=./other-counter {rows}'
  countless bench compare results/before results/after")]
pub struct BenchArgs {
    #[command(subcommand)]
    compare: Option<Command>,
    /// Which part of the suite
    #[arg(value_enum, default_value_t)]
    suite: Part,
    /// Smaller boards and sets
    #[arg(long)]
    quick: bool,
    /// Runs of each trial that count, after one to warm up
    #[arg(long, value_name = "R", default_value_t = 5)]
    #[arg(value_parser = whole::<u16>(1..=100))]
    runs: u16,
    /// A folder of puzzle files to solve
    #[arg(long, value_name = "DIR")]
    datasets: Option<PathBuf>,
    /// A program to time in the same run; {file} is a file of puzzles, {rows} the rows of a board
    #[arg(long, value_name = "NAME=COMMAND", value_parser = peer)]
    vs: Vec<Peer>,
    /// The folder for bench.csv and bench.json; it is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Compare two runs, trial by trial
    Compare(CompareArgs),
}

#[derive(Args, Debug)]
struct CompareArgs {
    /// The folder of the first run
    a: PathBuf,
    /// The folder of the second run
    b: PathBuf,
}

/// A part of the suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Counting boards
    Queens,
    /// Solving puzzles
    Sudoku,
    /// Listing boards
    Stream,
    /// All of these
    #[default]
    All,
}

impl Part {
    fn has(self, part: Self) -> bool {
        self == part || self == Self::All
    }
}

fn peer(text: &str) -> Result<Peer, String> {
    text.parse()
        .map_err(|error: crate::bench::PeerError| error.to_string())
}

pub fn bench(args: &BenchArgs, session: Session) -> anyhow::Result<Exit> {
    if let Some(Command::Compare(args)) = &args.compare {
        return compare_runs(args, session);
    }
    let started = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let machine = Machine::here();
    let token = Session::token()?;
    // Before minutes of measuring, not after them.
    let _guard = args.output.as_deref().map(NewFolder::make).transpose()?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let cases = cases(args, folder.path(), token)?;
    if token.is_cancelled() {
        say("interrupted: nothing is written");
        return Ok(Exit::Interrupted);
    }

    if !session.json {
        print(&format!(
            "{HEADING} {:>7} {:>6} {:>8} {:>8} answer\n",
            "wall ms", "±", "cpu ms", "items"
        ))?;
    }
    let mut records = Vec::new();
    for case in &cases {
        let Some(measured) = case.measure(args.runs.into(), token)? else {
            say("interrupted: nothing is written");
            return Ok(Exit::Interrupted);
        };
        for record in measured.iter().filter(|_| !session.json) {
            print(&row(record))?;
        }
        records.extend(measured);
    }
    let wrong = records
        .iter()
        .filter(|record| record.answer == Verdict::Wrong)
        .count();
    let settings = Settings {
        command: portable(std::env::args().skip(1)),
        runs: args.runs.into(),
        quick: args.quick,
        started,
    };
    let run = Run {
        machine,
        build: Build::here(),
        settings,
        records,
    };
    if let Some(folder) = &args.output {
        let board = args
            .suite
            .has(Part::Queens)
            .then(|| Board::look(args.quick, token));
        let board = board.transpose()?;
        if token.is_cancelled() {
            say("interrupted: nothing is written");
            return Ok(Exit::Interrupted);
        }
        save(folder, &run, board.as_ref())?;
    }
    if session.json {
        print(&format!("{}\n", serde_json::to_string(&run)?))?;
    }
    if wrong > 0 {
        say(&format!("warning: wrong answers in {wrong} trials"));
        return Ok(Exit::Flawed);
    }
    Ok(Exit::Complete)
}

/// What a closer look at a board tells.
struct Board {
    subtrees: SubtreeTimes,
    squares: String,
}

impl Board {
    fn look(quick: bool, token: &CancelToken) -> anyhow::Result<Self> {
        let threads = EngineRun::new().thread_count();
        Ok(Self {
            subtrees: subtree_times(if quick { 14 } else { 16 }, threads, token)?,
            squares: occupancy(12, threads, token)?.csv(),
        })
    }
}

/// Writes what was measured, and removes what an earlier run left that this one does not have.
fn save(folder: &Path, run: &Run, board: Option<&Board>) -> anyhow::Result<()> {
    let squares = folder.join(TallyTable::CSV);
    if let Some(board) = board {
        board.subtrees.save(folder)?;
        fs::write(&squares, &board.squares)
            .with_context(|| format!("cannot write {}", squares.display()))?;
    } else {
        for file in [squares, folder.join(SubtreeTimes::CSV)] {
            remove(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        }
    }
    Ok(run.save(folder)?)
}

/// The cases that were asked for; puzzles that are made for them lie in `folder`.
fn cases(args: &BenchArgs, folder: &Path, token: &CancelToken) -> anyhow::Result<Vec<Case>> {
    let has = |part| args.suite.has(part);
    if args.datasets.is_some() && !has(Part::Sudoku) {
        bail!("--datasets goes with the sudoku part");
    }
    let suite = Suite {
        quick: args.quick,
        threads: thread_counts(EngineRun::new().thread_count()),
        peers: peers(&args.vs)?,
    };
    let mut cases = Vec::new();
    if has(Part::Queens) {
        cases.extend(suite.queens());
    }
    if has(Part::Sudoku) {
        let mut sets = PuzzleSet::generated(folder, args.quick, token)?;
        if let Some(datasets) = &args.datasets {
            let mut more = PuzzleSet::of_folder(datasets, token)?;
            more.retain(|set| {
                if set.bad() > 0 {
                    say(&format!(
                        "note: {} has bad rows and is left out",
                        set.path().display()
                    ));
                }
                set.bad() == 0
            });
            anyhow::ensure!(
                !more.is_empty() || token.is_cancelled(),
                "{} has no file of good puzzles",
                datasets.display()
            );
            for set in more {
                let known = sets.iter().any(|other| other.name() == set.name());
                anyhow::ensure!(!known, "there are two sets named {}", set.name());
                sets.push(set);
            }
        }
        cases.extend(suite.sudoku(&sets));
    }
    if has(Part::Stream) {
        cases.extend(suite.stream());
    }
    Ok(cases)
}

/// The other programs, and this one like them.
fn peers(others: &[Peer]) -> anyhow::Result<Vec<Peer>> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let program = program.to_string_lossy();
    let ours = |words: [&str; 4]| {
        let words = words
            .iter()
            .chain(&["-q", "-j1"])
            .map(|&word| word.to_owned());
        Peer::new("countless", words.collect())
    };
    let mut peers = Vec::new();
    if others.iter().any(Peer::solves) {
        peers.push(ours([&program, "sudoku", "solve", "{file}"])?);
    }
    if others.iter().any(Peer::counts) {
        peers.push(ours([&program, "queens", "count", "{n}"])?);
    }
    peers.extend_from_slice(others);
    Ok(peers)
}

/// The row of the table that is printed.
fn row(record: &Record) -> String {
    let (wall, cpu) = (record.wall(), record.cpu());
    format!(
        "{:WIDTH$} {:>7} {:>6} {:>8} {:>8} {}\n",
        record.trial.to_string(),
        milliseconds(wall.median),
        milliseconds(wall.width() / 2.0),
        milliseconds(cpu.median),
        rate(record.rate() as u128, Duration::from_secs(1)),
        match record.answer {
            Verdict::Unchecked => "-",
            answer => answer.name(),
        }
    )
}

/// Milliseconds to four digits or so.
fn milliseconds(ms: f64) -> String {
    match ms {
        100.0.. => format!("{ms:.0}"),
        10.0.. => format!("{ms:.1}"),
        1.0.. => format!("{ms:.2}"),
        _ => format!("{ms:.3}"),
    }
}

fn compare_runs(args: &CompareArgs, session: Session) -> anyhow::Result<Exit> {
    let (a, b) = (Run::load(&args.a)?, Run::load(&args.b)?);
    let compared = compare(&a, &b);
    anyhow::ensure!(!compared.is_empty(), "the runs have no trial in common");
    let count = |change| {
        let same = |comparison: &&Comparison| comparison.change == change;
        compared.iter().filter(same).count()
    };
    let (faster, slower) = (count(Change::Faster), count(Change::Slower));
    if session.json {
        let trials = compared.iter().map(|comparison| {
            serde_json::json!({
                "trial": comparison.trial,
                "cpu": comparison.cpu,
                "wall": comparison.wall,
                "noise": comparison.noise,
                "change": comparison.change,
            })
        });
        let trials: Vec<_> = trials.collect();
        let json = serde_json::json!({ "trials": trials, "faster": faster, "slower": slower });
        print(&format!("{json}\n"))?;
    } else {
        let heading = format!("{HEADING} {:>7} {:>7} {:>7}\n", "cpu", "wall", "noise");
        let rows: String = compared.iter().map(compared_row).collect();
        let verdict = match (faster, slower) {
            (0, 0) => "no difference\n".to_owned(),
            _ => format!("{faster} faster, {slower} slower, of {}\n", compared.len()),
        };
        print(&(heading + &rows + &verdict))?;
    }
    if a.settings.runs.min(b.settings.runs) < COMPARED {
        session.note(&format!(
            "note: fewer than {COMPARED} runs a trial can show no difference"
        ));
    }
    if a.machine.processor != b.machine.processor {
        session.note("note: the runs are of different machines");
    }
    Ok(Exit::Complete)
}

/// Ratios of the second run to the first.
fn compared_row(comparison: &Comparison) -> String {
    let Comparison {
        trial,
        cpu,
        wall,
        noise,
        change,
    } = comparison;
    let change = match change {
        Change::Faster => "  faster",
        Change::Slower => "  slower",
        Change::None => "",
    };
    let trial = trial.to_string();
    format!(
        "{trial:WIDTH$} {cpu:>7.3} {wall:>7.3} {:>6.1}%{change}\n",
        100.0 * noise
    )
}
