//! Random solutions.

use std::collections::BTreeSet;

use countless_cover::internals::ItemOrder;
use countless_cover::{CoverProblem, ExactCover, make};
use countless_engine::{Error, Run};
use countless_table::{Format, Table as Rows};

use crate::by_definition::solutions_by_decision;
use crate::component_tests::joined;
use crate::drawn;

/// Pearson's chi-squared of 5,200 draws among 52 solutions: with 51 degrees of freedom it is
/// above 99 once in 60,000 times. The seed is fixed.
#[test]
fn every_solution_is_drawn_as_often_as_any_other() {
    let langford = make::langford(7).expect("it is small");
    let mut times = std::collections::BTreeMap::new();
    for solution in drawn(&langford, ItemOrder::Near, 5200) {
        *times.entry(solution).or_insert(0_u32) += 1;
    }
    let mut solutions = langford.solutions(&Run::new()).expect("it can be listed");
    solutions.sort();
    assert!(times.keys().eq(&solutions));
    let deviation = |&times: &u32| (f64::from(times) - 100.0).powi(2) / 100.0;
    let chi_squared: f64 = times.values().map(deviation).sum();
    assert!((10.0..99.0).contains(&chi_squared), "{chi_squared}");
}

#[test]
fn a_sample_is_the_same_on_any_number_of_threads() {
    let latin = || make::latin(4).expect("it is small");
    let rows = |threads, seed| {
        let sample = CoverProblem::sampling(latin(), 1000, seed, &Run::new());
        let mut rows = Vec::new();
        let table = Rows::writer(&mut rows, Format::Csv);
        let run = Run::new().threads(threads);
        run.write(&sample.expect("there are some"), table)
            .expect("it is written");
        rows
    };
    assert_eq!(rows(1, 1), rows(2, 1));
    assert_ne!(rows(1, 1), rows(1, 2));
    let lines = rows(1, 1).split_inclusive(|&byte| byte == b'\n').count();
    assert_eq!(lines, 1001);
    let refused = CoverProblem::sampling(latin(), 1, 1, &Run::new().memory(1000));
    assert!(refused.is_err_and(|error| error.to_string().contains("0 MiB")));
    let nothing: ExactCover = "a\n".parse().expect("it is one");
    let refused = CoverProblem::sampling(nothing, 1, 1, &Run::new());
    assert!(matches!(refused, Err(Error::Unsolvable)));
}

/// Draws from two components, one of them twice: all pairs, each with the options of the problem.
#[test]
fn solutions_of_components_are_drawn_together() -> Result<(), Error> {
    let (twice, once) = (make::langford(4)?, make::dominoes(2, 3)?);
    let problem = joined(&[&twice, &once, &twice]);
    let expected = solutions_by_decision(&problem);
    assert_eq!(expected.len(), 2 * 3 * 2);
    let rows = |seed| {
        let sample = CoverProblem::sampling(problem.clone(), 400, seed, &Run::new())?;
        assert_eq!(sample.population(), Some(12_u32.into()));
        let mut rows = Vec::new();
        Run::new().write(&sample, Rows::writer(&mut rows, Format::Csv))?;
        Ok::<String, Error>(String::from_utf8(rows).expect("it is a table"))
    };
    let found: BTreeSet<Vec<usize>> = (rows(1)?.lines().skip(1))
        .map(|row| {
            row.split(' ')
                .map(|option| option.parse().expect("a number"))
                .collect()
        })
        .collect();
    assert!(found.iter().eq(&expected));
    assert_eq!(rows(2)?, rows(2)?);
    let refused = CoverProblem::sampling(problem.clone(), 1, 1, &Run::new().memory(1000));
    assert!(refused.is_err());
    Ok(())
}
