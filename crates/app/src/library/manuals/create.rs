//! Making a manual.

use domain::access::AccessLevel;
use domain::change::{Actor, Change};
use domain::field::{FieldCode, FieldErrors};
use domain::id::{CsdbId, ManualId};
use domain::language::Language;
use domain::manual::{
    DEFAULT_TYPE, Lanes, Manual, ManualDetails, parse_extension, parse_extension_code, parse_model_ident_code,
};
use domain::name::{Name, parse_alias};
use domain::operator::DEFAULT_EXTENSION_PRODUCER;
use domain::permission::Permission;
use domain::profile::parse_name;
use store::Tx;
use store::access::AccessPlace;

use super::{ManualSummary, profiles};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, LibraryError, Missing};
use crate::library::namesakes::{self, PlaceMaker};

/// Request for a new manual; empty values get defaults.
#[derive(Debug, Clone, Default)]
pub struct NewManual {
    pub csdb: String,
    pub name: String,
    /// Left empty: the name.
    pub alias: String,
    /// Left empty: [`DEFAULT_TYPE`].
    pub manual_type: String,
    /// Left out: what the type says.
    pub with_oem: Option<bool>,
    /// Left out: whether the type of the database is about aircraft.
    pub aircraft_related: Option<bool>,
    /// Left empty: the first the database offers.
    pub model_ident_code: String,
    /// Left out: yes with an OEM.
    pub approval_required: Option<bool>,
    /// As in `zh-CN`.
    pub translation_languages: Vec<String>,
    pub extension_code: String,
    /// Left empty: [`DEFAULT_EXTENSION_PRODUCER`].
    pub extension_producer: String,
    /// A profile to make besides [`domain::profile::ALL`].
    pub first_profile: String,
    /// A profile for each operator with an aircraft of the model, also for operators that join later.
    pub profile_per_operator: bool,
}

/// Makes a manual and its profiles.
pub async fn create(ctx: &Ctx, caller: &Caller, new: &NewManual) -> Result<ManualSummary, Error> {
    caller.require(Permission::CreateLibrary)?;
    let mut tx = caller.begin(ctx).await?;
    let manual = check(ctx, &mut tx, &caller.actor(), new).await?;
    Caller::require_in_csdb(&tx, AccessLevel::Author, &manual.csdb_name)?;
    keep(ctx, tx, &caller.actor(), new, manual, PlaceMaker::of(caller)).await
}

/// Makes a manual on behalf of `actor`, who has been asked already.
pub async fn create_as(ctx: &Ctx, actor: &Actor, new: &NewManual) -> Result<ManualSummary, Error> {
    let mut tx = ctx.db.begin().await?;
    let manual = check(ctx, &mut tx, actor, new).await?;
    keep(ctx, tx, actor, new, manual, PlaceMaker::Administrator).await
}

async fn keep(
    ctx: &Ctx,
    mut tx: Tx,
    actor: &Actor,
    new: &NewManual,
    manual: Manual,
    maker: PlaceMaker,
) -> Result<ManualSummary, Error> {
    let (csdb, name) = (&manual.csdb_name, &manual.name);
    let is_limited = maker.check(&mut tx, csdb, Some(name), LibraryError::ManualNameTaken).await?;
    if !store::manuals::insert(&mut tx, &manual).await? {
        return Err(LibraryError::ManualNameTaken.into());
    }
    profiles::make(ctx, &mut tx, &manual, new).await?;
    let mut detail = vec![
        ("type".to_owned(), manual.details.manual_type.clone()),
        ("model".to_owned(), manual.details.model_ident_code.clone()),
        ("languages".to_owned(), manual.details.translation_languages.join(", ")),
    ];
    if is_limited {
        let (csdb, manual_id) = (manual.csdb_id.clone(), Some(manual.id.clone()));
        let place = AccessPlace { csdb, manual: manual_id, path: manual.path(), limited: false };
        namesakes::limit(&mut tx, &place, &mut detail).await?;
    }
    tx.record(Change { detail, ..ctx.change(actor, "manual.created", "manual", &manual.path()) });
    tx.commit().await?;
    tracing::info!(manual.path = %manual.path(), "Created manual {}", manual.path());
    Ok(ManualSummary { manual, snapshots: Vec::new(), waiting_revisions: 0 })
}

async fn check(ctx: &Ctx, tx: &mut Tx, actor: &Actor, new: &NewManual) -> Result<Manual, Error> {
    let mut errors = FieldErrors::default();
    let wanted = if new.manual_type.is_empty() { DEFAULT_TYPE } else { &new.manual_type };
    let found = store::types::find_manual_type(tx, wanted).await?.ok_or(FieldCode::UnknownValue);
    let manual_type = errors.take("manualType", found);
    let name = errors.take("manualName", Name::parse(&new.name));
    let alias = errors.take("aliasName", parse_alias(&new.alias)).unwrap_or_default();
    let languages = parse_languages(&new.translation_languages, "translationLanguages", &mut errors);
    let extension_code = errors.take("extensionCode", parse_extension_code(&new.extension_code)).unwrap_or_default();
    let producer = errors.take("extensionProducer", parse_extension(&new.extension_producer)).unwrap_or_default();
    if !new.first_profile.is_empty() {
        errors.take("initProfile", parse_name(&new.first_profile));
    }
    let asked_model = match new.model_ident_code.as_str() {
        "" => None,
        text => errors.take("modelIdentCode", parse_model_ident_code(text)),
    };
    let (Some(name), Some(manual_type)) = (name, manual_type) else {
        return Err(Error::Invalid(errors.into_list()));
    };
    errors.finish()?;
    let csdb = Name::in_path(&new.csdb).map_err(|_| Error::NotFound(Missing::Csdb))?;
    let csdb = store::csdbs::find_by_name(tx, &csdb).await?.ok_or(Error::NotFound(Missing::Csdb))?.csdb;
    let about_aircraft =
        store::types::find_csdb_type(tx, &csdb.csdb_type).await?.is_some_and(|one| one.aircraft_related);
    let with_oem = new.with_oem.unwrap_or(!manual_type.self_editing);
    let aircraft_related = new.aircraft_related.unwrap_or(about_aircraft && with_oem);
    let offered = || csdb.default_mic.first().cloned().unwrap_or_default();
    let now = ctx.clock.now();
    Ok(Manual {
        id: ManualId(ctx.ids.next()),
        alias: if alias.is_empty() { name.as_str().to_owned() } else { alias },
        name,
        details: ManualDetails {
            manual_type: manual_type.code,
            with_oem,
            aircraft_related,
            model_ident_code: asked_model.unwrap_or_else(|| if aircraft_related { offered() } else { String::new() }),
            approval_required: new.approval_required.unwrap_or(with_oem),
            translation_languages: languages,
            extension_code,
            extension_producer: if producer.is_empty() { DEFAULT_EXTENSION_PRODUCER.to_owned() } else { producer },
        },
        schema_errors_block: true,
        brex_errors_block: false,
        lanes: Lanes::default(),
        csdb_id: CsdbId(csdb.id.0),
        csdb_name: csdb.name,
        created_by: actor.as_str().to_owned(),
        created_on: now,
        updated_on: now,
        version: 1,
    })
}

/// Reads language tags, each once; what is none is an error of `field`.
pub(crate) fn parse_languages<'a>(
    tags: impl IntoIterator<Item = &'a String>,
    field: &str,
    errors: &mut FieldErrors,
) -> Vec<String> {
    let mut languages: Vec<String> = Vec::new();
    for tag in tags {
        if let Some(language) = errors.take(field, parse_language(tag))
            && !languages.contains(&language)
        {
            languages.push(language);
        }
    }
    languages
}

/// Reads a language tag such as `zh-CN`.
fn parse_language(tag: &str) -> Result<String, FieldCode> {
    let (code, country) = tag.split_once('-').ok_or(FieldCode::UnknownValue)?;
    let language = Language::parse(code, country)?;
    Ok(format!("{}-{}", language.code(), language.country()))
}
