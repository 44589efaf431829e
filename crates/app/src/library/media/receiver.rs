//! Taking one media file in, in bounded memory.

use std::fs;
use std::io::{Read, Seek, Write};

use bytes::Bytes;
use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldCode;
use domain::file::File;
use domain::media::MediaName;
use domain::name::Name;
use domain::object::{ObjectIdentity, ObjectKind};
use domain::path::MediaPath;
use domain::permission::Permission;
use domain::version::{FileStatus, Issue, Origin, Version, VersionContent, VersionMetadata};
use s1000d::package::media;
use sha2::{Digest, Sha256};
use store::Tx;
use store::blobs::BlobId;
use store::checkouts::CheckoutResult;
use store::objects::ObjectOwner;

use super::{MediaUsage, take};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, MediaError, Missing, UploadError};
use crate::core::upload_slots::UploadSlot;
use crate::library::versions::{self, NewVersion, Visibility};

/// Bytes at the start of a file that tell its format.
const HEAD: usize = 16 << 10;
/// Bytes per chunk.
const PIECE: usize = 1 << 20;

/// Behaviour when a file of the same name exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// There must be none.
    Add,
    /// There must be one, and the new file is called like it.
    Replace,
    /// Whichever it is.
    Put,
}

/// A media file that a client is about to send.
#[derive(Debug, Clone)]
pub struct NewMedia {
    /// Path of the new file, as in `/H160/MULTIMEDIA/ICN-1.PNG`.
    pub path: MediaPath,
    /// Name of the chosen file, when that is known.
    pub file_name: Option<String>,
    pub mode: Mode,
    /// Size in bytes, if the client knows it.
    pub size: Option<u64>,
}

/// Receives the bytes of one media file.
pub struct MediaReceiver {
    ctx: Ctx,
    caller: Caller,
    csdb: Name,
    identity: ObjectIdentity,
    mode: Mode,
    file: fs::File,
    size: u64,
    head: Vec<u8>,
    digest: Sha256,
    _place: UploadSlot,
}

impl std::fmt::Debug for MediaReceiver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Receiver").field("identity", &self.identity).finish_non_exhaustive()
    }
}

/// Begins to take a media file in; what can be refused before its bytes have come is refused here.
pub async fn begin(ctx: &Ctx, caller: &Caller, new: &NewMedia) -> Result<MediaReceiver, Error> {
    caller.require(Permission::EditContent)?;
    let MediaPath { csdb, file: name } = &new.path;
    if new.size.is_some_and(|size| size > ctx.settings.max_upload.unsigned_abs()) {
        return Err(UploadError::TooLarge.into());
    }
    let mut tx = caller.read(ctx).await?;
    let found = find(&mut tx, csdb, name.as_str()).await?;
    Caller::require_in_csdb(&tx, AccessLevel::Author, csdb)?;
    drop(tx);
    may(new.mode, found.as_ref())?;
    let identity = match found {
        Some(file) => file.object.identity,
        None => identity(name.as_str())?,
    };
    let chosen = new.file_name.as_deref().unwrap_or(&identity.key);
    if new.mode == Mode::Replace && chosen != identity.key {
        return Err(MediaError::NameDiffers.into());
    }
    if media::media_type(&media::extension(&identity.key)).is_none() {
        return Err(MediaError::Format.into());
    }
    let place = ctx.upload_slots.take(&caller.user.id)?;
    let folder = ctx.settings.work_folder.clone();
    let file = tokio::task::spawn_blocking(move || {
        fs::create_dir_all(&folder)?;
        tempfile::tempfile_in(&folder)
    });
    Ok(MediaReceiver {
        ctx: ctx.clone(),
        caller: caller.clone(),
        csdb: csdb.clone(),
        identity,
        mode: new.mode,
        file: file.await?.map_err(Error::work_folder)?,
        size: 0,
        head: Vec::new(),
        digest: Sha256::new(),
        _place: place,
    })
}

/// The newest version of the media file of this name, unless there is none or it is in the trash.
async fn find(tx: &mut Tx, csdb: &Name, name: &str) -> Result<Option<File>, Error> {
    let csdb = store::csdbs::find_by_name(tx, csdb).await?.ok_or(Error::NotFound(Missing::Csdb))?.csdb;
    let key = domain::text::fold(name);
    let home = ObjectOwner { csdb: &csdb.id, manual: None };
    match store::objects::find_many(tx, home, std::slice::from_ref(&key)).await?.get(&key) {
        Some(object) => Ok(store::files::find_media(tx, *object).await?),
        None => Ok(None),
    }
}

fn may(mode: Mode, found: Option<&File>) -> Result<(), Error> {
    match (mode, found) {
        (Mode::Add, Some(_)) => Err(Error::Media(MediaError::NameTaken)),
        (Mode::Replace, None) => Err(Error::NotFound(Missing::File)),
        _ => Ok(()),
    }
}

fn identity(name: &str) -> Result<ObjectIdentity, Error> {
    let name = MediaName::parse(name).ok_or(Error::Media(MediaError::Name))?;
    Ok(ObjectIdentity {
        kind: ObjectKind::Icn,
        key: name.as_str().to_owned(),
        code: name.code().to_owned(),
        language: String::new(),
        info_code: String::new(),
    })
}

impl MediaReceiver {
    /// Takes what comes next.
    pub async fn write(mut self, bytes: Bytes) -> Result<Self, Error> {
        self.size += bytes.len() as u64;
        if self.size > self.ctx.settings.max_upload.unsigned_abs() {
            return Err(UploadError::TooLarge.into());
        }
        let room = HEAD - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        let written = tokio::task::spawn_blocking(move || {
            self.digest.update(&bytes);
            self.file.write_all(&bytes).map(|()| self)
        });
        written.await?.map_err(Error::work_folder)
    }

    /// Ends a file whose bytes have all come: keeps them, and makes them the newest version.
    pub async fn finish(mut self) -> Result<MediaUsage, Error> {
        if self.size == 0 {
            return Err(Error::field("body", FieldCode::Required));
        }
        let extension = media::extension(&self.identity.key);
        let format = media::format_of(&self.head).filter(|format| media::is_same(&extension, format));
        let media_type = format.and_then(|_| media::media_type(&extension)).ok_or(Error::Media(MediaError::Content))?;
        let blob = self.keep().await?;
        let content = VersionContent {
            blob: blob.as_str().to_owned(),
            status_blob: None,
            size: self.size,
            media_type: media_type.to_owned(),
        };
        self.record(content).await
    }

    /// Makes the bytes safe under their name.
    async fn keep(&mut self) -> Result<BlobId, Error> {
        let hash: [u8; 32] = self.digest.finalize_reset().into();
        let id = BlobId::of_hash(&hash);
        let mut pieces = self.ctx.blobs.put_in_pieces(&id).await?;
        self.file.rewind().map_err(Error::work_folder)?;
        loop {
            let file = self.file.try_clone().map_err(Error::work_folder)?;
            let read = tokio::task::spawn_blocking(move || {
                let mut piece = Vec::with_capacity(PIECE);
                file.take(PIECE as u64).read_to_end(&mut piece).map(|_| piece)
            });
            let piece = read.await?.map_err(Error::work_folder)?;
            if piece.is_empty() {
                break;
            }
            pieces.write(&piece).await?;
        }
        pieces.finish().await?;
        Ok(id)
    }

    /// Takes the file, makes the version, shows it in the working lanes and gives the file back, in one transaction.
    async fn record(self, content: VersionContent) -> Result<MediaUsage, Error> {
        let Self { ctx, caller, csdb, identity, mode, .. } = self;
        let (account, now) = (caller.user.account.as_str().to_owned(), ctx.clock.now());
        let mut tx = caller.begin(&ctx).await?;
        let found = store::csdbs::find_by_name(&mut tx, &csdb).await?.ok_or(Error::NotFound(Missing::Csdb))?.csdb;
        Caller::require_in_csdb(&tx, AccessLevel::Author, &csdb)?;
        let home = ObjectOwner { csdb: &found.id, manual: None };
        let objects = store::objects::insert_many(&mut tx, home, std::slice::from_ref(&identity), now).await?;
        let object = *objects.first().ok_or(Error::NotFound(Missing::File))?;
        let taken = take(&ctx, &mut tx, &caller, object).await?;
        // Another user may have uploaded or deleted it during the upload.
        let before = store::files::find_media(&mut tx, object).await?;
        may(mode, before.as_ref())?;
        let same = before.as_ref().is_some_and(|file| file.version.content.blob == content.blob);
        if !same {
            let path = domain::path::of_object(found.name.as_str(), None, &identity.key);
            let action = if before.is_some() { "media.replaced" } else { "media.added" };
            let detail = vec![("size".to_owned(), content.size.to_string())];
            let change = Change { detail, ..ctx.change(&caller.actor(), action, "media", &path) };
            let new = NewVersion {
                based_on: before.iter().map(|file| file.version_id).collect(),
                references: Vec::new(),
                version: version(object, before.as_ref(), content, &account, now),
            };
            let kept = versions::add(&mut tx, &[new], Visibility::Now(change)).await?;
            let kept = kept.first().ok_or(Error::NotFound(Missing::File))?.id;
            store::trash::undelete(&mut tx, object).await?;
            let file = store::files::find_media(&mut tx, object).await?.ok_or(Error::NotFound(Missing::File))?;
            super::show(&ctx, &mut tx, &account, &file, kept).await?;
        }
        if taken == CheckoutResult::Now {
            store::checkouts::release(&mut tx, object, &caller.user.id).await?;
        }
        let file = store::files::find_media(&mut tx, object).await?.ok_or(Error::NotFound(Missing::File))?;
        let uses = super::Uses::count(&mut tx, csdb.as_str(), std::slice::from_ref(&file)).await?;
        tx.commit().await?;
        tracing::info!(file.path = %file.path, file.size_bytes = file.version.content.size, "Received {}", file.path);
        Ok(uses.of(file))
    }
}

/// A version of the operator's own. Its date is the moment, so that bytes that were there before are a version again.
fn version(
    object_id: domain::id::ObjectId,
    before: Option<&File>,
    content: VersionContent,
    account: &str,
    now: chrono::DateTime<chrono::Utc>,
) -> Version {
    Version {
        object_id,
        issue: Issue {
            number: before.map(|file| file.version.issue.number.clone()).unwrap_or_default(),
            in_work: String::new(),
            date: now.to_rfc3339_opts(chrono::SecondsFormat::Millis, true),
            kind: if before.is_some() { "changed" } else { "new" }.to_owned(),
        },
        content,
        status: FileStatus::Draft,
        metadata: before.map_or_else(
            || VersionMetadata { content_type: ObjectKind::Icn.as_str().to_owned(), ..VersionMetadata::default() },
            |file| file.version.metadata.clone(),
        ),
        origin: Origin::Airline,
        created_by: account.to_owned(),
        created_on: now,
        why: String::new(),
        change_request: None,
    }
}
