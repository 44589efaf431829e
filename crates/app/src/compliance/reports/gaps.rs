//! Requirements that nothing answers yet.

use domain::compliance::{CompliancePath, MAX_ITEMS};
use domain::language::Locale;
use publish::report::ReportLine;
use store::compliance::PolicyItemFilter;

use super::columns::{MANUAL_GAPS, manual_sheets};
use super::part::{ROWS, ReportReader};
use super::rows::{RowSource, counts};
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The requirements of some collections that no manual answers which the person may see.
pub(super) async fn unanswered(
    ctx: &Ctx,
    reader: &ReportReader,
    locale: Locale,
    collections: &[CompliancePath],
) -> Result<Vec<ReportLine>, Error> {
    let sheets = manual_sheets();
    let mut lines = Vec::new();
    for collection in collections {
        let filter = PolicyItemFilter {
            below: Some(collection.clone()),
            in_scope: Some(true),
            assessable: Some(true),
            unreferenced: true,
            ..PolicyItemFilter::default()
        };
        let mut tx = reader.again(ctx).await?;
        let ids = store::compliance::list_item_ids(&mut tx, &filter, MAX_ITEMS).await?;
        for some in ids.chunks(ROWS) {
            let items = store::compliance::list_reported_items(&mut tx, some).await?;
            lines.extend(items.iter().filter(|item| counts(item)).map(|item| {
                let row = RowSource {
                    locale,
                    number: 0,
                    item,
                    category: None,
                    wording: "",
                    place: None,
                    clause: "",
                    evidence: Vec::new(),
                    is_documented: false,
                    contents_number: "",
                    continues: false,
                };
                row.line(MANUAL_GAPS, sheets[MANUAL_GAPS].columns)
            }));
        }
    }
    Ok(lines)
}
