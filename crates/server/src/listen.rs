//! Accepts connections, with limits on number and time, and shuts down gracefully.

mod patience;
mod peers;
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
use patience::PatientStream;
use peers::Peers;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;
use unread::{RequestBody, expects_continue};

pub(crate) use unread::BodyError;

/// Timeouts and limits of connections.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Timeout for a request head, and for the next request on an open connection.
    pub head: Duration,
    /// Timeout for requests in flight at shutdown.
    pub stop: Duration,
    /// Timeout for a client that neither takes the response nor sends the rest of its request.
    pub stalled: Duration,
    /// The most concurrent connections; further ones wait.
    pub connections: usize,
    /// The most concurrent connections of one computer; further ones are closed.
    pub per_address: usize,
}

impl ConnectionLimits {
    /// Behind a proxy every connection has the address of the proxy.
    pub fn behind_proxy(self) -> Self {
        Self { per_address: self.connections, ..self }
    }
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        let minute = Duration::from_mins(1);
        Self { head: minute, stop: Duration::from_secs(30), stalled: minute, connections: 4_096, per_address: 1_024 }
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
    let peers = Peers::new(limits.per_address);
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
        // Dropping the stream closes it.
        let Some(of_peer) = peers.enter(peer.ip()) else { continue };
        let connection = graceful.watch(connection(stream, peer, router.clone(), limits));
        tokio::spawn(async move {
            let _places = (place, of_peer);
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
        answer(router.clone(), request, limits.stalled)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(PatientStream::new(stream, limits.stalled)), service)
}

/// Serves one request and leaves the connection fit for the next, or ends it openly.
async fn answer(router: Router, request: Request<Incoming>, patience: Duration) -> Result<Response, Infallible> {
    let expects_continue = expects_continue(request.headers());
    let (parts, body) = request.into_parts();
    let (body, unread) = RequestBody::new(body, patience);
    let mut response = router.oneshot(Request::from_parts(parts, body)).await?;
    unread.settle(expects_continue, &mut response).await;
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::read;
    use axum::body::Body;
    use axum::routing::{get, post};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    async fn start(
        limits: ConnectionLimits,
    ) -> (SocketAddr, tokio::sync::oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new()
            .route("/", get(|info: ConnectInfo<SocketAddr>| async move { info.0.ip().to_string() }))
            .route("/large", get(|| async { vec![0_u8; 64 << 20] }))
            .route("/sent", post(|body: Body| async move { read(body, 1 << 20, "request.too_large").await.map(drop) }));
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

    const QUICK: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn a_client_that_sends_nothing_is_disconnected() {
        let (address, _stop, _) = start(ConnectionLimits { head: QUICK, ..ConnectionLimits::default() }).await;
        assert_eq!(ask(address, "").await, "");
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_its_response_leaves_its_place() {
        let limits = ConnectionLimits { stalled: QUICK, connections: 1, ..ConnectionLimits::default() };
        let (address, _stop, _) = start(limits).await;
        let mut deaf = TcpStream::connect(address).await.expect("it listens");
        deaf.write_all(b"GET /large HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it takes bytes");
        let mut byte = [0];
        deaf.read_exact(&mut byte).await.expect("it has the only place");
        let answer = ask(address, "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    #[tokio::test]
    async fn a_client_that_does_not_send_its_body_is_refused_and_disconnected() {
        let (address, _stop, _) = start(ConnectionLimits { stalled: QUICK, ..ConnectionLimits::default() }).await;
        let answer = ask(address, "POST /sent HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nabc").await;
        assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("connection: close"), "{answer}");
    }

    #[tokio::test]
    async fn one_computer_has_a_part_of_the_places_only() {
        let (address, _stop, _) = start(ConnectionLimits { per_address: 1, ..ConnectionLimits::default() }).await;
        let mut first = TcpStream::connect(address).await.expect("it listens");
        first.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("it takes bytes");
        let mut byte = [0];
        first.read_exact(&mut byte).await.expect("it is served");
        let mut second = TcpStream::connect(address).await.expect("it listens");
        // A reset counts as closed, too.
        assert!(matches!(second.read(&mut byte).await, Ok(0) | Err(_)), "it is closed without an answer");
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
