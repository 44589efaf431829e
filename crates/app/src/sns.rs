//! The numbering system and the information codes, as everybody reads them.

use domain::permission::Permission;
use domain::sns::{self, Coded};

use crate::error::Error;
use crate::sessions::Caller;

/// The systems of an air vehicle.
pub fn chapters(caller: &Caller) -> Result<Vec<Coded>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(sns::systems().collect())
}

/// The subsystems of a system; none when there is no such system.
pub fn subchapters(caller: &Caller, chapter: &str) -> Result<Vec<Coded>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(sns::subsystems(chapter).collect())
}

/// The subsystems of a subsystem.
pub fn subsubchapters(caller: &Caller, chapter: &str, subchapter: &str) -> Result<Vec<Coded>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(sns::subsubsystems(chapter, subchapter).collect())
}

/// The information codes of data modules.
pub fn info_codes(caller: &Caller) -> Result<Vec<Coded>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(sns::info_codes().collect())
}
