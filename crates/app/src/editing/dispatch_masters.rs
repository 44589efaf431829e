//! The item of the master list that an item of an operator follows, in all its languages.

use std::collections::HashSet;

use domain::dispatch::MasterTexts;
use domain::file::File;
use domain::id::{ManualId, ObjectId};
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
    /// The last versions of those that were delivered, and that the OEM lane has lost without another one in their
    /// language.
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

/// How near a master item is; the lowest is meant. A manual follows what its own OEM delivers, and a module with an
/// extension that of the same extension, then the one without, then any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MasterRank {
    is_beside: bool,
    code: u8,
}

impl MasterRank {
    fn of(file: &File, manual: &ManualId, codes: (&str, Option<&str>)) -> Self {
        let code = fold(&file.object.identity.code);
        let rank = match codes {
            (full, _) if code == full => 0,
            (_, Some(plain)) if code == plain => 1,
            _ => 2,
        };
        Self { is_beside: file.object.manual_id.as_ref() != Some(manual), code: rank }
    }
}

/// Finds the master item of the file at a path, in its manual, else in the manuals beside it. For a file that is no
/// item yet codes with other extensions are not searched.
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
    Ok(nearest(MasterFiles { files: held, lost }, &manual.id, (&full, plain.as_deref())))
}

/// The nearest of some candidates, in all languages.
fn nearest(mut found: MasterFiles, manual: &ManualId, (full, plain): (&str, Option<&str>)) -> MasterFiles {
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

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::id::{CsdbId, VersionId};
    use domain::object::{Object, ObjectIdentity, ObjectKind};
    use domain::version::{FileStatus, Issue, Origin, Version, VersionContent, VersionMetadata};

    use super::*;

    const PLAIN: &str = "DMC-NV240-A-30-31-01-00A-180A-A";
    const TRIM: &str = "DME-F0210-TRIM-NV240-A-30-31-01-00A-180A-A";
    const OTHER: &str = "DME-F0210-HYD-NV240-A-30-31-01-00A-180A-A";

    fn master(id: i64, manual: &str, code: &str, language: &str, date: &str) -> File {
        let identity = ObjectIdentity {
            kind: ObjectKind::DataModule,
            key: format!("{code}_{language}"),
            code: code.to_owned(),
            language: language.to_owned(),
            info_code: "180".to_owned(),
        };
        let version = Version {
            object_id: ObjectId(id),
            issue: Issue { date: date.to_owned(), ..Issue::default() },
            content: VersionContent {
                blob: String::new(),
                status_blob: None,
                size: 1,
                media_type: "application/xml".to_owned(),
            },
            status: FileStatus::Released,
            metadata: VersionMetadata::default(),
            origin: Origin::Oem,
            created_by: "ann".to_owned(),
            created_on: DateTime::UNIX_EPOCH,
            why: String::new(),
            change_request: None,
        };
        let object = Object {
            id: ObjectId(id),
            csdb_id: CsdbId("c".to_owned()),
            manual_id: Some(ManualId(manual.to_owned())),
            identity,
            created_on: DateTime::UNIX_EPOCH,
        };
        let path = format!("/NV240/{manual}/{code}_{language}.XML");
        File { object, path, version_id: VersionId(id), version, deleted: false, holder: None }
    }

    fn ids(files: &[File]) -> Vec<i64> {
        files.iter().map(|file| file.object.id.0).collect()
    }

    fn found(files: Vec<File>, lost: Vec<File>, code: &str) -> MasterFiles {
        let plain = plain_code(code);
        nearest(MasterFiles { files, lost }, &ManualId("MEL".to_owned()), (&fold(code), plain.as_deref()))
    }

    #[test]
    fn the_own_manual_comes_first_then_the_same_extension_then_none() {
        let beside = master(1, "MMEL", PLAIN, "en-US", "");
        let plain = master(2, "MEL", PLAIN, "en-US", "");
        let trim = master(3, "MEL", TRIM, "en-US", "");
        let all = || vec![beside.clone(), plain.clone(), trim.clone()];
        assert_eq!(ids(&found(all(), Vec::new(), TRIM).files), [3]);
        assert_eq!(ids(&found(all(), Vec::new(), OTHER).files), [2]);
        assert_eq!(ids(&found(vec![beside.clone(), trim.clone()], Vec::new(), OTHER).files), [3]);
        assert_eq!(ids(&found(vec![beside.clone()], Vec::new(), TRIM).files), [1]);
        let ending = master(4, "MEL", "DME-F0210-X-XX-NV240-A-30-31-01-00A-180A-B", "en-US", "");
        assert!(found(vec![ending], Vec::new(), PLAIN).is_empty());
    }

    #[test]
    fn a_lost_item_is_withdrawn_unless_its_language_is_elsewhere() {
        let (english, chinese) = (master(1, "MEL", PLAIN, "en-US", ""), master(2, "MEL", PLAIN, "zh-CN", ""));
        let gone = found(Vec::new(), vec![english.clone()], PLAIN);
        assert!(gone.is_withdrawn() && gone.all().count() == 1);
        assert!(found(vec![chinese.clone()], vec![english.clone()], PLAIN).is_withdrawn());
        let again = master(3, "MEL", PLAIN, "en-US", "");
        assert!(!found(vec![again], vec![english.clone()], PLAIN).is_withdrawn());
        let deleted = File { deleted: true, ..english };
        let found = found(vec![deleted, chinese], Vec::new(), PLAIN);
        assert!(found.is_withdrawn());
        assert_eq!(found.compared_in("zh-CN").len(), 1, "a deleted text is not compared");
    }

    #[test]
    fn texts_are_to_be_judged_when_the_source_is_newer_than_the_translation() {
        let english = |date: &str| master(1, "MEL", PLAIN, "en-US", date);
        let chinese = master(2, "MEL", PLAIN, "zh-CN", "2026-04-20");
        let how = |files: Vec<File>, language: &str| {
            let found = MasterFiles { files, lost: Vec::new() };
            found.compared_in(language).into_iter().map(|(_, texts)| texts).collect::<Vec<_>>()
        };
        let (older, newer) = (english("2026-03-02"), english("2026-09-14"));
        let both = |english: &File| vec![english.clone(), chinese.clone()];
        assert_eq!(how(both(&older), "zh-CN"), [MasterTexts::Translated, MasterTexts::Comparable]);
        assert_eq!(how(both(&newer), "zh-CN"), [MasterTexts::OtherLanguage, MasterTexts::Comparable]);
        assert_eq!(how(both(&older), "en-US"), [MasterTexts::Comparable, MasterTexts::Translated]);
        assert_eq!(how(both(&older), "fr-FR"), [MasterTexts::OtherLanguage, MasterTexts::Translated]);
        let shown = MasterFiles { files: both(&older), lost: Vec::new() };
        assert_eq!(shown.shown_in("zh-CN").map(|file| file.object.id), Some(ObjectId(2)));
        assert_eq!(shown.shown_in("fr-FR").map(|file| file.object.id), Some(ObjectId(1)));
    }
}
