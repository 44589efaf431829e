//! Our own layout: a workbook with the sheets `collection` and `requirements`, or one CSV file.
//!
//! Row order is display order. A CSV file has the data of the collection in rows of the type `META`. Categories are
//! rows of the type `CATEGORY`, texts that apply later rows of the type `FUTURE` below their item. What is written
//! here is read as it was, except for pictures, of which a table has the names alone.

pub(crate) mod columns;
mod lists;
mod read;
mod rows;
mod tree;
mod write;

pub use write::{template_csv, template_xlsx, to_csv, to_xlsx};

pub(crate) use read::{read_sheet, read_sheets};

/// The sheet with the data of the collection.
pub(crate) const COLLECTION_SHEET: &str = "collection";
/// The sheet with its categories and items.
pub(crate) const REQUIREMENTS_SHEET: &str = "requirements";
/// The sheet of a template that explains the columns.
const COLUMNS_SHEET: &str = "columns";
