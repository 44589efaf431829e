//! Translations: a module in another language, beside its original.

mod page;
mod progress;

use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldCode;
use domain::file::File;
use domain::id::VersionId;
use domain::manual::Manual;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::{Reading, Snapshot};
use domain::text::fold;
use domain::translation::{self, LanguageModule, TranslationRecord, TranslationState};
use s1000d::code::{FileName, Identity, Language};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing, TranslationError};
use crate::editing::modules::{self, ModuleOrigin, NewModule};
use crate::library::files::{self, LocatedFile};

pub use page::{TranslationPage, XliffReport, export, read, upload};
pub use progress::{
    LanguageProgress, ListedTranslation, ManualTranslations, ModuleLanguage, TranslationFilter, list, of_module,
};
pub use s1000d::diff::suggestions::{PieceKind, RedlinePiece};
pub use s1000d::translation::{
    CodeTable, LineCode, MarkedPart, OriginalChange, SideBySide, TranslationCounts, TranslationRow, TranslationUnit,
};
pub use s1000d::xliff::{MAX_BYTES, XliffProblem};

/// A request for a translation.
#[derive(Debug, Clone)]
pub struct NewTranslation {
    pub language: domain::language::Language,
    /// The title in the language; empty parts are those of the original.
    pub tech_name: String,
    pub info_name: String,
    pub comment: String,
}

/// Begins the translation of the module at a path: a copy with another language, which the caller has checked out.
pub async fn create(ctx: &Ctx, caller: &Caller, path: &FilePath, new: NewTranslation) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let file = files::at_path(&mut caller.read(ctx).await?, path, &Reading::default()).await?.file;
    let FilePath::Object { manual, .. } = path else { return Err(FileError::NotText.into()) };
    let name = FileName::parse(&file.object.identity.key).map_err(|_| Error::NotFound(Missing::File))?;
    let language = Language::parse(new.language.code(), new.language.country())
        .map_err(|_| Error::field("language", FieldCode::UnknownValue))?;
    if name.identity.language == Some(language) {
        return Err(TranslationError::SameLanguage.into());
    }
    let metadata = file.version.metadata;
    let given = |name: String, of_original: String| if name.is_empty() { of_original } else { name };
    let module = NewModule {
        manual: manual.clone(),
        identity: Identity { language: Some(language), ..name.identity },
        tech_name: given(new.tech_name, metadata.tech_name),
        info_name: given(new.info_name, metadata.info_name),
        origin: ModuleOrigin::Translation(path.clone()),
        check_out: true,
        comment: new.comment,
        section: None,
    };
    modules::create(ctx, caller, &module).await
}

/// Says that a version of the original is translated. Refuses when it is no longer the current one.
pub async fn confirm(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    version: VersionId,
) -> Result<TranslationState, Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let pair = TranslationPair::find(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &pair.manual)?;
    if pair.original.version_id != version {
        return Err(Error::ChangedMeanwhile);
    }
    let record = TranslationRecord {
        object_id: pair.translation.object.id,
        original_id: pair.original.object.id,
        version_id: version,
        is_done: true,
        updated_by: caller.user.account.as_str().to_owned(),
        updated_on: ctx.clock.now(),
    };
    store::translations::put(&mut tx, &record).await?;
    let file = &pair.translation.path;
    let detail = vec![("original".to_owned(), pair.original.path), ("version".to_owned(), version.to_string())];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "translation.confirmed", "file", file) });
    tx.commit().await?;
    tracing::info!(file.path = %file, "Confirmed the translation {}", file);
    Ok(TranslationState::Translated)
}

/// A translation and its original, both in the working lane.
struct TranslationPair {
    original: File,
    translation: File,
    manual: Manual,
    record: Option<TranslationRecord>,
}

impl TranslationPair {
    /// The translation at a path and its original.
    async fn find(tx: &mut Tx, path: &FilePath) -> Result<Self, Error> {
        let LocatedFile { file, manual } = files::at_path(tx, path, &Reading::default()).await?;
        let (manual, snapshot) = manual.ok_or(TranslationError::NoOriginal)?;
        let record = store::translations::find(tx, file.object.id).await?;
        let mut namesakes = namesakes(tx, &file, &snapshot).await?;
        let original = if let Some(record) = &record {
            Some(record.original_id)
        } else {
            let modules: Vec<LanguageModule> = namesakes.iter().map(language_module).collect();
            let modules: Vec<&LanguageModule> = modules.iter().collect();
            translation::original_of(&modules, &manual.details.translation_languages).map(|one| one.object_id)
        };
        let at = namesakes.iter().position(|one| Some(one.object.id) == original && one.object.id != file.object.id);
        let original = namesakes.swap_remove(at.ok_or(TranslationError::NoOriginal)?);
        Ok(Self { original, translation: file, manual, record })
    }

    fn state(&self) -> TranslationState {
        let (original, translation) = (language_module(&self.original), language_module(&self.translation));
        translation::state_of(&original, Some(&translation), self.record.as_ref())
    }
}

/// The modules with the code of a file, in all languages.
async fn namesakes(tx: &mut Tx, file: &File, snapshot: &Snapshot) -> Result<Vec<File>, Error> {
    let code = fold(&file.object.identity.code);
    let codes = std::slice::from_ref(&code);
    let found = store::files::list_by_codes(tx, &file.object.csdb_id, &[snapshot.id], codes).await?;
    Ok(found.into_iter().map(|(_, file)| file).filter(|file| !file.deleted).collect())
}

fn language_module(file: &File) -> LanguageModule {
    let issue = &file.version.issue;
    LanguageModule {
        object_id: file.object.id,
        version_id: file.version_id,
        key: file.object.identity.key.clone(),
        code: file.object.identity.code.clone(),
        language: file.object.identity.language.clone(),
        title: file.version.metadata.title(),
        issue: (issue.number.clone(), issue.in_work.clone()),
    }
}
