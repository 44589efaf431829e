//! Translations of modules, and the versions that they were made from.

use domain::id::{ManualId, ObjectId, SnapshotId, VersionId};
use domain::translation::{DeliveredVersion, LanguageModule, TranslationRecord};
use domain::version::{Issue, VersionMetadata};

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

/// The original of a module.
pub async fn find(tx: &mut Tx, object: ObjectId) -> Result<Option<TranslationRecord>, StoreError> {
    const SQL: &str = "
        SELECT object_id, original_id, version_id, is_done, updated_by, updated_on
        FROM translation
        WHERE object_id = $1";
    let row: Option<TranslationRecordRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_optional(conn).await?);
    row.map(TranslationRecordRow::into_record).transpose()
}

/// The originals of the modules of a manual.
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
    issue_date: String,
    delivered_id: Option<i64>,
    delivered_number: Option<String>,
    delivered_in_work: Option<String>,
    delivered_date: Option<String>,
    delivered_on: Option<Millis>,
}

impl LanguageModuleRow {
    fn into_module(self) -> Result<LanguageModule, StoreError> {
        let names =
            VersionMetadata { tech_name: self.tech_name, info_name: self.info_name, ..VersionMetadata::default() };
        let delivered = match (self.delivered_id, self.delivered_on) {
            (Some(id), Some(created_on)) => Some(DeliveredVersion {
                version_id: VersionId(id),
                issue: Issue {
                    number: self.delivered_number.unwrap_or_default(),
                    in_work: self.delivered_in_work.unwrap_or_default(),
                    date: self.delivered_date.unwrap_or_default(),
                    ..Issue::default()
                },
                created_on: created_on.read("version", "created_on")?,
            }),
            _ => None,
        };
        Ok(LanguageModule {
            object_id: ObjectId(self.object_id),
            version_id: VersionId(self.version_id),
            key: self.key,
            code: self.code,
            language: self.language,
            title: names.title(),
            issue: Issue {
                number: self.issue_number,
                in_work: self.in_work,
                date: self.issue_date,
                ..Issue::default()
            },
            delivered,
        })
    }
}

/// The modules and publications of a snapshot in all their languages, ordered by key.
pub async fn list_modules(tx: &mut Tx, snapshot: SnapshotId) -> Result<Vec<LanguageModule>, StoreError> {
    const SQL: &str = concat!(
        "SELECT o.id AS object_id, v.id AS version_id, o.key, o.code, o.language, v.tech_name, v.info_name,
            v.issue_number, v.in_work, v.issue_date, d.id AS delivered_id, d.issue_number AS delivered_number,
            d.in_work AS delivered_in_work, d.issue_date AS delivered_date, d.created_on AS delivered_on
        FROM lane_entry e
        JOIN object o ON o.id = e.object_id
        JOIN version v ON v.id = e.version_id
        LEFT JOIN version d ON d.id = (
            SELECT MAX(p.id)
            FROM version p
            WHERE p.object_id = o.id AND p.id <= v.id AND p.origin = 'oem')
        WHERE NOT e.deleted AND o.kind IN ('dm', 'pm') AND o.language <> '' AND ",
        is_at!("$1"),
        "ORDER BY e.key_folded"
    );
    let rows: Vec<LanguageModuleRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).fetch_all(conn).await?);
    rows.into_iter().map(LanguageModuleRow::into_module).collect()
}

#[derive(sqlx::FromRow)]
struct DeliveredVersionRow {
    id: i64,
    issue_number: String,
    in_work: String,
    issue_date: String,
    created_on: Millis,
}

/// The last version of an object up to this one that came with a package.
pub async fn find_delivered(
    tx: &mut Tx,
    object: ObjectId,
    version: VersionId,
) -> Result<Option<DeliveredVersion>, StoreError> {
    const SQL: &str = "
        SELECT id, issue_number, in_work, issue_date, created_on
        FROM version
        WHERE object_id = $1 AND id <= $2 AND origin = 'oem'
        ORDER BY id DESC
        LIMIT 1";
    let row: Option<DeliveredVersionRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).bind(version.0).fetch_optional(conn).await?);
    let Some(row) = row else { return Ok(None) };
    Ok(Some(DeliveredVersion {
        version_id: VersionId(row.id),
        issue: Issue { number: row.issue_number, in_work: row.in_work, date: row.issue_date, ..Issue::default() },
        created_on: row.created_on.read("version", "created_on")?,
    }))
}
