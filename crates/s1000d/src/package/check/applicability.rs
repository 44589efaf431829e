//! Whether applicability can be decided: the tables are named, and agree with their use.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::finding::{Finding, Rule};

use super::{Package, Source, base_name};
use crate::applic::tables::{Declaration, Tables};
use crate::applic::{Property, PropertyKind};
use crate::object::Role;
use crate::package::findings::Findings;
use crate::package::plan::Kind;
use crate::package::record::{FileKind, Record};

pub(super) fn check<R: Source>(package: &Package<'_, R>, findings: &mut Findings) {
    let records = &package.read.records;
    let places = places(records);
    let groups = Groups { package, places: &places };
    disagreements(package, findings);
    let mut under: BTreeMap<Vec<usize>, Vec<&Record>> = BTreeMap::new();
    let mut sets: BTreeMap<usize, Set> = BTreeMap::new();
    if let Kind::Ata2300 { status_list, .. } = &package.plan.kind {
        let named = status_list.iter().flat_map(|list| &list.what.tables);
        let together: Vec<usize> =
            named.filter_map(|(_, _, target)| places.get(&*target.identity().to_string()).copied()).collect();
        let Some(&first) = together.first() else { return };
        sets.insert(first, groups.set(&together));
        // As for readers, a module that names its table itself is not judged by that of the package.
        for record in package.taken() {
            let own = groups.acts(record);
            under.entry(if own.is_empty() { vec![first] } else { own }).or_default().push(record);
        }
    } else {
        not_referenced(package, findings);
        for record in package.taken() {
            let acts = groups.acts(record);
            if !acts.is_empty() {
                under.entry(acts).or_default().push(record);
            }
        }
    }
    for act in under.keys().flatten() {
        sets.entry(*act).or_insert_with(|| groups.set(&[*act]));
    }
    let mut asserted: BTreeMap<usize, BTreeSet<&Property>> = BTreeMap::new();
    for (acts, records) in &under {
        let allowing: Vec<&Set> = acts.iter().filter_map(|act| sets.get(act)).collect();
        let used = groups.judge(records, &allowing, findings);
        if let [act] = acts[..] {
            asserted.entry(act).or_default().extend(used);
        }
    }
    for (act, set) in &sets {
        let used = asserted.remove(act).unwrap_or_default();
        groups.products(set, &used, findings);
        groups.conditions(*act, &used, findings);
    }
}

/// Tables that declare a property of one name with different values.
fn disagreements<R: Source>(package: &Package<'_, R>, findings: &mut Findings) {
    let mut first: BTreeMap<&Property, (&str, &Declaration)> = BTreeMap::new();
    for record in package.taken() {
        let Some(tables) = package.read.tables.get(&record.item.index) else { continue };
        for (property, declaration) in &tables.declared {
            match first.entry(property) {
                Entry::Vacant(place) => {
                    place.insert((&*record.item.name, declaration));
                }
                Entry::Occupied(known) if known.get().1.allows_the_same_as(declaration) => {}
                Entry::Occupied(known) => {
                    let finding = Finding::new(Rule::ApplicTablesDisagree).in_file(&*record.item.name);
                    let other = base_name(known.get().0);
                    findings.push(finding.with("property", property.ident.as_str()).with("other", other));
                }
            }
        }
    }
}

/// Positions of the referenced objects, with and without language.
fn places(records: &[Record]) -> HashMap<&str, usize> {
    let mut places = HashMap::new();
    for (place, record) in records.iter().enumerate() {
        for key in record.item.key.as_deref().into_iter().chain(record.item.bare_key()) {
            places.entry(key).or_insert(place);
        }
    }
    places
}

/// The content of an ACT and the tables it leads to.
#[derive(Default)]
struct Set {
    tables: Tables,
    /// Places of the PCTs.
    products: Vec<usize>,
}

struct Groups<'a, 'p, R> {
    package: &'a Package<'p, R>,
    places: &'a HashMap<&'a str, usize>,
}

impl<'a, R: Source> Groups<'a, '_, R> {
    /// The ACTs of the package that a file leads to, through a catalogue of them too.
    fn acts(&self, record: &Record) -> Vec<usize> {
        let records = &self.package.read.records;
        let mut acts = Vec::new();
        for act in self.leads_to(record, Role::ApplicabilityTable) {
            let listed: Vec<usize> = self.leads_to(&records[act], Role::ApplicabilityTable).collect();
            let tables = self.package.read.tables.get(&records[act].item.index);
            if tables.is_some_and(|tables| tables.declared.is_empty()) && !listed.is_empty() {
                acts.extend(listed);
            } else {
                acts.push(act);
            }
        }
        acts.sort_unstable();
        acts.dedup();
        acts
    }

    fn leads_to(&self, record: &Record, role: Role) -> impl Iterator<Item = usize> {
        let named = record.tables.iter().filter(move |(named, _)| *named == role);
        named.filter_map(|(_, target)| self.places.get(self.package.name_of(record, *target)).copied())
    }

    /// Tables with the CCT and PCT that they lead to.
    fn set(&self, roots: &[usize]) -> Set {
        let records = &self.package.read.records;
        let mut places: Vec<usize> = roots.to_vec();
        for &root in roots {
            places.extend(self.leads_to(&records[root], Role::ConditionTable));
            places.extend(self.leads_to(&records[root], Role::ProductTable));
        }
        let (mut set, mut seen) = (Set::default(), HashSet::new());
        for place in places.into_iter().filter(|place| seen.insert(*place)) {
            let item = &records[place].item;
            if let Some(tables) = self.package.read.tables.get(&item.index) {
                set.tables.merge(tables.clone());
                set.products.extend(Some(place).filter(|_| item.kind == FileKind::ProductTable));
            }
        }
        set
    }

    /// Judges the assertions of files that share their tables: what one of them allows is allowed. Gives the properties.
    fn judge(&self, records: &[&Record], sets: &[&Set], findings: &mut Findings) -> BTreeSet<&'a Property> {
        let mut asserted = BTreeSet::new();
        for record in records {
            let known = &self.package.read.assertions[record.worker];
            let mut undeclared = BTreeSet::new();
            for used in &record.assertions {
                let Some((property, values)) = known.get(used.number as usize) else { continue };
                asserted.insert(property);
                let declaring: Vec<&&Set> = sets.iter().filter(|set| set.tables.declares(property)).collect();
                let asked = if declaring.is_empty() { sets.iter().collect() } else { declaring };
                let verdicts = asked.iter().map(|set| set.tables.check_one(property, values));
                let best = verdicts.min_by_key(Vec::len).unwrap_or_default();
                let again = best.iter().any(|one| one.rule == Rule::ApplicUndeclared) && !undeclared.insert(property);
                if !again {
                    findings.extend(best.into_iter().map(|one| one.in_file(&*record.item.name).at(used.line)));
                }
            }
        }
        asserted
    }

    fn products(&self, set: &Set, asserted: &BTreeSet<&Property>, findings: &mut Findings) {
        let records = &self.package.read.records;
        for &place in &set.products {
            let item = &records[place].item;
            let Some(own) = self.package.read.tables.get(&item.index) else { continue };
            let together = Tables { declared: set.tables.declared.clone(), ..own.clone() };
            let mut seen = BTreeSet::new();
            for finding in together.check_products() {
                if seen.insert(finding.params.clone()) {
                    findings.push(finding.in_file(&*item.name));
                }
            }
            let open = together.never_assigned(asserted.iter().copied());
            findings.extend(open.into_iter().map(|property| {
                Finding::new(Rule::ApplicNeverAssigned).in_file(&*item.name).with("property", property.ident)
            }));
        }
    }

    /// An ACT under which conditions are used must lead to the table that declares them.
    fn conditions(&self, act: usize, asserted: &BTreeSet<&Property>, findings: &mut Findings) {
        let record = &self.package.read.records[act];
        let used = asserted.iter().any(|property| property.kind == PropertyKind::Condition);
        let named = record.tables.iter().any(|(role, _)| *role == Role::ConditionTable);
        if used && !named && matches!(self.package.plan.kind, Kind::S1000d) {
            let finding = Finding::new(Rule::ApplicTableNotReferenced).in_file(&*record.item.name);
            findings.push(finding.with("table", "CCT"));
        }
    }
}

/// A module that uses properties must lead to the table that declares them, or its publication must.
fn not_referenced<R: Source>(package: &Package<'_, R>, findings: &mut Findings) {
    let names_act = |record: &Record| record.tables.iter().any(|(role, _)| *role == Role::ApplicabilityTable);
    if package.taken().any(|record| record.item.kind == FileKind::Publication && names_act(record)) {
        return;
    }
    let own = |kind| matches!(kind, FileKind::ApplicabilityTable | FileKind::ConditionTable | FileKind::ProductTable);
    let modules = package.taken().filter(|record| record.item.kind.is_module() && !own(record.item.kind));
    for record in modules.filter(|record| !names_act(record)) {
        if let Some(line) = record.assertions.iter().map(|used| used.line).min() {
            let finding = Finding::new(Rule::ApplicTableNotReferenced).in_file(&*record.item.name).at(line);
            findings.push(finding.with("table", "ACT"));
        }
    }
}
