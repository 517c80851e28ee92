//! Exact covers on the command line: made, counted, listed, recorded, sharded, verified, and
//! refused.

use std::collections::HashSet;
use std::fs;
use std::process::Stdio;

use countless::Error;
use countless::engine::ReopenInputs;
use countless::engine::{CancelToken, Reason, Run};
use countless::ledger::Records;
use countless::registry;

use crate::common::svg::{count, texts};
use crate::common::{Folder, countless, lines, program};

/// Runs the program, requires success, and returns stdout.
fn stdout(args: &[&str]) -> String {
    let output = countless(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("it is text")
}

/// Writes a problem made by `cover make` to a file.
fn made(folder: &Folder, what: &[&str]) -> String {
    let path = folder.path("problem.txt");
    let args = [&["cover", "make", "-o", &path], what].concat();
    stdout(&args);
    path
}

/// The cover of a board is that of its drawing, in all notations of boards.
#[test]
fn boards_with_regions_are_made_from_all_formats() {
    let folder = Folder::new();
    let cover_of = |name: &str, text: &str, board: &[&str]| {
        let file = folder.file(name, text);
        stdout(&[&["cover", "make", "queens", "--regions", &file], board].concat())
    };
    let drawing = "AABB\nACBB\nCCCD\nCDDD\n";
    let expected = cover_of("drawing.txt", drawing, &[]);
    for (name, text) in [
        ("line.txt", "AABBACBBCCCDCDDD\n"),
        (
            "spaced.txt",
            "# spaced\nA A B B\nA C B B\nC C C D\nC D D D\n",
        ),
        ("named.txt", "a1,a1,b,b\na1,c,b,b\nc,c,c,dd\nc,dd,dd,dd\n"),
        ("table.csv", "name,puzzle\nx,AABBACBBCCCDCDDD\n"),
    ] {
        assert_eq!(cover_of(name, text, &[]), expected, "{name}");
    }
    let other = cover_of("other.txt", "ZZYY\nXZYY\nXXWY\nXWWW\n", &[]);
    assert!(other.contains("region-Z"), "{other}");
    let several = "AABBCABBCCDBCDDD\nAABBACBBCCCDCDDD\n";
    assert_eq!(
        cover_of("several.txt", several, &["--board", "2"]),
        expected
    );
    let args = ["cover", "make", "queens", "--regions"];
    for (text, reason) in [
        (
            several,
            "several.txt:2:1: expected one board, found a second",
        ),
        ("AABB\nACBB\nCCCD\n", "several.txt:1:1: "),
        ("\n", "several.txt:1:1: "),
    ] {
        let file = folder.file("several.txt", text);
        let output = countless(&[&args[..], &[&file]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn made_problems_have_known_counts() {
    let folder = Folder::new();
    let words = folder.file("words.txt", "cat\nace\nten\n");
    let drawn = folder.file("drawn.txt", "I\n##\n\nL\n##\n#\n");
    // Sources: Kasteleyn, 1961; OEIS A014552 twice; A000170; A007705; A002860; A000438; the 240
    // Soma cubes with 48 rotations and reflections each.
    let solids = folder.file("solids.txt", "I\n##\n");
    let regions = folder.file("regions.txt", "AABB\nCABB\nCCDB\nCDDD\n");
    let cases: [(&[&str], &str); 14] = [
        // OEIS A006253, and by hand.
        (&["polycubes", "3x2x2", &solids, "--unlimited"], "32"),
        (&["queens", "--regions", &regions], "1"),
        (&["dominoes", "8x8"], "12988816"),
        (
            &["dominoes", "20x20"],
            "1269984011256235834242602753102293934298576249856",
        ),
        (&["langford", "8"], "300"),
        (&["queens", "8"], "92"),
        (&["queens", "11", "--torus"], "88"),
        (&["latin", "4"], "576"),
        (&["factorizations", "6"], "6"),
        (&["soma"], "11520"),
        (&["pentominoes", "3x20"], "8"),
        (
            &["pentominoes", "8x8", "--without", "4.4,4.5,5.4,5.5"],
            "520",
        ),
        (&["polyominoes", "1x4", &drawn, "--unlimited"], "1"),
        (&["words", &words], "1"),
    ];
    for (what, count) in cases {
        let path = made(&folder, what);
        let found = stdout(&["cover", "count", &path, "-q"]);
        assert_eq!(found.trim(), count, "{what:?}");
    }
}

/// Pieces on each grid: the number of solutions, and the first one as text.
#[test]
fn pieces_of_all_grids_are_made_counted_and_drawn() {
    let folder = Folder::new();
    let triangle = folder.file("triangle.txt", "..#\n.###\n#####\n");
    let letters = folder.file("letters.txt", "AAAB\nA.BB\n");
    let board = folder.file("board.txt", "###|##+\n###|###\n");
    let solids = folder.file("solids.txt", "2 V\n##\n#\n\n0-9 I\n##\n\n0-1 P\n#\n");
    let cases: [(&[&str], &str, &str); 7] = [
        (
            &["polyominoes", "4x7", "--grid", "hexagons", "--all", "4"],
            "18",
            "A A A A G F F\n C E G G F B F\n  C E E G B D D\n   C C E B B D D\n",
        ),
        (
            &[
                "polyominoes",
                &triangle,
                "--grid",
                "triangles",
                "--all",
                "3",
                "--unlimited",
            ],
            "2",
            "  B\n CBB\nCCAAA\n",
        ),
        (
            &[
                "polyominoes",
                "1x1",
                "--grid",
                "sticks",
                "--all",
                "2",
                "--unlimited",
            ],
            "2",
            " A\nA B\n B\n",
        ),
        (
            &["polyominoes", "4x4", "--all", "2", "--unlimited", "--torus"],
            "272",
            "",
        ),
        (&["polyominoes", "2x4", &letters, "--gaps"], "4", ""),
        (
            &[
                "polycubes",
                "2x2x2",
                "--grid",
                "spheres",
                "--all",
                "2",
                "--unlimited",
            ],
            "3",
            "1    2\n 1  2\n",
        ),
        (&["polycubes", &board, &solids, "--mirror"], "", ""),
    ];
    for (what, count, drawn) in cases {
        let path = made(&folder, what);
        let found = stdout(&["cover", "count", &path, "-q"]);
        assert!(
            count.is_empty() || found.trim() == count,
            "{what:?}: {found}"
        );
        let both = ["search", "memo"]
            .map(|method| stdout(&["cover", "count", &path, "-q", "--method", method]));
        assert_eq!(both, [found.clone(), found], "{what:?}");
        if !drawn.is_empty() {
            assert_eq!(stdout(&["cover", "show", &path, "-q"]), drawn, "{what:?}");
        }
    }
}

#[test]
fn pieces_and_boards_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    let triangle = folder.file("triangle.txt", "..#\n.###\n#####\n");
    for (what, reason) in [
        (&["polyominoes", "4x4"][..], "<PIECES> is missing"),
        (
            &["polyominoes", &triangle, "--all", "2", "--torus"],
            "--torus needs a board",
        ),
        (&["polyominoes", "4x4", "--all", "0"], "from 1 to 8"),
        (&["polyominoes", "4x4", "--all", "x"], "such as 4 or 1-5"),
        (
            &["polyominoes", "4x4x4", "--all", "2"],
            "expected rows and columns",
        ),
        (
            &["polycubes", "4x4", "--all", "2"],
            "expected layers, rows and columns",
        ),
        (&["polycubes", "4", "--all", "2"], "such as 3x3x3"),
        (
            &["polyominoes", "4x4", "--all", "2", "--without", "5.1"],
            "--without 5.1: ",
        ),
        (
            &["polyominoes", "4x4", "--all", "2", "--fixed", "--mirror"],
            "--fixed",
        ),
        (
            &[
                "polyominoes",
                "3x4",
                "--grid",
                "squares",
                "--all",
                "2",
                "--gaps",
                "--unlimited",
            ],
            "stay empty",
        ),
    ] {
        let refused = countless(&[&["cover", "make"], what].concat());
        let stderr = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{what:?}: {stderr}");
        assert!(stderr.contains(reason), "{what:?}: {stderr}");
    }
}

/// Each kind of picture: as text, and in an SVG with pieces, edges and names.
#[test]
fn solutions_of_each_kind_are_drawn() {
    let folder = Folder::new();
    let words = folder.file("words.txt", "cat\nace\nten\n");
    let regions = folder.file("regions.txt", "AABB\nCABB\nCCDB\nCDDD\n");
    let domino = folder.file("domino.txt", "##\n");
    let picture = folder.path("picture.svg");
    // The number of names, and whether pieces have colours.
    let spheres = [
        "polycubes",
        "2x2x2",
        "--grid",
        "spheres",
        "--all",
        "2",
        "--unlimited",
    ];
    let cases: [(&[&str], &str, usize, bool); 7] = [
        (&spheres, "1    2\n 1  2\n", 2, true),
        (
            &["soma"],
            "┌───────┬───┐   ┌───────┬───┐   ┌───┬───────┐\n│ V     │ L │",
            12,
            true,
        ),
        (
            &["polycubes", "2x1x2", &domino, "--unlimited"],
            "┌───────┐   ┌───────┐\n│ 1     │   │ 2     │\n",
            2,
            true,
        ),
        (
            &["latin", "2"],
            "┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ 2 │ 1 │\n",
            4,
            true,
        ),
        (
            &["words", &words],
            "┌───┬───┬───┐\n│ c │ a │ t │\n",
            9,
            true,
        ),
        (&["queens", "4"], ". . Q .\nQ . . .\n", 0, false),
        (
            &["queens", "--regions", &regions],
            "A * B B\nC A B *\n* C D B\n",
            0,
            true,
        ),
    ];
    for (what, text, names, has_colours) in cases {
        let path = made(&folder, what);
        let drawn = stdout(&["cover", "show", &path, "-q"]);
        assert!(drawn.starts_with(text), "{what:?}\n{drawn}");
        stdout(&["cover", "show", &path, "-q", "-o", &picture]);
        let svg = fs::read_to_string(&picture).expect("it is there");
        let class = |name: &str| svg.matches(&format!("class=\"{name}\"")).count();
        assert_eq!(texts(&svg).len(), names, "{what:?}");
        let colours = ["piece-1", "piece-2"].map(class);
        assert_eq!(
            colours.iter().all(|&number| number > 0),
            has_colours,
            "{what:?}"
        );
    }
    for (what, reason) in [
        (
            &["langford", "3"][..],
            "nothing to draw: expected items that are cells",
        ),
        (
            &["dominoes", "1x202"],
            "a board of 1 by 202 cells is too large to draw",
        ),
    ] {
        let path = made(&folder, what);
        let refused = countless(&["cover", "show", &path]);
        let stderr = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{what:?}: {stderr}");
        assert!(stderr.contains(reason), "{what:?}: {stderr}");
    }
}

#[test]
fn both_methods_kernels_and_the_list_agree() {
    let folder = Folder::new();
    let path = made(&folder, &["dominoes", "6x6"]);
    for method in ["search", "memo", "auto"] {
        let found = stdout(&["cover", "count", &path, "--method", method]);
        assert_eq!(found.trim(), "6728", "{method}");
    }
    let scalar = stdout(&[
        "cover", "count", &path, "--kernel", "scalar", "--method", "search",
    ]);
    assert_eq!(scalar.trim(), "6728");
    let list = |threads| stdout(&["cover", "list", &path, "-j", threads]);
    let rows = list("1");
    assert_eq!(rows, list("2"));
    assert_eq!(rows.lines().count(), 6729);
    let first = stdout(&["cover", "list", &path, "--limit", "5"]);
    assert_eq!(
        lines(first.as_bytes()),
        rows.lines().take(6).collect::<Vec<_>>()
    );
}

#[test]
fn options_have_names_and_colours_meet() {
    let folder = Folder::new();
    let text = "| Knuth's example of colours\n\
                p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let path = folder.file("colours.txt", text);
    assert_eq!(stdout(&["cover", "count", &path]).trim(), "1");
    let list = stdout(&["cover", "list", &path, "--names"]);
    assert_eq!(lines(list.as_bytes()), ["options", "p r x:A y; q x:A"]);
    let list = stdout(&["cover", "list", &path, "--format", "ndjson"]);
    assert_eq!(lines(list.as_bytes()), ["{\"options\":\"2 4\"}"]);
    let check = stdout(&["cover", "check", &path]);
    assert!(check.starts_with("3 primary items, 2 secondary, 5 options\n"));
    let matrix = folder.file("matrix.txt", "110\n011\n100\n001\n");
    assert_eq!(stdout(&["cover", "count", "--matrix", &matrix]).trim(), "2");
}

/// Total of the merged ledgers of three shards. The arguments of the count end with `--ledger`.
fn total_of_shards(folder: &Folder, count: &[&str]) -> String {
    let mut merge = vec!["ledger", "merge"];
    let shards: Vec<String> = (0..3).map(|i| folder.path(&format!("{i}.csv"))).collect();
    for (i, shard) in shards.iter().enumerate() {
        let share = format!("{i}/3");
        let args = [count, &[shard, "--shard", &share]].concat();
        assert_eq!(stdout(&args), "");
        merge.push(shard);
    }
    stdout(&merge)
}

#[test]
fn a_ledger_is_continued_shared_and_verified() {
    let folder = Folder::new();
    let path = made(&folder, &["queens", "10"]);
    let ledger = folder.path("ledger.csv");
    let search = ["cover", "count", &path, "--method", "search", "--ledger"];
    let args = [&search[..], &[&ledger]].concat();
    assert_eq!(stdout(&args).trim(), "724");
    let whole = fs::read_to_string(&ledger).expect("it is there");
    // Half of the ledger is lost, and its subtrees are searched again.
    let half: String = whole.split_inclusive('\n').take(1000).collect();
    fs::write(&ledger, half).expect("it can be written");
    assert_eq!(stdout(&args).trim(), "724");
    let verify = [
        "ledger", "verify", &ledger, "--input", &path, "--sample", "20%",
    ];
    stdout(&verify);
    assert_eq!(total_of_shards(&folder, &search).trim(), "724");
    // One number is changed, while the checksum is unchanged.
    let forged = folder.file("forged.csv", whole.replacen("\n1,", "\n1,1", 1));
    let output = countless(&["ledger", "verify", &forged, "--input", &path]);
    assert_ne!(output.status.code(), Some(0));
}

/// Queens on 10×10: 724 solutions in 92 classes (OEIS A002562).
#[test]
fn classes_are_counted_recorded_shared_and_verified() {
    let folder = Folder::new();
    let path = made(&folder, &["queens", "10"]);
    let ledger = folder.path("ledger.csv");
    let count = ["cover", "count", &path, "--up-to-symmetry"];
    assert_eq!(
        stdout(&[&count[..], &["--method", "memo"]].concat()).trim(),
        "92"
    );
    let json = stdout(&[&count[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        (&json["classes"], &json["symmetries"], &json["terms"]),
        (&92.into(), &8.into(), &5.into())
    );
    assert_eq!(
        (&json["symmetry"], &json["sum"]),
        (&"problem".into(), &736.into())
    );
    let search = [&count[..], &["--method", "search", "--ledger"]].concat();
    let args = [&search[..], &[&ledger]].concat();
    assert_eq!(stdout(&args).trim(), "92");
    let whole = fs::read_to_string(&ledger).expect("it is there");
    // Most of the ledger is lost, and its subtrees are searched again.
    let part: String = whole.split_inclusive('\n').take(40).collect();
    fs::write(&ledger, part).expect("it can be written");
    assert_eq!(stdout(&args).trim(), "92");
    let verify = [
        "ledger", "verify", &ledger, "--input", &path, "--sample", "50%",
    ];
    stdout(&verify);
    assert_eq!(total_of_shards(&folder, &search).trim(), "92");
    stdout(&[&search[..], &[&ledger, "--dry-run"]].concat());
    // The ledger of all solutions is another one.
    let other = countless(&[
        "cover", "count", &path, "--method", "search", "--ledger", &ledger,
    ]);
    assert_eq!(other.status.code(), Some(2));
    let latin = made(&folder, &["latin", "4"]);
    assert_eq!(
        stdout(&["cover", "count", &latin, "--up-to-symmetry"]).trim(),
        "2"
    );
    let memo = ["--method", "memo"];
    let refused = countless(&[&["cover", "count", &latin, "--up-to-symmetry"], &memo[..]].concat());
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("82944 symmetries") && stderr.contains("--keep"),
        "{stderr}"
    );
    let kept = ["cover", "count", &latin, "--keep", "r*,c*"];
    assert_eq!(
        stdout(&[&kept[..], &["--up-to-symmetry"]].concat()).trim(),
        "2"
    );
    assert_eq!(countless(&kept).status.code(), Some(2));
    // Rotations of a box of 3×2×2 cells, with and without reflections.
    let bricks = folder.file("bricks.txt", "I\n##\n");
    let boxes = made(&folder, &["polycubes", "3x2x2", &bricks, "--unlimited"]);
    let turned = |kind: &str| {
        let args = [
            "cover",
            "count",
            &boxes,
            "--up-to-symmetry",
            "--json",
            "--symmetry",
            kind,
        ];
        let json: serde_json::Value = serde_json::from_str(&stdout(&args)).expect("it is JSON");
        assert_eq!(json["symmetry"], kind);
        json["symmetries"].as_u64()
    };
    assert_eq!(
        ["board", "rotations", "problem"].map(turned),
        [Some(16), Some(8), Some(16)]
    );
    // The problem of a torus of 4×4 cells has more symmetries than its board.
    let torus = ["polyominoes", "4x4", "--torus", "--all", "2", "--unlimited"];
    let torus = made(&folder, &torus);
    let json = stdout(&["cover", "count", &torus, "--up-to-symmetry", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        (
            &json["classes"],
            &json["symmetries"],
            &json["problem_symmetries"]
        ),
        (&13.into(), &128.into(), &384.into())
    );
}

/// Eight queens: 92 solutions in 12 classes, one of them of four solutions.
#[test]
fn classes_are_listed_drawn_and_sampled() {
    let folder = Folder::new();
    let path = made(&folder, &["queens", "8"]);
    let up_to = "--up-to-symmetry";
    let list = stdout(&["cover", "list", &path, up_to, "--class-size"]);
    let rows = lines(list.as_bytes());
    assert_eq!((rows.len(), rows[0].as_str()), (13, "options,class_size"));
    let size = |row: &String| row.rsplit(',').next().map(str::to_owned);
    let four = rows.iter().filter(|row| size(row).as_deref() == Some("4"));
    assert_eq!(four.count(), 1);
    let (out, ledger) = (folder.path("rows.csv"), folder.path("ledger.csv"));
    let args = [
        "cover",
        "list",
        &path,
        up_to,
        "--class-size",
        "-o",
        &out,
        "--ledger",
        &ledger,
    ];
    stdout(&args);
    assert_eq!(fs::read_to_string(&out).expect("it is written"), list);
    stdout(&[
        "ledger", "verify", &ledger, "--input", &path, "--sample", "50%",
    ]);
    let first = stdout(&["cover", "list", &path, up_to, "--limit", "3"]);
    let plain: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.split(',').next())
        .collect();
    assert_eq!(lines(first.as_bytes()), plain[..4]);
    let classes = stdout(&["cover", "classes", &path]);
    assert_eq!(
        classes,
        "symmetries,solutions,classes\n1,88,11\n2,4,1\nall,92,12\n"
    );
    let json = stdout(&["cover", "classes", &path, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["classes"]["2"]["solutions"], 4);
    let sample = [
        "cover", "sample", &path, up_to, "--count", "5", "--seed", "4",
    ];
    let drawn = stdout(&sample);
    let drawn = lines(drawn.as_bytes());
    assert_eq!(drawn.len(), 6);
    assert!(
        drawn.iter().all(|row| plain.contains(&row.as_str())),
        "{drawn:?}"
    );
    let dominoes = made(&folder, &["dominoes", "4x4"]);
    let drawing = |extra: &[&str]| stdout(&[&["cover", "show", &dominoes][..], extra].concat());
    let all = drawing(&[up_to, "--limit", "all"]);
    // One more line above each figure has its number.
    assert_eq!(all.matches('┌').count(), 9, "{all}");
    assert_eq!(
        countless(&["cover", "list", &path, "--class-size"])
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn a_list_is_recorded_and_shared() {
    let folder = Folder::new();
    let path = made(&folder, &["dominoes", "6x6"]);
    let whole = stdout(&["cover", "list", &path]);
    let (rows, ledger) = (folder.path("rows.csv"), folder.path("ledger.csv"));
    let args = ["cover", "list", &path, "-o", &rows, "--ledger", &ledger];
    stdout(&args);
    let written = || fs::read_to_string(&rows).expect("it is written");
    assert_eq!(written(), whole);
    let verify = [
        "ledger", "verify", &ledger, "--input", &path, "--sample", "10%",
    ];
    stdout(&verify);
    let shards = folder.path("shards/");
    fs::create_dir(&shards).expect("it is new");
    for shard in ["0/2", "1/2"] {
        let args = [
            "cover", "list", &path, "--ledger", &shards, "--shard", shard,
        ];
        stdout(&[&args[..], &["-q"]].concat());
    }
    fs::remove_file(&rows).expect("it is there");
    stdout(&["ledger", "merge", &shards, "-o", &rows]);
    assert_eq!(written(), whole);
    let limited = countless(&[&args[..], &["--limit", "3"]].concat());
    assert_eq!(limited.status.code(), Some(2));
}

#[test]
fn solutions_are_drawn_at_random_and_on_paper() {
    let folder = Folder::new();
    let path = made(&folder, &["dominoes", "4x6"]);
    let all = stdout(&["cover", "list", &path]);
    let sample = ["cover", "sample", &path, "--count", "300", "--seed", "7"];
    let drawn = stdout(&sample);
    assert_eq!(drawn, stdout(&[&sample[..], &["-j", "1"]].concat()));
    assert_eq!(drawn.lines().count(), 301);
    assert!(
        drawn
            .lines()
            .all(|row| all.lines().any(|other| other == row))
    );
    let refused = countless(&["cover", "sample", &path, "--memory", "0"]);
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("expected more than 0 MiB"), "{stderr}");
    let path = made(&folder, &["dominoes", "3x3"]);
    let none = countless(&["cover", "sample", &path]);
    assert_eq!(none.status.code(), Some(1), "{none:?}");

    let path = made(&folder, &["pentominoes", "3x20"]);
    let text = stdout(&["cover", "show", &path, "--nth", "7"]);
    assert_eq!(text.lines().count(), 7);
    for piece in "FILNPTUVWXYZ".chars() {
        assert_eq!(text.matches(piece).count(), 1, "{text}");
    }
    assert_ne!(text, stdout(&["cover", "show", &path]));
    let svg = folder.path("boxes.svg");
    stdout(&[
        "cover",
        "show",
        &path,
        "--limit",
        "6",
        "--per-page",
        "6",
        "-o",
        &svg,
    ]);
    let svg = fs::read_to_string(svg).expect("it is written");
    assert_eq!(count(&svg, "piece-"), 6 * 12);
    let few = countless(&["cover", "show", &path, "--nth", "9"]);
    assert_eq!(few.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&few.stderr).contains("the problem has only 8 solutions"));
    let langford = made(&folder, &["langford", "4"]);
    let none = countless(&["cover", "show", &langford]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("expected items that are cells"));
}

#[test]
fn a_problem_comes_through_a_pipe() {
    let mut make = program()
        .args(["cover", "make", "latin", "5"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let output = program()
        .args(["cover", "count", "-"])
        .stdin(make.stdout.take().expect("it is a pipe"))
        .output()
        .expect("the program starts");
    assert_eq!(output.stdout, b"161280\n");
    assert!(make.wait().expect("it ends").success());
}

#[test]
fn faults_have_a_place() {
    let folder = Folder::new();
    let cases = [
        ("", "expected a line with the names of items"),
        ("a a\n", "1:3: the item a is named twice"),
        ("a b\na c\n", "2:3: unknown item c"),
        ("a b\na a\n", "2:3: the item a occurs twice in this option"),
        ("a | x\na:red\n", "2:1: a is a primary item"),
        ("a | x\na x:\n", "2:3: "),
        ("3:2|a\na\n", "1:1: "),
        ("a\n\u{0}\n", "2:1: "),
    ];
    for (text, reason) in cases {
        let path = folder.file("bad.txt", text);
        let output = countless(&["cover", "count", &path]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(reason), "{text:?}: {stderr}");
        assert!(output.stdout.is_empty());
    }
    for args in [
        &["cover", "count", "/nowhere/problem.txt"][..],
        &["cover", "make", "dominoes", "9999999999x9999999999"],
        &["cover", "make", "pentominoes", "5x"],
        &["cover", "make", "sudoku", "123"],
        &["cover", "make", "langford", "99999999999"],
    ] {
        let output = countless(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn pictures_in_the_guide_are_what_is_drawn() {
    let folder = Folder::new();
    let tetrahexes = ["polyominoes", "4x7", "--grid", "hexagons", "--all", "4"];
    for (what, expected) in [
        (
            &["pentominoes", "6x10"][..],
            include_str!("../../docs/pictures/pentominoes.svg"),
        ),
        (
            &tetrahexes,
            include_str!("../../docs/pictures/tetrahexes.svg"),
        ),
    ] {
        let path = made(&folder, what);
        let picture = folder.path("picture.svg");
        stdout(&["cover", "show", &path, "-o", &picture]);
        let drawn = fs::read_to_string(picture).expect("it is there");
        assert_eq!(drawn, expected);
    }
}

/// Each of the twelve pieces has its own colour, the same in all solutions.
#[test]
fn a_piece_has_one_colour() {
    let folder = Folder::new();
    let path = made(&folder, &["pentominoes", "6x10"]);
    let colours = |nth: &str| {
        let picture = folder.path("one.svg");
        stdout(&["cover", "show", &path, "--nth", nth, "-o", &picture]);
        let svg = fs::read_to_string(picture).expect("it is there");
        let parts = svg.split("class=\"piece-").skip(1);
        let colours = parts.map(|part| part.split('"').next().unwrap_or_default().to_owned());
        let mut named: Vec<_> = texts(&svg).into_iter().zip(colours).collect();
        named.sort();
        named
    };
    let first = colours("1");
    let different: HashSet<_> = first.iter().map(|(_, colour)| colour).collect();
    assert_eq!((first.len(), different.len()), (12, 12), "{first:?}");
    for nth in ["2", "40", "300"] {
        assert_eq!(colours(nth), first);
    }
}

/// Exit code and output of `cover check`.
fn checked(path: &str) -> (Option<i32>, String) {
    let output = countless(&["cover", "check", path]);
    let text = String::from_utf8(output.stdout).expect("it is text");
    (output.status.code(), text)
}

#[test]
fn symmetries_are_checked() {
    let folder = Folder::new();
    let torus = ["polyominoes", "4x4", "--all", "2", "--unlimited", "--torus"];
    let boxes = folder.file(
        "pieces.txt",
        "0-9 I\n####\n\n0-9 O\n##\n##\n\n0-9 T\n###\n.#.\n",
    );
    let several = ["polyominoes", "8x8", &boxes];
    for (what, line, json) in [
        (
            &["dominoes", "3x4"][..],
            "4 symmetries of the board\n",
            r#""symmetries":4,"symmetry":"board""#,
        ),
        (
            &torus,
            "128 symmetries of the board; 384 of the problem\n",
            r#""problem_symmetries":384"#,
        ),
        (
            &["latin", "4"],
            "82,944 symmetries\n",
            r#""countable":true"#,
        ),
        (
            &several,
            "8 symmetries of the board\nsolutions cannot be counted up to symmetry: a symmetry maps \
             options of one item",
            r#""countable":false"#,
        ),
    ] {
        let path = made(&folder, what);
        let (_, text) = checked(&path);
        assert!(text.contains(line), "{what:?}: {text}");
        let found = stdout_of_check(&path);
        assert!(found.contains(json), "{what:?}: {found}");
    }
}

#[test]
fn forced_options_that_exclude_each_other_are_found() {
    let folder = Folder::new();
    for (problem, line) in [
        (
            "a b c\na b\nb c\n",
            "forced options that exclude each other at b: 1 2\n",
        ),
        (
            "a b | x\na x:1\nb x:2\n",
            "forced options that exclude each other at x: 1 2\n",
        ),
        (
            "a b | x\na x\nb x\n",
            "forced options that exclude each other at x: 1 2\n",
        ),
    ] {
        let path = folder.file("problem.txt", problem);
        let (code, text) = checked(&path);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains(line), "{text}");
        assert_eq!(stdout(&["cover", "count", &path]), "0\n");
    }
    for problem in [
        "a b | x\na x:1\nb x:1\n",
        "a b 2|c\na c\nb c\n",
        "a b c\na\nb\nc\n",
    ] {
        let path = folder.file("problem.txt", problem);
        let (code, text) = checked(&path);
        assert_eq!(code, Some(0), "{text}");
        assert_eq!(stdout(&["cover", "count", &path]), "1\n");
    }
}

fn stdout_of_check(path: &str) -> String {
    let output = countless(&["cover", "check", path, "--json"]);
    String::from_utf8(output.stdout).expect("it is text")
}

#[test]
fn sums_that_cannot_fit_are_found() {
    let folder = Folder::new();
    for (what, fits) in [
        (&["pentominoes", "7x9"][..], false),
        (&["pentominoes", "6x10"], true),
        (&["dominoes", "7x9"], false),
        (&["dominoes", "8x8", "--without", "1.1,8.8"], false),
        (&["dominoes", "8x8", "--without", "1.1,8.7"], true),
    ] {
        let path = made(&folder, what);
        let (code, text) = checked(&path);
        assert_eq!(code, Some(i32::from(!fits)), "{what:?}: {text}");
        assert_eq!(
            text.contains("no solution: items can be given weights"),
            !fits,
            "{what:?}: {text}"
        );
    }
    // A mutilated chessboard, where the two colours weigh 1 and -1.
    let path = made(&folder, &["dominoes", "8x8", "--without", "1.1,8.8"]);
    let (_, text) = checked(&path);
    let weights: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("weight "))
        .collect();
    assert_eq!(weights.len(), 3, "{text}");
    assert!(weights[0].starts_with("weight 1: ") && weights[1].starts_with("weight -1: "));
    assert!(
        weights[2].trim_start_matches("weight of all items together: -") == "2",
        "{text}"
    );
    let json = stdout_of_check(&path);
    assert!(
        json.contains("\"weights\"") && json.contains("\"1.3\":1"),
        "{json}"
    );
    let count = countless(&["cover", "count", &made(&folder, &["dominoes", "3x3"])]);
    let stderr = String::from_utf8_lossy(&count.stderr);
    assert!(stderr.starts_with("note: no solution exists\n"), "{stderr}");
}

#[test]
fn a_matrix_of_nothing_is_refused() {
    let folder = Folder::new();
    for text in ["", "\n\n", "| a comment\n"] {
        let path = folder.file("matrix.txt", text);
        for flags in [&["--matrix"][..], &[]] {
            let args = [&["cover", "count", &path], flags].concat();
            let output = countless(&args);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{stderr}");
            assert!(
                output.stdout.is_empty()
                    && stderr.contains("expected a line with the names of items")
                        == flags.is_empty(),
                "{stderr}"
            );
        }
    }
}

#[test]
fn a_memo_is_verified_within_limits() {
    let folder = Folder::new();
    let path = made(&folder, &["dominoes", "8x8"]);
    let ledger = folder.path("ledger.csv");
    let args = [
        "cover", "count", &path, "--method", "memo", "--ledger", &ledger,
    ];
    assert_eq!(stdout(&args), "12988816\n");
    let verify = ["ledger", "verify", &ledger, "--input", &path];
    stdout(&verify);
    let refused = countless(&[&verify[..], &["--memory", "0"]].concat());
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("expected more than 0 MiB"), "{stderr}");
    // Ctrl-C cancels the token of the inputs.
    let records = Records::read(ledger.as_ref()).expect("it is whole");
    let cancel = CancelToken::new();
    cancel.cancel(Reason::Interrupted);
    let inputs = ReopenInputs::new()
        .files([path])
        .run(&Run::new().cancel(&cancel));
    let opened = registry().reopen(records.plan(), &inputs);
    assert!(matches!(opened, Err(Error::Interrupted)));
}

/// Matrix of 7 columns and 6 options with one solution, in several layouts.
const ROWS: [&str; 6] = [
    "0010110", "1001001", "0110010", "1001000", "0100001", "0001101",
];

#[test]
fn matrices_are_read_in_every_layout() {
    let folder = Folder::new();
    let dense = ROWS
        .map(|row| row.split("").collect::<Vec<_>>().join(" "))
        .join("\n");
    let sparse = |base: usize| {
        let row = |row: &str| {
            let ones = row
                .match_indices('1')
                .map(|(at, _)| (at + base).to_string());
            ones.collect::<Vec<_>>().join(" ")
        };
        ROWS.map(row).join("\n")
    };
    let plain = folder.file("plain.txt", ROWS.join("\n"));
    let headed = folder.file("headed.txt", format!("7\n{dense}\n"));
    let sized = folder.file("sized.txt", format!("6 7\n{dense}\n"));
    let counted = folder.file("counted.txt", format!("7 2\n{dense}\n"));
    let from_zero = folder.file("zero.txt", format!("7\n{}\n", sparse(0)));
    let from_one = folder.file("one.txt", format!("7 0\n{}\n", sparse(1)));
    let bare = folder.file("bare.txt", sparse(1));
    let ones = |row: &str| row.split(' ').count();
    let each = sparse(1);
    let each: Vec<String> = each
        .lines()
        .map(|row| format!("{} {row}\n", ones(row)))
        .collect();
    let each = each.concat();
    let with_counts = folder.file("each.txt", format!("7 6\n{each}"));
    let knuth = folder.path("knuth.txt");
    for args in [
        &["--matrix", &plain][..],
        &["--matrix", &headed],
        &["--matrix", &sized],
        &["--sparse", &from_zero],
        &["--sparse=0", &from_zero],
        &["--sparse", &from_one],
        &["--sparse=1", "--columns", "7", &bare],
        &["--sparse=counted", &with_counts],
    ] {
        let listed = stdout(&[&["cover", "list"], args].concat());
        assert_eq!(listed, "options\n1 4 5\n", "{args:?}");
        let args: Vec<&str> = args
            .iter()
            .filter(|&&arg| arg != "--matrix")
            .copied()
            .collect();
        stdout(&[&["cover", "make", "matrix", "-o", &knuth], &args[..]].concat());
        assert_eq!(
            stdout(&["cover", "list", &knuth]),
            "options\n1 4 5\n",
            "{args:?}"
        );
    }
    // Secondary columns may be at either end.
    for (flag, solutions) in [
        ("2", "options\n1 4 5\n"),
        ("first:2", "options\n1 2\n1 4 5\n3 6\n"),
    ] {
        let args = ["cover", "list", "--matrix", &counted, "--secondary", flag];
        assert_eq!(stdout(&args), solutions, "{flag}");
    }
}

#[test]
fn matrices_that_may_mean_several_problems_are_refused() {
    let folder = Folder::new();
    let counted = folder.file("counted.txt", format!("7 2\n{}\n", ROWS.join("\n")));
    for (args, reason) in [
        (
            &["--matrix", &counted][..],
            "--secondary first:2 or --secondary 2",
        ),
        (
            &["--matrix", &counted, "--secondary", "3"],
            "expected a header that fits rows of 7 and --secondary 3",
        ),
        (
            &["--sparse", &counted],
            "expected a header that fits a column 1001001",
        ),
        (
            &[&counted, "--secondary", "2"],
            "--secondary needs --matrix or --sparse",
        ),
        (&["--matrix", &counted, "--secondary", "x"], "--secondary"),
    ] {
        let run = countless(&[&["cover", "count"], args].concat());
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(
            (run.status.code(), run.stdout.len()),
            (Some(2), 0),
            "{args:?}"
        );
        assert!(stderr.contains(reason), "{args:?}: {stderr}");
    }
}

/// The plan of a matrix equals that of the problem in Knuth's format.
#[test]
fn ledgers_of_matrices_are_verified_by_what_make_matrix_makes() {
    let folder = Folder::new();
    let matrix = folder.file("matrix.txt", ROWS.join("\n"));
    let (ledger, knuth) = (folder.path("ledger.csv"), folder.path("knuth.txt"));
    let secondary = ["--secondary", "first:2"];
    let count = ["cover", "count", "--matrix", &matrix, "--ledger", &ledger];
    assert_eq!(stdout(&[&count[..], &secondary].concat()), "3\n");
    let verify = |input: &str| countless(&["ledger", "verify", &ledger, "--input", input]);
    let refused = verify(&matrix);
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr.contains("countless cover make matrix"), "{stderr}");
    stdout(
        &[
            &["cover", "make", "matrix", &matrix, "-o", &knuth][..],
            &secondary,
        ]
        .concat(),
    );
    assert_eq!(verify(&knuth).status.code(), Some(0));
}

/// The cover of a solved grid with additional candidates has as many solutions as the sudoku.
#[test]
fn candidates_of_a_sudoku_are_those_of_its_cover() {
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for seed in 1..6_usize {
        let marks = solved.bytes().enumerate().flat_map(|(cell, digit)| {
            ('1'..='9').map(move |other| {
                let is_spare = (cell * 31 + other as usize * seed * 7) % 11 < 4;
                if other == char::from(digit) || is_spare {
                    other
                } else {
                    '.'
                }
            })
        });
        let marks: String = marks.collect();
        let folder = Folder::new();
        let path = folder.path("cover.txt");
        let made = countless(&["cover", "make", "sudoku", &marks, "-o", &path]);
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        let covers = countless(&["cover", "count", &path, "-q"]).stdout;
        let sudokus = countless(&["sudoku", "count", &marks, "-q"]).stdout;
        assert!(!sudokus.is_empty(), "{marks}");
        assert_eq!(lines(&covers), lines(&sudokus), "{marks}");
    }
}

/// Two boxes of pentominoes and Langford pairs, without common items.
#[test]
fn parts_without_a_common_item_are_counted_apart() {
    let folder = Folder::new();
    let langford = stdout(&["cover", "make", "langford", "11"]);
    let primed = |line: &str| {
        line.split(' ')
            .map(|item| format!("{item}'"))
            .collect::<Vec<_>>()
    };
    let other = langford.lines().map(|line| primed(line).join(" ") + "\n");
    let other = other.collect::<String>();
    let (first, second) = (langford.split_once('\n'), other.split_once('\n'));
    let ((items, options), (others, more)) = (first.expect("items"), second.expect("items"));
    let text = format!("{items} {others} z\n{options}{more}z\nz\nz\n");
    let (file, ledger) = (folder.file("parts.txt", text), folder.path("parts.csv"));
    let known = "3798663168\n"; // 35,584² · 3
    for method in ["auto", "search", "memo"] {
        assert_eq!(
            stdout(&["cover", "count", &file, "--method", method]),
            known
        );
    }
    let count = ["cover", "count", &file, "--ledger", &ledger];
    assert_eq!(stdout(&count), known);
    assert_eq!(stdout(&count), known);
    stdout(&["ledger", "verify", &ledger, "--input", &file]);
    // Of two different components, one is left to the run.
    let text = format!("{items} y z\n{options}y\ny\nz\nz\nz\n");
    let (file, ledger) = (folder.file("rest.txt", text), folder.path("rest.csv"));
    let known = "213504\n"; // 35,584 · 2 · 3
    let count = [
        "cover", "count", &file, "--ledger", &ledger, "--method", "search",
    ];
    assert_eq!(stdout(&count), known);
    assert!(
        std::fs::read_to_string(&ledger)
            .expect("a ledger")
            .lines()
            .count()
            > 4
    );
    stdout(&["ledger", "verify", &ledger, "--input", &file]);
    let list = stdout(&["cover", "list", &file, "--limit", "3"]);
    assert_eq!(list.lines().count(), 4);
    let drawn = stdout(&["cover", "sample", &file, "--count", "5", "--seed", "1"]);
    assert!(
        drawn
            .lines()
            .skip(1)
            .all(|row| row.split(' ').count() == 13)
    );
    let dry = stdout(&[
        "cover",
        "count",
        &file,
        "--dry-run",
        "--json",
        "--method",
        "search",
    ]);
    assert!(dry.contains("\"plan\""), "{dry}");
    stdout(&["cover", "estimate", &file]);
}
