//! Titles, security, companies, quality assurance and reasons for update.

mod reasons;
#[cfg(test)]
mod tests;

use roxmltree::{Document, Node};

use super::writer::{FormText, FormWriter, attribute_value, has_elements_only};
use crate::guard::{self, Refusal};
use crate::object::ident::{Ident, child, elements};
use crate::object::stamp::has_typed_reasons;
use crate::object::write::{escaped, prefix_of, space_before};
use crate::object::{Places, SchemaRef, parse_text};
use crate::splice::Splice;

pub use reasons::{ReasonChange, ReasonFields};

/// The metadata of a text. Parts that the text does not have are left out: some files have their status elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModuleMetadata {
    pub title: Option<TitleFields>,
    /// As in `en-US`; part of the identity, so it cannot be changed.
    pub language: Option<String>,
    pub security: Option<SecurityFields>,
    pub responsible: Option<EnterpriseFields>,
    pub originator: Option<EnterpriseFields>,
    pub quality: Vec<QualityFields>,
    /// `None` without a status section.
    pub reasons: Option<Vec<ReasonFields>>,
    /// Reasons have a type and can be highlighted; issue 4.0 has neither.
    pub has_typed_reasons: bool,
}

/// The parts of a title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TitleFields {
    /// The technical name of a module, or the title of a publication.
    pub technical: FormText,
    /// `None` for a publication.
    pub info: Option<FormText>,
    /// `None` where the issue of S1000D does not have it.
    pub variant: Option<FormText>,
}

/// The security classification; the values are those of the schema, as in `01`, `cc51` and `cv51`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SecurityFields {
    pub classification: String,
    pub commercial: Option<String>,
    pub caveat: Option<String>,
}

/// A company.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EnterpriseFields {
    /// Empty for none.
    pub code: String,
    pub name: FormText,
}

/// The state of verification: the types are those of the schema, as in `tabtop`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QualityFields {
    /// `None` for an unverified part.
    pub first: Option<String>,
    pub second: Option<String>,
    /// It has content that a form would lose.
    pub is_fixed: bool,
}

/// New values; `None` keeps what is in the text, an empty text removes an optional element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MetadataChange {
    pub technical: Option<String>,
    pub info: Option<String>,
    pub variant: Option<String>,
    pub security: Option<SecurityFields>,
    /// Code and name.
    pub responsible: Option<(String, String)>,
    pub originator: Option<(String, String)>,
    /// First and second verification of each part, in the order of the text.
    pub quality: Option<Vec<(Option<String>, Option<String>)>>,
    /// All reasons; those of the text that are not listed are removed.
    pub reasons: Option<Vec<ReasonChange>>,
}

/// The metadata of a text.
pub fn read(text: &str) -> Result<ModuleMetadata, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    Ok(MetadataPlaces::find(&document).read())
}

/// The splices of a change; `None` when it is about something that the text does not have, or that a form would lose.
pub fn edit(text: &str, change: &MetadataChange) -> Result<Option<Vec<Splice>>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let places = MetadataPlaces::find(&document);
    let mut writer = FormWriter::new(text);
    places.write_title(&mut writer, change);
    if let Some(wanted) = &change.security {
        places.write_security(&mut writer, wanted);
    }
    for (name, wanted) in [("responsiblePartnerCompany", &change.responsible), ("originator", &change.originator)] {
        if let Some((code, company)) = wanted {
            places.write_enterprise(&mut writer, name, code, company);
        }
    }
    if let Some(wanted) = &change.quality {
        places.write_quality(&mut writer, wanted);
    }
    if let Some(wanted) = &change.reasons {
        match places.status {
            Some(status) => reasons::write(&mut writer, &document, status, wanted),
            None => writer.refuse(),
        }
    }
    Ok(writer.finish())
}

struct MetadataPlaces<'a, 'i> {
    document: &'a Document<'i>,
    ident: Option<Node<'a, 'i>>,
    title: Option<Node<'a, 'i>>,
    status: Option<Node<'a, 'i>>,
}

impl<'a, 'i> MetadataPlaces<'a, 'i> {
    fn find(document: &'a Document<'i>) -> Self {
        let places = Places::find(document.root_element());
        let items = places.items.unwrap_or(places.address);
        let title = child(items, "dmTitle").or_else(|| child(items, "pmTitle"));
        Self { document, ident: places.ident, title, status: places.status }
    }

    fn part(&self, name: &str) -> Option<Node<'a, 'i>> {
        self.status.and_then(|status| child(status, name))
    }

    fn quality(&self) -> Vec<Node<'a, 'i>> {
        let parts = self.status.into_iter().flat_map(elements);
        parts.filter(|part| part.tag_name().name() == "qualityAssurance").collect()
    }

    fn read(&self) -> ModuleMetadata {
        let enterprise = |name: &str| {
            self.part(name).map(|node| EnterpriseFields {
                code: node.attribute("enterpriseCode").unwrap_or_default().to_owned(),
                name: FormText::of_child(child(node, "enterpriseName")),
            })
        };
        ModuleMetadata {
            title: self.title.map(|title| self.read_title(title)),
            language: self.ident.and_then(|ident| Ident::read(ident).language).map(|language| language.to_string()),
            security: self.part("security").map(|node| {
                let written = |name: &str| node.attribute(name).map(str::to_owned);
                SecurityFields {
                    classification: written("securityClassification").unwrap_or_default(),
                    commercial: written("commercialClassification"),
                    caveat: written("caveat"),
                }
            }),
            responsible: enterprise("responsiblePartnerCompany"),
            originator: enterprise("originator"),
            quality: self.quality().into_iter().map(read_quality).collect(),
            reasons: self.status.map(|status| reasons::read(self.document, status)),
            has_typed_reasons: has_typed_reasons(self.document),
        }
    }

    fn read_title(&self, title: Node<'_, '_>) -> TitleFields {
        if title.tag_name().name() == "pmTitle" {
            return TitleFields { technical: FormText::of(title), ..TitleFields::default() };
        }
        let part = |name: &str| FormText::of_child(child(title, name));
        TitleFields {
            technical: part("techName"),
            info: Some(part("infoName")),
            variant: self.has_variants(title).then(|| part("infoNameVariant")),
        }
    }

    /// Issue 5 has brought the variant of information names.
    fn has_variants(&self, title: Node<'_, '_>) -> bool {
        let issue = SchemaRef::of_document(self.document).and_then(|schema| schema.issue);
        let number = issue.and_then(|issue| issue.split('-').next().and_then(|number| number.parse::<u32>().ok()));
        number.is_some_and(|number| number >= 5) || child(title, "infoNameVariant").is_some()
    }

    fn write_title(&self, writer: &mut FormWriter<'_>, change: &MetadataChange) {
        let wanted =
            [("techName", &change.technical), ("infoName", &change.info), ("infoNameVariant", &change.variant)];
        if wanted.iter().all(|(_, wanted)| wanted.is_none()) {
            return;
        }
        let Some(title) = self.title else { return writer.refuse() };
        let is_module = title.tag_name().name() == "dmTitle";
        for (name, wanted) in wanted {
            let Some(wanted) = wanted else { continue };
            let written = if is_module { child(title, name) } else { Some(title).filter(|_| name == "techName") };
            match written {
                Some(node) if wanted.is_empty() && name != "techName" => remove_plain(writer, node),
                Some(node) => writer.set_text(node, wanted),
                None if wanted.is_empty() => {}
                None if name == "infoNameVariant" && !self.has_variants(title) => writer.refuse(),
                None => add_name(writer, title, name, wanted),
            }
        }
    }

    fn write_security(&self, writer: &mut FormWriter<'_>, wanted: &SecurityFields) {
        let Some(node) = self.part("security") else { return writer.refuse() };
        writer.set_attribute(node, "securityClassification", Some(&wanted.classification));
        writer.set_attribute(node, "commercialClassification", wanted.commercial.as_deref());
        writer.set_attribute(node, "caveat", wanted.caveat.as_deref());
    }

    fn write_enterprise(&self, writer: &mut FormWriter<'_>, name: &str, code: &str, company: &str) {
        let Some(node) = self.part(name) else { return writer.refuse() };
        writer.set_attribute(node, "enterpriseCode", Some(code).filter(|code| !code.is_empty()));
        match child(node, "enterpriseName") {
            Some(written) if company.is_empty() => remove_plain(writer, written),
            Some(written) => writer.set_text(written, company),
            None if company.is_empty() => {}
            None => {
                let prefix = prefix_of(writer.text, node);
                let written = format!("<{prefix}enterpriseName>{}</{prefix}enterpriseName>", escaped(company));
                writer.insert_before(node, &[], &[written]);
            }
        }
    }

    fn write_quality(&self, writer: &mut FormWriter<'_>, wanted: &[(Option<String>, Option<String>)]) {
        let parts = self.quality();
        if parts.len() != wanted.len() {
            return writer.refuse();
        }
        for (node, (first, second)) in parts.into_iter().zip(wanted) {
            let now = read_quality(node);
            if now.first == *first && now.second == *second {
                continue;
            }
            match elements(node).next().zip(elements(node).last()) {
                Some((begin, end)) if !now.is_fixed => {
                    let prefix = prefix_of(writer.text, node);
                    let written = quality_elements(first.as_deref(), second.as_deref(), prefix);
                    let written = written.join(space_before(writer.text, begin));
                    writer.push(Splice::replace(begin.range().start..end.range().end, written));
                }
                _ => writer.refuse(),
            }
        }
    }
}

/// Adds a part of a module's title behind those that stand before it.
fn add_name(writer: &mut FormWriter<'_>, title: Node<'_, '_>, name: &str, wanted: &str) {
    let technical = child(title, "techName");
    let before = if name == "infoNameVariant" { child(title, "infoName").or(technical) } else { technical };
    let Some(before) = before.filter(|_| name != "techName") else { return writer.refuse() };
    let (prefix, space) = (prefix_of(writer.text, title), space_before(writer.text, before));
    let written = format!("{space}<{prefix}{name}>{}</{prefix}{name}>", escaped(wanted));
    writer.push(Splice::insert(before.range().end, written));
}

/// Removes an element that has nothing but text; one that is empty already stays as it is.
fn remove_plain(writer: &mut FormWriter<'_>, node: Node<'_, '_>) {
    let FormText { text, is_fixed } = FormText::of(node);
    if text.is_empty() {
        return;
    }
    if is_fixed {
        writer.refuse();
    } else {
        writer.remove(node);
    }
}

fn read_quality(node: Node<'_, '_>) -> QualityFields {
    let kind =
        |name: &str| child(node, name).map(|part| part.attribute("verificationType").unwrap_or_default().to_owned());
    let is_known = |part: Node<'_, '_>| {
        matches!(part.tag_name().name(), "unverified" | "firstVerification" | "secondVerification")
    };
    QualityFields {
        first: kind("firstVerification"),
        second: kind("secondVerification"),
        is_fixed: !has_elements_only(node) || !elements(node).all(is_known) || elements(node).next().is_none(),
    }
}

fn quality_elements(first: Option<&str>, second: Option<&str>, prefix: &str) -> Vec<String> {
    let Some(first) = first else { return vec![format!("<{prefix}unverified/>")] };
    let verified = |name: &str, kind: &str| format!("<{prefix}{name} verificationType=\"{}\"/>", attribute_value(kind));
    let mut written = vec![verified("firstVerification", first)];
    written.extend(second.map(|second| verified("secondVerification", second)));
    written
}
