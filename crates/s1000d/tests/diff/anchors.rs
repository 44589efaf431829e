//! Anchors of one version in the next.

use s1000d::diff::anchors::{AnchorFinder, AnchorOutcome};
use s1000d::diff::compare;
use s1000d::document::{Anchor, Document, NodeId};
use s1000d::guard;

fn module(steps: &[&str]) -> String {
    let steps: Vec<String> =
        steps.iter().map(|text| format!("<proceduralStep><para>{text}</para></proceduralStep>")).collect();
    format!(
        "<dmodule><content><procedure><mainProcedure>{}</mainProcedure></procedure></content></dmodule>",
        steps.concat()
    )
}

/// The anchor of the paragraph with this text.
fn anchor_of(document: &Document, text: &str) -> Anchor {
    let holds = |id: &NodeId| document.text(*id).contains(text);
    let node = document.descendants(NodeId::ROOT).find(holds).expect("the text");
    document.anchor(node).expect("an anchor")
}

/// The outcome for the paragraph with a text, and the text that the new anchor leads to.
fn outcome(a: &str, b: &str, text: &str) -> (AnchorOutcome, Option<String>) {
    let (a, b) = (guard::check(a.as_bytes()).expect("A"), guard::check(b.as_bytes()).expect("B"));
    let (old, new) = (Document::read(&a).expect("a module"), Document::read(&b).expect("a module"));
    let diff = compare(&a, &b).expect("a comparison");
    let outcome = AnchorFinder::new(&diff, &old, &new).find(&anchor_of(&old, text));
    let found = outcome.anchor().and_then(|anchor| new.find(anchor));
    let text = found.map(|(node, _)| s1000d::document::plain::text(&new, node));
    (outcome, text)
}

#[test]
fn a_place_is_found_behind_inserted_steps() {
    let a = module(&["Open the cowling.", "Remove both bolts."]);
    let b = module(&["Park the aircraft.", "Open the cowling.", "Remove both bolts."]);
    let (outcome, text) = outcome(&a, &b, "both bolts");
    assert!(matches!(outcome, AnchorOutcome::Unchanged(_)), "{outcome:?}");
    assert_eq!(text.as_deref(), Some("Remove both bolts."));
}

#[test]
fn a_place_with_changed_text_is_found_and_says_so() {
    let a = module(&["Open the cowling.", "Torque the nut to 12 Nm.", "Close the cowling."]);
    let b = module(&["Park the aircraft.", "Open the cowling.", "Torque the nut to 14 Nm.", "Close the cowling."]);
    let (outcome, text) = outcome(&a, &b, "Torque");
    assert!(matches!(outcome, AnchorOutcome::Changed { is_certain: _, .. }), "{outcome:?}");
    assert_eq!(text.as_deref(), Some("Torque the nut to 14 Nm."));
}

#[test]
fn a_deleted_place_is_gone_even_if_another_text_has_its_path() {
    let a = module(&["Open the cowling.", "Remove both bolts.", "Close the cowling."]);
    let b = module(&["Open the cowling.", "Close the cowling."]);
    assert_eq!(outcome(&a, &b, "both bolts").0, AnchorOutcome::Gone);
}

#[test]
fn anchors_of_real_modules_lead_to_the_same_text_in_the_next_revision() {
    let (Some(old), Some(new)) = (crate::modules::package("bike-4.1"), crate::modules::package("bike-4.2")) else {
        return;
    };
    let (mut unchanged, mut changed, mut gone) = (0, 0, 0);
    for (code, a) in &old {
        let Some(b) = new.get(code) else { continue };
        let (a, b) = (guard::check(a.as_bytes()).expect("A"), guard::check(b.as_bytes()).expect("B"));
        let (old, new) = (Document::read(&a).expect("a module"), Document::read(&b).expect("a module"));
        let diff = compare(&a, &b).expect("a comparison");
        let finder = AnchorFinder::new(&diff, &old, &new);
        for node in
            old.descendants(NodeId::ROOT).filter(|node| old.marks(*node).is_some_and(|marks| marks.id.is_some()))
        {
            let anchor = old.anchor(node).expect("an anchor");
            match finder.find(&anchor) {
                AnchorOutcome::Unchanged(found) => {
                    assert_eq!(found.fingerprint, anchor.fingerprint, "{code}");
                    unchanged += 1;
                }
                AnchorOutcome::Changed { .. } => changed += 1,
                AnchorOutcome::Gone => gone += 1,
            }
        }
    }
    println!("{unchanged} unchanged, {changed} changed, {gone} gone");
    assert!(unchanged > 20 * gone, "{unchanged} unchanged, {changed} changed, {gone} gone");
}
