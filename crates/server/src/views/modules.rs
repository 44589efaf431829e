//! Wire types for new modules.

use app::editing::modules::{
    CodeOffer, CodeStep, ModuleExtension, ModuleOptions, ModuleOrigin, ModuleSubject, NewModule, PublicationChoice,
    parse_name,
};
use app::editing::outline::SectionPlace;
use app::editing::templates::ISSUES;
use domain::checkin::parse_comment;
use domain::field::{FieldCode, FieldErrors};
use domain::language::Locale;
use domain::module::{parse_info_name, parse_title};
use domain::path::{FilePath, ManualPath};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::module_templates::{ModuleTemplateView, module_type};
use super::paths::parse_path;
use super::request_name::named_request;

/// Modules that a new container lists, at most.
const MAX_ALTERNATES: usize = 200;

/// A new module: from a template (`contentType`), a copy (`copyOf`), or a draft (`draftOf`).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateModuleRequest {
    #[schema(example = "/H160/MEL")]
    pub manual_path: String,
    /// The technical name; the title of a publication. With `draftOf` empty for the draft's own.
    #[serde(default)]
    pub tech_name: String,
    #[serde(default)]
    pub info_name: String,
    /// The type of the template, as in `proced`; `pm` for a publication.
    #[schema(nullable = false)]
    pub content_type: Option<String>,
    /// The issue of S1000D, as in `4-2`; that of the manual when it is left out.
    #[schema(nullable = false)]
    pub issue: Option<String>,
    /// The path of the module to copy.
    #[schema(nullable = false)]
    pub copy_of: Option<String>,
    /// The path of the module whose draft it is made from; the draft stays.
    #[schema(nullable = false)]
    pub draft_of: Option<String>,
    /// Of the text of that draft.
    #[schema(nullable = false)]
    pub sha256: Option<String>,
    /// The paths of the modules that a container lists.
    #[serde(default)]
    pub alternates: Vec<String>,
    /// Check it out to me.
    #[serde(default)]
    pub check_out: bool,
    #[serde(default)]
    pub comment: String,
    /// The section to enter it in; the publication is checked out to me.
    #[schema(nullable = false)]
    pub section: Option<SectionRequest>,
    /// The id of the change request, which is in progress, that the work belongs to.
    #[schema(nullable = false)]
    pub change_request_id: Option<String>,
    /// The module may belong to another open change request too.
    #[serde(default)]
    pub share_module: bool,
}

/// A section of a publication.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SectionRequest {
    /// The path of the publication.
    pub publication: String,
    /// The number of its entry; left out for the publication itself.
    #[schema(nullable = false)]
    pub entry: Option<usize>,
    /// Of the text that the number is about.
    pub sha256: String,
}

impl CreateModuleRequest {
    pub fn parse(self, name: &str) -> Result<NewModule, app::Error> {
        let identity = parse_name(name)?;
        let manual: ManualPath = parse_path(&self.manual_path)?;
        let mut errors = FieldErrors::default();
        let has_own_title = self.draft_of.is_some() && self.tech_name.is_empty();
        let tech_name = if has_own_title { None } else { errors.take("techName", parse_title(&self.tech_name)) };
        let info_name = errors.take("infoName", parse_info_name(&self.info_name));
        let comment = errors.take("comment", parse_comment(&self.comment));
        if self.alternates.len() > MAX_ALTERNATES {
            errors.take::<()>("alternates", Err(FieldCode::TooLong));
        }
        errors.finish()?;
        let origin = match (self.copy_of, self.draft_of, self.content_type) {
            (Some(copied), None, None) => ModuleOrigin::Copy(parse_path(&copied)?),
            (None, Some(drafted), None) => {
                let sha256 = self.sha256.ok_or_else(|| app::Error::field("sha256", FieldCode::Required))?;
                ModuleOrigin::Draft { path: parse_path(&drafted)?, sha256 }
            }
            (None, None, Some(word)) => {
                let module_type = module_type(&word)?;
                if self.issue.as_deref().is_some_and(|issue| !ISSUES.contains(&issue)) {
                    return Err(app::Error::field("issue", FieldCode::UnknownValue));
                }
                let alternates = self.alternates.iter().map(|path| parse_path(path)).collect::<Result<_, _>>()?;
                ModuleOrigin::Template { module_type, issue: self.issue, alternates }
            }
            _ => return Err(app::Error::field("contentType", FieldCode::Required)),
        };
        let section = self.section.map(|section| {
            let publication: FilePath = parse_path(&section.publication)?;
            Ok::<_, app::Error>(SectionPlace { publication, entry: section.entry, sha256: section.sha256 })
        });
        Ok(NewModule {
            manual,
            identity,
            tech_name: tech_name.unwrap_or_default(),
            info_name: info_name.unwrap_or_default(),
            origin,
            check_out: self.check_out,
            comment: comment.unwrap_or_default(),
            section: section.transpose()?,
            change_request: named_request(self.change_request_id, self.share_module),
        })
    }
}

/// Asks for a free code.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NextCodeQuery {
    pub manual_path: String,
    /// The name with the code to begin at, as in `DMC-…-040A-A_en-US.XML`.
    pub name: String,
    /// `variant` (the default), or `assembly` for the assembly after the last one.
    #[param(inline)]
    pub step: Option<CodeStepView>,
}

/// The part of a code that counts up.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CodeStep)]
pub enum CodeStepView {
    Variant,
    Assembly,
}

impl From<CodeStepView> for CodeStep {
    fn from(step: CodeStepView) -> Self {
        match step {
            CodeStepView::Variant => Self::Variant,
            CodeStepView::Assembly => Self::Assembly,
        }
    }
}

/// A free code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CodeOffer)]
pub struct CodeOfferView {
    /// The code that was asked for is taken.
    pub taken: bool,
    /// The name with the next free code; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
}

impl From<CodeOffer> for CodeOfferView {
    fn from(offer: CodeOffer) -> Self {
        Self { taken: offer.is_taken, name: offer.name }
    }
}

/// The choices for a new module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModuleOptions)]
pub struct ModuleOptionsView {
    pub model_ident_codes: Vec<String>,
    pub system_diff_codes: Vec<String>,
    pub languages: Vec<String>,
    /// The issue of S1000D to propose, as in `4-2`.
    pub issue: String,
    /// All issues that there are templates for.
    pub issues: Vec<String>,
    /// The company code of new publications.
    pub issuer: String,
    pub subjects: Vec<ModuleSubjectView>,
    pub templates: Vec<ModuleTemplateView>,
    pub publications: Vec<PublicationChoiceView>,
    /// The extensions of customised copies.
    pub extensions: Vec<ModuleExtensionView>,
}

impl ModuleOptionsView {
    pub fn new(options: ModuleOptions, locale: Locale) -> Self {
        Self {
            model_ident_codes: options.model_ident_codes,
            system_diff_codes: options.system_diff_codes,
            languages: options.languages,
            issue: options.issue,
            issues: ISSUES.map(str::to_owned).to_vec(),
            issuer: options.issuer,
            subjects: options.subjects.into_iter().map(ModuleSubjectView::from).collect(),
            templates: options.templates.into_iter().map(|one| ModuleTemplateView::new(one, locale)).collect(),
            publications: options.publications.into_iter().map(PublicationChoiceView::from).collect(),
            extensions: options.extensions.into_iter().map(ModuleExtensionView::from).collect(),
        }
    }
}

/// A subject that modules of the manual have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModuleSubject)]
pub struct ModuleSubjectView {
    pub system_code: String,
    pub sub_system_code: String,
    pub sub_sub_system_code: String,
    pub assy_code: String,
    pub modules: u64,
}

impl From<ModuleSubject> for ModuleSubjectView {
    fn from(subject: ModuleSubject) -> Self {
        let ModuleSubject { system_code, sub_system_code, sub_sub_system_code, assy_code, modules } = subject;
        Self { system_code, sub_system_code, sub_sub_system_code, assy_code, modules }
    }
}

/// A publication that a new module can be entered in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationChoice)]
pub struct PublicationChoiceView {
    pub path: String,
    pub title: String,
    pub language: String,
    /// Someone else who has it checked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub held_by: Option<String>,
}

impl From<PublicationChoice> for PublicationChoiceView {
    fn from(choice: PublicationChoice) -> Self {
        let PublicationChoice { path, title, language, held_by } = choice;
        Self { path, title, language, held_by }
    }
}

/// The extension of customised copies for a profile.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModuleExtension)]
pub struct ModuleExtensionView {
    pub profile: String,
    pub producer: String,
    pub code: String,
}

impl From<ModuleExtension> for ModuleExtensionView {
    fn from(extension: ModuleExtension) -> Self {
        let ModuleExtension { profile, producer, code } = extension;
        Self { profile, producer, code }
    }
}
