//! The comparison of two texts: known answers, and the promise that the edits are complete.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "diff/anchors.rs"]
mod anchors;
#[path = "diff/answers.rs"]
mod answers;
#[path = "diff/change_marks.rs"]
mod change_marks;
#[path = "diff/columns.rs"]
mod columns;
#[path = "diff/complete.rs"]
mod complete;
#[path = "diff/content.rs"]
mod content;
#[path = "../../testkit/src/data.rs"]
mod data;
#[path = "diff/deliveries.rs"]
mod deliveries;
#[path = "diff/divisions.rs"]
mod divisions;
#[path = "diff/hostile.rs"]
mod hostile;
#[path = "diff/modules.rs"]
mod modules;
#[path = "diff/random.rs"]
mod random;
#[path = "diff/redline.rs"]
mod redline;
#[path = "diff/sources.rs"]
mod sources;

use s1000d::diff::edits::{Edit, EditKind, Owner};
use s1000d::diff::tree::{ElementId, XmlTree};
use s1000d::diff::{Diff, Relevance, TextToken, TokenKind};

/// The edits that a reader sees, in short: `12 > 14`, `move para`, `+ para New text`, `- para Old text`.
fn shown(diff: &Diff<'_>) -> Vec<String> {
    diff.edits_of(Relevance::Content).map(|edit| short(diff, edit)).collect()
}

fn short(diff: &Diff<'_>, edit: &Edit) -> String {
    let doubt = if edit.is_certain { "" } else { " ?" };
    let text = match &edit.kind {
        EditKind::Insert { element, .. } => format!("+ {}", element_text(&diff.b, *element)),
        EditKind::Delete { element } => format!("- {}", element_text(&diff.a, *element)),
        EditKind::Move { b, .. } => format!("move {}", element_text(&diff.b, *b)),
        EditKind::Attribute { owner, change } => {
            let (a, b) = match owner {
                Owner::Element(a, b) => (&diff.a.element(*a).attributes, &diff.b.element(*b).attributes),
                Owner::Inline(a, b) => (&diff.a.inline(*a).attributes, &diff.b.inline(*b).attributes),
            };
            let (old, new) = (change.old.map(|at| &a[at]), change.new.map(|at| &b[at]));
            let value = |one: Option<&s1000d::diff::tree::XmlAttribute<'_>>| {
                one.map_or(String::new(), |one| one.value.to_string())
            };
            format!("@{} {} > {}", old.or(new).expect("one").name, value(old), value(new))
        }
        EditKind::Words { a, b, old, new } => {
            let (old, new) = (&diff.a.element(*a).tokens[old.clone()], &diff.b.element(*b).tokens[new.clone()]);
            format!("{} > {}", tokens_text(&diff.a, old), tokens_text(&diff.b, new))
        }
    };
    text + doubt
}

fn element_text(tree: &XmlTree<'_>, id: ElementId) -> String {
    let words: Vec<String> =
        tree.descendants(id).map(|id| words_text(&tree.element(id).tokens)).filter(|text| !text.is_empty()).collect();
    format!("{} {}", tree.element(id).name, words.join(" ")).trim_end().to_owned()
}

fn words_text(tokens: &[TextToken<'_>]) -> String {
    let mut out = String::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        if token.spaced && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&token.text);
    }
    out
}

fn tokens_text(tree: &XmlTree<'_>, tokens: &[TextToken<'_>]) -> String {
    let mut out = String::new();
    for token in tokens {
        if token.spaced && !out.is_empty() {
            out.push(' ');
        }
        match token.kind {
            TokenKind::Word => out.push_str(&token.text),
            TokenKind::Open(index) => out.extend(["<", tree.inline(index).name, ">"]),
            TokenKind::Close(_) => out.push_str("</>"),
            TokenKind::Atom(id) => out.extend(["[", tree.element(id).name, "]"]),
        }
    }
    out
}
