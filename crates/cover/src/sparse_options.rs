//! Sets of options, stored without their long empty parts.

use std::ops::Range;

/// Number of empty words that do not end a run.
const GAP: usize = 4;

/// Set of options: its nonempty words of 64, and a few empty ones between them.
#[derive(Clone, Debug, Default)]
pub struct SparseOptions {
    runs: Vec<WordRun>,
    /// Words of all runs, one after the other.
    words: Vec<u64>,
    /// Number of options.
    len: usize,
}

/// Run of words: its start in a full bit set, its start among the words of this set, and its
/// length.
#[derive(Clone, Copy, Debug)]
struct WordRun {
    start: usize,
    at: usize,
    len: usize,
}

impl SparseOptions {
    /// Adds an option behind all others.
    pub fn push(&mut self, option: usize) {
        self.len += 1;
        let word = option / 64;
        match self.runs.last_mut() {
            Some(run) if word < run.start + run.len + GAP => {
                run.len = word + 1 - run.start;
                self.words.resize(run.at + run.len, 0);
            }
            _ => {
                let at = self.words.len();
                let (start, len) = (word, 1);
                self.runs.push(WordRun { start, at, len });
                self.words.push(0);
            }
        }
        if let Some(last) = self.words.last_mut() {
            *last |= 1 << (option % 64);
        }
    }

    /// Options that are not in `others`, which is a subset.
    pub fn without(&self, others: &Self) -> Self {
        let mut left = self.clone();
        left.len -= others.len;
        let mut runs = self.runs.iter().peekable();
        for other in &others.runs {
            for (word, bits) in (other.start..).zip(&others.words[other.at..][..other.len]) {
                while runs.next_if(|run| run.start + run.len <= word).is_some() {}
                if let Some(run) = runs.peek().filter(|run| run.start <= word) {
                    left.words[run.at + word - run.start] &= !bits;
                }
            }
        }
        left
    }

    /// Number of options.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of words of all runs.
    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    /// Words of each run, and their positions in a full bit set.
    #[inline(always)]
    pub fn runs(&self) -> impl Iterator<Item = (Range<usize>, &[u64])> {
        let runs = self.runs.iter();
        runs.map(|run| {
            let words = &self.words[run.at..][..run.len];
            (run.start..run.start + run.len, words)
        })
    }
}
