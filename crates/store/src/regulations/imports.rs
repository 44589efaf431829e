//! Files of regulations.

use chrono::{DateTime, Utc};
use domain::compliance::RegulationState;
use domain::id::{ComplianceCollectionId, JobId, RegulationImportId, UserId};
use domain::page::{Page, PageRequest};

use super::source::{RegulationCategoryChange, RegulationFinding, RegulationHead};
use crate::StoreError;
use crate::blobs::BlobId;
use crate::json;
use crate::millis::Millis;
use crate::search::{count, page};
use crate::tx::Tx;

const TABLE: &str = "regulation_import";

/// A file of a regulation, with what its check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegulationImport {
    pub id: RegulationImportId,
    /// The collection that it is a version of; `None` for a new collection.
    pub collection: Option<ComplianceCollectionId>,
    /// The name of that collection; possibly empty.
    pub collection_name: String,
    pub file_name: String,
    pub size: i64,
    pub blob: BlobId,
    pub state: RegulationState,
    /// Empty while nobody knows it.
    pub format: String,
    pub head: RegulationHead,
    pub findings: Vec<RegulationFinding>,
    /// Categories that it adds, changes or withdraws.
    pub category_changes: Vec<RegulationCategoryChange>,
    /// Of the differences that the check found.
    pub digest: String,
    /// The last job that checked it.
    pub check_job: JobId,
    /// The job that took it over; an empty id before.
    pub taken_job: JobId,
    /// An account.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
}

/// The result of a check.
#[derive(Debug, Clone)]
pub struct CheckedRegulation<'a> {
    pub state: RegulationState,
    pub format: &'a str,
    pub head: &'a RegulationHead,
    pub findings: &'a [RegulationFinding],
    pub category_changes: &'a [RegulationCategoryChange],
    pub digest: &'a str,
}

#[derive(sqlx::FromRow)]
struct RegulationImportRow {
    id: String,
    collection_id: Option<String>,
    collection_name: Option<String>,
    file_name: String,
    size: i64,
    blob: String,
    state: String,
    format: String,
    head: String,
    findings: String,
    category_changes: String,
    digest: String,
    check_job: String,
    taken_job: String,
    account: String,
    created_on: Millis,
    updated_on: Millis,
}

impl RegulationImportRow {
    fn into_import(self) -> Result<RegulationImport, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        Ok(RegulationImport {
            id: RegulationImportId(self.id),
            collection: self.collection_id.map(ComplianceCollectionId),
            collection_name: self.collection_name.unwrap_or_default(),
            file_name: self.file_name,
            size: self.size,
            blob: BlobId::parse(&self.blob).ok_or_else(|| unreadable("blob"))?,
            state: RegulationState::parse(&self.state).ok_or_else(|| unreadable("state"))?,
            format: self.format,
            head: json::read(&self.head, TABLE, "head")?,
            findings: json::read(&self.findings, TABLE, "findings")?,
            category_changes: json::read(&self.category_changes, TABLE, "category_changes")?,
            digest: self.digest,
            check_job: JobId(self.check_job),
            taken_job: JobId(self.taken_job),
            created_by: self.account,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
        })
    }
}

pub async fn count_imports(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM regulation_import";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?)))
}

/// One page of the files, newest first, without their findings and categories.
pub async fn list_imports(tx: &mut Tx, request: PageRequest) -> Result<Page<RegulationImport>, StoreError> {
    const SQL: &str = "
        SELECT i.id, i.collection_id, k.name AS collection_name, i.file_name, i.size, i.blob, i.state, i.format, i.head,
            '[]' AS findings, '[]' AS category_changes, i.digest, i.check_job, i.taken_job, u.account, i.created_on,
            i.updated_on
        FROM regulation_import i
        JOIN user_account u ON u.id = i.created_by
        LEFT JOIN compliance_collection k ON k.id = i.collection_id
        ORDER BY i.created_on DESC, i.id DESC
        LIMIT $1 OFFSET $2";
    let total = count_imports(tx).await?;
    let rows: Vec<RegulationImportRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let imports = rows.into_iter().map(RegulationImportRow::into_import).collect::<Result<_, _>>()?;
    Ok(page(imports, i64::try_from(total).unwrap_or(i64::MAX), request))
}

pub async fn find_import(tx: &mut Tx, id: &RegulationImportId) -> Result<Option<RegulationImport>, StoreError> {
    const SQL: &str = "
        SELECT i.id, i.collection_id, k.name AS collection_name, i.file_name, i.size, i.blob, i.state, i.format, i.head,
            i.findings, i.category_changes, i.digest, i.check_job, i.taken_job, u.account, i.created_on, i.updated_on
        FROM regulation_import i
        JOIN user_account u ON u.id = i.created_by
        LEFT JOIN compliance_collection k ON k.id = i.collection_id
        WHERE i.id = $1";
    let row: Option<RegulationImportRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    row.map(RegulationImportRow::into_import).transpose()
}

/// Inserts a file that waits for its check.
pub async fn insert_import(tx: &mut Tx, import: &RegulationImport, creator: &UserId) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO regulation_import (
            id, collection_id, file_name, size, blob, state, format, head, findings, category_changes, digest,
            check_job, taken_job, created_by, created_on, updated_on)
        VALUES ($1, $2, $3, $4, $5, 'waiting', '', '{}', '[]', '[]', '', $6, '', $7, $8, $8)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&import.id.0)
        .bind(import.collection.as_ref().map(|id| &id.0))
        .bind(&import.file_name)
        .bind(import.size)
        .bind(import.blob.as_str())
        .bind(&import.check_job.0)
        .bind(&creator.0)
        .bind(Millis::from(import.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Lets a file that is not taken over wait for another check, perhaps against another collection; `false` when it has
/// been taken over.
pub async fn begin_check(
    tx: &mut Tx,
    id: &RegulationImportId,
    collection: Option<&ComplianceCollectionId>,
    job: &JobId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE regulation_import
        SET collection_id = $2, check_job = $3, state = 'waiting', updated_on = $4
        WHERE id = $1 AND state <> 'taken'";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(collection.map(|id| &id.0))
        .bind(&job.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Shows what a check found; `false` when the file is gone, taken over, or checked by another job.
pub async fn show_checked(
    tx: &mut Tx,
    id: &RegulationImportId,
    job: &JobId,
    found: &CheckedRegulation<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE regulation_import
        SET state = $3, format = $4, head = $5, findings = $6, category_changes = $7, digest = $8, updated_on = $9
        WHERE id = $1 AND check_job = $2 AND state <> 'taken'";
    let (head, findings) = (json::write(found.head)?, json::write(found.findings)?);
    let category_changes = json::write(found.category_changes)?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&job.0)
        .bind(found.state.as_str())
        .bind(found.format)
        .bind(&head)
        .bind(&findings)
        .bind(&category_changes)
        .bind(found.digest)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Notes that the check of a job did not come to its end.
pub async fn fail_import(tx: &mut Tx, job: &JobId, now: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE regulation_import
        SET state = 'failed', updated_on = $2
        WHERE check_job = $1 AND state = 'waiting'";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&job.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(())
}

/// Notes that a file is taken over into a collection; `false` when it is not ready any more.
pub async fn take_import(
    tx: &mut Tx,
    id: &RegulationImportId,
    collection: &ComplianceCollectionId,
    job: &JobId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE regulation_import
        SET state = 'taken', collection_id = $2, taken_job = $3, updated_on = $4
        WHERE id = $1 AND state = 'ready'";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&collection.0)
        .bind(&job.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Forgets a file; what was taken over from it stays.
pub async fn delete_import(tx: &mut Tx, id: &RegulationImportId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM regulation_import WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}
