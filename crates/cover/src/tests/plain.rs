//! Solutions by the definition, as plainly as can be.

use super::super::Problem;

/// All sets of options that are solutions, by the definition.
pub fn tried(problem: &Problem) -> Vec<Vec<usize>> {
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

fn is_solution(problem: &Problem, set: &[usize]) -> bool {
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

/// The number of models of a formula.
pub fn models(dimacs: &str) -> usize {
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

/// The options that leave no item without any, among those that do so: what is left once all
/// others were taken away.
pub fn not_dead(problem: &Problem) -> Vec<usize> {
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
