//! Problems in components, compared with the whole problem.

use countless_cover::internals::{MemoTrials, components, undivided, with_memo_trials};
use countless_cover::{
    BigCount, CountEstimate, CoverMethod, CoverProblem, ExactCover, MEMORY, make,
};
use countless_engine::{CancelToken, Error, Reason, Run};
use proptest::prelude::*;

use crate::by_definition::{solutions_by_decision, solutions_by_trial};
use crate::definition::Definition;
use crate::random_instances::small;
use crate::{GO, cases, listed, residue};

/// Several problems side by side. Their options alternate.
pub fn joined(parts: &[&ExactCover]) -> ExactCover {
    let mut problem = ExactCover::new();
    let name = |part: usize, text: &str| format!("{part}.{text}");
    let definitions: Vec<Definition> = parts.iter().map(|part| Definition::of(part)).collect();
    for (at, part) in definitions.iter().enumerate() {
        for item in &part.items[..part.primary] {
            let added = problem.repeated(&name(at, &item.name), item.low..=item.high);
            added.expect("it is new");
        }
    }
    for (at, part) in definitions.iter().enumerate() {
        for item in &part.items[part.primary..] {
            problem.secondary(&name(at, &item.name)).expect("it is new");
        }
    }
    let most = parts.iter().map(|part| part.option_count()).max();
    for option in 1..=most.unwrap_or(0) {
        for (at, part) in parts.iter().enumerate() {
            let Some(text) = part.option_text(option) else {
                continue;
            };
            let uses = text.split_whitespace().map(|used| name(at, used));
            let added = problem.option(&uses.collect::<Vec<_>>());
            added.expect("it has items");
        }
    }
    problem
}

/// Number of solutions, counted as a whole.
fn whole(problem: &ExactCover, method: CoverMethod) -> BigCount {
    let run = Run::new().threads(1);
    let cover = undivided(problem.clone(), method, &run).expect("there is memory");
    let outcome = cover.count(&run);
    outcome.expect("it is counted").total.solutions
}

/// Number of solutions, counted by components, and the method.
fn divided(problem: &ExactCover, method: CoverMethod) -> (BigCount, CoverMethod) {
    let run = Run::new().threads(2);
    let cover = CoverProblem::counting(problem.clone(), method, &run).expect("there is memory");
    let outcome = cover.count(&run).expect("it is counted");
    (outcome.total.solutions, cover.method())
}

const METHODS: [CoverMethod; 3] = [CoverMethod::Auto, CoverMethod::Search, CoverMethod::Memo];

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn components_have_the_product_of_their_solutions(
        parts in prop::collection::vec(prop_oneof![small(false), small(true)], 1..4),
        copies in 0..2_usize,
    ) {
        let mut parts: Vec<&ExactCover> = parts.iter().collect();
        parts.extend(vec![parts[0]; copies]);
        let problem = joined(&parts);
        let product: usize = parts.iter().map(|part| solutions_by_trial(part).len()).product();
        for method in METHODS {
            prop_assert_eq!(divided(&problem, method).0, BigCount::from(product));
            if product < 2000 {
                prop_assert_eq!(whole(&problem, method), BigCount::from(product));
            }
        }
        if product < 2000 {
            let expected = solutions_by_decision(&problem);
            prop_assert_eq!(expected.len(), product);
            let mut found = listed(&problem, &Run::new().threads(1));
            found.sort();
            prop_assert_eq!(found, expected);
        }
    }

    /// All items of an option are in one component, and no option is lost.
    #[test]
    fn components_share_no_item(problem in prop_oneof![small(false), small(true)]) {
        let Some(components) = components(&problem) else {
            return Ok(());
        };
        let definition = Definition::of(&problem);
        let mut owners = vec![None; problem.item_count()];
        let (mut options, mut number) = (Vec::new(), 0);
        for component in &components {
            for copy in &component.copies {
                number += 1;
                prop_assert_eq!(copy.len(), component.exact_cover.option_count());
                for &option in copy {
                    options.push(option as usize);
                    for used in &definition.options[option as usize] {
                        let owner = owners[used.item].get_or_insert(number);
                        prop_assert_eq!(*owner, number);
                    }
                }
            }
        }
        options.sort_unstable();
        prop_assert_eq!(options, definition.choosable());
        let products = components.iter().map(|component| {
            solutions_by_trial(&component.exact_cover).len().pow(component.copies.len() as u32)
        });
        prop_assert_eq!(products.product::<usize>(), solutions_by_trial(&problem).len());
    }
}

/// Any item that two options share joins them, also with colours and multiplicities.
#[test]
fn items_of_any_kind_join() -> Result<(), Error> {
    for (text, expected) in [
        ("a b\na\nb\n", Some(vec![2])),
        ("a b\na b\na\nb\n", None),
        ("a b | x\na x:1\nb x:1\n", None),
        ("a b | x\na x\nb\nx\n", Some(vec![1, 1])),
        ("a 2:3|b\na\nb\nb\n", Some(vec![1, 1])),
        ("a 2|b c\na b\nb c\n", None),
        ("a b c d | x y\na x:1\nb y:2\nc\nd\n", Some(vec![2, 2])),
        ("a b\n", Some(vec![2])),
        ("a\na\n", None),
        ("| x\nx\n", None),
    ] {
        let text = text.trim_start_matches("| x\n");
        let problem: ExactCover = text.parse()?;
        let copies = components(&problem).map(|components| {
            let copies = components.iter().map(|one| one.copies.len());
            copies.collect::<Vec<usize>>()
        });
        assert_eq!(copies, expected, "{text}");
    }
    Ok(())
}

/// Some components are searched at once, one is left to the run, and the rest are counted before
/// it.
#[test]
fn large_components_are_counted_each_by_its_method() -> Result<(), Error> {
    let board = make::TilingBoard::rectangle(5, 12)?;
    let (langford, pieces) = (make::langford(11)?, make::pentominoes(&board)?);
    let dominoes = make::dominoes(12, 12)?;
    let problem = joined(&[&langford, &pieces, &langford, &dominoes, &make::latin(3)?]);
    // OEIS A014552, twice, the boxes of Haselgrove, and Kasteleyn.
    let known: BigCount = "53060477521960000".parse().expect("a number");
    let known = known * 35_584_u32 * 35_584_u32 * 4040_u32 * 12_u32;
    let (count, method) = divided(&problem, CoverMethod::Auto);
    assert_eq!((count, method), (known, CoverMethod::Search));
    // A component without a solution ends the count.
    let nothing: ExactCover = "a b\na\n".parse()?;
    let problem = joined(&[&make::latin(9)?, &nothing]);
    for method in [CoverMethod::Auto, CoverMethod::Search] {
        assert_eq!(divided(&problem, method).0, BigCount::default());
    }
    let token = CancelToken::new();
    token.cancel(Reason::Interrupted);
    let run = Run::new().cancel(&token);
    let stopped = CoverProblem::counting(problem, CoverMethod::Auto, &run);
    assert!(matches!(stopped, Err(Error::Interrupted)));
    Ok(())
}

#[test]
fn a_run_counts_all_of_a_component_that_goes_before() -> Result<(), Error> {
    let (soma, langford) = (make::soma()?, make::langford(11)?);
    let problem = joined(&[&soma, &langford]);
    let mut total = BigCount::default();
    for shard in ["0/2", "1/2"] {
        let run = Run::new()
            .shard(shard.parse().expect("a shard"))
            .limit(u64::MAX);
        let cover = CoverProblem::counting(problem.clone(), CoverMethod::Search, &run)?;
        total += cover.count(&run)?.total.solutions;
    }
    assert_eq!(total, BigCount::from(11_520_u32) * 35_584_u32);
    Ok(())
}

#[test]
fn an_outlook_adds_up_what_components_take() -> Result<(), Error> {
    let (soma, langford, small) = (make::soma()?, make::langford(11)?, make::langford(7)?);
    let run = Run::new().threads(1).subtrees(None);
    let outlook = |parts: &[&ExactCover]| {
        let problem = joined(parts);
        CountEstimate::new(&problem, CoverMethod::Search, &run, 1)
    };
    let mut forecasts = Vec::new();
    for (parts, is_known) in [
        (vec![&small, &small], true),
        (vec![&soma, &small], true),
        (vec![&soma, &langford], false),
    ] {
        let outlook = outlook(&parts)?;
        assert_eq!(outlook.count.is_some(), is_known);
        assert!(outlook.search.is_none());
        let forecast = outlook.forecast.expect("nothing stops it");
        assert!(forecast.seconds() > 0.0);
        forecasts.push(forecast);
    }
    let [_, one, both] = &forecasts[..] else {
        unreachable!("one for each");
    };
    assert!(both.work.mean > one.work.mean && both.subtrees > one.subtrees);
    Ok(())
}

/// Memo replaces the search of every subtree. If it does not suffice, the search continues.
#[test]
fn a_search_that_was_estimated_wrongly_is_insured() -> Result<(), Error> {
    let (dominoes, pairs) = (make::dominoes(10, 10)?, make::langford(10)?);
    let text = "a b 2:3|c | x\na x:1\na c x:1\nb x:2\nb c x:1\nc\nc x:1\n";
    let colours: ExactCover = text.parse()?;
    for (problem, known) in [
        (&dominoes, 258_584_046_368_u64),
        (&pairs, 0),
        (&make::langford(8)?, 300),
        (&colours, solutions_by_trial(&colours).len() as u64),
    ] {
        for subtrees in [1, 8] {
            let run = Run::new().threads(2).subtrees(Some(subtrees));
            let cover = undivided(problem.clone(), CoverMethod::Search, &run)?;
            let cover = with_memo_trials(cover, trials_at_once());
            let total = cover.count(&run)?.total;
            assert_eq!(total.solutions, BigCount::from(known));
            assert_eq!(total.residue, residue(&total.solutions));
            assert!(total.work < 10_000_000, "{}", total.work);
            // Equal results each time, on any number of threads.
            let again = cover.count(&run.clone().threads(1))?.total;
            assert_eq!(again, total);
        }
    }
    assert_eq!(
        MemoTrials::new(1000).try_memo(&dominoes, 1 << 30, &GO),
        None
    );
    Ok(())
}

/// Trials that begin at the first node, whatever the estimate.
fn trials_at_once() -> MemoTrials {
    let mut trials = MemoTrials::new(MEMORY);
    (trials.estimate_factor, trials.least_nodes) = (0, 1);
    trials
}

#[test]
fn an_insured_component_is_multiplied_by_the_others() -> Result<(), Error> {
    let run = Run::new().threads(2);
    let problem = joined(&[&make::langford(11)?, &make::latin(3)?, &make::langford(7)?]);
    let cover = CoverProblem::counting(problem, CoverMethod::Search, &run)?;
    let plain = cover.count(&run)?.total;
    let cover = with_memo_trials(cover, trials_at_once());
    let insured = cover.count(&run)?.total;
    let known = BigCount::from(35_584_u32 * 12 * 52);
    assert_eq!((&plain.solutions, &insured.solutions), (&known, &known));
    assert_eq!(insured.residue, residue(&known));
    Ok(())
}
