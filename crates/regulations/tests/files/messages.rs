//! Findings can be told in both languages.

use std::collections::BTreeMap;

use regulations::findings::{SourceFinding, SourceRule};
use regulations::mapping::read_mappings;
use regulations::{SourceLimits, read};

use crate::common::{EASA, ECFR, zipped};

fn messages(json: &str) -> BTreeMap<String, String> {
    serde_json::from_str(json).expect("a catalogue")
}

fn catalogues() -> [BTreeMap<String, String>; 2] {
    [
        messages(include_str!("../../../server/locales/en-US.json")),
        messages(include_str!("../../../server/locales/zh-CN.json")),
    ]
}

#[test]
fn every_rule_has_its_message_and_every_message_its_rule() {
    for catalogue in catalogues() {
        let written: Vec<&str> =
            catalogue.keys().map(String::as_str).filter(|key| key.starts_with("regulation.")).collect();
        let mut known: Vec<&str> = SourceRule::ALL.iter().map(|rule| rule.as_str()).collect();
        known.sort_unstable();
        assert_eq!(written, known);
    }
}

/// The findings of many bad files.
fn found() -> Vec<SourceFinding> {
    let control = EASA.replace("<w:id w:val=\"1\"/>", "<w:id w:val=\"2\"/>");
    let files: Vec<Vec<u8>> = [
        "",
        "%PDF",
        "<x/>",
        "<DIV8>",
        "{",
        r##"{"catalog": {"controls": [{"id": "a", "title": "a", "links": [{"href": "#b"}], "parts": [{"name": "statement", "prose": "{{ insert: param, p }}"}]}, {"id": "a", "title": "b"}]}}"##,
        "<!DOCTYPE x><DIV8/>",
        "a,b\n\"1",
        "title,name,odd\na,b,c\n",
        "code,title,level,parent_code,type,effective_date,assessable,mappings,clauses,references,external_id,text\nA,,1,,LAW,soon,perhaps,x,¶1@9,B,I,t\nB,,9,,,,,,,,I,\"(a) x\n(c) y\"\nA,,,,,,,,,,,\n,,,,,,,,,,,\nC,,,Z,,,,,,,,\nD,,,D,,,,,,,,\nE,,,A,CATEGORY,,,,,,,\nA.1,,,,,,,,,,,\n",
        "code,text,type\nodd,1,META\ncomplianceType,odd,META\ncode_pattern,^X$,META\nA,a,\n",
        "code,text,type\ncode_pattern,(,META\nA,a,\n",
        &control,
        &EASA.replace("er:document", "er:other"),
        &ECFR.replace("<P>", "<XREF>Soon.</XREF><img src=\"a.gif\"/><P>(z) x</P><P>"),
    ]
    .into_iter()
    .map(|text| text.as_bytes().to_vec())
    .chain([zipped(&[]), zipped(&[("xl/workbook.xml", b"<a/>")]), b"PK\x03\x04".to_vec(), vec![b'a', 0xff, 0xff]])
    .collect();
    let limits = SourceLimits { code_chars: 30, ..SourceLimits::default() };
    let mut found: Vec<SourceFinding> = files.iter().flat_map(|file| read(file, &limits).findings).collect();
    let tight = SourceLimits { file_bytes: 900, items: 0, clauses: 0, findings: 1, ..limits };
    found.extend(files.iter().flat_map(|file| read(file, &tight).findings));
    found
        .extend(read_mappings(b"source_code,target_code,relationship\na,b,equal\na,b,equal\n,,odd\n", &limits_of(3)).1);
    found
}

fn limits_of(code_chars: usize) -> SourceLimits {
    SourceLimits { code_chars, ..SourceLimits::default() }
}

#[test]
fn findings_bring_what_their_messages_say() {
    let [english, _] = catalogues();
    let found = found();
    for finding in &found {
        let message = &english[finding.rule.as_str()];
        for name in message.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
            assert!(finding.param(name).is_some(), "{finding:?}: {message}");
        }
    }
    let mut rules: Vec<SourceRule> = found.iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    assert!(rules.len() >= 40, "{} of {}: {rules:?}", rules.len(), SourceRule::ALL.len());
}
