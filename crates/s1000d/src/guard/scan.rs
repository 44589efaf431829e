//! Finds the markup of a file and has it counted: one pass, no copies.
//!
//! Every import pays for this on every byte, which is why it does no more than
//! tell one kind of markup from the next.

use memchr::{memchr, memmem};
use quick_xml::events::{BytesDecl, BytesStart};

use super::{Meter, Reason, doctype, encoding};

/// The error, and the byte where the markup begins.
type Fault = (Reason, usize);

pub(super) fn scan(text: &str, meter: &mut Meter) -> Result<(), Fault> {
    let bytes = text.as_bytes();
    let mut position = 0;
    while let Some(found) = memchr(b'<', &bytes[position..]) {
        let start = position + found;
        if found > 0 {
            meter.node().map_err(|reason| (reason, position))?;
        }
        let fault = |reason| (reason, start);
        position = match bytes.get(start + 1) {
            Some(b'/') => {
                meter.end().map_err(fault)?;
                past(text, start, ">")?
            }
            Some(b'?') => instruction(text, start, meter)?,
            Some(b'!') => exclamation(text, start, meter)?,
            _ => {
                let end = tag_end(text, start)?;
                element(&text[start + 1..end - 1], meter).map_err(fault)?;
                end
            }
        };
    }
    Ok(())
}

/// Counts an element by what stands between its brackets.
fn element(inside: &str, meter: &mut Meter) -> Result<(), Reason> {
    let (tag, is_empty) = inside.strip_suffix('/').map_or((inside, false), |tag| (tag, true));
    let name = tag.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(tag.len());
    if is_empty { meter.empty(tag, name) } else { meter.start(tag, name) }
}

/// Just behind the next `mark`.
fn past(text: &str, start: usize, mark: &str) -> Result<usize, Fault> {
    let rest = &text.as_bytes()[start..];
    let found = if let [byte] = mark.as_bytes() { memchr(*byte, rest) } else { memmem::find(rest, mark.as_bytes()) };
    found
        .map(|found| start + found + mark.len())
        .ok_or_else(|| (Reason::NotWellFormed(format!("{mark} is missing")), start))
}

/// Just behind the `>` that ends a start tag: one in a quoted value does not.
fn tag_end(text: &str, start: usize) -> Result<usize, Fault> {
    let end = past(text, start, ">")?;
    let tag = &text.as_bytes()[start..end];
    // Nearly always the first one: without apostrophes, an even number of quotes leaves none open.
    if memchr(b'\'', tag).is_none() && memchr::memchr_iter(b'"', tag).count().is_multiple_of(2) {
        return Ok(end);
    }
    let bytes = text.as_bytes();
    let mut position = start;
    while let Some(found) = memchr::memchr3(b'>', b'"', b'\'', &bytes[position..]) {
        let at = position + found;
        if bytes[at] == b'>' {
            return Ok(at + 1);
        }
        let quote = if bytes[at] == b'"' { "\"" } else { "'" };
        position = past(text, at + 1, quote).map_err(|(reason, _)| (reason, start))?;
    }
    Err((Reason::NotWellFormed("> is missing".to_owned()), start))
}

fn instruction(text: &str, start: usize, meter: &mut Meter) -> Result<usize, Fault> {
    let end = past(text, start + "<?".len(), "?>").map_err(|(reason, _)| (reason, start))?;
    let inside = &text[start + 2..end - 2];
    if inside.strip_prefix("xml").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_whitespace())) {
        let declaration = BytesDecl::from_start(BytesStart::from_content(inside, 3));
        encoding::declared(&declaration).map_err(|reason| (reason, start))?;
    }
    meter.node().map_err(|reason| (reason, start))?;
    Ok(end)
}

fn exclamation(text: &str, start: usize, meter: &mut Meter) -> Result<usize, Fault> {
    let rest = &text[start..];
    let fault = |reason| (reason, start);
    if rest.starts_with("<!--") {
        meter.node().map_err(fault)?;
        return past(text, start + "<!--".len(), "-->").map_err(|(reason, _)| fault(reason));
    }
    if rest.starts_with("<![CDATA[") {
        meter.node().map_err(fault)?;
        return past(text, start, "]]>");
    }
    let Some(inside) = rest.strip_prefix("<!DOCTYPE") else {
        return Err(fault(Reason::NotWellFormed("unknown markup".to_owned())));
    };
    let length = meter.doctype(inside).map_err(|(reason, below)| (reason, line_start(text, start, below)))?;
    let end = start + "<!DOCTYPE".len() + length;
    if text.as_bytes().get(end) == Some(&b'>') { Ok(end + 1) } else { Err((doctype::unfinished(), end)) }
}

/// A byte so many lines below another.
fn line_start(text: &str, from: usize, lines: u32) -> usize {
    let breaks = memchr::memchr_iter(b'\n', &text.as_bytes()[from..]);
    breaks.take(lines as usize).last().map_or(from, |found| from + found + 1)
}
