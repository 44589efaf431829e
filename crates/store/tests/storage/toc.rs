use std::collections::HashMap;

use domain::id::TocNodeId;
use domain::object::ObjectIdentity;
use domain::snapshot::Decision;
use domain::toc::{TocNode, TocNodeType};
use store::toc::{ChildFilter, ContentsEntry, ContentsPlace, TocItem};
use store::trash::{self, TrashTarget};
use store::{StoreError, files, toc};
use testkit::database::TestDatabase;

use crate::given::{at, page};
use testkit::library::{building, empty_manual, import, module, node, node_ids, publish};

testkit::on_each_database!(
    contents_are_read_level_by_level_in_their_order,
    contents_are_read_in_the_language_of_their_publication,
    objects_are_found_in_the_contents_with_the_sections_around_them,
    the_outline_has_every_place_and_the_contents_every_module,
    a_deleted_object_leaves_its_place_in_the_outline,
    entries_are_found_by_their_ids,
);

async fn contents_are_read_level_by_level_in_their_order(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    let one = node_ids(&mut tx, 600).await?;
    let mut nodes = vec![node(one, None, 0, "Front matter", None), node(one + 1, None, 1, "21 Air", None)];
    nodes[1].child_count = 598;
    nodes.push(node(one + 2, Some(one + 1), 0, "Cabin 空调", Some(made[0].0)));
    nodes.push(node(one + 3, Some(one + 1), 1, "Section", None));
    for number in 4..600 {
        let position = u32::try_from(number).unwrap_or_default() - 2;
        nodes.push(node(one + number, Some(one + 1), position, &format!("Leaf {number}"), Some(made[1].0)));
    }
    toc::insert_many(&mut tx, id, &nodes).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    tx.commit().await?;

    let mut tx = db.read().await?;
    let top = toc::list_children(&mut tx, id, None, 100).await?;
    let titles: Vec<&str> = top.iter().map(|placed| placed.node.title.as_str()).collect();
    assert_eq!(titles, ["Front matter", "21 Air"]);
    assert_eq!((top[1].node.clone(), &top[1].object), (nodes[1].clone(), &None));
    let below = toc::list_children(&mut tx, id, Some(top[1].node.id), 50).await?;
    assert_eq!(below.len(), 50);
    let leading = below[0].object.clone().unwrap_or_else(|| panic!("it leads to a module"));
    assert_eq!((leading.path.as_str(), leading.code.as_str()), ("/H160/MEL/DMC-A_en-US.XML", "DMC-A"));
    assert_eq!(toc::find(&mut tx, id, below[0].node.id).await?, Some(below[0].clone()));
    assert_eq!(toc::find(&mut tx, id, TocNodeId(9_999)).await?, None);

    let parent = Some(top[1].node.id);
    let filter = |leaves, text: &str| ChildFilter { parent, leaves, text: text.to_owned(), language: String::new() };
    let last = toc::list(&mut tx, id, &filter(true, ""), page(6, 100)).await?;
    assert_eq!((last.total, last.items.len()), (598, 98));
    assert_eq!(toc::list_roots(&mut tx, id, "en-US").await?, [top[0].node.id, top[1].node.id], "sections too");
    assert_eq!(toc::list(&mut tx, id, &filter(false, ""), page(1, 10)).await?.total, 1);
    assert_eq!(toc::list(&mut tx, id, &filter(true, "空"), page(1, 10)).await?.total, 1);
    assert_eq!(toc::list(&mut tx, id, &filter(true, "key-leaf 59"), page(1, 100)).await?.total, 11);

    let found = toc::search(&mut tx, id, &filter(true, "A"), page(1, 3)).await?;
    let titles: Vec<&str> = found.items.iter().map(|placed| placed.node.title.as_str()).collect();
    assert_eq!((titles, found.total), (vec!["Front matter", "21 Air", "Cabin 空调"], 599));
    let sections = toc::search(&mut tx, id, &filter(false, "r"), page(1, 10)).await?;
    let titles: Vec<&str> = sections.items.iter().map(|placed| placed.node.title.as_str()).collect();
    assert_eq!((titles, sections.total), (vec!["Front matter", "21 Air"], 2));
    Ok(())
}

async fn contents_are_read_in_the_language_of_their_publication(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let chinese = ObjectIdentity { key: "PMC-B_zh-CN".to_owned(), language: "zh-CN".to_owned(), ..module("PMC-B") };
    let made = import(&mut tx, &manual, "001", &[module("PMC-A"), chinese, module("DMC-A")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1, made[2].1]).await?;
    let one = node_ids(&mut tx, 6).await?;
    let nodes = [
        node(one, None, 0, "Title page", None),
        node(one + 1, None, 1, "手册", Some(made[1].0)),
        // A module that has no translation.
        node(one + 2, Some(one + 1), 0, "Pump in Chinese", Some(made[2].0)),
        node(one + 3, None, 2, "Manual", Some(made[0].0)),
        node(one + 4, Some(one + 3), 0, "Section", None),
        node(one + 5, Some(one + 4), 0, "Pump in English", Some(made[2].0)),
    ];
    toc::insert_many(&mut tx, id, &nodes).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    tx.commit().await?;

    let mut tx = db.read().await?;
    assert_eq!(toc::list_languages(&mut tx, id).await?, ["zh-CN", "en-US"]);
    for (language, top, pumps) in [
        ("en-US", vec!["Title page", "Manual"], vec!["Pump in English"]),
        ("zh-CN", vec!["Title page", "手册"], vec!["Pump in Chinese"]),
        ("", vec!["Title page", "手册", "Manual"], vec!["Pump in Chinese", "Pump in English"]),
    ] {
        let filter = |text: &str| ChildFilter {
            parent: None,
            leaves: true,
            text: text.to_owned(),
            language: language.to_owned(),
        };
        let titles = |items: Vec<TocItem>| items.into_iter().map(|item| item.node.title).collect::<Vec<_>>();
        let first = toc::list(&mut tx, id, &filter(""), page(1, 10)).await?;
        if !language.is_empty() {
            let ids: Vec<TocNodeId> = first.items.iter().map(|item| item.node.id).collect();
            assert_eq!(toc::list_roots(&mut tx, id, language).await?, ids);
        }
        assert_eq!(
            (first.total, titles(first.items)),
            (top.len() as u64, top.into_iter().map(str::to_owned).collect())
        );
        let found = toc::search(&mut tx, id, &filter("pump"), page(1, 10)).await?;
        assert_eq!(titles(found.items), pumps, "{language}");
    }
    Ok(())
}

async fn objects_are_found_in_the_contents_with_the_sections_around_them(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    let one = node_ids(&mut tx, 4).await?;
    let nodes = [
        TocNode { prefix: "28".to_owned(), applic: Some("<applic/>".to_owned()), ..node(one, None, 0, "Fuel", None) },
        node(one + 1, Some(one), 0, "Pump", None),
        node(one + 2, Some(one + 1), 0, "A", Some(made[0].0)),
        node(one + 3, Some(one), 1, "A again", Some(made[0].0)),
    ];
    toc::insert_many(&mut tx, id, &nodes).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;

    let found = toc::find_first_of(&mut tx, id, &[made[0].0, made[1].0]).await?;
    assert_eq!(found, HashMap::from([(made[0].0, TocNodeId(one + 2))]));
    let around = toc::list_sections(&mut tx, &[TocNodeId(one + 2)]).await?;
    let pump = around.get(&TocNodeId(one + 1)).map(|section| (section.title.as_str(), section.parent_id));
    assert_eq!((around.len(), pump), (3, Some(("Pump", Some(TocNodeId(one))))));
    let places = toc::list_places_of(&mut tx, id, &[made[0].0, made[1].0]).await?;
    let titles: Vec<&str> = places.iter().map(|place| place.title.as_str()).collect();
    assert_eq!((titles, &places[0].key), (vec!["A", "A again"], &"DMC-A_en-US".to_owned()));
    assert_eq!(toc::list_places_of(&mut tx, id, &[made[1].0]).await?, []);
    assert_eq!(toc::list_object_places(&mut tx, id).await?.len(), 2);
    let entries = toc::list_entries(&mut tx, id).await?;
    let expected = nodes.map(|node| ContentsEntry {
        id: node.id,
        parent_id: node.parent_id,
        title: node.title,
        prefix: node.prefix,
        key: node.key,
        object_id: node.object_id,
        applic: node.applic,
    });
    assert_eq!(entries, expected);
    Ok(())
}

async fn the_outline_has_every_place_and_the_contents_every_module(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1, made[1].1]).await?;
    let one = node_ids(&mut tx, 3).await?;
    let mut nodes = [
        node(one, None, 0, "Fuel", None),
        node(one + 1, Some(one), 0, "A", Some(made[0].0)),
        node(one + 2, Some(one), 1, "B", Some(made[1].0)),
    ];
    nodes[0].applic = Some("<applic/>".to_owned());
    toc::insert_many(&mut tx, id, &nodes).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    tx.commit().await?;
    let mut tx = db.read().await?;
    let place = |number, parent, node_type, object_id, applic: Option<&str>| ContentsPlace {
        id: TocNodeId(number),
        parent_id: parent,
        node_type,
        object_id,
        applic: applic.map(str::to_owned),
    };
    let around = Some(TocNodeId(one));
    assert_eq!(
        toc::list_outline(&mut tx, id).await?,
        [
            place(one, None, TocNodeType::Section, None, Some("<applic/>")),
            place(one + 1, around, TocNodeType::Module, Some(made[0].0), None),
            place(one + 2, around, TocNodeType::Module, Some(made[1].0), None),
        ]
    );
    let mut held = files::list_contents(&mut tx, id).await?;
    held.sort_by_key(|one| one.object_id);
    let found: Vec<_> = held.iter().map(|one| (one.object_id, one.version_id, one.code.as_str())).collect();
    assert_eq!(found, [(made[0].0, made[0].1, "dmc-a"), (made[1].0, made[1].1, "dmc-b")]);
    assert!(held.iter().all(|one| !one.content.blob.is_empty()));
    Ok(())
}

async fn a_deleted_object_leaves_its_place_in_the_outline(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A"), module("DMC-B")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1]).await?;
    let one = node_ids(&mut tx, 2).await?;
    let mut nodes =
        [node(one, None, 0, "Container", Some(made[1].0)), node(one + 1, Some(one), 0, "A", Some(made[0].0))];
    nodes[0].node_type = TocNodeType::Group;
    nodes[0].applic = Some("<applic/>".to_owned());
    toc::insert_many(&mut tx, id, &nodes).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    assert!(trash::insert(&mut tx, &TrashTarget::File(made[1].0), "ann", at(4)).await?);
    let found = toc::list_outline(&mut tx, id).await?;
    let told: Vec<_> = found.iter().map(|one| (one.id.0 - nodes[0].id.0, one.parent_id, one.object_id)).collect();
    assert_eq!(told, [(0, None, None), (1, Some(nodes[0].id), Some(made[0].0))]);
    assert_eq!(found[0].applic.as_deref(), Some("<applic/>"), "what it says still holds for the entries inside");
    Ok(())
}

async fn entries_are_found_by_their_ids(db: TestDatabase) -> Result<(), StoreError> {
    let (_, manual) = empty_manual(&db).await?;
    let mut tx = db.begin().await?;
    let made = import(&mut tx, &manual, "001", &[module("DMC-A")]).await?;
    let id = building(&mut tx, &manual, "p1", &[made[0].1]).await?;
    let one = node_ids(&mut tx, 600).await?;
    let leaf = |number: i64| {
        let position = u32::try_from(number).unwrap_or_default();
        node(one + number, None, position, &format!("Leaf {number}"), Some(made[0].0))
    };
    let nodes: Vec<TocNode> = (0..600).map(leaf).collect();
    toc::insert_many(&mut tx, id, &nodes).await?;
    publish(&mut tx, &manual, id, Decision::Confirmed).await?;
    let mut wanted: Vec<TocNodeId> = nodes.iter().skip(10).map(|node| node.id).collect();
    wanted.push(TocNodeId(9_999_999));
    let found = toc::list_by_ids(&mut tx, id, &wanted).await?;
    assert_eq!(found.len(), 590);
    let last = found.get(&TocNodeId(one + 599)).unwrap_or_else(|| panic!("the last one"));
    let path = last.object.as_ref().map(|object| object.path.as_str());
    assert_eq!((last.node.title.as_str(), path), ("Leaf 599", Some("/H160/MEL/DMC-A_en-US.XML")));
    assert!(toc::list_by_ids(&mut tx, id, &[]).await?.is_empty());
    Ok(())
}
