//! Translations: a module in another language, beside its original.

mod page;
mod progress;

use domain::access::AccessLevel;
use domain::change::Change;
use domain::change_request::NamedRequest;
use domain::field::FieldCode;
use domain::file::File;
use domain::id::VersionId;
use domain::manual::Manual;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::{Reading, Snapshot};
use domain::text::fold;
use domain::translation::{self, LanguageModule, TranslationRecord, TranslationState};
use domain::version::Issue;
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
    /// The change request, which is in progress, that it belongs to.
    pub change_request: Option<NamedRequest>,
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
    refuse_translation(ctx, caller, path).await?;
    let module = NewModule {
        manual: manual.clone(),
        identity: Identity { language: Some(language), ..name.identity },
        tech_name: new.tech_name,
        info_name: new.info_name,
        origin: ModuleOrigin::Translation(path.clone()),
        check_out: true,
        comment: new.comment,
        section: None,
        change_request: new.change_request,
    };
    modules::create(ctx, caller, &module).await
}

/// Refuses to translate what is itself a translation: it would follow another original than its namesakes.
async fn refuse_translation(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<(), Error> {
    let mut tx = caller.read(ctx).await?;
    match TranslationPair::find(&mut tx, path).await {
        Ok(_) => Err(TranslationError::OfTranslation.into()),
        Err(Error::Translation(TranslationError::NoOriginal)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Says that a version of the original is translated. Refuses when it is no longer the current one, and while the
/// translation is checked out: the text of a draft may never be checked in.
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
    match &pair.translation.holder {
        Some(holder) if holder.user == caller.user.id => return Err(TranslationError::NotCheckedIn.into()),
        Some(holder) => return Err(FileError::CheckedOut { account: holder.account.clone() }.into()),
        None => {}
    }
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
    state: TranslationState,
    /// The issue of the original that a delivered translation belongs to, unless a record says what was translated.
    issue: Option<Issue>,
}

impl TranslationPair {
    /// The translation at a path and its original.
    async fn find(tx: &mut Tx, path: &FilePath) -> Result<Self, Error> {
        let LocatedFile { file, manual } = files::at_path(tx, path, &Reading::default()).await?;
        let (manual, snapshot) = manual.ok_or(TranslationError::NoOriginal)?;
        let record = store::translations::find(tx, file.object.id).await?;
        let mut namesakes = namesakes(tx, &file, &snapshot).await?;
        let modules = language_modules(tx, &namesakes).await?;
        let all: Vec<&LanguageModule> = modules.iter().collect();
        let original = translation::original_for(&all, &manual.details.translation_languages, record.as_ref())
            .filter(|original| original.object_id != file.object.id)
            .ok_or(TranslationError::NoOriginal)?;
        let own = modules.iter().find(|one| one.object_id == file.object.id);
        let state = translation::state_of(original, own, record.as_ref());
        let record = own.and_then(|own| own.counted(record.as_ref())).cloned();
        let issue = own.filter(|_| record.is_none()).map(|own| own.translated_issue().clone());
        let at = namesakes.iter().position(|one| one.object.id == original.object_id);
        let original = namesakes.swap_remove(at.ok_or(TranslationError::NoOriginal)?);
        Ok(Self { original, translation: file, manual, record, state, issue })
    }

    /// The version of the original that was translated, where it is another one than the current.
    async fn before(&self, tx: &mut Tx) -> Result<Option<File>, Error> {
        let object = self.original.object.id;
        let before = if let Some(record) = &self.record {
            store::files::find_version(tx, object, record.version_id).await?
        } else if self.state == TranslationState::Outdated {
            let versions = store::files::list_versions(tx, object).await?;
            let is_it = |one: &File| {
                self.issue.as_ref().is_some_and(|issue| translation::is_same_issue(&one.version.issue, issue))
            };
            versions.into_iter().find(is_it)
        } else {
            None
        };
        Ok(before.filter(|before| before.version_id != self.original.version_id))
    }
}

/// The modules with the code of a file, in all languages.
async fn namesakes(tx: &mut Tx, file: &File, snapshot: &Snapshot) -> Result<Vec<File>, Error> {
    let code = fold(&file.object.identity.code);
    let codes = std::slice::from_ref(&code);
    let found = store::files::list_by_codes(tx, &file.object.csdb_id, &[snapshot.id], codes).await?;
    Ok(found.into_iter().map(|(_, file)| file).filter(|file| !file.deleted).collect())
}

async fn language_modules(tx: &mut Tx, files: &[File]) -> Result<Vec<LanguageModule>, Error> {
    let mut modules = Vec::with_capacity(files.len());
    for file in files {
        let delivered = store::translations::find_delivered(tx, file.object.id, file.version_id).await?;
        modules.push(LanguageModule {
            object_id: file.object.id,
            version_id: file.version_id,
            key: file.object.identity.key.clone(),
            code: file.object.identity.code.clone(),
            language: file.object.identity.language.clone(),
            title: file.version.metadata.title(),
            issue: file.version.issue.clone(),
            delivered,
        });
    }
    Ok(modules)
}
