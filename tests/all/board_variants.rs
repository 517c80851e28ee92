//! Other pieces and joined edges, by the whole program.

use crate::common::{Folder, countless, lines};

fn printed(args: &[&str]) -> Vec<String> {
    let output = countless(&[args, &["-q"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    lines(&output.stdout)
}

#[test]
fn counts_and_lists_agree_for_every_kernel() {
    for (kind, n, total) in [
        (&["--piece", "superqueen"][..], "13", 1876),
        (&["--torus"], "11", 88),
        (&["--piece", "crowned-rook"], "8", 5242),
        (&["--piece", "king+rook", "--torus"], "7", 322),
        (&["--piece", "amazon", "--torus"], "11", 44),
    ] {
        for kernel in ["scalar", "auto"] {
            let count = [&["queens", "count", n, "--kernel", kernel], kind].concat();
            assert_eq!(printed(&count), [total.to_string()], "{count:?}");
            let list = [&["queens", "list", n, "--kernel", kernel], kind].concat();
            assert_eq!(printed(&list).len(), total + 1, "{list:?}");
        }
    }
}

#[test]
fn json_names_the_kind_and_its_sequence() {
    for (kind, named) in [
        (&[][..], r#""oeis":"A000170""#),
        (&["--torus"], r#""oeis":"A007705""#),
        (&["--torus"], r#""torus":true"#),
        (&["--piece", "superqueen"], r#""oeis":"A051223""#),
        (&["--piece", "superqueen"], r#""piece":"superqueen""#),
        (&["--piece", "crowned-rook"], r#""oeis":"A002464""#),
    ] {
        let text = printed(&[&["queens", "count", "5", "--json"], kind].concat()).concat();
        assert!(text.contains(named), "{text}");
        assert_eq!(text.contains("torus"), kind == ["--torus"], "{text}");
        assert_eq!(text.contains("piece"), kind.contains(&"--piece"), "{text}");
    }
    let classes = ["queens", "classes", "10", "--json", "--piece", "superqueen"];
    let text = printed(&classes).concat();
    for name in [r#""fundamental":"A051224""#, r#""solutions":"A051223""#] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn symmetric_solutions_are_those_of_an_exact_cover() {
    let folder = Folder::new();
    let cover = folder.path("cover.txt");
    for (n, turn) in (4..=13).flat_map(|n| [(n, "half-turn"), (n, "quarter-turn")]) {
        let n = n.to_string();
        for (piece, flags) in [
            ("queen", &[][..]),
            ("superqueen", &["--piece", "superqueen"]),
        ] {
            let args = ["queens", "count", &n, "--symmetric", turn, "--piece", piece];
            let make = [
                "cover",
                "make",
                "queens",
                &n,
                "--symmetric",
                turn,
                "-o",
                &cover,
            ];
            printed(&[&make[..], flags].concat());
            let count = printed(&args);
            assert_eq!(count, printed(&["cover", "count", &cover]), "{args:?}");
        }
    }
    printed(&[
        "cover",
        "make",
        "queens",
        "12",
        "--piece",
        "superqueen",
        "-o",
        &cover,
    ]);
    assert_eq!(printed(&["cover", "count", &cover]), ["156"]);
    let classes = printed(&["queens", "classes", "13", "--piece", "superqueen"]);
    let count = |turn| {
        let args = [
            "queens",
            "count",
            "13",
            "--piece",
            "superqueen",
            "--symmetric",
        ];
        printed(&[&args[..], &[turn]].concat())
            .concat()
            .parse::<u64>()
    };
    let (half, quarter) = (count("half-turn").unwrap(), count("quarter-turn").unwrap());
    assert!(classes.contains(&format!(
        "half-turn,{},{}",
        half - quarter,
        (half - quarter) / 4
    )));
    assert!(classes.contains(&format!("quarter-turn,{quarter},{}", quarter / 2)));
}

#[test]
fn symmetric_counts_have_ledgers_and_json() {
    let folder = Folder::new();
    let ledger = folder.path("half.csv");
    let count = [
        "queens",
        "count",
        "14",
        "--symmetric",
        "half-turn",
        "--ledger",
        &ledger,
    ];
    for _ in 0..2 {
        let text = printed(&[&count[..], &["--json"]].concat()).concat();
        for member in [
            r#""solutions":420"#,
            r#""oeis":"A032522""#,
            r#""symmetric":"half-turn""#,
        ] {
            assert!(text.contains(member), "{text}");
        }
    }
    printed(&["ledger", "verify", &ledger, "--sample", "20%"]);
    let quarter = [
        "queens",
        "count",
        "14",
        "--symmetric",
        "quarter-turn",
        "--ledger",
        &ledger,
    ];
    assert_eq!(countless(&quarter).status.code(), Some(2));
}

#[test]
fn ledgers_of_different_kinds_do_not_mix() {
    let folder = Folder::new();
    let ledger = folder.path("ledger.csv");
    let count = |kind: &[&str]| {
        let args = ["queens", "count", "11", "--method", "search"];
        countless(&[&args[..], &["--ledger", &ledger], kind].concat())
    };
    let superqueens = &["--piece", "superqueen"];
    for _ in 0..2 {
        assert_eq!(lines(&count(superqueens).stdout), ["44"]);
    }
    for other in [&[][..], &["--torus"], &["--piece", "superqueen", "--torus"]] {
        let output = count(other);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty());
    }
    let verified = countless(&["ledger", "verify", &ledger, "--sample", "50%"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    let text = std::fs::read_to_string(&ledger).expect("it is there");
    assert!(text.contains("piece=superqueen"), "{text}");
    // Finished subtrees of a partial board are not used for another board.
    let partial = folder.path("partial.csv");
    let complete = |kind: &[&str]| {
        let args = ["queens", "complete", "11", "--queens", "1:3"];
        countless(&[&args[..], &["--ledger", &partial], kind].concat())
    };
    assert_eq!(complete(&["--torus"]).status.code(), Some(0));
    assert_eq!(complete(&[]).status.code(), Some(2));
}

#[test]
fn shards_of_a_torus_add_up() {
    let folder = Folder::new();
    let mut ledgers = Vec::new();
    for shard in ["0/3", "1/3", "2/3"] {
        let ledger = folder.path(&format!("{}.csv", &shard[..1]));
        let args = ["queens", "count", "13", "--torus", "--shard", shard];
        let output = countless(&[&args[..], &["--ledger", &ledger]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        ledgers.push(ledger);
    }
    let ledgers: Vec<&str> = ledgers.iter().map(String::as_str).collect();
    let merged = countless(&[&["ledger", "merge"], &ledgers[..]].concat());
    let text = String::from_utf8_lossy(&merged.stdout).into_owned();
    assert!(text.contains("4524"), "{merged:?}");
}

#[test]
fn contradictory_options_are_refused() {
    for (args, reason) in [
        (
            &["count", "8", "--torus", "--columns", "9"][..],
            "--columns: a torus has as many",
        ),
        (
            &["list", "8", "--torus", "--columns", "9"],
            "--columns: a torus has as many",
        ),
        (
            &["count", "8", "--torus", "--method", "join"],
            "--method join: expected queens on a square board",
        ),
        (
            &["estimate", "8", "--torus", "--method", "join"],
            "--method join: expected queens on a square board",
        ),
        (
            &["count", "8", "--piece", "superqueen", "--tally", "-"],
            "queens list --tally",
        ),
        (
            &["list", "40", "--torus", "--limit", "3"],
            "expected at most 32 rows, found 40",
        ),
        (
            &["classes", "6", "--piece", "crowned-rook"],
            "along diagonals",
        ),
        (&["count", "8", "--piece", "king"], "superqueen"),
        (
            &["count", "8", "--symmetric", "half-turn", "--method", "join"],
            "omit --method join",
        ),
        (
            &["count", "8", "--symmetric", "half-turn", "--columns", "9"],
            "--columns",
        ),
        (
            &[
                "count",
                "8",
                "--symmetric",
                "half-turn",
                "--piece",
                "crowned-rook",
            ],
            "along diagonals",
        ),
    ] {
        let refused = countless(&[&["queens"], args].concat());
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(text.contains(reason), "{args:?}: {text}");
    }
}

#[test]
fn pieces_that_attack_each_other_are_named() {
    let complete = |kind: &[&str]| {
        let args = ["queens", "complete", "8", "--queens", "1:1,2:3,8:8"];
        let output = countless(&[&args[..], kind].concat());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let note = "the superqueens on the squares 1:1 and 2:3 attack each other";
    assert!(complete(&["--piece", "superqueen"]).contains(note));
    let note = "the crowned rooks on the squares 1:1 and 8:8 attack each other";
    assert!(complete(&["--piece", "crowned-rook", "--torus"]).contains(note));
    assert!(!complete(&["--piece", "crowned-rook"]).contains("attack each other"));
}

/// The 4,524 placements of 13 queens on a torus: the cyclic ones are in the classes with at least 26
/// symmetries.
#[test]
fn solutions_are_counted_and_listed_up_to_shifts() {
    let classes = ["queens", "classes", "13", "--torus", "--shifts"];
    let rows = [
        "symmetries,solutions,fundamental",
        "2,3380,5",
        "4,1014,3",
        "26,104,2",
        "52,26,1",
        "all,4524,11",
    ];
    assert_eq!(printed(&classes), rows);
    let json = printed(&[&classes[..], &["--json"]].concat()).concat();
    assert!(
        json.contains(r#""shifts":true"#) && json.contains(r#""all":{"fundamental":11"#),
        "{json}"
    );
    let list = ["queens", "list", "13", "--torus", "--fundamental"];
    let without_shifts = printed(&list);
    let with_shifts = printed(&[&list[..], &["--shifts"]].concat());
    assert_eq!(with_shifts.len(), 12);
    assert!(with_shifts.iter().all(|row| without_shifts.contains(row)));
    for (args, reason) in [
        (&["classes", "5", "--shifts"][..], "--shifts needs --torus"),
        (
            &["list", "5", "--torus", "--shifts"],
            "--shifts needs --fundamental",
        ),
    ] {
        let refused = countless(&[&["queens"], args].concat());
        let text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(text.contains(reason), "{args:?}: {text}");
    }
}
