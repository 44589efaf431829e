//! Wire types for collections and templates as files.

use app::compliance::exchange::export::{CollectionFormat, TemplateFormat};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Format of an exported collection.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CollectionFormat)]
pub enum CollectionFormatView {
    Xlsx,
    Csv,
    Oscal,
}

impl CollectionFormatView {
    /// The file extension.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
            Self::Oscal => "json",
        }
    }

    /// The content type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Oscal => "application/json",
        }
    }
}

impl From<CollectionFormatView> for CollectionFormat {
    fn from(format: CollectionFormatView) -> Self {
        match format {
            CollectionFormatView::Xlsx => Self::Xlsx,
            CollectionFormatView::Csv => Self::Csv,
            CollectionFormatView::Oscal => Self::Oscal,
        }
    }
}

/// Format of an exported collection.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportComplianceQuery {
    #[param(inline)]
    pub format: CollectionFormatView,
}

/// Format of a template or a table of mappings.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = TableFormat)]
pub enum TableFormatView {
    Xlsx,
    Csv,
}

impl TableFormatView {
    /// The file extension.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
        }
    }

    /// The content type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Xlsx => CollectionFormatView::Xlsx.media_type(),
            Self::Csv => CollectionFormatView::Csv.media_type(),
        }
    }
}

impl From<TableFormatView> for TemplateFormat {
    fn from(format: TableFormatView) -> Self {
        match format {
            TableFormatView::Xlsx => Self::Xlsx,
            TableFormatView::Csv => Self::Csv,
        }
    }
}

/// Format of a template.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RegulationTemplateQuery {
    #[param(inline)]
    pub format: TableFormatView,
}
