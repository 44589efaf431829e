//! Files that belong to a subject, such as those that a job leaves.

use std::collections::HashMap;

use domain::subject::{Subject, SubjectKind};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::blobs::BlobId;
use crate::tx::Tx;

const TABLE: &str = "artifact";

/// A file of a subject, for people to download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    pub file_name: String,
    pub blob: BlobId,
    pub media_type: String,
    pub size: i64,
}

#[derive(sqlx::FromRow)]
struct ArtifactRow {
    subject_id: String,
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

/// Adds a file; one of the same name is replaced, because a job may be done twice.
pub async fn insert(tx: &mut Tx, subject: &Subject, artifact: &Artifact) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO artifact (subject_kind, subject_id, file_name, blob, media_type, size)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (subject_kind, subject_id, file_name) DO UPDATE
        SET blob = excluded.blob, media_type = excluded.media_type, size = excluded.size";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(subject.kind.as_str())
        .bind(&subject.id)
        .bind(&artifact.file_name)
        .bind(artifact.blob.as_str())
        .bind(&artifact.media_type)
        .bind(artifact.size)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// One file of a subject.
pub async fn find(tx: &mut Tx, subject: &Subject, file_name: &str) -> Result<Option<Artifact>, StoreError> {
    const SQL: &str = "
        SELECT subject_id, file_name, blob, media_type, size
        FROM artifact
        WHERE subject_kind = $1 AND subject_id = $2 AND file_name = $3";
    let row: Option<ArtifactRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(subject.kind.as_str())
        .bind(&subject.id)
        .bind(file_name)
        .fetch_optional(conn)
        .await?);
    row.map(ArtifactRow::into_artifact).transpose()
}

/// The files of a subject, by name.
pub async fn list(tx: &mut Tx, subject: &Subject) -> Result<Vec<Artifact>, StoreError> {
    let mut found = list_by_subject(tx, subject.kind, &[subject.id.as_str()]).await?;
    Ok(found.remove(&subject.id).unwrap_or_default())
}

/// Deletes a file of a subject; `false` when there is none of this name.
pub async fn delete(tx: &mut Tx, subject: &Subject, file_name: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM artifact WHERE subject_kind = $1 AND subject_id = $2 AND file_name = $3";
    let deleted = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(subject.kind.as_str())
        .bind(&subject.id)
        .bind(file_name)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(deleted == 1)
}

/// The files of these subjects of one kind, by the id of the subject; those without files are left out.
pub(crate) async fn list_by_subject(
    tx: &mut Tx,
    kind: SubjectKind,
    ids: &[&str],
) -> Result<HashMap<String, Vec<Artifact>>, StoreError> {
    let rows: Vec<ArtifactRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(
            "SELECT subject_id, file_name, blob, media_type, size FROM artifact WHERE subject_kind = ",
        );
        query.push_bind(kind.as_str()).push(" AND subject_id IN (");
        let mut list = query.separated(", ");
        for id in ids {
            list.push_bind(*id);
        }
        list.push_unseparated(") ORDER BY subject_id, file_name");
        query.build_query_as().fetch_all(conn).await?
    });
    let mut by_subject: HashMap<String, Vec<Artifact>> = HashMap::new();
    for row in rows {
        by_subject.entry(row.subject_id.clone()).or_default().push(row.into_artifact()?);
    }
    Ok(by_subject)
}
