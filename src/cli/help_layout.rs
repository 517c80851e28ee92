//! Layout of help texts: closing texts wrapped in paragraphs. Negative numbers are accepted as
//! values.

use clap::Command;

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
    use super::paragraphs;

    #[test]
    fn lines_of_prose_are_joined_and_others_stay() {
        let text = "\nOne\nparagraph:\n  a  list\n  b  of two\nand more.\n\nExample:\n  run it";
        let joined = "\nOne paragraph:\n  a  list\n  b  of two\nand more.\n\nExample:\n  run it";
        assert_eq!(paragraphs(text), joined[1..]);
        assert_eq!(paragraphs(joined), paragraphs(text));
    }
}
