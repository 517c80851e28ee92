//! Command line for records, without the folders of this machine.

use std::path::Path;

/// Arguments of the program, quoted for a shell. An absolute path is shortened to its last
/// component, because its folders exist only on this machine.
pub fn portable_command_line(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.map(|word| without_folders(&word)).collect();
    let words = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
    format!("countless {words}")
}

/// Shortens a word that is an absolute path, or the absolute paths between `=`, quotes and blanks.
fn without_folders(word: &str) -> String {
    let part = |text: &str| {
        let path = Path::new(text);
        let last = path.file_name().filter(|_| path.is_absolute());
        last.map_or(text.to_owned(), |last| last.to_string_lossy().into_owned())
    };
    if Path::new(word).is_absolute() && !word.contains('=') {
        return part(word);
    }
    let blank = |character: char| matches!(character, ' ' | '=' | '\'' | '"');
    let parts = word.split_inclusive(blank).map(|piece| {
        let text = piece.trim_end_matches(blank);
        part(text) + &piece[text.len()..]
    });
    parts.collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::portable_command_line;

    #[test]
    fn folders_of_this_machine_are_not_told() {
        let line = |words: &[&str]| portable_command_line(words.iter().map(ToString::to_string));
        let told = line(&["bench", "--datasets", "/home/me/my sets", "-o", "results/a"]);
        assert_eq!(told, "countless bench --datasets 'my sets' -o results/a");
        assert_eq!(
            line(&["--datasets=/home/me/sets/"]),
            "countless '--datasets=sets'"
        );
        let told = line(&["--vs", "x=/opt/x/bin/x -f '/opt/a.cfg' {file}"]);
        assert_eq!(told, r#"countless --vs "x=x -f 'a.cfg' {file}""#);
        assert_eq!(
            line(&["--vs", "x=env A=/b/c x {n}"]),
            "countless --vs 'x=env A=c x {n}'"
        );
    }
}
