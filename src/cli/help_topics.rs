//! Help topics shared by several commands, printed by `countless help TOPIC`.

use std::ffi::OsString;

use super::sudoku;

/// Help topic.
pub struct Topic {
    /// Name and synonyms.
    names: &'static [&'static str],
    text: fn() -> String,
}

/// All topics except `ledger`, which is a command.
pub const TOPICS: [Topic; 5] = [
    Topic {
        names: &["inputs", "input", "puzzles"],
        text: || INPUTS.to_owned(),
    },
    Topic {
        names: &["variants", "variant", "shapes", "shape"],
        text: || VARIANTS.to_owned(),
    },
    Topic {
        names: &["output", "rows", "exit-codes"],
        text: || OUTPUT.to_owned(),
    },
    Topic {
        names: &["techniques", "levels", "ratings"],
        text: techniques,
    },
    Topic {
        names: &["estimates", "estimate"],
        text: || ESTIMATES.to_owned(),
    },
];

impl Topic {
    /// Returns the topic if the command line is `countless help TOPIC`.
    pub fn asked_for(words: &[OsString]) -> Option<&'static Self> {
        let [_, help, name] = words else { return None };
        if help != "help" {
            return None;
        }
        let is_it = |topic: &&Self| topic.names.iter().any(|other| name == other);
        TOPICS.iter().find(is_it)
    }

    /// Returns the name of the first topic that mentions all the values.
    pub fn listing(values: &[String]) -> Option<&'static str> {
        let lists = |topic: &&Self| {
            let text = (topic.text)();
            values.iter().all(|value| text.contains(value))
        };
        TOPICS.iter().find(lists).map(|topic| topic.names[0])
    }

    /// First name of the topic.
    #[cfg(test)]
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// Text of the topic in lines of at most `width` characters.
    pub fn page(&self, width: usize) -> String {
        let text = super::help_layout::paragraphs(&(self.text)());
        let line = |line: &str| {
            if line.starts_with(' ') {
                line.to_owned()
            } else {
                textwrap::fill(line, width)
            }
        };
        text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
    }
}

const INPUTS: &str = "\
Input formats of the sudoku commands

A command reads files, standard input (-) and puzzles on the command line. The format of a file is
recognised by its content:

  lines       a puzzle per line: 81 characters, or 729 pencil marks;
              the text after the puzzle is its tag
  grid        a line per row: plain, drawn, between separators, or lists
  candidates  a line per row, with the candidates of each cell side by side
  sdk         SadMan .sdk; .sdm files are lines
  csv, tsv    with a header, or with --column NUMBER
  json        an object per line
  hodoku, link, solo, opensudoku, sdx
              files and links of other programs

--format-in NAME names the format instead. An empty cell is one of . 0 * _ - x; --blank and --symbols
change the signs. # begins a comment. In tables, the puzzle is in the column puzzle, quizzes or
sudoku, or in --column.
Files are plain or compressed by gzip or Zstandard. Several inputs, also of different formats, are
read as one.

An invalid record of a file gets the status `invalid` in a column status. Without that column, `count`
writes 0 solutions, `canon` empty fields, and other commands no row. The exit code is 1. An invalid
puzzle on the command line is an error: no row is written, and the exit code is 2. --rejects FILE
lists the invalid records with file, line, column and reason.

Examples:
  countless sudoku solve puzzles.txt test.csv
  zcat puzzles.gz | countless sudoku solve -
  countless sudoku solve test.csv -o solved.csv --rejects rejects.csv

See also: the command `countless formats` for an example of each format. `countless help variants` for puzzles of other
sizes, `countless queens solve --help` for boards of coloured regions, `countless cover count --help`
for exact covers.
";

const VARIANTS: &str = "\
Sudoku variants: other sizes and rules

`sudoku solve`, `count`, `list`, `explain`, `hint`, `rate`, `generate`, `show` and `play-check`
have these flags. All combine, except --regions with --boxes or --samurai. A grid has at most 1,024
cells.

  --size N        N digits, rows and columns: 2 to 25
  --boxes RxC     boxes of R rows and C columns
  --diagonals     X-sudoku: both diagonals contain every digit
  --windows       windoku: further boxes contain every digit; in 9×9, these are
                  four 3×3 boxes in the rows and columns 2-4 and 6-8
  --regions FILE  jigsaw: regions instead of boxes
  --cages FILE    killer: cages of different digits with sums
  --samurai       five grids that overlap in their corner boxes

Digits are 1 to 9, then A for ten to P for twenty-five. The size of the first puzzle sets --size;
for puzzles from standard input, it is 9.

A file for --regions has a line per row and a letter per cell; equal letters are a region. A file for
--cages is drawn in the same way, with . for cells without a cage, and has a sum such as A=12 for
each letter. With --regions each or --cages each, every puzzle has its own: in a column `regions` or
`cages` of CSV, or as the word after the puzzle.

Examples:
  countless sudoku count ................ --size 4 --diagonals
  countless sudoku solve jigsaws.txt --regions map.txt
  countless sudoku rate killers.csv --cages each
  countless sudoku generate --size 16 --count 10

See also: docs/shapes.md.
";

const OUTPUT: &str = "\
Output, statuses and exit codes

Standard output contains the result only; progress, summary and messages go to standard error. -q
suppresses progress and summary, and reports only how many records are invalid.

Rows are CSV on standard output, or are written to --output FILE. The name of FILE determines the
format: .csv, .tsv, .ndjson or .jsonl, which may be followed by .gz or .zst, or .parquet (in builds
with Parquet).
--format has precedence. Rows are in the order of the input; with --unordered, in the order found.
FILE gets its name only when it is complete; an existing FILE is replaced.

A single puzzle argument gives less than a row: `sudoku solve` draws its solution if the output is a
terminal, `count` prints only the number, and `list` omits the column `puzzle`. Puzzles in files and
from standard input give rows, even a single one.

--limit K stops after K rows, drawings or explanations. The summary of a command that writes or
draws only some of its inputs reports it. --max-solutions K limits the solutions of each puzzle.

With --json, rows on standard output are NDJSON, one object per row. A command whose rows do not go to
standard output writes one object with the summary instead; one that finds no row writes nothing.

Statuses of puzzles and boards:
  unique    exactly one solution
  multiple  several solutions
  none      no solution
  invalid   not a puzzle; the reason is on standard error and in --rejects
  unknown   the search exceeded --max-nodes

Exit codes:
  0    complete
  1    complete, but some input was invalid or undecided, an input has no
       puzzle or board, a check failed, or the single thing that was asked for
       (a drawing, an explanation, a hint for an open puzzle) does not exist
  2    usage, input or output error
  130  interrupted

A puzzle or problem without solutions is a result like any other: solve, count and list exit with 0.

Examples:
  countless sudoku solve puzzles.txt -o solved.csv.zst
  countless queens list 8 --json --limit 2
";

const ESTIMATES: &str = "\
Estimates of the time of a count

An estimate is the time on one core, on this machine at its present load; K threads divide it by
about K, if there are at least K subtrees. A random
sample of subtrees gives the mean and its error. The error is twice the standard error; it includes
a change of the machine's speed by 5 %.

If no sample is possible within --time, the estimate is \"at least\" a lower bound, or is
extrapolated from smaller problems. A longer --time may allow a sample.

Most commands with --ledger have --dry-run: it prints the plan, the number of finished parts and,
if possible, the estimate. An estimate, but not a lower bound, gives a number of shards: of at most
two minutes each, or one for each part. A dry run ends within three seconds. For a file of
puzzles, the first puzzles are the sample: later ones should be similar.

Examples:
  countless queens estimate 20
  countless cover estimate pentominoes.txt
  countless queens count 18 --dry-run
";

/// Closing text of `countless ledger`.
pub const LEDGER: &str = "\
A subtree is a part of the work: a search from some first moves. Work on files is split into chunks
of puzzles instead; the columns of a ledger call them subtrees, too. A run with --ledger FILE records
each finished part in FILE. After an interruption or a crash, the
same command continues from the records. Rows of --output OUT are written to OUT.part until the run is complete.

A shard is every K-th subtree of a problem, for one process or machine: --shard I/K with I from 0 to
K-1. If --ledger names an existing folder, or a name that ends in /, each shard has
its own ledger there. `ledger merge` adds up the
shards once none is missing.

The first line of a ledger is the plan: problem, parameters, method and number of subtrees. Records
of another plan, damaged lines and contradictions are errors; `ledger repair` keeps the intact
records. `ledger verify` recounts a sample by other methods.

Examples:
  countless queens count 14 --ledger fourteen.csv
  countless queens count 10 --ledger shards/ --shard 0/2
  countless queens count 10 --ledger shards/ --shard 1/2
  countless ledger missing shards/ --shards 2
  countless ledger merge shards/

See also: docs/ledger.md, docs/cluster.md.";

fn techniques() -> String {
    format!(
        "\
Human techniques, levels and ratings

`sudoku rate`, `explain`, `hint` and `generate` apply the easiest technique at each step. Their
names by level, from the easiest to the hardest:

{}

Each technique has a weight: 0 for elimination (the removal of candidates by clues), 1 to 64 for the
others up to expert. The level of a puzzle is that of its hardest technique: easy,
medium, hard, expert or extreme. The rating is the weight of that technique plus e/(e+1000). The
effort e is the sum of the weights of all steps. At the level extreme, the rating is 70 + 30 L/(L+300), where L is the number
of links of all forcing chains. A puzzle that no technique solves has the rating 100.

Variants use the same techniques. The techniques of cages apply only to variants with --cages: sums
are easy, digits that a cage must contain and the rule of 45 are medium.

Examples:
  countless sudoku rate puzzles.txt
  countless sudoku explain puzzles.txt --upto x-wing --limit 1
  countless sudoku generate --technique swordfish --seed 1

See also: docs/techniques.md.
",
        sudoku::techniques()
    )
}

#[cfg(test)]
mod tests {
    use super::{TOPICS, Topic};

    #[test]
    fn topics_are_found_by_each_name() {
        let topic = |words: &[&str]| {
            let words: Vec<_> = words.iter().map(Into::into).collect();
            Topic::asked_for(&words).map(Topic::name)
        };
        for name in ["variants", "variant", "shapes"] {
            assert_eq!(topic(&["countless", "help", name]), Some("variants"));
        }
        assert_eq!(topic(&["countless", "help", "queens"]), None);
        assert_eq!(topic(&["countless", "variants"]), None);
        assert_eq!(topic(&["countless", "queens", "variants"]), None);
    }

    /// Help and guide name the commands that have the flags.
    #[test]
    fn commands_for_variants_are_listed() {
        let root = super::super::command();
        let group = root.find_subcommand("sudoku").expect("the group");
        let has_boxes = |command: &&clap::Command| {
            let mut args = command.get_arguments();
            args.any(|arg| arg.get_long() == Some("boxes"))
        };
        let commands = group.get_subcommands().filter(has_boxes);
        let mut names: Vec<String> = commands.map(|it| format!("`{}`", it.get_name())).collect();
        assert!(names.len() > 5, "{names:?}");
        names[0].insert_str(1, "sudoku ");
        names.sort();
        for page in [include_str!("../../docs/shapes.md"), super::VARIANTS] {
            let text = page.split("\n\n").nth(1).expect("a first paragraph");
            let listed = text
                .split('`')
                .skip(1)
                .step_by(2)
                .map(|name| format!("`{name}`"));
            let mut listed: Vec<String> = listed.collect();
            listed.sort();
            assert_eq!(listed, names, "{text}");
        }
    }

    #[test]
    fn pages_fit_their_width() {
        for topic in &TOPICS {
            for line in topic.page(80).lines() {
                assert!(line.chars().count() <= 80, "{}: {line}", topic.name());
            }
        }
    }
}
