//! Change marks of random edits of real modules: nothing but marks is written, on nothing but what changed.

use proptest::prelude::*;
use s1000d::change_marks::{MarkRequest, mark, remove};
use s1000d::diff::{Relevance, compare};
use s1000d::{guard, splice};

use crate::complete::DEMO;
use crate::content::parse;
use crate::random::{edited, edits};

/// The text without marks, as an independent reading.
fn unmarked(text: &str) -> String {
    let attributes = regex::Regex::new(r#"\s+(changeMark|changeType|reasonForUpdateRefIds)\s*=\s*("[^"]*"|'[^']*')"#);
    let tags = regex::Regex::new("</?changeInline[^>]*>");
    let text = attributes.expect("a pattern").replace_all(text, "").into_owned();
    tags.expect("a pattern").replace_all(&text, "").into_owned()
}

fn marked(a: &str, b: &str, removes_old: bool) -> String {
    let (before, text) = (guard::check_text(a).expect("A"), guard::check_text(b).expect("B"));
    let request = MarkRequest { reason: Some("rfu-999"), removes_old, ..MarkRequest::default() };
    splice::apply(b, &mark(&before, &text, &request).expect("splices")).expect("a text")
}

/// The elements other than those around words, with their marks.
fn elements(text: &str) -> Vec<(std::ops::Range<usize>, Vec<(String, String)>)> {
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
    let places: Vec<usize> =
        compare(&before, &text).expect("a comparison").edits_of(Relevance::Content).map(|edit| edit.at).collect();
    let new = marked(a, b, false);
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
        let is_changed = places.iter().any(|at| (range.start..=range.end).contains(at));
        if before != after && !is_changed {
            return Err(format!("nothing changed in {}", &b[range.clone()]));
        }
    }
    let full = marked(a, b, true);
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
        let new = marked(a, &b, true);
        let checked = guard::check_text(&new).expect("a marked text");
        let removed = splice::apply(&new, &remove(&checked).expect("splices")).expect("a text");
        prop_assert_eq!(unmarked(&removed), unmarked(&b), "{}", path);
    }
}
