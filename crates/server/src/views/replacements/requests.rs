//! Requests that find and replace.

use std::collections::HashSet;
use std::sync::Arc;

use app::editing::replacements::{ChosenPlaces, ReplacementSearch, TextReplacement};
use domain::field::{FieldCode, FieldError};
use domain::path::ManualPath;
use domain::replacement::MAX_PLACES_IN_MODULE;
use domain::text::fold;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::views::paths::parse_path;
use crate::views::statuses::parse_version;

/// The most manuals in one search.
const MAX_MANUALS: usize = 50;
/// The most modules in one request that applies changes.
const MAX_MODULES: usize = 50;

/// The text to find, and the text that replaces it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplacementRequest {
    /// 200 characters at most; spaces, tabs and line ends count as one blank.
    #[schema(example = "fuel pump")]
    pub find: String,
    /// 500 characters at most; empty deletes.
    #[schema(example = "booster pump")]
    pub replace: String,
    #[serde(default)]
    pub match_case: bool,
    /// Chinese has no words to keep whole.
    #[serde(default)]
    pub whole_words: bool,
    /// Also finds names, part numbers and values. Attributes, elements with codes, paths of business rules and
    /// references are never changed.
    #[serde(default)]
    pub with_data: bool,
}

impl ReplacementRequest {
    fn parse(self) -> Result<TextReplacement, app::Error> {
        let Self { find, replace, match_case, whole_words, with_data } = self;
        let errors = |mut errors: Vec<FieldError>| {
            for error in &mut errors {
                error.field.insert_str(0, "replacement.");
            }
            app::Error::Invalid(errors)
        };
        TextReplacement { find, replace, match_case, whole_words, with_data }.parse().map_err(errors)
    }
}

/// A search for places to replace, in the working lane.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FindReplacementsRequest {
    pub replacement: ReplacementRequest,
    /// Paths of manuals, as in `/H160/MEL`; 50 at most.
    pub manuals: Vec<String>,
    /// As in `en-US`.
    pub language: Option<String>,
    /// As in `proced`.
    pub content_type: Option<String>,
    /// Only modules that the caller has checked out.
    #[serde(default)]
    pub only_mine: bool,
    /// The `next` of the answer before.
    pub after: Option<String>,
}

impl FindReplacementsRequest {
    pub fn parse(self) -> Result<ReplacementSearch, app::Error> {
        let manuals = match self.manuals.len() {
            0 => return Err(app::Error::field("manuals", FieldCode::Required)),
            1..=MAX_MANUALS => self.manuals.iter().map(|path| parse_path::<ManualPath>(path)),
            _ => return Err(app::Error::field("manuals", FieldCode::TooMany)),
        };
        let mut manuals = manuals.collect::<Result<Vec<_>, _>>()?;
        // A search that goes on begins in the first manual of this path.
        let mut known = HashSet::new();
        manuals.retain(|manual| known.insert(fold(&manual.to_string())));
        Ok(ReplacementSearch {
            manuals,
            replacement: self.replacement.parse()?,
            language: self.language.unwrap_or_default(),
            content_type: self.content_type.unwrap_or_default(),
            only_own: self.only_mine,
            behind: self.after.as_deref().map(parse_path).transpose()?,
        })
    }
}

/// Changes that the caller has looked at and chosen. Each module is changed or refused by itself.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ApplyReplacementsRequest {
    pub replacement: ReplacementRequest,
    /// Checks out modules that are free; otherwise they are refused.
    #[serde(default)]
    pub check_out: bool,
    /// 50 at most.
    pub modules: Vec<ChosenPlacesRequest>,
}

/// Places of one module.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenPlacesRequest {
    pub path: String,
    /// As the search gave it.
    pub version: String,
    /// As the search gave it: a text that has changed since is refused.
    pub sha256: String,
    /// Their numbers; 200 at most.
    pub places: Vec<usize>,
}

impl ApplyReplacementsRequest {
    /// The replacement and the modules; refuses too many of them.
    pub fn parse(self) -> Result<(Arc<TextReplacement>, Vec<ChosenPlacesRequest>), app::Error> {
        match self.modules.len() {
            0 => Err(app::Error::field("modules", FieldCode::Required)),
            1..=MAX_MODULES => Ok((Arc::new(self.replacement.parse()?), self.modules)),
            _ => Err(app::Error::field("modules", FieldCode::TooMany)),
        }
    }
}

impl ChosenPlacesRequest {
    /// The chosen places of one module.
    pub fn parse(&self) -> Result<ChosenPlaces, app::Error> {
        if self.places.is_empty() {
            return Err(app::Error::field("places", FieldCode::Required));
        }
        if self.places.len() > MAX_PLACES_IN_MODULE {
            return Err(app::Error::field("places", FieldCode::TooMany));
        }
        Ok(ChosenPlaces {
            path: parse_path(&self.path)?,
            version: parse_version("version", &self.version)?,
            sha256: self.sha256.clone(),
            places: self.places.clone(),
        })
    }
}
