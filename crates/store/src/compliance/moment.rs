//! Items, references and histories as they were at a moment.

use chrono::{DateTime, Utc};
use domain::compliance::{
    DatedPolicyItem, DatedPolicyReference, PolicyEvent, PolicyItemKind, PolicyReferenceState, PolicyScope,
    PolicyStatus, PolicyTarget,
};
use domain::id::{ManualId, ObjectId, PolicyCategoryId, PolicyEventId, PolicyItemId, PolicyReferenceId};

use super::events::PolicyEventRow;
use crate::StoreError;
use crate::change_requests::read_day;
use crate::millis::Millis;
use crate::search::signed;
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column")]
struct DatedItemRow {
    id: String,
    category_id: Option<String>,
    text: String,
    updated_on: Millis,
    code: String,
    title: String,
    kind: String,
    effective_on: Option<String>,
    is_assessable: bool,
    status: String,
    proposed_status: Option<String>,
    in_scope: bool,
    scope_reason: String,
    applicability: String,
    operator_code: String,
    review_on: Option<String>,
    needs_recheck: bool,
    is_withdrawn: bool,
    owner: Option<String>,
    event_text: Option<String>,
    event_on: Option<Millis>,
    wording_text: Option<String>,
    wording_on: Option<Millis>,
    has_references: bool,
    has_evidence: bool,
}

impl DatedItemRow {
    fn into_item(self, moment: Millis) -> Result<DatedPolicyItem, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: "policy_item", column };
        let day = |text: Option<String>, column| match text {
            Some(text) => read_day(&text).map(Some).ok_or_else(|| unreadable(column)),
            None => Ok(None),
        };
        let proposed = match &self.proposed_status {
            Some(word) => Some(PolicyStatus::parse(word).ok_or_else(|| unreadable("proposed_status"))?),
            None => None,
        };
        // The first change after the moment tells what it replaced.
        let by_hand = self.event_text.zip(self.event_on);
        let by_edition = self.wording_text.zip(self.wording_on);
        let replaced = by_hand.into_iter().chain(by_edition).min_by_key(|(_, on)| *on).map(|(text, _)| text);
        Ok(DatedPolicyItem {
            id: PolicyItemId(self.id),
            category: self.category_id.map(PolicyCategoryId),
            code: self.code,
            title: self.title,
            is_text_of_today: replaced.is_none(),
            text: replaced.unwrap_or(self.text),
            kind: PolicyItemKind::parse(&self.kind).ok_or_else(|| unreadable("kind"))?,
            effective_on: day(self.effective_on, "effective_on")?,
            is_assessable: self.is_assessable,
            status: PolicyStatus::parse(&self.status).ok_or_else(|| unreadable("status"))?,
            proposed,
            scope: PolicyScope {
                in_scope: self.in_scope,
                reason: self.scope_reason,
                applicability: self.applicability,
                operator: self.operator_code,
            },
            owner: self.owner.unwrap_or_default(),
            review_on: day(self.review_on, "review_on")?,
            needs_recheck: self.needs_recheck,
            is_withdrawn: self.is_withdrawn,
            // A row tells nothing of the time before its last change.
            is_certain: self.updated_on <= moment,
            has_references: self.has_references,
            has_evidence: self.has_evidence,
        })
    }
}

/// An item as it was at a moment; `None` where it did not exist yet, or exists no more.
pub async fn find_dated_item(
    tx: &mut Tx,
    id: &PolicyItemId,
    moment: DateTime<Utc>,
) -> Result<Option<DatedPolicyItem>, StoreError> {
    const SQL: &str = "
        SELECT i.id, i.category_id, i.text,
            COALESCE(p.updated_on, i.updated_on) AS updated_on, COALESCE(p.code, i.code) AS code,
            COALESCE(p.title, i.title) AS title, COALESCE(p.kind, i.kind) AS kind,
            CASE WHEN p.policy_item_id IS NULL THEN i.effective_on ELSE p.effective_on END AS effective_on,
            COALESCE(p.is_assessable, i.is_assessable) AS is_assessable, COALESCE(p.status, i.status) AS status,
            CASE WHEN p.policy_item_id IS NULL THEN i.proposed_status ELSE p.proposed_status END AS proposed_status,
            COALESCE(p.in_scope, i.in_scope) AS in_scope, COALESCE(p.scope_reason, i.scope_reason) AS scope_reason,
            COALESCE(p.applicability, i.applicability) AS applicability,
            COALESCE(p.operator_code, i.operator_code) AS operator_code,
            CASE WHEN p.policy_item_id IS NULL THEN i.review_on ELSE p.review_on END AS review_on,
            COALESCE(p.needs_recheck, i.recheck_on IS NOT NULL) AS needs_recheck,
            COALESCE(p.is_withdrawn, i.withdrawn_on IS NOT NULL) AS is_withdrawn, w.account AS owner,
            (SELECT e.before_value FROM policy_event e
                WHERE e.policy_item_id = i.id AND e.kind = 'requirementChanged' AND e.created_on > $2
                ORDER BY e.created_on, e.id LIMIT 1) AS event_text,
            (SELECT MIN(e.created_on) FROM policy_event e
                WHERE e.policy_item_id = i.id AND e.kind = 'requirementChanged' AND e.created_on > $2) AS event_on,
            (SELECT y.text FROM policy_wording y
                WHERE y.policy_item_id = i.id AND y.replaced_on > $2
                ORDER BY y.replaced_on, y.id LIMIT 1) AS wording_text,
            (SELECT MIN(y.replaced_on) FROM policy_wording y
                WHERE y.policy_item_id = i.id AND y.replaced_on > $2) AS wording_on,
            EXISTS (SELECT 1 FROM policy_reference r WHERE r.policy_item_id = i.id)
                OR EXISTS (SELECT 1 FROM policy_reference_past q WHERE q.policy_item_id = i.id) AS has_references,
            EXISTS (SELECT 1 FROM policy_event e
                WHERE e.policy_item_id = i.id AND e.kind = 'evidenceAdded' AND e.created_on <= $2) AS has_evidence
        FROM policy_item i
        LEFT JOIN policy_item_past p ON p.policy_item_id = i.id AND p.replaced_on = (
            SELECT MIN(q.replaced_on) FROM policy_item_past q WHERE q.policy_item_id = i.id AND q.replaced_on > $2)
        LEFT JOIN user_account w ON w.id = CASE WHEN p.policy_item_id IS NULL THEN i.owner_id ELSE p.owner_id END
        WHERE i.id = $1 AND i.created_on <= $2";
    let moment = Millis::from(moment);
    let row: Option<DatedItemRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(moment).fetch_optional(conn).await?);
    row.map(|row| row.into_item(moment)).transpose()
}

#[derive(sqlx::FromRow)]
struct DatedReferenceRow {
    id: String,
    clause_marker: String,
    target: String,
    manual_id: Option<String>,
    object_id: Option<i64>,
    chapter: String,
    anchor: String,
    quote: String,
    state: String,
    comment: String,
    confirmed_on: Millis,
    is_certain: bool,
    csdb_name: Option<String>,
    manual_name: Option<String>,
    key: Option<String>,
    confirmed_content: Option<String>,
}

impl DatedReferenceRow {
    fn into_reference(self) -> Result<DatedPolicyReference, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: "policy_reference", column };
        let manual = self.csdb_name.zip(self.manual_name);
        // The rules of a deleted manual may be gone, so that nobody is told what it contained.
        let is_shown = manual.is_some();
        let shown = |text: String| if is_shown { text } else { String::new() };
        Ok(DatedPolicyReference {
            id: PolicyReferenceId(self.id),
            clause: self.clause_marker,
            target: PolicyTarget::parse(&self.target).ok_or_else(|| unreadable("target"))?,
            manual: self.manual_id.map(ManualId).filter(|_| is_shown),
            manual_path: manual.map(|(csdb, name)| domain::path::of_manual(&csdb, &name)).unwrap_or_default(),
            object: self.object_id.map(ObjectId).filter(|_| is_shown),
            key: shown(self.key.unwrap_or_default()),
            chapter: shown(self.chapter),
            anchor: shown(self.anchor),
            quote: shown(self.quote),
            state: PolicyReferenceState::parse(&self.state).ok_or_else(|| unreadable("state"))?,
            comment: shown(self.comment),
            confirmed_on: self.confirmed_on.read("policy_reference", "confirmed_on")?,
            confirmed_blob: self.confirmed_content.filter(|_| is_shown),
            is_certain: self.is_certain,
        })
    }
}

/// The references of an item as they were at a moment, oldest first, without those to manuals that the caller may not see.
/// A mark changes nothing but the state: only its event, whose id begins with that of the reference, tells when it was made.
pub async fn list_references_at(
    tx: &mut Tx,
    item: &PolicyItemId,
    moment: DateTime<Utc>,
) -> Result<Vec<DatedPolicyReference>, StoreError> {
    const SQL: &str = concat!(
        "WITH seen AS (
            SELECT r.id, COALESCE((SELECT k.marker FROM policy_clause k WHERE k.id = r.policy_clause_id), '') AS clause_marker,
                r.target, r.manual_id, r.object_id, r.version_id, r.chapter, r.anchor, r.quote, r.state, r.comment,
                r.created_on, COALESCE(r.confirmed_on, r.updated_on) AS confirmed_on, r.updated_on,
                CAST(NULL AS BIGINT) AS replaced_on
            FROM policy_reference r
            WHERE r.policy_item_id = $1 AND r.created_on <= $2 AND NOT EXISTS (
                SELECT 1 FROM policy_reference_past q WHERE q.policy_reference_id = r.id AND q.replaced_on > $2)
            UNION ALL
            SELECT p.policy_reference_id, p.clause_marker, p.target, p.manual_id, p.object_id, p.version_id, p.chapter,
                p.anchor, p.quote, p.state, p.comment, p.created_on, p.confirmed_on, p.updated_on, p.replaced_on
            FROM policy_reference_past p
            WHERE p.policy_item_id = $1 AND p.created_on <= $2 AND p.replaced_on > $2 AND NOT EXISTS (
                SELECT 1 FROM policy_reference_past q
                WHERE q.policy_reference_id = p.policy_reference_id AND q.replaced_on > $2
                AND q.replaced_on < p.replaced_on))
        SELECT s.id, s.clause_marker, s.target, s.manual_id, s.object_id, s.chapter, s.anchor, s.quote, s.state, s.comment,
            s.confirmed_on, s.updated_on <= $2 AND NOT EXISTS (
                SELECT 1 FROM policy_event e
                WHERE e.policy_item_id = $1 AND e.kind = 'recheck' AND e.created_on > $2
                AND (s.replaced_on IS NULL OR e.created_on < s.replaced_on)
                AND SUBSTR(e.id, 1, LENGTH(s.id) + 1) = s.id || '-') AS is_certain,
            c.name AS csdb_name, m.name AS manual_name, o.key, v.blob AS confirmed_content
        FROM seen s
        LEFT JOIN manual m ON m.id = s.manual_id AND m.deleted_on IS NULL
            AND EXISTS (SELECT 1 FROM csdb x WHERE x.id = m.csdb_id AND x.deleted_on IS NULL)
        LEFT JOIN csdb c ON c.id = m.csdb_id
        LEFT JOIN object o ON o.id = s.object_id
        LEFT JOIN version v ON v.id = s.version_id
        WHERE (c.id IS NULL OR ",
        is_readable!("c.name_folded", "m.name_folded", "$3"),
        ") ORDER BY s.created_on, s.id"
    );
    let keys = tx.readable_keys();
    let rows: Vec<DatedReferenceRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&item.0)
        .bind(Millis::from(moment))
        .bind(keys)
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(DatedReferenceRow::into_reference).collect()
}

#[derive(sqlx::FromRow)]
struct DatedEventRow {
    #[sqlx(flatten)]
    event: PolicyEventRow,
    manual_id: Option<String>,
}

/// The next entries in the history of an item up to a moment, oldest first, behind an entry, without what is about manuals
/// that the caller may not see, and without the texts of requirements; each with the manual that it is about.
pub async fn list_events_until(
    tx: &mut Tx,
    item: &PolicyItemId,
    moment: DateTime<Utc>,
    behind: Option<&PolicyEventId>,
    limit: u64,
) -> Result<Vec<(PolicyEvent, Option<ManualId>)>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.id, e.kind, CASE WHEN e.kind = 'requirementChanged' THEN '' ELSE e.before_value END AS before_value,
            CASE WHEN e.kind = 'requirementChanged' THEN '' ELSE e.after_value END AS after_value, e.why, e.account,
            e.created_on, e.manual_id
        FROM policy_event e
        LEFT JOIN manual m ON m.id = e.manual_id AND m.deleted_on IS NULL
        LEFT JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        WHERE e.policy_item_id = $1 AND e.created_on <= $2 AND (e.about_manual = FALSE OR (c.id IS NOT NULL AND ",
        is_readable!("c.name_folded", "m.name_folded", "$3"),
        "))
        AND ($4 = '' OR (e.created_on, e.id) > (
            SELECT b.created_on, b.id FROM policy_event b WHERE b.id = $4 AND b.policy_item_id = e.policy_item_id))
        ORDER BY e.created_on, e.id
        LIMIT $5"
    );
    let keys = tx.readable_keys();
    let rows: Vec<DatedEventRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&item.0)
        .bind(Millis::from(moment))
        .bind(keys)
        .bind(behind.map_or("", |id| id.0.as_str()))
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(|row| Ok((row.event.into_event()?, row.manual_id.map(ManualId)))).collect()
}
