//! One kept-alive connection; small, so that the client costs little beside what it measures.

use std::net::SocketAddr;

use anyhow::{Context, Result, ensure};
use axum::{
    body::Bytes,
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpStream;

pub(crate) struct Client {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self { sender, host: address.to_string() })
    }

    /// Sends a request whose answer must be a success, and reads it to the end.
    pub(crate) async fn get(&mut self, path: &str, token: Option<&str>) -> Result<Bytes> {
        let (status, _, body) = self.send(Method::GET, path, token, None).await?;
        ensure!(status.is_success(), "GET {path}: {status} {}", String::from_utf8_lossy(&body));
        Ok(body)
    }

    /// Signs the administrator in and returns the value for `Authorization`.
    pub(crate) async fn sign_in(&mut self, password: &str) -> Result<String> {
        let credentials = json!({ "account": "admin", "password": password });
        let (status, headers, body) = self.send(Method::POST, "/kbj/api/users/login", None, Some(&credentials)).await?;
        ensure!(status.is_success(), "sign-in: {status} {}", String::from_utf8_lossy(&body));
        let token = headers.get(header::AUTHORIZATION).context("the sign-in gave no token")?.to_str()?;
        Ok(if token.starts_with("Bearer ") { token.to_owned() } else { format!("Bearer {token}") })
    }

    pub(crate) async fn create_operator(&mut self, token: &str, operator: &Value) -> Result<()> {
        let (status, _, body) =
            self.send(Method::POST, "/kbj/api/config/operator", Some(token), Some(operator)).await?;
        ensure!(status == StatusCode::CREATED, "operator: {status} {}", String::from_utf8_lossy(&body));
        Ok(())
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        token: Option<&str>,
        json: Option<&Value>,
    ) -> Result<(StatusCode, HeaderMap, Bytes)> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, &self.host);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if json.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = json.map(Value::to_string).unwrap_or_default();
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::from(body))?).await?;
        let (parts, body) = answer.into_parts();
        Ok((parts.status, parts.headers, body.collect().await?.to_bytes()))
    }
}
