//! The watched folder: packages that are dropped there are taken in and checked, and people are told.
//!
//! A file is taken once its size and its time stood still for a while and it ends like a ZIP file. What goes wrong on our
//! side leaves it in `taking/`, to be tried again; only a file that is no package ends in `failed/`. The id of its upload
//! is chosen when it is moved: a file that was taken by a program that was killed afterwards is not taken again.

mod files;

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, TimeDelta, Utc};
use domain::id::UploadId;
use domain::job::{Parameter, Parameters};
use domain::notification::NotificationKind;
use domain::permission::{Permission, Role};
use domain::subject::Subject;
use domain::user::User;
use store::Tx;

use crate::core::access::sight;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, UploadError};
use crate::imports::shell::{self, ReceivedPackage};
use crate::imports::uploads::{self, NewUpload};
use crate::jobs;
use crate::users::notifications;
use files::{FileState, InboxFile, OpenedFile, SteadyFile};

/// How long a file must stand still: transfers stall, and network file systems tell sizes late.
const QUIET: TimeDelta = TimeDelta::seconds(30);
/// Until a file that could not be taken is tried again.
const RETRY: TimeDelta = TimeDelta::minutes(1);
/// Until a file that stands still and is no ZIP file is given up.
const GIVE_UP: TimeDelta = TimeDelta::hours(1);

const CHECK: &str = "universalPreImport";
const PACKAGES_PAGE: &str = "/import/index";

/// A watched folder with what was in it at the last look.
#[derive(Debug)]
pub struct Inbox {
    folder: PathBuf,
    /// The account in whose name packages are taken; `None` for the first administrator.
    account: Option<String>,
    seen: HashMap<OsString, SeenFile>,
    /// When files that could not be taken are tried again.
    resting: HashMap<UploadId, DateTime<Utc>>,
}

/// A file as it was at the last looks.
#[derive(Debug, Clone, Copy)]
struct SeenFile {
    state: FileState,
    /// It is the same since.
    since: DateTime<Utc>,
    /// When it may be taken.
    due: DateTime<Utc>,
    /// People know that it cannot be moved.
    is_told: bool,
}

impl Inbox {
    /// Makes the folder.
    pub fn open(folder: PathBuf, account: Option<String>) -> Result<Self, Error> {
        files::prepare(&folder).map_err(Error::work_folder)?;
        Ok(Self { folder, account, seen: HashMap::new(), resting: HashMap::new() })
    }

    /// Takes the packages that are complete; gives their number. Trouble with one does not keep the others from it.
    pub async fn look(&mut self, ctx: &Ctx) -> Result<usize, Error> {
        let now = ctx.clock.now();
        let due = self.due(now).await?;
        let mut waiting = self.on_files(files::list_taken).await?;
        waiting.retain(|file| self.resting.get(&file.id).is_none_or(|until| *until <= now));
        if due.is_empty() && waiting.is_empty() {
            return Ok(0);
        }
        // Known before a file is moved: without the account nothing can be taken.
        let caller = shell::caller(ctx, self.account.as_deref()).await?;
        caller.require(Permission::ImportPackages)?;
        let mut attempts: Vec<(InboxFile, DateTime<Utc>)> = waiting.into_iter().map(|file| (file, now)).collect();
        for (name, since) in due {
            let own = name.clone();
            match self.on_files(move |folder| files::take(folder, &own)).await {
                Ok(taken) => attempts.extend(taken.map(|file| (file, since))),
                Err(error) => {
                    tracing::warn!(error = error.chain(), "{} cannot be moved out of the inbox", name.display());
                    self.leave(ctx, &name).await;
                }
            }
        }
        let mut taken = 0;
        for (file, since) in attempts {
            match self.take(ctx, &caller, &file, since).await {
                Ok(is_taken) => {
                    self.resting.remove(&file.id);
                    taken += usize::from(is_taken);
                }
                Err(error) => {
                    tracing::warn!(error = error.chain(), "{} waits in the inbox", file.shown());
                    self.resting.insert(file.id, now + RETRY);
                }
            }
        }
        Ok(taken)
    }

    /// The packages that stood still long enough, and since when.
    async fn due(&mut self, now: DateTime<Utc>) -> Result<Vec<(OsString, DateTime<Utc>)>, Error> {
        let found = self.on_files(files::list).await?;
        let seen = found.into_iter().map(|(name, state)| {
            let known = self.seen.get(&name).filter(|known| known.state == state).copied();
            (name, known.unwrap_or(SeenFile { state, since: now, due: now + QUIET, is_told: false }))
        });
        self.seen = seen.collect();
        let is_due = |(_, file): &(&OsString, &SeenFile)| file.due <= now;
        let mut due: Vec<(OsString, DateTime<Utc>)> =
            self.seen.iter().filter(is_due).map(|(name, file)| (name.clone(), file.since)).collect();
        due.sort();
        Ok(due)
    }

    /// Takes a file that was moved; `false` when it is no package, or not yet.
    async fn take(
        &mut self,
        ctx: &Ctx,
        caller: &Caller,
        file: &InboxFile,
        since: DateTime<Utc>,
    ) -> Result<bool, Error> {
        let own = file.clone();
        match self.on_files(move |_| own.open()).await? {
            OpenedFile::Package(opened) => match receive(ctx, caller, file, opened).await {
                Ok(()) => {
                    let own = file.clone();
                    self.on_files(move |_| own.remove()).await?;
                    tracing::info!("Took {} from the inbox", file.shown());
                    Ok(true)
                }
                Err(error) => match refusal(&error) {
                    Some(code) => {
                        // What came of it is of no use. If it stays, it is swept a day later.
                        let _ = uploads::cancel(ctx, caller, &file.id).await;
                        self.set_aside(ctx, file, code).await
                    }
                    None => Err(error),
                },
            },
            OpenedFile::Incomplete if ctx.clock.now() - since < GIVE_UP => self.put_back(ctx, file, since).await,
            OpenedFile::Incomplete => self.set_aside(ctx, file, "inbox.incomplete").await,
            OpenedFile::NoFile => self.set_aside(ctx, file, "inbox.refused").await,
        }
    }

    /// Leaves a file where it is that cannot be moved, as one of another account in a folder with the sticky bit, and says
    /// so once.
    async fn leave(&mut self, ctx: &Ctx, name: &OsStr) {
        let shown = name.to_string_lossy().into_owned();
        let Some(seen) = self.seen.get_mut(name) else { return };
        seen.due = ctx.clock.now() + RETRY;
        if seen.is_told {
            return;
        }
        match tell_of_file(ctx, "inbox.refused", &shown).await {
            Ok(()) => seen.is_told = true,
            Err(error) => tracing::warn!(error = error.chain(), "nobody could be told about {shown}"),
        }
    }

    /// Waits for the rest of a file.
    async fn put_back(&mut self, ctx: &Ctx, file: &InboxFile, since: DateTime<Utc>) -> Result<bool, Error> {
        let own = file.clone();
        let name = self.on_files(move |folder| files::put_back(folder, &own)).await?;
        if let Some(seen) = self.seen.remove(&file.name) {
            self.seen.insert(name, SeenFile { since, due: ctx.clock.now() + RETRY, ..seen });
        }
        Ok(false)
    }

    /// Sets a file aside that is no package, and says so.
    async fn set_aside(&self, ctx: &Ctx, file: &InboxFile, code: &str) -> Result<bool, Error> {
        let own = file.clone();
        let name = self.on_files(move |folder| files::set_aside(folder, &own)).await?;
        tracing::warn!("{} was set aside from the inbox as {}: {code}", file.shown(), name.display());
        tell_of_file(ctx, code, &file.shown()).await?;
        Ok(false)
    }

    /// Runs what blocks elsewhere.
    async fn on_files<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Path) -> io::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || work(&folder)).await?.map_err(Error::work_folder)
    }
}

/// The message about a file that is refused for what it is; `None` when the trouble is ours and may be over later.
fn refusal(error: &Error) -> Option<&'static str> {
    match error {
        Error::Upload(UploadError::TooLarge) => Some("inbox.too_large"),
        Error::Upload(UploadError::NotZip) | Error::Invalid(_) => Some("inbox.refused"),
        _ => None,
    }
}

/// Takes a file in, asks for its check and tells people, unless that was done before.
async fn receive(ctx: &Ctx, caller: &Caller, file: &InboxFile, opened: SteadyFile) -> Result<(), Error> {
    let known = known_package(ctx, caller, &file.id).await?;
    let ReceivedPackage { package, path } = if let Some(known) = known {
        known
    } else {
        let (id, name) = (Some(file.id.0.clone()), file.shown());
        let new = NewUpload { id, name, media_type: Some("application/zip".to_owned()), size: None };
        shell::receive_as(ctx, caller, new, opened).await?
    };
    let people = importers(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    if store::jobs::has_subject(&mut tx, &Subject::from(&package)).await? {
        return Ok(());
    }
    let parameters = Parameters(BTreeMap::from([("importPackage".to_owned(), Parameter::Text(path))]));
    jobs::create_in(ctx, &mut tx, caller, CHECK, parameters).await?;
    let link = format!("{PACKAGES_PAGE}?package={package}");
    tell(ctx, &mut tx, &people, "inbox.arrived", (&file.shown(), &link)).await?;
    tx.commit().await?;
    jobs::wake(ctx);
    Ok(())
}

/// The package of an upload that an earlier attempt completed. One that it did not complete is begun anew.
async fn known_package(ctx: &Ctx, caller: &Caller, id: &UploadId) -> Result<Option<ReceivedPackage>, Error> {
    match uploads::read(ctx, caller, id).await {
        Ok(upload) if upload.is_complete() => {
            let found = store::packages::find_by_upload(&mut caller.read(ctx).await?, id).await?;
            Ok(found.map(|package| ReceivedPackage { path: package.path(), package: package.id }))
        }
        Ok(_) => uploads::cancel(ctx, caller, id).await.map(|()| None),
        Err(Error::NotFound(Missing::Upload)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Tells people of a file that is not taken.
async fn tell_of_file(ctx: &Ctx, code: &str, file: &str) -> Result<(), Error> {
    let people = importers(ctx).await?;
    let mut tx = ctx.db.begin().await?;
    tell(ctx, &mut tx, &people, code, (file, PACKAGES_PAGE)).await?;
    tx.commit().await?;
    Ok(())
}

/// The people who may import packages and see all databases: the name of a file may tell of any of them.
async fn importers(ctx: &Ctx) -> Result<Vec<User>, Error> {
    let mut active: Vec<User> = Vec::new();
    for role in Role::ALL.into_iter().filter(|role| role.may(Permission::ImportPackages)) {
        active.extend(store::users::list_active(&mut ctx.db.read().await?, role).await?);
    }
    let mut people = Vec::with_capacity(active.len());
    for user in active {
        if !sight(ctx, &user.id, user.role).await?.is_partial() {
            people.push(user);
        }
    }
    Ok(people)
}

/// Tells people about a file, with a link.
async fn tell(ctx: &Ctx, tx: &mut Tx, people: &[User], code: &str, (file, link): (&str, &str)) -> Result<(), Error> {
    notifications::leave(ctx, tx, people, NotificationKind::Revisions, code, &[("file", file)], link).await
}
