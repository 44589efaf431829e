//! Groups of alternates.

use s1000d::filter::ProductFilter;

use super::{content, filtered, filtered_for, findings, module, product};

#[test]
fn the_only_alternate_that_is_left_stands_for_itself() {
    let steps = "<main>\n  <proceduralStepAlts>\n    <proceduralStep applicRefId=\"a\">For A</proceduralStep>\n    \
                 <proceduralStep applicRefId=\"b\">For B</proceduralStep>\n  </proceduralStepAlts>\n</main>";
    assert_eq!(
        content(steps, "model=B"),
        "<main>\n  <proceduralStep applicRefId=\"b\">For B</proceduralStep>\n</main>"
    );
    assert_eq!(content(steps, ""), steps);
}

#[test]
fn an_alternate_takes_the_attributes_of_its_group() {
    let figures = "<figureAlts id=\"f\" changeType=\"add\"><figure applicRefId=\"a\"/><figure applicRefId=\"b\" \
                   changeType=\"modify\"/></figureAlts><internalRef internalRefId=\"f\"/>";
    assert_eq!(
        content(figures, "model=B"),
        "<figure id=\"f\" applicRefId=\"b\" changeType=\"modify\"/><internalRef internalRefId=\"f\"/>"
    );
    assert_eq!(filtered(&module(figures), "model=B").removed_ids, [""; 0]);
}

#[test]
fn references_to_the_group_follow_to_an_alternate_with_an_id_of_its_own() {
    let figures = "<figureAlts id=\"f\"><figure id=\"fa\" applicRefId=\"a\"/><figure id=\"fb\" applicRefId=\"b\"/>\
                   </figureAlts><internalRef internalRefId='f'/><internalRef internalRefId=\"fa\"/>";
    assert_eq!(
        content(figures, "model=B"),
        "<figure id=\"fb\" applicRefId=\"b\"/><internalRef internalRefId='fb'/><internalRef internalRefId=\"fa\"/>"
    );
    let result = filtered(&module(figures), "model=B");
    assert_eq!(findings(&result), ["removedTarget /internalRef[2]"]);
    assert_eq!(result.removed_ids, ["f", "fa"]);
}

#[test]
fn a_reference_to_two_groups_is_no_reason_to_refuse_a_text() {
    let figures = |id: &str| {
        format!(
            "<figureAlts id=\"{id}\"><figure id=\"{id}a\" applicRefId=\"a\"/><figure id=\"{id}b\" applicRefId=\"b\"/></figureAlts>"
        )
    };
    let text = module(&[figures("f"), figures("g"), "<r internalRefId=\"f g\"/>".to_owned()].concat());
    assert_eq!(findings(&filtered(&text, "model=B")), ["removedTarget /r[1]"; 2]);
}

#[test]
fn a_group_stays_where_something_would_be_lost_with_it() {
    for group in [
        "<figureAlts applicRefId=\"ab\"><figure applicRefId=\"a\"/><figure applicRefId=\"b\"/></figureAlts>",
        "<figureAlts>Words<figure applicRefId=\"a\"/><figure applicRefId=\"b\"/></figureAlts>",
        "<figureAlts xmlns:x=\"urn:x\"><figure applicRefId=\"a\"/><figure applicRefId=\"b\" x:y=\"\"/></figureAlts>",
    ] {
        assert_eq!(content(group, "model=B"), group.replace("<figure applicRefId=\"a\"/>", ""));
    }
}

#[test]
fn the_group_of_a_repository_entry_stays() {
    let zone = "<zoneSpec><zoneAlts><zone applicRefId=\"a\"/><zone applicRefId=\"b\"/></zoneAlts></zoneSpec>";
    assert_eq!(content(zone, "model=B"), "<zoneSpec><zoneAlts><zone applicRefId=\"b\"/></zoneAlts></zoneSpec>");
    assert_eq!(findings(&filtered(&module(zone), "model=C")), ["leftEmpty /zoneSpec[1]/zoneAlts[1]"]);
}

#[test]
fn a_group_without_any_alternate_is_removed_and_named() {
    let group = "<main><figureAlts><figure applicRefId=\"a\"/></figureAlts><p/></main>";
    assert_eq!(content(group, "model=C"), "<main><p/></main>");
    assert_eq!(findings(&filtered(&module(group), "model=C")), ["noAlternate /main[1]/figureAlts[1]"]);
}

#[test]
fn alternates_are_open_if_two_may_apply_to_the_same_product() {
    let group = module("<figureAlts><figure applicRefId=\"a\"/><figure applicRefId=\"b\"/></figureAlts>");
    assert_eq!(findings(&filtered(&group, "")), ["openAlternates /figureAlts[1]"]);
    assert_eq!(findings(&filtered(&group, "model=A")), [""; 0]);
    let products = [product("model=A"), product("model=B")];
    let both = filtered_for(&group, &ProductFilter { products: &products, ..ProductFilter::default() });
    assert_eq!((both.text.as_deref(), findings(&both)), (None, Vec::new()), "one for each");
}
