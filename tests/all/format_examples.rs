//! Formats that the program lists: the command beside each example reads it.

use serde_json::Value;

use crate::common::{Folder, countless, lines, piped};

/// All formats, as JSON objects.
fn formats() -> Vec<Value> {
    let listed = countless(&["formats", "--json"]);
    assert_eq!(listed.status.code(), Some(0));
    let parse = |line: String| serde_json::from_str(&line).expect("it is JSON");
    lines(&listed.stdout).into_iter().map(parse).collect()
}

/// Text of a member, if it is a text.
fn text<'a>(format: &'a Value, name: &str) -> Option<&'a str> {
    format[name].as_str()
}

/// Row of the example on a board of four rows.
const BOARD: &[&str] = &["AABBACBBCCCDCDDD,unique,1,2 4 1 3"];

/// Solution of the sudoku of all examples.
const SOLUTION: &str =
    ",unique,1,534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Parts of the output of the command that reads an example.
fn expected(family: &str, name: &str) -> &'static [&'static str] {
    match name {
        "jigsaw" => &["puzzle,solution,clues", ",1342241331244231,3"],
        "cages" => &["................,1234341221434321"],
        "boards" => &[
            "AABBACBBCCCDCDDD,unique,1,2 4 1 3",
            "ABBBAACBDDCBDDCC,none,0,",
        ],
        "board-lists" => &["0011021122232333,unique,1,2 4 1 3"],
        "board-grid" | "board-names" | "board-table" => BOARD,
        "squares" => &[
            "1:2,unique,1,2 4 1 3",
            "\"1:3,3:4\",unique,1,3 1 4 2",
            "4:2 2:1,unique,1,3 1 4 2",
        ],
        "drawing" => &[".Q.............#,unique,1,2 4 1 3"],
        "placements" => &["2 4 1 3,unique,1,2 4 1 3", "3 0 0 0,unique,1,3 1 4 2"],
        "knuth" | "sets" => &["2"],
        "matrix" | "sparse" => &["1"],
        "pieces" => &["1.1 1.2 1.3 2.1 2.2 2.3", "1.1 1.2 1.3"],
        "solids" => &["1.1.1 1.1.2 1.2.1 2.1.1"],
        "cells" => &["1.2 1.3", "4.2 4.3"],
        "words" => &["across1 1.1:c 1.2:a 1.3:t"],
        _ if family == "rows" => BOARD,
        _ if family == "sudoku" => &[SOLUTION],
        _ => &[],
    }
}

#[test]
fn every_example_is_read_by_the_command_beside_it() {
    let folder = Folder::new();
    let mut tried = 0;
    for format in formats() {
        let name = text(&format, "name").expect("a name");
        let family = text(&format, "family").expect("a family");
        let (Some(reader), Some(example)) = (text(&format, "read_by"), text(&format, "example"))
        else {
            continue;
        };
        let printed = countless(&["formats", name]);
        assert_eq!(printed.stdout, example.as_bytes(), "{name}");
        let file = folder.file("example", example);
        let words = reader
            .split(' ')
            .map(|word| if word == "FILE" { &file } else { word });
        let words: Vec<&str> = words.chain(["-q"]).collect();
        let output = if words.contains(&"-") {
            piped(&words, example)
        } else {
            countless(&words)
        };
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{name}: {stderr}");
        let rows = lines(&output.stdout);
        let expected = expected(family, name);
        assert!(!expected.is_empty(), "nothing is expected of {name}");
        for part in expected {
            let found = rows
                .iter()
                .any(|row| row == part || part.starts_with(',') && row.ends_with(part));
            assert!(found, "{name}: {part} is missing from {rows:?}");
        }
        tried += 1;
    }
    assert!(tried >= 20, "{tried}");
}

#[test]
fn formats_are_listed_by_family_with_their_commands() {
    let listed = String::from_utf8(countless(&["formats"]).stdout).expect("it is text");
    for format in formats() {
        let name = text(&format, "name").expect("a name");
        let about = text(&format, "about").expect("a description");
        // Long descriptions continue in the next lines.
        let words: Vec<&str> = listed.split_whitespace().collect();
        let entry = format!("{name} {about} ");
        assert!((words.join(" ") + " ").contains(&entry), "{name}");
        for (verb, key) in [("read by", "read_by"), ("written by", "written_by")] {
            if let Some(command) = text(&format, key) {
                let line = format!("{verb}: countless {command}");
                assert!(listed.contains(&line), "{name}: {line}");
            }
        }
    }
    let one = countless(&["formats", "Squares", "--json"]);
    let one: Value = serde_json::from_slice(&one.stdout).expect("it is an object");
    assert_eq!(one["example"], "1:2\n1:3,3:4\n# a comment\n4:2 2:1\n");
}

#[test]
fn names_without_an_example_are_refused() {
    for (name, reason) in [
        (
            "lunes",
            "no format \"lunes\"\nhint: `countless formats` lists",
        ),
        (
            "png",
            "png has no example\nhint: `countless queens show 8 -o board.png` writes one",
        ),
    ] {
        let refused = countless(&["formats", name]);
        let stderr = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(reason), "{stderr}");
        assert!(refused.stdout.is_empty());
    }
}
