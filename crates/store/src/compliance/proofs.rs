//! Proofs by mapping: an item that nobody has assessed is proved by compliant items of other collections. The rule is that
//! of [`domain::compliance::proof_of`]; lists and figures need it in SQL.

use std::collections::HashMap;

use domain::compliance::{MappingProof, MappingRelation, ProvingItem};
use domain::id::{ComplianceCollectionId, PolicyItemId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::ROWS_PER_STATEMENT;
use crate::tx::Tx;

/// One direction of [`proof_rows`]: `$by` is the end of a mapping that proves the other one, and `$relation` how much of its
/// demand it covers.
macro_rules! one_way {
    ($id:literal, $by:literal, $relation:literal, $whole:literal) => {
        concat!(
            "SELECT g.",
            $id,
            " AS id, g.",
            $by,
            " AS by_id, ",
            $relation,
            " AS relation,
                CASE
                    WHEN b.status = 'compliant' AND g.relationship IN ('equal', '",
            $whole,
            "') AND (bk.needs_sign_off OR NOT xk.needs_sign_off) THEN 2
                    ELSE 1
                END AS strength
            FROM policy_mapping g
            JOIN policy_item b ON b.id = g.",
            $by,
            " AND b.status IN ('compliant', 'partially_compliant') AND b.is_assessable AND b.in_scope
                AND b.withdrawn_on IS NULL AND b.recheck_on IS NULL
            JOIN policy_item x ON x.id = g.",
            $id,
            " AND x.status = 'not_assessed' AND x.is_assessable AND x.in_scope AND x.withdrawn_on IS NULL
            JOIN compliance_collection bk ON bk.id = b.collection_id
            JOIN compliance_collection xk ON xk.id = x.collection_id"
        )
    };
}

/// The items that nobody has assessed (`id`) with those that prove them (`by_id`): wholly where `strength` is 2, in part
/// where it is 1.
macro_rules! proof_rows {
    () => {
        concat!(
            one_way!("target_id", "source_id", "g.relationship", "superset"),
            " UNION ALL ",
            one_way!(
                "source_id",
                "target_id",
                "CASE g.relationship WHEN 'subset' THEN 'superset' WHEN 'superset' THEN 'subset'
                    ELSE g.relationship END",
                "subset"
            )
        )
    };
}

pub(super) use {one_way, proof_rows};

/// The `strength` of a proof.
pub(super) fn strength(proof: MappingProof) -> i64 {
    if proof == MappingProof::Mapped { 2 } else { 1 }
}

/// The items of other collections that prove some items, the strongest first. Those of hidden collections are left out.
pub async fn list_proofs(
    tx: &mut Tx,
    items: &[PolicyItemId],
) -> Result<HashMap<PolicyItemId, Vec<ProvingItem>>, StoreError> {
    const SQL: &str = concat!(
        "SELECT q.id, q.by_id, q.relation, CAST(q.strength AS BIGINT), b.code, b.collection_id, k.name
        FROM (",
        proof_rows!(),
        ") AS q
        JOIN policy_item b ON b.id = q.by_id
        JOIN compliance_collection k ON k.id = b.collection_id
        WHERE q.id IN ("
    );
    let mut found: HashMap<PolicyItemId, Vec<ProvingItem>> = HashMap::new();
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String, String, i64, String, String, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") ORDER BY q.strength DESC, k.name, b.position, b.id");
            query.build_query_as().fetch_all(conn).await?
        });
        for (item, by, relation, strength, code, collection, collection_name) in rows {
            let collection = ComplianceCollectionId(collection);
            if !tx.sight().sees_collection(&collection) {
                continue;
            }
            let unreadable = StoreError::Unreadable { table: "policy_mapping", column: "relationship" };
            found.entry(PolicyItemId(item)).or_default().push(ProvingItem {
                id: PolicyItemId(by),
                collection,
                collection_name,
                code,
                relation: MappingRelation::parse(&relation).ok_or(unreadable)?,
                proof: if strength == 2 { MappingProof::Mapped } else { MappingProof::Part },
            });
        }
    }
    Ok(found)
}
