//! Threads and comments that a caller may see, and the modules they are about.

use domain::comment::{Commenter, ThreadComment};
use domain::file::File;
use domain::id::{CommentId, CommentThreadId, VersionId};
use domain::path::FilePath;
use domain::user::User;
use store::Tx;
use store::comments::LocatedThread;

use crate::core::error::{Error, FileError, Missing};
use crate::library::files;

pub(super) fn missing() -> Error {
    Error::NotFound(Missing::Comment)
}

/// A thread about a module that the caller of the transaction may see.
pub(super) async fn thread(tx: &mut Tx, id: &CommentThreadId) -> Result<LocatedThread, Error> {
    store::comments::find_thread(tx, id).await?.ok_or_else(missing)
}

/// A comment of such a thread.
pub(super) async fn comment(tx: &mut Tx, id: &CommentId) -> Result<(ThreadComment, LocatedThread), Error> {
    let comment = store::comments::find_comment(tx, id).await?.ok_or_else(missing)?;
    let located = thread(tx, &comment.thread).await?;
    Ok((comment, located))
}

/// A version of the module at a path.
pub(super) async fn version(tx: &mut Tx, path: &FilePath, version: VersionId) -> Result<File, Error> {
    let (object, manual) = files::object_at(tx, path).await?;
    if manual.is_none() {
        return Err(FileError::NotText.into());
    }
    let file = store::files::find_version(tx, object, version).await?.ok_or(Error::NotFound(Missing::File))?;
    if file.version.content.media_type != "application/xml" {
        return Err(FileError::NotText.into());
    }
    Ok(file)
}

/// The path of the module of a thread.
pub(super) fn path_of(located: &LocatedThread) -> Result<FilePath, Error> {
    FilePath::parse(&located.path).ok_or_else(missing)
}

pub(super) fn commenter(user: &User) -> Commenter {
    Commenter { id: user.id.clone(), account: user.account.as_str().to_owned(), name: user.display_name.clone() }
}
