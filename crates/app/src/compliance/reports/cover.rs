//! The first page of a report: figures, and what is said about the whole.

use chrono::{DateTime, Utc};
use domain::compliance::{MappingProof, PolicyStatus, ProvingItem, strongest_proof};
use domain::language::Locale;
use publish::report::{ReportCover, ReportWord};
use publish::table::Cell;
use store::compliance::ReportedItem;

use super::part::{LinkState, ReportedPlace};
use super::rows::counts;

/// Figures of some requirements.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ReportTally {
    items: u32,
    assessable: u32,
    out_of_scope: u32,
    by_status: [u32; PolicyStatus::ALL.len()],
    /// Not assessed, and proved by requirements of other collections: wholly, and in part.
    mapped: u32,
    mapped_part: u32,
    links: u32,
    rechecks: u32,
}

impl ReportTally {
    pub(super) fn add(&mut self, item: &ReportedItem, places: &[ReportedPlace], proofs: &[ProvingItem]) {
        self.items += 1;
        let details = &item.item.details;
        if details.is_assessable && !item.item.is_withdrawn && !item.item.scope.in_scope {
            self.out_of_scope += 1;
        }
        if counts(item) {
            self.assessable += 1;
            let place = PolicyStatus::ALL.iter().position(|status| *status == item.item.status);
            if let Some(count) = place.and_then(|place| self.by_status.get_mut(place)) {
                *count += 1;
            }
        }
        match strongest_proof(proofs) {
            Some(MappingProof::Mapped) => self.mapped += 1,
            Some(_) => self.mapped_part += 1,
            None => {}
        }
        self.rechecks += u32::from(item.item.needs_recheck);
        for place in places {
            self.add_link(place);
        }
    }

    pub(super) fn add_link(&mut self, place: &ReportedPlace) {
        self.links += 1;
        self.rechecks += u32::from(place.link_state() != LinkState::Ok);
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.items += other.items;
        self.assessable += other.assessable;
        self.out_of_scope += other.out_of_scope;
        for (sum, more) in self.by_status.iter_mut().zip(other.by_status) {
            *sum += more;
        }
        self.mapped += other.mapped;
        self.mapped_part += other.mapped_part;
        self.links += other.links;
        self.rechecks += other.rechecks;
    }

    /// Those with a status, of those to assess; what is proved by mapping counts too.
    fn assessed(&self) -> u32 {
        let open =
            PolicyStatus::ALL.iter().zip(self.by_status).find(|(status, _)| **status == PolicyStatus::NotAssessed);
        self.assessable - open.map_or(0, |(_, count)| count) + self.mapped
    }

    /// Those that are compliant or do not apply; what is proved by mapping counts too.
    fn met(&self) -> u32 {
        let is_met = |status: PolicyStatus| matches!(status, PolicyStatus::Compliant | PolicyStatus::NotApplicable);
        PolicyStatus::ALL
            .iter()
            .zip(self.by_status)
            .filter(|(status, _)| is_met(**status))
            .map(|(_, count)| count)
            .sum::<u32>()
            + self.mapped
    }

    /// How many of those to assess; a dash where there are none.
    fn share(&self, count: u32) -> String {
        let percent = (u64::from(count) * 100).checked_div(self.assessable.into());
        let told = percent.map(|percent| format!("{count} / {} ({percent} %)", self.assessable));
        told.unwrap_or_else(|| "–".to_owned())
    }

    /// The names of the figures.
    pub(super) fn header(first: ReportWord, locale: Locale) -> Vec<Cell> {
        let words = [first, ReportWord::Requirements, ReportWord::Assessable];
        let statuses = PolicyStatus::ALL.into_iter().map(ReportWord::from);
        let last = [
            ReportWord::ProvedByMapping,
            ReportWord::ProvedInPart,
            ReportWord::OutOfScope,
            ReportWord::Links,
            ReportWord::Rechecks,
        ];
        words.into_iter().chain(statuses).chain(last).map(|word| Cell::Text(word.text(locale).to_owned())).collect()
    }

    pub(super) fn row(&self, name: &str) -> Vec<Cell> {
        let figures = [self.items, self.assessable];
        let last = [self.mapped, self.mapped_part, self.out_of_scope, self.links, self.rechecks];
        let figures = figures.into_iter().chain(self.by_status).chain(last).map(Cell::Number);
        [Cell::Text(name.to_owned())].into_iter().chain(figures).collect()
    }

    /// The figures that stand on the cover.
    pub(super) fn facts(&self) -> [(ReportWord, String); 7] {
        [
            (ReportWord::Requirements, self.items.to_string()),
            (ReportWord::Assessed, self.share(self.assessed())),
            (ReportWord::Met, self.share(self.met())),
            (ReportWord::Links, self.links.to_string()),
            (ReportWord::Rechecks, self.rechecks.to_string()),
            (ReportWord::ProvedByMapping, self.mapped.to_string()),
            (ReportWord::ProvedInPart, self.mapped_part.to_string()),
        ]
    }
}

pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The content of the cover of every report.
#[derive(Debug)]
pub(super) struct CoverSource<'c> {
    pub(super) locale: Locale,
    pub(super) title: ReportWord,
    /// The name of the collection or the manual.
    pub(super) subject: &'c str,
    pub(super) facts: Vec<(ReportWord, String)>,
    pub(super) filters: String,
    /// The person who asked for it.
    pub(super) prepared_by: String,
    pub(super) now: DateTime<Utc>,
    pub(super) hash: String,
    /// The part that is left out, where the person may not see every manual.
    pub(super) withheld: Option<ReportWord>,
    pub(super) figures: Vec<Vec<Cell>>,
    /// The id of the job.
    pub(super) ident: &'c str,
}

impl CoverSource<'_> {
    pub(super) fn cover(self) -> ReportCover {
        let locale = self.locale;
        let made = [
            (ReportWord::Filters, self.filters),
            (ReportWord::AsOf, self.now.format("%Y-%m-%d %H:%M").to_string()),
            (ReportWord::PreparedBy, self.prepared_by),
            (ReportWord::ApprovedBy, String::new()),
            (ReportWord::ContentHash, self.hash),
        ];
        // Somebody signs on the empty line.
        let is_told = |(word, value): &(ReportWord, String)| !value.is_empty() || *word == ReportWord::ApprovedBy;
        let facts = self.facts.into_iter().chain(made).filter(is_told);
        let notes = self.withheld.iter().map(|word| word.text(locale).to_owned()).collect();
        ReportCover {
            title: [self.title.text(locale), ": ", self.subject].concat(),
            facts: facts.map(|(word, value)| (word.text(locale).to_owned(), value)).collect(),
            notes,
            figures: self.figures,
            date: self.now.date_naive().to_string(),
            ident: self.ident.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn figures_add_up() {
        let one =
            ReportTally { items: 4, assessable: 3, by_status: [1, 2, 0, 0, 0], links: 5, ..ReportTally::default() };
        let mut sum = one.clone();
        sum.add_all(&one);
        assert_eq!(sum.facts()[1].1, "4 / 6 (66 %)");
        let header = ReportTally::header(ReportWord::Category, Locale::English);
        assert_eq!(header.len(), sum.row("ORO").len());
        assert_eq!(ReportTally::default().facts()[1].1, "–", "nothing to assess is not everything assessed");
        let met = ReportTally { assessable: 4, by_status: [0, 2, 1, 0, 1], ..ReportTally::default() };
        assert_eq!(met.facts()[2], (ReportWord::Met, "3 / 4 (75 %)".to_owned()));
        let mapped = ReportTally { assessable: 4, by_status: [2, 1, 0, 0, 1], mapped: 1, ..ReportTally::default() };
        let facts = mapped.facts();
        assert_eq!((facts[1].1.as_str(), facts[2].1.as_str()), ("3 / 4 (75 %)", "3 / 4 (75 %)"));
    }

    #[test]
    fn a_cover_tells_when_something_is_withheld() {
        let cover = |withheld| {
            let source = CoverSource {
                locale: Locale::English,
                title: ReportWord::CollectionReport,
                subject: "Part-ORO",
                facts: vec![(ReportWord::Version, String::new())],
                filters: "None".to_owned(),
                prepared_by: "ann".to_owned(),
                now: DateTime::UNIX_EPOCH,
                hash: "00".to_owned(),
                withheld,
                figures: Vec::new(),
                ident: "j",
            };
            source.cover()
        };
        assert_eq!(cover(None).notes, [""; 0]);
        assert_eq!(cover(Some(ReportWord::Withheld)).notes.len(), 1);
        let facts = cover(None).facts;
        assert!(!facts.iter().any(|(name, _)| name == "Version"), "what is not known is left out");
        assert!(facts.iter().any(|(name, value)| name == "Approved by" && value.is_empty()));
        assert_eq!(cover(None).title, "Compliance report: Part-ORO");
    }
}
