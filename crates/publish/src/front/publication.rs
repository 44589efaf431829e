//! The publication module that lists front matter before the manual.

use s1000d::code::CodeError;

use super::frame::{FrontFrame, PartNumber};
use super::{FrontPart, FrontTarget, GeneratedModule, words};
use crate::package::xml::escaped;

/// The manual's own publication modules stay as they are: this one names them behind the front matter.
pub(super) fn module(
    frame: &FrontFrame<'_>,
    modules: &[(FrontPart, FrontTarget)],
) -> Result<GeneratedModule, CodeError> {
    let title = escaped(words::section_title(frame.locale));
    let mut body = format!("<pmEntry><pmEntryTitle>{title}</pmEntryTitle>\n");
    // Before issue 4.2 the standard had no types of entries, and projects gave them meanings of their own.
    let has_types = !["4-0", "4-1"].iter().any(|issue| frame.head.schema_issue.starts_with(issue));
    for (part, target) in modules {
        let entry_type = if has_types { entry_type(*part) } else { "" };
        let entry = ["<pmEntry", entry_type, ">", &frame.reference(target), "</pmEntry>\n"];
        body.push_str(&entry.concat());
    }
    body.push_str("</pmEntry>\n");
    let publications = &frame.head.publications;
    if !publications.is_empty() {
        let title = escaped(&frame.head.title);
        body.push_str(&["<pmEntry><pmEntryTitle>", &title, "</pmEntryTitle>\n"].concat());
        for publication in publications {
            body.push_str(&frame.reference(publication));
            body.push('\n');
        }
        body.push_str("</pmEntry>\n");
    }
    frame.module(FrontPart::Publication, PartNumber::ONLY, &body)
}

fn entry_type(part: FrontPart) -> &'static str {
    match part {
        FrontPart::TitlePage => " pmEntryType=\"pmt01\"",
        FrontPart::EffectiveModules => " pmEntryType=\"pmt06\"",
        FrontPart::ChangeRecord => " pmEntryType=\"pmt07\"",
        FrontPart::Highlights => " pmEntryType=\"pmt08\"",
        FrontPart::Contents => " pmEntryType=\"pmt13\"",
        FrontPart::Publication => "",
    }
}
