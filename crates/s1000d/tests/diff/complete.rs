//! The edits applied to A give B, for random edits of real modules and for real revisions.

use std::sync::LazyLock;

use proptest::prelude::*;
use s1000d::diff::{Relevance, apply, compare};
use s1000d::guard;

use crate::content::{content, mixed_names, normal};
use crate::deliveries;
use crate::modules;
use crate::random::{edited, edits};

fn is_complete(a: &str, b: &str) -> Result<(), String> {
    let (checked_a, checked_b) = (guard::check(a.as_bytes()).expect("A"), guard::check(b.as_bytes()).expect("B"));
    let diff = compare(&checked_a, &checked_b).expect("a comparison");
    let result = apply(&diff, &diff.edits);
    let mixed = mixed_names(&[a, b]);
    let (got, wanted) = (normal(&content(&result, &mixed)), normal(&content(b, &mixed)));
    if got == wanted {
        return Ok(());
    }
    let at = got.bytes().zip(wanted.bytes()).take_while(|(got, wanted)| got == wanted).count().saturating_sub(60);
    let part = |text: &str| {
        text.chars().skip(text[..text.floor_char_boundary(at)].chars().count()).take(200).collect::<String>()
    };
    Err(format!("got    {}\nwanted {}", part(&got), part(&wanted)))
}

pub(crate) static DEMO: LazyLock<Vec<(String, String)>> = LazyLock::new(modules::demo);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_edits_of_demo_modules_are_listed_completely(index in any::<usize>(), edits in edits()) {
        let (path, a) = &DEMO[index % DEMO.len()];
        let b = edits.iter().fold(a.clone(), |text, edit| edited(&text, *edit));
        prop_assert_eq!(is_complete(a, &b), Ok(()), "{}", path);
        prop_assert_eq!(is_complete(&b, a), Ok(()), "back, {}", path);
    }
}

#[test]
fn random_edits_of_official_modules_are_listed_completely() {
    for name in ["bike-4.1", "bike-4.2"] {
        let Some(package) = modules::package(name) else { return };
        for (index, (code, a)) in package.iter().enumerate().filter(|(_, (_, text))| text.len() < 200_000) {
            let edits = (0..6).map(|turn| {
                (
                    u8::try_from((index * 7 + turn * 5) % 251).expect("small"),
                    index * 977 + turn * 7919,
                    index * 31 + turn * 104_729,
                )
            });
            let b = edits.fold(a.clone(), |text, edit| edited(&text, edit));
            assert_eq!(is_complete(a, &b), Ok(()), "{code}");
        }
    }
}

#[test]
fn the_deliveries_of_the_demo_are_listed_completely() {
    for [old, new] in deliveries::DELIVERIES {
        let (before, after) = (deliveries::delivery(old), deliveries::delivery(new));
        let pairs: Vec<_> = before.iter().filter_map(|(code, a)| Some((code, a, after.get(code)?))).collect();
        assert!(pairs.len() > 3, "{old} and {new} have {} files in common", pairs.len());
        for (code, a, b) in pairs {
            assert_eq!(is_complete(a, b), Ok(()), "{code}");
            assert_eq!(is_complete(b, a), Ok(()), "back, {code}");
        }
    }
}

#[test]
fn a_real_revision_is_listed_completely_and_equal_modules_show_nothing() {
    let (Some(old), Some(new)) = (modules::package("bike-4.1"), modules::package("bike-4.2")) else { return };
    let mut without_changes = 0;
    for (code, a) in &old {
        let Some(b) = new.get(code) else { continue };
        assert_eq!(is_complete(a, b), Ok(()), "{code}");
        let (checked_a, checked_b) = (guard::check(a.as_bytes()).expect("A"), guard::check(b.as_bytes()).expect("B"));
        let diff = compare(&checked_a, &checked_b).expect("a comparison");
        without_changes += usize::from(diff.edits_of(Relevance::Content).next().is_none());
        assert!(!diff.is_coarse, "{code}");
        let itself = compare(&checked_a, &checked_a).expect("a comparison");
        assert_eq!(itself.edits, [], "{code}");
    }
    println!("{without_changes} modules without a change of content");
    assert!(without_changes >= 20, "{without_changes}");
}
