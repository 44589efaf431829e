//! Wire types for presets of the publish dialog.

use chrono::{DateTime, Utc};
use domain::publication::{PublishChoices, PublishPreset, TypedChoices};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The choices of the publish dialog that do not belong to one publication.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PublishChoices)]
pub struct PublishChoicesView {
    /// draft or readyForApprove.
    #[serde(rename = "type")]
    pub aim: String,
    /// s1000d, ata2300, html, pdf, melData, tables.
    pub formats: Vec<String>,
    /// complete, incremental.
    pub revise_types: Vec<String>,
    pub profiles: Vec<String>,
    /// Registrations.
    pub aircraft: Vec<String>,
    /// Languages that a draft does without, as in `en-US`.
    pub left_out_languages: Vec<String>,
    /// automatic, english, chinese, sideBySide or oneAfterTheOther.
    pub book_languages: String,
    /// A code, or empty.
    pub operator: String,
}

impl From<PublishChoicesView> for TypedChoices {
    fn from(view: PublishChoicesView) -> Self {
        Self {
            aim: view.aim,
            formats: view.formats,
            revise_types: view.revise_types,
            profiles: view.profiles,
            aircraft: view.aircraft,
            left_out_languages: view.left_out_languages,
            arrangement: view.book_languages,
            operator: view.operator,
        }
    }
}

impl From<PublishChoices> for PublishChoicesView {
    fn from(choices: PublishChoices) -> Self {
        Self {
            aim: choices.aim.as_str().to_owned(),
            formats: choices.formats.iter().map(|format| format.as_str().to_owned()).collect(),
            revise_types: choices.revise_types.iter().map(|kind| kind.as_str().to_owned()).collect(),
            profiles: choices.profiles,
            aircraft: choices.aircraft,
            left_out_languages: choices.left_out_languages,
            book_languages: choices.arrangement.as_str().to_owned(),
            operator: choices.operator,
        }
    }
}

/// A preset to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavePublishPresetRequest {
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// One of the same name is replaced; empty for what was chosen last.
    pub name: String,
    pub choices: PublishChoicesView,
}

/// A preset of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublishPreset)]
pub struct PublishPresetView {
    pub id: String,
    /// Empty for what was chosen last.
    pub name: String,
    pub choices: PublishChoicesView,
    pub updated_on: DateTime<Utc>,
}

impl From<PublishPreset> for PublishPresetView {
    fn from(preset: PublishPreset) -> Self {
        let PublishPreset { id, name, choices, updated_on } = preset;
        Self { id, name, choices: choices.into(), updated_on }
    }
}
