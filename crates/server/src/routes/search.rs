//! Search, suggestions and saved searches.

use app::Ctx;
use app::imports::packages::{Cell, Table};
use app::reading::search::SearchResults;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::field::FieldCode;
use domain::language::Locale;

use crate::extract::{Caller, Json, Path, Query, RequestLanguage};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::texts;
use crate::views::search::{
    RenameSearchRequest, SaveSearchRequest, SavedSearchView, SearchAnswerView, SearchExportQuery, SearchRequest,
    SearchStatusView, SuggestQuery, SuggestionView,
};

/// Search all content the caller can read.
///
/// Words, `"phrases"`, `-not`, `OR`, `wild*` and `field:value` with the fields title, code, info, chapter, in, para,
/// step, warning, caution, note, figure, table, mel, lang, type, status, db and manual.
#[utoipa::path(
    post,
    path = "/files/fts/default",
    tag = "search",
    request_body = SearchRequest,
    responses((status = 200, body = SearchAnswerView))
)]
pub async fn search_files(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Json(request): Json<SearchRequest>,
) -> Result<JsonResponse<SearchAnswerView>, Problem> {
    let (page, asked) = (request.page()?, request.search_text.clone());
    let found = app::reading::search::ask(&ctx, &caller, request.ask(ctx.clock.now())?, page).await?;
    Ok(JsonResponse(SearchAnswerView::new(asked, found, page, locale)))
}

/// Suggest modules and words for incomplete text.
#[utoipa::path(
    get,
    path = "/files/fts/suggest",
    tag = "search",
    params(SuggestQuery),
    responses((status = 200, body = Vec<SuggestionView>))
)]
pub async fn suggest(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<SuggestQuery>,
) -> Result<JsonResponse<Vec<SuggestionView>>, Problem> {
    let limit = query.limit();
    let offers = app::reading::search::suggest(&ctx, &caller, query.text, query.csdb_name, limit).await?;
    Ok(JsonResponse(offers.into_iter().map(SuggestionView::from).collect()))
}

/// Export search results, at most 500.
#[utoipa::path(
    get,
    path = "/files/fts/export",
    tag = "search",
    params(SearchExportQuery),
    responses((status = 200, content_type = "text/csv", body = Vec<u8>))
)]
pub async fn export_search(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<SearchExportQuery>,
) -> Result<Response, Problem> {
    let found = app::reading::search::ask_all(&ctx, &caller, query.request()?.ask(ctx.clock.now())?).await?;
    Ok(download("search.csv", "text/csv; charset=utf-8", table(found, locale).csv().into()))
}

fn table(found: SearchResults, locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("search.export.{key}"), &[]);
    let rows = found.items.into_iter().map(|item| {
        let snippet: String =
            item.passage.into_iter().flat_map(|passage| passage.pieces).map(|piece| piece.text).collect();
        let (head, lane) = (item.head, if item.working { "working" } else { "oem" });
        [
            head.code,
            head.title,
            head.content_type,
            head.language,
            head.issue,
            head.issue_date,
            head.status,
            item.csdb_name,
            item.manual_name,
            say(lane),
            item.path,
            snippet,
        ]
        .map(Cell::Text)
        .to_vec()
    });
    let header = [
        "code",
        "title",
        "type",
        "language",
        "issue",
        "issueDate",
        "status",
        "csdb",
        "manual",
        "lane",
        "path",
        "snippet",
    ];
    Table { name: say("name"), header: header.map(say).to_vec(), rows: rows.collect() }
}

/// List my saved searches and those that others share.
#[utoipa::path(get, path = "/users/searches", tag = "search", responses((status = 200, body = Vec<SavedSearchView>)))]
pub async fn list_saved_searches(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<SavedSearchView>>, Problem> {
    let saved = app::reading::search::list(&ctx, &caller).await?;
    Ok(JsonResponse(saved.into_iter().map(SavedSearchView::from).collect()))
}

/// Save a search; one of the same name is replaced.
#[utoipa::path(
    post,
    path = "/users/searches",
    tag = "search",
    request_body = SaveSearchRequest,
    responses((status = 201, body = SavedSearchView))
)]
pub async fn save_search(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(body): Json<SaveSearchRequest>,
) -> Result<(StatusCode, JsonResponse<SavedSearchView>), Problem> {
    body.request.page()?;
    let invalid = |_| app::Error::field("request", FieldCode::Type);
    let request = serde_json::to_string(&body.request).map_err(invalid)?;
    let saved = app::reading::search::save(&ctx, &caller, &body.name, request, body.shared).await?;
    Ok((StatusCode::CREATED, JsonResponse(saved.into())))
}

/// Rename a saved search, share it or stop sharing it.
#[utoipa::path(
    put,
    path = "/users/searches/{id}",
    tag = "search",
    params(("id" = String, Path)),
    request_body = RenameSearchRequest,
    responses((status = 200, body = SavedSearchView))
)]
pub async fn rename_saved_search(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(body): Json<RenameSearchRequest>,
) -> Result<JsonResponse<SavedSearchView>, Problem> {
    let saved = app::reading::search::update(&ctx, &caller, &id, &body.name, body.shared).await?;
    Ok(JsonResponse(saved.into()))
}

/// Delete a saved search.
#[utoipa::path(
    delete,
    path = "/users/searches/{id}",
    tag = "search",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_saved_search(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::reading::search::delete(&ctx, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Read the state of this node's search index.
#[utoipa::path(get, path = "/search/status", tag = "search", responses((status = 200, body = SearchStatusView)))]
pub async fn read_search_status(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<SearchStatusView>, Problem> {
    Ok(JsonResponse(app::reading::search::status(&ctx, &caller).await?.into()))
}

/// Rebuild this node's search index; the current one stays in use until the new one is ready.
#[utoipa::path(post, path = "/search/rebuild", tag = "search", responses((status = 202, body = SearchStatusView)))]
pub async fn rebuild_search(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<(StatusCode, JsonResponse<SearchStatusView>), Problem> {
    let status = app::reading::search::rebuild(&ctx, &caller).await?;
    Ok((StatusCode::ACCEPTED, JsonResponse(status.into())))
}
