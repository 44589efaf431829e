//! Wire types for the redline of a manual.

mod file;

use app::imports::packages::{Cell, Table};
use app::reading::manual_redline::{
    ChangedModule, ChangedSection, ManualRedline, ModuleChangeCounts, ModuleChangeFilter, TickedChange,
};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::id::{TocNodeId, VersionId};
use domain::language::Locale;
use domain::package::Difference;
use domain::page::{Page, PageRequest};
use domain::snapshot::Reading;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::contents_changes::ContentsChangesView;
use super::files::version_id;
use super::packages::ExportFormatView;
use super::page::{PageNumber, PageSize, PageView, page_request};
use super::viewer::read_state;
use super::words::DifferenceView;
use crate::texts;

pub use file::{ExportedRedline, file_texts, words_table};

/// Selects two states of a manual and the changes to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ManualRedlineQuery {
    /// The old state: a lane (`oem`, `working`, `frozen`, `released`), also at a moment (`oem@2026-03-01T00:00:00Z`), or
    /// `revision:` and a revision id.
    pub left: String,
    /// The new state, in the same form.
    pub right: String,
    /// Only `new`, `changed` or `removed` modules, or `unchanged` ones with replaced pictures.
    pub state: Option<String>,
    /// Only modules in this section of the contents.
    pub section: Option<i64>,
    /// Only modules that I have viewed, or not.
    pub viewed: Option<bool>,
    /// Only modules in which readers see something new; `false`: only those whose status alone changed. At most 2,000
    /// modules are compared for it at once.
    pub content: Option<bool>,
    /// Only changed modules in which all that differs for readers is marked; `false`: in which some of it is not.
    pub marked: Option<bool>,
    /// Only changed modules with new marks on text that did not change, or without.
    pub needless_marks: Option<bool>,
    /// Only changed modules with another applicability, or not.
    pub applicability: Option<bool>,
    /// Only modules that apply, before or after the change, to the aircraft of this registration.
    pub aircraft: Option<String>,
    /// Only modules behind the one with this path, to read on in a list that ticks make shorter.
    pub after: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// For an export.
    pub format: Option<ExportFormatView>,
}

impl ManualRedlineQuery {
    /// Refuses a moment that lies in the future.
    pub fn states(&self, now: DateTime<Utc>) -> Result<[Reading; 2], app::Error> {
        Ok([read_state(&self.left, "left", now)?, read_state(&self.right, "right", now)?])
    }

    /// The page that is listed. Exports have all pages; wrong numbers are refused as they are in the list.
    pub fn page(&self) -> Result<PageRequest, app::Error> {
        page_request(self.page_number, self.page_size)
    }

    pub fn filter(&self) -> Result<ModuleChangeFilter, app::Error> {
        let unknown = || app::Error::field("state", FieldCode::UnknownValue);
        let parse = |word: &str| Difference::parse(word).ok_or_else(unknown);
        Ok(ModuleChangeFilter {
            difference: self.state.as_deref().map(parse).transpose()?,
            section: self.section.map(TocNodeId),
            viewed: self.viewed,
            content: self.content,
            marked: self.marked,
            needless_marks: self.needless_marks,
            applicability: self.applicability,
            aircraft: self.aircraft.clone().filter(|registration| !registration.is_empty()),
            after: self.after.clone(),
        })
    }
}

/// A module that differs between two states.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangedModule)]
pub struct ChangedModuleView {
    pub path: String,
    pub title: String,
    /// `unchanged` where only pictures that it shows were replaced.
    pub state: DifferenceView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub old_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub new_version: Option<String>,
    /// The replaced pictures of an unchanged module.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub pictures: Vec<PictureVersionsView>,
    /// The innermost section around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub section: Option<i64>,
    pub viewed: bool,
}

impl From<ChangedModule> for ChangedModuleView {
    fn from(module: ChangedModule) -> Self {
        Self {
            path: module.path,
            title: module.title,
            state: DifferenceView(module.difference),
            old_version: module.old.map(|version| version.to_string()),
            new_version: module.new.map(|version| version.to_string()),
            pictures: module.pictures.into_iter().map(PictureVersionsView::from).collect(),
            section: module.section.map(|section| section.0),
            viewed: module.is_viewed,
        }
    }
}

/// A picture with another content than before.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PictureVersions)]
pub struct PictureVersionsView {
    pub old_version: String,
    pub new_version: String,
}

impl From<[VersionId; 2]> for PictureVersionsView {
    fn from([old, new]: [VersionId; 2]) -> Self {
        Self { old_version: old.to_string(), new_version: new.to_string() }
    }
}

/// A section of the contents with changed modules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangedSection)]
pub struct ChangedSectionView {
    pub id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parent: Option<i64>,
    pub title: String,
    /// Changed modules inside, those of its own sections included.
    pub count: usize,
    pub viewed: usize,
}

impl From<ChangedSection> for ChangedSectionView {
    fn from(ChangedSection { id, parent, title, count, viewed }: ChangedSection) -> Self {
        Self { id: id.0, parent: parent.map(|parent| parent.0), title, count, viewed }
    }
}

/// The number of changed modules.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModuleChangeCounts)]
pub struct ModuleChangeCountsView {
    pub new: usize,
    pub changed: usize,
    pub removed: usize,
    /// Modules that are the same but for their pictures.
    pub pictures: usize,
    pub viewed: usize,
}

impl From<ModuleChangeCounts> for ModuleChangeCountsView {
    fn from(ModuleChangeCounts { new, changed, removed, pictures, viewed }: ModuleChangeCounts) -> Self {
        Self { new, changed, removed, pictures, viewed }
    }
}

/// The modules that differ between two states of a manual, in the order of its contents.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ManualRedline)]
pub struct ManualRedlineView {
    /// The revision ids of the compared states, the old one first. Further pages of the same states are asked with them.
    pub states: [String; 2],
    pub page: PageView<ChangedModuleView>,
    pub counts: ModuleChangeCountsView,
    /// Sections with changed modules, in the order of the contents; only with the first page.
    pub sections: Vec<ChangedSectionView>,
    /// The changes of the contents themselves, whatever the filter; only with the first page.
    pub contents: ContentsChangesView,
}

impl From<(ManualRedline, Page<ChangedModule>)> for ManualRedlineView {
    fn from((redline, modules): (ManualRedline, Page<ChangedModule>)) -> Self {
        Self {
            states: redline.states.map(|state| state.to_string()),
            page: modules.into(),
            counts: redline.counts.into(),
            sections: redline.sections.into_iter().map(ChangedSectionView::from).collect(),
            contents: redline.contents.into(),
        }
    }
}

/// Ticks a change of a module as viewed, or takes the tick off.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ViewedChangeRequest {
    #[schema(example = "/H160/MEL/DMC-….XML")]
    pub path: String,
    /// The version before; left out for a new module.
    pub old_version: Option<String>,
    /// The version after; left out for a removed module.
    pub new_version: Option<String>,
    /// The replaced pictures, where both versions are the same: at most 500.
    #[serde(default)]
    pub pictures: Vec<PictureVersionsView>,
    pub viewed: bool,
}

impl ViewedChangeRequest {
    pub fn change(&self) -> Result<TickedChange, app::Error> {
        let parse = |text: &Option<String>| text.as_deref().map(version_id).transpose();
        let picture = |one: &PictureVersionsView| -> Result<[VersionId; 2], app::Error> {
            Ok([version_id(&one.old_version)?, version_id(&one.new_version)?])
        };
        Ok(TickedChange {
            versions: [parse(&self.old_version)?, parse(&self.new_version)?],
            pictures: self.pictures.iter().map(picture).collect::<Result<_, app::Error>>()?,
        })
    }
}

/// The changed modules as a table.
pub fn table(modules: Vec<ChangedModule>, locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("redline.{key}"), &[]);
    let text = |text: String| if text.is_empty() { Cell::Empty } else { Cell::Text(text) };
    let rows = modules.into_iter().map(|module| {
        let state = module.difference.as_str();
        vec![
            text(module.path),
            text(module.title),
            text(say(state)),
            text(say(if module.is_viewed { "yes" } else { "no" })),
        ]
    });
    Table { name: say("sheet"), header: ["path", "title", "state", "viewed"].map(say).to_vec(), rows: rows.collect() }
}
