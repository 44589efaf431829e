use super::*;
use crate::code::Code;
use crate::guard;

const CODE: &str = "modelIdentCode=\"HELI\" systemDiffCode=\"A\" systemCode=\"29\" subSystemCode=\"1\" subSubSystemCode=\"0\" \
    assyCode=\"00\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"520\" infoCodeVariant=\"A\" itemLocationCode=\"A\"";

fn object(text: &str) -> (Object, Vec<Finding>) {
    let checked = guard::check(text.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
    read(&checked).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

fn rules(findings: &[Finding]) -> Vec<(u32, &'static str)> {
    findings.iter().map(|finding| (finding.line.unwrap_or(0), finding.rule.as_str())).collect()
}

/// A module of issue 4.2 around a piece of content.
fn module(doctype: &str, status: &str, content: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>{doctype}\n\
<dmodule xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_4-2/xml_schema_flat/Proced.xsd\">\n\
<identAndStatusSection><dmAddress><dmIdent><dmCode {CODE}/><language languageIsoCode=\"EN\" countryIsoCode=\"us\"/>\
<issueInfo issueNumber=\"003\" inWork=\"01\"/></dmIdent>\n\
<dmAddressItems><issueDate year=\"2026\" month=\"03\" day=\"02\"/><dmTitle><techName>Hydraulic\n pump</techName>\
<infoName>Remove procedure</infoName></dmTitle></dmAddressItems></dmAddress>\n\
<dmStatus issueType=\"changed\">{status}</dmStatus></identAndStatusSection>\n\
<content>{content}</content></dmodule>"
    )
}

fn dm_ref(extra: &str) -> String {
    format!("<dmRef><dmRefIdent>{extra}<dmCode {CODE}/></dmRefIdent></dmRef>")
}

#[test]
fn a_status_says_what_the_whole_applies_to_or_points_at_who_does() {
    let content = "<referencedApplicGroup><applic id=\"a\"><displayText><simplePara>One</simplePara></displayText>\
        <assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"1\"/></applic>\
        <applic id=\"b\"><displayText><simplePara>Two</simplePara></displayText></applic></referencedApplicGroup>\
        <referencedApplicGroupRef><applicRef id=\"c\" applicIdentValue=\"app-2\"/></referencedApplicGroupRef><procedure/>";
    let of = |attribute: &str, status: &str| {
        let text = module("", status, content).replace("issueType=\"changed\"", attribute);
        let read = object(&text).0;
        let own = read.applicability.map(|applic| (applic.display, applic.expression.is_some()));
        (own, read.shared_applicability)
    };
    assert_eq!(of("applicRefId=\"a\"", ""), (Some(("One".into(), true)), vec![]));
    assert_eq!(of("applicRefIds=\"a b\"", ""), (Some(("One; Two".into(), true)), vec![]));
    assert_eq!(of("applicRefIds=\"a c\"", ""), (Some(("One".into(), true)), vec!["app-2".into()]));
    assert_eq!(of("applicRefIds=\"c\"", ""), (None, vec!["app-2".into()]));
    assert_eq!(of("applicRefId=\"gone\"", "").0, Some((String::new(), true)), "nobody can decide it");
    assert_eq!(of("applicRefIds=\"a gone\"", "").0, Some(("One".into(), true)));
    let many = (0..5_000).map(|id| format!("a b{id}")).collect::<Vec<_>>().join(" ");
    assert_eq!(of(&format!("applicRefIds=\"{many}\""), "").0, Some(("One".into(), true)), "few are read");
    assert_eq!(of(&format!("applicRefIds=\"{}\"", "a ".repeat(20_000)), "").0, Some(("One".into(), true)));
    assert_eq!(
        of("applicRefId=\"a\"", "<applicRef applicIdentValue=\"app-1\"/>"),
        (None, vec!["app-1".into()]),
        "as it is drawn"
    );
    assert_eq!(of("issueType=\"new\"", "<applicRef applicIdentValue=\"app-1\"/>"), (None, vec!["app-1".into()]));
    assert_eq!(of("issueType=\"new\"", "<applicRef/>"), (Some((String::new(), true)), vec![]), "nobody can decide it");
    assert_eq!(
        of("applicRefId=\"b\"", "<applic><displayText>Own</displayText></applic>").0,
        Some(("Own".into(), true)),
        "only a person can decide words"
    );
}

#[test]
fn a_module_says_who_it_is() {
    let status = "<sourceDmIdent><dmCode modelIdentCode=\"HELI\" systemDiffCode=\"A\" systemCode=\"29\" subSystemCode=\"1\" \
        subSubSystemCode=\"0\" assyCode=\"00\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"520\" infoCodeVariant=\"A\" \
        itemLocationCode=\"A\"/><issueInfo issueNumber=\"002\" inWork=\"00\"/></sourceDmIdent>\
        <security securityClassification=\"01\"/>\
        <responsiblePartnerCompany enterpriseCode=\"F0210\"><enterpriseName>Nova</enterpriseName></responsiblePartnerCompany>\
        <originator enterpriseCode=\"F0211\"/>\
        <applic><displayText><simplePara>Model A</simplePara></displayText><evaluate andOr=\"and\">\
        <assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"A|B\"/>\
        <assert applicPropertyIdent=\"SB1\" applicPropertyType=\"condition\" applicPropertyValues=\"POST\"/></evaluate></applic>\
        <qualityAssurance><firstVerification verificationType=\"tabtop\"/><secondVerification verificationType=\"onobject\"/></qualityAssurance>\
        <qualityAssurance><firstVerification verificationType=\"tabtop\"/></qualityAssurance>";
    let (object, findings) = object(&module("", status, "<procedure/>"));
    assert_eq!(rules(&findings), []);
    assert_eq!((object.kind, object.content_type), (ObjectKind::DataModule, Some(ContentType::Procedure)));
    let identity = object.identity.expect("an identity");
    assert_eq!(identity.to_string(), "DMC-HELI-A-29-10-00-00A-520A-A_en-US");
    assert_eq!(object.version.issue.map(|issue| issue.to_string()).as_deref(), Some("003-01"));
    assert_eq!(object.version.date.as_ref().map(IssueDate::as_str), Some("2026-03-02"));
    assert_eq!(object.title.to_string(), "Hydraulic pump - Remove procedure");
    let schema = SchemaRef { family: SchemaFamily::S1000d, issue: Some("4-2".into()), name: "proced".into() };
    assert_eq!(object.schema, Some(schema));
    let status = object.status;
    assert_eq!(status.issue_type.as_deref(), Some("changed"));
    assert_eq!(status.security.as_deref(), Some("01"));
    assert_eq!(status.quality, Some(Quality::FirstVerification), "as good as its worst part");
    let partner = Enterprise { code: Some("F0210".into()), name: Some("Nova".into()) };
    assert_eq!(status.responsible_partner, Some(partner));
    assert_eq!(status.originator.and_then(|company| company.code).as_deref(), Some("F0211"));
    let source = status.source.expect("a source");
    assert!(source.is_to(&Identity { language: None, ..identity }));
    assert_eq!(source.version.issue.map(|issue| issue.to_string()).as_deref(), Some("002-00"));
    let applic = object.applicability.expect("applicability");
    assert_eq!(applic.display, "Model A");
    assert_eq!(applic.expression.map(|expression| expression.assertions().len()), Some(2));
}

#[test]
fn every_kind_of_reference_comes_with_its_line_and_role() {
    let doctype = "<!DOCTYPE dmodule [<!NOTATION cgm SYSTEM \"cgm\"><!ENTITY ICN-1 SYSTEM \"ICN-1.CGM\" NDATA cgm>]>";
    let status = format!(
        "<applicCrossRefTableRef>{0}</applicCrossRefTableRef><brexDmRef>{0}</brexDmRef>",
        dm_ref("<identExtension extensionProducer=\"F0210\" extensionCode=\"OP1\"/>")
    );
    let content = format!(
        "<refs>\n{}\n<pmRef><pmRefIdent><pmCode modelIdentCode=\"HELI\" pmIssuer=\"F0210\" pmNumber=\"MEL00\" pmVolume=\"00\"/></pmRefIdent>\
         <pmRefAddressItems><pmTitle>The list</pmTitle></pmRefAddressItems></pmRef>\n\
         <externalPubRef><externalPubRefIdent><externalPubCode>ISO 2408</externalPubCode><externalPubTitle>Ropes</externalPubTitle></externalPubRefIdent></externalPubRef></refs>\n\
         <procedure><figure id=\"fig-1\"><graphic\n infoEntityIdent=\"ICN-1\"/></figure><para>See <internalRef internalRefId=\"fig-1\"/></para></procedure>",
        "<dmRef referredFragment=\"stp-1\"><dmRefIdent><dmCode modelIdentCode=\"S1000D\" systemDiffCode=\"F\" systemCode=\"04\" subSystemCode=\"1\" \
         subSubSystemCode=\"0\" assyCode=\"0301\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"022\" infoCodeVariant=\"A\" itemLocationCode=\"D\"/>\
         <issueInfo issueNumber=\"001\" inWork=\"00\"/><language languageIsoCode=\"en\" countryIsoCode=\"US\"/></dmRefIdent>\
         <dmRefAddressItems><dmTitle><techName>Rules</techName><infoName>BREX</infoName></dmTitle></dmRefAddressItems></dmRef>"
    );
    let (object, findings) = object(&module(doctype, &status, &content));
    assert_eq!(rules(&findings), []);
    let found: Vec<(u32, &str)> = object.references.iter().map(|one| (one.line, one.kind())).collect();
    assert_eq!(found, [(6, "act"), (6, "brex"), (8, "dm"), (9, "pm"), (10, "external"), (11, "icn"), (12, "internal")]);
    let targets: Vec<&Target> = object.references.iter().map(|one| &one.target).collect();
    let Target::Object(act) = targets[0] else { panic!("{:?}", targets[0]) };
    assert_eq!(act.identity().to_string(), "DME-F0210-OP1-HELI-A-29-10-00-00A-520A-A");
    let Target::Object(rules) = targets[2] else { panic!("{:?}", targets[2]) };
    assert!(rules.is_to_specification() && !act.is_to_specification());
    assert_eq!((rules.title.as_deref(), rules.fragment.as_deref()), (Some("Rules - BREX"), Some("stp-1")));
    assert_eq!(rules.language.as_ref().map(ToString::to_string).as_deref(), Some("en-US"));
    let Target::Object(list) = targets[3] else { panic!("{:?}", targets[3]) };
    assert!(matches!(list.code, Code::Publication(_)) && list.title.as_deref() == Some("The list"));
    assert_eq!(targets[4], &Target::External { code: "ISO 2408".into(), title: "Ropes".into() });
    assert_eq!(targets[5], &Target::Illustration { name: "ICN-1".into(), file: Some("ICN-1.CGM".into()) });
    assert_eq!(targets[6], &Target::Internal { id: "fig-1".into() });
}

#[test]
fn a_container_refers_to_its_alternates() {
    let content = format!("<container><refs>{}{}</refs></container>", dm_ref(""), dm_ref(""));
    let (object, findings) = object(&module("", "", &content));
    assert_eq!(rules(&findings), []);
    assert_eq!(object.content_type, Some(ContentType::Container));
    let kinds: Vec<&str> = object.references.iter().map(Reference::kind).collect();
    assert_eq!(kinds, ["container", "container"]);
}

#[test]
fn structural_defects_are_all_reported() {
    let content = "\n<procedure><step id=\"a\"/>\n<step id=\"a\"/>\n<internalRef internalRefId=\"b\"/><para applicRefId=\"app-1\"/>\n\
        <warning id=\"w\"/><step warningRefs=\"w x\" reasonForUpdateRefIds=\"rfu-1\"/>\n<graphic infoEntityIdent=\"ICN-9\"/>\n\
        <dmRef><dmRefIdent><dmCode modelIdentCode=\"?\"/></dmRefIdent></dmRef><dmRef/></procedure>";
    let (object, findings) = object(&module("", "", content));
    let expected = [
        (12, "xml.entity_undeclared"),
        (13, "xml.reference_invalid"),
        (13, "xml.reference_invalid"),
        (9, "xml.id_twice"),
        (10, "xml.internal_ref"),
        (10, "xml.internal_ref"),
        (11, "xml.internal_ref"),
        (11, "xml.internal_ref"),
    ];
    assert_eq!(rules(&findings), expected);
    let missing = Target::Illustration { name: "ICN-9".into(), file: None };
    assert!(object.references.iter().any(|one| one.target == missing), "the reference stays");
}

#[test]
fn an_unknown_content_is_named() {
    let (object, findings) = object(&module("", "", "<refs/>\n<poem/>"));
    assert_eq!(object.content_type, None);
    assert_eq!(rules(&findings), [(8, "xml.content_unknown")]);
    assert_eq!(findings[0].params, [("element".to_owned(), "poem".to_owned())]);
}

#[test]
fn a_file_without_identity_says_what_is_missing() {
    for (text, expected) in [
        ("<dmodule><content><procedure/></content></dmodule>", vec!["xml.no_identity"]),
        ("<pm>\n<content/></pm>", vec!["xml.no_identity"]),
        (
            &module("", "", "<procedure/>").replace("systemCode=\"29\"", "systemCode=\"2\""),
            vec!["xml.identity_invalid"],
        ),
        (&module("", "", "<procedure/>").replace("\"EN\"", "\"english\""), vec!["xml.identity_invalid"]),
        (&module("", "", "<procedure/>").replace("<issueInfo ", "<other "), vec!["xml.no_identity"]),
        (&module("", "", "<procedure/>").replace("<language ", "<other "), vec!["xml.no_identity"]),
        (&module("", "", "<procedure/>").replace("inWork=\"01\"", "inWork=\"1\""), vec!["xml.identity_invalid"]),
    ] {
        let (_, findings) = object(text);
        let found: Vec<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn other_kinds_of_files_have_identities_too() {
    for (text, kind, identity, title) in [
        (
            "<comment><identAndStatusSection><commentAddress><commentIdent><commentCode modelIdentCode=\"HELI\" senderIdent=\"F0210\" \
             yearOfDataIssue=\"2026\" seqNumber=\"00007\" commentType=\"q\"/><language languageIsoCode=\"en\" countryIsoCode=\"US\"/></commentIdent>\
             <commentAddressItems><issueDate year=\"2026\" month=\"01\" day=\"02\"/><commentTitle>Wrong torque</commentTitle></commentAddressItems>\
             </commentAddress></identAndStatusSection><commentContent><simplePara>20 Nm?</simplePara></commentContent></comment>",
            ObjectKind::Comment,
            "COM-HELI-F0210-2026-00007-Q_en-US",
            "Wrong torque",
        ),
        (
            "<icnMetadataFile><imfIdentAndStatusSection><imfAddress><imfIdent><imfCode imfIdentIcn=\"F0210-HYD000012-001-01\"/>\
             <issueInfo issueNumber=\"001\" inWork=\"00\"/></imfIdent><imfAddressItems><icnTitle>Pump</icnTitle></imfAddressItems></imfAddress>\
             <imfStatus/></imfIdentAndStatusSection></icnMetadataFile>",
            ObjectKind::IllustrationMetadata,
            "IMF-F0210-HYD000012-001-01",
            "Pump",
        ),
        (
            "<ddn><identAndStatusSection><ddnAddress><ddnIdent><ddnCode modelIdentCode=\"HELI\" senderIdent=\"F0210\" receiverIdent=\"K0999\" \
             yearOfDataIssue=\"2026\" seqNumber=\"00001\"/></ddnIdent></ddnAddress></identAndStatusSection></ddn>",
            ObjectKind::DispatchNote,
            "DDN-HELI-F0210-K0999-2026-00001",
            "",
        ),
    ] {
        let (object, findings) = object(text);
        assert_eq!(rules(&findings), [], "{text}");
        assert_eq!(object.kind, kind);
        assert_eq!(object.identity.map(|identity| identity.to_string()).as_deref(), Some(identity));
        assert_eq!(object.title.to_string(), title);
    }
    let update = format!(
        "<dataUpdateFile><updateIdentAndStatusSection><updateAddress><updateIdent><updateCode objectIdentCode=\"UPF\" {CODE}/>\
         <language languageIsoCode=\"en\" countryIsoCode=\"US\"/><issueInfo issueNumber=\"002\" inWork=\"00\"/></updateIdent>\
         <issueDate year=\"2026\" month=\"05\" day=\"06\"/></updateAddress></updateIdentAndStatusSection></dataUpdateFile>"
    );
    let (object, findings) = object(&update);
    assert_eq!(rules(&findings), []);
    assert_eq!(
        object.identity.map(|identity| identity.to_string()).as_deref(),
        Some("UPF-HELI-A-29-10-00-00A-520A-A_en-US")
    );
    assert_eq!(object.version.date.as_ref().map(IssueDate::as_str), Some("2026-05-06"));
}

#[test]
fn running_text_has_one_line_per_block() {
    let content = "<remarks>\n  <title>Remove</title>\n <para>Do  <emphasis>not</emphasis>\n open \
        H<subScript>2</subScript>O &amp; air.</para><para>氧气瓶</para></remarks>";
    let document = parse_text(content).expect("a tree");
    assert_eq!(walk::block_text(document.root_element()), "Remove\nDo not open H2O & air.\n氧气瓶");
}

/// The two halves of an ATA 2300 module.
const ATA_IDENT: &str = "<dmIdent><identExtension extensionProducer=\"F0210\" extensionCode=\"Trim_air\"/><dmCode modelIdentCode=\"NV240\" \
    systemDiffCode=\"A\" systemCode=\"21\" subSystemCode=\"2\" subSubSystemCode=\"1\" assyCode=\"01\" disassyCode=\"00\" disassyCodeVariant=\"A\" \
    infoCode=\"180\" infoCodeVariant=\"A\" itemLocationCode=\"A\"/><language countryIsoCode=\"US\" languageIsoCode=\"en\"/></dmIdent>";

#[test]
fn the_status_of_an_ata_2300_module_is_a_file_of_its_own() {
    let text = format!(
        "<dmStatus xmlns=\"http://www.ataebiz.org/XMLSchema\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:schemaLocation=\"http://www.ataebiz.org/XMLSchema DataManagement/DmStatus.xsd\" dataProducer=\"oem\" issueType=\"unchanged\">{ATA_IDENT}\
         <issueInfo issueDate=\"2026-09-14T00:00:00Z\"/><dmContentIssueInfo issueDate=\"2026-03-02T00:00:00Z\"/>\
         <approvalInfo approvalRequired=\"yes\"/><applic id=\"app-001\"><displayText><simplePara>ALL</simplePara></displayText><noProduct/></applic></dmStatus>"
    );
    let (object, findings) = object(&text);
    assert_eq!(rules(&findings), []);
    assert_eq!(object.kind, ObjectKind::ModuleStatus);
    assert_eq!(
        object.identity.map(|identity| identity.to_string()).as_deref(),
        Some("DME-F0210-Trim_air-NV240-A-21-21-01-00A-180A-A_en-US")
    );
    assert_eq!(object.version.date.as_ref().map(IssueDate::as_str), Some("2026-09-14T00:00:00Z"));
    assert_eq!(object.content_date.as_ref().map(IssueDate::as_str), Some("2026-03-02T00:00:00Z"));
    assert_eq!(object.status.approval_required, Some(true));
    assert_eq!(object.status.data_producer.as_deref(), Some("oem"));
    assert!(object.applicability.is_some_and(|applic| applic.without_product));
    assert_eq!(
        object.schema.map(|schema| (schema.family, schema.name)),
        Some((SchemaFamily::Ata2300, "dmstatus".into()))
    );
}

#[test]
fn a_dispatch_item_gives_the_columns_of_the_list() {
    let text = format!(
        "<dmodule xmlns=\"urn:csdb:exchange-package:1\">{ATA_IDENT}<issueInfo issueDate=\"2026-03-02T00:00:00Z\"/><content>\
         <dispatchItem><title>Ventilation fan</title><itemNumber>21-21-01</itemNumber>\
         <dispatchCondition label=\"A\"><repairCategory>C</repairCategory><numberInstalled>2</numberInstalled><numberRequired>1</numberRequired>\
         <remarks><para>One may be inoperative.</para></remarks></dispatchCondition>\
         <dispatchCondition label=\"B\" repairCategory=\"B\" numberInstalled=\"-\" numberRequired=\"-\"><title>Both</title>\
         <remarks><para>(O) Both may be inoperative provided:</para><proviso><para>the windows open.</para></proviso></remarks>\
         <placard><para>FAN INOP</para></placard><oProcedureRef>{0}</oProcedureRef><mProcedureRef>{0}</mProcedureRef></dispatchCondition>\
         <graphic infoEntityIdent=\"ICN-1\"/></dispatchItem></content></dmodule>",
        dm_ref("")
    );
    let (object, findings) = object(&text);
    assert_eq!(rules(&findings), [], "ATA 2300 names illustrations without entities");
    assert_eq!(object.content_type, Some(ContentType::DispatchItem));
    assert_eq!(object.title.to_string(), "Ventilation fan");
    let item = object.dispatch.expect("an item");
    assert_eq!((item.number.as_deref(), item.title.as_deref()), (Some("21-21-01"), Some("Ventilation fan")));
    let [first, second] = item.conditions.as_slice() else { panic!("{:?}", item.conditions) };
    assert_eq!(
        (first.category.as_deref(), first.installed.as_deref(), first.required.as_deref()),
        (Some("C"), Some("2"), Some("1"))
    );
    assert_eq!((second.label.as_deref(), second.title.as_deref()), (Some("B"), Some("Both")));
    assert_eq!((second.category.as_deref(), second.installed.as_deref()), (Some("B"), Some("-")));
    assert_eq!(second.remarks, "(O) Both may be inoperative provided:\nthe windows open.");
    assert_eq!(second.placard.as_deref(), Some("FAN INOP"));
    assert_eq!((second.operational.len(), second.maintenance.len()), (1, 1));
    let kinds: Vec<&str> = object.references.iter().map(Reference::kind).collect();
    assert_eq!(kinds, ["oProcedure", "mProcedure", "icn"]);
}

#[test]
fn what_is_marked_as_deleted_is_in_no_column() {
    const DELETED: &str = "changeMark='1' changeType='delete'";
    let text = format!(
        "<dmodule>{ATA_IDENT}<issueInfo issueDate=\"2026-03-02\"/><content><dispatchItem><itemNumber>1</itemNumber>\
         <dispatchCondition {DELETED}><repairCategory>D</repairCategory></dispatchCondition><dispatchCondition>\
         <repairCategory {DELETED}>C</repairCategory><repairCategory>B</repairCategory></dispatchCondition>\
         </dispatchItem></content></dmodule>"
    );
    let item = object(&text).0.dispatch.expect("an item");
    let categories: Vec<Option<&str>> = item.conditions.iter().map(|one| one.category.as_deref()).collect();
    assert_eq!(categories, [Some("B")]);
}

#[test]
fn a_deviation_item_is_a_list_of_one() {
    let text = format!(
        "<dmodule>{ATA_IDENT}<issueInfo issueDate=\"2026-03-02\"/><content><cdlItem><title>Fairing</title><itemNumber>53-01</itemNumber>\
         <numberInstalled>2</numberInstalled><numberRequired>0</numberRequired><remarks><para>May be missing.</para></remarks></cdlItem></content></dmodule>"
    );
    let item = object(&text).0.dispatch.expect("an item");
    assert_eq!(item.conditions.len(), 1);
    assert_eq!((item.conditions[0].title.as_deref(), item.conditions[0].remarks.as_str()), (None, "May be missing."));
}

#[test]
fn schema_addresses_are_known_by_issue_and_name_however_spelled() {
    for (address, issue, name) in [
        ("http://www.s1000d.org/S1000D_4-1/xml_schema_flat/icnMetadata.xsd", Some("4-1"), "icnmetadata"),
        ("http://www.s1000d.org/s1000d_4-0-1/xml_schema_flat/PM.XSD", Some("4-0-1"), "pm"),
        ("https://www.s1000d.org/S1000D_6/xml_schema_flat/sb.xsd", Some("6"), "sb"),
        ("..\\schemas\\S1000D_5-0\\descript.xsd", Some("5-0"), "descript"),
        ("descript.xsd", None, "descript"),
    ] {
        let schema = SchemaRef::parse(address, SchemaFamily::S1000d).expect(address);
        assert_eq!((schema.issue.as_deref(), schema.name.as_str()), (issue, name), "{address}");
    }
}

#[test]
fn what_is_not_well_formed_is_refused_with_its_line() {
    for (text, line) in
        [("<a>\n</b>", 2), ("<a>\n\n<b c='&x;'/></a>", 3), ("<a><b c='1' c='2'/></a>", 1), ("<x:a/>", 1)]
    {
        let checked = guard::check(text.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}"));
        let refusal = read(&checked).expect_err(text);
        assert_eq!(refusal.line, line, "{text}: {refusal}");
        assert_eq!(refusal.finding().rule.as_str(), "xml.not_well_formed");
    }
}

#[test]
fn a_deleted_module_is_read_like_any_other() {
    let (object, findings) =
        object(&module("", "", "<procedure/>").replace("issueType=\"changed\"", "issueType=\"deleted\""));
    assert!(object.status.is_deleted() && findings.is_empty());
}
