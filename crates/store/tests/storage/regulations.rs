use chrono::NaiveDate;
use domain::compliance::{
    MappingRelation, PolicyEventKind, PolicyItemDetails, PolicyItemKind, PolicyStatus, RegulationChangeClass,
    RegulationState,
};
use domain::id::{
    ComplianceCollectionId, JobId, PolicyCategoryId, PolicyClauseId, PolicyEventId, PolicyItemId, PolicyMappingId,
    RegulationImportId,
};
use store::blobs::BlobId;
use store::regulations::{
    self, CheckedRegulation, EditionEvent, ItemSource, MappingFilter, NewMapping, PlacedClause, PlacedItem,
    PolicyWording, RegulationCategoryChange, RegulationChange, RegulationChangeFilter, RegulationFinding,
    RegulationHead, RegulationImport, SourceDate,
};
use store::{DbKind, StoreError, Tx, compliance};
use testkit::database::TestDatabase;

use crate::compliance::given;
use crate::given::{at, kept, page, user};

testkit::on_each_database!(
    items_are_written_as_a_version_has_them,
    two_items_change_their_codes,
    another_item_gets_the_code_of_a_withdrawn_one,
    events_are_added_beside_a_takeover,
    a_status_waits_for_an_approver_again,
    an_item_is_assessed_again_once_an_approver_says_so,
    a_file_goes_from_its_check_to_its_takeover,
    a_pair_of_items_has_one_mapping,
);

fn placed(id: &str, position: i64) -> PlacedItem {
    PlacedItem {
        id: PolicyItemId(id.to_owned()),
        collection: ComplianceCollectionId("c".to_owned()),
        category: None,
        parent: None,
        path: format!("/c/{id}"),
        position,
        stable_id: format!("stable-{id}"),
        code: format!("R {id}"),
        title: "Records".to_owned(),
        text: "(a) Keep them".to_owned(),
        guidance: String::new(),
        kind: PolicyItemKind::Rule,
        effective_on: NaiveDate::from_ymd_opt(2027, 1, 1),
        is_assessable: true,
        applicability: "H160".to_owned(),
        future_on: None,
        source: ItemSource {
            is_assessable: true,
            effective: SourceDate { raw: "1 January 2027".to_owned(), ..SourceDate::default() },
            tags: vec![("a".to_owned(), "张".to_owned())],
            ..ItemSource::default()
        },
    }
}

fn clause(id: &str, item: &str, position: i64) -> PlacedClause {
    PlacedClause {
        id: PolicyClauseId(id.to_owned()),
        item: PolicyItemId(item.to_owned()),
        position,
        marker: "(a)".to_owned(),
        path: "(a)".to_owned(),
        text: format!("clause {id}"),
    }
}

async fn contents(tx: &mut Tx) -> Result<Vec<regulations::ContentItem>, StoreError> {
    Ok(regulations::list_contents(tx, &ComplianceCollectionId("c".to_owned())).await?.items)
}

async fn items_are_written_as_a_version_has_them(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (category, one, other) = given(&mut tx, &ann).await?;
    let mut locked = regulations::lock_items(&mut tx, &one.collection).await?;
    locked.sort_unstable();
    assert_eq!(locked, [(one.id.clone(), one.version), (other.id.clone(), other.version)]);
    regulations::insert_placed_items(&mut tx, &[placed("x", 7), placed("y", 8)], at(2)).await?;
    regulations::put_clauses(&mut tx, &[clause("k", "x", 0), clause("l", "x", 1)]).await?;
    let event = EditionEvent {
        id: PolicyEventId("e".to_owned()),
        item: PolicyItemId("x".to_owned()),
        kind: PolicyEventKind::Created,
        before: String::new(),
        after: "R x".to_owned(),
    };
    regulations::insert_events(&mut tx, &[event], "ann", at(2)).await?;
    let stored = contents(&mut tx).await?;
    let codes: Vec<&str> = stored.iter().map(|item| item.code.as_str()).collect();
    assert_eq!(codes, ["ORO i", "ORO j", "R x", "R y"]);
    assert_eq!((&stored[0].source, &stored[2].source), (&None, &Some(placed("x", 7).source)));
    let clauses: Vec<&str> = stored[2].clauses.iter().map(|clause| clause.text.as_str()).collect();
    assert_eq!((clauses, stored[2].status), (vec!["clause k", "clause l"], PolicyStatus::NotAssessed));

    let moved = PlacedItem {
        category: Some(category.id.clone()),
        parent: Some(one.id.clone()),
        path: format!("{}/x", one.path),
        ..placed("x", 1)
    };
    regulations::move_items(&mut tx, &[moved, placed("y", 2)]).await?;
    let applicability = "H175".to_owned();
    let text = PlacedItem { text: "Another text".to_owned(), applicability, ..placed("y", 2) };
    regulations::rewrite_items(&mut tx, &[(text, true)], at(3)).await?;
    regulations::withdraw_items(&mut tx, std::slice::from_ref(&other.id), at(3)).await?;
    regulations::delete_clauses(&mut tx, &[PolicyClauseId("k".to_owned())]).await?;
    let wording = PolicyWording {
        id: "w".to_owned(),
        item: PolicyItemId("y".to_owned()),
        edition: "1".to_owned(),
        code: "R y".to_owned(),
        title: "Records".to_owned(),
        text: "(a) Keep them".to_owned(),
        guidance: "Ask Ann".to_owned(),
        replaced_on: at(3),
    };
    regulations::insert_wordings(&mut tx, std::slice::from_ref(&wording)).await?;
    assert_eq!(regulations::list_wordings(&mut tx, &wording.item, 5).await?, std::slice::from_ref(&wording));
    let found = compliance::find_item(&mut tx, &PolicyItemId("x".to_owned())).await?;
    let found = found.unwrap_or_else(|| panic!("an item"));
    assert_eq!((found.parent, found.category), (Some(one.id.clone()), Some(category.id.clone())));
    let found = compliance::find_item(&mut tx, &wording.item).await?.unwrap_or_else(|| panic!("an item"));
    assert_eq!((found.needs_recheck, found.details.text.as_str(), found.version), (true, "Another text", 2));
    assert_eq!(found.scope.applicability, "H175");
    assert!(compliance::update_status(&mut tx, &found, PolicyStatus::Compliant, None, at(4)).await?);
    let found = compliance::find_item(&mut tx, &wording.item).await?.unwrap_or_else(|| panic!("an item"));
    assert!(!found.needs_recheck, "a status is set anew");
    let gone = compliance::find_item(&mut tx, &other.id).await?.unwrap_or_else(|| panic!("an item"));
    assert!(gone.is_withdrawn && !gone.details.is_assessable);
    assert!(!regulations::delete_empty_category(&mut tx, &category.id).await?);
    assert!(!regulations::delete_empty_category(&mut tx, &PolicyCategoryId("none".to_owned())).await?);
    Ok(())
}

async fn two_items_change_their_codes(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    given(&mut tx, &ann).await?;
    regulations::insert_placed_items(&mut tx, &[placed("x", 1), placed("y", 2)], at(2)).await?;
    let ids = ["x", "y"].map(|id| PolicyItemId(id.to_owned()));
    regulations::free_codes(&mut tx, &ids).await?;
    let changed = [("x", "R y"), ("y", "R x")];
    let changed = changed.map(|(id, code)| (PlacedItem { code: code.to_owned(), ..placed(id, 1) }, false));
    regulations::rewrite_items(&mut tx, &changed, at(3)).await?;
    let codes = regulations::list_codes(&mut tx, &ComplianceCollectionId("c".to_owned())).await?;
    assert!(codes.contains(&("r y".to_owned(), ids[0].clone())) && codes.contains(&("r x".to_owned(), ids[1].clone())));
    Ok(())
}

async fn another_item_gets_the_code_of_a_withdrawn_one(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    given(&mut tx, &ann).await?;
    regulations::insert_placed_items(&mut tx, &[placed("x", 1), placed("y", 2)], at(2)).await?;
    let (x, y) = (PolicyItemId("x".to_owned()), PolicyItemId("y".to_owned()));
    regulations::withdraw_items(&mut tx, std::slice::from_ref(&y), at(3)).await?;
    regulations::free_codes(&mut tx, std::slice::from_ref(&x)).await?;
    let item = PlacedItem { code: "R y".to_owned(), ..placed("x", 1) };
    regulations::rewrite_items(&mut tx, &[(item, false)], at(3)).await?;
    let codes = regulations::list_codes(&mut tx, &ComplianceCollectionId("c".to_owned())).await?;
    assert!(codes.contains(&("r y".to_owned(), x)));
    assert!(codes.iter().all(|(_, id)| *id != y), "{codes:?}");
    // Its other values can still be changed, and it keeps its code for people.
    let gone = compliance::find_item(&mut tx, &y).await?.unwrap_or_else(|| panic!("an item"));
    let details = PolicyItemDetails { guidance: "Gone".to_owned(), ..gone.details.clone() };
    assert!(compliance::update_item(&mut tx, &gone, &details, None, at(4)).await?);
    let gone = compliance::find_item(&mut tx, &y).await?.unwrap_or_else(|| panic!("an item"));
    assert_eq!((gone.details.code.as_str(), gone.details.guidance.as_str()), ("R y", "Gone"));
    // And it comes back under another one.
    let back = PlacedItem { code: "R z".to_owned(), ..placed("y", 2) };
    regulations::rewrite_items(&mut tx, &[(back, false)], at(5)).await?;
    let codes = regulations::list_codes(&mut tx, &ComplianceCollectionId("c".to_owned())).await?;
    assert!(codes.contains(&("r z".to_owned(), y)));
    Ok(())
}

async fn an_item_is_assessed_again_once_an_approver_says_so(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    given(&mut tx, &ann).await?;
    regulations::insert_placed_items(&mut tx, &[placed("x", 1)], at(2)).await?;
    regulations::rewrite_items(&mut tx, &[(placed("x", 1), true)], at(3)).await?;
    let id = PolicyItemId("x".to_owned());
    let item = compliance::find_item(&mut tx, &id).await?.unwrap_or_else(|| panic!("an item"));
    let proposal = Some((PolicyStatus::Compliant, &ann.id));
    assert!(compliance::update_status(&mut tx, &item, PolicyStatus::NotAssessed, proposal, at(4)).await?);
    let item = compliance::find_item(&mut tx, &id).await?.unwrap_or_else(|| panic!("an item"));
    assert!(item.needs_recheck && item.proposal.is_some(), "it waits for an approver");
    assert!(compliance::reject_status(&mut tx, &item, at(5)).await?);
    assert!(!compliance::reject_status(&mut tx, &item, at(5)).await?, "another version");
    let item = compliance::find_item(&mut tx, &id).await?.unwrap_or_else(|| panic!("an item"));
    assert!(item.needs_recheck && item.proposal.is_none(), "it is rejected");
    assert!(compliance::update_status(&mut tx, &item, PolicyStatus::Compliant, None, at(6)).await?);
    let item = compliance::find_item(&mut tx, &id).await?.unwrap_or_else(|| panic!("an item"));
    assert!(!item.needs_recheck);
    Ok(())
}

async fn events_are_added_beside_a_takeover(db: TestDatabase) -> Result<(), StoreError> {
    if db.kind() == DbKind::Sqlite {
        // Only one transaction writes to it.
        return Ok(());
    }
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (category, one, other) = given(&mut tx, &ann).await?;
    regulations::insert_placed_items(&mut tx, &[placed("x", 1), placed("y", 2)], at(2)).await?;
    tx.commit().await?;
    let mut takeover = db.begin().await?;
    regulations::lock_items(&mut takeover, &one.collection).await?;
    regulations::withdraw_items(&mut takeover, std::slice::from_ref(&other.id), at(3)).await?;
    let x = PolicyItemId("x".to_owned());
    regulations::free_codes(&mut takeover, std::slice::from_ref(&x)).await?;
    let renumbered = PlacedItem { code: other.details.code.clone(), ..placed("x", 1) };
    regulations::rewrite_items(&mut takeover, &[(renumbered, false)], at(3)).await?;
    let moved =
        PlacedItem { category: Some(category.id.clone()), path: format!("{}/y", category.path), ..placed("y", 2) };
    let y = moved.id.clone();
    regulations::move_items(&mut takeover, &[moved]).await?;
    let events: Vec<EditionEvent> = [&other.id, &x, &y]
        .into_iter()
        .map(|item| EditionEvent {
            id: PolicyEventId(format!("event of {}", item.0)),
            item: item.clone(),
            kind: PolicyEventKind::Recheck,
            before: String::new(),
            after: String::new(),
        })
        .collect();
    let mut beside = db.begin().await?;
    regulations::insert_events(&mut beside, &events, "ann", at(3)).await?;
    beside.commit().await?;
    takeover.commit().await
}

async fn a_status_waits_for_an_approver_again(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, _) = given(&mut tx, &ann).await?;
    assert!(compliance::update_status(&mut tx, &one, PolicyStatus::Compliant, None, at(2)).await?);
    regulations::propose_again(&mut tx, std::slice::from_ref(&one.id), &ann.id, at(3)).await?;
    let found = compliance::find_item(&mut tx, &one.id).await?.unwrap_or_else(|| panic!("an item"));
    assert_eq!(found.status, PolicyStatus::NotAssessed);
    assert_eq!(found.proposal.map(|proposal| proposal.status), Some(PolicyStatus::Compliant));
    let stored = contents(&mut tx).await?;
    assert_eq!(
        stored.iter().find(|item| item.id == one.id).and_then(|item| item.proposed),
        Some(PolicyStatus::Compliant)
    );
    regulations::drop_proposals(&mut tx, std::slice::from_ref(&one.id)).await?;
    let found = compliance::find_item(&mut tx, &one.id).await?.unwrap_or_else(|| panic!("an item"));
    assert_eq!((found.status, found.proposal), (PolicyStatus::NotAssessed, None));
    Ok(())
}

fn change(position: i64, class: RegulationChangeClass) -> RegulationChange {
    RegulationChange {
        position,
        class,
        basis: "code".to_owned(),
        likeness: if position == 2 { 70 } else { 0 },
        item: None,
        old_code: format!("R.{position}"),
        new_code: format!("R.{position}"),
        title: "Records".to_owned(),
        kind: "RULE".to_owned(),
        aspects: vec!["code".to_owned(), "text".to_owned()],
        old_text: "old".to_owned(),
        new_text: "n".repeat(500),
        related: vec!["R.8".to_owned(), "R.9".to_owned()],
    }
}

async fn a_file_goes_from_its_check_to_its_takeover(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    given(&mut tx, &ann).await?;
    let collection = ComplianceCollectionId("c".to_owned());
    let (check, take) = (JobId("j".to_owned()), JobId("k".to_owned()));
    let mut import = RegulationImport {
        id: RegulationImportId("f".to_owned()),
        collection: Some(collection.clone()),
        collection_name: "Collection c".to_owned(),
        file_name: "rules.csv".to_owned(),
        size: 12,
        blob: BlobId::of_hash(&[7; 32]),
        state: RegulationState::Waiting,
        format: String::new(),
        head: RegulationHead::default(),
        findings: Vec::new(),
        category_changes: Vec::new(),
        digest: String::new(),
        check_job: check.clone(),
        taken_job: JobId(String::new()),
        created_by: "ann".to_owned(),
        created_on: at(1),
        updated_on: at(1),
    };
    regulations::insert_import(&mut tx, &import, &ann.id).await?;
    assert_eq!(regulations::find_import(&mut tx, &import.id).await?, Some(import.clone()));
    assert!(!regulations::take_import(&mut tx, &import.id, &collection, &take, at(2)).await?, "it is not ready");

    import.head = RegulationHead {
        name: "规".to_owned(),
        effective_on: NaiveDate::from_ymd_opt(2027, 1, 1),
        ..RegulationHead::default()
    };
    import.findings = vec![RegulationFinding {
        rule: "regulation.code_shared".to_owned(),
        severity: "warn".to_owned(),
        part: "requirements".to_owned(),
        line: Some(3),
        params: vec![("code".to_owned(), "A".to_owned())],
    }];
    import.category_changes = vec![RegulationCategoryChange {
        class: "withdrawn".to_owned(),
        old_code: "A".to_owned(),
        old_name: "类".to_owned(),
        new_code: String::new(),
        new_name: String::new(),
    }];
    let found = CheckedRegulation {
        state: RegulationState::Ready,
        format: "csv",
        head: &import.head,
        findings: &import.findings,
        category_changes: &import.category_changes,
        digest: "d",
    };
    assert!(!regulations::show_checked(&mut tx, &import.id, &take, &found, at(2)).await?, "another job");
    assert!(regulations::show_checked(&mut tx, &import.id, &check, &found, at(2)).await?);
    let shown = regulations::find_import(&mut tx, &import.id).await?.unwrap_or_else(|| panic!("a file"));
    assert_eq!((&shown.findings, &shown.category_changes), (&import.findings, &import.category_changes));
    let changes = [change(1, RegulationChangeClass::Added), change(2, RegulationChangeClass::Changed)];
    regulations::insert_changes(&mut tx, &import.id, &changes).await?;
    regulations::insert_changes(&mut tx, &import.id, &changes).await?;
    let counts = regulations::count_changes(&mut tx, &import.id).await?;
    assert_eq!(counts.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [1, 1, 0, 0, 0, 0]);
    assert_eq!(regulations::count_proposed(&mut tx, &import.id).await?, 1);
    let proposed = RegulationChangeFilter { proposed: true, text: "RECORDS".to_owned(), class: None };
    let listed = regulations::list_changes(&mut tx, &import.id, &proposed, page(1, 10)).await?;
    assert_eq!((listed.total, listed.items[0].position, listed.items[0].new_text.len()), (1, 2, 300));
    let whole = regulations::find_change(&mut tx, &import.id, 2).await?;
    assert_eq!(whole, Some(changes[1].clone()));

    assert!(regulations::take_import(&mut tx, &import.id, &collection, &take, at(3)).await?);
    assert!(!regulations::begin_check(&mut tx, &import.id, None, &check, at(4)).await?, "it is taken over");
    regulations::fail_import(&mut tx, &check, at(4)).await?;
    let listed = regulations::list_imports(&mut tx, page(1, 10)).await?;
    assert_eq!((listed.items[0].state, listed.items[0].findings.len()), (RegulationState::Taken, 0));
    assert_eq!(listed.items[0].head, import.head);
    assert!(regulations::delete_import(&mut tx, &import.id).await?);
    assert_eq!(regulations::count_imports(&mut tx).await?, 0);
    Ok(())
}

async fn a_pair_of_items_has_one_mapping(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let mut tx = db.begin().await?;
    let (_, one, other) = given(&mut tx, &ann).await?;
    let new = |id: &str, relation| NewMapping {
        id: PolicyMappingId(id.to_owned()),
        source: one.id.clone(),
        target: other.id.clone(),
        relation,
        rationale: "same".to_owned(),
    };
    let first = new("m", MappingRelation::Subset);
    assert_eq!(regulations::insert_mappings(&mut tx, &[first], &ann.id, at(2)).await?, 1);
    let again = new("n", MappingRelation::Equal);
    assert_eq!(regulations::insert_mappings(&mut tx, &[again], &ann.id, at(2)).await?, 0);
    let filter = MappingFilter { collection: one.collection.clone(), other: None, text: "oro I".to_owned() };
    let listed = regulations::list_mappings(&mut tx, &filter, page(1, 10)).await?;
    assert_eq!((listed.total, listed.items[0].relation), (1, MappingRelation::Subset));
    assert_eq!(listed.items[0].source.collection_name, "Collection c");
    assert!(listed.items[0].target.counts && !listed.items[0].target.is_withdrawn);
    assert_eq!(regulations::list_all_mappings(&mut tx, &filter, 10).await?, listed.items);
    assert_eq!(regulations::list_of_item(&mut tx, &other.id, 10).await?, listed.items);
    assert_eq!(regulations::count_mappings(&mut tx, &one.collection).await?, 1);
    let counted = regulations::list_counted(&mut tx, &one.collection, 10).await?;
    assert_eq!(counted.iter().map(|item| item.code.as_str()).collect::<Vec<_>>(), ["ORO i", "ORO j"]);
    regulations::withdraw_items(&mut tx, std::slice::from_ref(&other.id), at(3)).await?;
    let counted = regulations::list_counted(&mut tx, &one.collection, 10).await?;
    assert_eq!(counted.len(), 1);
    let listed = regulations::list_mappings(&mut tx, &filter, page(1, 10)).await?;
    assert!(!listed.items[0].target.counts && listed.items[0].target.is_withdrawn);
    let id = PolicyMappingId("m".to_owned());
    let written = (MappingRelation::Intersects, "");
    assert!(regulations::update_mapping(&mut tx, &id, 1, written, at(3)).await?);
    assert!(!regulations::update_mapping(&mut tx, &id, 1, written, at(3)).await?);
    let found = regulations::find_mapping(&mut tx, &id).await?.unwrap_or_else(|| panic!("a mapping"));
    assert_eq!((found.relation, found.version), (MappingRelation::Intersects, 2));
    assert!(!regulations::delete_mapping(&mut tx, &id, 1).await?);
    assert!(regulations::delete_mapping(&mut tx, &id, 2).await?);
    Ok(())
}
