//! Folders of the vault: all databases, one of them, a manual, the media.

use domain::file::File;
use domain::page::{Page, PageRequest};
use domain::path::{CsdbPath, MEDIA_FOLDER};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::version::FileStatus;
use store::csdbs::CsdbSummary;
use store::files::{FileFilter, FileScope, FileSort};
use store::manuals::ManualFilter;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::media_totals::MediaTotalKey;
use crate::library::csdbs;
use crate::library::manuals::{self, ManualSummary};
use crate::library::media;
use crate::library::revisions;

/// Options for reading a folder.
#[derive(Debug, Clone)]
pub struct FolderFilter {
    pub folders: bool,
    pub files: bool,
    /// Part of the name or title of a file.
    pub text: String,
    pub status: Option<FileStatus>,
    pub page: PageRequest,
}

/// A folder and what is in it.
#[derive(Debug, Clone)]
pub enum Folder {
    Root(Vec<CsdbSummary>),
    /// With its manuals, if folders are asked for.
    Csdb(CsdbSummary, Option<Vec<ManualSummary>>),
    Manual(Box<ManualSummary>, Option<Page<File>>),
    /// The media of the database of this name.
    Media(String, Option<Page<File>>),
}

impl Folder {
    /// The name of the media folder of every database.
    pub const MEDIA: &str = MEDIA_FOLDER;
}

/// The folder at a path.
pub async fn read(
    ctx: &Ctx,
    caller: &Caller,
    path: &CsdbPath,
    filter: &FolderFilter,
    reading: &Reading,
) -> Result<Folder, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    // Read before the data, so that a cached answer is never older than its generation.
    let generation = ctx.generation(path.csdb()).await?;
    let mut tx = caller.read(ctx).await?;
    match path {
        CsdbPath::Root => {
            let csdbs = if filter.folders { store::csdbs::list(&mut tx, None).await? } else { Vec::new() };
            Ok(Folder::Root(csdbs))
        }
        CsdbPath::Csdb(name) => {
            let csdb = store::csdbs::find_by_name(&mut tx, name).await?.ok_or(Error::NotFound(Missing::Csdb))?;
            if !filter.folders {
                return Ok(Folder::Csdb(csdb, None));
            }
            let filter = ManualFilter { csdb_name: name.folded(), ..ManualFilter::default() };
            let found = store::manuals::list(&mut tx, &filter).await?;
            Ok(Folder::Csdb(csdb, Some(manuals::show(&mut tx, found).await?)))
        }
        CsdbPath::Manual(path) => {
            let manual = manuals::at_path(&mut tx, path).await?;
            let snapshot = revisions::read(&mut tx, &manual, reading).await?;
            let files = match snapshot {
                Some(snapshot) if filter.files => {
                    Some(store::files::list(&mut tx, snapshot.id, &filter.filter(), filter.page).await?)
                }
                _ => None,
            };
            let shown = manuals::show(&mut tx, vec![manual]).await?.pop().ok_or(Error::NotFound(Missing::Manual))?;
            Ok(Folder::Manual(Box::new(shown), files))
        }
        CsdbPath::MediaFolder(name) => {
            let csdb = store::csdbs::find_by_name(&mut tx, name).await?.ok_or(Error::NotFound(Missing::Csdb))?.csdb;
            let files = if filter.files {
                let (text, status) = (filter.text.clone(), filter.status);
                let named = MediaTotalKey { generation, csdb: csdb.id, text, status };
                Some(media::page(ctx, &mut tx, named, filter.page).await?)
            } else {
                None
            };
            Ok(Folder::Media(csdb.name.as_str().to_owned(), files))
        }
        CsdbPath::File(_) => Err(Error::NotFound(Missing::File)),
    }
}

impl FolderFilter {
    fn filter(&self) -> FileFilter {
        FileFilter {
            scope: FileScope::Manual,
            text: self.text.clone(),
            content_type: String::new(),
            language: String::new(),
            system: String::new(),
            status: self.status,
            sort: FileSort::default(),
            order: domain::page::Order::default(),
        }
    }
}

/// The renamed database or manual.
#[derive(Debug, Clone)]
pub enum RenamedFolder {
    Csdb(Box<CsdbSummary>),
    Manual(Box<ManualSummary>),
}

/// Gives the database or manual at a path another alias.
pub async fn rename(
    ctx: &Ctx,
    caller: &Caller,
    path: &CsdbPath,
    version: i64,
    alias: &str,
) -> Result<RenamedFolder, Error> {
    caller.require(Permission::CreateLibrary)?;
    match path {
        CsdbPath::Csdb(name) => {
            let csdb = csdbs::rename(ctx, caller, name, version, alias).await?;
            Ok(RenamedFolder::Csdb(Box::new(csdb)))
        }
        CsdbPath::Manual(manual) => {
            let manual = manuals::rename(ctx, caller, manual, version, alias).await?;
            Ok(RenamedFolder::Manual(Box::new(manual)))
        }
        _ => Err(Error::NotFound(Missing::Csdb)),
    }
}

/// Moves the database or manual at a path to the trash.
pub async fn delete(ctx: &Ctx, caller: &Caller, path: &CsdbPath) -> Result<(), Error> {
    caller.require(Permission::CreateLibrary)?;
    match path {
        CsdbPath::Csdb(name) => csdbs::delete(ctx, caller, name).await,
        CsdbPath::Manual(manual) => manuals::delete(ctx, caller, manual).await,
        _ => Err(Error::NotFound(Missing::Csdb)),
    }
}
