//! The front matter of a book, from records.

use std::collections::HashSet;

use domain::id::VersionId;
use publish::book::{
    BookApproval, BookFront, BookHead, BookLanguages, BookPaper, EffectiveModule, validity_text, version_label,
};
use store::publications::SourceVersion;

use super::BookOrder;
use super::contents::BookPosition;
use super::names::{issue_text, label, title};
use crate::publications::earlier::change_lines;

/// The type of an issue of a module that did not exist before.
const NEW: &str = "new";
/// The state of a module that is no more.
const DELETED: &str = "deleted";
/// The state of a version that the book leaves out.
const LEFT_OUT: &str = "leftOut";

pub(super) fn head(order: BookOrder<'_>, modules: &[Vec<SourceVersion>], languages: BookLanguages) -> BookHead {
    let locale = languages.locales().first().copied().unwrap_or_default();
    let manual = &order.content.manual;
    let newest = modules.iter().flatten().filter_map(|version| version.issue.date.get(..10)).max();
    let alias = manual.alias.as_str();
    let (language, region) = locale.as_str().split_once('-').unwrap_or(("en", "US"));
    let head = BookHead {
        title: if alias.is_empty() { manual.name.to_string() } else { alias.to_owned() },
        manual_type: manual.details.manual_type.clone(),
        product: manual.details.model_ident_code.clone(),
        operator: order.operator.to_owned(),
        revision: order.content.revision.clone(),
        date: newest.unwrap_or_default().to_owned(),
        state: order.state,
        paper: BookPaper::A4,
        language: language.to_owned(),
        region: region.to_owned(),
        ident: [manual.id.0.as_str(), &order.content.revision, order.content.target_name()]
            .join(" ")
            .trim_end()
            .to_owned(),
        published_for: order.content.target_name().to_owned(),
        validity: order.validity.map(|validity| validity_text(validity, languages)).unwrap_or_default(),
        ..BookHead::default()
    };
    match order.style {
        Some(style) => head.in_style(style),
        None => head,
    }
}

/// The modules of a book, for its lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListedModules<'a> {
    pub(super) languages: BookLanguages,
    pub(super) positions: &'a [BookPosition],
    /// Each with its versions.
    pub(super) modules: &'a [Vec<SourceVersion>],
    /// Versions that the book leaves out, each with the code of the reason.
    pub(super) left_out: &'a [(&'static str, SourceVersion)],
    /// Modules that were deleted since the publication before, each with its versions.
    pub(super) deleted: &'a [Vec<SourceVersion>],
    /// The versions that changed since the publication before; none where there is none.
    pub(super) changed: Option<&'a HashSet<VersionId>>,
}

/// `date` is the day of the newest content.
pub(super) fn lists(order: BookOrder<'_>, listed: ListedModules<'_>, date: &str) -> BookFront {
    let places = listed.positions.iter().filter_map(|position| match position {
        BookPosition::Module { module, .. } => Some(*module),
        BookPosition::Section { .. } | BookPosition::Reference { .. } => None,
    });
    let has_languages = listed.modules.iter().any(|group| group.len() > 1)
        || listed.languages.locales().len() > 1
        || !listed.left_out.is_empty();
    let mut effective: Vec<EffectiveModule> =
        places.flat_map(|place| effective(place, listed, has_languages)).collect();
    let deleted = listed.deleted.iter().flatten().map(|version| line(version, DELETED, has_languages));
    effective.extend(deleted);
    // A reader must see that there is more than the book. A title would need the fonts of another language.
    let left_out = listed.left_out.iter().map(|(_, version)| line(version, LEFT_OUT, has_languages));
    effective.extend(left_out.map(|line| EffectiveModule { title: String::new(), ..line }));
    BookFront {
        approval: order.approval.map(|details| BookApproval {
            authority: details.authority.clone(),
            date: details.revision_date.to_string(),
            approved_by: details.approved_by.clone(),
            job_title: details.job_title.clone(),
            reference: details.reference.clone(),
        }),
        is_approval_required: order.content.manual.details.approval_required,
        modules: effective,
        changes: change_lines(order.earlier, (&order.content.revision, date), order.approval),
        ..BookFront::default()
    }
}

/// A line for each version of a module: translations have issues of their own.
fn effective(place: usize, listed: ListedModules<'_>, has_languages: bool) -> Vec<EffectiveModule> {
    let group = listed.modules.get(place).map(Vec::as_slice).unwrap_or_default();
    // Two texts side by side are one entry.
    let is_one = listed.languages == BookLanguages::SideBySide && group.len() == 2;
    let of_version = |(index, version): (usize, &SourceVersion)| {
        let is_changed = listed.changed.is_some_and(|changed| changed.contains(&version.version_id));
        let state = match (is_changed, version.issue.kind.as_str()) {
            (false, _) => "",
            (true, NEW) => "new",
            (true, _) => "changed",
        };
        let label = version_label(&label(place), if is_one { 0 } else { index });
        EffectiveModule { label, ..line(version, state, has_languages) }
    };
    group.iter().enumerate().map(of_version).collect()
}

/// A version of a module, without its place in the book.
fn line(version: &SourceVersion, state: &str, has_languages: bool) -> EffectiveModule {
    EffectiveModule {
        label: String::new(),
        code: version.code.clone(),
        title: title(version),
        issue: issue_text(&version.issue),
        date: version.issue.date.get(..10).unwrap_or_default().to_owned(),
        state: state.to_owned(),
        language: if has_languages { version.language.clone() } else { String::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publications::content::test_version;

    #[test]
    fn every_language_of_a_module_has_its_line() {
        let modules = [vec![test_version(1, "A", "en-US"), test_version(2, "A", "zh-CN")]];
        let changed = HashSet::from([VersionId(2)]);
        let lines = |languages| {
            let listed = ListedModules {
                languages,
                positions: &[],
                modules: &modules,
                left_out: &[],
                deleted: &[],
                changed: Some(&changed),
            };
            let lines = effective(0, listed, true).into_iter();
            lines.map(|line| [line.label, line.language, line.state].join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(lines(BookLanguages::OneAfterTheOther), ["m0 en-US ", "m0.1 zh-CN changed"]);
        assert_eq!(lines(BookLanguages::SideBySide), ["m0 en-US ", "m0 zh-CN changed"]);
    }
}
