//! References to removed text.

use super::{filtered, findings, module};

#[test]
fn references_to_removed_elements_are_named_with_their_line() {
    let text = module(
        "\n<p id=\"x\" applicRefId=\"b\"><q id=\"y\"/><internalRef internalRefId=\"x\"/></p>\n<internalRef \
         internalRefId=\"y\"/><step warningRefs=\"x nowhere\"/><p id=\"z\"/><internalRef internalRefId=\"z\"/>",
    );
    let result = filtered(&text, "model=A");
    assert_eq!(findings(&result), ["removedTarget /internalRef[1]", "removedTarget /step[1]"]);
    assert_eq!(result.findings[0].line, 3);
    assert_eq!(result.findings[0].problem.to_string(), "internalRefId refers to y, which was removed");
    assert_eq!(result.removed_ids, ["x", "y"]);
}

#[test]
fn an_id_that_another_element_still_has_is_no_lost_target() {
    let text = module("<p id=\"x\" applicRefId=\"b\"/><p id=\"x\"/><internalRef internalRefId=\"x\"/>");
    let result = filtered(&text, "model=A");
    assert_eq!((findings(&result), result.removed_ids), (Vec::new(), Vec::new()));
}
