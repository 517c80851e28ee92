//! The commands `countless sudoku explain` and `countless sudoku hint`.

use std::io::Write;
use std::path::Path;

use countless::sudoku::{
    ExplainerRating, ExplainerTrace, Level, Status, Step, Technique, TraceEnd, TraceOptions,
    tenths_text,
};
use countless::table::{Format, Output};
use countless::variants::{AnyPuzzle, Explanation, candidate_texts, digits_text};

use super::super::output::folded;
use super::super::paths::beside_stdout;
use super::super::picture_args::FigureRangeArgs;
use super::super::prelude::*;
use super::PuzzleInputArgs;
use super::properties::{Scale, ScaleArgs};
use super::question_command::single_puzzle_run;
use super::step_rows::StepRowArgs;
use super::variant_args::VariantArgs;
use countless_picture::{
    CellContent, Diagram, Paint, Paper, StepDiagram, StepMarks, Walkthrough, candidates_text, pdf,
    walkthrough_page, walkthrough_pages, walkthrough_scroll,
};

#[derive(Args, Debug)]
#[command(mut_arg("nth", |nth| nth.help("Start at the K-th puzzle; it is the only one without --limit")))]
#[command(mut_arg("limit", |limit| limit
    .help("Stop after K puzzles; the summary reports it [default: all]")))]
#[command(mut_arg("output", |output| output
    .help("Write to FILE: .txt, .ndjson, .html, .svg or .pdf; steps as rows to .csv, .tsv, .parquet \
           or .npy; optionally .gz or .zst [default: stdout]")))]
#[command(mut_arg("format", |format| format
    .help("Format of the rows [default: by the name of FILE, else text]")))]
#[command(mut_args(in_chunks))]
#[command(after_help = include_str!("../help/sudoku-explain.txt"))]
pub struct SudokuExplainArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    #[command(flatten)]
    shape: VariantArgs,
    /// Print the candidates after each step, as (12): * marks a cell of the pattern, - a cell that
    /// loses candidates
    #[arg(help_heading = "Output", long)]
    grid: bool,
    /// Use no technique harder than this one
    #[arg(long, value_name = "TECHNIQUE", default_value = "forcing-nested")]
    #[arg(value_parser = choice(Technique::ALL.map(Technique::name).into_iter(), str::parse::<Technique>))]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    upto: Technique,
    #[command(flatten)]
    scale: ScaleArgs,
    /// Stop after K steps
    #[arg(long, value_name = "K")]
    #[arg(value_parser = whole::<u64>(0..))]
    steps: Option<u64>,
    /// Write chains of strong and weak links in words or as a formula
    #[arg(help_heading = "Output", long, value_enum, default_value_t)]
    notation: Notation,
    #[command(flatten)]
    which: FigureRangeArgs,
    #[command(flatten)]
    steps_as_rows: StepRowArgs,
}

/// Notation of chains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// As sentences
    #[default]
    Words,
    /// As (5=3)r4c2-(3=7)r4c8-(7)r6c9=r2c9 => r2c2<>5, with = for strong links and - for weak ones
    Eureka,
}

impl Notation {
    /// Writes a step, with its rating if it has one. A step without a chain is written in words.
    fn of(self, step: &Step) -> String {
        let text = match (self, &step.eureka) {
            (Self::Eureka, Some(chain)) => format!("{}: {chain}", step.title()),
            _ => step.text.clone(),
        };
        match step.rating {
            Some(rating) => format!("{} {text}", tenths_text(rating)),
            None => text,
        }
    }
}

/// Destination of explanations.
struct ExplanationOutput {
    output: Output,
    format: ExplanationFormat,
    /// Style of text.
    paint: Paint,
    /// Walkthroughs to draw at the end.
    walkthroughs: Vec<Walkthrough>,
}

/// Format of explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExplanationFormat {
    Words,
    Objects,
    Html,
    Svg,
    Pdf,
}

/// Maximum number of puzzles in pictures, because their drawings are kept in memory.
const MOST: usize = 100;

impl ExplanationOutput {
    /// Opens a file, whose name selects the format, or stdout.
    fn create(path: Option<&Path>, session: Session) -> anyhow::Result<Self> {
        let path = beside_stdout(path);
        Ok(Self {
            format: match path {
                None if session.json => ExplanationFormat::Objects,
                None => ExplanationFormat::Words,
                Some(path) => format_of(path)?,
            },
            output: Output::create(path)?,
            paint: session.paint(path),
            walkthroughs: Vec::new(),
        })
    }

    fn write(&mut self, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
        let written = self.output.write_all(bytes.as_ref());
        written.map_err(|error| Error::write(self.output.path(), error))
    }

    /// Writes a sentence as a line, wrapped to the width of a terminal. Text in files does not
    /// depend on the terminal.
    fn write_sentence(&mut self, sentence: &str) -> Result<(), Error> {
        if self.output.is_stdout() {
            self.write(format!("{}\n", folded(sentence)))
        } else {
            self.write(format!("{sentence}\n"))
        }
    }

    /// Draws the walkthroughs and completes the file.
    fn finish(mut self) -> anyhow::Result<()> {
        let bytes = match (self.format, &self.walkthroughs[..]) {
            (ExplanationFormat::Words | ExplanationFormat::Objects, _) => Vec::new(),
            (ExplanationFormat::Html, all) => walkthrough_page(all).into_bytes(),
            (ExplanationFormat::Pdf, all) => pdf(
                &walkthrough_pages(all, Paper::A4),
                Session::ensure_not_interrupted,
            )?,
            (ExplanationFormat::Svg, [only]) => walkthrough_scroll(only).to_svg().into_bytes(),
            (ExplanationFormat::Svg, _) => {
                bail!("an .svg file holds one puzzle\nhint: --limit 1, or -o FILE.pdf")
            }
        };
        self.write(bytes)?;
        Ok(self.output.finish()?)
    }
}

/// Format of a file by its name.
fn format_of(path: &Path) -> anyhow::Result<ExplanationFormat> {
    let plain = Output::uncompressed(path);
    let ending = plain.extension().map(|it| it.to_string_lossy());
    Ok(match ending.map(|it| it.to_ascii_lowercase()).as_deref() {
        None | Some("txt") => ExplanationFormat::Words,
        Some("html" | "htm") => ExplanationFormat::Html,
        Some("svg") => ExplanationFormat::Svg,
        Some("pdf") => ExplanationFormat::Pdf,
        _ if Format::of(&plain).is_ok_and(|format| format == Format::Ndjson) => {
            ExplanationFormat::Objects
        }
        _ => bail!(
            "cannot write {}: expected a name that ends in .txt, .html, .svg, .pdf, .csv, .tsv, \
             .ndjson or .jsonl, optionally followed by .gz or .zst, or in .npy",
            path.display()
        ),
    })
}

pub fn explain(args: &SudokuExplainArgs, session: Session) -> anyhow::Result<Exit> {
    if args.steps_as_rows.are_wanted()? {
        let of_texts = first_given([
            ("--grid", args.grid),
            ("--scale", args.scale.scale != Scale::Points),
            ("--steps", args.steps.is_some()),
            ("--notation", args.notation != Notation::Words),
            ("--nth and --limit", args.which.is_given()),
        ]);
        if let Some(flag) = of_texts {
            bail!("a table has all steps of all puzzles: omit {flag}");
        }
        let inputs = args.shape.inputs(&args.source)?;
        return args.steps_as_rows.write(inputs, args.upto, session);
    }
    let mut pages = ExplanationOutput::create(args.steps_as_rows.output(), session)?;
    let mut explained = 0;
    let inputs = args.shape.inputs(&args.source)?;
    let exit = inputs.visit(session, args.which.texts(), &mut |_, _, puzzle| {
        Session::ensure_not_interrupted()?;
        if explained > 0 && pages.format == ExplanationFormat::Words {
            pages.write("\n")?;
        }
        explained += 1;
        explain_one(&puzzle, args, &mut pages)
    })?;
    let to_stdout = pages.output.is_stdout();
    pages.finish()?;
    if session.json && !to_stdout {
        print_json(json!({ "problem": "sudoku", "explained": explained }))?;
    }
    Ok(exit)
}

/// Explains a puzzle. Returns false if it has no solution, if all techniques together do not solve it,
/// or if it has several solutions and no steps of Sudoku Explainer.
fn explain_one(
    puzzle: &AnyPuzzle,
    args: &SudokuExplainArgs,
    pages: &mut ExplanationOutput,
) -> anyhow::Result<bool> {
    let steps = args.steps.unwrap_or(u64::MAX);
    let mut trace = match args.scale.scale {
        Scale::Points => {
            let options = TraceOptions::new().upto(args.upto).steps(steps);
            puzzle.explain(options, &single_puzzle_run()?)?
        }
        Scale::Explainer => {
            ensure!(
                args.upto == Technique::ForcingNested,
                "--upto names a technique of the scale points: omit it with --scale se"
            );
            let AnyPuzzle::Classic(puzzle) = puzzle else {
                bail!("--scale se explains classic sudokus of 9×9 cells; omit it for variants");
            };
            let trace = ExplainerTrace::new(&puzzle.marks()).steps(steps);
            Explanation::Explainer(Box::new(trace))
        }
    };
    match pages.format {
        ExplanationFormat::Objects => {
            pages.write(explanation_json(puzzle, &mut trace, args.grid)?)?;
        }
        ExplanationFormat::Words => write_steps(puzzle, &mut trace, args, pages)?,
        _ => {
            ensure!(
                pages.walkthroughs.len() < MOST,
                "pictures support at most {MOST} puzzles\nhint: --nth K --limit {MOST}"
            );
            let walkthrough = walkthrough(puzzle, &mut trace, args.upto)?;
            pages.walkthroughs.push(walkthrough);
        }
    }
    Ok(match trace.end() {
        _ if args.scale.scale == Scale::Explainer => trace.is_unique(),
        Some(TraceEnd::Solved | TraceEnd::Limit) | None => true,
        Some(TraceEnd::Wall) => args.upto != Technique::ForcingNested,
        Some(TraceEnd::NoSolution) => false,
    })
}

/// Writes the steps in words, one per line.
fn write_steps(
    puzzle: &AnyPuzzle,
    trace: &mut Explanation,
    args: &SudokuExplainArgs,
    pages: &mut ExplanationOutput,
) -> anyhow::Result<()> {
    let shape = puzzle.shape();
    pages.write(format!("{puzzle}\n"))?;
    let mut steps = 0;
    while let Some(step) = trace.next() {
        steps += 1;
        pages.write_sentence(&format!("{steps}. {}", args.notation.of(&step)))?;
        if args.grid {
            let marked = StepMarks::of(&step);
            let grid = candidates_text(&shape, &trace.candidates(), &marked, pages.paint);
            pages.write(format!("\n{grid}\n"))?;
        }
    }
    pages.write_sentence(&end_and_rating(puzzle, trace, steps, args.upto)?)?;
    if trace.end() == Some(TraceEnd::Solved) {
        pages.write(format!("{}\n", digits_text(&trace.digits())))?;
    }
    Ok(())
}

/// Describes the end of an explanation and, for a solved puzzle, its rating.
fn end_and_rating(
    puzzle: &AnyPuzzle,
    trace: &Explanation,
    steps: u128,
    upto: Technique,
) -> anyhow::Result<String> {
    if let Explanation::Explainer(trace) = trace {
        return Ok(explainer_sentence(trace, steps));
    }
    let end = end_sentence(trace, steps, upto);
    if trace.end() == Some(TraceEnd::Solved)
        && let Some(rating) = puzzle.rate(&single_puzzle_run()?)?
    {
        let (whole, part) = (rating.score() / 1000, rating.score() % 1000);
        let (level, hardest) = (rating.level(), rating.hardest);
        return Ok(format!(
            "{end} Level {level}, rating {whole}.{part:03}, hardest technique {hardest}."
        ));
    }
    Ok(end)
}

/// Describes the end of an explanation by Sudoku Explainer, with the ratings of the puzzle.
fn explainer_sentence(trace: &ExplainerTrace, steps: u128) -> String {
    if trace.end() == Some(TraceEnd::NoSolution) {
        return "The puzzle has no solution.".to_owned();
    }
    if !trace.is_unique() {
        return "The puzzle has several solutions, and no rating.".to_owned();
    }
    let rating = trace.rating();
    let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(tenths_text);
    let (steps, level) = (plural(steps, "step"), rating.level());
    format!("{steps}. ER {er}, EP {ep}, ED {ed}, level {level}.")
}

/// Status of the explained puzzle.
fn status(trace: &Explanation) -> Status {
    match trace.end() {
        Some(TraceEnd::NoSolution) => Status::None,
        _ if trace.is_unique() => Status::Unique,
        _ => Status::Multiple,
    }
}

/// Sentence to append if the puzzle has several solutions, else empty.
fn several_solutions_sentence(trace: &Explanation) -> &'static str {
    match status(trace) {
        Status::Multiple => " The puzzle has several solutions.",
        _ => "",
    }
}

/// Describes the end of an explanation.
fn end_sentence(trace: &Explanation, steps: u128, upto: Technique) -> String {
    let steps = plural(steps, "step");
    let several = several_solutions_sentence(trace);
    let open = trace.candidates();
    let open = open.iter().filter(|digits| digits.count_ones() > 1).count();
    let open = plural(open as u128, "open cell");
    match trace.end() {
        Some(TraceEnd::Solved) => format!("Solved in {steps}."),
        Some(TraceEnd::NoSolution) => "The puzzle has no solution.".to_owned(),
        Some(TraceEnd::Wall) => {
            let hardest = match upto {
                Technique::ForcingNested => String::new(),
                upto => format!(" up to {upto}"),
            };
            format!("After {steps} no technique{hardest} applies to {open}.{several}")
        }
        Some(TraceEnd::Limit) | None => format!("Stopped after {steps} with {open}.{several}"),
    }
}

/// Formats a puzzle and its steps as a line of JSON.
fn explanation_json(
    puzzle: &AnyPuzzle,
    trace: &mut Explanation,
    grid: bool,
) -> anyhow::Result<String> {
    let mut steps = Vec::new();
    while let Some(step) = trace.next() {
        let mut json = json!(step);
        if grid {
            json["candidates"] = json!(candidate_texts(&trace.candidates()));
        }
        steps.push(json);
    }
    let end = trace.end().unwrap_or(TraceEnd::Limit);
    let solved = end == TraceEnd::Solved;
    let mut json = json!({
        "puzzle": puzzle.to_string(),
        "steps": steps,
        "end": end.name(),
        "unique": trace.is_unique(),
        "status": status(trace).name(),
        "grid": digits_text(&trace.digits()),
        "solution": solved.then(|| digits_text(&trace.digits())),
    });
    if let Explanation::Explainer(trace) = trace {
        let rating = trace.is_unique().then(|| trace.rating());
        let tenths = |of: fn(ExplainerRating) -> u16| rating.map(|it| f64::from(of(it)) / 10.0);
        json["level"] = json!(rating.map(ExplainerRating::level));
        json["er"] = json!(tenths(|rating| rating.er));
        json["ep"] = json!(tenths(|rating| rating.ep));
        json["ed"] = json!(tenths(|rating| rating.ed));
    } else {
        let run = single_puzzle_run()?;
        let rating = solved.then(|| puzzle.rate(&run)).transpose()?.flatten();
        json["level"] = json!(rating.map(|rating| rating.level()));
        json["rating"] = json!(rating.map(|rating| rating.points()));
        json["hardest"] = json!(rating.map(|rating| rating.hardest));
    }
    Ok(format!("{json}\n"))
}

/// Names of all techniques by level, wrapped to 80 columns.
pub fn techniques() -> String {
    let mut lines: Vec<String> = Vec::new();
    for level in Level::ALL {
        let mut line = format!("  {:<8}", level.name());
        for technique in Technique::ALL.into_iter().filter(|it| it.level() == level) {
            let name = technique.name();
            if line.len() + name.len() >= 78 {
                lines.push(line);
                line = " ".repeat(10);
            }
            line = format!("{line} {name}");
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/sudoku-hint.txt"))]
pub struct SudokuHintArgs {
    #[command(flatten)]
    source: PuzzleInputArgs,
    #[command(flatten)]
    shape: VariantArgs,
    /// Report where to look (1), the technique as well (2), or the whole step (3)
    #[arg(help_heading = "Output", long, value_name = "GRADE")]
    #[arg(value_parser = whole::<u8>(1..=3), default_value_t = 3)]
    grade: u8,
}

pub fn hint(args: &SudokuHintArgs, session: Session) -> anyhow::Result<Exit> {
    let all = 1..=u64::MAX;
    // The hint of a single puzzle has no number.
    let mut first = None;
    let inputs = args.shape.inputs(&args.source)?;
    let exit = inputs.visit(session, all, &mut |number, _, puzzle| {
        let (hint, is_fine) = hint_of(&puzzle, args.grade, session.json)?;
        if session.json {
            print(&hint)?;
        } else if number == 1 {
            first = Some(hint);
        } else {
            let first = first.take().map(|hint| (1, hint));
            for (number, hint) in first.into_iter().chain([(number, hint)]) {
                print_hint(&format!("Puzzle {number}: {hint}"))?;
            }
        }
        Ok(is_fine)
    });
    if let Some(hint) = first {
        print_hint(&hint)?;
    }
    exit
}

/// Prints a hint, wrapped to the width of a terminal.
fn print_hint(hint: &str) -> anyhow::Result<()> {
    print(&format!("{}\n", folded(hint)))
}

/// Next step of a puzzle, as a sentence or a JSON object. Returns false if an unsolved puzzle has
/// no step.
fn hint_of(puzzle: &AnyPuzzle, grade: u8, as_json: bool) -> anyhow::Result<(String, bool)> {
    let mut trace = puzzle.explain(TraceOptions::new(), &single_puzzle_run()?)?;
    let step = trace.find(|step| step.technique != Technique::Elimination);
    let status = status(&trace);
    let is_pencilled = matches!(puzzle, AnyPuzzle::Classic(it) if it.grid().is_none());
    let is_fine = step.is_some() || trace.end() == Some(TraceEnd::Solved);
    let why = match trace.end() {
        Some(TraceEnd::NoSolution) if is_pencilled => {
            "No solution: a digit is wrong, or a candidate was wrongly removed."
        }
        Some(TraceEnd::NoSolution) => "No solution: a digit is wrong.",
        Some(TraceEnd::Solved) => "The puzzle is solved.",
        Some(TraceEnd::Wall | TraceEnd::Limit) | None => "No technique applies.",
    };
    let hint = if as_json {
        let step = step.as_ref().map(|step| match grade {
            1 => json!({ "place": step.place() }),
            2 => json!({ "place": step.place(), "technique": step.technique }),
            _ => json!(step),
        });
        let json = json!({ "puzzle": puzzle.to_string(), "status": status.name(), "step": step });
        format!("{json}\n")
    } else {
        let text = match (&step, grade) {
            (None, _) => why.to_owned(),
            (Some(step), 1) => format!("Look at {}.", step.place()),
            (Some(step), 2) => format!("{}: look at {}.", step.technique.title(), step.place()),
            (Some(step), _) => step.text.clone(),
        };
        text + several_solutions_sentence(&trace)
    };
    Ok((hint, is_fine))
}

/// Collects the steps of a puzzle, each with the grid before it.
fn walkthrough(
    puzzle: &AnyPuzzle,
    trace: &mut Explanation,
    upto: Technique,
) -> anyhow::Result<Walkthrough> {
    let diagram = Diagram::of(puzzle);
    let clue = |cell: &CellContent| match cell {
        CellContent::Given(digit) => *digit,
        _ => 0,
    };
    let clues: Vec<u8> = diagram.cells().iter().map(clue).collect();
    let mut solved: Vec<bool> = clues.iter().map(|&digit| digit > 0).collect();
    let mut before = trace.candidates();
    let mut steps = Vec::new();
    while let Some(step) = trace.next() {
        let after = trace.candidates();
        // Elimination is shown with the candidates after it, other steps with those before.
        let shown = match step.technique {
            Technique::Elimination => &after,
            _ => &before,
        };
        let shown = diagram.at_step(&solved, shown);
        for cell in step.placed.iter().filter_map(|it| diagram.index(it.cell)) {
            solved[cell] = true;
        }
        steps.push(StepDiagram::new(shown, step));
        before = after;
    }
    let end = end_and_rating(puzzle, trace, steps.len() as u128, upto)?;
    Ok(Walkthrough {
        title: diagram.shape().write(&clues),
        steps,
        end,
    })
}
