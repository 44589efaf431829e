//! The operator's changes in the demo's flight manual.

use chrono::TimeDelta;
use domain::change_request::{
    ChangeRequest, NamedRequest, RequestAction, RequestDetails, RequestOrigin, RequestStatus,
};
use domain::checkin::CheckIn;
use domain::draft::{Draft, DraftState, NO_TAB};
use domain::path::FilePath;
use domain::snapshot::Reading;

use super::{FlightCrew, manual_path, path};
use crate::changes::actions;
use crate::changes::requests::{self, NewRequest, RequestPeople};
use crate::core::error::{Error, Missing};
use crate::demo::change_requests::requests_of;
use crate::demo::comments::{DemoThread, threads_of};
use crate::demo::{APPROVER, AUTHOR};
use crate::editing::drafts::{self, TabText};
use crate::editing::{checkin, checkouts};
use crate::library::files::{self, File};
use crate::reading::content;

/// A text of the manufacturer that the operator replaces.
struct FlightEdit {
    module: &'static str,
    old: &'static str,
    new: &'static str,
    /// The comment of the check-in.
    why: &'static str,
}

static EDITS: [FlightEdit; 4] = [
    FlightEdit {
        module: "10-00-00A-040A-A",
        old: "in wind above 40 kt.",
        new: "in wind above 35 kt, or above 25 kt at the rooftop base of Port Azure.",
        why: "Turbulence at the rooftop base",
    },
    FlightEdit {
        module: "11-00-00A-040A-A",
        old: "three persons of 90 kg each.",
        new: "three persons of 85 kg each, weighed before boarding.",
        why: "Loading rule of the operator",
    },
    FlightEdit {
        module: "20-00-00A-121A-A",
        old: "the tones for low and high rotor speed.",
        new: "the tones for low and high rotor speed, with the headsets on. Write the test in the technical log.",
        why: "The test was not always done after a change of crew",
    },
    FlightEdit {
        module: "21-00-00A-131A-A",
        old: "If T4 rises above 780 °C,",
        new: "If T4 rises above 760 °C,",
        why: "Two hot starts in August",
    },
];

/// The draft that somebody works on.
static DRAFT: FlightEdit = FlightEdit {
    module: "30-00-00A-141A-A",
    old: "above 95 %.",
    new: "above 95 %, and call “engine failure”.",
    why: "",
};

const REQUEST: &str = "Rules for the bases by the sea";

fn edit_of(number: usize) -> Result<&'static FlightEdit, Error> {
    EDITS.get(number).ok_or(Error::NotFound(Missing::File))
}

impl FlightCrew<'_> {
    async fn request(&self) -> Result<Option<ChangeRequest>, Error> {
        let known = requests_of(self.ctx, &self.people.author, &manual_path()?).await?;
        Ok(known.into_iter().find(|request| request.details.title == REQUEST))
    }

    pub(super) async fn is_requested(&self) -> Result<bool, Error> {
        Ok(self.request().await?.is_some_and(|request| request.status != RequestStatus::NotOpen))
    }

    /// Asks for rules of the operator, and begins to work on them.
    pub(super) async fn request_change(&self) -> Result<(), Error> {
        let id = if let Some(request) = self.request().await? {
            request.id
        } else {
            let details = RequestDetails {
                title: REQUEST.to_owned(),
                description: "Wind at the rooftop base, loading, the test of the tones, and hot starts in August."
                    .to_owned(),
                origin: RequestOrigin::Other,
                reference: "Safety meeting 2026/09".to_owned(),
                due_on: Some(self.ctx.clock.now().date_naive() + TimeDelta::days(30)),
            };
            let people = RequestPeople { assignee: Some(AUTHOR.to_owned()), reviewers: vec![APPROVER.to_owned()] };
            let new = NewRequest { manual: manual_path()?, place: None, details, people };
            requests::create(self.ctx, &self.people.author, new).await?
        };
        actions::act(self.ctx, &self.people.author, &id, RequestAction::Open, "", false).await
    }

    /// A module and its text in the working lane; `None` for one that people have deleted.
    async fn module(&self, path: &FilePath) -> Result<Option<(File, String)>, Error> {
        let file = match files::find(self.ctx, &self.people.author, path, &Reading::default()).await {
            Err(Error::NotFound(_)) => return Ok(None),
            found => found?,
        };
        let bytes = content::read(self.ctx, &file.version.content.blob).await?;
        Ok(Some((file, String::from_utf8_lossy(&bytes).into_owned())))
    }

    /// The author's open draft of a module.
    async fn draft(&self, file: &File) -> Result<Option<Draft>, Error> {
        let drafts = drafts::list(self.ctx, &self.people.author).await?.into_iter().map(|one| one.draft);
        let mut open = drafts.filter(|draft| draft.state == DraftState::Open);
        Ok(open.find(|draft| draft.object_id == file.object.id))
    }

    /// Whether a person works on a module: somebody else, or the author in a browser tab.
    async fn is_in_use(&self, file: &File) -> Result<bool, Error> {
        let Some(holder) = &file.holder else { return Ok(false) };
        if holder.user != self.people.author.user.id {
            return Ok(true);
        }
        Ok(self.draft(file).await?.is_some_and(|draft| draft.tab != NO_TAB))
    }

    /// Whether the operator's text is in the module, or people have written another one.
    pub(super) async fn is_edited(&self, number: usize) -> Result<bool, Error> {
        let edit = edit_of(number)?;
        let path = path(edit.module)?;
        match self.module(&path).await? {
            Some((file, text)) => Ok(!text.contains(edit.old) || self.is_in_use(&file).await?),
            None => Ok(true),
        }
    }

    pub(super) async fn edit(&self, number: usize) -> Result<(), Error> {
        let edit = edit_of(number)?;
        let path = path(edit.module)?;
        self.write(&path, edit).await?;
        let request = self.request().await?.filter(|request| request.status == RequestStatus::InProgress);
        let named = request.map(|request| NamedRequest { id: request.id, may_share: false });
        let said = CheckIn::in_work(edit.why.to_owned(), named);
        checkin::check_in(self.ctx, &self.people.author, &path, None, &said).await.map(drop)
    }

    /// Checks a module out, unless an interrupted run has done so, and saves its draft with another text.
    async fn write(&self, path: &FilePath, edit: &FlightEdit) -> Result<(), Error> {
        checkouts::take(self.ctx, &self.people.author, path).await?;
        // Without a tab, so that the first tab that opens the draft goes on with it.
        let open = drafts::open(self.ctx, &self.people.author, path, NO_TAB, false).await?;
        let saved = TabText {
            text: open.text.replace(edit.old, edit.new),
            replaces: open.draft.sha256,
            base: open.draft.base,
            tab: NO_TAB.to_owned(),
        };
        drafts::save(self.ctx, &self.people.author, path, saved).await.map(drop)
    }

    /// Threads on paragraphs: one that the manufacturer will change, and one that the operator changed.
    fn threads(&self) -> [(&'static str, DemoThread<'_>); 2] {
        let question = DemoThread {
            starter: &self.people.reader,
            words: "The slope shall not be more than",
            text: "Does this hold for the helideck of the hospital too? @li.author",
            proposed: None,
            answer: Some((&self.people.author, "The helideck is level; the limit is for landings in the open.")),
            is_resolved: false,
        };
        let remark = DemoThread {
            starter: &self.people.approver,
            words: "The rotor shall not be started",
            text: "Please add where the wind is measured before this is released.",
            proposed: None,
            answer: None,
            is_resolved: false,
        };
        [("22-00-00A-131A-A", question), ("10-00-00A-040A-A", remark)]
    }

    pub(super) async fn is_discussed(&self) -> Result<bool, Error> {
        for (module, thread) in self.threads() {
            let known = threads_of(self.ctx, &self.people.reader, &path(module)?).await?;
            let answers = if thread.answer.is_some() { 2 } else { 1 };
            if !known.iter().any(|one| thread.is_in(one) && one.listed.thread.comments >= answers) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) async fn discuss(&self) -> Result<(), Error> {
        for (module, thread) in self.threads() {
            let path = path(module)?;
            let known = threads_of(self.ctx, &self.people.reader, &path).await?;
            thread.write(self.ctx, &path, &known).await?;
        }
        Ok(())
    }

    /// Whether the unfinished draft is there, or people work on the module or have changed it.
    pub(super) async fn is_drafted(&self) -> Result<bool, Error> {
        let path = path(DRAFT.module)?;
        let Some((file, text)) = self.module(&path).await? else { return Ok(true) };
        if !text.contains(DRAFT.old) || self.is_in_use(&file).await? {
            return Ok(true);
        }
        match self.draft(&file).await? {
            Some(draft) => Ok(drafts::read(self.ctx, &self.people.author, &draft.id).await?.text.contains(DRAFT.new)),
            None => Ok(false),
        }
    }

    /// Leaves a module checked out with a draft that is not finished.
    pub(super) async fn begin_draft(&self) -> Result<(), Error> {
        self.write(&path(DRAFT.module)?, &DRAFT).await
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The text of a module in a delivery.
    fn delivered(delivery: u8, module: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../demo/flm-{delivery}"));
        let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let is_wanted = |path: &Path| path.to_string_lossy().contains(&format!("DMC-NV240-A-15-{module}_"));
        let found: Vec<_> = files.filter(|path| is_wanted(path)).collect();
        assert_eq!(found.len(), 1, "{module}");
        std::fs::read_to_string(&found[0]).expect("a file")
    }

    #[test]
    fn edits_meet_the_first_delivery_once() {
        for edit in EDITS.iter().chain([&DRAFT]) {
            assert_eq!(delivered(1, edit.module).matches(edit.old).count(), 1, "{}", edit.old);
            assert!(!edit.new.contains(edit.old), "it could not be told whether the edit was made: {}", edit.new);
        }
    }

    #[test]
    fn the_manufacturer_changes_other_texts_the_same_text_and_the_same_way() {
        let [wind, bench, tones, start] = &EDITS;
        for edit in [wind, start] {
            assert!(!delivered(2, edit.module).contains(edit.old), "both change it: {}", edit.old);
        }
        assert!(delivered(2, start.module).contains(start.new), "both change it in the same way");
        let second = delivered(2, tones.module);
        assert!(second.contains(tones.old) && second.contains("issueNumber=\"002\""), "it changes another step");
        assert!(delivered(2, bench.module).contains(bench.old) && !delivered(3, bench.module).contains(bench.old));
        assert!(delivered(2, DRAFT.module).contains(DRAFT.old) && !delivered(3, DRAFT.module).contains(DRAFT.old));
    }
}
