//! The applicability filter on plain files.

mod products;

use std::rc::Rc;

use s1000d::applic::repository::{self, Repository};
use s1000d::filter::{Containers, FilterSources, ProductFilter, filter};
use s1000d::{guard, object};

pub use products::{GivenValue, ProductChoice, ProductError};
pub use s1000d::applic::Truth;
pub use s1000d::filter::{AnnotationMode, FilterFinding, FilteredText, LostTarget, LostTargets, Removal};

use super::UnreadableFile;
use products::{ChosenProducts, TableFiles};

/// Filters files for one product or several.
#[derive(Debug)]
pub struct ApplicabilityFilter {
    products: ChosenProducts,
    containers: Containers,
    repository: Repository,
    annotations: AnnotationMode,
}

/// A file after filtering.
#[derive(Debug)]
pub struct FilteredFile {
    /// `None` when nothing had to be changed.
    pub bytes: Option<Vec<u8>>,
    pub filtered: FilteredText,
}

impl ApplicabilityFilter {
    /// Prepares the filter. The files are read a first time, one after the other: among them may be the tables with the
    /// products, repositories of statements, and containers. A file that cannot be read is passed over; filtering it
    /// reports that.
    pub fn read<P>(
        files: &[P],
        read: impl Fn(&P) -> Option<Rc<Vec<u8>>>,
        choice: &ProductChoice,
        annotations: AnnotationMode,
    ) -> Result<Self, ProductError> {
        let (mut tables, mut repository) = (TableFiles::default(), Repository::new());
        let mut has_container = false;
        for file in files {
            let Some(bytes) = read(file) else { continue };
            let sources = FilterSources::of(&bytes);
            has_container |= sources.has_container;
            if !sources.has_tables && !sources.has_statements {
                continue;
            }
            let Ok(checked) = guard::check(&bytes) else { continue };
            if sources.has_tables {
                tables.add(&checked);
            }
            if sources.has_statements {
                repository.extend(repository::read(&checked).unwrap_or_default());
            }
        }
        let mut containers = Containers::default();
        for file in files.iter().filter(|_| has_container) {
            let Some(bytes) = read(file) else { continue };
            if let Ok((object, _)) = guard::check(&bytes).and_then(|checked| object::read(&checked)) {
                containers.add(&object);
            }
        }
        Ok(Self { products: tables.choose(choice)?, containers, repository, annotations })
    }

    /// Filters a file, with the name that an error calls it by.
    pub fn filter(&self, file: &str, bytes: &[u8]) -> Result<FilteredFile, UnreadableFile> {
        let refused = |refusal| UnreadableFile { file: file.to_owned(), refusal };
        let checked = guard::check(bytes).map_err(refused)?;
        let settings = ProductFilter {
            products: self.products.of(&checked),
            repository: Some(&self.repository),
            containers: Some(&self.containers),
            judged: None,
            absent: None,
            annotations: self.annotations,
            is_stated_elsewhere: false,
            lists_references: true,
        };
        let filtered = filter(&checked, &settings).map_err(refused)?;
        let bytes = filtered.text.as_ref().map(|text| checked.encoding().encode(text));
        Ok(FilteredFile { bytes, filtered })
    }
}
