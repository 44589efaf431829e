use proptest::prelude::*;

use super::*;
use crate::splice;

const MODULE: &str = "<?xml version='1.0'?>\r\n<dmodule xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'
  xsi:noNamespaceSchemaLocation='http://www.s1000d.org/S1000D_4-2/xml_schema_flat/descript.xsd'>
<identAndStatusSection><dmAddress><dmIdent><dmCode/><language countryIsoCode='US' languageIsoCode='en'/><issueInfo/></dmIdent>
<dmAddressItems><issueDate/><dmTitle>
  <techName>Pump &amp; valve</techName>
  <infoName> Description </infoName>
</dmTitle></dmAddressItems></dmAddress>
<dmStatus issueType='changed'>
  <security securityClassification = '01' caveat=\"cv51\"/>
  <responsiblePartnerCompany enterpriseCode='F0210'><enterpriseName>Acme</enterpriseName></responsiblePartnerCompany>
  <originator/>
  <!-- kept -->
  <applic><displayText><simplePara>All</simplePara></displayText></applic>
  <brexDmRef/>
  <qualityAssurance>
    <unverified/>
  </qualityAssurance>
  <reasonForUpdate id='rfu-001' updateReasonType='urt02'><simplePara>Old</simplePara></reasonForUpdate>
  <reasonForUpdate id='rfu-002'><simplePara>With <emphasis>words</emphasis></simplePara></reasonForUpdate>
  <remarks/>
</dmStatus></identAndStatusSection><content><para reasonForUpdateRefIds='rfu-002'>Text</para></content></dmodule>";

fn edited(text: &str, change: &MetadataChange) -> Option<String> {
    let splices = edit(text, change).expect("XML")?;
    Some(splice::apply(text, &splices).expect("splices that fit"))
}

fn kept_reasons(metadata: &ModuleMetadata) -> Vec<ReasonChange> {
    let reasons = metadata.reasons.iter().flatten().enumerate();
    reasons
        .map(|(number, reason)| ReasonChange {
            number: Some(number),
            text: reason.text.text.clone(),
            kind: reason.kind.clone(),
            highlight: reason.highlight,
        })
        .collect()
}

#[test]
fn the_metadata_of_a_module_is_read() {
    let metadata = read(MODULE).expect("XML");
    let title = metadata.title.clone().expect("a title");
    assert_eq!((title.technical.text.as_str(), title.variant), ("Pump & valve", None));
    assert_eq!(title.info, Some(FormText { text: "Description".to_owned(), is_fixed: false }));
    assert_eq!(metadata.language.as_deref(), Some("en-US"));
    let security = metadata.security.clone().expect("a classification");
    assert_eq!((security.classification.as_str(), security.caveat.as_deref()), ("01", Some("cv51")));
    assert_eq!(metadata.responsible.as_ref().map(|one| one.name.text.as_str()), Some("Acme"));
    assert_eq!(metadata.originator, Some(EnterpriseFields::default()));
    assert_eq!(metadata.quality, [QualityFields::default()]);
    let reasons = metadata.reasons.expect("reasons");
    assert_eq!((reasons[0].kind.as_deref(), reasons[0].text.is_fixed), (Some("urt02"), false));
    assert!(reasons[1].text.is_fixed && reasons[1].is_referenced);
}

#[test]
fn the_same_values_change_nothing() {
    let metadata = read(MODULE).expect("XML");
    let change = MetadataChange {
        technical: Some("Pump & valve".to_owned()),
        info: Some("Description".to_owned()),
        security: metadata.security.clone(),
        responsible: Some(("F0210".to_owned(), "Acme".to_owned())),
        originator: Some((String::new(), String::new())),
        quality: Some(vec![(None, None)]),
        reasons: Some(kept_reasons(&metadata)),
        ..MetadataChange::default()
    };
    assert_eq!(edit(MODULE, &change), Ok(Some(Vec::new())));
}

#[test]
fn each_value_is_written_in_its_place() {
    let metadata = read(MODULE).expect("XML");
    let mut reasons = kept_reasons(&metadata);
    reasons[0] = ReasonChange { text: "Torque < 14".to_owned(), highlight: true, ..reasons[0].clone() };
    reasons.push(ReasonChange { text: "New".to_owned(), kind: Some("urt03".to_owned()), ..ReasonChange::default() });
    let change = MetadataChange {
        technical: Some("Pumps".to_owned()),
        info: Some(String::new()),
        security: Some(SecurityFields {
            classification: "03".to_owned(),
            commercial: Some("cc51".to_owned()),
            caveat: None,
        }),
        responsible: Some((String::new(), "A < B".to_owned())),
        originator: Some(("K0999".to_owned(), "Ours".to_owned())),
        quality: Some(vec![(Some("tabtop".to_owned()), Some("onobject".to_owned()))]),
        reasons: Some(reasons),
        ..MetadataChange::default()
    };
    let expected = MODULE
        .replace("Pump &amp; valve", "Pumps")
        .replace("\n  <infoName> Description </infoName>", "")
        .replace(
            "<security securityClassification = '01' caveat=\"cv51\"/>",
            "<security commercialClassification=\"cc51\" securityClassification = '03'/>",
        )
        .replace(" enterpriseCode='F0210'><enterpriseName>Acme", "><enterpriseName>A &lt; B")
        .replace(
            "<originator/>",
            "<originator enterpriseCode=\"K0999\"><enterpriseName>Ours</enterpriseName></originator>",
        )
        .replace(
            "<unverified/>",
            "<firstVerification verificationType=\"tabtop\"/>\n    <secondVerification verificationType=\"onobject\"/>",
        )
        .replace(
            "<reasonForUpdate id='rfu-001' updateReasonType='urt02'><simplePara>Old<",
            "<reasonForUpdate updateHighlight=\"1\" id='rfu-001' updateReasonType='urt02'><simplePara>Torque &lt; 14<",
        )
        .replace(
            "<remarks/>",
            "<reasonForUpdate id=\"rfu-003\" updateReasonType=\"urt03\" updateHighlight=\"0\">\
             <simplePara>New</simplePara></reasonForUpdate><remarks/>",
        );
    assert_eq!(edited(MODULE, &change).as_deref(), Some(expected.as_str()));
}

#[test]
fn a_reason_that_change_marks_name_is_not_removed() {
    let metadata = read(MODULE).expect("XML");
    let mut reasons = kept_reasons(&metadata);
    reasons.remove(0);
    let change =
        |reasons: &[ReasonChange]| MetadataChange { reasons: Some(reasons.to_vec()), ..MetadataChange::default() };
    let without_first = edited(MODULE, &change(&reasons)).expect("a text");
    assert!(!without_first.contains("rfu-001") && without_first.contains("rfu-002"));
    assert_eq!(edited(MODULE, &change(&[])), None);
    assert_eq!(
        edited(MODULE, &change(&[ReasonChange { number: Some(9), ..reasons[0].clone() }, reasons[0].clone()])),
        None
    );
    reasons[0].text = "Other".to_owned();
    assert_eq!(edited(MODULE, &change(&reasons)), None, "its emphasis would be lost");
}

#[test]
fn names_are_added_in_the_order_of_the_schema() {
    let module = |title: &str| {
        format!(
            "<dmodule xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:noNamespaceSchemaLocation=\
             'http://www.s1000d.org/S1000D_5-0/xml_schema_flat/descript.xsd'><identAndStatusSection><dmAddress>\
             <dmAddressItems><dmTitle>{title}</dmTitle></dmAddressItems></dmAddress></identAndStatusSection></dmodule>"
        )
    };
    let change = |info: Option<&str>, variant: Option<&str>| MetadataChange {
        info: info.map(str::to_owned),
        variant: variant.map(str::to_owned),
        ..MetadataChange::default()
    };
    let cases = [
        (
            "<techName>A</techName>",
            change(Some("B"), Some("C")),
            "<techName>A</techName><infoName>B</infoName><infoNameVariant>C</infoNameVariant>",
        ),
        (
            "<techName>A</techName><infoNameVariant>C</infoNameVariant>",
            change(Some("B"), Some("")),
            "<techName>A</techName><infoName>B</infoName>",
        ),
        (
            "<techName>A</techName><infoName>B</infoName>",
            change(Some(""), Some("C")),
            "<techName>A</techName><infoNameVariant>C</infoNameVariant>",
        ),
    ];
    for (title, change, expected) in cases {
        assert_eq!(edited(&module(title), &change), Some(module(expected)), "{title}");
    }
    let variant = change(None, Some("C"));
    assert_eq!(edited(MODULE, &variant), None, "issue 4.2 has no variants");
    let fixed = module("<techName>CO<subScript>2</subScript></techName>");
    let renamed = MetadataChange { technical: Some("N2".to_owned()), ..MetadataChange::default() };
    assert_eq!(edited(&fixed, &renamed), None);
}

#[test]
fn a_publication_has_one_title_and_a_file_without_status_has_no_reasons() {
    let publication = "<pm><identAndStatusSection><pmAddress><pmAddressItems><pmTitle>Old</pmTitle></pmAddressItems>\
        </pmAddress></identAndStatusSection><content/></pm>";
    let renamed = MetadataChange { technical: Some("New".to_owned()), ..MetadataChange::default() };
    assert_eq!(edited(publication, &renamed), Some(publication.replace("Old", "New")));
    let metadata = read(publication).expect("XML");
    assert_eq!(metadata.title.map(|title| (title.technical.text, title.info)), Some(("Old".to_owned(), None)));
    assert_eq!(metadata.reasons, None);
    let reasons = MetadataChange { reasons: Some(Vec::new()), ..MetadataChange::default() };
    assert_eq!(edited(publication, &reasons), None);
}

/// A line of text as the form takes it: trimmed, without control characters.
fn line() -> impl Strategy<Value = String> {
    "[a-zA-Z<>&'\"\u{a0}刹é]( ?[a-zA-Z<>&'\"\u{a0}刹é]){0,6}"
}

proptest! {
    #[test]
    fn what_was_written_is_read_again_and_nothing_else_changes(
        technical in line(),
        info in prop_oneof![Just(String::new()), line()],
        company in prop_oneof![Just(String::new()), line()],
        code in prop_oneof![Just(String::new()), "[A-Z0-9]{5}"],
        reason in line(),
        second in prop::bool::ANY,
    ) {
        let metadata = read(MODULE).expect("XML");
        let mut reasons = kept_reasons(&metadata);
        reasons[0].text = reason.clone();
        let new = ReasonChange { text: reason.clone(), kind: Some("urt04".to_owned()), highlight: true, number: None };
        reasons.push(new);
        let quality = (Some("ttandoo".to_owned()), second.then(|| "tabtop".to_owned()));
        let change = MetadataChange {
            technical: Some(technical.clone()),
            info: Some(info.clone()),
            originator: Some((code.clone(), company.clone())),
            quality: Some(vec![quality.clone()]),
            reasons: Some(reasons),
            ..MetadataChange::default()
        };
        let text = edited(MODULE, &change).expect("a text");
        let now = read(&text).expect("well-formed");
        let title = now.title.expect("a title");
        prop_assert_eq!(&title.technical.text, &technical);
        prop_assert_eq!(title.info.map(|info| info.text), Some(info));
        let originator = now.originator.expect("an originator");
        prop_assert_eq!((originator.code, originator.name.text), (code, company));
        prop_assert_eq!((&now.quality[0].first, &now.quality[0].second), (&quality.0, &quality.1));
        let reasons = now.reasons.expect("reasons");
        prop_assert_eq!((&reasons[0].text.text, &reasons[2].text.text), (&reason, &reason));
        prop_assert_eq!(now.security, metadata.security);
        prop_assert_eq!(now.responsible, metadata.responsible);
        // What is behind the status section stays byte for byte, and so does the comment in it.
        let tail = |text: &str| text[text.find("</dmStatus>").expect("an end")..].to_owned();
        prop_assert_eq!(tail(&text), tail(MODULE));
        prop_assert!(text.contains("\n  <!-- kept -->\n  <applic>"));
    }
}
