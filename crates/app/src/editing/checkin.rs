//! Checking in: a draft becomes a version, and the file is free again. Restoring: so does an earlier version.

use std::collections::BTreeSet;

use bytes::Bytes;
use domain::access::AccessLevel;
use domain::change::Change;
use domain::change_request::NamedRequest;
use domain::checkin::CheckIn;
use domain::draft::Draft;
use domain::field::FieldCode;
use domain::file::File;
use domain::id::{ManualId, VersionId};
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::version::{Issue, Origin, Reference};
use s1000d::document::SourceText;
use s1000d::xsd::Schemas;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{CheckInError, DraftError, Error, Missing};
use crate::editing::issue::{self, NewText, TextRules};
use crate::editing::placing::{self, AddedVersion};
use crate::editing::{change_marks, change_requests, checkouts, drafts, source, suspects};
use crate::imports::{business_rules, schema_sets};
use crate::library::files::{self, LocatedFile};
use crate::library::versions::{self, NewVersion, Visibility};

/// Checks in the draft of the file at a path, if its text is still the one with this SHA-256; whatever it is when none
/// is given.
pub async fn check_in(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    sha256: Option<&str>,
    said: &CheckIn,
) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let (base, draft, text, taken) = read_draft(ctx, caller, path, sha256).await?;
    require_comment(ctx, caller, &said.comment).await?;
    let rules = rules_for(ctx, caller, path, &text.content).await?;
    let text = change_marks::write(ctx, caller, &base, &taken, text, said).await?;
    let mut new = issue::make(ctx, caller.user.account.as_str(), &base, &taken, text, said, rules).await?;
    let mut tx = caller.begin(ctx).await?;
    let manual = files::lock_manual(&mut tx, path).await?;
    let file = drafts::held(&mut tx, caller, path).await?;
    if file.version_id != base.version_id || !store::drafts::delete_open(&mut tx, &draft).await? {
        return Err(Error::ChangedMeanwhile);
    }
    if let Some(named) = &said.change_request {
        change_requests::name(ctx, &mut tx, caller, &file, named, &mut new.version).await?;
    }
    record(ctx, caller, &mut tx, (&manual, &file), new, "file.checked_in").await?;
    store::checkouts::release(&mut tx, file.object.id, &caller.user.id).await?;
    finish(tx, path).await
}

/// The schemas and business rules that a check-in of a text must satisfy; none of those whose errors do not block in the
/// manual.
pub(super) async fn rules_for(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: &SourceText,
) -> Result<TextRules, Error> {
    let mut tx = caller.read(ctx).await?;
    let found = files::at_path(&mut tx, path, &Reading::default()).await?;
    rules_at(ctx, tx, &found, text).await
}

/// The same for a file where it was found.
pub(crate) async fn rules_at(
    ctx: &Ctx,
    mut tx: Tx,
    found: &LocatedFile,
    text: &SourceText,
) -> Result<TextRules, Error> {
    let manual = found.manual.as_ref().map(|(manual, _)| manual);
    let schema_errors_block = manual.is_none_or(|manual| manual.schema_errors_block);
    let business = if manual.is_some_and(|manual| manual.brex_errors_block) {
        business_rules::enforced(ctx, &mut tx, found, Bytes::from(text.to_bytes())).await?
    } else {
        None
    };
    drop(tx);
    let business = match business {
        Some(rules) => Some(rules.compile(ctx).await?),
        None => None,
    };
    let schemas = if schema_errors_block { schema_sets::load(ctx).await? } else { Schemas::default() };
    Ok(TextRules { schemas, business })
}

/// Refuses an empty comment if the rules demand one.
pub async fn require_comment(ctx: &Ctx, caller: &Caller, comment: &str) -> Result<(), Error> {
    let (rules, _) = store::settings::find_editing_rules(&mut caller.read(ctx).await?).await?;
    let is_missing = rules.comment_required && comment.is_empty();
    if is_missing { Err(Error::field("comment", FieldCode::Required)) } else { Ok(()) }
}

/// The file, its draft, the text to check in, and the issues of all versions of the file.
async fn read_draft(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    sha256: Option<&str>,
) -> Result<(File, Draft, NewText, Vec<Issue>), Error> {
    let missing = || Error::NotFound(Missing::Draft);
    let mut tx = caller.read(ctx).await?;
    let file = drafts::held(&mut tx, caller, path).await?;
    let draft = drafts::find_own(&mut tx, caller, file.object.id).await?.ok_or_else(missing)?;
    if sha256.is_some_and(|sha256| sha256 != draft.sha256) {
        return Err(Error::ChangedMeanwhile);
    }
    if draft.is_outdated(file.version_id) {
        return Err(DraftError::Outdated.into());
    }
    let text = store::drafts::read(&mut tx, &draft.id).await?.ok_or_else(missing)?;
    let taken = issue::taken(&mut tx, &file).await?;
    drop(tx);
    let base = source::read(ctx, &file).await?;
    if base.text() == text {
        return Err(CheckInError::Unchanged.into());
    }
    let status = source::read_status(ctx, &file).await?;
    Ok((file, draft, NewText { content: base.with_text(text), status }, taken))
}

/// Restores an earlier version of the file at a path as a new one.
///
/// The caller's own check-out ends. While it has a draft, nothing is restored: the draft was made from the version that
/// would be replaced.
pub async fn restore(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    version: VersionId,
    comment: String,
    change_request: Option<NamedRequest>,
) -> Result<File, Error> {
    caller.require(Permission::EditContent)?;
    if change_request.is_some() {
        caller.require_person(Permission::EditContent)?;
    }
    let (base, earlier, taken) = read_versions(ctx, caller, path, version).await?;
    require_comment(ctx, caller, &comment).await?;
    let text =
        NewText { content: source::read(ctx, &earlier).await?, status: source::read_status(ctx, &earlier).await? };
    let said = CheckIn::in_work(comment, change_request);
    // What was once in the library comes back even if other schemas or rules were installed since.
    let account = caller.user.account.as_str();
    let mut new = issue::make(ctx, account, &base, &taken, text, &said, TextRules::default()).await?;
    new.version.origin = Origin::Restore;
    new.based_on = vec![version];
    let mut tx = caller.begin(ctx).await?;
    let manual = files::lock_manual(&mut tx, path).await?;
    let file = files::writable(&mut tx, path, AccessLevel::Author).await?.file;
    if file.version_id != base.version_id {
        return Err(Error::ChangedMeanwhile);
    }
    checkouts::hold(ctx, &mut tx, caller, &file).await?;
    refuse_draft(&mut tx, caller, &file).await?;
    if let Some(named) = &said.change_request {
        change_requests::name(ctx, &mut tx, caller, &file, named, &mut new.version).await?;
    }
    record(ctx, caller, &mut tx, (&manual, &file), new, "file.restored").await?;
    store::checkouts::release(&mut tx, file.object.id, &caller.user.id).await?;
    finish(tx, path).await
}

/// The file, its earlier version, and the issues of all of its versions.
async fn read_versions(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    version: VersionId,
) -> Result<(File, File, Vec<Issue>), Error> {
    let mut tx = caller.read(ctx).await?;
    let file = files::writable(&mut tx, path, AccessLevel::Author).await?.file;
    checkouts::require_free(caller, &file)?;
    refuse_draft(&mut tx, caller, &file).await?;
    let versions = store::files::list_versions(&mut tx, file.object.id).await?;
    let earlier = versions.into_iter().find(|one| one.version_id == version).ok_or(Error::NotFound(Missing::File))?;
    if earlier.version_id == file.version_id {
        return Err(CheckInError::Unchanged.into());
    }
    let taken = issue::taken(&mut tx, &file).await?;
    Ok((file, earlier, taken))
}

/// Refuses while the caller has an open draft of a file that nobody else holds. The check-out of another open draft has
/// ended: it waits for its owner.
pub(crate) async fn refuse_draft(tx: &mut Tx, caller: &Caller, file: &File) -> Result<(), Error> {
    let draft = drafts::find_own(tx, caller, file.object.id).await?;
    draft.map_or(Ok(()), |_| Err(DraftError::Open.into()))
}

/// Adds the version, puts it into the working lane and records the change. Compliance references whose text changes have
/// to be checked again, and people whose drafts it overtakes are told.
pub(crate) async fn record(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    (manual, file): (&ManualId, &File),
    new: NewVersion,
    action: &'static str,
) -> Result<(), Error> {
    let detail = vec![("issue".to_owned(), new.version.issue.key()), ("why".to_owned(), new.version.why.clone())];
    let change = Change { detail, ..ctx.change(&caller.actor(), action, "file", &file.path) };
    let targets = changed_targets(tx, file, &new.references).await?;
    let pictures: Vec<String> = placing::illustrations(&new.references).filter(|code| targets.contains(code)).collect();
    let content = new.version.content.blob.clone();
    let added = versions::add(tx, &[new], Visibility::Now(change)).await?;
    // A version that is there already has a status and a history of its own.
    let added = added.first().filter(|added| added.new).ok_or(Error::ChangedMeanwhile)?.id;
    let placed = AddedVersion {
        object: &file.object,
        version: added,
        targets: &targets,
        pictures: &pictures,
        is_awaited: false,
    };
    placing::put(ctx, caller, tx, manual, &placed).await?;
    checkouts::tell_waiting(ctx, tx, caller, file).await?;
    suspects::mark(ctx, tx, caller, file.object.id, &content).await
}

/// Commits, and gives the file as readers see it now.
pub(super) async fn finish(mut tx: Tx, path: &FilePath) -> Result<File, Error> {
    let file = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    tx.commit().await?;
    tracing::info!(file.path = %file.path, file.issue = file.version.issue.key(), "Added a version of {}", file.path);
    Ok(file)
}

/// The folded codes that one of two versions refers to and the other does not.
async fn changed_targets(tx: &mut Tx, base: &File, references: &[Reference]) -> Result<Vec<String>, Error> {
    let before = store::references::list(tx, base.version_id).await?;
    let codes = |list: &[Reference]| list.iter().map(|one| fold(&one.target)).collect::<BTreeSet<_>>();
    Ok(codes(&before).symmetric_difference(&codes(references)).cloned().collect())
}
