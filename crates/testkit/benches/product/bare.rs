//! The baseline: axum returning a constant.

use anyhow::Result;
use axum::{Router, http::header, routing::get};
use tokio::net::TcpListener;

pub(crate) async fn serve(address: &str, body: String) -> Result<()> {
    let answer = move || async move { ([(header::CONTENT_TYPE, "application/json")], body) };
    let router = Router::new().route("/", get(answer));
    axum::serve(TcpListener::bind(address).await?, router).await?;
    Ok(())
}
