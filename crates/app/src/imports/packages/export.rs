//! A report as a file.

use bytes::Bytes;
use domain::finding::Finding;
use domain::id::PackageId;
use domain::permission::Permission;
use domain::subject::Subject;

use super::{FindingFilter, found};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

pub use publish::table::{Cell, Table};

/// Format of an exported table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    Csv,
    Xlsx,
}

/// Every finding of a package's report that passes `filter`, by file and line; and the name of its file.
pub async fn all_findings(
    ctx: &Ctx,
    caller: &Caller,
    id: &PackageId,
    filter: &FindingFilter,
) -> Result<(String, Vec<Finding>), Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keyword", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let package = found(&mut tx, id).await?;
    let (mut all, mut last) = (Vec::new(), -1);
    loop {
        let some = store::findings::list_after(&mut tx, &Subject::from(id), package.report, filter, last).await?;
        let Some(newest) = some.last() else { return Ok((package.file_name, all)) };
        last = newest.position;
        all.extend(some.into_iter().map(|one| one.finding));
    }
}

/// A table as a file of this format; a hundred thousand lines are put together on a thread of their own.
pub async fn written(table: impl FnOnce() -> Table + Send + 'static, format: ExportFormat) -> Result<Bytes, Error> {
    let bytes = tokio::task::spawn_blocking(move || match format {
        ExportFormat::Csv => Ok(table().csv()),
        ExportFormat::Xlsx => table().xlsx().map_err(Error::Workbook),
    });
    Ok(Bytes::from(bytes.await??))
}
