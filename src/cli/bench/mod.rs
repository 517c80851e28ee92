//! The commands `countless bench` and `countless report`.

mod report;

pub use self::report::{BenchReportArgs, report};

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use countless::engine::{CancelToken, Run as EngineRun};

use super::help;
use super::output::rate;
use super::paths::{InputFolder, OutputFolder};
use super::prelude::*;
use super::session::show_status_line;
use super::shared_args::duration;
use countless_measure::{
    BenchmarkRun, BenchmarkSet, BenchmarkSettings, Contestant, Machine, RivalProgram, Suite,
    TrialRecord, TrialRounds, Verdict, thread_counts,
};
use report::{BenchCompareArgs, BoardProfile, HEADING, RunFolder, WIDTH, compare_runs};

/// Names and texts of the sets of puzzles with few clues. They equal those of
/// `sudoku generate --seed 1`, which needs up to a second for each puzzle.
const FEW_CLUES: [(&str, &str); 2] = [
    ("made-21", include_str!("../../../data/clues21.txt")),
    ("made-20", include_str!("../../../data/clues20.txt")),
];

/// Message for an interruption before the first measurement.
const NOTHING_WRITTEN: &str = "interrupted: nothing is written";

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = include_str!("../help/bench.txt"))]
pub struct BenchArgs {
    #[command(subcommand)]
    compare: Option<BenchCommand>,
    /// Part of the suite to run
    #[arg(value_enum, default_value_t)]
    suite: SuitePart,
    /// Use smaller boards and sets
    #[arg(long)]
    quick: bool,
    /// Number of timings of each trial, after one warm-up
    #[arg(long, value_name = "R", default_value_t = 5)]
    #[arg(value_parser = whole::<u16>(1..=100))]
    runs: u16,
    /// Also solve the puzzle files of a folder
    #[arg(long, value_name = "DIR")]
    datasets: Option<InputFolder>,
    /// Also time a program; {file} stands for a file of puzzles, {rows} for the rows of a board
    #[arg(long, value_name = "NAME=COMMAND")]
    vs: Vec<RivalProgram>,
    /// Time limit of one timing of a program, such as 30s or 2m
    #[arg(long, value_name = "DURATION", value_parser = parse_timeout)]
    timeout: Option<Duration>,
    /// Write bench.csv and bench.json to this folder; it is created if missing
    #[arg(help_heading = "Output", short, long, value_name = "DIR")]
    output: Option<OutputFolder>,
    /// Replace an earlier run in the folder
    #[arg(help_heading = "Output", long, requires = "output")]
    force: bool,
}

#[derive(Debug, Subcommand)]
enum BenchCommand {
    /// Compare two runs of `countless bench -o`, trial by trial
    Compare(BenchCompareArgs),
}

/// Part of the suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SuitePart {
    /// Counting boards
    Queens,
    /// Solving puzzles
    Sudoku,
    /// Listing boards
    Stream,
    /// The whole suite
    #[default]
    All,
}

impl SuitePart {
    fn includes(self, part: Self) -> bool {
        self == part || self == Self::All
    }
}

fn parse_timeout(text: &str) -> Result<Duration, &'static str> {
    let duration = duration(text).ok().filter(|duration| !duration.is_zero());
    duration.ok_or("expected a number above 0 and a unit, such as 30s or 2m")
}

pub fn bench(args: &BenchArgs, session: Session) -> anyhow::Result<Exit> {
    if let Some(BenchCommand::Compare(args)) = &args.compare {
        return compare_runs(args, session);
    }
    let started = SystemTime::now().duration_since(UNIX_EPOCH);
    let started = started.map_or(0, |since| since.as_secs());
    let machine = Machine::here();
    let token = Session::token()?;
    // The folder is created before the measurements, which take minutes.
    let folder = args.output.as_deref();
    let folder = folder.map(|path| RunFolder::make(path, args.force));
    let folder = folder.transpose()?;
    let scratch = tempfile::tempdir().context("cannot create a temporary folder")?;
    let contestants = contestants(args, scratch.path(), token)?;
    if token.is_cancelled() {
        print_message(NOTHING_WRITTEN);
        return Ok(Exit::Interrupted);
    }
    let mut run = BenchmarkRun {
        machine,
        build: help::build(),
        settings: BenchmarkSettings {
            command: portable_command_line(std::env::args().skip(1)),
            runs: args.runs.into(),
            quick: args.quick,
            started,
        },
        records: Vec::new(),
        incomplete: true,
    };
    let rounds = TrialRounds::new(contestants, args.timeout, token);
    let whole = measure(&mut run, rounds, folder.as_ref(), session)?;
    if !whole && run.records.is_empty() {
        print_message(NOTHING_WRITTEN);
        return Ok(Exit::Interrupted);
    }
    let board = (whole && folder.is_some() && args.suite.includes(SuitePart::Queens))
        .then(|| BoardProfile::measure(args.quick, token));
    let board = board.transpose()?.filter(|_| !token.is_cancelled());
    run.incomplete = token.is_cancelled();
    if let Some(folder) = &folder {
        folder.save(&run, board.as_ref())?;
    }
    if session.json {
        print_json(serde_json::to_value(&run)?)?;
    }
    Ok(report_doubts(&run, folder.as_ref(), session))
}

/// Measures all rounds and saves the measurements after each. Prints the rows in the last round, or
/// after an interruption. Returns false if interrupted.
fn measure(
    run: &mut BenchmarkRun,
    mut rounds: TrialRounds<'_>,
    folder: Option<&RunFolder>,
    session: Session,
) -> anyhow::Result<bool> {
    if !session.json {
        print(&format!(
            "{HEADING} {:>7} {:>6} {:>8} {:>8} answer\n",
            "wall ms", "±", "cpu ms", "items"
        ))?;
    }
    let runs = run.settings.runs;
    let show = |record: &TrialRecord| {
        show_status_line("");
        if session.json {
            return Ok(());
        }
        print(&table_row(record))
    };
    let mut shown = 0;
    let mut whole = true;
    for round in 0..=runs {
        let name = match round {
            0 => "warm-up".to_owned(),
            round => format!("round {round} of {runs}"),
        };
        whole = rounds.round(|record| {
            if round == runs {
                shown += 1;
                show(record)?;
            }
            if !session.quiet {
                show_status_line(&format!("{name} · {}", record.trial));
            }
            Ok(())
        })?;
        run.records = rounds.records();
        if !whole {
            break;
        }
        if let Some(folder) = folder.filter(|_| 0 < round && round < runs) {
            folder.save(run, None)?;
        }
    }
    show_status_line("");
    run.records.iter().skip(shown).try_for_each(show)?;
    Ok(whole)
}

/// Reports failed trials and reasons to doubt the measurements.
fn report_doubts(run: &BenchmarkRun, folder: Option<&RunFolder>, session: Session) -> Exit {
    for (trial, reason) in run.failed_trials() {
        print_message(&format!("failed: {}: {reason}", trial.name()));
    }
    let trials = |is_it: &dyn Fn(&TrialRecord) -> bool| {
        let number = run.records.iter().filter(|record| is_it(record)).count();
        (number > 0).then(|| plural(number as u128, "trial"))
    };
    let wrong = trials(&|record| record.answer == Verdict::Wrong);
    if let Some(trials) = &wrong {
        print_message(&format!("warning: wrong answers in {trials}"));
    }
    if let Some(trials) = trials(&|record| record.outliers() > 0) {
        session.note(&format!(
            "warning: outliers in {trials}; other programs may have disturbed the run"
        ));
    }
    if let Some(load) = run.machine.load.filter(|_| run.machine.is_busy()) {
        let processors = plural(run.machine.threads as u128, "processor");
        session.note(&format!(
            "warning: the load is {load:.2} on {processors}; other programs disturbed the run"
        ));
    }
    if run.incomplete {
        let kept = folder.map_or("nothing is written without --output".to_owned(), |folder| {
            format!("the measurements so far are in {}", folder.path().display())
        });
        print_message(&format!("interrupted: {kept}"));
        return Exit::Interrupted;
    }
    if run.settings.runs == 1 {
        session.note(
            "note: a single run has no spread and cannot be compared\nhint: countless \
                      bench --runs 5",
        );
    }
    Exit::Complete.flawed_if(wrong.is_some() || run.failed_trials().next().is_some())
}

/// Contestants of the requested cases. Generated puzzles are written to `folder`.
fn contestants(
    args: &BenchArgs,
    folder: &Path,
    token: &CancelToken,
) -> anyhow::Result<Vec<Contestant>> {
    let has = |part| args.suite.includes(part);
    if args.datasets.is_some() && !has(SuitePart::Sudoku) {
        bail!("--datasets needs the sudoku part");
    }
    if !args.vs.is_empty() && !has(SuitePart::Queens) && !has(SuitePart::Sudoku) {
        bail!("--vs needs the queens or the sudoku part");
    }
    // A missing folder is reported now, because it is read after long measurements.
    if let Some(folder) = &args.datasets {
        let found = fs::metadata(&**folder);
        found.map_err(|error| Error::read(&**folder, error))?;
    }
    let run = EngineRun::new().cancel(token);
    let suite = Suite {
        quick: args.quick,
        threads: thread_counts(run.thread_count()),
        rivals: rivals(&args.vs)?,
    };
    let mut contestants = Vec::new();
    if has(SuitePart::Queens) {
        contestants.extend(suite.queens());
    }
    if has(SuitePart::Sudoku) {
        let mut sets = BenchmarkSet::generated(folder, &FEW_CLUES, args.quick, &run)?;
        if let Some(datasets) = &args.datasets {
            let mut more = BenchmarkSet::of_folder(datasets, &run)?;
            more.retain(|set| {
                if set.invalid() > 0 {
                    print_message(&format!(
                        "note: omitted {}: it has invalid rows",
                        set.path().display()
                    ));
                }
                set.invalid() == 0
            });
            anyhow::ensure!(
                !more.is_empty() || token.is_cancelled(),
                "{} has no file of valid puzzles",
                datasets.display()
            );
            for set in more {
                let known = sets.iter().any(|other| other.name() == set.name());
                anyhow::ensure!(!known, "two sets have the name {}", set.name());
                sets.push(set);
            }
        }
        contestants.extend(suite.sudoku(&sets));
    }
    if has(SuitePart::Stream) {
        contestants.extend(suite.stream());
    }
    Ok(contestants)
}

/// Programs of `--vs`, preceded by this program run in the same way.
fn rivals(others: &[RivalProgram]) -> anyhow::Result<Vec<RivalProgram>> {
    let program = std::env::current_exe().context("cannot find the path of this program")?;
    let program = program.to_string_lossy();
    let ours = |words: [&str; 4]| {
        let words = words.into_iter().chain(["-q", "-j1"]);
        RivalProgram::new(OWN_NAME, words.map(str::to_owned).collect())
    };
    for rival in others {
        let name = rival.name();
        anyhow::ensure!(rival.is_installed(), "--vs {name}: program not found");
        anyhow::ensure!(name != OWN_NAME, "--vs {name}: the name is reserved");
        let same = others.iter().filter(|other| other.name() == name).count();
        anyhow::ensure!(same == 1, "--vs {name}: the name is used twice");
    }
    let mut rivals = Vec::new();
    if others.iter().any(RivalProgram::solves_puzzles) {
        rivals.push(ours([&program, "sudoku", "solve", "{file}"])?);
    }
    if others.iter().any(RivalProgram::counts_boards) {
        rivals.push(ours([&program, "queens", "count", "{n}"])?);
    }
    rivals.extend_from_slice(others);
    Ok(rivals)
}

/// Name of this program in the table of rivals.
const OWN_NAME: &str = "countless";

/// Row of the printed table.
fn table_row(record: &TrialRecord) -> String {
    let (wall, cpu) = (record.wall(), record.cpu());
    let none = || "-".to_owned();
    let measured = |text: String| if record.is_empty() { none() } else { text };
    // A single run has no spread.
    let spread = match record.wall.len() {
        0 | 1 => none(),
        _ => milliseconds(wall.width() / 2.0),
    };
    format!(
        "{:WIDTH$} {:>7} {:>6} {:>8} {:>8} {}\n",
        record.trial.to_string(),
        measured(milliseconds(wall.median)),
        spread,
        measured(milliseconds(cpu.median)),
        measured(rate(record.rate() as u128, Duration::from_secs(1))),
        match record.answer() {
            "unchecked" => "-",
            answer => answer,
        }
    )
}

/// Milliseconds with about four significant digits.
fn milliseconds(ms: f64) -> String {
    match ms {
        100.0.. => format!("{ms:.0}"),
        10.0.. => format!("{ms:.1}"),
        1.0.. => format!("{ms:.2}"),
        _ => format!("{ms:.3}"),
    }
}

/// Arguments of the program, quoted for a shell. An absolute path is shortened to its last
/// component, because its folders exist only on this machine.
pub fn portable_command_line(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.map(|word| without_folders(&word)).collect();
    let words = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
    format!("countless {words}")
}

/// Shortens a word that is an absolute path, or the absolute paths between `=`, quotes and blanks.
fn without_folders(word: &str) -> String {
    let part = |text: &str| {
        let path = Path::new(text);
        let last = path.file_name().filter(|_| path.is_absolute());
        last.map_or(text.to_owned(), |last| last.to_string_lossy().into_owned())
    };
    if Path::new(word).is_absolute() && !word.contains('=') {
        return part(word);
    }
    let blank = |character: char| matches!(character, ' ' | '=' | '\'' | '"');
    let parts = word.split_inclusive(blank).map(|piece| {
        let text = piece.trim_end_matches(blank);
        part(text) + &piece[text.len()..]
    });
    parts.collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::portable_command_line;

    #[test]
    fn records_have_no_folders_of_this_machine() {
        let line = |words: &[&str]| portable_command_line(words.iter().map(ToString::to_string));
        let told = line(&["bench", "--datasets", "/home/me/my sets", "-o", "results/a"]);
        assert_eq!(told, "countless bench --datasets 'my sets' -o results/a");
        assert_eq!(
            line(&["--datasets=/home/me/sets/"]),
            "countless '--datasets=sets'"
        );
        let told = line(&["--vs", "x=/opt/x/bin/x -f '/opt/a.cfg' {file}"]);
        assert_eq!(told, r#"countless --vs "x=x -f 'a.cfg' {file}""#);
        assert_eq!(
            line(&["--vs", "x=env A=/b/c x {n}"]),
            "countless --vs 'x=env A=c x {n}'"
        );
    }
}
