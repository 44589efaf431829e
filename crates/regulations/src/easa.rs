//! Easy Access Rules of EASA (eRules Export 1.0.0): a Word document in one XML file, with a tree of topics in it.
//!
//! Two parts matter: the tree (`toc`), whose topics carry the publisher's data, and the text (`word`), whose content
//! controls have the ids of the topics. `body` makes clauses of paragraphs by their styles.

mod body;
mod join;
mod media;
mod symbols;
mod title;
mod toc;
mod word;

use s1000d::stream::Token;

use crate::SourceLimits;
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::SourceCollection;
use crate::xml::{XmlReader, XmlRefusal};
use media::ExportMedia;
use toc::Toc;
use word::WordText;

/// The parts of the file that matter.
#[derive(Debug, Default)]
struct Export {
    toc: Option<Toc>,
    text: WordText,
    media: ExportMedia,
}

/// Reads an export.
pub(crate) fn read_xml(bytes: &[u8], limits: &SourceLimits, findings: &mut FindingList) -> SourceCollection {
    let mut xml = XmlReader::new(bytes);
    let mut export = Export::default();
    if let Err(refusal) = read_parts(&mut xml, &mut export, limits, findings) {
        findings.add(refusal.finding(""));
        return SourceCollection::default();
    }
    let Some(toc) = export.toc.take() else {
        findings.add(SourceFinding::new(SourceRule::MetadataMissing));
        return SourceCollection::default();
    };
    join::collection(&toc, &export.text, export.media, limits, findings)
}

fn read_parts(
    xml: &mut XmlReader<'_>,
    export: &mut Export,
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> Result<(), XmlRefusal> {
    let mut part = String::new();
    while let Some(token) = xml.next()? {
        if token != Token::Start {
            continue;
        }
        match xml.name() {
            "part" => xml.attribute("name").unwrap_or_default().clone_into(&mut part),
            // The tree is found by its content: the name of its part varies.
            "document" if xml.attribute("guid").is_some() || xml.attribute("source-title").is_some() => {
                let toc = toc::read(xml, limits)?;
                if export.toc.as_ref().is_none_or(|known| known.entries.is_empty()) {
                    export.toc = Some(toc);
                }
            }
            "document" if part.to_ascii_lowercase().ends_with("word/document.xml") => {
                word::read(xml, &mut export.text)?;
            }
            "footnotes" => word::read_footnotes(xml, &mut export.text)?,
            "Relationships" if part.to_ascii_lowercase().ends_with("word/_rels/document.xml.rels") => {
                export.media.read_targets(xml)?;
            }
            "binaryData" if part.to_ascii_lowercase().contains("/media/") => {
                export.media.read_image(xml, &part, limits, findings)?;
            }
            "binaryData" | "styles" | "numbering" | "theme" | "settings" | "glossaryDocument" => xml.skip()?,
            _ => {}
        }
    }
    Ok(())
}
