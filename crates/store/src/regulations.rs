//! Regulations in and out: files with what they change, the contents of collections as their publishers wrote them, and
//! mappings between collections.

mod changes;
mod codes;
mod contents;
mod futures;
mod images;
mod imports;
mod mappings;
mod parts;
mod source;
mod wordings;
mod writing;

pub use changes::{
    RegulationChange, RegulationChangeFilter, count_changes, count_proposed, find_change, insert_changes, list_changes,
};
pub use codes::{CountedItem, list_codes, list_counted};
pub use contents::{
    CollectionContents, ContentClause, ContentItem, CurrentReference, list_contents, list_current_references,
    lock_items,
};
pub use futures::{DueItem, begin_texts, list_due, list_futures, list_references_of_path};
pub use images::{ItemImage, PolicyImage, insert_images, list_item_images};
pub use imports::{
    CheckedRegulation, RegulationImport, begin_check, count_imports, delete_import, fail_import, find_import,
    insert_import, list_imports, show_checked, take_import,
};
pub use mappings::{
    MappedItem, MappingFilter, NewMapping, PolicyMapping, count_mappings, delete_mapping, find_mapping,
    insert_mappings, list_all_mappings, list_mappings, list_of_item, update_mapping,
};
pub use parts::{CopiedReferences, copy_references};
pub use source::{
    CollectionSource, ItemSource, RegulationCategoryChange, RegulationFinding, RegulationHead, SourceDate,
    SourceFuture, SourcePicture,
};
pub use wordings::{PolicyWording, insert_wordings, list_wordings};
pub use writing::{
    CollectionEdition, EditionEvent, PlacedCategory, PlacedClause, PlacedItem, delete_clauses, delete_empty_category,
    drop_proposals, free_codes, insert_events, insert_placed_categories, insert_placed_items, move_items,
    place_category, propose_again, put_clauses, rewrite_items, update_edition, withdraw_items,
};
