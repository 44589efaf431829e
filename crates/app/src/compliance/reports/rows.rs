//! The cells of rows.

#[cfg(test)]
mod tests;

use domain::comment::PlaceState;
use domain::compliance::{
    MappingProof, MeansState, PolicyCategory, PolicyStatus, PolicyTarget, ProvingItem, strongest_proof,
};
use domain::language::Locale;
use domain::version::Issue;
use publish::report::{ColumnPart, ReportColumn, ReportLine, ReportWord, text_cell};
use publish::table::Cell;
use store::compliance::{ReportedEvidence, ReportedItem};
use store::regulations::ItemSource;

use super::part::{DatedMeans, LinkState, ReportedPlace};

/// Characters of a text that is repeated in further rows.
const MAX_REPEATED: usize = 2_000;
/// Items of other collections that a cell names.
const MAX_PROOFS: usize = 20;

/// The subject of a row; every column takes its cell from it.
#[derive(Debug, Clone)]
pub(super) struct RowSource<'r> {
    pub(super) locale: Locale,
    /// Counts the requirements, or the rows of a manual.
    pub(super) number: u32,
    pub(super) item: &'r ReportedItem,
    pub(super) category: Option<&'r PolicyCategory>,
    /// With the names of the categories around it.
    pub(super) category_name: &'r str,
    /// The whole text of the requirement; empty in reports of manuals.
    pub(super) wording: &'r str,
    pub(super) place: Option<&'r ReportedPlace>,
    pub(super) clause: &'r str,
    pub(super) evidence: Vec<&'r ReportedEvidence>,
    /// Items of other collections that prove it while nobody has assessed it.
    pub(super) proofs: &'r [ProvingItem],
    /// How the requirement is met; the only one that a row of their sheet is about.
    pub(super) means: &'r [DatedMeans],
    /// A link of the requirement leads somewhere; `None` where it may lead to a manual that is withheld.
    pub(super) is_documented: Option<bool>,
    /// The row is about the subject of the row before it.
    pub(super) continues: bool,
}

/// The requirement is assessed, and not out of scope or withdrawn.
pub(super) fn counts(item: &ReportedItem) -> bool {
    item.item.details.is_assessable && item.item.scope.in_scope && !item.item.is_withdrawn
}

/// The word for a proof by mapping.
pub(super) fn proof_word(proof: MappingProof) -> ReportWord {
    match proof {
        MappingProof::Mapped => ReportWord::ProvedByMapping,
        MappingProof::Part => ReportWord::ProvedInPart,
        _ => ReportWord::NotProvedByMapping,
    }
}

impl RowSource<'_> {
    /// The line of a sheet with these columns.
    pub(super) fn line(&self, sheet: usize, columns: &[ReportColumn]) -> ReportLine {
        let own = |column: &ReportColumn| self.of_link(column.word).filter(|_| column.part == ColumnPart::Detail);
        let cell = |column: &ReportColumn| own(column).map_or_else(|| self.cell(column.word), |text| text_cell(&text));
        ReportLine { sheet, continues: self.continues, cells: columns.iter().map(cell).collect() }
    }

    /// The link's own value; without one, that of its requirement counts.
    fn of_link(&self, word: ReportWord) -> Option<String> {
        let reference = &self.place?.quoted.located.reference;
        match word {
            ReportWord::Owner => reference.owner.as_ref().map(name_of),
            ReportWord::NextReview => reference.review_on.map(|day| day.to_string()),
            _ => None,
        }
    }

    fn cell(&self, word: ReportWord) -> Cell {
        if word == ReportWord::Number {
            return Cell::Number(self.number);
        }
        let text = self.of_item(word).or_else(|| self.of_means(word)).or_else(|| self.of_place(word));
        text_cell(&text.unwrap_or_default())
    }

    fn text(&self, word: ReportWord) -> String {
        word.text(self.locale).to_owned()
    }

    fn yes_or_no(&self, is_so: bool) -> String {
        self.text(if is_so { ReportWord::Yes } else { ReportWord::No })
    }

    fn of_item(&self, word: ReportWord) -> Option<String> {
        let item = &self.item.item;
        let (details, scope) = (&item.details, &item.scope);
        let assessment = self.item.assessment.as_ref();
        let day = |day: Option<chrono::NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
        Some(match word {
            ReportWord::CategoryCode => self.category.map(|one| one.code.clone()).unwrap_or_default(),
            ReportWord::Category => self.category_name.to_owned(),
            ReportWord::Collection => self.item.collection_name.clone(),
            ReportWord::Version => self.item.edition.clone(),
            ReportWord::Code => details.code.clone(),
            ReportWord::Type => details.kind.as_str().to_owned(),
            ReportWord::Title | ReportWord::RequirementTitle => details.title.clone(),
            ReportWord::RequirementText if self.continues => beginning(self.wording),
            ReportWord::RequirementText => self.wording.to_owned(),
            ReportWord::Applicability => {
                let operator = if scope.operator.is_empty() {
                    String::new()
                } else {
                    [ReportWord::Operator.text(self.locale), ": ", &scope.operator].concat()
                };
                joined([scope.applicability.as_str(), &operator])
            }
            ReportWord::EffectiveDate => day(details.effective_on),
            ReportWord::RegulatorySource => source_of(&self.item.source),
            ReportWord::Status => self.status(),
            ReportWord::Documented if counts(self.item) => {
                self.is_documented.map(|is_so| self.yes_or_no(is_so)).unwrap_or_default()
            }
            ReportWord::Owner => item.owner.as_ref().map(name_of).unwrap_or_default(),
            ReportWord::AssessedBy => assessment.map(|one| one.by.clone()).unwrap_or_default(),
            ReportWord::AssessedOn => assessment.map(|one| one.on.date_naive().to_string()).unwrap_or_default(),
            ReportWord::NextReview => day(details.review_on),
            ReportWord::Reason if !scope.in_scope => scope.reason.clone(),
            ReportWord::Reason => assessment.map(|one| one.why.clone()).unwrap_or_default(),
            ReportWord::ProofByMapping => self.proof(),
            ReportWord::Remarks => self.remarks(),
            _ => return None,
        })
    }

    fn of_means(&self, word: ReportWord) -> Option<String> {
        if word == ReportWord::Means {
            let lines: Vec<String> = self.means.iter().map(|one| means_text(one, self.locale)).collect();
            return Some(lines.join("\n"));
        }
        let [(means, state)] = self.means else { return None };
        let day = |day: Option<chrono::NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
        Some(match word {
            ReportWord::MeansKind => self.text(means.kind.into()),
            ReportWord::MeansReference => means.reference.clone(),
            ReportWord::Authority => means.authority.clone(),
            ReportWord::Approval => means.approval.clone(),
            ReportWord::ApprovedOn => day(means.approved_on),
            ReportWord::ValidFrom => day(means.valid_from),
            ReportWord::ValidTo => day(means.valid_to),
            ReportWord::MeansState => self.text((*state).into()),
            ReportWord::MeansRemarks => means.remarks.clone(),
            _ => return None,
        })
    }

    /// Guidance has no status.
    fn status(&self) -> String {
        let item = &self.item.item;
        if !item.scope.in_scope {
            self.text(ReportWord::OutOfScope)
        } else if item.details.is_assessable || item.status != PolicyStatus::NotAssessed {
            self.text(item.status.into())
        } else {
            String::new()
        }
    }

    /// The items that prove it; where they prove a part, the rest is named as missing.
    fn proof(&self) -> String {
        let Some(proof) = strongest_proof(self.proofs) else { return String::new() };
        let proving = |one: &ProvingItem| {
            let relation = ReportWord::from(one.relation).text(self.locale);
            format!("{}: {} ({relation})", one.collection_name, one.code)
        };
        let shown = self.proofs.iter().filter(|one| one.proof == proof).take(MAX_PROOFS).map(proving);
        let mut lines = vec![self.text(proof_word(proof))];
        lines.extend(shown);
        if proof == MappingProof::Part {
            lines.push(self.text(ReportWord::RestMissing));
        }
        lines.join("\n")
    }

    fn remarks(&self) -> String {
        let item = &self.item.item;
        let text = |is_so: bool, word: ReportWord| if is_so { word.text(self.locale) } else { "" };
        let proposal = item.proposal.as_ref().map(|proposal| {
            let status = ReportWord::from(proposal.status).text(self.locale);
            [ReportWord::WaitsForSignOff.text(self.locale), ": ", status].concat()
        });
        let assessment = self.item.assessment.as_ref();
        let why = assessment.map_or("", |one| one.why.as_str());
        let sign_off = assessment.and_then(|one| one.sign_off.as_ref()).map(|one| {
            let name = [ReportWord::SignedOffBy.text(self.locale), ": ", &one.by].concat();
            joined([name.as_str(), &one.on.date_naive().to_string(), &one.why])
        });
        joined([
            text(item.is_withdrawn, ReportWord::Withdrawn),
            text(item.needs_recheck, ReportWord::ToAssessAgain),
            proposal.as_deref().unwrap_or_default(),
            if item.scope.in_scope { "" } else { item.scope.reason.as_str() },
            why,
            sign_off.as_deref().unwrap_or_default(),
        ])
    }

    fn of_place(&self, word: ReportWord) -> Option<String> {
        if let Some(text) = self.of_evidence(word) {
            return Some(text);
        }
        let place = self.place?;
        let located = &place.quoted.located;
        Some(match word {
            ReportWord::TocNumber => place.contents_number.clone(),
            ReportWord::Clause => self.clause.to_owned(),
            ReportWord::Statement => located.reference.comment.clone(),
            ReportWord::Manual => located.manual_path.clone(),
            ReportWord::ManualPlace => place_text(place, self.locale),
            ReportWord::ModuleCode => located.code.clone(),
            ReportWord::ModuleTitle => located.title.clone(),
            ReportWord::Paragraph => place.quoted.anchor.clone(),
            ReportWord::QuotedText => place.quoted.quote.clone(),
            ReportWord::Issue => issue_text(&place.issue),
            ReportWord::ConfirmedIssue => issue_text(&place.confirmed_issue),
            ReportWord::ConfirmedOn => located.reference.confirmed_on.date_naive().to_string(),
            ReportWord::LinkState => self.text(match place.link_state() {
                LinkState::Ok => ReportWord::LinkOk,
                LinkState::Suspect => ReportWord::LinkSuspect,
                LinkState::Broken => ReportWord::LinkBroken,
            }),
            ReportWord::ChangedSince => self.changed_since(place),
            _ => return None,
        })
    }

    /// Whether the text of the manual is another one since the link was confirmed. A manual and a chapter have no text that
    /// could be compared.
    fn changed_since(&self, place: &ReportedPlace) -> String {
        let reference = &place.quoted.located.reference;
        if reference.object.is_none() && !place.quoted.located.is_gone {
            return "–".to_owned();
        }
        self.yes_or_no(place.quoted.state != PlaceState::Unchanged)
    }

    fn of_evidence(&self, word: ReportWord) -> Option<String> {
        let text = |evidence: &&ReportedEvidence| match word {
            ReportWord::Evidence => evidence.file_name.clone(),
            // One for each file, in their order.
            _ => evidence.effective_on.map_or_else(|| "–".to_owned(), |day| day.to_string()),
        };
        if !matches!(word, ReportWord::Evidence | ReportWord::EvidenceDate) {
            return None;
        }
        Some(self.evidence.iter().map(text).collect::<Vec<_>>().join("\n"))
    }
}

/// The name of a person, or the account of one without a name.
pub(super) fn name_of(person: &domain::comment::Commenter) -> String {
    if person.name.is_empty() { person.account.clone() } else { person.name.clone() }
}

/// As in `28-21; … Fuel pump`: what people look for in a manual.
pub(super) fn place_text(place: &ReportedPlace, locale: Locale) -> String {
    let located = &place.quoted.located;
    match located.reference.target {
        _ if located.manual_path.is_empty() => String::new(),
        PolicyTarget::Manual => ReportWord::WholeManual.text(locale).to_owned(),
        PolicyTarget::Chapter => [ReportWord::Chapter.text(locale), " ", &located.reference.chapter].concat(),
        PolicyTarget::Module | PolicyTarget::Paragraph => {
            joined([place.contents_number.as_str(), &located.code, &located.title, &place.quoted.anchor])
        }
    }
}

/// As in `AltMoC MOC-7; A/12`: what people look for among approvals.
fn means_text((means, state): &DatedMeans, locale: Locale) -> String {
    let name = [ReportWord::from(means.kind).text(locale), &means.reference].join(" ");
    let state = if *state == MeansState::Valid { "" } else { ReportWord::from(*state).text(locale) };
    joined([name.as_str(), &means.approval, state])
}

fn issue_text(issue: &Issue) -> String {
    let number =
        if issue.number.is_empty() { String::new() } else { [issue.number.as_str(), &issue.in_work].join("-") };
    joined([number.as_str(), &issue.date])
}

/// The source of an item, as the publisher names it.
fn source_of(source: &str) -> String {
    let read: ItemSource = serde_json::from_str(source).unwrap_or_default();
    joined([read.source_ref.as_str(), &read.amendment])
}

fn joined<const N: usize>(parts: [&str; N]) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

fn beginning(text: &str) -> String {
    match text.char_indices().nth(MAX_REPEATED) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text.to_owned(),
    }
}
