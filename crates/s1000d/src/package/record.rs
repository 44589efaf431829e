//! The record of each file that has been read: enough to check the package as a whole.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

use domain::finding::Rule;
use foldhash::fast::RandomState;

use crate::code::Version;
use crate::object::{ContentType, Object, ObjectKind, Role};

/// The kind of a file in the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    Module,
    Publication,
    ApplicabilityTable,
    ConditionTable,
    ProductTable,
    Brex,
    Repository,
    Container,
    Illustration,
    ModuleList,
    DispatchNote,
    Comment,
    Other,
}

impl FileKind {
    pub fn of(object: &Object) -> Self {
        match (object.kind, object.content_type) {
            (ObjectKind::DataModule, Some(ContentType::ApplicabilityTable)) => Self::ApplicabilityTable,
            (ObjectKind::DataModule, Some(ContentType::ConditionTable)) => Self::ConditionTable,
            (ObjectKind::DataModule, Some(ContentType::ProductTable)) => Self::ProductTable,
            (ObjectKind::DataModule, Some(ContentType::Brex)) => Self::Brex,
            (ObjectKind::DataModule, Some(ContentType::Container)) => Self::Container,
            (ObjectKind::DataModule, Some(content)) if content.is_repository() => Self::Repository,
            (ObjectKind::DataModule, _) => Self::Module,
            (ObjectKind::Publication, _) => Self::Publication,
            (ObjectKind::ModuleList, _) => Self::ModuleList,
            (ObjectKind::DispatchNote, _) => Self::DispatchNote,
            (ObjectKind::Comment, _) => Self::Comment,
            _ => Self::Other,
        }
    }

    /// The kind of object that the library keeps it as.
    pub fn object_kind(self) -> domain::object::ObjectKind {
        use domain::object::ObjectKind as Kind;
        match self {
            Self::Module => Kind::DataModule,
            Self::Publication => Kind::PublicationModule,
            Self::ApplicabilityTable => Kind::Act,
            Self::ConditionTable => Kind::Cct,
            Self::ProductTable => Kind::Pct,
            Self::Brex => Kind::Brex,
            Self::Repository => Kind::Repository,
            Self::Container => Kind::Container,
            Self::Illustration => Kind::Icn,
            Self::ModuleList => Kind::Dml,
            Self::DispatchNote => Kind::Ddn,
            Self::Comment => Kind::Comment,
            Self::Other => Kind::Other,
        }
    }

    /// The word on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        self.object_kind().as_str()
    }

    /// Whether it is a data module of some kind.
    pub fn is_module(self) -> bool {
        self.object_kind().is_module()
    }
}

/// Summary of one stored file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its place among the archive's files; items come in this order.
    pub index: usize,
    /// Path in the package.
    pub name: Box<str>,
    pub kind: FileKind,
    /// The identity's key, as in `DMC-…_en-US`; without identity the file is known by its name.
    pub key: Option<Box<str>>,
    pub language: Option<Box<str>>,
    /// Issue and in-work as in `001-00`, or the date where that is what versions it; empty when neither is there.
    pub issue: Box<str>,
    pub issue_type: Option<Box<str>>,
    pub title: Box<str>,
    pub content_type: Option<ContentType>,
    /// As declared by name and confirmed by content; for XML `application/xml`.
    pub media_type: &'static str,
    pub size: u64,
    pub sha256: [u8; 32],
    pub status_sha256: Option<[u8; 32]>,
    pub(super) is_generated: bool,
}

impl Item {
    /// The key without language: what references name.
    pub fn bare_key(&self) -> Option<&str> {
        let key = self.key.as_deref()?;
        match &self.language {
            Some(language) => key.strip_suffix(&**language).and_then(|rest| rest.strip_suffix('_')),
            None => Some(key),
        }
    }

    /// The key in a revision: its identity, or without one its file name.
    pub fn library_key(&self) -> &str {
        self.key.as_deref().unwrap_or_else(|| self.name.rsplit('/').next().unwrap_or_default())
    }

    /// Whether it is front matter that the sender's publication generated, unchanged ([`crate::generated`]). The
    /// receiver's publications generate their own: it is read and judged, and not taken over.
    pub fn is_generated(&self) -> bool {
        self.is_generated
    }

    /// Decides among several files with one identity: the greatest counts, in any order of reading.
    pub fn recency(&self) -> Recency {
        let number = |text: &str| text.parse().unwrap_or_default();
        match self.issue.split_once('-') {
            Some((issue, in_work)) if in_work.len() == 2 => {
                Recency { issue: (number(issue), number(in_work)), date: Box::default(), first: Reverse(self.index) }
            }
            _ => Recency { issue: (0, 0), date: self.issue.clone(), first: Reverse(self.index) },
        }
    }
}

/// The order of files with the same identity: by issue, then by date; of equals the first in the package counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recency {
    issue: (u32, u32),
    date: Box<str>,
    first: Reverse<usize>,
}

/// The text that tells versions apart.
pub(super) fn issue_text(version: &Version) -> Box<str> {
    match version {
        Version { issue: Some(issue), .. } => issue.to_string().into(),
        Version { date: Some(date), .. } => date.as_str().into(),
        _ => Box::default(),
    }
}

/// A file with what must be looked at again once all files are known.
#[derive(Debug)]
pub(super) struct Record {
    pub item: Item,
    /// The worker whose names its numbers mean.
    pub worker: usize,
    pub references: Vec<ReferenceRecord>,
    pub illustrations: Vec<IllustrationRecord>,
    pub assertions: Vec<AssertionRecord>,
    /// The targets of references to an ACT, a CCT, a PCT.
    pub tables: Vec<(Role, u32)>,
}

/// A reference to an object, by the number of its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ReferenceRecord {
    pub line: u32,
    pub target: u32,
    /// The finding when the target is nowhere.
    pub rule: Rule,
}

/// A use of an illustration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct IllustrationRecord {
    pub line: u32,
    pub name: u32,
    pub file: Option<u32>,
}

/// A use of a property, by the number of property and values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AssertionRecord {
    pub line: u32,
    pub number: u32,
}

/// Numbers for things that come again and again.
#[derive(Debug)]
pub(super) struct Numbers<T> {
    numbers: HashMap<T, u32, RandomState>,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self { numbers: HashMap::default() }
    }
}

impl<T: Eq + Hash> Numbers<T> {
    pub(super) fn number<Q>(&mut self, thing: &Q) -> u32
    where
        T: Borrow<Q>,
        Q: Eq + Hash + ToOwned + ?Sized,
        Q::Owned: Into<T>,
    {
        if let Some(number) = self.numbers.get(thing) {
            return *number;
        }
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(thing.to_owned().into(), number);
        number
    }

    /// The things in the order of their numbers.
    pub(super) fn finish(self) -> Vec<T> {
        let mut things: Vec<(T, u32)> = self.numbers.into_iter().collect();
        things.sort_unstable_by_key(|(_, number)| *number);
        things.into_iter().map(|(thing, _)| thing).collect()
    }
}
