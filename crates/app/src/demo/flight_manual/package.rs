//! The packages of the demo's flight manual, plain S1000D, written from its texts.

use super::texts::{CHANGES, FlightChange, FlightModule, FlightModuleKind, MODULES};

const SCHEMAS: &str = "http://www.s1000d.org/S1000D_4-2/xml_schema_flat";
/// The day of each delivery.
const DAYS: [[&str; 3]; 3] = [["2026", "05", "04"], ["2026", "08", "17"], ["2026", "10", "26"]];
const MAKER: &str = "enterpriseCode=\"NVR01\"><enterpriseName>Norvane Rotorcraft</enterpriseName>";
const BREX: &str = "<brexDmRef><dmRef><dmRefIdent><dmCode modelIdentCode=\"S1000D\" systemDiffCode=\"F\" \
    systemCode=\"04\" subSystemCode=\"1\" subSubSystemCode=\"0\" assyCode=\"0301\" disassyCode=\"00\" \
    disassyCodeVariant=\"A\" infoCode=\"022\" infoCodeVariant=\"A\" itemLocationCode=\"D\"/></dmRefIdent></dmRef></brexDmRef>";
const APPLIC: &str = "<applic><displayText><simplePara>All</simplePara></displayText></applic>";
const CHECKED: &str = "<qualityAssurance><firstVerification verificationType=\"tabtop\"/></qualityAssurance>";

/// How many packages the manufacturer delivered.
pub(super) const DELIVERIES: u8 = 3;

/// The name of a module in the library.
pub(super) fn file_name(subsystem: &str) -> String {
    let module = MODULES.iter().find(|module| module.subsystem == subsystem);
    format!("{}_en-US.XML", module.map(code).unwrap_or_default())
}

/// Names and texts of the files of a delivery, counted from 1.
pub(super) fn files(delivery: u8) -> Vec<(String, String)> {
    let mut files = Vec::with_capacity(MODULES.len() + 2);
    for module in &MODULES {
        let issue = issue_of(module, delivery);
        files.push((format!("{}_{issue:03}-00_EN-US.XML", code(module)), data_module(module, delivery)));
    }
    files.push((format!("PMC-NV240-NVR01-FLM01-00_{delivery:03}-00_EN-US.XML"), publication(delivery)));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let note = delivery_note(delivery, &names);
    files.push((format!("DDN-NV240-NVR01-AZB01-2026-001{delivery:02}.XML"), note));
    files
}

fn code(module: &FlightModule) -> String {
    format!("DMC-NV240-A-15-{}-00-00A-{}A-A", module.subsystem, module.info_code)
}

/// The changes of a module up to a delivery.
fn changes(module: &FlightModule, delivery: u8) -> impl Iterator<Item = &'static FlightChange> {
    let subsystem = module.subsystem;
    CHANGES.iter().filter(move |change| change.subsystem == subsystem && change.delivery <= delivery)
}

/// The delivery that a module was last changed in; 1 for one that was never changed.
fn changed_in(module: &FlightModule, delivery: u8) -> u8 {
    changes(module, delivery).map(|change| change.delivery).max().unwrap_or(1)
}

/// Each delivery with changes makes an issue.
fn issue_of(module: &FlightModule, delivery: u8) -> usize {
    let mut deliveries: Vec<u8> = changes(module, delivery).map(|change| change.delivery).collect();
    deliveries.sort_unstable();
    deliveries.dedup();
    1 + deliveries.len()
}

fn date(delivery: u8) -> String {
    let [year, month, day] = DAYS[usize::from(delivery.clamp(1, DELIVERIES) - 1)];
    format!("<issueDate year=\"{year}\" month=\"{month}\" day=\"{day}\"/>")
}

fn head(root: &str, schema: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:noNamespaceSchemaLocation=\"{SCHEMAS}/{schema}.xsd\">\n"
    )
}

fn dm_code(module: &FlightModule) -> String {
    let (subsystem, subsubsystem) = module.subsystem.split_at(1);
    format!(
        "<dmCode modelIdentCode=\"NV240\" systemDiffCode=\"A\" systemCode=\"15\" subSystemCode=\"{subsystem}\" \
         subSubSystemCode=\"{subsubsystem}\" assyCode=\"00\" disassyCode=\"00\" disassyCodeVariant=\"A\" \
         infoCode=\"{}\" infoCodeVariant=\"A\" itemLocationCode=\"A\"/>",
        module.info_code
    )
}

fn data_module(module: &FlightModule, delivery: u8) -> String {
    let (issue, last) = (issue_of(module, delivery), changed_in(module, delivery));
    // Only what the last issue changed is marked.
    let marked: Vec<&FlightChange> =
        changes(module, delivery).filter(|change| change.delivery == last && !change.reason.is_empty()).collect();
    let reason = |(number, change): (usize, &&FlightChange)| {
        format!(
            "<reasonForUpdate id=\"rfu-{number:03}\" updateReasonType=\"urt02\" updateHighlight=\"1\">\
             <simplePara>{}</simplePara></reasonForUpdate>\n",
            change.reason
        )
    };
    let reasons = (1..).zip(&marked).map(reason).collect::<Vec<_>>().concat();
    let (schema, content) = match module.kind {
        FlightModuleKind::Description => ("descript", description(module, delivery, &marked)),
        FlightModuleKind::Procedure => ("proced", procedure(module, delivery, &marked)),
    };
    let kind = if issue == 1 { "new" } else { "changed" };
    format!(
        "{head}<identAndStatusSection>\n<dmAddress>\n<dmIdent>{code}<language languageIsoCode=\"en\" \
         countryIsoCode=\"US\"/><issueInfo issueNumber=\"{issue:03}\" inWork=\"00\"/></dmIdent>\n<dmAddressItems>\
         {date}<dmTitle><techName>{tech}</techName><infoName>{info}</infoName></dmTitle></dmAddressItems>\n</dmAddress>\n\
         <dmStatus issueType=\"{kind}\">\n<security securityClassification=\"01\"/>\n\
         <responsiblePartnerCompany {MAKER}</responsiblePartnerCompany>\n<originator {MAKER}</originator>\n\
         {APPLIC}\n{BREX}\n{CHECKED}\n{reasons}</dmStatus>\n</identAndStatusSection>\n<content>\n{content}</content>\n\
         </dmodule>\n",
        head = head("dmodule", schema),
        code = dm_code(module),
        date = date(last),
        tech = module.tech_name,
        info = module.info_name,
    )
}

/// A paragraph as a delivery has it, with the attributes that mark it as changed.
fn wording(module: &FlightModule, delivery: u8, marked: &[&FlightChange], text: &str) -> (String, String) {
    let mut words = text.to_owned();
    let mut mark = String::new();
    for change in changes(module, delivery).filter(|change| text.contains(change.old)) {
        words = words.replace(change.old, change.new);
        if let Some(number) = marked.iter().position(|known| known.old == change.old) {
            mark = format!(" changeType=\"modify\" changeMark=\"1\" reasonForUpdateRefIds=\"rfu-{:03}\"", number + 1);
        }
    }
    (words, mark)
}

fn warning(module: &FlightModule, number: usize) -> String {
    if number > 1 || module.warning.is_empty() {
        return String::new();
    }
    format!("<warning><warningAndCautionPara>{}</warningAndCautionPara></warning>\n", module.warning)
}

fn description(module: &FlightModule, delivery: u8, marked: &[&FlightChange]) -> String {
    let paragraph = |(number, (title, text)): (usize, &(&str, &str))| {
        let (words, mark) = wording(module, delivery, marked, text);
        let warning = warning(module, number);
        format!(
            "<levelledPara id=\"par-{number:02}\">\n<title>{title}</title>\n{warning}<para{mark}>{words}</para>\n\
             </levelledPara>\n"
        )
    };
    let paragraphs = (1..).zip(module.paragraphs).map(paragraph).collect::<Vec<_>>().concat();
    format!("<description>\n{paragraphs}</description>\n")
}

fn procedure(module: &FlightModule, delivery: u8, marked: &[&FlightChange]) -> String {
    let step = |(number, (_, text)): (usize, &(&str, &str))| {
        let (words, mark) = wording(module, delivery, marked, text);
        let warning = warning(module, number);
        format!("<proceduralStep id=\"stp-{number:02}\"{mark}>\n{warning}<para>{words}</para>\n</proceduralStep>\n")
    };
    let steps = (1..).zip(module.paragraphs).map(step).collect::<Vec<_>>().concat();
    let nothing = "<reqCondGroup><noConds/></reqCondGroup>";
    format!(
        "<procedure>\n<preliminaryRqmts>{nothing}<reqSupportEquips><noSupportEquips/></reqSupportEquips><reqSupplies>\
         <noSupplies/></reqSupplies><reqSpares><noSpares/></reqSpares><reqSafety><noSafety/></reqSafety>\
         </preliminaryRqmts>\n<mainProcedure>\n{steps}</mainProcedure>\n<closeRqmts>{nothing}</closeRqmts>\n</procedure>\n"
    )
}

fn publication(delivery: u8) -> String {
    let mut sections: Vec<(&str, String)> = Vec::new();
    for module in &MODULES {
        let entry = format!("<dmRef><dmRefIdent>{}</dmRefIdent></dmRef>\n", dm_code(module));
        match sections.iter_mut().find(|(name, _)| *name == module.section) {
            Some((_, entries)) => entries.push_str(&entry),
            None => sections.push((module.section, entry)),
        }
    }
    let section = |(name, entries): &(&str, String)| {
        format!("<pmEntry>\n<pmEntryTitle>{name}</pmEntryTitle>\n{entries}</pmEntry>\n")
    };
    let content = sections.iter().map(section).collect::<Vec<_>>().concat();
    let kind = if delivery == 1 { "new" } else { "changed" };
    format!(
        "{head}<identAndStatusSection>\n<pmAddress>\n<pmIdent><pmCode modelIdentCode=\"NV240\" pmIssuer=\"NVR01\" \
         pmNumber=\"FLM01\" pmVolume=\"00\"/><language languageIsoCode=\"en\" countryIsoCode=\"US\"/>\
         <issueInfo issueNumber=\"{delivery:03}\" inWork=\"00\"/></pmIdent>\n<pmAddressItems>{date}\
         <pmTitle>NV240 Flight Manual</pmTitle><shortPmTitle>NV240 FLM</shortPmTitle></pmAddressItems>\n</pmAddress>\n\
         <pmStatus issueType=\"{kind}\">\n<security securityClassification=\"01\"/>\n\
         <responsiblePartnerCompany {MAKER}</responsiblePartnerCompany>\n<originator {MAKER}</originator>\n\
         {APPLIC}\n{BREX}\n{CHECKED}\n</pmStatus>\n</identAndStatusSection>\n<content>\n{content}</content>\n</pm>\n",
        head = head("pm", "pm"),
        date = date(delivery),
    )
}

fn delivery_note(delivery: u8, names: &[&str]) -> String {
    let address = |company: &str, street: &str, city: &str, country: &str| {
        format!(
            "<dispatchAddress><enterprise><enterpriseName>{company}</enterpriseName></enterprise><address>\
             <street>{street}</street><city>{city}</city><country>{country}</country></address></dispatchAddress>"
        )
    };
    let item =
        |name: &&str| format!("<deliveryListItem><dispatchFileName>{name}</dispatchFileName></deliveryListItem>\n");
    let items = names.iter().map(item).collect::<Vec<_>>().concat();
    format!(
        "{head}<identAndStatusSection>\n<ddnAddress>\n<ddnIdent><ddnCode modelIdentCode=\"NV240\" \
         senderIdent=\"NVR01\" receiverIdent=\"AZB01\" yearOfDataIssue=\"2026\" seqNumber=\"001{delivery:02}\"/></ddnIdent>\n\
         <ddnAddressItems>{date}<dispatchTo>{to}</dispatchTo><dispatchFrom>{from}</dispatchFrom></ddnAddressItems>\n\
         </ddnAddress>\n<ddnStatus><security securityClassification=\"01\"/><authorization>Publications release \
         NVR-FLM-2026-{delivery:02}</authorization>{BREX}</ddnStatus>\n</identAndStatusSection>\n<ddnContent>\n\
         <deliveryList>\n{items}</deliveryList>\n</ddnContent>\n</ddn>\n",
        head = head("ddn", "ddn"),
        date = date(delivery),
        to = address("Azure Bay Helicopters", "4 Heliport Road", "Port Azure", "Azuria"),
        from = address("Norvane Rotorcraft", "1 Rotor Works Lane", "Norvane", "Norland"),
    )
}

#[cfg(test)]
mod tests {
    use s1000d::document::{Document, NodeId, plain};
    use s1000d::guard;

    use super::*;
    use crate::demo::flight_manual::texts::{ABORT_EARLIER, DRAFT, EDITS, SLOPE};

    fn text_of<'a>(files: &'a [(String, String)], subsystem: &str) -> &'a str {
        let part = format!("-15-{subsystem}-");
        let found = files.iter().find(|(name, _)| name.contains(&part));
        &found.expect("a module").1
    }

    #[test]
    fn every_file_of_every_delivery_is_sound_and_listed() {
        for delivery in 1..=DELIVERIES {
            let files = files(delivery);
            assert_eq!(files.len(), MODULES.len() + 2);
            let note = &files.last().expect("a note").1;
            for (name, text) in &files {
                let checked = guard::check(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
                if name.starts_with("DMC-") {
                    let document = Document::read(&checked).expect("a module");
                    assert!(!plain::text(&document, NodeId::ROOT).is_empty(), "{name}");
                }
                assert!(name.starts_with("DDN-") || note.contains(name.as_str()), "{name}");
            }
        }
    }

    #[test]
    fn each_change_is_in_its_delivery_and_not_before() {
        for change in &CHANGES {
            let before = files(change.delivery - 1);
            let after = files(change.delivery);
            assert!(text_of(&before, change.subsystem).contains(change.old), "{}", change.old);
            assert!(text_of(&after, change.subsystem).contains(change.new), "{}", change.new);
            let is_marked = text_of(&after, change.subsystem).contains("changeMark=\"1\"");
            assert_eq!(is_marked, !change.reason.is_empty(), "{}", change.new);
        }
        // A module that one delivery leaves alone keeps its issue and its bytes.
        assert_eq!(text_of(&files(2), "10"), text_of(&files(3), "10"));
        assert!(text_of(&files(3), "11").contains("issueNumber=\"002\""));
    }

    #[test]
    fn edits_meet_the_first_delivery() {
        let first = files(1);
        for (subsystem, old, new, _) in EDITS {
            assert!(text_of(&first, subsystem).contains(old), "{old}");
            assert_ne!(old, new);
        }
        assert!(text_of(&first, DRAFT.0).contains(DRAFT.1));
        let adopted = CHANGES.iter().any(|change| EDITS.iter().any(|edit| edit.2 == change.new));
        assert!(adopted && text_of(&files(2), "21").contains(ABORT_EARLIER));
        assert!(CHANGES.iter().any(|change| change.old == SLOPE && change.reason.is_empty()), "one is not marked");
    }

    #[test]
    fn modules_are_named_as_in_the_library() {
        assert_eq!(file_name("10"), "DMC-NV240-A-15-10-00-00A-040A-A_en-US.XML");
    }
}
