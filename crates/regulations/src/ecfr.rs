//! The Code of Federal Regulations of the USA, as the eCFR gives it: a title, a part or a section.
//!
//! Divisions become categories, sections and appendices items. Paragraphs are flat in the file: the levels of clauses
//! follow from their markers (`paragraph`).

mod division;
mod paragraph;

use s1000d::stream::Token;

use crate::SourceLimits;
use crate::clean;
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::{
    CollectionHead, ComplianceType, ItemKind, RuleDate, SourceCategory, SourceCollection, SourceItem, SourceTag,
};
use crate::settle::settle;
use crate::xml::{XmlReader, XmlRefusal};
use division::{Division, DivisionKind};
use paragraph::{Paragraph, clauses_of};

/// Whether a file with this root element is one of the eCFR.
pub(crate) fn is_root(name: &str) -> bool {
    matches!(name, "ECFR" | "DLPSTEXTCLASS" | "CFRGRANULE") || division::is_division(name)
}

/// Reads a file.
pub(crate) fn read_xml(bytes: &[u8], limits: &SourceLimits, findings: &mut FindingList) -> SourceCollection {
    let mut xml = XmlReader::new(bytes);
    let mut reader = EcfrReader::default();
    if let Err(refusal) = reader.read(&mut xml, limits, findings) {
        findings.add(refusal.finding(""));
        return SourceCollection::default();
    }
    let mut collection = reader.finish();
    settle(&mut collection, limits, findings);
    collection
}

#[derive(Debug, Default)]
struct EcfrReader {
    collection: SourceCollection,
    /// The divisions that are open, with the depth of their elements.
    open: Vec<OpenDivision>,
    /// The number of the title.
    title: String,
    names: Vec<String>,
    amended: String,
}

#[derive(Debug)]
struct OpenDivision {
    depth: usize,
    place: DivisionPlace,
}

#[derive(Debug, Clone, Copy)]
enum DivisionPlace {
    Collection,
    Category(usize),
}

/// Bytes of one heading or note.
const NOTE_BYTES: usize = 64 << 10;

impl EcfrReader {
    fn read(
        &mut self,
        xml: &mut XmlReader<'_>,
        limits: &SourceLimits,
        findings: &mut FindingList,
    ) -> Result<(), XmlRefusal> {
        while let Some(token) = xml.next()? {
            if token == Token::End {
                self.open.retain(|open| open.depth <= xml.depth());
            }
            // Notes of parts and subparts have no place in a collection.
            if token == Token::Text && !self.open.is_empty() && !xml.text().trim().is_empty() {
                let finding = SourceFinding::new(SourceRule::TextUnused).line(xml.line());
                findings.add(finding.with("text", clean::line(xml.text())));
            }
            if token != Token::Start {
                continue;
            }
            match xml.name() {
                name if division::is_division(name) => {
                    let division = Division::of(xml);
                    if self.collection.items.len() > limits.items || self.open.len() > limits.depth {
                        let finding = SourceFinding::new(SourceRule::TooDeep).line(xml.line());
                        findings.add(finding.with("limit", limits.depth.to_string()));
                        xml.skip()?;
                    } else if division.kind == DivisionKind::Item {
                        self.item(xml, &division, findings)?;
                    } else {
                        self.division(xml, &division);
                    }
                }
                "HEAD" => {
                    let text = clean::line(&xml.whole_text(NOTE_BYTES)?);
                    self.name(&text);
                }
                "AMDDATE" if self.amended.is_empty() => self.amended = clean::line(&xml.whole_text(NOTE_BYTES)?),
                "HEADER" | "AUTH" | "SOURCE" => xml.skip()?,
                _ => {}
            }
        }
        Ok(())
    }

    fn division(&mut self, xml: &XmlReader<'_>, division: &Division) {
        let place = if division.kind == DivisionKind::Collection {
            self.title.clone_from(&division.number);
            DivisionPlace::Collection
        } else {
            let parent = self.category();
            let code = division.category_code();
            self.collection.categories.push(SourceCategory { code, name: String::new(), parent });
            DivisionPlace::Category(self.collection.categories.len() - 1)
        };
        self.open.push(OpenDivision { depth: xml.depth(), place });
    }

    fn category(&self) -> Option<usize> {
        self.open.iter().rev().find_map(|open| match open.place {
            DivisionPlace::Category(category) => Some(category),
            DivisionPlace::Collection => None,
        })
    }

    /// The heading of the division that is open.
    fn name(&mut self, text: &str) {
        match self.open.last().map(|open| open.place) {
            Some(DivisionPlace::Category(place)) if self.collection.categories[place].name.is_empty() => {
                let category = &mut self.collection.categories[place];
                text.clone_into(&mut category.name);
                if category.code.is_empty() {
                    text.clone_into(&mut category.code);
                }
            }
            _ => {}
        }
        self.names.push(text.to_owned());
        self.names.truncate(1);
    }

    /// Reads the section or appendix that has just started.
    fn item(
        &mut self,
        xml: &mut XmlReader<'_>,
        division: &Division,
        findings: &mut FindingList,
    ) -> Result<(), XmlRefusal> {
        let line = xml.line();
        let mut content = SectionContent::default();
        content.read(xml)?;
        let code = division.item_code(&self.title);
        let is_reserved = content.head.to_lowercase().contains("[reserved]");
        for notice in &content.pending {
            let finding = SourceFinding::new(SourceRule::AmendmentPending).line(line).with("code", &code);
            findings.add(finding.with("notice", notice));
        }
        for image in &content.images {
            let finding = SourceFinding::new(SourceRule::ImageMissing).line(line).with("code", &code);
            findings.add(finding.with("image", image));
        }
        let (clauses, doubts) = clauses_of(&content.paragraphs);
        if doubts > 0 {
            let finding = SourceFinding::new(SourceRule::ClauseUncertain).line(line).with("code", &code);
            findings.add(finding.with("count", doubts.to_string()));
        }
        if self.names.is_empty() {
            self.names.push(content.head.clone());
        }
        self.collection.items.push(SourceItem {
            title: division.title(&content.head),
            code,
            kind: ItemKind::Rule,
            is_assessable: !is_reserved,
            category: self.category(),
            clauses,
            guidance: clean::block(&content.notes),
            amendment: content.citation,
            tags: content.pending.iter().map(|notice| SourceTag::new("PendingAmendment", notice)).collect(),
            ..SourceItem::default()
        });
        Ok(())
    }

    fn finish(mut self) -> SourceCollection {
        let is_aviation =
            self.title == "14" || self.collection.items.iter().any(|item| item.code.starts_with("14 CFR"));
        self.collection.head = CollectionHead {
            name: self.names.first().cloned().unwrap_or_default(),
            originator: if is_aviation { "FAA" } else { "eCFR" }.to_owned(),
            compliance_type: Some(ComplianceType::Regulatory),
            source_reference: "eCFR".to_owned(),
            publication_date: RuleDate::parse(&self.amended),
            language: "en".to_owned(),
            licence: "Public domain".to_owned(),
            ..CollectionHead::default()
        };
        self.collection
    }
}

/// The content of a section.
#[derive(Debug, Default)]
struct SectionContent {
    head: String,
    paragraphs: Vec<Paragraph>,
    notes: String,
    citation: String,
    /// Notices of amendments that are not in the text yet.
    pending: Vec<String>,
    images: Vec<String>,
}

impl SectionContent {
    fn paragraph(&mut self, xml: &mut XmlReader<'_>) -> Result<(), XmlRefusal> {
        let mut paragraph = Paragraph::read(xml)?;
        self.images.append(&mut paragraph.images);
        self.paragraphs.push(paragraph);
        Ok(())
    }

    /// Adds text of an element that is not known: its words must not be lost. Gives whether it added anything.
    fn loose(&mut self, text: &str, continues: bool) -> bool {
        match self.paragraphs.last_mut().filter(|_| continues) {
            Some(last) => last.push(text),
            None if text.trim().is_empty() => return false,
            None => self.paragraphs.push(Paragraph::of_text(text)),
        }
        true
    }

    fn read(&mut self, xml: &mut XmlReader<'_>) -> Result<(), XmlRefusal> {
        let outside = xml.depth().saturating_sub(1);
        let mut is_loose = false;
        while xml.depth() > outside {
            let Some(token) = xml.next()? else { break };
            if token == Token::Text {
                is_loose |= self.loose(xml.text(), is_loose);
                continue;
            }
            is_loose = is_loose && paragraph::is_inline(xml.name());
            if token == Token::End {
                continue;
            }
            match xml.name() {
                "HEAD" if self.head.is_empty() => self.head = clean::line(&xml.whole_text(NOTE_BYTES)?),
                "P" | "PSPACE" | "HED" | "HD1" | "HD2" | "HD3" | "HEAD" | "LI" => self.paragraph(xml)?,
                name if name.starts_with("FP") => self.paragraph(xml)?,
                "TABLE" | "GPOTABLE" => self.paragraphs.push(Paragraph::read_table(xml)?),
                "EDNOTE" | "EFFDNOT" | "CROSSREF" | "SECAUTH" | "APPRO" | "FTNT" => {
                    let note = xml.whole_text(NOTE_BYTES)?;
                    self.notes.push_str(&clean::line(&note));
                    self.notes.push('\n');
                }
                "XREF" => self.pending.push(clean::line(&xml.whole_text(NOTE_BYTES)?)),
                "CITA" => self.citation = clean::line(&xml.whole_text(NOTE_BYTES)?),
                "img" => self.images.extend(xml.attribute("src").map(clean::line)),
                "GID" => self.images.push(clean::line(&xml.whole_text(NOTE_BYTES)?)),
                _ => {}
            }
        }
        Ok(())
    }
}
