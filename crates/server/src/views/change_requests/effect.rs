//! Wire types for the effect of change requests, and for comments to the manufacturer.

use app::changes::effect::{RequestEffect, TouchedPlace};
use app::changes::oem_comment::CommentSender;
use domain::field::FieldErrors;
use domain::file::File;
use domain::text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::views::compliance::TouchedRequirementView;

/// The most registrations in an answer.
const MAX_AIRCRAFT: usize = 200;

/// The effect of the modules of a change request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RequestEffect)]
pub struct RequestEffectView {
    /// The number of aircraft that a module applies to, or may apply to.
    pub aircraft_count: usize,
    /// The number of aircraft that the manual is about.
    pub aircraft_total: usize,
    /// Their registrations, the first 200.
    pub aircraft: Vec<String>,
    /// The modules in other languages, which are not part of the request.
    pub translations: Vec<TouchedTranslationView>,
    /// Places in the contents.
    pub places: Vec<TouchedPlaceView>,
    /// References of requirements to the modules, at most 500.
    pub requirements: Vec<TouchedRequirementView>,
}

impl From<RequestEffect> for RequestEffectView {
    fn from(effect: RequestEffect) -> Self {
        Self {
            aircraft_count: effect.fleet.registrations.len(),
            aircraft_total: effect.fleet.total,
            aircraft: effect.fleet.registrations.into_iter().take(MAX_AIRCRAFT).collect(),
            translations: effect.translations.into_iter().map(TouchedTranslationView::from).collect(),
            places: effect.places.into_iter().map(TouchedPlaceView::from).collect(),
            requirements: effect.requirements.into_iter().map(TouchedRequirementView::from).collect(),
        }
    }
}

/// A module in another language.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TouchedTranslation)]
pub struct TouchedTranslationView {
    pub path: String,
    pub title: String,
    #[schema(example = "zh-CN")]
    pub language: String,
}

impl From<File> for TouchedTranslationView {
    fn from(file: File) -> Self {
        let title = file.version.metadata.title();
        Self { path: file.path, title, language: file.object.identity.language }
    }
}

/// A place of a module in the contents.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TouchedPlace)]
pub struct TouchedPlaceView {
    pub path: String,
    pub title: String,
    /// The title of the section around it, or the code of the container; possibly empty.
    pub section: String,
}

impl From<TouchedPlace> for TouchedPlaceView {
    fn from(TouchedPlace { path, title, section }: TouchedPlace) -> Self {
        Self { path, title, section }
    }
}

/// The sender of a comment to the manufacturer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OemCommentRequest {
    /// The code of the enterprise: five letters and digits.
    #[schema(example = "QZ001")]
    pub sender_ident: String,
    pub enterprise: String,
    pub city: String,
    pub country: String,
}

impl OemCommentRequest {
    pub fn parse(&self) -> Result<CommentSender, app::Error> {
        let mut errors = FieldErrors::default();
        let ident = text::code(&self.sender_ident.to_ascii_uppercase(), 5, 5, |c| c.is_ascii_alphanumeric());
        let ident = errors.take("senderIdent", ident);
        let mut line = |field: &str, value: &str| errors.take(field, text::line(value, 1, 200));
        let enterprise = line("enterprise", &self.enterprise);
        let city = line("city", &self.city);
        let country = line("country", &self.country);
        match (ident, enterprise, city, country) {
            (Some(ident), Some(enterprise), Some(city), Some(country)) => {
                Ok(CommentSender { ident, enterprise, city, country })
            }
            _ => Err(errors.into_list().into()),
        }
    }
}
