//! The queue of the writer thread, limited by size. Tantivy's own queue holds ten thousand documents of any size.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tantivy::TantivyDocument;
use tantivy::schema::document::Document;

/// Bytes of text in the queue, which take about four times as much memory. A larger document waits alone.
const ROOM: usize = 16 << 20;

/// A live writer thread frees some space within this time. A dead one never does; then adding must fail instead of
/// waiting forever.
const PATIENCE: Duration = Duration::from_secs(10);

fn has_room(taken: usize, size: usize) -> bool {
    taken == 0 || taken + size <= ROOM
}

/// The queue; cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct DocumentQueue(Arc<QueueState>);

#[derive(Debug, Default)]
struct QueueState {
    taken: Mutex<usize>,
    freed: Condvar,
}

impl QueueState {
    fn taken(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DocumentQueue {
    /// Waits for space and reserves it for a document.
    pub(crate) fn enter(&self, document: TantivyDocument, size: usize) -> QueuedDocument {
        let waited = self.0.freed.wait_timeout_while(self.0.taken(), PATIENCE, |taken| !has_room(*taken, size));
        let (mut taken, _) = waited.unwrap_or_else(PoisonError::into_inner);
        *taken += size;
        drop(taken);
        QueuedDocument { document, _place: Reservation { size, shared: Arc::clone(&self.0) } }
    }
}

/// A document with its reservation.
#[derive(Debug)]
pub(crate) struct QueuedDocument {
    document: TantivyDocument,
    _place: Reservation,
}

/// A reservation, released when the document is written or dropped.
#[derive(Debug)]
struct Reservation {
    size: usize,
    shared: Arc<QueueState>,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        *self.shared.taken() -= self.size;
        self.shared.freed.notify_all();
    }
}

impl Document for QueuedDocument {
    type Value<'a> = <TantivyDocument as Document>::Value<'a>;
    type FieldsValuesIter<'a> = <TantivyDocument as Document>::FieldsValuesIter<'a>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        self.document.iter_fields_and_values()
    }

    fn into_tantivy_document(self) -> TantivyDocument {
        self.document
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn the_queue_accepts_documents_up_to_its_limit_and_a_single_larger_one() {
        assert!(has_room(ROOM - 1, 1) && !has_room(ROOM, 1) && !has_room(1, ROOM));
        assert!(has_room(0, ROOM * 2));
    }

    #[test]
    fn a_waiting_document_is_queued_as_soon_as_another_is_written() {
        let queue = DocumentQueue::default();
        let (first, small) =
            (queue.enter(TantivyDocument::default(), ROOM - 1), queue.enter(TantivyDocument::default(), 1));
        let ((begun, heard_begin), (entered, heard)) = (mpsc::channel(), mpsc::channel());
        let other = queue.clone();
        let waiting = thread::spawn(move || {
            begun.send(()).unwrap();
            let _place = other.enter(TantivyDocument::default(), 1);
            entered.send(*other.0.taken()).unwrap();
        });
        heard_begin.recv().unwrap();
        assert!(heard.try_recv().is_err(), "there is no room yet");
        drop(first.into_tantivy_document());
        assert_eq!(heard.recv_timeout(PATIENCE / 2), Ok(2), "nobody has to wait for the end of all patience");
        waiting.join().unwrap();
        drop(small);
        assert_eq!(*queue.0.taken(), 0);
    }
}
