//! The findings of business rules about a package.

use std::fs::File;
use std::ops::ControlFlow;
use std::sync::Arc;

use domain::finding::Finding;
use domain::name::Name;
use domain::object::ObjectKind;
use domain::snapshot::Reading;
use s1000d::brex::Brex;
use s1000d::package::{SharedFile, check_business_rules};

use super::threads;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::business_rules;
use crate::library::files;

/// BREX data modules of a database that are read for a package.
const MOST_BREXES: usize = 256;

/// Checks a package if a setting says so. Its own BREX data modules come first, then those of the database that it belongs
/// to, then the installed ones.
pub(super) async fn check(
    ctx: &Ctx,
    job: &Running,
    source: SharedFile<File>,
    csdb: Option<&Name>,
) -> Result<Vec<Finding>, JobError> {
    let (is_wanted, _) = store::settings::find_import_rules(&mut ctx.db.read().await?).await?;
    if !is_wanted {
        return Ok(Vec::new());
    }
    let library = library_rules(ctx, job, csdb).await?;
    job.blocking(move |job| {
        let progress =
            |_: usize, _: usize| if job.check().is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let checked = check_business_rules(source, library, threads(), &progress);
        checked.map_err(|_| job.check().err().unwrap_or(JobError::Stopped))
    })
    .await
}

async fn library_rules(ctx: &Ctx, job: &Running, csdb: Option<&Name>) -> Result<Vec<Arc<Brex>>, Error> {
    let mut tx = read_for(ctx, job.created_by()).await?;
    let mut blobs: Vec<String> = Vec::new();
    if let Some(csdb) = csdb {
        let snapshots = files::snapshots_beside(&mut tx, csdb.as_str(), None, &Reading::default()).await?;
        let found = store::files::list_of_kinds(&mut tx, &snapshots, &[ObjectKind::Brex]).await?;
        blobs.extend(found.into_iter().take(MOST_BREXES).map(|(_, file)| file.version.content.blob));
    }
    blobs.extend(store::brexes::list(&mut tx).await?.into_iter().map(|brex| brex.blob.as_str().to_owned()));
    drop(tx);
    let mut found = Vec::with_capacity(blobs.len());
    for blob in blobs {
        // One that cannot be used is missing for those that name it.
        found.extend(business_rules::read(ctx, &blob).await?.ok());
    }
    Ok(found)
}
