//! Wire types for the templates of new modules, and for alternates.

use app::editing::templates::{ISSUES, ListedTemplate, MAX_TEMPLATE, ModuleType};
use chrono::{DateTime, Utc};
use domain::checkin::parse_comment;
use domain::field::FieldCode;
use domain::language::Locale;
use domain::path::{FilePath, ManualPath};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::paths::parse_path;
use crate::texts;

/// Parses the type of a template.
pub fn module_type(word: &str) -> Result<ModuleType, app::Error> {
    ModuleType::parse(word).ok_or_else(|| app::Error::field("contentType", FieldCode::UnknownValue))
}

/// A template of new modules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModuleTemplate)]
pub struct ModuleTemplateView {
    #[schema(example = "proced")]
    pub content_type: String,
    /// In the language of the request.
    pub name: String,
    /// The issues of S1000D that it is for.
    pub issues: Vec<String>,
    /// An administrator put it in place of the built-in one.
    pub replaced: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub updated_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub updated_on: Option<DateTime<Utc>>,
}

impl ModuleTemplateView {
    pub fn new(template: ListedTemplate, locale: Locale) -> Self {
        let ListedTemplate { module_type, replaced, issue } = template;
        let code = module_type.as_str();
        let issues = ISSUES.iter().filter(|one| module_type.is_in(one) && (issue.is_empty() || **one == issue));
        let (updated_by, updated_on) = replaced.unzip();
        Self {
            content_type: code.to_owned(),
            name: texts::say(locale, &format!("contentType.{code}"), &[]),
            issues: issues.map(|issue| (*issue).to_owned()).collect(),
            replaced: updated_by.is_some(),
            updated_by,
            updated_on,
        }
    }
}

/// Selects a template of a manual.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TemplateQuery {
    pub manual_path: String,
    pub content_type: String,
    /// For built-in templates; that of the manual when it is left out.
    pub issue: Option<String>,
}

/// The text of a template.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemplateText)]
pub struct TemplateTextView {
    pub text: String,
}

/// A text to put in place of a built-in template.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplaceTemplateRequest {
    pub manual_path: String,
    pub content_type: String,
    /// A whole module; its code does not matter.
    pub text: String,
}

impl ReplaceTemplateRequest {
    pub fn parse(self) -> Result<(ManualPath, ModuleType, String), app::Error> {
        if self.text.len() > MAX_TEMPLATE {
            return Err(app::Error::field("text", FieldCode::TooLong));
        }
        Ok((parse_path(&self.manual_path)?, module_type(&self.content_type)?, self.text))
    }
}

/// A module to list in a container.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AlternateRequest {
    /// The path of the module.
    pub alternate: String,
    #[serde(default)]
    pub comment: String,
    /// The id of the change request, which is in progress, that the work belongs to.
    #[schema(nullable = false)]
    pub change_request_id: Option<String>,
    /// The module may belong to another open change request too.
    #[serde(default)]
    pub share_module: bool,
}

/// A module to remove from a container.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AlternateQuery {
    /// The path of the module.
    pub alternate: String,
    #[serde(default)]
    pub comment: String,
    /// The id of the change request, which is in progress, that the work belongs to.
    pub change_request_id: Option<String>,
    /// The container may belong to another open change request too.
    #[serde(default)]
    pub share_module: bool,
}

/// Parses the path of an alternate and the comment of a change.
pub fn alternate(path: &str, comment: &str) -> Result<(FilePath, String), app::Error> {
    let comment = parse_comment(comment).map_err(|code| app::Error::field("comment", code))?;
    Ok((parse_path(path)?, comment))
}
