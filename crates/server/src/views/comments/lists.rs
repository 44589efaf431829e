//! Wire types for lists of threads, and their export.

use app::comments::lists::{ExportedThread, ThreadRequest, ThreadSort};
use app::imports::packages::{Cell, Table};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::comment::{ListedThread, ThreadState};
use domain::field::FieldCode;
use domain::language::Locale;
use domain::page::Order;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::texts;
use crate::views::packages::ExportFormatView;
use crate::views::page::{OrderView, PageNumber, PageSize};
use crate::views::paths::parse_path;

/// Sort column of a list of threads.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CommentSort)]
pub enum CommentSortView {
    #[default]
    UpdatedOn,
    CreatedOn,
    Module,
    State,
    Author,
}

impl From<CommentSortView> for ThreadSort {
    fn from(sort: CommentSortView) -> Self {
        match sort {
            CommentSortView::UpdatedOn => Self::UpdatedOn,
            CommentSortView::CreatedOn => Self::CreatedOn,
            CommentSortView::Module => Self::Module,
            CommentSortView::State => Self::State,
            CommentSortView::Author => Self::Author,
        }
    }
}

/// Which threads are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CommentsQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// open or resolved; default: both.
    pub state: Option<String>,
    /// Only those that concern me: I wrote in them, am mentioned, or work on the module.
    #[serde(default)]
    pub mine: bool,
    #[serde(default)]
    pub mentions_me: bool,
    /// Only those in which this account wrote.
    pub account: Option<String>,
    /// As in `/H160/MEL`.
    pub manual_path: Option<String>,
    /// The path of a module.
    pub path: Option<String>,
    /// Part of a comment, of the text that it proposes, or of the name of the module.
    pub keyword_filter: Option<String>,
    /// Default: updatedOn.
    pub sort: Option<CommentSortView>,
    /// Default: desc.
    pub order: Option<OrderView>,
}

impl CommentsQuery {
    pub fn request(self) -> Result<ThreadRequest, app::Error> {
        let state =
            |word: String| ThreadState::parse(&word).ok_or_else(|| app::Error::field("state", FieldCode::UnknownValue));
        Ok(ThreadRequest {
            state: self.state.map(state).transpose()?,
            mine: self.mine,
            mentions_me: self.mentions_me,
            account: self.account,
            manual: self.manual_path.as_deref().map(parse_path).transpose()?,
            module: self.path.as_deref().map(parse_path).transpose()?,
            text: self.keyword_filter.unwrap_or_default(),
            sort: self.sort.unwrap_or_default().into(),
            order: self.order.map_or(Order::Descending, Order::from),
        })
    }
}

/// Filter and format of an exported list of threads.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CommentListQuery {
    pub format: ExportFormatView,
    pub state: Option<String>,
    #[serde(default)]
    pub mine: bool,
    #[serde(default)]
    pub mentions_me: bool,
    pub account: Option<String>,
    pub manual_path: Option<String>,
    pub path: Option<String>,
    pub keyword_filter: Option<String>,
    pub sort: Option<CommentSortView>,
    pub order: Option<OrderView>,
}

impl CommentListQuery {
    pub fn request(self) -> Result<ThreadRequest, app::Error> {
        let listed = CommentsQuery {
            page_number: None,
            page_size: None,
            state: self.state,
            mine: self.mine,
            mentions_me: self.mentions_me,
            account: self.account,
            manual_path: self.manual_path,
            path: self.path,
            keyword_filter: self.keyword_filter,
            sort: self.sort,
            order: self.order,
        };
        listed.request()
    }
}

const COLUMNS: [&str; 15] = [
    "thread",
    "state",
    "module",
    "title",
    "target",
    "quote",
    "number",
    "author",
    "createdOn",
    "text",
    "old",
    "proposed",
    "acceptedBy",
    "updatedOn",
    "resolvedBy",
];

/// The comments of threads as a table, in `locale`; the threads are numbered in their order.
pub fn table(threads: &[ExportedThread], locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("comments.{key}"), &[]);
    let text = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) };
    let number = |index: usize| u32::try_from(index + 1).map_or(Cell::Empty, Cell::Number);
    let time = |moment: DateTime<Utc>| Cell::Text(moment.to_rfc3339_opts(SecondsFormat::Secs, true));
    let mut rows = Vec::new();
    for (of, ExportedThread { listed, comments }) in threads.iter().enumerate() {
        let ListedThread { thread, path, title, .. } = listed;
        for (index, comment) in comments.iter().enumerate() {
            let suggestion = comment.suggestion.as_ref();
            let accepted = suggestion.and_then(|one| one.accepted.as_ref());
            rows.push(vec![
                number(of),
                Cell::Text(say(&format!("state.{}", thread.state.as_str()))),
                text(path),
                text(title),
                Cell::Text(say(&format!("target.{}", thread.target.as_str()))),
                text(&thread.quote),
                number(index),
                text(&comment.author.account),
                time(comment.created_on),
                text(&comment.text),
                suggestion.map_or(Cell::Empty, |one| text(&one.old)),
                suggestion.map_or(Cell::Empty, |one| text(&one.new)),
                accepted.map_or(Cell::Empty, |(account, _)| text(account)),
                time(thread.updated_on),
                thread.resolved.as_ref().map_or(Cell::Empty, |(account, _)| text(account)),
            ]);
        }
    }
    Table { name: say("sheet"), header: COLUMNS.map(say).to_vec(), rows }
}
