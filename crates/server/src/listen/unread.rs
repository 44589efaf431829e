//! Request bodies that were not read, for example because the request was refused.
//!
//! The next request on the connection comes after such a body. A short body is read and dropped, and the connection
//! stays open. After a longer one the response says `Connection: close`. The rest of the body is then still read for a
//! few seconds: closing a socket that holds unread bytes resets it, and the client would lose the response.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::header::{CONNECTION, EXPECT};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};

use super::patience::Patience;

/// The longest unread rest that is read to keep the connection open.
const SHORT: u64 = 64 << 10;
/// How long a client may take to send a short rest.
const SHORT_PATIENCE: Duration = Duration::from_secs(1);
/// How much of a longer rest is read, and for how long, before the connection is closed.
const LINGER_BYTES: usize = 32 << 20;
const LINGER_PATIENCE: Duration = Duration::from_secs(5);

/// A request's body; what is left of it when it is dropped goes to its [`UnreadBody`].
#[derive(Debug)]
pub(super) struct RequestBody {
    /// `None` once it was read to its end.
    body: Option<Incoming>,
    /// Reading has begun, which sends `100 Continue` to a client that waits for it.
    begun: bool,
    patience: Patience,
    unread: UnreadBody,
}

/// The body of a request did not come.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    #[error("reading the body of a request")]
    Read(#[from] hyper::Error),
    #[error("the client sent nothing for too long")]
    Stalled,
}

/// The unread rest of a request's body.
#[derive(Debug, Clone, Default)]
pub(super) struct UnreadBody(Arc<Mutex<Rest>>);

#[derive(Debug, Default)]
enum Rest {
    #[default]
    Nothing,
    /// Another task still reads it.
    Held,
    Dropped {
        body: Incoming,
        begun: bool,
    },
}

impl RequestBody {
    pub(super) fn new(body: Incoming, patience: Duration) -> (Self, UnreadBody) {
        let unread = UnreadBody::default();
        let body = (!body.is_end_stream()).then_some(body);
        if body.is_some() {
            unread.set(Rest::Held);
        }
        (Self { body, begun: false, patience: Patience::new(patience), unread: unread.clone() }, unread)
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let this = self.get_mut();
        let Some(body) = &mut this.body else { return Poll::Ready(None) };
        this.begun = true;
        let polled = Pin::new(&mut *body).poll_frame(cx);
        if polled.is_pending() && this.patience.is_over(cx) {
            // What may still come is not waited for: the response is the last one on its connection.
            this.body = None;
            this.unread.set(Rest::Held);
            return Poll::Ready(Some(Err(BodyError::Stalled)));
        }
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            this.patience.moved(frame.data_ref().map_or(0, Bytes::len));
        }
        if body.is_end_stream() || matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            this.body = None;
            this.unread.set(Rest::Nothing);
        }
        polled.map_err(BodyError::Read)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        if let Some(body) = self.body.take() {
            self.unread.set(Rest::Dropped { body, begun: self.begun });
        }
    }
}

impl UnreadBody {
    fn set(&self, rest: Rest) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = rest;
    }

    /// Reads a short rest, or marks `response` as the last one on its connection.
    pub(super) async fn settle(self, expects_continue: bool, response: &mut Response) {
        let rest = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let body = match rest {
            Rest::Nothing => return,
            Rest::Held => None,
            // Reading would send `100 Continue` and ask the client for a body that nobody wants.
            Rest::Dropped { begun: false, .. } if expects_continue => None,
            Rest::Dropped { body, .. } => Some(body),
        };
        let close = HeaderValue::from_static("close");
        let Some(mut body) = body else {
            response.headers_mut().insert(CONNECTION, close);
            return;
        };
        if body.size_hint().upper().is_some_and(|rest| rest <= SHORT) {
            let read = tokio::time::timeout(SHORT_PATIENCE, drain(&mut body, LINGER_BYTES)).await;
            if matches!(read, Ok(true)) {
                return;
            }
        }
        response.headers_mut().insert(CONNECTION, close);
        tokio::spawn(async move { tokio::time::timeout(LINGER_PATIENCE, drain(&mut body, LINGER_BYTES)).await });
    }
}

/// Reads and drops up to `most` bytes; returns whether the body came to its end.
async fn drain(body: &mut Incoming, most: usize) -> bool {
    let mut left = most;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        let taken = frame.data_ref().map_or(0, Bytes::len);
        let Some(rest) = left.checked_sub(taken) else { return false };
        left = rest;
    }
    true
}

/// Whether the client waits for `100 Continue` before it sends the body.
pub(super) fn expects_continue(headers: &HeaderMap) -> bool {
    headers.contains_key(EXPECT)
}
