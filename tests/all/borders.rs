//! Borders between the crates: their dependencies, and the place of unsafe code.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::sources;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Each crate with the crates that it uses, by the table of `ARCHITECTURE.md`.
fn crates() -> io::Result<Vec<(String, Vec<String>)>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md"))?;
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("| crate | uses |"))
        .skip(2);
    let row = |line: &str| {
        let mut fields = line.strip_prefix('|')?.split('|').map(str::trim);
        let (name, used) = (fields.next()?, fields.next()?);
        let used = used.split_whitespace().map(str::to_owned);
        Some((name.to_owned(), used.collect()))
    };
    Ok(rows.map_while(row).collect())
}

/// Dependencies of a package, except those of its tests.
fn uses(package: &Value) -> Vec<&str> {
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let ours = dependencies
        .filter(|dependency| dependency["kind"].is_null())
        .filter_map(|dependency| dependency["name"].as_str()?.strip_prefix("countless-"));
    let mut ours: Vec<&str> = ours.collect();
    ours.sort_unstable();
    ours
}

#[test]
#[cfg_attr(windows, ignore = "needs cargo")]
fn crates_use_only_those_below_them() -> Result<(), Box<dyn Error>> {
    let arguments = ["metadata", "--no-deps", "--format-version=1", "--offline"];
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo)
        .args(arguments)
        .current_dir(root())
        .output()?;
    let metadata: Value = serde_json::from_slice(&done.stdout)?;
    let packages = metadata["packages"].as_array().expect("a list");
    let crates = crates()?;
    for (name, allowed) in &crates {
        let is_named = |package: &&Value| {
            let full = package["name"].as_str().expect("a name");
            full.strip_prefix("countless-").unwrap_or(full) == name
        };
        let package = packages.iter().find(is_named).expect(name);
        assert_eq!(&uses(package), allowed, "{name}");
    }
    // With the benches, the Python package and the program that binds the page, these are all packages.
    assert_eq!(packages.len(), crates.len() + 3);
    Ok(())
}

#[test]
fn only_the_crate_of_instruction_sets_may_be_unsafe() -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(root().join("crates"))? {
        let folder = entry?.path();
        let first = fs::read_to_string(folder.join("src/lib.rs"))?;
        let rule = if folder.ends_with("simd") {
            "#![deny(unsafe_code)]"
        } else {
            "#![forbid(unsafe_code)]"
        };
        assert!(first.contains(rule), "{}", folder.display());
    }
    for first in [
        "src/lib.rs",
        "src/main.rs",
        "web/src/lib.rs",
        "web/bind/src/main.rs",
    ] {
        let first = fs::read_to_string(root().join(first))?;
        assert!(first.contains("#![forbid(unsafe_code)]"));
    }
    Ok(())
}

#[test]
fn explanations_know_neither_runs_nor_files() -> Result<(), Box<dyn Error>> {
    let sudoku = root().join("crates/sudoku/src");
    let mut paths = sources(&sudoku.join("explain"))?;
    paths.push(sudoku.join("grid.rs"));
    // This file contains tests.
    paths.retain(|path| !path.ends_with("definitions_tests.rs"));
    assert!(paths.len() > 25);
    for path in paths {
        let text = fs::read_to_string(&path)?;
        for name in ["countless_engine", "countless_table"] {
            assert!(!text.contains(name), "{} uses {name}", path.display());
        }
    }
    Ok(())
}

/// Only what tests use is hidden: a module `internals`.
#[test]
fn only_tests_use_hidden_items() -> Result<(), Box<dyn Error>> {
    for path in sources(&root().join("crates"))? {
        let text = fs::read_to_string(&path)?;
        let count = |part: &str| text.matches(part).count();
        let internals = count("#[doc(hidden)]\npub mod internals;");
        assert_eq!(count("#[doc(hidden)]"), internals, "{}", path.display());
        let is_test = path.components().any(|part| part.as_os_str() == "tests");
        assert!(
            is_test || !text.contains("internals::"),
            "{}",
            path.display()
        );
    }
    Ok(())
}

/// Names of sources in documents are those of files.
#[test]
fn documents_name_sources_that_exist() -> Result<(), Box<dyn Error>> {
    let mut known = Vec::new();
    for folder in [
        "benches", "crates", "examples", "fuzz", "python", "src", "tests",
    ] {
        known.extend(sources(&root().join(folder))?);
    }
    let mut named = 0;
    for folder in ["", "docs", "docs/notes"] {
        for entry in fs::read_dir(root().join(folder))? {
            let document = entry?.path();
            let is_current = document.extension().is_some_and(|ending| ending == "md")
                && !document.ends_with("CHANGELOG.md");
            if !is_current {
                continue;
            }
            let text = fs::read_to_string(&document)?;
            let is_other = |c: char| !c.is_ascii_alphanumeric() && !"_/.-:".contains(c);
            for word in text.split(is_other) {
                let name = word.trim_end_matches(['.', ':']);
                let is_source = Path::new(name).extension() == Some(OsStr::new("rs"));
                if !is_source || name.contains("://") {
                    continue;
                }
                let exists = known.iter().any(|path| path.ends_with(name));
                assert!(exists, "{}: {name}", document.display());
                named += 1;
            }
        }
    }
    assert!(named > 10, "{named}");
    Ok(())
}
