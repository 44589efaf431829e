//! Wire types for module list exports.

use app::imports::packages::{Cell, Table};
use app::library::files::{File, FileFilter, FileScope};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::language::Locale;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::files::{FileView, ModuleSortView, ModulesQuery};
use super::packages::ExportFormatView;
use super::page::OrderView;
use super::revisions::LaneView;
use crate::texts;

/// The available columns, in default order.
const COLUMNS: [&str; 14] = [
    "code",
    "title",
    "contentType",
    "infoCode",
    "language",
    "issueNumber",
    "inWork",
    "issueDate",
    "issueType",
    "status",
    "security",
    "size",
    "origin",
    "path",
];

/// The part of a manual's modules to list.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ModuleShelf)]
pub enum ModuleScopeView {
    #[default]
    All,
    Unreferenced,
}

/// Filter and format of a module list export.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ModuleListQuery {
    pub manual_path: String,
    pub format: ExportFormatView,
    /// Default: all.
    #[param(inline)]
    pub shelf: Option<ModuleScopeView>,
    /// Column names, separated by commas; default: all.
    #[param(example = "code,title,status")]
    pub columns: Option<String>,
    /// Part of the code or the title.
    pub keyword_filter: Option<String>,
    pub content_type: Option<String>,
    /// As in `en-US`.
    pub language: Option<String>,
    /// The system in the code, as in `29`.
    pub system: Option<String>,
    /// released, draft, review, obsolete or all.
    pub status_filter: Option<String>,
    pub sort: Option<ModuleSortView>,
    pub order: Option<OrderView>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

impl ModuleListQuery {
    /// The file filter.
    pub fn filter(&self) -> Result<FileFilter, app::Error> {
        let wanted = match self.shelf.unwrap_or_default() {
            ModuleScopeView::All => FileScope::Modules,
            ModuleScopeView::Unreferenced => FileScope::Unreferenced,
        };
        let listed = ModulesQuery {
            manual_path: String::new(),
            page_number: None,
            page_size: None,
            keyword_filter: self.keyword_filter.clone(),
            content_type: self.content_type.clone(),
            language: self.language.clone(),
            system: self.system.clone(),
            status_filter: self.status_filter.clone(),
            sort: self.sort,
            order: self.order,
            lane: None,
            revision: None,
            as_of: None,
        };
        listed.filter(wanted)
    }

    /// The selected columns, in the requested order.
    pub fn columns(&self) -> Result<Vec<&'static str>, app::Error> {
        let Some(named) = &self.columns else { return Ok(COLUMNS.to_vec()) };
        let known = |name: &str| COLUMNS.into_iter().find(|column| *column == name.trim());
        let columns: Option<Vec<&str>> = named.split(',').map(known).collect();
        columns.ok_or_else(|| app::Error::field("columns", FieldCode::UnknownValue))
    }
}

/// The modules as a table, in `locale`.
pub fn table(files: Vec<File>, columns: &[&'static str], locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("modules.{key}"), &[]);
    let rows = files.into_iter().map(|file| {
        let view = FileView::from(file);
        columns.iter().map(|column| cell(&view, column, locale)).collect()
    });
    Table { name: say("sheet"), header: columns.iter().map(|column| say(column)).collect(), rows: rows.collect() }
}

fn cell(file: &FileView, column: &str, locale: Locale) -> Cell {
    let text = match column {
        "code" => &file.code,
        "title" => &file.title,
        "contentType" => {
            let key = format!("contentType.{}", file.content_type);
            return Cell::Text(texts::catalogue(locale).get(&key).unwrap_or(&file.content_type).clone());
        }
        "infoCode" => &file.info_code,
        "language" => &file.language,
        "issueNumber" => &file.issue_number,
        "inWork" => &file.in_work,
        "issueDate" => &file.issue_date,
        "issueType" => &file.issue_type,
        "status" => &file.status,
        "security" => &file.security,
        "size" => return u32::try_from(file.size).map_or(Cell::Empty, Cell::Number),
        "origin" => &file.origin,
        _ => &file.path,
    };
    if text.is_empty() { Cell::Empty } else { Cell::Text(text.clone()) }
}
