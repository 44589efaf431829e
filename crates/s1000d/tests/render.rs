//! Every module is drawn without losing text, and hostile content is drawn safely.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "render/any.rs"]
mod any;
#[path = "render/blocks.rs"]
mod blocks;
#[path = "render/boxes.rs"]
mod boxes;
#[path = "../../testkit/src/data.rs"]
mod data;
#[path = "render/glue.rs"]
mod glue;
#[path = "render/hostile.rs"]
mod hostile;
#[path = "render/kinds.rs"]
mod kinds;
#[path = "render/pages.rs"]
mod pages;
#[path = "render/reading.rs"]
mod reading;
#[path = "render/runs.rs"]
mod runs;
#[path = "render/schemas.rs"]
mod schemas;
#[path = "render/tree.rs"]
mod tree;
#[path = "render/whole.rs"]
mod whole;
