//! Names that an unknown word may mean: a name in other letters, a synonym, or a typing mistake.

/// Words of the field that are not names, each with the names of commands and flags of this meaning.
const SYNONYMS: [(&str, &[&str]); 44] = [
    ("all", &["list"]),
    ("benchmark", &["bench"]),
    ("canonical", &["canon"]),
    ("canonicalise", &["canon"]),
    ("canonicalize", &["canon"]),
    ("check", &["play-check", "solve", "verify"]),
    ("combine", &["merge"]),
    ("cores", &["threads"]),
    ("cpus", &["threads"]),
    ("create", &["generate", "make"]),
    ("dedup", &["distinct"]),
    ("deduplicate", &["distinct"]),
    ("difficulty", &["rate", "level"]),
    ("draw", &["show"]),
    ("duplicates", &["distinct"]),
    ("enumerate", &["list"]),
    ("fix", &["repair"]),
    ("forecast", &["estimate"]),
    ("fundamental", &["classes"]),
    ("grade", &["rate"]),
    ("inputformat", &["format-in"]),
    ("irregular", &["regions"]),
    ("jigsaw", &["regions"]),
    ("jobs", &["threads"]),
    ("killer", &["cages"]),
    ("limit", &["max-solutions"]),
    ("make", &["generate"]),
    ("minimise", &["minimal"]),
    ("minimize", &["minimal"]),
    ("new", &["generate", "make"]),
    ("nqueens", &["queens"]),
    ("outputformat", &["format"]),
    ("parallel", &["threads"]),
    ("print", &["show"]),
    ("random", &["sample", "generate"]),
    ("render", &["show"]),
    ("silent", &["quiet"]),
    ("steps", &["explain"]),
    ("tip", &["hint"]),
    ("top", &["limit"]),
    ("unique", &["solve", "distinct"]),
    ("validate", &["solve", "play-check", "check", "verify"]),
    ("view", &["show"]),
    ("windoku", &["windows"]),
];

/// Returns the names that a word may mean, the best kind of match only.
pub fn similar_names<'a>(word: &str, names: &[&'a str]) -> Vec<&'a str> {
    let meant = names_meant(word, names);
    if !meant.is_empty() {
        return meant;
    }
    let word = folded(word);
    let length = word.chars().count();
    if length < 3 {
        return Vec::new();
    }
    let distance = |name: &str| {
        let name = folded(name);
        // The first letters of a longer name.
        if name.starts_with(&word) {
            0
        } else {
            edit_distance(&word, &name)
        }
    };
    let distances: Vec<usize> = names.iter().map(|name| distance(name)).collect();
    let least = distances.iter().copied().min().unwrap_or(usize::MAX);
    // One mistake in three to five letters, two in six to eight, and so on.
    if least > length / 3 {
        return Vec::new();
    }
    let nearest = names.iter().zip(distances);
    let nearest = nearest.filter(|(_, distance)| *distance == least);
    nearest.map(|(name, _)| *name).collect()
}

/// Returns the names with the letters of a word, or else the names that it is a synonym for.
pub fn names_meant<'a>(word: &str, names: &[&'a str]) -> Vec<&'a str> {
    let word = folded(word);
    let equal = names.iter().filter(|name| folded(name) == word);
    let equal: Vec<&str> = equal.copied().collect();
    if !equal.is_empty() {
        return equal;
    }
    let known = SYNONYMS.iter().find(|(other, _)| *other == word);
    let meant = known.map_or(&[][..], |(_, meant)| *meant);
    meant
        .iter()
        .filter_map(|meant| names.iter().find(|name| *name == meant).copied())
        .collect()
}

/// Lower-case letters and digits of a word.
fn folded(word: &str) -> String {
    let letters = word.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Number of letters to insert, remove or replace, and of neighbours to exchange, from one word to
/// another.
fn edit_distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let width = other.len() + 1;
    let mut rows: Vec<usize> = (0..width).collect();
    for (row, letter) in one.iter().enumerate() {
        rows.push(row + 1);
        for (column, wanted) in other.iter().enumerate() {
            let at = rows.len();
            let replaced = rows[at - width - 1] + usize::from(letter != wanted);
            let mut least = replaced.min(rows[at - 1] + 1).min(rows[at - width] + 1);
            let is_exchange =
                row > 0 && column > 0 && one[row - 1] == *wanted && *letter == other[column - 1];
            if is_exchange {
                least = least.min(rows[at - 2 * width - 2] + 1);
            }
            rows.push(least);
        }
    }
    rows[rows.len() - 1]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{SYNONYMS, edit_distance, similar_names};

    #[test]
    fn case_synonyms_and_mistakes_lead_to_names() {
        let techniques = ["x-wing", "w-wing", "xy-wing", "x-chain"];
        let commands = ["solve", "rate", "hint", "show", "distinct", "play-check"];
        let flags = ["format", "format-in", "threads", "max-solutions"];
        for (word, names, meant) in [
            ("X-Wing", &techniques[..], &["x-wing"][..]),
            ("XYwing", &techniques, &["xy-wing"]),
            ("x_chian", &techniques, &["x-chain"]),
            ("print", &commands, &["show"]),
            ("difficulty", &commands, &["rate"]),
            ("validate", &commands, &["solve", "play-check"]),
            ("hnit", &commands, &["hint"]),
            ("dist", &commands, &["distinct"]),
            ("--treads", &flags, &["threads"]),
            ("--limit", &flags, &["max-solutions"]),
            ("--sort", &flags, &[]),
            ("xyz", &commands, &[]),
            ("a", &commands, &[]),
        ] {
            assert_eq!(similar_names(word, names), meant, "{word}");
        }
    }

    #[test]
    fn synonyms_are_sorted_and_folded() {
        assert!(SYNONYMS.is_sorted_by(|a, b| a.0 < b.0));
        for (word, _) in SYNONYMS {
            assert_eq!(super::folded(word), word);
        }
    }

    /// Least number of edits, by trying each first edit.
    fn by_definition(one: &[char], other: &[char]) -> usize {
        let (Some((a, rest)), Some((b, others))) = (one.split_first(), other.split_first()) else {
            return one.len().max(other.len());
        };
        let mut least = by_definition(rest, others) + usize::from(a != b);
        least = least.min(by_definition(rest, other) + 1);
        least = least.min(by_definition(one, others) + 1);
        if let ([a, b, rest @ ..], [c, d, others @ ..]) = (one, other)
            && a == d
            && b == c
        {
            least = least.min(by_definition(rest, others) + 1);
        }
        least
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_definition(one in "[abc]{0,6}", other in "[abc]{0,6}") {
            let letters = |word: &str| word.chars().collect::<Vec<char>>();
            let expected = by_definition(&letters(&one), &letters(&other));
            prop_assert_eq!(edit_distance(&one, &other), expected);
        }
    }
}
