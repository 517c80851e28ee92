//! Totals of any size.

use num_bigint::BigUint;

use super::big_count::BigCount;
use countless_engine::Tally;
use countless_engine::ledger::{Residue, Summary};

/// Number of solutions, and the work of finding it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoverTotal {
    /// Number of solutions.
    pub solutions: BigCount,
    /// Residue of the number, added up independently.
    pub residue: Residue,
    /// Number of nodes visited; in a count by memo, of options tried on states.
    pub work: u64,
}

/// Residue of a number of any size.
pub fn residue_of(number: &BigUint) -> Residue {
    let residue = number % Residue::MODULUS;
    Residue::of(u128::try_from(residue).unwrap_or_default())
}

impl CoverTotal {
    /// Creates a total. Its residue was added up independently.
    pub(super) fn new(solutions: BigUint, residue: Residue, work: u64) -> Self {
        Self {
            solutions: BigCount(solutions),
            residue,
            work,
        }
    }

    /// Total of all pairs of a solution of each.
    #[must_use]
    pub(super) fn product(&self, other: &Self) -> Self {
        Self {
            solutions: self.solutions.clone() * other.solutions.clone(),
            residue: self.residue.times(other.residue.get().into()),
            work: self.work.saturating_add(other.work),
        }
    }

    /// Residue that stands beside the count of a summary. If the residue of the total is wrong,
    /// this one contradicts the count, too.
    fn residue_of_count(&self, count: u128) -> Residue {
        if count < u128::MAX {
            self.residue
        } else if self.residue == residue_of(&self.solutions.0) {
            Residue::of(count)
        } else {
            Residue::of(count - 1)
        }
    }
}

impl Tally for CoverTotal {
    fn merge(&mut self, other: Self) {
        self.solutions += other.solutions;
        self.residue += other.residue;
        self.work = self.work.saturating_add(other.work);
    }

    /// Number of solutions, or the largest `u128` if it does not fit.
    fn solutions(&self) -> u128 {
        self.solutions.to_u128().unwrap_or(u128::MAX)
    }

    /// A number that does not fit is kept in the detail, as words of 64 bits, the lowest first.
    fn summary(&self) -> Summary {
        let count = self.solutions();
        let mut words = String::new();
        if count == u128::MAX {
            let digits = self.solutions.0.iter_u64_digits().enumerate();
            let digits = digits.map(|(at, digit)| format!("word{at}={digit}"));
            words = digits.collect::<Vec<_>>().join(" ");
        }
        Summary {
            count,
            residue: self.residue_of_count(count),
            work: self.work,
            detail: words.parse().unwrap_or_default(),
        }
    }

    fn recall(summary: &Summary) -> Result<Self, String> {
        let mut solutions = BigUint::from(summary.count);
        if summary.count == u128::MAX {
            let words = (0..).map_while(|at| summary.detail.get(&format!("word{at}")).ok());
            let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
            solutions = BigUint::from_bytes_le(&bytes);
            if solutions < BigUint::from(u128::MAX) {
                return Err("the digits of a total beyond 128 bits are missing".to_owned());
            }
        }
        Ok(Self {
            residue: if summary.count == u128::MAX {
                residue_of(&solutions)
            } else {
                summary.residue
            },
            solutions: BigCount(solutions),
            work: summary.work,
        })
    }

    /// The largest `u128` means no limit.
    fn capped(self, limit: u128) -> Self {
        if limit == u128::MAX {
            return self;
        }
        if self.solutions <= limit.into() {
            return self;
        }
        Self {
            solutions: limit.into(),
            residue: Residue::of(limit),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_engine::ledger::Detail;

    #[test]
    fn totals_of_any_size_are_recalled() {
        for bits in [0, 1, 63, 64, 127, 128, 129, 1000] {
            for solutions in [
                BigUint::from(1_u32) << bits,
                (BigUint::from(1_u32) << bits) - 1_u32,
            ] {
                let solutions: BigUint = solutions;
                let total = CoverTotal::new(solutions.clone(), residue_of(&solutions), 7);
                let detail = total.summary().detail.to_string();
                let summary = Summary {
                    detail: detail.parse::<Detail>().expect("it is one"),
                    ..total.summary()
                };
                assert_eq!(CoverTotal::recall(&summary), Ok(total.clone()));
                assert_eq!(summary.residue, Residue::of(summary.count));
                // A wrong sum is detected, whatever its size.
                let wrong = CoverTotal::new(solutions + 1_u32, total.residue, 7).summary();
                assert_ne!(wrong.residue, Residue::of(wrong.count));
            }
        }
    }
}
