//! `airfolio diff` on plain files.

use serde_json::Value;

use crate::process::Installation;

fn module(step: &str, issue: &str) -> String {
    format!(
        "<dmodule>\n<identAndStatusSection><dmAddress><dmIdent><issueInfo issueNumber=\"{issue}\" inWork=\"00\"/></dmIdent></dmAddress></identAndStatusSection>\n\
         <content><procedure><mainProcedure>\n<proceduralStep><para>{step}</para></proceduralStep>\n</mainProcedure></procedure></content>\n</dmodule>\n"
    )
}

#[test]
fn diff_lists_changes_and_tells_by_its_exit_code() {
    let place = Installation::new();
    let write = |name: &str, text: &str| std::fs::write(place.path(name), text).expect("writes");
    write("a.xml", &module("Torque the nut to 12 Nm.", "001"));
    write("b.xml", &module("Torque the nut to 14 Nm.", "002"));
    write("same.xml", &module("Torque  the nut\nto 12 Nm.", "001"));
    write("broken.xml", "<dmodule>");

    let same = place.run(&["diff", "a.xml", "same.xml"]);
    assert_eq!((same.code, same.out.as_str()), (Some(0), "No differences\n"));

    let different = place.run(&["diff", "a.xml", "b.xml"]);
    assert_eq!(different.code, Some(1));
    let expected = "line 2 > 2  status: attribute  /dmodule/identAndStatusSection/dmAddress/dmIdent/issueInfo\n    issueNumber [-001-] {+002+}\n\
                    line 4 > 4  text  /dmodule/content/procedure/mainProcedure/proceduralStep/para\n    Torque the nut to [-12-] {+14+} Nm.\n\
                    Changes: 1 in the content, 1 in the status\n";
    assert_eq!(different.out, expected);

    let json = place.run(&["diff", "--json", "a.xml", "b.xml"]);
    let value: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((json.code, &value["same"], &value["changes"][1]["new"]), (Some(1), &Value::Bool(false), &"14".into()));

    for (args, word) in
        [(["diff", "a.xml", "broken.xml"], "broken.xml: line"), (["diff", "absent.xml", "a.xml"], "absent.xml")]
    {
        let refused = place.run(&args);
        assert_eq!(refused.code, Some(2), "{args:?}");
        assert!(refused.err.contains(word), "{}", refused.err);
    }
}
