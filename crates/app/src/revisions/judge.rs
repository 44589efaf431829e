//! What a revision changes in one module, and how that meets our edits. The verdict depends on the contents alone and is
//! cached by them.

use domain::object::ObjectKind;
use domain::revision::RevisionChange;
use s1000d::diff::{self, ParsedText};
use s1000d::guard::{self, Refusal};
use s1000d::merge::{self, Merged, Origin};
use s1000d::revision::{self, RevisionReport, TextChange};
use store::blobs::BlobId;
use store::revisions::{TouchedObject, TouchedVersion};

use super::mel::{self, ITEM};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::verdict_cache::ChangeVerdict;

/// The contents of a module that are compared: base and theirs, and ours where we changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ComparedContents {
    base: String,
    theirs: String,
    ours: Option<String>,
    /// The separate status files of base and theirs.
    statuses: Option<(String, String)>,
}

impl ComparedContents {
    fn names(&self) -> Vec<&str> {
        let mut names = vec![self.base.as_str(), self.theirs.as_str(), self.ours.as_deref().unwrap_or_default()];
        if let Some((base, theirs)) = &self.statuses {
            names.extend([base.as_str(), theirs.as_str()]);
        }
        names
    }
}

/// The verdict about an object without looking into it, or the contents that have to be compared.
pub(super) fn judge_by_versions(ctx: &Ctx, object: &TouchedObject) -> Result<ChangeVerdict, ComparedContents> {
    let plain = |change| Ok(ChangeVerdict::plain(change));
    if object.kind == ObjectKind::Icn {
        return plain(RevisionChange::Media);
    }
    let live = |version: &Option<TouchedVersion>| version.clone().filter(|version| !version.is_deleted);
    let (base, theirs) = match (live(&object.base), live(&object.theirs)) {
        (None, None) => return plain(RevisionChange::Status),
        (None, Some(_)) => return plain(RevisionChange::Added),
        (Some(_), None) => {
            // What the MMEL does not have must work.
            let more_restrictive = u32::from(object.content_type == ITEM);
            return Ok(ChangeVerdict { more_restrictive, ..ChangeVerdict::plain(RevisionChange::Deleted) });
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
    let contents = ComparedContents { base: base.blob, theirs: theirs.blob, ours, statuses };
    let known = ctx.verdicts.get(&contents.names());
    known.ok_or(contents)
}

/// The content of a version is a text.
pub(super) fn is_xml(version: &TouchedVersion) -> bool {
    version.media_type == "application/xml"
}

/// Compares contents and remembers the verdict.
pub(super) async fn judge(ctx: &Ctx, contents: ComparedContents) -> Result<ChangeVerdict, Error> {
    let base = read(ctx, &contents.base).await?;
    let theirs = read(ctx, &contents.theirs).await?;
    let ours = match &contents.ours {
        Some(ours) => Some(read(ctx, ours).await?),
        None => None,
    };
    let statuses = match &contents.statuses {
        Some((base, theirs)) => Some((read(ctx, base).await?, read(ctx, theirs).await?)),
        None => None,
    };
    let compared = tokio::task::spawn_blocking(move || {
        let verdict = compare(&base, &theirs, ours.as_deref())?;
        let statuses = statuses.as_ref().map(|(base, theirs)| (&base[..], &theirs[..]));
        with_status(verdict, statuses)
    });
    // A text that cannot be read was delivered so; a person has to look at it.
    let unread = ChangeVerdict { conflicts: 1, ..ChangeVerdict::plain(RevisionChange::Content) };
    let verdict = compared.await?.unwrap_or(unread);
    ctx.verdicts.put(&contents.names(), verdict);
    Ok(verdict)
}

pub(super) async fn read(ctx: &Ctx, blob: &str) -> Result<bytes::Bytes, Error> {
    let blob = BlobId::parse(blob).ok_or(Error::NotFound(Missing::File))?;
    ctx.blobs.read(&blob).await?.ok_or(Error::NotFound(Missing::File))
}

fn compare(base: &[u8], theirs: &[u8], ours: Option<&[u8]>) -> Result<ChangeVerdict, Refusal> {
    let (base, theirs) = (guard::check(base)?, guard::check(theirs)?);
    let more_restrictive = mel::excesses(theirs.text(), base.text(), true);
    let (base, new) = (ParsedText::read(&base)?, ParsedText::read(&theirs)?);
    let verdict = verdict(revision::assess(&diff::compare_parsed(&base, &new)));
    let verdict = ChangeVerdict { more_restrictive, ..verdict };
    let Some(ours) = ours else { return Ok(verdict) };
    let ours = guard::check(ours)?;
    let less_restrictive = mel::excesses(theirs.text(), ours.text(), true);
    let merged = merge::merge_parsed(&base, &new, &ParsedText::read(&ours)?);
    let (conflicts, adopted) = (small(merged.conflicts.len()), small(adopted(&merged)));
    Ok(ChangeVerdict { conflicts, adopted, less_restrictive, ..verdict })
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

/// Parts of the content, with words, that both sides changed in the same way.
fn adopted(merged: &Merged) -> usize {
    let start = merged.text.find("<content").unwrap_or(0);
    let has_words = |text: &str| text.chars().any(char::is_alphanumeric);
    let both = merged.origins.iter().filter(|span| span.origin == Origin::Both && span.range.start >= start);
    both.filter(|span| merged.text.get(span.range.clone()).is_some_and(has_words)).count()
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
        compare(&module(base, "001"), &module(theirs, "002"), ours.as_deref()).expect("texts")
    }

    #[test]
    fn an_edit_of_ours_that_the_manufacturer_made_too_is_adopted() {
        let (before, after) = ("Torque the bolt to 12 Nm now", "Torque the bolt to 14 Nm now");
        let verdict = judged(before, after, Some(after));
        assert_eq!((verdict.change, verdict.conflicts, verdict.adopted), (RevisionChange::Content, 0, 1));
        assert_eq!(judged(before, after, None).adopted, 0);
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
