//! The changes of a file, item by item.

use domain::compliance::RegulationChangeClass;
use domain::id::{PolicyItemId, RegulationImportId};
use domain::page::{Page, PageRequest};
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, containing, count, is_reused, page};
use crate::tx::Tx;

const TABLE: &str = "regulation_change";

/// The change of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegulationChange {
    pub position: i64,
    pub class: RegulationChangeClass,
    /// How the item was found in the version before; empty for added and withdrawn ones.
    pub basis: String,
    /// Of a match by likeness, in percent; 0 for others.
    pub likeness: u8,
    /// The item of the collection; `None` for an added one.
    pub item: Option<PolicyItemId>,
    /// Empty for an added item.
    pub old_code: String,
    /// Empty for a withdrawn item.
    pub new_code: String,
    pub title: String,
    pub kind: String,
    /// The differences besides the text.
    pub aspects: Vec<String>,
    /// Whole for changed items, the beginning for others.
    pub old_text: String,
    pub new_text: String,
    /// The codes of the items that it was merged with, or split from or into.
    pub related: Vec<String>,
}

/// Which changes are listed.
#[derive(Debug, Clone, Default)]
pub struct RegulationChangeFilter {
    pub class: Option<RegulationChangeClass>,
    /// Only matches by likeness, which a person confirms.
    pub proposed: bool,
    /// Part of a code or the title.
    pub text: String,
}

#[derive(sqlx::FromRow)]
struct RegulationChangeRow {
    position: i64,
    class: String,
    basis: String,
    likeness: i64,
    policy_item_id: Option<String>,
    old_code: String,
    new_code: String,
    title: String,
    kind: String,
    aspects: String,
    old_text: String,
    new_text: String,
    related: String,
}

impl RegulationChangeRow {
    fn into_change(self) -> Result<RegulationChange, StoreError> {
        let class = RegulationChangeClass::parse(&self.class);
        Ok(RegulationChange {
            position: self.position,
            class: class.ok_or(StoreError::Unreadable { table: TABLE, column: "class" })?,
            basis: self.basis,
            likeness: u8::try_from(self.likeness).unwrap_or_default(),
            item: self.policy_item_id.map(PolicyItemId),
            old_code: self.old_code,
            new_code: self.new_code,
            title: self.title,
            kind: self.kind,
            aspects: self.aspects.split_whitespace().map(str::to_owned).collect(),
            old_text: self.old_text,
            new_text: self.new_text,
            related: self.related.lines().map(str::to_owned).collect(),
        })
    }
}

/// Replaces the changes of a file.
pub async fn insert_changes(
    tx: &mut Tx,
    import: &RegulationImportId,
    changes: &[RegulationChange],
) -> Result<(), StoreError> {
    const CLEAR: &str = "DELETE FROM regulation_change WHERE regulation_import_id = $1";
    const SQL: &str = "
        INSERT INTO regulation_change (
            regulation_import_id, position, class, basis, likeness, policy_item_id, old_code, new_code, title, kind,
            aspects, old_text, new_text, related, search_folded)
        ";
    on_tx!(tx, |conn| sqlx::query(CLEAR).bind(&import.0).execute(conn).await?.rows_affected());
    for some in changes.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, change| {
                values
                    .push_bind(&import.0)
                    .push_bind(change.position)
                    .push_bind(change.class.as_str())
                    .push_bind(&change.basis)
                    .push_bind(i64::from(change.likeness))
                    .push_bind(change.item.as_ref().map(|id| &id.0))
                    .push_bind(&change.old_code)
                    .push_bind(&change.new_code)
                    .push_bind(&change.title)
                    .push_bind(&change.kind)
                    .push_bind(change.aspects.join(" "))
                    .push_bind(&change.old_text)
                    .push_bind(&change.new_text)
                    .push_bind(change.related.join("\n"))
                    .push_bind(fold(&[&change.old_code, "\n", &change.new_code, "\n", &change.title].concat()));
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// The number of changes of each class.
pub async fn count_changes(
    tx: &mut Tx,
    import: &RegulationImportId,
) -> Result<Vec<(RegulationChangeClass, u64)>, StoreError> {
    const SQL: &str = "
        SELECT class, COUNT(*)
        FROM regulation_change
        WHERE regulation_import_id = $1
        GROUP BY class";
    let rows: Vec<(String, i64)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&import.0).fetch_all(conn).await?);
    let of = |class: RegulationChangeClass| {
        let found = rows.iter().find(|(word, _)| word == class.as_str());
        (class, found.map_or(0, |(_, total)| count(*total)))
    };
    Ok(RegulationChangeClass::ALL.into_iter().map(of).collect())
}

/// The number of matches by likeness, which a person confirms.
pub async fn count_proposed(tx: &mut Tx, import: &RegulationImportId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM regulation_change WHERE regulation_import_id = $1 AND likeness > 0";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&import.0).fetch_one(conn).await?)))
}

const FILTERED: &str = "
    FROM regulation_change
    WHERE regulation_import_id = $1
    AND ($2 = '' OR class = $2)
    AND (NOT $3 OR likeness > 0)
    AND ($4 = '' OR search_folded LIKE $4 ESCAPE '!')";

/// One page of the changes that pass, in their order, with the beginnings of their texts.
pub async fn list_changes(
    tx: &mut Tx,
    import: &RegulationImportId,
    filter: &RegulationChangeFilter,
    request: PageRequest,
) -> Result<Page<RegulationChange>, StoreError> {
    const SELECT: &str = "
        SELECT position, class, basis, likeness, policy_item_id, old_code, new_code, title, kind, aspects,
            SUBSTR(old_text, 1, 300) AS old_text, SUBSTR(new_text, 1, 300) AS new_text, related";
    let (class, text) = (filter.class.map_or("", RegulationChangeClass::as_str), containing(&filter.text));
    let total: i64 = on_tx!(tx, |conn| {
        let sql = ["SELECT COUNT(*)", FILTERED].concat();
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .bind(&import.0)
            .bind(class)
            .bind(filter.proposed)
            .bind(&text)
            .fetch_one(conn)
            .await?
    });
    let rows: Vec<RegulationChangeRow> = on_tx!(tx, |conn| {
        let sql = [SELECT, FILTERED, " ORDER BY position LIMIT $5 OFFSET $6"].concat();
        sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .bind(&import.0)
            .bind(class)
            .bind(filter.proposed)
            .bind(&text)
            .bind(i64::from(request.size()))
            .bind(request.offset())
            .fetch_all(conn)
            .await?
    });
    let changes = rows.into_iter().map(RegulationChangeRow::into_change).collect::<Result<_, _>>()?;
    Ok(page(changes, total, request))
}

/// One change with its whole texts.
pub async fn find_change(
    tx: &mut Tx,
    import: &RegulationImportId,
    position: i64,
) -> Result<Option<RegulationChange>, StoreError> {
    const SQL: &str = "
        SELECT position, class, basis, likeness, policy_item_id, old_code, new_code, title, kind, aspects, old_text,
            new_text, related
        FROM regulation_change
        WHERE regulation_import_id = $1 AND position = $2";
    let row: Option<RegulationChangeRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&import.0).bind(position).fetch_optional(conn).await?);
    row.map(RegulationChangeRow::into_change).transpose()
}
