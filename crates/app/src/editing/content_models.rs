//! Content models for the editor: of the installed schema set, or learned from other modules of the manual.

use std::sync::Arc;

use domain::file::File;
use domain::page::{Order, PageRequest};
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use s1000d::guard::Refusal;
use s1000d::model::ModelLearner;
use tokio::sync::Semaphore;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error};
use crate::editing::{drafts, source};
use crate::imports::schema_sets;
use crate::library::files::{self, FileFilter, FileScope, FileSort};

pub use s1000d::model::{AttributeKind, AttributeModel, ContentModel, ContentState, ElementModel, ModelOrigin};

/// Modules that a model is learned from.
const MAX_EXAMPLES: u32 = 60;
/// Bytes of them in all.
const MAX_EXAMPLE_BYTES: u64 = 8 << 20;
/// Models that are made at once: reading a schema takes a core for up to a second.
const AT_ONCE: usize = 2;
static PLACES: Semaphore = Semaphore::const_new(AT_ONCE);

/// Models are learned one after the other, so that several authors of a manual wait for the same one.
static LEARNING: Semaphore = Semaphore::const_new(1);
/// About the bytes of a learned model that is still offered: a larger one would not be kept in the cache.
const MAX_WEIGHT: usize = 2 << 20;

/// The content model of the file at a path, which the caller has checked out.
pub async fn read(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<Arc<ContentModel>, Error> {
    caller.require_person(Permission::EditContent)?;
    let file = drafts::held(&mut caller.read(ctx).await?, caller, path).await?;
    let text = source::read_short(ctx, &file).await?;
    match of_schema(ctx, text).await? {
        Ok(Some(model)) => Ok(model),
        // The author may have to repair a text that is not well-formed.
        Ok(None) | Err(_) => learned(ctx, caller, path).await,
    }
}

/// The content model for a text of the file at a path, by the schema that the text names.
pub(super) async fn of_text(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
) -> Result<Arc<ContentModel>, Error> {
    match of_schema(ctx, text).await?.map_err(DraftError::Refused)? {
        Some(model) => Ok(model),
        None => learned(ctx, caller, path).await,
    }
}

/// The content model of the schema that a text names, if it is installed; or the defect of the text.
pub(super) async fn of_schema(ctx: &Ctx, text: String) -> Result<Result<Option<Arc<ContentModel>>, Refusal>, Error> {
    let schemas = schema_sets::load(ctx).await?;
    let place = PLACES.acquire().await;
    let of_schema = tokio::task::spawn_blocking(move || {
        let _place = place;
        schemas.model_of(&text)
    });
    Ok(of_schema.await?)
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
    let place = LEARNING.acquire().await;
    if let Some(model) = ctx.learned_models.get(&key) {
        return Ok(model);
    }
    let texts = texts(ctx, &examples).await?;
    let learned = tokio::task::spawn_blocking(move || {
        let mut learner = ModelLearner::default();
        for text in texts {
            // A module that is not well-formed teaches nothing.
            let _ = learner.learn(&text);
        }
        (offered(learner.model()), place)
    });
    // The next one learns when this model is in the cache.
    let (model, _place) = learned.await?;
    let weight = weight(&model);
    Ok(ctx.learned_models.put(key, model, weight))
}

/// The model; an empty one where it is too large to be kept: a text with thousands of names is no example.
fn offered(model: ContentModel) -> ContentModel {
    if weight(&model) > MAX_WEIGHT { ModelLearner::default().model() } else { model }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(names: usize) -> ContentModel {
        let parts: Vec<String> = (0..names).map(|name| format!("<b{name} a{name}='{name}'/>")).collect();
        let mut learner = ModelLearner::default();
        learner.learn(&format!("<a>{}</a>", parts.concat())).expect("a module");
        learner.model()
    }

    #[test]
    fn a_model_that_is_too_large_to_be_kept_is_not_offered() {
        assert_eq!(offered(learned(100)).elements.len(), 101);
        let mut large = learned(100);
        large.values.push(vec!["x".repeat(MAX_WEIGHT)]);
        let model = offered(large);
        assert_eq!((model.origin, model.elements.len()), (ModelOrigin::Learned, 0));
        assert!(weight(&model) < 100);
    }
}
