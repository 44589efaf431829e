//! `airfolio merge` on plain files.

use serde_json::Value;

use crate::process::Installation;

fn module(first: &str, second: &str, issue: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<dmodule>\n<identAndStatusSection><dmAddress><dmIdent><issueInfo issueNumber=\"{issue}\" inWork=\"00\"/></dmIdent></dmAddress></identAndStatusSection>\n\
         <content><procedure><mainProcedure>\n<proceduralStep><para>{first}</para></proceduralStep>\n<proceduralStep><para>{second}</para></proceduralStep>\n</mainProcedure></procedure></content>\n</dmodule>\n"
    )
}

#[test]
fn merge_joins_the_changes_of_both_sides_and_tells_of_conflicts_by_its_exit_code() {
    let place = Installation::new();
    let write = |name: &str, text: &str| std::fs::write(place.path(name), text).expect("writes");
    write("base.xml", &module("Torque the nut to 12 Nm.", "Close the panel.", "001"));
    write("oem.xml", &module("Torque the nut to 14 Nm.", "Close the panel.", "002"));
    write("ours.xml", &module("Torque the nut to 12 Nm.", "Close the access panel.", "001"));
    write("other.xml", &module("Torque the nut to 16 Nm.", "Close the panel.", "001"));
    write("broken.xml", "<dmodule>");

    let free = place.run(&["merge", "base.xml", "oem.xml", "ours.xml"]);
    let expected = module("Torque the nut to 14 Nm.", "Close the access panel.", "002");
    assert_eq!((free.code, free.out, free.err.as_str()), (Some(0), expected, ""));

    let args = ["merge", "base.xml", "oem.xml", "other.xml", "-o", "merged.xml", "--conflicts", "conflicts.json"];
    let met = place.run(&args);
    assert_eq!((met.code, met.out.as_str()), (Some(1), ""));
    let merged = std::fs::read_to_string(place.path("merged.xml")).expect("the merged file");
    assert_eq!(merged, module("Torque the nut to 16 Nm.", "Close the panel.", "002"));
    let json = std::fs::read_to_string(place.path("conflicts.json")).expect("the conflicts");
    let value: Value = serde_json::from_str(&json).expect("JSON");
    let conflict = &value["conflicts"][0];
    assert_eq!(conflict["path"], "/dmodule/content/procedure/mainProcedure/proceduralStep[1]/para");
    assert_eq!(
        (&conflict["kind"], &conflict["oem"]),
        (&"text".into(), &"<para>Torque the nut to 14 Nm.</para>".into())
    );

    let listed = place.run(&["merge", "base.xml", "oem.xml", "other.xml", "-o", "merged.xml"]);
    assert!(listed.err.contains("ours <para>Torque the nut to 16 Nm.</para>"), "{}", listed.err);

    let told = place.run(&["merge", "base.xml", "oem.xml", "other.xml", "-o", "merged.xml", "--json"]);
    let value: Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!((told.code, told.err.as_str(), value["conflicts"][0]["kind"].as_str()), (Some(1), "", Some("text")));
    let unnamed = place.run(&["merge", "base.xml", "oem.xml", "other.xml", "--json"]);
    assert_eq!((unnamed.code, unnamed.err.contains("--output")), (Some(2), true), "{}", unnamed.err);

    let refused = place.run(&["merge", "base.xml", "broken.xml", "ours.xml"]);
    assert_eq!((refused.code, refused.err.contains("broken.xml: line")), (Some(2), true), "{}", refused.err);
}
