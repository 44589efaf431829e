//! `airfolio filter` on plain files.

use serde_json::Value;

use crate::process::Installation;

fn code(model: &str, info: &str) -> String {
    format!(
        "<dmCode modelIdentCode=\"{model}\" systemDiffCode=\"A\" systemCode=\"24\" subSystemCode=\"0\" subSubSystemCode=\"0\" assyCode=\"00\" \
         disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"{info}\" infoCodeVariant=\"A\" itemLocationCode=\"D\"/>"
    )
}

fn reference(model: &str, info: &str) -> String {
    format!("<dmRef><dmRefIdent>{}</dmRefIdent></dmRef>", code(model, info))
}

fn applic(id: &str, model: &str) -> String {
    format!(
        "<applic{id}><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"{model}\"/></applic>"
    )
}

/// A module that names the ACT of its model.
fn module(model: &str, info: &str, status: &str, content: &str) -> String {
    format!(
        "<dmodule>\n<identAndStatusSection><dmAddress><dmIdent>{}<language languageIsoCode=\"en\" countryIsoCode=\"US\"/>\
         <issueInfo issueNumber=\"001\" inWork=\"00\"/></dmIdent></dmAddress><dmStatus issueType=\"new\"><applicCrossRefTableRef>{}\
         </applicCrossRefTableRef>{status}</dmStatus></identAndStatusSection>\n<content>{content}</content>\n</dmodule>\n",
        code(model, info),
        reference(model, "00W")
    )
}

fn act(model: &str) -> String {
    let content = format!(
        "<applicCrossRefTable><productAttributeList><productAttribute id=\"model\"><enumeration applicPropertyValues=\"A|B\"/>\
         </productAttribute></productAttributeList><productCrossRefTableRef>{}</productCrossRefTableRef></applicCrossRefTable>",
        reference(model, "00P")
    );
    module(model, "00W", "", &content)
}

fn pct(model: &str, serials: [&str; 2]) -> String {
    let product = |id: &str, model: &str, serial: &str| {
        format!(
            "<product id=\"{id}\"><assign applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValue=\"{model}\"/>\
             <assign applicPropertyIdent=\"serial\" applicPropertyType=\"prodattr\" applicPropertyValue=\"{serial}\"/></product>"
        )
    };
    let products = product(&format!("{model}-1"), "A", serials[0]) + &product(&format!("{model}-2"), "B", serials[1]);
    module(model, "00P", "", &format!("<productCrossRefTable>{products}</productCrossRefTable>"))
}

/// A procedure with a step for each model and a reference to the step for A.
fn steps() -> String {
    let group = applic(" id=\"a\"", "A") + &applic(" id=\"b\"", "B");
    format!(
        "<referencedApplicGroup>{group}</referencedApplicGroup>\n<step id=\"s\" applicRefId=\"a\">Do A</step>\n\
         <step applicRefId=\"b\">Do B after <internalRef internalRefId=\"s\"/></step>\n"
    )
}

fn place() -> Installation {
    let place = Installation::new();
    let write = |name: &str, text: &str| std::fs::write(place.path(name), text).expect("writes");
    write("act.xml", &act("PLANE"));
    write("pct.xml", &pct("PLANE", ["0001", "0002"]));
    write("steps.xml", &module("PLANE", "520", "", &steps()));
    write("only-a.xml", &module("PLANE", "040", &applic("", "A"), "<description/>"));
    write(
        "links.xml",
        &module("PLANE", "041", "", &format!("<description>{}</description>", reference("PLANE", "040"))),
    );
    write("broken.xml", "<dmodule>");
    place
}

const FILES: [&str; 5] = ["act.xml", "pct.xml", "steps.xml", "only-a.xml", "links.xml"];

fn filter(more: &[&'static str]) -> Vec<&'static str> {
    ["filter"].into_iter().chain(FILES).chain(more.iter().copied()).collect()
}

#[test]
fn filter_writes_the_files_of_a_product_and_names_what_is_broken() {
    let place = place();
    let result = place.run(&filter(&["--product", "0002", "-o", "out"]));
    assert_eq!(result.code, Some(1), "{}", result.err);
    let expected = "steps.xml\n  removed: 1\n  line 5  /dmodule[1]/content[1]/step[2]/internalRef[1]: internalRefId refers to s, \
                    which was removed\nonly-a.xml\n  does not apply, not written\nlinks.xml\n  line 3  refers to \
                    DMC-PLANE-A-24-00-00-00A-040A-D, which does not apply\nFiles: 5 filtered, 1 changed, 1 that do not apply, \
                    2 with findings\n";
    assert_eq!(result.out, expected);
    let read = |name: &str| std::fs::read_to_string(place.path(name));
    let written = read("out/steps.xml").expect("a file");
    assert_eq!(
        written,
        read("steps.xml").expect("a file").replace("\n<step id=\"s\" applicRefId=\"a\">Do A</step>", "")
    );
    assert_eq!(read("out/act.xml").ok(), read("act.xml").ok());
    assert!(read("out/only-a.xml").is_err());

    let clean = place.run(&filter(&["--product", "PLANE-1", "--reduce", "-o", "first"]));
    assert_eq!(clean.code, Some(0), "{}", clean.out);
    assert!(!read("first/steps.xml").expect("a file").contains("applicRefId"));

    let both = place.run(&filter(&["--product", "0001", "--product", "0002", "--json", "--dry-run"]));
    let value: Value = serde_json::from_str(&both.out).expect("JSON");
    let file = &value["files"][2];
    assert_eq!((both.code, &file["changed"], &file["applies"]), (Some(0), &false.into(), &"yes".into()));
}

#[test]
fn filter_does_not_leave_an_older_result_in_silence() {
    let place = place();
    let first = place.run(&filter(&["--product", "0001", "-o", "out"]));
    assert_eq!(first.code, Some(0), "{}", first.out);
    assert!(place.path("out/only-a.xml").exists());
    let second = place.run(&filter(&["--product", "0002", "-o", "out"]));
    assert_eq!(second.code, Some(2));
    assert!(second.out.contains("only-a.xml is there from an earlier run"), "{}", second.out);
    let dry = place.run(&filter(&["--product", "0002", "--dry-run"]));
    assert_eq!(dry.code, Some(1), "{}", dry.out);
}

#[test]
fn filter_prints_a_single_file_for_given_values() {
    let place = place();
    let result = place.run(&["filter", "steps.xml", "--assign", "model:prodattr=A"]);
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.out.contains("Do A") && !result.out.contains("Do B"), "{}", result.out);
    assert!(result.err.contains("Files: 1 filtered, 1 changed"), "{}", result.err);
    let unknown = place.run(&["filter", "steps.xml", "--assign", "colour:prodattr=red"]);
    assert_eq!(unknown.out, std::fs::read_to_string(place.path("steps.xml")).expect("a file"));
}

#[test]
fn filter_judges_a_module_by_the_table_that_it_names() {
    let place = place();
    let write = |name: &str, text: &str| std::fs::write(place.path(name), text).expect("writes");
    write("brake-act.xml", &act("BRAKE"));
    write("brake-pct.xml", &pct("BRAKE", ["0001", "0003"]));
    write("brake.xml", &module("BRAKE", "520", "", &steps()));
    let more = ["brake-act.xml", "brake-pct.xml", "brake.xml", "--json", "-o", "out", "--product"];
    let result = place.run(&filter(&[&more[..], &["0002"][..]].concat()));
    let value: Value = serde_json::from_str(&result.out).expect("JSON");
    let changed = |file: usize| value["files"][file]["changed"].as_bool();
    assert_eq!((changed(2), changed(7)), (Some(true), Some(false)), "the brake is of no model");
    let twice = place.run(&filter(&[&more[..], &["0001"][..]].concat()));
    assert!(twice.err.contains("2 products have 0001"), "{}", twice.err);
}

#[test]
fn filter_refuses_what_it_cannot_do_and_never_writes_over_a_file() {
    let place = place();
    for (args, word) in [
        (vec!["filter", "steps.xml", "pct.xml", "--product", "9"], "several files need a folder"),
        (filter(&["--product", "9", "-o", "out"]), "the product 9 is in no table among the files"),
        (filter(&["--product", "A", "--assign", "model=A", "-o", "out"]), "model=A is no value of a property"),
        (filter(&["--product", "0001", "-o", "."]), "would be overwritten"),
        (vec!["filter", "steps.xml", "./steps.xml", "--product", "1", "-o", "out"], "to the same file"),
        (vec!["filter", "steps.xml"], "--product"),
    ] {
        let refused = place.run(&args);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(refused.err.contains(word), "{}", refused.err);
    }
    let broken = place.run(&["filter", "broken.xml", "steps.xml", "--assign", "model:prodattr=A", "-o", "out"]);
    assert_eq!(broken.code, Some(2));
    assert!(broken.out.contains("broken.xml\n  not filtered: broken.xml: line 1"), "{}", broken.out);
    assert!(place.path("out/steps.xml").exists(), "one file does not stop the others");
}
