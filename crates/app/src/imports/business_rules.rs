//! The business rules that hold for a module: those of the BREX that it names, of the one that this names, and so on
//! down to the default BREX of the issue.
//!
//! A BREX is looked for as any reference is, in the manual and then in its neighbours, and then among the installed ones.

use std::sync::Arc;

use bytes::Bytes;
use domain::file::File;
use domain::finding::{Finding, Rule, Severity};
use domain::id::SnapshotId;
use domain::object::ObjectKind;
use domain::snapshot::Reading;
use domain::text::fold;
use s1000d::brex::{Brex, BrexChecker, BrexError, BrexLayers, LayerGap, ModuleVerdict, RuleFinding, named_brex};
use s1000d::code::{Identity, Issue};
use s1000d::guard::{self, Refusal};
use s1000d::object::ObjectRef;
use store::Tx;
use store::blobs::BlobId;

use crate::core::brex_cache::BrexCache;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::imports::brexes;
use crate::library::files::{self, LocatedFile, NamedFiles};

/// One more than the layers that are used, so that a longer chain is told.
const MOST_BREXES: usize = 17;

/// Where a BREX is looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BrexScope<'a> {
    /// The file that is checked.
    pub(crate) file: &'a File,
    /// The snapshot that it is read in.
    pub(crate) own: Option<SnapshotId>,
    /// That one and those of the neighbours.
    pub(crate) snapshots: &'a [SnapshotId],
}

/// The rules of a module, compiled; cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct ModuleRules {
    pub(crate) checker: Arc<BrexChecker>,
    gaps: Vec<LayerGap>,
    /// The BREX that was found and cannot be used.
    unusable: Option<RuleFinding>,
}

/// A BREX by its content.
struct BrexSource {
    blob: String,
    size: u64,
}

/// Whether business rules hold for files of this kind.
pub(crate) fn is_subject(kind: ObjectKind) -> bool {
    kind.is_module() || kind == ObjectKind::PublicationModule
}

impl ModuleRules {
    /// Checks a file. All findings are remarks.
    pub(crate) fn check(&self, bytes: &[u8]) -> Result<Vec<RuleFinding>, Refusal> {
        let report = self.checker.check_file(&guard::check(bytes)?)?;
        let verdict = ModuleVerdict { report, checker: Arc::clone(&self.checker), gaps: self.gaps.clone() };
        Ok(self.unusable.iter().cloned().chain(verdict.findings()).collect())
    }

    /// Checks a file; violations have this severity.
    pub(crate) fn findings(&self, bytes: &[u8], severity: Severity) -> Result<Vec<Finding>, Refusal> {
        let graded = |one: RuleFinding| {
            let is_violation = one.finding.rule.is_brex_violation();
            Finding { severity: if is_violation { severity } else { one.finding.severity }, ..one.finding }
        };
        Ok(self.check(bytes)?.into_iter().map(graded).collect())
    }
}

/// The rules that a text of a file is subject to; none for files that business rules say nothing about, and for texts that
/// cannot be read.
pub(crate) async fn of_text(
    ctx: &Ctx,
    tx: &mut Tx,
    scope: BrexScope<'_>,
    text: Bytes,
) -> Result<Option<ModuleRules>, Error> {
    if !is_subject(scope.file.object.identity.kind) {
        return Ok(None);
    }
    let named = tokio::task::spawn_blocking(move || guard::check(&text).and_then(|checked| named_brex(&checked)));
    match named.await? {
        Err(_) => Ok(None),
        // The packages of ATA 2300 have no BREX.
        Ok(None) if scope.file.version.content.status_blob.is_some() => Ok(None),
        Ok(first) => of_reference(ctx, tx, scope, first.as_ref()).await.map(Some),
    }
}

/// The same for a file where it was found.
pub(crate) async fn of_located(
    ctx: &Ctx,
    tx: &mut Tx,
    found: &LocatedFile,
    reading: &Reading,
    text: Bytes,
) -> Result<Option<ModuleRules>, Error> {
    let own = found.manual.as_ref().map(|(manual, snapshot)| (&manual.id, snapshot.id));
    let snapshots = files::snapshots_beside(tx, found.file.csdb_name(), own, reading).await?;
    let scope = BrexScope { file: &found.file, own: own.map(|(_, id)| id), snapshots: &snapshots };
    of_text(ctx, tx, scope, text).await
}

/// The rules that begin with the BREX of a reference.
pub(crate) async fn of_reference(
    ctx: &Ctx,
    tx: &mut Tx,
    scope: BrexScope<'_>,
    first: Option<&ObjectRef>,
) -> Result<ModuleRules, Error> {
    let mut found: Vec<(BrexSource, Arc<Brex>)> = Vec::new();
    let mut unusable = None;
    let mut next = first.cloned();
    while let Some(reference) = next.take() {
        let Some(source) = find(tx, scope, &reference).await? else { break };
        match read(ctx, &source.blob).await? {
            Err(error) => unusable = Some(unusable_brex(&reference, &error)),
            Ok(brex) => {
                let is_there = found.iter().any(|(_, above)| above.name() == brex.name());
                if !is_there && found.len() < MOST_BREXES {
                    next.clone_from(&brex.below);
                    found.push((source, brex));
                }
            }
        }
    }
    let mut layers = BrexLayers::follow(first, |reference| {
        let named = found.iter().find(|(_, brex)| brex.code == reference.code && brex.extension == reference.extension);
        named.map(|(_, brex)| Arc::clone(brex))
    });
    if unusable.is_some() {
        layers.gaps.retain(|gap| !matches!(gap, LayerGap::Missing { .. }));
    }
    found.truncate(layers.layers.len());
    let checker = compiled(ctx, &layers, &found).await?;
    Ok(ModuleRules { checker, gaps: layers.gaps, unusable })
}

async fn compiled(
    ctx: &Ctx,
    layers: &BrexLayers,
    sources: &[(BrexSource, Arc<Brex>)],
) -> Result<Arc<BrexChecker>, Error> {
    let key: Vec<String> = sources.iter().map(|(source, _)| source.blob.clone()).collect();
    if let Some(checker) = ctx.business_rules.compiled.get(&key) {
        return Ok(checker);
    }
    let size: u64 = sources.iter().map(|(source, _)| source.size).sum();
    let weight = BrexCache::compiled_weight(usize::try_from(size).unwrap_or(usize::MAX));
    let all = layers.layers.clone();
    let checker = tokio::task::spawn_blocking(move || BrexChecker::of(all)).await?;
    Ok(ctx.business_rules.compiled.put(key, checker, weight))
}

fn name_of(reference: &ObjectRef) -> String {
    Identity { language: None, ..reference.identity() }.to_string()
}

fn unusable_brex(reference: &ObjectRef, error: &BrexError) -> RuleFinding {
    let brex = name_of(reference);
    let finding = Finding::new(Rule::BrexUnusable).with("code", brex.as_str()).with("reason", error.to_string());
    RuleFinding { finding, rule: None, brex, places: 1 }
}

/// The BREX that a reference means: the named issue if it is anywhere, else the one of the library, else the installed one.
async fn find(tx: &mut Tx, scope: BrexScope<'_>, reference: &ObjectRef) -> Result<Option<BrexSource>, Error> {
    let name = name_of(reference);
    let csdb = &scope.file.object.csdb_id;
    let named = NamedFiles::read(tx, csdb, scope.snapshots, std::iter::once(fold(&name))).await?;
    let held = named.nearest(scope.file, scope.own, &name, None).cloned();
    let installed = store::brexes::find(tx, &name).await?;
    let is_wanted = |number: &str, in_work: &str| {
        reference.version.issue.is_none_or(|wanted| Issue::parse(number, in_work).is_ok_and(|issue| issue == wanted))
    };
    let is_wanted_version = |file: &File| is_wanted(&file.version.issue.number, &file.version.issue.in_work);
    let of_file = |file: File| BrexSource { blob: file.version.content.blob, size: file.version.content.size };
    if let Some(file) = &held
        && !is_wanted_version(file)
    {
        let versions = store::files::list_versions(tx, file.object.id).await?;
        if let Some(earlier) = versions.into_iter().find(is_wanted_version) {
            return Ok(Some(of_file(earlier)));
        }
    }
    let of_installed = installed.map(|brex| {
        let (number, in_work) = brex.issue.split_once('-').unwrap_or_default();
        let size = brex.size.unsigned_abs();
        (is_wanted(number, in_work), BrexSource { blob: brex.blob.as_str().to_owned(), size })
    });
    Ok(match (held, of_installed) {
        (Some(file), Some((true, installed))) if !is_wanted_version(&file) => Some(installed),
        (Some(file), _) => Some(of_file(file)),
        (None, installed) => installed.map(|(_, source)| source),
    })
}

/// The BREX with this content, or why it cannot be used.
pub(crate) async fn read(ctx: &Ctx, blob: &str) -> Result<Result<Arc<Brex>, BrexError>, Error> {
    if let Some(brex) = ctx.business_rules.read.get(blob) {
        return Ok(Ok(brex));
    }
    let id = BlobId::parse(blob).ok_or(Error::NotFound(Missing::Brex))?;
    let bytes = ctx.blobs.read(&id).await?.ok_or(Error::NotFound(Missing::Brex))?;
    let weight = BrexCache::read_weight(bytes.len());
    let read = tokio::task::spawn_blocking(move || brexes::read(&bytes)).await?;
    Ok(read.map(|brex| ctx.business_rules.read.put(blob.to_owned(), brex, weight)))
}
