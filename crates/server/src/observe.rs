//! Logs and metrics.

mod json_lines;

use std::sync::OnceLock;
use std::time::Duration;

use app::core::storage::{Storage, StorageState};
use axum::http::{Method, StatusCode};
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::fmt::format::JsonFields;

use crate::config::LogFormat;

const DURATION: &str = "airfolio_http_request_duration_seconds";
const BUCKETS: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// Starts logging to standard error; `filter` is a level or a tracing filter.
pub fn start_log(format: LogFormat, filter: &str) {
    use std::io::IsTerminal;
    let json = match format {
        LogFormat::Json => true,
        LogFormat::Text => false,
        LogFormat::Auto => !std::io::stderr().is_terminal(),
    };
    let builder = tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::new(filter))
        .with_target(false)
        .with_writer(std::io::stderr);
    // A second start in one process, as in tests, keeps the first logger.
    let _ = if json {
        tracing::subscriber::set_global_default(
            builder.fmt_fields(JsonFields::new()).event_format(json_lines::JsonLines).finish(),
        )
    } else {
        tracing::subscriber::set_global_default(builder.compact().finish())
    };
}

/// Logs and counts a request.
pub(crate) fn served(method: &Method, path: &str, route: &str, status: StatusCode, duration: Duration, account: &str) {
    let labels = [
        ("method", known_method(method).to_owned()),
        ("route", route.to_owned()),
        ("status", status.as_u16().to_string()),
    ];
    counter!("airfolio_http_requests_total", &labels).increment(1);
    histogram!(DURATION, "route" => route.to_owned()).record(duration.as_secs_f64());
    let duration_ms = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(
        http.method = %method,
        http.path = path,
        http.status = status.as_u16(),
        http.duration_ms = duration_ms,
        user.account = account,
        "{method} {path} {}",
        status.as_u16()
    );
}

/// Clients can invent methods; the number of metric labels must stay bounded.
fn known_method(method: &Method) -> &str {
    match *method {
        Method::GET | Method::POST | Method::PUT | Method::DELETE | Method::HEAD | Method::PATCH | Method::OPTIONS => {
            method.as_str()
        }
        _ => "other",
    }
}

static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Starts the metrics recorder; a second call in one process has no effect.
pub fn start_metrics() {
    RECORDER.get_or_init(|| {
        let builder =
            PrometheusBuilder::new().set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), &BUCKETS).ok()?;
        builder.install_recorder().ok()
    });
}

/// Frees metrics memory between two scrapes.
pub fn tidy_metrics() {
    if let Some(Some(handle)) = RECORDER.get() {
        handle.run_upkeep();
    }
}

/// Sets the numbers of waiting and running jobs on all nodes; `NaN` while they are unknown.
#[expect(clippy::cast_precision_loss, reason = "nobody has so many jobs")]
pub(crate) fn jobs(counts: Option<(u64, u64)>) {
    let (waiting, held) = counts.map_or((f64::NAN, f64::NAN), |(waiting, held)| (waiting as f64, held as f64));
    gauge!("airfolio_jobs_waiting").set(waiting);
    gauge!("airfolio_jobs_held").set(held);
}

/// Counts a request that an outage of the storage kept from its work.
pub(crate) fn outage(code: &'static str) {
    counter!("airfolio_storage_failures_total", "code" => code).increment(1);
}

/// Notes how much room the disk with the least of it has.
#[expect(clippy::cast_precision_loss, reason = "a gauge of bytes may be off by some")]
pub(crate) fn storage(storage: Storage) {
    gauge!("airfolio_storage_free_bytes").set(storage.free_bytes as f64);
    gauge!("airfolio_storage_total_bytes").set(storage.total_bytes as f64);
    gauge!("airfolio_storage_short").set(f64::from(u8::from(storage.state != StorageState::Enough)));
}

/// The metrics in Prometheus text format.
pub(crate) fn render() -> String {
    #[expect(clippy::cast_precision_loss, reason = "a gauge of bytes may be off by some")]
    if let Some(bytes) = private_memory() {
        gauge!("airfolio_memory_private_bytes").set(bytes as f64);
    }
    RECORDER.get().and_then(Option::as_ref).map(PrometheusHandle::render).unwrap_or_default()
}

/// The process's private memory, if the operating system reports it.
pub(crate) fn private_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
