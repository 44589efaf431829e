//! The aircraft that the contents of a manual limit an item to.

use std::collections::HashMap;
use std::sync::Arc;

use domain::id::{ObjectId, TocNodeId};
use domain::language::Locale;
use publish::site::statement_text;
use s1000d::applic::Applic;
use s1000d::applic::tables::Tables;
use store::publications::SourceVersion;
use store::toc::ContentsEntry;

/// The statements of an entry of the contents and of all entries around it, the outermost first.
type PlaceStatements = Vec<Arc<Applic>>;

/// The places of items in the contents of a manual.
#[derive(Debug, Default)]
pub(super) struct ItemPlaces {
    objects: HashMap<ObjectId, Vec<PlaceStatements>>,
    codes: HashMap<String, Vec<PlaceStatements>>,
}

impl ItemPlaces {
    /// Finds the places of items, in whatever language. `containers` say which aircraft their alternates are for.
    pub(super) fn read<'a>(
        listed: &[ContentsEntry],
        items: impl Iterator<Item = &'a SourceVersion>,
        containers: &HashMap<ObjectId, Arc<Applic>>,
    ) -> Self {
        let codes: HashMap<ObjectId, &str> = items.map(|item| (item.object_id, item.code.as_str())).collect();
        let mut around: HashMap<TocNodeId, PlaceStatements> = HashMap::new();
        let mut places = Self::default();
        for entry in listed {
            let mut stated = entry.parent_id.and_then(|parent| around.get(&parent).cloned()).unwrap_or_default();
            stated.extend(entry.applic.as_deref().map(|xml| Arc::new(Applic::from_xml(xml))));
            if let Some((object, code)) = entry.object_id.and_then(|object| Some((object, *codes.get(&object)?))) {
                places.objects.entry(object).or_default().push(stated.clone());
                places.codes.entry(code.to_owned()).or_default().push(stated.clone());
            }
            stated.extend(entry.object_id.and_then(|object| containers.get(&object).cloned()));
            around.insert(entry.id, stated);
        }
        places
    }

    /// The aircraft of an item's places in words; empty when one of them is for all aircraft.
    pub(super) fn aircraft(&self, item: &SourceVersion) -> String {
        let locale = item.language.split('-').next().and_then(Locale::of_text).unwrap_or_default();
        // The contents may exist in another language only.
        let places = self.objects.get(&item.object_id).or_else(|| self.codes.get(&item.code));
        let mut said: Vec<String> = Vec::new();
        for place in places.map(Vec::as_slice).unwrap_or_default() {
            let text = place_text(place, locale);
            if text.is_empty() {
                return String::new();
            }
            if !said.contains(&text) {
                said.push(text);
            }
        }
        match said.as_slice() {
            [] => String::new(),
            [only] => only.clone(),
            several => {
                let or = match locale {
                    Locale::English => " or ",
                    Locale::Chinese => " 或 ",
                };
                several.iter().map(|text| ["(", text, ")"].concat()).collect::<Vec<_>>().join(or)
            }
        }
    }
}

/// The conditions that must hold in one place.
fn place_text(place: &[Arc<Applic>], locale: Locale) -> String {
    let names = Tables::default();
    let mut texts: Vec<String> = place.iter().map(|applic| statement_text(applic, &names, locale)).collect();
    texts.retain(|text| !text.is_empty());
    texts.dedup();
    texts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publications::content::test_version;

    fn listed(id: i64, parent: Option<i64>, object: Option<i64>, applies: &str) -> ContentsEntry {
        let applic = Applic { display: applies.to_owned(), ..Applic::default() };
        ContentsEntry {
            id: TocNodeId(id),
            parent_id: parent.map(TocNodeId),
            title: String::new(),
            prefix: String::new(),
            key: String::new(),
            object_id: object.map(ObjectId),
            applic: Some(applic.to_xml()).filter(|_| !applies.is_empty()),
        }
    }

    fn said(contents: &[ContentsEntry]) -> [String; 2] {
        let items = [test_version(1, "A", "en-US"), test_version(2, "A", "zh-CN")];
        let container = Applic { display: "Post SB 1".to_owned(), ..Applic::default() };
        let places = ItemPlaces::read(contents, items.iter(), &HashMap::from([(ObjectId(9), Arc::new(container))]));
        items.each_ref().map(|item| places.aircraft(item))
    }

    #[test]
    fn an_item_is_limited_by_all_entries_around_it() {
        let contents =
            [listed(1, None, None, "NV240"), listed(2, Some(1), None, ""), listed(3, Some(2), Some(1), "S/N 5")];
        assert_eq!(said(&contents), ["NV240; S/N 5", "NV240; S/N 5"], "its translation is in the same place");
        assert_eq!(said(&[]), ["", ""]);
    }

    #[test]
    fn an_alternate_is_limited_by_its_container() {
        let contents = [
            listed(1, None, None, "NV240"),
            listed(2, Some(1), Some(9), ""),
            listed(3, Some(2), Some(1), "S/N 5"),
            listed(4, Some(1), Some(2), ""),
        ];
        assert_eq!(said(&contents), ["NV240; Post SB 1; S/N 5", "NV240"], "the other one is not in it");
    }

    #[test]
    fn an_item_in_two_places_is_for_the_aircraft_of_both() {
        let twice = |second: &str| said(&[listed(1, None, Some(1), "S/N 5"), listed(2, None, Some(1), second)]);
        assert_eq!(twice("S/N 5")[0], "S/N 5");
        assert_eq!(twice("S/N 7"), ["(S/N 5) or (S/N 7)", "(S/N 5) 或 (S/N 7)"]);
        assert_eq!(twice("")[0], "", "one place is for all aircraft");
        let own = [listed(1, None, Some(1), "S/N 5"), listed(2, None, Some(2), "序列号 5")];
        assert_eq!(said(&own), ["S/N 5", "序列号 5"], "each language has contents of its own");
    }
}
