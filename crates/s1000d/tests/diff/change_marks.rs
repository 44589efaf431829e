//! Change marks of random edits of real modules: nothing but marks is written, on nothing but what changed.

use std::sync::Arc;

use proptest::prelude::*;
use roxmltree::Node;
use s1000d::change_marks::{MarkRequest, MarkScope, mark, remove};
use s1000d::diff::edits::EditKind;
use s1000d::diff::{Relevance, compare};
use s1000d::model::ContentModel;
use s1000d::splice::Splice;
use s1000d::xsd::{self, SchemaSet, Schemas};
use s1000d::{guard, splice};

use crate::complete::DEMO;
use crate::content::parse;
use crate::hostile::many;
use crate::random::{edited, edits};
use crate::{data, modules};

/// The text without marks, as an independent reading.
fn unmarked(text: &str) -> String {
    let attributes = regex::Regex::new(r#"\s+(changeMark|changeType|reasonForUpdateRefIds)\s*=\s*("[^"]*"|'[^']*')"#);
    let tags = regex::Regex::new("</?changeInline[^>]*>");
    let text = attributes.expect("a pattern").replace_all(text, "").into_owned();
    tags.expect("a pattern").replace_all(&text, "").into_owned()
}

const FULL: MarkScope<'static> = MarkScope::Issue { checked_out: None };

fn marked(a: &str, b: &str, scope: MarkScope<'_>) -> String {
    let (before, text) = (guard::check_text(a).expect("A"), guard::check_text(b).expect("B"));
    let request = MarkRequest { reason: Some("rfu-999"), scope, ..MarkRequest::default() };
    let splices = mark(&before, &text, &request).expect("two texts").expect("texts that are alike");
    splice::apply(b, &splices).expect("a text")
}

type Marks = Vec<(String, String)>;

/// The elements other than those around words, with their marks.
fn elements(text: &str) -> Vec<(std::ops::Range<usize>, Marks)> {
    let marks = ["changeMark", "changeType", "reasonForUpdateRefIds"];
    let xml = parse(text);
    let found = xml.descendants().filter(|node| node.is_element() && node.tag_name().name() != "changeInline");
    let own = found.map(|node| {
        let own = node.attributes().filter(|one| marks.contains(&one.name()));
        (node.range(), own.map(|one| (one.name().to_owned(), one.value().to_owned())).collect())
    });
    own.collect()
}

fn check(a: &str, b: &str) -> Result<(), String> {
    let (before, text) = (guard::check_text(a).expect("A"), guard::check_text(b).expect("B"));
    let diff = compare(&before, &text).expect("a comparison");
    let places: Vec<usize> = diff.edits_of(Relevance::Content).map(|edit| edit.at).collect();
    // What is beside a removed element may be marked.
    let around_removed = diff.edits_of(Relevance::Content).filter_map(|edit| match &edit.kind {
        EditKind::Delete { element } => diff.matching.to_b(diff.a.element(*element).parent?),
        _ => None,
    });
    let beside: Vec<usize> = around_removed
        .flat_map(|around| &diff.b.element(around).children)
        .map(|child| diff.b.element(*child).range.start)
        .collect();
    let new = marked(a, b, MarkScope::Work);
    if unmarked(&new) != unmarked(b) {
        return Err("more than marks was written".to_owned());
    }
    let again = guard::check_text(&new).map_err(|refusal| refusal.to_string())?;
    if compare(&text, &again).expect("a comparison").edits_of(Relevance::Content).next().is_some() {
        return Err("a reader sees a difference".to_owned());
    }
    let (old, now) = (elements(b), elements(&new));
    if old.len() != now.len() {
        return Err("elements were added".to_owned());
    }
    for ((range, before), (_, after)) in old.iter().zip(&now) {
        let is_changed =
            places.iter().any(|at| (range.start..=range.end).contains(at)) || beside.contains(&range.start);
        if before != after && !is_changed {
            return Err(format!("nothing changed in {}", &b[range.clone()]));
        }
    }
    let full = marked(a, b, FULL);
    if unmarked(&full) != unmarked(b) {
        return Err("more than old marks was removed".to_owned());
    }
    guard::check_text(&full).map(|_| ()).map_err(|refusal| refusal.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn only_marks_are_written_and_only_on_what_changed(index in any::<usize>(), edits in edits()) {
        let (path, a) = &DEMO[index % DEMO.len()];
        let b = edits.iter().fold(a.clone(), |text, edit| edited(&text, *edit));
        prop_assert_eq!(check(a, &b), Ok(()), "{}", path);
    }

    #[test]
    fn marks_that_were_written_can_be_removed(index in any::<usize>(), edits in edits()) {
        let (path, a) = &DEMO[index % DEMO.len()];
        let b = edits.iter().fold(a.clone(), |text, edit| edited(&text, *edit));
        let new = marked(a, &b, FULL);
        let checked = guard::check_text(&new).expect("a marked text");
        let removed = splice::apply(&new, &remove(&checked).expect("splices")).expect("a text");
        prop_assert_eq!(unmarked(&removed), unmarked(&b), "{}", path);
    }
}

#[test]
fn texts_that_are_too_different_are_not_marked() {
    let a = many(200, |index| format!("<para>a{index} x</para>"));
    let b = many(200, |index| format!("<para>b{index} y</para>"));
    let (before, text) = (guard::check_text(&a).expect("A"), guard::check_text(&b).expect("B"));
    assert_eq!(mark(&before, &text, &MarkRequest::default()).expect("two texts"), None);
}

/// An item of a list that another one precedes.
fn is_later_item(node: &Node<'_, '_>) -> bool {
    let is_item = |node: Node<'_, '_>| node.has_tag_name("listItem");
    is_item(*node) && node.prev_sibling_element().is_some_and(is_item)
}

/// A module with some other words and without one item of a list: as valid as before.
fn rewritten(text: &str) -> String {
    let xml = parse(text);
    let removed = xml.descendants().find(is_later_item).map(|node| node.range());
    let texts = ["para", "title", "simplePara", "notePara", "warningAndCautionPara", "reqCond"];
    let is_sentence = |node: &Node<'_, '_>| {
        let is_plain = |words: &str| {
            words.split(' ').count() > 3 && words.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.'))
        };
        node.is_text()
            && node.parent_element().is_some_and(|around| texts.contains(&around.tag_name().name()))
            && node.text().is_some_and(is_plain)
    };
    let mut splices: Vec<Splice> = xml
        .descendants()
        .filter(is_sentence)
        .map(|node| node.range())
        .filter(|range| !removed.as_ref().is_some_and(|gone| gone.start <= range.start && range.end <= gone.end))
        .step_by(3)
        .map(|range| Splice::insert(range.end, " altered"))
        .collect();
    splices.extend(removed.map(|range| Splice::replace(range, "")));
    splice::apply(text, &splices).expect("a text")
}

fn is_valid(schemas: &Schemas, text: &str) -> bool {
    xsd::check(schemas, text.as_bytes()).iter().all(|finding| !finding.rule.as_str().starts_with("xsd."))
}

#[test]
fn marked_official_modules_stay_valid() {
    for (name, zip) in [("bike-4.1", "schemas/S1000D_4-1.zip"), ("bike-4.2", "schemas/S1000D_4-2.zip")] {
        let (Some(package), Some(zip)) = (modules::package(name), data::path(zip)) else { return };
        let set = SchemaSet::open(&std::fs::read(zip).expect("a file")).expect("a set");
        let schemas = Schemas::new(vec![Arc::new(set)]);
        let mut marks = 0;
        for (code, text) in package.iter().filter(|(_, text)| text.len() < 200_000) {
            let changed = rewritten(text);
            if !is_valid(&schemas, &changed) {
                continue;
            }
            let model: Option<Arc<ContentModel>> = schemas.model_of(text).expect("a well-formed text");
            for model in [None, model.as_deref()] {
                let (before, after) = (guard::check_text(text).expect("A"), guard::check_text(&changed).expect("B"));
                let request = MarkRequest { model, scope: FULL, ..MarkRequest::default() };
                let splices = mark(&before, &after, &request).expect("two texts").expect("texts that are alike");
                marks += splices.len();
                let marked = splice::apply(&changed, &splices).expect("a text");
                assert!(is_valid(&schemas, &marked), "{name} {code}: {:?}", xsd::check(&schemas, marked.as_bytes()));
            }
        }
        assert!(marks > 20, "{name}: {marks}");
    }
}
