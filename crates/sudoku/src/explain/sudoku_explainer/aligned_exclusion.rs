//! Aligned pair and triplet exclusion.
//!
//! Base cells are two or three cells, and their common excluders are the cells that see all of
//! them and have no more candidates than there are base cells. Digits for the base cells are
//! impossible if two cells that see each other have one digit, or if they leave an excluder
//! without a candidate. A candidate that is in no other combination is false.

use super::super::deduction::{Pattern, PatternDescription};
use super::super::layout::classic::PEERS;
use super::super::layout::{CellSet, LayoutSet};
use super::super::solving_state::PlainState;
use super::super::step::{EdgeKind, candidate_end, edge, list, names, sign};
use super::super::technique::Technique;
use super::super::wording::cell_with_candidates;
use super::marks::{
    CELLS, ExplainedHint, Hint, HintPattern, Marks, cells_by_size, cells_in, digits_in,
    seen_in_order, sees,
};
use countless_simd::sort;

/// Excluders of the cells that may be base cells.
struct Bases {
    /// Cells that may be base cells.
    cells: u128,
    /// Excluders that each of them sees.
    excluders: [u128; CELLS],
}

impl Bases {
    fn new(marks: &Marks, excluders: u128) -> Self {
        let seen = |cell: usize| excluders & PEERS[cell].0;
        let cells = cells_in(marks.empty).filter(|&cell| seen(cell) != 0);
        Self {
            cells: cells.fold(0, |all, cell| all | 1 << cell),
            excluders: std::array::from_fn(seen),
        }
    }

    /// Finds a pair of base cells with two common excluders at least.
    fn find(&self, find: impl Fn([usize; 2]) -> Option<Losses>) -> Option<Losses> {
        cells_in(self.cells).find_map(|second| {
            let before = self.cells & ((1 << second) - 1);
            let mut firsts = cells_in(before & seen_twice(self.excluders[second]));
            firsts.find_map(|first| find([first, second]))
        })
    }
}

/// Cells that see at least two of these cells.
fn seen_twice(cells: u128) -> u128 {
    let (mut once, mut twice) = (0, 0);
    for cell in cells_in(cells) {
        twice |= once & PEERS[cell].0;
        once |= PEERS[cell].0;
    }
    twice
}

/// Base cells with the candidates that they lose.
type Losses = Vec<(usize, u16)>;

/// Finds the first pair of base cells that loses candidates.
pub fn pair(marks: &Marks, explains: bool) -> Option<ExplainedHint> {
    let losses = pair_losses(marks)?;
    explained(marks, 6.2, Technique::AlignedPair, losses, explains)
}

/// Finds the first triplet of base cells that loses candidates.
pub fn triplet(marks: &Marks, explains: bool) -> Option<ExplainedHint> {
    let losses = triplet_losses(marks)?;
    explained(marks, 7.5, Technique::AlignedTriplet, losses, explains)
}

fn explained(
    marks: &Marks,
    rating: f64,
    technique: Technique,
    losses: Losses,
    explains: bool,
) -> Option<ExplainedHint> {
    let hint = Hint::removing(marks, rating, losses.clone())?;
    let pattern = explains.then(|| pattern(marks, losses)).flatten();
    Some((hint, pattern.map(|it| HintPattern::new(technique, it))))
}

/// Pattern of base cells with their losses.
fn pattern(marks: &Marks, mut losses: Losses) -> Option<Pattern> {
    sort(&mut losses);
    let cells: Vec<usize> = losses.iter().map(|&(cell, _)| cell).collect();
    // Excluders that the losses need, those first that forbid the most combinations.
    let common = cells
        .iter()
        .fold(marks.empty, |common, &cell| common & PEERS[cell].0);
    let small =
        |&cell: &usize| (1..=cells.len()).contains(&(marks.cells[cell].count_ones() as usize));
    let excluders: Vec<usize> = cells_in(common).filter(small).collect();
    let all = combinations(marks, &cells);
    // Combinations with a lost digit.
    let mut open: Vec<&[usize]> = Vec::new();
    for (at, (_, lost)) in losses.iter().enumerate() {
        let is_lost = |digits: &&Vec<usize>| lost >> digits[at] & 1 != 0;
        open.extend(all.iter().filter(is_lost).map(Vec::as_slice));
    }
    let mut used = CellSet::NONE;
    let forbids = |cell: usize, digits: &[usize]| {
        let held = digits.iter().fold(0, |held, digit| held | 1 << digit);
        marks.cells[cell] & !held == 0
    };
    while !open.is_empty() {
        let count = |&cell: &usize| open.iter().filter(|digits| forbids(cell, digits)).count();
        let best = excluders.iter().copied().rev().max_by_key(count)?;
        let before = open.len();
        open.retain(|digits| !forbids(best, digits));
        if open.len() == before {
            return None;
        }
        used.insert(best);
    }
    let digits = losses.iter().fold(0, |all, &(_, digits)| all | digits);
    let digits: Vec<usize> = digits_in(digits).collect();
    let pattern = Pattern::new(exclusion_words).with_cells(&cells);
    Some(pattern.with_digits(&digits).with_group(used, 0))
}

/// Candidates of base cells, without equal digits in cells that see each other.
fn combinations(marks: &Marks, cells: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for &cell in cells {
        let longer = all.iter().flat_map(|digits: &Vec<usize>| {
            let fits = |&digit: &usize| {
                let mut before = cells.iter().zip(digits);
                before.all(|(&other, &held)| held != digit || !sees(other, cell))
            };
            let digits_of_cell = digits_in(marks.cells[cell]).filter(fits);
            digits_of_cell
                .map(|digit| [&digits[..], &[digit]].concat())
                .collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    all
}

/// Names the base cells, and the excluders that the removals need.
fn exclusion_words(pattern: &Pattern, state: &PlainState<'_>) -> PatternDescription {
    let layout = state.layout;
    let [excluders] = pattern.groups();
    let excluders = excluders.cells;
    let base = pattern
        .cells
        .iter()
        .map(|&cell| cell_with_candidates(state, cell));
    let lost = pattern.removed.iter().map(|&(digit, cell)| {
        let own = CellSet::of(cell);
        format!("{} in {}", sign(digit), names(layout, own))
    });
    let seen = excluders
        .iter()
        .map(|cell| cell_with_candidates(state, cell));
    let mut cells = pattern.cells.iter();
    let equal = cells.any(|&cell| pattern.cells.iter().any(|&other| sees(cell, other)));
    let repeats = if equal {
        "repeats a digit in cells that see each other, or "
    } else {
        ""
    };
    let text = format!(
        "in {}, each combination with {} {repeats}leaves no candidate to {}",
        list(base),
        list(lost).replace(" and ", " or "),
        list(seen).replace(" and ", " or ")
    );
    let mut edges = Vec::new();
    for &(digit, cell) in &pattern.removed {
        for other in excluders.iter().filter(|&other| state.has(digit, other)) {
            let [from, to] = [cell, other].map(|cell| candidate_end(digit, cell));
            edges.push(edge(layout, EdgeKind::Weak, from, to));
        }
    }
    PatternDescription {
        edges,
        ..pattern.described(text)
    }
}

/// Losses of the first pair of base cells that loses candidates.
fn pair_losses(marks: &Marks) -> Option<Losses> {
    let [pairs, _] = cells_by_size(marks);
    let bases = Bases::new(marks, pairs);
    bases.find(|[first, second]| {
        // Digits of the other cell that each digit excludes.
        let mut excluded = [0_u16; 9];
        if PEERS[first].0 >> second & 1 != 0 {
            excluded = std::array::from_fn(|digit| 1 << digit);
        }
        for excluder in cells_in(bases.excluders[first] & bases.excluders[second]) {
            let both = marks.cells[excluder];
            for digit in digits_in(both) {
                excluded[digit] |= both & !(1 << digit);
            }
        }
        let lost = |from: usize, other: usize| {
            let others = digits_in(marks.cells[other]);
            others.fold(marks.cells[from], |lost, digit| lost & excluded[digit])
        };
        let lost = [(first, lost(first, second)), (second, lost(second, first))];
        (lost[0].1 | lost[1].1 != 0).then(|| lost.to_vec())
    })
}

/// Losses of the first triplet of base cells that loses candidates.
fn triplet_losses(marks: &Marks) -> Option<Losses> {
    let small = cells_in(marks.empty).filter(|&cell| marks.cells[cell].count_ones() <= 3);
    let excluders = small.fold(0, |all, cell| all | 1 << cell);
    let bases = Bases::new(marks, excluders);
    bases.find(|pair| triplet_of(marks, &bases, pair))
}

/// Finds the first cell that makes a pair of base cells a triplet that loses candidates.
fn triplet_of(marks: &Marks, bases: &Bases, [first, second]: [usize; 2]) -> Option<Losses> {
    let is_seen = |of: u128, cell: usize| of >> cell & 1 != 0;
    let [of_first, of_second] = [first, second].map(|cell| bases.excluders[cell]);
    let common = of_first & of_second;
    let thirds = (of_first | of_second) & bases.cells & seen_twice(common);
    let losses = cells_in(thirds & !(1 << first | 1 << second)).filter_map(|third| {
        let of_third = bases.excluders[third];
        // These three cells may have been tried before, as another pair with its third cell.
        let is_known = third < second && is_seen(of_first | of_third, second)
            || third < first && is_seen(of_second | of_third, first);
        if is_known {
            return None;
        }
        let lost = lost_by(marks, [first, second, third], common & of_third)?;
        Some((third, lost))
    });
    let losses: Vec<_> = losses.collect();
    losses.first()?;
    let order = [(first, of_first), (second, of_second)];
    let mut order = order.into_iter().flat_map(|(cell, excluders)| {
        seen_in_order(cell).filter(move |&other| is_seen(excluders, other))
    });
    let found = order.find_map(|cell| losses.iter().find(|(third, _)| *third == cell));
    found.map(|(_, lost)| lost.to_vec())
}

/// Sets of combinations of two digits: bit `9 * y + z`.
type Combinations = u128;

/// Combinations that leave no candidate to an excluder, by its candidates besides the digit of the
/// first base cell.
static FORBIDDEN: [Combinations; 512] = const_array!(0; 512, set => {
    let mut forbidden = 0;
    let mut at = 0;
    while at < 81 {
        let both: usize = 1 << (at / 9) | 1 << (at % 9);
        if set & !both == 0 && set != 0 {
            forbidden |= 1 << at;
        }
        at += 1;
    }
    forbidden
});

/// Combinations of equal digits: each tenth bit.
const EQUAL: Combinations = ((1 << 90) - 1) / ((1 << 10) - 1);

/// Combinations with the first digit in the third base cell: each ninth bit.
const LOWEST: Combinations = ((1 << 81) - 1) / ((1 << 9) - 1);

/// Candidates that base cells lose by their common excluders, if there are any.
fn lost_by(marks: &Marks, mut cells: [usize; 3], common: u128) -> Option<[(usize, u16); 3]> {
    // The first cell has the fewest candidates, since each of them is tried.
    for other in 1..3 {
        if marks.cells[cells[other]].count_ones() < marks.cells[cells[0]].count_ones() {
            cells.swap(0, other);
        }
    }
    let [first, second, third] = cells.map(|cell| marks.cells[cell]);
    let [of_first, of_second] = [cells[0], cells[1]].map(|cell| PEERS[cell].0);
    let [near_second, near_third] = [cells[1], cells[2]].map(|cell| of_first >> cell & 1 != 0);
    let (mut count, mut excluders) = (0, [0; 20]);
    for cell in cells_in(common) {
        excluders[count] = marks.cells[cell];
        count += 1;
    }
    let mut possible = digits_in(second).fold(0, |all, y| all | u128::from(third) << (9 * y));
    if of_second >> cells[2] & 1 != 0 {
        possible &= !EQUAL;
    }
    let (mut lost, mut left) = (0, 0);
    for x in digits_in(first) {
        let mut forbidden = 0;
        if near_second {
            forbidden |= 0o777 << (9 * x);
        }
        if near_third {
            forbidden |= LOWEST << x;
        }
        for excluder in &excluders[..count] {
            forbidden |= FORBIDDEN[usize::from(excluder & !(1 << x))];
        }
        let allowed = possible & !forbidden;
        left |= allowed;
        lost |= u16::from(allowed == 0) << x;
    }
    let no_y = digits_in(second).filter(|y| left & 0o777 << (9 * y) == 0);
    let no_z = digits_in(third).filter(|z| left & LOWEST << z == 0);
    let lost = [
        lost,
        no_y.fold(0, |all, y| all | 1 << y),
        no_z.fold(0, |all, z| all | 1 << z),
    ];
    (lost != [0; 3]).then(|| std::array::from_fn(|at| (cells[at], lost[at])))
}
