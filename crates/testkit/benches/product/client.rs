//! A keep-alive connection with low client overhead.

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

pub(crate) struct BenchClient {
    sender: SendRequest<Full<Bytes>>,
    address: SocketAddr,
    host: String,
}

impl BenchClient {
    pub(crate) async fn connect(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Self { sender, address, host: address.to_string() })
    }

    /// Sends a request that must succeed, and reads the whole response.
    pub(crate) async fn get(&mut self, path: &str, token: Option<&str>) -> Result<Bytes> {
        let (status, _, body) = self.send(Method::GET, path, token, None, None).await?;
        ensure!(status.is_success(), "GET {path}: {status} {}", String::from_utf8_lossy(&body));
        Ok(body)
    }

    /// Gets a path and returns the status, whatever it is.
    pub(crate) async fn status(&mut self, path: &str, token: &str) -> Result<StatusCode> {
        Ok(self.send(Method::GET, path, Some(token), None, None).await?.0)
    }

    /// Posts a JSON body, which must succeed, and returns the JSON response.
    pub(crate) async fn post(&mut self, path: &str, token: Option<&str>, json: &Value) -> Result<Value> {
        let (_, body) = self.order(path, token, "application/json", Bytes::from(json.to_string())).await?;
        Ok(if body.is_empty() { Value::Null } else { serde_json::from_slice(&body)? })
    }

    /// Puts a JSON body, which must succeed.
    pub(crate) async fn put(&mut self, path: &str, token: &str, json: &Value) -> Result<()> {
        self.put_over(path, token, None, json).await.map(drop)
    }

    /// The same over what has this tag, which `If-Match` names; returns the response.
    pub(crate) async fn put_over(&mut self, path: &str, token: &str, tag: Option<&str>, json: &Value) -> Result<Bytes> {
        let content = ("application/json", Bytes::from(json.to_string()));
        let (status, _, body) = self.send(Method::PUT, path, Some(token), tag, Some(content)).await?;
        ensure!(status.is_success(), "PUT {path}: {status} {}", String::from_utf8_lossy(&body));
        Ok(body)
    }

    /// Puts a JSON body where the server still has what a tag names, and returns the JSON response.
    pub(crate) async fn put_matching(&mut self, path: &str, token: &str, tag: &str, json: &Value) -> Result<Value> {
        Ok(serde_json::from_slice(&self.put_over(path, token, Some(tag), json).await?)?)
    }

    /// Uploads an archive.
    pub(crate) async fn send_zip(&mut self, path: &str, token: &str, zip: Bytes) -> Result<Value> {
        self.send_file(path, token, "application/zip", zip).await
    }

    /// Uploads a file.
    pub(crate) async fn send_file(&mut self, path: &str, token: &str, media_type: &str, file: Bytes) -> Result<Value> {
        let (_, body) = self.order(path, Some(token), media_type, file).await?;
        Ok(serde_json::from_slice(&body)?)
    }

    /// Logs in and returns the value for `Authorization`.
    pub(crate) async fn sign_in(&mut self, account: &str, password: &str) -> Result<String> {
        let credentials = json!({ "account": account, "password": password }).to_string();
        let (headers, _) =
            self.order("/kbj/api/users/login", None, "application/json", Bytes::from(credentials)).await?;
        let token = headers.get(header::AUTHORIZATION).context("the sign-in gave no token")?.to_str()?;
        Ok(if token.starts_with("Bearer ") { token.to_owned() } else { format!("Bearer {token}") })
    }

    async fn order(
        &mut self,
        path: &str,
        token: Option<&str>,
        content_type: &str,
        content: Bytes,
    ) -> Result<(HeaderMap, Bytes)> {
        let (status, headers, body) = self.send(Method::POST, path, token, None, Some((content_type, content))).await?;
        ensure!(status.is_success(), "POST {path}: {status} {}", String::from_utf8_lossy(&body));
        Ok((headers, body))
    }

    async fn send(
        &mut self,
        method: Method,
        path: &str,
        token: Option<&str>,
        tag: Option<&str>,
        content: Option<(&str, Bytes)>,
    ) -> Result<(StatusCode, HeaderMap, Bytes)> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, &self.host);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if let Some(tag) = tag {
            request = request.header(header::IF_MATCH, format!("\"{tag}\""));
        }
        if let Some((content_type, _)) = &content {
            request = request.header(header::CONTENT_TYPE, *content_type);
        }
        let body = content.map(|(_, bytes)| bytes).unwrap_or_default();
        // The server closes a connection that was not used while other things were measured.
        if self.sender.is_closed() {
            *self = Self::connect(self.address).await?;
        }
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::from(body))?).await?;
        let (parts, body) = answer.into_parts();
        Ok((parts.status, parts.headers, body.collect().await?.to_bytes()))
    }
}
