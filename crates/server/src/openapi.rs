//! The `OpenAPI` document.

use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Ref, ResponseBuilder, Server};
use utoipa::{PartialSchema, ToSchema};

use crate::permissions::{self, Access};
use crate::problem::{FieldErrorView, ProblemView, UseView};
use crate::routes;
use crate::views::aircraft::AircraftSortView;
use crate::views::comments::CommentSortView;
use crate::views::files::ModuleSortView;
use crate::views::operators::OperatorSortView;
use crate::views::packages::{ExportFormatView, GroupingView};
use crate::views::page::OrderView;
use crate::views::revisions::LaneView;
use crate::views::system::VERSION;
use crate::views::users::UserSortView;
use crate::views::viewer::OutsideView;

/// The head of the document.
pub(crate) fn base() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Airfolio")
        .version(VERSION)
        .description(Some("A common source database for technical publications. Conventions: docs/api.md."))
        .build();
    OpenApiBuilder::new().info(info).servers(Some([Server::new(routes::API)])).build()
}

/// The whole document, as served and committed.
pub fn document() -> OpenApi {
    let (_, mut document) = routes::api().split_for_parts();
    let components = document.components.get_or_insert_default();
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    // Schemas used only in queries and problems are not collected from the bodies.
    for (name, schema) in [
        (ProblemView::name(), ProblemView::schema()),
        (FieldErrorView::name(), FieldErrorView::schema()),
        (UseView::name(), UseView::schema()),
        (OrderView::name(), OrderView::schema()),
        (UserSortView::name(), UserSortView::schema()),
        (OperatorSortView::name(), OperatorSortView::schema()),
        (ModuleSortView::name(), ModuleSortView::schema()),
        (LaneView::name(), LaneView::schema()),
        (OutsideView::name(), OutsideView::schema()),
        (AircraftSortView::name(), AircraftSortView::schema()),
        (GroupingView::name(), GroupingView::schema()),
        (ExportFormatView::name(), ExportFormatView::schema()),
        (CommentSortView::name(), CommentSortView::schema()),
    ] {
        components.schemas.insert(name.into(), schema);
    }
    // OpenAPI has no catch-all segments; the leading slash is part of the path parameter.
    let paths = std::mem::take(&mut document.paths.paths);
    document.paths.paths = paths.into_iter().map(|(path, item)| (path.replace("/{*path}", "{path}"), item)).collect();
    for item in document.paths.paths.values_mut() {
        let all = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete, &mut item.patch, &mut item.head];
        all.into_iter().flatten().for_each(complete);
    }
    document
}

/// Adds the parts common to all operations: access, token and problems.
fn complete(operation: &mut Operation) {
    let access = operation.operation_id.as_deref().and_then(permissions::of);
    let words = match access {
        Some(Access::Open) => "open".to_owned(),
        Some(Access::SignedIn) | None => "signedIn".to_owned(),
        Some(Access::SelfOr(permission)) => format!("self or {}", permission.as_str()),
        Some(Access::Needs(permission)) => permission.as_str().to_owned(),
    };
    operation.extensions = Some(ExtensionsBuilder::new().add("x-permission", words).build());
    if access != Some(Access::Open) {
        operation.security = Some(vec![SecurityRequirement::new("bearer", Vec::<String>::new())]);
    }
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response =
        ResponseBuilder::new().description("What went wrong").content("application/problem+json", problem).build();
    operation.responses.responses.insert("default".to_owned(), response.into());
}

/// The document as committed text.
#[expect(clippy::expect_used, reason = "a document of strings and maps always becomes JSON")]
pub fn text() -> String {
    let mut text = document().to_pretty_json().expect("the document becomes JSON");
    text.push('\n');
    text
}
