//! The command `countless formats`.

mod format_entries;
mod formats_guide;

use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use textwrap::Options;

use super::HELP_WIDTH;
use super::exit::Exit;
use super::output::print;
use super::session::Session;
use format_entries::{FAMILIES, FormatEntry, all_formats};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless formats
  countless formats grid
  countless formats lines | countless sudoku solve -
  countless formats matrix | countless cover count --matrix -
  countless formats squares | countless queens complete 8 --queens -")]
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
        _ if args.guide => formats_guide::formats_guide(),
        None if session.json => {
            let lines = all_formats()
                .into_iter()
                .map(|entry| format!("{}\n", format_json(&entry)));
            lines.collect()
        }
        None => format_list(),
        Some(name) => {
            let entry = find_format(name)?;
            if session.json {
                format!("{}\n", format_json(&entry))
            } else if entry.example.is_empty() {
                bail!("{name} has no example{}", entry.hint());
            } else {
                entry.example.into_owned()
            }
        }
    };
    print(&text)?;
    Ok(Exit::Complete)
}

/// Finds a format by its name, in any case.
fn find_format(name: &str) -> anyhow::Result<FormatEntry> {
    let mut entries = all_formats().into_iter();
    let found = entries.find(|entry| entry.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        anyhow!("no format {name:?}\nhint: `countless formats` lists the names of all formats")
    })
}

fn format_json(entry: &FormatEntry) -> Value {
    json!({
        "family": entry.family,
        "name": entry.name,
        "about": entry.about,
        "read_by": entry.reader,
        "written_by": entry.writer,
        "example": Some(&entry.example).filter(|example| !example.is_empty()),
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
