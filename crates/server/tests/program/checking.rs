//! `airfolio check` on plain files, `airfolio export` from a library.

use serde_json::Value;
use testkit::packages::{demo, zipped};

use crate::process::Installation;

fn module(system: &str, content: &str) -> String {
    format!(
        "<dmodule>\n<identAndStatusSection><dmAddress><dmIdent><dmCode modelIdentCode=\"AF\" systemDiffCode=\"A\" \
         systemCode=\"{system}\" subSystemCode=\"0\" subSubSystemCode=\"0\" assyCode=\"00\" disassyCode=\"00\" \
         disassyCodeVariant=\"A\" infoCode=\"040\" infoCodeVariant=\"A\" itemLocationCode=\"A\"/>\
         <language languageIsoCode=\"en\" countryIsoCode=\"GB\"/><issueInfo issueNumber=\"001\" inWork=\"00\"/></dmIdent>\
         <dmAddressItems><issueDate year=\"2026\" month=\"11\" day=\"01\"/><dmTitle><techName>Door</techName></dmTitle>\
         </dmAddressItems></dmAddress></identAndStatusSection>\n<content><description>\n{content}\n</description></content>\n</dmodule>\n"
    )
}

fn reference_to(system: &str) -> String {
    format!(
        "<para><dmRef><dmRefIdent><dmCode modelIdentCode=\"AF\" systemDiffCode=\"A\" systemCode=\"{system}\" \
         subSystemCode=\"0\" subSubSystemCode=\"0\" assyCode=\"00\" disassyCode=\"00\" disassyCodeVariant=\"A\" \
         infoCode=\"040\" infoCodeVariant=\"A\" itemLocationCode=\"A\"/></dmRefIdent></dmRef></para>"
    )
}

#[test]
fn check_names_the_file_and_line_of_each_defect() {
    let place = Installation::new();
    let write = |name: &str, text: &str| std::fs::write(place.path(name), text).expect("writes");
    write("good.xml", &module("52", &reference_to("53")));
    write("other.xml", &module("53", "<para id=\"p1\">Text.</para>"));
    write("twice.xml", &module("54", "<para id=\"p1\">One.</para>\n<para id=\"p1\">Two.</para>"));
    write("broken.xml", "<dmodule>\n<content></dmodule>");

    let defects = |args: &[&str]| {
        let said = place.run(&[&["check", "--json"], args].concat());
        let findings: Vec<Value> = serde_json::from_str(&said.out).expect("JSON");
        let of_defect = |finding: &&Value| finding["severity"] != "info";
        let place = |finding: &Value| {
            format!("{}:{} {}", finding["file"].as_str().unwrap_or_default(), finding["line"], finding["code"])
        };
        (said.code, findings.iter().filter(of_defect).map(place).collect::<Vec<_>>())
    };
    let (code, found) = defects(&["twice.xml"]);
    assert_eq!((code, found), (Some(1), vec!["twice.xml:5 \"xml.id_twice\"".to_owned()]));
    let (code, found) = defects(&["broken.xml", "twice.xml"]);
    assert_eq!((code, found.len()), (Some(1), 2), "{found:?}");
    let (_, found) = defects(&["good.xml"]);
    assert!(!found.iter().any(|defect| defect.contains("dangling")), "alone, references are not followed: {found:?}");
    let (_, found) = defects(&["--complete", "good.xml", "other.xml"]);
    assert!(!found.iter().any(|defect| defect.contains("dangling")), "{found:?}");
    let (code, found) = defects(&["--complete", "good.xml"]);
    assert_eq!(code, Some(1));
    assert!(found.iter().any(|defect| defect.starts_with("good.xml:4")), "{found:?}");

    let text = place.run(&["check", "twice.xml"]);
    assert!(text.out.starts_with("twice.xml:5: warn: ") && text.out.contains("--schemas"), "{}", text.out);
    for args in [["check", "absent.xml", "good.xml"], ["check", "--schemas=good.xml", "good.xml"]] {
        assert_eq!(place.run(&args).code, Some(2), "{args:?}");
    }
}

#[test]
fn the_manuals_of_the_demo_are_valid() {
    let Some(schemas) = testkit::official::file("schemas/S1000D_4-2.zip") else { return };
    for package in ["amm", "flm-1", "flm-2", "flm-3"] {
        let place = Installation::new();
        let files = demo(package);
        std::fs::write(place.path("schemas.zip"), &schemas).expect("writes");
        for (name, bytes) in &files {
            std::fs::write(place.path(name), bytes).expect("writes");
        }
        let names = files.iter().map(|(name, _)| name.as_str());
        let args: Vec<&str> = ["check", "--complete", "--schemas", "schemas.zip"].into_iter().chain(names).collect();
        let out = place.run(&args).ok();
        assert!(out.ends_with(", findings: 0\n"), "{package}: {out}");
    }
}

#[test]
fn export_writes_the_bytes_that_were_imported() {
    let place = Installation::new();
    place.serve_known().stop();
    let package = demo("amm");
    std::fs::write(place.path("amm.zip"), zipped(&package)).expect("writes");
    let target = ["--data=data", "--database=NV240", "--manual=AMM"];
    place.run(&[&["import", "amm.zip", "--create", "--manual-type=AMM"], &target[..]].concat()).ok();

    let module = "DMC-NV240-A-24-31-00-00A-421A-A";
    let (_, bytes) = package.iter().find(|(name, _)| name.contains(module)).expect("a module");
    let name = &format!("{module}_en-US.XML");
    let path = format!("/NV240/AMM/{name}");
    let export = |args: &[&str]| place.run(&[&["export", "--data=data"], args].concat());
    assert_eq!(export(&[&path]).ok().as_bytes(), bytes.as_slice());
    export(&[&path, "--output=out.xml"]).ok();
    assert_eq!(std::fs::read(place.path("out.xml")).expect("a file"), *bytes);
    assert!(export(&[&path, "--lane=released"]).failed().contains(name), "nothing is released yet");
    assert!(export(&[&path, "--as-of=2020-01-01T00:00:00Z"]).failed().contains(name), "nothing was there then");
    assert!(export(&["/NV240/AMM/DMC-NONE.XML"]).failed().contains("DMC-NONE"));
    assert!(export(&["nowhere"]).failed().contains("not the path"));
}
