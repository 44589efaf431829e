//! References from items to manuals: reading them. Those to manuals that the caller may not see are left out; those to
//! manuals that are deleted have neither names nor texts.

use domain::comment::Commenter;
use domain::compliance::{CompliancePath, LocatedReference, PolicyReference, PolicyReferenceState, PolicyTarget};
use domain::id::{ManualId, ObjectId, PolicyClauseId, PolicyItemId, PolicyReferenceId, UserId, VersionId};
use domain::version::VersionMetadata;

use crate::StoreError;
use crate::change_requests::read_day;
use crate::millis::Millis;
use crate::search::signed;
use crate::tx::Tx;

const TABLE: &str = "policy_reference";

/// The columns of a reference in `r`, of its author in `u`, of its owner in `w`, of its manual in `m` and `c`, of its module
/// in `o`, of the version in which it was confirmed in `v`, and of the one in the working lane in `n`.
macro_rules! reference_columns {
    () => {
        "r.id, r.policy_item_id, r.policy_clause_id, r.target, r.manual_id, r.object_id, r.version_id, r.chapter,
            r.chapter_gone, r.anchor, r.quote, r.state, r.comment, r.created_by, r.created_on, r.updated_on, r.version,
            COALESCE(r.confirmed_on, r.updated_on) AS confirmed_on, u.account, u.display_name, r.owner_id,
            w.account AS owner_account, w.display_name AS owner_name, r.review_on, c.name AS csdb_name,
            m.name AS manual_name, o.key, o.code, v.blob AS confirmed_content, n.id AS now_id, n.blob AS now_content,
            n.tech_name, n.info_name"
    };
}

macro_rules! reference_joins {
    () => {
        "FROM policy_reference r
        JOIN policy_item i ON i.id = r.policy_item_id
        JOIN user_account u ON u.id = r.created_by
        LEFT JOIN user_account w ON w.id = r.owner_id
        LEFT JOIN manual m ON m.id = r.manual_id AND m.deleted_on IS NULL
            AND EXISTS (SELECT 1 FROM csdb x WHERE x.id = m.csdb_id AND x.deleted_on IS NULL)
        LEFT JOIN csdb c ON c.id = m.csdb_id
        LEFT JOIN object o ON o.id = r.object_id AND o.deleted_on IS NULL
        LEFT JOIN version v ON v.id = r.version_id
        LEFT JOIN lane_entry e ON e.manual_id = m.id AND e.object_id = o.id AND e.deleted = FALSE
            AND e.working_from <= m.working_snapshot_id AND e.working_to > m.working_snapshot_id
        LEFT JOIN version n ON n.id = e.version_id
        "
    };
}

/// The manual is deleted, or the caller may see it.
macro_rules! is_shown {
    ($keys:literal) => {
        concat!("(c.id IS NULL OR ", is_readable!("c.name_folded", "m.name_folded", $keys), ")")
    };
}

pub(super) use {is_shown, reference_columns, reference_joins};

#[derive(sqlx::FromRow)]
pub(super) struct PolicyReferenceRow {
    id: String,
    policy_item_id: String,
    policy_clause_id: Option<String>,
    target: String,
    manual_id: Option<String>,
    object_id: Option<i64>,
    version_id: Option<i64>,
    chapter: String,
    chapter_gone: bool,
    anchor: String,
    quote: String,
    state: String,
    comment: String,
    created_by: String,
    created_on: Millis,
    updated_on: Millis,
    confirmed_on: Millis,
    version: i64,
    account: String,
    display_name: String,
    owner_id: Option<String>,
    owner_account: Option<String>,
    owner_name: Option<String>,
    review_on: Option<String>,
    csdb_name: Option<String>,
    manual_name: Option<String>,
    key: Option<String>,
    code: Option<String>,
    confirmed_content: Option<String>,
    now_id: Option<i64>,
    now_content: Option<String>,
    tech_name: Option<String>,
    info_name: Option<String>,
}

impl PolicyReferenceRow {
    pub(super) fn into_located(self) -> Result<LocatedReference, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let target = PolicyTarget::parse(&self.target).ok_or_else(|| unreadable("target"))?;
        let manual = self.csdb_name.zip(self.manual_name);
        // The rules of a deleted manual may be gone, so that nobody is told what it contained.
        let shown = |text: String| if manual.is_some() { text } else { String::new() };
        let (quote, comment, code) = (shown(self.quote), shown(self.comment), shown(self.code.unwrap_or_default()));
        let (chapter, anchor) = (shown(self.chapter), shown(self.anchor));
        let metadata = VersionMetadata {
            tech_name: self.tech_name.unwrap_or_default(),
            info_name: self.info_name.unwrap_or_default(),
            ..VersionMetadata::default()
        };
        let path = |(csdb, manual): &(String, String)| {
            self.key.as_ref().map(|key| domain::path::of_object(csdb, Some(manual), key))
        };
        let now = self.now_id.map(VersionId).zip(self.now_content);
        let review_on = match &self.review_on {
            Some(text) => Some(read_day(text).ok_or_else(|| unreadable("review_on"))?),
            None => None,
        };
        let owner = self.owner_id.zip(self.owner_account).map(|(id, account)| Commenter {
            id: UserId(id),
            account,
            name: self.owner_name.unwrap_or_default(),
        });
        let needs_module = matches!(target, PolicyTarget::Module | PolicyTarget::Paragraph);
        Ok(LocatedReference {
            manual_path: manual.as_ref().map(|(csdb, name)| domain::path::of_manual(csdb, name)).unwrap_or_default(),
            path: manual.as_ref().and_then(path).unwrap_or_default(),
            code,
            title: if now.is_some() { metadata.title() } else { String::new() },
            confirmed_blob: self.confirmed_content,
            is_gone: manual.is_none() || self.chapter_gone || (needs_module && now.is_none()),
            now,
            reference: PolicyReference {
                id: PolicyReferenceId(self.id),
                item: PolicyItemId(self.policy_item_id),
                clause: self.policy_clause_id.map(PolicyClauseId),
                target,
                manual: self.manual_id.map(ManualId),
                object: self.object_id.map(ObjectId),
                confirmed: self.version_id.map(VersionId),
                chapter,
                anchor,
                quote,
                state: PolicyReferenceState::parse(&self.state).ok_or_else(|| unreadable("state"))?,
                comment,
                owner,
                review_on,
                author: Commenter { id: UserId(self.created_by), account: self.account, name: self.display_name },
                created_on: self.created_on.read(TABLE, "created_on")?,
                updated_on: self.updated_on.read(TABLE, "updated_on")?,
                confirmed_on: self.confirmed_on.read(TABLE, "confirmed_on")?,
                version: self.version,
            },
        })
    }
}

/// The first references of an item, oldest first.
pub async fn list_references(
    tx: &mut Tx,
    item: &PolicyItemId,
    limit: u64,
) -> Result<Vec<LocatedReference>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        reference_columns!(),
        " ",
        reference_joins!(),
        "WHERE r.policy_item_id = $1 AND ",
        is_shown!("$2"),
        " ORDER BY r.created_on, r.id LIMIT $3"
    );
    let keys = tx.readable_keys();
    let rows: Vec<PolicyReferenceRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).bind(keys).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(PolicyReferenceRow::into_located).collect()
}

pub async fn find_reference(tx: &mut Tx, id: &PolicyReferenceId) -> Result<Option<LocatedReference>, StoreError> {
    const SQL: &str =
        concat!("SELECT ", reference_columns!(), " ", reference_joins!(), "WHERE r.id = $1 AND ", is_shown!("$2"));
    let keys = tx.readable_keys();
    let row: Option<PolicyReferenceRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(keys).fetch_optional(conn).await?);
    row.map(PolicyReferenceRow::into_located).transpose()
}

/// The references below a path that pass, with the codes of their items.
macro_rules! coded_references {
    ($($where:tt)+) => {
        concat!(
            "SELECT i.code AS item_code, ",
            reference_columns!(),
            " ",
            reference_joins!(),
            "WHERE i.collection_id = $1 AND (i.path = $2 OR i.path LIKE $3) AND ",
            $($where)+,
            " AND ",
            is_shown!("$4"),
            " ORDER BY i.position, r.created_on, r.id LIMIT $5"
        )
    };
}

async fn list_coded(
    tx: &mut Tx,
    sql: &'static str,
    below: &CompliancePath,
    limit: u64,
) -> Result<Vec<(String, LocatedReference)>, StoreError> {
    let keys = tx.readable_keys();
    let rows: Vec<CodedReferenceRow> = on_tx!(tx, |conn| sqlx::query_as(sql)
        .bind(below.collection())
        .bind(below.to_string())
        .bind(format!("{below}/%"))
        .bind(keys)
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(|row| Ok((row.item_code, row.reference.into_located()?))).collect()
}

/// The references below a path that lead nowhere, with the codes of their items. Those to manuals and modules in the
/// trash are left out: they lead somewhere again once that is restored.
pub async fn list_gone_references(
    tx: &mut Tx,
    below: &CompliancePath,
    limit: u64,
) -> Result<Vec<(String, LocatedReference)>, StoreError> {
    const SQL: &str = coded_references!(
        "(
            r.manual_id IS NULL
            OR (c.id IS NOT NULL AND r.chapter_gone)
            OR (c.id IS NOT NULL AND r.target IN ('module', 'paragraph') AND n.id IS NULL
                AND NOT EXISTS (SELECT 1 FROM object t WHERE t.id = r.object_id AND t.deleted_on IS NOT NULL)))"
    );
    list_coded(tx, SQL, below, limit).await
}

/// The references below a path to paragraphs that have to be checked again and whose module has another content than the
/// one in which they were confirmed, with the codes of their items. Only the contents tell whether it still has them.
pub async fn list_changed_paragraphs(
    tx: &mut Tx,
    below: &CompliancePath,
    limit: u64,
) -> Result<Vec<(String, LocatedReference)>, StoreError> {
    const SQL: &str = coded_references!("r.target = 'paragraph' AND r.state = 'recheck' AND n.blob <> v.blob");
    list_coded(tx, SQL, below, limit).await
}

#[derive(sqlx::FromRow)]
struct CodedReferenceRow {
    item_code: String,
    #[sqlx(flatten)]
    reference: PolicyReferenceRow,
}
