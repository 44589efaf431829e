//! The sources of each file of a site. The next site of the same manual takes over files whose sources and targets did
//! not change, without drawing or compressing them again.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Read, Seek};

use serde_json::{Value, json};
use zip::ZipArchive;

use super::index::WordIndex;
use super::targets::{Answer, SiteTargets};

/// The path of the inventory in a site.
pub const INVENTORY: &str = "data/inventory.json";
/// Bytes of one file of an earlier site that is read; more than any we write.
const MAX_READ: u64 = 256 << 20;

/// A page or a picture with what it was made from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SiteFile {
    /// Path in the site.
    pub path: String,
    /// Names the content that it was made from.
    pub source: String,
    /// Pages: everything that it names.
    pub needs: Vec<String>,
    /// Pages: one letter for each choice; empty when it applies to all of them.
    pub applies: String,
    /// Pictures: whether there is a copy of it as a script.
    pub has_copy: bool,
}

/// The inventory of a site that is being written.
#[derive(Debug, Default)]
pub struct SiteInventory {
    /// Names everything besides the modules that pages depend on.
    pub settings: String,
    /// In the order of the site.
    pub pages: Vec<SiteFile>,
    pub pictures: Vec<SiteFile>,
}

impl SiteInventory {
    /// The file names of pictures that pages show and the site cannot: their places say so.
    pub fn lost_pictures(&self, targets: &SiteTargets) -> HashSet<String> {
        let needs: HashSet<&str> = self.pages.iter().flat_map(|page| &page.needs).map(String::as_str).collect();
        let lost = needs.into_iter().filter_map(|need| match targets.answer(need) {
            Answer::Picture(picture) => picture.unshown.is_some().then(|| picture.key.clone()),
            _ => None,
        });
        lost.collect()
    }

    /// As JSON. What a page names is listed once, with the answer of this site.
    pub fn bytes(&self, targets: &SiteTargets) -> Vec<u8> {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for need in self.pages.iter().flat_map(|page| &page.needs) {
            places.insert(need, 0);
        }
        for (number, place) in places.values_mut().enumerate() {
            *place = number;
        }
        let needs: Vec<Value> = places.keys().map(|need| json!([need, targets.said(need)])).collect();
        let pages: Vec<Value> = self
            .pages
            .iter()
            .map(|page| {
                let needs: Vec<usize> =
                    page.needs.iter().filter_map(|need| places.get(need.as_str()).copied()).collect();
                json!([page.path, page.source, page.applies, needs])
            })
            .collect();
        let pictures: Vec<Value> =
            self.pictures.iter().map(|file| json!([file.path, file.source, file.has_copy])).collect();
        let value = json!({"settings": self.settings, "needs": needs, "pages": pages, "pictures": pictures});
        value.to_string().into_bytes()
    }
}

/// A site that was written before.
#[derive(Debug, Default)]
pub struct EarlierSite {
    settings: String,
    /// With the answers that they had.
    needs: Vec<(String, String)>,
    /// Whether each answer is the same today.
    same: Vec<bool>,
    /// By path, with their numbers.
    pages: HashMap<String, (u32, EarlierPage)>,
    pictures: HashMap<String, (String, bool)>,
    index: WordIndex,
}

#[derive(Debug)]
struct EarlierPage {
    source: String,
    applies: String,
    needs: Vec<usize>,
}

impl EarlierSite {
    /// Reads the inventory and the words of a site; `None` when it has none, or was written by another version.
    pub fn read<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Option<Self> {
        let value: Value = serde_json::from_slice(&read_file(archive, INVENTORY)?).ok()?;
        let mut site = Self { settings: value["settings"].as_str()?.to_owned(), ..Self::default() };
        for need in value["needs"].as_array()? {
            site.needs.push((text(need, 0)?, text(need, 1)?));
        }
        for (number, page) in (0..).zip(value["pages"].as_array()?) {
            let needs: Option<Vec<usize>> =
                page[3].as_array()?.iter().map(|need| usize::try_from(need.as_u64()?).ok()).collect();
            let own = EarlierPage { source: text(page, 1)?, applies: text(page, 2)?, needs: needs? };
            site.pages.insert(text(page, 0)?, (number, own));
        }
        for picture in value["pictures"].as_array()? {
            site.pictures.insert(text(picture, 0)?, (text(picture, 1)?, picture[2].as_bool()?));
        }
        let names = archive.file_names().filter_map(Result::ok);
        let parts: Vec<String> = names.filter(|name| WordIndex::is_part(name)).map(Cow::into_owned).collect();
        for part in parts {
            site.index.read_part(&read_file(archive, &part)?)?;
        }
        Some(site)
    }

    /// Compares what its pages name with the targets of the next site.
    pub fn compare(&mut self, targets: &SiteTargets) {
        self.same = self.needs.iter().map(|(need, said)| targets.said(need) == *said).collect();
    }

    /// The page at a path with its number, if it would be drawn just so today; [`EarlierSite::compare`] comes before.
    pub fn page(&self, settings: &str, path: &str, source: &str) -> Option<(u32, SiteFile)> {
        let (number, page) = self.pages.get(path)?;
        let is_same = |need: &usize| self.same.get(*need).copied().unwrap_or(false);
        if self.settings != settings || page.source != source || !page.needs.iter().all(is_same) {
            return None;
        }
        let needs = page.needs.iter().filter_map(|need| self.needs.get(*need)).map(|(need, _)| need.clone());
        let file = SiteFile {
            path: path.to_owned(),
            source: source.to_owned(),
            needs: needs.collect(),
            applies: page.applies.clone(),
            has_copy: false,
        };
        Some((*number, file))
    }

    /// The picture at a path, if it has the same source.
    pub fn picture(&self, path: &str, source: &str) -> Option<SiteFile> {
        let (own, has_copy) = self.pictures.get(path).filter(|(own, _)| own == source)?;
        Some(SiteFile { path: path.to_owned(), source: own.clone(), has_copy: *has_copy, ..SiteFile::default() })
    }

    pub fn index(&self) -> &WordIndex {
        &self.index
    }
}

fn text(list: &Value, place: usize) -> Option<String> {
    list[place].as_str().map(str::to_owned)
}

fn read_file<R: Read + Seek>(archive: &mut ZipArchive<R>, name: &str) -> Option<Vec<u8>> {
    let file = archive.by_name(name).ok()?;
    if file.size() > MAX_READ {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(MAX_READ).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
