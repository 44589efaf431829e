//! The names that references to a file are written with.

use domain::file::File;
use domain::path::FilePath;
use domain::snapshot::Reading;
use s1000d::code::{FileName, Identity};
use s1000d::object::Title;
use store::Tx;

use crate::core::error::{Error, Missing};
use crate::library::files;

/// The identity and title of the module or publication at a path.
pub(super) async fn at_path(tx: &mut Tx, path: &FilePath) -> Result<(Identity, Title), Error> {
    of_file(files::at_path(tx, path, &Reading::default()).await?.file)
}

/// The identity and title of a module or publication.
pub(super) fn of_file(file: File) -> Result<(Identity, Title), Error> {
    let name = FileName::parse(&file.object.identity.key).map_err(|_| Error::NotFound(Missing::File))?;
    let metadata = file.version.metadata;
    let info = Some(metadata.info_name).filter(|info| !info.is_empty());
    Ok((name.identity, Title { technical: metadata.tech_name, info, variant: None }))
}
