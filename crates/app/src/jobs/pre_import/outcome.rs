//! What the import dialog learns from a package.

use std::fmt::Write;

use domain::job::Outputs;
use domain::manual::Manual;
use domain::package::Package;
use domain::text::fold;
use s1000d::package::Summary as Read;
use store::Tx;
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
    propose(ctx, package, (&csdb, &manual), &mut outputs).await?;
    outputs.insert("csdb".to_owned(), csdb);
    outputs.insert("manual".to_owned(), manual);
    Ok(outputs)
}

/// How many objects tell which manual a package continues.
const SAMPLE: i64 = 200;

/// Names the manual that is called as the package says, else the one that holds most of what the package begins with.
async fn propose(
    ctx: &Ctx,
    package: &Package,
    (csdb, manual): (&str, &str),
    outputs: &mut Outputs,
) -> Result<(), Error> {
    let mut tx = ctx.db.read().await?;
    let manuals = store::manuals::list(&mut tx, &ManualFilter::default()).await?;
    let is_named = |one: &&Manual| {
        fold(one.csdb_name.as_str()) == fold(csdb)
            && [one.name.as_str(), &one.details.manual_type].map(fold).contains(&fold(manual))
    };
    let found = match manuals.iter().find(is_named) {
        Some(named) => Some(named),
        None => continued(&mut tx, package, &manuals).await?,
    };
    if let Some(found) = found {
        outputs.insert("csdbName".to_owned(), found.csdb_name.as_str().to_owned());
        outputs.insert("manualName".to_owned(), found.name.as_str().to_owned());
        return Ok(());
    }
    let csdbs = store::csdbs::list(&mut tx, None).await?;
    if let Some(named) = csdbs.iter().find(|one| fold(one.csdb.name.as_str()) == fold(csdb)) {
        outputs.insert("csdbName".to_owned(), named.csdb.name.as_str().to_owned());
    }
    Ok(())
}

async fn continued<'a>(tx: &mut Tx, package: &Package, manuals: &'a [Manual]) -> Result<Option<&'a Manual>, Error> {
    // The report was written just now: the package has another number than it was taken with.
    let Some(package) = store::packages::find(tx, &package.id).await? else { return Ok(None) };
    let mut best = (0, None);
    for manual in manuals {
        let place = (&manual.csdb_id, &manual.id);
        let known = store::packages::count_known(tx, &package.id, package.report, place, SAMPLE).await?;
        if known > best.0 {
            best = (known, Some(manual));
        }
    }
    Ok(best.1)
}
