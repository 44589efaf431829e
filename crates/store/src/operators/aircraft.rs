//! The aircraft of operators: stored with them, and listed across all operators.

use std::collections::HashMap;

use domain::id::OperatorId;
use domain::operator::Aircraft;
use domain::page::{Order, Page, PageRequest};
use domain::text::fold;
use sqlx::{AssertSqlSafe, QueryBuilder};

use crate::StoreError;
use crate::json::{self, Pairs};
use crate::search::{ROWS_PER_STATEMENT, containing, count as counted, direction, page};
use crate::tx::Tx;

/// Filter and order of an aircraft list.
#[derive(Debug, Clone)]
pub struct AircraftFilter {
    /// Part of the registration, the serial number, the model, or the operator's code or name; empty matches all.
    pub text: String,
    /// The operator's code, ignoring case; empty matches all.
    pub operator: String,
    pub sort: AircraftSort,
    pub order: Order,
}

/// Sort column of an aircraft list; ties are sorted by registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AircraftSort {
    Registration,
    SerialNumber,
    Model,
    /// The operator's code.
    Operator,
}

impl AircraftSort {
    fn expression(self) -> &'static str {
        match self {
            Self::Registration => "registration_folded",
            Self::SerialNumber => "LOWER(serial_number)",
            Self::Model => "LOWER(model)",
            Self::Operator => "code_folded",
        }
    }
}

/// An aircraft with its operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FleetAircraft {
    pub aircraft: Aircraft,
    pub operator_code: String,
    pub operator_name: String,
}

#[derive(sqlx::FromRow)]
struct AircraftRow {
    operator_id: String,
    registration: String,
    serial_number: String,
    model: String,
    attributes: String,
}

impl AircraftRow {
    fn into_aircraft(self) -> Result<Aircraft, StoreError> {
        Ok(Aircraft {
            attributes: json::read::<Pairs>(&self.attributes, "aircraft", "attributes")?,
            registration: self.registration,
            serial_number: self.serial_number,
            model: self.model,
        })
    }
}

#[derive(sqlx::FromRow)]
struct FleetRow {
    #[sqlx(flatten)]
    aircraft: AircraftRow,
    code: String,
    name: String,
}

impl FleetRow {
    fn into_aircraft(self) -> Result<FleetAircraft, StoreError> {
        let aircraft = self.aircraft.into_aircraft()?;
        Ok(FleetAircraft { aircraft, operator_code: self.code, operator_name: self.name })
    }
}

/// The aircraft of all operators that match `filter`.
pub async fn list(
    tx: &mut Tx,
    filter: &AircraftFilter,
    request: PageRequest,
) -> Result<Page<FleetAircraft>, StoreError> {
    // Serial numbers and models have no folded column. They are ASCII, which both engines lower-case alike.
    const FILTERED: &str = "
        FROM aircraft
        JOIN operator ON operator.id = operator_id
        WHERE ($1 = '' OR registration_folded LIKE $1 ESCAPE '!' OR LOWER(serial_number) LIKE $1 ESCAPE '!'
            OR LOWER(model) LIKE $1 ESCAPE '!' OR code_folded LIKE $1 ESCAPE '!' OR name_folded LIKE $1 ESCAPE '!')
        AND ($2 = '' OR code_folded = $2)";
    let (text, operator) = (containing(&filter.text), fold(&filter.operator));
    let (sort, direction) = (filter.sort.expression(), direction(filter.order));

    let sql = format!("SELECT COUNT(*) {FILTERED}");
    let total =
        on_tx!(tx, |conn| sqlx::query_scalar(AssertSqlSafe(sql)).bind(&text).bind(&operator).fetch_one(conn).await?);
    let sql = format!(
        "SELECT operator_id, registration, serial_number, model, attributes, code, name {FILTERED}
        ORDER BY {sort} {direction}, registration_folded {direction}
        LIMIT $3 OFFSET $4"
    );
    let rows: Vec<FleetRow> = on_tx!(tx, |conn| sqlx::query_as(AssertSqlSafe(sql))
        .bind(&text)
        .bind(&operator)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(FleetRow::into_aircraft).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// Finds an aircraft by registration, ignoring case.
pub async fn find(tx: &mut Tx, registration: &str) -> Result<Option<FleetAircraft>, StoreError> {
    const SQL: &str = "
        SELECT operator_id, registration, serial_number, model, attributes, code, name
        FROM aircraft
        JOIN operator ON operator.id = operator_id
        WHERE registration_folded = $1";
    let row: Option<FleetRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(fold(registration)).fetch_optional(conn).await?);
    row.map(FleetRow::into_aircraft).transpose()
}

/// The given `registrations` that belong to an operator other than `except`.
pub async fn list_taken_registrations(
    tx: &mut Tx,
    registrations: &[String],
    except: Option<&OperatorId>,
) -> Result<Vec<String>, StoreError> {
    let except = except.map_or("", |id| &id.0);
    let mut taken = Vec::new();
    for some in registrations.chunks(ROWS_PER_STATEMENT) {
        let found: Vec<String> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT registration_folded FROM aircraft WHERE operator_id <> ");
            query.push_bind(except).push(" AND registration_folded IN (");
            let mut list = query.separated(", ");
            for registration in some {
                list.push_bind(fold(registration));
            }
            list.push_unseparated(")");
            query.build_query_scalar().fetch_all(conn).await?
        });
        taken.extend(some.iter().filter(|asked| found.contains(&fold(asked))).cloned());
    }
    Ok(taken)
}

/// The number of aircraft of all operators.
pub async fn count(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM aircraft";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?)))
}

/// Inserts the aircraft of one operator, in their order.
pub(super) async fn insert(tx: &mut Tx, id: &OperatorId, aircraft: &[Aircraft]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO aircraft (
            operator_id, position, registration, registration_folded, serial_number, model, attributes)
        ";
    let attributes = aircraft.iter().map(|one| json::write(&one.attributes)).collect::<Result<Vec<_>, _>>()?;
    let rows: Vec<_> = (0_i64..).zip(aircraft).zip(&attributes).collect();
    for some in rows.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, ((position, one), attributes)| {
                values
                    .push_bind(&id.0)
                    .push_bind(*position)
                    .push_bind(&one.registration)
                    .push_bind(fold(&one.registration))
                    .push_bind(&one.serial_number)
                    .push_bind(&one.model)
                    .push_bind(*attributes);
            })
            .build()
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Deletes the aircraft of one operator.
pub(super) async fn delete(tx: &mut Tx, id: &OperatorId) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM aircraft WHERE operator_id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The aircraft of each of these operators, in entry order; operators without any are left out.
pub(super) async fn list_by_operator(
    tx: &mut Tx,
    operators: &[&str],
) -> Result<HashMap<String, Vec<Aircraft>>, StoreError> {
    let mut by_operator: HashMap<String, Vec<Aircraft>> = HashMap::new();
    if operators.is_empty() {
        return Ok(by_operator);
    }
    let rows: Vec<AircraftRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(
            "SELECT operator_id, registration, serial_number, model, attributes FROM aircraft WHERE operator_id IN (",
        );
        let mut list = query.separated(", ");
        for id in operators {
            list.push_bind(*id);
        }
        list.push_unseparated(") ORDER BY operator_id, position");
        query.build_query_as().fetch_all(conn).await?
    });
    for row in rows {
        let operator = row.operator_id.clone();
        by_operator.entry(operator).or_default().push(row.into_aircraft()?);
    }
    Ok(by_operator)
}
