//! `collectContent`: content that no record names is set aside, and deleted when it was set aside a day ago or more.
//!
//! Safe beside imports and backups: see [`store::blobs`]. With `dryRun` it only reports.

use std::collections::HashSet;

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use domain::field::{FieldCode, FieldError};
use domain::job::{Outputs, Parameters};
use domain::permission::Permission;
use domain::subject::Subject;
use publish::table::{Cell, Table};
use store::Tx;
use store::blobs::{BlobId, StoredBlob};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;

/// How old unnamed content must be to be set aside, and how long it is then kept: far longer than an import takes from
/// writing content to naming it.
const KEPT_FOR: TimeDelta = TimeDelta::days(1);

/// Collects unused content.
#[derive(Debug)]
pub(crate) struct CollectContent;

/// Whether content is moved and deleted, or only reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CollectExtent {
    Report,
    Collect,
}

/// The action on unused content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnusedAction {
    SetAside,
    PutBack,
    Delete,
}

impl JobKind for CollectContent {
    type Parameters = CollectExtent;
    type Output = Outputs;

    fn wire_name(&self) -> &'static str {
        "collectContent"
    }

    fn steps(&self) -> &'static [&'static str] {
        &["delete", "search"]
    }

    fn permission(&self) -> Permission {
        Permission::ManageSystem
    }

    fn parse(&self, parameters: &Parameters) -> Result<CollectExtent, Vec<FieldError>> {
        match parameters.text("dryRun") {
            None | Some("false") => Ok(CollectExtent::Collect),
            Some("true") => Ok(CollectExtent::Report),
            Some(_) => Err(vec![FieldError::new("parameterMap.dryRun", FieldCode::UnknownValue)]),
        }
    }

    async fn admit(&self, _: &mut Tx, _: &Caller, _: &CollectExtent) -> Result<Option<Subject>, Error> {
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, extent: &CollectExtent) -> Result<Outputs, JobError> {
        let mut report = CollectionReport::default();
        report.add(UnusedAction::SetAside, set_aside_before(ctx, job).await?);
        let before = ctx.clock.now() - KEPT_FOR;
        judge_again(ctx, *extent, before, &mut report).await?;
        job.progress("delete", 100)?;
        let named = store::blob_columns::list_all(&mut ctx.db.read().await?).await?;
        for first in 0..=u8::MAX {
            job.progress_of("search", first.into(), 256)?;
            let old = ctx.blobs.list(first).await?.into_iter().filter(|blob| blob.since < before);
            let unnamed: Vec<StoredBlob> = old.filter(|blob| !named.contains(blob.id.as_str())).collect();
            // The list of names is some minutes old by now.
            let (_, unused) = by_use(ctx, unnamed).await?;
            if *extent == CollectExtent::Collect {
                ctx.blobs.set_aside(&ids(&unused), ctx.clock.now()).await?;
            }
            report.add(UnusedAction::SetAside, unused);
        }
        job.progress("search", 100)?;
        job.keep_artifact("unused-content.csv", "text/csv; charset=utf-8", Bytes::from(report.table().csv())).await?;
        report.log(*extent);
        Ok(report.outputs(*extent))
    }
}

/// The content that an earlier attempt of the job set aside before it was interrupted.
async fn set_aside_before(ctx: &Ctx, job: &Running) -> Result<Vec<StoredBlob>, JobError> {
    if job.attempt() == 1 {
        return Ok(Vec::new());
    }
    let Some(begun) = store::jobs::find(&mut ctx.db.read().await?, job.id()).await? else { return Ok(Vec::new()) };
    let aside = ctx.blobs.list_set_aside().await?.into_iter();
    Ok(aside.filter(|blob| blob.since >= begun.created_on).collect())
}

/// Looks again at content that was set aside before a moment: puts back what a record names, and deletes the rest.
async fn judge_again(
    ctx: &Ctx,
    extent: CollectExtent,
    before: DateTime<Utc>,
    report: &mut CollectionReport,
) -> Result<(), JobError> {
    let old = ctx.blobs.list_set_aside().await?.into_iter().filter(|blob| blob.since < before).collect();
    let (used, unused) = by_use(ctx, old).await?;
    if extent == CollectExtent::Collect {
        ctx.blobs.put_back(&ids(&used)).await?;
        ctx.blobs.delete_set_aside(&ids(&unused)).await?;
    }
    report.add(UnusedAction::PutBack, used);
    report.add(UnusedAction::Delete, unused);
    Ok(())
}

/// Those that a record names, and the others.
async fn by_use(ctx: &Ctx, blobs: Vec<StoredBlob>) -> Result<(Vec<StoredBlob>, Vec<StoredBlob>), JobError> {
    if blobs.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let named: HashSet<String> = store::blob_columns::list_named(&mut ctx.db.read().await?, &ids(&blobs)).await?;
    Ok(blobs.into_iter().partition(|blob| named.contains(blob.id.as_str())))
}

fn ids(blobs: &[StoredBlob]) -> Vec<BlobId> {
    blobs.iter().map(|blob| blob.id.clone()).collect()
}

#[derive(Debug, Default)]
struct CollectionReport(Vec<(UnusedAction, StoredBlob)>);

impl CollectionReport {
    fn add(&mut self, action: UnusedAction, blobs: Vec<StoredBlob>) {
        self.0.extend(blobs.into_iter().map(|blob| (action, blob)));
    }

    fn count(&self, action: UnusedAction) -> (usize, u64) {
        let found = self.0.iter().filter(|(of, _)| *of == action);
        found.fold((0, 0), |(count, bytes), (_, blob)| (count + 1, bytes + blob.size))
    }

    fn table(&self) -> Table {
        let rows = self.0.iter().map(|(action, blob)| {
            let since = blob.since.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
            [action.as_str().to_owned(), blob.id.to_string(), blob.size.to_string(), since].map(Cell::Text).into()
        });
        let header = ["action", "sha256", "bytes", "since"].map(str::to_owned).into();
        Table { name: "unused-content".to_owned(), header, rows: rows.collect() }
    }

    fn outputs(&self, extent: CollectExtent) -> Outputs {
        let mut outputs = Outputs::from([("dryRun".to_owned(), (extent == CollectExtent::Report).to_string())]);
        for action in [UnusedAction::SetAside, UnusedAction::PutBack, UnusedAction::Delete] {
            let (count, bytes) = self.count(action);
            outputs.insert(action.as_str().to_owned(), count.to_string());
            outputs.insert(format!("{}Bytes", action.as_str()), bytes.to_string());
        }
        outputs
    }

    fn log(&self, extent: CollectExtent) {
        let ((aside, aside_bytes), (deleted, deleted_bytes)) =
            (self.count(UnusedAction::SetAside), self.count(UnusedAction::Delete));
        tracing::info!(
            blobs.dry_run = extent == CollectExtent::Report,
            blobs.set_aside = aside,
            blobs.set_aside_bytes = aside_bytes,
            blobs.deleted = deleted,
            blobs.deleted_bytes = deleted_bytes,
            "Found {} unused blobs",
            aside + deleted
        );
    }
}

impl UnusedAction {
    /// The word in the report and in the outputs.
    fn as_str(self) -> &'static str {
        match self {
            Self::SetAside => "setAside",
            Self::PutBack => "putBack",
            Self::Delete => "deleted",
        }
    }
}
