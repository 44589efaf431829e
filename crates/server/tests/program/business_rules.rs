//! `airfolio brex` on plain files.

use serde_json::Value;

use crate::process::Installation;

fn module(model: &str, named: &str, content: &str) -> String {
    let code = |model: &str| {
        format!(
            "<dmCode modelIdentCode=\"{model}\" systemDiffCode=\"A\" systemCode=\"24\" subSystemCode=\"0\" subSubSystemCode=\"0\" assyCode=\"00\" \
             disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"040\" infoCodeVariant=\"A\" itemLocationCode=\"D\"/>"
        )
    };
    format!(
        "<dmodule>\n<identAndStatusSection><dmAddress><dmIdent>{}<language languageIsoCode=\"en\" countryIsoCode=\"US\"/>\
         <issueInfo issueNumber=\"001\" inWork=\"00\"/></dmIdent></dmAddress><dmStatus issueType=\"new\"><brexDmRef><dmRef><dmRefIdent>{}</dmRefIdent></dmRef>\
         </brexDmRef></dmStatus></identAndStatusSection>\n<content>{content}</content>\n</dmodule>\n",
        code(model),
        code(named)
    )
}

fn rule(flag: u8, path: &str, more: &str) -> String {
    format!(
        "<structureObjectRule id=\"r-{flag}\"><objectPath allowedObjectFlag=\"{flag}\">{path}</objectPath>{more}</structureObjectRule>"
    )
}

pub(crate) fn rules(model: &str, named: &str, rules: &str) -> String {
    let content = format!(
        "<brex><contextRules><structureObjectRuleGroup>\n{rules}</structureObjectRuleGroup></contextRules></brex>"
    );
    module(model, named, &content)
}

fn place() -> Installation {
    let place = Installation::new();
    let write = |name: &str, text: &str| std::fs::write(place.path(name), text).expect("writes");
    let project = rule(0, "//emphasis", "<objectUse>No emphasis in a paragraph.</objectUse>")
        + &rule(2, "//note/@kind", "<objectValue valueForm=\"single\" valueAllowed=\"a\"/>");
    write("project.xml", &rules("PROJECT", "BASE", &project));
    write("base.xml", &rules("BASE", "BASE", &rule(1, "//title", "")));
    write("later.xml", &rules("LATER", "LATER", &rule(0, "//para[matches(., \"x\")]", "")));
    write("good.xml", &module("PLANE", "PROJECT", "<title>T</title><para/>"));
    write("bad.xml", &module("PLANE", "PROJECT", "<para>\n<emphasis>x</emphasis></para><note kind=\"b\"/>"));
    write("broken.xml", "<dmodule>");
    place
}

#[test]
fn brex_lists_violations_and_tells_by_its_exit_code() {
    let place = place();
    let good = place.run(&["brex", "good.xml", "--brex", "project.xml", "base.xml"]);
    assert_eq!((good.code, good.out.as_str()), (Some(0), "Files: 1 checked, 0 with findings\n"));

    let bad = place.run(&["brex", "bad.xml", "--brex", "project.xml", "base.xml"]);
    let expected = "bad.xml\n  r-0  not allowed\n      No emphasis in a paragraph.\n      line 4  /dmodule[1]/content[1]/para[1]/emphasis[1]\n  \
                    r-2  value not allowed\n      line 4  /dmodule[1]/content[1]/note[1]/@kind  \"b\"\n  r-1  missing\n\
                    Files: 1 checked, 1 with findings\n";
    assert_eq!((bad.code, bad.out.as_str()), (Some(1), expected));

    let json = place.run(&["brex", "--json", "bad.xml", "--brex", "project.xml"]);
    let value: Value = serde_json::from_str(&json.out).expect("JSON");
    let findings = &value["files"][0]["findings"];
    assert_eq!((json.code, findings.as_array().map(Vec::len)), (Some(1), Some(2)));
    assert_eq!((&findings[1]["kind"], &findings[1]["nodes"][0]["value"]), (&"value".into(), &"b".into()));
    assert_eq!(findings[0]["rule"]["use"], "No emphasis in a paragraph.");
}

#[test]
fn brex_finds_the_rules_that_files_name_among_the_files() {
    let place = place();
    let all = place.run(&["brex", "--json", "bad.xml", "project.xml", "base.xml"]);
    let value: Value = serde_json::from_str(&all.out).expect("JSON");
    let layers = |file: usize| value["files"][file]["layers"].as_array().map_or(0, Vec::len);
    assert_eq!([layers(0), layers(1), layers(2)], [2, 1, 1]);
    assert_eq!(all.code, Some(1));

    let alone = place.run(&["brex", "good.xml"]);
    assert_eq!(alone.code, Some(2));
    assert!(alone.out.contains("rules: DMC-PROJECT-A-24-00-00-00A-040A-D is missing"), "{}", alone.out);
}

#[test]
fn brex_names_what_it_cannot_judge() {
    let place = place();
    let later = place.run(&["brex", "good.xml", "--brex", "later.xml"]);
    assert_eq!(later.code, Some(2));
    assert!(later.out.contains("r-0: object path, character 8: XPath 1.0 has no function matches()"), "{}", later.out);

    let broken = place.run(&["brex", "broken.xml", "good.xml", "--brex", "base.xml"]);
    assert_eq!(broken.code, Some(2));
    assert!(broken.out.contains("broken.xml\n  not checked: broken.xml: line 1"), "{}", broken.out);

    for (args, word) in [
        (["brex", "good.xml", "--brex", "good.xml"], "good.xml: the file is no BREX data module"),
        (["brex", "good.xml", "--brex", "absent.xml"], "absent.xml"),
    ] {
        let refused = place.run(&args);
        assert_eq!(refused.code, Some(2), "{args:?}");
        assert!(refused.err.contains(word), "{}", refused.err);
    }
}
