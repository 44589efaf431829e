//! The demo's flight manual: approved and published, edited by the operator, and met by two later revisions of the
//! manufacturer, one with an open conflict and one that waits for a decision.
//!
//! It is made in steps. Each asks the library whether it has been taken, so that a run that was interrupted is completed
//! by the next one.

mod editing;
mod publishing;

use std::ops::ControlFlow;

use chrono::TimeDelta;
use domain::id::SnapshotId;
use domain::job::{Parameter, Parameters};
use domain::page::PageRequest;
use domain::path::{FilePath, ManualPath};
use domain::revision::{ListedTodo, TodoState};
use domain::snapshot::{Decision, Snapshot};

use super::compliance::refer_all;
use super::library::{DATABASE, DemoPackage, FLIGHT_MANUAL, find_revision, has_content, import};
use super::people::DemoPeople;
use super::{AUTHOR, DemoError, is_recorded, succeeded};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::imports::shell;
use crate::jobs::Job;
use crate::publications::distribution;
use crate::revisions::todos::{self, TodoAssignment, TodoQuery};

/// The packages of the flight manual, in the order the manufacturer sent them.
pub const FLIGHT_PACKAGES: [DemoPackage; 3] = [
    DemoPackage { folder: "flm-1", manual: FLIGHT_MANUAL },
    DemoPackage { folder: "flm-2", manual: FLIGHT_MANUAL },
    DemoPackage { folder: "flm-3", manual: FLIGHT_MANUAL },
];

/// The files of the demo's flight manual.
#[derive(Debug, Clone)]
pub struct DemoFlightManual {
    /// The packages of the manufacturer, in their order.
    pub packages: [Vec<u8>; 3],
    /// The letter by which the authority approves the first publication, a PDF.
    pub letter: Vec<u8>,
}

/// A part of what happens to the flight manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlightStep {
    /// A package comes in, counted from 0.
    Deliver(usize),
    /// Requirements refer to the manual, and people are on its distribution list.
    Distribute,
    Publish,
    Approve,
    AttachLetter,
    Acknowledge,
    Request,
    /// The operator changes a module, counted from 0.
    Edit(usize),
    Discuss,
    PublishDraft,
    Confirm,
    Assign,
    BeginDraft,
}

/// All steps. The last one is taken when all of them are.
const STEPS: [FlightStep; 18] = [
    FlightStep::Deliver(0),
    FlightStep::Distribute,
    FlightStep::Publish,
    FlightStep::Approve,
    FlightStep::AttachLetter,
    FlightStep::Acknowledge,
    FlightStep::Request,
    FlightStep::Edit(0),
    FlightStep::Edit(1),
    FlightStep::Edit(2),
    FlightStep::Edit(3),
    FlightStep::Discuss,
    FlightStep::PublishDraft,
    FlightStep::Deliver(1),
    FlightStep::Confirm,
    FlightStep::Assign,
    FlightStep::BeginDraft,
    FlightStep::Deliver(2),
];

/// The step that was just done.
#[derive(Debug, Clone)]
pub enum FlightProgress {
    /// The job that imported a package.
    Delivered(Box<Job>),
    Taken(FlightStep),
    /// The job that could not print the book; the publication is made without one.
    WithoutBook(Box<Job>),
}

impl FlightProgress {
    /// A word for it and what it is about, for a list; none for what tells more than that.
    pub fn words(&self) -> Option<(&'static str, &'static str)> {
        let Self::Taken(step) = self else { return None };
        Some(match step {
            FlightStep::Publish => ("published", "/NV240/FLM revision 1"),
            FlightStep::Approve => ("approved", "/NV240/FLM revision 1"),
            FlightStep::Edit(_) => ("edited", "/NV240/FLM"),
            FlightStep::Discuss => ("commented", "/NV240/FLM"),
            FlightStep::PublishDraft => ("published", "/NV240/FLM revision 2, a draft"),
            FlightStep::Confirm => ("confirmed", "/NV240/FLM OEM revision 2"),
            FlightStep::BeginDraft => ("drafted", "/NV240/FLM"),
            FlightStep::Deliver(_)
            | FlightStep::Distribute
            | FlightStep::AttachLetter
            | FlightStep::Acknowledge
            | FlightStep::Request
            | FlightStep::Assign => return None,
        })
    }
}

/// Makes what is missing of the flight manual, and tells each part, until `tell` breaks off. Nothing is made in a manual
/// that is complete, whatever people have done with it since, or that they have deleted.
pub async fn fly(
    ctx: &Ctx,
    given: &DemoFlightManual,
    mut tell: impl FnMut(&FlightProgress) -> ControlFlow<()>,
) -> Result<(), DemoError> {
    let Some(people) = DemoPeople::find(ctx).await? else { return Ok(()) };
    let crew = FlightCrew { ctx, people };
    if crew.is_over().await? {
        return Ok(());
    }
    for step in STEPS {
        if crew.is_taken(step).await? {
            continue;
        }
        for progress in crew.take(step, given).await? {
            if tell(&progress).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn manual_path() -> Result<ManualPath, Error> {
    ManualPath::parse(&format!("/{DATABASE}/{FLIGHT_MANUAL}")).ok_or(Error::NotFound(Missing::Manual))
}

/// The path of a module, as in `20-00-00A-121A-A`.
fn path_text(module: &str) -> String {
    format!("/{DATABASE}/{FLIGHT_MANUAL}/DMC-NV240-A-15-{module}_en-US.XML")
}

fn path(module: &str) -> Result<FilePath, Error> {
    FilePath::parse(&path_text(module)).ok_or(Error::NotFound(Missing::File))
}

/// The parameters of a job about the manual.
fn about_manual(texts: &[(&str, &str)]) -> Parameters {
    let names = [("csdbName", DATABASE), ("manualName", FLIGHT_MANUAL)];
    let all = names.iter().chain(texts);
    Parameters(all.map(|(name, value)| ((*name).to_owned(), Parameter::Text((*value).to_owned()))).collect())
}

/// The people who work on the manual.
struct FlightCrew<'a> {
    ctx: &'a Ctx,
    people: DemoPeople,
}

impl FlightCrew<'_> {
    /// Whether nothing is left to do: the last package has come in, or people have deleted the manual or have one of
    /// their own with its name.
    async fn is_over(&self) -> Result<bool, Error> {
        if self.revision(0).await?.is_some() {
            return Ok(self.revision(FLIGHT_PACKAGES.len() - 1).await?.is_some());
        }
        let subject = manual_path()?.to_string();
        let is_deleted = is_recorded(self.ctx, ["manual.deleted", "manual.purged"], &subject).await?;
        Ok(is_deleted || has_content(self.ctx, FLIGHT_MANUAL).await?)
    }

    /// Whether a step has been taken, or people have gone another way.
    async fn is_taken(&self, step: FlightStep) -> Result<bool, Error> {
        match step {
            FlightStep::Deliver(number) => Ok(self.revision(number).await?.is_some()),
            FlightStep::Distribute => {
                Ok(!distribution::list(self.ctx, &self.people.author, &manual_path()?).await?.is_empty())
            }
            FlightStep::Publish => self.is_published().await,
            FlightStep::Approve => self.is_approved().await,
            FlightStep::AttachLetter => Ok(self.released().await?.is_none_or(|one| !one.letters.is_empty())),
            FlightStep::Acknowledge => Ok(self.released().await?.is_none_or(|one| one.marks.acknowledged_on.is_some())),
            FlightStep::Request => self.is_requested().await,
            FlightStep::Edit(number) => self.is_edited(number).await,
            FlightStep::Discuss => self.is_discussed().await,
            FlightStep::PublishDraft => Ok(self.publication("2").await?.is_some()),
            FlightStep::Confirm => {
                Ok(self.revision(1).await?.is_none_or(|one| one.decision != Some(Decision::Waiting)))
            }
            FlightStep::Assign => Ok(self.unassigned().await?.is_empty()),
            FlightStep::BeginDraft => self.is_drafted().await,
        }
    }

    async fn take(&self, step: FlightStep, given: &DemoFlightManual) -> Result<Vec<FlightProgress>, DemoError> {
        let mut told = Vec::new();
        match step {
            FlightStep::Deliver(number) => {
                if let Some(job) = self.deliver(number, given).await? {
                    return Ok(vec![FlightProgress::Delivered(Box::new(job))]);
                }
            }
            FlightStep::Distribute => self.distribute().await?,
            FlightStep::Publish => told = self.publish("exportApproveAta2300", "1").await?,
            FlightStep::Approve => told = self.approve().await?,
            FlightStep::AttachLetter => self.attach_letter(&given.letter).await?,
            FlightStep::Acknowledge => self.acknowledge().await?,
            FlightStep::Request => self.request_change().await?,
            FlightStep::Edit(number) => self.edit(number).await?,
            FlightStep::Discuss => self.discuss().await?,
            FlightStep::PublishDraft => told = self.publish("exportQuickAta2300", "2").await?,
            FlightStep::Confirm => self.confirm().await?,
            FlightStep::Assign => self.assign().await?,
            FlightStep::BeginDraft => self.begin_draft().await?,
        }
        told.push(FlightProgress::Taken(step));
        Ok(told)
    }

    /// The revision that a package became.
    async fn revision(&self, number: usize) -> Result<Option<Snapshot>, Error> {
        let package = FLIGHT_PACKAGES.get(number).copied().ok_or(Error::NotFound(Missing::Package))?;
        find_revision(self.ctx, package).await
    }

    /// Imports a package; `None` means that it was imported before.
    async fn deliver(&self, number: usize, given: &DemoFlightManual) -> Result<Option<Job>, DemoError> {
        let missing = || Error::NotFound(Missing::Package);
        let package = FLIGHT_PACKAGES.get(number).copied().ok_or_else(missing)?;
        let zip = given.packages.get(number).ok_or_else(missing)?;
        let done = import(self.ctx, &self.people.author, package, zip.clone(), |_| ()).await?;
        done.map(succeeded).transpose()
    }

    /// Lets requirements refer to paragraphs of the manual; the operator changes one of them later, so that it has to be
    /// checked again. The publication goes to two people.
    async fn distribute(&self) -> Result<(), Error> {
        let wanted = [
            ("AZR.OPS.265", path_text("20-00-00A-121A-A"), "Press AUDIO TEST"),
            ("AZR.GEN.135", path_text("00-00-00A-018A-A"), "A failure in flight"),
        ];
        refer_all(self.ctx, &self.people.author, &wanted).await?;
        self.fill_distribution_list().await
    }

    /// Confirms the second revision.
    async fn confirm(&self) -> Result<(), DemoError> {
        let Some(revision) = self.revision(1).await? else { return Ok(()) };
        let id = revision.id.to_string();
        let note = "Wind and start limits come into force on the first of the month.";
        let decision = about_manual(&[("revision", id.as_str()), ("note", note)]);
        let done = shell::perform(self.ctx, &self.people.approver, "confirmOemAta2300", decision, |_| ()).await?;
        succeeded(done).map(drop)
    }

    /// The open to-dos of the second revision that nobody has.
    async fn unassigned(&self) -> Result<Vec<(SnapshotId, ListedTodo)>, Error> {
        let Some(revision) = self.revision(1).await? else { return Ok(Vec::new()) };
        let page = PageRequest::parse(1, 100).ok_or(Error::NotFound(Missing::Revision))?;
        let listed = todos::list(self.ctx, &self.people.approver, revision.id, TodoQuery::default(), page).await?;
        let open = listed.items.into_iter().filter(|one| one.todo.state == TodoState::Open && one.owner.is_none());
        Ok(open.map(|one| (revision.id, one)).collect())
    }

    /// Gives the author the conflict that the second revision leaves.
    async fn assign(&self) -> Result<(), Error> {
        let due = self.ctx.clock.now().date_naive() + TimeDelta::days(14);
        for (revision, open) in self.unassigned().await? {
            let assignment = TodoAssignment {
                owner: Some(AUTHOR.to_owned()),
                due_on: Some(due.to_string()),
                note: Some("Ours is stricter. Keep it, and take the limit from behind over.".to_owned()),
            };
            let todo = (revision, &open.todo.id);
            todos::assign(self.ctx, &self.people.approver, todo, open.todo.version, assignment).await?;
        }
        Ok(())
    }
}
