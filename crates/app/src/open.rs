//! Opening database, content and keys at the start of the program.

use std::path::PathBuf;
use std::sync::Arc;

use store::blobs::Blobs;
use store::{Db, StoreError};

use crate::compliance::exchange::{CheckRegulation, TakeRegulation};
use crate::compliance::packs::MakeAuditPack;
use crate::compliance::reports::{DownloadComplianceReport, DownloadManualReport};
use crate::core::clock::{SystemClock, SystemIds};
use crate::core::ctx::{Ctx, Parts};
use crate::core::job_kind::Kinds;
use crate::core::keys;
use crate::core::settings::Settings;
use crate::core::signing::SigningKeySource;
use crate::core::tokens::TokenKey;
use crate::imports::import::UniversalImport;
use crate::imports::pre_import::PreImport;
use crate::library::collect::CollectContent;
use crate::library::compress::CompressContent;
use crate::publications::{ExportApprove, ExportFormal, ExportQuick};
use crate::reading::business_rules::job::CheckBusinessRules;
use crate::revisions::{BatchMarkDone, ConfirmOem, ExportRevisionHistory, MarkAllDone, RejectOem, RestoreAirline};

pub use store::blobs::S3Settings;

/// Locations of data, database, content and keys.
#[derive(Debug)]
pub struct Locations {
    pub data: PathBuf,
    pub database_url: String,
    pub max_connections: u32,
    pub blobs: BlobLocation,
    /// Without one the key file of the data folder is used.
    pub token_key: Option<TokenKey>,
    pub signing_key: SigningKeySource,
}

/// Location of content.
#[derive(Debug)]
pub enum BlobLocation {
    Disk(PathBuf),
    S3(S3Settings),
}

/// Why the program cannot start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("opening the database")]
    Database(#[source] StoreError),
    #[error("bringing the database up to date")]
    Migrate(#[source] StoreError),
    #[error("opening the content")]
    Blobs(#[source] StoreError),
    #[error("reading the signing key of the data folder")]
    Key(#[source] std::io::Error),
}

/// Opens the database, as it is, and the content.
pub(crate) async fn connect(places: &Locations) -> Result<(Db, Blobs), OpenError> {
    let db = Db::open(&places.database_url, places.max_connections).await.map_err(OpenError::Database)?;
    let blobs = match &places.blobs {
        BlobLocation::Disk(root) => Blobs::disk(root),
        BlobLocation::S3(settings) => Blobs::s3(settings.clone()),
    };
    Ok((db, blobs.map_err(OpenError::Blobs)?))
}

/// Opens everything and brings the database up to date.
pub async fn open(places: Locations, settings: Settings) -> Result<Ctx, OpenError> {
    let (db, blobs) = connect(&places).await?;
    db.migrate().await.map_err(OpenError::Migrate)?;
    if let Some(warning) = db.collation_warning().await.map_err(OpenError::Database)? {
        tracing::warn!("{warning}");
    }
    let token_key = match places.token_key {
        Some(key) => key,
        None => keys::load_or_create(&places.data).map_err(OpenError::Key)?,
    };
    Ok(Ctx::new(Parts {
        db,
        blobs,
        clock: Arc::new(SystemClock),
        ids: Arc::new(SystemIds),
        token_key,
        signing_key: places.signing_key,
        settings,
        kinds: job_kinds(),
    }))
}

/// The kinds of background jobs of the product.
pub fn job_kinds() -> Kinds {
    Kinds::default()
        .and(PreImport)
        .and(UniversalImport)
        .and(CompressContent)
        .and(CollectContent)
        .and(CheckBusinessRules)
        .and(ConfirmOem)
        .and(RejectOem)
        .and(RestoreAirline)
        .and(MarkAllDone)
        .and(BatchMarkDone)
        .and(ExportRevisionHistory)
        .and(ExportQuick)
        .and(ExportApprove)
        .and(ExportFormal)
        .and(CheckRegulation)
        .and(TakeRegulation)
        .and(DownloadComplianceReport)
        .and(DownloadManualReport)
        .and(MakeAuditPack)
}
