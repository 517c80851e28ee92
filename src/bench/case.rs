//! One case: its contenders take turns.

use std::time::Duration;

use countless::engine::CancelToken;

use super::clock::Taken;
use super::contender::Contender;
use crate::report::{Record, Verdict};

/// Trials shorter than this are repeated, and their mean counts as one run.
const LEAST: Duration = Duration::from_millis(20);

/// The most repetitions.
const MOST: u32 = 100;

/// A case of the suite.
#[derive(Debug)]
pub struct Case {
    /// Who does it.
    pub contenders: Vec<Contender>,
}

impl Case {
    /// Runs every contender once to warm up, then `runs` times in turns: A B C A B C.
    /// `None` if `token` was cancelled meanwhile.
    ///
    /// # Errors
    ///
    /// If a contender fails, but not because it was interrupted.
    pub fn measure(&self, runs: usize, token: &CancelToken) -> anyhow::Result<Option<Vec<Record>>> {
        let records = self.rounds(runs, token);
        // What failed because it was interrupted has not failed.
        if token.is_cancelled() {
            Ok(None)
        } else {
            records
        }
    }

    fn rounds(&self, runs: usize, token: &CancelToken) -> anyhow::Result<Option<Vec<Record>>> {
        let mut repeats = Vec::new();
        let mut records = Vec::new();
        for contender in &self.contenders {
            let (taken, answer) = contender.go(token)?;
            if token.is_cancelled() {
                return Ok(None);
            }
            repeats.push(repetitions(taken.wall));
            records.push(Record {
                trial: contender.trial.clone(),
                items: contender.items,
                wall: Vec::with_capacity(runs),
                cpu: Vec::with_capacity(runs),
                answer,
            });
        }
        for _ in 0..runs {
            for ((contender, record), &repeats) in
                self.contenders.iter().zip(&mut records).zip(&repeats)
            {
                let mut sum = Taken::default();
                for _ in 0..repeats {
                    let (taken, answer) = contender.go(token)?;
                    sum.wall += taken.wall;
                    sum.cpu += taken.cpu;
                    if answer == Verdict::Wrong {
                        record.answer = answer;
                    }
                    if token.is_cancelled() {
                        return Ok(None);
                    }
                }
                let mean = |sum: Duration| sum.as_secs_f64() * 1e3 / f64::from(repeats);
                record.wall.push(mean(sum.wall));
                record.cpu.push(mean(sum.cpu));
            }
        }
        Ok(Some(records))
    }
}

/// How often a trial that takes so long is repeated.
fn repetitions(wall: Duration) -> u32 {
    let repeats = LEAST.as_secs_f64() / wall.as_secs_f64().max(1e-9);
    (repeats.ceil() as u32).clamp(1, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Method;
    use countless::Kernel;
    use countless::engine::Reason;

    fn case(solutions: u128) -> Case {
        let methods = [Method::Join, Method::Search, Method::List];
        let contender = |method| Contender::board(8, solutions, method, Kernel::SCALAR, 2);
        Case {
            contenders: methods.map(contender).into(),
        }
    }

    #[test]
    fn every_contender_has_all_its_runs_and_the_right_answer() -> anyhow::Result<()> {
        let records = case(92)
            .measure(3, &CancelToken::new())?
            .expect("nothing stops it");
        assert_eq!(records.len(), 3);
        for record in records {
            assert_eq!((record.wall.len(), record.cpu.len()), (3, 3));
            assert!(record.wall.iter().all(|&ms| ms > 0.0));
            assert_eq!((record.items, record.answer), (92, Verdict::Right));
        }
        Ok(())
    }

    #[test]
    fn a_wrong_answer_is_told() -> anyhow::Result<()> {
        let records = case(93)
            .measure(1, &CancelToken::new())?
            .expect("nothing stops it");
        assert!(records.iter().all(|record| record.answer == Verdict::Wrong));
        Ok(())
    }

    #[test]
    fn a_stopped_case_has_no_records() -> anyhow::Result<()> {
        let token = CancelToken::new();
        token.cancel(Reason::Interrupted);
        assert_eq!(case(92).measure(1, &token)?, None);
        Ok(())
    }

    #[test]
    fn short_trials_are_repeated() {
        assert_eq!(repetitions(Duration::from_secs(1)), 1);
        assert_eq!(repetitions(Duration::from_millis(9)), 3);
        assert_eq!(repetitions(Duration::ZERO), MOST);
    }
}
