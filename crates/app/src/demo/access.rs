//! A demo database that only some people see.

use domain::access::AccessLevel;
use domain::change::Actor;
use domain::path::CsdbPath;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, GroupError, LibraryError};
use crate::library::csdbs::{self, NewCsdb};
use crate::library::manuals::{self, NewManual};
use crate::users::access::{self, AccessUpdate, GranteeName};
use crate::users::groups::{self, GroupDetails};

/// The limited database.
pub const LIMITED: &str = "NV300";
const PROJECT: &str = "NV300 project";
const MAINTENANCE: &str = "Line maintenance";

/// Makes a database that is limited to one group, with a manual that another group reads too; `false` when it is there
/// already, or people have decided who sees it.
pub async fn limit(ctx: &Ctx, caller: &Caller) -> Result<bool, Error> {
    let is_decided = super::is_recorded(ctx, ["access.changed", "access.changed"], "/NV300").await?
        || super::is_recorded(ctx, ["csdb.deleted", "csdb.purged"], LIMITED).await?;
    if is_decided {
        return Ok(false);
    }
    let database = NewCsdb {
        name: LIMITED.to_owned(),
        csdb_type: super::library::DATABASE.to_owned(),
        alias: "NV300 Norvane (project)".to_owned(),
    };
    match csdbs::create(ctx, caller, &database).await {
        Ok(_) | Err(Error::Library(LibraryError::CsdbNameTaken)) => {}
        Err(error) => return Err(error),
    }
    for name in ["FLM", "AMM"] {
        let manual = NewManual {
            csdb: LIMITED.to_owned(),
            name: name.to_owned(),
            manual_type: name.to_owned(),
            model_ident_code: LIMITED.to_owned(),
            ..NewManual::default()
        };
        match manuals::create(ctx, caller, &manual).await {
            Ok(_) | Err(Error::Library(LibraryError::ManualNameTaken)) => {}
            Err(error) => return Err(error),
        }
    }
    add_group(ctx, PROJECT, "Prepares the manuals of the NV300", &[super::APPROVER, super::AUTHOR]).await?;
    add_group(ctx, MAINTENANCE, "Reads the maintenance manuals", &[super::READER]).await?;
    grant(ctx, "/NV300/AMM", None, MAINTENANCE, AccessLevel::Read).await?;
    // The last one: where it is recorded, everything else is there.
    grant(ctx, "/NV300", Some(true), PROJECT, AccessLevel::Approve).await?;
    Ok(true)
}

async fn add_group(ctx: &Ctx, name: &str, description: &str, members: &[&str]) -> Result<(), Error> {
    let details = GroupDetails {
        name: name.to_owned(),
        description: description.to_owned(),
        members: members.iter().map(|account| (*account).to_owned()).collect(),
    };
    match groups::create_as(ctx, &Actor::System, &details).await {
        Ok(_) | Err(Error::Group(GroupError::NameTaken)) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn grant(ctx: &Ctx, path: &str, limited: Option<bool>, group: &str, level: AccessLevel) -> Result<(), Error> {
    let places = CsdbPath::parse(path).into_iter().collect();
    let grants = vec![(GranteeName::Group(group.to_owned()), Some(level))];
    let update = AccessUpdate { places, limited, grants, replace: false };
    access::update_as(ctx, &Actor::System, &update).await.map(|_| ())
}
