use std::fmt::Write;

use domain::id::VersionId;
use domain::version::ReferenceKind;

use super::*;

/// Objects with ids from 1 on, by key and title; a key that begins with `PM` is a publication.
fn material(objects: &[(&str, &str)]) -> ContentsSource {
    let outline = objects.iter().zip(1..).map(|((key, title), id)| {
        let (code, language) = key.rsplit_once('_').expect("a key has a language");
        let kind = match (key.starts_with("PM"), key.contains("-914A-")) {
            (true, _) => ObjectKind::PublicationModule,
            (_, true) => ObjectKind::Container,
            _ => ObjectKind::DataModule,
        };
        SnapshotObject {
            object_id: ObjectId(id),
            version_id: VersionId(id),
            kind,
            key: (*key).to_owned(),
            code: code.to_owned(),
            language: language.to_owned(),
            tech_name: (*title).to_owned(),
            info_name: String::new(),
            deleted: false,
            referenced: false,
        }
    });
    let mut material = ContentsSource::default();
    material.add(outline.collect());
    material
}

fn dm(code: &str, extra: &str) -> String {
    let code = DmCode::parse(code).expect("a code");
    let attributes: String = code.attributes().fold(String::new(), |mut text, (name, value)| {
        let _ = write!(text, " {name}=\"{value}\"");
        text
    });
    format!("<dmRef><dmRefIdent><dmCode{attributes}/>{extra}</dmRefIdent></dmRef>")
}

fn pm(number: &str) -> String {
    format!(
        "<pmRef><pmRefIdent><pmCode modelIdentCode=\"NV\" pmIssuer=\"NVR01\" pmNumber=\"{number}\" \
         pmVolume=\"00\"/></pmRefIdent></pmRef>"
    )
}

fn publication(object: i64, number: &str, language: (&str, &str), entries: &str) -> PublicationObject {
    let xml = format!(
        "<pm><identAndStatusSection><pmAddress><pmIdent><pmCode modelIdentCode=\"NV\" pmIssuer=\"NVR01\" \
         pmNumber=\"{number}\" pmVolume=\"00\"/><language languageIsoCode=\"{}\" countryIsoCode=\"{}\"/>\
         <issueInfo issueNumber=\"001\" inWork=\"00\"/></pmIdent></pmAddress></identAndStatusSection>\
         <content>{entries}</content></pm>",
        language.0, language.1
    );
    let (publication, _) = s1000d::publication::read(xml.as_bytes()).expect("a publication");
    PublicationObject { object_id: ObjectId(object), publication }
}

/// The tree as people see it, one line per place.
fn drawn(nodes: &[TocNode]) -> Vec<String> {
    let depth = |node: &TocNode| {
        let above = |id: TocNodeId| nodes.iter().find(|one| one.id == id).and_then(|one| one.parent_id);
        std::iter::successors(node.parent_id, |id| above(*id)).count()
    };
    let line = |node: &TocNode| {
        let sign = match node.node_type {
            TocNodeType::Section => "+",
            TocNodeType::Group => "*",
            TocNodeType::Module => "-",
        };
        let dangling = if node.object_id.is_none() && node.leaf { " ?" } else { "" };
        let children = if node.child_count > 0 { format!(" ({})", node.child_count) } else { String::new() };
        format!("{}{sign} {} {}{children}{dangling}", "  ".repeat(depth(node)), node.prefix, node.title)
    };
    nodes.iter().map(line).collect()
}

const PUMP: &str = "NV-A-29-11-01-00A-040A-A";
const FRONT: &str = "NV-A-00-00-00-00A-001A-A";

#[test]
fn sections_hold_modules_under_the_title_of_the_module_itself() {
    let material = material(&[
        ("PMC-NV-NVR01-00001-00_en-US", "Manual"),
        (&format!("DMC-{PUMP}_en-US"), "Pump"),
        (&format!("DMC-{FRONT}_en-US"), "Title page"),
    ]);
    let written = "<dmRefAddressItems><dmTitle><techName>Old name</techName></dmTitle></dmRefAddressItems>";
    let absent = dm("NV-A-30-00-00-00A-040A-A", "").replace("</dmRef>", &format!("{written}</dmRef>"));
    let entries = format!(
        "<pmEntry>{}</pmEntry><pmEntry pmEntryCode=\"29\"><pmEntryTitle>Hydraulics</pmEntryTitle>{}{absent}{}\
         <externalPubRef><externalPubRefIdent><externalPubCode>EPC1</externalPubCode></externalPubRefIdent>\
         </externalPubRef></pmEntry>",
        dm(FRONT, ""),
        dm(PUMP, "<issueInfo issueNumber=\"009\" inWork=\"00\"/>"),
        dm("NV-A-31-00-00-00A-040A-A", ""),
    );
    let nodes = build(&material, vec![publication(1, "00001", ("en", "US"), &entries)], "MEL");
    assert_eq!(
        drawn(&nodes),
        [
            "+  Manual (2)",
            "  -  Title page",
            "  + 29 Hydraulics (4)",
            "    - 29-11-01 Pump",
            "    - 30-00-00 Old name ?",
            "    - 31-00-00 DMC-NV-A-31-00-00-00A-040A-A ?",
            "    -  EPC1 ?",
        ]
    );
    assert_eq!(nodes[3].key, format!("DMC-{PUMP}_en-US"));
    let positions: Vec<u32> = nodes.iter().map(|node| node.position).collect();
    assert_eq!(positions, [0, 0, 1, 0, 1, 2, 3]);
    assert!(nodes.iter().zip(1..).all(|(node, id)| node.id == TocNodeId(id)));
}

#[test]
fn an_included_publication_stands_inline_and_only_once() {
    let material = material(&[
        ("PMC-NV-NVR01-00001-00_en-US", "Manual"),
        ("PMC-NV-NVR01-00002-00_en-US", "Part"),
        ("PMC-NV-NVR01-00003-00_en-US", "Loop"),
        (&format!("DMC-{PUMP}_en-US"), "Pump"),
    ]);
    let entries = |parts: &[String]| format!("<pmEntry>{}</pmEntry>", parts.concat());
    let nodes = build(
        &material,
        vec![
            publication(3, "00003", ("en", "US"), &entries(&[pm("00003"), pm("00009")])),
            publication(2, "00002", ("en", "US"), &entries(&[dm(PUMP, ""), pm("00001")])),
            publication(1, "00001", ("en", "US"), &entries(&[pm("00002"), pm("00002"), dm(PUMP, "")])),
        ],
        "MEL",
    );
    let expected = [
        "+  Manual (3)",
        "  +  Part (2)",
        "    - 29-11-01 Pump",
        "    +  Manual",
        "  +  Part",
        "  - 29-11-01 Pump",
        "+  Loop (2)",
        "  +  Loop",
        "  -  PMC-NV-NVR01-00009-00 ?",
    ];
    assert_eq!(drawn(&nodes), expected);
}

#[test]
fn a_container_is_a_group_of_its_alternates() {
    let container = "NV-A-28-41-01-00A-914A-A";
    let (one, two) = ("DMC-NV-A-28-41-01-00A-180A-A", "DMC-NV-A-28-41-01-00B-180A-A");
    let mut material = material(&[
        ("PMC-NV-NVR01-00001-00_en-US", "Manual"),
        (&format!("DMC-{container}_en-US"), "Fuel quantity"),
        (&format!("{one}_en-US"), "Fuel quantity, standard tank"),
    ]);
    let alternate = |target: &str| Reference {
        kind: ReferenceKind::Alternate,
        target: target.to_owned(),
        language: None,
        issue: None,
        external: false,
        line: 1,
    };
    material.offer(ObjectId(2), vec![alternate(one), alternate(two)]);
    let entries = format!("<pmEntry>{}</pmEntry>", dm(container, ""));
    let nodes = build(&material, vec![publication(1, "00001", ("en", "US"), &entries)], "MEL");
    assert_eq!(
        drawn(&nodes),
        [
            "+  Manual (1)",
            "  * 28-41-01 Fuel quantity (2)",
            "    - 28-41-01 Fuel quantity, standard tank",
            "    - 28-41-01 DMC-NV-A-28-41-01-00B-180A-A ?",
        ]
    );
}

#[test]
fn each_language_has_its_own_contents() {
    let material = material(&[
        ("PMC-NV-NVR01-00001-00_zh-CN", "手册"),
        ("PMC-NV-NVR01-00001-00_en-US", "Manual"),
        (&format!("DMC-{PUMP}_zh-CN"), "泵"),
        (&format!("DMC-{PUMP}_en-US"), "Pump"),
        (&format!("DMC-{FRONT}_en-US"), "Title page"),
    ]);
    let chinese = "<language languageIsoCode=\"zh\" countryIsoCode=\"CN\"/>";
    let entries = format!("<pmEntry>{}{}{}</pmEntry>", dm(PUMP, ""), dm(FRONT, ""), dm(FRONT, chinese));
    let nodes = build(
        &material,
        vec![
            publication(1, "00001", ("zh", "CN"), &entries),
            publication(2, "00001", ("en", "US"), &format!("<pmEntry>{}</pmEntry>", dm(PUMP, ""))),
        ],
        "MEL",
    );
    let expected = [
        "+  Manual (1)",
        "  - 29-11-01 Pump",
        "+  手册 (3)",
        "  - 29-11-01 泵",
        "  -  Title page",
        "  -  DMC-NV-A-00-00-00-00A-001A-A ?",
    ];
    assert_eq!(drawn(&nodes), expected);
}

#[test]
fn a_publication_without_a_title_takes_that_of_the_entry_around_all_others() {
    let material = material(&[("PMC-NV-NVR01-00001-00_en-US", ""), (&format!("DMC-{PUMP}_en-US"), "Pump")]);
    let drawn = |entries: &str| drawn(&build(&material, vec![publication(1, "00001", ("en", "US"), entries)], "MMEL"));
    let chapter = format!("<pmEntry pmEntryCode=\"29\"><title>Hydraulics</title>{}</pmEntry>", dm(PUMP, ""));
    let document = format!("<pmEntry pmEntryCode=\"0\"><title>Master list</title>{chapter}{}</pmEntry>", dm(PUMP, ""));
    assert_eq!(
        drawn(&document),
        ["+  Master list (2)", "  + 29 Hydraulics (1)", "    - 29-11-01 Pump", "  - 29-11-01 Pump"]
    );
    // Without one entry around all others the manual's own name is used.
    assert_eq!(
        drawn(&format!("{chapter}<pmEntry>{}</pmEntry>", dm(PUMP, ""))),
        ["+  MMEL (2)", "  + 29 Hydraulics (1)", "    - 29-11-01 Pump", "  - 29-11-01 Pump"]
    );
}

#[test]
fn places_keep_what_the_contents_say_they_apply_to() {
    let material = material(&[("PMC-NV-NVR01-00001-00_en-US", "Manual")]);
    let long = "x".repeat(MAX_STATEMENT);
    let entries = format!(
        "<referencedApplicGroup><applic id=\"a\"><assert applicPropertyIdent=\"model\" applicPropertyValues=\"A\"/></applic>\
         <applic id=\"b\"><displayText><simplePara>B</simplePara></displayText></applic>\
         <applic id=\"c\"><assert applicPropertyIdent=\"{long}\"/></applic></referencedApplicGroup>\
         <pmEntry applicRefId=\"a\"><pmEntryTitle>One</pmEntryTitle>{one}<pmEntry applicRefId=\"b\">{one}</pmEntry></pmEntry>\
         <pmEntry applicRefIds=\"a b\">{one}</pmEntry><pmEntry applicRefId=\"gone\">{one}</pmEntry>\
         <pmEntry applicRefId=\"c\">{one}</pmEntry>",
        one = dm("NV-A-28-41-01-00A-520A-A", "")
    );
    let tree = build(&material, vec![publication(1, "00001", ("en", "US"), &entries)], "MEL");
    let model = "<assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"A\"/>";
    let words = "<displayText><simplePara>B</simplePara></displayText>";
    let told: Vec<Option<String>> = tree.into_iter().map(|node| node.applic).collect();
    let said = |formula: &str| Some(format!("<applic>{formula}</applic>"));
    let undecided = said("<assert></assert>");
    // Words alone cannot be decided; they are stored as an undecided statement.
    let alone = said(&format!("{words}<assert>B</assert>"));
    let both = said(&format!("{words}<evaluate andOr=\"and\">{model}<assert>B</assert></evaluate>"));
    assert_eq!(told, [None, said(model), None, alone, both, undecided.clone(), undecided]);
}
