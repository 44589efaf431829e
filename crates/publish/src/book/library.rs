//! Everything around the modules of a book: what references, pictures and shared texts lead to.

use std::collections::BTreeMap;

use domain::language::Locale;
use s1000d::applic::repository::{self, Repository};
use s1000d::applic::tables::Tables;
use s1000d::document::shared::{self, SharedWarnings};
use s1000d::guard::{Checked, Refusal};
use s1000d::object::ObjectRef;

/// What references in modules lead to.
#[derive(Debug, Clone, Default)]
pub struct BookLibrary {
    /// Modules of the book by their code, as in `DMC-NV240-A-24-31-00-00A-421A-A`.
    pub modules: BTreeMap<String, BookTarget>,
    /// The files of pictures by their ICN, in the folder that the engine reads.
    pub pictures: BTreeMap<String, String>,
    pub warnings: SharedWarnings,
    pub annotations: Repository,
    /// The names of properties, for saying an annotation in words.
    pub english: Tables,
    pub chinese: Tables,
}

/// A module that references lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BookTarget {
    /// Its place; none for a module outside of the book.
    pub label: Option<String>,
    pub title: String,
}

impl BookLibrary {
    /// Takes in what modules share: the entries of a repository, or the names of an applicability table.
    pub fn read_shared(&mut self, file: &Checked<'_>, locale: Locale) -> Result<(), Refusal> {
        self.warnings.extend(shared::read(file)?);
        self.annotations.extend(repository::read(file)?);
        let tables = match locale {
            Locale::English => &mut self.english,
            Locale::Chinese => &mut self.chinese,
        };
        tables.merge(Tables::read(file)?);
        Ok(())
    }

    /// Names that exist in one language alone serve the other as well.
    pub fn share_names(&mut self) {
        if self.english.declared.is_empty() {
            self.english = self.chinese.clone();
        } else if self.chinese.declared.is_empty() {
            self.chinese = self.english.clone();
        }
    }

    pub(super) fn module(&self, target: &ObjectRef) -> Option<&BookTarget> {
        self.modules.get(&target.code.to_string())
    }

    /// The file of a picture, by its name or by that of the file that the module's entity names.
    pub(super) fn picture(&self, icn: &str, file: Option<&str>) -> Option<&str> {
        let stem = file
            .and_then(|file| file.rsplit(['/', '\\']).next())
            .map(|name| name.rsplit_once('.').map_or(name, |(stem, _)| stem));
        self.pictures.get(icn).or_else(|| self.pictures.get(stem?)).map(String::as_str)
    }
}
