use super::*;

fn paths(text: &str) -> Vec<String> {
    split(text).into_iter().map(|clause| clause.path).collect()
}

#[test]
fn lists_are_nested_by_their_way_of_counting() {
    let text = "Lead in\n(a) one\n(1) two\n(i) three\n(ii) four\n(A) five\n(2) six\nmore of six\n(b) seven";
    let expected = ["¶1", "(a)", "(a)/(1)", "(a)/(1)/(i)", "(a)/(1)/(ii)", "(a)/(1)/(ii)/(A)", "(a)/(2)", "(b)"];
    assert_eq!(paths(text), expected);
    assert_eq!(split(text)[6].text, "six\nmore of six");
    assert_eq!(split(text)[4].address("X.1"), "X.1(a)(1)(ii)");
    assert_eq!(split(text)[4].depth(), 2);
}

#[test]
fn an_i_is_a_letter_behind_h_and_a_number_elsewhere() {
    assert_eq!(paths("(g) a\n(h) b\n(i) c\n(j) d")[2..], ["(i)", "(j)"]);
    assert_eq!(paths("(h) b\n(1) x\n(i) c\n(ii) d")[2..], ["(h)/(1)/(i)", "(h)/(1)/(ii)"]);
    assert_eq!(paths("(h) b\n(1) x\n(i) c\n(j) d")[2..], ["(i)", "(j)"]);
    assert_eq!(paths("(i) c\n(ii) d"), ["(i)", "(ii)"]);
}

#[test]
fn several_markers_may_begin_a_line() {
    assert_eq!(paths("(a)(1) one\n(2) two\n(b) three"), ["(a)", "(a)/(1)", "(a)/(2)", "(b)"]);
    assert_eq!(split("(a) (1) one")[1].text, "one");
}

#[test]
fn words_and_quantities_are_no_markers() {
    assert_eq!(paths("(note) text\n(reserved)\n12 months\n3.5 kg\n2027. End"), ["¶1", "¶2", "¶3", "¶4", "¶5"]);
    assert_eq!(paths("1. one\n2. two\na) three\n- four\n- five"), ["1.", "2.", "2./a)", "2./a)/•1", "2./a)/•2"]);
    assert_eq!(paths("（一） one\n（二） two\n(1) three"), ["（一）", "（二）", "（二）/(1)"]);
}

#[test]
fn a_list_that_begins_again_gets_paths_of_its_own() {
    let (clauses, doubts) = split_with_doubts("(a) one\n(b) two\n(a) three\n(1) four");
    let paths: Vec<&str> = clauses.iter().map(|clause| clause.path.as_str()).collect();
    assert_eq!(paths, ["(a)", "(b)", "(a)~2", "(a)~2/(1)"]);
    assert_eq!(doubts, 1);
}

#[test]
fn markers_that_count_nothing_do_not_nest_without_end() {
    let clauses = split(&"(ab) x\n(xxxx) y\n".repeat(1_000));
    assert_eq!(clauses.len(), 2_000);
    let deepest = clauses.iter().map(SourceClause::depth).max();
    assert!(deepest.is_some_and(|depth| depth <= 16), "{deepest:?}");
}

#[test]
fn tabs_end_the_markers_of_word_processors() {
    for (text, marker) in [("(a)\tx", "(a)"), ("0.1.1 \tx", "0.1.1"), ("A.\tx", "A."), ("–\tx", "–"), ("12.\tx", "12.")]
    {
        assert_eq!(tabbed_marker(text), Some((marker, "x")), "{text}");
    }
    for text in ["(reserved)\tx", "word\tx", "(a) x", "\tx"] {
        assert_eq!(tabbed_marker(text), None, "{text}");
    }
}

#[test]
fn a_layout_that_does_not_fit_is_refused() {
    let clauses = split("Lead\n(a) one\nmore\n(1) two");
    assert_eq!(layout(&clauses), "¶1@1 (a)@2 (a)/(1)@4");
    let text = joined(&clauses);
    assert_eq!(by_layout(&text, &layout(&clauses)), Some(clauses));
    for wrong in
        ["", "(a)@1", "¶1@1 (b)@2", "¶1@1 (a)@9", "¶1@1 ¶1@2", "¶1", "¶1@2 (a)@1", "¶1@0", "¶1@99999999999999999999"]
    {
        assert_eq!(by_layout(&text, wrong), None, "{wrong}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_split_into_unique_paths(text in "([(a-ivxA-C1-3)\\. \t•–-]|\n|\\(a\\)|\\(1\\)|\\(i\\)|（一）){0,60}") {
        let clauses = split(&text);
        let paths: std::collections::HashSet<&String> = clauses.iter().map(|clause| &clause.path).collect();
        proptest::prop_assert_eq!(paths.len(), clauses.len(), "{:?}", clauses);
        // What was split can be written and found again by its layout.
        let again = by_layout(&joined(&clauses), &layout(&clauses));
        proptest::prop_assert!(clauses.is_empty() || again.as_ref() == Some(&clauses), "{:?} {:?}", clauses, again);
    }
}
