//! Mappings between items of two collections.

use chrono::{DateTime, Utc};
use domain::compliance::{MappingRelation, PolicyStatus};
use domain::id::{ComplianceCollectionId, PolicyItemId, PolicyMappingId, UserId};
use domain::page::{Page, PageRequest};
use sqlx::{AssertSqlSafe, QueryBuilder};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, containing, count, is_reused, page, signed};
use crate::tx::Tx;

const TABLE: &str = "policy_mapping";

/// An item at one end of a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedItem {
    pub id: PolicyItemId,
    pub collection: ComplianceCollectionId,
    pub collection_name: String,
    pub code: String,
    pub title: String,
    pub status: PolicyStatus,
    /// It is assessed and in scope.
    pub counts: bool,
    /// A version of the regulation changed it, and nobody has assessed it since.
    pub needs_recheck: bool,
    /// The regulation does not contain it any more.
    pub is_withdrawn: bool,
}

/// That two items correspond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyMapping {
    pub id: PolicyMappingId,
    pub source: MappedItem,
    pub target: MappedItem,
    /// How much of the target's demand the source covers.
    pub relation: MappingRelation,
    pub rationale: String,
    /// An account.
    pub created_by: String,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

/// Which mappings are listed.
#[derive(Debug, Clone)]
pub struct MappingFilter {
    /// Those with an item of this collection.
    pub collection: ComplianceCollectionId,
    /// Those with an item of this one at the other end; all without it.
    pub other: Option<ComplianceCollectionId>,
    /// Part of a code or a title.
    pub text: String,
}

/// A mapping to write; the source has the smaller id.
#[derive(Debug, Clone)]
pub struct NewMapping {
    pub id: PolicyMappingId,
    pub source: PolicyItemId,
    pub target: PolicyItemId,
    pub relation: MappingRelation,
    pub rationale: String,
}

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column")]
struct StoredMapping {
    id: String,
    relationship: String,
    rationale: String,
    account: String,
    updated_on: Millis,
    version: i64,
    source_id: String,
    source_collection: String,
    source_name: String,
    source_code: String,
    source_title: String,
    source_status: String,
    source_counts: bool,
    source_recheck: bool,
    source_withdrawn: bool,
    target_id: String,
    target_collection: String,
    target_name: String,
    target_code: String,
    target_title: String,
    target_status: String,
    target_counts: bool,
    target_recheck: bool,
    target_withdrawn: bool,
}

impl StoredMapping {
    fn into_mapping(self) -> Result<PolicyMapping, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let status = |word: &str| PolicyStatus::parse(word).ok_or_else(|| unreadable("status"));
        Ok(PolicyMapping {
            id: PolicyMappingId(self.id),
            relation: MappingRelation::parse(&self.relationship).ok_or_else(|| unreadable("relationship"))?,
            source: MappedItem {
                status: status(&self.source_status)?,
                id: PolicyItemId(self.source_id),
                collection: ComplianceCollectionId(self.source_collection),
                collection_name: self.source_name,
                code: self.source_code,
                title: self.source_title,
                counts: self.source_counts,
                needs_recheck: self.source_recheck,
                is_withdrawn: self.source_withdrawn,
            },
            target: MappedItem {
                status: status(&self.target_status)?,
                id: PolicyItemId(self.target_id),
                collection: ComplianceCollectionId(self.target_collection),
                collection_name: self.target_name,
                code: self.target_code,
                title: self.target_title,
                counts: self.target_counts,
                needs_recheck: self.target_recheck,
                is_withdrawn: self.target_withdrawn,
            },
            rationale: self.rationale,
            created_by: self.account,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        })
    }
}

const COLUMNS: &str = "
    SELECT m.id, m.relationship, m.rationale, u.account, m.updated_on, m.version,
        s.id AS source_id, s.collection_id AS source_collection, sk.name AS source_name, s.code AS source_code,
        s.title AS source_title, s.status AS source_status,
        (s.is_assessable AND s.in_scope AND s.withdrawn_on IS NULL) AS source_counts,
        s.recheck_on IS NOT NULL AS source_recheck, s.withdrawn_on IS NOT NULL AS source_withdrawn,
        t.id AS target_id, t.collection_id AS target_collection, tk.name AS target_name, t.code AS target_code,
        t.title AS target_title, t.status AS target_status,
        (t.is_assessable AND t.in_scope AND t.withdrawn_on IS NULL) AS target_counts,
        t.recheck_on IS NOT NULL AS target_recheck, t.withdrawn_on IS NOT NULL AS target_withdrawn";
const JOINS: &str = "
    FROM policy_mapping m
    JOIN policy_item s ON s.id = m.source_id
    JOIN policy_item t ON t.id = m.target_id
    JOIN compliance_collection sk ON sk.id = s.collection_id
    JOIN compliance_collection tk ON tk.id = t.collection_id
    JOIN user_account u ON u.id = m.created_by
    ";
const FILTERED: &str = "
    WHERE ((s.collection_id = $1 AND ($2 = '' OR t.collection_id = $2))
        OR (t.collection_id = $1 AND ($2 = '' OR s.collection_id = $2)))
    AND ($3 = '' OR s.code_folded LIKE $3 ESCAPE '!' OR t.code_folded LIKE $3 ESCAPE '!'
        OR s.title_folded LIKE $3 ESCAPE '!' OR t.title_folded LIKE $3 ESCAPE '!')";
const ORDERED: &str = "
    ORDER BY CASE WHEN s.collection_id = $1 THEN s.position ELSE t.position END,
        CASE WHEN s.collection_id = $1 THEN t.position ELSE s.position END, m.id
    LIMIT $4 OFFSET $5";

async fn list_some(
    tx: &mut Tx,
    filter: &MappingFilter,
    (limit, offset): (i64, i64),
) -> Result<Vec<PolicyMapping>, StoreError> {
    let (other, text) = (filter.other.as_ref().map_or("", |id| id.0.as_str()), containing(&filter.text));
    let rows: Vec<StoredMapping> = on_tx!(tx, |conn| {
        let sql = [COLUMNS, JOINS, FILTERED, ORDERED].concat();
        sqlx::query_as(AssertSqlSafe(sql))
            .bind(&filter.collection.0)
            .bind(other)
            .bind(&text)
            .bind(limit)
            .bind(offset)
            .fetch_all(conn)
            .await?
    });
    rows.into_iter().map(StoredMapping::into_mapping).collect()
}

/// One page of the mappings that pass, in the order of the collection.
pub async fn list_mappings(
    tx: &mut Tx,
    filter: &MappingFilter,
    request: PageRequest,
) -> Result<Page<PolicyMapping>, StoreError> {
    let (other, text) = (filter.other.as_ref().map_or("", |id| id.0.as_str()), containing(&filter.text));
    let total: i64 = on_tx!(tx, |conn| {
        let sql = ["SELECT COUNT(*)", JOINS, FILTERED].concat();
        sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(&filter.collection.0)
            .bind(other)
            .bind(&text)
            .fetch_one(conn)
            .await?
    });
    let mappings = list_some(tx, filter, (i64::from(request.size()), request.offset())).await?;
    Ok(page(mappings, total, request))
}

/// All mappings that pass, up to a limit.
pub async fn list_all_mappings(
    tx: &mut Tx,
    filter: &MappingFilter,
    limit: u64,
) -> Result<Vec<PolicyMapping>, StoreError> {
    list_some(tx, filter, (signed(limit), 0)).await
}

/// The mappings of an item.
pub async fn list_of_item(tx: &mut Tx, item: &PolicyItemId, limit: u64) -> Result<Vec<PolicyMapping>, StoreError> {
    const WHERE: &str = "WHERE m.source_id = $1 OR m.target_id = $1 ORDER BY m.id LIMIT $2";
    let rows: Vec<StoredMapping> = on_tx!(tx, |conn| {
        let sql = [COLUMNS, JOINS, WHERE].concat();
        sqlx::query_as(AssertSqlSafe(sql)).bind(&item.0).bind(signed(limit)).fetch_all(conn).await?
    });
    rows.into_iter().map(StoredMapping::into_mapping).collect()
}

pub async fn find_mapping(tx: &mut Tx, id: &PolicyMappingId) -> Result<Option<PolicyMapping>, StoreError> {
    let row: Option<StoredMapping> = on_tx!(tx, |conn| {
        let sql = [COLUMNS, JOINS, "WHERE m.id = $1"].concat();
        sqlx::query_as(AssertSqlSafe(sql)).bind(&id.0).fetch_optional(conn).await?
    });
    row.map(StoredMapping::into_mapping).transpose()
}

/// The number of mappings with an item of a collection.
pub async fn count_mappings(tx: &mut Tx, collection: &ComplianceCollectionId) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT
            (SELECT COUNT(*) FROM policy_mapping m JOIN policy_item i ON i.id = m.source_id WHERE i.collection_id = $1)
            + (SELECT COUNT(*) FROM policy_mapping m
                JOIN policy_item i ON i.id = m.target_id
                JOIN policy_item s ON s.id = m.source_id
                WHERE i.collection_id = $1 AND s.collection_id <> $1)";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&collection.0).fetch_one(conn).await?)))
}

/// Inserts mappings. Gives the number of those whose items had none.
pub async fn insert_mappings(
    tx: &mut Tx,
    mappings: &[NewMapping],
    creator: &UserId,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    const SQL: &str = "
        INSERT INTO policy_mapping (
            id, source_id, target_id, relationship, rationale, created_by, created_on, updated_on, version)
        ";
    let mut added = 0;
    for some in mappings.chunks(ROWS_PER_STATEMENT) {
        added += on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, mapping| {
                values
                    .push_bind(&mapping.id.0)
                    .push_bind(&mapping.source.0)
                    .push_bind(&mapping.target.0)
                    .push_bind(mapping.relation.as_str())
                    .push_bind(&mapping.rationale)
                    .push_bind(&creator.0)
                    .push_bind(Millis::from(now))
                    .push_bind(Millis::from(now))
                    .push_bind(1_i64);
            })
            .push(" ON CONFLICT DO NOTHING")
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(added)
}

/// Writes relation and rationale of a mapping; `false` when somebody changed it since this version.
pub async fn update_mapping(
    tx: &mut Tx,
    id: &PolicyMappingId,
    version: i64,
    (relation, rationale): (MappingRelation, &str),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE policy_mapping
        SET relationship = $3, rationale = $4, updated_on = $5, version = version + 1
        WHERE id = $1 AND version = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(version)
        .bind(relation.as_str())
        .bind(rationale)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes a mapping; `false` when somebody changed it since this version.
pub async fn delete_mapping(tx: &mut Tx, id: &PolicyMappingId, version: i64) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM policy_mapping WHERE id = $1 AND version = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(version).execute(conn).await?.rows_affected()) == 1)
}
