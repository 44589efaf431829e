//! Modules that a resolved publication would leave in the library and in no publication.

use std::collections::HashSet;

use domain::file::File;
use domain::finding::{Finding, Rule};
use domain::object::ObjectKind;
use domain::text::fold;
use s1000d::document::SourceText;
use s1000d::publication::outline;
use store::Tx;

use super::located::LocatedRevision;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::files::NamedFiles;

/// The modules of the working lane that one of the sides names, a text of the publication does not, and no other
/// publication or container does either. Nothing for texts that are no publications or cannot be read.
pub(super) async fn find(
    ctx: &Ctx,
    caller: &Caller,
    located: &LocatedRevision,
    (publication, sides): (&File, &[SourceText]),
    text: &str,
) -> Result<Vec<Finding>, Error> {
    if publication.object.identity.kind != ObjectKind::PublicationModule {
        return Ok(Vec::new());
    }
    let Some(kept) = codes(text.to_owned()).await? else { return Ok(Vec::new()) };
    let mut missing = HashSet::new();
    for side in sides {
        missing.extend(codes(side.text().to_owned()).await?.unwrap_or_default());
    }
    missing.retain(|code| !kept.contains(code));
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let mut tx = caller.read(ctx).await?;
    let mut lost = unnamed(&mut tx, located, publication, missing).await?;
    lost.sort();
    lost.dedup();
    Ok(lost.into_iter().map(|code| Finding::new(Rule::ContentsEntryLost).with("code", code)).collect())
}

/// The folded codes of the entries of a publication; `None` when it cannot be read.
async fn codes(text: String) -> Result<Option<HashSet<String>>, Error> {
    Ok(tokio::task::spawn_blocking(move || outline::codes(&text)).await?.ok())
}

async fn unnamed(
    tx: &mut Tx,
    located: &LocatedRevision,
    publication: &File,
    mut codes: HashSet<String>,
) -> Result<Vec<String>, Error> {
    let working = located.manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    let kinds = [ObjectKind::PublicationModule, ObjectKind::Container];
    for (_, other) in store::files::list_of_kinds(tx, &[working], &kinds).await? {
        if other.object.id != publication.object.id {
            for reference in store::references::list(tx, other.version_id).await? {
                codes.remove(&fold(&reference.target));
            }
        }
    }
    let present = NamedFiles::read(tx, &located.manual.csdb_id, &[working], codes.into_iter()).await?;
    Ok(present.all().filter(|file| !file.deleted).map(|file| file.object.identity.code.clone()).collect())
}
