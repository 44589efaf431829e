//! Modules as readers see them: drawn, for an aircraft, with everything they name looked up in the state that is read.

mod alternates;
mod applicants;
mod choice;
mod choices;
mod compared;
mod edited;
mod figures;
mod filter_products;
mod fleet;
mod fleet_map;
mod product_key;
mod profile_members;
mod published;
mod references;
mod repositories;
mod tables;
mod touched_fleet;
mod verdicts;
mod whole;

use std::sync::Arc;

use domain::id::{SnapshotId, VersionId};
use domain::language::Locale;
use domain::manual::Manual;
use domain::object::ObjectKind;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::{Reading, Snapshot};
use s1000d::applic::Assignments;
use s1000d::applic::repository;
use s1000d::document::html::{self, Options, RENDERER_VERSION, Unresolved};
use s1000d::document::shared;
use s1000d::guard;
use sha2::Digest;
use store::Tx;
use tokio::sync::OwnedSemaphorePermit;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::core::render_cache::RenderKey;
use crate::library::files::{self, File};
use crate::library::revisions;
use crate::reading::content;

pub use applicants::{Applicants, ModuleFleet};
pub(crate) use applicants::{module_fleet, module_tables};
pub use choice::{Assign, Choice};
pub use choices::{Choices, FlownAircraft, ListedProduct, ListedProperty, choices};
pub(crate) use compared::compare_merged;
pub use compared::{
    CompareLayout, ComparedPage, ComparedState, ComparedStates, ComparedVersion, MergedSides, RedlineChange,
    RedlineKind, ReplacedPicture, compare,
};
pub(crate) use edited::edited;
pub use edited::{EditedPage, EditedRun};
pub use figures::{PictureState, ResolvedPicture};
pub(crate) use filter_products::{FilterProducts, MemberProducts};
pub use fleet_map::{
    ChangedPlace, FleetMap, FleetMapQuery, FleetPreview, MAX_COLUMNS, ManualPreview, MapCell, MapRow, MappedAircraft,
    PlacesQuery, PreviewedAircraft, TailRedlineQuery, compare_for_aircraft, list_changed_places, preview_fleet,
    read_fleet_map,
};
pub use publish::picture::Note;
pub(crate) use published::{OfferedChoices, PublishedApplicability};
pub use references::{ResolvedReference, ResolvedState};
pub(crate) use repositories::read as shared_entries;
pub use s1000d::applic::tables::{Declaration, Tables};
pub use s1000d::applic::{Expression, Property, PropertyKind, Truth};
pub use s1000d::document::html::{Annotation, DecidingValue, Figure, Heading, Media, Outside, Rendered};
pub use s1000d::document::{Hotspot, Reason};
pub use tables::TableName;
pub use touched_fleet::TouchedFleet;
pub(crate) use touched_fleet::{count_unread, touched_fleet, versions_for};

use alternates::Alternates;
use repositories::WithShared;
pub(crate) use verdicts::judge;
use whole::SharedStatements;

/// A module of more bytes is large: the tree of one may take half a gigabyte.
const LARGE: u64 = 1 << 20;

/// Options for reading a module.
#[derive(Debug, Clone, Default)]
pub struct ViewOptions {
    /// Left out: the one that the state holds.
    pub version: Option<VersionId>,
    pub choice: Choice,
    pub outside: Outside,
    pub locale: Locale,
}

/// A module to read.
#[derive(Debug, Clone)]
pub struct ModuleView {
    pub file: File,
    /// A notice in its place where the module is withheld.
    pub rendered: Arc<Rendered>,
    /// The whole module does not apply to the choice, and what does not apply is hidden.
    pub withheld: bool,
    /// One for each reference that was drawn.
    pub references: Vec<ResolvedReference>,
    /// One for each picture that was drawn.
    pub figures: Vec<ResolvedPicture>,
    /// Applicability of the whole module.
    pub module: Option<Annotation>,
    /// The chosen values, with the names of properties.
    pub chosen: Vec<Assign>,
    /// Whether the tables are about the chosen aircraft and product.
    pub is_known: bool,
}

/// A module with the places in which things that it names are looked for.
pub(crate) struct LocatedModule {
    pub(crate) file: File,
    /// None when an old version is read of what the state no longer holds.
    pub(crate) own: Option<SnapshotId>,
    /// The state that is read, and the same lane of the other manuals of the database; its own comes first.
    pub(crate) snapshots: Vec<SnapshotId>,
}

/// Draws the module at a path.
pub async fn open(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    reading: &Reading,
    options: &ViewOptions,
) -> Result<ModuleView, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let opened = find(&mut tx, path, reading, options.version).await?;
    let sources = tables::sources(&mut tx, &opened).await?;
    let set = sources.of_module(&mut tx, &opened.file).await?;
    let chosen = choice::Chosen::find(&mut tx, &options.choice).await?;
    let alternates = match opened.file.object.identity.kind {
        ObjectKind::Container => alternates::list(&mut tx, &opened, &opened.file).await?,
        _ => Vec::new(),
    };
    drop(tx);

    let manual = tables::read(ctx, &sources).await?;
    let values = choice::assignments(&options.choice, &chosen, &manual, set)?;
    let choice = &values.assigned;
    let tables = manual.of(set);
    let source = RenderJob { opened: &opened, tables, choice, options };
    let rendered = if alternates.is_empty() {
        source.drawn(ctx).await?
    } else {
        let alternates = Alternates::read(ctx, &opened, alternates).await?;
        source.drawn_with(ctx, alternates).await?
    };
    let module = source.module(ctx, &rendered).await?;
    let module = source.for_members(ctx, &values, module).await?;
    let hides = options.outside == Outside::Hide && !options.choice.is_empty();
    let withheld = module.as_ref().filter(|module| hides && module.truth == Truth::False);
    let rendered = withheld.map_or(rendered, |module| Arc::new(Rendered::withheld(module, options.locale)));
    let withheld = withheld.is_some();

    let mut tx = caller.read(ctx).await?;
    let pointed = references::look_up(&mut tx, &opened, &rendered).await?;
    drop(tx);
    let references = references::resolve(ctx, &opened, &rendered, &pointed, choice).await?;
    let figures = figures::resolve(ctx, &opened, &rendered, &pointed.named).await?;
    // The values of a whole fleet are long, and nobody's.
    let chosen = if values.is_of_profile() { Vec::new() } else { choice::named(choice, tables.of(options.locale)) };
    let is_known = values.is_known;
    Ok(ModuleView { file: opened.file, rendered, withheld, references, figures, module, chosen, is_known })
}

/// A name of bytes that is the same on every node.
pub fn fingerprint(bytes: &[u8]) -> String {
    let digest = sha2::Sha256::digest(bytes);
    base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, &digest[..18])
}

/// The file at a path, in the version that is wanted, and where to look for what it names.
pub(crate) async fn find(
    tx: &mut Tx,
    path: &FilePath,
    reading: &Reading,
    version: Option<VersionId>,
) -> Result<LocatedModule, Error> {
    let missing = || Error::NotFound(Missing::File);
    let (object, manual) = files::object_at(tx, path).await?;
    let manual = manual.ok_or(Error::File(FileError::NotText))?;
    let snapshot = revisions::read(tx, &manual, reading).await?;
    let held = match &snapshot {
        Some(snapshot) => store::files::find(tx, snapshot.id, object).await?,
        None => None,
    };
    let file = match version {
        None => held.ok_or_else(missing)?,
        Some(id) => store::files::find_version(tx, object, id).await?.ok_or_else(missing)?,
    };
    let own = snapshot.as_ref().map(|snapshot| snapshot.id);
    let snapshots = readable(tx, &manual, snapshot.as_ref(), reading).await?;
    Ok(LocatedModule { file, own, snapshots })
}

async fn readable(
    tx: &mut Tx,
    manual: &Manual,
    snapshot: Option<&Snapshot>,
    reading: &Reading,
) -> Result<Vec<SnapshotId>, Error> {
    let own = snapshot.map(|snapshot| (&manual.id, snapshot.id));
    files::snapshots_beside(tx, manual.csdb_name.as_str(), own, reading).await
}

/// A module that is about to be drawn.
struct RenderJob<'a> {
    opened: &'a LocatedModule,
    tables: &'a tables::MergedTables,
    choice: &'a Assignments,
    options: &'a ViewOptions,
}

impl RenderJob<'_> {
    /// The drawing, from memory if it is there. Links are left open: they depend on the state that is read.
    async fn drawn(&self, ctx: &Ctx) -> Result<Arc<Rendered>, Error> {
        let key = RenderKey {
            renderer: RENDERER_VERSION,
            blob: self.opened.file.version.content.blob.clone(),
            tables: self.tables.key.clone(),
            locale: self.options.locale,
            choice: choice::short_key(self.choice),
            grey: self.options.outside == Outside::Grey,
        };
        if let Some(drawn) = ctx.renderings.modules.get(&key) {
            return Ok(drawn);
        }
        let place = place(ctx, self.opened.file.version.content.size).await;
        // Another request may have rendered it while this one waited.
        if let Some(drawn) = ctx.renderings.modules.get(&key) {
            return Ok(drawn);
        }
        let (mut drawn, alone) = self.draw(ctx, Unresolved, place).await?;
        if !alone {
            return Ok(Arc::new(drawn));
        }
        // A text that grew may have reserved twice its length, which no weight would count.
        drawn.html.shrink_to_fit();
        let weight = weight(&drawn);
        Ok(ctx.renderings.modules.put(key, drawn, weight))
    }

    /// The drawing of a container, which depends on what its alternates apply to.
    async fn drawn_with(&self, ctx: &Ctx, alternates: Alternates) -> Result<Arc<Rendered>, Error> {
        let place = place(ctx, self.opened.file.version.content.size).await;
        Ok(Arc::new(self.draw(ctx, alternates, place).await?.0))
    }

    /// Draws it, and says whether the drawing depends on nothing but its key.
    async fn draw(
        &self,
        ctx: &Ctx,
        links: impl html::Links + Send + 'static,
        place: Option<OwnedSemaphorePermit>,
    ) -> Result<(Rendered, bool), Error> {
        let bytes = content::read(ctx, &self.opened.file.version.content.blob).await?;
        let (tables, choice) = (self.tables.clone(), self.choice.clone());
        let (locale, outside) = (self.options.locale, self.options.outside);
        let alone = !repository::is_named_in(&bytes) && !shared::is_named_in(&bytes);
        let entries = if alone { Arc::default() } else { repositories::read(ctx, self.opened.own).await? };
        let language = self.opened.file.object.identity.language.clone();
        let links = WithShared { links, entries, language };
        let drawn = tokio::task::spawn_blocking(move || {
            // A reader who goes away leaves the work behind, and with it the place.
            let _place = place;
            let options = Options { locale, choice: &choice, outside, tables: tables.bilingual(), links: &links };
            guard::check(&bytes).and_then(|checked| html::render(&checked, &options))
        })
        .await?
        .map_err(FileError::Unreadable)?;
        Ok((drawn, alone))
    }

    /// The same, decided for each member of a profile: their values as one leave open what each of them decides.
    async fn for_members(
        &self,
        ctx: &Ctx,
        values: &choice::ChoiceValues,
        module: Option<Annotation>,
    ) -> Result<Option<Annotation>, Error> {
        if !values.is_of_profile() {
            return Ok(module);
        }
        let Some(module) = module else { return Ok(None) };
        let shared = SharedStatements::new(self.opened.own);
        let whole = whole::of_module(ctx, &shared, &self.opened.file.version.content).await?;
        let truth = values.for_members(|member| whole.evaluate(member)).unwrap_or(module.truth);
        Ok(Some(Annotation { truth, ..module }))
    }

    /// Applicability of the whole module: from its status file, or else from the rendering.
    async fn module(&self, ctx: &Ctx, rendered: &Rendered) -> Result<Option<Annotation>, Error> {
        let language = &self.opened.file.object.identity.language;
        let shared = SharedStatements::in_language(self.opened.own, language);
        let Some(said) = whole::of_status(ctx, &shared, &self.opened.file.version.content).await? else {
            return Ok(rendered.applicability.clone());
        };
        let statement = said.statement();
        let options = Options {
            locale: self.options.locale,
            choice: self.choice,
            outside: self.options.outside,
            tables: self.tables.bilingual(),
            links: &Unresolved,
        };
        Ok(Some(Annotation::of("module", &[statement], &options)))
    }
}

/// A place for a large module; small ones need none.
async fn place(ctx: &Ctx, size: u64) -> Option<OwnedSemaphorePermit> {
    if size <= LARGE {
        return None;
    }
    Arc::clone(&ctx.renderings.large).acquire_owned().await.ok()
}

/// About what a drawing takes in memory.
fn weight(drawn: &Rendered) -> usize {
    drawn.html.len() + drawn.references.len() * 300 + drawn.figures.len() * 300 + drawn.annotations.len() * 300 + 1_000
}
