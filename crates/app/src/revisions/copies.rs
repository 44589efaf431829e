//! Customised copies of the modules that a revision touches.
//!
//! A copy has an extension in its code and names its source, a delivered module, with the issue that it was made from.
//! The manufacturer's changes of the source since that issue are merged into the copy like into a module that the
//! operator edited.

use std::collections::{HashMap, HashSet};

use domain::file::File;
use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::object::ObjectKind;
use domain::text::fold;
use domain::version::{self, Origin};
use s1000d::code::{FileName, Issue, Version};
use s1000d::document::SourceText;
use s1000d::guard;
use s1000d::object::{self, readdress};
use s1000d::splice;
use store::Tx;
use store::manuals::ManualFilter;
use store::revisions::{CopySource, TouchedObject, TouchedVersion};

use super::located::LocatedRevision;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::editing::dispatch_masters::plain_code;
use crate::editing::source;
use crate::library::files::NamedFiles;

/// The customised copies, in the working lane, of modules that a revision changes or removes.
pub(super) async fn list(
    ctx: &Ctx,
    tx: &mut Tx,
    located: &LocatedRevision,
    touched: &[TouchedObject],
) -> Result<Vec<TouchedObject>, Error> {
    let working = located.manual.lanes.working.ok_or(Error::NotFound(Missing::Revision))?;
    let sources = sources(touched);
    let files = extended(tx, located, &sources, &[working]).await?;
    let ids: Vec<ObjectId> = files.iter().map(|file| file.object.id).collect();
    // The manufacturer may deliver modules with extensions, too. They follow themselves.
    let mut delivered: HashSet<ObjectId> = touched.iter().map(|object| object.object_id).collect();
    for snapshot in [Some(located.revision.id), located.base.as_ref().map(|base| base.id)].into_iter().flatten() {
        delivered.extend(store::snapshots::find_versions(tx, snapshot, &ids).await?.into_keys());
    }
    let ours = store::revisions::list_in_working(tx, working, &ids).await?;
    let mut copies = Vec::new();
    for file in files.iter().filter(|file| !delivered.contains(&file.object.id)) {
        let (Some(source), Some(ours)) = (source_of(file, &sources), ours.get(&file.object.id)) else { continue };
        match base(ctx, tx, file, source).await {
            Ok(Some(base)) => copies.push(copy(file, source, base, ours)),
            // One lost text must not hide what is known about all others.
            Ok(None) | Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(copies)
}

/// A customised copy in another manual of the database.
#[derive(Debug, Clone)]
pub(super) struct CopyElsewhere {
    pub(super) path: String,
    pub(super) object: TouchedObject,
}

/// The customised copies, in the working lanes of the other manuals that the transaction shows, of modules that a revision
/// changes or removes.
pub(super) async fn list_elsewhere(
    ctx: &Ctx,
    tx: &mut Tx,
    located: &LocatedRevision,
    touched: &[TouchedObject],
) -> Result<Vec<CopyElsewhere>, Error> {
    let filter = ManualFilter { csdb_name: located.manual.csdb_name.to_string(), ..ManualFilter::default() };
    let mut manuals = store::manuals::list(tx, &filter).await?;
    manuals.retain(|manual| manual.id != located.manual.id);
    let working: Vec<SnapshotId> = manuals.iter().filter_map(|manual| manual.lanes.working).collect();
    if working.is_empty() {
        return Ok(Vec::new());
    }
    let sources = sources(touched);
    let files = extended(tx, located, &sources, &working).await?;
    let ids: Vec<ObjectId> = files.iter().map(|file| file.object.id).collect();
    // What the OEM of the other manual delivers follows that manual.
    let mut delivered: HashSet<ObjectId> = HashSet::new();
    for oem in manuals.iter().filter_map(|manual| manual.lanes.oem) {
        delivered.extend(store::snapshots::find_versions(tx, oem, &ids).await?.into_keys());
    }
    let versions: Vec<VersionId> = files.iter().map(|file| file.version_id).collect();
    let ours = store::revisions::list_versions(tx, &versions).await?;
    let mut copies = Vec::new();
    for file in files.iter().filter(|file| !delivered.contains(&file.object.id)) {
        let (Some(source), Some(ours)) = (source_of(file, &sources), ours.get(&file.version_id)) else { continue };
        match base(ctx, tx, file, source).await {
            Ok(Some(base)) => {
                copies.push(CopyElsewhere { path: file.path.clone(), object: copy(file, source, base, ours) });
            }
            // One lost text must not hide what is known about all others.
            Ok(None) | Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(copies)
}

/// The touched modules by their folded names, without customised copies.
fn sources(touched: &[TouchedObject]) -> HashMap<String, &TouchedObject> {
    let own = touched.iter().filter(|object| object.kind == ObjectKind::DataModule && object.source.is_none());
    own.map(|one| (fold(&one.key), one)).collect()
}

/// The modules of snapshots whose codes are those of sources with an extension.
async fn extended(
    tx: &mut Tx,
    located: &LocatedRevision,
    sources: &HashMap<String, &TouchedObject>,
    snapshots: &[SnapshotId],
) -> Result<Vec<File>, Error> {
    let codes: HashSet<String> = sources.values().filter_map(|object| plain_code(&object.key)).collect();
    if codes.is_empty() {
        return Ok(Vec::new());
    }
    let csdb = &located.manual.csdb_id;
    let extended = store::files::list_extended_codes(tx, csdb, "").await?;
    let extended = extended.into_iter().filter(|code| plain_code(code).is_some_and(|plain| codes.contains(&plain)));
    let extended: Vec<String> = extended.collect();
    if extended.is_empty() {
        return Ok(Vec::new());
    }
    let files = NamedFiles::read(tx, csdb, snapshots, extended.into_iter()).await?;
    let mut files: Vec<File> = files.into_all().map(|(_, file)| file).filter(|file| !file.deleted).collect();
    files.sort_by_key(|file| file.object.id);
    files.dedup_by_key(|file| file.object.id);
    Ok(files)
}

/// The touched module that a copy names as its source, in its own language where it names none.
fn source_of<'a>(file: &File, sources: &HashMap<String, &'a TouchedObject>) -> Option<&'a TouchedObject> {
    let named = file.version.metadata.properties.get("source")?.first()?;
    let identity = &file.object.identity;
    let in_own_language = format!("{named}_{}", identity.language);
    let found = sources.get(&fold(named)).or_else(|| sources.get(&fold(&in_own_language))).copied();
    found.filter(|source| source.language.eq_ignore_ascii_case(&identity.language))
}

fn copy(file: &File, source: &TouchedObject, base: TouchedVersion, ours: &TouchedVersion) -> TouchedObject {
    let identity = &file.object.identity;
    TouchedObject {
        object_id: file.object.id,
        kind: identity.kind,
        key: identity.key.clone(),
        code: identity.code.clone(),
        language: identity.language.clone(),
        title: file.version.metadata.title(),
        content_type: file.version.metadata.content_type.clone(),
        base: Some(base),
        theirs: source.theirs.clone(),
        ours: Some(ours.clone()),
        working: Some(ours.id),
        carried: None,
        source: Some(CopySource { object_id: source.object_id, key: source.key.clone() }),
    }
}

/// The version of the source whose changes a copy contains: the delivered issue that it names, else that of the
/// confirmed revision. `None` when there is neither.
async fn base(ctx: &Ctx, tx: &mut Tx, file: &File, touched: &TouchedObject) -> Result<Option<TouchedVersion>, Error> {
    let Some(named) = named_issue(ctx, file).await? else { return Ok(touched.base.clone()) };
    let versions = store::files::list_versions(tx, touched.object_id).await?;
    let theirs = touched.theirs.as_ref().map(|theirs| theirs.id);
    // A copy of a version that the operator had edited already would lose those edits with such a base.
    let is_named = |file: &&File| {
        let issue = &file.version.issue;
        file.version.origin == Origin::Oem
            && Some(file.version_id) != theirs
            && Issue::parse(&issue.number, &issue.in_work).is_ok_and(|issue| issue == named)
    };
    // The manufacturer may deliver other words under the same issue. From the oldest on, nothing is missed.
    let ids: Vec<VersionId> = versions.iter().rfind(is_named).map(|file| file.version_id).into_iter().collect();
    let found = store::revisions::list_versions(tx, &ids).await?.into_values().next();
    Ok(found.or_else(|| touched.base.clone()))
}

/// The issue of its source that a copy names; `None` where it names none or cannot be read.
async fn named_issue(ctx: &Ctx, file: &File) -> Result<Option<Issue>, Error> {
    let content = match source::read(ctx, file).await {
        Err(Error::File(FileError::NotText | FileError::Unreadable(_))) => return Ok(None),
        content => content?,
    };
    let text = source::read_status(ctx, file).await?.unwrap_or(content);
    let read = tokio::task::spawn_blocking(move || {
        let read = guard::check_text(text.text()).and_then(|checked| object::read(&checked));
        read.ok().and_then(|(object, _)| object.status.source).and_then(|source| source.version.issue)
    });
    Ok(read.await?)
}

/// The text of a copy, with the issue of its source that it contains.
pub(super) fn with_source(text: SourceText, key: &str, issue: &version::Issue) -> Result<SourceText, Error> {
    let Ok(name) = FileName::parse(key) else { return Ok(text) };
    let Ok(issue) = Issue::parse(&issue.number, &issue.in_work) else { return Ok(text) };
    let named = (name.identity, Version { issue: Some(issue), ..Version::default() });
    let splices = readdress::follow_source(text.text(), &named).map_err(FileError::Unreadable)?;
    let followed = splice::apply(text.text(), &splices).ok_or(Error::ChangedMeanwhile)?;
    Ok(text.with_text(followed))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COPY: &str = "<dmodule><identAndStatusSection><dmAddress><dmIdent><dmCode/></dmIdent></dmAddress><dmStatus>\
        <sourceDmIdent><dmCode modelIdentCode=\"NV\"/><issueInfo issueNumber=\"001\" inWork=\"00\"/></sourceDmIdent>\
        </dmStatus></identAndStatusSection><content/></dmodule>";

    fn sourced(text: &str) -> SourceText {
        SourceText::of(&guard::check(text.as_bytes()).expect("a text"))
    }

    #[test]
    fn a_merged_copy_names_the_issue_that_it_contains() {
        let key = "DMC-NV-A-29-11-01-00A-040A-A_en-US";
        let issue = version::Issue { number: "002".to_owned(), in_work: "00".to_owned(), ..version::Issue::default() };
        let text = with_source(sourced(COPY), key, &issue).expect("a copy").text().to_owned();
        assert!(text.contains("<issueInfo issueNumber=\"002\" inWork=\"00\"/></sourceDmIdent>"), "{text}");
        let own = COPY.replace("sourceDmIdent", "remarks");
        assert_eq!(with_source(sourced(&own), key, &issue).expect("a text").text(), own);
    }
}
