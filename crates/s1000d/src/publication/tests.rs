use super::*;

const NUMBERS: &str = "systemDiffCode=\"A\" subSystemCode=\"1\" subSubSystemCode=\"0\" assyCode=\"00\" disassyCode=\"00\" \
    disassyCodeVariant=\"A\" infoCode=\"520\" infoCodeVariant=\"A\" itemLocationCode=\"A\"";

fn dm(chapter: &str) -> String {
    format!(
        "<dmRef><dmRefIdent><dmCode modelIdentCode=\"HELI\" systemCode=\"{chapter}\" {NUMBERS}/></dmRefIdent></dmRef>"
    )
}

fn pm_ref(number: &str, more: &str) -> String {
    format!(
        "<pmRef><pmRefIdent><pmCode modelIdentCode=\"HELI\" pmIssuer=\"F0210\" pmNumber=\"{number}\" pmVolume=\"00\"/>{more}</pmRefIdent></pmRef>"
    )
}

fn publication(number: &str, language: &str, content: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<pm xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_4-2/xml_schema_flat/pm.xsd\"><identAndStatusSection><pmAddress><pmIdent>\
         <pmCode modelIdentCode=\"HELI\" pmIssuer=\"F0210\" pmNumber=\"{number}\" pmVolume=\"00\"/>\
         <language languageIsoCode=\"{language}\" countryIsoCode=\"US\"/><issueInfo issueNumber=\"001\" inWork=\"00\"/></pmIdent>\
         <pmAddressItems><issueDate year=\"2026\" month=\"03\" day=\"02\"/><pmTitle>Manual &amp; list</pmTitle></pmAddressItems></pmAddress>\n\
         <pmStatus issueType=\"new\"><security securityClassification=\"01\"/><brexDmRef>{}</brexDmRef></pmStatus></identAndStatusSection>\n\
         <content>{content}</content></pm>",
        dm("00")
    )
}

fn contents(content: &str) -> (Publication, Vec<Finding>) {
    read(publication("MEL00", "en", content).as_bytes()).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The contents as lines: depth, title or code, and what it depends on.
fn outline(publication: &Publication) -> Vec<String> {
    let mut depths: Vec<usize> = Vec::new();
    publication
        .nodes
        .iter()
        .map(|node| {
            let depth = node.parent.map_or(0, |parent| depths[parent as usize] + 1);
            depths.push(depth);
            let name = match &node.entry {
                Entry::Section(title) => title.clone(),
                Entry::Reference(Target::Object(target)) => match &target.code {
                    crate::code::Code::Module(code) => format!("DM {}", code.system_code()),
                    code => code.to_string(),
                },
                Entry::Reference(target) => format!("{target:?}"),
            };
            let applic =
                if node.applic_refs.is_empty() { String::new() } else { format!(" [{}]", node.applic_refs.join(",")) };
            format!("{}{name}{applic}", "  ".repeat(depth))
        })
        .collect()
}

#[test]
fn flat_entries_without_titles_become_a_list() {
    let entry = |chapter| format!("<pmEntry>{}</pmEntry>\n", dm(chapter));
    let (publication, findings) = contents(&[entry("21"), entry("22"), entry("23")].concat());
    assert_eq!(findings, []);
    assert_eq!(outline(&publication), ["DM 21", "DM 22", "DM 23"]);
    let lines: Vec<u32> = publication.nodes.iter().map(|node| node.line).collect();
    assert_eq!(lines, [4, 5, 6]);
}

#[test]
fn one_entry_with_many_references_becomes_a_list() {
    let (publication, _) = contents(&format!("<pmEntry>{}{}{}</pmEntry>", dm("21"), dm("22"), pm_ref("CMM01", "")));
    assert_eq!(outline(&publication), ["DM 21", "DM 22", "PMC-HELI-F0210-CMM01-00"]);
}

#[test]
fn titled_entries_are_sections_at_any_depth() {
    let content = format!(
        "<pmEntry><pmEntryTitle>Chapter <emphasis>21</emphasis></pmEntryTitle>{}<pmEntry><pmEntryTitle>Fans</pmEntryTitle>{}</pmEntry>\
         <pmEntry><pmEntry>{}</pmEntry></pmEntry>{}</pmEntry><pmEntry><pmEntryTitle>Empty</pmEntryTitle></pmEntry>",
        dm("21"),
        dm("22"),
        dm("23"),
        dm("24")
    );
    let (publication, findings) = contents(&content);
    assert_eq!(findings, []);
    assert_eq!(outline(&publication), ["Chapter 21", "  DM 21", "  Fans", "    DM 22", "  DM 23", "  DM 24", "Empty"]);
}

#[test]
fn nested_entries_include_other_publications() {
    let content = format!(
        "<pmEntry><pmEntryTitle>Publications</pmEntryTitle><pmEntry><pmEntryTitle>Brakes</pmEntryTitle>{}</pmEntry></pmEntry>",
        pm_ref(
            "CMM01",
            "<issueInfo issueNumber=\"002\" inWork=\"00\"/><language languageIsoCode=\"en\" countryIsoCode=\"US\"/>"
        )
    );
    let (publication, _) = contents(&content);
    assert_eq!(outline(&publication), ["Publications", "  Brakes", "    PMC-HELI-F0210-CMM01-00"]);
    let Entry::Reference(Target::Object(target)) = &publication.nodes[2].entry else { panic!("no reference") };
    assert_eq!(target.version.issue.map(|issue| issue.to_string()).as_deref(), Some("002-00"));
}

#[test]
fn ata_2300_entries_have_a_title_a_type_and_a_code() {
    let text = format!(
        "<pm xmlns=\"urn:csdb:exchange-package:1\"><pmIdent><pmCode modelIdentCode=\"NV240\" pmIssuer=\"NVR01\" pmNumber=\"MMEL0\" pmVolume=\"00\"/>\
         <language languageIsoCode=\"en\" countryIsoCode=\"US\"/></pmIdent><issueInfo issueDate=\"2026-03-02T00:00:00Z\"/><content>\
         <pmEntry pmEntryType=\"Document\" pmEntryCode=\"0\"><title>The list</title><pmEntry pmEntryType=\"Chapter\" pmEntryCode=\"21\">\
         <title>21 Environmental control</title>{}</pmEntry></pmEntry></content></pm>",
        dm("21")
    );
    let (publication, findings) = read(text.as_bytes()).expect("it reads");
    assert_eq!(findings, []);
    assert_eq!(outline(&publication), ["The list", "  21 Environmental control", "    DM 21"]);
    let chapter = &publication.nodes[1];
    assert_eq!((chapter.entry_type.as_deref(), chapter.entry_code.as_deref()), (Some("Chapter"), Some("21")));
    assert_eq!(publication.nodes[2].entry_type, None);
    let identity = publication.object.identity.map(|identity| identity.to_string());
    assert_eq!(identity.as_deref(), Some("PMC-NV240-NVR01-MMEL0-00_en-US"));
    assert_eq!(
        publication.object.version.date.as_ref().map(crate::code::IssueDate::as_str),
        Some("2026-03-02T00:00:00Z")
    );
}

#[test]
fn what_entries_depend_on_is_kept_and_passes_through_untitled_ones() {
    let content = format!(
        "<referencedApplicGroup><applic id=\"a\"><displayText><simplePara>A</simplePara></displayText></applic>\
         <applic id=\"b\"><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"B\"/></applic></referencedApplicGroup>\
         <pmEntry applicRefId=\"a\"><pmEntryTitle>Fans</pmEntryTitle>{}<pmEntry applicRefId=\"b\" pmEntryType=\"pmt01\">{}</pmEntry></pmEntry>\n\
         <pmEntry applicRefId=\"c\">{}</pmEntry>",
        dm("21"),
        dm("22").replace("<dmRef>", "<dmRef applicRefIds=\"a b\">"),
        dm("23"),
    );
    let (publication, findings) = contents(&content);
    assert_eq!(outline(&publication), ["Fans [a]", "  DM 21", "  DM 22 [b,a,b]", "DM 23 [c]"]);
    assert_eq!(publication.nodes[2].entry_type.as_deref(), Some("pmt01"));
    assert_eq!(publication.object.applic_group.len(), 2);
    let found: Vec<_> = findings.iter().map(|finding| (finding.line, finding.rule.as_str())).collect();
    assert_eq!(found, [(Some(5), "xml.internal_ref")]);
}

#[test]
fn a_place_points_at_few_statements_and_says_when_there_were_more() {
    let many = (0..1000).map(|id| format!("a{id}")).collect::<Vec<_>>().join(" ");
    let long = "x".repeat(MAX_WORD + 1);
    let content = format!(
        "<pmEntry applicRefIds=\"{many}\" pmEntryType=\"{long}\"><pmEntry applicRefIds=\"b b {long} c\">{}</pmEntry>{}</pmEntry>\
         <pmEntry applicRefIds=\"b b {long} c\">{}</pmEntry>",
        dm("21"),
        dm("22").replace("<dmRef>", "<dmRef applicRefId=\"d\">"),
        dm("23"),
    );
    let (publication, findings) = contents(&content);
    assert_eq!(
        outline(&publication),
        ["DM 21 [a0,a1,a2,a3,a4,a5,a6,]", "DM 22 [a0,a1,a2,a3,a4,a5,a6,]", "DM 23 [b,,c]"]
    );
    assert_eq!(publication.nodes[1].entry_type, None);
    assert!(findings.iter().all(|finding| finding.rule.as_str() == "xml.internal_ref"), "{findings:?}");
}

#[test]
fn the_header_reads_like_any_object() {
    let (publication, findings) = contents("");
    assert_eq!(findings, []);
    let object = publication.object;
    assert_eq!(object.title.to_string(), "Manual & list");
    assert_eq!(object.identity.map(|identity| identity.to_string()).as_deref(), Some("PMC-HELI-F0210-MEL00-00_en-US"));
    let references: Vec<_> = object.references.iter().map(|one| (one.line, one.kind())).collect();
    assert_eq!(references, [(3, "brex")], "lines are those of the file");
    assert_eq!(object.schema.map(|schema| schema.name).as_deref(), Some("pm"));
}

#[test]
fn defects_in_the_contents_are_findings() {
    let content = "<pmEntry id=\"x\">\n<dmRef><dmRefIdent><dmCode modelIdentCode=\"HELI\"/></dmRefIdent></dmRef></pmEntry>\n\
        <pmEntry id=\"x\"><externalPubRef><externalPubRefIdent><externalPubCode>ISO</externalPubCode></externalPubRefIdent></externalPubRef></pmEntry>";
    let (publication, findings) = contents(content);
    let found: Vec<_> = findings.iter().map(|finding| (finding.line, finding.rule.as_str())).collect();
    assert_eq!(found, [(Some(5), "xml.reference_invalid"), (Some(6), "xml.id_twice")]);
    assert_eq!(outline(&publication), ["External { code: \"ISO\", title: \"\" }"]);
    assert!(read("<pm><content><pmEntry></content></pm>".as_bytes()).is_err());
}

/// Gives a few bytes at a time, so that every token is cut somewhere.
struct Dribble<'a>(&'a [u8]);

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(buffer.len()).min(7);
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn a_source_that_gives_a_few_bytes_at_a_time_reads_the_same() {
    let entry = format!("<pmEntry><pmEntryTitle>氧气瓶 &amp; valve</pmEntryTitle><!-- x -->{}</pmEntry>\n", dm("35"));
    let text = publication("MEL00", "en", &entry.repeat(50));
    let units: Vec<u8> = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let whole = read(text.as_bytes()).expect("it reads");
    assert_eq!(whole.0.nodes.len(), 100);
    assert_eq!(read(Dribble(text.as_bytes())).expect("it reads"), whole);
    assert_eq!(read(Dribble(&units)).expect("it reads"), whole);
}

fn parsed(number: &str, language: &str, references: &[String]) -> Publication {
    let content: Vec<String> = references.iter().map(|one| format!("<pmEntry>{one}</pmEntry>")).collect();
    read(publication(number, language, &content.concat()).as_bytes()).expect("it reads").0
}

#[test]
fn roots_are_what_no_other_publication_includes() {
    let language = |code: &str| format!("<language languageIsoCode=\"{code}\" countryIsoCode=\"US\"/>");
    let list = parsed("LOAP1", "en", &[pm_ref("BIKE1", &language("en")), pm_ref("BRAKE", ""), pm_ref("GHOST", "")]);
    let bike = parsed("BIKE1", "en", &[pm_ref("BIKE1", "")]);
    let brake = parsed("BRAKE", "en", &[]);
    let brake_zh = parsed("BRAKE", "zh", &[]);
    let (one, two) = (parsed("RING1", "en", &[pm_ref("RING2", "")]), parsed("RING2", "en", &[pm_ref("RING1", "")]));
    let all = [&bike, &list, &brake, &brake_zh, &one, &two];
    // The Chinese one is its own root: the English list means the English one.
    assert_eq!(roots(&all), [1, 3, 4]);
    assert_eq!(roots(&[]), [0; 0]);
}
