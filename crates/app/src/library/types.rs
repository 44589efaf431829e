//! The types of databases and manuals that an administrator can add to.

use domain::change::Actor;
use domain::field::{FieldError, FieldErrors};
use domain::permission::Permission;
use domain::text;
use store::Tx;
use store::types::{EditedType, TypeTable};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, LibraryTypeError, Missing};

pub use store::types::TypeTable as Which;

/// A type of databases or manuals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryType {
    pub code: String,
    pub name_en: String,
    pub name_zh: String,
    /// Databases: related to aircraft. Manuals: written by the operator itself.
    pub flag: bool,
    /// Comes with the product and cannot be removed.
    pub builtin: bool,
    pub version: i64,
}

impl LibraryType {
    fn parsed(&self) -> Result<EditedType, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-_+".contains(c);
        let code = errors.take("code", text::code(&self.code, 1, 20, allowed));
        let name_en = errors.take("name.en", text::line(&self.name_en, 1, 100));
        let name_zh = errors.take("name.zh", text::line(&self.name_zh, 1, 100));
        errors.finish()?;
        Ok(EditedType {
            code: code.unwrap_or_default(),
            name_en: name_en.unwrap_or_default(),
            name_zh: name_zh.unwrap_or_default(),
            flag: self.flag,
        })
    }
}

fn subject(which: Which) -> &'static str {
    match which {
        TypeTable::Csdb => "csdb_type",
        TypeTable::Manual => "manual_type",
    }
}

/// Lists all types, those of the product first; new databases and manuals choose one of them.
pub async fn list(ctx: &Ctx, caller: &Caller, which: Which) -> Result<Vec<LibraryType>, Error> {
    caller.require(Permission::ReadContent)?;
    all(&mut caller.read(ctx).await?, which).await
}

async fn all(tx: &mut Tx, which: Which) -> Result<Vec<LibraryType>, Error> {
    Ok(match which {
        TypeTable::Csdb => store::types::list_csdb_types(tx)
            .await?
            .into_iter()
            .map(|one| LibraryType {
                code: one.code,
                name_en: one.name_en,
                name_zh: one.name_zh,
                flag: one.aircraft_related,
                builtin: one.builtin,
                version: one.version,
            })
            .collect(),
        TypeTable::Manual => store::types::list_manual_types(tx)
            .await?
            .into_iter()
            .map(|one| LibraryType {
                code: one.code,
                name_en: one.name_en,
                name_zh: one.name_zh,
                flag: one.self_editing,
                builtin: one.builtin,
                version: one.version,
            })
            .collect(),
    })
}

async fn found(tx: &mut Tx, which: Which, code: &str) -> Result<LibraryType, Error> {
    let types = all(tx, which).await?;
    types.into_iter().find(|one| one.code == code).ok_or(Error::NotFound(Missing::Type))
}

/// Adds a type.
pub async fn create(ctx: &Ctx, caller: &Caller, which: Which, new: &LibraryType) -> Result<LibraryType, Error> {
    caller.require(Permission::ManageSystem)?;
    create_as(ctx, &caller.actor(), which, new).await
}

/// Adds a type on behalf of `actor`, who has been asked already.
pub(crate) async fn create_as(ctx: &Ctx, actor: &Actor, which: Which, new: &LibraryType) -> Result<LibraryType, Error> {
    let parsed = new.parsed()?;
    let mut tx = ctx.db.begin().await?;
    if !store::types::insert(&mut tx, which, &parsed).await? {
        return Err(LibraryTypeError::Taken.into());
    }
    tx.record(ctx.change(actor, "type.created", subject(which), &parsed.code));
    let made = found(&mut tx, which, &parsed.code).await?;
    tx.commit().await?;
    Ok(made)
}

/// Changes the names and the flag of a type; of a type of the product only the names.
pub async fn update(ctx: &Ctx, caller: &Caller, which: Which, changed: &LibraryType) -> Result<LibraryType, Error> {
    caller.require(Permission::ManageSystem)?;
    let mut parsed = changed.parsed()?;
    let mut tx = caller.begin(ctx).await?;
    let before = found(&mut tx, which, &parsed.code).await?;
    if before.version != changed.version {
        return Err(Error::ChangedMeanwhile);
    }
    if before.builtin {
        parsed.flag = before.flag;
    }
    store::types::update(&mut tx, which, &parsed).await?;
    tx.record(ctx.change(&caller.actor(), "type.updated", subject(which), &parsed.code));
    let made = found(&mut tx, which, &parsed.code).await?;
    tx.commit().await?;
    Ok(made)
}

/// Removes a type that nothing is of.
pub async fn delete(ctx: &Ctx, caller: &Caller, which: Which, code: &str) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let found = found(&mut tx, which, code).await?;
    if found.builtin {
        return Err(LibraryTypeError::Builtin.into());
    }
    if store::types::is_used(&mut tx, which, code).await? {
        return Err(LibraryTypeError::InUse.into());
    }
    store::types::delete(&mut tx, which, code).await?;
    tx.record(ctx.change(&caller.actor(), "type.deleted", subject(which), code));
    Ok(tx.commit().await?)
}
