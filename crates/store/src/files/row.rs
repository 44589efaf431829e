//! Column mapping of a file.

use chrono::{DateTime, Utc};
use domain::file::File;
use domain::id::{CsdbId, ManualId, ObjectId, UserId, VersionId};
use domain::object::{Object, ObjectIdentity, ObjectKind};
use domain::version::{FileStatus, Issue, Origin, Version, VersionContent, VersionMetadata};
use domain::workspace::Holder;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::count;

#[derive(sqlx::FromRow)]
pub(super) struct FileRow {
    object_id: i64,
    csdb_id: String,
    manual_id: Option<String>,
    kind: String,
    key: String,
    code: String,
    language: String,
    info_code: String,
    object_created_on: Millis,
    csdb_name: String,
    manual_name: Option<String>,
    version_id: i64,
    issue_number: String,
    in_work: String,
    issue_date: String,
    issue_type: String,
    blob: String,
    status_blob: Option<String>,
    status: String,
    tech_name: String,
    info_name: String,
    content_type: String,
    schema_issue: String,
    security: String,
    quality: String,
    size: i64,
    media_type: String,
    origin: String,
    properties: String,
    created_by: String,
    created_on: Millis,
    why: String,
    change_request: Option<String>,
    #[sqlx(default)]
    holder_id: Option<String>,
    #[sqlx(default)]
    held_since: Option<Millis>,
    #[sqlx(default)]
    holder: Option<String>,
}

impl FileRow {
    pub(super) fn into_file(self) -> Result<File, StoreError> {
        let unreadable = |table, column| StoreError::Unreadable { table, column };
        let path = domain::path::of_object(&self.csdb_name, self.manual_name.as_deref(), &self.key);
        let created_on: DateTime<Utc> = self.object_created_on.read("object", "created_on")?;
        let object = Object {
            id: ObjectId(self.object_id),
            csdb_id: CsdbId(self.csdb_id),
            manual_id: self.manual_id.map(ManualId),
            identity: ObjectIdentity {
                kind: ObjectKind::parse(&self.kind).ok_or_else(|| unreadable("object", "kind"))?,
                key: self.key,
                code: self.code,
                language: self.language,
                info_code: self.info_code,
            },
            created_on,
        };
        let version = Version {
            object_id: object.id,
            issue: Issue {
                number: self.issue_number,
                in_work: self.in_work,
                date: self.issue_date,
                kind: self.issue_type,
            },
            content: VersionContent {
                blob: self.blob,
                status_blob: self.status_blob,
                size: count(self.size),
                media_type: self.media_type,
            },
            status: FileStatus::parse(&self.status).ok_or_else(|| unreadable("version", "status"))?,
            metadata: VersionMetadata {
                tech_name: self.tech_name,
                info_name: self.info_name,
                content_type: self.content_type,
                schema_issue: self.schema_issue,
                security: self.security,
                quality: self.quality,
                properties: json::read(&self.properties, "version", "properties")?,
            },
            origin: Origin::parse(&self.origin).ok_or_else(|| unreadable("version", "origin"))?,
            created_by: self.created_by,
            created_on: self.created_on.read("version", "created_on")?,
            why: self.why,
            change_request: self.change_request,
        };
        let since = self.held_since.map(|time| time.read("checkout", "taken_on")).transpose()?;
        let holder = self.holder_id.map(UserId).zip(self.holder).zip(since);
        let holder = holder.map(|((user, account), since)| Holder { user, account, since });
        let deleted = version.issue.kind == "deleted";
        Ok(File { object, path, version_id: VersionId(self.version_id), version, deleted, holder })
    }
}

pub(super) fn read_all(rows: Vec<FileRow>) -> Result<Vec<File>, StoreError> {
    rows.into_iter().map(FileRow::into_file).collect()
}
