//! Deletes the rows of purged items.

use super::leftovers;
use crate::StoreError;
use crate::search::signed;
use crate::tx::Tx;

/// The version `v` stays although its file is purged.
macro_rules! is_kept {
    () => {
        "(
            EXISTS (SELECT 1 FROM status_event t WHERE t.version_id = v.id AND t.status = 'Released')
            OR EXISTS (SELECT 1 FROM draft d WHERE d.base_version_id = v.id)
            OR EXISTS (
                SELECT 1
                FROM lane_entry k
                JOIN publication p ON p.manual_id = k.manual_id AND p.state <> 'draft'
                    AND p.snapshot_id >= k.working_from AND p.snapshot_id < k.working_to
                WHERE k.version_id = v.id))"
    };
}

/// No job works on the place `p`; its rules hold until then.
macro_rules! is_idle {
    ($csdb:literal, $manual:literal) => {
        concat!(
            "NOT EXISTS (
                SELECT 1 FROM job j
                WHERE j.status NOT IN ('COMPLETED', 'FAILED') AND j.created_on <= p.purged_on
                AND j.csdb_folded = ",
            $csdb,
            $manual,
            ")"
        )
    };
}

/// The statements of a deletion, in this order.
const STEPS: [&str; 21] = [
    "DELETE FROM comment_thread WHERE id IN (
        SELECT t.id FROM comment_thread t
        JOIN object o ON o.id = t.object_id
        WHERE (o.deleted_on IS NOT NULL AND o.purged_on IS NOT NULL)
        OR o.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL)
        OR o.manual_id IN (SELECT id FROM manual WHERE purged_on IS NOT NULL)
        LIMIT $1)",
    "UPDATE change_request SET object_id = NULL, version_id = NULL, anchor = '', quote = '' WHERE id IN (
        SELECT r.id FROM change_request r
        JOIN object o ON o.id = r.object_id
        WHERE o.deleted_on IS NOT NULL AND o.purged_on IS NOT NULL
        LIMIT $1)",
    "DELETE FROM policy_evidence WHERE id IN (
        SELECT e.id FROM policy_evidence e
        JOIN manual m ON m.id = e.manual_id
        WHERE m.purged_on IS NOT NULL
        OR m.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL)
        LIMIT $1)",
    "UPDATE policy_reference
    SET manual_id = NULL, object_id = NULL, version_id = NULL, chapter = '', anchor = '', quote = '', comment = ''
    WHERE id IN (
        SELECT r.id FROM policy_reference r
        JOIN manual m ON m.id = r.manual_id
        LEFT JOIN object o ON o.id = r.object_id
        WHERE m.purged_on IS NOT NULL
        OR m.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL)
        OR (o.deleted_on IS NOT NULL AND o.purged_on IS NOT NULL)
        LIMIT $1)",
    "UPDATE policy_reference_past
    SET manual_id = NULL, object_id = NULL, version_id = NULL, chapter = '', anchor = '', quote = '', comment = ''
    WHERE (policy_reference_id, replaced_on) IN (
        SELECT p.policy_reference_id, p.replaced_on FROM policy_reference_past p
        JOIN manual m ON m.id = p.manual_id
        LEFT JOIN object o ON o.id = p.object_id
        WHERE m.purged_on IS NOT NULL
        OR m.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL)
        OR (o.deleted_on IS NOT NULL AND o.purged_on IS NOT NULL)
        LIMIT $1)",
    "DELETE FROM audit_pack WHERE id IN (
        SELECT DISTINCT p.audit_pack_id FROM audit_pack_manual p
        JOIN manual m ON m.id = p.manual_id
        WHERE m.purged_on IS NOT NULL
        OR m.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL)
        LIMIT $1)",
    "DELETE FROM artifact WHERE (subject_kind, subject_id, file_name) IN (
        SELECT x.subject_kind, x.subject_id, x.file_name FROM artifact x
        JOIN change_request r ON r.id = x.subject_id
        JOIN manual m ON m.id = r.manual_id
        WHERE x.subject_kind = 'change_request'
        AND (m.purged_on IS NOT NULL OR m.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL))
        LIMIT $1)",
    "DELETE FROM artifact WHERE (subject_kind, subject_id, file_name) IN (
        SELECT x.subject_kind, x.subject_id, x.file_name FROM artifact x
        JOIN publication b ON b.id = x.subject_id
        JOIN manual m ON m.id = b.manual_id
        WHERE x.subject_kind = 'publication'
        AND (m.purged_on IS NOT NULL OR m.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL))
        LIMIT $1)",
    "DELETE FROM toc_node WHERE id IN (
        SELECT t.id FROM manual m
        JOIN snapshot s ON s.manual_id = m.id
        JOIN toc_node t ON t.snapshot_id = s.id
        WHERE m.purged_on IS NOT NULL LIMIT $1)",
    "DELETE FROM lane_entry WHERE (manual_id, object_id, oem_from, working_from) IN (
        SELECT e.manual_id, e.object_id, e.oem_from, e.working_from FROM manual m
        JOIN lane_entry e ON e.manual_id = m.id
        WHERE m.purged_on IS NOT NULL LIMIT $1)",
    "DELETE FROM snapshot WHERE id IN (
        SELECT s.id FROM manual m
        JOIN snapshot s ON s.manual_id = m.id
        WHERE m.purged_on IS NOT NULL LIMIT $1)",
    "DELETE FROM reference WHERE (version_id, position) IN (
        SELECT r.version_id, r.position FROM object o
        JOIN version v ON v.object_id = o.id
        JOIN reference r ON r.version_id = v.id
        WHERE o.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL)
        OR o.manual_id IN (SELECT id FROM manual WHERE purged_on IS NOT NULL)
        LIMIT $1)",
    concat!(
        "DELETE FROM lane_entry WHERE (manual_id, object_id, oem_from, working_from) IN (
        SELECT e.manual_id, e.object_id, e.oem_from, e.working_from FROM object o
        JOIN version v ON v.object_id = o.id
        JOIN lane_entry e ON e.version_id = v.id
        WHERE o.deleted_on IS NOT NULL AND o.purged_on IS NOT NULL AND e.oem_from = ",
        never!(),
        " AND e.working_to < ",
        never!(),
        " AND NOT ",
        is_kept!(),
        "
        LIMIT $1)"
    ),
    "DELETE FROM reference WHERE (version_id, position) IN (
        SELECT r.version_id, r.position FROM object o
        JOIN version v ON v.object_id = o.id
        JOIN reference r ON r.version_id = v.id
        WHERE o.deleted_on IS NOT NULL AND o.purged_on IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM lane_entry e WHERE e.version_id = v.id)
        LIMIT $1)",
    "DELETE FROM version WHERE id IN (
        SELECT v.id FROM object o
        JOIN version v ON v.object_id = o.id
        WHERE o.deleted_on IS NOT NULL AND o.purged_on IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM lane_entry e WHERE e.version_id = v.id)
        AND NOT EXISTS (SELECT 1 FROM reference r WHERE r.version_id = v.id)
        AND NOT EXISTS (SELECT 1 FROM draft d WHERE d.base_version_id = v.id)
        LIMIT $1)",
    "DELETE FROM object WHERE id IN (
        SELECT o.id FROM object o
        WHERE o.deleted_on IS NOT NULL AND o.purged_on IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM version v WHERE v.object_id = o.id)
        LIMIT $1)",
    "DELETE FROM version WHERE id IN (
        SELECT v.id FROM object o
        JOIN version v ON v.object_id = o.id
        WHERE o.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL)
        OR o.manual_id IN (SELECT id FROM manual WHERE purged_on IS NOT NULL)
        LIMIT $1)",
    "DELETE FROM object WHERE id IN (
        SELECT o.id FROM object o
        WHERE o.csdb_id IN (SELECT id FROM csdb WHERE purged_on IS NOT NULL)
        OR o.manual_id IN (SELECT id FROM manual WHERE purged_on IS NOT NULL)
        LIMIT $1)",
    "DELETE FROM profile WHERE id IN (
        SELECT p.id FROM manual m
        JOIN profile p ON p.manual_id = m.id
        WHERE m.purged_on IS NOT NULL LIMIT $1)",
    concat!(
        "DELETE FROM manual WHERE id IN (
        SELECT p.id FROM manual p
        JOIN csdb c ON c.id = p.csdb_id
        WHERE p.purged_on IS NOT NULL AND ",
        is_idle!("c.name_folded", " AND j.manual_folded = p.name_folded"),
        " LIMIT $1)"
    ),
    concat!(
        "DELETE FROM csdb WHERE id IN (
        SELECT p.id FROM csdb p
        WHERE p.purged_on IS NOT NULL AND NOT EXISTS (SELECT 1 FROM manual m WHERE m.csdb_id = p.id) AND ",
        is_idle!("p.name_folded", ""),
        " LIMIT $1)"
    ),
];

/// Deletes up to `limit` rows of purged items; `true` when more may be left.
///
/// The order keeps foreign keys valid. Comments go first, also those of files of which some versions stay, what change
/// requests and compliance references quote, and evidence about purged manuals. Purged files that an OEM revision contains
/// stay with it. Of the own versions, those stay that were released once, that a frozen or released snapshot or a
/// publication contains, or that a draft is based on.
pub async fn sweep(tx: &mut Tx, limit: u64) -> Result<bool, StoreError> {
    if leftovers::sweep(tx, limit).await? {
        return Ok(true);
    }
    for sql in STEPS {
        let removed = on_tx!(tx, |conn| sqlx::query(sql).bind(signed(limit)).execute(conn).await?.rows_affected());
        if removed > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}
