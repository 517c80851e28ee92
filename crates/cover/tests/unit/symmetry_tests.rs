//! Symmetries of problems, compared with their definition and with known numbers.

use std::collections::BTreeSet;

use countless_cover::internals::{NormalCover, find_group};
use countless_cover::{ExactCover, SymmetryOptions, make};
use countless_engine::{CancelToken, Error, ErrorKind, Reason, Run, SplitMix64};
use proptest::prelude::*;

use crate::random_instances::{alike, planted, planted_by, small, symmetric};
use crate::symmetry_by_definition::NormalDefinition;

/// Largest group whose elements are compared.
const MOST: usize = 2000;

/// All symmetries of a problem, as permutations of the options of its normal form; `None` if there
/// are too many.
fn group(problem: &ExactCover, symmetries: &SymmetryOptions) -> Option<BTreeSet<Vec<u32>>> {
    let cover = NormalCover::new(problem, symmetries).expect("the patterns match");
    let found = find_group(&cover, &[], u64::MAX, &CancelToken::new()).expect("it is small");
    let elements = found.elements(MOST)?;
    let options = cover.options.len();
    let permutations = elements.iter().map(|element| element[..options].to_vec());
    let permutations: BTreeSet<Vec<u32>> = permutations.collect();
    assert_eq!(permutations.len(), elements.len());
    Some(permutations)
}

/// Compares the group of a problem with its definition. Returns its order, if it is not too large.
fn check_group(problem: &ExactCover) -> Option<usize> {
    let all = group(problem, &SymmetryOptions::new())?;
    assert_eq!(
        all,
        NormalDefinition::of(problem, &[]).group(),
        "{}",
        problem.to_knuth()
    );
    let prefixes = ["i0", "p1", "f"];
    let names = problem.to_knuth();
    let names: Vec<&str> = names
        .lines()
        .next()
        .expect("a line")
        .split_whitespace()
        .collect();
    let is_used = |prefix: &&&str| {
        names.iter().any(|name| {
            name.rsplit('|')
                .next()
                .is_some_and(|name| name.starts_with(**prefix))
        })
    };
    let prefixes: Vec<&str> = prefixes.iter().filter(is_used).copied().collect();
    let symmetries =
        SymmetryOptions::new().keep(prefixes.iter().map(|prefix| format!("{prefix}*")));
    let kept = group(problem, &symmetries)?;
    assert!(kept.is_subset(&all));
    assert_eq!(
        kept,
        NormalDefinition::of(problem, &prefixes).group(),
        "{}",
        problem.to_knuth()
    );
    Some(all.len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 300 }))]

    #[test]
    fn the_group_is_that_of_the_definition(
        problem in prop_oneof![6 => planted(), 1 => symmetric(), 1 => small(true), 1 => alike(true)],
    ) {
        check_group(&problem);
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_group_is_that_of_the_definition_for_many_problems() {
    let (mut random, mut several) = (SplitMix64(5), 0);
    for _ in 0..10_000 {
        several += usize::from(check_group(&planted_by(&mut random)) > Some(1));
    }
    assert!(several > 3000, "{several}");
}

/// Rectangles, squares, boxes, a torus, and permutations of symbols, rows and columns.
#[test]
fn known_groups_have_their_orders() -> Result<(), Error> {
    let order = |problem: &ExactCover, symmetries: &SymmetryOptions| {
        let found = problem.symmetries(symmetries, &Run::new())?;
        Ok::<String, Error>(found.order.to_string())
    };
    let all = SymmetryOptions::new();
    for (problem, expected) in [
        (
            make::pentominoes(&make::TilingBoard::rectangle(6, 10)?)?,
            "4",
        ),
        (make::dominoes(8, 8)?, "8"),
        (make::dominoes(4, 6)?, "4"),
        (make::queens(8, false)?, "8"),
        (make::queens(5, true)?, "800"),
        (make::soma()?, "48"),
        (make::langford(7)?, "2"),
        // 6·n!³ and n!.
        (make::latin(4)?, "82944"),
        (make::latin(6)?, "2239488000"),
        (make::factorizations(8)?, "40320"),
        (make::factorizations(10)?, "3628800"),
    ] {
        assert_eq!(order(&problem, &all)?, expected);
    }
    let kept = SymmetryOptions::new().keep(["r*", "c*"]);
    assert_eq!(order(&make::latin(5)?, &kept)?, "1728000");
    Ok(())
}

#[test]
fn options_that_are_equal_are_one() -> Result<(), Error> {
    let of = |text: &str| {
        let problem: ExactCover = text.parse()?;
        let found = problem.symmetries(&SymmetryOptions::new(), &Run::new())?;
        Ok::<(String, usize), Error>((found.order.to_string(), found.merged))
    };
    // A second copy changes nothing where the item is covered once, and counts where it is not.
    assert_eq!(of("a b\na\na\nb\n")?, ("2".to_owned(), 1));
    assert_eq!(of("2|a 2|b\na\na\nb\n")?, ("1".to_owned(), 1));
    // The items x and y exclude nothing, and c is never chosen.
    assert_eq!(
        of("a b | c x y\na x:1\na y\nb x:1\nc\n")?,
        ("2".to_owned(), 1)
    );
    // Exchanging items that the same options cover moves no option.
    assert_eq!(of("a b c\na b c\na b\n c\n")?, ("1".to_owned(), 0));
    Ok(())
}

#[test]
fn an_incomplete_group_is_an_error() {
    let latin = make::latin(5).expect("it is small");
    let cover = NormalCover::new(&latin, &SymmetryOptions::new()).expect("there is no pattern");
    let steps =
        |steps| find_group(&cover, &[], steps, &CancelToken::new()).map(|group| group.order());
    let enough = (10..)
        .map(|bits| 1 << bits)
        .find(|&steps_| steps(steps_).is_ok());
    let enough = enough.expect("it ends");
    // Every smaller number of steps ends in an error.
    for part in 1..8 {
        assert!(steps(enough / 16 * part).is_err());
    }
    assert_eq!(steps(enough).ok(), Some(10_368_000_u32.into()));
    let stopped = CancelToken::new();
    stopped.cancel(Reason::Interrupted);
    let run = Run::new().cancel(&stopped);
    let error = latin
        .symmetries(&SymmetryOptions::new(), &run)
        .expect_err("it was cancelled");
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    let unused = SymmetryOptions::new().keep(["r*", "r1*"]);
    let error = latin
        .symmetries(&unused, &Run::new())
        .expect_err("r* includes it");
    assert!(
        error.to_string().starts_with("--keep r1*: expected"),
        "{error}"
    );
}
