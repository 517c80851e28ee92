//! Commands for sets of training data: classes of solutions, digests, images and parts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use countless::sudoku::{ClassId, Grid, Solved};
use countless::table::{hex_sha256, sha256};
use serde_json::Value;

use crate::common::{countless, program};

/// Runs the program, and returns its JSON summary.
fn summary(args: &[&str]) -> Value {
    let output = countless(&[args, &["--json", "-q"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    serde_json::from_slice(&output.stdout).expect("one object")
}

/// Rows of a CSV file, each by the names of its columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).expect("a table");
    let rows = reader.deserialize::<BTreeMap<String, String>>();
    rows.map(|row| row.expect("a row")).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn classes_of_solutions_are_those_of_the_solutions() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("classed.csv");
    let flags = ["--solution", "--transform", "-o", text(&path)];
    countless(
        &[
            &["sudoku", "canon", "data/puzzles.txt", "data/many.txt"],
            &flags[..],
        ]
        .concat(),
    );
    let rows = rows(&path);
    assert_eq!(rows.len(), 100 + 4);
    let mut solved = 0;
    for row in &rows {
        let puzzle: Grid = row["puzzle"].parse().expect("a puzzle");
        let class = ClassId::of(&puzzle.canonical().expect("it has one")).to_ascii();
        assert_eq!(row["class"].as_bytes(), class);
        // The definition in the guide.
        assert_eq!(row["class"], hex_sha256(row["canonical"].as_bytes())[..16]);
        let expected = match puzzle.solve() {
            Solved::Unique(solution) => {
                solved += 1;
                let form = solution.canonical().expect("it has one");
                String::from_utf8(ClassId::of(&form).to_ascii().to_vec()).expect("hexadecimal")
            }
            _ => String::new(),
        };
        assert_eq!(row["solution_class"], expected, "{}", row["puzzle"]);
        assert_eq!(row["digits"].len(), 9);
    }
    assert!(solved > 3 && solved < rows.len());
}

#[test]
fn ratings_have_the_solution() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("rated.csv");
    for scale in ["points", "se"] {
        let flags = ["--solution", "--nodes", "--scale", scale, "-o", text(&path)];
        countless(
            &[
                &["sudoku", "rate", "data/puzzles.txt", "data/many.txt"],
                &flags[..],
            ]
            .concat(),
        );
        for row in rows(&path) {
            let solution = match row["puzzle"].parse::<Grid>().expect("a puzzle").solve() {
                Solved::Unique(solution) => solution.to_string(),
                _ => String::new(),
            };
            assert_eq!(row["solution"], solution, "{scale}");
        }
    }
    let small = [
        "sudoku",
        "rate",
        "--size",
        "4",
        "--solution",
        "...1...4.3...4..",
    ];
    let rows = countless(&small).stdout;
    assert!(rows.ends_with(b",4231312413422413\n"));
}

#[test]
fn digests_are_those_of_the_rows_before_compression() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = |name: &str| folder.path().join(name);
    let digest = |name: &str, flags: &[&str]| {
        let path = file(name);
        let args = ["sudoku", "rate", "data/puzzles.txt", "-o", text(&path)];
        let json = summary(&[&args, flags].concat());
        json["sha256"].as_str().expect("a digest").to_owned()
    };
    let plain = digest("a.csv", &["-j", "1", "--kernel", "scalar"]);
    assert_eq!(plain, sha256(&file("a.csv")).expect("it can be read"));
    for (name, threads) in [("a.csv.gz", "2"), ("a.csv.zst", "7")] {
        assert_eq!(digest(name, &["-j", threads]), plain, "{name}");
    }
    let ledger = file("ledger.csv");
    assert_eq!(digest("b.csv", &["--ledger", text(&ledger)]), plain);
    assert_eq!(
        digest("b.csv", &["--ledger", text(&ledger)]),
        plain,
        "a complete run"
    );
    let devices = summary(&["sudoku", "rate", "data/puzzles.txt", "-o", "/dev/null"]);
    assert_eq!(devices.get("sha256"), None);
}

/// Puzzles of a file in `data`.
fn puzzles(name: &str, most: usize) -> Vec<String> {
    let text = fs::read_to_string(Path::new("data").join(name)).expect("it is there");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.take(most).map(|line| line[..81].to_owned()).collect()
}

#[test]
fn images_are_those_of_the_transformations() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (input, path) = (
        folder.path().join("in.txt"),
        folder.path().join("images.csv"),
    );
    fs::write(&input, puzzles("puzzles.txt", 5).join("\n") + "\n").expect("it can be written");
    let augment = [
        "sudoku",
        "augment",
        text(&input),
        "--copies",
        "20",
        "--seed",
        "7",
    ];
    let flags = ["--transform", "-o", text(&path)];
    let json = summary(&[&augment[..], &flags[..]].concat());
    assert_eq!(
        (&json["rows"], &json["augmented"]),
        (&105.into(), &5.into())
    );
    let rows = rows(&path);
    assert_eq!(rows.len(), 105);
    let mut seen = BTreeSet::new();
    for (number, group) in rows.chunks(21).enumerate() {
        assert_eq!(group[0]["group"], number.to_string());
        let (puzzle, solution) = (&group[0]["puzzle"], &group[0]["solution"]);
        for (copy, row) in group.iter().enumerate() {
            assert_eq!(row["copy"], copy.to_string());
            assert_eq!(row["group"], group[0]["group"]);
            // By the definition of the columns, without the library.
            let digit = |name: &str, place: usize| usize::from(row[name].as_bytes()[place] - b'1');
            let image = |of: &str| -> String {
                let of = of.as_bytes();
                let cells = (0..81).map(|cell| {
                    let (mut from_row, mut from_column) =
                        (digit("rows", cell / 9), digit("columns", cell % 9));
                    if row["transposed"] == "yes" {
                        (from_row, from_column) = (from_column, from_row);
                    }
                    match of[9 * from_row + from_column] {
                        b'.' => '.',
                        sign => row["digits"].as_bytes()[usize::from(sign - b'1')] as char,
                    }
                });
                cells.collect()
            };
            assert_eq!(
                (&row["puzzle"], &row["solution"]),
                (&image(puzzle), &image(solution))
            );
            assert_eq!(copy == 0, row["puzzle"] == *puzzle);
            assert!(seen.insert(row["puzzle"].clone()), "an image came twice");
        }
    }
}

#[test]
fn an_image_depends_on_the_seed_and_its_puzzle_alone() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let write = |name: &str, lines: &[String]| {
        let path = folder.path().join(name);
        fs::write(&path, lines.join("\n") + "\n").expect("it can be written");
        path
    };
    let all = puzzles("puzzles.txt", 40);
    let (whole, half) = (write("all.txt", &all), write("half.txt", &all[20..]));
    let backwards: Vec<String> = all.iter().rev().cloned().collect();
    let backwards = write("backwards.txt", &backwards);
    // The group has the place in the file.
    let images = |input: &Path, flags: &[&str]| -> Vec<String> {
        let augment = ["sudoku", "augment", text(input), "--copies", "30", "-q"];
        let output = countless(&[&augment, flags].concat()).stdout;
        let output = String::from_utf8(output).expect("text");
        let images = output.lines().skip(1).map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            [fields[0], fields[1], fields[3]].join(",")
        });
        let mut images: Vec<String> = images.collect();
        images.sort();
        images
    };
    let first = images(&whole, &["--seed", "1", "-j", "1", "--kernel", "scalar"]);
    assert_eq!(first.len(), 40 * 31);
    for threads in ["2", "7"] {
        assert_eq!(images(&whole, &["--seed", "1", "-j", threads]), first);
    }
    assert_eq!(images(&backwards, &["--seed", "1"]), first);
    let half = images(&half, &["--seed", "1"]);
    assert!(half.len() == 20 * 31 && half.iter().all(|image| first.binary_search(image).is_ok()));
    let other = images(&whole, &["--seed", "2", "--no-original"]);
    assert!(other.len() == 40 * 30 && other.iter().all(|it| first.binary_search(it).is_err()));
}

#[test]
fn shards_have_the_images_of_a_run_without_shards() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("images.csv");
    // Three of the puzzles have several solutions. The input is read as several chunks.
    let inputs = ["data/many.txt", "data/puzzles.txt", "data/many.txt"];
    let images = |flags: &[&str]| -> (Value, Vec<String>) {
        let args = ["sudoku", "augment", "--copies", "200", "--seed", "3"];
        let output = ["-o", text(&path), "--json", "-q"];
        let output = countless(&[&args, &inputs[..], &output, flags].concat());
        assert_eq!(output.status.code(), Some(1), "six have several solutions");
        let rows = fs::read_to_string(&path).expect("it is there");
        let rows = rows.lines().skip(1).map(str::to_owned);
        let summary = serde_json::from_slice(&output.stdout).expect("one object");
        (summary, rows.collect())
    };
    let group = |row: &str| -> u64 {
        let field = row.split(',').nth(2).expect("a group");
        field.parse().expect("a number")
    };
    let (whole, mut expected) = images(&["-j", "1", "--kernel", "scalar"]);
    assert_eq!(
        (&whole["rows"], expected.len()),
        (&(102 * 201).into(), 102 * 201)
    );
    expected.sort();
    for (shards, flags) in [
        (2_u64, &["-j", "1", "--kernel", "scalar"][..]),
        (3, &["-j", "2"]),
        (7, &["-j", "7"]),
    ] {
        let mut all = Vec::new();
        for index in 0..shards {
            let shard = format!("{index}/{shards}");
            let (summary, rows) = images(&[flags, &["--shard", &shard]].concat());
            assert_eq!(summary["shard"], shard);
            for number in ["puzzles", "augmented", "multiple"] {
                assert_eq!(summary[number], whole[number], "{number} of {shard}");
            }
            assert_eq!(summary["rows"], rows.len(), "{shard}");
            assert!(
                rows.iter().all(|row| group(row) % shards == index),
                "{shard}"
            );
            // The rows are in the order of the input.
            assert!(rows.is_sorted_by_key(|row| group(row)), "{shard}");
            all.extend(rows);
        }
        all.sort();
        assert_eq!(all, expected, "{shards} shards");
    }
    let (_, rows) = images(&["--shard", "150/200"]);
    assert_eq!(rows, [""; 0], "there are 108 groups");
    let arrays = folder.path().join("train");
    let layout = ["--layout", "hrm", "--shard", "1/4", "-o", text(&arrays)];
    let augment = ["sudoku", "augment", "data/puzzles.txt", "--copies", "2"];
    let summary = summary(&[&augment[..], &["--seed", "3"], &layout].concat());
    assert_eq!(summary["rows"], 75);
    let (shape, groups) = array(&arrays.join("all__group_indices.npy"));
    assert_eq!((&shape[..], groups.last()), ("(26,), }", Some(&75)));
    let seedless = countless(&[&augment[..], &["--shard", "0/2"]].concat());
    assert_eq!(seedless.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&seedless.stderr).contains("--seed"));
}

#[test]
fn puzzles_without_one_solution_have_no_images() {
    let output = countless(&[
        "sudoku",
        "augment",
        "data/many.txt",
        "--copies",
        "1",
        "--seed",
        "1",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout.split(|&byte| byte == b'\n').count(), 4);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("4 puzzles (1 with one solution, 3 multiple)"),
        "{stderr}"
    );
    for (flags, reason) in [
        (
            &["--copies", "1881169920"][..],
            "expected a whole number from 0 to 1,881,169,919",
        ),
        (
            &["--copies", "0", "--no-original"],
            "leave nothing to write",
        ),
        (&["--copies", "1", "--layout", "hrm"], "--output"),
        (&["--copies", "1", "--dtype", "int8", "-o", "x"], "int16"),
        (
            &["--copies", "1", "--dtype", "int16"],
            "--dtype needs --layout",
        ),
        (
            &["--copies", "1", "--layout", "hrm", "-o", "x", "--transform"],
            "omit --transform",
        ),
    ] {
        let args = [&["sudoku", "augment", "data/puzzles.txt"], flags].concat();
        let output = countless(&args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && stderr.contains(reason),
            "{stderr}"
        );
    }
    assert!(!Path::new("x").exists());
}

/// Numbers of an array of `NumPy`, with its type and shape.
fn array(path: &Path) -> (String, Vec<i64>) {
    let bytes = fs::read(path).expect("it can be read");
    let (header, data) = bytes.split_at(128);
    let header = String::from_utf8_lossy(&header[10..]).trim().to_owned();
    let width = match &header[11..14] {
        "|u1" => 1,
        "<i2" => 2,
        "<i4" => 4,
        "<i8" => 8,
        other => panic!("{other}"),
    };
    let number = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..width].copy_from_slice(bytes);
        i64::from_le_bytes(word)
    };
    let shape = header
        .split_once("'shape': ")
        .expect("a shape")
        .1
        .to_owned();
    (shape, data.chunks(width).map(number).collect())
}

#[test]
fn the_layout_has_the_rows_of_the_table() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = |name: &str| folder.path().join(name);
    let augment = [
        "sudoku",
        "augment",
        "data/puzzles.txt",
        "--copies",
        "3",
        "--seed",
        "5",
    ];
    countless(&[&augment[..], &["-o", text(&file("rows.csv"))]].concat());
    let rows = rows(&file("rows.csv"));
    let mut digests = Vec::new();
    for (name, flags) in [
        ("a/train", &["-j", "1", "--kernel", "scalar"][..]),
        ("b/train", &["-j", "7"]),
        ("c/train", &["--dtype", "int64"]),
    ] {
        let place = file(name);
        let layout = ["--layout", "hrm", "-o", text(&place)];
        let json = summary(&[&augment[..], &layout, flags].concat());
        digests.push(json["sha256"].as_str().expect("a digest").to_owned());
        let cells = |name: &str, column: &str| {
            let (shape, numbers) = array(&place.join(name));
            assert_eq!(shape, "(400, 81), }");
            for (cells, row) in numbers.chunks(81).zip(&rows) {
                let expected = row[column].bytes().map(|sign| match sign {
                    b'.' => 1,
                    digit => i64::from(digit - b'0') + 1,
                });
                assert!(cells.iter().copied().eq(expected));
            }
        };
        cells("all__inputs.npy", "puzzle");
        cells("all__labels.npy", "solution");
        let (shape, numbers) = array(&place.join("all__puzzle_indices.npy"));
        assert_eq!((&shape[..], numbers), ("(401,), }", (0..=400).collect()));
        let (shape, numbers) = array(&place.join("all__group_indices.npy"));
        assert_eq!(
            (&shape[..], numbers),
            ("(101,), }", (0..=100).map(|n| 4 * n).collect())
        );
        let (shape, numbers) = array(&place.join("all__puzzle_identifiers.npy"));
        assert_eq!((&shape[..], numbers), ("(400,), }", vec![0; 400]));
        let dataset = fs::read(place.join("dataset.json")).expect("it is there");
        let dataset: Value = serde_json::from_slice(&dataset).expect("an object");
        assert_eq!(
            (&dataset["total_groups"], &dataset["total_puzzles"]),
            (&100.into(), &100.into())
        );
        assert_eq!(
            (&dataset["vocab_size"], &dataset["seq_len"]),
            (&11.into(), &81.into())
        );
        let sums = fs::read_to_string(place.join("SHA256SUMS")).expect("it is there");
        assert_eq!(sums.lines().count(), 6);
        for line in sums.lines() {
            let (digest, name) = line.split_once("  ").expect("a digest and a name");
            assert_eq!(digest, sha256(&place.join(name)).expect("it can be read"));
        }
        assert!(place.join("../identifiers.json").is_file());
    }
    assert_eq!(digests[0], digests[1]);
    assert_ne!(digests[0], digests[2]);
}

/// Writes a set with known leaks: of each puzzle an equal one, an image with other digits, the
/// transposed one, and another puzzle with an equivalent solution.
fn leaky_set(path: &Path, most: usize) {
    let mut lines = vec!["id,puzzle,level".to_owned()];
    for (id, line) in puzzles("puzzles.txt", most).into_iter().enumerate() {
        let puzzle: Grid = line.parse().expect("a puzzle");
        let Solved::Unique(solution) = puzzle.solve() else {
            panic!("{line} has one solution");
        };
        let relabelled = line.chars().map(|sign| match sign.to_digit(10) {
            Some(digit) => char::from_digit(digit % 9 + 1, 10).expect("a digit"),
            None => sign,
        });
        let transposed: String = (0..81)
            .map(|cell| line.as_bytes()[9 * (cell % 9) + cell / 9] as char)
            .collect();
        // One clue more: another class of puzzles with the same solution, which is then turned.
        let blank = line.find('.').expect("an empty cell");
        let mut more = line.clone();
        more.replace_range(blank..=blank, &solution.to_string()[blank..=blank]);
        let turned: String = more.chars().rev().collect();
        let level = ["easy", "hard", "extreme"][id % 3];
        for text in [
            line.clone(),
            line.clone(),
            relabelled.collect(),
            transposed,
            turned,
        ] {
            lines.push(format!("{id},{text},{level}"));
        }
    }
    fs::write(path, lines.join("\n") + "\n").expect("it can be written");
}

#[test]
fn no_class_of_solutions_is_in_two_parts() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let input = folder.path().join("leaky.csv");
    leaky_set(&input, 100);
    let split = |flags: &[&str]| {
        let name = flags.join("").replace(['-', '='], "");
        let place = folder.path().join(name);
        let split = [
            "sudoku",
            "split",
            text(&input),
            "--shares",
            "train=6,test=4",
            "-o",
            text(&place),
        ];
        let json = summary(&[&split, flags].concat());
        let parts = ["train", "test"].map(|part| rows(&place.join(format!("{part}.csv"))));
        (json, parts)
    };
    let ids = |rows: &[BTreeMap<String, String>]| -> BTreeSet<String> {
        rows.iter().map(|row| row["id"].clone()).collect()
    };
    let (json, [train, test]) = split(&["--seed", "7"]);
    assert_eq!(json["misplaced"], 0);
    assert_eq!(
        (train.len() + test.len(), json["parts"][0]["rows"].as_u64()),
        (500, Some(train.len() as u64))
    );
    assert!(ids(&train).is_disjoint(&ids(&test)));
    // 60 expected, with a standard deviation of 4.9.
    assert!(
        (40..=80).contains(&ids(&train).len()),
        "{}",
        ids(&train).len()
    );
    // Equivalent puzzles stay together, and other puzzles with the solution may not.
    let (_, [train, test]) = split(&["--seed", "7", "--by", "puzzle"]);
    let rest = |rows: &[BTreeMap<String, String>], id: &str| {
        rows.iter().filter(|row| row["id"] == id).count()
    };
    let both: BTreeSet<String> = ids(&train).intersection(&ids(&test)).cloned().collect();
    assert!(both.len() > 20, "{}", both.len());
    for id in &both {
        let counts = [rest(&train, id), rest(&test, id)];
        assert!(counts == [4, 1] || counts == [1, 4], "{id}: {counts:?}");
    }
    // By row, images are spread, too.
    let (_, [train, test]) = split(&["--seed", "7", "--by", "row"]);
    assert!(ids(&train).intersection(&ids(&test)).count() > 70);
    // Shares are met in each stratum: of 34, 33 and 33 classes.
    let (json, [train, _]) = split(&["--seed", "7", "--strata", "level"]);
    assert_eq!(json["misplaced"], 0);
    let level = |level: &str| {
        let ids = train
            .iter()
            .filter(|row| row["level"] == level)
            .map(|row| &row["id"]);
        ids.collect::<BTreeSet<_>>().len()
    };
    let exact = [("easy", 20), ("hard", 20), ("extreme", 20)];
    assert_eq!(exact.map(|(name, _)| (name, level(name))), exact);
    assert_eq!(
        json["strata"][0],
        serde_json::json!({ "name": "easy", "classes": { "train": 20, "test": 14 } })
    );
}

#[test]
fn parts_do_not_depend_on_the_order_or_on_other_puzzles() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let input = folder.path().join("leaky.csv");
    leaky_set(&input, 30);
    let text_of = fs::read_to_string(&input).expect("it is there");
    let mut lines: Vec<&str> = text_of.lines().skip(1).collect();
    lines.reverse();
    let part = |name: &str, lines: &[&str], flags: &[&str]| -> Vec<Vec<String>> {
        let (input, place) = (
            folder.path().join(format!("{name}.csv")),
            folder.path().join(name),
        );
        let text_of = format!("id,puzzle,level\n{}\n", lines.join("\n"));
        fs::write(&input, text_of).expect("it can be written");
        let args = [
            "sudoku",
            "split",
            text(&input),
            "--seed",
            "3",
            "-o",
            text(&place),
        ];
        let shares = ["--shares", "a=1,b=1,c=1", "--format", "tsv"];
        summary(&[&args[..], &shares, flags].concat());
        let parts = ["a", "b", "c"].map(|part| {
            let rows = fs::read_to_string(place.join(format!("{part}.tsv"))).expect("it is there");
            let mut rows: Vec<String> = rows.lines().skip(1).map(str::to_owned).collect();
            rows.sort();
            rows
        });
        parts.to_vec()
    };
    let backwards = part("backwards", &lines, &["-j", "7"]);
    lines.reverse();
    let forwards = part("forwards", &lines, &["-j", "1", "--kernel", "scalar"]);
    assert_eq!(forwards, backwards);
    let fewer = part("fewer", &lines[..60], &["--no-audit"]);
    for (some, all) in fewer.iter().zip(&forwards) {
        assert!(some.iter().all(|row| all.contains(row)) && some.len() <= all.len());
    }
    assert_eq!(fewer.iter().map(Vec::len).sum::<usize>(), 60);
}

#[test]
fn wrong_requests_of_a_split_are_errors() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let place = folder.path().join("parts");
    for (flags, reason) in [
        (&["--shares", "train"][..], "expected NAME=SHARE"),
        (&["--shares", "a=1,a=1"], "expected each name once"),
        (
            &["--shares", "a=1", "--strata", "level"],
            "expected one of the other columns",
        ),
        (
            &[
                "--shares",
                "a=1",
                "--rejects",
                &format!("{}/a.csv", text(&place)),
            ],
            "could be one of the files in this folder that --output writes",
        ),
    ] {
        let args = ["sudoku", "split", "data/puzzles.txt", "-o", text(&place)];
        let output = countless(&[&args, flags].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && stderr.contains(reason),
            "{stderr}"
        );
    }
    let stdout = [
        "sudoku",
        "split",
        "data/puzzles.txt",
        "--shares",
        "a=1",
        "-o",
        "-",
    ];
    let output = countless(&stdout);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--output DIR"));
    // A part that is split again would be replaced.
    fs::create_dir(&place).expect("a folder");
    let part = place.join("train.csv");
    fs::copy("data/puzzles.txt", &part).expect("it can be copied");
    for (shares, code) in [("train=1,test=1", 2), ("a=1,b=1", 0)] {
        let args = [
            "sudoku",
            "split",
            text(&part),
            "-o",
            text(&place),
            "--shares",
            shares,
        ];
        assert_eq!(countless(&args).status.code(), Some(code), "{shares}");
    }
}

/// Names of the files in a folder and in the folders inside.
fn files_below(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names.extend(files_below(&path));
        } else {
            names.push(text(&path).to_owned());
        }
    }
    names
}

#[test]
#[cfg(unix)]
fn files_of_a_folder_are_complete_or_absent() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let puzzles = fs::canonicalize("data/puzzles.txt").expect("it is there");
    let shares = ["--shares", "train=9,test=1"];
    let split = [
        &["sudoku", "split", text(&puzzles), "-o", "set"],
        &shares[..],
    ]
    .concat();
    let augment = ["sudoku", "augment", text(&puzzles), "-o", "set/train"];
    let arrays = |copies| [&augment[..], &["--layout", "hrm", "--copies", copies]].concat();
    // A file may have at most one block, of 512 or 1,024 bytes.
    let limited = "cd \"$1\"; shift; ulimit -f 1; exec \"$0\" \"$@\"";
    for (args, name) in [(&split, "set/train.csv"), (&arrays("9"), "all__inputs.npy")] {
        let output = std::process::Command::new("sh")
            .args(["-c", limited, env!("CARGO_BIN_EXE_countless")])
            .arg(folder.path())
            .args(args)
            .output()
            .expect("sh runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let expected = format!("{name}: file too large\n");
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.ends_with(&expected) && stderr.lines().count() == 1,
            "{stderr}"
        );
        // Folders that the program made are gone, too.
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
    // Interrupted in the midst of the puzzles or images, with a folder made by the program or not.
    let split = [&["sudoku", "split", "-", "-o", "set"], &shares[..]].concat();
    for (args, name, before) in [
        (split.clone(), "set", 0),
        (arrays("100000000"), "set/train", 0),
        (split, "set", 1),
    ] {
        if before > 0 {
            fs::create_dir(folder.path().join("set")).expect("a folder");
        }
        let mut child = program()
            .args(args)
            .current_dir(folder.path())
            .stdin(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut endless = child.stdin.take().expect("a pipe");
        let lines = fs::read(&puzzles).expect("it is there");
        let feed =
            std::thread::spawn(
                move || {
                    while std::io::Write::write_all(&mut endless, &lines).is_ok() {}
                },
            );
        while files_below(folder.path()).len() < 2 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let id = child.id().to_string();
        let killed = std::process::Command::new("kill")
            .args(["-INT", &id])
            .status();
        assert!(killed.expect("kill runs").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        feed.join().expect("the pipe is closed");
        let mut stderr = String::new();
        let pipe = child.stderr.as_mut().expect("a pipe");
        std::io::Read::read_to_string(pipe, &mut stderr).expect("it is text");
        assert_eq!(stderr, format!("interrupted; {name} is not written\n"));
        assert_eq!(files_below(folder.path()), [""; 0]);
        let left = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(left, before, "{name}");
    }
}

#[test]
fn steps_in_a_table_are_those_of_the_objects() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = |name: &str| folder.path().join(name);
    let (objects, table) = (file("steps.ndjson"), file("steps.csv"));
    let explain = ["sudoku", "explain", "data/puzzles.txt"];
    countless(&[&explain[..], &["-o", text(&objects)]].concat());
    let flags = ["--text", "--grids", "-o", text(&table)];
    let json = summary(&[&explain[..], &flags].concat());
    assert_eq!(
        (&json["puzzles"], &json["solved"]),
        (&100.into(), &100.into())
    );
    let mut rows = rows(&table).into_iter();
    let objects = fs::read_to_string(&objects).expect("it is there");
    let names = |list: &Value, separator: &str| -> String {
        let names = list.as_array().expect("a list").iter();
        let names = names.map(|it| it.as_str().map_or_else(|| it.to_string(), str::to_owned));
        names.collect::<Vec<_>>().join(separator)
    };
    let candidates = |list: &Value, sign: &str| -> String {
        let all = list.as_array().expect("a list").iter();
        let all = all.map(|it| {
            format!(
                "{}{sign}{}",
                it["cell"].as_str().expect("a cell"),
                it["digit"]
            )
        });
        all.collect::<Vec<_>>().join(" ")
    };
    for (number, object) in objects.lines().enumerate() {
        let object: Value = serde_json::from_str(object).expect("an object");
        let steps = object["steps"].as_array().expect("a list").iter();
        let mut last = String::new();
        for (step, of) in (1..).zip(steps.filter(|step| step["technique"] != "elimination")) {
            let row = rows.next().expect("a row for each step");
            let expected = [
                ("row", number.to_string()),
                ("step", step.to_string()),
                (
                    "technique",
                    of["technique"].as_str().expect("a name").to_owned(),
                ),
                ("house", names(&of["units"], "; ")),
                ("digits", names(&of["digits"], "")),
                ("cells", names(&of["cells"], " ")),
                ("placed", candidates(&of["placed"], "=")),
                ("removed", candidates(&of["removed"], "<>")),
                ("text", of["text"].as_str().expect("a sentence").to_owned()),
            ];
            for (name, value) in expected {
                assert_eq!(row[name], value, "{name} of step {step} of puzzle {number}");
            }
            last.clone_from(&row["grid"]);
        }
        assert_eq!(last, object["solution"]);
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn arrays_of_steps_lead_to_the_solutions() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("steps.npy");
    let args = [
        "sudoku",
        "explain",
        "data/puzzles.txt",
        "data/many.txt",
        "-o",
        text(&path),
    ];
    let output = countless(&[&args[..], &["--json", "-q"]].concat());
    assert_eq!(
        output.status.code(),
        Some(1),
        "three have several solutions"
    );
    let (shape, numbers) = array(&path);
    assert_eq!(shape, "(101, 325), }");
    let puzzles = puzzles("puzzles.txt", 100);
    for (order, puzzle) in numbers.chunks(325).zip(&puzzles) {
        let clues = puzzle.bytes().filter(|&sign| sign != b'.').count();
        assert_eq!(order[0], clues as i64);
        let mut cells = [0; 81];
        for (place, cell) in order[1..].chunks(4).enumerate() {
            let index = (9 * cell[0] + cell[1]) as usize;
            assert_eq!(cells[index], 0, "a cell is solved once");
            cells[index] = cell[2];
            assert_eq!(place < clues, cell[3] == 0);
            assert_eq!(place < clues, puzzle.as_bytes()[index] != b'.');
        }
        let Solved::Unique(solution) = puzzle.parse::<Grid>().expect("a puzzle").solve() else {
            panic!("{puzzle} has one solution");
        };
        assert!(
            solution
                .digits()
                .iter()
                .map(|&digit| i64::from(digit))
                .eq(cells)
        );
    }
    let digests = [
        &["-j", "1", "--kernel", "scalar"][..],
        &["-j", "2"],
        &["-j", "7"],
    ]
    .map(|flags| {
        let args = ["sudoku", "explain", "data/puzzles.txt", "-o", text(&path)];
        summary(&[&args, flags].concat())["sha256"].to_string()
    });
    assert!(
        digests.iter().all(|digest| *digest == digests[0]),
        "{digests:?}"
    );
}

#[test]
fn a_killed_explanation_continues_to_the_same_bytes() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = |name: &str| folder.path().join(name);
    for name in ["steps.csv", "steps.npy", "steps.tsv.gz"] {
        let (whole, killed) = (file(&format!("whole-{name}")), file(name));
        let ledger = file(&format!("{name}.ledger"));
        let explain = ["sudoku", "explain", "data/puzzles.txt", "data/puzzles.txt"];
        let whole_digest = summary(&[&explain[..], &["-o", text(&whole)]].concat());
        let kept = ["-o", text(&killed), "--ledger", text(&ledger), "-j", "1"];
        let mut child = program()
            .args(explain)
            .args(kept)
            .spawn()
            .expect("the program starts");
        // Until a subtree is recorded, or the run is complete.
        while child.try_wait().expect("it can be waited for").is_none() {
            let recorded = fs::read_to_string(&ledger).map_or(0, |text| text.lines().count());
            if recorded > 1 {
                child.kill().expect("it runs");
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let continued = summary(&[&explain[..], &kept].concat());
        assert_eq!(continued["sha256"], whole_digest["sha256"], "{name}");
        assert_eq!(continued["solved"], whole_digest["solved"]);
        let inputs = ["--input", "data/puzzles.txt", "--input", "data/puzzles.txt"];
        let verified = countless(&[&["ledger", "verify", text(&ledger)], &inputs[..]].concat());
        let stderr = String::from_utf8_lossy(&verified.stderr);
        assert!(verified.status.success(), "{stderr}");
    }
    let needs = countless(&["sudoku", "explain", "data/puzzles.txt", "--grids"]);
    assert!(String::from_utf8_lossy(&needs.stderr).contains("--grids needs a table"));
    let array = file("other.npy");
    let csv = ["--format", "csv", "-o", text(&array)];
    let both = countless(&[&["sudoku", "explain", "data/puzzles.txt"], &csv[..]].concat());
    let reason = format!("--format csv contradicts the ending of {}", text(&array));
    assert!(String::from_utf8_lossy(&both.stderr).contains(&reason));
    assert!(!both.status.success() && !array.exists());
}

#[test]
fn all_answers_of_boards_are_listed() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (boards, path) = (
        folder.path().join("boards.txt"),
        folder.path().join("all.csv"),
    );
    fs::write(&boards, "1:1\n1:1,2:2\n2:8\nx\n").expect("it can be written");
    let complete = [
        "queens",
        "complete",
        "8",
        "--queens",
        text(&boards),
        "--all",
    ];
    let output = countless(&[&complete[..], &["-o", text(&path)]].concat());
    assert_eq!(output.status.code(), Some(1), "one is invalid");
    let rows = rows(&path);
    let of = |board: &str| -> Vec<&BTreeMap<String, String>> {
        rows.iter().filter(|row| row["puzzle"] == board).collect()
    };
    for board in ["1:1", "2:8"] {
        let listed = countless(&["queens", "complete", "8", "--queens", board, "--list", "-q"]);
        let listed = String::from_utf8(listed.stdout).expect("text");
        let listed: Vec<String> = listed
            .lines()
            .skip(1)
            .map(|line| line.replace(',', " "))
            .collect();
        assert_eq!(of(board).len(), listed.len());
        for (number, (row, solution)) in (1..).zip(of(board).into_iter().zip(&listed)) {
            assert_eq!(row["number"], number.to_string());
            assert_eq!(row["solutions"], listed.len().to_string());
            assert_eq!(row["solution"], *solution);
        }
    }
    let none = of("1:1,2:2");
    assert_eq!(
        (
            none.len(),
            &none[0]["solutions"][..],
            &none[0]["number"][..]
        ),
        (1, "0", "")
    );
    assert_eq!((of("x").len(), &of("x")[0]["solutions"][..]), (1, ""));
    // A reader that has seen enough is not a fault.
    let many = ["queens", "complete", "12", "--queens", "-", "--all"];
    let mut child = program()
        .args(many)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, b"1:1\n1:2\n").expect("it reads");
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let none = countless(&["queens", "complete", "6", "--queens", "1:1", "--all"]);
    let stderr = String::from_utf8_lossy(&none.stderr);
    assert_eq!(
        stderr,
        "error: --all needs a file of boards: --queens FILE\n"
    );
    let limited = countless(&[&complete[..], &["--max-solutions", "2", "-q"]].concat());
    assert_eq!(
        limited.stdout.split(|&byte| byte == b'\n').count(),
        1 + 2 + 1 + 2 + 1 + 1
    );
}
