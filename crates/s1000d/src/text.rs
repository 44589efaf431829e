//! White space of running text.

/// The text with runs of white space folded into one blank and none at its ends.
pub(crate) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
