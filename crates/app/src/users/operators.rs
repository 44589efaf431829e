//! Operators, their aircraft and their logos.

use bytes::Bytes;
use domain::change::{Actor, Change};
use domain::field::{FieldCode, FieldError};
use domain::id::OperatorId;
use domain::language::Language;
use domain::operator::{Operator, OperatorDetails, parse_code};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use domain::text;
use store::Tx;
use store::blobs::BlobId;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, OperatorError};
use crate::library::manuals::profiles;

pub use store::operators::{AircraftFilter, AircraftSort, FleetAircraft, OperatorFilter, OperatorSort};

/// The largest logo, in bytes: it travels inside the operator.
pub const MAX_LOGO: usize = 128 * 1024;

/// An operator with the bytes of its logo at hand.
#[derive(Debug, Clone)]
pub struct OperatorWithLogo {
    pub operator: Operator,
    pub logo: Option<Bytes>,
}

/// Media type of a logo, by its first bytes.
pub fn logo_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}

/// Lists operators.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    filter: &OperatorFilter,
    page: PageRequest,
) -> Result<Page<OperatorWithLogo>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("filter", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let found = store::operators::list(&mut tx, filter, page).await?;
    drop(tx);
    let mut items = Vec::with_capacity(found.items.len());
    for operator in found.items {
        items.push(show(ctx, operator).await?);
    }
    Ok(Page { items, total: found.total, request: found.request })
}

/// Lists the aircraft of all operators.
pub async fn list_aircraft(
    ctx: &Ctx,
    caller: &Caller,
    filter: &AircraftFilter,
    page: PageRequest,
) -> Result<Page<FleetAircraft>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("filter", &filter.text)?;
    Error::unless_searchable("operator", &filter.operator)?;
    let mut tx = caller.read(ctx).await?;
    Ok(store::operators::list_aircraft(&mut tx, filter, page).await?)
}

/// One operator by its code.
pub async fn find(ctx: &Ctx, caller: &Caller, code: &str) -> Result<OperatorWithLogo, Error> {
    caller.require(Permission::ReadContent)?;
    let code = parse_code(code).map_err(|_| Error::NotFound(Missing::Operator))?;
    let mut tx = caller.read(ctx).await?;
    let found = store::operators::find_by_code(&mut tx, &code).await?.ok_or(Error::NotFound(Missing::Operator))?;
    drop(tx);
    show(ctx, found).await
}

async fn show(ctx: &Ctx, operator: Operator) -> Result<OperatorWithLogo, Error> {
    let logo = match operator.logo.as_deref().and_then(BlobId::parse) {
        Some(id) => ctx.blobs.read(&id).await?,
        None => None,
    };
    Ok(OperatorWithLogo { operator, logo })
}

/// Adds an operator.
pub async fn create(
    ctx: &Ctx,
    caller: &Caller,
    details: OperatorDetails,
    logo: Option<Bytes>,
) -> Result<OperatorWithLogo, Error> {
    caller.require(Permission::ManageOperators)?;
    create_as(ctx, &caller.actor(), details, logo).await
}

/// Adds an operator on behalf of `actor`, who has been asked already.
pub async fn create_as(
    ctx: &Ctx,
    actor: &Actor,
    details: OperatorDetails,
    logo: Option<Bytes>,
) -> Result<OperatorWithLogo, Error> {
    let details = details.check()?;
    let logo_id = keep_logo(ctx, logo.as_ref()).await?;
    let now = ctx.clock.now();
    let operator = Operator {
        id: OperatorId(ctx.ids.next()),
        details,
        logo: logo_id,
        created_on: now,
        updated_on: now,
        version: 1,
    };
    let mut tx = ctx.db.begin().await?;
    // Checked first: a second request for the same operator should report its code, not each aircraft.
    if store::operators::find_by_code(&mut tx, &operator.details.code).await?.is_some() {
        return Err(OperatorError::CodeTaken.into());
    }
    refuse_taken_registrations(&mut tx, &operator).await?;
    if !store::operators::insert(&mut tx, &operator).await? {
        return Err(OperatorError::CodeTaken.into());
    }
    record(ctx, &mut tx, actor, "operator.created", &operator, summary(&operator));
    profiles::add_operator(ctx, &mut tx, actor, &operator).await?;
    tx.commit().await?;
    tracing::info!(operator.code = %operator.details.code, "Created operator {}", operator.details.code);
    Ok(OperatorWithLogo { operator, logo })
}

/// Replaces an operator, aircraft and logo included.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &OperatorId,
    version: i64,
    details: OperatorDetails,
    logo: Option<Bytes>,
) -> Result<OperatorWithLogo, Error> {
    caller.require(Permission::ManageOperators)?;
    let details = details.check()?;
    let logo_id = keep_logo(ctx, logo.as_ref()).await?;
    let mut tx = caller.begin(ctx).await?;
    let before = store::operators::find(&mut tx, id).await?.ok_or(Error::NotFound(Missing::Operator))?;
    if before.version != version {
        return Err(Error::ChangedMeanwhile);
    }
    let same_code = text::fold(&before.details.code) == text::fold(&details.code);
    if !same_code && store::operators::find_by_code(&mut tx, &details.code).await?.is_some() {
        return Err(OperatorError::CodeTaken.into());
    }
    let wanted = Operator { details, logo: logo_id, updated_on: ctx.clock.now(), ..before.clone() };
    refuse_taken_registrations(&mut tx, &wanted).await?;
    if !store::operators::update(&mut tx, &wanted).await? {
        return Err(Error::ChangedMeanwhile);
    }
    record(ctx, &mut tx, &caller.actor(), "operator.updated", &wanted, before.differences(&wanted));
    profiles::add_operator(ctx, &mut tx, &caller.actor(), &wanted).await?;
    tx.commit().await?;
    tracing::info!(operator.code = %wanted.details.code, "Updated operator {}", wanted.details.code);
    Ok(OperatorWithLogo { operator: Operator { version: wanted.version + 1, ..wanted }, logo })
}

/// Removes an operator and its aircraft.
pub async fn delete(ctx: &Ctx, caller: &Caller, code: &str) -> Result<(), Error> {
    caller.require(Permission::ManageOperators)?;
    let code = parse_code(code).map_err(|_| Error::NotFound(Missing::Operator))?;
    let mut tx = caller.begin(ctx).await?;
    let found = store::operators::find_by_code(&mut tx, &code).await?.ok_or(Error::NotFound(Missing::Operator))?;
    if !store::operators::delete(&mut tx, &found.id).await? {
        return Err(Error::NotFound(Missing::Operator));
    }
    record(ctx, &mut tx, &caller.actor(), "operator.deleted", &found, summary(&found));
    tx.commit().await?;
    tracing::info!(operator.code = %found.details.code, "Deleted operator {}", found.details.code);
    Ok(())
}

/// The languages in which the operators want their publications.
pub async fn languages(ctx: &Ctx, caller: &Caller) -> Result<Vec<Language>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    Ok(store::operators::list_languages(&mut tx).await?)
}

async fn keep_logo(ctx: &Ctx, logo: Option<&Bytes>) -> Result<Option<String>, Error> {
    let Some(bytes) = logo else { return Ok(None) };
    if bytes.len() > MAX_LOGO {
        return Err(Error::field("logo", FieldCode::TooLong));
    }
    if logo_type(bytes).is_none() {
        return Err(Error::field("logo", FieldCode::Image));
    }
    Ok(Some(ctx.blobs.put(bytes.clone()).await?.to_string()))
}

/// A registration belongs to one aircraft in the world, so to one operator here.
async fn refuse_taken_registrations(tx: &mut Tx, operator: &Operator) -> Result<(), Error> {
    let wanted: Vec<String> = operator.details.aircraft.iter().map(|one| one.registration.clone()).collect();
    let taken = store::operators::list_taken_registrations(tx, &wanted, Some(&operator.id)).await?;
    let taken: Vec<String> = taken.iter().map(|one| text::fold(one)).collect();
    let errors: Vec<FieldError> = wanted
        .iter()
        .enumerate()
        .filter(|(_, registration)| taken.contains(&text::fold(registration)))
        .map(|(index, _)| FieldError::new(format!("aircraft[{index}].registration"), FieldCode::Taken))
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

fn record(
    ctx: &Ctx,
    tx: &mut Tx,
    actor: &Actor,
    action: &'static str,
    operator: &Operator,
    detail: Vec<(String, String)>,
) {
    let change = ctx.change(actor, action, "operator", &operator.details.code);
    tx.record(Change { detail, ..change });
}

fn summary(operator: &Operator) -> Vec<(String, String)> {
    let details = &operator.details;
    let aircraft: Vec<&str> = details.aircraft.iter().map(|one| one.registration.as_str()).collect();
    vec![
        ("name".to_owned(), details.name.clone()),
        ("country".to_owned(), details.country.clone()),
        ("aircraft".to_owned(), aircraft.join(", ")),
    ]
}
