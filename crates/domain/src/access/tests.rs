use super::*;
use crate::name::Name;

fn user(name: &str) -> UserId {
    UserId(name.to_owned())
}

fn group(name: &str) -> GroupId {
    GroupId(name.to_owned())
}

/// Ann is in the groups `fleet1` and `fleet2`, Bob in none.
fn rules(csdb: PlaceRules, manuals: &[(&str, PlaceRules)]) -> AccessRules {
    let manuals = manuals.iter().map(|(name, rules)| ((*name).to_owned(), rules.clone())).collect();
    AccessRules {
        csdbs: HashMap::from([("h160".to_owned(), CsdbRules { own: csdb, manuals })]),
        group_names: ["fleet1", "fleet2"].map(|name| (group(name), name.to_uppercase())).into(),
        memberships: HashMap::from([(user("ann"), vec![group("fleet1"), group("fleet2")])]),
        auditors: HashMap::new(),
    }
}

fn limited(grants: &[(Grantee, AccessLevel)]) -> PlaceRules {
    PlaceRules { limited: true, grants: grants.to_vec() }
}

fn to_user(name: &str, level: AccessLevel) -> (Grantee, AccessLevel) {
    (Grantee::User(user(name)), level)
}

fn to_group(name: &str, level: AccessLevel) -> (Grantee, AccessLevel) {
    (Grantee::Group(group(name)), level)
}

#[test]
fn without_limits_the_role_decides() {
    for role in Role::ALL {
        let found = AccessRules::default().effective(&user("ann"), role, "h160", Some("mel"));
        assert_eq!(found.level, AccessLevel::of_role(role));
    }
    assert!(!AccessRules::default().sight(&user("ann"), Role::Reader).is_partial());
}

#[test]
fn a_limited_database_without_a_grant_is_hidden_from_all_but_administrators() {
    let rules = rules(limited(&[]), &[("mel", PlaceRules::default())]);
    let found = rules.effective(&user("ann"), Role::Approver, "h160", Some("mel"));
    assert_eq!((found.level, found.reason), (AccessLevel::None, AccessReason::NoGrant));
    let found = rules.effective(&user("ann"), Role::Admin, "h160", Some("mel"));
    assert_eq!((found.level, found.reason), (AccessLevel::Approve, AccessReason::Administrator));
    let sight = rules.sight(&user("ann"), Role::Approver);
    assert!(!sight.sees("h160", None) && !sight.sees("h160", Some("mel")) && !sight.sees("h160", Some("new")));
    assert!(sight.sees("h175", None));
    assert_eq!(sight.keys(), ["", "h160"]);
}

#[test]
fn the_role_is_the_most_that_a_grant_gives() {
    let rules = rules(limited(&[to_user("ann", AccessLevel::Approve)]), &[]);
    for (role, level) in
        [(Role::Reader, AccessLevel::Read), (Role::Author, AccessLevel::Author), (Role::Approver, AccessLevel::Approve)]
    {
        assert_eq!(rules.effective(&user("ann"), role, "h160", None).level, level);
    }
}

#[test]
fn an_own_grant_wins_over_groups_and_among_groups_the_highest() {
    let both = [to_group("fleet1", AccessLevel::Read), to_group("fleet2", AccessLevel::Author)];
    let found = rules(limited(&both), &[]).effective(&user("ann"), Role::Approver, "h160", None);
    assert_eq!((found.level, found.reason), (AccessLevel::Author, AccessReason::Group("FLEET2".to_owned())));
    let own = [both[0].clone(), both[1].clone(), to_user("ann", AccessLevel::None)];
    let found = rules(limited(&own), &[]).effective(&user("ann"), Role::Approver, "h160", None);
    assert_eq!((found.level, found.reason), (AccessLevel::None, AccessReason::OwnGrant));
    let equal = [to_group("fleet2", AccessLevel::Read), to_group("fleet1", AccessLevel::Read)];
    let found = rules(limited(&equal), &[]).effective(&user("ann"), Role::Approver, "h160", None);
    assert_eq!(found.reason, AccessReason::Group("FLEET1".to_owned()));
}

#[test]
fn the_nearest_place_decides() {
    let of_manual = limited(&[to_user("ann", AccessLevel::Read)]);
    let rules = rules(limited(&[]), &[("mel", of_manual), ("amm", PlaceRules::default())]);
    let found = rules.effective(&user("ann"), Role::Author, "h160", Some("mel"));
    assert_eq!((found.level, found.of_manual), (AccessLevel::Read, true));
    assert_eq!(rules.effective(&user("ann"), Role::Author, "h160", Some("amm")).level, AccessLevel::None);
    let sight = rules.sight(&user("ann"), Role::Author);
    assert!(sight.sees("h160", None), "a database is listed for whoever may read one of its manuals");
    assert_eq!(sight.level("h160", None), AccessLevel::None, "but it cannot be changed");
    assert!(sight.sees("h160", Some("mel")) && !sight.sees("h160", Some("amm")));
    assert_eq!(sight.keys(), ["", "h160", "h160/", "h160/mel"]);
}

#[test]
fn a_limited_manual_closes_only_itself() {
    let rules = rules(PlaceRules::default(), &[("mel", limited(&[])), ("amm", PlaceRules::default())]);
    let sight = rules.sight(&user("bob"), Role::Reader);
    assert!(sight.sees("h160", Some("amm")) && !sight.sees("h160", Some("mel")));
    assert!(sight.sees("h160", Some("new")), "a manual made since has the level of its database");
    let name = Name::parse("H160").expect("a name");
    assert_eq!(sight.shown_of(&name).as_deref(), Some("amm"));
    assert_eq!(rules.sight(&user("bob"), Role::Admin).shown_of(&name), None);
}

#[test]
fn an_open_database_with_a_grant_changes_only_the_level() {
    let open = PlaceRules { limited: false, grants: vec![to_group("fleet1", AccessLevel::Read)] };
    let rules = rules(open, &[]);
    let sight = rules.sight(&user("ann"), Role::Author);
    assert_eq!((sight.level("h160", None), sight.is_partial()), (AccessLevel::Read, false));
    assert_eq!(rules.sight(&user("bob"), Role::Author).level("h160", None), AccessLevel::Author);
}

#[test]
fn a_narrowed_sight_hides_databases_and_caps_levels() {
    let of_manual = limited(&[to_user("ann", AccessLevel::Read)]);
    let rules = rules(limited(&[to_user("ann", AccessLevel::Approve)]), &[("mel", of_manual)]);
    let sight = rules.sight(&user("ann"), Role::Approver).narrowed(AccessLevel::Author, ["h175".to_owned()]);
    assert_eq!(sight.level("h160", None), AccessLevel::Author);
    assert_eq!(sight.level("h160", Some("mel")), AccessLevel::Read);
    assert_eq!(sight.level("new", None), AccessLevel::Author);
    assert!(!sight.sees("h175", None) && !sight.sees("h175", Some("mel")));
    assert_eq!(sight.keys(), ["", "h175"]);
}

#[test]
fn a_sight_of_a_level_hides_what_may_only_be_read() {
    let of_manual = limited(&[to_user("ann", AccessLevel::Read)]);
    let rules =
        rules(limited(&[to_user("ann", AccessLevel::Author)]), &[("mel", of_manual), ("amm", PlaceRules::default())]);
    let sight = rules.sight(&user("ann"), Role::Author);
    assert!(!sight.is_partial(), "both manuals can be read");
    let of_authors = sight.at_least(AccessLevel::Author).expect("one manual");
    assert!(of_authors.sees("h160", Some("amm")) && !of_authors.sees("h160", Some("mel")));
    assert!(of_authors.sees("h175", Some("mel")));
    assert_eq!(rules.sight(&user("ann"), Role::Reader).at_least(AccessLevel::Author), None);
}

#[test]
fn levels_are_read_back() {
    for level in AccessLevel::ALL {
        assert_eq!(AccessLevel::parse(level.as_str()), Some(level));
    }
}

#[test]
fn an_auditor_sees_the_granted_manuals_and_collections_and_nothing_else() {
    let mut rules = rules(PlaceRules::default(), &[("mel", PlaceRules::default()), ("amm", limited(&[]))]);
    rules.csdbs.insert("h175".to_owned(), CsdbRules::default());
    let collection = ComplianceCollectionId("c1".to_owned());
    let granted = AuditorRules {
        manuals: HashSet::from([("h160".to_owned(), "amm".to_owned())]),
        collections: BTreeSet::from([collection.clone()]),
    };
    rules.auditors.insert(user("eve"), granted);
    let found = rules.effective(&user("eve"), Role::Reader, "h160", Some("amm"));
    assert_eq!((found.level, found.reason), (AccessLevel::Read, AccessReason::OwnGrant), "also where it is limited");
    let found = rules.effective(&user("eve"), Role::Reader, "h160", Some("mel"));
    assert_eq!((found.level, found.reason), (AccessLevel::None, AccessReason::NoGrant), "although it is open");
    let sight = rules.sight(&user("eve"), Role::Reader);
    assert_eq!(sight.keys(), ["", "h160", "h160/", "h160/amm", "h175"]);
    let seen = [("h160", None), ("h160", Some("amm")), ("h160", Some("mel")), ("h175", None), ("new", None)]
        .map(|(csdb, manual)| sight.sees(csdb, manual));
    assert_eq!(seen, [true, true, false, false, false]);
    assert!(sight.sees_collection(&collection));
    assert!(!sight.sees_collection(&ComplianceCollectionId("c2".to_owned())));
    assert!(rules.sight(&user("bob"), Role::Reader).sees_collection(&ComplianceCollectionId("c2".to_owned())));
}

#[test]
fn an_auditor_of_an_empty_library_sees_nothing_of_no_database() {
    let auditors = HashMap::from([(user("eve"), AuditorRules::default())]);
    let rules = AccessRules { auditors, ..AccessRules::default() };
    assert!(rules.sight(&user("eve"), Role::Reader).is_partial());
}

#[test]
fn files_have_the_level_of_their_folder() {
    let grants = [to_user("ann", AccessLevel::Read)];
    let manual = limited(&[to_user("ann", AccessLevel::Author)]);
    let sight = rules(limited(&grants), &[("mel", manual)]).sight(&user("ann"), Role::Author);
    for (folder, level) in [
        ("/H160/MEL", AccessLevel::Author),
        ("/H160/AMM", AccessLevel::Read),
        ("/H160/MULTIMEDIA", AccessLevel::Read),
        ("/H175/MEL", AccessLevel::Author),
        ("/H160/MEL/deep/er", AccessLevel::None),
        ("", AccessLevel::None),
    ] {
        assert_eq!(sight.level_in(folder), level, "{folder}");
    }
}
