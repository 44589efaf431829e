//! Texts that are made to cost much.

use std::fmt::Write;

use s1000d::diff::{apply, compare};
use s1000d::guard;

/// Compares two texts and gives the number of edits, and whether the answer is coarse.
fn compared(a: &str, b: &str) -> (usize, bool) {
    let (a, b) = (guard::check(a.as_bytes()).expect("A"), guard::check(b.as_bytes()).expect("B"));
    let diff = compare(&a, &b).expect("a comparison");
    let result = apply(&diff, &diff.edits);
    let result = guard::check(result.as_bytes()).expect("a result");
    let rest = compare(&result, &b).expect("a comparison");
    assert_eq!(rest.edits, []);
    (diff.edits.len(), diff.is_coarse)
}

pub(crate) fn many(count: usize, make: impl Fn(usize) -> String) -> String {
    let mut text = String::from("<content>");
    for index in 0..count {
        let _ = write!(text, "{}", make(index));
    }
    text + "</content>"
}

#[test]
fn many_siblings_with_nothing_in_common_are_compared_coarsely() {
    let a = many(20_000, |index| format!("<para>a{index} x</para>"));
    let b = many(20_000, |index| format!("<para>b{index} y</para>"));
    let (_, is_coarse) = compared(&a, &b);
    assert!(is_coarse);
}

#[test]
fn equal_siblings_in_any_number_cost_little() {
    let a = many(20_000, |_| "<para>same</para>".to_owned());
    let b = many(19_000, |_| "<para>same</para>".to_owned());
    assert_eq!(compared(&a, &b), (1_000, false));
}

#[test]
fn one_paragraph_of_other_words_is_compared() {
    let a = format!(
        "<content><para>{}</para></content>",
        (0..80_000).map(|index| format!("a{index} ")).collect::<Vec<_>>().concat()
    );
    let b = format!(
        "<content><para>{}</para></content>",
        (0..80_000).map(|index| format!("b{index} ")).collect::<Vec<_>>().concat()
    );
    let (edits, _) = compared(&a, &b);
    assert_eq!(edits, 1);
}

#[test]
fn words_in_reverse_are_compared() {
    let words = |reverse: bool| {
        let mut all: Vec<String> = (0..20_000).map(|index| format!("w{index}")).collect();
        if reverse {
            all.reverse();
        }
        format!("<content><para>{}</para></content>", all.join(" "))
    };
    compared(&words(false), &words(true));
}

#[test]
fn many_inline_tags_cost_little() {
    let inline = |count: usize| format!("<content><para>{}</para></content>", "x<emphasis>y</emphasis>".repeat(count));
    compared(&inline(40_000), &inline(39_990));
}

#[test]
fn deep_nesting_is_compared() {
    let nested = |text: &str| format!("{}{text}{}", "<proceduralStep>".repeat(200), "</proceduralStep>".repeat(200));
    assert_eq!(compared(&nested("<para>12</para>"), &nested("<para>13</para>")).0, 1);
}

#[test]
fn a_text_above_the_limit_is_refused() {
    let large = format!("<content><para>{}</para></content>", "word ".repeat(4 << 20));
    let (large, small) = (guard::check(large.as_bytes()).expect("A"), guard::check(b"<content/>").expect("B"));
    assert!(compare(&large, &small).is_err());
}
