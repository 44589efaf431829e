//! The statements of a text, each judged once for all products.

use std::borrow::Cow;
use std::rc::Rc;

use foldhash::{HashMap, HashMapExt};

use super::ProductFilter;
use super::judged::MemberVerdicts;
use super::products::StatementVerdict;
use super::skeleton::{Skeleton, SkeletonElement};
use crate::applic::repository::Repository;
use crate::applic::{Applic, Assignments};
use crate::object::ident::elements;
use crate::object::lines::Lines;
use crate::object::{parse_text, statement_ids};

/// The verdicts on the statements of a text.
#[derive(Debug)]
pub(super) struct StatementVerdicts<'s, 't, 'f> {
    products: &'f [Assignments],
    repository: Option<&'f Repository>,
    judged: Option<MemberVerdicts<'f>>,
    by_id: HashMap<Cow<'t, str>, SkeletonElement<'s, 't>>,
    has_inline: bool,
    /// By the index of the element `applic`.
    read: HashMap<u32, Applic>,
    by_index: HashMap<u32, Rc<StatementVerdict>>,
    by_ids: HashMap<Cow<'t, str>, Rc<StatementVerdict>>,
    by_entry: HashMap<Cow<'t, str>, Rc<StatementVerdict>>,
}

impl<'s, 't, 'f> StatementVerdicts<'s, 't, 'f> {
    pub(super) fn read(skeleton: &'s Skeleton<'t>, filter: ProductFilter<'f>) -> Self {
        let (mut by_id, mut has_inline, mut own) = (HashMap::new(), false, Vec::new());
        for part in skeleton.parts().filter(|part| is_statement(*part)) {
            has_inline |= part.parent().is_some_and(|parent| !is_place_of_statements(parent.name()));
            if part.name() == "applic" {
                own.push(part);
            }
            if let Some(id) = part.attribute("id") {
                // The first, should several have the same id.
                by_id.entry(id).or_insert(part);
            }
        }
        Self {
            products: filter.products,
            repository: filter.repository,
            judged: filter.judged,
            by_id,
            has_inline,
            read: applics(skeleton, &own),
            by_index: HashMap::new(),
            by_ids: HashMap::new(),
            by_entry: HashMap::new(),
        }
    }

    pub(super) fn products(&self) -> &'f [Assignments] {
        self.products
    }

    pub(super) fn repository(&self) -> Option<&'f Repository> {
        self.repository
    }

    /// The verdicts on modules that the text refers to.
    pub(super) fn judged(&self) -> Option<MemberVerdicts<'f>> {
        self.judged
    }

    /// Whether an element has a statement of its own.
    pub(super) fn has_inline(&self) -> bool {
        self.has_inline
    }

    /// The verdict on all statements that a list of ids names. One that is nowhere is undecided.
    pub(super) fn of_ids(&mut self, ids: Cow<'t, str>) -> Rc<StatementVerdict> {
        if let Some(known) = self.by_ids.get(&ids) {
            return Rc::clone(known);
        }
        let mut verdict = StatementVerdict::always(self.products.len());
        for id in statement_ids(&ids) {
            let named = id.and_then(|id| self.by_id.get(id).copied());
            verdict = match named {
                Some(part) => verdict.and(&self.of_part(part)),
                None => verdict.and(&StatementVerdict::undecided(self.products.len())),
            };
        }
        let verdict = Rc::new(verdict);
        self.by_ids.insert(ids, Rc::clone(&verdict));
        verdict
    }

    /// The verdict on an element `applic` or `applicRef`.
    pub(super) fn of_part(&mut self, part: SkeletonElement<'s, 't>) -> Rc<StatementVerdict> {
        if let Some(known) = self.by_index.get(&part.index()) {
            return Rc::clone(known);
        }
        let verdict = match self.read.get(&part.index()) {
            Some(applic) => Rc::new(self.judge(applic)),
            None => self.of_entry(part.attribute("applicIdentValue")),
        };
        self.by_index.insert(part.index(), Rc::clone(&verdict));
        verdict
    }

    fn of_entry(&mut self, ident: Option<Cow<'t, str>>) -> Rc<StatementVerdict> {
        let found = ident.and_then(|ident| {
            let applic = self.repository?.get(ident.as_ref())?;
            Some((ident, applic))
        });
        let Some((ident, applic)) = found else { return Rc::new(StatementVerdict::undecided(self.products.len())) };
        if let Some(known) = self.by_entry.get(&ident) {
            return Rc::clone(known);
        }
        let verdict = Rc::new(self.judge(applic));
        self.by_entry.insert(ident, Rc::clone(&verdict));
        verdict
    }

    fn judge(&self, applic: &Applic) -> StatementVerdict {
        StatementVerdict::of(self.products.iter().map(|product| applic.evaluate(product)))
    }
}

/// Reads the statements of a text with the parser. They are put into the root alone, which declares their namespaces.
fn applics(skeleton: &Skeleton<'_>, parts: &[SkeletonElement<'_, '_>]) -> HashMap<u32, Applic> {
    let (text, root) = (skeleton.text(), skeleton.root());
    let Some(inner) = root.inner().filter(|_| !parts.is_empty()) else { return HashMap::new() };
    let mut alone = text[root.start_tag()].to_owned();
    let mut end = 0;
    let mut outer = Vec::with_capacity(parts.len());
    for part in parts.iter().filter(|part| root.index() < part.index()) {
        // A statement inside of another is no statement.
        if part.range().start >= end {
            alone.push_str(&text[part.range()]);
            end = part.range().end;
            outer.push(part.index());
        }
    }
    alone.push_str(&text[inner.end..root.range().end]);
    let Ok(document) = parse_text(&alone) else {
        return outer.into_iter().map(|index| (index, Applic::undecided())).collect();
    };
    // The lines of assertions are not used; an empty text costs nothing to count.
    let read = elements(document.root_element()).map(|node| Applic::read(node, &mut Lines::new("")));
    outer.into_iter().zip(read).collect()
}

/// Whether an element is a statement, or stands for one of a repository.
pub(super) fn is_statement(part: SkeletonElement<'_, '_>) -> bool {
    matches!(part.name(), "applic" | "applicRef")
}

/// Whether statements in an element are referred to, or are about the whole object.
fn is_place_of_statements(name: &str) -> bool {
    is_definition(name) || is_update(name) || name.ends_with("Status")
}

/// Whether an element says what statements mean, instead of being judged by one.
pub(super) fn is_definition(name: &str) -> bool {
    matches!(name, "referencedApplicGroup" | "referencedApplicGroupRef" | "applic" | "applicSpec")
}

/// Whether an element is an instruction of an update file. A statement in it is what the update inserts into a module.
pub(super) fn is_update(name: &str) -> bool {
    matches!(name, "insertObject" | "reinstateObject" | "replaceObject")
}
