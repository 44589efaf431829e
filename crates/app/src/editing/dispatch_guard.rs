//! The guard of minimum equipment lists: what an item allows beyond the item of the master list.
//!
//! The master item is the one of the newest OEM revision, confirmed or not: a more restrictive MMEL must be followed.

use domain::access::AccessLevel;
use domain::dispatch::{MasterLines, excess};
use domain::file::File;
use domain::finding::{Finding, Rule, Severity};
use domain::id::VersionId;
use domain::path::FilePath;
use domain::text::fold;
use s1000d::form::dispatch;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::editing::forms::dispatch::{MasterItem, master_file, read_master};
use crate::editing::source;

pub use domain::dispatch::DispatchOverride;

/// The content type of items.
const ITEM: &str = "dispatchItem";

/// Stands for a value of a master list that the caller may not see.
const WITHHELD: &str = "–";

/// A version of an item that was compared with the item of the master list.
#[derive(Debug, Clone)]
pub struct GuardedItem {
    pub version: VersionId,
    /// `None` for an item that the caller may not see.
    pub master_path: Option<String>,
    pub master_version: VersionId,
    /// What it allows beyond the master list.
    pub excesses: Vec<LineExcess>,
    /// The override for these two versions.
    pub overridden: Option<DispatchOverride>,
}

impl GuardedItem {
    /// It allows more than the master list, and nobody has overridden that.
    pub fn is_blocked(&self) -> bool {
        !self.excesses.is_empty() && self.overridden.is_none()
    }

    /// What it allows beyond the master list, as findings: they block a release unless it is overridden.
    pub fn findings(&self) -> Vec<Finding> {
        let severity = if self.overridden.is_some() { Severity::Warn } else { Severity::Block };
        self.excesses.iter().map(|one| one.finding(severity)).collect()
    }
}

/// Something that a line of an item allows beyond the master list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineExcess {
    /// The label of the line, or its number.
    pub label: String,
    /// The line of the text, from 1.
    pub text_line: u32,
    /// The code of the warning.
    pub code: &'static str,
    /// The value of the master list or an own proviso; possibly empty.
    pub value: String,
}

impl LineExcess {
    fn finding(&self, severity: Severity) -> Finding {
        let finding = Finding::new(Rule::MelLessRestrictive).at(self.text_line);
        let finding = finding.with("label", &self.label).with("warning", self.code).with("value", &self.value);
        Finding { severity, ..finding }
    }
}

/// Compares a version of the file at a path with the master list. `None` for a file that is no item, cannot be read, or has
/// no counterpart.
pub(crate) async fn of_file(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    file: &File,
) -> Result<Option<GuardedItem>, Error> {
    if !is_item(file) {
        return Ok(None);
    }
    let Some((master, is_seen)) = master(ctx, caller, path, file).await? else { return Ok(None) };
    let text = match source::read(ctx, file).await {
        Ok(source) => source.text().to_owned(),
        Err(Error::File(FileError::Unreadable(_) | FileError::NotText)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let (master_path, master_version) = (is_seen.then(|| master.path.clone()), master.version);
    let compared = tokio::task::spawn_blocking(move || excesses(&text, &master, is_seen));
    let Some(excesses) = compared.await? else { return Ok(None) };
    let mut tx = caller.read(ctx).await?;
    let given = store::dispatch_overrides::list_of_object(&mut tx, file.object.id).await?;
    let is_current = |one: &DispatchOverride| one.version == file.version_id && one.master == master_version;
    let overridden = given.into_iter().find(is_current);
    Ok(Some(GuardedItem { version: file.version_id, master_path, master_version, excesses, overridden }))
}

/// The findings about a text of a file that is edited: warnings, because an item is blocked only when it is released.
pub(crate) async fn of_text(ctx: &Ctx, caller: &Caller, file: &File, text: &str) -> Result<Vec<Finding>, Error> {
    let Some(path) = FilePath::parse(&file.path).filter(|_| is_item(file)) else { return Ok(Vec::new()) };
    let Some((master, is_seen)) = master(ctx, caller, &path, file).await? else { return Ok(Vec::new()) };
    let text = text.to_owned();
    let found = tokio::task::spawn_blocking(move || excesses(&text, &master, is_seen)).await?;
    Ok(found.unwrap_or_default().iter().map(|one| one.finding(Severity::Warn)).collect())
}

fn is_item(file: &File) -> bool {
    file.version.metadata.content_type == ITEM
}

/// The item of the master list, and whether the caller may see it. One that they may not see guards all the same.
async fn master(ctx: &Ctx, caller: &Caller, path: &FilePath, file: &File) -> Result<Option<(MasterItem, bool)>, Error> {
    let mut tx = caller.read(ctx).await?;
    let sight = tx.lift_limit();
    let found = master_file(&mut tx, path, file).await;
    tx.limit_again(sight);
    let Some(found) = found? else { return Ok(None) };
    let is_seen = may_see(&tx, &found);
    drop(tx);
    Ok(read_master(ctx, file, found).await?.map(|master| (master, is_seen)))
}

fn may_see(tx: &Tx, file: &File) -> bool {
    let (csdb, manual) = file.folder().trim_start_matches('/').split_once('/').unwrap_or_default();
    tx.sight().level(&fold(csdb), Some(&fold(manual))) >= AccessLevel::Read
}

/// What the item of a text allows beyond the master item; `None` when the text has none.
fn excesses(text: &str, master: &MasterItem, is_seen: bool) -> Option<Vec<LineExcess>> {
    let item = dispatch::read(text).ok()??;
    let theirs = master.item.compared();
    let master = MasterLines { lines: &theirs, has_same_language: master.has_same_language };
    let found = excess(master, &item.compared());
    let told = found.into_iter().filter_map(|(index, warning)| {
        let line = item.lines.get(index)?;
        let before = text.get(..line.start)?.matches('\n').count();
        Some(LineExcess {
            label: if line.label.is_empty() { (index + 1).to_string() } else { line.label.clone() },
            text_line: u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1),
            code: warning.code(),
            value: warning
                .value()
                .map(|value| String::from(if is_seen { value } else { WITHHELD }))
                .unwrap_or_default(),
        })
    });
    Some(told.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(category: &str) -> String {
        let line = format!("<dispatchCondition>\n<repairCategory>{category}</repairCategory></dispatchCondition>");
        format!(
            "<dmodule><content>\n<dispatchItem><itemNumber>1</itemNumber>\n{line}</dispatchItem></content></dmodule>"
        )
    }

    fn master(category: &str) -> MasterItem {
        MasterItem {
            path: "/A/MMEL/DMC-A.XML".to_owned(),
            version: VersionId(7),
            language: "en-US".to_owned(),
            has_same_language: true,
            item: dispatch::read(&item(category)).expect("XML").expect("an item"),
        }
    }

    #[test]
    fn an_excess_has_its_line_and_its_value_if_the_caller_may_see_it() {
        let excess =
            |value: &str| LineExcess { label: "1".to_owned(), text_line: 3, code: "category", value: value.to_owned() };
        assert_eq!(excesses(&item("C"), &master("B"), true), Some(vec![excess("B")]));
        assert_eq!(excesses(&item("C"), &master("B"), false), Some(vec![excess("–")]));
        assert_eq!(excesses(&item("B"), &master("C"), true), Some(Vec::new()), "it is more restrictive");
        assert_eq!(excesses("<dmodule><content/></dmodule>", &master("B"), true), None);
        assert_eq!(excesses("<dmodule>", &master("B"), true), None);
    }

    #[test]
    fn an_override_makes_warnings_of_what_blocks() {
        let given = DispatchOverride {
            version: VersionId(1),
            master: VersionId(7),
            reason: "Agreed".to_owned(),
            approved_by: "ada".to_owned(),
            approved_on: chrono::DateTime::UNIX_EPOCH,
        };
        let blocked = GuardedItem {
            version: VersionId(1),
            master_path: None,
            master_version: VersionId(7),
            excesses: excesses(&item("C"), &master("B"), true).expect("an item"),
            overridden: None,
        };
        assert!(blocked.is_blocked());
        assert_eq!(blocked.findings()[0].severity, Severity::Block);
        let allowed = GuardedItem { overridden: Some(given), ..blocked };
        assert!(!allowed.is_blocked());
        assert_eq!(allowed.findings()[0].severity, Severity::Warn);
    }
}
