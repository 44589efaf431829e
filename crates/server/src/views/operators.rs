//! Wire types for operators.

use app::users::operators::{OperatorFilter, OperatorSort, OperatorWithLogo, logo_type};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::language::Language;
use domain::operator::{Aircraft, OperatorDetails};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{OrderView, PageNumber, PageSize};

/// A publication language.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Language)]
pub struct LanguageView {
    #[schema(example = "en")]
    pub language_code: String,
    #[schema(example = "US")]
    pub country_code: String,
}

impl From<Language> for LanguageView {
    fn from(language: Language) -> Self {
        Self { language_code: language.code().to_owned(), country_code: language.country().to_owned() }
    }
}

/// A product attribute of an aircraft.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProductAttribute)]
pub struct ProductAttributeView {
    pub name: String,
    pub value: String,
}

/// One aircraft of an operator.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Aircraft)]
pub struct AircraftView {
    pub registration: String,
    pub serial_number: String,
    pub model: String,
    #[serde(default)]
    #[schema(required = true)]
    pub product_attributes: Vec<ProductAttributeView>,
}

impl From<Aircraft> for AircraftView {
    fn from(aircraft: Aircraft) -> Self {
        let attribute = |(name, value)| ProductAttributeView { name, value };
        Self {
            registration: aircraft.registration,
            serial_number: aircraft.serial_number,
            model: aircraft.model,
            product_attributes: aircraft.attributes.into_iter().map(attribute).collect(),
        }
    }
}

impl From<AircraftView> for Aircraft {
    fn from(view: AircraftView) -> Self {
        Self {
            registration: view.registration,
            serial_number: view.serial_number,
            model: view.model,
            attributes: view.product_attributes.into_iter().map(|one| (one.name, one.value)).collect(),
        }
    }
}

/// An operator and its aircraft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Operator)]
pub struct OperatorView {
    pub id: String,
    pub code: String,
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// A PNG or JPEG as a data URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub logo: Option<String>,
    pub languages: Vec<LanguageView>,
    pub extension_producer: String,
    pub extension_code: String,
    pub aircraft: Vec<AircraftView>,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    /// Send it back with a change; a concurrent change is then refused with 409.
    pub version: i64,
}

impl From<OperatorWithLogo> for OperatorView {
    fn from(shown: OperatorWithLogo) -> Self {
        let (operator, details) = (shown.operator.clone(), shown.operator.details);
        Self {
            id: operator.id.0,
            code: details.code,
            name: details.name,
            country: details.country,
            logo: shown.logo.as_deref().and_then(data_url),
            languages: details.languages.into_iter().map(LanguageView::from).collect(),
            extension_producer: details.extension_producer,
            extension_code: details.extension_code,
            aircraft: details.aircraft.into_iter().map(AircraftView::from).collect(),
            created_on: operator.created_on,
            updated_on: operator.updated_on,
            version: operator.version,
        }
    }
}

fn data_url(bytes: &[u8]) -> Option<String> {
    Some(format!("data:{};base64,{}", logo_type(bytes)?, STANDARD.encode(bytes)))
}

/// An operator to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateOperatorRequest {
    pub code: String,
    pub name: String,
    pub country: String,
    pub logo: Option<String>,
    #[serde(default)]
    pub languages: Vec<LanguageView>,
    /// Default: F0210.
    #[serde(default)]
    pub extension_producer: String,
    /// Default: the operator's code.
    #[serde(default)]
    pub extension_code: String,
    #[serde(default)]
    pub aircraft: Vec<AircraftView>,
}

/// A whole operator; replaces the stored one with its logo and aircraft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateOperatorRequest {
    pub id: String,
    pub version: i64,
    pub code: String,
    pub name: String,
    pub country: String,
    pub logo: Option<String>,
    #[serde(default)]
    pub languages: Vec<LanguageView>,
    #[serde(default)]
    pub extension_producer: String,
    #[serde(default)]
    pub extension_code: String,
    #[serde(default)]
    pub aircraft: Vec<AircraftView>,
}

impl UpdateOperatorRequest {
    /// The fields common to both requests.
    pub fn details(self) -> CreateOperatorRequest {
        CreateOperatorRequest {
            code: self.code,
            name: self.name,
            country: self.country,
            logo: self.logo,
            languages: self.languages,
            extension_producer: self.extension_producer,
            extension_code: self.extension_code,
            aircraft: self.aircraft,
        }
    }
}

impl CreateOperatorRequest {
    /// The operator and the bytes of its logo.
    pub fn parse(self) -> Result<(OperatorDetails, Option<Bytes>), app::Error> {
        let logo = self.logo.as_deref().filter(|logo| !logo.is_empty()).map(parse_data_url).transpose()?;
        let mut languages = Vec::with_capacity(self.languages.len());
        for (index, one) in self.languages.iter().enumerate() {
            let language = Language::parse(&one.language_code, &one.country_code);
            languages.push(language.map_err(|code| app::Error::field(&format!("languages[{index}]"), code))?);
        }
        let details = OperatorDetails {
            code: self.code,
            name: self.name,
            country: self.country,
            languages,
            extension_producer: self.extension_producer,
            extension_code: self.extension_code,
            aircraft: self.aircraft.into_iter().map(Aircraft::from).collect(),
        };
        Ok((details, logo))
    }
}

/// Ignores the declared type: `app` checks the bytes.
pub(super) fn parse_data_url(text: &str) -> Result<Bytes, app::Error> {
    let refused = || app::Error::field("logo", FieldCode::Image);
    let encoded = text.strip_prefix("data:image/").and_then(|rest| rest.split_once(";base64,")).ok_or_else(refused)?.1;
    STANDARD.decode(encoded).map(Bytes::from).map_err(|_| refused())
}

/// Sort column of an operator list.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OperatorSort)]
pub enum OperatorSortView {
    #[default]
    Code,
    Name,
    Country,
    Aircraft,
    UpdatedOn,
}

impl From<OperatorSortView> for OperatorSort {
    fn from(sort: OperatorSortView) -> Self {
        match sort {
            OperatorSortView::Code => Self::Code,
            OperatorSortView::Name => Self::Name,
            OperatorSortView::Country => Self::Country,
            OperatorSortView::Aircraft => Self::Aircraft,
            OperatorSortView::UpdatedOn => Self::UpdatedOn,
        }
    }
}

/// Filter and order of an operator list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OperatorsQuery {
    /// Exactly this operator.
    pub code: Option<String>,
    /// Part of the code, the name, the country or a registration.
    pub filter: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    pub sort: Option<OperatorSortView>,
    pub order: Option<OrderView>,
}

impl From<OperatorsQuery> for OperatorFilter {
    fn from(query: OperatorsQuery) -> Self {
        Self {
            text: query.filter.unwrap_or_default(),
            sort: query.sort.unwrap_or_default().into(),
            order: query.order.unwrap_or_default().into(),
        }
    }
}

/// The code of an operator.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OperatorCodeQuery {
    pub code: String,
}
