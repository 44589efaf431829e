//! The changes of a revision in one module, and how they meet our edits. The verdict depends on the contents alone and
//! is cached by them.

use std::collections::{BTreeSet, HashSet};

use bytes::Bytes;
use domain::dispatch::{DISPATCH_ITEM, MasterTexts};
use domain::object::ObjectKind;
use domain::revision::RevisionChange;
use s1000d::diff::{self, ParsedText};
use s1000d::document::SourceText;
use s1000d::guard::{self, Refusal};
use s1000d::merge::{self, Merged, Origin};
use s1000d::revision::{self, RevisionReport, TextChange};
use store::blobs::BlobId;
use store::revisions::{TouchedObject, TouchedVersion};

use super::kept_entries;
use super::mel::ItemCounts;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::core::verdict_cache::ChangeVerdict;

/// The contents of a module that are compared: base and theirs, and ours where we changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ComparedContents {
    /// `None` for a module that the revision adds.
    base: Option<String>,
    theirs: String,
    ours: Option<String>,
    /// The separate status files of base and theirs.
    statuses: Option<(String, String)>,
    /// For publications and containers that both sides changed: the codes whose entries stay.
    kept: Option<(ObjectKind, BTreeSet<String>)>,
}

impl ComparedContents {
    fn names(&self) -> Vec<&str> {
        let (base, ours) = (self.base.as_deref().unwrap_or_default(), self.ours.as_deref().unwrap_or_default());
        let mut names = vec![base, self.theirs.as_str(), ours];
        if let Some((base, theirs)) = &self.statuses {
            names.extend([base.as_str(), theirs.as_str()]);
        }
        if let Some((kind, codes)) = &self.kept {
            names.push(kind.as_str());
            names.extend(codes.iter().map(String::as_str));
        }
        names
    }
}

/// The verdict about an object without looking into it, or the contents that have to be compared.
///
/// `kept` are the codes whose entries stay in a publication.
pub(super) fn judge_by_versions(
    ctx: &Ctx,
    object: &TouchedObject,
    kept: Option<&HashSet<String>>,
) -> Result<ChangeVerdict, Box<ComparedContents>> {
    let plain = |change| Ok(ChangeVerdict::plain(change));
    if object.kind == ObjectKind::Icn {
        return plain(RevisionChange::Media);
    }
    let live = |version: &Option<TouchedVersion>| version.clone().filter(|version| !version.is_deleted);
    let (base, theirs) = match (live(&object.base), live(&object.theirs)) {
        (None, None) => return plain(RevisionChange::Status),
        (None, Some(theirs)) => return judge_added(ctx, object, theirs),
        (Some(_), None) => {
            // What the MMEL does not have must work.
            let is_item = object.content_type == DISPATCH_ITEM;
            let is_ours = object.trio().is_met() && live(&object.ours).is_some();
            return Ok(ChangeVerdict {
                more_restrictive: u32::from(is_item),
                less_restrictive: u32::from(is_item && is_ours),
                ..ChangeVerdict::plain(RevisionChange::Deleted)
            });
        }
        (Some(base), Some(theirs)) => (base, theirs),
    };
    if !is_xml(&base) || !is_xml(&theirs) {
        return plain(RevisionChange::Content);
    }
    if base.blob == theirs.blob && base.status_blob == theirs.status_blob {
        return plain(RevisionChange::Status);
    }
    let statuses = base.status_blob.zip(theirs.status_blob).filter(|(base, theirs)| base != theirs);
    let ours = object.ours.as_ref().filter(|ours| object.trio().is_met() && is_xml(ours));
    let ours = ours.map(|ours| ours.blob.clone());
    let kept = kept.map(|codes| (object.kind, codes.iter().cloned().collect()));
    known_or(ctx, ComparedContents { base: Some(base.blob), theirs: theirs.blob, ours, statuses, kept })
}

/// The verdict about a module that is new to the revision. A MEL item that the operator had before is compared with it.
fn judge_added(
    ctx: &Ctx,
    object: &TouchedObject,
    theirs: TouchedVersion,
) -> Result<ChangeVerdict, Box<ComparedContents>> {
    let ours = object.ours.as_ref().filter(|ours| !ours.is_deleted && ours.id != theirs.id);
    match ours.filter(|_| object.content_type == DISPATCH_ITEM) {
        Some(ours) => {
            let ours = Some(ours.blob.clone());
            known_or(ctx, ComparedContents { base: None, theirs: theirs.blob, ours, statuses: None, kept: None })
        }
        None => Ok(ChangeVerdict::plain(RevisionChange::Added)),
    }
}

fn known_or(ctx: &Ctx, contents: ComparedContents) -> Result<ChangeVerdict, Box<ComparedContents>> {
    let known = ctx.verdicts.get(&contents.names());
    known.ok_or_else(|| Box::new(contents))
}

/// The content of a version is a text.
pub(super) fn is_xml(version: &TouchedVersion) -> bool {
    version.media_type == "application/xml"
}

/// Compares contents and remembers the verdict.
pub(super) async fn judge(ctx: &Ctx, contents: ComparedContents) -> Result<ChangeVerdict, Error> {
    let base = match &contents.base {
        Some(base) => Some(read(ctx, base).await?),
        None => None,
    };
    let theirs = read(ctx, &contents.theirs).await?;
    let ours = match &contents.ours {
        Some(ours) => Some(read(ctx, ours).await?),
        None => None,
    };
    let statuses = match &contents.statuses {
        Some((base, theirs)) => Some((read(ctx, base).await?, read(ctx, theirs).await?)),
        None => None,
    };
    let merged = merged_theirs(&contents, base.as_ref(), &theirs, ours.as_ref()).await?;
    let compared = tokio::task::spawn_blocking(move || {
        let verdict = match base {
            Some(base) => compare(&base, &theirs, ours.as_ref().map(|ours| (&ours[..], &merged[..])))?,
            None => compare_added(&theirs, ours.as_deref())?,
        };
        let statuses = statuses.as_ref().map(|(base, theirs)| (&base[..], &theirs[..]));
        with_status(verdict, statuses)
    });
    // A text that cannot be read was delivered so; a person has to look at it.
    let change = if contents.base.is_some() { RevisionChange::Content } else { RevisionChange::Added };
    let unread = ChangeVerdict { conflicts: 1, ..ChangeVerdict::plain(change) };
    let verdict = compared.await?.unwrap_or(unread);
    ctx.verdicts.put(&contents.names(), verdict);
    Ok(verdict)
}

/// Their text as it is merged with ours.
async fn merged_theirs(
    contents: &ComparedContents,
    base: Option<&Bytes>,
    theirs: &Bytes,
    ours: Option<&Bytes>,
) -> Result<Bytes, Error> {
    let (Some((kind, codes)), Some(base), Some(ours)) = (&contents.kept, base, ours) else { return Ok(theirs.clone()) };
    let source = |bytes: &Bytes| guard::check(bytes).map(|checked| SourceText::of(&checked));
    // Texts that cannot be read are not merged.
    let (Ok(base), Ok(new), Ok(ours)) = (source(base), source(theirs), source(ours)) else { return Ok(theirs.clone()) };
    let codes = codes.iter().cloned().collect();
    match kept_entries::prepared(*kind, [&base, &ours], new, &codes).await {
        Err(Error::File(FileError::Unreadable(_))) => Ok(theirs.clone()),
        prepared => Ok(Bytes::from(prepared?.to_bytes())),
    }
}

/// The verdict about an object, whatever it takes.
pub(super) async fn judge_object(ctx: &Ctx, object: &TouchedObject) -> Result<ChangeVerdict, Error> {
    match judge_by_versions(ctx, object, None) {
        Ok(verdict) => Ok(verdict),
        Err(contents) => judge(ctx, *contents).await,
    }
}

/// Whether readers see another text, or others see it, after a change.
pub(super) fn is_seen(change: RevisionChange) -> bool {
    !matches!(change, RevisionChange::Status | RevisionChange::Negligible | RevisionChange::Unchanged)
}

/// Whether the manufacturer changed what a module or its parts apply to.
pub(super) async fn changes_applicability(ctx: &Ctx, object: &TouchedObject) -> Result<bool, Error> {
    let (Some(base), Some(theirs)) = (&object.base, &object.theirs) else { return Ok(false) };
    let statuses = base.status_blob.as_deref().zip(theirs.status_blob.as_deref());
    let pairs = [Some((base.blob.as_str(), theirs.blob.as_str())), statuses];
    for (old, new) in pairs.into_iter().flatten().filter(|(old, new)| old != new) {
        let (old, new) = (read(ctx, old).await?, read(ctx, new).await?);
        let compared = tokio::task::spawn_blocking(move || -> Result<bool, Refusal> {
            let (old, new) = (guard::check(&old)?, guard::check(&new)?);
            let (old, new) = (ParsedText::read(&old)?, ParsedText::read(&new)?);
            Ok(revision::changes_applicability(&diff::compare_parsed(&old, &new)))
        });
        // A text that cannot be read was not merged either.
        if compared.await?.unwrap_or(false) {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(super) async fn read(ctx: &Ctx, blob: &str) -> Result<bytes::Bytes, Error> {
    let blob = BlobId::parse(blob).ok_or(Error::NotFound(Missing::File))?;
    ctx.blobs.read(&blob).await?.ok_or(Error::NotFound(Missing::File))
}

/// The verdict about a module in two revisions; `ours` is our text and theirs as it is merged with it.
fn compare(base: &[u8], theirs: &[u8], ours: Option<(&[u8], &[u8])>) -> Result<ChangeVerdict, Refusal> {
    let (base, theirs) = (guard::check(base)?, guard::check(theirs)?);
    let more_restrictive = ItemCounts::of(theirs.text(), base.text(), MasterTexts::Comparable).less_restrictive;
    let (base, new) = (ParsedText::read(&base)?, ParsedText::read(&theirs)?);
    let verdict = verdict(revision::assess(&diff::compare_parsed(&base, &new)));
    let verdict = ChangeVerdict { more_restrictive, ..verdict };
    let Some((ours, merged)) = ours else { return Ok(verdict) };
    let (ours, merged) = (guard::check(ours)?, guard::check(merged)?);
    let merged = merge::merge_parsed(&base, &ParsedText::read(&merged)?, &ParsedText::read(&ours)?);
    let (conflicts, adopted) = (small(merged.conflicts.len()), small(adopted(&merged)));
    // Without conflicts the confirmation takes the merged text; otherwise ours stays until somebody decides.
    let result = if merged.conflicts.is_empty() { merged.text.as_str() } else { ours.text() };
    let ItemCounts { less_restrictive, to_be_judged } = ItemCounts::of(theirs.text(), result, MasterTexts::Comparable);
    Ok(ChangeVerdict { conflicts, adopted, less_restrictive, to_be_judged, ..verdict })
}

/// The verdict about a new module that the operator has too.
fn compare_added(theirs: &[u8], ours: Option<&[u8]>) -> Result<ChangeVerdict, Refusal> {
    let plain = ChangeVerdict::plain(RevisionChange::Added);
    let Some(ours) = ours else { return Ok(plain) };
    let (theirs, ours) = (guard::check(theirs)?, guard::check(ours)?);
    let ItemCounts { less_restrictive, to_be_judged } =
        ItemCounts::of(theirs.text(), ours.text(), MasterTexts::Comparable);
    Ok(ChangeVerdict { less_restrictive, to_be_judged, ..plain })
}

/// The verdict with what the separate status file changes: the applicability is there.
fn with_status(verdict: ChangeVerdict, statuses: Option<(&[u8], &[u8])>) -> Result<ChangeVerdict, Refusal> {
    let Some((base, theirs)) = statuses else { return Ok(verdict) };
    if !matches!(verdict.change, RevisionChange::Status | RevisionChange::Negligible) {
        return Ok(verdict);
    }
    let (base, theirs) = (guard::check(base)?, guard::check(theirs)?);
    let (base, theirs) = (ParsedText::read(&base)?, ParsedText::read(&theirs)?);
    let is_applicability = revision::changes_applicability(&diff::compare_parsed(&base, &theirs));
    let change = if is_applicability { RevisionChange::Applicability } else { RevisionChange::Status };
    Ok(ChangeVerdict { change, ..verdict })
}

fn verdict(report: RevisionReport) -> ChangeVerdict {
    let change = match report.change {
        TextChange::Content => RevisionChange::Content,
        TextChange::Applicability => RevisionChange::Applicability,
        TextChange::Status => RevisionChange::Status,
        TextChange::Negligible => RevisionChange::Negligible,
    };
    ChangeVerdict {
        unmarked: small(report.unmarked),
        needless_marks: small(report.needless_marks),
        ..ChangeVerdict::plain(change)
    }
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Parts of the content, with words, that both sides changed or deleted in the same way.
fn adopted(merged: &Merged) -> usize {
    let start = merged.text.find("<content").unwrap_or(0);
    let has_words = |text: &str| text.chars().any(char::is_alphanumeric);
    let both = merged.origins.iter().filter(|span| span.origin == Origin::Both && span.range.start >= start);
    both.filter(|span| merged.text.get(span.range.clone()).is_some_and(has_words)).count() + merged.deleted_by_both
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(words: &str, issue: &str) -> Vec<u8> {
        let head = format!("<identAndStatusSection><issueInfo issueNumber='{issue}'/></identAndStatusSection>");
        let steps = "<para>Close the valve.</para><para>Open the panel.</para>";
        format!("<dmodule>{head}<content><para>{words}</para>{steps}</content></dmodule>").into_bytes()
    }

    fn judged(base: &str, theirs: &str, ours: Option<&str>) -> ChangeVerdict {
        let ours = ours.map(|words| module(words, "001"));
        let theirs = module(theirs, "002");
        compare(&module(base, "001"), &theirs, ours.as_deref().map(|ours| (ours, &theirs[..]))).expect("texts")
    }

    #[test]
    fn an_edit_of_ours_that_the_manufacturer_made_too_is_adopted() {
        let (before, after) = ("Torque the bolt to 12 Nm now", "Torque the bolt to 14 Nm now");
        let verdict = judged(before, after, Some(after));
        assert_eq!((verdict.change, verdict.conflicts, verdict.adopted), (RevisionChange::Content, 0, 1));
        assert_eq!(judged(before, after, None).adopted, 0);
        let shorter = "Torque the bolt now";
        assert_eq!(judged(before, shorter, Some(shorter)).adopted, 1, "what both deleted");
    }

    #[test]
    fn different_edits_of_the_same_words_are_a_conflict() {
        let verdict = judged(
            "Torque the bolt to 12 Nm now",
            "Torque the bolt to 14 Nm now",
            Some("Torque the bolt to 16 Nm now"),
        );
        assert_eq!((verdict.conflicts, verdict.adopted, verdict.unmarked), (1, 0, 1));
        assert_eq!(judged("Wait", "Wait", None).change, RevisionChange::Status);
    }

    fn item(category: &str, remarks: &str) -> Vec<u8> {
        let line = format!("<repairCategory>{category}</repairCategory><remarks><para>{remarks}</para></remarks>");
        let line = format!("<dispatchCondition label='A'>{line}</dispatchCondition>");
        format!("<dmodule><content><dispatchItem><title>Clock</title>{line}</dispatchItem></content></dmodule>")
            .into_bytes()
    }

    #[test]
    fn an_item_that_merges_is_judged_after_the_merge() {
        let (base, theirs) = (item("C", "May be inoperative."), item("B", "May be inoperative."));
        let judged = |ours: &[u8]| {
            let verdict = compare(&base, &theirs, Some((ours, &theirs[..]))).expect("texts");
            (verdict.conflicts, verdict.less_restrictive, verdict.to_be_judged)
        };
        assert_eq!(judged(&item("C", "May be inoperative by day.")), (0, 0, 1), "B is taken over, the remark is read");
        assert_eq!(judged(&item("D", "May be inoperative.")), (1, 1, 0), "D stays until somebody decides");
        let added = compare_added(&theirs, Some(&item("C", "May be inoperative."))).expect("texts");
        assert_eq!((added.change, added.less_restrictive), (RevisionChange::Added, 1));
    }

    #[test]
    fn the_applicability_in_a_status_file_counts() {
        let status = |models: &str, date: &str| {
            let assert = format!("<assert applicPropertyIdent='model' applicPropertyValues='{models}'/>");
            format!("<dmStatus><issueInfo issueDate='{date}'/><applic>{assert}</applic></dmStatus>").into_bytes()
        };
        let old = status("NV240-2", "2026-03-02");
        let judged = |change, new: &[u8]| {
            let verdict = with_status(ChangeVerdict::plain(change), Some((old.as_slice(), new))).expect("texts");
            verdict.change
        };
        let (dated, wider) = (status("NV240-2", "2026-09-14"), status("NV240-1|NV240-2", "2026-09-14"));
        assert_eq!(judged(RevisionChange::Negligible, &dated), RevisionChange::Status);
        assert_eq!(judged(RevisionChange::Negligible, &wider), RevisionChange::Applicability);
        assert_eq!(judged(RevisionChange::Content, &wider), RevisionChange::Content);
    }
}
