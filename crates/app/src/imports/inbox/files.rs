//! The files of the watched folder. Everything here blocks.
//!
//! A file that is taken lies in a folder of its own below `taking/`, whose name is the id of its upload. Nobody else may
//! write there, so that a file cannot become another one between its check and its reading.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use domain::id::UploadId;
use domain::text::hex;
use domain::upload;

use crate::core::keys;

/// Packages that are looked at in one turn.
const MAX_FILES: usize = 1_000;
/// Bytes at the end of a ZIP file in which its directory is said to be: the record and its longest comment.
const TAIL: u64 = 22 + 0xffff;
/// The first bytes of the record.
const END_OF_DIRECTORY: &[u8] = b"PK\x05\x06";
/// Names that are tried for a file that is set aside.
const MAX_NAMES: u32 = 10_000;

const TAKING: &str = "taking";
const FAILED: &str = "failed";

/// Size and time of a file.
pub(super) type FileState = (u64, SystemTime);

fn state_of(metadata: &Metadata) -> io::Result<FileState> {
    Ok((metadata.len(), metadata.modified()?))
}

/// A file that was taken from the folder and is in the library, or will be.
#[derive(Debug, Clone)]
pub(super) struct InboxFile {
    pub(super) id: UploadId,
    pub(super) name: OsString,
    /// Its own folder.
    folder: PathBuf,
}

impl InboxFile {
    pub(super) fn shown(&self) -> String {
        self.name.to_string_lossy().into_owned()
    }

    fn path(&self) -> PathBuf {
        self.folder.join(&self.name)
    }

    /// Opens it, if it is a whole ZIP file.
    pub(super) fn open(&self) -> io::Result<OpenedFile> {
        if !std::fs::symlink_metadata(self.path())?.is_file() {
            return Ok(OpenedFile::NoFile);
        }
        let mut file = File::open(self.path())?;
        let state = state_of(&file.metadata()?)?;
        if !has_directory(&mut file)? {
            return Ok(OpenedFile::Incomplete);
        }
        file.rewind()?;
        Ok(OpenedFile::Package(SteadyFile { file, state }))
    }

    /// Deletes it with its folder.
    pub(super) fn remove(&self) -> io::Result<()> {
        match std::fs::remove_file(self.path()) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        std::fs::remove_dir(&self.folder)
    }
}

/// The kind of a taken file.
#[derive(Debug)]
pub(super) enum OpenedFile {
    Package(SteadyFile),
    /// No ZIP file yet, or never one.
    Incomplete,
    /// A link, a folder, or something else that is not read.
    NoFile,
}

/// A file that must not change while it is read.
#[derive(Debug)]
pub(super) struct SteadyFile {
    file: File,
    state: FileState,
}

impl Read for SteadyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        if read == 0 && state_of(&self.file.metadata()?)? != self.state {
            return Err(io::Error::other("the file changed while it was read"));
        }
        Ok(read)
    }
}

/// Whether a file ends with the record of a ZIP directory. One that is still being copied does not, also if its place on
/// the disk was reserved at once.
fn has_directory(file: &mut File) -> io::Result<bool> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
    let is_record = |at: usize| {
        let record = tail.get(at..).unwrap_or_default();
        let comment = record.get(20..22).map(|bytes| usize::from(u16::from_le_bytes([bytes[0], bytes[1]])));
        record.starts_with(END_OF_DIRECTORY) && comment.is_some_and(|comment| record.len() == 22 + comment)
    };
    Ok((0..tail.len().saturating_sub(21)).rev().any(is_record))
}

/// Makes the folder with those inside it, which must not be links to elsewhere.
pub(super) fn prepare(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for name in [TAKING, FAILED] {
        let path = folder.join(name);
        match std::fs::create_dir(&path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        if !std::fs::symlink_metadata(&path)?.is_dir() {
            let reason = format!("{} is no folder", path.display());
            return Err(io::Error::new(ErrorKind::InvalidData, reason));
        }
    }
    keep_out_others(&folder.join(TAKING))
}

#[cfg(unix)]
fn keep_out_others(folder: &Path) -> io::Result<()> {
    std::fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))
}

#[cfg(not(unix))]
fn keep_out_others(_: &Path) -> io::Result<()> {
    Ok(())
}

/// The packages in the folder. A file that vanishes meanwhile is passed over.
pub(super) fn list(folder: &Path) -> io::Result<Vec<(OsString, FileState)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if !is_package(Path::new(&entry.file_name())) {
            continue;
        }
        match entry.metadata() {
            Ok(metadata) if metadata.is_file() => found.push((entry.file_name(), state_of(&metadata)?)),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                tracing::warn!(%error, "{} in the inbox cannot be read", entry.path().display());
            }
            _ => {}
        }
        if found.len() == MAX_FILES {
            break;
        }
    }
    Ok(found)
}

fn is_package(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Takes a file out of the folder; `None` when it is not there any more.
pub(super) fn take(folder: &Path, name: &OsStr) -> io::Result<Option<InboxFile>> {
    let id = new_id();
    let own = folder.join(TAKING).join(&id.0);
    std::fs::create_dir(&own)?;
    match std::fs::rename(folder.join(name), own.join(name)) {
        Ok(()) => Ok(Some(InboxFile { id, name: name.to_owned(), folder: own })),
        Err(error) => {
            // An empty folder that stays is removed by the next look.
            let _ = std::fs::remove_dir(&own);
            if error.kind() == ErrorKind::NotFound { Ok(None) } else { Err(error) }
        }
    }
}

/// A UUID, as uploads have it.
fn new_id() -> UploadId {
    let text = hex(&keys::random::<16>());
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| text.get(range).unwrap_or_default());
    UploadId(parts.join("-"))
}

/// The files that were being taken when the program ended, or that could not be taken yet. A folder that cannot be read
/// or removed keeps no other waiting.
pub(super) fn list_taken(folder: &Path) -> io::Result<Vec<InboxFile>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder.join(TAKING))? {
        let own = entry?.path();
        let id = own.file_name().and_then(OsStr::to_str).and_then(upload::parse_id);
        let Some(id) = id.filter(|_| own.is_dir()) else { continue };
        let inside = std::fs::read_dir(&own).and_then(|mut files| files.next().transpose());
        let looked = match inside {
            Ok(Some(file)) => {
                found.push(InboxFile { id, name: file.file_name(), folder: own.clone() });
                Ok(())
            }
            // The program ended between the removal of a file and that of its folder.
            Ok(None) => std::fs::remove_dir(&own),
            Err(error) => Err(error),
        };
        if let Err(error) = looked {
            tracing::warn!(%error, "{} in the inbox is passed over", own.display());
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Puts a file back that is not complete yet; gives its name there.
pub(super) fn put_back(folder: &Path, file: &InboxFile) -> io::Result<OsString> {
    move_to(folder, file)
}

/// Sets a file aside that cannot be taken.
pub(super) fn set_aside(folder: &Path, file: &InboxFile) -> io::Result<OsString> {
    move_to(&folder.join(FAILED), file)
}

/// Moves a file under its own name, or a similar one when another file has it: nothing is ever replaced.
fn move_to(folder: &Path, file: &InboxFile) -> io::Result<OsString> {
    for number in 1..MAX_NAMES {
        let name = numbered(&file.name, number);
        // Whoever makes the file has the name.
        match OpenOptions::new().write(true).create_new(true).open(folder.join(&name)) {
            Ok(_) => {
                if let Err(error) = std::fs::rename(file.path(), folder.join(&name)) {
                    std::fs::remove_file(folder.join(&name))?;
                    return Err(error);
                }
                std::fs::remove_dir(&file.folder)?;
                return Ok(name);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// As in `amm.zip` and `amm-2.zip`.
fn numbered(name: &OsStr, number: u32) -> OsString {
    if number == 1 {
        return name.to_owned();
    }
    let path = Path::new(name);
    let mut numbered = path.file_stem().unwrap_or(name).to_owned();
    numbered.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        numbered.push(".");
        numbered.push(ending);
    }
    numbered
}

#[cfg(test)]
mod tests;
