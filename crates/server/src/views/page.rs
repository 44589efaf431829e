//! Wire types for pages of lists.

use domain::field::FieldCode;
use domain::page::{Order, Page, PageRequest};
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

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

/// The number of a page, counted from 1.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageNumber(u32);

/// The number of items on a page.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageSize(u32);

impl ToSchema for PageNumber {}

impl PartialSchema for PageNumber {
    fn schema() -> RefOr<Schema> {
        count_up_to(PageRequest::MAX_NUMBER).description(Some("The number of a page, counted from 1.")).into()
    }
}

impl ToSchema for PageSize {}

impl PartialSchema for PageSize {
    fn schema() -> RefOr<Schema> {
        let description = "The number of items on a page; 10 unless the operation says otherwise.";
        count_up_to(PageRequest::MAX_SIZE).description(Some(description)).into()
    }
}

fn count_up_to(max: u32) -> ObjectBuilder {
    let format = SchemaFormat::KnownFormat(KnownFormat::Int32);
    ObjectBuilder::new().schema_type(Type::Integer).format(Some(format)).minimum(Some(1)).maximum(Some(max))
}

/// Parses page number and size; both are optional.
pub fn page_request(number: Option<PageNumber>, size: Option<PageSize>) -> Result<PageRequest, app::Error> {
    page_request_of(number, size, PageRequest::DEFAULT_SIZE)
}

/// The same with another default size.
pub fn page_request_of(
    number: Option<PageNumber>,
    size: Option<PageSize>,
    default_size: u32,
) -> Result<PageRequest, app::Error> {
    let (number, size) = (number.map_or(1, |number| number.0), size.map_or(default_size, |size| size.0));
    let field = if PageRequest::parse(number, 1).is_none() { "pageNumber" } else { "pageSize" };
    PageRequest::parse(number, size).ok_or_else(|| app::Error::field(field, FieldCode::UnknownValue))
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
