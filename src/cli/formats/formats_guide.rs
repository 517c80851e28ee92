//! The guide to formats, docs/formats.md, generated from the table.

use super::format_entries::{FAMILIES, FormatEntry, all_formats};

/// Text before the families.
const HEAD: &str = "\
# Formats

This page lists all formats that commands read or write. `countless formats` prints this list. `countless formats NAME`
prints the example of a format. The command after *Read by* reads this example:

```console
$ countless formats squares | countless queens complete 4 --queens -
puzzle,status,solutions,solution
1:2,unique,1,2 4 1 3
\"1:3,3:4\",unique,1,3 1 4 2
4:2 2:1,unique,1,3 1 4 2
```

Commands recognise the format of an input by its content. gzip, Zstandard and Parquet are recognised, too. A byte order
mark is ignored. FILE in a command stands for a file with the example.
";

/// Guide in Markdown.
pub fn formats_guide() -> String {
    let entries = all_formats();
    let mut parts = vec![HEAD.to_owned()];
    for (family, title) in FAMILIES {
        parts.push(format!("\n## {title}\n"));
        let entries = entries.iter().filter(|entry| entry.family == family);
        parts.extend(entries.map(section));
    }
    parts.concat()
}

/// Section of a format.
fn section(entry: &FormatEntry) -> String {
    let commands = [("Read", entry.reader), ("Written", entry.writer)];
    let commands = commands
        .into_iter()
        .filter_map(|(verb, command)| Some(format!("{verb} by `countless {}`.", command?)));
    let commands: Vec<String> = commands.collect();
    let about = capitalised(entry.about);
    let text = format!(
        "\n### `{}`\n\n{about}.\n\n{}\n",
        entry.name,
        commands.join(" ")
    );
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
    use super::formats_guide;

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
