//! Word squares.

use std::collections::HashSet;

use super::super::exact_cover::ExactCover;
use super::with_items;
use countless_engine::Error;

/// Squares of words of equal length: a word in each row and in each column, with letters as
/// colours. A word may occur several times in a square; a word that the list repeats counts once.
///
/// ```
/// use countless_cover::make;
/// use countless_engine::Run;
///
/// let squares = make::words(&["is", "it", "so", "to"])?;
/// let outcome = squares.count(&Run::new())?;
/// assert_eq!(outcome.total.solutions.to_string(), "4");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Impossible`] for an empty list, or if the lengths differ.
pub fn words(words: &[&str]) -> Result<ExactCover, Error> {
    let length = words.first().map_or(0, |word| word.chars().count());
    if length == 0 {
        return Err(Error::Impossible(
            "expected words of equal length, found none".to_owned(),
        ));
    }
    let lines = (1..=length).flat_map(|line| ["across", "down"].map(|way| format!("{way}{line}")));
    let mut problem = with_items(lines)?;
    for row in 1..=length {
        for column in 1..=length {
            problem.secondary(&format!("{row}.{column}"))?;
        }
    }
    let mut known = HashSet::new();
    for word in words {
        if !known.insert(word) {
            continue;
        }
        let letters: Vec<char> = word.chars().collect();
        if letters.len() != length {
            let reason = format!(
                "expected words of {length} letters, found {word} of {}",
                letters.len()
            );
            return Err(Error::Impossible(reason));
        }
        for line in 1..=length {
            let across = (1..)
                .zip(&letters)
                .map(|(at, letter)| format!("{line}.{at}:{letter}"));
            let down = (1..)
                .zip(&letters)
                .map(|(at, letter)| format!("{at}.{line}:{letter}"));
            let across = [format!("across{line}")].into_iter().chain(across);
            let down = [format!("down{line}")].into_iter().chain(down);
            problem.option(&across.collect::<Vec<_>>())?;
            problem.option(&down.collect::<Vec<_>>())?;
        }
    }
    Ok(problem)
}
