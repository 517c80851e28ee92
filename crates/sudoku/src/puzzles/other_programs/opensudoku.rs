//! Elements of `OpenSudoku` XML: `<game data="53007…" note="…"/>`.

use std::borrow::Cow;

use super::{FormatFault, FoundCells};

/// End of the first element, comment or declaration of a text, or `None` if it may go on.
pub fn element_end(text: &[u8]) -> Option<usize> {
    let start = memchr::memchr(b'<', text)?;
    let element = &text[start..];
    if element.starts_with(b"<!--") {
        return memchr::memmem::find(element, b"-->").map(|end| start + end + 3);
    }
    let mut quote = None;
    for (at, &byte) in element.iter().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            (None, b'>') => return Some(start + at + 1),
            _ => {}
        }
    }
    None
}

/// Reads an element, and the text before it. Returns `None` for an element without a puzzle.
///
/// # Errors
///
/// The place of the fault, and the reason.
pub fn read_element(text: &str) -> Result<Option<FoundCells>, FormatFault> {
    let Some(start) = text.find('<') else {
        return Ok(None);
    };
    let inner = text[start + 1..]
        .trim_end()
        .trim_end_matches('>')
        .trim_end_matches('/');
    let name_end = inner
        .find(|c: char| c.is_whitespace())
        .unwrap_or(inner.len());
    let (name, rest) = inner.split_at(name_end);
    if name != "game" {
        return Ok(None);
    }
    let offset = start + 1 + name_end;
    let (mut value, mut note) = (None, None);
    let mut at = 0;
    loop {
        let trimmed = rest[at..].trim_start();
        at = rest.len() - trimmed.len();
        if trimmed.is_empty() {
            break;
        }
        let wrong = |place: usize| {
            let reason = "expected an attribute of <game>, such as data=\"…\"";
            Err((offset + place, reason.to_owned()))
        };
        let Some((key, after)) = trimmed.split_once('=') else {
            return wrong(at);
        };
        let inside = after.trim_start();
        let Some(quote) = inside.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            return wrong(at);
        };
        let begin = rest.len() - inside.len() + 1;
        let Some(length) = rest[begin..].find(quote) else {
            return wrong(begin);
        };
        let text = &rest[begin..begin + length];
        match key.trim() {
            "data" if value.is_none() => value = Some((offset + begin, text)),
            "data" => return Err((offset + at, "a second data of <game>".to_owned())),
            "note" | "name" => note = Some(unescaped(text).into_owned()),
            _ => {}
        }
        at = begin + length + 1;
    }
    let Some((place, text)) = value else {
        return Err((start, "no data of <game>".to_owned()));
    };
    Ok(Some(FoundCells {
        cells: text.to_owned(),
        offset: place,
        tag: note.filter(|note| !note.trim().is_empty()),
    }))
}

/// Returns a text with its entities resolved.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let text = entities
        .iter()
        .fold(text.to_owned(), |text, (entity, c)| text.replace(entity, c));
    Cow::Owned(text)
}
