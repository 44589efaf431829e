//! Contents and lists may be too large for a tree: of those the beginning is read.

use crate::guard::{Checked, Refusal};
use crate::stream::{Stream, Token};

/// Tokens of a list that are read; each entry of contents has about ten.
const MAX_TOKENS: usize = 300_000;
/// Up to here a file is read into a tree as it is.
const WHOLE_BYTES: usize = 4 << 20;

/// The beginning of a list that is too large.
pub(in crate::document) struct Beginning {
    /// The bytes of the file up to the cut, then the end tags of the elements that are open there.
    pub(in crate::document) text: String,
    /// The number of bytes that are the file's.
    pub(in crate::document) kept: usize,
}

/// The beginning of a list that is too large; `None` when the whole of it will do.
pub(in crate::document) fn beginning(file: &Checked<'_>) -> Result<Option<Beginning>, Refusal> {
    let is_list = matches!(file.root(), "pm" | "dml" | "ddn" | "exchangePackageStatusList" | "dataSetStatusList");
    let text = file.text();
    if !is_list || text.len() <= WHOLE_BYTES {
        return Ok(None);
    }
    let mut stream = Stream::new(text.as_bytes());
    let mut open: Vec<&str> = Vec::new();
    let mut last = Token::Text;
    for _ in 0..MAX_TOKENS {
        let Some(token) = stream.next_token()? else { return Ok(None) };
        match token {
            Token::Start => open.push(name_before(text, stream.position())),
            Token::End => drop(open.pop()),
            Token::Text => {}
        }
        last = token;
    }
    let kept = text.get(..stream.position()).unwrap_or(text);
    let kept = &kept[..kept.rfind('>').map_or(0, |at| at + 1)];
    // An empty element comes as two tokens and may be cut between them.
    if last == Token::Start && kept.ends_with("/>") {
        open.pop();
    }
    let mut beginning = Beginning { text: kept.to_owned(), kept: kept.len() };
    for name in open.into_iter().rev() {
        beginning.text.push_str("</");
        beginning.text.push_str(name);
        beginning.text.push('>');
    }
    Ok(Some(beginning))
}

/// The name of the element whose start tag ends at a byte, as written.
fn name_before(text: &str, end: usize) -> &str {
    let tag = text.get(..end).and_then(|text| text.rfind('<')).and_then(|at| text.get(at + 1..end)).unwrap_or_default();
    tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default()
}
