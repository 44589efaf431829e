//! The business rules that hold for a module: those of the BREX that it names, of the one that this names, and so on
//! down to the default BREX of the issue.
//!
//! A BREX is looked for in the manual, in its neighbours and among the installed ones.

mod find;

use std::sync::Arc;

use bytes::Bytes;
use domain::finding::{Finding, Rule, Severity};
use domain::id::ManualId;
use domain::snapshot::Reading;
use s1000d::brex::{
    Brex, BrexChecker, BrexError, BrexLayers, LayerGap, ModuleVerdict, RuleFinding, RulePatience, named_brex,
};
use s1000d::guard::{self, Refusal};
use s1000d::object::ObjectRef;
use store::Tx;
use store::blobs::BlobId;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::core::brex_cache::BrexCache;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::imports::brexes;
use crate::library::files::{self, LocatedFile};

pub(crate) use find::{BrexScope, BrexSource, find, name_of};

/// One more than the layers that are used, so that a longer chain is told.
const MOST_BREXES: usize = 17;

/// Rules that are compiled, and modules that are checked for requests, at once: each may take a core for seconds.
const AT_ONCE: usize = 2;
static PLACES: Semaphore = Semaphore::const_new(AT_ONCE);

/// Waits for a place among those that compile and check at once. It is kept until the work is done.
pub(crate) async fn place() -> Option<SemaphorePermit<'static>> {
    PLACES.acquire().await.ok()
}

/// The rules of a module as they were found, not compiled yet.
#[derive(Debug)]
pub(crate) struct FoundRules {
    layers: BrexLayers,
    /// Of each layer.
    sources: Vec<BrexSource>,
    /// The BREX that was found and cannot be used.
    unusable: Option<RuleFinding>,
    /// Manuals that hold one of them.
    manuals: Vec<ManualId>,
    /// The BREX whose words are not repeated.
    withheld: Vec<String>,
}

/// The rules of a module, compiled; cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct ModuleRules {
    pub(crate) checker: Arc<BrexChecker>,
    gaps: Vec<LayerGap>,
    unusable: Option<RuleFinding>,
    withheld: Vec<String>,
}

impl ModuleRules {
    /// Checks a file. All findings are remarks.
    pub(crate) fn check(&self, bytes: &[u8]) -> Result<Vec<RuleFinding>, Refusal> {
        self.check_one_of_many(bytes, &RulePatience::default())
    }

    /// The same for one of many files: rules that took too long on some are not tried on the others.
    pub(crate) fn check_one_of_many(&self, bytes: &[u8], patience: &RulePatience) -> Result<Vec<RuleFinding>, Refusal> {
        let report = self.checker.check_one_of_many(&guard::check(bytes)?, patience)?;
        let verdict = ModuleVerdict { report, checker: Arc::clone(&self.checker), gaps: self.gaps.clone() };
        let found = self.unusable.iter().cloned().chain(verdict.findings());
        Ok(found.map(|one| if self.withheld.contains(&one.brex) { without_words(one) } else { one }).collect())
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

/// A finding with the name of its rule and its place, but not what the rule says.
fn without_words(mut one: RuleFinding) -> RuleFinding {
    for (name, value) in &mut one.finding.params {
        if matches!(name.as_str(), "use" | "near") {
            value.clear();
        }
    }
    one
}

impl FoundRules {
    /// The manuals that hold the rules.
    pub(crate) fn manuals(&self) -> &[ManualId] {
        &self.manuals
    }

    /// Compiles the rules, or takes them from the cache. No transaction should be open: it may take seconds.
    pub(crate) async fn compile(self, ctx: &Ctx) -> Result<ModuleRules, Error> {
        let checker = compiled(ctx, &self.layers.layers, &self.sources).await?;
        let Self { layers, unusable, withheld, .. } = self;
        Ok(ModuleRules { checker, gaps: layers.gaps, unusable, withheld })
    }

    /// Withholds the words of the rules that are in manuals which the transaction does not show.
    async fn withhold_unseen(&mut self, tx: &mut Tx) -> Result<(), Error> {
        for (source, brex) in self.sources.iter().zip(&self.layers.layers) {
            if let Some(manual) = &source.manual
                && store::manuals::find(tx, manual).await?.is_none()
            {
                self.withheld.push(brex.name_with_issue());
            }
        }
        Ok(())
    }
}

/// The rules that a text of a file is subject to; none for files that business rules say nothing about, and for texts that
/// cannot be read.
pub(crate) async fn of_located(
    ctx: &Ctx,
    tx: &mut Tx,
    found: &LocatedFile,
    reading: &Reading,
    text: Bytes,
) -> Result<Option<FoundRules>, Error> {
    let file = &found.file;
    if !file.object.identity.kind.is_module_or_publication() {
        return Ok(None);
    }
    let named = tokio::task::spawn_blocking(move || guard::check(&text).and_then(|checked| named_brex(&checked)));
    let first = match named.await? {
        Err(_) => return Ok(None),
        // The packages of ATA 2300 have no BREX.
        Ok(None) if file.version.content.status_blob.is_some() => return Ok(None),
        Ok(first) => first,
    };
    let own = found.manual.as_ref().map(|(manual, snapshot)| (&manual.id, snapshot.id));
    let snapshots = files::snapshots_beside(tx, file.csdb_name(), own, reading).await?;
    let scope = BrexScope { csdb: Some(&file.object.csdb_id), own: own.map(|(_, id)| id), snapshots: &snapshots };
    of_reference(ctx, tx, scope, first.as_ref()).await.map(Some)
}

/// The rules that a manual enforces, whoever asks: also those of a BREX that the caller does not see. The findings then name
/// the rule and the place, and not what the rule says.
pub(crate) async fn enforced(
    ctx: &Ctx,
    tx: &mut Tx,
    found: &LocatedFile,
    text: Bytes,
) -> Result<Option<FoundRules>, Error> {
    let sight = tx.lift_limit();
    let rules = of_located(ctx, tx, found, &Reading::default(), text).await;
    tx.limit_again(sight);
    let Some(mut rules) = rules? else { return Ok(None) };
    rules.withhold_unseen(tx).await?;
    Ok(Some(rules))
}

/// The rules that begin with the BREX of a reference.
pub(crate) async fn of_reference(
    ctx: &Ctx,
    tx: &mut Tx,
    scope: BrexScope<'_>,
    first: Option<&ObjectRef>,
) -> Result<FoundRules, Error> {
    let mut found: Vec<(BrexSource, Arc<Brex>)> = Vec::new();
    let (mut unusable, mut manuals) = (None, Vec::new());
    let mut next = first.cloned();
    while let Some(reference) = next.take() {
        let Some(source) = find(tx, scope, &reference).await? else { break };
        if let Some(manual) = &source.manual
            && !manuals.contains(manual)
        {
            manuals.push(manual.clone());
        }
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
    let sources = found.into_iter().map(|(source, _)| source).collect();
    Ok(FoundRules { layers, sources, unusable, manuals, withheld: Vec::new() })
}

async fn compiled(ctx: &Ctx, layers: &[Arc<Brex>], sources: &[BrexSource]) -> Result<Arc<BrexChecker>, Error> {
    let key: Vec<String> = sources.iter().map(|source| source.blob.clone()).collect();
    if let Some(checker) = ctx.business_rules.compiled.get(&key) {
        return Ok(checker);
    }
    let place = place().await;
    // Another request may have compiled them meanwhile.
    if let Some(checker) = ctx.business_rules.compiled.get(&key) {
        return Ok(checker);
    }
    let layers = layers.to_vec();
    let compiling = tokio::task::spawn_blocking(move || {
        let _place = place;
        BrexChecker::of(layers)
    });
    let checker = compiling.await?;
    let size: u64 = sources.iter().map(|source| source.size).sum();
    let weight = BrexCache::compiled_weight(usize::try_from(size).unwrap_or(usize::MAX), &checker);
    Ok(ctx.business_rules.compiled.put(key, checker, weight))
}

fn unusable_brex(reference: &ObjectRef, error: &BrexError) -> RuleFinding {
    let brex = name_of(reference);
    let finding = error.text().into_finding(Finding::new(Rule::BrexUnusable).with("code", brex.as_str()));
    RuleFinding { finding, rule: None, brex, places: 1 }
}

/// The BREX with this content, or why it cannot be used.
pub(crate) async fn read(ctx: &Ctx, blob: &str) -> Result<Result<Arc<Brex>, BrexError>, Error> {
    if let Some(known) = ctx.business_rules.read.get(blob) {
        return Ok((*known).clone());
    }
    let id = BlobId::parse(blob).ok_or(Error::NotFound(Missing::Brex))?;
    let bytes = ctx.blobs.read(&id).await?.ok_or(Error::NotFound(Missing::Brex))?;
    let size = bytes.len();
    let read = tokio::task::spawn_blocking(move || brexes::read(&bytes).map(Arc::new)).await?;
    let weight = BrexCache::read_weight(if read.is_ok() { size } else { 0 });
    Ok((*ctx.business_rules.read.put(blob.to_owned(), read, weight)).clone())
}
