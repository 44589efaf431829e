//! The graph of references around a module.

use std::collections::{BTreeSet, HashMap};

use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::version::ReferenceKind;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files::{self, File};
use crate::reading::viewer::{self, LocatedModule};

/// Limit of neighbours of one node in one direction.
const MAX_NEIGHBOURS: usize = 40;
/// References per query: a publication module refers to everything.
const AT_ONCE: u64 = 200;
/// Limit of nodes; a larger graph is unreadable.
const MAX_NODES: usize = 150;

/// An object in the picture.
#[derive(Debug, Clone)]
pub struct Node {
    pub file: File,
    /// Below 0: what uses it; above: what it uses.
    pub level: i8,
}

/// A reference in the picture, by paths.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Edge {
    pub from: String,
    pub to: String,
    pub kind: ReferenceKind,
}

/// The objects around a module.
#[derive(Debug, Clone)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// There is more than was drawn.
    pub capped: bool,
}

/// Reads the graph around the module at a path, to a number of levels.
pub async fn read(ctx: &Ctx, caller: &Caller, path: &FilePath, reading: &Reading, levels: u8) -> Result<Graph, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let opened = viewer::find(&mut tx, path, reading, None).await?;
    let mut drawing = Drawing {
        places: HashMap::from([(opened.file.path.clone(), 0)]),
        graph: Graph { nodes: vec![Node { file: opened.file.clone(), level: 0 }], edges: Vec::new(), capped: false },
        drawn: BTreeSet::new(),
    };
    for side in [Side::Uses, Side::UsedBy] {
        let mut around = vec![opened.file.clone()];
        for level in 1..=i8::try_from(levels).unwrap_or(1) {
            let mut next = Vec::new();
            for file in &around {
                next.extend(drawing.neighbours(&mut tx, &opened, file, side, level).await?);
            }
            around = next;
        }
    }
    Ok(drawing.graph)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Uses,
    UsedBy,
}

struct Drawing {
    /// Index of each path in the graph.
    places: HashMap<String, usize>,
    graph: Graph,
    drawn: BTreeSet<(String, String, &'static str)>,
}

impl Drawing {
    /// Draws what is beside a file on one side; gives those that were not there before.
    async fn neighbours(
        &mut self,
        tx: &mut Tx,
        opened: &LocatedModule,
        file: &File,
        side: Side,
        level: i8,
    ) -> Result<Vec<File>, Error> {
        let mut found = match side {
            Side::Uses => used_by(tx, opened, file).await?,
            Side::UsedBy => users_of(tx, opened, file).await?,
        };
        self.graph.capped |= found.len() > MAX_NEIGHBOURS;
        found.truncate(MAX_NEIGHBOURS);
        let mut fresh = Vec::new();
        for (kind, neighbour) in found {
            if !self.places.contains_key(&neighbour.path) {
                if self.graph.nodes.len() >= MAX_NODES {
                    self.graph.capped = true;
                    continue;
                }
                self.places.insert(neighbour.path.clone(), self.graph.nodes.len());
                let level = if side == Side::Uses { level } else { -level };
                self.graph.nodes.push(Node { file: neighbour.clone(), level });
                fresh.push(neighbour.clone());
            }
            let (from, to) = match side {
                Side::Uses => (file.path.clone(), neighbour.path),
                Side::UsedBy => (neighbour.path, file.path.clone()),
            };
            if self.drawn.insert((from.clone(), to.clone(), kind.as_str())) {
                self.graph.edges.push(Edge { from, to, kind });
            }
        }
        Ok(fresh)
    }
}

/// The first of what a file points to, in its order; one more than are drawn tells that there are more.
async fn used_by(tx: &mut Tx, opened: &LocatedModule, file: &File) -> Result<Vec<(ReferenceKind, File)>, Error> {
    let (mut found, mut read) = (Vec::new(), 0);
    while found.len() <= MAX_NEIGHBOURS {
        let some = store::references::list_some(tx, file.version_id, read, AT_ONCE).await?;
        if some.is_empty() {
            break;
        }
        read += some.len() as u64;
        let targets = files::targets(tx, file, opened.own, &opened.snapshots, some).await?;
        found.extend(targets.into_iter().filter_map(|(reference, target)| Some((reference.kind, target?))));
    }
    Ok(found)
}

/// Referrers of a file, by key.
async fn users_of(tx: &mut Tx, opened: &LocatedModule, file: &File) -> Result<Vec<(ReferenceKind, File)>, Error> {
    let code = &file.object.identity.code;
    let limit = MAX_NEIGHBOURS as u64 + 1;
    let referrers = store::references::list_referrers(tx, code, &opened.snapshots, limit).await?;
    let codes: BTreeSet<String> = referrers.iter().map(|(_, end)| fold(&end.code)).collect();
    let codes: Vec<String> = codes.into_iter().collect();
    let found = store::files::list_by_codes(tx, &file.object.csdb_id, &opened.snapshots, &codes).await?;
    let whole = referrers.into_iter().filter_map(|(kind, end)| {
        let same = found.iter().find(|(_, one)| one.object.id == end.object_id);
        same.map(|(_, one)| (kind, one.clone()))
    });
    Ok(whole.collect())
}
