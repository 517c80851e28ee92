//! Rules of plain technical English for one text.

use std::sync::LazyLock;

/// Kinds of text, with different limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Help of a command or flag.
    Help,
    /// Text of an error: without a capital at the start or a period at the end.
    Error,
    /// Any other text that the program prints.
    Message,
    /// Paragraph of a guide.
    Document,
    /// Paragraph of a comment in the sources.
    Comment,
}

/// Text and its place in the sources.
#[derive(Debug)]
pub struct PlacedText {
    pub kind: TextKind,
    pub place: String,
    pub words: String,
}

/// Words that must not begin a sentence.
const OPENINGS: [&str; 5] = ["what ", "how ", "whether ", "where ", "so many "];

/// Words that must not begin a sentence of a comment.
const COMMENT_OPENINGS: [&str; 3] = ["the same ", "as of ", "of which "];

/// Forbidden phrases, each with a better one. A phrase is matched at word boundaries.
const PHRASES: [(&str, &str); 24] = [
    ("is no", "is not a"),
    ("are no", "are not"),
    ("of which", "split the sentence"),
    ("so many", "K"),
    ("tell", "report, distinguish, show"),
    ("tells", "reports"),
    ("told", "reported"),
    ("telling", "reporting"),
    ("which there is", "split the sentence"),
    ("there is none", "not found"),
    ("becomes of", "name the noun"),
    ("became of", "name the noun"),
    ("as of count", "as for count"),
    ("who wants", "users who"),
    ("takes no", "does not accept"),
    ("take no", "do not accept"),
    ("are alike", "are equivalent"),
    ("complaint", "reject, problem"),
    ("complaints", "rejects, problems"),
    ("contender", "contestant"),
    ("contenders", "contestants"),
    ("bad puzzle", "invalid puzzle"),
    ("bad row", "invalid row"),
    ("bad rows", "invalid rows"),
];

/// Phrases that are forbidden in printed texts only.
const PRINTED_PHRASES: [(&str, &str); 5] = [
    ("leave out", "omit"),
    ("left out", "omitted"),
    ("goes with", "needs"),
    ("it is like", "expected"),
    ("as many as were", "the number"),
];

/// Forbidden phrases of comments.
const COMMENT_PHRASES: [(&str, &str); 6] = [
    ("does the same", "name what it does"),
    ("do the same", "name what they do"),
    ("the same for", "name the noun"),
    ("none at all", "zero, empty"),
    ("the others", "name the noun"),
    ("what there is", "name the noun"),
];

/// Words that may follow a forbidden phrase.
const UNLESS: [(&str, &[&str]); 2] = [
    (
        "is no",
        &[
            "longer", "more", "larger", "smaller", "slower", "faster", "better",
        ],
    ),
    (
        "are no",
        &["longer", "more", "larger", "smaller", "slower", "faster"],
    ),
];

impl TextKind {
    /// Maximum number of words in a sentence.
    const fn most_words(self) -> usize {
        match self {
            Self::Help | Self::Error | Self::Message => 25,
            Self::Document | Self::Comment => 35,
        }
    }
}

impl PlacedText {
    /// Faults of the text, each with its place.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut add = |fault: String| faults.push(format!("{}: {fault}", self.place));
        for sentence in sentences(&self.words) {
            let lower = sentence.to_lowercase();
            let is_comment = self.kind == TextKind::Comment;
            let of_comments = COMMENT_OPENINGS.iter().filter(|_| is_comment);
            let mut openings = OPENINGS.iter().chain(of_comments);
            if let Some(opening) = openings.find(|opening| lower.starts_with(**opening)) {
                add(format!("begins with {opening:?}: {sentence}"));
            }
            let length = length(&sentence);
            if length > self.kind.most_words() {
                add(format!("{length} words: {sentence}"));
            }
            let words = words(&lower);
            let is_printed = !matches!(self.kind, TextKind::Document | TextKind::Comment);
            let printed = PRINTED_PHRASES.iter().filter(|_| is_printed);
            let of_comments = COMMENT_PHRASES.iter().filter(|_| is_comment);
            for (phrase, better) in PHRASES.iter().chain(printed).chain(of_comments) {
                if has_phrase(&words, phrase) {
                    add(format!("{phrase:?} (better: {better}): {sentence}"));
                }
            }
        }
        if self.kind == TextKind::Error {
            let first = self.words.split_whitespace().next().unwrap_or_default();
            let is_word = first.chars().skip(1).any(char::is_lowercase);
            if first.starts_with(char::is_uppercase) && is_word {
                add(format!("begins with a capital: {}", self.words));
            }
            if self.words.ends_with('.') && !self.words.ends_with("..") {
                add(format!("ends with a period: {}", self.words));
            }
        }
        faults
    }
}

/// Words of a sentence, without the punctuation around them.
fn words(sentence: &str) -> Vec<&str> {
    let words = sentence.split_whitespace();
    let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).collect()
}

/// Number of words in a sentence.
pub fn length(sentence: &str) -> usize {
    words(sentence).len()
}

fn has_phrase(words: &[&str], phrase: &str) -> bool {
    static SPLIT: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
        let all = PHRASES.iter().chain(&PRINTED_PHRASES);
        let all = all.chain(&COMMENT_PHRASES);
        all.map(|(phrase, _)| (*phrase, phrase.split(' ').collect()))
            .collect()
    });
    let Some((_, parts)) = SPLIT.iter().find(|(other, _)| *other == phrase) else {
        return false;
    };
    let unless = UNLESS.iter().find(|(other, _)| *other == phrase);
    let unless = unless.map_or(&[][..], |(_, next)| *next);
    words.windows(parts.len()).enumerate().any(|(at, window)| {
        let next = words.get(at + parts.len());
        window == parts.as_slice() && !next.is_some_and(|next| unless.contains(next))
    })
}

/// Sentences of a text. A sentence ends at a period, colon or semicolon before a blank, at a blank
/// or indented line, and at the end.
pub fn sentences(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut current = String::new();
    let mut end = |current: &mut String| {
        let sentence = current.trim();
        if !sentence.is_empty() {
            all.push(sentence.to_owned());
        }
        current.clear();
    };
    for line in text.lines() {
        if line.trim().is_empty() || line.starts_with("  ") {
            end(&mut current);
        }
        for word in line.split_whitespace() {
            current.push_str(word);
            current.push(' ');
            let is_abbreviation = ["e.g.", "i.e.", "cf.", "vs."].contains(&word);
            if word.ends_with(['.', '?', '!', ':', ';']) && !is_abbreviation {
                end(&mut current);
            }
        }
    }
    end(&mut current);
    all
}
