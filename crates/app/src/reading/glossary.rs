//! The glossary of a manual: the terms of its repositories.

use domain::object::ObjectKind;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use s1000d::glossary::Term;
use store::blobs::BlobId;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::manuals;
use crate::library::revisions;

/// A term and the path of the repository it is from.
#[derive(Debug, Clone)]
pub struct GlossaryEntry {
    pub term: Term,
    pub path: String,
}

/// The terms of the manual at a path, sorted as people look them up.
pub async fn read(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    reading: &Reading,
) -> Result<Vec<GlossaryEntry>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let Some(snapshot) = revisions::read(&mut tx, &manual, reading).await? else { return Ok(Vec::new()) };
    let repositories = store::files::list_of_kinds(&mut tx, &[snapshot.id], &[ObjectKind::Repository]).await?;
    drop(tx);
    let mut entries = Vec::new();
    for (_, file) in repositories {
        let Some(blob) = BlobId::parse(&file.version.content.blob) else { continue };
        let Some(bytes) = ctx.blobs.read(&blob).await? else { continue };
        // Building a tree of a large repository takes longer than a request may hold a thread.
        let terms = tokio::task::spawn_blocking(move || {
            let checked = s1000d::guard::check(&bytes).ok()?;
            s1000d::glossary::read(&checked).ok()
        });
        let path = file.path;
        entries.extend(terms.await?.into_iter().flatten().map(|term| GlossaryEntry { term, path: path.clone() }));
    }
    entries.sort_by_cached_key(|entry| domain::text::fold(&entry.term.term));
    Ok(entries)
}
