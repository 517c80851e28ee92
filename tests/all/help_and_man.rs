//! Help, manual pages and completions.

use std::fs;

use crate::common::help_pages::{commands, examples, flags, help};
use crate::common::{Folder, check_side_by_side, countless, lines};

/// Topics of `countless help`, besides commands.
const TOPICS: [&str; 5] = ["formats", "variants", "output", "techniques", "estimates"];

/// Help of every command and topic, each with its name.
fn every_help() -> impl Iterator<Item = (String, Vec<String>)> {
    let commands = commands().into_iter().map(|command| {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        (command.join(" "), help(&words))
    });
    let topics = TOPICS.map(|topic| {
        let output = countless(&["help", topic]);
        assert!(output.status.success(), "{topic}");
        let page = lines(&output.stdout);
        (format!("help {topic}"), page)
    });
    commands.chain(topics)
}

#[test]
fn examples_stand_on_a_line_of_their_own_that_fits_a_terminal() {
    let mut found = 0;
    for (_, help) in every_help() {
        for line in examples(&help) {
            // A wrapped line would continue at the margin or inside a word.
            assert!(
                line.starts_with("  ") && line.contains("countless "),
                "{line}"
            );
            assert!(line.chars().count() <= 80, "{line}");
            found += 1;
        }
    }
    assert!(found > 80, "{found}");
}

/// Commands that create the files of the examples.
#[cfg(target_os = "linux")]
const FILES: &str = r#"
cp $DATA/puzzles.txt $DATA/jigsaws.txt $DATA/heart.txt .
cp $DATA/jigsaw.txt map.txt
cp $DATA/quizzes.csv test.csv
head -15 test.csv > train.csv
gzip -c test.csv > sudoku.csv.gz
countless sudoku rate test.csv -o rated.csv
gzip -c puzzles.txt > puzzles.gz
mkdir puzzles results shards solved
cp puzzles.txt puzzles
for run in here before after; do cp -r $RESULTS/xeon results/$run; done
grep -vm1 '^#' puzzles.txt > puzzle.txt
cp puzzle.txt attempt.txt
sed -n 2p test.csv | cut -d , -f 2 > grid.txt
echo "$(cut -c -18 grid.txt)$(printf '%063d' 0)" > part.txt
cp grid.txt grids.txt
countless sudoku generate --size 16 --diagonals --clues 200 --seed 1 |
    tail -1 | cut -d , -f 1 > sixteen.txt
countless sudoku generate --count 2 --cages each --seed 1 -o killers.csv
countless queens generate 8 --count 3 --seed 1 |
    tail -n +2 | cut -d , -f 1 > boards.txt
head -1 boards.txt > board.txt
sed 's/^/1,8,/' boards.txt > levels.csv
cp boards.txt battles.txt
gzip -c boards.txt > boards.txt.gz
printf '1:1 2:3\n' > holes.txt
printf '1:5,2:7\n1:1\n' > partial.txt
printf '#!/bin/sh\nexec countless queens count $1\n' > other-counter
chmod +x other-counter
countless cover make pentominoes 6x10 -o pentominoes.txt
countless cover make dominoes 6x6 -o dominoes.txt
countless cover make soma -o soma.txt
countless cover make latin 4 -o latin.txt
printf 'L\n#\n##\n' > pieces.txt
printf 'L\n#.\n##\n--\n..\n.#\n' > solids.txt
countless sudoku solve puzzles.txt --ledger solved.ledger -o solved.csv
countless queens count 10 --ledger ledger.csv
countless queens count 10 --ledger shards/ --shard 0/2
countless queens count 10 --ledger shards/ --shard 1/2
for shard in 0 1; do
    countless sudoku solve puzzles.txt --ledger solved/ --shard $shard/2
done
"#;

/// Programs that the examples call, replaced by scripts without effect.
#[cfg(target_os = "linux")]
const STAND_INS: [&str; 4] = ["less", "man", "sbatch", "xdg-open"];

#[cfg(target_os = "linux")]
#[test]
fn every_example_runs() {
    use std::process::Command;

    let folder = Folder::new();
    let stand_ins = folder.path("bin");
    fs::create_dir(&stand_ins).expect("it can be created");
    for name in STAND_INS {
        folder.file(
            &format!("bin/{name}"),
            "#!/bin/sh\n[ -t 0 ] || cat > /dev/null\n",
        );
    }
    let project = env!("CARGO_MANIFEST_DIR");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_countless"));
    let programs = program.parent().expect("it is in a folder").display();
    let others = std::env::var("PATH").unwrap_or_default();
    let run = |seconds: &str, place: &str, line: &str| {
        let output = Command::new("timeout")
            .args(["-s", "INT", seconds, "bash", "-eo", "pipefail", "-c", line])
            .current_dir(folder.path(place))
            .env("PATH", format!("{stand_ins}:{programs}:{others}"))
            .env("HOME", folder.path(place))
            .env("DATA", format!("{project}/data"))
            .env("RESULTS", format!("{project}/results"))
            .stdin(std::process::Stdio::null())
            .output()
            .expect("bash runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), told)
    };
    assert_eq!(
        run("60", "", "chmod +x bin/*; mkdir files"),
        (Some(0), String::new())
    );
    for line in FILES
        .trim()
        .replace(" |\n", " | ")
        .replace("\n    ", " ")
        .replace("\ndone", "; done")
        .lines()
    {
        let (code, told) = run("60", "files", line);
        assert_eq!(code, Some(0), "{line}: {told}");
    }
    let files = fs::read_dir(folder.path("files")).expect("it is a folder");
    let files = files.map(|file| file.expect("it is listed").file_name().into_string());
    let files: Vec<String> = files.map(|name| name.expect("it is text")).collect();
    let helps = every_help();
    let examples = helps.flat_map(|(command, help)| {
        let examples = examples(&help).into_iter();
        examples.map(move |line| (command.clone(), line))
    });
    let examples: Vec<(usize, (String, String))> = examples.enumerate().collect();
    check_side_by_side(&examples, |(number, (command, line))| {
        let place = number.to_string();
        fs::create_dir(folder.path(&place)).expect("it can be created");
        // Only what the line names: copying all files takes longer than most examples.
        let is_named = |name: &&String| line.contains('*') || line.contains(name.as_str());
        let named: Vec<&String> = files.iter().filter(is_named).collect();
        if !named.is_empty() {
            let mut copy = Command::new("cp");
            copy.arg("-r").args(named).arg(format!("../{place}"));
            let copied = copy.current_dir(folder.path("files")).status();
            assert!(copied.is_ok_and(|status| status.success()));
        }
        // Longer commands are interrupted after they have read their flags and inputs.
        let (code, told) = run("0.25", &place, line);
        let line = line.trim();
        assert!(
            matches!(code, Some(0 | 124)),
            "{command}: {line}: {code:?}: {told}"
        );
    });
}

#[test]
fn closing_texts_fill_the_lines_of_a_terminal() {
    for (command, help) in every_help() {
        let options = ["Options:", "Global options:"];
        let last = help
            .iter()
            .rposition(|line| options.contains(&line.as_str()));
        let closing = &help[last.unwrap_or(0)..];
        for lines in closing.windows(2) {
            let [line, next] = lines else { continue };
            let length = |text: &str| text.chars().count();
            assert!(length(line) <= 80, "{command}: {line}");
            let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
            if is_prose(line) && is_prose(next) {
                let word = next.split(' ').next().expect("a word");
                assert!(length(line) + 1 + length(word) > 80, "{command}: {line}");
            }
        }
    }
}

#[test]
fn flags_stand_under_headings_of_their_own() {
    let headings = [
        (
            "Variant",
            "size boxes diagonals windows regions cages samurai",
        ),
        (
            "Output",
            "output format unordered all check solution keep-columns rejects nodes limit \
             nth scale min-er max-er where candidates marks answers ascii per-page paper title width",
        ),
        ("Ledger", "ledger shard subtrees dry-run"),
        ("Running", "threads kernel progress max-nodes"),
        ("Global options", "quiet json color"),
    ];
    for command in ["solve", "count", "list", "rate", "generate", "show"] {
        for flag in flags(&help(&["sudoku", command])) {
            let has_flag = |flags: &str| flags.split_whitespace().any(|known| known == flag.name);
            for (heading, flags) in headings {
                let is_below = flag.heading == heading;
                assert_eq!(
                    is_below,
                    has_flag(flags),
                    "{command} --{}: {heading}",
                    flag.name
                );
            }
        }
    }
}

#[test]
fn no_page_of_the_manual_has_a_puzzle_that_would_be_broken() {
    let folder = Folder::new();
    let pages = folder.path("");
    assert!(countless(&["man", "--folder", &pages]).status.success());
    for page in fs::read_dir(&pages).expect("it can be listed") {
        let path = page.expect("it can be listed").path();
        let text = fs::read_to_string(&path).expect("it can be read");
        for word in text.split_whitespace() {
            assert!(word.len() < 80, "{}: {word}", path.display());
        }
    }
}

#[test]
fn the_place_for_the_rows_is_shown_in_one_piece() {
    let help = help(&["bench"]).join(" ");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("'other=./other-counter {rows}'"), "{help}");
    assert!(help.contains("{rows} for the rows of a board"), "{help}");
}

#[test]
fn topics_are_listed_and_printed() {
    let root = help(&[]);
    for topic in TOPICS {
        let line = format!("  {topic} ");
        assert!(root.iter().any(|other| other.starts_with(&line)), "{topic}");
    }
    let ledger = countless(&["help", "ledger"]);
    let ledger = String::from_utf8(ledger.stdout).expect("it is text");
    assert!(
        ledger.contains("first line of a ledger is the plan"),
        "{ledger}"
    );
    let unknown = countless(&["help", "nothing"]);
    assert_eq!(unknown.status.code(), Some(2));
    let short = countless(&["help", "shapes"]);
    assert_eq!(short.stdout, countless(&["help", "variants"]).stdout);
}

#[test]
fn completions_offer_the_values_of_flags() {
    let script = countless(&["completions", "bash"]).stdout;
    let script = String::from_utf8(script).expect("it is text");
    for values in [
        "auto scalar neon avx2 avx512",
        "easy medium hard expert extreme",
        "none rotational quarter diagonal antidiagonal horizontal vertical full",
        "elimination hidden-single hidden-single-line naked-single ",
        "csv tsv ndjson",
        "grid csv tsv ndjson",
    ] {
        assert!(
            script.contains(&format!("compgen -W \"{values}")),
            "{values}"
        );
    }
}

#[test]
fn a_name_that_there_is_not_is_answered_with_those_that_there_are() {
    let run = countless(&["queens", "count", "8", "--kernel", "avx3"]);
    assert_eq!(run.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(
        stderr.contains("auto, scalar, neon, avx2, avx512"),
        "{stderr}"
    );
}
