//! Translations of modules, and the versions that they were made from.

use domain::id::{ManualId, ObjectId, SnapshotId, VersionId};
use domain::translation::{LanguageModule, TranslationRecord};
use domain::version::VersionMetadata;

use crate::StoreError;
use crate::millis::Millis;
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
struct TranslationRecordRow {
    object_id: i64,
    original_id: i64,
    version_id: i64,
    is_done: bool,
    updated_by: String,
    updated_on: Millis,
}

impl TranslationRecordRow {
    fn into_record(self) -> Result<TranslationRecord, StoreError> {
        Ok(TranslationRecord {
            object_id: ObjectId(self.object_id),
            original_id: ObjectId(self.original_id),
            version_id: VersionId(self.version_id),
            is_done: self.is_done,
            updated_by: self.updated_by,
            updated_on: self.updated_on.read("translation", "updated_on")?,
        })
    }
}

/// Inserts what a translation was made from, or replaces it.
pub async fn put(tx: &mut Tx, record: &TranslationRecord) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO translation (object_id, original_id, version_id, is_done, updated_by, updated_on)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (object_id) DO UPDATE
        SET original_id = excluded.original_id, version_id = excluded.version_id, is_done = excluded.is_done,
            updated_by = excluded.updated_by, updated_on = excluded.updated_on";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(record.object_id.0)
        .bind(record.original_id.0)
        .bind(record.version_id.0)
        .bind(record.is_done)
        .bind(&record.updated_by)
        .bind(Millis::from(record.updated_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// What a module was translated from.
pub async fn find(tx: &mut Tx, object: ObjectId) -> Result<Option<TranslationRecord>, StoreError> {
    const SQL: &str = "
        SELECT object_id, original_id, version_id, is_done, updated_by, updated_on
        FROM translation
        WHERE object_id = $1";
    let row: Option<TranslationRecordRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_optional(conn).await?);
    row.map(TranslationRecordRow::into_record).transpose()
}

/// What the modules of a manual were translated from.
pub async fn list(tx: &mut Tx, manual: &ManualId) -> Result<Vec<TranslationRecord>, StoreError> {
    const SQL: &str = "
        SELECT t.object_id, t.original_id, t.version_id, t.is_done, t.updated_by, t.updated_on
        FROM translation t
        JOIN object o ON o.id = t.object_id
        WHERE o.manual_id = $1
        ORDER BY t.object_id";
    let rows: Vec<TranslationRecordRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_all(conn).await?);
    rows.into_iter().map(TranslationRecordRow::into_record).collect()
}

#[derive(sqlx::FromRow)]
struct LanguageModuleRow {
    object_id: i64,
    version_id: i64,
    key: String,
    code: String,
    language: String,
    tech_name: String,
    info_name: String,
    issue_number: String,
    in_work: String,
}

/// The modules and publications of a snapshot in all their languages, ordered by key.
pub async fn list_modules(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<LanguageModule>, StoreError> {
    const SQL: &str = concat!(
        "SELECT o.id AS object_id, v.id AS version_id, o.key, o.code, o.language, v.tech_name, v.info_name,
            v.issue_number, v.in_work
        FROM lane_entry e
        JOIN object o ON o.id = e.object_id
        JOIN version v ON v.id = e.version_id
        WHERE NOT e.deleted AND o.kind IN ('dm', 'pm') AND o.language <> '' AND ",
        is_at!("$1"),
        "ORDER BY e.key_folded"
    );
    let rows: Vec<LanguageModuleRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).fetch_all(conn).await?);
    let module = |row: LanguageModuleRow| {
        let names =
            VersionMetadata { tech_name: row.tech_name, info_name: row.info_name, ..VersionMetadata::default() };
        LanguageModule {
            object_id: ObjectId(row.object_id),
            version_id: VersionId(row.version_id),
            key: row.key,
            code: row.code,
            language: row.language,
            title: names.title(),
            issue: (row.issue_number, row.in_work),
        }
    };
    Ok(rows.into_iter().map(module).collect())
}
