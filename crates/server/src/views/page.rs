//! Wire types for pages of lists.

use domain::field::FieldCode;
use domain::page::{Order, Page, PageRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageView<T> {
    pub items: Vec<T>,
    /// The length of the whole list.
    pub total: u64,
    pub page_number: u32,
    pub page_size: u32,
}

impl<T, U: From<T>> From<Page<T>> for PageView<U> {
    fn from(page: Page<T>) -> Self {
        Self {
            page_number: page.request.number(),
            page_size: page.request.size(),
            total: page.total,
            items: page.items.into_iter().map(U::from).collect(),
        }
    }
}

/// Parses page number and size; both are optional.
pub fn page_request(number: Option<u32>, size: Option<u32>) -> Result<PageRequest, app::Error> {
    page_request_of(number, size, PageRequest::DEFAULT_SIZE)
}

/// The same with another default size.
pub fn page_request_of(number: Option<u32>, size: Option<u32>, default_size: u32) -> Result<PageRequest, app::Error> {
    read(number, size.unwrap_or(default_size), PageRequest::parse)
}

/// The same for trees, with larger pages.
pub fn tree_page_request(number: Option<u32>, size: Option<u32>) -> Result<PageRequest, app::Error> {
    read(number, size.unwrap_or(PageRequest::DEFAULT_SIZE), PageRequest::parse_tree)
}

fn read(number: Option<u32>, size: u32, parse: fn(u32, u32) -> Option<PageRequest>) -> Result<PageRequest, app::Error> {
    let number = number.unwrap_or(1);
    let field = if number == 0 { "pageNumber" } else { "pageSize" };
    parse(number, size).ok_or_else(|| app::Error::field(field, FieldCode::UnknownValue))
}

/// Sort direction.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Order)]
pub enum OrderView {
    #[default]
    Asc,
    Desc,
}

impl From<OrderView> for Order {
    fn from(order: OrderView) -> Self {
        match order {
            OrderView::Asc => Self::Ascending,
            OrderView::Desc => Self::Descending,
        }
    }
}
