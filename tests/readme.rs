//! Runs every command of the README and compares what it prints.
//!
//! Commands stand in ```` ```console ```` blocks after `$ `; the lines below one are
//! what it prints on stdout, where `...` stands for any lines. Blocks run one after
//! another in one empty folder that has a copy of the project's `data` in it.

use std::fs;
use std::path::Path;
use std::process::Command;

struct Example {
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (line, content) in text.lines().enumerate() {
        if content.starts_with("```") {
            inside = content == "```console";
        } else if let Some(command) = content.strip_prefix("$ ").filter(|_| inside) {
            examples.push(Example {
                line: line + 1,
                command: command.to_owned(),
                expected: Vec::new(),
            });
        } else if inside && let Some(example) = examples.last_mut() {
            example.expected.push(content.to_owned());
        }
    }
    examples
}

/// Whether `lines` are as expected, `...` standing for any number of lines.
fn matches(lines: &[&str], expected: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((any, rest)) if any == "..." => {
            (0..=lines.len()).any(|skipped| matches(&lines[skipped..], rest))
        }
        Some((line, rest)) => lines.first() == Some(&line.as_str()) && matches(&lines[1..], rest),
    }
}

#[test]
fn every_command_of_the_readme_prints_what_it_says() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_countless"));
    let folder = tempfile::tempdir().expect("temporary folder");
    let data = folder.path().join("data");
    fs::create_dir(&data).expect("data folder");
    for entry in fs::read_dir(project.join("data")).expect("data is readable") {
        let entry = entry.expect("entry is readable");
        fs::copy(entry.path(), data.join(entry.file_name())).expect("data can be copied");
    }
    let path = std::env::join_paths(
        [program
            .parent()
            .expect("the program is in a folder")
            .to_owned()]
        .into_iter()
        .chain(std::env::split_paths(
            &std::env::var_os("PATH").unwrap_or_default(),
        )),
    )
    .expect("paths can be joined");

    let text = fs::read_to_string(project.join("README.md")).expect("README.md is readable");
    let examples = examples(&text);
    assert!(examples.len() >= 10, "only {} commands", examples.len());
    for Example {
        line,
        command,
        expected,
    } in examples
    {
        // Building and testing are what this very test is part of.
        if command.starts_with("cargo install") || command.starts_with("scripts/") {
            let file = command.split(' ').next().unwrap_or_default();
            assert!(
                file == "cargo" || project.join(file).is_file(),
                "README.md:{line}: {command}"
            );
            continue;
        }
        let command = command.replace("cargo run --release --", "countless");
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .expect("sh runs");
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "README.md:{line}: {command}: {stderr}"
        );
        let lines: Vec<&str> = stdout.lines().collect();
        assert!(
            matches(&lines, &expected),
            "README.md:{line}: {command} prints\n{stdout}\nnot\n{}",
            expected.join("\n")
        );
    }
}
