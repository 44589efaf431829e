//! Rules about notations and the SNS.

use s1000d::brex::{Brex, BrexChecker, BrexError, RuleSubject, SnsCodePart, ViolationKind};
use s1000d::guard;

use crate::{brex, check_text, module};

fn notations(rules: &str, used: &[&str]) -> Vec<(String, String)> {
    let rules = brex(&format!("<contextRules><notationRuleList>{rules}</notationRuleList></contextRules>"));
    let entity = |(index, name): (usize, &&str)| {
        format!("<!NOTATION {name} SYSTEM '{name}'><!ENTITY ICN-{index} SYSTEM 'f.{name}' NDATA {name}>")
    };
    let declared: String = used.iter().enumerate().map(entity).collect();
    let text = format!("<!DOCTYPE dmodule [{declared}]>{}", module("PLANE", "24-1-0-00", "", ""));
    let report = check_text(&BrexChecker::of(vec![rules]), &text);
    let found = report.findings.into_iter().map(|one| match (&one.kind, &one.rule.subject) {
        (ViolationKind::Notation { notation, .. }, RuleSubject::Notation { .. }) => {
            (notation.clone(), one.rule.usage.clone())
        }
        (ViolationKind::Notation { notation, .. }, RuleSubject::Notations) => {
            (notation.clone(), "not named".to_owned())
        }
        other => panic!("{other:?}"),
    });
    found.collect()
}

#[test]
fn a_notation_must_be_named_and_not_refused() {
    let rules = "<notationRule><notationName allowedNotationFlag='1'>svg</notationName></notationRule>\
                 <notationRule><notationName>png</notationName></notationRule>\
                 <notationRule><notationName allowedNotationFlag='0'>cgm</notationName><objectUse>No CGM</objectUse></notationRule>";
    let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    assert_eq!(notations(rules, &["svg", "png"]), owned(&[]));
    assert_eq!(
        notations(rules, &["cgm", "svg", "tif", "SVG"]),
        owned(&[("cgm", "No CGM"), ("tif", "not named"), ("SVG", "not named")])
    );
}

#[test]
fn without_notation_rules_every_notation_is_allowed() {
    assert_eq!(notations("", &["cgm"]), []);
}

#[test]
fn the_number_of_notation_rules_is_limited() {
    let rules = "<notationRule><notationName>svg</notationName></notationRule>".repeat(20_001);
    let list = format!("<brex><contextRules><notationRuleList>{rules}</notationRuleList></contextRules></brex>");
    let text = module("RULES", "00-0-0-00", "", &list);
    let read = Brex::read(&guard::check(text.as_bytes()).expect("a safe file"));
    assert_eq!(read.err(), Some(BrexError::TooManyRules { limit: 20_000 }));
}

/// The part of a code that the SNS does not have.
fn unknown(sns: &str, code: &str) -> Option<(SnsCodePart, String)> {
    let rules = brex(&format!("<snsRules><snsDescr>{sns}</snsDescr></snsRules>"));
    let report = check_text(&BrexChecker::of(vec![rules]), &module("PLANE", code, "", ""));
    report.findings.into_iter().next().map(|one| match one.kind {
        ViolationKind::Sns { part, value } => {
            let path = &one.nodes[0].path;
            assert!(path.ends_with(&format!("/dmIdent[1]/dmCode[1]/@{}", part.attribute())), "{path}");
            (part, value)
        }
        other => panic!("{other:?}"),
    })
}

#[test]
fn a_code_must_be_in_the_sns() {
    let sns = "<snsSystem><snsCode>24</snsCode><snsTitle>Power</snsTitle>\
               <snsSubSystem><snsCode>1</snsCode><snsSubSubSystem><snsCode>2</snsCode>\
               <snsAssy><snsCode>05</snsCode></snsAssy></snsSubSubSystem></snsSubSystem></snsSystem>\
               <snsSystem><snsCode>29</snsCode></snsSystem>";
    let part = |part: SnsCodePart, value: &str| Some((part, value.to_owned()));
    let cases = [
        ("24-1-2-05", None),
        ("25-1-2-05", part(SnsCodePart::System, "25")),
        ("24-2-2-05", part(SnsCodePart::Subsystem, "2")),
        ("24-1-0-05", part(SnsCodePart::Subsubsystem, "0")),
        ("24-1-2-00", part(SnsCodePart::Assembly, "00")),
        // Below a system without subsystems only the codes that mean none.
        ("29-0-0-00", None),
        ("29-0-0-0000", None),
        ("29-1-0-00", part(SnsCodePart::Subsystem, "1")),
        ("29-0-0-01", part(SnsCodePart::Assembly, "01")),
    ];
    for (code, expected) in cases {
        assert_eq!(unknown(sns, code), expected, "{code}");
    }
}

#[test]
fn the_sns_rules_of_all_layers_are_one() {
    let system = |code: &str| {
        brex(&format!("<snsRules><snsDescr><snsSystem><snsCode>{code}</snsCode></snsSystem></snsDescr></snsRules>"))
    };
    let checker = BrexChecker::of(vec![system("24"), system("29")]);
    let count = |code: &str| check_text(&checker, &module("PLANE", code, "", "")).findings.len();
    assert_eq!([count("24-0-0-00"), count("29-0-0-00"), count("30-0-0-00")], [0, 0, 1]);
}

#[test]
fn without_sns_rules_every_code_is_allowed_and_other_objects_have_none() {
    let rules = brex("");
    assert_eq!(check_text(&BrexChecker::of(vec![rules]), &module("PLANE", "99-9-9-99", "", "")).findings, []);
    let sns = brex("<snsRules><snsDescr><snsSystem><snsCode>24</snsCode></snsSystem></snsDescr></snsRules>");
    assert_eq!(check_text(&BrexChecker::of(vec![sns]), "<pm><content/></pm>").findings, []);
}
