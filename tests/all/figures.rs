//! Compares figures of the documents, which `scripts/figures.py` writes, with the program. Times
//! depend on the machine and are not compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use countless::sudoku::{Level, Technique};

use crate::common::{countless, lines};

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).expect("the document is readable")
}

/// Block that `scripts/figures.py` writes into a document.
fn block(document: &str, name: &str) -> String {
    let text = self::document(document);
    let start = format!("<!-- figures/{name} -->\n");
    let (_, rest) = text.split_once(&start).expect("the start of the block");
    let end = format!("<!-- end of figures/{name} -->\n");
    rest.split_once(&end).expect("its end").0.to_owned()
}

/// Rows of the table of a block, without its head.
fn rows(block: &str) -> Vec<Vec<String>> {
    let rows = block.lines().filter(|line| line.starts_with("| ")).skip(1);
    let cells = |row: &str| {
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

/// A smaller sample has the shares of the table, by Pearson's test: the statistic exceeds 20 in one
/// of 2,000 samples.
#[test]
fn the_levels_of_random_puzzles_are_those_of_a_sample() {
    let block = block("docs/techniques.md", "levels");
    let command = block.split('`').find(|text| text.starts_with("countless "));
    let command = command.expect("the command");
    assert!(command.contains("--count 100000 "), "{command}");
    let sample = command.replace("100000", "1000");
    let args: Vec<&str> = sample.split(' ').skip(1).chain(["-q"]).collect();
    let mut counts = BTreeMap::new();
    for row in lines(&countless(&args).stdout).iter().skip(1) {
        let level = row.rsplit(',').next().expect("a level").to_owned();
        *counts.entry(level).or_insert(0) += 1;
    }
    assert_eq!(counts.values().sum::<i32>(), 1000);
    let table: BTreeMap<String, f64> = rows(&block)
        .into_iter()
        .map(|row| {
            let number = row[4].split(' ').next().expect("a number").replace(',', "");
            (row[0].clone(), number.parse().expect("a number"))
        })
        .collect();
    assert_eq!(table.len(), Level::ALL.len());
    assert!((table.values().sum::<f64>() - 100_000.0).abs() < 0.5);
    let terms = table.iter().map(|(level, number)| {
        let found = f64::from(counts.get(level).copied().unwrap_or(0));
        (found - number / 100.0).powi(2) / (number / 100.0)
    });
    let statistic: f64 = terms.sum();
    assert!(statistic < 20.0, "{statistic}: {counts:?}");
}

#[test]
fn documents_have_the_number_of_techniques() {
    let mut found = 0;
    for name in [
        "README.md",
        "docs/techniques.md",
        "docs/sudoku.md",
        "docs/python.md",
    ] {
        let text = document(name);
        let words: Vec<&str> = text.split_whitespace().collect();
        for pair in words
            .windows(2)
            .filter(|pair| pair[1].starts_with("techniques"))
        {
            let number = pair[0].trim_start_matches('[').parse::<usize>();
            if let Ok(number) = number {
                assert_eq!(number, Technique::ALL.len(), "{name}");
                found += 1;
            }
        }
    }
    assert!(found > 0, "no document has the number");
}

#[test]
fn documents_have_the_version_and_the_scale() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(document("docs/tour.md").contains(&format!("\ncountless {version}\n")));
    assert!(document("docs/install.md").contains(&format!("scripts/release.sh {version}\n")));
    let words = "sudoku rate data/puzzles.txt --ledger none.csv -o no.csv --dry-run --json";
    let args: Vec<&str> = words.split(' ').collect();
    let plan: serde_json::Value = serde_json::from_slice(&countless(&args).stdout).expect("a plan");
    let scale = plan["parameters"]["scale"].as_str().expect("a scale");
    let expected = format!("Ratings are on scale {scale}.");
    assert!(document("docs/sudoku.md").contains(&expected), "{expected}");
}

/// Smallest and largest ratio of a kernel to the crate `sudoku`, where all solve the same puzzles.
#[test]
fn the_readme_has_the_ratios_of_the_recorded_tables() {
    let table = document("results/sudoku/table.csv");
    let ratios = |kernel: &str| {
        let own = table.lines().filter(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            fields[1] == "countless" && fields[2] == kernel
        });
        let ratios = own.map(|line| line.rsplit(',').next().expect("a ratio"));
        let ratios: Vec<f64> = ratios
            .map(|ratio| ratio.parse().expect("a number"))
            .collect();
        let least = ratios.iter().copied().fold(f64::MAX, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        format!("{least:.0} to {most:.0} times")
    };
    let text = document("README.md").replace('\n', " ");
    for kernel in ["avx512", "avx2"] {
        assert!(
            text.contains(&ratios(kernel)),
            "{kernel}: {}",
            ratios(kernel)
        );
    }
    let bench = document("results/xeon/bench.csv");
    let time = |solver: &str| {
        let start = format!("queens,16,{solver},program,");
        let line = bench.lines().find(|line| line.starts_with(&start));
        let fields: Vec<&str> = line.expect("a trial").split(',').collect();
        fields[10].parse::<f64>().expect("a time")
    };
    let ratio = time("textbook") / time("countless");
    assert!(
        text.contains(&format!("takes {ratio:.0} times as long")),
        "{ratio}"
    );
}
