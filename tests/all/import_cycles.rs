//! No file imports itself, directly or through others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::sources;

/// Path of a module from the root of its crate.
type Module = Vec<String>;

fn module(root: &Path, path: &Path) -> Module {
    let inner = path
        .strip_prefix(root)
        .expect("it is below")
        .with_extension("");
    let mut names: Module = inner
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if names.last().is_some_and(|last| last == "mod") || names == ["lib"] || names == ["main"] {
        names.pop();
    }
    names
}

/// Modules of its own crate that a file imports, by its `use` lines.
fn imports(text: &str, own: &Module) -> Vec<Module> {
    let text = text
        .split("\n#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let mut found = Vec::new();
    let lines = text.split('\n').map(str::trim_start);
    let starts = lines.filter(|line| line.starts_with("use ") || line.starts_with("pub use "));
    for start in starts {
        let at = start.as_ptr() as usize - text.as_ptr() as usize;
        let Some(end) = text[at..].find(';') else {
            continue;
        };
        let Some((_, mut path)) = text[at..at + end].split_once("use ") else {
            continue;
        };
        let mut base = if let Some(rest) = path.strip_prefix("crate::") {
            path = rest;
            Module::new()
        } else {
            // Path in a module above or below. A path into another crate matches no module.
            own.clone()
        };
        while let Some(rest) = path.strip_prefix("super::") {
            path = rest;
            base.pop();
        }
        let items = match path.strip_prefix('{') {
            Some(list) => top_level(list.strip_suffix('}').unwrap_or(list)),
            None => vec![path],
        };
        for item in items {
            let names = item
                .split("::")
                .map(|name| name.split([' ', '{']).next().unwrap_or(name));
            let names = names.take_while(|name| !name.is_empty()).map(str::to_owned);
            found.push(base.iter().cloned().chain(names).collect());
        }
    }
    found
}

/// Parts of a list between commas outside braces.
fn top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

/// Returns a path from a module back to itself, if one exists.
fn circle(from: &Module, arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    let mut ways = vec![vec![from.clone()]];
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop() {
        for next in &arrows[way.last()?] {
            if next == from {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                ways.push(way.iter().chain([next]).cloned().collect());
            }
        }
    }
    None
}

#[test]
fn files_import_each_other_in_one_direction() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).expect("it is a folder");
    let mut roots: Vec<PathBuf> = crates
        .map(|entry| entry.expect("it can be seen").path().join("src"))
        .collect();
    roots.extend(["src", "python/src", "web/src"].map(|folder| root.join(folder)));
    for root in roots {
        let mut files = sources(&root).expect("it is a folder");
        let is_test = |path: &PathBuf| {
            let name = path.file_name().expect("a name").to_string_lossy();
            name.contains("test")
        };
        files.retain(|path| !is_test(path));
        let modules: BTreeSet<Module> = files.iter().map(|file| module(&root, file)).collect();
        let mut arrows = BTreeMap::new();
        for file in &files {
            let own = module(&root, file);
            let text = fs::read_to_string(file).expect("it is text");
            // The longest prefix of the path that is a module is used. Items of the parent module,
            // or of the root, are visible to all modules below.
            let targets = imports(&text, &own).into_iter().filter_map(|path| {
                let lengths = (1..=path.len()).rev();
                let mut beginnings = lengths.map(|length| path[..length].to_vec());
                beginnings.find(|beginning| modules.contains(beginning))
            });
            let targets = targets.filter(|target| !own.starts_with(target));
            arrows.insert(own.clone(), targets.collect::<BTreeSet<_>>());
        }
        for from in &modules {
            let found = circle(from, &arrows);
            assert_eq!(found, None, "{}", root.display());
        }
    }
}

#[test]
fn imports_are_read_as_they_are_written() {
    let text = "use std::fs;\nuse super::a::{B, c::D};\npub use crate::{e, f::{G, h}};\n    use super::super::i;\n\
                #[cfg(test)]\nmod tests {\n    use super::j;\n}\n";
    let own = ["x", "y"].map(str::to_owned).to_vec();
    let found: Vec<String> = imports(text, &own)
        .iter()
        .map(|path| path.join("::"))
        .collect();
    assert_eq!(found, ["x::y::std::fs", "x::a", "e", "f", "i"]);
    let arrow =
        |from: &str, to: &str| (vec![from.to_owned()], BTreeSet::from([vec![to.to_owned()]]));
    let arrows = BTreeMap::from([arrow("a", "b"), arrow("b", "c"), arrow("c", "b")]);
    assert_eq!(circle(&vec!["a".to_owned()], &arrows), None);
    assert!(circle(&vec!["b".to_owned()], &arrows).is_some());
}
