//! The aircraft of operators, always written and read with them.

use std::collections::HashMap;

use domain::id::OperatorId;
use domain::operator::Aircraft;
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::json::{self, Pairs};
use crate::search::count as counted;
use crate::tx::Tx;

/// Keeps each statement below the parameter limits of both engines.
const ROWS_PER_STATEMENT: usize = 500;

#[derive(sqlx::FromRow)]
struct AircraftRow {
    operator_id: String,
    registration: String,
    serial_number: String,
    model: String,
    attributes: String,
}

/// Those of `registrations` that an operator other than `except` has, as they were asked for.
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

/// How many aircraft all operators have together.
pub async fn count(tx: &mut Tx) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM aircraft";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?)))
}

/// Adds the aircraft of one operator, in their order.
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

/// Removes the aircraft of one operator.
pub(super) async fn delete(tx: &mut Tx, id: &OperatorId) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM aircraft WHERE operator_id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The aircraft of each of these operators, in their order; those who have none are left out.
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
        let attributes = json::read::<Pairs>(&row.attributes, "aircraft", "attributes")?;
        by_operator.entry(row.operator_id).or_default().push(Aircraft {
            registration: row.registration,
            serial_number: row.serial_number,
            model: row.model,
            attributes,
        });
    }
    Ok(by_operator)
}
