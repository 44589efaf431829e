//! The author's text alone, one line for each block.

use super::flow::Flow;
use super::kind::{Block, Kind};
use super::{Document, NodeId};

/// The author's text of a node, without added text and copies.
pub fn text(document: &Document, id: NodeId) -> String {
    let mut out = String::new();
    write(document, id, &mut out);
    out.truncate(out.trim_end().len());
    out
}

fn write(document: &Document, id: NodeId, out: &mut String) {
    let kind = &document.node(id).kind;
    match kind {
        Kind::Text(_) => words(document.text(id), out),
        Kind::Verbatim(_) => out.push_str(document.text(id)),
        Kind::Space => words(" ", out),
        Kind::Break => line(out),
        Kind::Added(_) | Kind::Applies { .. } | Kind::GoTo(_) | Kind::Block(Block::Copy) => {}
        _ => {
            let is_block = matches!(kind.flow(), Flow::Block | Flow::Line);
            if is_block {
                line(out);
            }
            words(document.text(id), out);
            document.children(id).for_each(|child| write(document, child, out));
            if is_block {
                line(out);
            }
        }
    }
}

/// Adds text with its runs of white space folded.
fn words(text: &str, out: &mut String) {
    let mut blank = out.is_empty() || out.ends_with(|c: char| c.is_ascii_whitespace());
    for c in text.chars() {
        if c.is_ascii_whitespace() {
            if !blank {
                out.push(' ');
            }
            blank = true;
        } else {
            out.push(c);
            blank = false;
        }
    }
}

fn line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}
