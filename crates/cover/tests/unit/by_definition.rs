//! Solutions straight from the definition.

use countless_cover::ExactCover;

use crate::definition::Definition;

/// Solutions among all sets of options.
pub fn solutions_by_trial(problem: &ExactCover) -> Vec<Vec<usize>> {
    let definition = Definition::of(problem);
    let choosable = definition.choosable();
    let sets = (0..1_u32 << choosable.len()).map(|set| {
        let chosen = choosable.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| set >> at & 1 == 1);
        chosen
            .map(|(_, &option)| option + 1)
            .collect::<Vec<usize>>()
    });
    let mut solutions: Vec<Vec<usize>> = sets.filter(|set| is_solution(&definition, set)).collect();
    solutions.sort();
    solutions
}

fn is_solution(problem: &Definition, set: &[usize]) -> bool {
    let uses = |item: usize| {
        let options = set.iter().flat_map(|&option| &problem.options[option - 1]);
        let uses = options.filter(move |used| used.item == item);
        uses.map(|used| used.colour.as_deref())
            .collect::<Vec<Option<&str>>>()
    };
    let (primary, secondary) = (0..problem.primary, problem.primary..problem.items.len());
    primary.into_iter().all(|item| {
        let times = uses(item).len() as u32;
        (problem.items[item].low..=problem.items[item].high).contains(&times)
    }) && secondary.into_iter().all(|item| {
        let uses = uses(item);
        uses.len() < 2 || uses[0].is_some() && uses.iter().all(|&colour| colour == uses[0])
    })
}

/// Solutions by deciding on one option after the other: for problems with more options and fewer
/// solutions.
pub fn solutions_by_decision(problem: &ExactCover) -> Vec<Vec<usize>> {
    let problem = &Definition::of(problem);
    let primary = problem.items[..problem.primary].iter();
    let bounds: Vec<(u32, u32)> = primary.map(|item| (item.low, item.high)).collect();
    let mut solutions = Vec::new();
    decide(problem, problem.choosable(), &bounds, &[], &mut solutions);
    solutions.sort();
    solutions
}

fn decide(
    problem: &Definition,
    live: Vec<usize>,
    bounds: &[(u32, u32)],
    set: &[usize],
    found: &mut Vec<Vec<usize>>,
) {
    let uses = |option: usize| &problem.options[option];
    let mut counts = vec![0; problem.primary];
    for used in live.iter().flat_map(|&option| uses(option)) {
        if let Some(count) = counts.get_mut(used.item) {
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
            uses.any(|used| used.item == item)
        }),
        None => live.first(),
    };
    let Some(&option) = decided else {
        let mut solution: Vec<usize> = set.iter().map(|&option| option + 1).collect();
        solution.sort_unstable();
        found.push(solution);
        return;
    };
    let others: Vec<usize> = live.into_iter().filter(|&other| other != option).collect();
    let mut left = bounds.to_vec();
    for used in uses(option) {
        if let Some((low, high)) = left.get_mut(used.item) {
            (*low, *high) = (low.saturating_sub(1), *high - 1);
        }
    }
    // Conflicts: primary items that are full, secondary items in another colour or none.
    let is_beside = |other: &usize| {
        uses(*other).iter().all(|other| {
            let mut here = uses(option).iter().filter(|used| used.item == other.item);
            here.all(|used| match left.get(used.item) {
                Some(&(_, high)) => high > 0,
                None => used.colour.is_some() && used.colour == other.colour,
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
    let problem = &Definition::of(problem);
    let contradict = |one: usize, other: usize| {
        problem.options[one].iter().any(|used| {
            let mut others = problem.options[other].iter();
            others.any(|other| {
                other.item == used.item && (used.colour.is_none() || other.colour != used.colour)
            })
        })
    };
    let covers = |option: usize, item: usize| {
        let mut uses = problem.options[option].iter();
        uses.any(|used| used.item == item)
    };
    let mut live = problem.choosable();
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
