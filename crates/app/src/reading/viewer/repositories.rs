//! Statements of applicability and warnings that the modules of a manual share.

use std::sync::Arc;

use domain::id::SnapshotId;
use domain::object::ObjectKind;
use s1000d::applic::Applic;
use s1000d::document::SafetyLevel;
use s1000d::document::html::{Link, Links, Picture};
use s1000d::document::shared::SharedWarning;
use s1000d::guard;
use s1000d::object::ObjectRef;
use s1000d::repositories::SharedEntries;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::reading::content;

/// The entries of all repositories in the state that is read.
pub(crate) async fn read(ctx: &Ctx, snapshot: Option<SnapshotId>) -> Result<Arc<SharedEntries>, Error> {
    let Some(snapshot) = snapshot else { return Ok(Arc::default()) };
    let mut tx = ctx.db.read().await?;
    let files = store::files::list_of_kinds(&mut tx, &[snapshot], &[ObjectKind::Repository]).await?;
    drop(tx);
    let key = files.iter().map(|(_, file)| file.version.content.blob.as_str()).collect::<Vec<_>>().join("+");
    if let Some(known) = ctx.renderings.repositories.get(&key) {
        return Ok(known);
    }
    let (mut contents, mut weight, mut complete) = (Vec::new(), 0, true);
    for (_, file) in &files {
        if let Some(bytes) = content::find(ctx, &file.version.content.blob).await? {
            weight += bytes.len();
            contents.push((file.object.identity.language.clone(), bytes));
        } else {
            // Entries that only this repository defines stay unknown.
            tracing::warn!(blob = file.version.content.blob, "a repository is lost");
            complete = false;
        }
    }
    let entries = tokio::task::spawn_blocking(move || {
        let mut all = SharedEntries::default();
        for (language, bytes) in &contents {
            // The import has already reported unreadable files.
            if let Err(refusal) = guard::check(bytes).and_then(|checked| all.read(&checked, language)) {
                tracing::debug!(%refusal, "a repository cannot be read");
            }
        }
        all
    });
    let entries = entries.await?;
    if !complete {
        return Ok(Arc::new(entries.without_some()));
    }
    Ok(ctx.renderings.repositories.put(key, entries, weight))
}

/// Links, and the entries that a module shares with others.
pub(super) struct WithShared<L> {
    pub(super) links: L,
    pub(super) entries: Arc<SharedEntries>,
    /// That of the module, as in `en-US`.
    pub(super) language: String,
}

impl<L: Links> Links for WithShared<L> {
    fn object(&self, target: &ObjectRef) -> Link {
        self.links.object(target)
    }

    fn external(&self, code: &str, title: &str) -> Link {
        self.links.external(code, title)
    }

    fn picture(&self, icn: &str, file: Option<&str>) -> Picture {
        self.links.picture(icn, file)
    }

    fn warning(&self, level: SafetyLevel, ident: &str) -> Option<SharedWarning> {
        self.entries.warning(level, ident, &self.language).cloned()
    }

    fn annotation(&self, ident: &str) -> Option<Applic> {
        self.entries.statement(ident, &self.language).map(|statement| Applic::clone(statement))
    }
}
