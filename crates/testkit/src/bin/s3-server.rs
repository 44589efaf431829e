//! An S3 server that stores its buckets in a folder and checks every signature: `s3-server FOLDER ACCESS_KEY
//! SECRET_KEY`.
//!
//! Prints its address, then serves until its standard input ends. That way no test leaves a server behind, not even a
//! killed one.

use std::error::Error;
use std::io::Write;

use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, access_key, secret_key] = arguments.as_slice() else {
        return Err("usage: s3-server FOLDER ACCESS_KEY SECRET_KEY".into());
    };
    let files = s3s_fs::FileSystem::new(folder).map_err(|error| format!("{error:?}"))?;
    let mut builder = S3ServiceBuilder::new(files);
    builder.set_auth(SimpleAuth::from_single(access_key.as_str(), secret_key.as_str()));

    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    writeln!(std::io::stdout(), "{}", listener.local_addr()?)?;
    tokio::select! {
        () = serve(listener, builder.build()) => Err("the listener closed".into()),
        ended = wait_for_the_end() => Ok(ended?),
    }
}

async fn serve(listener: TcpListener, service: S3Service) {
    while let Ok((socket, _)) = listener.accept().await {
        let connection = hyper::server::conn::http1::Builder::new();
        tokio::spawn(connection.serve_connection(TokioIo::new(socket), service.clone()));
    }
}

async fn wait_for_the_end() -> std::io::Result<()> {
    tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink())).await?.map(drop)
}
