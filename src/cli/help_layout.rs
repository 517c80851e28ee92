//! Commands as they are shown and parsed: closing texts in paragraphs that fit every terminal, and
//! negative numbers as values.

use clap::Command;

/// The same commands. Lines of a closing text that make up a paragraph are joined, since clap
/// wraps each line by itself; indented lines, such as examples and lists, stay as they are. A
/// negative number is a value, out of range, and not an unknown flag.
pub fn with_help_layout(command: Command) -> Command {
    let command = command.mut_subcommands(with_help_layout).mut_args(|arg| {
        let has_value = arg.get_action().takes_values();
        arg.allow_negative_numbers(has_value)
    });
    match command.get_after_help().map(ToString::to_string) {
        Some(text) => command.after_help(paragraphs(&text)),
        None => command,
    }
}

/// A text whose lines of prose are joined to one line per paragraph.
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
    use super::paragraphs;

    #[test]
    fn lines_of_prose_are_joined_and_others_stay() {
        let text = "\nOne\nparagraph:\n  a  list\n  b  of two\nand more.\n\nExample:\n  run it";
        let joined = "\nOne paragraph:\n  a  list\n  b  of two\nand more.\n\nExample:\n  run it";
        assert_eq!(paragraphs(text), joined[1..]);
        assert_eq!(paragraphs(joined), paragraphs(text));
    }
}
