//! Text from files, escaped for a terminal.

use std::borrow::Cow;

/// Escapes control characters, except line feeds and tabs, because text from files must not control
/// the terminal.
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    let commands = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(commands) {
        return Cow::Borrowed(text);
    }
    let spell = |mut all: String, c: char| {
        if commands(c) {
            all.extend(c.escape_default());
        } else {
            all.push(c);
        }
        all
    };
    Cow::Owned(text.chars().fold(String::new(), spell))
}

#[cfg(test)]
mod tests {
    use super::escape_controls;

    #[test]
    fn no_text_commands_the_terminal() {
        assert_eq!(escape_controls("grüne\nZeilen\t1"), "grüne\nZeilen\t1");
        assert_eq!(
            escape_controls("\u{1b}[2Jx\r\u{9b}"),
            "\\u{1b}[2Jx\\r\\u{9b}"
        );
    }
}
