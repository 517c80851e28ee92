//! Symmetries of problems, compared with their definition and with known numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::Continue;

use countless_cover::internals::{
    NormalCover, Permutation, SearchSteps, StabilizerSearch, WeightedCover, find_group,
    normal_cover,
};
use countless_cover::{
    BigCount, ClassKind, CoverMethod, CoverProblem, ExactCover, Grid, SymmetryOptions, make,
};
use countless_engine::{CancelToken, Error, ErrorKind, Reason, Run, SplitMix64};
use proptest::prelude::*;

use crate::component_tests::joined;
use crate::random_instances::{alike, planted, planted_by, small, symmetric};
use crate::symmetry_by_definition::{Choice, NormalDefinition, image};
use crate::{GO, cases};

/// Largest group whose elements are compared.
const MOST: usize = 2000;

/// All symmetries of a problem, as permutations of the options of its normal form; `None` if there
/// are too many.
fn group(problem: &ExactCover, symmetries: &SymmetryOptions) -> Option<BTreeSet<Vec<u32>>> {
    let cover = normal_cover(problem, symmetries).expect("the patterns match");
    let found = find_group(&cover, &mut SearchSteps::unlimited()).expect("it is small");
    // A search with too few steps returns no group, whatever it has found.
    for bits in 0..20 {
        if let Ok(early) = find_group(&cover, &mut SearchSteps::new(1 << bits, None)) {
            assert_eq!(early.order(), found.order(), "{}", problem.to_knuth());
        }
    }
    let elements = found.elements(MOST)?;
    let options = cover.option_count();
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
    #![proptest_config(cases(150))]

    #[test]
    fn the_group_is_that_of_the_definition(
        problem in prop_oneof![6 => planted(), 1 => symmetric(), 1 => small(true), 1 => alike(true)],
    ) {
        check_group(&problem);
    }
}

#[test]
fn the_group_is_that_of_the_definition_for_many_problems() {
    let (mut random, mut several) = (SplitMix64(5), 0);
    for _ in 0..2000 {
        several += usize::from(check_group(&planted_by(&mut random)) > Some(1));
    }
    assert!(several > 600, "{several}");
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
        // 45² shifts, multiples by 24 units, and 8 exchanges of rows, columns and diagonals.
        (make::queens(45, true)?, "388800"),
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

/// Edges of the rook's graph of 4×4 squares (1,152 automorphisms), and of the graph of Shrikhande
/// (1959; 192). Colours do not distinguish their vertices, and no vertex of one is mapped to the other.
#[test]
fn graphs_with_equal_colours_are_not_mapped_to_each_other() -> Result<(), Error> {
    let vertex = |graph: &str, [row, column]: [usize; 2]| format!("{graph}{row}{column}");
    let steps = [
        ("r", [[0, 1], [0, 2], [0, 3], [1, 0], [2, 0], [3, 0]]),
        ("s", [[0, 1], [0, 3], [1, 0], [3, 0], [1, 1], [3, 3]]),
    ];
    let (mut items, mut options) = (Vec::new(), Vec::new());
    for (graph, steps) in steps {
        for place in (0..16).map(|at| [at / 4, at % 4]) {
            let one = vertex(graph, place);
            for [down, right] in &steps {
                let other = vertex(graph, [(place[0] + down) % 4, (place[1] + right) % 4]);
                options.extend((one < other).then(|| format!("{one} {other}\n")));
            }
            items.push(one);
        }
    }
    assert_eq!(options.len(), 96);
    let problem: ExactCover = format!("{}\n{}", items.join(" "), options.concat()).parse()?;
    let found = problem.symmetries(&SymmetryOptions::new(), &Run::new())?;
    assert_eq!(found.order.to_string(), (1152 * 192).to_string());
    Ok(())
}

/// Items that marks do not distinguish from each other: all permutations of five items, and of the
/// two colours of each.
#[test]
fn groups_of_items_in_one_option_are_complete() -> Result<(), Error> {
    let order = |text: String| {
        let problem: ExactCover = text.parse()?;
        let found = problem.symmetries(&SymmetryOptions::new(), &Run::new())?;
        Ok::<String, Error>(found.order.to_string())
    };
    let items = ["a", "b", "c", "d", "e"];
    let single: String = items.map(|item| format!("{item}\n")).concat();
    assert_eq!(order(format!("a b c d e\n{single}"))?, "120");
    let coloured = items.map(|item| format!("p {item}:x\np {item}:y\n"));
    let coloured = format!("p | a b c d e\n{}", coloured.concat());
    assert_eq!(order(coloured)?, "3840");
    // One item can be covered by each of five others.
    let pairs: String = items.map(|item| format!("p {item}\n{item}\n")).concat();
    assert_eq!(order(format!("p a b c d e\n{pairs}"))?, "120");
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
    let cover = normal_cover(&latin, &SymmetryOptions::new()).expect("there is no pattern");
    let steps =
        |steps| find_group(&cover, &mut SearchSteps::new(steps, None)).map(|group| group.order());
    let enough = (10..60)
        .map(|bits| 1 << bits)
        .find(|&enough| steps(enough).is_ok());
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

/// Number of classes of solutions.
fn classes(problem: &ExactCover, symmetries: &SymmetryOptions, method: CoverMethod) -> String {
    let run = Run::new().threads(1);
    let count = CoverProblem::counting_classes(problem.clone(), symmetries, method, &run);
    let counted = count.and_then(|count| count.count_classes(&run));
    counted.map_or_else(
        |error| error.to_string(),
        |outcome| outcome.total.to_string(),
    )
}

/// Compares numbers of classes, and of solutions that symmetries leave unchanged, with their
/// definition. Returns whether some solution is left unchanged by more than the identity.
fn check_classes(problem: &ExactCover) -> bool {
    let definition = NormalDefinition::of(problem, &[]);
    let group = definition.group();
    if group.len() > 300 {
        return false;
    }
    let solutions = definition.solutions();
    let symmetries = problem.symmetries(&SymmetryOptions::new(), &Run::new());
    let merged: usize = definition.numbers.iter().map(|equal| equal.len() - 1).sum();
    assert_eq!(symmetries.expect("it is small").merged, merged);
    let least = |solution: &Choice| group.iter().map(|moved| image(solution, moved)).min();
    let least: BTreeSet<_> = solutions.iter().map(least).collect();
    for method in [CoverMethod::Auto, CoverMethod::Search, CoverMethod::Memo] {
        let found = classes(problem, &SymmetryOptions::new(), method);
        // Options of one item may take too many counts.
        if found.contains("with a multiplicity") {
            return false;
        }
        assert_eq!(
            found,
            least.len().to_string(),
            "{method}\n{}",
            problem.to_knuth()
        );
    }
    let cover = normal_cover(problem, &SymmetryOptions::new()).expect("there is no pattern");
    let found = find_group(&cover, &mut SearchSteps::unlimited()).expect("it is small");
    if cover.is_covered_once() {
        let sum = StabilizerSearch::new(&cover, &found).sum(&GO);
        let expected = BigCount::from(least.len()) * group.len();
        assert_eq!(sum.solutions, expected, "{}", problem.to_knuth());
    }
    let elements: Vec<_> = found.elements(MOST).expect("it is small").iter().collect();
    let mut is_symmetric = false;
    // Single symmetries, and some subgroups of two generators.
    let pairs = elements.iter().zip(elements.iter().skip(2));
    let pairs = pairs.map(|(one, other)| vec![one.clone(), other.clone()]);
    let single = elements.iter().skip(1).map(|one| vec![one.clone()]);
    for generators in single.chain(pairs).take(12) {
        let is_fixed = |solution: &&Choice| {
            let mut moved = generators
                .iter()
                .map(|generator| image(solution, generator));
            moved.all(|image| image == **solution)
        };
        let expected: Vec<Choice> = solutions.iter().filter(is_fixed).cloned().collect();
        is_symmetric |= !expected.is_empty();
        let mut found = unchanged_solutions(&cover, &generators).expect("it is small");
        found.sort();
        assert_eq!(found, expected, "{}", problem.to_knuth());
    }
    is_symmetric
}

/// Solutions that each of these permutations leaves unchanged: numbers of times that each option of
/// the normal cover is chosen.
fn unchanged_solutions(
    cover: &NormalCover,
    permutations: &[Permutation],
) -> Result<Vec<Vec<u32>>, Error> {
    let quotient = WeightedCover::quotient(cover, permutations);
    let mut all = Vec::new();
    for plain in quotient.plain_covers()? {
        for solution in plain.exact_cover.solutions(&Run::new().threads(1))? {
            let chosen: Vec<u32> = solution.iter().map(|&option| option as u32 - 1).collect();
            all.push(quotient.solution(&plain, &chosen));
        }
    }
    Ok(all)
}

/// Checks that a list has one solution of each class, and the size of the class.
fn check_list(problem: &ExactCover) {
    let definition = NormalDefinition::of(problem, &[]);
    let group = definition.group();
    if group.len() > 300 {
        return;
    }
    let class = |solution: &Choice| -> BTreeSet<Choice> {
        group.iter().map(|moved| image(solution, moved)).collect()
    };
    let expected: BTreeSet<_> = definition.solutions().iter().map(class).collect();
    let list = CoverProblem::listing_classes(problem.clone(), &SymmetryOptions::new(), &Run::new());
    let list = list.expect("it is small").with_class_size();
    for subtrees in [1, 30] {
        let run = Run::new().threads(2).subtrees(Some(subtrees));
        let mut found = Vec::new();
        let outcome = run.for_each(&list, |solution| {
            let chosen: Vec<usize> = solution.options().collect();
            let times = definition.numbers.iter().map(|equal| {
                // The first copies of equal options are chosen.
                let own = equal.iter().take_while(|&number| chosen.contains(number));
                own.count() as u32
            });
            let times: Choice = times.collect();
            assert_eq!(times.iter().sum::<u32>() as usize, chosen.len());
            let class = class(&times);
            assert_eq!(solution.class_size(), Some(class.len() as u64));
            found.push(class);
        });
        let outcome = outcome.expect("it is listed");
        assert_eq!(outcome.total.count, found.len() as u128);
        assert_eq!(found.len(), expected.len(), "{}", problem.to_knuth());
        let found: BTreeSet<_> = found.into_iter().collect();
        assert_eq!(found, expected, "{}", problem.to_knuth());
    }
}

/// Compares numbers of solutions by stabilizer with their definition.
fn check_kinds(problem: &ExactCover) {
    let definition = NormalDefinition::of(problem, &[]);
    let group = definition.group();
    if group.len() > 48 {
        return;
    }
    let (mut solutions, mut classes) = (BTreeMap::new(), BTreeMap::new());
    for solution in definition.solutions() {
        let images: Vec<Choice> = group.iter().map(|moved| image(&solution, moved)).collect();
        let own = images.iter().filter(|&image| *image == solution).count() as u64;
        *solutions.entry(own).or_insert(0_u64) += 1;
        *classes.entry(own).or_insert(0) +=
            u64::from(images.iter().all(|image| solution <= *image));
    }
    let kinds = problem.class_kinds(
        &SymmetryOptions::new(),
        CoverMethod::Auto,
        &Run::new().threads(1),
    );
    let kinds = match kinds {
        // Options of one item may take too many counts.
        Err(Error::Impossible(reason)) if reason.contains("with a multiplicity") => return,
        kinds => kinds.expect("it is small").kinds,
    };
    let own = |kind: &ClassKind| {
        (
            kind.symmetries,
            kind.solutions.clone(),
            kind.classes.clone(),
        )
    };
    let found: Vec<_> = kinds.iter().map(own).collect();
    let expected = solutions
        .into_iter()
        .map(|(own, solutions)| (own, solutions.into(), classes[&own].into()));
    assert_eq!(
        found,
        expected.collect::<Vec<_>>(),
        "{}",
        problem.to_knuth()
    );
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn kinds_are_those_of_the_definition(
        problem in prop_oneof![6 => planted(), 1 => symmetric(), 1 => small(true), 1 => alike(true)],
    ) {
        check_kinds(&problem);
    }

    #[test]
    fn a_list_has_a_solution_of_each_class(
        problem in prop_oneof![6 => planted(), 1 => symmetric(), 1 => small(true), 1 => alike(true)],
    ) {
        check_list(&problem);
    }

    #[test]
    fn classes_are_those_of_the_definition(
        problem in prop_oneof![6 => planted(), 1 => symmetric(), 1 => small(true), 1 => alike(true)],
    ) {
        check_classes(&problem);
    }
}

#[test]
#[ignore = "takes minutes"]
fn classes_are_those_of_the_definition_for_many_problems() {
    let (mut random, mut symmetric) = (SplitMix64(6), 0);
    for _ in 0..10_000 {
        let problem = planted_by(&mut random);
        symmetric += usize::from(check_classes(&problem));
        check_list(&problem);
        check_kinds(&problem);
    }
    assert!(symmetric > 1000, "{symmetric}");
}

/// Squares of 1 to `most` cells in a row, any number of each, in a rectangle.
pub fn squares(rows: usize, columns: usize, most: usize) -> Result<ExactCover, Error> {
    let square = |side: usize| {
        format!(
            "s{side}\n{}\n",
            format!("{}\n", "#".repeat(side)).repeat(side)
        )
    };
    let text = (1..=most).map(square).collect::<Vec<String>>().concat();
    let board = make::TilingBoard::rectangle(rows, columns)?;
    make::polyominoes(
        &board,
        &make::Pieces::drawn(&text, "squares", Grid::squares())?,
        true,
    )
}

/// The five tetrominoes on a board, each as often as the multiplicity allows.
fn tetrominoes(rows: usize, columns: usize, times: &str) -> Result<ExactCover, Error> {
    let text = "I\n####\n\nO\n##\n##\n\nT\n###\n.#.\n\nL\n###\n#..\n\nS\n.##\n##.\n";
    let board = make::TilingBoard::rectangle(rows, columns)?;
    let single = make::polyominoes(
        &board,
        &make::Pieces::drawn(text, "pieces", Grid::squares())?,
        false,
    )?;
    let names = ["I", "O", "T", "L", "S"].map(|name| format!("{times}|{name}"));
    single
        .to_knuth()
        .replacen("I O T L S", &names.join(" "), 1)
        .parse()
}

/// Perfect matchings of the edges of a cube in some dimensions.
fn matchings(dimensions: u32) -> Result<ExactCover, Error> {
    let corners: Vec<String> = (0..1 << dimensions)
        .map(|corner| format!("v{corner}"))
        .collect();
    let edges = (0..corners.len()).flat_map(|one| {
        let others = (0..dimensions).map(move |bit| one ^ 1 << bit);
        others
            .filter(move |&other| one < other)
            .map(move |other| format!("v{one} v{other}\n"))
    });
    let edges: String = edges.collect();
    format!("{}\n{edges}", corners.join(" ")).parse()
}

/// Numbers of classes as published.
#[test]
fn known_numbers_of_classes_are_counted() -> Result<(), Error> {
    let all = SymmetryOptions::new();
    let check = |problem: ExactCover, known: &str| {
        let found = classes(&problem, &all, CoverMethod::Auto);
        assert_eq!(found, known, "{}", problem.to_knuth());
    };
    // OEIS A060312, and computed.
    for (columns, known) in (1..).zip([
        "1", "1", "2", "4", "5", "9", "12", "21", "30", "51", "76", "127",
    ]) {
        check(make::dominoes(2, columns)?, known);
    }
    for (side, known) in [(4, "9"), (6, "930"), (8, "1629189"), (10, "32324350352")] {
        check(make::dominoes(side, side)?, known);
    }
    // OEIS A224239 and A359019.
    for (side, known) in (1..).zip(["1", "2", "3", "13", "77"]) {
        check(squares(side, side, side)?, known);
    }
    for (columns, known) in (1..).zip(["1", "2", "3", "6", "10", "21", "39", "82"]) {
        check(squares(3, columns, columns.min(3))?, known);
    }
    // OEIS A002562 and A014552.
    for (rows, known) in (1..).zip(["1", "0", "0", "1", "2", "1", "6", "12", "46"]) {
        check(make::queens(rows, false)?, known);
    }
    for (pairs, known) in [(3, "1"), (4, "1"), (7, "26"), (8, "150")] {
        check(make::langford(pairs)?, known);
    }
    // By uniting the images of all matchings.
    check(matchings(4)?, "8");
    check(matchings(5)?, "336");
    // OEIS A000474: one-factorizations of complete graphs.
    check(make::factorizations(6)?, "1");
    // One solution of each board of queens on a torus, as shifts and more are symmetries.
    check(make::queens(5, true)?, "1");
    check(make::queens(7, true)?, "1");
    // As dominoes on this board: a symmetry exchanges equal pieces.
    let dominoes: Vec<String> = (0..6).map(|piece| format!("d{piece}\n##\n\n")).collect();
    let dominoes = dominoes.concat();
    let board = make::TilingBoard::rectangle(3, 4)?;
    check(
        make::polyominoes(
            &board,
            &make::Pieces::drawn(&dominoes, "dominoes", Grid::squares())?,
            false,
        )?,
        "5",
    );
    Ok(())
}

/// Isotopy classes and main classes of Latin squares, OEIS A040082 and A003090.
#[test]
fn items_are_kept_together() -> Result<(), Error> {
    let isotopy = SymmetryOptions::new().keep(["r*", "c*"]);
    for (order, isotopic, main) in [(3, "1", "1"), (4, "2", "2"), (5, "2", "2")] {
        let latin = make::latin(order)?;
        assert_eq!(classes(&latin, &isotopy, CoverMethod::Auto), isotopic);
        let all = SymmetryOptions::new();
        assert_eq!(classes(&latin, &all, CoverMethod::Auto), main);
    }
    Ok(())
}

/// More than 20,000 symmetries: one-factorizations of complete graphs, OEIS A000474.
#[test]
fn large_groups_are_counted_by_stabilizers() -> Result<(), Error> {
    let all = SymmetryOptions::new();
    let latin = make::latin(4)?;
    assert_eq!(
        classes(&make::factorizations(8)?, &all, CoverMethod::Auto),
        "6"
    );
    let refused = classes(&latin, &all, CoverMethod::Memo);
    assert!(refused.contains("82944 symmetries"), "{refused}");
    // Five boards with two classes each, which are exchanged.
    let board = make::dominoes(2, 3)?;
    let boards = joined(&[&board, &board, &board, &board, &board]);
    assert_eq!(
        boards.symmetries(&all, &Run::new())?.order.to_string(),
        "122880"
    );
    assert_eq!(classes(&boards, &all, CoverMethod::Auto), "6");
    Ok(())
}

/// Latin squares, OEIS A003090 and A040082; 1-factorizations of K₁₀, OEIS A000474.
#[test]
#[ignore = "takes minutes"]
fn latin_squares_are_counted_by_stabilizers() -> Result<(), Error> {
    let all = SymmetryOptions::new();
    let isotopy = SymmetryOptions::new().keep(["r*", "c*"]);
    let pairs = make::factorizations(10)?;
    assert_eq!(classes(&pairs, &all, CoverMethod::Auto), "396");
    for (order, main, isotopic) in [(5, "2", "2"), (6, "12", "22"), (7, "147", "564")] {
        let latin = make::latin(order)?;
        assert_eq!(classes(&latin, &all, CoverMethod::Auto), main);
        assert_eq!(classes(&latin, &isotopy, CoverMethod::Auto), isotopic);
    }
    Ok(())
}

/// Multiplicities, where a symmetry maps pieces of one name to each other: numbers of solutions by
/// listing and comparing all of them.
#[test]
fn weights_are_counted_or_refused() -> Result<(), Error> {
    let all = SymmetryOptions::new();
    for (rows, columns, times, known) in
        [(5, 8, "2", "783"), (4, 10, "2", "449"), (4, 5, "0:3", "91")]
    {
        let problem = tetrominoes(rows, columns, times)?;
        assert_eq!(classes(&problem, &all, CoverMethod::Search), known);
    }
    let refused = classes(&tetrominoes(8, 8, "0:9")?, &all, CoverMethod::Search);
    assert!(
        refused.contains("counts: expected at most 100"),
        "{refused}"
    );
    Ok(())
}

/// Solutions visited for each class: a search visits a part of all solutions only.
#[test]
fn lists_are_those_of_all_classes() -> Result<(), Error> {
    for (problem, known) in [
        (make::queens(8, false)?, 12),
        (make::langford(7)?, 26),
        (make::dominoes(6, 6)?, 930),
        (tetrominoes(4, 5, "0:3")?, 91),
    ] {
        let list = CoverProblem::listing_classes(problem, &SymmetryOptions::new(), &Run::new())?;
        let mut rows = BTreeSet::new();
        let outcome = Run::new().for_each(&list.clone().with_class_size(), |solution| {
            rows.insert((
                solution.options().collect::<Vec<_>>(),
                solution.class_size(),
            ));
        })?;
        assert_eq!((outcome.total.count, rows.len()), (known, known as usize));
        let all: u64 = rows.iter().filter_map(|row| row.1).sum();
        let solutions = list.exact_cover().count(&Run::new())?.total.solutions;
        assert_eq!(solutions.to_string(), all.to_string());
    }
    Ok(())
}

/// OEIS A224239: squares in 5×5; eight queens.
#[test]
fn known_kinds_are_counted() -> Result<(), Error> {
    let kinds = |problem: ExactCover| {
        let kinds = problem.class_kinds(&SymmetryOptions::new(), CoverMethod::Auto, &Run::new())?;
        let kinds = kinds
            .kinds
            .into_iter()
            .map(|kind| (kind.symmetries, kind.classes.to_u128()));
        Ok::<Vec<_>, Error>(kinds.collect())
    };
    let known = [(1, Some(45)), (2, Some(26)), (4, Some(2)), (8, Some(4))];
    assert_eq!(kinds(squares(5, 5, 5)?)?, known);
    assert_eq!(
        kinds(make::queens(8, false)?)?,
        [(1, Some(11)), (2, Some(1))]
    );
    // A class of 48 orders is too much for 82,944 symmetries.
    assert!(kinds(make::latin(4)?).is_err());
    Ok(())
}

/// Pearson's chi-squared of 1,800 draws of 9 classes: with 8 degrees of freedom it is above 26 once
/// in 1,000 times. The seed is fixed. Solutions drawn uniformly would give some 3,000.
#[test]
fn every_class_is_drawn_as_often_as_any_other() -> Result<(), Error> {
    let (all, run) = (SymmetryOptions::new(), Run::new());
    let mut times = BTreeMap::new();
    CoverProblem::listing_classes(make::dominoes(4, 4)?, &all, &run)?.visit(
        &run,
        &mut |solution| {
            times.insert(solution.options().collect::<Vec<_>>(), 0_u32);
            Continue(())
        },
    )?;
    assert_eq!(times.len(), 9);
    let sample = CoverProblem::sampling_classes(make::dominoes(4, 4)?, &all, 1800, 3, &run)?;
    run.for_each(&sample, |solution| {
        let class = times.get_mut(&solution.options().collect::<Vec<_>>());
        *class.expect("it is in the list") += 1;
    })?;
    let deviation = |&times: &u32| (f64::from(times) - 200.0).powi(2) / 200.0;
    let chi_squared: f64 = times.values().map(deviation).sum();
    assert!((0.5..26.0).contains(&chi_squared), "{chi_squared}");
    let nothing = CoverProblem::sampling_classes(make::queens(3, false)?, &all, 1, 1, &run);
    assert!(matches!(nothing, Err(Error::Unsolvable)));
    Ok(())
}

/// Putter; Scott 1958; Goodger; Conway and Guy 1961.
#[test]
fn known_packings_are_counted() -> Result<(), Error> {
    let all = SymmetryOptions::new();
    let rectangle = make::TilingBoard::rectangle;
    let middle = [(4, 4), (4, 5), (5, 4), (5, 5)];
    let without_middle = middle
        .iter()
        .fold(rectangle(8, 8)?, |board, &(row, column)| {
            board.without(&format!("{row}.{column}"))
        });
    let corners = [(1, 1), (1, 8), (8, 1), (8, 8)];
    let without_corners = corners
        .iter()
        .fold(rectangle(8, 8)?, |board, &(row, column)| {
            board.without(&format!("{row}.{column}"))
        });
    let with_square = format!("{}\nO\n##\n##\n", make::PENTOMINOES);
    let with_square = make::Pieces::drawn(&with_square, "pieces", Grid::squares())?;
    for (problem, known) in [
        (make::pentominoes(&rectangle(3, 20)?)?, "2"),
        (make::pentominoes(&rectangle(4, 15)?)?, "368"),
        (make::pentominoes(&rectangle(5, 12)?)?, "1010"),
        (make::pentominoes(&rectangle(6, 10)?)?, "2339"),
        (make::pentominoes(&without_middle)?, "65"),
        (make::pentominoes(&without_corners)?, "2170"),
        (
            make::polyominoes(&rectangle(8, 8)?, &with_square, false)?,
            "16146",
        ),
        (make::soma()?, "240"),
        (make::langford(11)?, "17792"),
        (make::queens(10, false)?, "92"),
        (make::queens(12, false)?, "1787"),
        (squares(6, 6, 6)?, "1494"),
        (make::dominoes(16, 16)?, "305611096281378760240051639364"),
        (make::macmahon()?, "13328"),
    ] {
        assert_eq!(classes(&problem, &all, CoverMethod::Auto), known);
    }
    Ok(())
}
