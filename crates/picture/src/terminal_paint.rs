//! Marks for terminals: what was given, what was found, what is out of play.

/// Whether text has such marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Characters alone, for files and pipes.
    #[default]
    Plain,
    /// With the escape sequences of terminals (ECMA-48).
    Terminal,
}

impl Paint {
    /// Something that was given: bold.
    pub fn given(self, text: &str) -> String {
        self.styled("1", text)
    }

    /// Something that was found: cyan.
    pub fn found(self, text: &str) -> String {
        self.styled("36", text)
    }

    /// Something that is out of play: dim.
    pub fn dim(self, text: &str) -> String {
        self.styled("2", text)
    }

    /// Something that is gone: red.
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
