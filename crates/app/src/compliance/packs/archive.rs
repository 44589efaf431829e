//! The archive of a pack: files come one after the other, the signed manifest last.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek};

use domain::language::Locale;
use domain::publication::{MANIFEST, SIGNATURE};
use domain::text::hex;
use publish::audit_pack::{PackCollection, PackManifest, readme};
use publish::manifest::ManifestArtifact;
use publish::package::archive::{ArchiveError, ArchiveWriter};
use sha2::{Digest, Sha256};
use store::StoreError;

use super::failures::damaged;
use super::lists::{EvidenceFile, PackLists};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::archive::{StoredArtifact, keep};
use crate::publications::signing;

/// Bytes that are copied at once.
const PIECE: usize = 1 << 20;

/// The subject of a pack.
#[derive(Debug, Clone)]
pub(super) struct PackHead {
    pub(super) as_of: String,
    pub(super) locale: Locale,
    pub(super) collections: Vec<PackCollection>,
}

/// An archive under way, with the hashes of what it has.
#[derive(Debug)]
struct PackWriter {
    zip: ArchiveWriter<BufWriter<File>>,
    files: Vec<ManifestArtifact>,
}

impl PackWriter {
    fn add_bytes(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let hash: [u8; 32] = Sha256::digest(bytes).into();
        self.zip.start(name, bytes.len() as u64).map_err(ArchiveError::into_io)?;
        self.zip.write(bytes).map_err(ArchiveError::into_io)?;
        self.list(name, &hash, bytes.len() as u64);
        Ok(())
    }

    fn add_file(&mut self, name: &str, mut file: File) -> io::Result<()> {
        let size = file.metadata()?.len();
        file.rewind()?;
        self.zip.start(name, size).map_err(ArchiveError::into_io)?;
        let mut digest = Sha256::new();
        let mut piece = vec![0; PIECE];
        loop {
            let read = file.read(&mut piece)?;
            if read == 0 {
                break;
            }
            digest.update(&piece[..read]);
            self.zip.write(&piece[..read]).map_err(ArchiveError::into_io)?;
        }
        let hash: [u8; 32] = digest.finalize().into();
        self.list(name, &hash, size);
        Ok(())
    }

    fn list(&mut self, name: &str, hash: &[u8; 32], size: u64) {
        self.files.push(ManifestArtifact { name: name.to_owned(), sha256: hex(hash), size });
    }

    fn finish(self) -> io::Result<File> {
        let inner = self.zip.finish().map_err(ArchiveError::into_io)?;
        inner.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// Writes the archive and puts it into the blob store.
pub(super) async fn write(
    ctx: &Ctx,
    job: &Running,
    head: PackHead,
    lists: PackLists,
) -> Result<StoredArtifact, JobError> {
    let folder = ctx.settings.work_folder.clone();
    let PackLists { matrix, paragraphs, evidence, means, history, sheet, files, inputs, uncertain, .. } = lists;
    let explained = readme(head.locale, &head.as_of, &head.collections, uncertain);
    let mut writer = job
        .blocking(move |_| {
            let workbook = sheet.xlsx().map_err(Error::Workbook)?;
            let begin = || -> io::Result<PackWriter> {
                let zip = ArchiveWriter::new(BufWriter::new(tempfile::tempfile_in(&folder)?));
                let mut writer = PackWriter { zip, files: Vec::new() };
                writer.add_bytes("README.txt", explained.as_bytes())?;
                writer.add_bytes("matrix.xlsx", &workbook)?;
                writer.add_file("matrix.csv", matrix.finish()?)?;
                writer.add_file("paragraphs.csv", paragraphs.finish()?)?;
                writer.add_file("evidence.csv", evidence.finish()?)?;
                writer.add_file("means.csv", means.finish()?)?;
                writer.add_file("history.csv", history.finish()?)?;
                Ok(writer)
            };
            Ok(begin().map_err(Error::work_folder)?)
        })
        .await?;
    for (done, file) in (0..).zip(&files) {
        writer = Box::pin(add_evidence(ctx, job, writer, file)).await?;
        job.progress_of("write", done, files.len() as u64)?;
    }
    let mut listed = writer.files.clone();
    listed.sort();
    let manifest = PackManifest {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        as_of: head.as_of,
        language: head.locale.as_str().to_owned(),
        collections: head.collections,
        uncertain,
        inputs: inputs.into_iter().collect(),
        files: listed,
    };
    let bytes = manifest.bytes();
    let signature = signing::sign(ctx, &bytes)?.bytes();
    let file = job
        .blocking(move |_| {
            let end = || -> io::Result<File> {
                writer.add_bytes(MANIFEST, &bytes)?;
                writer.add_bytes(SIGNATURE, &signature)?;
                writer.finish()
            };
            Ok(end().map_err(Error::work_folder)?)
        })
        .await?;
    Ok(keep(ctx, &file).await?)
}

async fn add_evidence(
    ctx: &Ctx,
    job: &Running,
    mut writer: PackWriter,
    EvidenceFile { name, blob }: &EvidenceFile,
) -> Result<PackWriter, JobError> {
    let bytes = match ctx.blobs.read(blob).await {
        Err(StoreError::BlobDamaged { .. }) | Ok(None) => return Err(damaged(name)),
        Ok(Some(bytes)) => bytes,
        Err(error) => return Err(error.into()),
    };
    let name = name.clone();
    job.blocking(move |_| {
        writer.add_bytes(&name, &bytes).map_err(Error::work_folder)?;
        Ok(writer)
    })
    .await
}
