//! Explanation of a puzzle, step by step, in plain words.

use super::super::grid::{CELLS, Grid};
use super::super::puzzle::Puzzle;
use super::super::solver::Solver;
use super::deduction::{Conclusion, Deduction, Effect, PatternDescription};
use super::forcing;
use super::layout::{CellSet, Classic, Frame, Layout, LayoutSet, PlainLayout, TableLayout, bits};
use super::solving_state::{CandidateList, PlainState, SolvingState, moved_candidates};
use super::step::{Step, candidates, digits, houses_around, list, names, sign};
use super::technique::Technique;
use super::technique_search::TechniqueSearch;

/// Limits of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct TraceOptions {
    upto: Technique,
    steps: u64,
}

impl Default for TraceOptions {
    fn default() -> Self {
        Self {
            upto: Technique::ForcingNested,
            steps: u64::MAX,
        }
    }
}

impl TraceOptions {
    /// Creates options that allow every technique and any number of steps.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the hardest technique to use.
    pub fn upto(self, upto: Technique) -> Self {
        Self { upto, ..self }
    }

    /// Sets the largest number of steps to take.
    pub fn steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }
}

/// End of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceEnd {
    /// Every cell is solved.
    Solved,
    /// None of the techniques allowed applies.
    Wall,
    /// The limit of steps is reached.
    Limit,
    /// The puzzle has no solution, so nothing is explained.
    NoSolution,
}

impl TraceEnd {
    /// Returns the word for the end in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Wall => "wall",
            Self::Limit => "limit",
            Self::NoSolution => "no solution",
        }
    }
}

/// Iterator over the steps of a person who solves a puzzle.
///
/// The first step is plain elimination: the digit of every solved cell is removed from the other
/// cells of its houses. Then each step uses the easiest technique that applies, and a step that
/// solves a cell includes the elimination of its digit. If elimination is the only technique
/// allowed, each later step is a round of it: it solves all cells with one candidate and eliminates
/// their digits.
///
/// Techniques that need a unique solution are left out if the puzzle has several. Of several steps
/// of a technique, the first in the canonical form of the puzzle is taken. So equivalent puzzles
/// take equivalent steps.
///
/// ```
/// use countless_sudoku::{Grid, Technique, Trace, TraceEnd, TraceOptions};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut trace = Trace::new(&puzzle, TraceOptions::new());
/// let first = trace.next().expect("there are digits to eliminate");
/// assert_eq!(first.technique, Technique::Elimination);
/// let second = trace.next().expect("the puzzle goes on");
/// assert!(second.text.starts_with("Hidden single: in box 7, 8 can only be in r8c2."));
/// trace.by_ref().last();
/// assert_eq!(trace.end(), Some(TraceEnd::Solved));
/// assert!(trace.grid().is_solved());
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace<L: Layout = Classic> {
    /// Present state, in the frame of the search.
    state: SolvingState<L>,
    frame: Frame,
    search: TechniqueSearch<L>,
    /// Number of solutions, where 2 stands for several.
    solutions: u128,
    steps_left: u64,
    started: bool,
    end: Option<TraceEnd>,
}

impl Trace {
    /// Prepares to explain a puzzle, without a first step.
    pub fn new(puzzle: &Grid, options: TraceOptions) -> Self {
        let solutions = Solver::new().count(puzzle, 2);
        let (form, frame) = Frame::canonical(puzzle);
        let state = SolvingState::without_elimination(Classic, *form.digits());
        Self::begin(state, frame, solutions, solutions == 1, options)
    }

    /// Prepares to explain a puzzle that may be given as pencil marks, where a cell with one mark
    /// is a clue.
    ///
    /// Techniques that need a unique solution are left out for pencil marks, unless the marks say
    /// no more than the clues. These techniques exchange two digits, and a missing mark can prevent
    /// that.
    ///
    /// ```
    /// use countless_sudoku::{Puzzle, Trace, TraceEnd, TraceOptions};
    ///
    /// // A solved grid, but for two cells: 1 or 2, and 2.
    /// let text = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    /// let marks = |(cell, digit): (usize, char)| match cell {
    ///     0 => "12.......".to_owned(),
    ///     _ => ('1'..='9').map(|c| if c == digit { c } else { '.' }).collect(),
    /// };
    /// let puzzle: Puzzle = text.chars().enumerate().map(marks).collect::<String>().parse()?;
    /// let mut trace = Trace::of(&puzzle, TraceOptions::new());
    /// trace.by_ref().last();
    /// assert_eq!(trace.end(), Some(TraceEnd::Solved));
    /// assert_eq!(trace.grid().to_string(), text);
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn of(puzzle: &Puzzle, options: TraceOptions) -> Self {
        let marks = puzzle.marks();
        if let Some(grid) = marks.as_grid() {
            return Self::new(&grid, options);
        }
        let solutions = Solver::new().count(marks, 2);
        let state = SolvingState::from_pencil_marks(&marks);
        Self::begin(state, Frame::default(), solutions, false, options)
    }

    /// Returns the grid of the digits found so far.
    pub fn grid(&self) -> Grid {
        let state = PlainState::of(&self.state).moved(&self.frame);
        let mut grid = Grid::BLANK;
        grid.0.copy_from_slice(&state.digits);
        for (cell, digit) in state.naked_singles() {
            grid.0[cell] = digit as u8 + 1;
        }
        grid
    }

    /// Returns the candidates of each cell so far: bit 0 is a 1, bit 8 a 9. A solved cell has one
    /// bit.
    pub fn candidates(&self) -> [u16; CELLS] {
        let state = PlainState::of(&self.state).moved(&self.frame);
        std::array::from_fn(|cell| state.possible(cell) as u16)
    }
}

impl Trace {
    /// Prepares to explain a puzzle with one solution without its canonical form.
    pub(super) fn in_order(puzzle: &Grid, options: TraceOptions) -> Self {
        let state = SolvingState::without_elimination(Classic, *puzzle.digits());
        Self::begin(state, Frame::default(), 1, true, options)
    }
}

impl Trace<TableLayout> {
    /// Prepares to explain a puzzle of any layout with a known number of solutions, where 2 stands
    /// for several. Digits count from 1; 0 is an empty cell.
    pub fn within(
        layout: &TableLayout,
        puzzle: &[u8],
        solutions: u128,
        options: TraceOptions,
    ) -> Self {
        let state = SolvingState::without_elimination(layout.clone(), puzzle.to_vec());
        Self::begin(state, Frame::default(), solutions, solutions == 1, options)
    }
}

impl<L: Layout> Trace<L> {
    fn begin(
        state: SolvingState<L>,
        frame: Frame,
        solutions: u128,
        unique: bool,
        options: TraceOptions,
    ) -> Self {
        Self {
            search: TechniqueSearch::new(&state.layout, options.upto, unique),
            state,
            frame,
            solutions,
            steps_left: options.steps,
            started: false,
            end: (solutions == 0).then_some(TraceEnd::NoSolution),
        }
    }

    /// Returns the candidates of each cell so far, one bit per digit. A solved cell has one bit.
    pub fn possible(&self) -> Vec<u32> {
        let state = PlainState::of(&self.state).moved(&self.frame);
        let cells = 0..state.digits.len();
        cells.map(|cell| state.possible(cell)).collect()
    }

    /// True if the puzzle has exactly one solution.
    pub fn is_unique(&self) -> bool {
        self.solutions == 1
    }

    /// Returns the end of the explanation, or `None` if another step may follow.
    pub fn end(&self) -> Option<TraceEnd> {
        self.end
    }

    /// Returns a round of plain elimination, if it removes a candidate.
    fn eliminate(&mut self) -> Option<Step> {
        let before = self.state.clone();
        if self.started {
            for cell in before.naked_singles.iter() {
                let digit = before.candidates_of(cell).trailing_zeros() as usize;
                self.state.place(cell, digit);
            }
        } else {
            self.state = before.after_elimination();
            self.started = true;
        }
        let solves = self.search.upto == Technique::Elimination;
        let moved = |state| PlainState::of(state).moved(&self.frame);
        let [before, after] = [&before, &self.state].map(moved);
        let step = describe_elimination(&before, &after, solves);
        (!step.removed.is_empty()).then_some(step)
    }

    /// Takes the next step.
    fn advance(&mut self) -> Option<Step> {
        if self.end.is_some() {
            return None;
        }
        if self.steps_left == 0 && !self.state.is_solved() {
            self.end = Some(TraceEnd::Limit);
            return None;
        }
        self.steps_left = self.steps_left.saturating_sub(1);
        if (!self.started || self.search.upto == Technique::Elimination)
            && let Some(step) = self.eliminate()
        {
            return Some(step);
        }
        let Some(deduction) = self.search.find(&self.state) else {
            self.end = Some(if self.state.is_solved() {
                TraceEnd::Solved
            } else {
                TraceEnd::Wall
            });
            return None;
        };
        let step = describe_step(&deduction, None, &self.state, &self.frame);
        deduction.apply(&mut self.state);
        Some(step)
    }
}

// All techniques are compiled in this crate, once for each layout: an implementation for every `L`
// would be compiled again in each crate that uses it.
impl Iterator for Trace {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.advance()
    }
}

impl Iterator for Trace<TableLayout> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        self.advance()
    }
}

/// Describes a deduction in the frame of the puzzle, before it is applied. It may have another title
/// than its technique.
pub fn describe_step<L: Layout>(
    deduction: &Deduction<L>,
    title: Option<&str>,
    state: &SolvingState<L>,
    frame: &Frame,
) -> Step {
    let removed = deduction.effect.removed(state);
    let placed = match deduction.effect {
        Effect::Placed(cell, digit) => Some((digit, cell)),
        Effect::Removed(_) => None,
    };
    let state = PlainState::of(state);
    let mut pattern = deduction.pattern.clone();
    pattern.removed.clone_from(&removed);
    let technique = deduction.technique;
    if technique == Technique::ForcingNested {
        // The search for such a chain takes long, and a rating does not need it.
        pattern.chains = vec![forcing::nested_chain(&pattern, &state)];
    }
    pattern.move_to(frame);
    let state = state.moved(frame);
    let seen = (pattern.words)(&pattern, &state);
    let candidates = [placed.as_slice(), &removed[..]].map(|list| moved_candidates(list, frame));
    let title = title.or(seen.title);
    let title = title.unwrap_or_else(|| technique.title());
    step(technique, title, seen, state.layout, candidates)
}

/// Describes a deduction by its pattern and by the candidates that it places and removes.
fn step(
    technique: Technique,
    title: &str,
    seen: PatternDescription,
    layout: &PlainLayout,
    [placed, removed]: [CandidateList; 2],
) -> Step {
    let is_told = matches!(seen.conclusion, Conclusion::Told(_));
    let end = match (placed.is_empty() || is_told, removed.is_empty()) {
        (true, _) => format!("; {}", conclusion(layout, &removed, &seen.conclusion)),
        (false, true) => String::new(),
        (false, false) => format!("; {}", removal(layout, &removed)),
    };
    let placed_cells = placed.iter().map(|&(_, cell)| cell);
    let around = if seen.houses.is_empty() {
        houses_around(
            layout,
            seen.cells.iter().copied().chain(placed_cells).collect(),
        )
    } else {
        Vec::new()
    };
    let cells = seen.cells.iter();
    let houses = seen.houses.iter();
    Step {
        technique,
        rating: None,
        digits: bits(seen.digits).map(|digit| digit as u8 + 1).collect(),
        cells: cells.map(|&cell| layout.puzzle_cell(cell)).collect(),
        houses: houses.map(|&house| layout.house(house).clone()).collect(),
        chains: seen.chains,
        edges: seen.edges,
        eureka: seen.eureka,
        placed: candidates(layout, placed),
        removed: candidates(layout, removed),
        text: format!("{title}: {}{end}.", seen.text),
        around,
    }
}

/// States the removals and how they follow: `so 5 is eliminated from r1c1`.
fn conclusion(layout: &PlainLayout, removed: &[(usize, usize)], conclusion: &Conclusion) -> String {
    let removal = || removal(layout, removed);
    match conclusion {
        Conclusion::Follows => format!("so {}", removal()),
        Conclusion::EitherWay => format!("either way {}", removal()),
        Conclusion::Sees(seen) => {
            let is_one = removed.iter().all(|&(_, cell)| cell == removed[0].1);
            let verb = if is_one { "sees" } else { "see" };
            format!("{}, which {verb} {seen}", removal())
        }
        Conclusion::Where(place) => format!("so {}, {place}", removal()),
        Conclusion::Told(words) => words.clone(),
    }
}

/// Describes a round of plain elimination. If `solves` is true, it solves the cells with one
/// candidate left; otherwise it leaves them to naked singles.
pub fn describe_elimination(before: &PlainState<'_>, after: &PlainState<'_>, solves: bool) -> Step {
    let layout = before.layout;
    let gone = |&(digit, cell): &(usize, usize)| {
        let is_open = after.digits[cell] == 0;
        is_open && before.has(digit, cell) && !after.has(digit, cell)
    };
    let all =
        (0..layout.digits).flat_map(|digit| (0..layout.cells()).map(move |cell| (digit, cell)));
    let removed: CandidateList = all.filter(gone).collect();
    let single = after.naked_singles().map(|(cell, digit)| (digit, cell));
    let single: CandidateList = single.collect();
    let result = match (solves, single.len()) {
        (true, 0) => "solves no cell".to_owned(),
        (true, _) => {
            let cells = single.iter().map(|&(digit, cell)| {
                let name = layout.puzzle_cell(cell);
                format!("{} in {name}", sign(digit))
            });
            format!("places {}", list(cells))
        }
        (false, 0) => "leaves no cell with a single candidate".to_owned(),
        (false, 1) => "leaves one cell with a single candidate".to_owned(),
        (false, cells) => format!("leaves {cells} cells with a single candidate"),
    };
    let count = removed.len();
    let noun = if count == 1 {
        "candidate"
    } else {
        "candidates"
    };
    let seen = PatternDescription {
        text: "the digits of solved cells are removed from the other cells of their houses".into(),
        conclusion: Conclusion::Told(format!("this removes {count} {noun} and {result}")),
        ..PatternDescription::default()
    };
    let placed = if solves { single } else { Vec::new() };
    let technique = Technique::Elimination;
    Step {
        around: Vec::new(),
        ..step(
            technique,
            technique.title(),
            seen,
            layout,
            [placed, removed],
        )
    }
}

/// States the removals: `5 is eliminated from r1c1 and r1c3, 6 and 7 from r2c2`. The text is empty if
/// nothing is removed.
fn removal(layout: &PlainLayout, removed: &[(usize, usize)]) -> String {
    let mut parts: Vec<(u32, CellSet)> = Vec::new();
    for of_digit in removed.chunk_by(|one, other| one.0 == other.0) {
        let digit = of_digit[0].0;
        let cells: CellSet = of_digit.iter().map(|&(_, cell)| cell).collect();
        match parts.iter_mut().find(|(_, others)| *others == cells) {
            Some((values, _)) => *values |= 1 << digit,
            None => parts.push((1 << digit, cells)),
        }
    }
    let mut first = true;
    let parts = parts.into_iter().map(|(values, cells)| {
        let verb = match (std::mem::take(&mut first), values.count_ones()) {
            (true, 1) => " is eliminated",
            (true, _) => " are eliminated",
            (false, _) => "",
        };
        format!("{}{verb} from {}", digits(values), names(layout, cells))
    });
    parts.collect::<Vec<_>>().join(", ")
}
