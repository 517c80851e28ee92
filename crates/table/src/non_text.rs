//! Recognition of files that are not text, by their first bytes.

/// First bytes of kinds of files that users may take for text.
const KINDS: [(&[u8], &str); 11] = [
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
    (b"\xfd7zXZ\0", "compressed by xz"),
    (b"\x04\x22\x4d\x18", "compressed by LZ4"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"PK\x03\x04", "a ZIP archive, such as .xlsx or .ods"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"PAR1", "a Parquet table"),
];

/// Number of bytes examined for two-byte characters.
const UTF16_SAMPLE: usize = 16;

/// Returns the kind of a file that begins with `head`, or `None` if it may be UTF-8 text.
pub fn sniff_non_text(head: &[u8]) -> Option<&'static str> {
    let known = KINDS.iter().find(|(begin, _)| head.starts_with(begin));
    known
        .map(|&(_, kind)| kind)
        .or_else(|| is_bzip2(head).then_some("compressed by bzip2"))
        .or_else(|| is_two_byte(head).then_some("UTF-16 text"))
}

/// Returns whether the bytes start a bzip2 file: any block size, then a block or the end of an
/// empty file.
fn is_bzip2(head: &[u8]) -> bool {
    let blocks: [&[u8]; 2] = [b"1AY&SY", b"\x17rE8P\x90"];
    let block = head.strip_prefix(b"BZh").and_then(|rest| rest.get(1..));
    block.is_some_and(|block| blocks.iter().any(|begin| block.starts_with(begin)))
}

/// Returns whether every other byte is zero, as in ASCII letters in UTF-16 without a byte order
/// mark.
fn is_two_byte(head: &[u8]) -> bool {
    let Some(head) = head.get(..UTF16_SAMPLE) else {
        return false;
    };
    let zeros = |parity: usize| {
        let mut pairs = head.chunks_exact(2);
        pairs.all(|pair| pair[parity] == 0 && pair[1 - parity] != 0)
    };
    zeros(0) || zeros(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_text_are_known() {
        let little: Vec<u8> = "53..7...."
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = "53..7...."
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        for (head, kind) in [
            (&b"\xff\xfe5\x003\x00"[..], "UTF-16 text"),
            (&little, "UTF-16 text"),
            (&big, "UTF-16 text"),
            (b"BZh91AY&SYxx", "compressed by bzip2"),
            (b"BZh31AY&SYxx", "compressed by bzip2"),
            (b"BZh9\x17rE8P\x90", "compressed by bzip2"),
            (b"\xfd7zXZ\0\0\x04", "compressed by xz"),
            (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture"),
            (b"%PDF-1.7\n", "a PDF document"),
        ] {
            assert_eq!(sniff_non_text(head), Some(kind), "{head:?}");
        }
        let texts: [&[u8]; 6] = [
            b"",
            b"5",
            b"BZh9",
            "é3..7....".as_bytes(),
            b"%P",
            b"\0\0\0\0",
        ];
        assert!(texts.iter().all(|text| sniff_non_text(text).is_none()));
    }
}
