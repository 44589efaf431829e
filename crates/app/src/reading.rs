//! Reading: modules, pictures, tables of contents, references and search.

pub mod business_rules;
pub mod bytes;
pub(crate) mod content;
pub mod glossary;
pub mod graph;
pub(crate) mod highlights;
pub mod manual_redline;
pub mod pictures;
pub mod redline_export;
pub mod search;
pub mod sns;
pub(crate) mod text_anchors;
pub mod toc;
pub mod viewer;
