//! Accepts connections, with limits on number and time, and shuts down gracefully.

mod unread;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;
use unread::{RequestBody, expects_continue};

/// Timeouts and limits of connections.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Timeout for a request head, and for the next request on an open connection.
    pub head: Duration,
    /// Timeout for requests in flight at shutdown.
    pub stop: Duration,
    /// The most concurrent connections; further ones wait.
    pub connections: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { head: Duration::from_mins(1), stop: Duration::from_secs(30), connections: 4_096 }
    }
}

/// Delay after a failed accept, such as too many open files: an immediate retry would fail too.
const AFTER_REFUSAL: Duration = Duration::from_millis(100);

/// Serves `router` until `stop` resolves, then finishes running requests.
pub async fn serve_until(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let accepting = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            accepted = accepting => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(error = %error, "A connection could not be accepted");
                tokio::time::sleep(AFTER_REFUSAL).await;
                continue;
            }
        };
        let connection = graceful.watch(connection(stream, peer, router.clone(), limits));
        tokio::spawn(async move {
            let _place = place;
            // A client may disconnect at any time; that is not an error.
            let _ = connection.await;
        });
    }
    drop(listener);
    tracing::info!("Stopping; finishing running requests");
    if tokio::time::timeout(limits.stop, graceful.shutdown()).await.is_err() {
        tracing::warn!("Some requests did not end in time");
    }
}

fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: ConnectionLimits,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + Send + 'static {
    // Responses are small and users wait for them.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        answer(router.clone(), request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(stream), service)
}

/// Serves one request and leaves the connection fit for the next, or ends it openly.
async fn answer(router: Router, request: Request<Incoming>) -> Result<Response, Infallible> {
    let expects_continue = expects_continue(request.headers());
    let (parts, body) = request.into_parts();
    let (body, unread) = RequestBody::new(body);
    let mut response = router.oneshot(Request::from_parts(parts, body)).await?;
    unread.settle(expects_continue, &mut response).await;
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    async fn start(
        limits: ConnectionLimits,
    ) -> (SocketAddr, tokio::sync::oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let router =
            Router::new().route("/", get(|info: ConnectInfo<SocketAddr>| async move { info.0.ip().to_string() }));
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        (address, stop, tokio::spawn(serve_until(listener, router, limits, stopped)))
    }

    async fn ask(address: SocketAddr, text: &str) -> String {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        stream.write_all(text.as_bytes()).await.expect("it takes bytes");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it ends");
        answer
    }

    #[tokio::test]
    async fn a_request_has_its_client_address() {
        let (address, _stop, _) = start(ConnectionLimits::default()).await;
        let answer = ask(address, "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("127.0.0.1"), "{answer}");
    }

    #[tokio::test]
    async fn a_client_that_never_finishes_its_head_is_disconnected() {
        let (address, _stop, _) =
            start(ConnectionLimits { head: Duration::from_millis(50), ..ConnectionLimits::default() }).await;
        let answer = ask(address, "GET / HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }

    #[tokio::test]
    async fn a_waiting_connection_is_served_when_another_closes() {
        let (address, _stop, _) = start(ConnectionLimits { connections: 1, ..ConnectionLimits::default() }).await;
        let mut idle = TcpStream::connect(address).await.expect("it listens");
        idle.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it takes bytes");
        let mut byte = [0];
        idle.read_exact(&mut byte).await.expect("it has the only place");
        let waiting = tokio::spawn(ask(address, "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"));
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(!waiting.is_finished());
        drop(idle);
        let answer = waiting.await.expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    #[tokio::test]
    async fn stopping_closes_idle_connections() {
        let (address, stop, served) = start(ConnectionLimits::default()).await;
        let mut idle = TcpStream::connect(address).await.expect("it listens");
        idle.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it takes bytes");
        let mut byte = [0];
        idle.read_exact(&mut byte).await.expect("it answers");
        stop.send(()).expect("it waits for the word");
        served.await.expect("it ends");
    }
}
