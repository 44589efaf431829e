//! The demo's flight manual: approved and published, edited by the operator, and met by two later revisions of the
//! manufacturer, one with an open conflict and one that waits for a decision.

mod package;
mod texts;

use bytes::Bytes;
use chrono::TimeDelta;
use domain::change_request::{NamedRequest, RequestAction, RequestDetails, RequestOrigin};
use domain::checkin::CheckIn;
use domain::draft::NO_TAB;
use domain::id::{ChangeRequestId, PublicationId, SnapshotId};
use domain::job::{JobStatus, Parameter, Parameters};
use domain::page::PageRequest;
use domain::path::{FilePath, ManualPath};
use domain::publication::OutputFormat;
use domain::revision::TodoState;
use domain::snapshot::Reading;

use super::comments::start;
use super::compliance::refer_all;
use super::library::{DATABASE, DemoPackage, import};
use super::{APPROVER, AUTHOR, DemoError, READER, succeeded};
use crate::changes::actions;
use crate::changes::requests::{self, NewRequest, RequestPeople};
use crate::comments::threads;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::editing::drafts::{self, TabText};
use crate::editing::{checkin, checkouts};
use crate::imports::shell;
use crate::jobs::Job;
use crate::library::files;
use crate::publications::distribution::{self, ReceiversChange};
use crate::publications::{blockers, readers, steps};
use crate::revisions::todos::{self, TodoAssignment, TodoQuery};
use texts::{DRAFT, EDITS};

const MANUAL: &str = "FLM";
/// The operator that the manual is published for.
const OPERATOR: &str = "AZB";
const PACKAGES: [DemoPackage; 3] = [
    DemoPackage { folder: "flm-1", manual: MANUAL },
    DemoPackage { folder: "flm-2", manual: MANUAL },
    DemoPackage { folder: "flm-3", manual: MANUAL },
];

/// The files of the demo's flight manual.
#[derive(Debug, Clone)]
pub struct DemoFlightManual {
    /// The packages of the manufacturer, in their order.
    pub packages: [Vec<u8>; 3],
    /// The letter by which the authority approves the first publication, a PDF.
    pub letter: Vec<u8>,
}

/// Names and texts of the files of each package.
pub fn flight_manual_files() -> [Vec<(String, String)>; 3] {
    [package::files(1), package::files(2), package::files(package::DELIVERIES)]
}

/// Makes the flight manual with everything that happens to it, and gives the jobs that imported its packages; none when
/// it is there already.
pub async fn fly(ctx: &Ctx, given: &DemoFlightManual) -> Result<Vec<Job>, DemoError> {
    let crew = FlightCrew {
        ctx,
        author: shell::caller(ctx, Some(AUTHOR)).await?,
        approver: shell::caller(ctx, Some(APPROVER)).await?,
        reader: shell::caller(ctx, Some(READER)).await?,
    };
    let [first, second, third] = &given.packages;
    let Some(first) = crew.deliver(PACKAGES[0], first).await? else { return Ok(Vec::new()) };
    crew.refer().await?;
    crew.release(&given.letter).await?;
    let request = crew.request_change().await?;
    crew.edit(&request).await?;
    crew.discuss().await?;
    crew.publish("exportQuickAta2300", "2").await?;
    let second = crew.deliver(PACKAGES[1], second).await?;
    if let Some(job) = &second {
        crew.confirm(job).await?;
    }
    crew.begin_draft().await?;
    let third = crew.deliver(PACKAGES[2], third).await?;
    Ok([Some(first), second, third].into_iter().flatten().collect())
}

fn manual_path() -> Result<ManualPath, Error> {
    ManualPath::parse(&format!("/{DATABASE}/{MANUAL}")).ok_or(Error::NotFound(Missing::Manual))
}

fn path_text(subsystem: &str) -> String {
    format!("/{DATABASE}/{MANUAL}/{}", package::file_name(subsystem))
}

fn path(subsystem: &str) -> Result<FilePath, Error> {
    FilePath::parse(&path_text(subsystem)).ok_or(Error::NotFound(Missing::File))
}

/// The parameters of a job about the manual.
fn about_manual(texts: &[(&str, &str)]) -> Parameters {
    let names = [("csdbName", DATABASE), ("manualName", MANUAL)];
    let all = names.iter().chain(texts);
    Parameters(all.map(|(name, value)| ((*name).to_owned(), Parameter::Text((*value).to_owned()))).collect())
}

fn output(job: &Job, name: &str) -> String {
    job.outputs.get(name).cloned().unwrap_or_default()
}

/// The people who work on the manual.
struct FlightCrew<'a> {
    ctx: &'a Ctx,
    author: Caller,
    approver: Caller,
    reader: Caller,
}

impl FlightCrew<'_> {
    /// Imports a package; `None` means that it was imported before.
    async fn deliver(&self, package: DemoPackage, zip: &[u8]) -> Result<Option<Job>, DemoError> {
        let done = import(self.ctx, &self.author, package, zip.to_vec(), |_| ()).await?;
        done.map(succeeded).transpose()
    }

    /// Lets requirements refer to paragraphs of the manual. The operator changes one of them later, so that it has to be
    /// checked again.
    async fn refer(&self) -> Result<(), Error> {
        let wanted = [
            ("AZR.OPS.265", path_text("20"), "Test the warning lights"),
            ("AZR.GEN.125", path_text("11"), "The rear bench carries"),
            ("AZR.GEN.135", path_text("30"), "Lower the collective"),
        ];
        refer_all(self.ctx, &self.author, &wanted).await
    }

    /// Publishes the manual as delivered; the approver approves it with a letter, and one of its readers has read it.
    async fn release(&self, letter: &[u8]) -> Result<(), DemoError> {
        let accounts = [AUTHOR, READER].map(str::to_owned);
        let change = ReceiversChange { before: &[], accounts: &accounts };
        distribution::replace(self.ctx, &self.approver, &manual_path()?, change).await?;
        let waiting = self.publish("exportApproveAta2300", "1").await?;
        let id = output(&waiting, "publication");
        let today = self.ctx.clock.now().date_naive().to_string();
        let approval = about_manual(&[
            ("publication", id.as_str()),
            ("approbationAuthority", "Azure Bay Aviation Authority"),
            ("revisionDate", today.as_str()),
            ("approvedBy", "T. Okafor"),
            ("jobTitle", "Inspector of flight operations"),
            ("approvalReference", "ABAA/FLM/2026/118"),
        ]);
        let done = shell::perform(self.ctx, &self.approver, "exportFormalAta2300", approval, |_| ()).await?;
        succeeded(done)?;
        let (id, letter) = (PublicationId(id), Bytes::copy_from_slice(letter));
        steps::attach_letter(self.ctx, &self.approver, &id, "abaa-flm-2026-118.pdf", letter).await?;
        readers::acknowledge(self.ctx, &self.author, &id).await?;
        Ok(())
    }

    /// Publishes the working text as a website and as a package, and as a book where books can be printed.
    async fn publish(&self, job: &str, revision: &str) -> Result<Job, DemoError> {
        let unavailable = blockers::list(self.ctx, &self.author, &manual_path()?).await?.unavailable;
        let mut with_book = !unavailable.contains(&OutputFormat::Pdf);
        loop {
            let list = |words: &[&str]| Parameter::List(words.iter().map(|word| (*word).to_owned()).collect());
            let formats: &[&str] = if with_book { &["s1000d", "html", "pdf"] } else { &["s1000d", "html"] };
            let mut parameters = about_manual(&[("revision", revision), ("operator", OPERATOR)]);
            parameters.0.insert("formats".to_owned(), list(formats));
            parameters.0.insert("reviseTypes".to_owned(), list(&["complete"]));
            parameters.0.insert("profiles".to_owned(), list(&["All"]));
            let done = shell::perform(self.ctx, &self.author, job, parameters, |_| ()).await?;
            if !with_book || done.status == JobStatus::Completed {
                return succeeded(done);
            }
            // A book that cannot be printed here keeps nobody from trying the rest.
            with_book = false;
        }
    }

    /// Asks for rules of the operator, and begins to work on them.
    async fn request_change(&self) -> Result<ChangeRequestId, Error> {
        let details = RequestDetails {
            title: "Rules for the bases by the sea".to_owned(),
            description: "Wind at the rooftop base, salt plugs of the air intakes, loading, and hot starts in August."
                .to_owned(),
            origin: RequestOrigin::Other,
            reference: "Safety meeting 2026/09".to_owned(),
            due_on: Some(self.ctx.clock.now().date_naive() + TimeDelta::days(30)),
        };
        let people = RequestPeople { assignee: Some(AUTHOR.to_owned()), reviewers: vec![APPROVER.to_owned()] };
        let new = NewRequest { manual: manual_path()?, place: None, details, people };
        let id = requests::create(self.ctx, &self.author, new).await?;
        actions::act(self.ctx, &self.author, &id, RequestAction::Open, "", false).await?;
        Ok(id)
    }

    async fn edit(&self, request: &ChangeRequestId) -> Result<(), Error> {
        for (subsystem, old, new, why) in EDITS {
            let path = path(subsystem)?;
            self.write(&path, old, new).await?;
            let named = NamedRequest { id: request.clone(), may_share: false };
            let said = CheckIn::in_work(why.to_owned(), Some(named));
            checkin::check_in(self.ctx, &self.author, &path, None, &said).await?;
        }
        Ok(())
    }

    /// Checks a module out and saves its draft with another text.
    async fn write(&self, path: &FilePath, old: &str, new: &str) -> Result<(), Error> {
        checkouts::take(self.ctx, &self.author, path).await?;
        // Without a tab, so that the first tab that opens the draft goes on with it.
        let open = drafts::open(self.ctx, &self.author, path, NO_TAB, false).await?;
        let saved = TabText {
            text: open.text.replace(old, new),
            replaces: open.draft.sha256,
            base: open.draft.base,
            tab: NO_TAB.to_owned(),
        };
        drafts::save(self.ctx, &self.author, path, saved).await.map(drop)
    }

    /// Comments on paragraphs: one that the manufacturer will change, and one that the operator changed.
    async fn discuss(&self) -> Result<(), Error> {
        let slope = path("22")?;
        let file = files::find(self.ctx, &self.reader, &slope, &Reading::default()).await?;
        let question = "Does this hold for the helideck of the hospital too? @li.author";
        let asked = start(self.ctx, &self.reader, &slope, &file, "The slope is not more than", question, None).await?;
        let answer = "The helideck is level; the limit is for landings in the open.";
        threads::reply(self.ctx, &self.author, &asked, answer, None).await?;
        let wind = path("10")?;
        let file = files::find(self.ctx, &self.approver, &wind, &Reading::default()).await?;
        let remark = "Please add where the wind is measured before this is released.";
        start(self.ctx, &self.approver, &wind, &file, "The rotor is not started", remark, None).await.map(drop)
    }

    /// Confirms a revision, and gives the author the conflict that it leaves.
    async fn confirm(&self, imported: &Job) -> Result<(), DemoError> {
        let revision = output(imported, "revisionId");
        let note = "Wind and start limits come into force on the first of the month.";
        let decision = about_manual(&[("revision", revision.as_str()), ("note", note)]);
        succeeded(shell::perform(self.ctx, &self.approver, "confirmOemAta2300", decision, |_| ()).await?)?;
        let missing = || Error::NotFound(Missing::Revision);
        let id = SnapshotId::parse(&revision).ok_or_else(missing)?;
        let page = PageRequest::parse(1, 100).ok_or_else(missing)?;
        let listed = todos::list(self.ctx, &self.approver, id, TodoQuery::default(), page).await?.items;
        let due = self.ctx.clock.now().date_naive() + TimeDelta::days(14);
        for open in listed.into_iter().map(|one| one.todo).filter(|todo| todo.state == TodoState::Open) {
            let assignment = TodoAssignment {
                owner: Some(AUTHOR.to_owned()),
                due_on: Some(due.to_string()),
                note: Some("Ours is stricter. Keep it, and take the limit from behind over.".to_owned()),
            };
            todos::assign(self.ctx, &self.approver, (id, &open.id), open.version, assignment).await?;
        }
        Ok(())
    }

    /// Leaves a module checked out with a draft that is not finished.
    async fn begin_draft(&self) -> Result<(), Error> {
        let (subsystem, old, new) = DRAFT;
        self.write(&path(subsystem)?, old, new).await
    }
}
