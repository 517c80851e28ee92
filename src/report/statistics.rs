//! Medians, quartiles, and whether two samples differ.

/// How the measurements of one thing are spread, in their unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The least.
    pub least: f64,
    /// A quarter lies below.
    pub lower: f64,
    /// Half lies below.
    pub median: f64,
    /// Three quarters lie below.
    pub upper: f64,
}

impl Spread {
    /// The spread of a sample; all zero if it is empty. Between two measurements quartiles
    /// are interpolated (type 7 of Hyndman and Fan, Sample quantiles, 1996).
    pub fn of(sample: &[f64]) -> Self {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let Some(last) = sorted.len().checked_sub(1) else {
            return Self::default();
        };
        let quantile = |share: f64| {
            let at = share * last as f64;
            let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
            below + (above - below) * at.fract()
        };
        Self {
            least: sorted[0],
            lower: quantile(0.25),
            median: quantile(0.5),
            upper: quantile(0.75),
        }
    }

    /// The distance between the quartiles.
    pub fn width(&self) -> f64 {
        self.upper - self.lower
    }
}

/// The probability that two samples of one distribution are ranked at least as unevenly as
/// these: the exact two-sided test of Mann and Whitney, On a test of whether one of two
/// random variables is stochastically larger than the other, 1947. Ties count half.
pub fn rank_test(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| a.total_cmp(b)));
    let twice: usize = pairs.map(|order| (1 + order as i8) as usize).sum();
    let few = twice.min(2 * a.len() * b.len() - twice).div_ceil(2);
    let ways = arrangements(a.len(), b.len());
    let extreme: f64 = ways.iter().take(few + 1).sum();
    (2.0 * extreme / ways.iter().sum::<f64>()).min(1.0)
}

/// In how many orders of `m` and `n` things, one of the first kind is behind one of the
/// second in 0, 1, … pairs: the coefficients of the Gaussian binomial.
fn arrangements(m: usize, n: usize) -> Vec<f64> {
    // rows[j] is for j things of the second kind, and so far no things of the first.
    let mut rows = vec![vec![1.0]; n + 1];
    for i in 1..=m {
        for j in 1..=n {
            // The last is of the second kind, or of the first and behind all j.
            let mut row = vec![0.0; i * j + 1];
            for (pairs, ways) in rows[j - 1].iter().enumerate() {
                row[pairs] += ways;
            }
            for (pairs, ways) in rows[j].iter().enumerate() {
                row[pairs + j] += ways;
            }
            rows[j] = row;
        }
    }
    rows.swap_remove(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_apart_are_unlikely_to_be_alike() {
        let (low, high) = ([1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0]);
        let (apart, alike) = (rank_test(&low, &high), rank_test(&low, &low));
        assert_eq!((apart, alike), (2.0 / 252.0, 1.0));
    }

    #[test]
    fn quartiles_lie_between_measurements() {
        let spread = Spread::of(&[3.0, 1.0, 2.0, 10.0]);
        assert_eq!((spread.least, spread.median), (1.0, 2.5));
        assert_eq!((spread.lower, spread.upper), (1.75, 4.75));
    }

    #[test]
    fn arrangements_agree_with_enumeration() {
        for (m, n) in [(0, 3), (3, 0), (1, 1), (2, 3), (4, 3), (5, 5)] {
            let mut expected = vec![0.0; m * n + 1];
            for word in 0_u32..1 << (m + n) {
                if word.count_ones() as usize != m {
                    continue;
                }
                let firsts = (0..m + n).filter(|i| word >> i & 1 == 1);
                let pairs: usize = firsts
                    .map(|i| (0..i).filter(|j| word >> j & 1 == 0).count())
                    .sum();
                expected[pairs] += 1.0;
            }
            assert_eq!(arrangements(m, n), expected, "{m} and {n}");
        }
    }

    #[test]
    fn one_measurement_is_its_own_spread_and_none_is_zero() {
        let one = Spread::of(&[4.0]);
        assert_eq!((one.least, one.median, one.width()), (4.0, 4.0, 0.0));
        assert_eq!(Spread::of(&[]), Spread::default());
    }

    #[test]
    fn few_measurements_never_tell() {
        assert!(rank_test(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]) > 0.05);
        assert!(rank_test(&[], &[]) >= 1.0);
    }
}
