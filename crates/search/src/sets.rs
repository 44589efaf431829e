//! Bit sets: versions of a snapshot, documents of a segment.

use std::sync::Arc;

/// The numbers of one chunk: a bit each, in words of 64.
const CHUNK: u64 = 64 * 64;

type BitChunk = [u64; 64];

/// A set of numbers, one bit each. Chunks without a number take no room: the versions of a snapshot were imported and
/// edited in groups, and thousands of snapshots are held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VersionSet {
    /// The number of the first chunk.
    first: u64,
    /// The first and the last one are filled.
    chunks: Vec<Option<Box<BitChunk>>>,
}

impl VersionSet {
    pub fn contains(&self, number: u64) -> bool {
        let Some(chunk) = self.chunk(number / CHUNK) else { return false };
        let word = usize::try_from(number % CHUNK / 64).ok().and_then(|word| chunk.get(word));
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub fn len(&self) -> usize {
        self.filled().flat_map(|(_, chunk)| chunk).map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The memory that it takes, in bytes.
    pub fn size(&self) -> usize {
        size_of_val(self.chunks.as_slice()) + self.filled().count() * size_of::<BitChunk>()
    }

    /// All numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.filled().flat_map(|(number, chunk)| numbers(number * CHUNK, chunk))
    }

    /// The numbers that are in one of some sets.
    pub fn union(sets: &[Arc<Self>]) -> Self {
        let filled = || sets.iter().filter(|set| !set.is_empty());
        let first = filled().map(|set| set.first).min();
        let end = filled().map(|set| set.first + set.chunks.len() as u64).max();
        let (Some(first), Some(end)) = (first, end) else { return Self::default() };
        let mut union = Self { first, chunks: vec![None; usize::try_from(end - first).unwrap_or_default()] };
        for (number, chunk) in filled().flat_map(|set| set.filled()) {
            if let Some(own) = union.chunk_mut(number) {
                own.iter_mut().zip(chunk).for_each(|(own, word)| *own |= word);
            }
        }
        union
    }

    /// The numbers that another set does not contain, ascending.
    pub fn without(&self, other: &Self) -> Vec<u64> {
        let mut left = Vec::new();
        for (number, chunk) in self.filled() {
            let mut rest = *chunk;
            if let Some(known) = other.chunk(number) {
                rest.iter_mut().zip(known).for_each(|(word, known)| *word &= !known);
            }
            left.extend(numbers(number * CHUNK, &rest));
        }
        left
    }

    /// The chunks that hold numbers, each with its own.
    fn filled(&self) -> impl Iterator<Item = (u64, &BitChunk)> {
        (self.first..).zip(&self.chunks).filter_map(|(number, chunk)| Some((number, chunk.as_deref()?)))
    }

    fn chunk(&self, number: u64) -> Option<&BitChunk> {
        let at = usize::try_from(number.checked_sub(self.first)?).ok()?;
        self.chunks.get(at)?.as_deref()
    }

    fn chunk_mut(&mut self, number: u64) -> Option<&mut BitChunk> {
        let at = usize::try_from(number.checked_sub(self.first)?).ok()?;
        Some(self.chunks.get_mut(at)?.get_or_insert_with(|| Box::new([0; 64])).as_mut())
    }
}

impl FromIterator<u64> for VersionSet {
    fn from_iter<T: IntoIterator<Item = u64>>(numbers: T) -> Self {
        let numbers: Vec<u64> = numbers.into_iter().collect();
        let (Some(low), Some(high)) = (numbers.iter().min(), numbers.iter().max()) else { return Self::default() };
        let (first, last) = (low / CHUNK, high / CHUNK);
        let mut set = Self { first, chunks: vec![None; usize::try_from(last - first + 1).unwrap_or_default()] };
        for number in numbers {
            let word = usize::try_from(number % CHUNK / 64);
            if let (Some(chunk), Ok(word)) = (set.chunk_mut(number / CHUNK), word) {
                chunk[word] |= 1 << (number % 64);
            }
        }
        set
    }
}

/// The numbers of a chunk that begins with `start`, ascending.
fn numbers(start: u64, chunk: &BitChunk) -> impl Iterator<Item = u64> {
    (start..).step_by(64).zip(chunk).flat_map(|(start, word)| ones(*word).map(move |bit| start + u64::from(bit)))
}

/// A set of documents of one segment.
#[derive(Debug, Clone, Default)]
pub(crate) struct DocBits(Vec<u64>);

impl DocBits {
    pub(crate) fn none(documents: u32) -> Self {
        Self(vec![0; documents as usize / 64 + 1])
    }

    pub(crate) fn contains(&self, doc: u32) -> bool {
        self.0.get(doc as usize / 64).is_some_and(|word| word >> (doc % 64) & 1 == 1)
    }

    pub(crate) fn insert(&mut self, doc: u32) {
        if let Some(word) = self.0.get_mut(doc as usize / 64) {
            *word |= 1 << (doc % 64);
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    pub(crate) fn count_in(&self, other: &Self) -> u64 {
        self.0.iter().zip(&other.0).map(|(own, other)| u64::from((own & other).count_ones())).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..).step_by(64).zip(&self.0).flat_map(|(start, word)| ones(*word).map(move |bit| start + bit))
    }
}

/// The positions of set bits, ascending.
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_exactly_the_inserted_numbers() {
        let numbers = [1_000_003, 1_000_000, 1_000_127, 1_000_200];
        let members: VersionSet = numbers.into_iter().collect();
        assert_eq!(members.iter().collect::<Vec<_>>(), [1_000_000, 1_000_003, 1_000_127, 1_000_200]);
        assert!(members.contains(1_000_127) && !members.contains(1_000_128) && !members.contains(3));
        assert_eq!((members.len(), members.is_empty()), (4, false));
        assert!(VersionSet::default().is_empty());
    }

    #[test]
    fn a_set_takes_room_for_its_own_numbers_alone() {
        let old_and_new = || (4_000..4_100).chain(80_000_000..80_000_100);
        let members: VersionSet = old_and_new().collect();
        assert!(members.iter().eq(old_and_new()));
        assert_eq!((members.len(), members.filled().count()), (200, 3), "one group lies in two chunks");
        assert!(!members.contains(40_000_000) && !members.contains(u64::MAX));
    }

    #[test]
    fn sets_are_joined_and_compared() {
        let set = |numbers: &[u64]| numbers.iter().copied().collect::<VersionSet>();
        let sets = [set(&[70_000, 3]), set(&[]), set(&[9_000, 3])].map(Arc::new);
        let union = VersionSet::union(&sets);
        assert_eq!(union, set(&[3, 9_000, 70_000]));
        assert_eq!(union.without(&set(&[3, 4, 70_001])), [9_000, 70_000]);
        assert_eq!(set(&[1, 9_001]).without(&union), [1, 9_001]);
        assert!(union.without(&union).is_empty() && VersionSet::union(&[]).is_empty());
    }

    #[test]
    fn documents_are_joined_and_counted() {
        let (mut some, mut more) = (DocBits::none(200), DocBits::none(200));
        for doc in [0, 63, 64, 199] {
            some.insert(doc);
        }
        for doc in [63, 100] {
            more.insert(doc);
        }
        assert_eq!(some.count_in(&more), 1);
        some.add(&more);
        assert_eq!(some.iter().collect::<Vec<_>>(), [0, 63, 64, 100, 199]);
    }
}
