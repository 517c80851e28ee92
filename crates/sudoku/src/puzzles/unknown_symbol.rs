//! A symbol that keeps an input from being read, and what it may stand for.

use countless_text::Signs;

/// Most frequent character of the first lines that may stand for a cell, but is not a known symbol.
pub(super) struct UnknownSymbol {
    pub symbol: char,
    /// Line of the first one, from 0.
    pub line: u64,
    /// Column of the first one in characters, from 1.
    pub column: usize,
}

impl UnknownSymbol {
    /// Finds the symbol in lines of puzzles with `digits` digits.
    pub fn of(lines: &[(u64, &[u8])], signs: &Signs, digits: usize) -> Option<Self> {
        let mut found: Vec<(usize, Self)> = Vec::new();
        for &(line, text) in lines {
            let text = String::from_utf8_lossy(text);
            let unknown = text
                .chars()
                .zip(1..)
                .filter(|&(c, _)| signs.is_unknown(c, digits));
            for (symbol, column) in unknown {
                match found.iter_mut().find(|(_, other)| other.symbol == symbol) {
                    Some((count, _)) => *count += 1,
                    None => found.push((
                        1,
                        Self {
                            symbol,
                            line,
                            column,
                        },
                    )),
                }
            }
        }
        let most = found.into_iter().max_by_key(|(count, _)| *count);
        most.map(|(_, symbol)| symbol)
    }

    /// Symbols with which the lines may be readable, and hints at their flags.
    pub fn explanations(&self, signs: &Signs, digits: usize) -> Vec<(Signs, String)> {
        let symbol = self.symbol;
        let quote = if symbol.is_alphanumeric() { "" } else { "'" };
        let blank = signs.clone().with_blank(symbol).ok();
        let blank = blank.map(|signs| {
            let hint = format!("--blank {quote}{symbol}{quote} reads it as a blank");
            (signs, hint)
        });
        let letters = signs.with_letters(digits).map(|(signs, range)| {
            let hint = format!("--symbols {range} if A is the first digit");
            (signs, hint)
        });
        blank.into_iter().chain(letters).collect()
    }
}
