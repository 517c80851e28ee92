//! Help: topics, closing texts wrapped in paragraphs, help on one screen for `-h`, manual pages,
//! completion scripts, and the version of the program.
//!
//! The topics and the closing texts are files in the folder `help`. `countless help TOPIC` prints a
//! topic. Help on one screen is usage, examples, a line for each option of the command, and the names
//! of the options that many commands share. Negative numbers are accepted as values.

use std::ffi::OsString;
use std::fs;
use std::sync::LazyLock;

use super::output::{plain, print_bytes};
use super::paths::OutputFolder;
use super::prelude::*;
use super::{cover, sudoku};
use clap::{Arg, Command};
use clap_complete::Shell;
use countless::Kernel;
use countless_measure::Build;

/// Help topic: a line with its name and synonyms, and its text.
pub struct Topic(&'static str);

/// All topics except `ledger`, which is a command.
pub const TOPICS: [Topic; 5] = [
    Topic(include_str!("help/inputs.txt")),
    Topic(include_str!("help/variants.txt")),
    Topic(include_str!("help/output.txt")),
    Topic(include_str!("help/techniques.txt")),
    Topic(include_str!("help/estimates.txt")),
];

impl Topic {
    /// Returns the topic if the command line is `countless help TOPIC`.
    pub fn asked_for(words: &[OsString]) -> Option<&'static Self> {
        let [_, help, name] = words else { return None };
        if help != "help" {
            return None;
        }
        let is_it = |topic: &&Self| topic.names().any(|other| name == other);
        TOPICS.iter().find(is_it)
    }

    /// Returns the name of the first topic that mentions all the values.
    pub fn listing(values: &[String]) -> Option<&'static str> {
        let lists = |topic: &&Self| values.iter().all(|value| topic.text().contains(value));
        TOPICS.iter().find(lists).map(Self::name)
    }

    /// Name and synonyms of the topic.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.lines().next().unwrap_or_default().split(' ')
    }

    /// First name of the topic.
    pub fn name(&self) -> &'static str {
        self.names().next().unwrap_or_default()
    }

    fn body(&self) -> &'static str {
        self.0.split_once('\n').map_or("", |(_, body)| body)
    }

    /// Text of the topic.
    pub fn text(&self) -> String {
        filled(self.body())
    }

    /// Text of the topic in lines of at most `width` characters.
    pub fn page(&self, width: usize) -> String {
        let text = paragraphs(self.body());
        let line = |line: &str| {
            if line.starts_with(' ') {
                line.to_owned()
            } else {
                textwrap::fill(line, width)
            }
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
    }
}

/// Changes a command and its subcommands. Consecutive lines of a closing text are joined into
/// paragraphs, because clap wraps each line separately. Indented lines, such as examples and lists,
/// stay unchanged. A negative number is parsed as a value, to be reported as out of range, and not
/// as an unknown flag.
///
/// A subcommand is changed when clap builds it, which is only if it is invoked or documented.
pub fn with_help_layout(command: Command) -> Command {
    let command = command.mut_subcommands(|subcommand| subcommand.defer(with_help_layout));
    let command = command.mut_args(with_numbers);
    match command.get_after_help().map(ToString::to_string) {
        Some(text) => command.after_help(paragraphs(&text)),
        None => command,
    }
}

/// Lets an argument with a value take a negative number, which its parser refuses with a reason.
pub fn with_numbers(arg: Arg) -> Arg {
    let has_value = arg.get_action().takes_values();
    arg.allow_negative_numbers(has_value)
}

/// Note on the input formats of sudokus.
const FORMATS: &str = include_str!("help/formats-note.txt");

/// Fills in what several texts share: `{formats}`, `{covers}` and `{techniques}`.
fn filled(text: &str) -> String {
    let text = text.replace("{formats}", FORMATS.trim_end());
    let text = text.replace("{covers}", cover::FORMAT);
    match text.split_once("{techniques}") {
        Some((before, after)) => [before, &sudoku::techniques(), after].concat(),
        None => text,
    }
}

/// Fills in a text, and joins the lines of each paragraph.
pub fn paragraphs(text: &str) -> String {
    let mut all = String::new();
    let mut goes_on = false;
    for line in filled(text).lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if goes_on && is_prose {
            all.push(' ');
        } else if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(line);
        goes_on = is_prose;
    }
    all
}

/// Number of commands with an option from which `-h` shows only its name.
const MANY: usize = 9;

/// Maximum number of columns of the page.
pub const WIDTH: usize = 100;

/// Column of the descriptions at most.
const LONGEST_NAME: usize = 30;

/// True if a command line asks for the short help.
pub fn is_asked_for(words: &[OsString]) -> bool {
    let names = ["--help", "-h", "-qh", "-hq"];
    let is_help = |word: &&OsString| names.iter().any(|name| *word == name);
    words
        .iter()
        .find(is_help)
        .is_some_and(|word| word != "--help")
}

/// Name of the last command of a path, such as `countless queens count`.
pub fn full_name(path: &[&Command]) -> String {
    let names: Vec<&str> = path.iter().map(|command| command.get_name()).collect();
    names.join(" ")
}

/// Page of the last command of `path`, which begins at the root.
pub fn page(path: &[&Command], width: usize) -> String {
    let (Some(root), Some(command)) = (path.first(), path.last()) else {
        return String::new();
    };
    let width = width.min(WIDTH);
    let name = full_name(path);
    let closing = paragraphs(&plain(command.get_after_help()));
    let block = |heading: &str| {
        let mut blocks = closing.split("\n\n").map(str::to_owned);
        blocks.find(|block| block.starts_with(heading))
    };
    let is_usual = |arg: &Arg| ["help", "version"].contains(&arg.get_id().as_str());
    let is_shown = |arg: &&Arg| !arg.is_hide_set() && !is_usual(arg);
    let args = || command.get_arguments().filter(is_shown);
    let is_shared = |arg: &&Arg| arg.is_global_set() || is_common(root, arg);
    let options = || args().filter(|arg| !arg.is_positional());
    let own = options().filter(|arg| !is_shared(arg));
    let commands = command.get_subcommands();
    let commands = commands.filter(|inner| !inner.is_hide_set());
    let commands = commands.map(|inner| (inner.get_name().to_owned(), plain(inner.get_about())));
    let usage = (*command).clone().render_usage().to_string();
    let positional = args().filter(|arg| arg.is_positional());
    let sections = [
        Some(plain(command.get_about())),
        Some(usage.trim_end().to_owned()),
        block("Example"),
        section("Commands", &commands.collect::<Vec<_>>(), width),
        block("Topics"),
        section("Arguments", &rows(positional), width),
        section("Options", &rows(own), width),
        shared_section(options().filter(is_shared), width),
        Some(format!("`{name} --help` describes all options.")),
    ];
    let sections: Vec<String> = sections.into_iter().flatten().collect();
    sections.join("\n\n") + "\n"
}

/// True if many commands have this option, below the same heading.
fn is_common(root: &Command, option: &Arg) -> bool {
    fn count(command: &Command, option: &Arg) -> usize {
        let is_it = |arg: &Arg| {
            arg.get_long() == option.get_long()
                && arg.get_help_heading() == option.get_help_heading()
        };
        let own = command.get_arguments().any(is_it);
        let below = command.get_subcommands();
        let below = below.filter(|inner| inner.get_name() != "help");
        usize::from(own) + below.map(|inner| count(inner, option)).sum::<usize>()
    }
    count(root, option) >= MANY
}

/// Name of an option with its value: `-o, --output <FILE>`.
fn shown(arg: &Arg) -> String {
    match arg.get_short().filter(|_| arg.get_long().is_some()) {
        Some(short) => format!("-{short}, {arg}"),
        None if arg.is_positional() => arg.to_string(),
        None => format!("    {arg}"),
    }
}

/// Names and descriptions of arguments.
fn rows<'a>(args: impl Iterator<Item = &'a Arg>) -> Vec<(String, String)> {
    args.map(|arg| (shown(arg), plain(arg.get_help())))
        .collect()
}

/// Names and descriptions below a heading, each in one line. `None` without rows.
fn section(heading: &str, rows: &[(String, String)], width: usize) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let names = rows.iter().map(|(name, _)| name.chars().count());
    let column = names.filter(|&length| length <= LONGEST_NAME).max();
    let column = column.unwrap_or(LONGEST_NAME);
    let lines = rows.iter().map(|(name, text)| {
        let left = width.saturating_sub(4 + column.max(name.chars().count()));
        let line = format!("  {name:column$}  {}", shortened(text, left));
        line.trim_end().to_owned()
    });
    let lines: Vec<String> = lines.collect();
    Some(format!("{heading}:\n{}", lines.join("\n")))
}

/// Names of shared options, by their headings. `None` without options.
fn shared_section<'a>(options: impl Iterator<Item = &'a Arg>, width: usize) -> Option<String> {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for arg in options {
        let heading = arg.get_help_heading().unwrap_or("Input");
        let heading = heading.strip_suffix(" options").unwrap_or(heading);
        let name = match arg.get_short() {
            Some(short) => format!("-{short}"),
            None => format!("--{}", arg.get_long().unwrap_or_default()),
        };
        match groups.iter_mut().find(|(other, _)| *other == heading) {
            Some((_, names)) => names.push(name),
            None => groups.push((heading, vec![name])),
        }
    }
    let column = groups.iter().map(|(heading, _)| heading.len()).max()?;
    let lines = groups.iter().map(|(heading, names)| {
        let indent = " ".repeat(column + 4);
        let first = format!("  {heading:column$}  ");
        let wrapped = textwrap::Options::new(width).initial_indent(&first);
        textwrap::fill(&names.join(" "), wrapped.subsequent_indent(&indent))
    });
    let lines: Vec<String> = lines.collect();
    Some(format!("Options of many commands:\n{}", lines.join("\n")))
}

/// The beginning of a text that fits, if possible up to the end of a clause.
fn shortened(text: &str, width: usize) -> String {
    let fits = |part: &str| part.chars().count() <= width;
    let text = text.split('\n').next().unwrap_or(text);
    if fits(text) {
        return text.to_owned();
    }
    let ends = ["; ", ": ", ", ", " (", ". ", " ["];
    let ends = ends.iter().flat_map(|end| text.match_indices(end));
    let clauses = ends.map(|(at, _)| &text[..at]);
    let is_balanced = |part: &str, open: char, close: char| {
        part.matches(open).count() == part.matches(close).count()
    };
    let is_whole = |part: &&str| is_balanced(part, '(', ')') && is_balanced(part, '[', ']');
    let longest = clauses.filter(|part| fits(part)).filter(is_whole);
    if let Some(clause) = longest.max_by_key(|part| part.len()) {
        return clause.to_owned();
    }
    let spaces = text.match_indices(' ').map(|(at, _)| &text[..at]);
    let mut parts = spaces.filter(|part| part.chars().count() + 2 <= width);
    parts
        .next_back()
        .map_or(String::new(), |part| format!("{part} …"))
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("help/completions.txt"))]
pub struct CompletionsArgs {
    /// Name of the shell
    shell: Shell,
}

pub fn completions(args: &CompletionsArgs, mut command: clap::Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "countless", &mut script);
    print_bytes(&script)?;
    Ok(Exit::Complete)
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("help/man.txt"))]
pub struct ManArgs {
    /// Write one page per command to FOLDER; it is created if missing
    #[arg(long, value_name = "FOLDER")]
    folder: Option<OutputFolder>,
}

pub fn man(args: &ManArgs, command: &clap::Command) -> anyhow::Result<Exit> {
    if let Some(folder) = &args.folder {
        fs::create_dir_all(&**folder)
            .and_then(|()| clap_mangen::generate_to(command.clone(), &**folder))
            .with_context(|| format!("cannot write the manual pages to {}", folder.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        print_bytes(&page)?;
    }
    Ok(Exit::Complete)
}

/// Commit of the sources.
const COMMIT: Option<&str> = option_env!("COUNTLESS_COMMIT");

/// Build of the program, for benchmark records.
pub fn build() -> Build {
    let compiler = option_env!("COUNTLESS_COMPILER");
    Build {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: COMMIT.unwrap_or("unknown").to_owned(),
        compiler: compiler.unwrap_or("unknown").to_owned(),
    }
}

/// Version, commit and supported kernels, the fastest last.
pub static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.unwrap_or("unknown");
    let kernels: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    let (version, kernels) = (env!("CARGO_PKG_VERSION"), kernels.join(", "));
    format!("{version}\ncommit: {commit}\nkernels: {kernels}")
});

#[cfg(test)]
mod tests {
    use super::{TOPICS, Topic, paragraphs};

    #[test]
    fn topics_are_found_by_each_name() {
        let topic = |words: &[&str]| {
            let words: Vec<_> = words.iter().map(Into::into).collect();
            Topic::asked_for(&words).map(Topic::name)
        };
        for name in ["variants", "variant", "shapes"] {
            assert_eq!(topic(&["countless", "help", name]), Some("variants"));
        }
        assert_eq!(topic(&["countless", "help", "queens"]), None);
        assert_eq!(topic(&["countless", "variants"]), None);
        assert_eq!(topic(&["countless", "queens", "variants"]), None);
    }

    /// Help and guide name the commands that have the flags.
    #[test]
    fn commands_for_variants_are_listed() {
        let root = super::super::command();
        let group = root.find_subcommand("sudoku").expect("the group");
        let has_boxes = |command: &&clap::Command| {
            let mut args = command.get_arguments();
            args.any(|arg| arg.get_long() == Some("boxes"))
        };
        let commands = group.get_subcommands().filter(has_boxes);
        let mut names: Vec<String> = commands.map(|it| format!("`{}`", it.get_name())).collect();
        assert!(names.len() > 5, "{names:?}");
        names[0].insert_str(1, "sudoku ");
        names.sort();
        for page in [include_str!("../../docs/shapes.md"), TOPICS[1].body()] {
            let text = page.split("\n\n").nth(1).expect("a first paragraph");
            let listed = text
                .split('`')
                .skip(1)
                .step_by(2)
                .map(|name| format!("`{name}`"));
            let mut listed: Vec<String> = listed.collect();
            listed.sort();
            assert_eq!(listed, names, "{text}");
        }
    }

    #[test]
    fn pages_fit_their_width() {
        for topic in &TOPICS {
            for line in topic.page(80).lines() {
                assert!(line.chars().count() <= 80, "{}: {line}", topic.name());
            }
        }
    }

    #[test]
    fn lines_of_prose_are_joined_and_others_stay() {
        let text = "\nOne\nparagraph:\n  a  list\n  b  of two\nand more.\n\nExample:\n  run it";
        let joined = "\nOne paragraph:\n  a  list\n  b  of two\nand more.\n\nExample:\n  run it";
        assert_eq!(paragraphs(text), joined[1..]);
        assert_eq!(paragraphs(joined), paragraphs(text));
    }
}

#[cfg(test)]
mod short_help_tests {
    use clap::Command;

    use super::{page, shortened};

    #[test]
    fn clauses_are_shortened() {
        let text = "Count at most K solutions (of one puzzle, or more); K is 2 [default: 2]";
        assert_eq!(shortened(text, 80), text);
        let clause = "Count at most K solutions (of one puzzle, or more)";
        assert_eq!(shortened(text, 60), format!("{clause}; K is 2"));
        assert_eq!(shortened(text, 55), clause);
        assert_eq!(shortened(text, 40), "Count at most K solutions");
        assert_eq!(shortened(text, 12), "Count at …");
        assert_eq!(
            shortened("Files, lines [default: a, or b]", 25),
            "Files, lines"
        );
    }

    #[test]
    fn every_command_has_a_page_of_one_screen() {
        fn visit(path: &[&Command], pages: &mut usize) {
            let command = path.last().expect("a command");
            if command.get_name() == "help" {
                return;
            }
            let name: Vec<&str> = path.iter().map(|command| command.get_name()).collect();
            let name = name.join(" ");
            for width in [80, 100, 200] {
                let page = page(path, width);
                let lines: Vec<&str> = page.lines().collect();
                assert!(lines.len() <= 40, "{name}: {} lines\n{page}", lines.len());
                let width = width.min(100);
                for line in &lines {
                    let is_example = line.starts_with("  countless ");
                    assert!(
                        is_example || line.chars().count() <= width,
                        "{name}: {line}"
                    );
                }
                let usage = lines.iter().position(|line| line.starts_with("Usage: "));
                assert_eq!(usage, Some(2), "{page}");
                let help = command.get_after_help().map(ToString::to_string);
                if help.unwrap_or_default().contains("\nExample") {
                    assert!(
                        page.split("\n\n")
                            .nth(2)
                            .expect("a block")
                            .starts_with("Example")
                    );
                }
                let args = command.get_arguments().filter(|arg| !arg.is_hide_set());
                let is_usual =
                    |arg: &&clap::Arg| ["help", "version"].contains(&arg.get_id().as_str());
                for arg in args.filter(|arg| !is_usual(arg)) {
                    let long = arg.get_long().map(|long| format!("--{long}"));
                    let short = arg.get_short().map(|short| format!("-{short}"));
                    let mut names = long.iter().chain(&short);
                    let is_shown =
                        arg.is_positional() || names.any(|name| page.contains(name.as_str()));
                    assert!(is_shown, "{name} {arg}: {page}");
                }
            }
            *pages += 1;
            for inner in command.get_subcommands() {
                visit(&[path, &[inner]].concat(), pages);
            }
        }
        let mut root = crate::cli::command();
        root.build();
        let mut pages = 0;
        visit(&[&root], &mut pages);
        assert!(pages > 50, "{pages}");
    }
}
