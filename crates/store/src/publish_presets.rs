//! The choices of people who publish a manual.

use domain::id::{ManualId, UserId};
use domain::publication::{BookArrangement, OutputFormat, PublishAim, PublishChoices, PublishPreset, ReviseType};
use domain::text::fold;
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::count;
use crate::tx::Tx;

const TABLE: &str = "publish_preset";

/// Choices as they are stored.
#[derive(Serialize, Deserialize)]
struct StoredChoices {
    aim: String,
    formats: Vec<String>,
    revise_types: Vec<String>,
    profiles: Vec<String>,
    aircraft: Vec<String>,
    left_out_languages: Vec<String>,
    arrangement: String,
    operator: String,
}

impl From<&PublishChoices> for StoredChoices {
    fn from(choices: &PublishChoices) -> Self {
        Self {
            aim: choices.aim.as_str().to_owned(),
            formats: choices.formats.iter().map(|format| format.as_str().to_owned()).collect(),
            revise_types: choices.revise_types.iter().map(|kind| kind.as_str().to_owned()).collect(),
            profiles: choices.profiles.clone(),
            aircraft: choices.aircraft.clone(),
            left_out_languages: choices.left_out_languages.clone(),
            arrangement: choices.arrangement.as_str().to_owned(),
            operator: choices.operator.clone(),
        }
    }
}

impl StoredChoices {
    /// Words that this version does not know are no longer chosen.
    fn into_choices(self) -> PublishChoices {
        PublishChoices {
            aim: PublishAim::parse(&self.aim).unwrap_or(PublishAim::Draft),
            formats: self.formats.iter().filter_map(|word| OutputFormat::parse(word)).collect(),
            revise_types: self.revise_types.iter().filter_map(|word| ReviseType::parse(word)).collect(),
            profiles: self.profiles,
            aircraft: self.aircraft,
            left_out_languages: self.left_out_languages,
            arrangement: BookArrangement::parse(&self.arrangement).unwrap_or(BookArrangement::Automatic),
            operator: self.operator,
        }
    }
}

/// Id, name, choices and time of a preset.
type PresetRow = (String, String, String, Millis);

fn into_preset((id, name, choices, updated_on): PresetRow) -> Result<PublishPreset, StoreError> {
    let choices: StoredChoices = json::read(&choices, TABLE, "choices")?;
    let updated_on = updated_on.read(TABLE, "updated_on")?;
    Ok(PublishPreset { id, name, choices: choices.into_choices(), updated_on })
}

/// The presets of a person for a manual by name, what was chosen last first.
pub async fn list(tx: &mut Tx, user: &UserId, manual: &ManualId) -> Result<Vec<PublishPreset>, StoreError> {
    const SQL: &str = "
        SELECT id, name, choices, updated_on
        FROM publish_preset
        WHERE user_id = $1 AND manual_id = $2
        ORDER BY name_folded";
    let rows: Vec<PresetRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).bind(&manual.0).fetch_all(conn).await?);
    rows.into_iter().map(into_preset).collect()
}

/// The number of a person's presets with a name for a manual.
pub async fn count_named(tx: &mut Tx, user: &UserId, manual: &ManualId) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM publish_preset
        WHERE user_id = $1 AND manual_id = $2 AND name_folded <> ''";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user.0).bind(&manual.0).fetch_one(conn).await?)))
}

/// Saves a preset. One of the same name is replaced and keeps its id. Returns the id.
pub async fn upsert(
    tx: &mut Tx,
    user: &UserId,
    manual: &ManualId,
    preset: &PublishPreset,
) -> Result<String, StoreError> {
    const SQL: &str = "
        INSERT INTO publish_preset (id, user_id, manual_id, name, name_folded, choices, updated_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (user_id, manual_id, name_folded) DO UPDATE
        SET name = excluded.name, choices = excluded.choices, updated_on = excluded.updated_on
        RETURNING id";
    let choices = json::write(&StoredChoices::from(&preset.choices))?;
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&preset.id)
        .bind(&user.0)
        .bind(&manual.0)
        .bind(&preset.name)
        .bind(fold(&preset.name))
        .bind(&choices)
        .bind(Millis::from(preset.updated_on))
        .fetch_one(conn)
        .await?))
}

/// Deletes a preset; `false` when the person has none with this id.
pub async fn delete(tx: &mut Tx, user: &UserId, id: &str) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM publish_preset WHERE id = $1 AND user_id = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(id).bind(&user.0).execute(conn).await?.rows_affected()) == 1)
}
