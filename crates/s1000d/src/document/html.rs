//! The page of a module: HTML from its document tree.
//!
//! [`render`] is pure: the same module, options and answers of [`Links`] give the same bytes. The words of the content
//! stand in the HTML in their order. Added text (numbers, labels, the titles of references) has the class `s1d-gen`.
//!
//! # What is safe
//! Elements, attributes and classes come from our own tables, text is escaped, nothing is fetched: pictures are
//! placeholders that the web fills in, links carry only what [`Links`] answered, if it begins with `#`, `/`, `./`
//! or `http`.
//! There are limits for elements, bytes and depth; the rest is cut, with a visible notice.
//!
//! # Ids
//! An element with an `id` has the HTML id [`html_id`](super::html_id)`(id)`. Blocks without one are counted from the nearest
//! element around them that has one: `s1d-par-0001:2.1`.
//!
//! # Classes
//! | Class | What |
//! |---|---|
//! | `s1d-module` | the article around everything, with `data-kind` (as `descript`, `dispatchItem`) and `lang` of the author's text |
//! | `s1d-gen` | anything that is not the author's text |
//! | `s1d-section`, `s1d-title`, `s1d-number`, `s1d-para` | paragraphs, their headings and numbers |
//! | `s1d-steps`, `s1d-step`, `s1d-alts` | `ol` and `li` of steps; alternates have one number |
//! | `s1d-warning`, `s1d-caution`, `s1d-note`, `s1d-danger`, `s1d-safety-title`, `s1d-safety-list`, `s1d-safety-source` | safety |
//! | `s1d-list`, `s1d-list-plain`, `s1d-list-dash`, `s1d-list-letters`, `s1d-list-title`, `s1d-definitions` | lists |
//! | `s1d-table`, `s1d-table-wrap`, `s1d-frame-all`, `s1d-frame-topbot`, `s1d-frame-none`, `s1d-left`, `s1d-right`, `s1d-center`, `s1d-justify`, `s1d-top`, `s1d-middle`, `s1d-bottom`, `s1d-row-rule` | CALS tables |
//! | `s1d-figure`, `s1d-graphic`, `s1d-graphic-note`, `s1d-hotspots`, `s1d-hotspot`, `s1d-legend`, `s1d-symbol`, `s1d-logo` | figures; the logo of the status stands before the content |
//! | `s1d-records`, `s1d-parts`, `s1d-supplies` (tools, consumables, spares), `s1d-cell-title` | tables that we make of data: requirements, parts, rules |
//! | `s1d-listing` | lists with a `tbody` for each record: repositories, wiring, service bulletins, limits |
//! | `s1d-catalogue`, `s1d-indent` | a parts catalogue: figures and parts list; dots before a name |
//! | `s1d-part-details` | the data of a part or another record that has no column; open where it must be seen |
//! | `s1d-fields`, `s1d-field`, `s1d-nested` (holds blocks), `s1d-label`, `s1d-value`, `s1d-attr` | labelled data |
//! | `s1d-group` | a titled set of data |
//! | `s1d-unknown` | an element that no rule knows, with its name |
//! | `s1d-ref`, `s1d-ref-code`, `s1d-dangling` | references |
//! | `s1d-applic-label`, `s1d-hidden` | applicability |
//! | `s1d-emphasis`, `s1d-verbatim`, `s1d-caption`, `s1d-quantity`, `s1d-footnote`, `s1d-change`, `s1d-overline`, `s1d-index` | inline |
//! | `s1d-mel`, `s1d-item-number`, `s1d-provisos`, `s1d-procedures`, `s1d-placard` | minimum equipment list; the item's number is in the heading as well |
//! | `s1d-drill`, `s1d-challenge`, `s1d-response`, `s1d-leader`, `s1d-case` | crew |
//! | `s1d-answers`, `s1d-question`, `s1d-action`, `s1d-correct` | fault isolation and learning |
//! | `s1d-reasons`, `s1d-cut`, `s1d-end`, `s1d-none`, `s1d-contents`, `s1d-alternates`, `s1d-equation` | the rest |
//!
//! # Data attributes
//! | Attribute | On | Values |
//! |---|---|---|
//! | `data-applic` | every annotated piece | `yes`, `no`, `unknown` |
//! | `data-applic-id` | the same | key of [`Rendered::annotations`] |
//! | `data-change` | what has changed | `add`, `modify`, `delete` |
//! | `data-reasons` | the same | ids in [`Rendered::reasons`], by blanks |
//! | `data-ref` | references | index in [`Rendered::references`] |
//! | `data-kind` | references | `dm`, `pm`, `external`, `internal`, `other`; elements in `s1d-unknown`: their name |
//! | `data-state` | references, pictures | `found`, `missing`, `pending`; pictures also `unsupported`, `unreadable` |
//! | `data-target` | internal references | the HTML id |
//! | `data-icn`, `data-media`, `data-figure` | pictures | the ICN, `image`, `cgm`, `pdf`, `video`, `audio`, index in [`Rendered::figures`] |
//! | `data-hotspot` | hotspots | the id of the object in the picture |
//! | `data-label` | provisos | the letter |
//! | `data-security` | classified pieces | the classification as written |

mod annotations;
mod dress;
mod editing;
mod graphics;
mod marked;
mod page;
mod redlined;
mod references;
mod tables;
mod tag;
mod writer;

use std::fmt;

use domain::language::Locale;

use self::annotations::Annotations;
use self::editing::RunWriter;
use self::page::PageWriter;
use self::redlined::{OldVersion, RedlineWriter};
use self::tag::Tag;
use self::writer::Html;
use super::kind::SafetyLevel;
use super::run::{TextRun, TextRuns};
use super::shared::SharedWarning;
use super::words::Word;
use super::{Document, Hotspot, NodeId, NodeIndex, Reason};
use crate::applic::tables::Bilingual;
use crate::applic::{Applic, Assignments, Truth};
use crate::guard::{Checked, Refusal};
use crate::object::{ObjectRef, Target};

pub use annotations::{Annotation, DecidingValue};
pub use marked::{ChangeSource, Graft, PageMarks, TextMark, TextMarkKind};
pub use writer::{MAX_BYTES, MAX_ELEMENTS};

/// Part of every cache key: it changes whenever the same module would be drawn otherwise.
pub const RENDERER_VERSION: u32 = 18;

/// The options of a page.
pub struct Options<'a> {
    /// The language of the reader. What belongs to the document (as the word before the number of a figure) is in the
    /// language of the module, where the program speaks it.
    pub locale: Locale,
    /// The properties of the aircraft; empty: every annotation is unknown and everything is shown.
    pub choice: &'a Assignments,
    /// The treatment of text that does not apply.
    pub outside: Outside,
    /// The names of properties, for saying an annotation in words.
    pub tables: Bilingual<'a>,
    pub links: &'a dyn Links,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("locale", &self.locale).field("outside", &self.outside).finish_non_exhaustive()
    }
}

/// The treatment of text that does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outside {
    /// It is left out, and a note says what it applies to.
    #[default]
    Hide,
    /// It is there, with `data-applic="no"`.
    Grey,
}

/// Resolves links for the renderer. The defaults leave them pending, to be filled in later.
pub trait Links {
    /// Resolves a module, a publication or another object.
    fn object(&self, _target: &ObjectRef) -> Link {
        Link::Pending
    }

    /// Resolves a document outside of the library.
    fn external(&self, _code: &str, _title: &str) -> Link {
        Link::Pending
    }

    /// Whether there is a picture; the file is what the module's entity names.
    fn picture(&self, _icn: &str, _file: Option<&str>) -> Picture {
        Picture::Pending
    }

    /// A warning or caution of a repository.
    fn warning(&self, _level: SafetyLevel, _ident: &str) -> Option<SharedWarning> {
        None
    }

    /// An annotation of an applicability repository.
    fn annotation(&self, _ident: &str) -> Option<Applic> {
        None
    }
}

/// Every link is left to be filled in later.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unresolved;

impl Links for Unresolved {}

/// The result of looking up a reference.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Link {
    Found {
        href: String,
        /// The title of the target, for references without one.
        title: Option<String>,
        /// The applicability of the target; it decides which alternate of a container is meant.
        applicability: Option<Applic>,
    },
    /// The target should be in the library and is not.
    Missing,
    /// Not looked up yet.
    #[default]
    Pending,
}

/// The result of looking up a picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Picture {
    Found {
        media: Media,
    },
    Missing,
    /// It is there, of a kind no browser shows.
    Unsupported,
    /// It is there, and broken.
    Unreadable,
    #[default]
    Pending,
}

/// The type of a picture's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Media {
    Image,
    Cgm,
    Pdf,
    Video,
    Audio,
}

/// A module drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    pub html: String,
    pub outline: Vec<Heading>,
    pub references: Vec<DrawnReference>,
    pub figures: Vec<Figure>,
    /// The applicability of the whole module, where the file states it or names a repository that does.
    pub applicability: Option<Annotation>,
    /// Every annotation that a piece of the module has, in the order of first use.
    pub annotations: Vec<Annotation>,
    /// Pieces left out or greyed because they do not apply.
    pub hidden: usize,
    /// Pieces shown because it is not known whether they apply.
    pub unknown: usize,
    pub reasons: Vec<Reason>,
    /// Whether the end had to be cut.
    pub truncated: bool,
}

/// An entry of a module's outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The HTML id.
    pub id: String,
    pub number: String,
    pub title: String,
    /// Counted from 1.
    pub level: u8,
}

/// A reference as it was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnReference {
    /// None where the module names nothing that can be read.
    pub target: Option<Target>,
    pub link: Link,
    /// Whether the alternate of a container applies.
    pub applies: Option<Truth>,
}

/// A picture's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// The HTML id of the figure around it.
    pub id: Option<String>,
    pub number: String,
    pub title: String,
    pub icn: String,
    pub file: Option<String>,
    pub picture: Picture,
    pub hotspots: Vec<Hotspot>,
}

/// Draws a file that has passed the guard.
pub fn render(file: &Checked<'_>, options: &Options<'_>) -> Result<Rendered, Refusal> {
    Ok(draw(&Document::read(file)?, options))
}

/// Draws a document.
pub fn draw(document: &Document, options: &Options<'_>) -> Rendered {
    write_page(PageWriter::new(document, options)).0
}

/// Draws a document for an author who edits it: each run of its text is in an element of the class `s1d-run` with the
/// number of the run.
pub fn draw_for_editing(document: &Document, runs: &[TextRun], options: &Options<'_>) -> Rendered {
    let runs = RunWriter::new(TextRuns::new(document, runs));
    write_page(PageWriter { runs: Some(runs), ..PageWriter::new(document, options) }).0
}

/// Draws one of two versions with its marks: `ins`, `del`, `data-redline` and `data-difference`.
pub fn draw_marked(document: &Document, marks: &PageMarks, options: &Options<'_>) -> Rendered {
    let redline = RedlineWriter::new(marks, &[], None);
    write_page(PageWriter { redline: Some(redline), ..PageWriter::new(document, options) }).0
}

/// One of two versions, to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct DrawnVersion<'d> {
    pub document: &'d Document,
    pub index: &'d NodeIndex,
    pub marks: &'d PageMarks,
    pub options: &'d Options<'d>,
}

/// A page of two versions in one text.
#[derive(Debug, Clone, PartialEq)]
pub struct RedlinedPage {
    pub rendered: Rendered,
    /// Indexes of the references and figures that only the old version has.
    pub old_references: Vec<usize>,
    pub old_figures: Vec<usize>,
}

/// Draws the new version, with the pieces that only the old one has at their places.
pub fn draw_redlined(old: DrawnVersion<'_>, new: DrawnVersion<'_>, grafts: &[Graft]) -> RedlinedPage {
    let redline = RedlineWriter::new(new.marks, grafts, Some(OldVersion::new(old))).with_texts(new.document);
    let page = PageWriter { redline: Some(redline), ..PageWriter::new(new.document, new.options) };
    let (rendered, redline) = write_page(page);
    let (old_references, old_figures) = redline.map(RedlineWriter::into_old).unwrap_or_default();
    RedlinedPage { rendered, old_references, old_figures }
}

fn write_page(mut page: PageWriter<'_>) -> (Rendered, Option<RedlineWriter<'_>>) {
    let (document, options) = (page.document, page.options);
    let language = document.language.as_deref().unwrap_or(page.locale.as_str());
    page.html.open_with(Tag::ARTICLE, "s1d-module", &[("data-kind", document.kind), ("lang", language)]);
    page.children(NodeId::ROOT);
    page.remaining_grafts();
    page.reasons();
    let truncated = document.is_cut || page.html.is_full();
    let redline = page.redline.take();
    let rendered = Rendered {
        applicability: page.of_module(),
        html: if truncated {
            page.html.finish_with("s1d-cut s1d-gen", Word::Cut.text(options.locale))
        } else {
            page.html.finish()
        },
        outline: page.outline,
        references: page.references,
        figures: page.figures,
        annotations: page.annotations.list,
        hidden: page.annotations.hidden,
        unknown: page.annotations.unknown,
        reasons: document.reasons.clone(),
        truncated,
    };
    (rendered, redline)
}

impl<'d> PageWriter<'d> {
    fn new(document: &'d Document, options: &'d Options<'d>) -> Self {
        // Labels are in the module's language, not the reader's: a module reads as one document.
        let locale = document.language.as_deref().and_then(Locale::of_text).unwrap_or(options.locale);
        Self {
            document,
            options,
            html: Html::with_room_for(document.source().text().len() * 2),
            locale,
            annotations: Annotations::new(),
            outline: Vec::new(),
            references: Vec::new(),
            figures: Vec::new(),
            truth: Truth::True,
            copying: false,
            runs: None,
            redline: None,
        }
    }

    fn reasons(&mut self) {
        if self.document.reasons.is_empty() {
            return;
        }
        self.html.open(Tag::DETAILS, "s1d-reasons s1d-gen");
        self.html.leaf(Tag::SUMMARY, "", self.word(Word::Changes));
        self.html.open(Tag::UL, "");
        for reason in &self.document.reasons {
            self.html.open_with(Tag::LI, "", &[("data-reasons", &reason.id)]);
            self.html.text(&reason.text);
            self.html.close();
        }
        self.html.close();
        self.html.close();
    }
}

impl Rendered {
    /// In place of a module that does not apply: what it applies to, and nothing of its text.
    pub fn withheld(module: &Annotation, locale: Locale) -> Self {
        let note = format!("{}{}{}", Word::NotShown.text(locale), Word::Separator.text(locale), module.text);
        let mut html = Html::default();
        html.open_with(Tag::ARTICLE, "s1d-module", &[("lang", locale.as_str())]);
        html.open_with(
            Tag::P,
            "s1d-hidden s1d-gen",
            &[("data-applic", annotations::word(module.truth)), ("data-applic-id", &module.id)],
        );
        html.text(&note);
        Self {
            html: html.finish(),
            outline: Vec::new(),
            references: Vec::new(),
            figures: Vec::new(),
            applicability: Some(module.clone()),
            annotations: Vec::new(),
            hidden: 1,
            unknown: 0,
            reasons: Vec::new(),
            truncated: false,
        }
    }
}
