//! From the threads that read a package to the task that writes.

use std::ops::ControlFlow;
use std::sync::Arc;

use bytes::Bytes;
use s1000d::package::{Content, Item, PackageFile, Pass, Sink};
use store::blobs::{BlobId, Blobs};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc};

use super::record::{Body, ImportRecord};
use super::writer::{BATCH_BYTES, BATCH_FILES};
use crate::core::error::Error;

/// Bytes in flight: one batch that is written, one that waits, and one that is filled.
const ROOM: usize = 3 * BATCH_BYTES;
/// No file asks for so much room that it would wait for the batch it belongs to.
const MOST: usize = ROOM - BATCH_BYTES;

/// Hands files from the readers to the writer; they wait when it is behind.
pub(super) struct Pipe {
    records: mpsc::Sender<Result<ImportRecord, Error>>,
    room: Arc<Semaphore>,
    blobs: Blobs,
    runtime: Handle,
}

impl Pipe {
    /// The pipe and its other end; to be made where the runtime is.
    pub(super) fn new(blobs: Blobs) -> (Self, mpsc::Receiver<Result<ImportRecord, Error>>) {
        let (records, receiver) = mpsc::channel(BATCH_FILES);
        let room = Arc::new(Semaphore::new(ROOM));
        (Self { records, room, blobs, runtime: Handle::current() }, receiver)
    }

    fn record(&self, mut file: PackageFile<'_>) -> Result<ImportRecord, Error> {
        let body = match std::mem::replace(&mut file.content, Content::Held(Vec::new())) {
            Content::Held(bytes) => Body::Held(Bytes::from(bytes)),
            Content::Large(pass) => self.keep_large(file.item, pass)?,
        };
        let mut record = ImportRecord::new(file, body);
        let weight = u32::try_from(record.weight().min(MOST)).unwrap_or(u32::MAX);
        record.room = self.runtime.block_on(Arc::clone(&self.room).acquire_many_owned(weight)).ok();
        Ok(record)
    }

    /// Keeps a file while it is unpacked once more.
    fn keep_large(&self, item: &Item, pass: &Pass<'_>) -> Result<Body, Error> {
        let blob = BlobId::of_hash(&item.sha256);
        let mut pieces = self.runtime.block_on(self.blobs.put_in_pieces(&blob))?;
        let mut written = Ok(());
        // It was read to its end a moment ago; what is missing now shows by its hash.
        let _ = pass(&mut |piece| {
            if written.is_ok() {
                written = self.runtime.block_on(pieces.write(piece));
            }
        });
        written?;
        self.runtime.block_on(pieces.finish())?;
        Ok(Body::Kept { blob, size: item.size })
    }
}

impl Sink for Pipe {
    fn take(&self, file: PackageFile<'_>) -> ControlFlow<()> {
        if file.item.is_generated() {
            return ControlFlow::Continue(());
        }
        let record = self.record(file);
        let failed = record.is_err();
        let sent = self.records.blocking_send(record).is_ok();
        if sent && !failed { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
