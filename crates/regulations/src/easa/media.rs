//! Relationships of the document, and pictures.

use std::collections::{HashMap, HashSet};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use s1000d::stream::Token;

use crate::SourceLimits;
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::SourceImage;
use crate::xml::{XmlReader, XmlRefusal};

/// The targets of relationship ids, and the pictures by name.
#[derive(Debug, Default)]
pub(super) struct ExportMedia {
    targets: HashMap<String, String>,
    images: Vec<SourceImage>,
    /// The names of the pictures.
    names: HashSet<String>,
    bytes: usize,
}

impl ExportMedia {
    /// Reads the relationships that have just started.
    pub(super) fn read_targets(&mut self, xml: &mut XmlReader<'_>) -> Result<(), XmlRefusal> {
        let outside = xml.depth().saturating_sub(1);
        while xml.depth() > outside {
            match xml.next()? {
                Some(Token::Start) if xml.name() == "Relationship" => {
                    let value = |name| xml.attribute(name).unwrap_or_default().to_owned();
                    self.targets.insert(value("Id"), value("Target"));
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }

    /// Decodes the picture that has just started.
    pub(super) fn read_image(
        &mut self,
        xml: &mut XmlReader<'_>,
        part: &str,
        limits: &SourceLimits,
        findings: &mut FindingList,
    ) -> Result<(), XmlRefusal> {
        let line = xml.line();
        // Base64 makes four characters of three bytes, with line ends between.
        let longest = limits.image_bytes.saturating_mul(3) / 2;
        let mut text = xml.whole_text(longest.saturating_add(1))?;
        text.retain(|c| !c.is_ascii_whitespace());
        let bytes = if text.len() > longest { Vec::new() } else { STANDARD.decode(&text).unwrap_or_default() };
        let is_large = text.len() > longest || self.bytes + bytes.len() > limits.images_bytes;
        if bytes.is_empty() || is_large {
            let rule = if is_large { SourceRule::ImageTooLarge } else { SourceRule::ImageMissing };
            findings.add(SourceFinding::new(rule).line(line).with("image", part));
            return Ok(());
        }
        self.bytes += bytes.len();
        let name = part.rsplit('/').next().unwrap_or(part).to_owned();
        // Pictures are known by their names: the first of two counts.
        if self.names.insert(name.clone()) {
            let media_type = media_type(&name).to_owned();
            self.images.push(SourceImage { name, media_type, bytes, known_hash: String::new() });
        }
        Ok(())
    }

    /// The target of a relationship.
    pub(super) fn target(&self, id: &str) -> Option<&str> {
        self.targets.get(id).map(String::as_str)
    }

    /// The name of the picture with this relationship, if the file has it.
    pub(super) fn image(&self, id: &str) -> Option<&str> {
        let target = self.target(id)?;
        let name = target.rsplit('/').next().unwrap_or(target);
        self.names.get(name).map(String::as_str)
    }

    /// The pictures with these names; the others belong to no topic.
    pub(super) fn into_images(self, used: &HashSet<String>) -> Vec<SourceImage> {
        self.images.into_iter().filter(|image| used.contains(&image.name)).collect()
    }
}

fn media_type(name: &str) -> &'static str {
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match extension.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "tif" | "tiff" => "image/tiff",
        "emf" => "image/emf",
        "wmf" => "image/wmf",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
