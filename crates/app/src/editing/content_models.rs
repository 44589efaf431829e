//! Content models for the editor: of the installed schema set, or learned from other modules of the manual.

use std::sync::Arc;

use domain::file::File;
use domain::page::{Order, PageRequest};
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use s1000d::model::ModelLearner;
use tokio::sync::Semaphore;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::{drafts, source};
use crate::imports::schema_sets;
use crate::library::files::{self, FileFilter, FileScope, FileSort};

pub use s1000d::model::{AttributeModel, ContentModel, ContentState, ElementModel, ModelOrigin, ValueKind};

/// Modules that a model is learned from.
const MAX_EXAMPLES: u32 = 60;
/// Bytes of them in all.
const MAX_EXAMPLE_BYTES: u64 = 8 << 20;
/// Models that are made at once: reading a schema takes a core for up to a second.
const AT_ONCE: usize = 2;
static PLACES: Semaphore = Semaphore::const_new(AT_ONCE);

/// The content model of the file at a path, which the caller has checked out.
pub async fn read(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<Arc<ContentModel>, Error> {
    caller.require_person(Permission::EditContent)?;
    let file = drafts::held(&mut caller.read(ctx).await?, caller, path).await?;
    let text = source::read_short(ctx, &file).await?;
    of_text(ctx, caller, path, text).await
}

/// The content model for a text of the file at a path, by the schema that the text names.
pub(super) async fn of_text(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
) -> Result<Arc<ContentModel>, Error> {
    let schemas = schema_sets::load(ctx).await?;
    let place = PLACES.acquire().await;
    let of_schema = tokio::task::spawn_blocking(move || {
        let _place = place;
        schemas.model_of(&text)
    });
    match of_schema.await? {
        Some(model) => Ok(model),
        None => learned(ctx, caller, path).await,
    }
}

/// A model learned from the modules of the same manual and kind, and from the file itself.
async fn learned(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<Arc<ContentModel>, Error> {
    let generation = ctx.generation(Some(path.csdb())).await?;
    let mut tx = caller.read(ctx).await?;
    let located = files::at_path(&mut tx, path, &Reading::default()).await?;
    let kind = located.file.version.metadata.content_type.clone();
    let key = (located.file.folder().to_owned(), kind.clone(), generation);
    if let Some(model) = ctx.learned_models.get(&key) {
        return Ok(model);
    }
    let mut examples = vec![located.file];
    if let Some((_, snapshot)) = &located.manual
        && let Some(page) = PageRequest::parse(1, MAX_EXAMPLES)
    {
        let filter = of_kind(kind);
        examples.extend(store::files::list(&mut tx, snapshot.id, &filter, page).await?.items);
    }
    drop(tx);
    let texts = texts(ctx, &examples).await?;
    let place = PLACES.acquire().await;
    let learned = tokio::task::spawn_blocking(move || {
        let _place = place;
        let mut learner = ModelLearner::default();
        for text in texts {
            // A module that is not well-formed teaches nothing.
            let _ = learner.learn(&text);
        }
        learner.model()
    });
    let model = learned.await?;
    let weight = weight(&model);
    Ok(ctx.learned_models.put(key, model, weight))
}

fn of_kind(content_type: String) -> FileFilter {
    FileFilter {
        scope: FileScope::Modules,
        text: String::new(),
        content_type,
        language: String::new(),
        system: String::new(),
        status: None,
        sort: FileSort::default(),
        order: Order::default(),
    }
}

/// The texts of modules, up to a limit of bytes; those that cannot be read are left out.
async fn texts(ctx: &Ctx, examples: &[File]) -> Result<Vec<String>, Error> {
    let mut texts = Vec::new();
    let mut bytes = 0;
    for file in examples {
        bytes += file.version.content.size;
        if bytes > MAX_EXAMPLE_BYTES && !texts.is_empty() {
            break;
        }
        match source::read_short(ctx, file).await {
            Ok(text) => texts.push(text),
            Err(Error::File(_) | Error::Draft(_) | Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(texts)
}

/// About the bytes that a model takes.
fn weight(model: &ContentModel) -> usize {
    let states = model.elements.iter().flat_map(|element| &element.content.states);
    let steps: usize = states.map(|state| 48 + 16 * state.next.len()).sum();
    let attributes: usize = model.elements.iter().map(|element| 100 + 8 * element.attributes.len()).sum();
    let values: usize = model.values.iter().flatten().map(|value| 24 + value.len()).sum();
    steps + attributes + values + 100 * model.attributes.len()
}
