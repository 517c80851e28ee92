//! Techniques against their definitions: they apply where a trial of all patterns finds one.

use countless_sudoku::Technique;
use countless_sudoku::internals::techniques::{bits, result_of};

use super::definitions::{
    State, digits, has, houses, is_seen_by_all, places, sees, states_beyond, subsets,
};

/// True if the state has a WXYZ-wing, by trial of all pairs of sets. The sets are three
/// unsolved cells of a house and one cell, or two pairs of cells. They have four digits in all
/// and share two. One of the shared digits fits into only one of the sets. Some other place
/// sees all places of the second.
fn has_wxyz_wing(state: &State) -> bool {
    let is_open = |cell: &usize| state.candidates_of(*cell) != 0;
    let ones = (0..81).filter(is_open).map(|cell| vec![cell]);
    let (mut twos, mut threes) = (Vec::new(), Vec::new());
    for cells in houses() {
        let cells: Vec<usize> = cells.into_iter().filter(is_open).collect();
        for (i, &first) in cells.iter().enumerate() {
            for (j, &second) in cells.iter().enumerate().skip(i + 1) {
                twos.push(vec![first, second]);
                let thirds = cells[j + 1..].iter();
                threes.extend(thirds.map(|&third| vec![first, second, third]));
            }
        }
    }
    let almost = |sets: Vec<Vec<usize>>| -> Vec<(Vec<usize>, u32)> {
        let sets = sets.into_iter().map(|set| {
            let digits = digits(state, &set);
            (set, digits)
        });
        sets.filter(|(set, digits)| digits.count_ones() as usize == set.len() + 1)
            .collect()
    };
    let (ones, twos, threes) = (almost(ones.collect()), almost(twos), almost(threes));
    let fit = |(one, mine): &(Vec<usize>, u32), (other, others): &(Vec<usize>, u32)| {
        let shared = mine & others;
        let apart = one.iter().all(|cell| !other.contains(cell));
        if shared.count_ones() != 2 || (mine | others).count_ones() != 4 || !apart {
            return false;
        }
        let is_once = |digit: usize| {
            let (here, there) = (places(state, one, digit), places(state, other, digit));
            here.iter().all(|&a| there.iter().all(|&b| sees(a, b)))
        };
        let twice: Vec<usize> = bits(shared).filter(|&digit| !is_once(digit)).collect();
        let [digit] = twice[..] else { return false };
        let all = [places(state, one, digit), places(state, other, digit)].concat();
        is_seen_by_all(state, digit, &all)
    };
    let with_one = threes
        .iter()
        .any(|three| ones.iter().any(|one| fit(three, one)));
    with_one || twos.iter().any(|one| twos.iter().any(|two| fit(one, two)))
}

#[test]
fn wings_are_found_where_trying_all_cells_finds_them() {
    let mut found = 0;
    let states = states_beyond(Technique::NakedQuad);
    for (puzzle, state) in states.iter().step_by(3) {
        let wing = result_of(state, Technique::WxyzWing);
        assert_eq!(wing.is_some(), has_wxyz_wing(state), "{puzzle}");
        found += usize::from(wing.is_some());
    }
    assert!(found > 10 && found < states.len() / 3, "{found}");
}

/// True if a Sue de Coq applies, by trial of all groups. The shared group has two or three
/// cells and at least two more digits than cells. The groups of the line and the box have no
/// common digit, and the three have as many digits as cells.
fn has_sue_de_coq(state: &State) -> bool {
    let is_open = |cell: &usize| state.candidates_of(*cell) != 0;
    let houses = houses();
    let (lines, boxes) = houses.split_at(18);
    lines.iter().any(|line| {
        boxes.iter().any(|square| {
            let open = |house: &[usize], other: &[usize], both: bool| -> Vec<usize> {
                let cells = house.iter().copied().filter(is_open);
                cells.filter(|cell| other.contains(cell) == both).collect()
            };
            let groups = |cells: &[usize]| -> Vec<(Vec<usize>, u32)> {
                let groups = subsets(cells).into_iter().skip(1);
                let with_digits = groups.map(|group| {
                    let digits = digits(state, &group);
                    (group, digits)
                });
                with_digits.collect()
            };
            let mut middles = groups(&open(line, square, true));
            middles.retain(|(cells, digits)| {
                cells.len() > 1 && digits.count_ones() as usize >= cells.len() + 2
            });
            let [along, across] = [open(line, square, false), open(square, line, false)];
            let [along, across] = [groups(&along), groups(&across)];
            middles.iter().any(|(middle, own)| {
                along.iter().any(|(first, mine)| {
                    let apart = across.iter().filter(|(_, others)| mine & others == 0);
                    let mut apart = apart.filter(|(second, others)| {
                        let size = middle.len() + first.len() + second.len();
                        (own | mine | others).count_ones() as usize == size
                    });
                    apart.any(|(second, others)| {
                        let all = [&middle[..], first, second].concat();
                        bits(own | mine | others)
                            .any(|digit| is_seen_by_all(state, digit, &places(state, &all, digit)))
                    })
                })
            })
        })
    })
}

#[test]
fn groups_are_found_where_trying_all_groups_finds_them() {
    let mut found = 0;
    let states = states_beyond(Technique::NakedQuad);
    for (puzzle, state) in &states {
        let groups = result_of(state, Technique::SueDeCoq);
        assert_eq!(groups.is_some(), has_sue_de_coq(state), "{puzzle}");
        found += usize::from(groups.is_some());
    }
    assert!(found > 3 && found < states.len(), "{found}");
}

type DigitInCell = (usize, usize);

/// True if two candidates, as digit and cell, cannot both be true.
fn excludes(a: DigitInCell, b: DigitInCell) -> bool {
    a.1 == b.1 && a.0 != b.0 || a.0 == b.0 && sees(a.1, b.1)
}

/// True if two candidates are the only ones of a cell or a house, so one of them is true.
fn replaces(state: &State, a: DigitInCell, b: DigitInCell) -> bool {
    let in_cell = a.1 == b.1 && a.0 != b.0 && state.candidates_of(a.1).count_ones() == 2;
    let alone = |house: &[usize]| {
        let mut places = house.iter().filter(|&&cell| has(state, a.0, cell));
        house.contains(&a.1)
            && house.contains(&b.1)
            && places.all(|&cell| cell == a.1 || cell == b.1)
    };
    in_cell || a.0 == b.0 && a.1 != b.1 && houses().iter().any(|house| alone(house))
}

/// True if Medusa applies. Colours are spread over all pairs of candidates until nothing
/// changes.
fn has_medusa(state: &State) -> bool {
    let marks = (0..9).flat_map(|digit| (0..81).map(move |cell| (digit, cell)));
    let marks: Vec<DigitInCell> = marks.filter(|&(d, c)| has(state, d, c)).collect();
    let pairs: Vec<(DigitInCell, DigitInCell)> = marks
        .iter()
        .flat_map(|&a| marks.iter().map(move |&b| (a, b)))
        .filter(|&(a, b)| replaces(state, a, b))
        .collect();
    marks.iter().any(|&start| {
        let mut colours = [vec![start], Vec::new()];
        loop {
            let spread = |own: &Vec<DigitInCell>, other: &Vec<DigitInCell>| -> Vec<DigitInCell> {
                let reached = pairs
                    .iter()
                    .filter(|(a, b)| own.contains(a) && !other.contains(b));
                reached.map(|&(_, b)| b).collect()
            };
            let more = [
                spread(&colours[1], &colours[0]),
                spread(&colours[0], &colours[1]),
            ];
            if more.iter().all(Vec::is_empty) {
                break;
            }
            for (colour, more) in colours.iter_mut().zip(more) {
                colour.extend(more);
                colour.sort_unstable();
                colour.dedup();
            }
        }
        let gone = |colour: &Vec<DigitInCell>, mark: DigitInCell| {
            colour.iter().any(|&a| excludes(a, mark))
        };
        let is_false = |colour: &Vec<DigitInCell>| {
            let clash = colour.iter().any(|&mark| gone(colour, mark));
            let left = |digit, cell| has(state, digit, cell) && !gone(colour, (digit, cell));
            let cell_is_empty = |cell| (0..9).all(|digit| !left(digit, cell));
            let mut open = (0..81).filter(|&cell| state.candidates_of(cell) != 0);
            let unit_is_empty = |house: &[usize], digit| {
                house.iter().any(|&cell| has(state, digit, cell))
                    && house.iter().all(|&cell| !left(digit, cell))
            };
            clash
                || open.any(cell_is_empty)
                || houses()
                    .iter()
                    .any(|house| (0..9).any(|digit| unit_is_empty(house, digit)))
        };
        let [first, second] = &colours;
        is_false(first)
            || is_false(second)
            || marks
                .iter()
                .any(|&mark| gone(first, mark) && gone(second, mark))
    })
}

#[test]
fn colours_are_found_where_spreading_them_over_all_pairs_finds_them() {
    let mut found = 0;
    let states = states_beyond(Technique::HiddenTriple);
    for (puzzle, state) in states.iter().step_by(10) {
        let colours = result_of(state, Technique::Medusa);
        assert_eq!(colours.is_some(), has_medusa(state), "{puzzle}");
        found += usize::from(colours.is_some());
    }
    assert!(found > 3 && found < states.len() / 10, "{found}");
}

/// Almost locked sets of up to five cells, by trial of all subsets of each house.
fn almost_locked_sets(state: &State) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for cells in houses() {
        for mut set in subsets(&cells) {
            set.sort_unstable();
            let is_open = set.iter().all(|&cell| state.candidates_of(cell) != 0);
            let is_almost = digits(state, &set).count_ones() as usize == set.len() + 1;
            if set.len() <= 5 && is_open && is_almost && !found.contains(&set) {
                found.push(set);
            }
        }
    }
    found
}

/// True if almost locked sets are linked and exclude a candidate, by the definition of ALS-XZ
/// or, for `wings`, of ALS-XY-wing.
fn has_linked_sets(state: &State, wings: bool) -> bool {
    let sets = almost_locked_sets(state);
    let linked = |a: &[usize], b: &[usize], digit| {
        let (a_places, b_places) = (places(state, a, digit), places(state, b, digit));
        let all = a_places
            .iter()
            .all(|&p| b_places.iter().all(|&q| sees(p, q)));
        all && !a_places.is_empty() && !b_places.is_empty()
    };
    let common = |a: &[usize], b: &[usize], digit| {
        let both = [places(state, a, digit), places(state, b, digit)];
        let [here, there] = &both;
        let is_shared = !here.is_empty() && !there.is_empty();
        is_shared && is_seen_by_all(state, digit, &both.concat())
    };
    if wings {
        return sets.iter().any(|pivot| {
            let links: Vec<(&Vec<usize>, usize)> = sets
                .iter()
                .flat_map(|set| (0..9).map(move |digit| (set, digit)))
                .filter(|(set, digit)| linked(pivot, set, *digit))
                .collect();
            links.iter().any(|&(a, x)| {
                links.iter().any(|&(b, y)| {
                    let differ = x != y && a != b;
                    differ && (0..9).any(|z| z != x && z != y && common(a, b, z))
                })
            })
        });
    }
    sets.iter().enumerate().any(|(number, a)| {
        sets[number + 1..].iter().any(|b| {
            let links: Vec<usize> = (0..9).filter(|&digit| linked(a, b, digit)).collect();
            let has_one = links
                .iter()
                .any(|&x| (0..9).any(|z| z != x && common(a, b, z)));
            let rest = |set: &Vec<usize>| {
                let mut digits = (0..9).filter(|digit| !links.contains(digit));
                digits.any(|digit| is_seen_by_all(state, digit, &places(state, set, digit)))
            };
            has_one || links.len() == 2 && (rest(a) || rest(b))
        })
    })
}

#[test]
fn sets_are_linked_where_trying_all_links_them() {
    let (mut pairs, mut wings) = (0, 0);
    let states = states_beyond(Technique::HiddenTriple);
    for (puzzle, state) in states.iter().step_by(14) {
        let found = result_of(state, Technique::AlsXz).map(|found| found.technique);
        let is_pair = found == Some(Technique::AlsXz);
        assert_eq!(is_pair, has_linked_sets(state, false), "{puzzle}");
        pairs += usize::from(is_pair);
        if !is_pair {
            let is_wing = found == Some(Technique::AlsXyWing);
            assert_eq!(is_wing, has_linked_sets(state, true), "{puzzle}");
            wings += usize::from(is_wing);
        }
    }
    assert!(pairs > 4 && wings > 2, "{pairs} {wings}");
}
