//! JSON stored in TEXT columns. Existing databases contain these shapes: add to them, never rename.

use domain::effectivity::Effectivity;
use domain::language::{Language, Locale};
use domain::notification::{MailDelivery, NotificationKind};
use domain::user::Preferences;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::StoreError;

/// Name and value, in their original order.
pub(crate) type Pairs = Vec<(String, String)>;

/// Parses a column; `table` and `column` appear in the error.
pub(crate) fn read<T: DeserializeOwned>(
    text: &str,
    table: &'static str,
    column: &'static str,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|_| StoreError::Unreadable { table, column })
}

/// Serialises a column.
pub(crate) fn write<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    Ok(serde_json::to_string(value)?)
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredPreferences {
    locale: String,
    page_size: u32,
    muted: Vec<String>,
    #[serde(default)]
    effectivity: StoredEffectivity,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    mail: Pairs,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredEffectivity {
    aircraft: Option<String>,
    product: Option<String>,
    set: Vec<String>,
    database: Option<String>,
    grey: bool,
}

impl From<&Effectivity> for StoredEffectivity {
    fn from(effectivity: &Effectivity) -> Self {
        let Effectivity { aircraft, product, set, database, grey } = effectivity.clone();
        Self { aircraft, product, set, database, grey }
    }
}

impl From<StoredEffectivity> for Effectivity {
    fn from(stored: StoredEffectivity) -> Self {
        let StoredEffectivity { aircraft, product, set, database, grey } = stored;
        Self { aircraft, product, set, database, grey }
    }
}

impl From<&Preferences> for StoredPreferences {
    fn from(preferences: &Preferences) -> Self {
        Self {
            locale: preferences.locale.as_str().to_owned(),
            page_size: preferences.page_size,
            muted: preferences.muted.iter().map(|kind| kind.as_str().to_owned()).collect(),
            effectivity: StoredEffectivity::from(&preferences.effectivity),
            mail: preferences
                .mail
                .iter()
                .map(|(kind, by)| (kind.as_str().to_owned(), by.as_str().to_owned()))
                .collect(),
        }
    }
}

impl StoredPreferences {
    /// Unknown values become defaults, so that a bad preference never locks a user out.
    pub(crate) fn into_preferences(self) -> Preferences {
        Preferences {
            locale: Locale::parse(&self.locale).unwrap_or_default(),
            page_size: self.page_size,
            muted: self.muted.iter().filter_map(|word| NotificationKind::parse(word)).collect(),
            effectivity: self.effectivity.into(),
            mail: self
                .mail
                .iter()
                .filter_map(|(kind, by)| NotificationKind::parse(kind).zip(MailDelivery::parse(by)))
                .collect(),
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredLanguage {
    code: String,
    country: String,
}

impl From<&Language> for StoredLanguage {
    fn from(language: &Language) -> Self {
        Self { code: language.code().to_owned(), country: language.country().to_owned() }
    }
}

impl StoredLanguage {
    /// Parses the languages column of an operator.
    pub(crate) fn read_list(text: &str) -> Result<Vec<Language>, StoreError> {
        let unreadable = || StoreError::Unreadable { table: "operator", column: "languages" };
        read::<Vec<Self>>(text, "operator", "languages")?
            .iter()
            .map(|stored| Language::parse(&stored.code, &stored.country).map_err(|_| unreadable()))
            .collect()
    }
}
