//! The differences in words: where, what, from what to what.

mod several;
pub(super) mod status_files;

use domain::language::Locale;

use super::columns::ColumnChange;
use super::divisions::ParagraphDivision;
use super::groups::{EditGroup, EditGroupKind};
use super::units::{Whole, WholeKind};
use super::values::StatementWords;
use super::{MarkedVersion, Redline, values};
use crate::diff::edits::{AttributeChange, EditKind, Owner};
use crate::diff::tree::{ElementId, XmlAttribute, XmlTree};
use crate::document;
use crate::document::html::Options;

/// Differences that are listed. More are counted and marked on the page.
pub const MAX_LISTED: usize = 1_000;

/// A difference in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedlineChange {
    pub kind: RedlineKind,
    /// As in `Step 3, Warning`: in the new version, or in the old one for what was deleted; empty outside of the page, and
    /// where nothing around it has a name.
    pub place: String,
    /// `false` where the page does not show it, as a formula of an applicability or an attribute of the whole content.
    pub is_on_page: bool,
    /// The old place of something that was moved.
    pub moved_from: Option<String>,
    /// The label of the element or the attribute.
    pub subject: String,
    pub old: Option<String>,
    pub new: Option<String>,
    /// `false` where it is not certain that the old text became the new one.
    pub is_certain: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedlineKind {
    Inserted,
    Deleted,
    Moved,
    Words,
    /// Emphasis and the like around text that stays.
    Format,
    Value,
    Reference,
    Picture,
    /// A picture of the same code with another content; the text does not tell it.
    PictureContent,
    Applicability,
    /// An element that was split into two or more.
    Split,
    /// Elements that became one.
    Joined,
    ColumnInserted,
    ColumnDeleted,
}

/// The differences of two versions in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedDifferences {
    /// By the numbers of the marks on the page; the first ones of many.
    pub content: Vec<RedlineChange>,
    /// Pictures with another content, numbered behind all others.
    pub pictures: Vec<RedlineChange>,
    /// Of the module's status: issue, date, companies.
    pub status: Vec<RedlineChange>,
}

pub(super) fn list(redline: &Redline<'_>, options: [&Options<'_>; 2]) -> ListedDifferences {
    let lister = RedlineLister { redline, options, locale: options[1].locale };
    ListedDifferences {
        content: redline.content.iter().take(MAX_LISTED).map(|difference| lister.content(difference)).collect(),
        pictures: Vec::new(),
        status: redline.status.iter().take(MAX_LISTED).map(|difference| lister.status(difference)).collect(),
    }
}

struct RedlineLister<'r, 't> {
    redline: &'r Redline<'t>,
    options: [&'r Options<'r>; 2],
    locale: Locale,
}

impl<'r, 't> RedlineLister<'r, 't> {
    fn a(&self) -> &'r XmlTree<'t> {
        &self.redline.diff.a
    }

    fn b(&self) -> &'r XmlTree<'t> {
        &self.redline.diff.b
    }

    fn place(&self, side: &MarkedVersion, byte: usize) -> String {
        side.index.place(&side.document, byte, self.locale)
    }

    fn change(&self, kind: RedlineKind, difference: &EditGroup, b: Option<ElementId>) -> RedlineChange {
        let byte = b.map(|b| self.b().element(b).range.start);
        let place = byte.map(|byte| self.place(&self.redline.new, byte)).unwrap_or_default();
        let is_on_page = byte.is_some_and(|byte| self.redline.new.shows(byte));
        let subject = b.map(|b| self.label(self.b().element(b).name)).unwrap_or_default();
        let is_certain = difference.is_certain;
        RedlineChange { kind, place, is_on_page, moved_from: None, subject, old: None, new: None, is_certain }
    }

    fn label(&self, name: &str) -> String {
        document::label(name.rsplit(':').next().unwrap_or(name), self.locale).into_owned()
    }

    fn content(&self, difference: &EditGroup) -> RedlineChange {
        let change = |kind, b| self.change(kind, difference, b);
        match difference.kind {
            EditGroupKind::Inserted(b) => {
                RedlineChange { new: Some(self.new_words(b)), ..change(RedlineKind::Inserted, Some(b)) }
            }
            EditGroupKind::Deleted(a) => {
                let element = self.a().element(a);
                RedlineChange {
                    place: self.place(&self.redline.old, element.range.start),
                    is_on_page: self.redline.old.shows(element.range.start),
                    subject: self.label(element.name),
                    old: Some(self.old_words(a)),
                    ..change(RedlineKind::Deleted, None)
                }
            }
            EditGroupKind::Moved(a, b) => RedlineChange {
                moved_from: Some(self.place(&self.redline.old, self.a().element(a).range.start)),
                new: Some(values::words_inside(self.b(), b)),
                ..change(RedlineKind::Moved, Some(b))
            },
            EditGroupKind::Words(a, b) => {
                let (old, new) = self.words(difference, a, b);
                RedlineChange { old, new, ..change(RedlineKind::Words, Some(b)) }
            }
            EditGroupKind::Format(_, b) => {
                let new = Some(self.formatted(difference, b)).filter(|text| !text.is_empty());
                RedlineChange { new, ..change(RedlineKind::Format, Some(b)) }
            }
            EditGroupKind::Attributes(owner) => self.attributes(difference, owner),
            EditGroupKind::Replaced(whole) => self.replaced(difference, whole),
            EditGroupKind::Divided(division, piece) => self.divided(difference, division, piece),
            EditGroupKind::Column(change, table) => self.column(difference, change, table),
        }
    }

    /// The words of an element of B that A does not have elsewhere.
    fn new_words(&self, b: ElementId) -> String {
        values::own_words(self.b(), b, |id| self.redline.diff.matching.to_a(id).is_some())
    }

    /// The words of an element of A that B does not have elsewhere.
    fn old_words(&self, a: ElementId) -> String {
        values::own_words(self.a(), a, |id| self.redline.diff.matching.to_b(id).is_some())
    }

    /// The old and the new words, each from the first change of the sentence to the last.
    fn words(&self, difference: &EditGroup, a: ElementId, b: ElementId) -> (Option<String>, Option<String>) {
        let edits = difference.edits.iter().map(|edit| &self.redline.diff.edits[*edit].kind);
        let ranges = edits.filter_map(|edit| match edit {
            EditKind::Words { old, new, .. } => Some((old.clone(), new.clone())),
            _ => None,
        });
        let joined = ranges.reduce(|(old, new), (next_old, next_new)| {
            (old.start..next_old.end.max(old.end), new.start..next_new.end.max(new.end))
        });
        let Some((old, new)) = joined else { return (None, None) };
        let (one, two) = (&self.a().element(a).tokens, &self.b().element(b).tokens);
        let (before, after) = (values::words(&one[old.clone()]), values::words(&two[new.clone()]));
        let is_number = |text: &str| text.chars().any(char::is_numeric) && !text.contains(' ');
        let (mut units, both) = ((None, None), is_number(&before) && is_number(&after));
        if both {
            let unit = |tree, tokens, end| values::unit_behind(tree, tokens, end, self.locale);
            units = (unit(self.a(), one, old.end), unit(self.b(), two, new.end));
        }
        let said = |text: String, unit: Option<String>| {
            (!text.is_empty()).then(|| format!("{text}{}", unit.unwrap_or_default()))
        };
        (said(before, units.0), said(after, units.1))
    }

    /// The text between the first and the last changed tag.
    fn formatted(&self, difference: &EditGroup, b: ElementId) -> String {
        let edits = difference.edits.iter().map(|edit| &self.redline.diff.edits[*edit].kind);
        let ranges = edits.filter_map(|edit| match edit {
            EditKind::Words { new, .. } => Some(new.clone()),
            _ => None,
        });
        let tokens = &self.b().element(b).tokens;
        let range = ranges.reduce(|one, two| one.start..two.end.max(one.end)).unwrap_or(0..0);
        values::words(&tokens[range])
    }

    fn attributes(&self, difference: &EditGroup, owner: Owner) -> RedlineChange {
        let (a, b): (&[XmlAttribute<'_>], &[XmlAttribute<'_>]) = match owner {
            Owner::Element(a, b) => (&self.a().element(a).attributes, &self.b().element(b).attributes),
            Owner::Inline(a, b) => (&self.a().inline(a).attributes, &self.b().inline(b).attributes),
        };
        let (byte_a, byte_b) = match owner {
            Owner::Element(a, b) => (self.a().element(a).start_tag.start, self.b().element(b).start_tag.start),
            Owner::Inline(a, b) => (self.a().inline(a).start_tag.start, self.b().inline(b).start_tag.start),
        };
        let edits = difference.edits.iter().map(|edit| &self.redline.diff.edits[*edit].kind);
        let changes: Vec<AttributeChange> = edits
            .filter_map(|edit| match edit {
                EditKind::Attribute { change, .. } => Some(*change),
                _ => None,
            })
            .collect();
        let place = self.place(&self.redline.new, byte_b);
        let is_on_page = self.redline.new.shows(byte_b);
        let change = RedlineChange { place, is_on_page, ..self.change(RedlineKind::Value, difference, None) };
        let name = |change: &AttributeChange| {
            change.new.map(|at| &b[at]).or_else(|| change.old.map(|at| &a[at])).map_or("", |one| one.name)
        };
        if changes.iter().any(|change| name(change).starts_with("applicRefId")) {
            let said =
                |side: &MarkedVersion, byte, options| values::applicability(&side.document, &side.index, byte, options);
            let (old, new) = StatementWords::differing(
                said(&self.redline.old, byte_a, self.options[0]),
                said(&self.redline.new, byte_b, self.options[1]),
            );
            return RedlineChange { kind: RedlineKind::Applicability, old: Some(old), new: Some(new), ..change };
        }
        let value = |one: &XmlAttribute<'_>| values::attribute(one.name, &one.value, self.locale);
        match changes.as_slice() {
            [only] => RedlineChange {
                subject: self.label(name(only)),
                old: only.old.map(|at| value(&a[at])),
                new: only.new.map(|at| value(&b[at])),
                ..change
            },
            many => {
                let labelled = |list: &[XmlAttribute<'_>], pick: fn(&AttributeChange) -> Option<usize>| {
                    let said = |one: &XmlAttribute<'_>| format!("{} {}", self.label(one.name), value(one));
                    let all: Vec<String> = many.iter().filter_map(pick).map(|at| said(&list[at])).collect();
                    (!all.is_empty()).then(|| all.join(document::Word::ListComma.text(self.locale)))
                };
                RedlineChange { old: labelled(a, |one| one.old), new: labelled(b, |one| one.new), ..change }
            }
        }
    }

    fn replaced(&self, difference: &EditGroup, Whole { kind, a, b }: Whole) -> RedlineChange {
        let (old, new) = (&self.redline.old, &self.redline.new);
        let change =
            |kind, old, new| RedlineChange { old: Some(old), new: Some(new), ..self.change(kind, difference, Some(b)) };
        match kind {
            WholeKind::Reference => {
                let said = |side: &MarkedVersion, tree, id| {
                    values::reference(&side.document, &side.index, tree, id, self.locale)
                };
                change(RedlineKind::Reference, said(old, self.a(), a), said(new, self.b(), b))
            }
            WholeKind::Picture => {
                let icn = |tree: &XmlTree<'_>, id| tree.attribute(id, "infoEntityIdent").unwrap_or_default().to_owned();
                change(RedlineKind::Picture, icn(self.a(), a), icn(self.b(), b))
            }
            WholeKind::Equation => {
                change(RedlineKind::Words, values::words_inside(self.a(), a), values::words_inside(self.b(), b))
            }
            WholeKind::Applicability => {
                let (old, new) = StatementWords::differing(
                    values::statement(&old.document, self.a(), a, self.options[0]),
                    values::statement(&new.document, self.b(), b, self.options[1]),
                );
                change(RedlineKind::Applicability, old, new)
            }
        }
    }

    /// A difference of the status. Its place is not on the page.
    fn status(&self, difference: &EditGroup) -> RedlineChange {
        let (a, b) = match difference.kind {
            EditGroupKind::Inserted(b)
            | EditGroupKind::Divided(ParagraphDivision::Split, b)
            | EditGroupKind::Column(ColumnChange::Inserted, b) => (None, Some(b)),
            EditGroupKind::Deleted(a)
            | EditGroupKind::Divided(ParagraphDivision::Joined, a)
            | EditGroupKind::Column(ColumnChange::Deleted, a) => (Some(a), None),
            EditGroupKind::Moved(a, b)
            | EditGroupKind::Words(a, b)
            | EditGroupKind::Format(a, b)
            | EditGroupKind::Attributes(Owner::Element(a, b))
            | EditGroupKind::Replaced(Whole { a, b, .. }) => (Some(a), Some(b)),
            EditGroupKind::Attributes(Owner::Inline(a, b)) => (
                Some(self.a().element_at(self.a().inline(a).start_tag.start)),
                Some(self.b().element_at(self.b().inline(b).start_tag.start)),
            ),
        };
        let name = b.map(|b| self.b().element(b).name).or_else(|| a.map(|a| self.a().element(a).name));
        let kind = match difference.kind {
            EditGroupKind::Inserted(_) => RedlineKind::Inserted,
            EditGroupKind::Deleted(_) => RedlineKind::Deleted,
            _ => RedlineKind::Value,
        };
        RedlineChange {
            subject: self.label(name.unwrap_or_default()),
            old: a.map(|a| values::status_value(self.a(), a, self.locale)),
            new: b.map(|b| values::status_value(self.b(), b, self.locale)),
            ..self.change(kind, difference, None)
        }
    }
}
