//! Fields of CSV rows and of NDJSON objects, appended to a byte buffer.

/// Appends a CSV field, quoted if it needs to be.
///
/// ```
/// let mut row = Vec::new();
/// countless::io::push_csv(&mut row, b"plain");
/// row.push(b',');
/// countless::io::push_csv(&mut row, b"with \"quotes\", and a comma");
/// assert_eq!(row, br#"plain,"with ""quotes"", and a comma""#);
/// ```
pub fn push_csv(row: &mut Vec<u8>, field: &[u8]) {
    let special = |byte: &u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if !field.iter().any(special) {
        row.extend_from_slice(field);
        return;
    }
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::Any(b'\n'))
        .from_writer(Vec::new());
    // Writing to memory cannot fail.
    if writer.write_record([field]).is_ok()
        && let Ok(mut quoted) = writer.into_inner()
    {
        quoted.pop();
        row.append(&mut quoted);
    }
}

/// Appends a number in decimal; most have one digit.
pub(crate) fn push_number(row: &mut Vec<u8>, number: u64) {
    if number < 10 {
        row.push(b'0' + number as u8);
    } else {
        row.extend_from_slice(number.to_string().as_bytes());
    }
}

/// Appends a JSON string.
///
/// ```
/// let mut row = Vec::new();
/// countless::io::push_json(&mut row, "a \"b\"");
/// assert_eq!(row, br#""a \"b\"""#);
/// ```
pub fn push_json(row: &mut Vec<u8>, text: &str) {
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(row, text);
}
