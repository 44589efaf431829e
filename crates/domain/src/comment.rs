//! Comments: threads about a paragraph, a picture or a whole module.

use chrono::{DateTime, TimeDelta, Utc};

use crate::field::FieldCode;
use crate::id::{CommentId, CommentThreadId, ObjectId, UserId, VersionId};
use crate::object::words;

/// Characters of one comment.
pub const MAX_TEXT: usize = 4_000;
/// Characters of a proposed paragraph.
pub const MAX_PARAGRAPH: usize = 20_000;
/// Characters of the quoted beginning of a paragraph.
pub const MAX_QUOTE: usize = 300;
/// Comments in one thread.
pub const MAX_COMMENTS: u64 = 200;
/// Threads about one module.
pub const MAX_THREADS: u64 = 500;
/// People mentioned in one comment.
pub const MAX_MENTIONS: usize = 20;
/// Comments that one person may write within [`RATE_PERIOD`].
pub const MAX_RATE: u64 = 30;
pub const RATE_PERIOD: TimeDelta = TimeDelta::minutes(1);

words! {
    /// The subject of a thread.
    CommentTarget {
        Module = "module",
        Paragraph = "paragraph",
        Picture = "picture",
    }
}

words! {
    ThreadState {
        Open = "open",
        Resolved = "resolved",
    }
}

/// A person as comments name them; deactivated accounts keep their name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commenter {
    pub id: UserId,
    pub account: String,
    pub name: String,
}

/// A thread without its comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentThread {
    pub id: CommentThreadId,
    pub object_id: ObjectId,
    /// The version that was read when it was started.
    pub version: VersionId,
    pub target: CommentTarget,
    /// In that version; empty for the whole module.
    pub anchor: String,
    /// The beginning of the paragraph, or the number of the picture.
    pub quote: String,
    pub state: ThreadState,
    pub author: Commenter,
    pub created_on: DateTime<Utc>,
    /// The last comment, or the last change of the state.
    pub updated_on: DateTime<Utc>,
    pub resolved: Option<(String, DateTime<Utc>)>,
    /// Deleted comments included.
    pub comments: u64,
}

/// A thread as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedThread {
    pub thread: CommentThread,
    /// The path of the module.
    pub path: String,
    pub code: String,
    pub title: String,
    /// The first comment that was not deleted.
    pub text: String,
    /// It has a suggestion that nobody has accepted yet.
    pub has_suggestion: bool,
    /// The caller follows the thread.
    pub is_followed: bool,
    /// Others wrote since the caller last read it.
    pub is_new: bool,
    /// The account that wrote last.
    pub last_by: String,
}

words! {
    /// The state of a paragraph since an anchor was made.
    PlaceState {
        Unchanged = "unchanged",
        Changed = "changed",
        Gone = "gone",
    }
}

/// The paragraph of a thread in the text that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadPlace {
    /// The HTML id; empty for the whole module, and for a paragraph that is gone.
    pub id: String,
    pub state: PlaceState,
}

impl ThreadPlace {
    pub fn gone() -> Self {
        Self { id: String::new(), state: PlaceState::Gone }
    }
}

/// A comment in a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadComment {
    pub id: CommentId,
    pub thread: CommentThreadId,
    pub author: Commenter,
    pub text: String,
    pub suggestion: Option<SuggestedText>,
    pub created_on: DateTime<Utc>,
    pub edited_on: Option<DateTime<Utc>>,
    pub is_deleted: bool,
}

/// A proposed text of a paragraph. Elements in the line stand in both texts as placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuggestedText {
    pub old: String,
    pub new: String,
    /// The account that accepted it, and when.
    pub accepted: Option<(String, DateTime<Utc>)>,
}

/// Parses the text of a comment; lines stay.
pub fn parse_text(text: &str) -> Result<String, FieldCode> {
    checked(text.replace("\r\n", "\n").trim().to_owned(), MAX_TEXT)
}

/// Parses the proposed text of a paragraph, which is one line. Blanks that do not break and ideographic ones are
/// letters of the text: the paragraph has them as they are.
pub fn parse_paragraph(text: &str) -> Result<String, FieldCode> {
    checked(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "), MAX_PARAGRAPH)
}

fn checked(text: String, max: usize) -> Result<String, FieldCode> {
    if text.trim().is_empty() {
        return Err(FieldCode::Required);
    }
    if text.chars().count() > max {
        return Err(FieldCode::TooLong);
    }
    // XML has no place for the last two.
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{fffe}' | '\u{ffff}')) {
        return Err(FieldCode::Character);
    }
    Ok(text)
}

/// The accounts that a text may mention, each once: words that begin with `@`.
///
/// An account may contain dots, and a sentence ends with one, so that a word is given without the signs at its end.
pub fn mentions(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '@');
    let mut found: Vec<&str> = Vec::new();
    for word in text.split(|c: char| !is_part(c)) {
        // `anna@example.com` mentions nobody.
        let Some(account) = word.strip_prefix('@') else { continue };
        let account = account.trim_end_matches(['.', '-', '_', '@']);
        if account.len() >= 2 && !found.contains(&account) {
            found.push(account);
        }
    }
    found
}

/// The beginning of a text, cut to the length of a quote.
pub fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_QUOTE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_words_that_begin_with_an_at_sign() {
        for (text, expected) in [
            ("@ines.approver please check. @li.author, too", vec!["ines.approver", "li.author"]),
            ("ask @ruth.", vec!["ruth"]),
            ("mail anna@example.com", vec![]),
            ("@anna @anna", vec!["anna"]),
            ("@ @a", vec![]),
            ("请 @li.author 看一下", vec!["li.author"]),
            ("(@anna@airline)", vec!["anna@airline"]),
        ] {
            assert_eq!(mentions(text), expected, "{text}");
        }
    }

    #[test]
    fn a_comment_keeps_its_lines_and_has_a_limit() {
        assert_eq!(parse_text(" a\r\nb\n "), Ok("a\nb".to_owned()));
        assert_eq!(parse_text(" \n"), Err(FieldCode::Required));
        assert_eq!(parse_text(&"车".repeat(4_000)).map(|text| text.chars().count()), Ok(4_000));
        assert_eq!(parse_text(&"a".repeat(4_001)), Err(FieldCode::TooLong));
        assert_eq!(parse_text("a\u{7}"), Err(FieldCode::Character));
    }

    #[test]
    fn a_proposed_paragraph_is_one_line() {
        assert_eq!(parse_paragraph(" Close\n the\tvalve. "), Ok("Close the valve.".to_owned()));
        assert_eq!(parse_paragraph(""), Err(FieldCode::Required));
        assert_eq!(parse_paragraph(" \u{3000} "), Err(FieldCode::Required));
        assert_eq!(parse_paragraph("a\u{ffff}"), Err(FieldCode::Character));
        assert_eq!(parse_paragraph("a\u{7}"), Err(FieldCode::Character));
    }

    #[test]
    fn a_proposed_paragraph_keeps_blanks_that_are_letters() {
        for text in ["5\u{a0}Nm", "刹车\u{3000}油", "5\u{2009}%", "\u{3000}开始", "\u{a0}a\u{a0}"] {
            assert_eq!(parse_paragraph(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_long_quote_is_cut_between_characters() {
        assert_eq!(quote(" a \n b "), "a b");
        assert_eq!(quote(&"刹".repeat(301)), format!("{}…", "刹".repeat(300)));
    }
}
