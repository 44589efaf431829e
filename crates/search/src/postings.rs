//! Posting lists while they grow: documents in ascending order, as differences of variable length.

/// Documents that contain a term.
#[derive(Debug, Default)]
pub(crate) struct DocumentList {
    bytes: Vec<u8>,
    /// One more than the last document.
    end: u32,
}

impl DocumentList {
    /// Adds a document; the last one may be added again.
    pub(crate) fn add(&mut self, document: u32) {
        if self.end <= document {
            write(&mut self.bytes, document + 1 - self.end);
            self.end = document + 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        let (mut rest, mut end) = (&self.bytes[..], 0);
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            end += read(&mut rest);
            Some(end - 1)
        })
    }
}

/// Documents that contain a term, and how often.
#[derive(Debug, Default)]
pub(crate) struct FrequencyList {
    bytes: Vec<u8>,
    /// One more than the last document.
    end: u32,
    /// Occurrences in the last document.
    frequency: u32,
    documents: u32,
}

impl FrequencyList {
    /// Adds an occurrence.
    pub(crate) fn add(&mut self, document: u32) {
        if self.end <= document {
            self.close();
            write(&mut self.bytes, document + 1 - self.end);
            (self.end, self.frequency) = (document + 1, 0);
            self.documents += 1;
        }
        self.frequency += 1;
    }

    fn close(&mut self) {
        if self.documents > 0 {
            write(&mut self.bytes, self.frequency);
        }
    }

    pub(crate) fn documents(&self) -> u32 {
        self.documents
    }

    pub(crate) fn each(mut self, mut each: impl FnMut(u32, u32)) {
        self.close();
        let (mut rest, mut end) = (&self.bytes[..], 0);
        while !rest.is_empty() {
            end += read(&mut rest);
            each(end - 1, read(&mut rest));
        }
    }
}

/// Documents that contain a term, with its positions and the parts of the document that contain it, as bits.
#[derive(Debug, Default)]
pub(crate) struct PositionList {
    bytes: Vec<u8>,
    /// One more than the last document.
    end: u32,
    /// The last position in it, and the parts so far.
    position: u32,
    parts: u32,
    documents: u32,
}

/// A document in a [`PositionList`].
pub(crate) struct TermPositions<'a> {
    pub(crate) document: u32,
    /// The first position, then the differences.
    pub(crate) deltas: &'a [u32],
    pub(crate) parts: u32,
}

impl PositionList {
    /// Adds an occurrence; positions ascend.
    pub(crate) fn add(&mut self, document: u32, position: u32, part: u32) {
        if self.end <= document {
            self.close();
            write(&mut self.bytes, document + 1 - self.end);
            (self.end, self.position, self.parts) = (document + 1, 0, 0);
            self.documents += 1;
        }
        // Zero ends the positions.
        write(&mut self.bytes, position - self.position + 1);
        self.position = position;
        self.parts |= part;
    }

    fn close(&mut self) {
        if self.documents > 0 {
            write(&mut self.bytes, 0);
            write(&mut self.bytes, self.parts);
        }
    }

    pub(crate) fn documents(&self) -> u32 {
        self.documents
    }

    pub(crate) fn each(mut self, mut each: impl FnMut(TermPositions<'_>)) {
        self.close();
        let (mut rest, mut end, mut deltas) = (&self.bytes[..], 0, Vec::new());
        while !rest.is_empty() {
            end += read(&mut rest);
            deltas.clear();
            while let Some(delta) = read(&mut rest).checked_sub(1) {
                deltas.push(delta);
            }
            each(TermPositions { document: end - 1, deltas: &deltas, parts: read(&mut rest) });
        }
    }
}

/// Writes a number, seven bits in each byte.
fn write(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn read(rest: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    while let Some((byte, after)) = rest.split_first() {
        *rest = after;
        number |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_read_back_once_each() {
        let mut list = DocumentList::default();
        for document in [0, 0, 3, 200, 200, 70_000] {
            list.add(document);
        }
        assert_eq!(list.iter().collect::<Vec<_>>(), [0, 3, 200, 70_000]);
    }

    #[test]
    fn frequencies_are_counted() {
        let mut list = FrequencyList::default();
        for document in [1, 1, 1, 2, 300] {
            list.add(document);
        }
        assert_eq!(list.documents(), 3);
        let mut found = Vec::new();
        list.each(|document, frequency| found.push((document, frequency)));
        assert_eq!(found, [(1, 3), (2, 1), (300, 1)]);
    }

    #[test]
    fn positions_and_parts_are_read_back_as_added() {
        let mut list = PositionList::default();
        for (document, position, part) in [(0, 0, 1), (0, 0, 2), (0, 1_000_000, 2), (9, 4, 1024)] {
            list.add(document, position, part);
        }
        assert_eq!(list.documents(), 2);
        let mut found = Vec::new();
        list.each(|one| found.push((one.document, one.deltas.to_vec(), one.parts)));
        assert_eq!(found, [(0, vec![0, 0, 1_000_000], 3), (9, vec![4], 1024)]);
    }
}
