//! Everything around the modules of a book: what references, pictures and shared texts lead to.

use std::collections::BTreeMap;

use domain::language::Locale;
use domain::text::fold;
use s1000d::applic::Applic;
use s1000d::applic::tables::Tables;
use s1000d::code::Identity;
use s1000d::document::SafetyLevel;
use s1000d::document::shared::SharedWarning;
use s1000d::guard::{Checked, Refusal};
use s1000d::object::{ObjectRef, illustration_code};
use s1000d::repositories::SharedEntries;

/// The targets of references in modules.
#[derive(Debug, Clone, Default)]
pub struct BookLibrary {
    /// Modules of the book by their folded codes, which include an extension.
    modules: BTreeMap<String, BookTarget>,
    /// Files of pictures by their folded ICN: one number may have several files.
    pictures: BTreeMap<String, Vec<BookPicture>>,
    /// Entries that modules share.
    shared: SharedEntries,
    /// The names of properties, for saying an annotation in words.
    english: Tables,
    chinese: Tables,
    /// Those of tables in further languages.
    others: Tables,
}

/// A module that references lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BookTarget {
    /// Its place; none for a module outside of the book.
    pub label: Option<String>,
    pub title: String,
}

/// One file of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookPicture {
    /// The file name in the library, as in `ICN-A.CGM`.
    pub key: String,
    /// The file in the folder that the engine reads; none for one that cannot be printed.
    pub file: Option<String>,
    pub is_vector: bool,
}

/// The picture for a place in a module, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PictureAnswer<'a> {
    File(&'a str),
    /// The library has it, but it cannot be printed.
    NotPrintable,
    Missing,
}

impl BookLibrary {
    /// Adds a module by its code without a language, as in `DME-AZB-1-NV240-A-24-31-00-00A-421A-A`.
    pub fn add_module(&mut self, code: &str, target: BookTarget) {
        self.modules.insert(fold(code), target);
    }

    pub fn add_picture(&mut self, picture: BookPicture) {
        let code = fold(illustration_code(&picture.key, Some(&picture.key)));
        self.pictures.entry(code).or_default().push(picture);
    }

    /// Takes in what modules share: the entries of a repository, or the names of an applicability table. `language` is
    /// that of the file, as in `en-US`.
    pub fn read_shared(&mut self, file: &Checked<'_>, language: &str) -> Result<(), Refusal> {
        // All or nothing: a repository that is half read would look whole.
        let tables = Tables::read(file)?;
        self.shared.read(file, language)?;
        let names = match Locale::of_text(code_of(language)) {
            Some(Locale::English) => &mut self.english,
            Some(Locale::Chinese) => &mut self.chinese,
            None => &mut self.others,
        };
        names.merge(tables);
        Ok(())
    }

    /// Names that exist in one language alone serve the others as well.
    pub fn share_names(&mut self) {
        let english = self.english.clone();
        self.english.merge(self.chinese.clone());
        self.english.merge(self.others.clone());
        self.chinese.merge(english);
        self.chinese.merge(self.others.clone());
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        self.modules.values().filter_map(|target| target.label.as_deref())
    }

    pub(super) fn module(&self, target: &ObjectRef) -> Option<&BookTarget> {
        self.modules.get(&fold(&code_of_target(target)))
    }

    /// Among the files of a picture one that can be printed, then the one that the module's entity names, then a drawing.
    pub(super) fn picture(&self, icn: &str, file: Option<&str>) -> PictureAnswer<'_> {
        let named = file.and_then(|file| file.rsplit(['/', '\\']).next()).map(fold);
        let found = self.pictures.get(&fold(illustration_code(icn, file))).map(Vec::as_slice).unwrap_or_default();
        let rank = |picture: &&BookPicture| {
            (picture.file.is_none(), named.as_deref() != Some(fold(&picture.key).as_str()), !picture.is_vector)
        };
        match found.iter().min_by_key(rank).map(|picture| picture.file.as_deref()) {
            Some(Some(file)) => PictureAnswer::File(file),
            Some(None) => PictureAnswer::NotPrintable,
            None => PictureAnswer::Missing,
        }
    }

    /// A shared warning for a module in a language.
    pub(super) fn warning(&self, level: SafetyLevel, ident: &str, language: &str) -> Option<&SharedWarning> {
        self.shared.warning(level, ident, language)
    }

    /// A shared statement of applicability for a module in a language.
    pub(super) fn annotation(&self, ident: &str, language: &str) -> Option<&Applic> {
        self.shared.statement(ident, language).map(|applic| &**applic)
    }

    pub(super) fn names(&self, locale: Locale) -> &Tables {
        match locale {
            Locale::English => &self.english,
            Locale::Chinese => &self.chinese,
        }
    }
}

/// The code by which the library knows the target of a reference, without its language.
pub(super) fn code_of_target(target: &ObjectRef) -> String {
    Identity { language: None, ..target.identity() }.to_string()
}

/// The language without its country.
fn code_of(language: &str) -> &str {
    language.split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(key: &str, file: Option<&str>, is_vector: bool) -> BookPicture {
        BookPicture { key: key.to_owned(), file: file.map(str::to_owned), is_vector }
    }

    #[test]
    fn the_file_that_an_entity_names_comes_before_a_drawing() {
        let mut library = BookLibrary::default();
        library.add_picture(picture("ICN-A.CGM", Some("00000.svg"), true));
        library.add_picture(picture("ICN-A.PNG", Some("00001.png"), false));
        library.add_picture(picture("ICN-B.PNG", Some("00002.png"), false));
        library.add_picture(picture("ICN-C.CGM", None, true));
        let file = PictureAnswer::File;
        assert_eq!(library.picture("ICN-A", None), file("00000.svg"));
        assert_eq!(library.picture("ICN-A", Some("figures/icn-a.png")), file("00001.png"));
        assert_eq!(library.picture("icn-b", None), file("00002.png"));
        assert_eq!(library.picture("ICN-C", None), PictureAnswer::NotPrintable);
        assert_eq!(library.picture("ICN-D", None), PictureAnswer::Missing);
    }

    #[test]
    fn a_file_that_can_be_printed_replaces_one_that_cannot() {
        let mut library = BookLibrary::default();
        library.add_picture(picture("ICN-A.CGM", None, true));
        library.add_picture(picture("ICN-A.PNG", Some("00001.png"), false));
        assert_eq!(library.picture("ICN-A", Some("ICN-A.CGM")), PictureAnswer::File("00001.png"));
    }

    #[test]
    fn a_warning_comes_in_the_language_of_its_module() {
        let mut library = BookLibrary::default();
        let repository = |text: &str| {
            format!(
                "<dmodule><content><commonRepository><warningRepository><warningSpec><warningIdent \
                 warningIdentNumber='w-1'/><warningAndCautionPara>{text}</warningAndCautionPara></warningSpec>\
                 </warningRepository></commonRepository></content></dmodule>"
            )
        };
        for (language, text) in [("en-US", "Hot."), ("zh-CN", "高温。"), ("de-DE", "Heiß.")] {
            let text = repository(text);
            let checked = s1000d::guard::check(text.as_bytes()).expect("it passes");
            library.read_shared(&checked, language).expect("it is read");
        }
        let text = |language: &str| {
            library.warning(SafetyLevel::Warning, "w-1", language).expect("a warning").paragraphs.concat()
        };
        assert_eq!(
            ["en-US", "zh-CN", "en-GB", "ZH-TW", "fr-FR"].map(text),
            ["Hot.", "高温。", "Hot.", "高温。", "Hot."]
        );
        assert!(library.warning(SafetyLevel::Warning, "w-2", "en-US").is_none());
    }
}
