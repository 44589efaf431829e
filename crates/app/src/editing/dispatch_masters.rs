//! The item of the master list that an item of an operator follows, in all its languages.

use std::collections::HashSet;

use domain::dispatch::{MasterTexts, MasterVersions};
use domain::file::File;
use domain::id::ObjectId;
use domain::manual::Manual;
use domain::path::FilePath;
use domain::snapshot::Reading;
use domain::text::fold;
use s1000d::code::{FileName, Identity};
use store::Tx;
use store::manuals::ManualFilter;

use crate::core::error::Error;
use crate::library::files;

/// A master item in all its languages: in the last revision of the OEM, whether it is confirmed or not.
#[derive(Debug, Clone, Default)]
pub(crate) struct MasterFiles {
    /// Those of the OEM lane. Some may be marked as deleted.
    files: Vec<File>,
    /// The last versions of those that were delivered, and that the OEM lane has lost without another one in their language.
    lost: Vec<File>,
}

impl MasterFiles {
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.lost.is_empty()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &File> {
        self.files.iter().chain(&self.lost)
    }

    /// The manufacturer has deleted it in one of its languages.
    pub(crate) fn is_withdrawn(&self) -> bool {
        !self.lost.is_empty() || self.files.iter().any(|file| file.deleted)
    }

    pub(crate) fn versions(&self) -> MasterVersions {
        MasterVersions::new(self.all().map(|file| file.version_id))
    }

    /// Those that an item in a language is compared with, and how their texts are compared.
    pub(crate) fn compared_in(&self, language: &str) -> Vec<(&File, MasterTexts)> {
        let live = || self.files.iter().filter(|file| !file.deleted);
        let is_same = |file: &File| file.object.identity.language.eq_ignore_ascii_case(language);
        let date = |file: &File| file.version.issue.date.clone();
        let own = live().filter(|file| is_same(file)).map(date).max();
        // Translations are delivered after their source, so a later date of theirs says nothing.
        let source = live().map(|file| file.object.id).min();
        let texts = |file: &File| match &own {
            _ if is_same(file) => MasterTexts::Comparable,
            Some(own) if Some(file.object.id) != source || file.version.issue.date <= *own => MasterTexts::Translated,
            None if Some(file.object.id) != source => MasterTexts::Translated,
            _ => MasterTexts::OtherLanguage,
        };
        live().map(|file| (file, texts(file))).collect()
    }

    /// The one to show beside an item in a language.
    pub(crate) fn shown_in(&self, language: &str) -> Option<&File> {
        let is_other = |file: &&File| !file.object.identity.language.eq_ignore_ascii_case(language);
        let live = self.files.iter().filter(|file| !file.deleted);
        live.min_by_key(|file| (is_other(file), file.object.id))
    }
}

/// The folded code of a module without its extension: that of the module which a customised copy was made from.
pub(crate) fn plain_code(key: &str) -> Option<String> {
    let name = FileName::parse(key).ok()?;
    Some(fold(&Identity { extension: None, language: None, ..name.identity }.to_string()))
}

/// How near a master item is; the lowest is meant. A manual follows what its own OEM delivers, and a module with an extension
/// that of the same extension, then the one without, then any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MasterRank {
    is_beside: bool,
    code: u8,
}

impl MasterRank {
    fn of(file: &File, manual: &Manual, codes: (&str, Option<&str>)) -> Self {
        let code = fold(&file.object.identity.code);
        let rank = match codes {
            (full, _) if code == full => 0,
            (_, Some(plain)) if code == plain => 1,
            _ => 2,
        };
        Self { is_beside: file.object.manual_id.as_ref() != Some(&manual.id), code: rank }
    }
}

/// Finds the master item of the file at a path, in its manual, else in the manuals beside it. For a file that is no item yet
/// codes with other extensions are not searched.
pub(crate) async fn find(tx: &mut Tx, path: &FilePath, file: &File, is_item: bool) -> Result<MasterFiles, Error> {
    let Some((manual, _)) = files::at_path(tx, path, &Reading::default()).await?.manual else {
        return Ok(MasterFiles::default());
    };
    let (full, plain) = (fold(&file.object.identity.code), plain_code(&file.object.identity.key));
    let mut codes: Vec<String> = std::iter::once(full.clone()).chain(plain.clone()).collect();
    if let Some(ending) = plain.as_deref().and_then(|plain| plain.strip_prefix("dmc")).filter(|_| is_item) {
        codes.extend(store::files::list_extended_codes(tx, &file.object.csdb_id, ending).await?);
    }
    codes.sort();
    codes.dedup();
    let filter = ManualFilter { csdb_name: file.csdb_name().to_owned(), ..ManualFilter::default() };
    let manuals = store::manuals::list(tx, &filter).await?;
    let snapshots: Vec<_> = manuals.iter().filter_map(|manual| manual.lanes.oem).collect();
    let delivered = store::files::list_delivered(tx, &file.object.csdb_id, &codes).await?;
    let held = store::files::list_by_codes(tx, &file.object.csdb_id, &snapshots, &codes).await?;
    let held: Vec<File> = held.into_iter().map(|(_, file)| file).collect();
    let objects: HashSet<ObjectId> = held.iter().map(|file| file.object.id).collect();
    let is_known = |file: &File| manuals.iter().any(|manual| file.object.manual_id.as_ref() == Some(&manual.id));
    let lost = delivered.into_iter().filter(|file| !objects.contains(&file.object.id) && is_known(file)).collect();
    Ok(nearest(MasterFiles { files: held, lost }, &manual, (&full, plain.as_deref())))
}

/// The nearest of some candidates, in all languages.
fn nearest(mut found: MasterFiles, manual: &Manual, (full, plain): (&str, Option<&str>)) -> MasterFiles {
    // The end of a code may belong to another one.
    let is_same = |file: &File| {
        fold(&file.object.identity.code) == full
            || (plain.is_some() && plain_code(&file.object.identity.key).as_deref() == plain)
    };
    found.files.retain(is_same);
    found.lost.retain(is_same);
    let rank = |file: &File| MasterRank::of(file, manual, (full, plain));
    let Some(lowest) = found.all().map(rank).min() else { return MasterFiles::default() };
    found.files.retain(|file| rank(file) == lowest);
    let languages: HashSet<String> =
        found.files.iter().filter(|file| !file.deleted).map(|file| fold(&file.object.identity.language)).collect();
    found.lost.retain(|file| rank(file) == lowest && !languages.contains(&fold(&file.object.identity.language)));
    found
}
