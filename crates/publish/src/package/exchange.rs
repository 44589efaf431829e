//! Packages in the style of ATA Spec 2300: where things lie, what is valid, and content and status apart.

use domain::object::ObjectKind;
use s1000d::object::ref_ident_children;

use super::xml::{XmlText, escaped, issue_info};
use super::{PackageHead, PackedObject, PlannedContent, PlannedFile, names};

const NAMESPACE: &str = "urn:csdb:exchange-package:1";
const ORGANIZATION: &str = "PackageOrganization.xml";

pub(super) fn files(head: &PackageHead, objects: &[PackedObject]) -> Vec<PlannedFile> {
    let mut files = Vec::with_capacity(objects.len() + 2);
    for (place, object) in objects.iter().enumerate() {
        files.push(PlannedFile { name: content_path(object), content: PlannedContent::Version(place) });
        if object.status_sha256.is_some() {
            files.push(PlannedFile { name: status_path(object), content: PlannedContent::Status(place) });
        }
    }
    files.push(PlannedFile { name: ORGANIZATION.to_owned(), content: PlannedContent::Made(organization(head)) });
    files.push(PlannedFile { name: list_path(head), content: PlannedContent::Made(status_list(head, objects)) });
    files
}

fn content_path(object: &PackedObject) -> String {
    let folder = match object.kind {
        ObjectKind::PublicationModule => "PM",
        ObjectKind::Icn => "ICN",
        kind if kind.is_module() => "DM",
        _ => "OTHER",
    };
    format!("{folder}/{}", names::of_content(object))
}

fn status_path(object: &PackedObject) -> String {
    let folder = if object.kind == ObjectKind::PublicationModule { "PS" } else { "DS" };
    format!("{folder}/{}", names::of_status(object))
}

fn list_path(head: &PackageHead) -> String {
    format!("EPSL/EPSL-{}-{}-{}-{:05}.xml", head.model, head.sender, head.year(), head.sequence)
}

fn package_code(head: &PackageHead) -> String {
    format!(
        "<packageCode modelIdentCode=\"{}\" senderIdent=\"{}\" receiverIdent=\"{}\" yearOfDataIssue=\"{}\" \
         seqNumber=\"{:05}\"/>",
        head.model,
        head.sender,
        head.receiver,
        head.year(),
        head.sequence
    )
}

/// The package organization file.
fn organization(head: &PackageHead) -> Vec<u8> {
    let mut text = XmlText::new();
    text.line(&format!(
        "<packageOrganization xmlns=\"{NAMESPACE}\" specification=\"ATA2300\" specRevision=\"2017.1\" \
         profileVersion=\"1.0\">"
    ));
    text.line("<packageIdent>");
    text.line(&package_code(head));
    text.line(&format!(
        "<issueInfo issueNumber=\"{}\" inWork=\"00\" issueDate=\"{}T00:00:00Z\"/>",
        head.issue_number(),
        escaped(&head.date)
    ));
    if let Some((code, country)) = head.language.split_once('-') {
        let (code, country) = (escaped(code), escaped(country));
        text.line(&format!("<language languageIsoCode=\"{code}\" countryIsoCode=\"{country}\"/>"));
    }
    text.line("</packageIdent>");
    let kind = if head.is_incremental() { "incremental" } else { "complete" };
    text.line(&format!(
        "<packageStatus packageType=\"{kind}\" manualType=\"{}\" customer=\"{}\">",
        escaped(&head.manual_type),
        escaped(&head.customer)
    ));
    text.element("title", &head.title);
    text.element("productInfo", &head.product);
    text.line("<remarks>");
    text.element("simplePara", &head.remark());
    text.line("</remarks>");
    text.line("</packageStatus>");
    text.line("<locationList>");
    text.line(&format!("<location objectType=\"epsl\" path=\"{}\"/>", escaped(&list_path(head))));
    for (kind, folder) in [("pm", "PM/"), ("pmStatus", "PS/"), ("dm", "DM/"), ("dmStatus", "DS/"), ("icn", "ICN/")] {
        text.line(&format!("<location objectType=\"{kind}\" path=\"{folder}\"/>"));
    }
    text.line("</locationList>");
    text.line("</packageOrganization>");
    text.into_bytes()
}

/// The exchange package status list.
fn status_list(head: &PackageHead, objects: &[PackedObject]) -> Vec<u8> {
    let mut text = XmlText::new();
    text.line(&format!("<exchangePackageStatusList xmlns=\"{NAMESPACE}\">"));
    text.line(&package_code(head));
    let mut sorted: Vec<&PackedObject> = objects.iter().collect();
    sorted.sort_by(|a, b| a.key.cmp(&b.key));
    text.line("<applicabilityRefs>");
    for (kind, element) in [
        (ObjectKind::Act, "applicCrossRefTableRef"),
        (ObjectKind::Pct, "productCrossRefTableRef"),
        (ObjectKind::Cct, "condCrossRefTableRef"),
    ] {
        let of_kind = || sorted.iter().filter(|object| object.kind == kind);
        let table = of_kind().find(|object| head.tables.contains(&object.key)).or_else(|| of_kind().next());
        if let Some(reference) = table.and_then(|object| reference(object)) {
            text.line(&format!("<{element}>{reference}</{element}>"));
        }
    }
    text.line("</applicabilityRefs>");
    text.line("<pmStatusList>");
    for object in sorted.iter().filter(|object| object.kind == ObjectKind::PublicationModule) {
        entry(&mut text, object, "pmStatusEntry", "");
    }
    text.line("</pmStatusList>");
    text.line("<dmStatusList>");
    for object in sorted.iter().filter(|object| object.kind.is_module()) {
        let kind = format!(" objectType=\"{}\"", object_type(object.kind));
        entry(&mut text, object, "dmStatusEntry", &kind);
    }
    text.line("</dmStatusList>");
    text.line("<infoEntityList>");
    for object in sorted.iter().filter(|object| object.kind == ObjectKind::Icn) {
        let stem = object.key.rsplit_once('.').map_or(object.key.as_str(), |(stem, _)| stem);
        text.line(&format!(
            "<infoEntityEntry infoEntityIdent=\"{}\" mimeType=\"{}\" fileName=\"{}\"/>",
            escaped(stem),
            escaped(&object.media_type),
            escaped(&content_path(object))
        ));
    }
    text.line("</infoEntityList>");
    text.line("</exchangePackageStatusList>");
    text.into_bytes()
}

/// One valid module or publication module, with its files and the hash of its content.
fn entry(text: &mut XmlText, object: &PackedObject, element: &str, attributes: &str) {
    let Some(reference) = reference(object) else { return };
    let kind = if object.issue.kind.is_empty() { "unchanged" } else { object.issue.kind.as_str() };
    text.line(&format!("<{element}{attributes} issueType=\"{}\">", escaped(kind)));
    text.line(&reference);
    text.element("fileName", &content_path(object));
    if object.status_sha256.is_some() {
        text.element("statusFileName", &status_path(object));
    }
    text.line(&format!("<checksum algorithm=\"SHA-256\">{}</checksum>", object.sha256));
    text.line(&format!("</{element}>"));
}

fn reference(object: &PackedObject) -> Option<String> {
    let ident = ref_ident_children(&object.identity()?, &issue_info(object))?;
    let kind = if object.kind == ObjectKind::PublicationModule { "pm" } else { "dm" };
    Some(format!("<{kind}Ref><{kind}RefIdent>{ident}</{kind}RefIdent></{kind}Ref>"))
}

fn object_type(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Act => "act",
        ObjectKind::Cct => "cct",
        ObjectKind::Pct => "pct",
        ObjectKind::Brex => "projectRules",
        ObjectKind::Repository => "repository",
        ObjectKind::Container => "container",
        _ => "dm",
    }
}
