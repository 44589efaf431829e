//! Wire types for facets.

use app::reading::search::{FacetField, FacetValue, LabelledFacet};
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use crate::texts;

/// A facet with its values.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFacet)]
pub struct SearchFacetView {
    /// csdbName, manualName, language, kind, status, ataChapter, applicability or revision.
    pub field: String,
    /// Most frequent first.
    pub values: Vec<SearchFacetValueView>,
    /// Only the most frequent values are listed.
    pub capped: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFacetValue)]
pub struct SearchFacetValueView {
    /// The filter value.
    pub value: String,
    /// The display text.
    pub label: String,
    pub count: u64,
}

impl SearchFacetView {
    pub fn new(facet: LabelledFacet, locale: Locale) -> Self {
        let field = facet.field;
        let view = |value: FacetValue| SearchFacetValueView {
            label: label(field, &value, locale),
            value: value.value,
            count: value.count,
        };
        Self {
            field: field.as_str().to_owned(),
            values: facet.values.into_iter().map(view).collect(),
            capped: facet.capped,
        }
    }
}

fn label(field: FacetField, value: &FacetValue, locale: Locale) -> String {
    let said = |key: String| texts::catalogue(locale).get(&key).cloned();
    let own = || value.value.clone();
    match field {
        FacetField::Kind => said(format!("contentType.{}", value.value)).unwrap_or_else(own),
        FacetField::Chapter => {
            let chapter = domain::sns::chapter(&value.value);
            chapter.map_or_else(own, |chapter| format!("{} {}", value.value, chapter.title(locale)))
        }
        FacetField::Revision => value.revision.as_ref().map_or_else(own, |revision| {
            let params =
                [("manual".to_owned(), revision.manual.clone()), ("number".to_owned(), revision.number.to_string())];
            texts::say(locale, "search.revision", &params)
        }),
        _ => own(),
    }
}
