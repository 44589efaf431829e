//! Contents and lists may be too large for a tree: of those the beginning is drawn.

use crate::guard::{Checked, Refusal};
use crate::stream::{Stream, Token};

/// Tokens of a list that are drawn; each entry of contents has about ten.
const MAX_TOKENS: usize = 300_000;
/// Up to here a file is read into a tree as it is.
const WHOLE_BYTES: usize = 4 << 20;

/// The beginning of a list that is too large, as a file of its own; `None` when the whole of it will do.
pub(super) fn beginning(file: &Checked<'_>) -> Result<Option<String>, Refusal> {
    let is_list = matches!(file.root(), "pm" | "dml" | "ddn" | "exchangePackageStatusList" | "dataSetStatusList");
    if !is_list || file.text().len() <= WHOLE_BYTES {
        return Ok(None);
    }
    let mut stream = Stream::new(file.text().as_bytes());
    let mut out = String::new();
    let mut open: Vec<String> = Vec::new();
    for _ in 0..MAX_TOKENS {
        match stream.next_token()? {
            Some(Token::Start) => {
                out.push('<');
                out.push_str(stream.name());
                // Prefixes are not declared in what is written here.
                for (key, value) in stream.attributes().filter(|(key, _)| !key.contains(':') && *key != "xmlns") {
                    out.push(' ');
                    out.push_str(key);
                    out.push_str("=\"");
                    escape(value, &mut out);
                    out.push('"');
                }
                out.push('>');
                open.push(stream.name().to_owned());
            }
            Some(Token::End) => close(open.pop(), &mut out),
            Some(Token::Text) => escape(stream.text(), &mut out),
            None => return Ok(None),
        }
    }
    while !open.is_empty() {
        close(open.pop(), &mut out);
    }
    Ok(Some(out))
}

fn close(name: Option<String>, out: &mut String) {
    if let Some(name) = name {
        out.push_str("</");
        out.push_str(&name);
        out.push('>');
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            c => out.push(c),
        }
    }
}
