//! Typst alone: a document in its own markup, with the fonts that the engine has.

use std::path::Path;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

use crate::fonts::FontSet;

struct RawWorld {
    library: LazyHash<Library>,
    fonts: FontSet,
    main: Source,
}

/// Writes a document as PDF.
pub(crate) fn print(source: &Path, output: &Path) {
    let text = std::fs::read_to_string(source).expect("a document");
    let Ok(path) = VirtualPath::new("/main.typ") else { unreachable!("the name is a path") };
    let main = Source::new(RootedPath::new(VirtualRoot::Project, path).intern(), text);
    let world = RawWorld { library: LazyHash::new(Library::default()), fonts: FontSet::load(&[]), main };
    let document = typst::compile::<PagedDocument>(&world).output.expect("a layout");
    let pdf = typst_pdf::pdf(&document, &PdfOptions::default()).expect("a PDF");
    std::fs::write(output, pdf).expect("a file");
}

impl World for RawWorld {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.fonts.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main.id() { Ok(self.main.clone()) } else { Err(FileError::NotSource) }
    }

    fn file(&self, _: FileId) -> FileResult<Bytes> {
        Err(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
