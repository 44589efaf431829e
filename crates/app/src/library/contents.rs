//! Contents from publications: one tree for a whole revision.
//!
//! Each publication that no other one includes becomes a place at the top; an
//! included one stands inline, where it is named. A container becomes a group
//! with its alternates below it. Nothing is left out: what was not delivered has
//! its place too, under the name its author gave it.

#[cfg(test)]
mod tests;
mod working;

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, TocNodeId};
use domain::object::ObjectKind;
use domain::resolution::Rank;
use domain::text::fold;
use domain::toc::{TocNode, TocNodeType};
use domain::version::{Reference, VersionMetadata};
use s1000d::applic::Applic;
use s1000d::code::{Code, DmCode};
use s1000d::object::{ObjectRef, Target};
use s1000d::publication::{Entry, Publication, roots};
use store::snapshots::SnapshotObject;

pub(crate) use working::{follow, gather, mark_targets, number, read_publication, rebuild};

/// Publications that include each other deeper than this are no longer unfolded.
const MAX_NESTING: usize = 16;
/// Bytes of what one place applies to, and of what all places of a revision do. Every place keeps its own, so a long
/// statement that is named often would outgrow its file many times over. What is longer is left undecided.
const MAX_STATEMENT: usize = 4 << 10;
const MAX_STATEMENTS: usize = 32 << 20;

/// A publication with the object it is.
#[derive(Debug)]
pub(crate) struct PublicationObject {
    pub object_id: ObjectId,
    pub publication: Publication,
}

/// Objects that the table of contents is built from.
#[derive(Debug, Default)]
pub(crate) struct ContentsSource {
    objects: Vec<SnapshotObject>,
    by_code: HashMap<String, Vec<usize>>,
    by_id: HashMap<ObjectId, usize>,
    /// Alternates of each container, in order.
    alternates: HashMap<ObjectId, Vec<Reference>>,
}

impl ContentsSource {
    pub(crate) fn add(&mut self, objects: Vec<SnapshotObject>) {
        for object in objects {
            let index = self.objects.len();
            self.by_code.entry(fold(&object.code)).or_default().push(index);
            self.by_id.insert(object.object_id, index);
            self.objects.push(object);
        }
    }

    pub(crate) fn offer(&mut self, container: ObjectId, alternates: Vec<Reference>) {
        self.alternates.insert(container, alternates);
    }

    pub(crate) fn of_kind(&self, kind: ObjectKind) -> impl Iterator<Item = &SnapshotObject> {
        self.objects.iter().filter(move |object| object.kind == kind && !object.deleted)
    }

    fn get(&self, id: ObjectId) -> Option<&SnapshotObject> {
        self.by_id.get(&id).map(|index| &self.objects[*index])
    }

    /// The object that a code names. A language that an entry names is exact here, other than for readers: the tree of
    /// one language must not take in that of another.
    fn resolve(&self, code: &str, language: Option<&str>, from: &str) -> Option<&SnapshotObject> {
        let found = || self.by_code.get(&fold(code)).into_iter().flatten().map(|index| &self.objects[*index]);
        let spoken = |wanted: &str| found().find(|object| object.language == wanted);
        match language {
            Some(language) => spoken(language),
            None => found().min_by_key(|object| Rank::new(true, &object.language, None, from)),
        }
    }
}

/// The tree of a revision; ids count from 1, each place after the one it stands in.
///
/// `manual` is what people call the manual: the last resort for a publication without any title.
pub(crate) fn build(material: &ContentsSource, mut publications: Vec<PublicationObject>, manual: &str) -> Vec<TocNode> {
    let key = |placed: &PublicationObject| {
        material.get(placed.object_id).map(|object| object.key.as_str()).unwrap_or_default()
    };
    publications.sort_by(|one, other| key(one).cmp(key(other)));
    let read: Vec<&Publication> = publications.iter().map(|placed| &placed.publication).collect();
    let tops = roots(&read);
    let places = publications.iter().enumerate().map(|(index, placed)| (placed.object_id, index)).collect();
    let (nodes, unfolded) = (Vec::new(), HashSet::new());
    let mut tree = Tree { material, publications: &publications, places, nodes, tops: 0, unfolded, stated: 0 };
    for top in tops {
        tree.unfolded.clear();
        tree.publication(top, None, manual.to_owned(), None, 0);
    }
    tree.nodes
}

struct Tree<'a> {
    material: &'a ContentsSource,
    publications: &'a [PublicationObject],
    places: HashMap<ObjectId, usize>,
    nodes: Vec<TocNode>,
    tops: u32,
    /// The publications that stand below the present root already.
    unfolded: HashSet<usize>,
    /// Bytes of what the places apply to.
    stated: usize,
}

/// A place that is about to be added.
struct New {
    node_type: TocNodeType,
    title: String,
    prefix: String,
    key: String,
    object_id: Option<ObjectId>,
    applic: Option<String>,
}

impl Tree<'_> {
    fn publication(
        &mut self,
        index: usize,
        parent: Option<usize>,
        title: String,
        applic: Option<String>,
        depth: usize,
    ) {
        let PublicationObject { object_id, publication } = &self.publications[index];
        let object = self.material.get(*object_id);
        let own = object.map(title_of).unwrap_or_default();
        let key = object.map(|object| object.key.clone()).unwrap_or_default();
        let language = object.map(|object| object.language.clone()).unwrap_or_default();
        // ATA 2300 writes the title of a publication on the one entry that holds all others.
        let around = if own.is_empty() { entry_around(publication) } else { None };
        let title = first_of([own, around.unwrap_or_default().to_owned(), title, key.clone()]);
        let node_type = TocNodeType::Section;
        let top =
            self.add(parent, New { node_type, title, prefix: String::new(), key, object_id: Some(*object_id), applic });
        if depth > MAX_NESTING || !self.unfolded.insert(index) {
            return;
        }
        let statements = statements(publication);
        let mut places: Vec<usize> = Vec::with_capacity(publication.nodes.len());
        places.extend(around.map(|_| top));
        for node in &publication.nodes[places.len()..] {
            let above = node.parent.and_then(|parent| places.get(parent as usize)).copied().unwrap_or(top);
            let applic = self.statement(&statements, &node.applic_refs);
            let place = self.nodes.len();
            match &node.entry {
                Entry::Section(title) => {
                    self.add(
                        Some(above),
                        New {
                            node_type,
                            title: title.clone(),
                            prefix: node.entry_code.clone().unwrap_or_default(),
                            key: String::new(),
                            object_id: None,
                            applic,
                        },
                    );
                }
                Entry::Reference(Target::Object(target)) => self.reference(target, above, &language, applic, depth),
                Entry::Reference(target) => self.external(target, above, applic),
            }
            places.push(place);
        }
    }

    fn reference(&mut self, target: &ObjectRef, above: usize, from: &str, applic: Option<String>, depth: usize) {
        let identity = target.identity();
        let code = s1000d::code::Identity { language: None, ..identity.clone() }.to_string();
        let language = target.language.map(|language| language.to_string());
        let found = self.material.resolve(&code, language.as_deref(), from);
        let written = target.title.clone().unwrap_or_default();
        if let Some(&index) = found.and_then(|object| self.places.get(&object.object_id)) {
            return self.publication(index, Some(above), written, applic, depth + 1);
        }
        let own = found.map(title_of).unwrap_or_default();
        let key = found.map_or_else(|| identity.to_string(), |object| object.key.clone());
        let prefix = match &target.code {
            Code::Module(code) => prefix_of(code),
            _ => String::new(),
        };
        let is_group = found.is_some_and(|object| object.kind == ObjectKind::Container);
        let new = New {
            node_type: if is_group { TocNodeType::Group } else { TocNodeType::Module },
            title: first_of([own, written, code]),
            prefix: prefix.clone(),
            key,
            object_id: found.map(|object| object.object_id),
            applic,
        };
        let group = new.object_id.filter(|_| is_group);
        let place = self.add(Some(above), new);
        let alternates = group.and_then(|container| self.material.alternates.get(&container));
        for alternate in alternates.into_iter().flatten() {
            let found = self.material.resolve(&alternate.target, alternate.language.as_deref(), from);
            self.add(
                Some(place),
                New {
                    node_type: TocNodeType::Module,
                    title: first_of([found.map(title_of).unwrap_or_default(), alternate.target.clone()]),
                    prefix: prefix.clone(),
                    key: found.map_or_else(|| alternate.target.clone(), |object| object.key.clone()),
                    object_id: found.map(|object| object.object_id),
                    applic: None,
                },
            );
        }
    }

    fn external(&mut self, target: &Target, above: usize, applic: Option<String>) {
        let (title, key) = match target {
            Target::External { code, title } => (title.clone(), code.clone()),
            Target::Illustration { name, .. } => (name.clone(), name.clone()),
            Target::Internal { id } => (id.clone(), id.clone()),
            Target::Object(_) => return,
        };
        let title = first_of([title, key.clone()]);
        let node_type = TocNodeType::Module;
        self.add(Some(above), New { node_type, title, prefix: String::new(), key, object_id: None, applic });
    }

    /// Applicability of an entry, if it states one; a missing statement leaves it undecided.
    fn statement(&mut self, statements: &Statements<'_>, ids: &[String]) -> Option<String> {
        let stated: Vec<_> = ids.iter().map(|id| statements.get(id.as_str())).collect();
        let length: usize = stated.iter().flatten().map(|(_, length)| length).sum();
        if length > MAX_STATEMENT.min(MAX_STATEMENTS - self.stated) {
            return Some(Applic::undecided().to_xml());
        }
        self.stated += length;
        let each = stated.into_iter().map(|one| one.map_or_else(Applic::undecided, |(applic, _)| (*applic).clone()));
        each.reduce(Applic::and).map(|all| all.to_xml())
    }

    /// Adds a place below another, or at the top, and says where it lies.
    fn add(&mut self, above: Option<usize>, new: New) -> usize {
        let taken = match above {
            Some(above) => &mut self.nodes[above].child_count,
            None => &mut self.tops,
        };
        let position = *taken;
        *taken += 1;
        let place = self.nodes.len();
        self.nodes.push(TocNode {
            id: id(place),
            parent_id: above.map(id),
            position,
            leaf: new.node_type == TocNodeType::Module,
            node_type: new.node_type,
            title: new.title,
            prefix: new.prefix,
            key: new.key,
            object_id: new.object_id,
            child_count: 0,
            applic: new.applic,
        });
        place
    }
}

fn id(place: usize) -> TocNodeId {
    TocNodeId(i64::try_from(place).map_or(i64::MAX, |place| place + 1))
}

fn title_of(object: &SnapshotObject) -> String {
    let (tech_name, info_name) = (object.tech_name.clone(), object.info_name.clone());
    VersionMetadata { tech_name, info_name, ..VersionMetadata::default() }.title()
}

/// Statements that entries of a publication refer to, by id, with their sizes.
type Statements<'a> = HashMap<&'a str, (&'a Applic, usize)>;

fn statements(publication: &Publication) -> Statements<'_> {
    let group = publication.object.applic_group.iter();
    group.filter_map(|applic| Some((applic.id.as_deref()?, (applic, applic.to_xml().len())))).collect()
}

/// The title of the section around all other entries, when it has no applicability of its own.
fn entry_around(publication: &Publication) -> Option<&str> {
    let (first, rest) = publication.nodes.split_first()?;
    match &first.entry {
        Entry::Section(title) if first.applic_refs.is_empty() && rest.iter().all(|node| node.parent.is_some()) => {
            Some(title)
        }
        _ => None,
    }
}

fn first_of<const N: usize>(titles: [String; N]) -> String {
    titles.into_iter().find(|title| !title.is_empty()).unwrap_or_default()
}

/// The place in the standard numbering, as in `28-41-01`; front matter and what is about the whole product has none.
fn prefix_of(code: &DmCode) -> String {
    let (system, assembly) = (code.system_code(), code.assy_code());
    let prefix = format!("{system}-{}{}-{assembly}", code.sub_system_code(), code.sub_sub_system_code());
    if prefix.bytes().all(|byte| matches!(byte, b'0' | b'-')) { String::new() } else { prefix }
}
