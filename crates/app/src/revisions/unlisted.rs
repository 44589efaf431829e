//! Publications without their entries for a module that a person removes, because the manufacturer deleted it.

use domain::checkin::CheckIn;
use domain::file::File;
use domain::object::ObjectKind;
use domain::text::fold;
use s1000d::code::FileName;
use s1000d::document::SourceText;
use s1000d::object::alternates;
use s1000d::publication::outline;
use s1000d::splice;
use store::Tx;

use super::located::{self, LocatedRevision};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::editing::issue::{self, NewText};
use crate::editing::{checkin, checkouts, source};
use crate::library::files::NamedFiles;
use crate::library::versions::NewVersion;

const CONTENTS: [ObjectKind; 2] = [ObjectKind::PublicationModule, ObjectKind::Container];

/// A publication, and its version without the entries for a module.
#[derive(Debug)]
pub(super) struct UnlistedModule {
    publication: File,
    new: NewVersion,
}

/// The publications of the working lane that name a module which leaves it. One that names it in the revision too stays
/// as it is: its entry is the manufacturer's.
pub(super) async fn make(
    ctx: &Ctx,
    caller: &Caller,
    located: &LocatedRevision,
    module: &File,
) -> Result<Vec<UnlistedModule>, Error> {
    let mut tx = caller.read(ctx).await?;
    let publications = naming(&mut tx, located, module).await?;
    drop(tx);
    let mut unlisted = Vec::new();
    for publication in publications {
        let content = source::read(ctx, &publication).await?;
        let Some(shorter) = without(&publication, &content, module).await? else { continue };
        let content = content.with_text(shorter);
        let status = source::read_status(ctx, &publication).await?;
        let mut tx = caller.read(ctx).await?;
        let taken = issue::taken(&mut tx, &publication).await?;
        let place = located.place(&mut tx, publication.clone()).await?;
        let rules = checkin::rules_at(ctx, tx, &place, &content).await?;
        let said = CheckIn::in_work(format!("{} was removed", module.object.identity.code), None);
        let (account, text) = (caller.user.account.as_str(), NewText { content, status });
        let new = issue::make(ctx, account, &publication, &taken, text, &said, rules).await?;
        unlisted.push(UnlistedModule { publication, new });
    }
    Ok(unlisted)
}

/// The text of a publication or container without its entries for a module; `None` when it has none, or no other.
async fn without(publication: &File, content: &SourceText, module: &File) -> Result<Option<String>, Error> {
    let (kind, text) = (publication.object.identity.kind, content.text().to_owned());
    let (key, code) = (module.object.identity.key.clone(), fold(&module.object.identity.code));
    let shorter = tokio::task::spawn_blocking(move || match (kind, FileName::parse(&key)) {
        (ObjectKind::Container, Ok(name)) => {
            let splice = alternates::remove(&text, &name.identity)?;
            Ok(splice.ok().and_then(|splice| splice::apply(&text, &[splice])))
        }
        (ObjectKind::Container, Err(_)) => Ok(None),
        _ => outline::drop_entries(&text, &code),
    });
    Ok(shorter.await?.map_err(FileError::Unreadable)?)
}

async fn naming(tx: &mut Tx, located: &LocatedRevision, module: &File) -> Result<Vec<File>, Error> {
    let code = fold(&module.object.identity.code);
    let code = code.as_str();
    let working = located.manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    let csdb = &located.manual.csdb_id;
    let same = NamedFiles::read(tx, csdb, &[working], std::iter::once(code.to_owned())).await?;
    // An entry means the module in all its languages.
    if same.all().any(|file| file.object.id != module.object.id && !file.deleted) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (_, file) in store::files::list_of_kinds(tx, &[working], &CONTENTS).await? {
        if !names(tx, &file, code).await? {
            continue;
        }
        let delivered = store::files::find(tx, located.revision.id, file.object.id).await?;
        let is_theirs = match delivered {
            Some(delivered) => names(tx, &delivered, code).await?,
            None => false,
        };
        if !is_theirs {
            found.push(file);
        }
    }
    Ok(found)
}

async fn names(tx: &mut Tx, file: &File, code: &str) -> Result<bool, Error> {
    let references = store::references::list(tx, file.version_id).await?;
    Ok(references.iter().any(|reference| fold(&reference.target) == code))
}

/// Refuses to write when a publication was changed since, or is checked out.
pub(super) async fn hold(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    located: &LocatedRevision,
    unlisted: &[UnlistedModule],
) -> Result<(), Error> {
    let working = located.manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    for UnlistedModule { publication, .. } in unlisted {
        if located::version_at(tx, working, publication.object.id).await? != Some(publication.version_id) {
            return Err(Error::ChangedMeanwhile);
        }
        checkouts::hold(ctx, tx, caller, publication).await?;
        checkin::refuse_draft(tx, caller, publication).await?;
    }
    Ok(())
}

/// Puts the versions into the working lane of a locked manual.
pub(super) async fn write(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    located: &LocatedRevision,
    unlisted: Vec<UnlistedModule>,
) -> Result<(), Error> {
    for UnlistedModule { publication, new } in unlisted {
        let place = (&located.manual.id, &publication);
        checkin::record(ctx, caller, tx, place, new, "revision.todo_resolved").await?;
        store::checkouts::release(tx, publication.object.id, &caller.user.id).await?;
    }
    Ok(())
}
