//! Wire types for the numbering system, information codes and terms.

use app::reading::glossary::GlossaryEntry;
use app::reading::sns::SnsSystem;
use chrono::{DateTime, Utc};
use domain::language::Locale;
use domain::module::usual_content_type;
use domain::sns::CodeTitle;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::revisions::LaneView;

/// A code of the numbering system.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SnsCode)]
pub struct SnsCodeView {
    #[schema(example = "62")]
    pub code: String,
    /// In the language of the request.
    pub title: String,
}

impl SnsCodeView {
    pub fn list(codes: Vec<CodeTitle>, locale: Locale) -> Vec<Self> {
        let view = |one: CodeTitle| Self { code: one.code.to_owned(), title: one.title(locale).to_owned() };
        codes.into_iter().map(view).collect()
    }
}

/// A system that occurs in a manual's module codes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ManualSystem)]
pub struct ManualSystemView {
    #[schema(example = "62")]
    pub code: String,
    /// In the language of the request; left out for a project-specific system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub modules: u64,
}

impl ManualSystemView {
    pub fn list(systems: Vec<SnsSystem>, locale: Locale) -> Vec<Self> {
        let view = |one: SnsSystem| Self {
            title: one.named.map(|named| named.title(locale).to_owned()),
            code: one.code,
            modules: one.modules,
        };
        systems.into_iter().map(view).collect()
    }
}

/// An information code with its name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DmType)]
pub struct DmTypeView {
    #[schema(example = "040")]
    pub info_code: String,
    /// In the language of the request.
    pub name: String,
    /// The type of content that modules with this code usually have.
    #[schema(example = "descript")]
    pub content_type: String,
}

impl DmTypeView {
    pub fn list(codes: Vec<CodeTitle>, locale: Locale) -> Vec<Self> {
        let view = |one: CodeTitle| Self {
            info_code: one.code.to_owned(),
            name: one.title(locale).to_owned(),
            content_type: usual_content_type(one.code).to_owned(),
        };
        codes.into_iter().map(view).collect()
    }
}

/// Selects a system.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChapterQuery {
    pub chapter: String,
}

/// Selects a subsystem.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SubchapterQuery {
    pub chapter: String,
    pub subchapter: String,
}

/// Selects a manual.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OfManualQuery {
    pub manual_path: String,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

/// A term and its definition.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GlossaryTerm)]
pub struct GlossaryTermView {
    /// The id that abbreviations in modules refer to; empty when it has none.
    pub id: String,
    pub term: String,
    pub definition: String,
    /// The path of its repository.
    pub path: String,
}

impl From<GlossaryEntry> for GlossaryTermView {
    fn from(entry: GlossaryEntry) -> Self {
        Self { id: entry.term.id, term: entry.term.term, definition: entry.term.definition, path: entry.path }
    }
}
