//! Start-up and shutdown.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use app::core::settings::WebhookSettings;
use app::core::signing::SigningKeySource;
use app::core::storage::{StorageState, storage};
use app::core::tokens::TokenKey;
use app::jobs::Runner;
use app::open::{BlobLocation, Locations, S3Settings};
use app::{Ctx, JobSettings, PdfSettings, Settings, users};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::{self, Config, WebhookConfig};
use crate::listen::{self, ConnectionLimits};
use crate::state::{AppState, HttpSettings, PoweredBy};
use crate::{background, mail, memory, observe, routes};

/// Interval of freeing metrics memory.
const TIDY: Duration = Duration::from_secs(15);

/// Interval of returning free memory to the operating system.
const REST: Duration = Duration::from_secs(2);

/// How often the room on the disks is looked at.
const WATCH_STORAGE: Duration = Duration::from_secs(15);

/// Interval of removing expired records.
const SWEEP: Duration = Duration::from_hours(1);

/// The time that a mail has to be sent when the program stops.
const MAIL_PATIENCE: Duration = Duration::from_secs(20);

/// The paths of database, content and keys; makes the data folder when it is missing.
pub fn locations(config: &Config) -> anyhow::Result<Locations> {
    config::ensure_data_folder(&config.data)?;
    let token_key = (!config.session.key.is_empty()).then(|| TokenKey::new(config.session.key.expose().as_bytes()));
    Ok(Locations {
        data: config.data.clone(),
        database_url: config.database_url(),
        max_connections: config.database.max_connections,
        blobs: blob_place(config),
        token_key,
        signing_key: config.signing_key()?.unwrap_or_else(|| SigningKeySource::Folder(config.data.clone())),
    })
}

fn webhook(config: &WebhookConfig) -> Option<WebhookSettings> {
    let mut settings = WebhookSettings::parse(config.url.expose(), config.allow_private)?;
    settings.approved_only = config.approved_only;
    Some(settings)
}

/// Opens database, blob store and keys, and migrates the database.
pub async fn open(config: &Config) -> anyhow::Result<Ctx> {
    let places = locations(config)?;
    let settings = Settings {
        session_lifetime: chrono::TimeDelta::minutes(config.session.lifetime_minutes.into()),
        pending_for: chrono::TimeDelta::days(config.registration.keep_days.into()),
        node: config.node.clone(),
        jobs: JobSettings {
            workers: config.jobs.workers,
            lease: chrono::TimeDelta::seconds(config.jobs.lease_seconds.into()),
            ..JobSettings::default()
        },
        pdf: PdfSettings {
            engine: config.pdf_engine(),
            memory: u64::from(config.pdf.memory_megabytes) << 20,
            time: Duration::from_mins(config.pdf.minutes.into()),
        },
        work_folder: config.data.join("work"),
        search_folder: config.data.join("search"),
        max_upload: i64::from(config.uploads.max_megabytes) << 20,
        min_free_bytes: u64::from(config.storage.warn_below_megabytes) << 20,
        webhook: webhook(&config.webhook),
        ..Settings::default()
    };
    Ok(app::open::open(places, settings).await?)
}

fn blob_place(config: &Config) -> BlobLocation {
    let s3 = &config.blobs;
    if s3.s3_bucket.is_empty() {
        return BlobLocation::Disk(config.blobs_folder());
    }
    BlobLocation::S3(S3Settings {
        endpoint: s3.s3_endpoint.clone(),
        bucket: s3.s3_bucket.clone(),
        region: s3.s3_region.clone(),
        access_key: s3.s3_access_key.expose().to_owned(),
        secret_key: s3.s3_secret_key.expose().to_owned(),
        prefix: s3.s3_prefix.clone(),
        allow_http: s3.s3_allow_http,
    })
}

/// The part of the configuration that the HTTP layer needs.
pub fn http_settings(config: &Config, commit: &'static str) -> HttpSettings {
    HttpSettings {
        trust_forwarded_for: config.server.trust_forwarded_for,
        metrics_open: config.metrics.open,
        hsts_seconds: config.server.hsts_seconds,
        powered_by: PoweredBy { name: config.footer.name.clone(), url: config.footer.url.clone() },
        commit,
    }
}

/// Serves until the program is stopped, then finishes running requests.
pub async fn serve(config: &Config, commit: &'static str, say: impl Fn(&str)) -> anyhow::Result<()> {
    observe::start_metrics();
    // Installed first: a supervisor may stop us as soon as we report that we are ready.
    let stop = asked_to_stop()?;
    let ctx = open(config).await?;
    let listener = TcpListener::bind(config.server.listen)
        .await
        .with_context(|| format!("listening on {} (`server.listen`)", config.server.listen))?;
    let address = listener.local_addr()?;
    // Created last: if a later step failed, nobody would see the password.
    let first_password = users::ensure_first_admin(&ctx, config.admin_password()?.as_ref()).await?;
    say(&welcome(address, &config.data, first_password.as_deref()));
    tracing::info!(server.address = %address, "Listening on {address}");

    let router = routes::router(AppState::new(ctx.clone(), Arc::new(http_settings(config, commit))));
    let tidying = [
        tokio::spawn(tidy()),
        tokio::spawn(rest(ctx.clone())),
        tokio::spawn(sweep(ctx.clone())),
        tokio::spawn(watch_storage(ctx.clone())),
        tokio::spawn(background::end_expired(ctx.clone())),
        tokio::spawn(background::call_webhooks(ctx.clone())),
        tokio::spawn(background::watch_inbox(ctx.clone(), config.data.join("inbox"), config.inbox.account.clone())),
    ];
    let following = app::reading::search::follower::start(&ctx);
    let (end, ended) = tokio::sync::oneshot::channel();
    let stop = async {
        stop.await;
        // Event streams never end by themselves and would block the shutdown.
        ctx.events.close();
        app::reading::search::close(&ctx);
        let _ = end.send(());
    };
    let working = async {
        // In the background: unpacking schemas takes longer than a start may.
        prepare(&ctx, config).await;
        let runner = Runner::start(&ctx).await?;
        let (stop_mail, stopping) = watch::channel(false);
        let mailing = tokio::spawn(mail::work(ctx.clone(), stopping));
        let _ = ended.await;
        stop_mail.send_replace(true);
        runner.stop().await;
        // What the mail server does not answer in time is sent again at the next start.
        let _ = tokio::time::timeout(MAIL_PATIENCE, mailing).await;
        // It stops after the current documents.
        let _ = following.await;
        anyhow::Ok(())
    };
    let serving = async {
        let limits = ConnectionLimits::default();
        let limits = if config.server.trust_forwarded_for { limits.behind_proxy() } else { limits };
        listen::serve_until(listener, router, limits, stop).await;
        anyhow::Ok(())
    };
    let done = tokio::try_join!(serving, working);
    tidying.iter().for_each(JoinHandle::abort);
    app::system::close(&ctx).await;
    tracing::info!("Stopped");
    done.map(drop)
}

/// Prepares the workers; a failure here does not stop the program.
async fn prepare(ctx: &Ctx, config: &Config) {
    if let Err(error) = app::imports::schema_sets::install_dropped(ctx, &config.data.join("schemas")).await {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "Schemas could not be installed");
    }
    if let Err(error) = app::imports::schema_sets::compile_unchecked(ctx).await {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "Schemas could not be compiled");
    }
    if let Err(error) = app::imports::brexes::install_dropped(ctx, &config.data.join("brex")).await {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "BREX could not be installed");
    }
    if let Err(error) = app::imports::uploads::sweep(ctx).await {
        tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "Old uploads could not be removed");
    }
}

async fn tidy() {
    let mut ticks = tokio::time::interval(TIDY);
    loop {
        ticks.tick().await;
        observe::tidy_metrics();
    }
}

/// Writes to the log when room becomes short or full, and when there is enough again.
async fn watch_storage(ctx: Ctx) {
    let mut ticks = tokio::time::interval(WATCH_STORAGE);
    let mut before = StorageState::Enough;
    loop {
        ticks.tick().await;
        let Some(found) = storage(&ctx) else { return };
        let (state, free) = (found.state, found.free_bytes);
        if state != std::mem::replace(&mut before, state) {
            match state {
                StorageState::Enough => tracing::info!(storage.free_bytes = free, "There is enough room again"),
                StorageState::Short => tracing::warn!(storage.free_bytes = free, "Storage is short"),
                StorageState::Full => tracing::error!(storage.free_bytes = free, "The storage is full"),
            }
        }
    }
}

async fn rest(ctx: Ctx) {
    let mut ticks = tokio::time::interval(REST);
    let mut resting = app::system::WriteActivity::default();
    loop {
        ticks.tick().await;
        memory::return_memory();
        match app::system::rest(&ctx, &mut resting).await {
            Ok(true) => memory::return_c_memory(),
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(error = %anyhow::Error::from(error), "The page cache could not be freed");
            }
        }
    }
}

async fn sweep(ctx: Ctx) {
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        ticks.tick().await;
        if let Err(error) = users::registration::sweep(&ctx).await {
            // The next interval tries again.
            tracing::warn!(error = %anyhow::Error::from(error), "Old registrations could not be removed");
        }
        if let Err(error) = users::mail::outbox::sweep(&ctx).await {
            tracing::warn!(error = %anyhow::Error::from(error), "Old mails could not be removed");
        }
        if let Err(error) = app::editing::reminders::send(&ctx).await {
            tracing::warn!(error = %anyhow::Error::from(error), "Reminders of old check-outs could not be sent");
        }
        if let Err(error) = app::compliance::reviews::remind(&ctx).await {
            tracing::warn!(error = %anyhow::Error::from(error), "Owners of requirements could not be reminded");
        }
        if let Err(error) = app::compliance::dashboard::note_day(&ctx).await {
            tracing::warn!(error = %anyhow::Error::from(error), "The compliance figures of the day could not be noted");
        }
        if let Err(error) = app::library::trash::sweep(&ctx).await {
            tracing::warn!(error = %anyhow::Error::from(error), "What was purged could not be removed");
        }
    }
}

/// Resolves when the program receives a stop signal; listens from now on.
#[cfg(unix)]
fn asked_to_stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| signal(kind).context("listening for signals");
    let (mut terminate, mut interrupt) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn asked_to_stop() -> anyhow::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = tokio::signal::windows::ctrl_c().context("listening for signals")?;
    Ok(async move {
        interrupt.recv().await;
    })
}

fn welcome(address: SocketAddr, data: &Path, first_password: Option<&str>) -> String {
    let host = if address.ip().is_unspecified() || address.ip().is_loopback() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    };
    let ready = format!("Airfolio is ready at http://{host}\n");
    let Some(password) = first_password else { return ready };
    format!(
        "{ready}\n  account   {}\n  password  {password}\n\n\
         This password is shown once and is changed at the first sign-in.\n\
         To try the product with demo people, operators and manuals: airfolio demo --data {}\n",
        users::FIRST_ADMIN,
        data.display(),
    )
}
