//! Styles of text in terminals: given, found, removed and dimmed.

/// Choice between plain and styled text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Plain characters, for files and pipes.
    #[default]
    Plain,
    /// Escape sequences of terminals (ECMA-48).
    Terminal,
}

impl Paint {
    /// Style of something given: bold.
    pub fn given(self, text: &str) -> String {
        self.styled("1", text)
    }

    /// Style of something found: cyan.
    pub fn found(self, text: &str) -> String {
        self.styled("36", text)
    }

    /// Style of something less important: dim.
    pub fn dim(self, text: &str) -> String {
        self.styled("2", text)
    }

    /// Style of something removed: red.
    pub fn removed(self, text: &str) -> String {
        self.styled("31", text)
    }

    fn styled(self, rendition: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Terminal => format!("\x1b[{rendition}m{text}\x1b[0m"),
        }
    }
}
