//! Help topics, and the layout of help: closing texts wrapped in paragraphs. Negative numbers are
//! accepted as values.
//!
//! The topics are texts in the folder `help`. They are printed by `countless help TOPIC`.

use std::ffi::OsString;

use clap::Command;

use super::sudoku;

/// Help topic.
pub struct Topic {
    /// Name and synonyms.
    names: &'static [&'static str],
    /// Text, in which `{techniques}` stands for the names of all techniques.
    text: &'static str,
}

/// All topics except `ledger`, which is a command.
pub const TOPICS: [Topic; 5] = [
    Topic {
        names: &["inputs", "input", "puzzles"],
        text: include_str!("help/inputs.txt"),
    },
    Topic {
        names: &["variants", "variant", "shapes", "shape"],
        text: include_str!("help/variants.txt"),
    },
    Topic {
        names: &["output", "rows", "exit-codes"],
        text: include_str!("help/output.txt"),
    },
    Topic {
        names: &["techniques", "levels", "ratings"],
        text: include_str!("help/techniques.txt"),
    },
    Topic {
        names: &["estimates", "estimate"],
        text: include_str!("help/estimates.txt"),
    },
];

impl Topic {
    /// Returns the topic if the command line is `countless help TOPIC`.
    pub fn asked_for(words: &[OsString]) -> Option<&'static Self> {
        let [_, help, name] = words else { return None };
        if help != "help" {
            return None;
        }
        let is_it = |topic: &&Self| topic.names.iter().any(|other| name == other);
        TOPICS.iter().find(is_it)
    }

    /// Returns the name of the first topic that mentions all the values.
    pub fn listing(values: &[String]) -> Option<&'static str> {
        let lists = |topic: &&Self| {
            let text = topic.text();
            values.iter().all(|value| text.contains(value))
        };
        TOPICS.iter().find(lists).map(|topic| topic.names[0])
    }

    /// First name of the topic.
    #[cfg(test)]
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// Text of the topic.
    pub fn text(&self) -> String {
        self.text.replace("{techniques}", &sudoku::techniques())
    }

    /// Text of the topic in lines of at most `width` characters.
    pub fn page(&self, width: usize) -> String {
        let text = paragraphs(&self.text());
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
    let command = command
        .mut_subcommands(|subcommand| subcommand.defer(with_help_layout))
        .mut_args(|arg| {
            let has_value = arg.get_action().takes_values();
            arg.allow_negative_numbers(has_value)
        });
    match command.get_after_help().map(ToString::to_string) {
        Some(text) => command.after_help(paragraphs(&text)),
        None => command,
    }
}

/// Joins the lines of each paragraph.
pub fn paragraphs(text: &str) -> String {
    let mut all = String::new();
    let mut goes_on = false;
    for line in text.lines() {
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
        for page in [include_str!("../../docs/shapes.md"), TOPICS[1].text] {
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
