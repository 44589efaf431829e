//! Files that the filtering of other files depends on.

use memchr::memmem;

/// The parts of a file by which others are filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilterSources {
    /// Products, or declarations of their properties.
    pub has_tables: bool,
    /// Statements of a repository.
    pub has_statements: bool,
    /// A container, which chooses from other modules.
    pub has_container: bool,
}

impl FilterSources {
    /// Looks for words alone, so that a file with many others need not be parsed twice: a file may have less than it says
    /// here, never more.
    pub fn of(bytes: &[u8]) -> Self {
        let is_wide = matches!(bytes, [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] | [0, ..] | [_, 0, ..]);
        let has = |word: &str| is_wide || memmem::find(bytes, word.as_bytes()).is_some();
        Self {
            // `applicCrossRefTableRef` is in every module.
            has_tables: has("CrossRefTable>"),
            // Names may have prefixes.
            has_statements: has("applicSpec>"),
            has_container: has("container>"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_two_bytes_a_letter_may_have_everything() {
        let wide: Vec<u8> = "<dmodule/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let all = FilterSources { has_tables: true, has_statements: true, has_container: true };
        assert_eq!(FilterSources::of(&wide), all);
        let none = FilterSources { has_tables: false, has_statements: false, has_container: false };
        assert_eq!(FilterSources::of(b"<dmodule><applicCrossRefTableRef></applicCrossRefTableRef></dmodule>"), none);
        let prefixed = b"<x:dmodule><x:container></x:container><x:applicSpec></x:applicSpec></x:dmodule>";
        let both = FilterSources { has_statements: true, has_container: true, ..none };
        assert_eq!(FilterSources::of(prefixed), both);
        let tables = b"<dmodule><productCrossRefTable></productCrossRefTable></dmodule>";
        assert_eq!(FilterSources::of(tables), FilterSources { has_tables: true, ..none });
    }
}
