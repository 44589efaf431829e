//! Facets: database, manual, language, type, status, chapter, applicability, revision.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tantivy::SegmentReader;

use crate::error::SearchError;
use crate::schema::SEPARATOR;
use crate::scope::{ManualNames, Scope, SnapshotVersions};
use crate::syntax::{Filter, FilterField};

/// The most values per facet in a response.
const MAX_VALUES: usize = 200;

/// A facet, by its wire name.
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
    /// The facets stored in documents; revisions come with the request.
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

/// The selected facet values; an empty list selects all.
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

    /// The selected values of a field; `None` when another field is selected too.
    pub fn only(&self, field: FacetField) -> Option<&[String]> {
        self.chosen.keys().all(|chosen| *chosen == field).then(|| self.of(field))
    }

    fn of(&self, field: FacetField) -> &[String] {
        self.chosen.get(&field).map_or(&[], Vec::as_slice)
    }

    /// The selected revisions; `None` when none is selected.
    pub(crate) fn revisions(&self) -> Option<&[String]> {
        Some(self.of(FacetField::Revision)).filter(|chosen| !chosen.is_empty())
    }
}

/// The facet value of a snapshot's revision.
pub(crate) fn revision_value(snapshot: &SnapshotVersions) -> String {
    snapshot.id.to_string()
}

/// The stored facet attributes of a document, in their order on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FacetAttribute {
    Manual,
    Language,
    /// The content type, or the object kind when there is no content type.
    Kind,
    Status,
    Chapter,
    Applicability,
    /// The object kind.
    Bare,
}

const ATTRIBUTES: usize = 7;
/// The status of versions that are no longer in use.
const OBSOLETE: &str = "Obsolete";

impl FacetField {
    fn attribute(self) -> Option<FacetAttribute> {
        match self {
            Self::Csdb | Self::Manual => Some(FacetAttribute::Manual),
            Self::Language => Some(FacetAttribute::Language),
            Self::Kind => Some(FacetAttribute::Kind),
            Self::Status => Some(FacetAttribute::Status),
            Self::Chapter => Some(FacetAttribute::Chapter),
            Self::Applicability => Some(FacetAttribute::Applicability),
            Self::Revision => None,
        }
    }
}

/// A distinct set of facet values, as text numbers; many documents share one.
pub(crate) type Combination = [u32; ATTRIBUTES];

/// Numbers the texts of all facet values across segments.
#[derive(Debug, Default)]
pub(crate) struct FacetTexts([TextNumbers; ATTRIBUTES]);

#[derive(Debug, Default)]
struct TextNumbers {
    numbers: HashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
}

impl TextNumbers {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let (text, number) = (Arc::<str>::from(text), u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }
}

impl FacetTexts {
    fn of(&self, attribute: FacetAttribute) -> &[Arc<str>] {
        &self.0[attribute as usize].texts
    }

    /// For each combination, whether its status is Obsolete.
    pub(crate) fn obsolete(&self, combinations: &[Combination]) -> Vec<bool> {
        let number = self.0[FacetAttribute::Status as usize].numbers.get(OBSOLETE).copied();
        combinations.iter().map(|one| Some(one[FacetAttribute::Status as usize]) == number).collect()
    }
}

/// The combination number of each document of a segment, and the distinct combinations.
pub(crate) fn combinations(
    reader: &SegmentReader,
    names: &mut FacetTexts,
) -> Result<(Vec<u32>, Vec<Combination>), SearchError> {
    let column = reader.fast_fields().str("facet")?;
    let of = |doc| {
        let ord = column.as_ref().and_then(|column| column.ords().first(doc));
        u32::try_from(ord.unwrap_or_default()).unwrap_or_default()
    };
    let mut all = Vec::new();
    let mut text = String::new();
    for ord in 0..column.as_ref().map_or(0, |column| column.num_terms() as u64) {
        if let Some(column) = &column {
            column.ord_to_str(ord, &mut text)?;
        }
        let mut parts = text.split(SEPARATOR);
        let mut values: [&str; ATTRIBUTES] = std::array::from_fn(|_| parts.next().unwrap_or_default());
        if values[FacetAttribute::Kind as usize].is_empty() {
            values[FacetAttribute::Kind as usize] = values[FacetAttribute::Bare as usize];
        }
        all.push(std::array::from_fn(|at| names.0[at].number(values[at])));
    }
    if all.is_empty() {
        all.push(std::array::from_fn(|at| names.0[at].number("")));
    }
    Ok(((0..reader.max_doc()).map(of).collect(), all))
}

/// The filter result of a combination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FilterResult {
    Passes,
    /// Fails only the selection in this facet, so it still counts among that facet's values.
    PassesBut(FacetField),
    Fails,
}

/// The texts of an attribute that pass; `None` when all do.
type Passing = Option<Vec<bool>>;

fn is_passing(passing: &Passing, number: u32) -> bool {
    passing.as_ref().is_none_or(|passing| passing.get(number as usize).is_some_and(|passes| *passes))
}

/// Decides which combinations pass. Each distinct text is checked once, not once per combination.
pub(crate) struct FacetFilter {
    chosen: [(FacetField, FacetAttribute, Passing); FacetField::OWN.len()],
    typed: Vec<FieldFilter>,
}

/// A `field:value` filter in the query.
struct FieldFilter {
    /// One of these must match, or none for a negated filter.
    any: Vec<(FacetAttribute, Vec<bool>)>,
    negated: bool,
}

impl FacetFilter {
    pub(crate) fn new(names: &FacetTexts, scope: &Scope, filters: &Filters, typed: &[Filter]) -> Self {
        let manuals = manuals(scope);
        let chosen = FacetField::OWN.map(|field| {
            let attribute = field.attribute().unwrap_or(FacetAttribute::Bare);
            let wanted: Vec<String> = filters.of(field).iter().map(|value| value.to_lowercase()).collect();
            let passing = (!wanted.is_empty()).then(|| {
                let passes = |text: &Arc<str>| wanted.contains(&shown(field, text, &manuals).to_lowercase());
                names.of(attribute).iter().map(passes).collect()
            });
            (field, attribute, passing)
        });
        let typed = typed.iter().map(|filter| FieldFilter::new(names, filter, &manuals)).collect();
        Self { chosen, typed }
    }

    pub(crate) fn result(&self, of: &Combination) -> FilterResult {
        if !self.typed.iter().all(|typed| typed.passes(of)) {
            return FilterResult::Fails;
        }
        let mut failing =
            self.chosen.iter().filter(|(_, attribute, passing)| !is_passing(passing, of[*attribute as usize]));
        match (failing.next(), failing.next()) {
            (None, _) => FilterResult::Passes,
            (Some((field, ..)), None) => FilterResult::PassesBut(*field),
            _ => FilterResult::Fails,
        }
    }
}

impl FieldFilter {
    fn new(names: &FacetTexts, filter: &Filter, manuals: &HashMap<&str, &ManualNames>) -> Self {
        let asked = filter.value.to_lowercase();
        let by = |attribute: FacetAttribute, is: &dyn Fn(&str) -> bool| {
            (attribute, names.of(attribute).iter().map(|text| is(text)).collect())
        };
        let is = |field: FacetField| {
            let own = |text: &str| shown(field, text, manuals).to_lowercase() == asked;
            by(field.attribute().unwrap_or(FacetAttribute::Bare), &own)
        };
        let any = match filter.field {
            FilterField::Chapter => vec![is(FacetField::Chapter)],
            FilterField::Status => vec![is(FacetField::Status)],
            FilterField::Csdb => vec![is(FacetField::Csdb)],
            // `zh` matches every country.
            FilterField::Language => vec![by(FacetAttribute::Language, &|text| {
                let own = text.to_lowercase();
                own == asked || own.split('-').next() == Some(asked.as_str())
            })],
            FilterField::Type => {
                vec![is(FacetField::Kind), by(FacetAttribute::Bare, &|text| text.to_lowercase() == asked)]
            }
            FilterField::Manual => {
                let is_called = |id: &str| manuals.get(id).is_some_and(|manual| manual.name.to_lowercase() == asked);
                vec![is(FacetField::Manual), by(FacetAttribute::Manual, &is_called)]
            }
        };
        Self { any, negated: filter.negated }
    }

    fn passes(&self, of: &Combination) -> bool {
        let is = |(attribute, passing): &(FacetAttribute, Vec<bool>)| {
            passing.get(of[*attribute as usize] as usize).is_some_and(|passes| *passes)
        };
        self.any.iter().any(is) != self.negated
    }
}

fn manuals(scope: &Scope) -> HashMap<&str, &ManualNames> {
    scope.snapshots.iter().map(|snapshot| (snapshot.manual.id.as_str(), &*snapshot.manual)).collect()
}

/// The value as displayed in a response.
fn shown(field: FacetField, text: &str, manuals: &HashMap<&str, &ManualNames>) -> String {
    match field {
        FacetField::Csdb => manuals.get(text).map(|manual| manual.csdb_name.clone()).unwrap_or_default(),
        FacetField::Manual => manuals.get(text).map(|manual| manual.path()).unwrap_or_default(),
        _ => text.to_owned(),
    }
}

/// A facet in a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetValues {
    pub field: FacetField,
    /// Most frequent first.
    pub values: Vec<(String, u64)>,
    /// More values exist than are returned.
    pub capped: bool,
}

/// Facet counts, added up over the segments.
pub(crate) struct FacetCounts {
    /// By field, the number of matches per text.
    own: [Vec<u64>; FacetField::OWN.len()],
    revisions: HashMap<String, u64>,
    pub(crate) total: u64,
}

impl FacetCounts {
    pub(crate) fn new(names: &FacetTexts) -> Self {
        let own = FacetField::OWN.map(|field| {
            let texts = field.attribute().map_or(0, |attribute| names.of(attribute).len());
            vec![0; texts]
        });
        Self { own, revisions: HashMap::new(), total: 0 }
    }

    /// Adds the number of matches per combination.
    pub(crate) fn add(&mut self, combinations: &[Combination], results: &[FilterResult], found: &[u64]) {
        for ((combination, result), count) in combinations.iter().zip(results).zip(found) {
            if *count == 0 || *result == FilterResult::Fails {
                continue;
            }
            if *result == FilterResult::Passes {
                self.total += count;
            }
            for (field, counts) in FacetField::OWN.into_iter().zip(&mut self.own) {
                let counted = *result == FilterResult::Passes || *result == FilterResult::PassesBut(field);
                let number = field.attribute().map(|attribute| combination[attribute as usize] as usize);
                if let Some(own) = number.filter(|_| counted).and_then(|number| counts.get_mut(number)) {
                    *own += count;
                }
            }
        }
    }

    pub(crate) fn add_revision(&mut self, value: String, count: u64) {
        if count > 0 {
            *self.revisions.entry(value).or_default() += count;
        }
    }

    pub(crate) fn finish(self, names: &FacetTexts, scope: &Scope) -> Vec<FacetValues> {
        let manuals = manuals(scope);
        let mut facets = Vec::new();
        for (field, counts) in FacetField::OWN.into_iter().zip(self.own) {
            let texts = field.attribute().map_or(&[][..], |attribute| names.of(attribute));
            // Lists have no language; an empty value lets users select them.
            let counts_none = field == FacetField::Language;
            let mut found: Vec<(u64, &Arc<str>)> = counts
                .into_iter()
                .zip(texts)
                .filter(|(count, text)| *count > 0 && (counts_none || !text.is_empty()))
                .collect();
            let capped = field.attribute() != Some(FacetAttribute::Manual)
                && keep_most(&mut found, |(count, text)| (Reverse(*count), Arc::clone(text)));
            // Several manuals share a database.
            let mut values: HashMap<String, u64> = HashMap::new();
            for (count, text) in found {
                let value = shown(field, text, &manuals);
                if counts_none || !value.is_empty() {
                    *values.entry(value).or_default() += count;
                }
            }
            facets.push((field, values, capped));
        }
        facets.push((FacetField::Revision, self.revisions, false));
        let sorted = |(field, values, capped): (FacetField, HashMap<String, u64>, bool)| {
            let mut values: Vec<(String, u64)> = values.into_iter().collect();
            let capped = keep_most(&mut values, |(value, count)| (Reverse(*count), value.clone())) || capped;
            FacetValues { field, values, capped }
        };
        facets.into_iter().filter(|(_, values, _)| !values.is_empty()).map(sorted).collect()
    }
}

/// Truncates to the most frequent values, sorted; returns whether values were dropped.
fn keep_most<T, K: Ord>(values: &mut Vec<T>, key: impl Fn(&T) -> K) -> bool {
    let capped = values.len() > MAX_VALUES;
    if capped {
        values.select_nth_unstable_by_key(MAX_VALUES - 1, &key);
        values.truncate(MAX_VALUES);
    }
    values.sort_by_cached_key(key);
    capped
}
