//! How far the modules of a manual are translated, by language.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::id::ObjectId;
use domain::manual::Manual;
use domain::page::{Page, PageRequest};
use domain::path::{self, FilePath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::translation::{self, LanguageModule, TranslationRecord, TranslationState};

use super::{language_modules, namesakes};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::library::files::{self, LocatedFile};
use crate::library::{manuals, revisions};

/// The modules of a manual by their state in one language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LanguageProgress {
    pub language: String,
    pub missing: usize,
    pub started: usize,
    pub translated: usize,
    pub outdated: usize,
}

impl LanguageProgress {
    fn count(&mut self, state: TranslationState) {
        let counted = match state {
            TranslationState::Missing => &mut self.missing,
            TranslationState::Started => &mut self.started,
            TranslationState::Translated => &mut self.translated,
            TranslationState::Outdated => &mut self.outdated,
        };
        *counted += 1;
    }
}

/// A module with its state in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTranslation {
    pub title: String,
    /// The path of the original.
    pub original: String,
    /// The path of the translation.
    pub translation: Option<String>,
    pub language: String,
    pub state: TranslationState,
}

/// How far a manual is translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualTranslations {
    pub languages: Vec<LanguageProgress>,
    pub modules: Page<ListedTranslation>,
}

/// The translations that are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TranslationFilter {
    /// As in `zh-CN`.
    pub language: Option<String>,
    pub state: Option<TranslationState>,
    /// A part of the title or the code.
    pub text: String,
}

/// The modules of the manual at a path with their states in the languages that it is translated into.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    filter: &TranslationFilter,
    page: PageRequest,
) -> Result<ManualTranslations, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let modules = match revisions::read(&mut tx, &manual, &Reading::default()).await? {
        Some(snapshot) => store::translations::list_modules(&mut tx, snapshot.id).await?,
        None => Vec::new(),
    };
    let records = store::translations::list(&mut tx, &manual.id).await?;
    drop(tx);
    let (languages, listed) = progress(&manual, &modules, records);
    let text = fold(&filter.text);
    let is_listed = |one: &ListedTranslation| {
        filter.language.as_ref().is_none_or(|language| one.language.eq_ignore_ascii_case(language))
            && filter.state.is_none_or(|state| one.state == state)
            && (text.is_empty() || fold(&one.title).contains(&text) || fold(&one.original).contains(&text))
    };
    let found: Vec<ListedTranslation> = listed.into_iter().filter(is_listed).collect();
    let (first, size) = (usize::try_from(page.offset()).unwrap_or(usize::MAX), page.size() as usize);
    let total = found.len() as u64;
    let items = found.into_iter().skip(first).take(size).collect();
    Ok(ManualTranslations { languages, modules: Page { items, total, request: page } })
}

fn progress(
    manual: &Manual,
    modules: &[LanguageModule],
    records: Vec<TranslationRecord>,
) -> (Vec<LanguageProgress>, Vec<ListedTranslation>) {
    let records: HashMap<ObjectId, TranslationRecord> =
        records.into_iter().map(|record| (record.object_id, record)).collect();
    let mut by_code: BTreeMap<String, Vec<&LanguageModule>> = BTreeMap::new();
    for module in modules {
        by_code.entry(fold(&module.code)).or_default().push(module);
    }
    let targets = &manual.details.translation_languages;
    let mut languages: BTreeSet<String> = targets.iter().cloned().collect();
    // A translation into another language may have been started here.
    for module in modules.iter().filter(|module| records.contains_key(&module.object_id)) {
        if !languages.iter().any(|language| language.eq_ignore_ascii_case(&module.language)) {
            languages.insert(module.language.clone());
        }
    }
    let mut progress: Vec<LanguageProgress> = Vec::new();
    let mut listed = Vec::new();
    for language in languages {
        let mut counts = LanguageProgress { language: language.clone(), ..LanguageProgress::default() };
        for group in by_code.values() {
            let found = group.iter().copied().find(|one| one.language.eq_ignore_ascii_case(&language));
            let record = found.and_then(|found| records.get(&found.object_id));
            let Some(original) = translation::original_for(group, targets, record) else { continue };
            if original.language.eq_ignore_ascii_case(&language) {
                continue;
            }
            let state = translation::state_of(original, found, record);
            counts.count(state);
            listed.push(ListedTranslation {
                title: original.title.clone(),
                original: path_of(manual, &original.key),
                translation: found.map(|found| path_of(manual, &found.key)),
                language: language.clone(),
                state,
            });
        }
        progress.push(counts);
    }
    (progress, listed)
}

fn path_of(manual: &Manual, key: &str) -> String {
    path::of_object(manual.csdb_name.as_str(), Some(manual.name.as_str()), key)
}

/// A module in one of the languages of its manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleLanguage {
    pub language: String,
    pub path: Option<String>,
    /// `None` for the original.
    pub state: Option<TranslationState>,
}

/// The module at a path in all languages of its manual, the original first.
pub async fn of_module(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<Vec<ModuleLanguage>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let LocatedFile { file, manual } = files::at_path(&mut tx, path, &Reading::default()).await?;
    let (manual, snapshot) = manual.ok_or(FileError::NotText)?;
    let files = namesakes(&mut tx, &file, &snapshot).await?;
    let modules = language_modules(&mut tx, &files).await?;
    let records = store::translations::list(&mut tx, &manual.id).await?;
    drop(tx);
    let modules: Vec<&LanguageModule> = modules.iter().collect();
    let targets = &manual.details.translation_languages;
    let Some(original) = translation::original_of(&modules, targets) else { return Ok(Vec::new()) };
    let mut languages: BTreeSet<String> = targets.iter().cloned().collect();
    languages.extend(modules.iter().map(|module| module.language.clone()));
    languages.retain(|language| !language.is_empty() && *language != original.language);
    let translated = languages.into_iter().map(|language| {
        let found = modules.iter().copied().find(|one| one.language == language);
        let record = found.and_then(|found| records.iter().find(|record| record.object_id == found.object_id));
        let made_from = translation::original_for(&modules, targets, record).unwrap_or(original);
        let state = Some(translation::state_of(made_from, found, record));
        ModuleLanguage { language, path: found.map(|found| path_of(&manual, &found.key)), state }
    });
    let first = ModuleLanguage {
        language: original.language.clone(),
        path: Some(path_of(&manual, &original.key)),
        state: None,
    };
    Ok(std::iter::once(first).chain(translated).collect())
}
