//! Settings that administrators change at run time, stored in the database and so shared by all nodes.

use chrono::{DateTime, Utc};
use domain::finding::{ImportCode, Severities, Severity};
use std::collections::BTreeMap;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::tx::Tx;

const TABLE: &str = "setting";
const SEVERITIES: &str = "importSeverity";

/// The configured severities and their version; version 0 when nothing is configured.
pub async fn find_severities(tx: &mut Tx) -> Result<(Severities, i64), StoreError> {
    const SQL: &str = "SELECT value, version FROM setting WHERE key = $1";
    let row: Option<(String, i64)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(SEVERITIES).fetch_optional(conn).await?);
    let Some((value, version)) = row else { return Ok((Severities::default(), 0)) };
    let unreadable = || StoreError::Unreadable { table: TABLE, column: "value" };
    let mut severities = Severities::default();
    for (code, word) in json::read::<BTreeMap<u16, String>>(&value, TABLE, "value")? {
        let code = ImportCode::from_number(code).ok_or_else(unreadable)?;
        severities.choose(code, Severity::parse(&word).ok_or_else(unreadable)?);
    }
    Ok((severities, version))
}

/// Stores the severities; `false` on a version conflict.
pub async fn update_severities(
    tx: &mut Tx,
    severities: &Severities,
    version: i64,
    account: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const INSERT: &str = "
        INSERT INTO setting (key, value, version, updated_by, updated_on)
        VALUES ($1, $2, $3 + 1, $4, $5)
        ON CONFLICT DO NOTHING";
    const UPDATE: &str = "
        UPDATE setting
        SET value = $2, version = $3 + 1, updated_by = $4, updated_on = $5
        WHERE key = $1 AND version = $3";
    let chosen: BTreeMap<u16, &str> = ImportCode::ALL
        .into_iter()
        .filter(|code| severities.of_code(*code) != code.default_severity())
        .map(|code| (code.number(), severities.of_code(code).as_str()))
        .collect();
    let sql = if version == 0 { INSERT } else { UPDATE };
    let changed = on_tx!(tx, |conn| sqlx::query(sql)
        .bind(SEVERITIES)
        .bind(json::write(&chosen)?)
        .bind(version)
        .bind(account)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}
