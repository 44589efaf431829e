//! Wire types for house styles.

use app::users::house_styles::OperatorStyle;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::house_style::{LogoFormat, PaperSize, StyleColour, StylePlaceholder, TypedStyle};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::operators::parse_data_url;

/// A colour of the palette, which is the same for all operators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StyleColour)]
pub struct StyleColourView {
    #[schema(example = "navy")]
    pub name: &'static str,
    #[schema(example = "#14306b")]
    pub colour: String,
    /// The ground of headings in tables.
    pub tint: String,
}

impl From<StyleColour> for StyleColourView {
    fn from(colour: StyleColour) -> Self {
        Self { name: colour.as_str(), colour: colour.hex(), tint: colour.tint() }
    }
}

/// How the printed books and websites of an operator look.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HouseStyle)]
pub struct HouseStyleView {
    /// The code of the operator.
    pub code: String,
    /// A colour of the palette, for titles and lines.
    pub primary: &'static str,
    /// A colour of the palette, for links.
    pub accent: &'static str,
    /// One of `papers`.
    pub paper: &'static str,
    /// At the head of every page except the title page. Words of `placeholders` in braces are replaced.
    pub header: String,
    /// At the foot of every page except the title page.
    pub footer: String,
    /// A PNG or SVG as a data URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub logo: Option<String>,
    /// Whether there is a logo whose content is missing or damaged in the library; saving without one removes it.
    pub is_logo_lost: bool,
    /// Absent for the standard look.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub updated_on: Option<DateTime<Utc>>,
    /// 0 for the standard look. Send it back with a change; a concurrent change is then refused with 409.
    pub version: i64,
    pub palette: Vec<StyleColourView>,
    pub papers: Vec<&'static str>,
    pub placeholders: Vec<&'static str>,
}

impl From<OperatorStyle> for HouseStyleView {
    fn from(shown: OperatorStyle) -> Self {
        let look = shown.look;
        Self {
            code: shown.operator,
            primary: look.primary.as_str(),
            accent: look.accent.as_str(),
            paper: look.paper.as_str(),
            header: look.header,
            footer: look.footer,
            logo: shown.logo.map(|(format, bytes)| data_url(format, &bytes)),
            is_logo_lost: shown.is_logo_lost,
            updated_on: shown.updated_on,
            version: shown.version,
            palette: StyleColour::ALL.into_iter().map(StyleColourView::from).collect(),
            papers: PaperSize::ALL.into_iter().map(PaperSize::as_str).collect(),
            placeholders: StylePlaceholder::ALL.into_iter().map(StylePlaceholder::as_str).collect(),
        }
    }
}

fn data_url(format: LogoFormat, bytes: &[u8]) -> String {
    ["data:", format.media_type(), ";base64,", &STANDARD.encode(bytes)].concat()
}

/// A whole house style; replaces the stored one with its logo.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateHouseStyleRequest {
    /// The code of the operator.
    pub code: String,
    pub version: i64,
    pub primary: String,
    pub accent: String,
    pub paper: String,
    #[serde(default)]
    pub header: String,
    #[serde(default)]
    pub footer: String,
    /// A PNG or SVG as a data URL; none for no logo.
    pub logo: Option<String>,
}

impl UpdateHouseStyleRequest {
    /// The bytes of the logo.
    pub fn logo(&self) -> Result<Option<Bytes>, FieldCode> {
        let logo = self.logo.as_deref().filter(|logo| !logo.is_empty()).map(parse_data_url);
        logo.transpose().map_err(|_| FieldCode::StyleLogo)
    }

    pub fn typed(&self) -> TypedStyle<'_> {
        TypedStyle {
            primary: &self.primary,
            accent: &self.accent,
            paper: &self.paper,
            header: &self.header,
            footer: &self.footer,
        }
    }
}

/// A house style and the version that the caller knows.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HouseStyleVersionQuery {
    /// The code of the operator.
    pub code: String,
    pub version: i64,
}
