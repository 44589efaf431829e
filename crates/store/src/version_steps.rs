//! Who made versions, from which others, and why.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::id::{ObjectId, VersionId};
use domain::version::Origin;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// A version as a step of the work on an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionStep {
    pub id: VersionId,
    pub object: ObjectId,
    pub is_oem: bool,
    pub why: String,
    /// The id of the change request that it was checked in under.
    pub change_request: Option<String>,
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    /// The versions that it was made from.
    pub parents: Vec<VersionId>,
}

/// Version, object, origin, reason, change request, author and time.
type StepRow = (i64, i64, String, String, Option<String>, String, Millis);

/// All versions of these objects.
pub async fn list_of_objects(tx: &mut Tx, objects: &[ObjectId]) -> Result<Vec<VersionStep>, StoreError> {
    const STEPS: &str = "
        SELECT v.id, v.object_id, v.origin, v.why, v.change_request, v.created_by, v.created_on
        FROM version v
        WHERE v.object_id IN (";
    const PARENTS: &str = "
        SELECT p.version_id, p.parent_id
        FROM version v
        JOIN version_parent p ON p.version_id = v.id
        WHERE v.object_id IN (";
    macro_rules! query {
        ($select:expr, $some:expr) => {{
            let mut query = QueryBuilder::new($select);
            let mut list = query.separated(", ");
            for object in $some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query
        }};
    }
    let mut steps = Vec::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<StepRow> = on_tx!(tx, |conn| {
            let mut query = query!(STEPS, some);
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        let links: Vec<(i64, i64)> = on_tx!(tx, |conn| {
            let mut query = query!(PARENTS, some);
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        let mut parents: HashMap<i64, Vec<VersionId>> = HashMap::new();
        for (version, parent) in links {
            parents.entry(version).or_default().push(VersionId(parent));
        }
        for (id, object, origin, why, change_request, created_by, created_on) in rows {
            steps.push(VersionStep {
                id: VersionId(id),
                object: ObjectId(object),
                is_oem: origin == Origin::Oem.as_str(),
                why,
                change_request,
                created_by,
                created_on: created_on.read("version", "created_on")?,
                parents: parents.remove(&id).unwrap_or_default(),
            });
        }
    }
    Ok(steps)
}
