//! How a book names its modules.

use domain::language::Locale;
use domain::version::{Issue, VersionMetadata};
use store::publications::SourceVersion;

/// The language of a version for readers: English for one that names none, nothing for other languages.
pub(super) fn locale_of(version: &SourceVersion) -> Option<Locale> {
    if version.language.is_empty() {
        return Some(Locale::English);
    }
    Locale::of_text(version.language.split('-').next().unwrap_or_default())
}

/// The place of a module in its book.
pub(super) fn label(module: usize) -> String {
    format!("m{module}")
}

/// The title of a module as the library says it.
pub(super) fn title(version: &SourceVersion) -> String {
    let (tech_name, info_name) = (version.tech_name.clone(), version.info_name.clone());
    let title = VersionMetadata { tech_name, info_name, ..VersionMetadata::default() }.title();
    if title.is_empty() { version.key.clone() } else { title }
}

pub(super) fn issue_text(issue: &Issue) -> String {
    if issue.number.is_empty() { String::new() } else { [issue.number.as_str(), &issue.in_work].join("-") }
}
