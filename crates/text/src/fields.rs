//! The fields of a line, and several divisions of a line into fields.

/// A part of a text that should be one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextField<'a> {
    /// Characters of the field.
    pub text: &'a str,
    /// Byte offset of the field in the text.
    pub at: usize,
}

/// The fields of one row of cells.
pub type FieldRow<'a> = Vec<TextField<'a>>;

/// A line of a text, without its line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSlice<'a> {
    /// Characters of the line.
    pub text: &'a str,
    /// Byte offset of the line in the text.
    pub at: usize,
}

impl<'a> LineSlice<'a> {
    /// The field from one byte of the line to another.
    pub fn part(self, from: usize, to: usize) -> TextField<'a> {
        TextField {
            text: &self.text[from..to],
            at: self.at + from,
        }
    }

    /// Byte offset in the text after the last character that is not white space.
    pub fn end(self) -> usize {
        self.at + self.text.trim_end().len()
    }

    /// The line from the byte `from` on.
    #[must_use]
    pub fn after(self, from: usize) -> Self {
        Self {
            text: &self.text[from..],
            at: self.at + from,
        }
    }

    /// The text between separators, which may be empty.
    fn pieces(self, separates: impl Fn(char) -> bool) -> impl Iterator<Item = TextField<'a>> {
        self.text.split(separates).map(move |piece| {
            let from = piece.as_ptr().addr() - self.text.as_ptr().addr();
            self.part(from, from + piece.len())
        })
    }

    /// The fields between separators. A run of separators counts as one.
    pub fn parts(self, separates: impl Fn(char) -> bool) -> FieldRow<'a> {
        let pieces = self.pieces(separates);
        pieces.filter(|piece| !piece.text.is_empty()).collect()
    }

    /// Words: the fields between blanks and bars.
    pub fn words(self) -> FieldRow<'a> {
        self.parts(|c| c.is_whitespace() || is_bar(c))
    }

    /// Single characters without blanks and bars.
    pub fn characters(self) -> FieldRow<'a> {
        self.characters_but(|c| c.is_whitespace() || is_bar(c))
    }

    /// Single characters, except for those to be left out.
    pub(super) fn characters_but(self, leaves_out: impl Fn(char) -> bool) -> FieldRow<'a> {
        let chars = self.text.char_indices().filter(|&(_, c)| !leaves_out(c));
        chars
            .map(|(at, c)| self.part(at, at + c.len_utf8()))
            .collect()
    }

    /// The fields between separators, without surrounding blanks and quotes.
    pub fn separated(self, separates: impl Fn(char) -> bool) -> FieldRow<'a> {
        self.pieces(separates).map(unquoted).collect()
    }

    /// The fields between bars.
    pub fn barred(self) -> FieldRow<'a> {
        self.separated(is_bar)
    }

    /// The fields between bars in a frame. `None` unless the line begins and ends with a bar.
    pub fn framed(self) -> Option<FieldRow<'a>> {
        let mut row = self.barred();
        let is_blank =
            |field: Option<&TextField<'_>>| field.is_some_and(|field| field.text.is_empty());
        if row.len() < 3 || !is_blank(row.first()) || !is_blank(row.last()) {
            return None;
        }
        row.pop();
        row.remove(0);
        Some(row)
    }
}

/// A field without surrounding blanks and quotes.
pub(super) fn unquoted(field: TextField<'_>) -> TextField<'_> {
    let trimmed = trimmed(field);
    for quote in ['"', '\''] {
        let inner = trimmed.text.strip_prefix(quote);
        if let Some(inner) = inner.and_then(|inner| inner.strip_suffix(quote)) {
            return self::trimmed(TextField {
                text: inner,
                at: trimmed.at + 1,
            });
        }
    }
    trimmed
}

pub(super) fn trimmed(field: TextField<'_>) -> TextField<'_> {
    let before = field.text.len() - field.text.trim_start().len();
    TextField {
        text: field.text.trim(),
        at: field.at + before,
    }
}

/// True if a character separates the boxes of a drawing.
pub fn is_bar(c: char) -> bool {
    matches!(c, '|' | '!' | ':' | '¦') || is_box_drawing(c)
}

/// True for the Unicode box-drawing characters.
pub fn is_box_drawing(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}')
}

/// The lines of a text, without their line ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = LineSlice<'_>> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        LineSlice {
            text: line.strip_suffix('\r').unwrap_or(line),
            at: start,
        }
    })
}
