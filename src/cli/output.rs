//! Output of a command: the result on stdout, messages on stderr, and the exit code.

use std::io::{self, IsTerminal, Write as _};
use std::path::Path;
use std::time::Duration;

use clap::builder::StyledStr;
use countless::table::{LARGEST_JSON_NUMBER, Output, TableError};
use serde_json::Value;
use terminal_size::{Width, terminal_size_of};
use textwrap::Options;

pub use countless::table::escape_controls;
pub use countless_measure::{grouped, grouped_decimal};

/// Writes the result to stdout.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to stdout.
pub fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(bytes);
    let written = written.and_then(|()| stdout.flush());
    Ok(written.map_err(|error| TableError::write(Path::new("standard output"), error))?)
}

/// Opens the output file, before the text exists. None stands for stdout.
pub fn create_text_file(path: Option<&Path>) -> Result<Option<Output>, TableError> {
    path.map(|path| Output::create(Some(path))).transpose()
}

/// Width of the terminal in columns. Unlimited if stdout is not a terminal.
pub fn terminal_width() -> usize {
    terminal_size_of(std::io::stdout()).map_or(usize::MAX, |(Width(columns), _)| columns.into())
}

/// Wraps a text to the width of the terminal and indents all lines but the first. Unchanged if
/// stdout is not a terminal.
pub fn folded(text: &str) -> String {
    match terminal_width() {
        usize::MAX => text.to_owned(),
        columns => fold(text, columns),
    }
}

fn fold(text: &str, columns: usize) -> String {
    textwrap::fill(text, Options::new(columns).subsequent_indent("   "))
}

/// Text of the help without its styles; empty without a text.
pub fn plain(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// Prints a message to stderr. Errors of writing are ignored.
pub fn print_message(text: &str) {
    let mut stderr = std::io::stderr().lock();
    // Clears the line of progress, which may be longer than the text.
    let clear = if stderr.is_terminal() { "\r\x1b[K" } else { "" };
    let _ = writeln!(stderr, "{clear}{}", escape_controls(text));
}

/// Returns a JSON number, or a string above [`LARGEST_JSON_NUMBER`].
pub fn json_number(number: u128) -> Value {
    match number {
        0..=LARGEST_JSON_NUMBER => (number as u64).into(),
        _ => number.to_string().into(),
    }
}

/// Table of classes of solutions: a name and two numbers for each.
pub struct ClassTable {
    /// Names of the columns.
    pub columns: [&'static str; 3],
    pub rows: Vec<[String; 3]>,
}

impl ClassTable {
    /// The table as CSV.
    pub fn csv(&self) -> String {
        let rows = self.rows.iter().map(|row| row.join(",") + "\n");
        self.columns.join(",") + "\n" + &rows.collect::<String>()
    }

    /// An object with a member for each class.
    pub fn json(&self) -> Value {
        let number = |text: &str| text.parse().map_or_else(|_| text.into(), json_number);
        let classes = self.rows.iter().map(|[name, first, second]| {
            let numbers = [(1, first), (2, second)];
            let numbers = numbers.map(|(at, text)| (self.columns[at], number(text)));
            (name.clone(), numbers.into_iter().collect::<Value>())
        });
        classes.collect()
    }
}

/// Prints a value as a line of JSON. Every [number](json_number) in it can be read exactly.
pub fn print_json(json: Value) -> anyhow::Result<()> {
    print(&format!("{}\n", with_exact_numbers(json)))
}

fn with_exact_numbers(json: Value) -> Value {
    match json {
        Value::Number(number) => match number.as_u64() {
            Some(whole) => json_number(whole.into()),
            None => Value::Number(number),
        },
        Value::Array(values) => values.into_iter().map(with_exact_numbers).collect(),
        Value::Object(members) => {
            let exact = |(name, value)| (name, with_exact_numbers(value));
            members.into_iter().map(exact).collect()
        }
        other => other,
    }
}

/// Formats `count` with `noun` in the singular or plural.
pub fn plural(count: u128, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(count))
}

/// Formats a number of things, with the number of each kind: `8 puzzles (4 unique, 4
/// invalid)`.
pub fn with_kinds(
    number: u64,
    noun: &str,
    kinds: impl IntoIterator<Item = (u64, &'static str)>,
) -> String {
    let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
    let kinds = kinds.map(|(count, what)| format!("{} {what}", grouped(count.into())));
    let kinds: Vec<String> = kinds.collect();
    let all = plural(number.into(), noun);
    if kinds.is_empty() {
        all
    } else {
        format!("{all} ({})", kinds.join(", "))
    }
}

/// Seconds of a day, and of a year of 365.25 days.
const DAY: u64 = 86_400;
const YEAR: f64 = 365.25 * DAY as f64;

/// Formats a duration in a suitable unit: `0.27 ms`, `2.31 s`, `3 min 20 s`, `2 h 05 min`,
/// `12 days`, `3.4 years`.
pub fn duration_text(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    let whole = duration.as_secs();
    if seconds < 0.1 {
        format!("{:.2} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.2} s")
    } else if whole < 3600 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else if whole < 2 * DAY {
        format!("{} h {:02} min", whole / 3600, whole / 60 % 60)
    } else if seconds < YEAR {
        format!("{:.0} days", seconds / DAY as f64)
    } else if seconds < 10.0 * YEAR {
        format!("{:.1} years", seconds / YEAR)
    } else {
        format!("{} years", grouped((seconds / YEAR).round() as u128))
    }
}

/// Formats a number per second with three digits: `288 M/s`.
pub fn rate(count: u128, duration: Duration) -> String {
    let mut rate = count as f64 / duration.as_secs_f64().max(1e-9);
    let mut units = ["", " k", " M", " G", " T", " P", " E"].iter();
    let mut unit = units.next().unwrap_or(&"");
    // 999.5 would be rounded to four digits.
    while rate >= 999.5 {
        let Some(next) = units.next() else { break };
        rate /= 1e3;
        unit = next;
    }
    if rate >= 999.5 {
        return format!("{rate:.2e}{unit}/s");
    }
    let decimals = match rate {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    format!("{rate:.decimals$}{unit}/s")
}

/// Outcome of a command that returned no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Complete.
    Complete,
    /// Complete, but some input was invalid or a check failed.
    Flawed,
    /// Interrupted by the user.
    Interrupted,
}

impl Exit {
    /// Turns `Complete` into `Flawed` if `flawed` is true.
    pub fn flawed_if(self, flawed: bool) -> Self {
        match self {
            Self::Complete if flawed => Self::Flawed,
            other => other,
        }
    }
}

/// Returns the exit code of an outcome. Prints an error to stderr.
pub fn exit_code(result: anyhow::Result<Exit>) -> u8 {
    let error = match result {
        Ok(Exit::Complete) => return 0,
        Ok(Exit::Flawed) => return 1,
        Ok(Exit::Interrupted) => return 130,
        Err(error) => error,
    };
    let code = match error.downcast_ref() {
        Some(countless::Error::Interrupted) => {
            print_message("interrupted");
            return 130;
        }
        _ if is_closed_pipe(&error) => return 0,
        Some(countless::Error::Miscounted { .. } | countless::Error::Unsolvable) => 1,
        _ => 2,
    };
    print_message(&format!("error: {}", error_text(&error)));
    code
}

/// Text of an error with its causes. Errors of the operating system are worded by this program.
pub fn error_text(error: &anyhow::Error) -> String {
    let causes = error.chain().map(|cause| {
        let text = cause.to_string();
        let system = cause.downcast_ref::<io::Error>();
        let system = system.filter(|system| system.get_ref().is_none());
        match system.map(io::Error::kind) {
            Some(io::ErrorKind::NotFound) => "file not found".to_owned(),
            Some(io::ErrorKind::IsADirectory) => "expected a file, found a folder".to_owned(),
            Some(io::ErrorKind::NotADirectory) => "expected a folder, found a file".to_owned(),
            Some(io::ErrorKind::PermissionDenied) => "permission denied".to_owned(),
            Some(io::ErrorKind::FileTooLarge) => "file too large".to_owned(),
            Some(io::ErrorKind::StorageFull) => "no space left on the device".to_owned(),
            _ => text,
        }
    });
    causes.collect::<Vec<_>>().join(": ")
}

/// True if the reader of the output has closed the pipe, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let table = match error.downcast_ref::<countless::Error>() {
        Some(countless::Error::Table(error)) => Some(error),
        _ => error.downcast_ref::<TableError>(),
    };
    let source = match table {
        Some(TableError::Write { source, .. }) => Some(source),
        _ => error.downcast_ref::<io::Error>(),
    };
    source.is_some_and(|source| source.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_has_a_singular() {
        assert_eq!(plural(1, "solution"), "1 solution");
        assert_eq!(plural(1000, "solution"), "1,000 solutions");
    }

    #[test]
    fn whole_numbers_above_2_to_53_are_strings() {
        let (largest, next) = (9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64);
        let json = serde_json::json!({
            "exact": largest,
            "list": [next, { "seed": u64::MAX, "seconds": 1e300, "text": "1", "none": null }],
        });
        let expected = serde_json::json!({
            "exact": largest,
            "list": ["9007199254740993",
                { "seed": "18446744073709551615", "seconds": 1e300, "text": "1", "none": null }],
        });
        assert_eq!(with_exact_numbers(json), expected);
        assert_eq!(json_number(u128::MAX), u128::MAX.to_string());
        assert_eq!(json_number(largest.into()), largest);
    }

    #[test]
    fn lines_fold_at_blanks() {
        let text = "7. Naked single: r1c4 can only be 3; 3 is removed from r1c9, r7c4.";
        let lines = "7. Naked single: r1c4 can only be 3;\n   3 is removed from r1c9, r7c4.";
        assert_eq!(fold(text, 36), lines);
        assert_eq!(fold(text, 80), text);
    }

    #[test]
    fn times_and_rates_have_the_unit_that_suits_them() {
        assert_eq!(duration_text(Duration::from_micros(270)), "0.27 ms");
        assert_eq!(duration_text(Duration::from_millis(2310)), "2.31 s");
        assert_eq!(duration_text(Duration::from_secs(200)), "3 min 20 s");
        assert_eq!(duration_text(Duration::from_secs(7500)), "2 h 05 min");
        assert_eq!(duration_text(Duration::from_secs(47 * 3600)), "47 h 00 min");
        assert_eq!(duration_text(Duration::from_secs(12 * DAY)), "12 days");
        assert_eq!(duration_text(Duration::from_secs(1240 * DAY)), "3.4 years");
        assert_eq!(
            duration_text(Duration::from_secs(501_000 * DAY)),
            "1,372 years"
        );
        assert_eq!(rate(666_090_624, Duration::from_secs_f64(2.31)), "288 M/s");
        assert_eq!(rate(12, Duration::from_secs(1)), "12.0/s");
        assert_eq!(rate(999_600, Duration::from_secs(1)), "1.00 M/s");
        assert_eq!(
            rate(17_800 * 10_u128.pow(12), Duration::from_secs(1)),
            "17.8 P/s"
        );
        assert_eq!(rate(u128::MAX, Duration::from_secs(1)), "3.40e20 E/s");
    }
}
