//! A doc line names its subject: a line that begins with "What" leaves it to the reader.

use crate::{files, read, shown};

/// Doc lines that may begin with "What". The number may only shrink.
const ALLOWED: usize = 0;

/// Whether a line of Rust or TypeScript is a doc line that begins with "What".
fn is_riddle(line: &str) -> bool {
    let marks = ["///", "//!", "/**", "*"];
    marks.iter().any(|mark| line.trim_start().strip_prefix(mark).is_some_and(|rest| rest.starts_with(" What ")))
}

#[test]
fn doc_lines_name_their_subject() {
    let code = files("crates", &[".rs"]).into_iter().chain(files("web", &[".ts", ".tsx"]));
    let found: Vec<String> = code
        .flat_map(|path| {
            let text = read(&path);
            let lines = text.lines().enumerate().filter(|(_, line)| is_riddle(line));
            lines.map(|(at, line)| format!("{}:{}: {}", shown(&path), at + 1, line.trim())).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(found.len(), ALLOWED, "begin with the subject, and take the number down when it shrinks: {found:#?}");
}

#[test]
fn doc_lines_are_recognised() {
    assert!(is_riddle("    /// What a job found."));
    assert!(is_riddle(" * What a job found."));
    assert!(!is_riddle("// What a job found."));
    assert!(!is_riddle("/// The findings of a job."));
}
