//! Bytes: `/bytes/default{path}` and download tokens.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use domain::permission::Role;
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::demo;

use crate::imports::given_manual;
use crate::viewer::{delivered, lines, reader_of};

testkit::on_each_app!(
    bytes_are_read_whole_in_parts_and_once,
    a_token_in_the_address_opens_one_database,
    pictures_are_converted_for_browsers,
    a_broken_picture_is_a_labelled_box,
    a_browser_that_has_a_picture_is_answered_without_its_content,
);

const SVG: &str = "/bytes/default/NV240/MULTIMEDIA/ICN-NV240-A-282101-0-NVR01-00005-A-001-01.SVG";
pub(crate) const PNG: &str = "/bytes/default/NV240/MULTIMEDIA/ICN-NV240-A-243101-0-NVR01-00003-A-001-01.PNG";

pub(crate) async fn asked(client: &Client, path: &str, headers: &[(&str, &str)]) -> TestResponse {
    let mut request = client.request(Method::GET, &format!("{API}{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    client.send(request.body(Body::empty()).expect("a request")).await
}

fn delivered_bytes(name: &str) -> Vec<u8> {
    demo("amm").into_iter().find(|(file, _)| file.contains(name)).expect("a file").1
}

async fn bytes_are_read_whole_in_parts_and_once(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let bytes = delivered_bytes("243101");
    let whole = reader.get(PNG).await;
    assert_eq!((whole.status, &whole.body[..]), (StatusCode::OK, &bytes[..]));
    assert_eq!((whole.header("content-type"), whole.header("accept-ranges")), ("image/png", "bytes"));
    assert_eq!(whole.header("content-length"), bytes.len().to_string());
    assert_eq!(whole.header("cache-control"), "private, no-cache");
    assert_eq!(whole.header("x-content-type-options"), "nosniff");
    assert!(whole.header("content-security-policy").starts_with("sandbox; default-src 'none';"));
    assert_eq!(whole.header("content-disposition"), "", "it is shown");

    let tag = whole.header("etag").to_owned();
    let known = asked(&reader, PNG, &[("if-none-match", &format!("\"other\", W/{tag}"))]).await;
    assert_eq!((known.status, known.body.len(), known.header("etag")), (StatusCode::NOT_MODIFIED, 0, tag.as_str()));
    let size = bytes.len();
    for (range, from, to) in [("bytes=0-9", 0, 10), ("bytes=20-", 20, size), ("bytes=-5", size - 5, size)] {
        let part = asked(&reader, PNG, &[("range", range)]).await;
        assert_eq!((part.status, &part.body[..]), (StatusCode::PARTIAL_CONTENT, &bytes[from..to]), "{range}");
        assert_eq!(part.header("content-range"), format!("bytes {from}-{}/{size}", to - 1));
    }
    let beyond = asked(&reader, PNG, &[("range", &format!("bytes={size}-"))]).await;
    assert_eq!(beyond.problem(), "416 bytes.range");
    assert_eq!(beyond.header("content-range"), format!("bytes */{size}"));
    let still = asked(&reader, PNG, &[("range", "bytes=0-9"), ("if-range", &tag)]).await;
    assert_eq!(still.status, StatusCode::PARTIAL_CONTENT);
    let changed = asked(&reader, PNG, &[("range", "bytes=0-9"), ("if-range", "\"older\"")]).await;
    assert_eq!((changed.status, changed.body.len()), (StatusCode::OK, size));

    let module = "/bytes/default/NV240/MMEL/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";
    let text = reader.get(module).await;
    assert_eq!(&text.body[..], &delivered_bytes("28-21-01-00A-520A-A")[..]);
    assert!(text.header("content-disposition").starts_with("attachment; filename=\"DMC-NV240"), "only to be saved");
    assert_eq!(reader.get(&format!("{module}?as=view")).await.problem(), "415 picture.unsupported");
    for (path, problem) in [
        ("/bytes/default/NV240/MULTIMEDIA/NONE.PNG", "404 file.not_found"),
        ("/bytes/default/NV240/MULTIMEDIA", "404 file.not_found"),
        (&format!("{PNG}?version=1"), "404 file.not_found"),
        (&format!("{PNG}?revision=999"), "404 revision.not_found"),
        (&format!("{PNG}?as=other"), "400 request.invalid"),
    ] {
        assert_eq!(reader.get(path).await.problem(), problem, "{path}");
    }
}

async fn a_token_in_the_address_opens_one_database(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let token = async |query: &str| {
        reader.get(&format!("/users/downloadToken?{query}")).await.ok()["token"].as_str().expect("a token").to_owned()
    };
    let own = token("csdb=nv240").await;
    assert_eq!(token("csdb=NV240").await, own, "it is the same for an hour");
    let nobody = app.anonymous();
    let at = |token: &str| format!("{PNG}?token={token}&ts=1700000000");
    assert_eq!(nobody.get(&at(&own)).await.status, StatusCode::OK);
    assert_eq!(nobody.get(PNG).await.problem(), "401 session.missing");
    for other in [token("scope=jobs").await, token("csdb=OTHER").await, reader.token().to_owned(), "x".to_owned()] {
        assert_eq!(nobody.get(&at(&other)).await.problem(), "401 session.invalid");
    }
    let module = format!("/view/default/NV240/MMEL/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML?token={own}");
    assert_eq!(nobody.get(&module).await.problem(), "401 session.missing", "it reads bytes and nothing else");
    assert_eq!(reader.get("/users/downloadToken").await.fields(), ["scope: required"]);
    reader.post("/users/logout", serde_json::json!({})).await.ok();
    assert_eq!(nobody.get(&at(&own)).await.problem(), "401 session.revoked");
}

async fn pictures_are_converted_for_browsers(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let original = reader.get(SVG).await;
    assert_eq!(&original.body[..], &delivered_bytes("282101")[..]);
    let view = reader.get(&format!("{SVG}?as=view")).await;
    assert_eq!(view.header("content-type"), "image/svg+xml");
    assert!(view.text().starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_ne!(view.header("etag"), original.header("etag"));
    let part = asked(&reader, &format!("{SVG}?as=view"), &[("range", "bytes=0-3")]).await;
    assert_eq!((part.status, part.text().as_str()), (StatusCode::PARTIAL_CONTENT, "<svg"));
    let small = reader.get(&format!("{PNG}?as=thumb")).await;
    assert_eq!(small.header("content-type"), "image/png");
    let side = |at: usize| u32::from_be_bytes(small.body[at..at + 4].try_into().expect("four bytes"));
    assert!(side(16).max(side(20)) == 256, "{} {}", side(16), side(20));
    let figures = reader.get("/view/default/NV240/MMEL/DMC-NV240-A-24-31-01-00A-720A-A_en-US.XML").await.ok();
    let id = figures["figures"][0]["versionId"].as_str().expect("an id").to_owned();
    let fixed = reader.get(&format!("{PNG}?version={id}&as=view")).await;
    assert_eq!(fixed.header("cache-control"), "private, no-cache", "a lost grant counts at once");
    assert_eq!(&fixed.body[..], &delivered_bytes("243101")[..], "a sound PNG is shown as it is");
}

async fn a_broken_picture_is_a_labelled_box(app: TestApp) {
    given_manual(&app).await;
    let mut files = demo("amm");
    for (name, bytes) in &mut files {
        if name.contains("ICN-NV240-A-282101") {
            *bytes = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script><g></svg>".to_vec();
        } else if name.contains("ICN-NV240-A-243101") {
            bytes.truncate(bytes.len() / 2);
        } else if name.contains("ICN-NV240-A-632000") {
            *bytes = b"no picture at all".to_vec();
        }
    }
    files.retain(|(name, _)| !name.contains("ICN-NV240-A-243000"));
    delivered(&app, &files, "yes").await;
    let reader = app.person(Role::Reader).await;
    let figures = async |client: &Client, code: &str| {
        let path = format!("/view/default/NV240/MMEL/DMC-NV240-A-{code}_en-US.XML");
        lines(&client.get(&path).await.ok()["figures"], &["state", "media", "note"])
    };
    let expected = [
        ("28-21-01-00A-520A-A", "unreadable null The image is damaged and cannot be displayed."),
        ("24-31-01-00A-720A-A", "unreadable null The image is cut off or damaged and cannot be displayed."),
        ("63-20-00-00A-040A-A", "unreadable null The image is damaged and cannot be displayed."),
        ("24-30-00-00A-040A-A", "missing null The image was not delivered."),
    ];
    for (code, line) in expected {
        assert_eq!(figures(&reader, code).await[0], line, "{code}");
    }
    let chinese = reader.in_language("zh-CN");
    assert_eq!(figures(&chinese, "24-30-00-00A-040A-A").await[0], "missing null 未收到该图形文件。");
    for path in [SVG, PNG] {
        assert_eq!(reader.get(&format!("{path}?as=view")).await.problem(), "415 picture.unreadable", "{path}");
        assert_eq!(reader.get(&format!("{path}?as=thumb")).await.problem(), "415 picture.unreadable", "{path}");
        assert_eq!(reader.get(path).await.status, StatusCode::OK, "the file itself can be had");
    }
}

async fn a_browser_that_has_a_picture_is_answered_without_its_content(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let mut tags = Vec::new();
    for form in ["", "?as=view", "?as=thumb"] {
        let address = format!("{PNG}{form}");
        tags.push((reader.get(&address).await.header("etag").to_owned(), address));
    }
    let (folder, name) = tags[0].0.trim_matches('"').split_at(2);
    std::fs::remove_file(app.blob_folder().join(folder).join(name)).expect("the content is removed");
    // A node that has converted nothing yet.
    let reader = app.restarted().signed_in("reader").await;
    for (tag, address) in &tags {
        let known = asked(&reader, address, &[("if-none-match", tag)]).await;
        assert_eq!((known.status, known.body.len()), (StatusCode::NOT_MODIFIED, 0), "{address}");
        assert_eq!((known.header("etag"), known.header("cache-control")), (tag.as_str(), "private, no-cache"));
        let other = asked(&reader, address, &[("if-none-match", "\"other\"")]).await;
        assert!(!other.status.is_success(), "{address}: {}", other.status);
    }
}
