//! The watched folder: packages that are dropped there are taken in and checked, and people are told.
//!
//! A file is taken once its size and its time stand still between two looks. It is moved into `taking/` first, so that
//! nobody takes it twice; what cannot be taken ends in `failed/`.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use domain::job::{Parameter, Parameters};
use domain::notification::NotificationKind;
use domain::permission::{Permission, Role};
use domain::user::User;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::imports::shell;
use crate::jobs;
use crate::users::notifications;

/// Files that are looked at in one turn.
const MAX_FILES: usize = 1_000;

const TAKING: &str = "taking";
const FAILED: &str = "failed";

/// A watched folder with what was in it at the last look.
#[derive(Debug)]
pub struct Inbox {
    folder: PathBuf,
    /// The account in whose name packages are taken; `None` for the first administrator.
    account: Option<String>,
    seen: HashMap<OsString, (u64, SystemTime)>,
}

impl Inbox {
    /// Makes the folder, and puts back what a killed program was about to take.
    pub fn open(folder: PathBuf, account: Option<String>) -> Result<Self, Error> {
        for name in [TAKING, FAILED] {
            std::fs::create_dir_all(folder.join(name)).map_err(Error::work_folder)?;
        }
        for entry in std::fs::read_dir(folder.join(TAKING)).map_err(Error::work_folder)? {
            let name = entry.map_err(Error::work_folder)?.file_name();
            move_file(&folder.join(TAKING), &folder, &name)?;
        }
        Ok(Self { folder, account, seen: HashMap::new() })
    }

    /// Takes the packages that are complete; gives their number.
    pub async fn look(&mut self, ctx: &Ctx) -> Result<usize, Error> {
        let mut taken = 0;
        for name in self.complete().map_err(Error::work_folder)? {
            taken += usize::from(self.take(ctx, &name).await?);
        }
        Ok(taken)
    }

    /// The packages that are as they were at the last look.
    fn complete(&mut self) -> std::io::Result<Vec<OsString>> {
        let mut now = HashMap::new();
        for entry in std::fs::read_dir(&self.folder)?.take(MAX_FILES) {
            let entry = entry?;
            let metadata = entry.metadata()?;
            if metadata.is_file() && is_package(Path::new(&entry.file_name())) {
                now.insert(entry.file_name(), (metadata.len(), metadata.modified()?));
            }
        }
        let is_same = |(name, state): &(&OsString, &(u64, SystemTime))| self.seen.get(*name) == Some(*state);
        let mut complete: Vec<OsString> = now.iter().filter(is_same).map(|(name, _)| name.clone()).collect();
        complete.sort();
        self.seen = now;
        Ok(complete)
    }

    async fn take(&mut self, ctx: &Ctx, name: &OsString) -> Result<bool, Error> {
        let taking = self.folder.join(TAKING);
        move_file(&self.folder, &taking, name)?;
        self.seen.remove(name);
        let shown = name.to_string_lossy().into_owned();
        match self.receive(ctx, &taking.join(name), &shown).await {
            Ok(link) => {
                std::fs::remove_file(taking.join(name)).map_err(Error::work_folder)?;
                tell(ctx, "inbox.arrived", &shown, &link).await?;
                tracing::info!("Took {shown} from the inbox");
                Ok(true)
            }
            // It works once the outage is over.
            Err(error) if error.is_outage() => {
                move_file(&taking, &self.folder, name)?;
                Err(error)
            }
            Err(error) => {
                move_file(&taking, &self.folder.join(FAILED), name)?;
                tracing::warn!(error = error.chain(), "{shown} could not be taken from the inbox");
                tell(ctx, "inbox.refused", &shown, "/import/index").await?;
                Ok(false)
            }
        }
    }

    /// Takes a file in and asks for its check; gives the address of its page.
    async fn receive(&self, ctx: &Ctx, path: &Path, name: &str) -> Result<String, Error> {
        let caller = shell::caller(ctx, self.account.as_deref()).await?;
        let file = std::fs::File::open(path).map_err(Error::work_folder)?;
        let received = shell::receive(ctx, &caller, name, file).await?;
        let parameters = BTreeMap::from([("importPackage".to_owned(), Parameter::Text(received.path))]);
        jobs::create(ctx, &caller, "universalPreImport", Parameters(parameters)).await?;
        Ok(format!("/import/index?package={}", received.package))
    }
}

fn is_package(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Moves a file into another folder; one of the same name there is replaced.
fn move_file(from: &Path, to: &Path, name: &OsString) -> Result<(), Error> {
    std::fs::rename(from.join(name), to.join(name)).map_err(Error::work_folder)
}

/// Tells the people who may import packages.
async fn tell(ctx: &Ctx, code: &str, file: &str, link: &str) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    let mut people: Vec<User> = Vec::new();
    for role in Role::ALL.into_iter().filter(|role| role.may(Permission::ImportPackages)) {
        people.extend(store::users::list_active(&mut tx, role).await?);
    }
    notifications::leave(ctx, &mut tx, &people, NotificationKind::Revisions, code, &[("file", file)], link).await?;
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_complete_when_it_stands_still() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        let mut inbox = Inbox::open(folder.path().to_owned(), None).expect("a folder");
        std::fs::write(path("a.ZIP"), "one").expect("writes");
        std::fs::write(path("a.zip.part"), "one").expect("writes");
        assert!(inbox.complete().expect("a list").is_empty(), "seen for the first time");
        std::fs::write(path("a.ZIP"), "one and more").expect("writes");
        assert!(inbox.complete().expect("a list").is_empty(), "it grows");
        assert_eq!(inbox.complete().expect("a list"), [OsString::from("a.ZIP")]);
        std::fs::rename(path("a.ZIP"), path("taking/a.ZIP")).expect("moves");
        Inbox::open(folder.path().to_owned(), None).expect("a folder");
        assert!(path("a.ZIP").exists(), "what was being taken is put back");
    }
}
