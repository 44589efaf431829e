//! Business rules on plain files.

use std::sync::Arc;

use s1000d::brex::{Brex, BrexChecker, BrexError, BrexPool};
use s1000d::guard;

pub use s1000d::brex::{
    BrexFinding, BrexRule, FoundNode, LayerGap, ModuleVerdict, RuleSubject, UnjudgedRule, ViolationKind,
};

use super::UnreadableFile;

/// The rules that files are checked against.
#[derive(Debug)]
pub enum FileRules {
    /// For each file those that it names, out of the files at hand.
    Named(BrexPool),
    /// The same for every file.
    Given(Arc<BrexChecker>),
}

/// A file that cannot be used as BREX.
#[derive(Debug, thiserror::Error)]
#[error("{file}")]
pub struct UnusableBrex {
    pub file: String,
    #[source]
    pub error: BrexError,
}

impl FileRules {
    /// The rules that files name; [`Self::offer`] adds them.
    pub fn named() -> Self {
        Self::Named(BrexPool::default())
    }

    /// The rules of these files together, the project's own first; each with the name that an error calls it by.
    pub fn given<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Result<Self, UnusableBrex> {
        let read = |(name, bytes): (&str, &[u8])| {
            let brex = guard::check(bytes).map_err(BrexError::from).and_then(|checked| Brex::read(&checked));
            brex.map(Arc::new).map_err(|error| UnusableBrex { file: name.to_owned(), error })
        };
        let layers = files.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Self::Given(Arc::new(BrexChecker::of(layers))))
    }

    /// Takes the rules of a file, if it is a BREX and rules are found by name. A file that cannot be read has none:
    /// checking it reports that.
    pub fn offer(&mut self, file: &str, bytes: &[u8]) -> Result<(), UnusableBrex> {
        let (Self::Named(pool), Ok(checked)) = (self, guard::check(bytes)) else { return Ok(()) };
        match pool.add_file(&checked) {
            Ok(_) | Err(BrexError::Unreadable(_)) => Ok(()),
            Err(error) => Err(UnusableBrex { file: file.to_owned(), error }),
        }
    }

    pub fn check(&self, file: &str, bytes: &[u8]) -> Result<ModuleVerdict, UnreadableFile> {
        let refused = |refusal| UnreadableFile { file: file.to_owned(), refusal };
        let module = guard::check(bytes).map_err(refused)?;
        match self {
            Self::Named(pool) => pool.check_file(&module).map_err(refused),
            Self::Given(checker) => {
                let report = checker.check_file(&module).map_err(refused)?;
                Ok(ModuleVerdict { report, checker: Arc::clone(checker), gaps: Vec::new() })
            }
        }
    }
}
