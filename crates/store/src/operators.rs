//! Operators, with their aircraft in entry order.

mod aircraft;

use domain::id::OperatorId;
use domain::language::Language;
use domain::operator::{Aircraft, Operator, OperatorDetails};
use domain::page::{Order, Page, PageRequest};
use domain::text::fold;
use sqlx::AssertSqlSafe;

use crate::StoreError;
use crate::json::{self, StoredLanguage};
use crate::millis::Millis;
use crate::search::{containing, count as counted, direction, page};
use crate::tx::{DriverTx, Tx};

pub use aircraft::{
    AircraftFilter, AircraftSort, FleetAircraft, count as count_aircraft, find as find_aircraft, list as list_aircraft,
    list_taken_registrations,
};

const TABLE: &str = "operator";

/// Filter and order of an operator list.
#[derive(Debug, Clone)]
pub struct OperatorFilter {
    /// Part of the code, the name, the country or a registration, ignoring case; empty matches all.
    pub text: String,
    pub sort: OperatorSort,
    pub order: Order,
}

/// Sort column of an operator list; ties are sorted by code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperatorSort {
    Code,
    Name,
    Country,
    /// The number of aircraft.
    Aircraft,
    UpdatedOn,
}

impl OperatorSort {
    fn expression(self) -> &'static str {
        match self {
            Self::Code => "code_folded",
            Self::Name => "name_folded",
            Self::Country => "country_folded",
            Self::Aircraft => "(SELECT COUNT(*) FROM aircraft WHERE aircraft.operator_id = operator.id)",
            Self::UpdatedOn => "updated_on",
        }
    }
}

macro_rules! columns {
    () => {
        "id, code, name, country, languages, extension_producer, extension_code, logo_blob, created_on, updated_on, version"
    };
}

#[derive(sqlx::FromRow)]
struct OperatorRow {
    id: String,
    code: String,
    name: String,
    country: String,
    languages: String,
    extension_producer: String,
    extension_code: String,
    logo_blob: Option<String>,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
}

impl OperatorRow {
    fn into_operator(self, aircraft: Vec<Aircraft>) -> Result<Operator, StoreError> {
        Ok(Operator {
            id: OperatorId(self.id),
            details: OperatorDetails {
                code: self.code,
                name: self.name,
                country: self.country,
                languages: StoredLanguage::read_list(&self.languages)?,
                extension_producer: self.extension_producer,
                extension_code: self.extension_code,
                aircraft,
            },
            logo: self.logo_blob,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        })
    }
}

/// The operator with this id.
pub async fn find(tx: &mut Tx, id: &OperatorId) -> Result<Option<Operator>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM operator WHERE id = $1");
    let row: Option<OperatorRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    Ok(with_aircraft(tx, row.into_iter().collect()).await?.pop())
}

/// Finds an operator by code, ignoring case.
pub async fn find_by_code(tx: &mut Tx, code: &str) -> Result<Option<Operator>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM operator WHERE code_folded = $1");
    let row: Option<OperatorRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(fold(code)).fetch_optional(conn).await?);
    Ok(with_aircraft(tx, row.into_iter().collect()).await?.pop())
}

/// Binds the descriptive columns of an operator, in table order.
macro_rules! described {
    ($query:expr, $operator:expr, $languages:expr) => {{
        let details = &$operator.details;
        $query
            .bind(&details.code)
            .bind(fold(&details.code))
            .bind(&details.name)
            .bind(fold(&details.name))
            .bind(&details.country)
            .bind(fold(&details.country))
            .bind($languages)
            .bind(&details.extension_producer)
            .bind(&details.extension_code)
            .bind(&$operator.logo)
    }};
}

/// Inserts an operator; `false` when its code is taken.
///
/// A registration that another operator took meanwhile is [`StoreError::Conflict`].
pub async fn insert(tx: &mut Tx, operator: &Operator) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO operator (
            id, code, code_folded, name, name_folded, country, country_folded, languages,
            extension_producer, extension_code, logo_blob, created_on, updated_on, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
        ON CONFLICT (code_folded) DO NOTHING";
    let languages = write_languages(&operator.details.languages)?;
    let added = on_tx!(tx, |conn| described!(sqlx::query(SQL).bind(&operator.id.0), operator, &languages)
        .bind(Millis::from(operator.created_on))
        .bind(Millis::from(operator.updated_on))
        .bind(operator.version)
        .execute(conn)
        .await?
        .rows_affected());
    if added == 1 {
        aircraft::insert(tx, &operator.id, &operator.details.aircraft).await?;
    }
    Ok(added == 1)
}

/// Updates an operator; `false` on a version conflict.
///
/// The stored version becomes `operator.version + 1`. A code or a registration that another operator has is
/// [`StoreError::Conflict`].
pub async fn update(tx: &mut Tx, operator: &Operator) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE operator
        SET code = $3, code_folded = $4, name = $5, name_folded = $6, country = $7, country_folded = $8,
            languages = $9, extension_producer = $10, extension_code = $11, logo_blob = $12, updated_on = $13,
            version = version + 1
        WHERE id = $1 AND version = $2";
    let languages = write_languages(&operator.details.languages)?;
    let changed = on_tx!(tx, |conn| described!(
        sqlx::query(SQL).bind(&operator.id.0).bind(operator.version),
        operator,
        &languages
    )
    .bind(Millis::from(operator.updated_on))
    .execute(conn)
    .await?
    .rows_affected());
    if changed == 1 {
        aircraft::delete(tx, &operator.id).await?;
        aircraft::insert(tx, &operator.id, &operator.details.aircraft).await?;
    }
    Ok(changed == 1)
}

/// Keeps an operator from being deleted until the transaction ends; `false` when it does not exist any more.
pub async fn keep(tx: &mut Tx, id: &OperatorId) -> Result<bool, StoreError> {
    // SQLite has one write transaction at a time, so there is nothing to lock.
    const SQL_SQLITE: &str = "SELECT id FROM operator WHERE id = $1";
    const SQL_POSTGRES: &str = "SELECT id FROM operator WHERE id = $1 FOR KEY SHARE";
    let sql = match tx.driver {
        DriverTx::Sqlite(_) => SQL_SQLITE,
        DriverTx::Postgres(_) => SQL_POSTGRES,
    };
    let found: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(sql).bind(&id.0).fetch_optional(conn).await?);
    Ok(found.is_some())
}

/// Deletes an operator and its aircraft; `false` when it does not exist.
pub async fn delete(tx: &mut Tx, id: &OperatorId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM operator WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}

/// The operators that match `filter`.
pub async fn list(tx: &mut Tx, filter: &OperatorFilter, request: PageRequest) -> Result<Page<Operator>, StoreError> {
    const FILTERED: &str = "
        FROM operator
        WHERE ($1 = '' OR code_folded LIKE $1 ESCAPE '!' OR name_folded LIKE $1 ESCAPE '!'
            OR country_folded LIKE $1 ESCAPE '!'
            OR EXISTS (
                SELECT 1
                FROM aircraft
                WHERE aircraft.operator_id = operator.id AND registration_folded LIKE $1 ESCAPE '!'))";
    let text = containing(&filter.text);
    let (sort, direction) = (filter.sort.expression(), direction(filter.order));

    let sql = format!("SELECT COUNT(*) {FILTERED}");
    let total = on_tx!(tx, |conn| sqlx::query_scalar(AssertSqlSafe(sql)).bind(&text).fetch_one(conn).await?);
    let sql = format!(
        "SELECT {} {FILTERED} ORDER BY {sort} {direction}, code_folded {direction} LIMIT $2 OFFSET $3",
        columns!()
    );
    let rows: Vec<OperatorRow> = on_tx!(tx, |conn| sqlx::query_as(AssertSqlSafe(sql))
        .bind(&text)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = with_aircraft(tx, rows).await?;
    Ok(page(items, total, request))
}

/// The distinct languages of all operators, sorted.
pub async fn list_languages(tx: &mut Tx) -> Result<Vec<Language>, StoreError> {
    const SQL: &str = "SELECT DISTINCT languages FROM operator";
    let columns: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_all(conn).await?);
    let mut languages = Vec::new();
    for column in columns {
        languages.extend(StoredLanguage::read_list(&column)?);
    }
    languages.sort();
    languages.dedup();
    Ok(languages)
}

/// The number of operators.
pub async fn count(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM operator";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?)))
}

fn write_languages(languages: &[Language]) -> Result<String, StoreError> {
    json::write(&languages.iter().map(StoredLanguage::from).collect::<Vec<_>>())
}

/// Loads the aircraft of all rows with one query.
async fn with_aircraft(tx: &mut Tx, rows: Vec<OperatorRow>) -> Result<Vec<Operator>, StoreError> {
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let mut found = aircraft::list_by_operator(tx, &ids).await?;
    rows.into_iter()
        .map(|row| {
            let aircraft = found.remove(&row.id).unwrap_or_default();
            row.into_operator(aircraft)
        })
        .collect()
}
