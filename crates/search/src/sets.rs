//! Bit sets: versions of a snapshot, documents of a segment.

/// A set of numbers in a limited range, one bit each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VersionSet {
    /// The number of the first bit; a multiple of 64.
    base: u64,
    bits: Vec<u64>,
}

impl VersionSet {
    pub fn contains(&self, number: u64) -> bool {
        let Some(at) = number.checked_sub(self.base) else { return false };
        let word = usize::try_from(at / 64).ok().and_then(|word| self.bits.get(word));
        word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    /// All numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        let base = self.base;
        (base..)
            .step_by(64)
            .zip(&self.bits)
            .flat_map(|(start, word)| ones(*word).map(move |bit| start + u64::from(bit)))
    }
}

impl FromIterator<u64> for VersionSet {
    fn from_iter<T: IntoIterator<Item = u64>>(numbers: T) -> Self {
        let numbers: Vec<u64> = numbers.into_iter().collect();
        let (Some(low), Some(high)) = (numbers.iter().min(), numbers.iter().max()) else { return Self::default() };
        let base = low / 64 * 64;
        let mut bits = vec![0; usize::try_from((high - base) / 64 + 1).unwrap_or_default()];
        for number in numbers {
            let at = number - base;
            if let Some(word) = usize::try_from(at / 64).ok().and_then(|word| bits.get_mut(word)) {
                *word |= 1 << (at % 64);
            }
        }
        Self { base, bits }
    }
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
