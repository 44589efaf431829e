//! `exportRevisionHistory`: the decisions about OEM revisions, or the airline revision list, as a file.

use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::job::{FailureReason, Outputs, Parameters};
use domain::language::Locale;
use domain::path::{ManualPath, of_manual};
use domain::permission::Permission;
use domain::subject::Subject;
use store::Tx;

use super::airline::{self, AirlineBase, AirlineFilter};
use super::{lists, tables};
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::imports::packages::{ExportFormat, Table, written};
use crate::jobs::{EXPORT_HISTORY, REPORT_SIGHT, report_limits, sight_text};
use crate::library::manuals;

/// Kinds that count together for the limits of a person.
const LIMITED: [&str; 2] = [EXPORT_HISTORY, EXPORT_HISTORY];

/// The kind itself.
#[derive(Debug)]
pub(crate) struct ExportRevisionHistory;

/// The rows of the file.
#[derive(Debug, Clone)]
enum HistoryContent {
    /// The decisions about the revisions of a manual, or of all manuals that the person may see.
    Decisions(Option<ManualPath>),
    Airline(AirlineFilter),
}

/// The file that was asked for.
#[derive(Debug, Clone)]
pub(crate) struct HistoryOrder {
    content: HistoryContent,
    format: ExportFormat,
    locale: Locale,
}

/// A file that was made.
#[derive(Debug)]
pub(crate) struct ExportedHistory {
    manual: Option<ManualPath>,
    file_name: String,
    rows: usize,
    /// The sight of the person who asked for it.
    sight: String,
}

impl From<ExportedHistory> for Outputs {
    fn from(exported: ExportedHistory) -> Self {
        let manual = exported
            .manual
            .map(|path| [("csdbName", path.csdb.as_str().to_owned()), ("manualName", path.manual.as_str().to_owned())]);
        let named =
            [("fileName", exported.file_name), ("rows", exported.rows.to_string()), (REPORT_SIGHT, exported.sight)];
        let all = named.into_iter().chain(manual.into_iter().flatten());
        all.map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

fn field(name: &str) -> String {
    format!("parameterMap.{name}")
}

/// The value of a word; the first one where it is left out.
fn word<T: Clone>(parameters: &Parameters, errors: &mut FieldErrors, name: &str, known: &[(&str, T)]) -> Option<T> {
    let found = match parameters.text(name) {
        Some(text) => known.iter().find(|(word, _)| *word == text),
        None => known.first(),
    };
    errors.take(&field(name), found.map(|(_, value)| value.clone()).ok_or(FieldCode::UnknownValue))
}

impl HistoryOrder {
    fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        if parameters.text("format").is_none() {
            errors.add(field("format"), FieldCode::Required);
        }
        let format =
            word(parameters, &mut errors, "format", &[("csv", ExportFormat::Csv), ("xlsx", ExportFormat::Xlsx)]);
        let locale = Locale::ALL.map(|locale| (locale.as_str(), locale));
        let locale = word(parameters, &mut errors, "language", &locale);
        let is_airline = word(parameters, &mut errors, "content", &[("decisions", false), ("airline", true)]);
        let since = [("release", AirlineBase::Release), ("oem", AirlineBase::Oem)];
        let base = word(parameters, &mut errors, "since", &since);
        let text = parameters.text("keywordFilter").unwrap_or_default();
        if Error::unless_searchable("", text).is_err() {
            errors.add(field("keywordFilter"), FieldCode::TooLong);
        }
        let manual = match (parameters.text("csdbName"), parameters.text("manualName")) {
            // The list of what the operator changed is that of one manual.
            (None, None) if is_airline != Some(true) => None,
            (Some(csdb), Some(manual)) => {
                let path = ManualPath::parse(&of_manual(csdb, manual)).ok_or(FieldCode::UnknownValue);
                errors.take(&field("manualName"), path)
            }
            (Some(_), None) => errors.take(&field("manualName"), Err(FieldCode::Required)),
            (None, _) => errors.take(&field("csdbName"), Err(FieldCode::Required)),
        };
        let (Some(format), Some(locale), Some(base)) = (format, locale, base) else { return Err(errors.into_list()) };
        errors.finish()?;
        let content = match manual {
            Some(manual) if is_airline == Some(true) => {
                HistoryContent::Airline(AirlineFilter { manual, text: text.to_owned(), base })
            }
            manual => HistoryContent::Decisions(manual),
        };
        Ok(Self { content, format, locale })
    }

    fn manual(&self) -> Option<&ManualPath> {
        match &self.content {
            HistoryContent::Decisions(manual) => manual.as_ref(),
            HistoryContent::Airline(filter) => Some(&filter.manual),
        }
    }

    fn file_name(&self) -> String {
        let stem = match self.content {
            HistoryContent::Decisions(_) => "revision-history",
            HistoryContent::Airline(_) => "airline-revisions",
        };
        let ending = match self.format {
            ExportFormat::Csv => "csv",
            ExportFormat::Xlsx => "xlsx",
        };
        [stem, ending].join(".")
    }

    fn media_type(&self) -> &'static str {
        match self.format {
            ExportFormat::Csv => "text/csv; charset=utf-8",
            ExportFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// The rows as the transaction shows them.
    async fn table(&self, ctx: &Ctx, mut tx: Tx) -> Result<Table, Error> {
        Ok(match &self.content {
            HistoryContent::Decisions(manual) => {
                tables::history(&lists::all_decisions_in(&mut tx, manual.clone()).await?, self.locale)
            }
            HistoryContent::Airline(filter) => {
                tables::airline(&airline::list_all_in(ctx, tx, filter).await?, self.locale)
            }
        })
    }
}

impl JobKind for ExportRevisionHistory {
    type Parameters = HistoryOrder;
    type Output = ExportedHistory;

    fn wire_name(&self) -> &'static str {
        EXPORT_HISTORY
    }

    fn steps(&self) -> &'static [&'static str] {
        &["collect", "write"]
    }

    fn permission(&self) -> Permission {
        Permission::ReadContent
    }

    fn parse(&self, parameters: &Parameters) -> Result<HistoryOrder, Vec<FieldError>> {
        HistoryOrder::parse(parameters)
    }

    async fn admit(&self, tx: &mut Tx, caller: &Caller, order: &HistoryOrder) -> Result<Option<Subject>, Error> {
        report_limits::admit(tx, caller, LIMITED).await?;
        if let Some(path) = order.manual() {
            manuals::at_path(tx, path).await?;
        }
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, order: &HistoryOrder) -> Result<ExportedHistory, JobError> {
        let tx = read_for(ctx, job.created_by()).await?;
        let sight = sight_text(tx.sight());
        let table = match order.table(ctx, tx).await {
            Err(Error::NotFound(Missing::Manual)) => {
                return Err(JobError::Fail(vec![FailureReason::new("job.failed.manualGone")]));
            }
            table => table?,
        };
        job.progress("collect", 100)?;
        let (rows, file_name) = (table.rows.len(), order.file_name());
        let bytes = written(move || table, order.format).await?;
        job.keep_artifact(&file_name, order.media_type(), bytes).await?;
        job.progress("write", 100)?;
        Ok(ExportedHistory { manual: order.manual().cloned(), file_name, rows, sight })
    }

    async fn complete(&self, _: &Ctx, tx: &mut Tx, job: &Running, _: &mut ExportedHistory) -> Result<(), Error> {
        report_limits::forget_old(tx, job, LIMITED).await
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use domain::job::Parameter;

    use super::*;

    fn refused(pairs: &[(&str, &str)]) -> Vec<String> {
        let texts = pairs.iter().map(|(name, text)| ((*name).to_owned(), Parameter::Text((*text).to_owned())));
        let refused = HistoryOrder::parse(&Parameters(texts.collect::<BTreeMap<_, _>>()));
        refused.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_airline_list_is_that_of_one_manual() {
        assert_eq!(refused(&[("format", "csv")]), [""; 0]);
        let airline = [("format", "xlsx"), ("content", "airline")];
        assert_eq!(refused(&airline), ["parameterMap.csdbName: required"]);
        let named = [airline[0], airline[1], ("csdbName", "H160"), ("manualName", "MEL")];
        assert_eq!(refused(&named), [""; 0]);
    }

    #[test]
    fn unknown_words_are_told_at_their_fields() {
        let odd = [("format", "pdf"), ("language", "fr"), ("content", "all"), ("since", "never")];
        let fields = ["format", "language", "content", "since"];
        assert_eq!(refused(&odd), fields.map(|name| format!("parameterMap.{name}: unknown_value")));
        assert_eq!(refused(&[]), ["parameterMap.format: required"]);
    }
}
