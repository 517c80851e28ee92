//! Symmetries that make two solutions equivalent.

use crate::exact_cover::ExactCover;
use countless_engine::Error;

/// Symmetries under which solutions are equivalent.
///
/// They are all permutations of the options that come from a permutation of the items, and of the
/// colours of each item. A permutation keeps the bounds of items, and secondary items stay
/// secondary.
///
/// ```
/// use countless_cover::{SymmetryOptions, make};
/// use countless_engine::Run;
///
/// // Latin squares of order 3: all twelve are equivalent, by permutations of rows, columns and
/// // symbols.
/// let latin = make::latin(3)?;
/// let group = latin.symmetries(&SymmetryOptions::new(), &Run::new())?;
/// assert_eq!(group.order.to_string(), "1296");
/// // Rows, columns and symbols are not exchanged for each other.
/// let kept = SymmetryOptions::new().keep(["r*", "c*"]);
/// let group = latin.symmetries(&kept, &Run::new())?;
/// assert_eq!(group.order.to_string(), "216");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymmetryOptions {
    patterns: Vec<String>,
}

impl SymmetryOptions {
    /// All symmetries of a problem.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps the items that match a pattern together: symmetries exchange them among themselves
    /// only. In a pattern, `*` is any text. An item belongs to the first pattern that it matches.
    #[must_use]
    pub fn keep(mut self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.patterns.extend(patterns.into_iter().map(Into::into));
        self
    }

    /// The patterns, separated by blanks.
    pub(super) fn kept(&self) -> String {
        self.patterns.join(" ")
    }

    /// Options from the patterns of a plan.
    pub(crate) fn of_kept(kept: &str) -> Self {
        Self::new().keep(kept.split_whitespace())
    }

    /// Number of the first pattern that each item matches, from 1 on; 0 without one.
    pub(super) fn pattern_numbers(&self, problem: &ExactCover) -> Result<Vec<u32>, Error> {
        let mut is_used = vec![false; self.patterns.len()];
        let numbers = problem.items.iter().map(|item| {
            let mut patterns = self.patterns.iter();
            let first = patterns.position(|pattern| matches(pattern, &item.name));
            first.map_or(0, |first| {
                is_used[first] = true;
                first as u32 + 1
            })
        });
        let numbers = numbers.collect();
        match self.patterns.iter().zip(is_used).find(|(_, used)| !used) {
            None => Ok(numbers),
            Some((pattern, _)) => Err(Error::Impossible(format!(
                "--keep {pattern}: expected the name of an item, such as a1, or a pattern, such as \
                 a*, that no pattern before it includes"
            ))),
        }
    }
}

/// Returns whether a name matches a pattern, in which `*` is any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, yes, no) in [
            ("a", "a", "ab"),
            ("a*", "ab", "ba"),
            ("*a", "ba", "ab"),
            ("a*a", "aba", "a"),
            ("*", "", "none"),
            ("r*.*c", "r1.2c", "r12c"),
            ("a**b", "ab", "abc"),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(no == "none" || !matches(pattern, no), "{pattern} {no}");
        }
    }
}
