//! The rungs of Sudoku Explainer from 4.5, without chains, against plain searches.
//!
//! States are those in which no rung up to 4.4 has a hint: of puzzles, and after the removal of
//! some false candidates. Others are random, with cells that mostly share four or five digits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use countless_sudoku::internals::techniques::{
    Climb, Hint, Marks, Memory, cells_of, hint_of, houses_of,
};
use countless_sudoku::{CELLS, Grid, Solved};

use super::definitions::{State, sees};
use super::sudoku_explainer_tests::RATED;

/// Rating, type and removed candidates of a hint.
type PlainHint = (f64, u32, BTreeMap<usize, u16>);

/// Number of candidates that are removed from a state to make the next.
const REMOVED: usize = 1;

/// States without a hint up to 4.4.
static STATES: LazyLock<Vec<Marks>> = LazyLock::new(states);

fn states() -> Vec<Marks> {
    let mut states = Vec::new();
    let mut random = Random(1);
    for (.., text) in RATED.iter().filter(|(rating, ..)| rating[0] >= 45) {
        let puzzle: Grid = text.parse().expect("a puzzle");
        let Solved::Unique(solution) = puzzle.solve() else {
            panic!("{text} has one solution");
        };
        let mut climb = Climb::new(State::of(&puzzle), true);
        while is_stuck(&mut climb) {
            let marks = marks_of(&climb.state);
            let mut false_candidates = Vec::new();
            for (cell, &digit) in solution.digits().iter().enumerate() {
                let wrong = digits_of(marks.cells[cell] & !(1 << (digit - 1)));
                false_candidates.extend(wrong.map(|digit| (cell, digit)));
            }
            states.push(marks);
            for _ in 0..REMOVED {
                let (cell, digit) = false_candidates[random.below(false_candidates.len())];
                if climb.state.candidates_of(cell) >> digit & 1 != 0 {
                    climb.state.remove(digit, cell);
                }
            }
        }
    }
    states
}

/// Applies rungs up to 4.4. Returns false if they solve the puzzle.
fn is_stuck(climb: &mut Climb) -> bool {
    let mut memory = Memory::new(&|| false);
    while !climb.state.is_solved() {
        match climb.step(0, &mut memory) {
            Some(step) if step.rung <= 14 => step.effect.apply(&mut climb.state),
            _ => return true,
        }
    }
    false
}

fn marks_of(state: &State) -> Marks {
    let cells = std::array::from_fn(|cell| state.candidates_of(cell) as u16);
    let empty = (0..CELLS).filter(|&cell| state.digits()[cell] == 0);
    Marks::new(cells, empty.fold(0, |all, cell| all | 1 << cell))
}

fn digits_of(digits: u16) -> impl Iterator<Item = usize> + Clone {
    (0..9).filter(move |digit| digits >> digit & 1 != 0)
}

/// Choices of some numbers below `of`, ascending as binary numbers.
fn choices(size: u32, of: usize) -> impl Iterator<Item = Vec<usize>> {
    let words = (0..1_u32 << of).filter(move |word| word.count_ones() == size);
    words.map(move |word| (0..of).filter(|at| word >> at & 1 != 0).collect())
}

fn union(words: impl IntoIterator<Item = u16>) -> u16 {
    words.into_iter().fold(0, |all, word| all | word)
}

fn places(marks: &Marks, digit: usize, house: usize) -> u16 {
    let cells = cells_of(house).iter().enumerate();
    let held = cells.filter(|(_, cell)| marks.has(usize::from(**cell), digit));
    held.fold(0, |all, (at, _)| all | 1 << at)
}

/// Number of empty cells of a house.
fn room(marks: &Marks, house: usize) -> u32 {
    let cells = cells_of(house).iter();
    cells.map(|cell| (marks.empty >> cell & 1) as u32).sum()
}

/// Keeps the candidates that are there.
fn removing(
    marks: &Marks,
    rating: f64,
    kind: u32,
    candidates: impl IntoIterator<Item = (usize, u16)>,
) -> Option<PlainHint> {
    let mut removed = BTreeMap::new();
    for (cell, digits) in candidates {
        if digits & marks.cells[cell] != 0 {
            *removed.entry(cell).or_default() |= digits & marks.cells[cell];
        }
    }
    (!removed.is_empty()).then_some((rating, kind, removed))
}

/// Compares a rung with a plain search in some states; returns in how many it has a hint.
fn compare(rung: u8, states: &[Marks], plain: impl Fn(&Marks) -> Option<PlainHint>) -> usize {
    let mut hints = 0;
    for marks in states {
        let found = hint_of(rung, marks);
        let of = |hint: &Hint| (hint.rating, hint.removed.iter().copied().collect());
        let expected = plain(marks).map(|(rating, _, removed)| (rating, removed));
        assert_eq!(found.as_ref().map(of), expected, "rung {rung}: {marks:?}");
        hints += usize::from(found.is_some());
    }
    hints
}

/// Random states with a solution, in which each empty cell has two candidates or more.
static RANDOM: LazyLock<Vec<Marks>> = LazyLock::new(|| {
    let mut random = Random(7);
    let state = |_| {
        let solution = any_solution(&mut random);
        let (mut cells, mut empty) = ([0_u16; CELLS], 0);
        for (cell, &digit) in solution.digits().iter().enumerate() {
            if random.below(8) == 0 {
                continue;
            }
            empty |= 1 << cell;
            cells[cell] = 1 << (digit - 1);
            let most = 2 + random.below(3) as u32;
            while cells[cell].count_ones() < most {
                let group: u16 = if digit < 5 { 0o017 } else { 0o760 };
                let group = if random.below(24) == 0 { 0o777 } else { group };
                cells[cell] |= group & 1 << random.below(9);
            }
        }
        Marks::new(cells, empty)
    };
    (0..60).map(state).collect()
});

/// Universal graves with extra candidates in up to four cells of a house. The two candidates of a
/// cell are the digits of two solutions, one with all digits exchanged.
static GRAVES: LazyLock<Vec<Marks>> = LazyLock::new(|| {
    let mut random = Random(3);
    let state = |_| {
        let solution = any_solution(&mut random);
        let shift = 1 + random.below(8);
        let digits = solution.digits().map(|digit| usize::from(digit) - 1);
        let mut cells = digits.map(|digit| 1 << digit | 1 << ((digit + shift) % 9));
        let house = random.below(27);
        let first = random.below(9);
        for _ in 0..=random.below(4) {
            let cell = usize::from(cells_of(house)[random.below(9)]);
            cells[cell] |= 1 << ((first + random.below(2)) % 9);
        }
        Marks::new(cells, (1 << CELLS) - 1)
    };
    (0..200).map(state).collect()
});

fn any_solution(random: &mut Random) -> Grid {
    let (_, _, text) = RATED[random.below(RATED.len())];
    match text.parse::<Grid>().expect("a puzzle").solve() {
        Solved::Unique(solution) => solution,
        _ => panic!("{text} has one solution"),
    }
}

/// Numbers of a linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        let product = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = product.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn unique_loops_are_those_of_a_walk_over_all_cells() {
    assert!(compare(15, &STATES, least_loop_hint) > 5);
    compare(15, &RANDOM, least_loop_hint);
}

fn least_loop_hint(marks: &Marks) -> Option<PlainHint> {
    let mut all: Vec<PlainHint> = Vec::new();
    for start in (0..CELLS).filter(|&cell| marks.cells[cell].count_ones() == 2) {
        let mut loops = Vec::new();
        let pair = marks.cells[start];
        walk(marks, pair, &mut vec![start], 2, 0, 3, &mut loops);
        for cells in loops {
            loop_hints(marks, pair, &cells, &mut all);
        }
    }
    // The sort is stable, so the first of equal hints stays first.
    all.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).expect("numbers"));
    all.into_iter().next()
}

fn walk(
    marks: &Marks,
    pair: u16,
    path: &mut Vec<usize>,
    spare: i32,
    mut extras: u16,
    last: usize,
    loops: &mut Vec<Vec<usize>>,
) {
    let cell = path[path.len() - 1];
    for kind in (0..3).filter(|&kind| kind != last) {
        for next in cells_of(houses_of(cell)[kind]).map(usize::from) {
            if next == path[0] && path.len() >= 4 {
                if is_loop(path) {
                    loops.push(path.clone());
                }
            } else if !path.contains(&next) && marks.cells[next] & pair == pair {
                let more = marks.cells[next] & !pair;
                extras |= more;
                if more == 0 || extras.is_power_of_two() || spare > 0 {
                    path.push(next);
                    walk(
                        marks,
                        pair,
                        path,
                        spare - i32::from(more != 0),
                        extras,
                        kind,
                        loops,
                    );
                    path.pop();
                }
            }
        }
    }
}

/// True if each house has one cell at an even and one at an odd position, or none.
fn is_loop(path: &[usize]) -> bool {
    let houses = |parity: usize| {
        let cells = path.iter().skip(parity).step_by(2);
        let mut houses: Vec<usize> = cells.flat_map(|&cell| houses_of(cell)).collect();
        houses.sort_unstable();
        houses
    };
    let [even, odd] = [houses(0), houses(1)];
    even == odd && even.windows(2).all(|pair| pair[0] != pair[1])
}

fn loop_hints(marks: &Marks, pair: u16, cells: &[usize], all: &mut Vec<PlainHint>) {
    let rating = match cells.len() {
        4 => 4.5,
        6 => 4.5 + 0.1,
        8 => 4.5 + 0.2,
        _ => 4.5 + 0.3 + 0.2,
    };
    let rescuers = cells
        .iter()
        .copied()
        .filter(|&cell| marks.cells[cell] != pair);
    let rescuers: Vec<usize> = rescuers.collect();
    let extras = union(rescuers.iter().map(|&cell| marks.cells[cell])) & !pair;
    if let [only] = rescuers[..] {
        all.extend(removing(marks, rating, 1, [(only, pair)]));
        return;
    }
    if extras.is_power_of_two() {
        let seen = (0..CELLS).filter(|&cell| rescuers.iter().all(|&other| sees(cell, other)));
        all.extend(removing(marks, rating, 2, seen.map(|cell| (cell, extras))));
    }
    let [first, second] = rescuers[..] else {
        return;
    };
    let shared = houses_of(first)
        .into_iter()
        .filter(|house| houses_of(second).contains(house));
    let shared: Vec<usize> = shared.collect();
    for size in extras.count_ones().max(2)..=7 {
        for &house in shared.iter().filter(|_| extras.count_ones() > 1) {
            let members = cells_of(house).map(usize::from);
            let is_end = |cell: usize| cell == first || cell == second;
            for chosen in choices(size, 9) {
                let chosen: Vec<usize> = chosen.iter().map(|&at| members[at]).collect();
                if 2 * size > room(marks, house)
                    || !chosen.contains(&first)
                    || chosen.contains(&second)
                {
                    continue;
                }
                let others = chosen.iter().filter(|&&cell| cell != first);
                let others: Vec<u16> = others.map(|&cell| marks.cells[cell]).collect();
                let common = extras & marks.cells[first] & marks.cells[second];
                let digits = union(others.iter().copied()) | extras;
                let covered = union(others.iter().copied()) | common;
                if others.iter().all(|digits| digits.count_ones() > 1)
                    && [digits, covered].iter().all(|set| set.count_ones() == size)
                {
                    let rest = members.into_iter();
                    let rest = rest.filter(|cell| !is_end(*cell) && !chosen.contains(cell));
                    let more = f64::from(size - 1) * 0.1;
                    let removed = rest.map(|cell| (cell, digits));
                    all.extend(removing(marks, rating + more, 3, removed));
                }
            }
            let free: Vec<usize> = digits_of(0o777 & !(pair | extras)).collect();
            for chosen in choices(size - 2, free.len()) {
                let digits = pair | union(chosen.iter().map(|&at| 1 << free[at]));
                let without = |digit| {
                    let at = members.iter().position(|&cell| cell == second);
                    places(marks, digit, house) & !(1 << at.expect("it is in the house"))
                };
                let held: Vec<u16> = digits_of(digits).map(without).collect();
                let cells = union(held.iter().copied());
                if 2 * size < room(marks, house) && cells.count_ones() == size && !held.contains(&0)
                {
                    let within = digits_of(cells).map(|at| members[at]);
                    let within = within.filter(|&cell| cell != first);
                    let more = f64::from(size - 2) * 0.1;
                    let removed = within.map(|cell| (cell, !digits));
                    all.extend(removing(marks, rating + more, 3, removed));
                }
            }
        }
    }
    let locked = digits_of(pair).find(|&digit| {
        let mut houses = shared.iter();
        houses.any(|&house| places(marks, digit, house).count_ones() == 2)
    });
    if let Some(locked) = locked {
        let other = pair & !(1 << locked);
        all.extend(removing(
            marks,
            rating,
            4,
            [(first, other), (second, other)],
        ));
    }
}

#[test]
fn large_sets_are_those_of_all_choices() {
    let houses = || (18..27).chain(9..18).chain(0..9);
    let quads = compare(16, &RANDOM, |marks| {
        houses().find_map(|house| {
            choices(4, 9).find_map(|chosen| {
                let cells = cells_of(house).map(usize::from);
                let members = chosen.iter().map(|&at| marks.cells[cells[at]]);
                let digits = union(members.clone());
                let is_set = room(marks, house) >= 8
                    && members.clone().all(|digits| digits.count_ones() > 1)
                    && digits.count_ones() == 4;
                let rest = (0..9).filter(|at| !chosen.contains(at));
                let removed = rest.map(|at| (cells[at], digits));
                is_set.then(|| removing(marks, 5.0, 0, removed)).flatten()
            })
        })
    });
    let fish = compare(17, &STATES, |marks| {
        [[9, 0], [0, 9]].into_iter().find_map(|[base, cover]| {
            let pairs = choices(4, 9).flat_map(|lines| (0..9).map(move |d| (lines.clone(), d)));
            pairs.into_iter().find_map(|(lines, digit)| {
                let within = lines.iter().map(|line| places(marks, digit, base + line));
                let crossed = union(within.clone());
                let open = (0..9).filter(|line| places(marks, digit, base + line) != 0);
                let is_fish = open.count() >= 8
                    && within.clone().all(|places| places.count_ones() > 1)
                    && crossed.count_ones() == 4;
                let cells = digits_of(crossed).flat_map(|line| {
                    let outside = (0..9).filter(|at| !lines.contains(at));
                    outside.map(move |at| (cells_of(cover + line)[at].into(), 1 << digit))
                });
                is_fish.then(|| removing(marks, 5.2, 0, cells)).flatten()
            })
        })
    });
    let hidden = compare(18, &RANDOM, |marks| {
        houses().find_map(|house| {
            choices(4, 9).find_map(|chosen| {
                let cells = cells_of(house).map(usize::from);
                let held = chosen.iter().map(|&digit| places(marks, digit, house));
                let within = union(held.clone());
                let is_set = room(marks, house) > 8
                    && held.clone().all(|places| places.count_ones() > 1)
                    && within.count_ones() == 4;
                let digits = union(chosen.iter().map(|digit| 1 << digit));
                let removed = digits_of(within).map(|at| (cells[at], !digits));
                is_set.then(|| removing(marks, 5.4, 0, removed)).flatten()
            })
        })
    });
    assert!(quads > 0 && fish > 0 && hidden > 0);
}

#[test]
fn graves_are_those_of_the_definition() {
    assert!(compare(19, &STATES, grave_hint) > 0);
    assert!(compare(19, &GRAVES, grave_hint) > 20);
}

fn grave_hint(marks: &Marks) -> Option<PlainHint> {
    let mut rest = *marks;
    let mut cells: Vec<usize> = Vec::new();
    let mut extras = BTreeMap::<usize, u16>::new();
    let mut common: BTreeSet<usize> = (0..CELLS).collect();
    for house in (18..27).chain(0..18) {
        for digit in 0..9 {
            let held = digits_of(places(marks, digit, house));
            let held: Vec<usize> = held.map(|at| cells_of(house)[at].into()).collect();
            if held.is_empty() || held.len() == 2 {
                continue;
            }
            let large = held
                .iter()
                .filter(|&&cell| marks.cells[cell].count_ones() > 2);
            match large.collect::<Vec<_>>()[..] {
                [] => return None,
                [&cell] => {
                    if !cells.contains(&cell) {
                        cells.push(cell);
                    }
                    *extras.entry(cell).or_default() |= 1 << digit;
                    rest.remove(cell, digit);
                    common.retain(|&other| sees(other, cell) && !cells.contains(&other));
                    let several = union(extras.values().copied()).count_ones() > 1;
                    if cells.len() > 1 && several && common.is_empty() {
                        return None;
                    }
                }
                _ => {}
            }
        }
    }
    let is_pair = |cell: usize| rest.empty >> cell & 1 == 0 || rest.cells[cell].count_ones() == 2;
    let is_even =
        |digit: usize, house: usize| matches!(places(&rest, digit, house).count_ones(), 0 | 2);
    let is_grave =
        (0..CELLS).all(is_pair) && (0..9).all(|digit| (0..27).all(|house| is_even(digit, house)));
    if !is_grave || cells.is_empty() {
        return None;
    }
    let all = union(extras.values().copied());
    if let [only] = cells[..] {
        return removing(marks, 5.6, 1, [(only, !all)]);
    }
    let shared = houses_of(cells[0]).into_iter();
    let shared = shared.filter(|house| cells.iter().all(|&cell| houses_of(cell).contains(house)));
    let shared: Vec<usize> = shared.collect();
    let same = cells
        .iter()
        .fold(!all, |same, &cell| same & marks.cells[cell]);
    let exchange = || {
        let kept = cells.iter().map(|&cell| (cell, !(extras[&cell] | same)));
        let applies = cells.len() == 2 && !shared.is_empty() && same.is_power_of_two();
        applies.then(|| removing(marks, 5.7, 4, kept)).flatten()
    };
    if all.is_power_of_two() {
        let seen = common.iter().map(|&cell| (cell, all));
        return removing(marks, 5.7, 2, seen).or_else(exchange);
    }
    if common.is_empty() {
        return None;
    }
    // Cells in the order in which the first one sees them.
    let mut seen: Vec<usize> = Vec::new();
    for cell in houses_of(cells[0])
        .into_iter()
        .flat_map(|house| cells_of(house).map(usize::from))
    {
        if common.contains(&cell) && !seen.contains(&cell) {
            seen.push(cell);
        }
    }
    exchange().or_else(|| {
        shared.iter().find_map(|house| {
            let within = seen
                .iter()
                .copied()
                .filter(|&cell| houses_of(cell).contains(house));
            let within: Vec<usize> = within.collect();
            (2..=6_u32)
                .filter(|&size| within.len() >= size as usize)
                .find_map(|size| {
                    choices(size - 1, within.len()).find_map(|chosen| {
                        let members = chosen.iter().map(|&at| marks.cells[within[at]]);
                        let digits = union(members.clone());
                        let is_set = digits.count_ones() == size
                            && (digits | all).count_ones() == size
                            && members.clone().all(|digits| digits.count_ones() > 1);
                        let rest = (0..within.len()).filter(|at| !chosen.contains(at));
                        let removed = rest.map(|at| (within[at], digits));
                        let rating = 5.7 + f64::from(size - 1) * 0.1;
                        is_set
                            .then(|| removing(marks, rating, 3, removed))
                            .flatten()
                    })
                })
        })
    })
}

#[test]
fn aligned_exclusion_tries_every_combination() {
    assert!(compare(20, &STATES, |marks| aligned_hint(marks, 2)) > 0);
    assert!(compare(20, &RANDOM, |marks| aligned_hint(marks, 2)) > 0);
    assert!(compare(22, &STATES[..12], |marks| aligned_hint(marks, 3)) > 0);
}

fn aligned_hint(marks: &Marks, size: u32) -> Option<PlainHint> {
    let is_excluder = |cell: usize| (2..=size).contains(&marks.cells[cell].count_ones());
    // Cells that each cell sees, by box, row and column.
    let excluders = |cell: usize| {
        let mut seen: Vec<usize> = Vec::new();
        for other in houses_of(cell)
            .into_iter()
            .flat_map(|house| cells_of(house).map(usize::from))
        {
            if other != cell && is_excluder(other) && !seen.contains(&other) {
                seen.push(other);
            }
        }
        seen
    };
    let of: Vec<Vec<usize>> = (0..CELLS).map(excluders).collect();
    let bases = (0..CELLS).filter(|&cell| marks.cells[cell] != 0 && !of[cell].is_empty());
    let bases: Vec<usize> = bases.collect();
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for (at, &second) in bases.iter().enumerate() {
        for &first in &bases[..at] {
            if size == 2 {
                sets.push(vec![first, second]);
                continue;
            }
            let mut thirds: Vec<usize> = Vec::new();
            for &third in of[first].iter().chain(&of[second]) {
                if !thirds.contains(&third) && ![first, second].contains(&third) {
                    thirds.push(third);
                }
            }
            thirds.retain(|third| bases.contains(third));
            sets.extend(thirds.into_iter().map(|third| vec![first, second, third]));
        }
    }
    let rating = if size == 2 { 6.2 } else { 7.5 };
    sets.into_iter().find_map(|cells| {
        let common = of[cells[0]]
            .iter()
            .filter(|&cell| cells.iter().all(|&c| of[c].contains(cell)));
        let common: Vec<u16> = common.map(|&cell| marks.cells[cell]).collect();
        if common.len() < 2 {
            return None;
        }
        // Combinations as lists of digits.
        let mut all = vec![Vec::new()];
        for (at, &cell) in cells.iter().enumerate() {
            let mut longer: Vec<Vec<usize>> = Vec::new();
            for combination in all {
                for digit in digits_of(marks.cells[cell]) {
                    let clash = |other| combination[other] == digit && sees(cells[other], cell);
                    if !(0..at).any(clash) {
                        longer.push([&combination[..], &[digit]].concat());
                    }
                }
            }
            all = longer;
        }
        all.retain(|combination| {
            let covered = union(combination.iter().map(|digit| 1 << digit));
            common.iter().all(|digits| digits & !covered != 0)
        });
        let left = (0..cells.len()).map(|at| union(all.iter().map(|digits| 1 << digits[at])));
        let left: Vec<u16> = left.collect();
        removing(
            marks,
            rating,
            0,
            cells
                .into_iter()
                .zip(left)
                .map(|(cell, left)| (cell, !left)),
        )
    })
}
