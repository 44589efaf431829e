//! The only place that writes HTML: whatever is drawn, what comes out is well-formed, nested as browsers
//! expect it, escaped, and no larger than promised.

use super::tag::{Holds, Tag};

/// Elements that one rendering may hold.
pub const MAX_ELEMENTS: usize = 400_000;
/// Bytes that one rendering may hold, closing tags apart.
pub const MAX_BYTES: usize = 24 << 20;

/// An open element.
#[derive(Debug)]
struct Frame {
    name: &'static str,
    in_line: bool,
    linked: bool,
}

/// HTML as it is put together.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
    stack: Vec<Frame>,
    /// Attributes for the next element that opens.
    pending: String,
    elements: usize,
    /// Elements opened since there is no more room.
    skipped: usize,
    full: bool,
}

impl Html {
    pub(super) fn with_room_for(bytes: usize) -> Self {
        Self { out: String::with_capacity(bytes.min(MAX_BYTES)), ..Self::default() }
    }

    /// Whether something had to be left out.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// Adds an attribute to the next element that opens.
    pub(super) fn pend(&mut self, key: &'static str, value: &str) {
        attribute(key, value, &mut self.pending);
    }

    /// Drops attributes that no element took.
    pub(super) fn drop_pending(&mut self) {
        self.pending.clear();
    }

    /// The elements that must open so that text may stand here.
    pub(super) fn places(&self) -> &'static [Tag] {
        match self.context() {
            "table" => &[Tag::TBODY, Tag::TR, Tag::TD],
            "thead" | "tbody" | "tfoot" => &[Tag::TR, Tag::TD],
            "tr" => &[Tag::TD],
            "ul" | "ol" => &[Tag::LI],
            "dl" => &[Tag::DIV, Tag::DD],
            _ if self.is_in_line() => &[Tag::SPAN],
            _ => &[Tag::DIV],
        }
    }

    /// The element that is open.
    pub(super) fn context(&self) -> &'static str {
        self.stack.last().map_or("", |frame| frame.name)
    }

    /// Whether an equation is open, in which other elements than its own have no place.
    pub(super) fn is_in_equation(&self) -> bool {
        self.stack.iter().any(|frame| frame.name == "math")
    }

    /// Whether only a line of text may follow.
    fn is_in_line(&self) -> bool {
        self.stack.last().is_some_and(|frame| frame.in_line)
    }

    pub(super) fn open(&mut self, tag: Tag, class: &str) {
        self.open_with(tag, class, &[]);
    }

    /// Opens an element. A block inside a line of text becomes a span, and so does a link inside a link.
    pub(super) fn open_with(&mut self, tag: Tag, class: &str, attributes: &[(&'static str, &str)]) {
        if !self.has_room() {
            self.skipped += 1;
            self.pending.clear();
            return;
        }
        self.elements += 1;
        let (in_line, linked) = self.stack.last().map_or((false, false), |frame| (frame.in_line, frame.linked));
        let reduced = (in_line && tag.kind != Holds::Phrase) || (linked && tag == Tag::A);
        let name = if reduced { "span" } else { tag.name };
        self.out.push('<');
        self.out.push_str(name);
        if !class.is_empty() {
            // Classes are words of our own, which need no escaping.
            self.out.push_str(" class=\"");
            self.out.push_str(class);
            self.out.push('"');
        }
        for (key, value) in attributes {
            if !reduced || *key == "title" || key.starts_with("data-") {
                attribute(key, value, &mut self.out);
            }
        }
        self.out.push_str(&self.pending);
        self.pending.clear();
        self.out.push('>');
        let in_line = in_line || tag.kind != Holds::Flow;
        self.stack.push(Frame { name, in_line, linked: linked || tag == Tag::A });
    }

    pub(super) fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(frame) = self.stack.pop() {
            self.out.push_str("</");
            self.out.push_str(frame.name);
            self.out.push('>');
        }
    }

    /// A line break.
    pub(super) fn line_break(&mut self) {
        if self.has_room() {
            self.elements += 1;
            self.out.push_str("<br/>");
        }
    }

    /// The widths of a table's columns in percent.
    pub(super) fn columns(&mut self, widths: &[u32]) {
        if self.has_room() && !self.is_in_line() {
            self.out.push_str("<colgroup>");
            for width in widths {
                self.elements += 1;
                self.out.push_str("<col width=\"");
                self.out.push_str(&width.to_string());
                self.out.push_str("%\"/>");
            }
            self.out.push_str("</colgroup>");
        }
    }

    /// An element that holds text and nothing else.
    pub(super) fn leaf(&mut self, tag: Tag, class: &str, text: &str) {
        self.open(tag, class);
        self.text(text);
        self.close();
    }

    /// Text in elements that stand one inside the other.
    pub(super) fn nested(&mut self, tags: &[Tag], class: &str, text: &str) {
        for tag in tags {
            self.open(*tag, class);
        }
        self.text(text);
        for _ in tags {
            self.close();
        }
    }

    /// Text with its runs of white space folded.
    pub(super) fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let is_space = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_whitespace);
        let (mut start, mut at) = (0, 0);
        while at < bytes.len() {
            if !is_space(at) || (bytes[at] == b' ' && !is_space(at + 1)) {
                at += 1;
                continue;
            }
            self.verbatim(&text[start..at]);
            self.verbatim(" ");
            while is_space(at) {
                at += 1;
            }
            start = at;
        }
        self.verbatim(&text[start..]);
    }

    /// Text as it is.
    pub(super) fn verbatim(&mut self, text: &str) {
        if text.is_empty() || !self.has_room() {
            return;
        }
        let room = MAX_BYTES.saturating_sub(self.out.len());
        let fits = text.floor_char_boundary(room);
        self.full |= fits < text.len();
        escape(&text[..fits], &mut self.out);
    }

    /// Whatever is left open is closed.
    pub(super) fn finish(mut self) -> String {
        self.skipped = 0;
        while !self.stack.is_empty() {
            self.close();
        }
        self.out
    }

    /// The same, with a notice at the end of the outermost element that says why there is no more.
    pub(super) fn finish_with(mut self, class: &str, notice: &str) -> String {
        self.skipped = 0;
        while self.stack.len() > 1 {
            self.close();
        }
        self.out.push_str("<p class=\"");
        self.out.push_str(class);
        self.out.push_str("\">");
        escape(notice, &mut self.out);
        self.out.push_str("</p>");
        self.finish()
    }

    fn has_room(&mut self) -> bool {
        self.full |= self.elements >= MAX_ELEMENTS || self.out.len() >= MAX_BYTES;
        !self.full
    }
}

fn attribute(key: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(key);
    out.push_str("=\"");
    escape(value, out);
    out.push('"');
}

/// The bytes that are written otherwise.
const ESCAPED: [bool; 256] = {
    let mut escaped = [false; 256];
    escaped[b'&' as usize] = true;
    escaped[b'<' as usize] = true;
    escaped[b'>' as usize] = true;
    escaped[b'"' as usize] = true;
    escaped[b'\'' as usize] = true;
    escaped
};

fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| ESCAPED[usize::from(byte)]) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_in_a_line_and_links_in_a_link_become_spans() {
        let mut html = Html::default();
        html.open(Tag::P, "a");
        html.open_with(Tag::TABLE, "b", &[("colspan", "2"), ("data-x", "1")]);
        html.open_with(Tag::A, "", &[("href", "#x")]);
        html.open_with(Tag::A, "", &[("href", "#y")]);
        html.text("<&\n \"'>");
        assert_eq!(
            html.finish(),
            "<p class=\"a\"><span class=\"b\" data-x=\"1\"><a href=\"#x\"><span>&lt;&amp; &quot;&#39;&gt;</span></a></span></p>"
        );
    }

    #[test]
    fn when_there_is_no_more_room_everything_is_still_closed() {
        let mut html = Html { elements: MAX_ELEMENTS - 1, ..Html::default() };
        html.open(Tag::DIV, "");
        html.open(Tag::DIV, "");
        html.text("lost");
        html.close();
        assert!(html.is_full());
        assert_eq!(html.finish_with("cut", "Cut"), "<div><p class=\"cut\">Cut</p></div>");
    }

    #[test]
    fn text_is_cut_between_characters() {
        let mut html = Html::default();
        html.verbatim(&"氧".repeat(MAX_BYTES / 3 + 9));
        assert!(html.is_full());
        assert!(html.finish().len() <= MAX_BYTES);
    }
}
