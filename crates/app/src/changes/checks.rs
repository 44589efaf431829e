//! The checks of the modules of a change request.

use domain::change_request::RequestModule;
use domain::file::File;
use domain::id::ChangeRequestId;
use domain::path::FilePath;
use domain::permission::Permission;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::editing::change_requests::find;
use crate::editing::check;
use crate::imports::schema_sets;

pub use crate::editing::check::VersionProblems;

/// A module with the problems of its newest version.
#[derive(Debug, Clone)]
pub struct CheckedModule {
    pub module: RequestModule,
    /// `None` when the module is not in the working lane any more.
    pub problems: Option<VersionProblems>,
}

/// Checks the newest version of each module of a change request.
pub async fn check(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId) -> Result<Vec<CheckedModule>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let request = find(&mut tx, id).await?;
    let mut files: Vec<(RequestModule, Option<File>)> = Vec::new();
    for module in store::change_requests::list_modules(&mut tx, &request).await? {
        let version = module.newest.or(module.base).filter(|_| !module.is_deleted);
        let file = match version {
            Some(version) => store::files::find_version(&mut tx, module.object, version).await?,
            None => None,
        };
        files.push((module, file));
    }
    drop(tx);
    let schemas = schema_sets::load(ctx).await?;
    let mut checked = Vec::with_capacity(files.len());
    for (module, file) in files {
        let path = FilePath::parse(&module.path).ok_or(Error::NotFound(Missing::File))?;
        let problems = match file {
            Some(file) => match check::of_version(ctx, caller, &path, &file, &schemas).await {
                Ok(problems) => Some(problems),
                // An OEM revision that was confirmed meanwhile has deleted it.
                Err(Error::NotFound(Missing::File)) => None,
                Err(error) => return Err(error),
            },
            None => None,
        };
        checked.push(CheckedModule { module, problems });
    }
    Ok(checked)
}
