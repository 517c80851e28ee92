//! Line ends and byte order marks, which differ between editors.

/// Bytes of a UTF-8 byte order mark, which some editors write first.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Line ends of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnds {
    /// Line feeds, with or without carriage returns before them.
    Feeds,
    /// Carriage returns alone, as on old Macs.
    Returns,
}

impl LineEnds {
    /// Returns the line ends of a text that starts with `head`.
    pub fn of(head: &[u8]) -> Self {
        let has = |byte| memchr::memchr(byte, head).is_some();
        if has(b'\r') && !has(b'\n') {
            Self::Returns
        } else {
            Self::Feeds
        }
    }

    /// Converts the line ends of a part of the text to line feeds.
    pub fn make_feeds(self, text: &mut [u8]) {
        if self == Self::Returns {
            let returns = text.iter_mut().filter(|byte| **byte == b'\r');
            returns.for_each(|byte| *byte = b'\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_alone_become_feeds() {
        for (text, ends, expected) in [
            ("a\rb\r", LineEnds::Returns, "a\nb\n"),
            ("a\r\nb\r\n", LineEnds::Feeds, "a\r\nb\r\n"),
            ("a\nb", LineEnds::Feeds, "a\nb"),
            ("", LineEnds::Feeds, ""),
        ] {
            let mut bytes = text.as_bytes().to_vec();
            assert_eq!(LineEnds::of(&bytes), ends, "{text:?}");
            ends.make_feeds(&mut bytes);
            assert_eq!(bytes, expected.as_bytes());
        }
    }
}
