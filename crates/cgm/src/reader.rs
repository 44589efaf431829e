//! Reads commands of the binary encoding: headers, partitions, padding.

use std::borrow::Cow;

/// One command with all its parameter bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Command<'a> {
    pub(crate) class: u8,
    pub(crate) id: u8,
    pub(crate) params: Cow<'a, [u8]>,
}

/// The file is truncated inside the command at this byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Truncated(pub(crate) usize);

/// This length marks the long form.
const LONG_FORM: usize = 31;
const MORE_PARTITIONS: usize = 0x8000;

/// Iterates over commands.
#[derive(Clone, Debug)]
pub(crate) struct CommandReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> CommandReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next command; `None` at the end of the bytes.
    pub(crate) fn next(&mut self) -> Result<Option<Command<'a>>, Truncated> {
        if self.at >= self.bytes.len() {
            return Ok(None);
        }
        let start = self.at;
        let command = self.command().ok_or(Truncated(start));
        if command.is_err() {
            self.at = self.bytes.len();
        }
        command.map(Some)
    }

    fn command(&mut self) -> Option<Command<'a>> {
        let header = self.word()?;
        let [high, low] = [header >> 8, header & 0xff];
        let class = u8::try_from(high >> 4).ok()?;
        let id = u8::try_from((high & 0x0f) << 3 | low >> 5).ok()?;
        let length = header & 0x1f;
        let params = if length == LONG_FORM { self.partitions()? } else { Cow::Borrowed(self.take(length)?) };
        Some(Command { class, id, params })
    }

    /// Joins the partitions of a command, because a value may straddle two of them.
    fn partitions(&mut self) -> Option<Cow<'a, [u8]>> {
        let word = self.word()?;
        let first = self.take(word & !MORE_PARTITIONS)?;
        if word & MORE_PARTITIONS == 0 {
            return Some(Cow::Borrowed(first));
        }
        let mut joined = first.to_vec();
        loop {
            let word = self.word()?;
            joined.extend_from_slice(self.take(word & !MORE_PARTITIONS)?);
            if word & MORE_PARTITIONS == 0 {
                return Some(Cow::Owned(joined));
            }
        }
    }

    fn word(&mut self) -> Option<usize> {
        let pair = self.bytes.get(self.at..self.at + 2)?;
        self.at += 2;
        Some(usize::from(pair[0]) << 8 | usize::from(pair[1]))
    }

    /// Takes `length` bytes and the pad byte that aligns commands to even offsets.
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at + length)?;
        self.at += length + length % 2;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> (Vec<Command<'_>>, Option<Truncated>) {
        let mut reader = CommandReader::new(bytes);
        let mut found = Vec::new();
        loop {
            match reader.next() {
                Ok(Some(command)) => found.push(command),
                Ok(None) => return (found, None),
                Err(cut) => return (found, Some(cut)),
            }
        }
    }

    #[test]
    fn a_short_command_of_odd_length_is_padded() {
        let (found, cut) = all(&[0x10, 0x23, b'a', b'b', b'c', 0, 0x00, 0x40]);
        assert_eq!(cut, None);
        assert_eq!(found[0], Command { class: 1, id: 1, params: Cow::Borrowed(b"abc") });
        assert_eq!((found[1].class, found[1].id, found[1].params.len()), (0, 2, 0));
    }

    #[test]
    fn partitions_of_odd_size_are_joined() {
        let bytes = [0x40, 0x3f, 0x80, 0x03, 1, 2, 3, 0, 0x80, 0x01, 4, 0, 0x00, 0x02, 5, 6];
        let (found, cut) = all(&bytes);
        assert_eq!(cut, None);
        assert_eq!(found, [Command { class: 4, id: 1, params: Cow::Owned(vec![1, 2, 3, 4, 5, 6]) }]);
    }

    #[test]
    fn a_file_that_ends_inside_a_command_says_where_that_command_starts() {
        let (found, cut) = all(&[0x00, 0x40, 0x10, 0x24, 1, 2]);
        assert_eq!((found.len(), cut), (1, Some(Truncated(2))));
    }
}
