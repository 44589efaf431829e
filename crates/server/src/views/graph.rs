//! Wire types for reference graphs.

use app::reading::graph::{Edge, Graph, Node};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::revisions::LaneView;
use super::words::ReferenceKindView;

/// The depth of a graph, and the lane or revision.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GraphQuery {
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
    /// 1 or 2; default: 1.
    pub levels: Option<u8>,
}

impl GraphQuery {
    pub fn levels(&self) -> Result<u8, app::Error> {
        let levels = self.levels.unwrap_or(1);
        if (1..=2).contains(&levels) { Ok(levels) } else { Err(app::Error::field("levels", FieldCode::UnknownValue)) }
    }
}

/// An object in a graph.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GraphNode)]
pub struct GraphNodeView {
    pub path: String,
    pub code: String,
    pub title: String,
    /// As in a file: dm, pm, icn …
    pub kind: String,
    /// 0 for the module itself; negative for objects that reference it, positive for objects it references.
    pub level: i8,
}

impl From<Node> for GraphNodeView {
    fn from(node: Node) -> Self {
        let identity = node.file.object.identity;
        Self {
            title: node.file.version.metadata.title(),
            kind: identity.kind.as_str().to_owned(),
            code: identity.code,
            path: node.file.path,
            level: node.level,
        }
    }
}

/// A reference in a graph.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GraphEdge)]
pub struct GraphEdgeView {
    /// The path of the referring object.
    pub from: String,
    /// The path of the referenced object.
    pub to: String,
    pub kind: ReferenceKindView,
}

impl From<Edge> for GraphEdgeView {
    fn from(edge: Edge) -> Self {
        Self { from: edge.from, to: edge.to, kind: ReferenceKindView(edge.kind) }
    }
}

/// The references from and to a module.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Graph)]
pub struct GraphView {
    pub nodes: Vec<GraphNodeView>,
    pub edges: Vec<GraphEdgeView>,
    /// The graph is incomplete, because it is too large.
    pub capped: bool,
}

impl From<Graph> for GraphView {
    fn from(graph: Graph) -> Self {
        Self {
            nodes: graph.nodes.into_iter().map(GraphNodeView::from).collect(),
            edges: graph.edges.into_iter().map(GraphEdgeView::from).collect(),
            capped: graph.capped,
        }
    }
}
