//! Contents, references, revision history and earlier publications, as a workbook and as CSV.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::id::{ObjectId, TocNodeId, VersionId};
use domain::page::PageRequest;
use domain::publication::{ApprovalDetails, ManualPublication};
use domain::text::fold;
use domain::version::{Reference, VersionMetadata};
use publish::sheets::{ContentsRow, EarlierPublication, HistoryRow, ListedReference, ManualSheets};
use publish::table::workbook;
use s1000d::{guard, highlights, object};
use store::Tx;
use store::artifacts::Artifact;
use store::publications::SourceVersion;
use store::toc::ChildFilter;

use super::{CSV, keep, read};
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::editing::issue;
use crate::publications::archive::StepShare;
use crate::publications::content::{ManualContent, is_deleted, issue_text};
use crate::publications::located::fail;
use crate::publications::sources::PublicationSource;

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Rows of the longest table; a sheet could not hold many more.
const MAX_ROWS: usize = 1_000_000;
/// Versions whose references are read at once.
const VERSIONS: usize = 500;

pub(super) async fn write(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    share: StepShare,
) -> Result<Vec<Artifact>, JobError> {
    let content = &source.content;
    let mut tx = read_for(ctx, job.created_by()).await?;
    let mut sheets = ManualSheets {
        contents: contents(&mut tx, content).await?,
        references: references(ctx, &mut tx, content).await?,
        history: Vec::new(),
        publications: earlier(&source.earlier.approved),
    };
    drop(tx);
    sheets.history = history(ctx, job, content, share).await?;
    if sheets.longest() > MAX_ROWS {
        return Err(fail("job.failed.publicationTooLarge"));
    }
    let written = tokio::task::spawn_blocking(move || {
        let tables = sheets.tables();
        let csv: Vec<(String, Vec<u8>)> = tables.iter().map(|table| (table.name.clone(), table.csv())).collect();
        workbook(&tables).map(|xlsx| (xlsx, csv))
    });
    let (xlsx, csv) = written.await.map_err(Error::from)?.map_err(Error::Workbook)?;
    let mut artifacts = vec![keep(ctx, source.name_of("tables.xlsx"), XLSX, xlsx).await?];
    for (name, bytes) in csv {
        artifacts.push(keep(ctx, source.name_of(&format!("{name}.csv")), CSV, bytes).await?);
    }
    Ok(artifacts)
}

/// The entries of the contents in reading order, in the languages that were chosen.
async fn contents(tx: &mut Tx, content: &ManualContent) -> Result<Vec<ContentsRow>, Error> {
    let languages = match content.languages() {
        [] => vec![String::new()],
        chosen => chosen.to_vec(),
    };
    // The order of their ids is the reading order. Entries without a language are found with each.
    let mut items = BTreeMap::new();
    for language in languages {
        let filter = ChildFilter { parent: None, leaves: true, text: String::new(), language };
        let mut number = 1;
        while let Some(request) = PageRequest::parse(number, PageRequest::MAX_SIZE) {
            let page = store::toc::search(tx, content.snapshot, &filter, request).await?;
            let is_last = page.items.is_empty();
            items.extend(page.items.into_iter().map(|item| (item.node.id, item.node)));
            if is_last {
                break;
            }
            number += 1;
        }
    }
    let versions: HashMap<ObjectId, &SourceVersion> =
        content.versions.iter().map(|version| (version.object_id, version)).collect();
    let mut levels: HashMap<TocNodeId, u32> = HashMap::new();
    let mut rows = Vec::with_capacity(items.len());
    for (id, node) in items.into_iter().filter(|(id, _)| !content.is_hidden(*id)) {
        let level = node.parent_id.and_then(|parent| levels.get(&parent)).map_or(1, |level| level + 1);
        levels.insert(id, level);
        let version = node.object_id.and_then(|object| versions.get(&object));
        if version.is_some_and(|version| is_deleted(version)) {
            continue;
        }
        rows.push(ContentsRow {
            level,
            title: node.title,
            key: version.map(|version| version.key.clone()).unwrap_or_default(),
            language: version.map(|version| version.language.clone()).unwrap_or_default(),
            issue: version.map(|version| issue_text(&version.issue)).unwrap_or_default(),
            date: version.map(|version| version.issue.date.clone()).unwrap_or_default(),
        });
    }
    Ok(rows)
}

/// The references of all versions that go out, by the names of their modules.
async fn references(ctx: &Ctx, tx: &mut Tx, content: &ManualContent) -> Result<Vec<ListedReference>, JobError> {
    let codes: HashSet<String> = content.chosen().map(|version| fold(&version.code)).collect();
    let chosen: Vec<&SourceVersion> = content.chosen().collect();
    let mut rows = Vec::new();
    for some in chosen.chunks(VERSIONS) {
        let keys: HashMap<VersionId, &str> =
            some.iter().map(|version| (version.version_id, version.key.as_str())).collect();
        let (reduced, whole): (Vec<&SourceVersion>, Vec<&SourceVersion>) =
            some.iter().copied().partition(|version| content.is_reduced(version));
        let ids: Vec<VersionId> = whole.iter().map(|version| version.version_id).collect();
        let mut found = store::publications::list_references(tx, &ids).await?;
        for version in reduced {
            let left = references_left(ctx, version).await?;
            found.extend(left.into_iter().map(|reference| (version.version_id, reference)));
        }
        for (version, reference) in found {
            rows.push(ListedReference {
                key: keys.get(&version).copied().unwrap_or_default().to_owned(),
                line: reference.line,
                kind: reference.kind.as_str().to_owned(),
                is_contained: codes.contains(&fold(&reference.target)),
                target: reference.target,
            });
        }
        if rows.len() > MAX_ROWS {
            return Err(fail("job.failed.publicationTooLarge"));
        }
    }
    // Versions come in the order of their ids, which says nothing to a reader.
    rows.sort_by(|a, b| (&a.key, a.line, &a.target).cmp(&(&b.key, b.line, &b.target)));
    Ok(rows)
}

/// The references of a version from which something was removed.
async fn references_left(ctx: &Ctx, version: &SourceVersion) -> Result<Vec<Reference>, JobError> {
    let (bytes, kind) = (read(ctx, &version.blob, &version.key).await?, version.kind);
    let found = tokio::task::spawn_blocking(move || {
        let (object, _) = guard::check(&bytes).and_then(|checked| object::read(&checked)).ok()?;
        issue::references(kind, &object, &bytes).ok()
    });
    // The filter has read the same text.
    Ok(found.await.map_err(Error::from)?.unwrap_or_default())
}

/// The highlighted reasons for the present issue of each module.
async fn history(
    ctx: &Ctx,
    job: &Running,
    content: &ManualContent,
    share: StepShare,
) -> Result<Vec<HistoryRow>, JobError> {
    let modules: Vec<&SourceVersion> = content.chosen().filter(|version| version.kind.is_module()).collect();
    let total = modules.len() as u64;
    let mut rows = Vec::with_capacity(modules.len());
    for (done, version) in (0..).zip(modules) {
        let bytes = read(ctx, version.status_blob.as_ref().unwrap_or(&version.blob), &version.key).await?;
        let reasons = tokio::task::spawn_blocking(move || highlights::read(&bytes)).await.map_err(Error::from)?;
        let (tech_name, info_name) = (version.tech_name.clone(), version.info_name.clone());
        rows.push(HistoryRow {
            key: version.key.clone(),
            title: VersionMetadata { tech_name, info_name, ..VersionMetadata::default() }.title(),
            issue: issue_text(&version.issue),
            date: version.issue.date.clone(),
            change: version.issue.kind.clone(),
            reasons: reasons.unwrap_or_default(),
        });
        share.progress_of(job, done, total)?;
    }
    Ok(rows)
}

/// The publications that the receiver got before and that were not withdrawn, the oldest first.
fn earlier(publications: &[ManualPublication]) -> Vec<EarlierPublication> {
    let row = |one: &ManualPublication| {
        let text = |read: fn(&ApprovalDetails) -> &String| one.approval.as_ref().map(read).cloned().unwrap_or_default();
        Some(EarlierPublication {
            number: one.number,
            revision: one.revision.clone(),
            approved_on: one.approved.as_ref()?.on.date_naive().to_string(),
            authority: text(|details| &details.authority),
            approved_by: text(|details| &details.approved_by),
            reference: text(|details| &details.reference),
        })
    };
    publications.iter().rev().filter_map(row).collect()
}
