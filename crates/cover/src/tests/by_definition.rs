//! Solutions straight from the definition.

use super::super::ExactCover;

/// Solutions among all sets of options.
pub fn solutions_by_trial(problem: &ExactCover) -> Vec<Vec<usize>> {
    let choosable = problem.choosable();
    let sets = (0..1_u32 << choosable.len()).map(|set| {
        let chosen = choosable.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| set >> at & 1 == 1);
        chosen
            .map(|(_, &option)| option as usize + 1)
            .collect::<Vec<usize>>()
    });
    let mut solutions: Vec<Vec<usize>> = sets.filter(|set| is_solution(problem, set)).collect();
    solutions.sort();
    solutions
}

fn is_solution(problem: &ExactCover, set: &[usize]) -> bool {
    let uses = |item: usize| {
        let options = set.iter().flat_map(|&option| &problem.options[option - 1]);
        let uses = options.filter(move |used| used.item as usize == item);
        uses.map(|used| used.colour).collect::<Vec<u32>>()
    };
    let (primary, secondary) = (0..problem.primary, problem.primary..problem.items.len());
    primary.into_iter().all(|item| {
        let times = uses(item).len() as u32;
        (problem.items[item].low..=problem.items[item].high).contains(&times)
    }) && secondary.into_iter().all(|item| {
        let uses = uses(item);
        uses.len() < 2 || uses[0] > 0 && uses.iter().all(|&colour| colour == uses[0])
    })
}

/// Solutions by deciding on one option after the other: for problems with more options and fewer
/// solutions.
pub fn solutions_by_decision(problem: &ExactCover) -> Vec<Vec<usize>> {
    let primary = problem.items[..problem.primary].iter();
    let bounds: Vec<(u32, u32)> = primary.map(|item| (item.low, item.high)).collect();
    let mut solutions = Vec::new();
    decide(problem, problem.choosable(), &bounds, &[], &mut solutions);
    solutions.sort();
    solutions
}

fn decide(
    problem: &ExactCover,
    live: Vec<u32>,
    bounds: &[(u32, u32)],
    set: &[u32],
    found: &mut Vec<Vec<usize>>,
) {
    let uses = |option: u32| &problem.options[option as usize];
    let mut counts = vec![0; problem.primary];
    for used in live.iter().flat_map(|&option| uses(option)) {
        if let Some(count) = counts.get_mut(used.item as usize) {
            *count += 1;
        }
    }
    if counts
        .iter()
        .zip(bounds)
        .any(|(count, (low, _))| count < low)
    {
        return;
    }
    // Item with the fewest options to spare, if one must be covered.
    let open = (0..problem.primary).filter(|&item| bounds[item].0 > 0);
    let tightest = open.min_by_key(|&item| counts[item] - bounds[item].0);
    let decided = match tightest {
        Some(item) => live.iter().find(|&&option| {
            let mut uses = uses(option).iter();
            uses.any(|used| used.item as usize == item)
        }),
        None => live.first(),
    };
    let Some(&option) = decided else {
        let mut solution: Vec<usize> = set.iter().map(|&option| option as usize + 1).collect();
        solution.sort_unstable();
        found.push(solution);
        return;
    };
    let others: Vec<u32> = live.into_iter().filter(|&other| other != option).collect();
    let mut left = bounds.to_vec();
    for used in uses(option) {
        if let Some((low, high)) = left.get_mut(used.item as usize) {
            (*low, *high) = (low.saturating_sub(1), *high - 1);
        }
    }
    // Conflicts: primary items that are full, secondary items in another colour or none.
    let is_beside = |other: &u32| {
        uses(*other).iter().all(|other| {
            let mut here = uses(option).iter().filter(|used| used.item == other.item);
            here.all(|used| match left.get(used.item as usize) {
                Some(&(_, high)) => high > 0,
                None => used.colour > 0 && used.colour == other.colour,
            })
        })
    };
    let beside = others.iter().copied().filter(is_beside).collect();
    decide(problem, beside, &left, &[set, &[option]].concat(), found);
    decide(problem, others, bounds, set, found);
}

/// Number of models of a formula.
pub fn count_models(dimacs: &str) -> usize {
    let mut lines = dimacs.lines().map(|line| line.split_whitespace());
    let mut header = lines.next().expect("a header").skip(2);
    let variables: u32 = header.next().expect("a number").parse().expect("a number");
    let clauses = lines.map(|line| {
        let literals = line.map(|literal| literal.parse::<i32>().expect("a literal"));
        literals
            .take_while(|&literal| literal != 0)
            .collect::<Vec<i32>>()
    });
    let clauses: Vec<Vec<i32>> = clauses.collect();
    assert_eq!(header.next(), Some(clauses.len().to_string().as_str()));
    let holds = |set: u32, literal: i32| (set >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
    let is_model = |set: &u32| {
        let mut clauses = clauses.iter();
        clauses.all(|clause| clause.iter().any(|&literal| holds(*set, literal)))
    };
    (0..1 << variables).filter(is_model).count()
}

/// Options that leave no item without options. The rest are removed until nothing changes.
pub fn live_by_definition(problem: &ExactCover) -> Vec<usize> {
    let contradict = |one: usize, other: usize| {
        problem.options[one].iter().any(|used| {
            let mut others = problem.options[other].iter();
            others.any(|other| {
                other.item == used.item && (used.colour == 0 || other.colour != used.colour)
            })
        })
    };
    let covers = |option: usize, item: usize| {
        let mut uses = problem.options[option].iter();
        uses.any(|used| used.item as usize == item)
    };
    let mut live: Vec<usize> = problem
        .choosable()
        .into_iter()
        .map(|option| option as usize)
        .collect();
    loop {
        let before = live.clone();
        live.retain(|&option| {
            (0..problem.primary).all(|item| {
                covers(option, item)
                    || before
                        .iter()
                        .any(|&other| covers(other, item) && !contradict(option, other))
            })
        });
        if live == before {
            return live;
        }
    }
}
