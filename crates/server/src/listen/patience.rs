//! Connections whose client takes no bytes: they end after a while, so that they do not keep the place of others.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// Bytes that count as progress; fewer only together. A client that sends one now and then does not hold its place.
const PROGRESS: usize = 16 << 10;

/// Waits for the other side, at most for some time until it makes progress. Time that passes elsewhere, such as in a
/// handler, does not count.
#[derive(Debug)]
pub(super) struct Patience {
    limit: Duration,
    /// The wait under way, and its beginning.
    waiting: Option<(Pin<Box<Sleep>>, Instant)>,
    /// The duration of earlier waits since the last progress.
    waited: Duration,
    moved: usize,
}

impl Patience {
    pub(super) fn new(limit: Duration) -> Self {
        Self { limit, waiting: None, waited: Duration::ZERO, moved: 0 }
    }

    /// `true` once the other side has made no progress for too long.
    pub(super) fn is_over(&mut self, cx: &mut Context<'_>) -> bool {
        let left = self.limit.saturating_sub(self.waited);
        let begin = || (Box::pin(tokio::time::sleep(left)), Instant::now());
        self.waiting.get_or_insert_with(begin).0.as_mut().poll(cx).is_ready()
    }

    /// The other side took or sent so many bytes.
    pub(super) fn moved(&mut self, bytes: usize) {
        if let Some((_, since)) = self.waiting.take() {
            self.waited += since.elapsed();
        }
        self.moved = self.moved.saturating_add(bytes);
        if self.moved >= PROGRESS {
            (self.waited, self.moved) = (Duration::ZERO, 0);
        }
    }
}

/// A stream whose client has to take what is written.
#[derive(Debug)]
pub(super) struct PatientStream<S> {
    stream: S,
    writing: Patience,
}

impl<S> PatientStream<S> {
    pub(super) fn new(stream: S, limit: Duration) -> Self {
        Self { stream, writing: Patience::new(limit) }
    }

    fn written<T>(&mut self, polled: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if polled.is_pending() && self.writing.is_over(cx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        if polled.is_ready() {
            // The system takes more only after the client has taken much.
            self.writing.moved(PROGRESS);
        }
        polled
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PatientStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PatientStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(polled, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.written(polled, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_flush(cx);
        self.written(polled, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.written(polled, cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn a_few_bytes_now_and_then_are_no_progress() {
        let mut patience = Patience { waited: LIMIT, ..Patience::new(LIMIT) };
        patience.moved(1);
        let over = std::future::poll_fn(|cx| if patience.is_over(cx) { Poll::Ready(()) } else { Poll::Pending });
        tokio::time::timeout(LIMIT / 2, over).await.expect("what earlier waits took counts");
    }

    #[test]
    fn much_is_progress_also_in_small_parts() {
        let mut patience = Patience { waited: LIMIT, ..Patience::new(LIMIT) };
        patience.moved(PROGRESS - 1);
        assert_eq!(patience.waited, LIMIT);
        patience.moved(1);
        assert_eq!((patience.waited, patience.moved), (Duration::ZERO, 0));
    }
}
