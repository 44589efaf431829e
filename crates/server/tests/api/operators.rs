use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

testkit::on_each_app!(
    an_operator_is_created_read_replaced_and_deleted,
    an_operator_is_listed_by_page_sort_and_filter,
    all_errors_of_an_operator_name_their_fields,
    a_registration_belongs_to_one_operator,
    two_editors_cannot_overwrite_each_other,
    a_logo_is_a_small_picture_checked_by_its_bytes,
    the_languages_are_those_of_all_operators,
    the_aircraft_of_all_operators_are_listed_and_counted,
);

/// The shortest PNG signature; the server does not decode it.
const LOGO: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==";

fn alpine() -> Value {
    json!({
        "code": "ALP", "name": "Alpine Rotor", "country": "CH",
        "languages": [{"languageCode": "en", "countryCode": "US"}],
        "aircraft": [{
            "registration": "HB-ZQA", "serialNumber": "1021", "model": "H160-B",
            "productAttributes": [{"name": "hoist", "value": "yes"}],
        }],
    })
}

async fn an_operator_is_created_read_replaced_and_deleted(app: TestApp) {
    let admin = app.admin().await;
    let answer = admin.post("/config/operator", alpine()).await;
    assert_eq!(answer.status.as_u16(), 201);
    let mut made = answer.ok();
    assert_eq!((&made["extensionProducer"], &made["extensionCode"]), (&json!("F0210"), &json!("ALP")));
    assert_eq!(made["aircraft"], alpine()["aircraft"]);
    assert_eq!(admin.get("/config/operator?code=alp").await.ok()["items"], json!([made]));

    made["name"] = json!("阿尔卑斯旋翼");
    made["aircraft"] = json!([]);
    made["logo"] = json!(LOGO);
    let after = admin.put("/config/operator", made).await.ok();
    assert_eq!(
        (&after["name"], &after["aircraft"], &after["logo"]),
        (&json!("阿尔卑斯旋翼"), &json!([]), &json!(LOGO))
    );
    assert_eq!(after["version"], 2);

    assert_eq!(admin.delete("/config/operator?code=ALP").await.status.as_u16(), 204);
    assert_eq!(admin.get("/config/operator?code=ALP").await.problem(), "404 operator.not_found");
    assert_eq!(admin.delete("/config/operator?code=ALP").await.problem(), "404 operator.not_found");
    let put = admin.put("/config/operator", after).await;
    assert_eq!(put.problem(), "404 operator.not_found");
}

async fn an_operator_is_listed_by_page_sort_and_filter(app: TestApp) {
    let admin = app.admin().await;
    for (code, name, country, fleet) in [("BBB", "Zeta", "DE", 0), ("AAA", "Yota", "FR", 2), ("CCC", "Xi 西", "CN", 1)]
    {
        let aircraft: Vec<Value> = (0..fleet)
            .map(|n| json!({"registration": format!("{code}-{n}"), "serialNumber": "1", "model": "H160-B"}))
            .collect();
        admin
            .post("/config/operator", json!({"code": code, "name": name, "country": country, "aircraft": aircraft}))
            .await
            .ok();
    }
    let reader = app.person(Role::Reader).await;
    let list = async |query: &str| -> Vec<String> {
        let page = reader.get(&format!("/config/operator{query}")).await.ok();
        page["items"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|one| one["code"].as_str().expect("a code").to_owned())
            .collect()
    };
    assert_eq!(list("").await, ["AAA", "BBB", "CCC"]);
    assert_eq!(list("?sort=name").await, ["CCC", "AAA", "BBB"]);
    assert_eq!(list("?sort=aircraft&order=desc").await, ["AAA", "CCC", "BBB"]);
    assert_eq!(list("?filter=%E8%A5%BF").await, ["CCC"]);
    assert_eq!(list("?filter=aaa-1").await, ["AAA"]);
    assert_eq!(list("?pageSize=2&pageNumber=2").await, ["CCC"]);
    assert_eq!(reader.get("/config/operator?sort=colour").await.fields(), ["sort: unknown_value"]);
}

async fn all_errors_of_an_operator_name_their_fields(app: TestApp) {
    let admin = app.admin().await;
    let bad = json!({
        "code": "A B", "name": "", "country": "Swiss",
        "aircraft": [{"registration": "HB-1", "serialNumber": "", "model": "M"}, {"registration": "hb-1", "serialNumber": "2", "model": "M"}],
    });
    let answer = admin.post("/config/operator", bad).await;
    assert_eq!(answer.problem(), "400 request.invalid");
    let expected = ["code: space", "name: required", "country: unknown_value", "aircraft[0].serialNumber: required"];
    assert_eq!(answer.fields(), expected);
    let mut odd = alpine();
    odd["aircraft"][0]["colour"] = json!("red");
    assert_eq!(admin.post("/config/operator", odd).await.fields(), ["aircraft[0].colour: unknown_field"]);
    let mut odd = alpine();
    odd["languages"] = json!([{"languageCode": "english", "countryCode": "US"}]);
    assert_eq!(admin.post("/config/operator", odd).await.fields(), ["languages[0]: unknown_value"]);
    admin.post("/config/operator", alpine()).await.ok();
    let mut twin = alpine();
    twin["code"] = json!("alp");
    assert_eq!(admin.post("/config/operator", twin).await.problem(), "409 operator.code_taken");
}

async fn a_registration_belongs_to_one_operator(app: TestApp) {
    let admin = app.admin().await;
    let made = admin.post("/config/operator", alpine()).await.ok();
    let mut other = alpine();
    other["code"] = json!("OTHER");
    other["aircraft"][0]["registration"] = json!("hb-zqa");
    let answer = admin.post("/config/operator", other).await;
    assert_eq!(answer.fields(), ["aircraft[0].registration: taken"]);
    admin.put("/config/operator", made).await.ok();
}

async fn two_editors_cannot_overwrite_each_other(app: TestApp) {
    let admin = app.admin().await;
    let made = admin.post("/config/operator", alpine()).await.ok();
    let (mut first, mut second) = (made.clone(), made);
    first["name"] = json!("First");
    second["name"] = json!("Second");
    admin.put("/config/operator", first).await.ok();
    assert_eq!(admin.put("/config/operator", second).await.problem(), "409 changed_meanwhile");
    assert_eq!(admin.get("/config/operator?code=ALP").await.ok()["items"][0]["name"], "First");
}

async fn a_logo_is_a_small_picture_checked_by_its_bytes(app: TestApp) {
    let admin = app.admin().await;
    for (logo, code) in [
        ("data:image/png;base64,PHN2Zz48c2NyaXB0Pg==".to_owned(), "image"),
        ("data:text/html;base64,iVBORw0KGgoAAAANSUhEUg==".to_owned(), "image"),
        ("https://example.com/logo.png".to_owned(), "image"),
        (format!("data:image/png;base64,iVBORw0KGgoA{}", "AAAA".repeat(50_000)), "too_long"),
    ] {
        let mut operator = alpine();
        operator["logo"] = json!(logo);
        let answer = admin.post("/config/operator", operator).await;
        assert_eq!(answer.fields(), [format!("logo: {code}")], "{}", &logo[..30]);
    }
    assert_eq!(admin.get("/config/operator").await.ok()["total"], 0);
}

async fn the_languages_are_those_of_all_operators(app: TestApp) {
    let admin = app.admin().await;
    assert_eq!(admin.get("/airline/config/language").await.ok(), json!([]));
    admin.post("/config/operator", alpine()).await.ok();
    let languages = json!([{"languageCode": "ZH", "countryCode": "cn"}, {"languageCode": "en", "countryCode": "US"}]);
    admin
        .post("/config/operator", json!({"code": "HX", "name": "华星", "country": "CN", "languages": languages}))
        .await
        .ok();
    let expected = json!([{"languageCode": "en", "countryCode": "US"}, {"languageCode": "zh", "countryCode": "CN"}]);
    assert_eq!(admin.get("/airline/config/language").await.ok(), expected);
}

async fn the_aircraft_of_all_operators_are_listed_and_counted(app: TestApp) {
    let admin = app.admin().await;
    assert_eq!(admin.get("/config/aircraft").await.ok()["items"], json!([]));
    admin.post("/config/operator", alpine()).await.ok();
    let fleet: Vec<Value> = (10..35)
        .map(|n| json!({"registration": format!("B-70{n}"), "serialNumber": n.to_string(), "model": "H145"}))
        .collect();
    admin
        .post("/config/operator", json!({"code": "HX", "name": "华星", "country": "CN", "aircraft": fleet}))
        .await
        .ok();
    let reader = app.person(Role::Reader).await;
    let page = reader.get("/config/aircraft?pageNumber=3&pageSize=10&sort=registration").await.ok();
    assert_eq!(page["total"], reader.get("/counts").await.ok()["aircraft"]);
    assert_eq!((&page["total"], &page["pageNumber"], &page["pageSize"]), (&json!(26), &json!(3), &json!(10)));
    let mut expected = alpine()["aircraft"][0].clone();
    expected["operatorCode"] = json!("ALP");
    expected["operatorName"] = json!("Alpine Rotor");
    assert_eq!(page["items"][5], expected);
    assert_eq!(page["items"].as_array().map(Vec::len), Some(6));

    let found = reader.get("/config/aircraft?filter=%E5%8D%8E&sort=serialNumber&order=desc").await.ok();
    assert_eq!((&found["total"], &found["items"][0]["registration"]), (&json!(25), &json!("B-7034")));
    for (operator, total) in [("hx", 25), ("ALP", 1), ("H", 0)] {
        let of = reader.get(&format!("/config/aircraft?operator={operator}")).await.ok();
        assert_eq!(of["total"], json!(total), "{operator}");
    }
    for query in ["sort=age", "pageSize=0", "colour=red"] {
        let answer = reader.get(&format!("/config/aircraft?{query}")).await;
        assert_eq!(answer.problem(), "400 request.invalid", "{query}");
    }
}
