//! The redline of two versions of a module: what differs, marked on the page that readers see, and listed in words.
//!
//! [`Redline::read`] compares two texts ([`crate::diff`]) and reads them as documents ([`crate::document`]).
//! `groups` groups the edits into what a reader calls one change (`divisions` those of split and joined paragraphs,
//! `columns` those of tables), `marks` turns them into marks by byte, with
//! which the renderer of the reader draws the pages, and `list` says them in a language. Differences that mean
//! nothing to a reader are on the page as quiet marks, so that the words of both versions are complete, and neither
//! numbered nor listed.

mod columns;
mod divisions;
mod facts;
mod groups;
mod list;
mod marks;
mod sides;
mod sources;
mod units;
mod values;

use foldhash::HashSet;

use crate::diff::{self, Diff};
use crate::document::html::{self, DrawnVersion, Graft, Options, PageMarks, RedlinedPage, Rendered};
use crate::document::{Document, NodeIndex};
use crate::guard::{Checked, Refusal};

use self::groups::{EditGroup, EditGroups};

pub use self::facts::{ChangeFacts, facts, status_changes_applicability};
pub use self::list::{ListedDifferences, MAX_LISTED, RedlineChange, RedlineKind};

/// One version with its marks.
#[derive(Debug)]
struct MarkedVersion {
    document: Document,
    index: NodeIndex,
    marks: PageMarks,
}

impl MarkedVersion {
    fn version<'d>(&'d self, options: &'d Options<'d>) -> DrawnVersion<'d> {
        DrawnVersion { document: &self.document, index: &self.index, marks: &self.marks, options }
    }

    /// Whether readers see the element that contains a byte.
    fn shows(&self, byte: usize) -> bool {
        self.index.is_drawn(&self.document, byte)
    }
}

/// Two versions, compared.
#[derive(Debug)]
pub struct Redline<'t> {
    diff: Diff<'t>,
    old: MarkedVersion,
    new: MarkedVersion,
    grafts: Vec<Graft>,
    /// In the order of the new version; the index is the number of the difference.
    content: Vec<EditGroup>,
    status: Vec<EditGroup>,
}

impl<'t> Redline<'t> {
    /// Compares two files that have passed the guard.
    pub fn read(old: &'t Checked<'_>, new: &'t Checked<'_>) -> Result<Self, Refusal> {
        let diff = diff::compare(old, new)?;
        let documents = (Document::read(old)?, Document::read(new)?);
        let indexes = (NodeIndex::of(&documents.0), NodeIndex::of(&documents.1));
        let mut groups = groups::group(&diff);
        let pages = [(&documents.0, &indexes.0), (&documents.1, &indexes.1)];
        groups.content.iter_mut().for_each(|group| group.see(&diff, pages));
        let found = marks::find(&diff, &groups, pages);
        let old = MarkedVersion { document: documents.0, index: indexes.0, marks: found.old };
        let new = MarkedVersion { document: documents.1, index: indexes.1, marks: found.new };
        let EditGroups { content, status, .. } = groups;
        Ok(Self { diff, old, new, grafts: found.grafts, content, status })
    }

    /// Compares the base of a merge with its result, and says which side each difference comes from.
    pub fn read_merged(
        base: &'t Checked<'_>,
        result: &'t Checked<'_>,
        [theirs, ours]: [&Checked<'_>; 2],
    ) -> Result<Self, Refusal> {
        let mut redline = Self::read(base, result)?;
        sources::set(&mut redline, [base, result], [theirs, ours])?;
        Ok(redline)
    }

    /// The number of differences that mean something to a reader, apart from those of the status.
    pub fn count(&self) -> usize {
        self.content.len()
    }

    /// Whether more may be called deleted and inserted than necessary, because the texts are too large or too different.
    pub fn is_coarse(&self) -> bool {
        self.diff.is_coarse
    }

    /// The differences of two separate status files in words. Readers see what they say about the applicability.
    pub fn status_differences(
        old: &Checked<'_>,
        new: &Checked<'_>,
        options: [&Options<'_>; 2],
    ) -> Result<ListedDifferences, Refusal> {
        Ok(list::status_files::list(&Redline::read(old, new)?, options))
    }

    /// Both versions in one text: the new one, with what only the old one has. Each has its own options.
    pub fn one_text(&self, [old, new]: [&Options<'_>; 2]) -> RedlinedPage {
        html::draw_redlined(self.old.version(old), self.new.version(new), &self.grafts)
    }

    /// Both versions, each with its marks.
    pub fn beside(&self, [old, new]: [&Options<'_>; 2]) -> [Rendered; 2] {
        let drawn = |side: &MarkedVersion, options| html::draw_marked(&side.document, &side.marks, options);
        [drawn(&self.old, old), drawn(&self.new, new)]
    }

    /// The codes of the pictures that both versions have.
    pub fn kept_pictures(&self) -> Vec<String> {
        let known: HashSet<&str> = self.old.document.graphics.iter().map(|graphic| &*graphic.icn).collect();
        let graphics = self.new.document.graphics.iter();
        graphics.filter(|graphic| known.contains(&*graphic.icn)).map(|graphic| graphic.icn.to_string()).collect()
    }

    /// The differences in words, in the language of the options.
    pub fn differences(&self, options: [&Options<'_>; 2]) -> ListedDifferences {
        list::list(self, options)
    }
}
