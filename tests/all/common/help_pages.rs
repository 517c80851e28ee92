//! Help of the commands: their names, flags and examples.

use super::{lines, program};

/// Words of every command.
pub fn commands() -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    let mut at = 0;
    while let Some(command) = all.get(at).cloned() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = help(&words);
        let below = help.iter().skip_while(|line| *line != "Commands:").skip(1);
        let below = below.take_while(|line| !line.is_empty());
        for line in below.filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
            let name = line.split_whitespace().next().expect("a name");
            if name != "help" {
                all.push([command.clone(), vec![name.to_owned()]].concat());
            }
        }
        at += 1;
    }
    assert!(all.len() > 50, "{all:?}");
    all
}

/// Help of a command in a terminal of 80 columns.
pub fn help(command: &[&str]) -> Vec<String> {
    let mut program = program();
    let program = program.args(command).arg("--help").env("COLUMNS", "80");
    let output = program.output().expect("the program starts");
    assert!(output.status.success(), "{command:?}");
    lines(&output.stdout)
}

/// Examples of a help text.
pub fn examples(help: &[String]) -> Vec<String> {
    let after = help.iter().skip_while(|line| !line.starts_with("Example"));
    let examples = after.skip(1).take_while(|line| !line.is_empty());
    examples.cloned().collect()
}

/// A flag as the help describes it.
pub struct Flag {
    /// Name without dashes.
    pub name: String,
    /// Heading above it, such as `Output`.
    pub heading: String,
    /// Name of its value, such as `<FILE>`; empty without a value.
    pub value: String,
    /// Description in one line.
    pub text: String,
}

/// Flags of a help text.
pub fn flags(help: &[String]) -> Vec<Flag> {
    let (mut flags, mut heading) = (Vec::<Flag>::new(), "");
    for line in help {
        let text = line.trim_start();
        let title = line.strip_suffix(':').filter(|_| text == line);
        // A closing text may begin with a flag, but is not indented.
        let is_flag = text != line && text.starts_with('-') && !text.starts_with("- ");
        let mut parts = text.split(", ").filter(|_| is_flag);
        if let Some(title) = title {
            heading = title;
        } else if let Some(flag) = parts.find_map(|part| part.strip_prefix("--")) {
            let (name, value) = flag.split_once([' ', '[']).unwrap_or((flag, ""));
            flags.push(Flag {
                name: name.to_owned(),
                heading: heading.to_owned(),
                value: value.to_owned(),
                text: String::new(),
            });
        } else if let Some(flag) = flags.last_mut() {
            flag.text += text;
            flag.text.push(' ');
        }
    }
    flags
}

impl Flag {
    /// Values that the help lists, in one line or each on its own.
    pub fn possible_values(&self) -> Vec<&str> {
        let inline = self.text.split_once("[possible values: ");
        if let Some((values, _)) = inline.and_then(|(_, rest)| rest.split_once(']')) {
            return values.split(", ").collect();
        }
        let below = self.text.split_once("Possible values: ");
        let items = below.into_iter().flat_map(|(_, below)| below.split("- "));
        let names = items.map(|item| item.split(':').next().unwrap_or(item).trim());
        names.filter(|name| !name.is_empty()).collect()
    }
}
