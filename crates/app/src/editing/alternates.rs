//! Alternates: modules that are listed in a container, each change as a new version of it.

use domain::access::AccessLevel;
use domain::change_request::NamedRequest;
use domain::checkin::CheckIn;
use domain::file::File;
use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::code::{FileName, Identity};
use s1000d::object::{Title, alternates};
use s1000d::splice;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{CheckInError, Error, Missing};
use crate::editing::checkin::{finish, record, refuse_draft, require_comment, rules_for};
use crate::editing::issue::{self, NewText};
use crate::editing::{change_requests, checkouts, naming, source};
use crate::library::files;

/// A change of the alternates of a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlternateChange {
    Add,
    Remove,
}

/// Lists the module at a path in a container, or removes it from there. The container gets a new version.
///
/// While it has a draft, nothing is changed: the draft was made from the version that would be replaced.
pub async fn change(
    ctx: &Ctx,
    caller: &Caller,
    container: &FilePath,
    alternate: &FilePath,
    change: AlternateChange,
    (comment, change_request): (String, Option<NamedRequest>),
) -> Result<File, Error> {
    caller.require(Permission::EditContent)?;
    if change_request.is_some() {
        caller.require_person(Permission::EditContent)?;
    }
    require_comment(ctx, caller, &comment).await?;
    let mut tx = caller.read(ctx).await?;
    let base = files::writable(&mut tx, container, AccessLevel::Author).await?.file;
    checkouts::require_free(caller, &base)?;
    refuse_draft(&mut tx, caller, &base).await?;
    let (module, title) = named(&mut tx, alternate, change).await?;
    let taken = issue::taken(&mut tx, &base).await?;
    drop(tx);
    let content = source::read(ctx, &base).await?;
    let status = source::read_status(ctx, &base).await?;
    let text = content.text().to_owned();
    let changed = tokio::task::spawn_blocking(move || changed(&text, &module, &title, change)).await??;
    let said = CheckIn::in_work(comment, change_request);
    let text = NewText { content: content.with_text(changed), status };
    let rules = rules_for(ctx, caller, container, &text.content).await?;
    let mut new = issue::make(ctx, caller.user.account.as_str(), &base, &taken, text, &said, rules).await?;
    let mut tx = caller.begin(ctx).await?;
    let manual = files::lock_manual(&mut tx, container).await?;
    let file = files::writable(&mut tx, container, AccessLevel::Author).await?.file;
    if file.version_id != base.version_id {
        return Err(Error::ChangedMeanwhile);
    }
    let was_held = checkouts::hold(ctx, &mut tx, caller, &file).await?;
    refuse_draft(&mut tx, caller, &file).await?;
    if let Some(named) = &said.change_request {
        change_requests::name(ctx, &mut tx, caller, &file, named, &mut new.version).await?;
    }
    record(ctx, caller, &mut tx, (&manual, &file), new, "container.changed").await?;
    if !was_held {
        store::checkouts::release(&mut tx, file.object.id, &caller.user.id).await?;
    }
    finish(tx, container).await
}

/// The identity and title of an alternate. One that is removed need not be there any more.
async fn named(tx: &mut store::Tx, path: &FilePath, change: AlternateChange) -> Result<(Identity, Title), Error> {
    match (naming::at_path(tx, path).await, path) {
        (Err(Error::NotFound(_)), FilePath::Object { key_folded, .. }) if change == AlternateChange::Remove => {
            let name = FileName::parse(&key_folded.to_uppercase());
            Ok((name.map_err(|_| Error::NotFound(Missing::File))?.identity, Title::default()))
        }
        (found, _) => found,
    }
}

fn changed(text: &str, module: &Identity, title: &Title, change: AlternateChange) -> Result<String, Error> {
    let splice = match change {
        AlternateChange::Add => alternates::add(text, module, title),
        AlternateChange::Remove => alternates::remove(text, module),
    };
    let splice = splice.map_err(|refusal| CheckInError::Invalid(vec![refusal.finding()]))?;
    let splice = splice.map_err(Error::Alternate)?;
    splice::apply(text, &[splice]).ok_or(Error::ChangedMeanwhile)
}
