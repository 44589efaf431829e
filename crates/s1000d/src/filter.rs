//! Applicability filter: the text of a module or publication for one product or several.
//!
//! [`filter`] removes each element whose statements hold for none of the products, as `s1kd-instance` does; what cannot be
//! decided stays. It then resolves alternates (`…Alts`), resolves references to containers, shortens cells that reached over
//! removed rows, and reports what the removals break: references to removed elements, elements without content, alternates
//! that are still open. All other bytes stay as they are; code, issue and status are never changed. S1000D chapter 4.14 and
//! [ADR 39](../../../docs/adr/0039-filtered-texts-keep-their-annotations.md).

mod absent;
mod alternates;
mod containers;
mod edits;
mod judged;
mod lost_targets;
mod products;
mod references;
mod report;
mod retarget;
mod skeleton;
mod sources;
mod spans;
mod statements;
mod walk;
mod whole;

use std::rc::Rc;

use crate::applic::repository::Repository;
use crate::applic::{Assignments, Truth};
use crate::code::Identity;
use crate::guard::{Checked, Reason, Refusal};
use crate::splice;

pub use absent::AbsentObjects;
pub use containers::Containers;
pub use judged::{JudgedModules, MemberVerdicts};
pub use lost_targets::{LostTarget, LostTargets};
pub use references::LeftReference;
pub use report::{FilterFinding, FilterProblem, MAX_LISTED, Removal, RemovalCause};
pub use sources::FilterSources;

use products::{ProductSet, StatementVerdict};
use references::IdUses;
use skeleton::Skeleton;
use statements::StatementVerdicts;
use walk::FilterWalk;

/// The products that texts are filtered for, and what their statements and references depend on.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProductFilter<'a> {
    /// Text stays if it may apply to one of them. Without any nothing is known, and everything stays.
    pub products: &'a [Assignments],
    /// The statements that `applicRef` names.
    pub repository: Option<&'a Repository>,
    pub containers: Option<&'a Containers>,
    /// Verdicts on the modules that containers choose from. Others are judged by their statements.
    pub judged: Option<MemberVerdicts<'a>>,
    /// Entries of contents that lead to absent objects are removed.
    pub absent: Option<&'a AbsentObjects>,
    pub annotations: AnnotationMode,
    /// A status file says whom the object as a whole applies to, so that its own statement does not count. The products
    /// are those that the status file names.
    pub is_stated_elsewhere: bool,
    /// Whether the result lists the references to other objects.
    pub lists_references: bool,
}

/// The treatment of statements in a filtered text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnnotationMode {
    /// All stay.
    #[default]
    Keep,
    /// Those that hold for all products are removed, with the references to them; so are those that nothing refers to.
    Reduce,
}

/// The result of filtering a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilteredText {
    /// In UTF-8, with the declaration of the file; `None` when nothing had to be changed.
    pub text: Option<String>,
    /// Whether the object as a whole applies to one of the products. Its content is filtered in any case.
    pub truth: Truth,
    /// Whether everything in its content was removed.
    pub is_emptied: bool,
    /// In the order of the text, at most [`MAX_LISTED`].
    pub removals: Vec<Removal>,
    pub removal_count: usize,
    /// In the order of the text, at most [`MAX_LISTED`].
    pub findings: Vec<FilterFinding>,
    pub finding_count: usize,
    /// The ids that the text no longer has, sorted. Other modules may refer to them.
    pub removed_ids: Vec<String>,
    /// The object itself, if references were asked for.
    pub identity: Option<Identity>,
    /// References to other objects in the text that is left, if they were asked for. Their targets may not apply.
    pub references: Vec<LeftReference>,
}

/// Filters a text that has passed the guard.
pub fn filter(file: &Checked<'_>, filter: &ProductFilter<'_>) -> Result<FilteredText, Refusal> {
    let skeleton = Skeleton::read(file.text())?;
    let unknown = [Assignments::default()];
    let products = if filter.products.is_empty() { &unknown } else { filter.products };
    let filter = ProductFilter { products, ..*filter };
    let mut statements = StatementVerdicts::read(&skeleton, filter);
    let whole = if filter.is_stated_elsewhere {
        Rc::new(StatementVerdict::always(products.len()))
    } else {
        whole::verdict(&skeleton, &mut statements)
    };
    let may_change = statements.has_inline() || may_change(file.text(), &filter);
    let mut walk = FilterWalk::new(file.text(), statements, filter);
    if may_change {
        // Content is judged for the products that the object applies to: what is said of others is never read.
        let around = if whole.may.is_empty() { ProductSet::all(products.len()) } else { whole.may.clone() };
        walk.root(skeleton.root(), &Rc::new(around));
    }
    finish(&skeleton, walk, whole.truth())
}

/// Whether a text has anything to judge. Most modules have nothing.
fn may_change(text: &str, filter: &ProductFilter<'_>) -> bool {
    let has = |word: &str| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some();
    filter.containers.is_some_and(|containers| !containers.is_empty())
        || has("applicRefId")
        || has("Alts")
        || (filter.annotations == AnnotationMode::Reduce && has("referencedApplicGroup"))
        || (filter.absent.is_some() && has("pmEntry"))
}

fn finish(skeleton: &Skeleton<'_>, walk: FilterWalk<'_, '_, '_>, truth: Truth) -> Result<FilteredText, Refusal> {
    let FilterWalk { mut edits, mut report, reduced, turned, is_emptied, filter, .. } = walk;
    edits.settle();
    let mut removed_ids = Vec::new();
    if !edits.is_empty() || filter.annotations == AnnotationMode::Reduce {
        let mut uses = IdUses::read(skeleton, &edits);
        uses.follow_renamed(&mut edits);
        uses.report(&mut report);
        if filter.annotations == AnnotationMode::Reduce {
            uses.remove_unused_statements(skeleton, &reduced, &mut edits);
            edits.settle();
        }
        removed_ids = uses.removed();
    }
    let (identity, references) = if filter.lists_references {
        (whole::identity(skeleton), references::left(skeleton, &edits, &turned))
    } else {
        (None, Vec::new())
    };
    let (removal_count, finding_count) = (report.removals.len(), report.findings.len());
    let (removals, findings) = report.located(skeleton.text());
    let splices = edits.into_splices();
    let text =
        if splices.is_empty() { None } else { Some(splice::apply(skeleton.text(), &splices).ok_or_else(overlapping)?) };
    Ok(FilteredText {
        text,
        truth,
        is_emptied,
        removals,
        removal_count,
        findings,
        finding_count,
        removed_ids,
        identity,
        references,
    })
}

/// Cannot happen, since edits inside of others are dropped; a wrong text would be worse than none.
fn overlapping() -> Refusal {
    Refusal::new(1, Reason::NotWellFormed("the parts to remove overlap".to_owned()))
}
