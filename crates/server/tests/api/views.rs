//! Views of a whole library: /files/graph/default, /dm/export and /sns/systemsOfManual.

use serde_json::json;
use testkit::app::TestApp;

use crate::viewer::{BASE, at, lines, reader_of};

testkit::on_each_app!(
    references_are_returned_as_a_graph_of_two_levels,
    modules_are_exported_as_a_table,
    modules_are_filtered_by_system,
);

async fn references_are_returned_as_a_graph_of_two_levels(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let graph = async |query: &str| {
        let path = at("28-21-01-00A-520A-A").replace("/view/default", "/files/graph/default");
        reader.get(&format!("{path}{query}")).await.ok()
    };
    let near = graph("").await;
    let nodes = lines(&near["nodes"], &["level", "kind", "code"]);
    assert_eq!(nodes[0], "0 dm DMC-NV240-A-28-21-01-00A-520A-A");
    for expected in [
        "1 dm DMC-NV240-A-28-21-01-00A-720A-A",
        "1 icn ICN-NV240-A-282101-0-NVR01-00005-A-001-01",
        "1 act DMC-NV240-A-00-00-00-00A-00WA-D",
        "-1 pm PMC-NV240-NVR01-AMM01-00",
    ] {
        assert!(nodes.iter().any(|line| line == expected), "{expected}: {nodes:?}");
    }
    let paths = lines(&near["nodes"], &["path"]);
    for edge in near["edges"].as_array().expect("edges") {
        for end in ["from", "to"] {
            assert!(paths.iter().any(|path| edge[end] == json!(path)), "{edge}");
        }
    }
    assert_eq!(near["capped"], false);
    let far = graph("?levels=2").await;
    assert!(far["nodes"].as_array().expect("nodes").len() > nodes.len());
    let levels: Vec<i64> =
        far["nodes"].as_array().expect("nodes").iter().filter_map(|node| node["level"].as_i64()).collect();
    assert!(levels.contains(&2) && levels.iter().all(|level| (-2..=2).contains(level)), "{levels:?}");
    // The contents reference everything, so the graph is truncated.
    let contents = reader.get(&format!("/files/graph/default{BASE}/PMC-NV240-NVR01-AMM01-00_en-US.XML")).await.ok();
    let drawn = contents["nodes"].as_array().expect("nodes").iter().filter(|node| node["level"] == 1).count();
    assert_eq!((drawn, &contents["capped"]), (40, &json!(true)));
    let path = at("28-21-01-00A-520A-A").replace("/view/default", "/files/graph/default");
    assert_eq!(reader.get(&format!("{path}?levels=3")).await.fields(), ["levels: unknown_value"]);
}

async fn modules_are_exported_as_a_table(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let total = reader.get("/dm/getAllDmListWithPage?manualPath=/NV240/MMEL").await.ok()["total"].clone();
    let csv = reader.get("/dm/export?manualPath=/NV240/MMEL&format=csv&columns=code,title,status").await;
    assert!(csv.header("content-disposition").contains("MMEL-modules.csv"));
    let text = csv.text();
    let rows: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!((rows[0], json!(rows.len() - 1)), ("Code,Title,Status", total));
    assert!(rows.contains(&"DMC-NV240-A-28-21-01-00A-520A-A,Booster pump - Remove procedure,Released"), "{rows:?}");
    let chinese = reader.in_language("zh-CN");
    let few =
        chinese.get("/dm/export?manualPath=/NV240/MMEL&format=csv&keywordFilter=booster&columns=code").await.text();
    assert_eq!(few.lines().next().expect("a header").trim_start_matches('\u{feff}'), "编码");
    assert!(few.lines().count() < rows.len());
    let sheet = reader.get("/dm/export?manualPath=/NV240/MMEL&format=xlsx&shelf=unreferenced").await;
    assert!(sheet.body.starts_with(b"PK"), "a workbook");
    let refused = reader.get("/dm/export?manualPath=/NV240/MMEL&format=csv&columns=colour").await;
    assert_eq!(refused.fields(), ["columns: unknown_value"]);
    let none = reader.get("/dm/export?manualPath=/NV240/MMEL&format=csv&lane=released").await.text();
    assert_eq!(none.lines().count(), 1, "a lane that points nowhere has only a header");
}

async fn modules_are_filtered_by_system(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let systems = reader.in_language("zh-CN").get("/sns/systemsOfManual?manualPath=/NV240/MMEL").await.ok();
    let told = lines(&systems, &["code", "title", "modules"]);
    assert!(told.contains(&"24 电源 4".to_owned()), "{told:?}");
    let mut all = 0;
    for system in systems.as_array().expect("a list") {
        let code = system["code"].as_str().expect("a code");
        let of = reader.get(&format!("/dm/getAllDmListWithPage?manualPath=/NV240/MMEL&system={code}")).await.ok();
        assert_eq!(of["total"], system["modules"], "{code}");
        all += of["total"].as_u64().expect("a count");
    }
    assert_eq!(reader.get("/dm/getAllDmListWithPage?manualPath=/NV240/MMEL").await.ok()["total"], json!(all));
    let csv = reader.get("/dm/export?manualPath=/NV240/MMEL&format=csv&system=24&columns=code").await.text();
    assert_eq!(csv.lines().filter(|line| line.starts_with("DMC-NV240-A-24-")).count(), csv.lines().count() - 1);
    let none = reader.get("/sns/systemsOfManual?manualPath=/NV240/MMEL&lane=released").await.ok();
    assert_eq!(none, json!([]));
    assert_eq!(reader.get("/sns/systemsOfManual?manualPath=/NV240/NONE").await.problem(), "404 manual.not_found");
}
