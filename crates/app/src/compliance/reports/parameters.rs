//! Parameters of the jobs, parsed from the texts of the wire. Filters have the names that lists of requirements have.

#[cfg(test)]
mod tests;

use chrono::NaiveDate;
use domain::compliance::{CompliancePath, MappingProof, PolicyItemKind, PolicyStatus};
use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::id::{ComplianceCollectionId, UserId};
use domain::job::Parameters;
use domain::language::Locale;
use domain::page::Order;
use domain::path::{FilePath, ManualPath};
use publish::report::ReportWord;
use store::compliance::{ManualReportFilter, PolicyItemFilter, PolicyItemSort};

use super::rows::proof_word;

/// Characters of a text that is looked for.
const MAX_TEXT: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    Xlsx,
    Pdf,
    /// An archive of lists.
    Csv,
}

impl ReportFormat {
    fn parse(word: &str) -> Option<Self> {
        match word {
            "xlsx" => Some(Self::Xlsx),
            "pdf" => Some(Self::Pdf),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }

    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Pdf => "pdf",
            Self::Csv => "zip",
        }
    }

    pub(super) fn media_type(self) -> &'static str {
        match self {
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Pdf => "application/pdf",
            Self::Csv => "application/zip",
        }
    }
}

/// A report of a collection.
#[derive(Debug, Clone)]
pub(crate) struct CollectionReportOrder {
    pub(super) collection: ComplianceCollectionId,
    pub(super) format: ReportFormat,
    pub(super) locale: Locale,
    pub(super) manual: Option<ManualPath>,
    pub(super) module: Option<FilePath>,
    is_mine: bool,
    is_overdue: bool,
    /// The path of the module, as it was given.
    module_text: String,
    /// Without what depends on the person, the day and the library.
    filter: PolicyItemFilter,
}

/// A report of a manual.
#[derive(Debug, Clone)]
pub(crate) struct ManualReportOrder {
    pub(super) manual: ManualPath,
    pub(super) format: ReportFormat,
    pub(super) locale: Locale,
    pub(super) filter: ManualReportFilter,
}

fn field(name: &str) -> String {
    format!("parameterMap.{name}")
}

/// `None` where it is left out, and where it is unknown.
fn word<T>(
    parameters: &Parameters,
    errors: &mut FieldErrors,
    name: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let text = parameters.text(name)?;
    errors.take(&field(name), parse(text).ok_or(FieldCode::UnknownValue))
}

/// `true` or `false`; left out is `false`.
fn flag(parameters: &Parameters, errors: &mut FieldErrors, name: &str) -> bool {
    let read = |text: &str| match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    word(parameters, errors, name, read).unwrap_or_default()
}

fn statuses(parameters: &Parameters, errors: &mut FieldErrors) -> Vec<PolicyStatus> {
    let given = parameters.list("status").iter().flat_map(|text| text.split(',')).map(str::trim);
    let read: Option<Vec<PolicyStatus>> = given.filter(|text| !text.is_empty()).map(PolicyStatus::parse).collect();
    let mut read = errors.take(&field("status"), read.ok_or(FieldCode::UnknownValue)).unwrap_or_default();
    read.dedup();
    read
}

fn format_and_locale(parameters: &Parameters, errors: &mut FieldErrors) -> (Option<ReportFormat>, Locale) {
    let format = match parameters.text("format") {
        Some(text) => ReportFormat::parse(text).ok_or(FieldCode::UnknownValue),
        None => Err(FieldCode::Required),
    };
    let format = errors.take(&field("format"), format);
    (format, word(parameters, errors, "language", Locale::parse).unwrap_or_default())
}

impl CollectionReportOrder {
    pub(super) fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let collection = parameters.text("collectionId").ok_or(FieldCode::Required);
        let collection = errors.take(&field("collectionId"), collection).map(str::to_owned);
        let (format, locale) = format_and_locale(parameters, &mut errors);
        let below = word(parameters, &mut errors, "fromPath", CompliancePath::parse);
        let is_own = |path: &CompliancePath| Some(path.collection()) == collection.as_deref();
        if below.as_ref().is_some_and(|path| !is_own(path)) {
            errors.add(field("fromPath"), FieldCode::UnknownValue);
        }
        let manual = word(parameters, &mut errors, "manualPath", ManualPath::parse);
        let module = word(parameters, &mut errors, "module", FilePath::parse);
        let module_text = parameters.text("module").unwrap_or_default().to_owned();
        let scope = |text: &str| match text {
            "in" => Some(true),
            "out" => Some(false),
            _ => None,
        };
        let text = parameters.text("keywordFilter").unwrap_or_default();
        if text.chars().count() > MAX_TEXT {
            errors.add(field("keywordFilter"), FieldCode::TooLong);
        }
        let filter = PolicyItemFilter {
            below: below.or_else(|| collection.as_deref().and_then(CompliancePath::parse)),
            statuses: statuses(parameters, &mut errors),
            in_scope: word(parameters, &mut errors, "scope", scope),
            kind: word(parameters, &mut errors, "kind", PolicyItemKind::parse),
            assessable: flag(parameters, &mut errors, "assessable").then_some(true),
            proposed: flag(parameters, &mut errors, "proposed"),
            owner: parameters.text("owner").map(str::to_owned),
            owned_by: None,
            // An empty one asks for requirements of no single operator.
            operator: parameters
                .0
                .contains_key("operator")
                .then(|| parameters.text("operator").unwrap_or_default().to_owned()),
            manual: manual.clone(),
            module: None,
            recheck: flag(parameters, &mut errors, "recheck"),
            reassess: false,
            unreferenced: flag(parameters, &mut errors, "unreferenced"),
            proof: word(parameters, &mut errors, "proof", MappingProof::parse_by_mapping),
            review_before: None,
            text: text.to_owned(),
            sort: PolicyItemSort::Position,
            order: Order::Ascending,
        };
        let is_mine = flag(parameters, &mut errors, "mine");
        let is_overdue = flag(parameters, &mut errors, "overdue");
        let (Some(collection), Some(format)) = (collection, format) else { return Err(errors.into_list()) };
        errors.finish()?;
        let collection = ComplianceCollectionId(collection);
        Ok(Self { collection, format, locale, manual, module, is_mine, is_overdue, module_text, filter })
    }

    /// Which requirements are reported, for a person on a day.
    pub(super) fn filter(&self, user: Option<&UserId>, today: NaiveDate) -> PolicyItemFilter {
        PolicyItemFilter {
            owned_by: user.filter(|_| self.is_mine).cloned(),
            review_before: self.is_overdue.then_some(today),
            ..self.filter.clone()
        }
    }

    /// Some requirements of the collection are left out.
    pub(super) fn is_filtered(&self) -> bool {
        let is_part = self.filter.below.as_ref().is_some_and(|path| !path.is_collection());
        is_part || self.filter_text(None) != ReportWord::NoFilters.text(self.locale)
    }

    /// The filters as the report names them; `place` is the category or the requirement that it is limited to.
    pub(super) fn filter_text(&self, place: Option<(ReportWord, &str)>) -> String {
        let (filter, locale) = (&self.filter, self.locale);
        let named = |word: ReportWord, value: &str| [word.text(locale), ": ", value].concat();
        let mut parts: Vec<String> = place.iter().map(|(word, name)| named(*word, name)).collect();
        if !filter.statuses.is_empty() {
            parts.push(named(ReportWord::Status, &status_words(&filter.statuses, locale)));
        }
        if let Some(in_scope) = filter.in_scope {
            let word = if in_scope { ReportWord::InScope } else { ReportWord::OutOfScope };
            parts.push(word.text(locale).to_owned());
        }
        if let Some(proof) = filter.proof {
            parts.push(proof_word(proof).text(locale).to_owned());
        }
        let texts = [
            (ReportWord::Type, filter.kind.map(|kind| kind.as_str().to_owned())),
            (ReportWord::Owner, filter.owner.clone()),
            (ReportWord::Operator, filter.operator.as_deref().map(operator_text)),
            (ReportWord::Manual, self.manual.as_ref().map(manual_text)),
            (ReportWord::ModuleCode, self.module.as_ref().map(|_| self.module_text.clone())),
            (ReportWord::Keyword, Some(filter.text.clone()).filter(|text| !text.is_empty())),
        ];
        parts.extend(texts.into_iter().filter_map(|(word, text)| Some(named(word, &text?))));
        let flags = [
            (filter.assessable.is_some(), ReportWord::Assessable),
            (self.is_mine, ReportWord::MineOnly),
            (filter.proposed, ReportWord::Proposed),
            (filter.recheck, ReportWord::ToCheckAgain),
            (filter.unreferenced, ReportWord::Unreferenced),
            (self.is_overdue, ReportWord::Overdue),
        ];
        parts.extend(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, word)| word.text(locale).to_owned()));
        joined(&parts, locale)
    }
}

impl ManualReportOrder {
    pub(super) fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let [csdb, manual] = ["csdbName", "manualName"].map(|name| {
            let text = parameters.text(name).ok_or(FieldCode::Required);
            errors.take(&field(name), text)
        });
        let (format, locale) = format_and_locale(parameters, &mut errors);
        let filter = ManualReportFilter {
            collection: parameters.text("collectionId").map(|id| ComplianceCollectionId(id.to_owned())),
            statuses: statuses(parameters, &mut errors),
            recheck: flag(parameters, &mut errors, "recheck"),
        };
        let (Some(csdb), Some(manual), Some(format)) = (csdb, manual, format) else { return Err(errors.into_list()) };
        let manual = ManualPath::parse(&domain::path::of_manual(csdb, manual)).ok_or(FieldCode::UnknownValue);
        let manual = errors.take(&field("manualName"), manual);
        let Some(manual) = manual else { return Err(errors.into_list()) };
        errors.finish()?;
        Ok(Self { manual, format, locale, filter })
    }

    /// The filters as the report names them; `collection` is the name of the one that it is limited to.
    pub(super) fn filter_text(&self, collection: &str) -> String {
        let (filter, locale) = (&self.filter, self.locale);
        let mut parts = Vec::new();
        if !collection.is_empty() {
            parts.push([ReportWord::Collection.text(locale), ": ", collection].concat());
        }
        if !filter.statuses.is_empty() {
            let words = status_words(&filter.statuses, locale);
            parts.push([ReportWord::Status.text(locale), ": ", &words].concat());
        }
        if filter.recheck {
            parts.push(ReportWord::ToCheckAgain.text(locale).to_owned());
        }
        joined(&parts, locale)
    }
}

/// Requirements of no single operator have an empty code.
fn operator_text(code: &str) -> String {
    if code.is_empty() { "–".to_owned() } else { code.to_owned() }
}

fn manual_text(path: &ManualPath) -> String {
    domain::path::of_manual(path.csdb.as_str(), path.manual.as_str())
}

fn status_words(statuses: &[PolicyStatus], locale: Locale) -> String {
    let words: Vec<&str> = statuses.iter().map(|status| ReportWord::from(*status).text(locale)).collect();
    words.join(", ")
}

fn joined(parts: &[String], locale: Locale) -> String {
    if parts.is_empty() { ReportWord::NoFilters.text(locale).to_owned() } else { parts.join("; ") }
}
