//! The author's text of a module and the names that its references show, in blocks, each with the place in the HTML
//! that leads to it.
//!
//! The blocks are read from what was drawn, so that an anchor can never be another than the reader's.

use domain::language::Locale;

use super::{Options, Outside, Unresolved, render};
use crate::applic::Assignments;
use crate::applic::tables::{Bilingual, Tables};
use crate::guard::{Checked, Refusal};

/// What a block is for the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Para,
    Step,
    Warning,
    Caution,
    Note,
    Figure,
    Table,
    /// An item of a minimum equipment list.
    Mel,
}

/// Some text of the author's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The HTML id of the nearest block around it; empty where there is none.
    pub anchor: String,
    pub place: Place,
    pub text: String,
}

/// The text of a module, in the order of the HTML.
pub fn blocks(file: &Checked<'_>) -> Result<Vec<Block>, Refusal> {
    let (choice, tables) = (Assignments::default(), Tables::default());
    let options = Options {
        locale: Locale::English,
        choice: &choice,
        outside: Outside::Grey,
        tables: Bilingual::alike(&tables),
        links: &Unresolved,
    };
    Ok(of_html(&render(file, &options)?.html))
}

/// What stands in a line of text separates no words.
const IN_LINE: &[&str] = &["a", "abbr", "code", "em", "s", "span", "strong", "sub", "sup", "u"];
/// But for these: they are no part of the word before them.
const APART: &[&str] = &["s1d-ref", "s1d-value", "s1d-caption-line", "s1d-footnote"];

/// Signs that stand behind a word without a blank.
const ENDS: [char; 13] = ['.', ',', ';', ':', ')', '!', '?', '。', '，', '；', '：', '）', '、'];

/// An open element of the HTML.
#[derive(Clone, Copy)]
struct Frame<'h> {
    anchor: &'h str,
    place: Place,
    /// Whether the text inside is the author's.
    written: bool,
    in_line: bool,
    /// The block of the text inside, once there is some.
    block: Option<usize>,
}

/// The blocks of HTML that [`render`] wrote.
fn of_html(html: &str) -> Vec<Block> {
    let outside = Frame { anchor: "", place: Place::Para, written: true, in_line: false, block: None };
    let (mut blocks, mut stack, mut top) = (Vec::new(), Vec::new(), outside);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        write(&mut blocks, &mut top, &rest[..at]);
        let Some(end) = rest[at..].find('>') else { break };
        let tag = &rest[at + 1..at + end];
        rest = &rest[at + end + 1..];
        if tag.starts_with('/') {
            let inner = std::mem::replace(&mut top, stack.pop().unwrap_or(outside));
            if inner.anchor == top.anchor && inner.place == top.place {
                top.block = inner.block.or(top.block);
            }
            separate(&mut blocks, &inner);
        } else if tag.ends_with('/') {
            separate(&mut blocks, &top);
        } else {
            let within = inside(top, tag);
            // What was added stands between two words of the author's.
            separate(&mut blocks, &Frame { in_line: within.in_line && within.written, ..top });
            stack.push(std::mem::replace(&mut top, within));
        }
    }
    for block in &mut blocks {
        block.text.truncate(block.text.trim_end().len());
    }
    blocks.retain(|block| !block.text.is_empty());
    blocks
}

/// What holds inside an element, by its opening tag.
fn inside<'h>(around: Frame<'h>, tag: &'h str) -> Frame<'h> {
    let name = tag.split(' ').next().unwrap_or_default();
    let in_line = IN_LINE.contains(&name) || (around.in_line && name.starts_with('m'));
    let mut frame = Frame { in_line, ..around };
    for class in attribute(tag, "class").split(' ') {
        frame.in_line &= !APART.contains(&class);
        frame.written = match class {
            "s1d-gen" => false,
            // A reference is read with the name of what it points at.
            "s1d-named" => around.written,
            _ => frame.written,
        };
        frame.place = place(class, frame.place);
    }
    let id = attribute(tag, "id");
    if !in_line && !id.is_empty() {
        frame.anchor = id;
    }
    if frame.anchor != around.anchor || frame.place != around.place {
        frame.block = None;
    }
    frame
}

/// The value of an attribute; the writer escapes every quote inside.
fn attribute<'h>(tag: &'h str, name: &str) -> &'h str {
    let found = tag.match_indices(name).find(|(at, _)| {
        tag[..*at].ends_with(' ')
            && tag[at + name.len()..].starts_with("=\"")
            && tag[..*at].matches('"').count().is_multiple_of(2)
    });
    let value = found.map(|(at, _)| &tag[at + name.len() + 2..]);
    value.and_then(|value| value.split('"').next()).unwrap_or_default()
}

fn place(class: &str, around: Place) -> Place {
    match class {
        "s1d-warning" | "s1d-danger" => Place::Warning,
        "s1d-caution" => Place::Caution,
        "s1d-note" => Place::Note,
        "s1d-figure" => Place::Figure,
        "s1d-mel" => Place::Mel,
        // The table of an item is the item.
        "s1d-table-wrap" | "s1d-records" if around != Place::Mel => Place::Table,
        "s1d-step" => Place::Step,
        _ => around,
    }
}

fn write(blocks: &mut Vec<Block>, top: &mut Frame<'_>, text: &str) {
    if text.is_empty() || !top.written {
        return;
    }
    let at = *top.block.get_or_insert_with(|| {
        blocks.push(Block { anchor: unescaped(top.anchor), place: top.place, text: String::new() });
        blocks.len() - 1
    });
    let own = &mut blocks[at].text;
    let text = if own.is_empty() || own.ends_with(' ') { text.trim_start() } else { text };
    // What ended a word was no part of the line: a full stop stands behind the reference before it. One before a digit
    // begins a number.
    let ends = text.strip_prefix(ENDS).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    if own.ends_with(' ') && ends {
        own.pop();
    }
    own.push_str(&unescaped(text));
}

/// Ends the word before what is not in a line of text.
fn separate(blocks: &mut [Block], frame: &Frame<'_>) {
    if let Some(block) = frame.block.filter(|_| !frame.in_line).and_then(|at| blocks.get_mut(at))
        && !block.text.ends_with(' ')
        && !block.text.is_empty()
    {
        block.text.push(' ');
    }
}

fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    plain.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_given_to_the_nearest_block_and_what_was_made_is_left_out() {
        let html = "<article class=\"s1d-module\"><section class=\"s1d-section\" id=\"s1d-a\"><h2 class=\"s1d-title\">\
            <span class=\"s1d-number s1d-gen\">1</span>Pump</h2><aside class=\"s1d-warning\" role=\"note\" id=\"s1d-w\">\
            <div class=\"s1d-safety-title s1d-gen\">WARNING</div><p class=\"s1d-para\" id=\"s1d-w:1\">Hot &amp; <em>sha</em>rp\
            </p></aside><p class=\"s1d-para\">after</p></section></article>";
        let of = |anchor: &str, place, text: &str| Block { anchor: anchor.to_owned(), place, text: text.to_owned() };
        assert_eq!(
            of_html(html),
            [of("s1d-a", Place::Para, "Pump after"), of("s1d-w:1", Place::Warning, "Hot & sharp")]
        );
    }
    #[test]
    fn numbers_of_two_cells_stay_two_numbers() {
        let html =
            "<table class=\"s1d-table\"><tr><td>4</td><td>.032</td><td><a class=\"s1d-ref\">Fig</a>.</td></tr></table>";
        let texts: Vec<String> = of_html(html).into_iter().map(|block| block.text).collect();
        assert_eq!(texts, ["4 .032 Fig."]);
    }
}
