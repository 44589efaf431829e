//! Applicability of whole modules; contents, containers and the viewer all ask here.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use domain::id::SnapshotId;
use domain::version::VersionContent;
use s1000d::applic::{Applic, Assignments, Truth};
use s1000d::document::{Document, Statement};
use s1000d::guard;
use s1000d::object;
use s1000d::repositories::SharedEntries;
use store::statements::{StoredStatement, WholeStatement};
use tokio::sync::{OnceCell, OwnedSemaphorePermit};

use super::{place, repositories};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::render_cache::StatedApplicability;
use crate::reading::content;

/// Applicability of a whole module.
#[derive(Debug, Clone)]
pub(super) enum ModuleApplicability {
    /// Applies to all aircraft.
    Everything,
    Stated(Applic),
    /// It names a statement that is nowhere, or cannot be read.
    Unknown,
}

impl ModuleApplicability {
    pub(super) fn evaluate(&self, choice: &Assignments) -> Truth {
        match self {
            Self::Everything => Truth::True,
            Self::Stated(applic) => applic.evaluate(choice),
            Self::Unknown => Truth::Unknown,
        }
    }

    /// The statement, if there is one.
    pub(super) fn statement(self) -> Option<Applic> {
        match self {
            Self::Stated(applic) => Some(applic),
            Self::Everything | Self::Unknown => None,
        }
    }

    /// The condition on the aircraft, if there is one.
    pub(super) fn condition(self) -> Option<Applic> {
        match self {
            Self::Stated(applic) => Some(applic),
            Self::Unknown => Some(Applic::undecided()),
            Self::Everything => None,
        }
    }
}

/// The statements that the modules of one state share, read when the first of them is asked for.
#[derive(Debug)]
pub(super) struct SharedStatements {
    snapshot: Option<SnapshotId>,
    /// The language whose words are preferred.
    language: String,
    entries: OnceCell<Arc<SharedEntries>>,
}

impl SharedStatements {
    /// For conditions alone: the words may be those of any language.
    pub(super) fn new(snapshot: Option<SnapshotId>) -> Self {
        Self::in_language(snapshot, "")
    }

    pub(super) fn in_language(snapshot: Option<SnapshotId>, language: &str) -> Self {
        Self { snapshot, language: language.to_owned(), entries: OnceCell::new() }
    }

    /// Of entries that were read before.
    pub(super) fn of(entries: Arc<SharedEntries>, language: &str) -> Self {
        Self { snapshot: None, language: language.to_owned(), entries: OnceCell::new_with(Some(entries)) }
    }

    async fn get(&self, ctx: &Ctx, ident: &str) -> Result<Option<Arc<Applic>>, Error> {
        let entries = self.entries.get_or_try_init(|| repositories::read(ctx, self.snapshot)).await?;
        Ok(entries.statement(ident, &self.language).cloned())
    }
}

/// Applicability of a whole module: from its status file, or else from the module itself.
pub(super) async fn of_module(
    ctx: &Ctx,
    shared: &SharedStatements,
    stored: &VersionContent,
) -> Result<ModuleApplicability, Error> {
    match of_status(ctx, shared, stored).await? {
        Some(said) => Ok(said),
        None => Ok(of_file(ctx, shared, &stored.blob, stored.size).await?.unwrap_or(ModuleApplicability::Everything)),
    }
}

/// The same, as far as a status file says it.
pub(super) async fn of_status(
    ctx: &Ctx,
    shared: &SharedStatements,
    stored: &VersionContent,
) -> Result<Option<ModuleApplicability>, Error> {
    match &stored.status_blob {
        // However long a module is, its status is not.
        Some(blob) => of_file(ctx, shared, blob, 0).await,
        None => Ok(None),
    }
}

/// The result of reading a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReadFile<T> {
    Read(T),
    /// The vault has lost it.
    Lost,
}

/// The statement of a whole module as it is stored. The caches are left alone: the map of a fleet reads all modules of
/// a manual once, and would evict what pages of contents need.
pub(super) async fn read_whole(ctx: &Ctx, stored: &VersionContent) -> Result<ReadFile<WholeStatement>, Error> {
    if let Some(blob) = &stored.status_blob {
        let ReadFile::Read(said) = read_uncached(ctx, blob, 0).await? else { return Ok(ReadFile::Lost) };
        if said.is_some() {
            return Ok(ReadFile::Read(said));
        }
    }
    read_uncached(ctx, &stored.blob, stored.size).await
}

async fn read_uncached(ctx: &Ctx, blob: &str, size: u64) -> Result<ReadFile<WholeStatement>, Error> {
    if let Some(known) = ctx.renderings.applicability.get(blob) {
        return Ok(ReadFile::Read(to_stored(StatedApplicability::clone(&known))));
    }
    let place = place(ctx, size).await;
    match content::find(ctx, blob).await? {
        Some(bytes) => Ok(ReadFile::Read(to_stored(read(bytes, place).await?))),
        None => Ok(ReadFile::Lost),
    }
}

fn to_stored(said: StatedApplicability) -> WholeStatement {
    match said {
        StatedApplicability::Nothing => None,
        StatedApplicability::Stated { own, shared } => {
            Some(StoredStatement { own: own.map(bare), shared, is_incomplete: false })
        }
        StatedApplicability::Unread => Some(StoredStatement { is_incomplete: true, ..StoredStatement::default() }),
    }
}

/// A statement as XML, without the text for readers: the same formula is kept once, whatever it is called.
fn bare(applic: Applic) -> String {
    Applic { display: String::new(), ..applic }.to_xml()
}

/// The statements that decide which parts of a module are shown; none for one that cannot be drawn.
pub(super) async fn read_parts(ctx: &Ctx, stored: &VersionContent) -> Result<ReadFile<Vec<StoredStatement>>, Error> {
    let place = place(ctx, stored.size).await;
    let Some(bytes) = content::find(ctx, &stored.blob).await? else { return Ok(ReadFile::Lost) };
    let read = tokio::task::spawn_blocking(move || {
        let _place = place;
        let document = guard::check(&bytes).and_then(|checked| Document::read(&checked));
        document.map(|document| parts_of(&document)).unwrap_or_default()
    });
    Ok(ReadFile::Read(read.await?))
}

/// The statements of pieces as the reader takes them: inline ones, those of the module's group, and shared ones.
fn parts_of(document: &Document) -> Vec<StoredStatement> {
    let mut parts = HashSet::new();
    for piece in &document.applicabilities {
        let mut own: Option<Applic> = None;
        let mut part = StoredStatement::default();
        for statement in &piece.statements {
            let index = statement.and_then(|index| usize::try_from(index).ok());
            match index.and_then(|index| document.statements.get(index)) {
                Some(Statement::Own(applic)) => {
                    let applic = applic.clone();
                    own = Some(match own {
                        Some(before) => before.and(applic),
                        None => applic,
                    });
                }
                Some(Statement::Shared(ident)) => part.shared.push(ident.clone()),
                None => part.is_incomplete = true,
            }
        }
        part.own = own.filter(|own| own.expression.is_some()).map(bare);
        // Nothing else depends on the aircraft.
        if part.own.is_some() || !part.shared.is_empty() {
            parts.insert(part);
        }
    }
    parts.into_iter().collect()
}

/// The condition that a stored statement makes; `None` where the entries that it names cannot be read now.
pub(super) fn resolve(stored: &StoredStatement, entries: Option<&SharedEntries>) -> Option<Applic> {
    let (mut all, mut is_open) = (stored.own.as_deref().map(Applic::from_xml), stored.is_incomplete);
    // As in `together`.
    let mut known = HashSet::new();
    for ident in &stored.shared {
        let entries = entries?;
        // The condition is the same in every language.
        match entries.statement(ident, "") {
            Some(entry) if known.insert(Arc::as_ptr(entry).addr()) => {
                let entry = Applic::clone(entry);
                all = Some(match all {
                    Some(before) => before.and(entry),
                    None => entry,
                });
            }
            Some(_) => {}
            None if entries.is_partial => return None,
            None => is_open = true,
        }
    }
    Some(match all {
        Some(known) if is_open => known.and(Applic::undecided()),
        Some(known) => known,
        None => Applic::undecided(),
    })
}

async fn of_file(
    ctx: &Ctx,
    shared: &SharedStatements,
    blob: &str,
    size: u64,
) -> Result<Option<ModuleApplicability>, Error> {
    Ok(match &*said_in(ctx, blob, size).await? {
        StatedApplicability::Nothing => None,
        StatedApplicability::Stated { own, shared: entries } => {
            Some(together(ctx, shared, own.clone(), entries).await?)
        }
        StatedApplicability::Unread => Some(ModuleApplicability::Unknown),
    })
}

async fn said_in(ctx: &Ctx, blob: &str, size: u64) -> Result<Arc<StatedApplicability>, Error> {
    if let Some(known) = ctx.renderings.applicability.get(blob) {
        return Ok(known);
    }
    let place = place(ctx, size).await;
    let Some(bytes) = content::find(ctx, blob).await? else {
        tracing::warn!(blob, "applicability of a module that is lost is not known");
        return Ok(Arc::new(StatedApplicability::Unread));
    };
    let said = read(bytes, place).await?;
    let weight = said.weight();
    Ok(ctx.renderings.applicability.put(blob.to_owned(), said, weight))
}

async fn together(
    ctx: &Ctx,
    shared: &SharedStatements,
    own: Option<Applic>,
    entries: &[String],
) -> Result<ModuleApplicability, Error> {
    let (mut all, mut missing) = (own, false);
    // A statement that is named twice, be it by two names, holds no more, but would be held as often as it is named.
    let mut known = HashSet::new();
    for ident in entries {
        match shared.get(ctx, ident).await? {
            Some(entry) if known.insert(Arc::as_ptr(&entry).addr()) => {
                let entry = Arc::unwrap_or_clone(entry);
                all = Some(match all {
                    Some(before) => before.and(entry),
                    None => entry,
                });
            }
            Some(_) => {}
            None => missing = true,
        }
    }
    Ok(match all {
        Some(known) if missing => ModuleApplicability::Stated(known.and(Applic::undecided())),
        Some(known) => ModuleApplicability::Stated(known),
        None => ModuleApplicability::Unknown,
    })
}

async fn read(bytes: Bytes, place: Option<OwnedSemaphorePermit>) -> Result<StatedApplicability, Error> {
    let read = tokio::task::spawn_blocking(move || {
        let _place = place;
        let Ok((object, _)) = guard::check(&bytes).and_then(|checked| object::read(&checked)) else {
            return StatedApplicability::Unread;
        };
        match (object.applicability, object.shared_applicability) {
            (None, shared) if shared.is_empty() => StatedApplicability::Nothing,
            (own, shared) => StatedApplicability::Stated { own, shared },
        }
    });
    Ok(read.await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step with an inline statement, one that refers to the group, and one that refers to a repository.
    const MODULE: &str = r#"<dmodule><content><referencedApplicGroup>
        <applic id="a-1">
        <assert applicPropertyIdent="model" applicPropertyType="prodattr" applicPropertyValues="A"/></applic>
        <applic id="a-2">
        <assert applicPropertyIdent="unused" applicPropertyType="prodattr" applicPropertyValues="A"/></applic>
        </referencedApplicGroup>
        <referencedApplicGroupRef><applicRef id="a-3" applicIdentValue="shared-1"/></referencedApplicGroupRef>
        <description>
        <para applicRefId="a-1">First</para>
        <para applicRefId="a-3">Second</para>
        <levelledPara><applic>
        <assert applicPropertyIdent="hoist" applicPropertyType="condition" applicPropertyValues="yes"/></applic>
        <para>Third</para></levelledPara>
        </description></content></dmodule>"#;

    #[test]
    fn the_parts_of_a_module_depend_on_group_inline_and_shared_statements() {
        let checked = guard::check(MODULE.as_bytes()).expect("sound");
        let parts = parts_of(&Document::read(&checked).expect("a document"));
        let own = |ident: &str| parts.iter().any(|part| part.own.as_ref().is_some_and(|xml| xml.contains(ident)));
        assert!(own("model") && own("hoist") && !own("unused"), "{parts:?}");
        assert!(parts.iter().any(|part| part.shared == ["shared-1"]), "{parts:?}");
    }

    #[test]
    fn what_cannot_be_read_now_is_told_from_what_is_nowhere() {
        let stored = StoredStatement { shared: vec!["one".to_owned()], ..StoredStatement::default() };
        assert_eq!(resolve(&stored, None), None, "the repository cannot be read");
        let partial = SharedEntries::default().without_some();
        assert_eq!(resolve(&stored, Some(&partial)), None, "it may be in the one that is lost");
        assert_eq!(resolve(&stored, Some(&SharedEntries::default())), Some(Applic::undecided()));
        let own = StoredStatement { own: Some("<applic/>".to_owned()), ..StoredStatement::default() };
        assert_eq!(resolve(&own, None), Some(Applic::default()));
    }
}
