//! The list of effective data modules, and the highlights.

use s1000d::code::CodeError;

use super::frame::{FrontFrame, PartNumber, lines_of_module, reference};
use super::{FrontModule, FrontPart, GeneratedModule};
use crate::package::xml::{escaped, issue_date};

/// The types of issues that the schemas know.
const ISSUE_TYPES: [&str; 8] =
    ["new", "changed", "deleted", "revised", "status", "rinstate-changed", "rinstate-revised", "rinstate-status"];

/// All modules of the publication, with the type of each issue that is new in it.
pub(super) fn effective(frame: &FrontFrame<'_>, modules: &[FrontModule]) -> Result<Vec<GeneratedModule>, CodeError> {
    let lines: Vec<String> = modules.iter().map(|module| entry(module, "")).collect();
    list(frame, FrontPart::EffectiveModules, "fm02", &lines)
}

/// The modules with highlighted reasons for their issue.
pub(super) fn highlights(frame: &FrontFrame<'_>, modules: &[FrontModule]) -> Result<Vec<GeneratedModule>, CodeError> {
    let lines: Vec<String> = modules
        .iter()
        .filter(|module| !module.reasons.is_empty())
        .map(|module| {
            let mut reasons = String::from("\n<reasonForUpdate updateHighlight=\"1\">");
            for reason in &module.reasons {
                reasons.push_str(&["<simplePara>", &escaped(reason), "</simplePara>"].concat());
            }
            reasons.push_str("</reasonForUpdate>");
            entry(module, &reasons)
        })
        .collect();
    list(frame, FrontPart::Highlights, "fm03", &lines)
}

fn entry(module: &FrontModule, after: &str) -> String {
    let kind = module.target.issue.kind.as_str();
    let is_said = module.is_news && ISSUE_TYPES.contains(&kind);
    let kind = if is_said { format!(" issueType=\"{kind}\"") } else { String::new() };
    format!("<frontMatterDmEntry{kind}>{}{after}</frontMatterDmEntry>\n", reference(&module.target))
}

/// One or more modules of a list; none for an empty one.
fn list(
    frame: &FrontFrame<'_>,
    part: FrontPart,
    list_type: &str,
    lines: &[String],
) -> Result<Vec<GeneratedModule>, CodeError> {
    let chunks = lines.chunks(lines_of_module(lines.len()));
    let of = chunks.len();
    let made = chunks.enumerate().map(|(number, some)| {
        let body = format!(
            "<frontMatter><frontMatterList frontMatterType=\"{list_type}\">\n{}\n{}\n<frontMatterSubList>\n{}\
             </frontMatterSubList>\n</frontMatterList></frontMatter>",
            frame.issue_info(),
            issue_date(&frame.head.date),
            some.concat()
        );
        frame.module(part, PartNumber { number, of }, &body)
    });
    made.collect()
}
