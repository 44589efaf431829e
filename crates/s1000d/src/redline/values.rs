//! Pieces of both versions as people say them.

use domain::language::Locale;

use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{TextToken, TokenKind};
use crate::document::html::{Annotation, Options};
use crate::document::{self, Document, Kind, NodeId, NodeIndex, Statement, Word, plain};
use crate::object::Target;

/// Words of a listed text.
const MAX_WORDS: usize = 40;

/// The words of some tokens, with the blanks between them; the beginning of a long text.
pub(super) fn words(tokens: &[TextToken<'_>]) -> String {
    let mut out = String::new();
    let (mut count, mut pending) = (0, false);
    for token in tokens {
        pending |= token.spaced;
        if token.kind != TokenKind::Word {
            continue;
        }
        if std::mem::take(&mut pending) && !out.is_empty() {
            out.push(' ');
        }
        if count == MAX_WORDS {
            out.push('…');
            break;
        }
        count += 1;
        out.push_str(&token.text);
    }
    out
}

/// The words inside an element; the beginning of a long text.
pub(super) fn words_inside(tree: &XmlTree<'_>, id: ElementId) -> String {
    words_of(tree, tree.descendants(id))
}

/// The words inside an element that only its version has. What the other version has elsewhere was moved and is listed
/// as that.
pub(super) fn own_words(tree: &XmlTree<'_>, id: ElementId, is_known: impl Fn(ElementId) -> bool) -> String {
    if is_known(id) { words_inside(tree, id) } else { words_of(tree, tree.descendants_without(id, is_known)) }
}

/// The words of some elements; the beginning of a long text.
pub(super) fn words_of(tree: &XmlTree<'_>, ids: impl Iterator<Item = ElementId>) -> String {
    let mut out = String::new();
    for id in ids {
        let text = words(&tree.element(id).tokens);
        if text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&text);
        if out.ends_with('…') || out.split(' ').nth(MAX_WORDS).is_some() {
            break;
        }
    }
    match out.match_indices(' ').nth(MAX_WORDS - 1) {
        Some((at, _)) if !out.ends_with('…') => format!("{} …", &out[..at]),
        _ => out,
    }
}

/// The value of an attribute; of a moment its day.
pub(super) fn attribute(name: &str, value: &str, locale: Locale) -> String {
    match chrono::DateTime::parse_from_rfc3339(value) {
        Ok(moment) => moment.format("%Y/%m/%d").to_string(),
        Err(_) => document::value_label(name, value, locale).into_owned(),
    }
}

/// The value of an element of the status: its text, or else its attributes.
pub(super) fn status_value(tree: &XmlTree<'_>, id: ElementId, locale: Locale) -> String {
    let text = words_inside(tree, id);
    if !text.is_empty() {
        return text;
    }
    let element = tree.element(id);
    let shown = element.attributes.iter().filter(|one| !one.name.contains(':') && one.name != "id");
    match element.name {
        // These are written as one: a date, an issue, a language.
        "issueDate" => ["year", "month", "day"].map(|name| tree.attribute(id, name).unwrap_or_default()).join("-"),
        // Some have a moment alone.
        "issueInfo" if tree.attribute(id, "issueNumber").is_some() => {
            ["issueNumber", "inWork"].map(|name| tree.attribute(id, name).unwrap_or_default()).join("-")
        }
        "language" => {
            ["languageIsoCode", "countryIsoCode"].map(|name| tree.attribute(id, name).unwrap_or_default()).join("-")
        }
        _ => {
            let values: Vec<_> = shown.map(|one| attribute(one.name, &one.value, locale)).collect();
            values.join(Word::ListComma.text(locale))
        }
    }
}

/// The unit that stands behind a number, as a word or as the attribute of the element around it.
pub(super) fn unit_behind(tree: &XmlTree<'_>, tokens: &[TextToken<'_>], end: usize, locale: Locale) -> Option<String> {
    let next = tokens.get(end)?;
    match next.kind {
        TokenKind::Word if is_unit(&next.text) => Some(format!("{}{}", if next.spaced { " " } else { "" }, next.text)),
        TokenKind::Close(index) => {
            let inline = tree.inline(index);
            let unit = inline.attributes.iter().find(|one| one.name == "quantityUnitOfMeasure")?;
            Some(format!(" {}", document::value_label("thresholdUnitOfMeasure", &unit.value, locale)))
        }
        _ => None,
    }
}

/// Letters that may be a unit, as in `Nm` or `bar`; a longer word is none.
fn is_unit(word: &str) -> bool {
    (1..=5).contains(&word.chars().count()) && word.chars().all(|c| c.is_alphabetic() || matches!(c, '/' | '°' | '%'))
}

/// The target of a reference, as its page shows it.
pub(super) fn reference(
    document: &Document,
    index: &NodeIndex,
    tree: &XmlTree<'_>,
    id: ElementId,
    locale: Locale,
) -> String {
    let range = &tree.element(id).range;
    let nodes = index.inside(document, range);
    let find = |id: &NodeId| match document.node(*id).kind {
        Kind::Reference(reference) => Some((*id, &document.references[reference as usize])),
        _ => None,
    };
    let Some((node, reference)) = nodes.iter().find_map(find) else { return words_inside(tree, id) };
    let text = plain::text(document, node).replace('\n', " ");
    let target = match &reference.target {
        Some(Target::Object(target)) => target.code.to_string(),
        Some(Target::External { code, .. }) if text.is_empty() => code.clone(),
        Some(Target::Internal { id }) if text.is_empty() => {
            reference.name.as_ref().map_or_else(|| id.clone(), |name| name.words(locale).into_owned())
        }
        _ => String::new(),
    };
    [text, target].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A statement of applicability in the words of its author, and its formula in words.
#[derive(Debug)]
pub(super) struct StatementWords {
    text: String,
    formula: String,
}

impl StatementWords {
    fn plain(text: String) -> Self {
        Self { formula: text.clone(), text }
    }

    /// Two different statements, the old one first. Authors forget to write the words anew: then the formulas tell.
    pub(super) fn differing(old: Self, new: Self) -> (String, String) {
        if old.text == new.text { (old.formula, new.formula) } else { (old.text, new.text) }
    }
}

/// The applicability of the element that begins at a byte.
pub(super) fn applicability(
    document: &Document,
    index: &NodeIndex,
    byte: usize,
    options: &Options<'_>,
) -> StatementWords {
    let node = index.innermost(document, byte);
    let own = std::iter::successors(Some(node), |id| document.parent(*id))
        .take_while(|id| document.range(*id).start == byte)
        .find_map(|id| document.marks(id)?.applicability);
    match own {
        Some(own) => say(document, &document.applicabilities[own as usize], options),
        None => StatementWords::plain(Word::All.text(options.locale).to_owned()),
    }
}

/// The meaning of the statement in an `applic` element.
pub(super) fn statement(
    document: &Document,
    tree: &XmlTree<'_>,
    id: ElementId,
    options: &Options<'_>,
) -> StatementWords {
    let is_of_module = super::units::ancestors(tree, id).any(|id| tree.element(id).name == "identAndStatusSection");
    let by_id = tree.attribute(id, "id").and_then(|id| document.applicabilities.iter().find(|own| own.key == id));
    match by_id.or_else(|| document.applicability.as_ref().filter(|_| is_of_module)) {
        Some(known) => say(document, known, options),
        None => StatementWords::plain(words_inside(tree, id)),
    }
}

/// The meaning of the statement about the whole module.
pub(super) fn of_module(document: &Document, options: &Options<'_>) -> StatementWords {
    match &document.applicability {
        Some(own) => say(document, own, options),
        None => StatementWords::plain(Word::All.text(options.locale).to_owned()),
    }
}

fn say(document: &Document, own: &document::Applicability, options: &Options<'_>) -> StatementWords {
    let applics: Vec<_> = own
        .statements
        .iter()
        .map(|index| match &document.statements[(*index)? as usize] {
            Statement::Own(applic) => Some(applic.clone()),
            Statement::Shared(ident) => options.links.annotation(ident),
        })
        .collect();
    let Annotation { text, reason, .. } = Annotation::of(&own.key, &applics, options);
    StatementWords { text, formula: reason }
}
