//! Changes of an item.

use app::editing::forms::dispatch::{DispatchChange, DispatchRequest, LineChange, ProcedureChange, ProvisoChange};
use domain::field::{FieldCode, FieldErrors};
use domain::form::{MAX_ENTRIES, parse_line};
use domain::path::FilePath;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::views::paths::parse_path;

const MAX_NUMBER: usize = 40;
const MAX_TITLE: usize = 500;
const MAX_TEXT: usize = 4_000;
/// Values of the text come back with every change, however long they are; they must not block it.
const MAX_OLD_TEXT: usize = 200_000;

/// A text, and a change of its item.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditDispatchRequest {
    pub text: String,
    /// Left out to read the item alone.
    #[schema(nullable = false)]
    pub change: Option<DispatchItemRequest>,
}

/// New values of an item.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DispatchItemRequest {
    pub number: String,
    pub title: String,
    /// All lines; those of the text that are not listed are removed.
    pub lines: Vec<DispatchLineRequest>,
}

/// New values of a line.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DispatchLineRequest {
    /// The index of a line in the text; left out for a new one.
    #[schema(nullable = false)]
    pub number: Option<usize>,
    pub label: String,
    pub title: String,
    pub category: String,
    pub installed: String,
    pub required: String,
    pub remarks: String,
    /// In their order.
    pub provisos: Vec<ProvisoRequest>,
    pub placard: String,
    /// The indexes of the procedures of the line that stay.
    pub operational: Vec<usize>,
    pub maintenance: Vec<usize>,
    /// The paths of new procedures.
    pub new_operational: Vec<String>,
    pub new_maintenance: Vec<String>,
}

/// A new text of a proviso, or a new proviso.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProvisoRequest {
    /// The index of a proviso of the line in the text; left out for a new one.
    #[schema(nullable = false)]
    pub number: Option<usize>,
    pub text: String,
}

impl DispatchItemRequest {
    /// The change; all invalid values are reported at once.
    pub fn parse(self) -> Result<DispatchRequest, app::Error> {
        let mut errors = FieldErrors::default();
        let number = errors.take("number", parse_line(&self.number, 0, MAX_OLD_TEXT));
        let title = errors.take("title", parse_line(&self.title, 0, MAX_OLD_TEXT));
        if self.lines.len() > MAX_ENTRIES {
            errors.add("lines", FieldCode::TooMany);
            return Err(app::Error::from(errors.into_list()));
        }
        let added = self.lines.iter().map(|line| line.new_operational.len() + line.new_maintenance.len());
        if added.sum::<usize>() > MAX_ENTRIES {
            errors.add("lines", FieldCode::TooMany);
            return Err(app::Error::from(errors.into_list()));
        }
        let (mut lines, mut procedures) = (Vec::new(), Vec::new());
        for (index, line) in self.lines.into_iter().enumerate() {
            procedures.push([line.paths(&line.new_operational)?, line.paths(&line.new_maintenance)?]);
            lines.push(line.parse(&mut errors, index));
        }
        errors.finish()?;
        let change = DispatchChange { number: number.unwrap_or_default(), title: title.unwrap_or_default(), lines };
        Ok(DispatchRequest { change, procedures })
    }
}

impl DispatchLineRequest {
    fn paths(&self, paths: &[String]) -> Result<Vec<FilePath>, app::Error> {
        let count = self.operational.len() + self.maintenance.len() + paths.len();
        if count > MAX_ENTRIES {
            return Err(app::Error::field("lines", FieldCode::TooMany));
        }
        paths.iter().map(|path| parse_path(path)).collect()
    }

    /// The line; invalid values are added to the errors.
    fn parse(self, errors: &mut FieldErrors, index: usize) -> LineChange {
        let is_old = self.number.is_some();
        let mut take = |name: &str, text: &str, min: usize, max: usize| {
            let max = if is_old { MAX_OLD_TEXT } else { max };
            errors.take(&format!("lines[{index}].{name}"), parse_line(text, min, max)).unwrap_or_default()
        };
        let mut line = LineChange {
            number: self.number,
            label: take("label", &self.label, 0, MAX_NUMBER),
            title: take("title", &self.title, 0, MAX_TITLE),
            category: take("category", &self.category, 0, MAX_NUMBER),
            installed: take("installed", &self.installed, 0, MAX_NUMBER),
            required: take("required", &self.required, 0, MAX_NUMBER),
            remarks: take("remarks", &self.remarks, 0, MAX_TEXT),
            provisos: Vec::new(),
            placard: take("placard", &self.placard, 0, MAX_TITLE),
            operational: self.operational.into_iter().map(ProcedureChange::Kept).collect(),
            maintenance: self.maintenance.into_iter().map(ProcedureChange::Kept).collect(),
        };
        for (at, proviso) in self.provisos.iter().take(MAX_ENTRIES).enumerate() {
            // One that is in the text already may have no text, such as one with a graphic.
            let min = usize::from(proviso.number.is_none());
            let text = take(&format!("provisos[{at}].text"), &proviso.text, min, MAX_TEXT);
            line.provisos.push(ProvisoChange { number: proviso.number, text });
        }
        if self.provisos.len() > MAX_ENTRIES {
            errors.add(format!("lines[{index}].provisos"), FieldCode::TooMany);
        }
        line
    }
}
