//! The choices for a new module: codes that a manual has, languages, issues, publications, profiles.

use std::collections::{BTreeMap, BTreeSet};

use domain::access::AccessLevel;
use domain::file::File;
use domain::manual::Manual;
use domain::object::ObjectKind;
use domain::path::ManualPath;
use domain::permission::Permission;
use s1000d::code::{DmCode, FileName};
use store::Tx;
use store::objects::ObjectOwner;

use super::codes::module_code;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::templates::{self, ListedTemplate};
use crate::library::manuals;

/// Subjects in one answer; the official numbering has fewer.
const MAX_SUBJECTS: usize = 5_000;

/// The choices for a new module of a manual.
#[derive(Debug, Clone)]
pub struct ModuleOptions {
    /// Those of the manual first.
    pub model_ident_codes: Vec<String>,
    pub system_diff_codes: Vec<String>,
    /// As in `en-US`, those that modules have first.
    pub languages: Vec<String>,
    /// The issue of S1000D of the manual, as in `4-2`.
    pub issue: String,
    /// The company code of new publications.
    pub issuer: String,
    pub subjects: Vec<ModuleSubject>,
    pub templates: Vec<ListedTemplate>,
    pub publications: Vec<PublicationChoice>,
    pub extensions: Vec<ModuleExtension>,
}

/// A subject of the numbering system that modules of a manual have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ModuleSubject {
    pub system_code: String,
    pub sub_system_code: String,
    pub sub_sub_system_code: String,
    pub assy_code: String,
    pub modules: u64,
}

/// A publication that a new module can be entered in.
#[derive(Debug, Clone)]
pub struct PublicationChoice {
    pub path: String,
    pub title: String,
    pub language: String,
    /// Someone else who has it checked out.
    pub held_by: Option<String>,
}

/// The extension of customised copies for a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleExtension {
    pub profile: String,
    pub producer: String,
    pub code: String,
}

/// The choices for a new module of the manual at a path.
pub async fn options(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<ModuleOptions, Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    let owner = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
    let keys = store::objects::list_keys(&mut tx, owner).await?;
    let publications = publications(&mut tx, &manual).await?;
    let issue = templates::issue_of(&mut tx, &manual).await?;
    let extensions = extensions(&mut tx, &manual).await?;
    let templates = templates::list_of(&mut tx, &manual).await?;
    drop(tx);
    let held_by = |file: &File| {
        let other = file.holder.as_ref().filter(|holder| holder.user != caller.user.id);
        other.map(|holder| holder.account.clone())
    };
    let publications = publications.iter().map(|file| PublicationChoice {
        path: file.path.clone(),
        title: file.version.metadata.title(),
        language: file.object.identity.language.clone(),
        held_by: held_by(file),
    });
    let publications = publications.collect();
    let (model, issuer) = (manual.details.model_ident_code.clone(), manual.details.extension_producer.clone());
    let known = tokio::task::spawn_blocking(move || KnownCodes::read(&keys)).await?;
    Ok(ModuleOptions {
        model_ident_codes: led_by(Some(model), known.models),
        system_diff_codes: led_by(None, known.differences),
        languages: led_by(None, known.languages.into_iter().chain(manual.details.translation_languages)),
        issue,
        issuer,
        subjects: known.subjects,
        templates,
        publications,
        extensions,
    })
}

/// The publications in the working lane.
async fn publications(tx: &mut Tx, manual: &Manual) -> Result<Vec<File>, Error> {
    let snapshots: Vec<_> = manual.lanes.working.into_iter().collect();
    let listed = store::files::list_of_kinds(tx, &snapshots, &[ObjectKind::PublicationModule]).await?;
    let mut files = Vec::new();
    for (snapshot, file) in listed {
        // Lists of kinds do not say who has checked a file out.
        files.extend(store::files::find(tx, snapshot, file.object.id).await?);
    }
    Ok(files)
}

async fn extensions(tx: &mut Tx, manual: &Manual) -> Result<Vec<ModuleExtension>, Error> {
    let details = &manual.details;
    let mut found = Vec::new();
    for profile in store::profiles::list(tx, &manual.id).await? {
        let first = |own: String, of_manual: &String| if own.is_empty() { of_manual.clone() } else { own };
        let producer = first(profile.extension_producer, &details.extension_producer);
        let code = first(profile.extension_code, &details.extension_code);
        if !producer.is_empty() && !code.is_empty() {
            found.push(ModuleExtension { profile: profile.name, producer, code });
        }
    }
    Ok(found)
}

/// Each value once, the given one first.
fn led_by(first: Option<String>, others: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for value in first.into_iter().chain(others).filter(|value| !value.is_empty()) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// The parts of the codes of a manual.
#[derive(Debug, Default)]
struct KnownCodes {
    models: BTreeSet<String>,
    differences: BTreeSet<String>,
    languages: BTreeSet<String>,
    subjects: Vec<ModuleSubject>,
}

impl KnownCodes {
    fn read(keys: &[String]) -> Self {
        let mut known = Self::default();
        let mut counts: BTreeMap<[String; 4], u64> = BTreeMap::new();
        for identity in keys.iter().filter_map(|key| FileName::parse(key).ok()).map(|name| name.identity) {
            known.languages.extend(identity.language.map(|language| language.to_string()));
            known.models.extend(identity.code.model_ident_code().map(str::to_owned));
            if let Some(code) = module_code(&identity) {
                known.differences.insert(code.system_diff_code().to_owned());
                *counts.entry(subject_of(code)).or_default() += 1;
            }
        }
        let subject = |(codes, modules): ([String; 4], u64)| {
            let [system_code, sub_system_code, sub_sub_system_code, assy_code] = codes;
            ModuleSubject { system_code, sub_system_code, sub_sub_system_code, assy_code, modules }
        };
        known.subjects = counts.into_iter().take(MAX_SUBJECTS).map(subject).collect();
        known
    }
}

fn subject_of(code: &DmCode) -> [String; 4] {
    [code.system_code(), code.sub_system_code(), code.sub_sub_system_code(), code.assy_code()].map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_a_manual_are_counted_by_subject() {
        let keys = [
            "DMC-NV-A-29-11-01-00A-040A-A_en-US",
            "DMC-NV-A-29-11-01-00A-520A-A_en-US",
            "DMC-NV-B-28-00-00-00A-040A-A_zh-CN",
            "PMC-NV-F0210-00001-00_en-US",
            "no code",
        ];
        let known = KnownCodes::read(&keys.map(str::to_owned));
        let subjects: Vec<_> =
            known.subjects.iter().map(|one| format!("{}-{} {}", one.system_code, one.assy_code, one.modules)).collect();
        assert_eq!(subjects, ["28-00 1", "29-01 2"]);
        assert_eq!(led_by(Some("H160".to_owned()), known.models), ["H160", "NV"]);
        assert_eq!(known.languages.into_iter().collect::<Vec<_>>(), ["en-US", "zh-CN"]);
        assert_eq!(known.differences.len(), 2);
    }
}
