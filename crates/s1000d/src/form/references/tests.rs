use proptest::prelude::*;

use super::*;
use crate::code::FileName;
use crate::model::ModelLearner;
use crate::splice;

const MODULE: &str = "<dmodule><content><description>
<para id='p1'>See &amp; read <dmRef applicRefId='a' xlink:href='URN:S1000D:DMC-OLD' xmlns:xlink='http://www.w3.org/1999/xlink'><dmRefIdent><dmCode modelIdentCode='NV' systemDiffCode='A' systemCode='29' subSystemCode='1' subSubSystemCode='1' assyCode='01' disassyCode='00' disassyCodeVariant='A' infoCode='040' infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent><!-- why --></dmRef> first.</para>
<para>Then <internalRef internalRefId='p1' internalRefTargetType='irtt07'/> again.</para>
<figure id='f1'><title>Pump</title></figure>
<title>No references</title>
</description></content></dmodule>";

fn model() -> ContentModel {
    let mut learner = ModelLearner::default();
    let other = "<dmodule><content><description><para>a</para><para><dmRef/></para><para><dmRef/><dmRef/></para>\
        <para><internalRef/></para><para><internalRef/><dmRef/></para><title>b</title></description></content></dmodule>";
    for text in [MODULE, other] {
        learner.learn(text).expect("a module");
    }
    learner.model()
}

fn to(code: &str, fragment: Option<&str>) -> ReferenceChange {
    ReferenceChange::Object {
        target: FileName::parse(code).expect("a name").identity,
        title: Title { technical: "Valve".to_owned(), ..Title::default() },
        fragment: fragment.map(str::to_owned),
    }
}

const TARGET: &str = "DMC-NV-A-28-21-01-00A-520A-A_en-US.XML";

fn edited(position: usize, change: &ReferenceChange) -> Option<String> {
    let splices = edit(MODULE, position, change, &model()).expect("XML")?;
    Some(splice::apply(MODULE, &splices).expect("splices that fit"))
}

fn at(words: &str) -> usize {
    MODULE.find(words).expect("the words")
}

#[test]
fn the_reference_at_the_cursor_is_read() {
    let fields = read(MODULE, at("<dmRef ") + 3, &model()).expect("XML");
    let Some(ReferenceAt::Object { target: Some(target), fragment: None, .. }) = fields.at else {
        panic!("{fields:?}")
    };
    assert_eq!(target.to_string(), "DMC-NV-A-29-11-01-00A-040A-A");
    assert!(!fields.allows_module, "there is one already");
    let internal = read(MODULE, at("<internalRef "), &model()).expect("XML").at;
    assert_eq!(internal, Some(ReferenceAt::Internal { id: "p1".to_owned() }), "right before it");
    let text = read(MODULE, at("again"), &model()).expect("XML");
    assert_eq!((text.at, text.allows_module), (None, true));
    assert!(!read(MODULE, at("No references") + 2, &model()).expect("XML").allows_module);
    assert!(!read(MODULE, at("amp;"), &model()).expect("XML").allows_module, "within a character reference");
    assert_eq!(read(MODULE, at("<figure") + 3, &model()), Ok(ReferenceFields::default()));
}

#[test]
fn targets_have_a_label() {
    let found = targets(MODULE).expect("XML");
    let lines: Vec<_> = found.iter().map(|one| (one.id.as_str(), one.element.as_str())).collect();
    assert_eq!(lines, [("p1", "para"), ("f1", "figure")]);
    assert_eq!(found[1].label, "Pump");
}

#[test]
fn a_reference_is_inserted_where_the_model_allows_it() {
    let text = edited(at("again"), &to(TARGET, Some("s-1"))).expect("a text");
    let expected = "<dmRef referredFragment=\"s-1\"><dmRefIdent><dmCode modelIdentCode=\"NV\" systemDiffCode=\"A\"";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("<techName>Valve</techName></dmTitle></dmRefAddressItems></dmRef>again."), "{text}");
    let internal = edited(at("first."), &ReferenceChange::Internal { id: "f1".to_owned() });
    let written = "<internalRef internalRefId=\"f1\" internalRefTargetType=\"irtt01\"/>first.";
    assert_eq!(internal, None, "no module has one behind a reference");
    let internal = edited(at("again"), &ReferenceChange::Internal { id: "f1".to_owned() });
    assert_eq!(internal, None, "no module has two");
    let change = ReferenceChange::Internal { id: "f1".to_owned() };
    let alone = MODULE.replacen("<internalRef internalRefId='p1' internalRefTargetType='irtt07'/>", "first.", 1);
    let place = alone.rfind("first.").expect("the words");
    let splices = edit(&alone, place, &change, &model()).expect("XML").expect("splices");
    assert!(splice::apply(&alone, &splices).expect("a text").contains(written));
    assert_eq!(edited(at("No references") + 2, &to(TARGET, None)), None);
    assert_eq!(edited(at("again"), &ReferenceChange::Internal { id: "none".to_owned() }), None);
}

#[test]
fn another_target_keeps_the_other_attributes() {
    let text = edited(at("<dmRef "), &to(TARGET, Some("s-1"))).expect("a text");
    let start = "<dmRef referredFragment=\"s-1\" applicRefId='a' xlink:href='URN:S1000D:DMC-NV-A-28-21-01-00A-520A-A'";
    assert!(text.contains(start), "{text}");
    assert!(text.contains("</dmRefAddressItems><!-- why --></dmRef> first."), "{text}");
    let internal = edited(at("<internalRef "), &ReferenceChange::Internal { id: "f1".to_owned() });
    assert_eq!(
        internal,
        Some(MODULE.replace("'p1' internalRefTargetType='irtt07'", "'f1' internalRefTargetType='irtt01'"))
    );
    assert_eq!(edited(at("<internalRef "), &to(TARGET, None)), None, "of another kind");
    assert_eq!(edited(at("<dmRef "), &to("PMC-NV-NVR01-00001-00_en-US.XML", None)), None);
}

#[test]
fn the_same_target_keeps_its_language_and_issue() {
    let dated = MODULE.replace(
        "</dmRefIdent>",
        "<issueInfo issueNumber='002' inWork='00'/><language languageIsoCode='en' countryIsoCode='US'/></dmRefIdent>",
    );
    let position = dated.find("<dmRef ").expect("a reference");
    let edited = |change: &ReferenceChange| {
        let splices = edit(&dated, position, change, &model()).expect("XML").expect("splices");
        splice::apply(&dated, &splices).expect("a text")
    };
    let Some(ReferenceAt::Object { issue, .. }) = read(&dated, position, &model()).expect("XML").at else {
        panic!("no reference")
    };
    assert_eq!(issue.as_deref(), Some("002-00"));
    let same = edited(&to("DMC-NV-A-29-11-01-00A-040A-A_en-US.XML", Some("s-1")));
    assert_eq!(same, dated.replace("<dmRef applicRefId", "<dmRef referredFragment=\"s-1\" applicRefId"));
    let other = edited(&to(TARGET, None));
    assert!(other.contains("<language languageIsoCode=\"en\" countryIsoCode=\"US\"/></dmRefIdent>"), "{other}");
    assert!(!other.contains("issueInfo"), "the issue of another module: {other}");
    let chinese = edited(&to(&TARGET.replace("en-US", "zh-CN"), None));
    assert!(!chinese.contains("<language"), "{chinese}");
}

#[test]
fn a_comment_before_the_title_stays_and_publications_have_no_fragments() {
    let titled = MODULE.replace("<!-- why -->", "<!-- why --><dmRefAddressItems><dmTitle/></dmRefAddressItems>");
    let position = titled.find("<dmRef ").expect("a reference");
    let splices = edit(&titled, position, &to(TARGET, None), &model()).expect("XML").expect("splices");
    let text = splice::apply(&titled, &splices).expect("a text");
    assert!(text.contains("</dmRefIdent><!-- why --><dmRefAddressItems><dmTitle><techName>Valve</techName>"), "{text}");
    let publication =
        "<dmodule><content><description><para><pmRef><pmRefIdent/></pmRef></para></description></content></dmodule>";
    let position = publication.find("<pmRef>").expect("a reference");
    let change = |fragment| edit(publication, position, &to("PMC-NV-NVR01-00001-00_en-US.XML", fragment), &model());
    assert_eq!(change(Some("s-1")), Ok(None));
    assert!(change(None).is_ok_and(|splices| splices.is_some()));
}

proptest! {
    #[test]
    fn an_inserted_reference_is_read_again_and_nothing_else_changes(
        position in 0..MODULE.len(),
        fragment in "[a-z][a-z0-9.-]{0,6}",
    ) {
        let Some(text) = edited(position, &to(TARGET, Some(&fragment))) else { return Ok(()) };
        let (before, behind) = MODULE.split_at(position);
        if text.starts_with(before) && text.ends_with(behind) {
            let now = read(&text, position, &model()).expect("well-formed").at;
            let Some(ReferenceAt::Object { target, fragment: written, .. }) = now else { panic!("no reference") };
            prop_assert_eq!(target.map(|target| target.to_string()), Some("DMC-NV-A-28-21-01-00A-520A-A".to_owned()));
            prop_assert_eq!(written, Some(fragment));
        } else {
            prop_assert!(text.contains("<!-- why --></dmRef> first."), "the reference that was there");
        }
    }
}
