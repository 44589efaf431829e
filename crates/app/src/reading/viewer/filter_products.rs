//! The products that a publication is filtered for.

use std::collections::HashMap;
use std::sync::Arc;

use domain::id::{SnapshotId, VersionId};
use domain::publication::TargetScope;
use domain::text::fold;
use domain::version::VersionContent;
use s1000d::applic::{Applic, Assignments};
use s1000d::repositories::SharedEntries;
use store::Tx;

use super::choice::{self, Choice, Chosen};
use super::profile_members::ProfileMembers;
use super::repositories;
use super::tables::{self, ManualTables, SetIndex};
use super::whole::{self, ModuleApplicability, SharedStatements};
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The members of a target, seen through the tables of a state.
pub(crate) struct FilterProducts {
    /// The ACT of each module, where there are several.
    sets: HashMap<VersionId, usize>,
    of_contents: SetIndex,
    entries: Arc<SharedEntries>,
    values: MemberValues,
    /// The members are aircraft, each of which may need what its table does not decide.
    is_fleet: bool,
}

/// The values of some members, which are known by their places in the target.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct MemberProducts {
    pub(crate) members: Vec<usize>,
    pub(crate) values: Vec<Assignments>,
}

/// The values of each member, as many for every ACT.
#[derive(Debug, Default, PartialEq, Eq)]
struct MemberValues {
    /// For modules without an ACT of their own, then for those of each ACT; `None` where the ACT does not know a member.
    of_sets: Vec<Vec<Option<Assignments>>>,
    /// Registrations of aircraft of which no table knows anything.
    strangers: Vec<String>,
    /// Registrations of aircraft of other models, which have no say.
    others: Vec<String>,
}

impl FilterProducts {
    /// Reads them for a state; `None` where its tables know none of the members. The tables are those of the manual itself:
    /// tables of other manuals are not part of what is approved.
    pub(crate) async fn load(
        ctx: &Ctx,
        mut tx: Tx,
        own: SnapshotId,
        scope: &TargetScope,
        modules: &[(VersionId, &str)],
    ) -> Result<Option<Self>, Error> {
        let (members, names) = match scope {
            TargetScope::Everything => return Ok(None),
            TargetScope::Fleet(fleet) => {
                let names: Vec<String> = fleet.iter().map(|one| one.registration.clone()).collect();
                (ProfileMembers::Fleet(fleet.clone()), names)
            }
            TargetScope::Tail(one) => (ProfileMembers::Fleet(vec![one.clone()]), vec![one.registration.clone()]),
            TargetScope::Asserted(assertion) => (ProfileMembers::Asserted(assertion.clone()), Vec::new()),
        };
        let is_fleet = matches!(members, ProfileMembers::Fleet(_));
        let sources = tables::sources_in(&mut tx, &[own]).await?;
        let folded: Vec<(VersionId, String)> = modules.iter().map(|(version, code)| (*version, fold(code))).collect();
        let sets = sources.of_versions(&mut tx, &folded).await?;
        let of_contents = sources.of_contents(&mut tx).await?;
        drop(tx);
        let manual = tables::read(ctx, &sources).await?;
        let entries = repositories::read(ctx, Some(own)).await?;
        let read = tokio::task::spawn_blocking(move || MemberValues::read(&manual, members, &names));
        let values = read.await??;
        Ok((values.count() > 0).then_some(Self { sets, of_contents, entries, values, is_fleet }))
    }

    /// The values of each member for a module; `None` for a member that its ACT does not know.
    pub(crate) fn of_version(&self, version: VersionId) -> &[Option<Assignments>] {
        self.values.of_set(self.sets.get(&version).copied())
    }

    /// The ACT of a module, where there are several.
    pub(crate) fn set_of(&self, version: VersionId) -> Option<usize> {
        self.sets.get(&version).copied()
    }

    /// How many members there are.
    pub(crate) fn count(&self) -> usize {
        self.values.count()
    }

    /// The values that a module is filtered for, given the members that it is for.
    pub(crate) fn chosen(&self, version: VersionId, mask: &[bool]) -> MemberProducts {
        chosen(self.of_version(version), mask, self.is_fleet)
    }

    /// The same for what the contents say.
    pub(crate) fn of_contents(&self) -> &[Option<Assignments>] {
        self.values.of_set(self.of_contents)
    }

    /// Registrations of aircraft of which no table knows anything: everything may apply to them.
    pub(crate) fn strangers(&self) -> &[String] {
        &self.values.strangers
    }

    /// Registrations of aircraft whose models are not those of the manual: nothing was kept for them.
    pub(crate) fn others(&self) -> &[String] {
        &self.values.others
    }

    /// The applicability of a whole module in a language, from its status file or from itself.
    pub(crate) async fn of_whole(
        &self,
        ctx: &Ctx,
        content: &VersionContent,
        language: &str,
    ) -> Result<Option<Applic>, Error> {
        let shared = SharedStatements::of(Arc::clone(&self.entries), language);
        Ok(whole::of_module(ctx, &shared, content).await?.condition())
    }

    /// The applicability of a whole module in a language as far as its status file says it.
    pub(crate) async fn of_status(
        &self,
        ctx: &Ctx,
        content: &VersionContent,
        language: &str,
    ) -> Result<Option<Applic>, Error> {
        let shared = SharedStatements::of(Arc::clone(&self.entries), language);
        let said = whole::of_status(ctx, &shared, content).await?;
        Ok(said.and_then(ModuleApplicability::condition))
    }
}

/// An aircraft that the ACT of a module does not know may need all of it, also in the files of its fleet: they have what
/// the files of each aircraft have. An assertion that an ACT does not know says nothing where another way of it does.
fn chosen(members: &[Option<Assignments>], mask: &[bool], is_fleet: bool) -> MemberProducts {
    let here = || members.iter().enumerate().filter(move |(place, _)| mask.get(*place).copied().unwrap_or(true));
    let keeps_unknown = is_fleet || here().all(|(_, values)| values.is_none());
    let mut chosen = MemberProducts::default();
    for (place, values) in here() {
        if values.is_some() || keeps_unknown {
            chosen.members.push(place);
            chosen.values.push(values.clone().unwrap_or_default());
        }
    }
    chosen
}

impl MemberValues {
    fn read(manual: &ManualTables, members: ProfileMembers, names: &[String]) -> Result<Self, Error> {
        let (choice, chosen) = (Choice::default(), Chosen::of_members(members));
        let sets = std::iter::once(None).chain((0..manual.sets.len()).map(Some));
        let of_set = |set: SetIndex| Ok(choice::assignments(&choice, &chosen, manual, set)?.into_members());
        let of_sets: Vec<Vec<Option<Assignments>>> = sets.map(of_set).collect::<Result<_, Error>>()?;
        Ok(Self::known(&of_sets, names))
    }

    /// Leaves out the members that no ACT knows: aircraft of other models say nothing of this manual.
    fn known(of_sets: &[Vec<Option<Assignments>>], names: &[String]) -> Self {
        let count = of_sets.first().map_or(0, Vec::len);
        let all = |place: usize| of_sets.iter().map(move |values| values.get(place).and_then(Option::as_ref));
        let is_known = |place: &usize| all(*place).any(|values| values.is_some());
        let (kept, dropped): (Vec<usize>, Vec<usize>) = (0..count).partition(is_known);
        let others = dropped.iter().filter_map(|place| names.get(*place).cloned()).collect();
        let nothing = Assignments::default();
        let is_stranger = |place: &&usize| all(**place).all(|values| values == Some(&nothing));
        let strangers = kept.iter().filter(is_stranger).filter_map(|place| names.get(*place).cloned()).collect();
        let of_sets = of_sets
            .iter()
            .map(|values| kept.iter().map(|place| values.get(*place).cloned().flatten()).collect())
            .collect();
        Self { of_sets, strangers, others }
    }

    fn count(&self) -> usize {
        self.of_sets.first().map_or(0, Vec::len)
    }

    fn of_set(&self, set: SetIndex) -> &[Option<Assignments>] {
        self.of_sets.get(set.map_or(0, |set| set + 1)).map(Vec::as_slice).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use s1000d::applic::{Property, PropertyKind};

    use super::*;

    fn of_model(model: &str) -> Assignments {
        let mut values = Assignments::default();
        values.assign(Property { kind: PropertyKind::Attribute, ident: "model".to_owned() }, model);
        values
    }

    #[test]
    fn an_aircraft_that_an_act_does_not_know_keeps_its_modules_in_the_files_of_the_fleet() {
        let members = [Some(of_model("A")), None, Some(of_model("B"))];
        let nothing = Assignments::default();
        let fleet = chosen(&members, &[true, true, false], true);
        assert_eq!((fleet.members, fleet.values), (vec![0, 1], vec![of_model("A"), nothing.clone()]));
        let asserted = chosen(&members, &[true, true, true], false);
        assert_eq!(asserted.members, [0, 2], "the assertion cannot hold in this table");
        let alone = chosen(&members, &[false, true, false], false);
        assert_eq!((alone.members, alone.values), (vec![1], vec![nothing]), "nothing is known");
        assert_eq!(chosen(&members, &[false; 3], true), MemberProducts::default());
    }

    #[test]
    fn members_of_other_models_say_nothing_and_strangers_are_named() {
        let names = ["QZ-A", "QZ-B", "QZ-C"].map(str::to_owned);
        let stranger = || Some(Assignments::default());
        let of_sets = vec![vec![None, None, stranger()], vec![Some(of_model("A")), None, stranger()]];
        let known = MemberValues::known(&of_sets, &names);
        assert_eq!(
            (known.strangers.as_slice(), known.others.as_slice()),
            (&["QZ-C".to_owned()][..], &["QZ-B".to_owned()][..])
        );
        assert_eq!(known.count(), 2);
        assert_eq!(known.of_set(None), [None, stranger()]);
        assert_eq!(known.of_set(Some(0)), [Some(of_model("A")), stranger()]);
        assert_eq!(
            MemberValues::known(&[vec![None]], &names),
            MemberValues { of_sets: vec![vec![]], strangers: vec![], others: vec!["QZ-A".to_owned()] }
        );
    }
}
