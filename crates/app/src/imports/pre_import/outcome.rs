//! Values of a checked package for the import dialog.

use std::fmt::Write;

use domain::job::Outputs;
use domain::package::Package;
use s1000d::package::Summary;

use super::target::{self, ImportTarget};
use crate::jobs::IMPORTED_INTO;

/// Output of a check.
#[derive(Debug)]
pub(crate) struct CheckedPackage {
    pub(super) package: Package,
    pub(super) summary: Summary,
    pub(super) target: ImportTarget,
    /// The path of the manual that the package was imported into before.
    pub(super) holder: Option<String>,
}

impl From<CheckedPackage> for Outputs {
    fn from(checked: CheckedPackage) -> Self {
        outputs(&checked.package, &checked.summary, &checked.target, checked.holder)
    }
}

/// Values that the import dialog shows, and sends back with the import.
fn outputs(package: &Package, read: &Summary, target: &ImportTarget, holder: Option<String>) -> Outputs {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let language = read.languages.iter().next().cloned().unwrap_or_default();
    let (csdb, manual) = target::named(read);
    let mut issue_info = text(&read.issue_number);
    if let Some(date) = &read.issue_date {
        let gap = if issue_info.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(issue_info, "{gap}{date}");
    }
    let mut outputs = Outputs::from(
        [
            ("packageId", package.id.0.clone()),
            ("fileName", package.file_name.clone()),
            ("languageIsoCode", language.split('-').next().unwrap_or_default().to_owned()),
            ("issueDate", text(&read.issue_date)),
            ("issueNumber", text(&read.issue_number)),
            ("issueInfo", issue_info),
            ("customer", text(&read.customer)),
            ("productInfo", text(&read.product)),
            ("complete", if read.completeness.is_complete() { "yes" } else { "no" }.to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value)),
    );
    outputs.insert("csdb".to_owned(), csdb);
    outputs.insert("manual".to_owned(), manual);
    outputs.extend(target.csdb_name().map(|name| ("csdbName".to_owned(), name.to_string())));
    outputs.extend(target.manual().map(|manual| ("manualName".to_owned(), manual.name.to_string())));
    // Tells the dialog not to offer the import of a package that is in the library.
    outputs.extend(holder.map(|path| (IMPORTED_INTO.to_owned(), path)));
    outputs
}
