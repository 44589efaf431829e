//! Artifacts: files that a job produces.

use std::collections::HashMap;

use domain::id::JobId;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::blobs::BlobId;
use crate::tx::Tx;

const TABLE: &str = "job_artifact";

/// A file that a job produced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    pub file_name: String,
    pub blob: BlobId,
    pub media_type: String,
    pub size: i64,
}

#[derive(sqlx::FromRow)]
struct ArtifactRow {
    job_id: String,
    file_name: String,
    blob: String,
    media_type: String,
    size: i64,
}

impl ArtifactRow {
    fn into_artifact(self) -> Result<Artifact, StoreError> {
        let blob = BlobId::parse(&self.blob).ok_or(StoreError::Unreadable { table: TABLE, column: "blob" })?;
        Ok(Artifact { file_name: self.file_name, blob, media_type: self.media_type, size: self.size })
    }
}

/// Inserts an artifact, or replaces the one of the same name, because a job may run twice.
pub async fn insert_artifact(tx: &mut Tx, id: &JobId, artifact: &Artifact) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO job_artifact (job_id, file_name, blob, media_type, size)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (job_id, file_name) DO UPDATE
        SET blob = excluded.blob, media_type = excluded.media_type, size = excluded.size";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&artifact.file_name)
        .bind(artifact.blob.as_str())
        .bind(&artifact.media_type)
        .bind(artifact.size)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Finds an artifact by name.
pub async fn find_artifact(tx: &mut Tx, id: &JobId, file_name: &str) -> Result<Option<Artifact>, StoreError> {
    const SQL: &str = "
        SELECT job_id, file_name, blob, media_type, size
        FROM job_artifact
        WHERE job_id = $1 AND file_name = $2";
    let row: Option<ArtifactRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(file_name).fetch_optional(conn).await?);
    row.map(ArtifactRow::into_artifact).transpose()
}

/// The artifacts of each of these jobs, ordered by name; jobs without any are left out.
pub(super) async fn list_by_job(tx: &mut Tx, jobs: &[&str]) -> Result<HashMap<String, Vec<Artifact>>, StoreError> {
    let rows: Vec<ArtifactRow> = on_tx!(tx, |conn| {
        let mut query =
            QueryBuilder::new("SELECT job_id, file_name, blob, media_type, size FROM job_artifact WHERE job_id IN (");
        let mut list = query.separated(", ");
        for id in jobs {
            list.push_bind(*id);
        }
        list.push_unseparated(") ORDER BY job_id, file_name");
        query.build_query_as().fetch_all(conn).await?
    });
    let mut by_job: HashMap<String, Vec<Artifact>> = HashMap::new();
    for row in rows {
        by_job.entry(row.job_id.clone()).or_default().push(row.into_artifact()?);
    }
    Ok(by_job)
}
