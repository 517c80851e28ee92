//! The command `countless report`: the page has every chart, and the numbers of the CSV.

use std::fs;
use std::path::Path;

#[cfg(target_os = "linux")]
use crate::common::program;
use crate::common::svg::texts;
use crate::common::{countless, lines};
use roxmltree::{Document, Node};

/// Runs the short suite and the report; returns the page.
fn report(folder: &Path) -> String {
    let name = folder.to_str().expect("a plain path");
    let bench = countless(&["bench", "--quick", "--runs", "2", "-o", name]);
    assert_eq!(bench.status.code(), Some(0), "{bench:?}");
    let done = countless(&["report", name]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let page = folder.join("report.html");
    assert_eq!(lines(&done.stdout), [page.display().to_string()]);
    fs::read_to_string(page).expect("the page is there")
}

/// Page as XML, without the lines and tags that are valid only in HTML.
fn xml(page: &str) -> String {
    let html_only = |line: &&str| {
        ["<!doctype", "<meta", "<link"]
            .iter()
            .any(|tag| line.starts_with(tag))
    };
    let lines: Vec<&str> = page.lines().filter(|line| !html_only(line)).collect();
    lines.join("\n").replace("<br>", "<br/>")
}

fn text(node: Node<'_, '_>) -> String {
    node.descendants()
        .filter_map(|node| node.text().filter(|_| node.is_text()))
        .collect()
}

#[test]
fn the_page_has_every_chart_and_the_numbers_of_the_csv() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let page = report(folder.path());
    let xml = xml(&page);
    let document = Document::parse(&xml).expect("well-formed");

    let mut csv = csv::Reader::from_path(folder.path().join("bench.csv")).expect("bench.csv");
    let rows: Vec<Vec<String>> = csv
        .records()
        .map(|row| row.expect("a good row").iter().map(str::to_owned).collect())
        .collect();
    let shown: Vec<Vec<String>> = document
        .descendants()
        .filter(|node| node.has_tag_name("tbody"))
        .flat_map(|body| body.children().filter(|node| node.has_tag_name("tr")))
        .map(|row| row.children().filter(Node::is_element).map(text).collect())
        .collect();
    let several = std::thread::available_parallelism().is_ok_and(|threads| threads.get() > 1);
    let least = if several { 50 } else { 25 };
    assert!(rows.len() > least, "only {} rows", rows.len());
    let items: Vec<&String> = shown.iter().map(|row| &row[5]).collect();
    assert!(items.iter().any(|items| *items == "14,200"), "{items:?}");
    let plain = |row: &Vec<String>| row.iter().map(|field| field.replace(',', "")).collect();
    let plain: Vec<Vec<String>> = shown.iter().map(plain).collect();
    assert_eq!(plain, rows);

    let figures: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("figure"))
        .filter_map(|node| node.attribute("id"))
        .collect();
    let mut expected = vec![
        "chart-queens",
        "chart-sudoku",
        "chart-subtrees",
        "chart-squares",
    ];
    if several {
        expected.insert(0, "chart-speed-up");
    }
    assert_eq!(figures, expected);
    for figure in figures {
        let path = folder.path().join(figure.replace("chart-", ""));
        let svg = path.with_extension("svg");
        let svg = fs::read_to_string(svg).expect("the chart is a file, too");
        assert!(page.contains(&svg));
        let image = Document::parse(&svg).expect("well-formed");
        let size = image.root_element().attribute("viewBox");
        assert!(image.descendants().count() > 20, "{figure} is empty");
        let png = tiny_skia::Pixmap::load_png(path.with_extension("png")).expect("a PNG");
        let (width, height) = (png.width() / 2, png.height() / 2);
        assert_eq!(size, Some(format!("0 0 {width} {height}").as_str()));
        // Text and lines are dark on white paper.
        let dark = |pixel: &&tiny_skia::PremultipliedColorU8| pixel.red() < 60 && pixel.blue() < 70;
        let paper = png
            .pixel(0, 0)
            .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        assert_eq!(paper, Some([255; 3]), "{figure}");
        assert!(png.pixels().iter().filter(dark).count() > 500, "{figure}");
    }
    for outside in [
        "src=\"http",
        "href=\"http",
        "url(http",
        "@import",
        "<script",
    ] {
        assert!(!page.contains(outside), "the page needs {outside}");
    }
}

#[test]
fn charts_have_titles_and_units_and_name_characters_that_the_font_lacks() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/xeon");
    for name in ["bench.json", "tally.csv", "subtrees.csv"] {
        let text = fs::read_to_string(recorded.join(name)).expect("a recorded run");
        let text = text.replace("\"magictour\"", "\"数独\"");
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let done = countless(&["report", folder.path().to_str().expect("a plain path")]);
    let warning = "warning: the font of drawings lacks 数 (U+6570), 独 (U+72EC): PNG and PDF show \
                   boxes, SVG another font\n";
    assert_eq!(String::from_utf8_lossy(&done.stderr), warning);
    for (name, shown) in [
        (
            "speed-up",
            &[
                "Speed-up by threads",
                "number of threads",
                "speed-up (times as fast as 1 thread)",
            ][..],
        ),
        (
            "queens",
            &[
                "Counting boards: time per solution",
                "rows of the board",
                "CPU time per solution in ns",
            ],
        ),
        (
            "sudoku",
            &[
                "Solving puzzles, by set and solver",
                "puzzles per second of CPU time",
                "数独",
            ],
        ),
        (
            "subtrees",
            &["time of a subtree in ms", "number of subtrees"],
        ),
        (
            "squares",
            &["row", "column", "solutions with a queen on the square"],
        ),
    ] {
        let svg = folder.path().join(name).with_extension("svg");
        let svg = fs::read_to_string(svg).expect("a chart");
        let texts = texts(&svg);
        for text in shown {
            assert!(texts.iter().any(|other| other == text), "{name}: {text}");
        }
        let image = Document::parse(&svg).expect("well-formed");
        let title = image.root_element().attribute("aria-label");
        assert_eq!(title, texts.first().map(String::as_str), "{name}");
    }
}

/// The browser is a script that records its arguments.
#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_and_charts_of_an_earlier_run_go() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("temporary folder");
    let here = folder.path().join("here");
    let name = here.to_str().expect("a plain path");
    let bench = countless(&["bench", "stream", "--quick", "--runs", "1", "-o", name]);
    assert_eq!(bench.status.code(), Some(0), "{bench:?}");
    for old in ["queens.svg", "squares.png", "mine.svg"] {
        fs::write(here.join(old), "old").expect("a file");
    }
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).expect("a folder");
    let shown = folder.path().join("shown");
    let script = format!("#!/bin/sh\necho \"$1\" > '{}'\n", shown.display());
    let browser = programs.join("xdg-open");
    fs::write(&browser, script).expect("a program");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let path = std::env::var("PATH").unwrap_or_default();
    let done = program()
        .args(["report", name, "--open"])
        .env("PATH", format!("{}:{path}", programs.display()))
        .output()
        .expect("the program starts");
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    // The program does not wait for the browser.
    let seen = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        fs::read_to_string(&shown).is_ok_and(|shown| shown.ends_with("report.html\n"))
    });
    assert!(seen, "the browser was not called");
    let there = |file: &str| here.join(file).exists();
    assert!(there("mine.svg") && !there("queens.svg") && !there("squares.png"));
}

#[test]
fn a_folder_without_a_run_is_an_error_and_so_is_a_broken_one() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let name = folder.path().to_str().expect("a plain path");
    let done = countless(&["report", name]);
    assert_eq!(done.status.code(), Some(2));
    assert!(lines(&done.stderr)[0].contains("bench.json"));
    fs::write(folder.path().join("bench.json"), "{}\n").expect("a file");
    let done = countless(&["report", name]);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        lines(&done.stderr)[0].contains("bench.json:1:2: not a benchmark run: missing field"),
        "{done:?}"
    );
}

#[test]
fn trials_without_time_are_left_out_of_the_charts() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let name = folder.path().to_str().expect("a plain path");
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/results/xeon/bench.json");
    let text = fs::read_to_string(recorded).expect("the recorded run is there");
    // Its first round is enough.
    let mut run: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for record in run["records"].as_array_mut().expect("records") {
        for times in ["cpu", "wall"] {
            record[times].as_array_mut().expect("times").truncate(1);
        }
    }
    let text = run.to_string();
    let path = folder.path().join("bench.json");
    for zero in ["items", "cpu", "wall"] {
        let mut run: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for record in run["records"].as_array_mut().expect("records") {
            record[zero] = match zero {
                "items" => serde_json::json!(0),
                _ => serde_json::json!([0.0]),
            };
        }
        fs::write(&path, run.to_string()).expect("it can be written");
        let done = countless(&["report", name]);
        assert_eq!(done.status.code(), Some(0), "{zero}: {done:?}");
    }
    for (bad, found) in [
        ("[1e-320]", "1e-320"),
        ("[1e308]", "1e308"),
        ("[-1.0]", "-1.0"),
    ] {
        let mut run: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        run["records"][0]["cpu"] = serde_json::from_str(bad).expect("JSON");
        fs::write(&path, run.to_string()).expect("it can be written");
        let done = countless(&["report", name]);
        let said = lines(&done.stderr);
        assert_eq!((done.status.code(), said.len()), (Some(2), 1), "{done:?}");
        assert!(
            said[0].contains(&format!("expected milliseconds, found {found}")),
            "{said:?}"
        );
    }
}
