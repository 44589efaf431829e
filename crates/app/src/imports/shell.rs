//! Importing from the shell: the same uploads and jobs as from a browser.
//!
//! Jobs go through the table, so it does not matter whether a server runs on the
//! same data: the first worker to claim a job runs it, and this module watches.

use std::io::Read;
use std::time::Duration;

use bytes::Bytes;
use domain::id::{JobId, PackageId, SessionId};
use domain::job::Parameters;
use domain::session::{Session, SessionClient};
use domain::user::Account;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, UploadError};
use crate::imports::uploads::{self, NewUpload, Progress};
use crate::jobs::{self, Job};

/// Polling interval of a job.
const LOOK: Duration = Duration::from_millis(250);
/// Delay before checking again on a job that another process runs.
const RETRY: Duration = Duration::from_secs(1);
/// Bytes per read.
const PIECE: usize = 1 << 20;

/// The person in whose name the shell works: the one named, or else the first administrator.
pub async fn caller(ctx: &Ctx, account: Option<&str>) -> Result<Caller, Error> {
    let mut tx = ctx.db.read().await?;
    let user = match account {
        Some(account) => {
            let account = Account::parse(account).map_err(|code| Error::field("account", code))?;
            store::users::find_by_account(&mut tx, &account).await?
        }
        None => store::users::list_active(&mut tx, domain::permission::Role::Admin).await?.into_iter().next(),
    };
    let now = ctx.clock.now();
    let user = user.filter(|user| user.may_sign_in(now)).ok_or(Error::NotFound(Missing::User))?;
    let session = Session {
        id: SessionId("shell".to_owned()),
        user_id: user.id.clone(),
        client: SessionClient::default(),
        created_on: now,
        used_on: now,
        expires_on: now + ctx.settings.session_lifetime,
        revoked_on: None,
        confirmed_on: now,
        provider: None,
    };
    Ok(Caller { user, session, service: None, must_add_factor: false, renewed_token: None })
}

/// A package that came in.
#[derive(Debug, Clone)]
pub struct ReceivedPackage {
    pub package: PackageId,
    /// The path that jobs take as a parameter.
    pub path: String,
}

/// Takes a file in as if it had been uploaded.
pub async fn receive(
    ctx: &Ctx,
    caller: &Caller,
    name: &str,
    file: impl Read + Send + 'static,
) -> Result<ReceivedPackage, Error> {
    let new =
        NewUpload { name: name.to_owned(), media_type: Some("application/zip".to_owned()), ..NewUpload::default() };
    receive_as(ctx, caller, new, file).await
}

/// The same for an upload that may have an id already.
pub(super) async fn receive_as(
    ctx: &Ctx,
    caller: &Caller,
    new: NewUpload,
    mut file: impl Read + Send + 'static,
) -> Result<ReceivedPackage, Error> {
    let mut receiver = uploads::begin(ctx, caller, new).await?;
    loop {
        let (read, rest) = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::with_capacity(PIECE);
            let read = file.by_ref().take(PIECE as u64).read_to_end(&mut piece).map(|_| piece);
            (read, file)
        })
        .await?;
        file = rest;
        let piece = read.map_err(Error::work_folder)?;
        if piece.is_empty() {
            break;
        }
        receiver.write(Bytes::from(piece)).await?;
    }
    match receiver.finish().await? {
        Progress::Complete { upload, package } => Ok(ReceivedPackage { package, path: upload.path() }),
        Progress::Partial { .. } => Err(Error::Upload(UploadError::Offset)),
    }
}

/// Enqueues a job, runs it unless a server claims it first, and waits for its end; `watch` gets its state.
pub async fn perform(
    ctx: &Ctx,
    caller: &Caller,
    name: &str,
    parameters: Parameters,
    watch: impl FnMut(&Job),
) -> Result<Job, Error> {
    let job = jobs::create_at_shell(ctx, caller, name, parameters).await?;
    finish(ctx, caller, &job.id, watch).await
}

/// The same for a job that the caller has asked for already.
pub async fn finish(ctx: &Ctx, caller: &Caller, id: &JobId, mut watch: impl FnMut(&Job)) -> Result<Job, Error> {
    // On the heap: the whole import would make the caller's future very large.
    let mut done = Box::pin(work(ctx, id));
    let mut looks = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            ended = &mut done => {
                ended?;
                // The user watched it here, so the browser need not report it again.
                let job = jobs::notified(ctx, caller, id).await?;
                watch(&job);
                return Ok(job);
            }
            _ = looks.tick() => watch(&jobs::read(ctx, caller, id).await?),
        }
    }
}

/// Does a job, or waits until another process has done it.
async fn work(ctx: &Ctx, id: &JobId) -> Result<(), Error> {
    loop {
        jobs::do_one(ctx, id).await?;
        let found = store::jobs::find(&mut ctx.db.read().await?, id).await?;
        if found.is_none_or(|job| job.status.has_ended()) {
            return Ok(());
        }
        tokio::time::sleep(RETRY).await;
    }
}
