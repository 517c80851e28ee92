//! The command `countless formats`, and the guide docs/formats.md, both from one table.

use countless::sudoku::InputFormat;
use textwrap::Options;

use super::HELP_WIDTH;
use super::prelude::*;

/// Format with its commands and an example.
#[derive(Clone, Copy, Debug)]
pub struct FormatEntry {
    /// Family of commands: a name of [`FAMILIES`].
    family: &'static str,
    pub name: &'static str,
    pub about: &'static str,
    /// Command line that reads the example, given as FILE or `-`.
    reader: Option<&'static str>,
    /// Command line that writes this format.
    writer: Option<&'static str>,
    /// Text in this format; empty if the program has none.
    example: &'static str,
}

impl FormatEntry {
    /// Entry of a format of sudokus.
    fn of_sudokus(format: InputFormat) -> Self {
        Self {
            family: "sudoku",
            name: format.name(),
            about: format.about(),
            reader: Some("sudoku solve -"),
            writer: match format {
                InputFormat::Grid => Some("sudoku solve FILE --format grid"),
                InputFormat::Candidates => Some("sudoku show FILE --candidates"),
                InputFormat::Csv => Some("sudoku generate --format csv"),
                InputFormat::Tsv => Some("sudoku generate --format tsv"),
                InputFormat::Json => Some("sudoku generate --format ndjson"),
                _ => None,
            },
            example: format.example(),
        }
    }

    /// Entry of a section of [`OTHERS`]: family and name, a description, the commands and, after an
    /// empty line, the example.
    fn parse(section: &'static str) -> Self {
        let (head, example) = section.split_once("\n\n").unwrap_or((section, ""));
        let (title, rest) = head.split_once('\n').unwrap_or((head, ""));
        let (family, name) = title.split_once(' ').unwrap_or((title, ""));
        let command = |verb| rest.lines().find_map(|line| line.strip_prefix(verb));
        Self {
            family,
            name,
            about: rest.lines().next().unwrap_or_default(),
            reader: command("read: "),
            writer: command("written: "),
            example,
        }
    }
}

/// Families of commands, with their titles.
const FAMILIES: [(&str, &str); 5] = [
    ("sudoku", "Sudokus"),
    ("queens", "Queens"),
    ("cover", "Exact covers"),
    ("rows", "Rows of results"),
    ("other", "Ledgers and pictures"),
];

/// Formats besides the input formats of sudokus, a section for each.
const OTHERS: &str = include_str!("help/formats.txt");

/// All formats, by family.
pub fn all_formats() -> Vec<FormatEntry> {
    let sudokus = InputFormat::ALL.into_iter().map(FormatEntry::of_sudokus);
    let others = OTHERS.split("=== ").skip(1).map(FormatEntry::parse);
    sudokus.chain(others).collect()
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("help/formats-command.txt"))]
pub struct FormatsArgs {
    /// Print the example of this format, if it has one
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print the guide to formats in Markdown
    #[arg(long, hide = true, conflicts_with = "name")]
    guide: bool,
}

pub fn formats(args: &FormatsArgs, session: Session) -> anyhow::Result<Exit> {
    let text = match &args.name {
        _ if args.guide => formats_guide(),
        None if session.json => {
            let line = |entry: &FormatEntry| format!("{}\n", format_json(entry));
            all_formats().iter().map(line).collect()
        }
        None => format_list(),
        Some(name) => {
            let mut entries = all_formats().into_iter();
            let entry = entries.find(|entry| entry.name.eq_ignore_ascii_case(name));
            let hint = "`countless formats` lists the names of all formats";
            let entry = entry.with_context(|| format!("no format {name:?}\nhint: {hint}"))?;
            match entry.writer {
                _ if session.json => format!("{}\n", format_json(&entry)),
                _ if !entry.example.is_empty() => entry.example.to_owned(),
                None => bail!("{name} has no example"),
                Some(command) => {
                    bail!("{name} has no example\nhint: `countless {command}` writes one")
                }
            }
        }
    };
    print(&text)?;
    Ok(Exit::Complete)
}

fn format_json(entry: &FormatEntry) -> Value {
    json!({
        "family": entry.family,
        "name": entry.name,
        "about": entry.about,
        "read_by": entry.reader,
        "written_by": entry.writer,
        "example": Some(entry.example).filter(|example| !example.is_empty()),
    })
}

/// List of all formats, by family.
fn format_list() -> String {
    let entries = all_formats();
    let width = entries.iter().map(|entry| entry.name.len()).max();
    let width = width.unwrap_or(0);
    let mut lines = Vec::new();
    for (family, title) in FAMILIES {
        lines.push(format!("{title}:"));
        for entry in entries.iter().filter(|entry| entry.family == family) {
            let about = format!("  {:width$}  {}", entry.name, entry.about);
            let indent = " ".repeat(width + 4);
            let options = Options::new(HELP_WIDTH).subsequent_indent(&indent);
            lines.push(textwrap::fill(&about, options));
            let commands = [("read", entry.reader), ("written", entry.writer)];
            lines.extend(commands.into_iter().filter_map(|(verb, command)| {
                Some(format!(
                    "  {:width$}    {verb} by: countless {}",
                    "", command?
                ))
            }));
        }
        lines.push(String::new());
    }
    lines.push("`countless formats NAME` prints an example.\n".to_owned());
    lines.join("\n")
}

/// Guide in Markdown.
fn formats_guide() -> String {
    let entries = all_formats();
    let mut parts = vec![include_str!("help/formats-guide.md").to_owned()];
    for (family, title) in FAMILIES {
        parts.push(format!("\n## {title}\n"));
        let entries = entries.iter().filter(|entry| entry.family == family);
        parts.extend(entries.map(section));
    }
    parts.concat()
}

/// Section of a format.
fn section(entry: &FormatEntry) -> String {
    let commands = [("Read", entry.reader), ("Written", entry.writer)].into_iter();
    let commands =
        commands.filter_map(|(verb, command)| Some(format!("{verb} by `countless {}`.", command?)));
    let commands = commands.collect::<Vec<_>>().join(" ");
    let (name, about) = (entry.name, capitalised(entry.about));
    let text = format!("\n### `{name}`\n\n{about}.\n\n{commands}\n");
    if entry.example.is_empty() {
        text
    } else {
        format!("{text}\n```text\n{}```\n", entry.example)
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_families_known() {
        let entries = all_formats();
        for (index, entry) in entries.iter().enumerate() {
            let is_known = FAMILIES.iter().any(|(family, _)| *family == entry.family);
            assert!(is_known, "{}", entry.name);
            let others = entries[index + 1..].iter();
            assert!(
                others.clone().all(|other| other.name != entry.name),
                "{}",
                entry.name
            );
            assert!(
                entry.reader.is_some() || entry.writer.is_some(),
                "{}",
                entry.name
            );
            assert_eq!(
                entry.reader.is_some(),
                !entry.example.is_empty(),
                "{}",
                entry.name
            );
        }
    }

    #[test]
    fn the_guide_is_made_from_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/formats.md");
        let written = std::fs::read_to_string(path).expect("the guide is there");
        let is_same = written == formats_guide();
        assert!(
            is_same,
            "docs/formats.md differs from `countless formats --guide`"
        );
    }
}
