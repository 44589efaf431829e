//! Cached renderings of modules, and the applicability statements and tables they need.

use std::sync::Arc;

use domain::language::Locale;
use s1000d::applic::tables::Tables;
use s1000d::applic::{Applic, Expression};
use s1000d::document::html::Rendered;
use s1000d::repositories::SharedEntries;
use tokio::sync::Semaphore;

use crate::core::cache::Cache;

/// Limit of rendered modules, in bytes.
const MODULES_CAPACITY: usize = 8 << 20;
/// Limit of applicability tables, in bytes of their files.
const TABLES_CAPACITY: usize = 8 << 20;
/// Large modules that are rendered at once; small ones are not limited.
const LARGE_AT_ONCE: usize = 2;

/// Rendered modules and parsed applicability, keyed by content so that every node makes the same.
#[derive(Debug)]
pub(crate) struct RenderCache {
    pub(crate) modules: Cache<RenderKey, Rendered>,
    pub(crate) applicability: Cache<String, StatedApplicability>,
    pub(crate) repositories: Cache<String, SharedEntries>,
    pub(crate) tables: Cache<String, Tables>,
    pub(crate) large: Arc<Semaphore>,
}

impl Default for RenderCache {
    fn default() -> Self {
        Self {
            modules: Cache::new(MODULES_CAPACITY),
            // A page of contents asks for that of all its modules.
            applicability: Cache::new(4 << 20),
            repositories: Cache::new(8 << 20),
            tables: Cache::new(TABLES_CAPACITY),
            large: Arc::new(Semaphore::new(LARGE_AT_ONCE)),
        }
    }
}

/// Everything that the rendering of a module depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct RenderKey {
    pub(crate) renderer: u32,
    pub(crate) blob: String,
    pub(crate) tables: String,
    pub(crate) locale: Locale,
    pub(crate) choice: String,
    pub(crate) grey: bool,
}

/// The applicability of the whole module as stated in its file or its status file.
#[derive(Debug, Clone)]
pub(crate) enum StatedApplicability {
    Nothing,
    /// A statement of its own, entries of a repository, or both: all must hold.
    Stated {
        own: Option<Applic>,
        shared: Vec<String>,
    },
    /// The file cannot be read.
    Unread,
}

impl StatedApplicability {
    /// About what it takes in memory.
    pub(crate) fn weight(&self) -> usize {
        let own = match self {
            Self::Stated { own, shared } => {
                let own = own.as_ref();
                let stated = own.map_or(0, |own| own.display.len() + own.expression.as_ref().map_or(0, weight));
                stated + shared.iter().map(|ident| ident.len() + 30).sum::<usize>()
            }
            Self::Nothing | Self::Unread => 0,
        };
        300 + own
    }
}

/// About what a statement takes in memory.
pub(crate) fn statement_weight(applic: &Applic) -> usize {
    100 + applic.display.len() + applic.expression.as_ref().map_or(0, weight)
}

fn weight(expression: &Expression) -> usize {
    let own = match expression {
        Expression::Assert(assertion) => {
            assertion.property.ident.len() + assertion.values.to_string().len() + assertion.values.len() * 60
        }
        Expression::And(parts) | Expression::Or(parts) => parts.iter().map(weight).sum(),
        Expression::Unread(text) => text.len(),
    };
    100 + own
}
