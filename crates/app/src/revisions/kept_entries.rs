//! Entries of publications for modules that stay in the working lane although the manufacturer deleted them.
//!
//! The next issue of the publication does not have them any more. Followed as it is, the modules would be in the library
//! and in no publication. So it is merged as if it still had these entries, until a person follows the deletion.

use std::collections::HashSet;

use domain::file::File;
use domain::id::ObjectId;
use domain::object::ObjectKind;
use domain::text::fold;
use s1000d::document::SourceText;
use s1000d::object::alternates;
use s1000d::publication::outline;
use store::Tx;

use super::located::LocatedRevision;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::editing::merged_text::{self, MergedText};
use crate::editing::source;
use crate::library::files::NamedFiles;

/// Publications and containers say what is in the contents.
pub(super) fn is_in_contents(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::PublicationModule | ObjectKind::Container)
}

/// The folded codes of modules that the old issue of a publication or container names and the new one does not, and that
/// stay in the working lane although the revision does not have them. `leaving` are those that are about to leave it.
pub(super) async fn staying(
    tx: &mut Tx,
    located: &LocatedRevision,
    (old, new): (&File, Option<&File>),
    leaving: &HashSet<ObjectId>,
) -> Result<HashSet<String>, Error> {
    if !is_in_contents(old.object.identity.kind) {
        return Ok(HashSet::new());
    }
    let mut codes = targets(tx, old).await?;
    if let Some(new) = new.filter(|new| !new.deleted) {
        let named = targets(tx, new).await?;
        codes.retain(|code| !named.contains(code));
    }
    if codes.is_empty() {
        return Ok(codes);
    }
    let working = located.manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    let csdb = &located.manual.csdb_id;
    let present = NamedFiles::read(tx, csdb, &[working], codes.iter().cloned()).await?;
    let delivered = NamedFiles::read(tx, csdb, &[located.revision.id], codes.into_iter()).await?;
    let code = |file: &File| fold(&file.object.identity.code);
    let delivered: HashSet<String> = delivered.all().filter(|file| !file.deleted).map(code).collect();
    let stays = |file: &&File| !file.deleted && !leaving.contains(&file.object.id);
    Ok(present.all().filter(stays).map(code).filter(|code| !delivered.contains(code)).collect())
}

/// The folded codes that a version refers to.
async fn targets(tx: &mut Tx, file: &File) -> Result<HashSet<String>, Error> {
    let references = store::references::list(tx, file.version_id).await?;
    Ok(references.iter().map(|reference| fold(&reference.target)).collect())
}

/// Their text of a publication or container with the entries that stay.
async fn keep(
    kind: ObjectKind,
    base: &SourceText,
    theirs: SourceText,
    codes: &HashSet<String>,
) -> Result<SourceText, Error> {
    if codes.is_empty() {
        return Ok(theirs);
    }
    let (old, new, codes) = (base.text().to_owned(), theirs.text().to_owned(), codes.clone());
    let kept = tokio::task::spawn_blocking(move || match kind {
        ObjectKind::Container => alternates::keep(&old, &new, &codes),
        _ => outline::keep(&old, &new, &codes),
    });
    let kept = kept.await?.map_err(FileError::Unreadable)?;
    Ok(kept.map_or_else(|| theirs.clone(), |text| theirs.with_text(text)))
}

/// Their text as it is merged with ours: of a publication with the entries that stay, and without those that we added too.
pub(super) async fn prepared(
    kind: ObjectKind,
    [base, ours]: [&SourceText; 2],
    theirs: SourceText,
    codes: &HashSet<String>,
) -> Result<SourceText, Error> {
    if !is_in_contents(kind) {
        return Ok(theirs);
    }
    let theirs = keep(kind, base, theirs, codes).await?;
    if kind == ObjectKind::Container {
        return Ok(theirs);
    }
    let [old, own] = [base, ours].map(|text| text.text().to_owned());
    let new = theirs.text().to_owned();
    let single = tokio::task::spawn_blocking(move || outline::without_doubles(&old, &new, &own));
    let single = single.await?.map_err(FileError::Unreadable)?;
    Ok(single.map_or_else(|| theirs.clone(), |text| theirs.with_text(text)))
}

/// Merges three texts for a browser, theirs with the entries that stay; `None` when one of them is no XML.
pub(super) async fn merged(
    kind: ObjectKind,
    [base, theirs, ours]: [&SourceText; 3],
    codes: &HashSet<String>,
) -> Result<Option<MergedText>, Error> {
    match prepared(kind, [base, ours], theirs.clone(), codes).await {
        Err(Error::File(FileError::Unreadable(_))) => Ok(None),
        theirs => merged_text::merged(base.clone(), theirs?, ours.clone()).await,
    }
}

/// Their text of a publication in two versions with the entries that stay; `None` when none do.
pub(super) async fn kept_text(
    ctx: &Ctx,
    (base, theirs): (Option<&File>, &File),
    codes: &HashSet<String>,
) -> Result<Option<String>, Error> {
    let Some(base) = base.filter(|_| !codes.is_empty()) else { return Ok(None) };
    let new = source::read(ctx, theirs).await?;
    let kept = keep(theirs.object.identity.kind, &source::read(ctx, base).await?, new.clone(), codes).await?;
    Ok((kept.text() != new.text()).then(|| kept.text().to_owned()))
}
