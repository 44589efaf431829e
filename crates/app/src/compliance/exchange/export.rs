//! Collections and templates as files.

use std::collections::HashMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::id::{ComplianceCollectionId, PolicyItemId};
use domain::permission::Permission;
use regulations::mapping::Relationship;
use regulations::model::{ItemCounterpart, SourceCollection};
use regulations::{oscal, table};
use store::regulations::MappingFilter;

use super::mappings::{MAX_MAPPINGS, toward};
use super::stored;
use crate::compliance::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Format of an exported collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollectionFormat {
    Xlsx,
    Csv,
    Oscal,
}

/// A file to download.
#[derive(Debug)]
pub struct ExportedFile {
    /// Without its extension.
    pub name: String,
    pub bytes: Bytes,
}

/// A collection as a file, with its mappings. Importing it again changes nothing.
pub async fn collection(
    ctx: &Ctx,
    caller: &Caller,
    id: &ComplianceCollectionId,
    format: CollectionFormat,
) -> Result<ExportedFile, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let collection = located::collection(&mut tx, id).await?;
    let edition = stored::load_current(&mut tx, &collection).await?;
    let filter = MappingFilter { collection: id.clone(), other: None, text: String::new() };
    let mappings = store::regulations::list_all_mappings(&mut tx, &filter, MAX_MAPPINGS).await?;
    drop(tx);
    let mut counterparts: HashMap<PolicyItemId, Vec<ItemCounterpart>> = HashMap::new();
    for mapping in mappings {
        let mapping = toward(mapping, id);
        let Some(relationship) = Relationship::parse(mapping.relation.as_str()) else { continue };
        let (collection, code) = (mapping.target.collection_name, mapping.target.code);
        let counterpart = ItemCounterpart { collection, code, relationship };
        counterparts.entry(mapping.source.id).or_default().push(counterpart);
    }
    let (name, changed_on) = (collection.details.name.clone(), collection.updated_on);
    let work = tokio::task::spawn_blocking(move || {
        let mut exported = edition.collection;
        for (item, record) in exported.items.iter_mut().zip(&edition.items) {
            item.mappings = counterparts.remove(&record.id).unwrap_or_default();
        }
        written(&exported, format, changed_on)
    });
    Ok(ExportedFile { name, bytes: work.await??.into() })
}

fn written(collection: &SourceCollection, format: CollectionFormat, changed: DateTime<Utc>) -> Result<Vec<u8>, Error> {
    match format {
        CollectionFormat::Xlsx => table::to_xlsx(collection).map_err(Error::Workbook),
        CollectionFormat::Csv => Ok(table::to_csv(collection)),
        CollectionFormat::Oscal => Ok(oscal::to_oscal(collection, changed)),
    }
}

/// Format of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateFormat {
    Xlsx,
    Csv,
}

/// An empty file in our own layout, with an explanation of its columns.
pub async fn template(caller: &Caller, format: TemplateFormat) -> Result<Bytes, Error> {
    caller.require(Permission::ReadContent)?;
    let work = tokio::task::spawn_blocking(move || match format {
        TemplateFormat::Xlsx => table::template_xlsx().map_err(Error::Workbook),
        TemplateFormat::Csv => Ok(table::template_csv()),
    });
    Ok(Bytes::from(work.await??))
}
