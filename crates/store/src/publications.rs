//! Publications of manuals, which are shown to those who may see their manual.

mod blockers;
mod downloads;
mod groups;
mod lanes;
mod list;
mod names;
mod package_numbers;
mod readers;
mod receivers;
mod references;
mod sources;
mod steps;
mod targets;

use domain::id::{ChangeRequestId, JobId, ManualId, PublicationId, SnapshotId};
use domain::publication::{
    ApprovalDetails, BookArrangement, ManualPublication, OutputFormat, PublicationAct, PublicationOptions,
    PublicationState, PublicationTarget, PublicationValidity, ReviseType, Withdrawal,
};
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

use targets::StoredTarget;

pub use blockers::{
    BlockingTodo, BrokenCounts, BrokenReference, OpenTodoCounts, UnreleasedModule, count_broken_references,
    list_broken_references, list_open_todos, list_own_items, list_unreleased,
};
pub use downloads::{count_download, list_downloads, mark_download};
pub use groups::{count_group, list_group};
pub use lanes::{update_frozen_lane, update_released_lane};
pub use list::{PublicationFilter, list, list_approved_before};
pub use names::{find_names, update_names};
pub use package_numbers::take_package_number;
pub use readers::{
    acknowledge, ask_reader, end_reader, find_last_read, find_marks, list_asked, list_readers, mark_read,
};
pub use receivers::{delete_receiver, insert_receiver, list_receivers};
pub use references::list_references;
pub use sources::{SourceVersion, list_changed_sources, list_sources};
pub use steps::{
    approve, end, find_released, list_approved, list_in_state, list_over, list_superseded_by, list_temporary_after,
    reinstate, supersede, withdraw,
};

const TABLE: &str = "publication";

macro_rules! publication_columns {
    () => {
        "p.id, p.manual_id, c.name AS csdb_name, m.name AS manual_name, p.number, p.job_id, p.revision, p.state,
        p.snapshot_id, p.options, p.approval_required, p.authority, p.revision_date, p.approved_by, p.job_title,
        p.approval_reference, p.change_request_id, p.created_by, p.created_on, p.approved_account, p.approved_on,
        p.withdrawn_account, p.withdrawn_on, p.withdrawal_reason, p.superseded_by, p.version"
    };
}

macro_rules! publication_joins {
    () => {
        " FROM publication p
        JOIN manual m ON m.id = p.manual_id AND m.deleted_on IS NULL
        JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        "
    };
}

use {publication_columns, publication_joins};

/// The options as they are stored.
#[derive(Serialize, Deserialize)]
struct StoredOptions {
    formats: Vec<String>,
    revise_types: Vec<String>,
    profiles: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    aircraft: Vec<String>,
    /// Missing in publications of before content was filtered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    targets: Vec<StoredTarget>,
    languages: Vec<String>,
    operator: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    /// Missing in publications of before there were books.
    #[serde(default)]
    arrangement: String,
    /// First and last day of a temporary revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    validity: Option<(String, String)>,
}

impl From<&PublicationOptions> for StoredOptions {
    fn from(options: &PublicationOptions) -> Self {
        Self {
            formats: options.formats.iter().map(|format| format.as_str().to_owned()).collect(),
            revise_types: options.revise_types.iter().map(|kind| kind.as_str().to_owned()).collect(),
            profiles: options.profiles.clone(),
            aircraft: options.aircraft.clone(),
            targets: options.targets.iter().map(StoredTarget::from).collect(),
            languages: options.languages.clone(),
            operator: options.operator.clone(),
            since: options.since.as_ref().map(|id| id.0.clone()),
            arrangement: options.arrangement.as_str().to_owned(),
            validity: options.validity.map(|validity| (validity.from.to_string(), validity.until.to_string())),
        }
    }
}

impl StoredOptions {
    /// `None` when a word is unknown.
    fn into_options(self) -> Option<PublicationOptions> {
        Some(PublicationOptions {
            formats: self.formats.iter().map(|word| OutputFormat::parse(word)).collect::<Option<_>>()?,
            revise_types: self.revise_types.iter().map(|word| ReviseType::parse(word)).collect::<Option<_>>()?,
            profiles: self.profiles,
            aircraft: self.aircraft,
            targets: self.targets.into_iter().map(PublicationTarget::from).collect(),
            languages: self.languages,
            operator: self.operator,
            since: self.since.map(PublicationId),
            arrangement: BookArrangement::parse(&self.arrangement).unwrap_or(BookArrangement::Automatic),
            validity: match self.validity {
                Some((from, until)) => {
                    Some(PublicationValidity { from: from.parse().ok()?, until: until.parse().ok()? })
                }
                None => None,
            },
        })
    }
}

#[derive(sqlx::FromRow)]
struct PublicationRow {
    id: String,
    manual_id: String,
    csdb_name: String,
    manual_name: String,
    number: i64,
    job_id: String,
    revision: String,
    state: String,
    snapshot_id: i64,
    options: String,
    approval_required: bool,
    authority: String,
    revision_date: Option<String>,
    approved_by: String,
    job_title: String,
    approval_reference: String,
    change_request_id: Option<String>,
    created_by: String,
    created_on: Millis,
    approved_account: Option<String>,
    approved_on: Option<Millis>,
    withdrawn_account: Option<String>,
    withdrawn_on: Option<Millis>,
    withdrawal_reason: String,
    superseded_by: Option<String>,
    version: i64,
}

impl PublicationRow {
    fn into_publication(self) -> Result<ManualPublication, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let options: StoredOptions = json::read(&self.options, TABLE, "options")?;
        let approval = match self.revision_date {
            Some(day) => Some(ApprovalDetails {
                authority: self.authority,
                revision_date: day.parse().map_err(|_| unreadable("revision_date"))?,
                approved_by: self.approved_by,
                job_title: self.job_title,
                reference: self.approval_reference,
            }),
            None => None,
        };
        let withdrawn = act(self.withdrawn_account, self.withdrawn_on, "withdrawn_on")?;
        Ok(ManualPublication {
            id: PublicationId(self.id),
            manual_id: ManualId(self.manual_id),
            csdb_name: self.csdb_name,
            manual_name: self.manual_name,
            number: count(self.number),
            revision: self.revision,
            state: PublicationState::parse(&self.state).ok_or_else(|| unreadable("state"))?,
            snapshot: SnapshotId(self.snapshot_id),
            options: options.into_options().ok_or_else(|| unreadable("options"))?,
            approval_required: self.approval_required,
            approval,
            change_request: self.change_request_id.map(ChangeRequestId),
            job: JobId(self.job_id),
            created: PublicationAct { by: self.created_by, on: self.created_on.read(TABLE, "created_on")? },
            approved: act(self.approved_account, self.approved_on, "approved_on")?,
            withdrawn: withdrawn.map(|act| Withdrawal { act, reason: self.withdrawal_reason }),
            superseded_by: self.superseded_by.map(PublicationId),
            version: self.version,
        })
    }
}

fn act(by: Option<String>, on: Option<Millis>, column: &'static str) -> Result<Option<PublicationAct>, StoreError> {
    match by.zip(on) {
        Some((by, on)) => Ok(Some(PublicationAct { by, on: on.read(TABLE, column)? })),
        None => Ok(None),
    }
}

/// Takes the next number of a manual.
pub async fn take_number(tx: &mut Tx, manual: &ManualId) -> Result<u64, StoreError> {
    const SQL: &str = "
        UPDATE manual
        SET publication_number = publication_number + 1
        WHERE id = $1
        RETURNING publication_number";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&manual.0).fetch_one(conn).await?)))
}

/// Inserts a publication; `false` when its job has left one already.
pub async fn insert(tx: &mut Tx, publication: &ManualPublication) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO publication (
            id, manual_id, number, job_id, revision, state, snapshot_id, options, approval_required, authority,
            revision_date, approved_by, job_title, approval_reference, change_request_id, created_by, created_on,
            approved_account, approved_on, withdrawal_reason, version, valid_until, has_all_content)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, '', $20, $21, $22)
        ON CONFLICT (job_id) DO NOTHING";
    let options = json::write(&StoredOptions::from(&publication.options))?;
    let approval = publication.approval.as_ref();
    let text = |read: fn(&ApprovalDetails) -> &String| approval.map(read).cloned().unwrap_or_default();
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&publication.id.0)
        .bind(&publication.manual_id.0)
        .bind(signed(publication.number))
        .bind(&publication.job.0)
        .bind(&publication.revision)
        .bind(publication.state.as_str())
        .bind(publication.snapshot.0)
        .bind(&options)
        .bind(publication.approval_required)
        .bind(text(|details| &details.authority))
        .bind(approval.map(|details| details.revision_date.to_string()))
        .bind(text(|details| &details.approved_by))
        .bind(text(|details| &details.job_title))
        .bind(text(|details| &details.reference))
        .bind(publication.change_request.as_ref().map(|id| &id.0))
        .bind(&publication.created.by)
        .bind(Millis::from(publication.created.on))
        .bind(publication.approved.as_ref().map(|act| &act.by))
        .bind(publication.approved.as_ref().map(|act| Millis::from(act.on)))
        .bind(publication.version)
        .bind(publication.options.validity.map(|validity| validity.until.to_string()))
        .bind(publication.options.has_all_content())
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Finds a publication of a manual that the caller may see.
pub async fn find(tx: &mut Tx, id: &PublicationId) -> Result<Option<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.id = $1 AND ",
        is_readable!("c.name_folded", "m.name_folded", "$2")
    );
    let keys = tx.readable_keys();
    let row: Option<PublicationRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(keys).fetch_optional(conn).await?);
    row.map(PublicationRow::into_publication).transpose()
}

/// Finds a publication of a manual that the caller may see by its number.
pub async fn find_by_number(
    tx: &mut Tx,
    manual: &ManualId,
    number: u64,
) -> Result<Option<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.number = $2 AND ",
        is_readable!("c.name_folded", "m.name_folded", "$3")
    );
    let keys = tx.readable_keys();
    let row: Option<PublicationRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&manual.0)
        .bind(signed(number))
        .bind(keys)
        .fetch_optional(conn)
        .await?);
    row.map(PublicationRow::into_publication).transpose()
}
