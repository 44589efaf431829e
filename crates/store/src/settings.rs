//! Settings that administrators change at run time, stored in the database and so shared by all nodes.

use chrono::{DateTime, Utc};
use domain::editing::EditingRules;
use domain::finding::{ImportCode, Severities, Severity};
use domain::identity_provider::SignInSettings;
use domain::permission::Role;
use domain::revision::RevisionRules;
use domain::user::Account;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::tx::Tx;

const TABLE: &str = "setting";
const SEVERITIES: &str = "importSeverity";
const EDITING: &str = "editing";
const SIGN_IN: &str = "signIn";
const FACTOR_ROLES: &str = "secondFactorRoles";
const REVISIONS: &str = "revisions";
const IMPORT_RULES: &str = "importBusinessRules";
const SIGNING_KEY: &str = "signingKey";

/// The text of a setting and its version; version 0 when it was never set.
pub(crate) async fn find(tx: &mut Tx, key: &str) -> Result<(Option<String>, i64), StoreError> {
    const SQL: &str = "SELECT value, version FROM setting WHERE key = $1";
    let row: Option<(String, i64)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(key).fetch_optional(conn).await?);
    Ok(row.map_or((None, 0), |(value, version)| (Some(value), version)))
}

/// Author and time of a changed setting, and the version that it replaces.
#[derive(Debug, Clone, Copy)]
pub struct SettingEdit<'a> {
    pub version: i64,
    pub account: &'a str,
    pub now: DateTime<Utc>,
}

/// Stores a setting; `false` on a version conflict.
pub(crate) async fn update(tx: &mut Tx, key: &str, value: &str, edit: SettingEdit<'_>) -> Result<bool, StoreError> {
    const INSERT: &str = "
        INSERT INTO setting (key, value, version, updated_by, updated_on)
        VALUES ($1, $2, $3 + 1, $4, $5)
        ON CONFLICT DO NOTHING";
    const UPDATE: &str = "
        UPDATE setting
        SET value = $2, version = $3 + 1, updated_by = $4, updated_on = $5
        WHERE key = $1 AND version = $3";
    let sql = if edit.version == 0 { INSERT } else { UPDATE };
    let changed = on_tx!(tx, |conn| sqlx::query(sql)
        .bind(key)
        .bind(value)
        .bind(edit.version)
        .bind(edit.account)
        .bind(Millis::from(edit.now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// The public key that signed publications last, in base64, and its version.
pub async fn find_signing_key(tx: &mut Tx) -> Result<(Option<String>, i64), StoreError> {
    find(tx, SIGNING_KEY).await
}

/// Stores the public key that signs publications; `false` on a version conflict.
pub async fn update_signing_key(tx: &mut Tx, key: &str, edit: SettingEdit<'_>) -> Result<bool, StoreError> {
    update(tx, SIGNING_KEY, key, edit).await
}

fn unreadable() -> StoreError {
    StoreError::Unreadable { table: TABLE, column: "value" }
}

/// The configured severities and their version; version 0 when nothing is configured.
pub async fn find_severities(tx: &mut Tx) -> Result<(Severities, i64), StoreError> {
    let (Some(value), version) = find(tx, SEVERITIES).await? else { return Ok((Severities::default(), 0)) };
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
    edit: SettingEdit<'_>,
) -> Result<bool, StoreError> {
    let chosen: BTreeMap<u16, &str> = ImportCode::ALL
        .into_iter()
        .filter(|code| severities.of_code(*code) != code.default_severity())
        .map(|code| (code.number(), severities.of_code(code).as_str()))
        .collect();
    update(tx, SEVERITIES, &json::write(&chosen)?, edit).await
}

/// Whether packages are checked against business rules, and the version of the setting.
pub async fn find_import_rules(tx: &mut Tx) -> Result<(bool, i64), StoreError> {
    let (Some(value), version) = find(tx, IMPORT_RULES).await? else { return Ok((false, 0)) };
    Ok((json::read::<bool>(&value, TABLE, "value")?, version))
}

/// Stores whether packages are checked against business rules; `false` on a version conflict.
pub async fn update_import_rules(tx: &mut Tx, check: bool, edit: SettingEdit<'_>) -> Result<bool, StoreError> {
    update(tx, IMPORT_RULES, &json::write(&check)?, edit).await
}

/// The roles that must have a second factor, and the version of the setting.
pub async fn find_factor_roles(tx: &mut Tx) -> Result<(Vec<Role>, i64), StoreError> {
    let (Some(value), version) = find(tx, FACTOR_ROLES).await? else { return Ok((Vec::new(), 0)) };
    let words = json::read::<Vec<String>>(&value, TABLE, "value")?;
    let roles: Option<Vec<Role>> = words.iter().map(|word| Role::parse(word)).collect();
    Ok((roles.ok_or_else(unreadable)?, version))
}

/// Stores the roles that must have a second factor; `false` on a version conflict.
pub async fn update_factor_roles(tx: &mut Tx, roles: &[Role], edit: SettingEdit<'_>) -> Result<bool, StoreError> {
    let words: Vec<&str> = roles.iter().map(|role| role.as_str()).collect();
    update(tx, FACTOR_ROLES, &json::write(&words)?, edit).await
}

#[derive(Serialize, Deserialize)]
struct StoredEditingRules {
    comment_required: bool,
    own_release: bool,
    reminder_days: u32,
    /// Settings of earlier versions do not have it.
    #[serde(default)]
    recheck_first: bool,
}

/// The rules of editing and the version of the setting; the defaults when nothing is configured.
pub async fn find_editing_rules(tx: &mut Tx) -> Result<(EditingRules, i64), StoreError> {
    let (Some(value), version) = find(tx, EDITING).await? else { return Ok((EditingRules::default(), 0)) };
    let StoredEditingRules { comment_required, own_release, reminder_days, recheck_first } =
        json::read(&value, TABLE, "value")?;
    Ok((EditingRules { comment_required, own_release, reminder_days, recheck_first }, version))
}

/// Stores the rules of editing; `false` on a version conflict.
pub async fn update_editing_rules(
    tx: &mut Tx,
    rules: &EditingRules,
    edit: SettingEdit<'_>,
) -> Result<bool, StoreError> {
    let EditingRules { comment_required, own_release, reminder_days, recheck_first } = *rules;
    let stored = StoredEditingRules { comment_required, own_release, reminder_days, recheck_first };
    update(tx, EDITING, &json::write(&stored)?, edit).await
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredSignIn {
    emergency_account: Option<String>,
    public_url: String,
}

/// The rules for signing in, and the version of the setting.
pub async fn find_sign_in(tx: &mut Tx) -> Result<(SignInSettings, i64), StoreError> {
    let (Some(value), version) = find(tx, SIGN_IN).await? else { return Ok((SignInSettings::default(), 0)) };
    let stored: StoredSignIn = json::read(&value, TABLE, "value")?;
    let account = stored.emergency_account.as_deref().map(Account::parse).transpose();
    let emergency_account = account.map_err(|_| unreadable())?;
    Ok((SignInSettings { emergency_account, public_url: stored.public_url }, version))
}

/// Stores the rules for signing in; `false` on a version conflict.
pub async fn update_sign_in(tx: &mut Tx, settings: &SignInSettings, edit: SettingEdit<'_>) -> Result<bool, StoreError> {
    let stored = StoredSignIn {
        emergency_account: settings.emergency_account.as_ref().map(|account| account.as_str().to_owned()),
        public_url: settings.public_url.clone(),
    };
    update(tx, SIGN_IN, &json::write(&stored)?, edit).await
}

#[derive(Serialize, Deserialize)]
struct StoredRevisionRules {
    decision_days: u32,
}

/// The rules about OEM revisions and the version of the setting; the defaults when nothing is configured.
pub async fn find_revision_rules(tx: &mut Tx) -> Result<(RevisionRules, i64), StoreError> {
    let (Some(value), version) = find(tx, REVISIONS).await? else { return Ok((RevisionRules::default(), 0)) };
    let StoredRevisionRules { decision_days } = json::read(&value, TABLE, "value")?;
    Ok((RevisionRules { decision_days }, version))
}

/// Stores the rules about OEM revisions; `false` on a version conflict.
pub async fn update_revision_rules(
    tx: &mut Tx,
    rules: &RevisionRules,
    edit: SettingEdit<'_>,
) -> Result<bool, StoreError> {
    let stored = StoredRevisionRules { decision_days: rules.decision_days };
    update(tx, REVISIONS, &json::write(&stored)?, edit).await
}
