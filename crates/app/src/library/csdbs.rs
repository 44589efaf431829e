//! Databases.

use domain::access::AccessLevel;
use domain::change::{Actor, Change};
use domain::csdb::{Csdb, DEFAULT_TYPE};
use domain::field::{FieldCode, FieldErrors};
use domain::id::CsdbId;
use domain::name::{Name, parse_alias};
use domain::permission::Permission;
use store::Tx;
use store::access::AccessPlace;
use store::trash::TrashTarget;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, LibraryError, Missing};
use crate::library::checked_out;
use crate::library::namesakes::{self, PlaceMaker};

pub use store::csdbs::CsdbSummary;

/// Request for a new database.
#[derive(Debug, Clone, Default)]
pub struct NewCsdb {
    pub name: String,
    /// Left empty: [`DEFAULT_TYPE`].
    pub csdb_type: String,
    /// Left empty: the name.
    pub alias: String,
}

/// All databases, or those of one type.
pub async fn list(ctx: &Ctx, caller: &Caller, csdb_type: Option<&str>) -> Result<Vec<CsdbSummary>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(store::csdbs::list(&mut caller.read(ctx).await?, csdb_type).await?)
}

/// Makes a database.
pub async fn create(ctx: &Ctx, caller: &Caller, new: &NewCsdb) -> Result<CsdbSummary, Error> {
    caller.require(Permission::CreateLibrary)?;
    // A service token for some databases would not see the new one.
    if caller.service.as_ref().is_some_and(|token| token.csdbs.is_some()) {
        return Err(Error::Forbidden);
    }
    make(ctx, &caller.actor(), new, PlaceMaker::of(caller)).await
}

/// Makes a database on behalf of `actor`, who has been asked already.
pub async fn create_as(ctx: &Ctx, actor: &Actor, new: &NewCsdb) -> Result<CsdbSummary, Error> {
    make(ctx, actor, new, PlaceMaker::Administrator).await
}

async fn make(ctx: &Ctx, actor: &Actor, new: &NewCsdb, maker: PlaceMaker) -> Result<CsdbSummary, Error> {
    let mut tx = ctx.db.begin().await?;
    let csdb = check(ctx, &mut tx, actor, new).await?;
    let is_limited = maker.check(&mut tx, &csdb.name, None, LibraryError::CsdbNameTaken).await?;
    if !store::csdbs::insert(&mut tx, &csdb).await? {
        return Err(LibraryError::CsdbNameTaken.into());
    }
    let mut detail = vec![("type".to_owned(), csdb.csdb_type.clone())];
    if is_limited {
        let path = format!("/{}", csdb.name);
        let place = AccessPlace { csdb: csdb.id.clone(), manual: None, path, limited: false };
        namesakes::limit(&mut tx, &place, &mut detail).await?;
    }
    tx.record(Change { detail, ..ctx.change(actor, "csdb.created", "csdb", csdb.name.as_str()) });
    tx.commit().await?;
    tracing::info!(csdb.name = %csdb.name, "Created database {}", csdb.name);
    Ok(CsdbSummary { csdb, manual_count: 0, module_count: 0 })
}

async fn check(ctx: &Ctx, tx: &mut Tx, actor: &Actor, new: &NewCsdb) -> Result<Csdb, Error> {
    let mut errors = FieldErrors::default();
    let name = errors.take("csdbName", Name::parse(&new.name));
    let alias = errors.take("aliasName", parse_alias(&new.alias));
    let wanted = if new.csdb_type.is_empty() { DEFAULT_TYPE } else { &new.csdb_type };
    let found = store::types::find_csdb_type(tx, wanted).await?;
    let csdb_type = errors.take("csdbType", found.ok_or(FieldCode::UnknownValue));
    let (Some(name), Some(alias), Some(csdb_type)) = (name, alias, csdb_type) else {
        return Err(Error::Invalid(errors.into_list()));
    };
    let now = ctx.clock.now();
    Ok(Csdb {
        id: CsdbId(ctx.ids.next()),
        alias: if alias.is_empty() { name.as_str().to_owned() } else { alias },
        name,
        default_mic: vec![csdb_type.code.clone()],
        csdb_type: csdb_type.code,
        self_editing: false,
        created_by: actor.as_str().to_owned(),
        created_on: now,
        updated_on: now,
        version: 1,
    })
}

/// Gives a database another alias.
pub async fn rename(ctx: &Ctx, caller: &Caller, name: &Name, version: i64, alias: &str) -> Result<CsdbSummary, Error> {
    caller.require(Permission::CreateLibrary)?;
    let alias = parse_alias(alias).map_err(|code| Error::field("attributeMap.aliasName", code))?;
    let mut tx = caller.begin(ctx).await?;
    let before = store::csdbs::find_by_name(&mut tx, name).await?.ok_or(Error::NotFound(Missing::Csdb))?;
    Caller::require_in_csdb(&tx, AccessLevel::Author, name)?;
    let now = ctx.clock.now();
    if before.csdb.version != version
        || !store::csdbs::update_alias(&mut tx, &before.csdb.id, version, &alias, now).await?
    {
        return Err(Error::ChangedMeanwhile);
    }
    let detail = vec![("alias".to_owned(), format!("{} → {alias}", before.csdb.alias))];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "csdb.renamed", "csdb", before.csdb.name.as_str()) });
    tx.commit().await?;
    let csdb = Csdb { alias, updated_on: now, version: version + 1, ..before.csdb };
    tracing::info!(csdb.name = %csdb.name, "Renamed database {}", csdb.name);
    Ok(CsdbSummary { csdb, ..before })
}

/// Moves a database with all its manuals to the trash, unless others have files of it checked out. Compliance
/// references to them have to be checked again.
pub async fn delete(ctx: &Ctx, caller: &Caller, name: &Name) -> Result<(), Error> {
    caller.require(Permission::DeleteLibrary)?;
    let missing = Error::NotFound(Missing::Csdb);
    let mut tx = caller.begin(ctx).await?;
    let Some(found) = store::csdbs::find_by_name(&mut tx, name).await? else { return Err(missing) };
    let (thing, now) = (TrashTarget::Csdb(found.csdb.id.clone()), ctx.clock.now());
    checked_out::refuse(&mut tx, caller, &thing).await?;
    if !store::trash::insert(&mut tx, &thing, caller.user.account.as_str(), now).await? {
        return Err(missing);
    }
    store::compliance::mark_suspects_of_csdb(&mut tx, &found.csdb.id, caller.actor().as_str(), now).await?;
    let detail = vec![("manuals".to_owned(), found.manual_count.to_string())];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "csdb.deleted", "csdb", found.csdb.name.as_str()) });
    tx.commit().await?;
    tracing::info!(csdb.name = %found.csdb.name, "Deleted database {}", found.csdb.name);
    Ok(())
}
