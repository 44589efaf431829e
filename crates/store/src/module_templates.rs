//! Templates of new modules that replace the built-in ones of a manual.

use chrono::{DateTime, Utc};
use domain::id::ManualId;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

/// A template that an administrator has put in place of a built-in one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleTemplate {
    /// As in `proced`; `pm` for publications.
    pub content_type: String,
    /// As in `4-2`; empty when the text does not say.
    pub schema_issue: String,
    pub blob: String,
    /// In bytes.
    pub size: u64,
    pub updated_by: String,
    pub updated_on: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct ModuleTemplateRow {
    content_type: String,
    schema_issue: String,
    blob: String,
    size: i64,
    updated_by: String,
    updated_on: Millis,
}

impl ModuleTemplateRow {
    fn into_template(self) -> Result<ModuleTemplate, StoreError> {
        Ok(ModuleTemplate {
            content_type: self.content_type,
            schema_issue: self.schema_issue,
            blob: self.blob,
            size: count(self.size),
            updated_by: self.updated_by,
            updated_on: self.updated_on.read("module_template", "updated_on")?,
        })
    }
}

/// The templates of a manual, ordered by type.
pub async fn list(tx: &mut Tx, manual: &ManualId) -> Result<Vec<ModuleTemplate>, StoreError> {
    const SQL: &str = "
        SELECT content_type, schema_issue, blob, size, updated_by, updated_on
        FROM module_template
        WHERE manual_id = $1
        ORDER BY content_type";
    let rows: Vec<ModuleTemplateRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_all(conn).await?);
    rows.into_iter().map(ModuleTemplateRow::into_template).collect()
}

/// The template of a manual for a type.
pub async fn find(tx: &mut Tx, manual: &ManualId, content_type: &str) -> Result<Option<ModuleTemplate>, StoreError> {
    const SQL: &str = "
        SELECT content_type, schema_issue, blob, size, updated_by, updated_on
        FROM module_template
        WHERE manual_id = $1 AND content_type = $2";
    let row: Option<ModuleTemplateRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(content_type).fetch_optional(conn).await?);
    row.map(ModuleTemplateRow::into_template).transpose()
}

/// Inserts a template, or replaces the one of the same type.
pub async fn put(tx: &mut Tx, manual: &ManualId, template: &ModuleTemplate) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO module_template (manual_id, content_type, schema_issue, blob, size, updated_by, updated_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (manual_id, content_type) DO UPDATE
        SET schema_issue = excluded.schema_issue, blob = excluded.blob, size = excluded.size,
            updated_by = excluded.updated_by, updated_on = excluded.updated_on";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&manual.0)
        .bind(&template.content_type)
        .bind(&template.schema_issue)
        .bind(&template.blob)
        .bind(signed(template.size))
        .bind(&template.updated_by)
        .bind(Millis::from(template.updated_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Deletes a template; `false` when there is none of this type.
pub async fn delete(tx: &mut Tx, manual: &ManualId, content_type: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM module_template WHERE manual_id = $1 AND content_type = $2";
    let deleted =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&manual.0).bind(content_type).execute(conn).await?.rows_affected());
    Ok(deleted == 1)
}
