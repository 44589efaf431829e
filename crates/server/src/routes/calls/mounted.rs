//! Handlers as routes.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use crate::state::AppState;

/// The routes of handlers that have the same path, as `utoipa_axum::routes!` makes them, of handlers of one type.
///
/// axum puts several layers around each handler. With handlers of their own types, the compiler looks through all that a
/// handler awaits once for each layer, which was half the time that this crate took to compile.
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        use utoipa_axum::PathItemExt as _;
        let mut paths = utoipa::openapi::path::Paths::new();
        let mut schemas = Vec::new();
        let mut methods = axum::routing::MethodRouter::new();
        $(
            let (path, operation, types) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            let handler = $crate::routes::calls::mounted::SameType::new($handler);
            for one in &types {
                methods = methods.on(one.to_method_filter(), handler.clone());
            }
            paths.add_path_operation(&path, types, operation);
        )+
        (schemas, paths, methods)
    }};
}
pub(super) use routes;

type HandlerFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler whose type does not tell which one it is.
#[derive(Clone)]
pub(super) struct SameType(Arc<dyn Fn(Request, AppState) -> HandlerFuture + Send + Sync>);

impl SameType {
    pub(super) fn new<Arguments>(handler: impl Handler<Arguments, AppState>) -> Self {
        Self(Arc::new(move |request, state| Box::pin(handler.clone().call(request, state))))
    }
}

impl Handler<(), AppState> for SameType {
    type Future = HandlerFuture;

    fn call(self, request: Request, state: AppState) -> HandlerFuture {
        (self.0)(request, state)
    }
}
