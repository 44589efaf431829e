//! The files of the engine: the template, the book, its pictures and the fonts. No other file, no network, no clock.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

use crate::fonts::FontSet;

const BOOK_TEMPLATE: &str = include_str!("../template/book.typ");
const REPORT_TEMPLATE: &str = include_str!("../template/report.typ");
const DATA: &str = "book.json";
const PICTURES: &str = "pictures/";

/// The state that all compilations of a run share.
pub(crate) struct SharedWorld {
    library: LazyHash<Library>,
    fonts: FontSet,
    template: Source,
    folder: PathBuf,
    /// Pictures that were read: a second compilation needs them again.
    pictures: Mutex<HashMap<String, Bytes>>,
}

/// A book before the engine.
pub(crate) struct BookWorld {
    shared: Arc<SharedWorld>,
    data: Bytes,
}

impl SharedWorld {
    /// None where the template cannot have its name, which never happens.
    pub(crate) fn open(folder: &Path, fonts: FontSet, is_report: bool) -> Option<Arc<Self>> {
        // One name for each run: the engine keeps names until the process ends, and has room for 65,535.
        let path = VirtualPath::new("/book.typ").ok()?;
        let layout = if is_report { REPORT_TEMPLATE } else { BOOK_TEMPLATE };
        let template = Source::new(RootedPath::new(VirtualRoot::Project, path).intern(), layout.to_owned());
        let library = LazyHash::new(Library::default());
        let folder = folder.join("pictures");
        Some(Arc::new(Self { library, fonts, template, folder, pictures: Mutex::default() }))
    }

    pub(crate) fn fonts(&self) -> &FontSet {
        &self.fonts
    }

    fn picture(&self, name: &str) -> FileResult<Bytes> {
        let missing = || FileError::NotFound(PathBuf::from(name));
        if name.is_empty() || name.contains(['/', '\\']) {
            return Err(missing());
        }
        let mut pictures = self.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = pictures.get(name) {
            return Ok(known.clone());
        }
        let bytes = Bytes::new(std::fs::read(self.folder.join(name)).map_err(|_| missing())?);
        pictures.insert(name.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

impl BookWorld {
    pub(crate) fn new(shared: &Arc<SharedWorld>, book: Vec<u8>) -> Self {
        Self { shared: Arc::clone(shared), data: Bytes::new(book) }
    }
}

impl World for BookWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.shared.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.shared.fonts.book
    }

    fn main(&self) -> FileId {
        self.shared.template.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.shared.template.id() { Ok(self.shared.template.clone()) } else { Err(FileError::NotSource) }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let path = id.get().vpath().get_without_slash();
        match path.strip_prefix(PICTURES) {
            Some(name) => self.shared.picture(name),
            None if path == DATA => Ok(self.data.clone()),
            None => Err(FileError::AccessDenied),
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.shared.fonts.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
