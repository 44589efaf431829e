//! Paged lists.

/// A page number, counted from 1, and a page size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    number: u32,
    size: u32,
}

impl PageRequest {
    /// Default page size (specification, section 9).
    pub const DEFAULT_SIZE: u32 = 10;
    /// The largest page size.
    pub const MAX_SIZE: u32 = 500;
    /// The largest page number: what a signed 32-bit integer holds, as the API describes it.
    pub const MAX_NUMBER: u32 = i32::MAX as u32;

    /// Checks both numbers; `None` when one is out of range.
    pub fn parse(number: u32, size: u32) -> Option<Self> {
        let sound = (1..=Self::MAX_NUMBER).contains(&number) && (1..=Self::MAX_SIZE).contains(&size);
        sound.then_some(Self { number, size })
    }

    pub fn number(self) -> u32 {
        self.number
    }

    pub fn size(self) -> u32 {
        self.size
    }

    /// The number of rows before this page.
    pub fn offset(self) -> i64 {
        i64::from(self.number - 1) * i64::from(self.size)
    }
}

/// One page of a list, with the length of the whole list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub total: u64,
    pub request: PageRequest,
}

impl<T> Page<T> {
    /// Converts each item.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(f).collect(), total: self.total, request: self.request }
    }
}

/// Sort direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    #[default]
    Ascending,
    Descending,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_count_from_one_and_have_a_limit() {
        assert_eq!(PageRequest::parse(0, 10), None);
        assert_eq!(PageRequest::parse(1, 0), None);
        assert_eq!(PageRequest::parse(1, 500).map(PageRequest::size), Some(500));
        assert_eq!(PageRequest::parse(1, 501), None);
        assert_eq!(PageRequest::parse(2_147_483_648, 10), None);
        let last = PageRequest::parse(2_147_483_647, 500).expect("both are allowed");
        assert_eq!(last.offset(), 2_147_483_646 * 500);
    }
}
