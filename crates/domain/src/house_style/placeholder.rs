//! Headers and footers with placeholders.

use crate::field::FieldCode;
use crate::object::words;
use crate::text;

/// Characters of the header and of the footer, with their placeholders.
pub const MAX_STYLE_TEXT: usize = 120;

words! {
    /// A word in braces that stands for something of the publication.
    StylePlaceholder {
        Manual = "manual",
        Revision = "revision",
        /// The day of the newest content, as on the title page.
        Date = "date",
    }
}

/// The values of placeholders.
#[derive(Debug, Clone, Copy, Default)]
pub struct StyleValues<'a> {
    pub manual: &'a str,
    pub revision: &'a str,
    pub date: &'a str,
}

/// A piece of a header or footer.
enum StylePiece<'a> {
    Text(&'a str),
    Placeholder(StylePlaceholder),
}

/// The pieces of a text; none where a brace opens something else than a placeholder.
fn pieces(text: &str) -> Option<Vec<StylePiece<'_>>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}')?;
        found.push(StylePiece::Text(before));
        found.push(StylePiece::Placeholder(StylePlaceholder::parse(name)?));
        rest = behind;
    }
    found.push(StylePiece::Text(rest));
    Some(found)
}

/// A line whose placeholders are all known. Each may stand in it once: a title can be as long as the line itself.
pub(super) fn parse_text(typed: &str) -> Result<String, FieldCode> {
    let line = text::line(typed, 0, MAX_STYLE_TEXT)?;
    let Some(pieces) = pieces(&line) else { return Err(FieldCode::UnknownValue) };
    let is_repeated = |wanted: StylePlaceholder| {
        let is_wanted = |piece: &&StylePiece<'_>| matches!(piece, StylePiece::Placeholder(found) if *found == wanted);
        pieces.iter().filter(is_wanted).count() > 1
    };
    if StylePlaceholder::ALL.into_iter().any(is_repeated) { Err(FieldCode::TooMany) } else { Ok(line) }
}

/// A header or footer with the values of a publication in place of its placeholders.
pub fn fill(text: &str, values: StyleValues<'_>) -> String {
    let Some(pieces) = pieces(text) else { return text.to_owned() };
    let value = |piece: &StylePiece<'_>| match piece {
        StylePiece::Text(text) => (*text).to_owned(),
        StylePiece::Placeholder(StylePlaceholder::Manual) => values.manual.to_owned(),
        StylePiece::Placeholder(StylePlaceholder::Revision) => values.revision.to_owned(),
        StylePiece::Placeholder(StylePlaceholder::Date) => values.date.to_owned(),
    };
    pieces.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_nothing_else_is_changed() {
        let values = StyleValues { manual: "MEL {revision}", revision: "4", date: "2026-11-17" };
        assert_eq!(fill("{manual} · Rev. {revision} ({date}) }", values), "MEL {revision} · Rev. 4 (2026-11-17) }");
        assert_eq!(fill("受控文件", values), "受控文件");
        assert_eq!(fill("", values), "");
    }

    #[test]
    fn a_text_is_one_line_and_has_each_placeholder_once() {
        assert!(parse_text("{manual} {revision} {date}").is_ok());
        assert_eq!(parse_text("{manual} {date} {manual}"), Err(FieldCode::TooMany));
        assert_eq!(parse_text("one\u{2028}two"), Err(FieldCode::Character));
        assert_eq!(parse_text("one\u{2029}two"), Err(FieldCode::Character));
    }
}
