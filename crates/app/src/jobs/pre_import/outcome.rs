//! What the import dialog learns from a package.

use std::fmt::Write;

use domain::job::Outputs;
use domain::manual::Manual;
use domain::package::Package;
use domain::text::fold;
use s1000d::package::Summary as Read;
use store::manuals::ManualFilter;

use crate::ctx::Ctx;
use crate::error::Error;

/// What the import dialog shows, and sends back with the import.
pub(super) async fn outputs(ctx: &Ctx, package: &Package, read: &Read) -> Result<Outputs, Error> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let language = read.languages.iter().next().cloned().unwrap_or_default();
    let (csdb, manual) = (text(&read.model), read.manual_type.clone().or_else(|| read.title.clone()));
    let manual = manual.unwrap_or_default();
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
    propose(ctx, &csdb, &manual, &mut outputs).await?;
    outputs.insert("csdb".to_owned(), csdb);
    outputs.insert("manual".to_owned(), manual);
    Ok(outputs)
}

/// Names the database and the manual that are called as the package says, if there are such.
async fn propose(ctx: &Ctx, csdb: &str, manual: &str, outputs: &mut Outputs) -> Result<(), Error> {
    let mut tx = ctx.db.read().await?;
    let csdbs = store::csdbs::list(&mut tx, None).await?;
    let Some(csdb) = csdbs.iter().find(|one| fold(one.csdb.name.as_str()) == fold(csdb)) else { return Ok(()) };
    outputs.insert("csdbName".to_owned(), csdb.csdb.name.as_str().to_owned());
    let filter = ManualFilter { csdb_name: csdb.csdb.name.as_str().to_owned(), ..ManualFilter::default() };
    let manuals = store::manuals::list(&mut tx, &filter).await?;
    let alike =
        |one: &&Manual| fold(one.name.as_str()) == fold(manual) || fold(&one.details.manual_type) == fold(manual);
    if let Some(found) = manuals.iter().find(alike) {
        outputs.insert("manualName".to_owned(), found.name.as_str().to_owned());
    }
    Ok(())
}
