//! Forms of the editor: named fields of a text, and changes of them.
//!
//! Each part has `read`, the fields of a text, and `edit`, the splices of a change. A field that stays the same gives no
//! splice, so that all other bytes stay. Content that a form cannot show, such as an element within a title, makes its
//! field fixed: it is shown as text and cannot be changed here.

pub mod applicability;
pub mod dispatch;
pub mod graphics;
pub mod metadata;
pub mod references;
mod writer;

pub use writer::FormText;
