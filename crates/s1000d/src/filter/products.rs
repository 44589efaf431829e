//! Sets of products, and the verdict of a statement on them.

use crate::applic::Truth;

/// Some of the products that a text is filtered for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProductSet(Box<[u64]>);

impl ProductSet {
    pub(super) fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)].into_boxed_slice())
    }

    pub(super) fn all(count: usize) -> Self {
        let mut set = Self::none(count);
        (0..count).for_each(|index| set.add(index));
        set
    }

    pub(super) fn add(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }
}

/// The products that a statement may hold for, and those that it certainly holds for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatementVerdict {
    pub(super) may: ProductSet,
    pub(super) sure: ProductSet,
}

impl StatementVerdict {
    /// Of what no statement is about.
    pub(super) fn always(count: usize) -> Self {
        Self { may: ProductSet::all(count), sure: ProductSet::all(count) }
    }

    pub(super) fn undecided(count: usize) -> Self {
        Self { may: ProductSet::all(count), sure: ProductSet::none(count) }
    }

    /// Collects the truth for each product, in order.
    pub(super) fn of(truths: impl ExactSizeIterator<Item = Truth>) -> Self {
        let count = truths.len();
        let mut verdict = Self { may: ProductSet::none(count), sure: ProductSet::none(count) };
        for (index, truth) in truths.enumerate() {
            if truth.keeps() {
                verdict.may.add(index);
            }
            if truth == Truth::True {
                verdict.sure.add(index);
            }
        }
        verdict
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self { may: self.may.and(&other.may), sure: self.sure.and(&other.sure) }
    }

    /// Whether it holds for one of the products.
    pub(super) fn truth(&self) -> Truth {
        match (self.sure.is_empty(), self.may.is_empty()) {
            (false, _) => Truth::True,
            (true, false) => Truth::Unknown,
            (true, true) => Truth::False,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_many_products_are_joined_and_compared() {
        let mut odd = ProductSet::none(130);
        (0..130).filter(|index| index % 2 == 1).for_each(|index| odd.add(index));
        let mut last = ProductSet::none(130);
        last.add(129);
        let all = ProductSet::all(130);
        assert!(last.is_within(&odd) && odd.is_within(&all) && !odd.is_within(&last));
        assert!(odd.meets(&last) && !ProductSet::none(130).meets(&all) && ProductSet::none(130).is_empty());
        assert_eq!(all.and(&odd), odd);
        let mut both = odd.clone();
        both.add(128);
        last.add(128);
        odd.add_all(&last);
        assert_eq!(odd, both);
    }

    #[test]
    fn a_statement_holds_if_it_holds_for_one_product() {
        use Truth::{False, True, Unknown};
        for (truths, expected) in [
            (vec![False, Unknown, True], True),
            (vec![False, Unknown], Unknown),
            (vec![False], False),
            (vec![True], True),
        ] {
            assert_eq!(StatementVerdict::of(truths.into_iter()).truth(), expected);
        }
    }
}
