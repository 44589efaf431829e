//! Wire types for folders of the vault.

use std::collections::BTreeMap;

use app::library::files::File;
use app::library::folders::{Folder, FolderFilter, RenamedFolder};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::version::FileStatus;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::attributes::{AttributeMap, attribute_map, one, some};
use super::csdbs::CsdbView;
use super::files::FileView;
use super::manuals::ManualView;
use super::page::{PageNumber, PageSize, page_request};
use super::revisions::LaneView;

/// A folder, or an item in one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Folder)]
pub struct FolderView {
    pub id: String,
    pub name: String,
    pub path: String,
    /// `archetype` is the kind: root, csdb, manual, multimedia, file.
    pub attribute_map: AttributeMap,
    #[schema(no_recursion)]
    pub children: Vec<Self>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub paged_children: Option<PagedChildrenView>,
    /// Send it back with a change; only for databases and manuals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version: Option<i64>,
}

/// The page of children in a response.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PagedChildren)]
pub struct PagedChildrenView {
    pub total: u64,
    pub page_number: u32,
    pub page_size: u32,
}

impl From<CsdbView> for FolderView {
    fn from(csdb: CsdbView) -> Self {
        let (id, name, path) = (csdb.id, csdb.name, csdb.path);
        let version = Some(csdb.version);
        Self { id, name, path, attribute_map: csdb.attribute_map, children: Vec::new(), paged_children: None, version }
    }
}

impl From<ManualView> for FolderView {
    fn from(manual: ManualView) -> Self {
        let (id, name, path) = (manual.id, manual.name, manual.path);
        let version = Some(manual.version);
        let attribute_map = manual.attribute_map;
        Self { id, name, path, attribute_map, children: Vec::new(), paged_children: None, version }
    }
}

impl From<FileView> for FolderView {
    fn from(file: FileView) -> Self {
        let attribute_map = attribute_map([
            ("archetype", one("file")),
            ("kind", one(&file.kind)),
            ("code", one(&file.code)),
            ("title", some(&file.title)),
            ("language", some(&file.language)),
            ("status", one(&file.status)),
            ("issueNumber", some(&file.issue_number)),
            ("inWork", some(&file.in_work)),
            ("issueDate", some(&file.issue_date)),
            ("contentType", some(&file.content_type)),
            ("mediaType", some(&file.media_type)),
            ("size", one(&file.size.to_string())),
        ]);
        let (id, name, path) = (file.id, file.name, file.path);
        Self { id, name, path, attribute_map, children: Vec::new(), paged_children: None, version: None }
    }
}

impl FolderView {
    fn plain(archetype: &str, name: &str, path: String) -> Self {
        Self {
            id: path.clone(),
            name: name.to_owned(),
            path,
            attribute_map: BTreeMap::from([("archetype".to_owned(), one(archetype))]),
            children: Vec::new(),
            paged_children: None,
            version: None,
        }
    }

    fn media(csdb: &str) -> Self {
        Self::plain("multimedia", Folder::MEDIA, format!("/{csdb}/{}", Folder::MEDIA))
    }

    fn with_folders(mut self, children: Vec<Self>) -> Self {
        let total = children.len();
        let page_size = u32::try_from(total).unwrap_or(u32::MAX);
        self.paged_children = Some(PagedChildrenView { total: total as u64, page_number: 1, page_size });
        self.children = children;
        self
    }

    fn with_files(self, files: Option<domain::page::Page<File>>) -> Self {
        let Some(page) = files else { return self.with_folders(Vec::new()) };
        let paged =
            PagedChildrenView { total: page.total, page_number: page.request.number(), page_size: page.request.size() };
        let children = page.items.into_iter().map(|file| FileView::from(file).into()).collect();
        Self { children, paged_children: Some(paged), ..self }
    }
}

impl From<Folder> for FolderView {
    fn from(folder: Folder) -> Self {
        match folder {
            Folder::Root(csdbs) => {
                let children = csdbs.into_iter().map(|csdb| CsdbView::from(csdb).into()).collect();
                Self::plain("root", "", "/".to_owned()).with_folders(children)
            }
            Folder::Csdb(csdb, folders) => {
                let view = Self::from(CsdbView::from(csdb));
                let media = Self::media(&view.name);
                let manuals = folders.map(|manuals| {
                    manuals.into_iter().map(|manual| ManualView::from(manual).into()).chain([media]).collect()
                });
                view.with_folders(manuals.unwrap_or_default())
            }
            Folder::Manual(manual, files) => Self::from(ManualView::from(*manual)).with_files(files),
            Folder::Media(csdb, files) => Self::media(&csdb).with_files(files),
        }
    }
}

impl From<RenamedFolder> for FolderView {
    fn from(renamed: RenamedFolder) -> Self {
        match renamed {
            RenamedFolder::Csdb(csdb) => CsdbView::from(*csdb).into(),
            RenamedFolder::Manual(manual) => ManualView::from(*manual).into(),
        }
    }
}

/// Selects the children of a folder.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FolderQuery {
    /// Includes folders; default: true.
    pub child_dirs: Option<bool>,
    /// Includes files; default: false.
    pub child_files: Option<bool>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// released, draft, review, obsolete or all; several, separated by commas, mean all.
    pub status_filter: Option<String>,
    /// Part of the name or the title of a file.
    pub keyword_filter: Option<String>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

impl FolderQuery {
    pub fn filter(&self) -> Result<FolderFilter, app::Error> {
        Ok(FolderFilter {
            folders: self.child_dirs.unwrap_or(true),
            files: self.child_files.unwrap_or(false),
            text: self.keyword_filter.clone().unwrap_or_default(),
            status: status_filter(self.status_filter.as_deref())?,
            page: page_request(self.page_number, self.page_size)?,
        })
    }
}

/// Parses a status filter; several values mean all (specification, section 9).
pub fn status_filter(text: Option<&str>) -> Result<Option<FileStatus>, app::Error> {
    let mut chosen = Vec::new();
    for word in text.unwrap_or_default().split(',').map(str::trim).filter(|word| !word.is_empty()) {
        if word.eq_ignore_ascii_case("all") {
            return Ok(None);
        }
        let status = FileStatus::ALL.into_iter().find(|status| status.as_str().eq_ignore_ascii_case(word));
        chosen.push(status.ok_or_else(|| app::Error::field("statusFilter", FieldCode::UnknownValue))?);
    }
    Ok(if let [only] = chosen[..] { Some(only) } else { None })
}

/// A whole database or manual; only its alias is changed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateFolderRequest {
    /// Only `aliasName` is used.
    pub attribute_map: AttributeMap,
    pub version: i64,
}

impl UpdateFolderRequest {
    /// The single alias.
    pub fn alias(&self) -> Result<&str, app::Error> {
        let refused = |code| app::Error::field("attributeMap.aliasName", code);
        match self.attribute_map.get("aliasName").map(Vec::as_slice) {
            Some([alias]) => Ok(alias),
            Some([]) => Ok(""),
            Some(_) => Err(refused(FieldCode::TooMany)),
            None => Err(refused(FieldCode::Required)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_status_filters_and_several_do_not() {
        let read = |text| status_filter(Some(text)).expect("a filter");
        assert_eq!(read("released"), Some(FileStatus::Released));
        assert_eq!(read("Draft"), Some(FileStatus::Draft));
        for all in ["", "all", "released,draft", "draft, all"] {
            assert_eq!(read(all), None, "{all}");
        }
        assert!(status_filter(Some("finished")).is_err());
    }
}
