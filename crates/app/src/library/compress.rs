//! `compressContent`: content that an older program stored plain is compressed, and what it stored without use is deleted.
//!
//! The upgrade asks for it by itself. It may be cancelled and asked for again: what is compressed is left alone.

use domain::field::FieldError;
use domain::job::{Outputs, Parameters};
use domain::permission::Permission;
use domain::subject::Subject;
use store::Tx;
use store::blobs::Compression;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;

/// How many blobs are deleted between two looks at whether to go on.
const DELETED_AT_ONCE: u64 = 2_000;

/// Compresses content at rest.
#[derive(Debug)]
pub(crate) struct CompressContent;

impl JobKind for CompressContent {
    type Parameters = ();
    type Output = Outputs;

    fn wire_name(&self) -> &'static str {
        "compressContent"
    }

    fn steps(&self) -> &'static [&'static str] {
        &["delete", "compress"]
    }

    fn permission(&self) -> Permission {
        Permission::ManageSystem
    }

    fn parse(&self, _: &Parameters) -> Result<(), Vec<FieldError>> {
        Ok(())
    }

    async fn admit(&self, _: &mut Tx, _: &Caller, (): &()) -> Result<Option<Subject>, Error> {
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, (): &()) -> Result<Outputs, JobError> {
        delete_unused(ctx, job).await?;
        job.progress("delete", 100)?;
        let mut done = Compression::default();
        for first in 0..=u8::MAX {
            job.progress_of("compress", first.into(), 256)?;
            ctx.blobs.compress(first, &mut done).await?;
        }
        job.progress("compress", 100)?;
        tracing::info!(
            blobs.count = done.blobs,
            blobs.before_bytes = done.before,
            blobs.after_bytes = done.after,
            "Compressed {} blobs",
            done.blobs
        );
        let outputs = [("blobs", done.blobs), ("bytesBefore", done.before), ("bytesAfter", done.after)];
        Ok(outputs.into_iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect())
    }
}

/// Deletes the blobs that the upgrade listed, except those that a record names.
async fn delete_unused(ctx: &Ctx, job: &Running) -> Result<(), JobError> {
    loop {
        job.check()?;
        let mut tx = ctx.db.read().await?;
        let unused = store::blob_columns::list_unused(&mut tx, DELETED_AT_ONCE).await?;
        if unused.is_empty() {
            return Ok(());
        }
        let named = store::blob_columns::list_named(&mut tx, &unused).await?;
        drop(tx);
        let deleted: Vec<_> = unused.iter().filter(|id| !named.contains(id.as_str())).cloned().collect();
        ctx.blobs.delete_all(&deleted).await?;
        let mut tx = job.begin().await?;
        store::blob_columns::forget_unused(&mut tx, &unused).await?;
        tx.commit().await?;
    }
}
