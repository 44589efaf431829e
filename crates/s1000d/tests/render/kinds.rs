//! Layout of each kind of content.

#[path = "kinds/applicability.rs"]
mod applicability;
#[path = "kinds/bulletins.rs"]
mod bulletins;
#[path = "kinds/languages.rs"]
mod languages;
#[path = "kinds/links.rs"]
mod links;
#[path = "kinds/listings.rs"]
mod listings;
#[path = "kinds/parts.rs"]
mod parts;
#[path = "kinds/records.rs"]
mod records;
#[path = "kinds/shapes.rs"]
mod shapes;
#[path = "kinds/tables.rs"]
mod tables;
#[path = "kinds/text.rs"]
mod text;

use domain::language::Locale;
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{Links, Options, Outside, Rendered, render};
use s1000d::guard;

use super::reading::draw;

fn module(content: &str) -> String {
    format!("<dmodule><content>{content}</content></dmodule>")
}

fn html(content: &str) -> String {
    draw("a fixture", module(content).as_bytes()).html
}

/// The pieces stand in the HTML in this order.
#[track_caller]
fn assert_order(html: &str, pieces: &[&str]) {
    let mut rest = html;
    for piece in pieces {
        let Some(at) = rest.find(piece) else { panic!("{piece} is not in the rest of {html}: {rest}") };
        rest = &rest[at + piece.len()..];
    }
}

fn with(content: &str, choice: &Assignments, outside: Outside, links: &dyn Links) -> Rendered {
    let text = module(content);
    let checked = guard::check(text.as_bytes()).expect("a fixture");
    let tables = Tables::default();
    let options = Options { locale: Locale::English, choice, outside, tables: Bilingual::alike(&tables), links };
    render(&checked, &options).expect("a fixture")
}
