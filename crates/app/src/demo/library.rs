//! The demo manuals, imported as anybody would import them.

use std::io::Cursor;

use domain::change::Actor;
use domain::job::{JobStatus, Parameter, Parameters};
use domain::name::Name;
use domain::snapshot::{Lane, Snapshot};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, LibraryError, LibraryTypeError, Missing};
use crate::imports::shell;
use crate::jobs::Job;
use crate::library::csdbs::{self, NewCsdb};
use crate::library::manuals::{self, NewManual};
use crate::library::types::{self, LibraryType};

/// The database of the demo manuals.
pub(super) const DATABASE: &str = "NV240";
pub(super) const FLIGHT_MANUAL: &str = "FLM";

/// A package of the demo library.
#[derive(Debug, Clone, Copy)]
pub struct DemoPackage {
    /// Its folder in the source tree; as a file it is called the same.
    pub folder: &'static str,
    pub manual: &'static str,
}

/// Every package, in the order the manufacturer sent them.
pub const PACKAGES: [DemoPackage; 5] = [
    DemoPackage { folder: "mmel-r1", manual: "MMEL" },
    DemoPackage { folder: "mmel-zh", manual: "MMEL" },
    DemoPackage { folder: "amm", manual: "AMM" },
    DemoPackage { folder: "amm-zh", manual: "AMM" },
    DemoPackage { folder: "mmel-r2", manual: "MMEL" },
];

impl DemoPackage {
    fn file_name(self) -> String {
        format!("nv240-{}.zip", self.folder)
    }
}

/// Imports a package of the demo library, making what it needs; `None` means that it was imported before.
pub async fn import(
    ctx: &Ctx,
    caller: &Caller,
    package: DemoPackage,
    zip: Vec<u8>,
    watch: impl FnMut(&Job),
) -> Result<Option<Job>, Error> {
    make_place(ctx, caller, package.manual).await?;
    if find_revision(ctx, package).await?.is_some() {
        return Ok(None);
    }
    let received = shell::receive(ctx, caller, &package.file_name(), Cursor::new(zip)).await?;
    let text = |text: &str| Parameter::Text(text.to_owned());
    let parameters = Parameters([("importPackage".to_owned(), text(&received.path))].into());
    let read = shell::perform(ctx, caller, "universalPreImport", parameters, |_| ()).await?;
    if read.status != JobStatus::Completed {
        return Ok(Some(read));
    }
    let mut given: std::collections::BTreeMap<String, Parameter> =
        read.outputs.iter().map(|(name, value)| (name.clone(), text(value))).collect();
    given.insert("csdbName".to_owned(), text(DATABASE));
    given.insert("manualName".to_owned(), text(package.manual));
    if package.folder.ends_with("-zh") {
        // A translation of a part says nothing about the rest.
        given.insert("complete".to_owned(), text("no"));
    }
    shell::perform(ctx, caller, "universalImport", Parameters(given), watch).await.map(Some)
}

async fn make_place(ctx: &Ctx, caller: &Caller, manual: &str) -> Result<(), Error> {
    let norvane = LibraryType {
        code: DATABASE.to_owned(),
        name_en: "Norvane NV240".to_owned(),
        name_zh: "诺凡 NV240".to_owned(),
        flag: true,
        builtin: false,
        version: 0,
    };
    match types::create_as(ctx, &Actor::System, types::Which::Csdb, &norvane).await {
        Ok(_) | Err(Error::Type(LibraryTypeError::Taken)) => {}
        Err(error) => return Err(error),
    }
    let database = NewCsdb { name: DATABASE.to_owned(), csdb_type: norvane.code, alias: "NV240 Norvane".to_owned() };
    match csdbs::create(ctx, caller, &database).await {
        Ok(_) | Err(Error::Library(LibraryError::CsdbNameTaken)) => {}
        Err(error) => return Err(error),
    }
    let manual = NewManual {
        csdb: DATABASE.to_owned(),
        name: manual.to_owned(),
        manual_type: manual.to_owned(),
        model_ident_code: DATABASE.to_owned(),
        // Nothing of the flight manual is translated.
        translation_languages: if manual == FLIGHT_MANUAL { Vec::new() } else { vec!["zh-CN".to_owned()] },
        extension_code: "AZB".to_owned(),
        extension_producer: "AZB01".to_owned(),
        ..NewManual::default()
    };
    match manuals::create(ctx, caller, &manual).await {
        Ok(_) | Err(Error::Library(LibraryError::ManualNameTaken)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The OEM revisions of a manual, newest first; none of one that does not exist.
async fn revisions(tx: &mut Tx, manual: &str) -> Result<Vec<Snapshot>, Error> {
    let gone = |_| Error::NotFound(Missing::Manual);
    let (csdb, name) = (Name::in_path(DATABASE).map_err(gone)?, Name::in_path(manual).map_err(gone)?);
    let Some(manual) = store::manuals::find_by_name(tx, &csdb, &name).await? else { return Ok(Vec::new()) };
    Ok(store::snapshots::list(tx, &manual.id, Lane::Oem).await?)
}

/// The revision of the manual that came from a file of this name.
pub(super) async fn find_revision(ctx: &Ctx, package: DemoPackage) -> Result<Option<Snapshot>, Error> {
    let mut tx = ctx.db.read().await?;
    for revision in revisions(&mut tx, package.manual).await? {
        let id = domain::id::PackageId(revision.package_id.clone().unwrap_or_default());
        let from = store::packages::find(&mut tx, &id).await?;
        if from.is_some_and(|from| from.file_name == package.file_name()) {
            return Ok(Some(revision));
        }
    }
    Ok(None)
}

/// Whether packages have come into a manual of the demo's database.
pub(super) async fn has_content(ctx: &Ctx, manual: &str) -> Result<bool, Error> {
    Ok(!revisions(&mut ctx.db.read().await?, manual).await?.is_empty())
}
