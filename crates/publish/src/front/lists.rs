//! The list of effective data modules, and the highlights.

use s1000d::code::CodeError;

use super::frame::{FrontFrame, PartNumber, lines_of_module};
use super::{FrontModule, FrontPart, TakeModule};
use crate::package::xml::{escaped, issue_date};

/// The types of issues that the schemas know.
const ISSUE_TYPES: [&str; 8] =
    ["new", "changed", "deleted", "revised", "status", "rinstate-changed", "rinstate-revised", "rinstate-status"];

/// All modules of the publication, with the type of each issue that is new in it.
pub(super) fn effective<E: From<CodeError>>(
    frame: &FrontFrame<'_>,
    modules: &[FrontModule],
    take: &mut TakeModule<'_, E>,
) -> Result<(), E> {
    let modules: Vec<&FrontModule> = modules.iter().collect();
    list(frame, (FrontPart::EffectiveModules, "fm02"), &modules, take)
}

/// The modules with highlighted reasons for their issue.
pub(super) fn highlights<E: From<CodeError>>(
    frame: &FrontFrame<'_>,
    modules: &[FrontModule],
    take: &mut TakeModule<'_, E>,
) -> Result<(), E> {
    let modules: Vec<&FrontModule> = modules.iter().filter(|module| !module.reasons.is_empty()).collect();
    list(frame, (FrontPart::Highlights, "fm03"), &modules, take)
}

/// Writes a line of a list.
fn entry(frame: &FrontFrame<'_>, body: &mut String, module: &FrontModule, has_reasons: bool) {
    let kind = module.target.issue.kind.as_str();
    body.push_str("<frontMatterDmEntry");
    if module.is_news && ISSUE_TYPES.contains(&kind) {
        body.push_str(&[" issueType=\"", kind, "\""].concat());
    }
    body.push('>');
    body.push_str(&frame.reference(&module.target));
    if has_reasons {
        body.push_str("\n<reasonForUpdate updateHighlight=\"1\">");
        for reason in &module.reasons {
            body.push_str(&["<simplePara>", &escaped(reason), "</simplePara>"].concat());
        }
        body.push_str("</reasonForUpdate>");
    }
    body.push_str("</frontMatterDmEntry>\n");
}

/// One or more modules of a list; none for an empty one.
fn list<E: From<CodeError>>(
    frame: &FrontFrame<'_>,
    (part, list_type): (FrontPart, &str),
    modules: &[&FrontModule],
    take: &mut TakeModule<'_, E>,
) -> Result<(), E> {
    let chunks = modules.chunks(lines_of_module(modules.len()));
    let of = chunks.len();
    for (number, some) in chunks.enumerate() {
        let (issue, date) = (frame.issue_info(), issue_date(&frame.head.date));
        let mut body = format!("<frontMatter><frontMatterList frontMatterType=\"{list_type}\">\n{issue}\n{date}\n");
        body.push_str("<frontMatterSubList>\n");
        for module in some {
            entry(frame, &mut body, module, part == FrontPart::Highlights);
        }
        body.push_str("</frontMatterSubList>\n</frontMatterList></frontMatter>");
        take(frame.module(part, PartNumber { number, of }, &body)?)?;
    }
    Ok(())
}
