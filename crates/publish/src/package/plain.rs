//! Plain S1000D: a dispatch note with all files, a list of all objects, and the files themselves.

use domain::object::ObjectKind;
use s1000d::object::ref_ident_children;
use s1000d::template::standard_rules;

use super::xml::{XmlText, escaped, issue_date, issue_info};
use super::{PackageHead, PackedObject, PlanError, PlannedContent, PlannedFile, names};

pub(super) fn files(head: &PackageHead, objects: &[PackedObject]) -> Result<Vec<PlannedFile>, PlanError> {
    if let Some(apart) = objects.iter().find(|object| object.status_sha256.is_some()) {
        return Err(PlanError::StatusApart(apart.key.clone()));
    }
    let mut files: Vec<PlannedFile> = objects
        .iter()
        .enumerate()
        .map(|(place, object)| PlannedFile { name: names::of_content(object), content: PlannedContent::Version(place) })
        .collect();
    files.push(PlannedFile {
        name: format!("DML-{}_001-00.XML", list_code(head)),
        content: PlannedContent::Made(status_list(head, objects)),
    });
    let note = dispatch_note(head, objects, &files);
    files.push(PlannedFile { name: format!("DDN-{}.XML", note_code(head)), content: PlannedContent::Made(note) });
    Ok(files)
}

fn note_code(head: &PackageHead) -> String {
    format!("{}-{}-{}-{}-{:05}", head.model, head.sender, head.receiver, head.year(), head.sequence)
}

fn list_code(head: &PackageHead) -> String {
    format!("{}-{}-S-{}-{:05}", head.model, head.sender, head.year(), head.sequence)
}

/// The start tag of a list, with the schema of the issue that the modules follow.
fn start(root: &str, head: &PackageHead) -> String {
    if head.schema_issue.is_empty() {
        return format!("<{root}>");
    }
    format!(
        "<{root} xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_{}/xml_schema_flat/{root}.xsd\">",
        escaped(&head.schema_issue)
    )
}

/// The business rules of the modules: those of the manual, or the default ones of the issue.
fn business_rules(head: &PackageHead, objects: &[PackedObject]) -> String {
    let own = objects.iter().filter(|object| object.kind == ObjectKind::Brex).find_map(|object| {
        let identity = object.identity()?;
        ref_ident_children(&s1000d::code::Identity { language: None, ..identity }, "")
    });
    let ident = own.unwrap_or_else(|| standard_rules(&head.schema_issue));
    format!("<brexDmRef><dmRef><dmRefIdent>{ident}</dmRefIdent></dmRef></brexDmRef>")
}

/// The data dispatch note: the files that are sent.
fn dispatch_note(head: &PackageHead, objects: &[PackedObject], files: &[PlannedFile]) -> Vec<u8> {
    let mut text = XmlText::new();
    text.line(&start("ddn", head));
    text.line("<identAndStatusSection><ddnAddress>");
    text.line(&format!(
        "<ddnIdent><ddnCode modelIdentCode=\"{}\" senderIdent=\"{}\" receiverIdent=\"{}\" yearOfDataIssue=\"{}\" \
         seqNumber=\"{:05}\"/></ddnIdent>",
        head.model,
        head.sender,
        head.receiver,
        head.year(),
        head.sequence
    ));
    text.line("<ddnAddressItems>");
    text.line(&issue_date(&head.date));
    let receiver = (head.receiver_name.as_str(), head.receiver_country.as_str());
    // The schemas require a city and a country, which are not known.
    for (element, (name, country)) in [("dispatchTo", receiver), ("dispatchFrom", (head.sender.as_str(), "-"))] {
        text.line(&format!("<{element}><dispatchAddress><enterprise>"));
        text.element("enterpriseName", name);
        text.line("</enterprise><address>");
        text.element("city", "-");
        text.element("country", country);
        text.line(&format!("</address></dispatchAddress></{element}>"));
    }
    text.line("</ddnAddressItems></ddnAddress>");
    text.line("<ddnStatus><security securityClassification=\"01\"/>");
    text.element("authorization", &head.remark());
    text.line(&business_rules(head, objects));
    text.line("</ddnStatus></identAndStatusSection>");
    text.line("<ddnContent><deliveryList>");
    let mut sent: Vec<(&str, String)> = files
        .iter()
        .map(|file| {
            let issue = match &file.content {
                PlannedContent::Version(place) => objects.get(*place).map(numbered).unwrap_or_default(),
                _ => String::new(),
            };
            (file.name.as_str(), issue)
        })
        .collect();
    sent.sort();
    for (name, issue) in sent {
        text.line("<deliveryListItem>");
        text.element("dispatchFileName", name);
        if !issue.is_empty() {
            text.line(&issue);
        }
        text.line("</deliveryListItem>");
    }
    text.line("</deliveryList></ddnContent>");
    text.line("</ddn>");
    text.into_bytes()
}

/// The issue of an object that counts issues.
fn numbered(object: &PackedObject) -> String {
    if object.issue.number.is_empty() { String::new() } else { issue_info(object) }
}

/// The list of all modules and publication modules that are valid with this delivery.
fn status_list(head: &PackageHead, objects: &[PackedObject]) -> Vec<u8> {
    let mut text = XmlText::new();
    text.line(&start("dml", head));
    text.line("<identAndStatusSection><dmlAddress><dmlIdent>");
    text.line(&format!(
        "<dmlCode modelIdentCode=\"{}\" senderIdent=\"{}\" dmlType=\"s\" yearOfDataIssue=\"{}\" seqNumber=\"{:05}\"/>",
        head.model,
        head.sender,
        head.year(),
        head.sequence
    ));
    text.line("<issueInfo issueNumber=\"001\" inWork=\"00\"/></dmlIdent>");
    text.line("<dmlAddressItems>");
    text.line(&issue_date(&head.date));
    text.line("</dmlAddressItems></dmlAddress>");
    text.line("<dmlStatus issueType=\"new\"><security securityClassification=\"01\"/>");
    text.line(&business_rules(head, objects));
    text.line("</dmlStatus></identAndStatusSection>");
    text.line("<dmlContent>");
    let mut listed: Vec<&PackedObject> = objects.iter().filter(|object| object.identity().is_some()).collect();
    listed.sort_by(|a, b| a.key.cmp(&b.key));
    for object in listed {
        if let Some(reference) = reference(object) {
            let kind = if object.issue.kind.is_empty() { "new" } else { object.issue.kind.as_str() };
            text.line(&format!("<dmlEntry issueType=\"{}\">", escaped(kind)));
            text.line(&reference);
            let security = if object.security.is_empty() { "01" } else { object.security.as_str() };
            text.line(&format!("<security securityClassification=\"{}\"/>", escaped(security)));
            text.line(&format!("<responsiblePartnerCompany enterpriseCode=\"{}\"/>", head.sender));
            text.line("</dmlEntry>");
        }
    }
    text.line("</dmlContent>");
    text.line("</dml>");
    text.into_bytes()
}

fn reference(object: &PackedObject) -> Option<String> {
    let ident = ref_ident_children(&object.identity()?, &numbered(object))?;
    let tech = escaped(&object.tech_name);
    if object.kind == ObjectKind::PublicationModule {
        let items = format!("<pmRefAddressItems><pmTitle>{tech}</pmTitle></pmRefAddressItems>");
        return Some(format!("<pmRef><pmRefIdent>{ident}</pmRefIdent>{items}</pmRef>"));
    }
    let info = match object.info_name.as_str() {
        "" => String::new(),
        info => format!("<infoName>{}</infoName>", escaped(info)),
    };
    let title = format!("<dmTitle><techName>{tech}</techName>{info}</dmTitle>");
    let items = format!("<dmRefAddressItems>{title}</dmRefAddressItems>");
    Some(format!("<dmRef><dmRefIdent>{ident}</dmRefIdent>{items}</dmRef>"))
}
