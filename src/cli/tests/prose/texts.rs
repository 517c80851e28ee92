//! Collectors of the texts that users read: help from clap, literals of the sources, paragraphs of
//! documents.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};

use super::rules::{PlacedText, TextKind};
use crate::cli::formats::all_formats;
use crate::cli::help::TOPICS;

/// All commands, with the words that call them.
fn commands() -> Vec<(String, Command)> {
    fn add(command: &Command, path: &str, all: &mut Vec<(String, Command)>) {
        all.push((path.to_owned(), command.clone()));
        for inner in command.get_subcommands() {
            if inner.get_name() != "help" && !inner.is_hide_set() {
                add(inner, &format!("{path} {}", inner.get_name()), all);
            }
        }
    }
    let mut root = crate::cli::Cli::command();
    root.build();
    let mut all = Vec::new();
    add(&root, "countless", &mut all);
    all
}

/// One-line summaries of commands.
pub fn summaries() -> Vec<(String, String)> {
    let about = |(path, command): (String, Command)| {
        let about = command.get_about().map(ToString::to_string);
        (path, about.unwrap_or_default())
    };
    commands().into_iter().map(about).collect()
}

/// Pages of long help for a terminal of 80 columns.
pub fn pages() -> Vec<(String, String)> {
    let page = |(path, command): (String, Command)| {
        let mut command = command.term_width(80);
        (path, command.render_long_help().to_string())
    };
    commands().into_iter().map(page).collect()
}

/// Help of commands, arguments and values, topics, and descriptions of formats.
pub fn help() -> Vec<PlacedText> {
    let topics = TOPICS.iter().map(|topic| (topic.name(), topic.text()));
    let formats = all_formats().into_iter();
    let formats = formats.map(|entry| (entry.name, entry.about.to_owned()));
    let placed = |(name, words): (&str, String)| PlacedText {
        kind: TextKind::Help,
        place: name.to_owned(),
        words: without_examples(&words),
    };
    let mut all: Vec<PlacedText> = topics.chain(formats).map(placed).collect();
    for (path, command) in commands() {
        let mut add = |place: String, words: Option<String>| {
            if let Some(words) = words {
                all.push(PlacedText {
                    kind: TextKind::Help,
                    place,
                    words: without_examples(&words),
                });
            }
        };
        add(path.clone(), command.get_about().map(ToString::to_string));
        for more in [
            command.get_long_about(),
            command.get_before_help(),
            command.get_after_help(),
            command.get_after_long_help(),
        ] {
            add(path.clone(), more.map(ToString::to_string));
        }
        for argument in command.get_arguments() {
            let place = format!("{path} {}", argument.get_id());
            add(place.clone(), argument.get_help().map(ToString::to_string));
            add(
                place.clone(),
                argument.get_long_help().map(ToString::to_string),
            );
            for value in argument.get_possible_values() {
                let place = format!("{place} {}", value.get_name());
                add(place, value.get_help().map(ToString::to_string));
            }
        }
    }
    all
}

/// Removes the indented lines, which contain commands.
fn without_examples(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("  "));
    lines.collect::<Vec<_>>().join("\n")
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Files below a folder with an extension, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == ending) {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}

fn place(path: &Path, line: usize) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    format!("{}:{line}", path.display())
}

/// Literals of the sources that are sentences, outside tests.
pub fn messages() -> Vec<PlacedText> {
    let mut all = Vec::new();
    let folders = ["src", "crates", "python/src"];
    let paths = folders.map(|folder| files(&root().join(folder), "rs"));
    for path in paths.into_iter().flatten() {
        if path.to_string_lossy().contains("tests") {
            continue;
        }
        let Ok(source) = fs::read_to_string(&path) else {
            continue;
        };
        for literal in literals(before_tests(&source)) {
            if !literal.is_sentence() {
                continue;
            }
            all.push(PlacedText {
                kind: literal.kind(),
                place: place(&path, literal.line),
                words: without_names(&without_examples(&literal.text)),
            });
        }
    }
    all
}

/// Replaces each `{name}` of an argument by `X`.
fn without_names(text: &str) -> String {
    let mut all = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let end = after.find('}').map_or(after.len(), |end| end + 1);
        all += before;
        all.push('X');
        rest = &after[end..];
    }
    all + rest
}

/// Part of a source before its inline module of tests. A module of tests in its own file does not
/// end it.
fn before_tests(source: &str) -> &str {
    let begins_module = |at: &usize| {
        let line = source[*at..].lines().nth(1).unwrap_or_default();
        line.starts_with("mod ") && line.ends_with('{')
    };
    let mut places = source.match_indices("#[cfg(test)]").map(|(at, _)| at);
    places
        .find(begins_module)
        .map_or(source, |at| &source[..at])
}

/// Literal of a source, its line, and the source before it.
struct Literal<'a> {
    line: usize,
    text: String,
    before: &'a str,
}

impl Literal<'_> {
    fn kind(&self) -> TextKind {
        const ERRORS: [&str; 7] = [
            "#[error(",
            "bail!(",
            "anyhow!(",
            "Error::Impossible(format!(",
            "Error::Format(format!(",
            "Error::Usage(",
            "reason: format!(",
        ];
        let before = self.before.trim_end();
        if ERRORS.iter().any(|error| before.ends_with(error)) {
            TextKind::Error
        } else {
            TextKind::Message
        }
    }

    /// True if the literal has several words and is not the message of a panic.
    fn is_sentence(&self) -> bool {
        let before = self.before.trim_end();
        let panics = [".expect(", "unreachable!(", "panic!(", "#[expect("];
        if panics.iter().any(|panic| before.ends_with(panic)) {
            return false;
        }
        let is_word = |word: &&str| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            word.len() > 1 && word.chars().all(char::is_alphabetic)
        };
        self.text.split_whitespace().filter(is_word).count() >= 3
            && !self.text.trim_start().starts_with('<')
    }
}

/// Literals of a source.
fn literals(source: &str) -> Vec<Literal<'_>> {
    let bytes = source.as_bytes();
    let (mut all, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let rest = &source[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("r#\"") {
            let end = rest.find("\"#").map_or(rest.len(), |end| end + 2);
            at += end;
        } else if bytes[at] == b'\'' {
            // Character or lifetime.
            at += match rest.char_indices().nth(2) {
                Some((end, '\'')) => end + 1,
                _ if rest.starts_with("'\\") => rest[2..].find('\'').map_or(2, |end| end + 3),
                _ => 1,
            };
        } else if bytes[at] == b'"' {
            let (text, length) = unescaped(&rest[1..]);
            all.push(Literal {
                line: source[..at].matches('\n').count() + 1,
                text,
                before: &source[..at],
            });
            at += length + 1;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    all
}

/// Text of a literal that begins here, and its length including the closing quote.
fn unescaped(rest: &str) -> (String, usize) {
    let mut text = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (text, at + 1),
            '\\' => match chars.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((from, '\n')) => {
                    let indent = rest[from + 1..].len() - rest[from + 1..].trim_start().len();
                    for _ in rest[from + 1..from + 1 + indent].chars() {
                        chars.next();
                    }
                }
                Some((_, other)) => text.push(other),
                None => break,
            },
            _ => text.push(c),
        }
    }
    (text, rest.len())
}

/// Paragraphs of all documents, except the changes of past versions.
pub fn documents() -> Vec<PlacedText> {
    let mut paths = files(&root().join("docs"), "md");
    for folder in ["results", "data", "python"] {
        paths.extend(files(&root().join(folder), "md"));
    }
    for name in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ] {
        paths.push(root().join(name));
    }
    let mut all = Vec::new();
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let is_changes = path.ends_with("CHANGELOG.md");
        let text = if is_changes { unreleased(&text) } else { text };
        all.extend(
            paragraphs(&text)
                .into_iter()
                .map(|(line, words)| PlacedText {
                    kind: TextKind::Document,
                    place: place(&path, line),
                    words,
                }),
        );
    }
    all
}

/// Comments of all sources, paragraph by paragraph.
pub fn comments() -> Vec<PlacedText> {
    let folders = [
        "benches",
        "crates",
        "examples",
        "python/src",
        "src",
        "tests",
    ];
    let paths = folders
        .iter()
        .flat_map(|folder| files(&root().join(folder), "rs"));
    let mut all = Vec::new();
    for path in paths {
        let Ok(source) = fs::read_to_string(&path) else {
            continue;
        };
        let paragraphs = paragraphs(&without_code(&source)).into_iter();
        all.extend(paragraphs.map(|(line, words)| PlacedText {
            kind: TextKind::Comment,
            place: place(&path, line),
            words,
        }));
    }
    all
}

/// The text of comments, on the lines of the source.
fn without_code(source: &str) -> String {
    let lines = source.lines().map(|line| {
        let words = line.trim_start().strip_prefix("//").unwrap_or_default();
        let words = words.strip_prefix(['/', '!']).unwrap_or(words);
        words.strip_prefix(' ').unwrap_or(words)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Changes that are not released yet.
fn unreleased(text: &str) -> String {
    let end = text
        .match_indices("\n## ")
        .nth(1)
        .map_or(text.len(), |(at, _)| at);
    text[..end].to_owned()
}

/// Paragraphs, list items and table cells of Markdown, without code.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    let (mut is_code, mut goes_on) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            goes_on = false;
            continue;
        }
        let trimmed = line.trim();
        let is_indented = !goes_on && line.starts_with("    ");
        if is_code || is_indented || trimmed.is_empty() || trimmed.starts_with("<!--") {
            goes_on = false;
            continue;
        }
        if trimmed.starts_with('>') {
            // Output of a command.
            goes_on = false;
            continue;
        }
        if trimmed.starts_with('|') {
            let cells = trimmed.trim_matches('|').split(" | ");
            all.extend(cells.map(|cell| (number, plain(cell.trim()))));
            goes_on = false;
            continue;
        }
        let is_item = trimmed.starts_with("- ")
            || trimmed.starts_with("* ")
            || trimmed.starts_with('#')
            || trimmed
                .split_once(". ")
                .is_some_and(|(first, _)| first.parse::<u32>().is_ok());
        let words = plain(trimmed.trim_start_matches(['#', '-', '*']).trim_start());
        match all.last_mut() {
            Some((_, last)) if goes_on && !is_item => {
                last.push('\n');
                last.push_str(&words);
            }
            _ => all.push((number, words)),
        }
        goes_on = !trimmed.starts_with('#');
    }
    all
}

/// Markdown without marks. Each piece of code and each link target counts as one word.
fn plain(line: &str) -> String {
    let mut text = String::new();
    for (index, part) in line.split('`').enumerate() {
        text.push_str(if index % 2 == 0 { part } else { "CODE" });
    }
    while let Some(at) = text.find("](") {
        let end = text[at..].find(')').map_or(text.len(), |end| at + end + 1);
        text.replace_range(at..end, "");
    }
    text.replace(['[', '*'], "")
}

/// Docstrings of the Python package.
pub fn docstrings() -> Vec<PlacedText> {
    let mut paths = files(&root().join("python/countless"), "py");
    paths.extend(files(&root().join("python/countless"), "pyi"));
    let mut all = Vec::new();
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let mut line = 1;
        for (index, part) in text.split("\"\"\"").enumerate() {
            if index % 2 == 1 {
                let prose = part.split("\n    >>>").next().unwrap_or_default();
                let lines: Vec<&str> = prose.lines().map(str::trim).collect();
                all.push(PlacedText {
                    kind: TextKind::Document,
                    place: place(&path, line),
                    words: plain(&lines.join("\n")),
                });
            }
            line += part.matches('\n').count();
        }
    }
    all
}
