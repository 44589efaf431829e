//! Reports about compliance, as jobs: the matrix of a collection, and that of a manual.
//!
//! Rows are read in parts and written as they come (`output`), so that a long report needs little memory, and in one
//! transaction, so that all are of one moment. A report has what the person who asks for it may see.

mod collection;
mod collection_matrix;
mod columns;
mod contents;
mod cover;
mod gaps;
mod manual;
mod manual_matrix;
mod output;
mod parameters;
mod part;
mod requirement;
mod rows;

pub(crate) use collection::DownloadComplianceReport;
pub(crate) use manual::DownloadManualReport;
