//! Medians, quartiles, outliers, the tests of a comparison, and numbers with grouped digits.

/// Spread of a sample, in the unit of its measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Lower quartile.
    pub lower: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    pub upper: f64,
}

impl Spread {
    /// Spread of a sample; all zero if it is empty. Quartiles between two measurements are
    /// interpolated (type 7 of Hyndman and Fan, Sample quantiles, 1996).
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
            lower: quantile(0.25),
            median: quantile(0.5),
            upper: quantile(0.75),
        }
    }

    /// Distance between the quartiles.
    pub fn width(&self) -> f64 {
        self.upper - self.lower
    }
}

/// Median of a sample; 0 if it is empty.
pub fn median(sample: &[f64]) -> f64 {
    Spread::of(sample).median
}

/// Least distance of an outlier from the median, as a share of the median. It applies even if all
/// others are equal.
const LEAST_OUTLIER_SHARE: f64 = 0.05;

/// Distance of an outlier from the median, in standard deviations.
const OUTLIER_DEVIATIONS: f64 = 10.0;

/// Estimates the standard deviation of a normal sample by its median absolute deviation.
pub fn robust_deviation(sample: &[f64]) -> f64 {
    let centre = median(sample);
    let deviations: Vec<f64> = sample.iter().map(|x| (x - centre).abs()).collect();
    1.4826 * median(&deviations)
}

/// Number of outliers in a sample.
pub fn outliers(sample: &[f64]) -> usize {
    let centre = median(sample);
    let far = (OUTLIER_DEVIATIONS * robust_deviation(sample)).max(LEAST_OUTLIER_SHARE * centre);
    let far = |x: &&f64| (**x - centre).abs() > far;
    if sample.len() < 3 {
        return 0;
    }
    sample.iter().filter(far).count()
}

/// Mean of a sample; 0 if it is empty.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len().max(1) as f64
}

/// Pooled standard deviation of samples about their medians. There must be more measurements than
/// samples.
pub fn pooled_deviation(samples: &[&[f64]]) -> f64 {
    let squares = |sample: &[f64]| {
        let centre = median(sample);
        sample.iter().map(|x| (x - centre).powi(2)).sum::<f64>()
    };
    let sum: f64 = samples.iter().map(|sample| squares(sample)).sum();
    let count: usize = samples.iter().map(|sample| sample.len()).sum();
    (sum / (count.saturating_sub(samples.len()).max(1) as f64)).sqrt()
}

/// Probability that a variable of Student's distribution with an even number of degrees of freedom
/// is at least as far from zero as `t` (Abramowitz and Stegun, 26.7.4).
pub fn student_probability(t: f64, degrees: usize) -> f64 {
    let (sine, cosine) = (t.abs() / (degrees as f64).sqrt()).atan().sin_cos();
    let (mut term, mut sum) = (1.0, 1.0);
    for even in (2..degrees).step_by(2) {
        term *= cosine * cosine * (even - 1) as f64 / even as f64;
        sum += term;
    }
    (1.0 - sine * sum).max(0.0)
}

/// Inverse of [`student_probability`]: the distance from zero that has this probability.
pub fn student_quantile(probability: f64, degrees: usize) -> f64 {
    let (mut low, mut high) = (0.0, 1e6);
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if student_probability(middle, degrees) > probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// Hypotheses rejected by Holm's method (A simple sequentially rejective multiple test procedure,
/// 1979). The probability that any is rejected wrongly is at most `level`, whatever their number
/// and dependence.
pub fn holm_rejections(probabilities: &[f64], level: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut rejected = vec![false; order.len()];
    for (rank, &place) in order.iter().enumerate() {
        let left = order.len() - rank;
        if probabilities[place] * left as f64 > level {
            break;
        }
        rejected[place] = true;
    }
    rejected
}

/// Formats a whole number with its digits in groups of three: `14,772,512`.
pub fn grouped(number: u128) -> String {
    grouped_digits(&number.to_string())
}

/// Formats a decimal number with the digits before its point in groups of three: `1,234.500`.
pub fn grouped_decimal(number: &str) -> String {
    match number.split_once('.') {
        Some((whole, rest)) => format!("{}.{rest}", grouped_digits(whole)),
        None => grouped_digits(number),
    }
}

fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_measurements() {
        let spread = Spread::of(&[3.0, 1.0, 2.0, 10.0]);
        let quartiles = (spread.lower, spread.median, spread.upper);
        assert_eq!(quartiles, (1.75, 2.5, 4.75));
    }

    #[test]
    fn one_measurement_is_its_own_spread_and_none_is_zero() {
        let one = Spread::of(&[4.0]);
        assert_eq!((one.median, one.width()), (4.0, 0.0));
        assert_eq!(Spread::of(&[]), Spread::default());
    }

    #[test]
    fn students_distribution_has_its_known_quantiles() {
        // Values of published tables for two-sided tests at 95 % and 99 %.
        for (degrees, wide, wider) in [(2, 4.303, 9.925), (8, 2.306, 3.355), (16, 2.120, 2.921)] {
            assert!((student_quantile(0.05, degrees) - wide).abs() < 1e-3);
            assert!((student_quantile(0.01, degrees) - wider).abs() < 1e-3);
        }
        assert!((student_probability(0.0, 8) - 1.0).abs() < 1e-12);
        assert!(student_probability(1e9, 8) < 1e-12);
    }

    #[test]
    fn many_comparisons_ask_for_more() {
        assert_eq!(holm_rejections(&[0.04], 0.05), [true]);
        assert_eq!(holm_rejections(&[0.04, 0.5], 0.05), [false, false]);
        // After the first rejection, two hypotheses are left: the limit is 0.025.
        assert_eq!(
            holm_rejections(&[0.024, 0.5, 0.01], 0.05),
            [true, false, true]
        );
        assert!(holm_rejections(&[], 0.05).is_empty());
    }

    #[test]
    fn an_outlier_is_far_from_even_measurements() {
        assert_eq!(outliers(&[1.0, 1.01, 0.99, 1.0, 1.5]), 1);
        assert_eq!(outliers(&[1.0, 1.0, 1.0, 1.0, 1.04]), 0);
        assert_eq!(outliers(&[1.0, 1.2, 0.9, 1.1, 1.5]), 0);
        assert_eq!(outliers(&[1.0, 9.0]), 0);
    }

    #[test]
    fn deviations_are_about_each_median() {
        let (a, b) = ([1.0, 2.0, 3.0], [11.0, 12.0, 13.0]);
        assert!((pooled_deviation(&[&a, &b]) - 1.0).abs() < 1e-12);
        assert!(pooled_deviation(&[&[1.0]]) < 1e-12);
        assert!((robust_deviation(&a) - 1.4826).abs() < 1e-12);
    }
}

#[cfg(test)]
mod grouped_number_tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_in_threes() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(234_907_967_154_122_528), "234,907,967,154,122,528");
        assert_eq!(grouped_decimal("1234.500"), "1,234.500");
        assert_eq!(grouped_decimal("999.9999"), "999.9999");
        assert_eq!(grouped_decimal("-"), "-");
    }
}
