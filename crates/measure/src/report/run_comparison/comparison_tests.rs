use super::*;
use crate::report::{BenchmarkSettings, Build, Machine, Verdict};

/// Generator of pseudo-random numbers with a fixed seed.
struct Noise(u64);

impl Noise {
    /// Approximately normal number of mean 0 and deviation 1: the sum of twelve uniform numbers,
    /// less 6.
    fn normal(&mut self) -> f64 {
        let mut uniform = || {
            let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
            self.0 = next.wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..12).map(|_| uniform()).sum::<f64>() - 6.0
    }
}

/// Simulates a run of 60 trials in five rounds. `own` is the noise of each trial. `drift` moves all
/// trials from run to run and from round to round, and single trials from run to run. With a drift
/// above 1 %, the load of the machine is 3 on 2 processors.
fn simulated(
    noise: &mut Noise,
    own: f64,
    drift: f64,
    slower: impl Fn(usize) -> f64,
) -> BenchmarkRun {
    let mut records: Vec<TrialRecord> = (0..60)
        .map(|number| {
            let trial = Trial {
                family: [Family::Queens, Family::Sudoku][number % 2],
                case: number.to_string(),
                solver: "join".to_owned(),
                kernel: "scalar".to_owned(),
                threads: Some(1),
            };
            let mut record = TrialRecord::new(trial, 1);
            record.answer = Verdict::Right;
            record
        })
        .collect();
    let moved: Vec<f64> = records
        .iter()
        .map(|_| drift / 2.0 * noise.normal())
        .collect();
    let mut machine = drift * noise.normal();
    for _ in 0..5 {
        machine += drift / 2.0 * noise.normal();
        for (number, record) in records.iter_mut().enumerate() {
            let time = machine + moved[number] + own * noise.normal() + slower(number).ln();
            record.cpu.push(10.0 * time.exp());
        }
    }
    for record in &mut records {
        record.wall = record.cpu.clone();
    }
    let machine = Machine {
        threads: 2,
        load: Some(if drift > 0.01 { 3.0 } else { 0.5 }),
        ..Machine::here()
    };
    BenchmarkRun {
        machine,
        build: Build {
            version: "0.0.0".to_owned(),
            commit: "unknown".to_owned(),
            compiler: "rustc".to_owned(),
        },
        settings: BenchmarkSettings {
            command: String::new(),
            runs: 5,
            quick: true,
            started: 0,
        },
        records,
        incomplete: false,
    }
}

fn even(_: usize) -> f64 {
    1.0
}

fn changed(compared: &ComparedRuns) -> Vec<usize> {
    let trials = compared.trials.iter().enumerate();
    let changed = trials.filter(|(_, it)| it.change.is_some_and(|change| change != Change::None));
    changed.map(|(place, _)| place).collect()
}

fn differs(compared: &ComparedRuns) -> bool {
    let shifted = |shift: &FamilyShift| shift.change != Change::None;
    !changed(compared).is_empty() || compared.families.iter().any(shifted)
}

#[test]
fn a_program_does_not_differ_from_itself_however_busy_the_machine() {
    for (own, drift) in [
        (0.003, 0.0),
        (0.003, 0.002),
        (0.05, 0.01),
        (0.03, 0.05),
        (0.1, 0.1),
    ] {
        let mut noise = Noise(1);
        let pairs = (0..200).map(|_| {
            let mut run = || simulated(&mut noise, own, drift, even);
            compare(&run(), &run())
        });
        let wrong = pairs.filter(differs).count();
        assert!(wrong <= 10, "{wrong} of 200 at {own} and {drift}");
    }
}

#[test]
fn five_percent_show_on_a_quiet_machine() {
    let mut noise = Noise(2);
    for _ in 0..50 {
        let base = simulated(&mut noise, 0.004, 0.002, even);
        let all = simulated(&mut noise, 0.004, 0.002, |_| 1.05);
        let compared = compare(&base, &all);
        let slower = |shift: &FamilyShift| shift.change == Change::Slower;
        assert!(compared.families.iter().all(slower), "{compared:?}");
        let one = |number| if number == 7 { 1.05 } else { 1.0 };
        let one = simulated(&mut noise, 0.004, 0.002, one);
        let compared = compare(&base, &one);
        assert!(changed(&compared).contains(&7), "{:?}", compared.trials[7]);
        assert_eq!(compared.trials[7].change, Some(Change::Slower));
        let back = compare(&one, &base);
        assert_eq!(back.trials[7].change, Some(Change::Faster));
    }
}

/// Simulates a run with trials that differ from process to process by 3 %. Every tenth trial is a
/// program that does not.
fn with_programs(noise: &mut Noise, slower: f64) -> BenchmarkRun {
    let mut run = simulated(noise, 0.03, 0.005, even);
    for record in run.records.iter_mut().skip(9).step_by(10) {
        record.trial.kernel = "program".to_owned();
        record.trial.threads = None;
        let between_runs = 0.002 * noise.normal();
        let runs = (0..9).map(|_| slower * (between_runs + 0.004 * noise.normal()).exp());
        record.cpu = runs.collect();
    }
    run
}

#[test]
fn five_percent_of_a_program_show_beside_trials_that_move() {
    let mut noise = Noise(5);
    let programs = [9, 19, 29, 39, 49, 59];
    let (mut found, mut wrong) = (0, 0);
    for _ in 0..100 {
        let base = with_programs(&mut noise, 1.0);
        let same = with_programs(&mut noise, 1.0);
        let slower = with_programs(&mut noise, 1.05);
        wrong += usize::from(differs(&compare(&base, &same)));
        let changed = changed(&compare(&base, &slower));
        assert!(
            changed.iter().all(|it| programs.contains(it)),
            "{changed:?}"
        );
        found += changed.len();
    }
    assert!(wrong <= 5, "{wrong} of 100");
    assert!(found >= 570, "{found} of 600");
}

#[test]
fn one_run_and_a_failed_one_have_no_verdict() {
    let mut noise = Noise(3);
    let mut run = simulated(&mut noise, 0.004, 0.0, even);
    run.records[0].failed = Some("ended with exit status: 1".to_owned());
    run.records[1].cpu.truncate(1);
    run.records[2].cpu = vec![0.0; 5];
    run.records[3].cpu.clear();
    run.records[4].cpu[2] = f64::MAX;
    let compared = compare(&run, &run);
    let changes: Vec<_> = compared.trials.iter().map(|trial| trial.change).collect();
    assert_eq!(changes[..4], [None; 4]);
    assert_eq!(changes[4..], vec![Some(Change::None); 56]);
    assert!(compared.trials[0].failed);
    for record in &mut run.records {
        record.cpu.truncate(1);
    }
    assert_eq!(compare(&run, &run).families, []);
}

#[test]
fn the_least_change_that_shows_is_that_of_the_test() {
    let mut noise = Noise(4);
    let base = simulated(&mut noise, 0.004, 0.002, even);
    let other = simulated(&mut noise, 0.004, 0.002, even);
    let least = compare(&base, &other).trials[9].least.expect("a verdict");
    assert!((0.005..0.05).contains(&least), "{least}");
}
