//! Random edits of XML texts.

use proptest::prelude::*;
use roxmltree::Node;

use crate::content::parse;

/// Applies one random edit to a text; the same numbers make the same edit.
pub(crate) fn edited(text: &str, (op, one, two): (u8, usize, usize)) -> String {
    let xml = parse(text);
    let elements: Vec<Node<'_, '_>> =
        xml.descendants().filter(|node| node.is_element() && node.parent_element().is_some()).collect();
    let Some(first) = elements.get(one % elements.len().max(1)) else { return text.to_owned() };
    let second = elements[two % elements.len()];
    let (here, there) = (first.range(), second.range());
    let texts: Vec<Node<'_, '_>> = xml
        .descendants()
        .filter(|node| node.is_text() && node.text().is_some_and(|text| text.contains(' ') && !text.trim().is_empty()))
        .collect();
    let word = texts.get(one % texts.len().max(1)).and_then(|node| {
        let range = node.range();
        let raw = &text[range.clone()];
        if raw.contains(['&', '<']) {
            return None;
        }
        let starts: Vec<usize> = raw.match_indices(' ').map(|(at, _)| range.start + at + 1).collect();
        starts.get(two % starts.len().max(1)).copied()
    });
    let cut = |text: &str| format!("{}{}", &text[..here.start], &text[here.end..]);
    match (op % 9, word) {
        (0, _) => cut(text),
        (1, _) => format!("{}{}{}", &text[..there.start], &text[here.clone()], &text[there.start..]),
        (2, _) if there.start >= here.end => format!(
            "{}{}{}{}",
            &text[..here.start],
            &text[here.end..there.start],
            &text[here.clone()],
            &text[there.start..]
        ),
        (2, _) if there.end <= here.start => format!(
            "{}{}{}{}",
            &text[..there.start],
            &text[here.clone()],
            &text[there.start..here.start],
            &text[here.end..]
        ),
        (3, Some(at)) => format!("{}torque 14.5 &amp; {}", &text[..at], &text[at..]),
        (4, Some(at)) => format!("{}<emphasis emphasisType='em01'>new</emphasis> {}", &text[..at], &text[at..]),
        (5, Some(at)) => format!("{}\u{4f60}\u{597d}{}", &text[..at], &text[at..]),
        (6, Some(at)) => format!("{}\n   {}", &text[..at], &text[at..]),
        (7, _) => match first.attributes().next() {
            Some(attribute) => format!(
                "{}x&lt;{one}{}",
                &text[..attribute.range_value().start],
                &text[attribute.range_value().start..]
            ),
            None => text.to_owned(),
        },
        (8, _) => match first.attributes().next_back() {
            Some(attribute) => format!("{}{}", &text[..attribute.range().start], &text[attribute.range().end..]),
            None => text.to_owned(),
        },
        _ => text.to_owned(),
    }
}

pub(crate) fn edits() -> impl Strategy<Value = Vec<(u8, usize, usize)>> {
    prop::collection::vec((any::<u8>(), any::<usize>(), any::<usize>()), 1..12)
}
