//! Values that are counted and chosen: database, manual, language, type, status, chapter, applicability, revision.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tantivy::SegmentReader;

use crate::error::SearchError;
use crate::schema::SEPARATOR;
use crate::scope::{Manual, Scope, Shelf};
use crate::syntax::{Filter, FilterField};

/// Values of one facet that an answer names.
const MAX_VALUES: usize = 200;

/// What is counted. The word is the one on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FacetField {
    Csdb,
    Manual,
    Language,
    Kind,
    Status,
    Chapter,
    Applicability,
    Revision,
}

impl FacetField {
    /// Those that a document has itself; revisions are told with the question.
    const OWN: [Self; 7] =
        [Self::Csdb, Self::Manual, Self::Language, Self::Kind, Self::Status, Self::Chapter, Self::Applicability];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Csdb => "csdbName",
            Self::Manual => "manualName",
            Self::Language => "language",
            Self::Kind => "kind",
            Self::Status => "status",
            Self::Chapter => "ataChapter",
            Self::Applicability => "applicability",
            Self::Revision => "revision",
        }
    }
}

/// Which values are chosen; an empty list means any.
#[derive(Debug, Clone, Default)]
pub struct Filters {
    chosen: BTreeMap<FacetField, Vec<String>>,
}

impl Filters {
    pub fn choose(&mut self, field: FacetField, values: Vec<String>) {
        if !values.is_empty() {
            self.chosen.insert(field, values);
        }
    }

    fn of(&self, field: FacetField) -> &[String] {
        self.chosen.get(&field).map_or(&[], Vec::as_slice)
    }

    /// Whether a shelf is one of the chosen revisions; `None` when none is chosen.
    pub(crate) fn revisions(&self) -> Option<&[String]> {
        Some(self.of(FacetField::Revision)).filter(|chosen| !chosen.is_empty())
    }
}

/// How a shelf is named among the values of the facet of revisions.
pub(crate) fn revision_value(shelf: &Shelf) -> String {
    shelf.id.to_string()
}

/// One set of values that documents have in common.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Combination {
    manual: String,
    language: String,
    content_type: String,
    status: String,
    chapter: String,
    applicability: String,
    kind: String,
}

/// The combination of each document of a segment, and all there are.
pub(crate) fn combinations(reader: &SegmentReader) -> Result<(Vec<u32>, Vec<Combination>), SearchError> {
    let Some(column) = reader.fast_fields().str("facet")? else {
        return Ok((vec![0; reader.max_doc() as usize], vec![Combination::default()]));
    };
    let ords = column.ords();
    let of = |doc| u32::try_from(ords.first(doc).unwrap_or_default()).unwrap_or_default();
    let mut all = Vec::with_capacity(column.num_terms());
    let mut text = String::new();
    for ord in 0..column.num_terms() as u64 {
        column.ord_to_str(ord, &mut text)?;
        let mut parts = text.split(SEPARATOR).map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        all.push(Combination {
            manual: next(),
            language: next(),
            content_type: next(),
            status: next(),
            chapter: next(),
            applicability: next(),
            kind: next(),
        });
    }
    Ok(((0..reader.max_doc()).map(of).collect(), all))
}

/// What decides whether a combination passes, and how its values are called.
pub(crate) struct Judge<'r> {
    manuals: HashMap<&'r str, &'r Arc<Manual>>,
    filters: &'r Filters,
    typed: &'r [Filter],
}

impl<'r> Judge<'r> {
    pub(crate) fn new(scope: &'r Scope, filters: &'r Filters, typed: &'r [Filter]) -> Self {
        let manuals = scope.shelves.iter().map(|shelf| (shelf.manual.id.as_str(), &shelf.manual)).collect();
        Self { manuals, filters, typed }
    }

    /// What a combination has of a facet.
    fn value<'c>(&'c self, field: FacetField, of: &'c Combination) -> String {
        let manual = || self.manuals.get(of.manual.as_str());
        match field {
            FacetField::Csdb => manual().map(|manual| manual.csdb_name.clone()).unwrap_or_default(),
            FacetField::Manual => manual().map(|manual| manual.path()).unwrap_or_default(),
            FacetField::Language => of.language.clone(),
            FacetField::Kind if of.content_type.is_empty() => of.kind.clone(),
            FacetField::Kind => of.content_type.clone(),
            FacetField::Status => of.status.clone(),
            FacetField::Chapter => of.chapter.clone(),
            FacetField::Applicability => of.applicability.clone(),
            FacetField::Revision => String::new(),
        }
    }

    /// Whether a combination passes all choices but those about one facet.
    fn passes_but(&self, of: &Combination, but: Option<FacetField>) -> bool {
        let chosen = FacetField::OWN.into_iter().filter(|field| Some(*field) != but).all(|field| {
            let chosen = self.filters.of(field);
            chosen.is_empty() || chosen.iter().any(|value| value.to_lowercase() == self.value(field, of).to_lowercase())
        });
        chosen && self.typed.iter().all(|filter| self.typed(filter, of) != filter.negated)
    }

    pub(crate) fn passes(&self, of: &Combination) -> bool {
        self.passes_but(of, None)
    }

    /// Whether a combination has what somebody typed behind the name of a field.
    fn typed(&self, filter: &Filter, of: &Combination) -> bool {
        let asked = filter.value.to_lowercase();
        let is = |field: FacetField| self.value(field, of).to_lowercase() == asked;
        match filter.field {
            FilterField::Chapter => is(FacetField::Chapter),
            // `zh` stands for every country.
            FilterField::Language => {
                let own = of.language.to_lowercase();
                own == asked || own.split('-').next() == Some(asked.as_str())
            }
            FilterField::Type => is(FacetField::Kind) || of.kind.to_lowercase() == asked,
            FilterField::Status => is(FacetField::Status),
            FilterField::Csdb => is(FacetField::Csdb),
            FilterField::Manual => {
                let manual = self.manuals.get(of.manual.as_str());
                is(FacetField::Manual) || manual.is_some_and(|manual| manual.name.to_lowercase() == asked)
            }
        }
    }
}

/// A facet of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facet {
    pub field: FacetField,
    /// Most frequent first.
    pub values: Vec<(String, u64)>,
}

/// Counts as they come, segment by segment.
#[derive(Default)]
pub(crate) struct Counts {
    facets: BTreeMap<FacetField, HashMap<String, u64>>,
    pub(crate) total: u64,
}

impl Counts {
    /// Adds how often each combination was found.
    pub(crate) fn add(&mut self, judge: &Judge<'_>, combinations: &[Combination], found: &[u64]) {
        for (combination, count) in combinations.iter().zip(found).filter(|(_, count)| **count > 0) {
            if judge.passes(combination) {
                self.total += count;
            }
            for field in FacetField::OWN {
                let value = judge.value(field, combination);
                if !value.is_empty() && judge.passes_but(combination, Some(field)) {
                    *self.facets.entry(field).or_default().entry(value).or_default() += count;
                }
            }
        }
    }

    pub(crate) fn add_revision(&mut self, value: String, count: u64) {
        if count > 0 {
            *self.facets.entry(FacetField::Revision).or_default().entry(value).or_default() += count;
        }
    }

    pub(crate) fn finish(self) -> Vec<Facet> {
        let sorted = |(field, values): (FacetField, HashMap<String, u64>)| {
            let mut values: Vec<(String, u64)> = values.into_iter().collect();
            values.sort_unstable_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
            values.truncate(MAX_VALUES);
            Facet { field, values }
        };
        self.facets.into_iter().map(sorted).collect()
    }
}
