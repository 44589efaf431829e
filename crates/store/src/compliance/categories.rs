//! Categories of collections.

use chrono::{DateTime, Utc};
use domain::compliance::{CompliancePath, PolicyCategory};
use domain::id::{ComplianceCollectionId, PolicyCategoryId};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

const TABLE: &str = "policy_category";

#[derive(sqlx::FromRow)]
struct CategoryRow {
    id: String,
    collection_id: String,
    parent_id: Option<String>,
    path: String,
    code: String,
    name: String,
    updated_on: Millis,
    version: i64,
}

impl CategoryRow {
    fn into_category(self) -> Result<PolicyCategory, StoreError> {
        Ok(PolicyCategory {
            id: PolicyCategoryId(self.id),
            collection: ComplianceCollectionId(self.collection_id),
            parent: self.parent_id.map(PolicyCategoryId),
            path: self.path,
            code: self.code,
            name: self.name,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        })
    }
}

/// All categories of the collections, or of one of them, each after the one around it.
pub async fn list_categories(
    tx: &mut Tx,
    collection: Option<&ComplianceCollectionId>,
    limit: u64,
) -> Result<Vec<PolicyCategory>, StoreError> {
    const SQL: &str = "
        SELECT id, collection_id, parent_id, path, code, name, updated_on, version
        FROM policy_category
        WHERE $1 = '' OR collection_id = $1
        ORDER BY collection_id, position, id
        LIMIT $2";
    let wanted = collection.map_or("", |id| id.0.as_str());
    let rows: Vec<CategoryRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(wanted).bind(signed(limit)).fetch_all(conn).await?);
    let rows =
        rows.into_iter().filter(|row| tx.sight().sees_collection(&ComplianceCollectionId(row.collection_id.clone())));
    rows.map(CategoryRow::into_category).collect()
}

pub async fn find_category(tx: &mut Tx, id: &PolicyCategoryId) -> Result<Option<PolicyCategory>, StoreError> {
    const SQL: &str = "
        SELECT id, collection_id, parent_id, path, code, name, updated_on, version
        FROM policy_category
        WHERE id = $1";
    let row: Option<CategoryRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    let found = row.map(CategoryRow::into_category).transpose()?;
    Ok(found.filter(|category| tx.sight().sees_collection(&category.collection)))
}

pub async fn find_category_at(tx: &mut Tx, path: &CompliancePath) -> Result<Option<PolicyCategory>, StoreError> {
    const SQL: &str = "
        SELECT id, collection_id, parent_id, path, code, name, updated_on, version
        FROM policy_category
        WHERE path = $1";
    let row: Option<CategoryRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(path.to_string()).fetch_optional(conn).await?);
    let found = row.map(CategoryRow::into_category).transpose()?;
    Ok(found.filter(|category| tx.sight().sees_collection(&category.collection)))
}

pub async fn count_categories(tx: &mut Tx, collection: &ComplianceCollectionId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM policy_category WHERE collection_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&collection.0).fetch_one(conn).await?)))
}

/// Inserts a category after the others of its collection.
pub async fn insert_category(tx: &mut Tx, category: &PolicyCategory) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_category (
            id, collection_id, parent_id, path, code, name, position, created_on, updated_on, version)
        SELECT $1, $2, $3, $4, $5, $6, COALESCE(MAX(x.position), 0) + 1, $7, $7, 1
        FROM policy_category x
        WHERE x.collection_id = $2";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&category.id.0)
        .bind(&category.collection.0)
        .bind(category.parent.as_ref().map(|id| &id.0))
        .bind(&category.path)
        .bind(&category.code)
        .bind(&category.name)
        .bind(Millis::from(category.updated_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Writes code and name of a category; `false` when somebody changed it since this version.
pub async fn update_category(
    tx: &mut Tx,
    id: &PolicyCategoryId,
    version: i64,
    (code, name): (&str, &str),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE policy_category
        SET code = $3, name = $4, updated_on = $5, version = version + 1
        WHERE id = $1 AND version = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(version)
        .bind(code)
        .bind(name)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes a category with its sub-categories and items; `false` when somebody changed it since this version.
pub async fn delete_category(tx: &mut Tx, id: &PolicyCategoryId, version: i64) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM policy_category WHERE id = $1 AND version = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(version).execute(conn).await?.rows_affected()) == 1)
}
