//! Manuals and their lanes.

use chrono::{DateTime, Utc};
use domain::id::{CsdbId, ManualId, SnapshotId};
use domain::manual::{CheckInBlocks, Lanes, Manual, ManualDetails};
use domain::name::Name;
use domain::text::fold;

use crate::StoreError;
use crate::csdbs::{read_name, rename};
use crate::json;
use crate::millis::Millis;
use crate::search::count as counted;
use crate::tx::Tx;

const TABLE: &str = "manual";

/// Filter for a manual list; an empty text matches all.
#[derive(Debug, Clone, Default)]
pub struct ManualFilter {
    pub csdb_type: String,
    pub manual_type: String,
    /// The name of a database, ignoring case.
    pub csdb_name: String,
}

macro_rules! read {
    ($rest:expr) => {
        concat!(
            "SELECT m.id, m.csdb_id, c.name AS csdb_name, m.name, m.manual_type, m.alias_name, m.with_oem,
                m.aircraft_related, m.model_ident_code, m.approval_required, m.translation_languages,
                m.extension_code, m.extension_producer, m.schema_errors_block, m.brex_errors_block, m.oem_snapshot_id,
                m.working_snapshot_id,
                m.frozen_snapshot_id, m.released_snapshot_id, m.created_by, m.created_on, m.updated_on, m.version
            FROM manual m
            JOIN csdb c ON c.id = m.csdb_id
            WHERE m.deleted_on IS NULL AND c.deleted_on IS NULL
            ",
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "they are columns")]
struct ManualRow {
    id: String,
    csdb_id: String,
    csdb_name: String,
    name: String,
    manual_type: String,
    alias_name: String,
    with_oem: bool,
    aircraft_related: bool,
    model_ident_code: String,
    approval_required: bool,
    translation_languages: String,
    extension_code: String,
    extension_producer: String,
    schema_errors_block: bool,
    brex_errors_block: bool,
    oem_snapshot_id: Option<i64>,
    working_snapshot_id: Option<i64>,
    frozen_snapshot_id: Option<i64>,
    released_snapshot_id: Option<i64>,
    created_by: String,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
}

impl ManualRow {
    fn into_manual(self) -> Result<Manual, StoreError> {
        Ok(Manual {
            id: ManualId(self.id),
            csdb_id: CsdbId(self.csdb_id),
            csdb_name: read_name(&self.csdb_name, "csdb")?,
            name: read_name(&self.name, TABLE)?,
            alias: self.alias_name,
            details: ManualDetails {
                manual_type: self.manual_type,
                with_oem: self.with_oem,
                aircraft_related: self.aircraft_related,
                model_ident_code: self.model_ident_code,
                approval_required: self.approval_required,
                translation_languages: json::read(&self.translation_languages, TABLE, "translation_languages")?,
                extension_code: self.extension_code,
                extension_producer: self.extension_producer,
            },
            schema_errors_block: self.schema_errors_block,
            brex_errors_block: self.brex_errors_block,
            lanes: Lanes {
                oem: self.oem_snapshot_id.map(SnapshotId),
                working: self.working_snapshot_id.map(SnapshotId),
                frozen: self.frozen_snapshot_id.map(SnapshotId),
                released: self.released_snapshot_id.map(SnapshotId),
            },
            created_by: self.created_by,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        })
    }
}

/// Inserts a manual with empty lanes; `false` when its database has one of that name.
pub async fn insert(tx: &mut Tx, manual: &Manual) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO manual (
            id, csdb_id, name, name_folded, manual_type, alias_name, with_oem, aircraft_related, model_ident_code,
            approval_required, translation_languages, extension_code, extension_producer, created_by, created_on,
            updated_on, version, schema_errors_block, brex_errors_block)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
        ON CONFLICT DO NOTHING";
    let details = &manual.details;
    let languages = json::write(&details.translation_languages)?;
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&manual.id.0)
        .bind(&manual.csdb_id.0)
        .bind(manual.name.as_str())
        .bind(manual.name.folded())
        .bind(&details.manual_type)
        .bind(&manual.alias)
        .bind(details.with_oem)
        .bind(details.aircraft_related)
        .bind(&details.model_ident_code)
        .bind(details.approval_required)
        .bind(&languages)
        .bind(&details.extension_code)
        .bind(&details.extension_producer)
        .bind(&manual.created_by)
        .bind(Millis::from(manual.created_on))
        .bind(Millis::from(manual.updated_on))
        .bind(manual.version)
        .bind(manual.schema_errors_block)
        .bind(manual.brex_errors_block)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// The manual with this id.
pub async fn find(tx: &mut Tx, id: &ManualId) -> Result<Option<Manual>, StoreError> {
    const SQL: &str = read!(concat!("AND m.id = $1 AND ", is_readable!("c.name_folded", "m.name_folded", "$2")));
    let keys = tx.readable_keys();
    let row: Option<ManualRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(keys).fetch_optional(conn).await?);
    row.map(ManualRow::into_manual).transpose()
}

/// Finds a manual by the names of its database and itself, ignoring case.
pub async fn find_by_name(tx: &mut Tx, csdb: &Name, name: &Name) -> Result<Option<Manual>, StoreError> {
    const SQL: &str = read!(concat!(
        "AND c.name_folded = $1 AND m.name_folded = $2 AND ",
        is_readable!("c.name_folded", "m.name_folded", "$3")
    ));
    let keys = tx.readable_keys();
    let row: Option<ManualRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(csdb.folded())
        .bind(name.folded())
        .bind(keys)
        .fetch_optional(conn)
        .await?);
    row.map(ManualRow::into_manual).transpose()
}

/// The manuals that match `filter`, ordered by database and name.
pub async fn list(tx: &mut Tx, filter: &ManualFilter) -> Result<Vec<Manual>, StoreError> {
    const SQL: &str = read!(concat!(
        "AND ($1 = '' OR c.csdb_type = $1)
         AND ($2 = '' OR m.manual_type = $2)
         AND ($3 = '' OR c.name_folded = $3)
         AND ",
        is_readable!("c.name_folded", "m.name_folded", "$4"),
        "ORDER BY c.name_folded, m.name_folded"
    ));
    let keys = tx.readable_keys();
    let rows: Vec<ManualRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&filter.csdb_type)
        .bind(&filter.manual_type)
        .bind(fold(&filter.csdb_name))
        .bind(keys)
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(ManualRow::into_manual).collect()
}

/// The manuals with a profile for each operator that flies their model, whoever asks: their profiles follow the fleet.
pub async fn list_with_profile_per_operator(tx: &mut Tx) -> Result<Vec<Manual>, StoreError> {
    const SQL: &str = read!("AND m.profile_per_operator ORDER BY m.id");
    let rows: Vec<ManualRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_all(conn).await?);
    rows.into_iter().map(ManualRow::into_manual).collect()
}

/// Gives a manual a profile for each operator that flies its model, now and later.
pub async fn set_profile_per_operator(tx: &mut Tx, id: &ManualId) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE manual SET profile_per_operator = TRUE WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// Changes the alias of a manual; `false` on a version conflict.
pub async fn update_alias(
    tx: &mut Tx,
    id: &ManualId,
    version: i64,
    alias: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE manual
        SET alias_name = $3, updated_on = $4, version = version + 1
        WHERE id = $1 AND version = $2 AND deleted_on IS NULL";
    rename(tx, SQL, &id.0, version, alias, now).await
}

/// Sets what refuses a check-in; `false` on a version conflict.
pub async fn update_check_in_blocks(
    tx: &mut Tx,
    id: &ManualId,
    version: i64,
    blocks: CheckInBlocks,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE manual
        SET schema_errors_block = $3, brex_errors_block = $4, updated_on = $5, version = version + 1
        WHERE id = $1 AND version = $2 AND deleted_on IS NULL";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(version)
        .bind(blocks.schema_errors)
        .bind(blocks.brex_errors)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Points the OEM lane to `snapshot`, and an empty working lane too; `false` when the manual does not exist.
pub async fn update_oem_lane(
    tx: &mut Tx,
    id: &ManualId,
    snapshot: SnapshotId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE manual
        SET oem_snapshot_id = $2, working_snapshot_id = COALESCE(working_snapshot_id, $2), updated_on = $3
        WHERE id = $1 AND deleted_on IS NULL";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(snapshot.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Points the working lane to `snapshot`; `false` when the manual does not exist.
pub async fn update_working_lane(tx: &mut Tx, id: &ManualId, snapshot: SnapshotId) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE manual SET working_snapshot_id = $2 WHERE id = $1 AND deleted_on IS NULL";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(snapshot.0).execute(conn).await?.rows_affected()) == 1)
}

/// Sets the translation languages of a manual.
pub async fn update_translation_languages(tx: &mut Tx, id: &ManualId, languages: &[String]) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE manual SET translation_languages = $2, version = version + 1 WHERE id = $1";
    let languages = json::write(languages)?;
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(&languages).execute(conn).await?.rows_affected());
    Ok(())
}

/// Locks a manual until this transaction ends.
pub async fn lock(tx: &mut Tx, id: &ManualId) -> Result<(), StoreError> {
    // Both engines lock a row that a transaction has written, even when no value changed.
    const SQL: &str = "UPDATE manual SET version = version WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The number of manuals, and of modules in their working lanes.
pub async fn count(tx: &mut Tx) -> Result<(u64, u64), StoreError> {
    const SQL: &str = concat!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(s.module_count), 0) AS BIGINT)
        FROM manual m
        JOIN csdb c ON c.id = m.csdb_id
        LEFT JOIN snapshot s ON s.id = m.working_snapshot_id
        WHERE m.deleted_on IS NULL AND c.deleted_on IS NULL AND ",
        is_readable!("c.name_folded", "m.name_folded", "$1")
    );
    let keys = tx.readable_keys();
    let (manuals, modules) = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(keys).fetch_one(conn).await?);
    Ok((counted(manuals), counted(modules)))
}
