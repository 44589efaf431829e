//! The targets of the references and figures of a page.

use std::collections::{HashMap, HashSet};

use domain::text::fold;
use s1000d::code::Identity;
use s1000d::document::html::{Media, Picture};
use s1000d::object::{ObjectRef, illustration_code};

/// A module of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SiteModule {
    /// Code and language in one text.
    pub key: String,
    pub code: String,
    /// As in `en-US`; empty when it has none.
    pub language: String,
    pub title: String,
    /// As in `001-00`, or a date.
    pub issue: String,
    pub date: String,
    /// The security classification as written, as in `01`; empty when it has none.
    pub security: String,
    /// Names everything that the page is drawn from: the hashes of the content and of its status, and what is said above.
    pub source: String,
}

/// A picture of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitePicture {
    /// The file name in the library.
    pub key: String,
    /// The same without its ending.
    pub code: String,
    /// Path in the site.
    pub path: String,
    pub media: Media,
    /// Whether it is also there as a script, for its hotspots.
    pub has_copy: bool,
    /// Why the site does not show it; pages say so in its place.
    pub unshown: Option<Picture>,
}

impl SitePicture {
    /// A picture that the site cannot show.
    pub fn unshown(key: &str, reason: Picture) -> Self {
        Self {
            key: key.to_owned(),
            code: picture_code(key).to_owned(),
            path: String::new(),
            media: Media::Image,
            has_copy: false,
            unshown: Some(reason),
        }
    }
}

/// The code of a picture, by its file name.
pub fn picture_code(key: &str) -> &str {
    key.rsplit_once('.').map_or(key, |(stem, _)| stem)
}

/// The modules and pictures of a site by their codes.
#[derive(Debug, Default)]
pub struct SiteTargets {
    /// Language, page and title of each module.
    modules: Vec<(String, String, String)>,
    /// Places in `modules` by the folded code, in the order of keys.
    by_code: HashMap<String, Vec<usize>>,
    /// The folded codes of the publications that the contents come from.
    publications: HashSet<String>,
    pictures: Vec<SitePicture>,
    pictures_by_code: HashMap<String, Vec<usize>>,
}

/// Something that a page names. It is one text, so that an inventory can hold it.
pub(super) type Need = String;

/// The answer to a need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer<'a> {
    Page {
        path: &'a str,
        title: &'a str,
    },
    /// The contents of the site.
    Contents,
    Picture(&'a SitePicture),
    /// It is not part of this publication.
    Nothing,
}

impl SiteTargets {
    pub fn new(modules: &[SiteModule], publications: &[String], pictures: Vec<SitePicture>) -> Self {
        let mut targets = Self { pictures, ..Self::default() };
        targets.publications = publications.iter().map(|code| fold(code)).collect();
        let mut names = HashSet::new();
        for (place, module) in modules.iter().enumerate() {
            let page = page_name(&module.key, &mut names);
            targets.modules.push((module.language.clone(), page, module.title.clone()));
            targets.by_code.entry(fold(&module.code)).or_default().push(place);
        }
        for (place, picture) in targets.pictures.iter().enumerate() {
            targets.pictures_by_code.entry(fold(&picture.code)).or_default().push(place);
        }
        targets
    }

    /// The path of a module's page in the site.
    pub fn page(&self, module: usize) -> &str {
        self.modules.get(module).map_or("", |(_, page, _)| page)
    }

    /// The answer to a need, as a text that an inventory can hold.
    pub(super) fn said(&self, need: &str) -> String {
        match self.answer(need) {
            Answer::Page { path, title } => [path, title].join("\t"),
            Answer::Contents => "index.html".to_owned(),
            Answer::Picture(picture) => {
                let copy = if picture.has_copy { "copy" } else { "" };
                let state = match &picture.unshown {
                    None => picture.media.as_str(),
                    Some(Picture::Unsupported) => "unsupported",
                    Some(_) => "unreadable",
                };
                [picture.path.as_str(), state, copy].join("\t")
            }
            Answer::Nothing => String::new(),
        }
    }

    pub(super) fn answer(&self, need: &str) -> Answer<'_> {
        let parts: Vec<&str> = need.split('\t').collect();
        match parts.as_slice() {
            ["object", code, wanted, from] => self.object(code, wanted, from),
            ["picture", code, file] => self.picture(code, file).map_or(Answer::Nothing, Answer::Picture),
            _ => Answer::Nothing,
        }
    }

    /// A module in the language that is asked for, else in that of the page, else in the first there is.
    fn object(&self, code: &str, wanted: &str, from: &str) -> Answer<'_> {
        if self.publications.contains(code) {
            return Answer::Contents;
        }
        let found = self.by_code.get(code).map(Vec::as_slice).unwrap_or_default();
        let in_language = |language: &str| {
            let is_so = |place: &&usize| self.modules.get(**place).is_some_and(|(own, ..)| own == language);
            found.iter().find(is_so)
        };
        let place = in_language(wanted).or_else(|| in_language(from)).or(found.first());
        match place.and_then(|place| self.modules.get(*place)) {
            Some((_, path, title)) => Answer::Page { path, title },
            None => Answer::Nothing,
        }
    }

    /// Among the pictures of a code the one that the module's entity names, else the easiest to show. One that cannot be
    /// shown counts only where there is no other.
    fn picture(&self, code: &str, file: &str) -> Option<&SitePicture> {
        let places = self.pictures_by_code.get(code)?;
        let found = places.iter().filter_map(|place| self.pictures.get(*place));
        found.min_by_key(|picture| (picture.unshown.is_some(), fold(&picture.key) != file, ease(picture.media)))
    }
}

fn ease(media: Media) -> u8 {
    match media {
        Media::Image => 0,
        Media::Cgm => 1,
        Media::Pdf | Media::Video | Media::Audio => 2,
    }
}

/// The need for the target of a reference, on a page of a language.
pub(super) fn need_of_object(target: &ObjectRef, from: &str) -> Need {
    let code = Identity { language: None, ..target.identity() }.to_string();
    let wanted = target.language.as_ref().map(s1000d::code::Language::as_str).unwrap_or_default();
    ["object", &fold(&code), wanted, from].join("\t")
}

/// The need for the picture of a figure.
pub(super) fn need_of_picture(icn: &str, file: Option<&str>) -> Need {
    let name = file.and_then(|file| file.rsplit(['/', '\\']).next()).map(fold).unwrap_or_default();
    ["picture", &fold(illustration_code(icn, file)), &name].join("\t")
}

/// The page of a module; two names never differ by case alone.
fn page_name(key: &str, names: &mut HashSet<String>) -> String {
    let base = file_name(key);
    let mut name = base.clone();
    let mut number = 1;
    while !names.insert(name.to_ascii_lowercase()) {
        number += 1;
        name = [base.as_str(), &number.to_string()].join("-");
    }
    ["modules/", &name, ".html"].concat()
}

/// A name with nothing but what every file system and address takes.
pub(super) fn file_name(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    text.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(code: &str, language: &str) -> SiteModule {
        SiteModule {
            key: [code, "_", language].concat(),
            code: code.to_owned(),
            language: language.to_owned(),
            title: ["Title of ", code].concat(),
            ..SiteModule::default()
        }
    }

    #[test]
    fn a_reference_prefers_the_language_it_names_and_then_its_own() {
        let modules = [module("DMC-A", "en-US"), module("DMC-A", "zh-CN"), module("DMC-B", "en-US")];
        let targets = SiteTargets::new(&modules, &["PMC-A".to_owned()], Vec::new());
        let path = |need: &str| targets.said(need).split('\t').next().map(str::to_owned).unwrap_or_default();
        assert_eq!(path("object\tdmc-a\t\tzh-CN"), "modules/DMC-A_zh-CN.html");
        assert_eq!(path("object\tdmc-a\ten-US\tzh-CN"), "modules/DMC-A_en-US.html");
        assert_eq!(path("object\tdmc-b\t\tzh-CN"), "modules/DMC-B_en-US.html");
        assert_eq!(path("object\tpmc-a\t\ten-US"), "index.html");
        assert_eq!(path("object\tdmc-c\t\ten-US"), "");
        assert_eq!(targets.said("object\tdmc-b\t\t"), "modules/DMC-B_en-US.html\tTitle of DMC-B");
    }

    #[test]
    fn pages_have_names_of_their_own_on_every_file_system() {
        let modules = [module("DMC-A", "x/y"), module("DMC-A", "x?y"), module("dmc-a", "x:y")];
        let targets = SiteTargets::new(&modules, &[], Vec::new());
        let pages = [0, 1, 2].map(|place| targets.page(place).to_owned());
        assert_eq!(pages, ["modules/DMC-A_x_y.html", "modules/DMC-A_x_y-2.html", "modules/dmc-a_x_y-3.html"]);
        assert_eq!(targets.page(3), "");
    }

    #[test]
    fn the_picture_that_an_entity_names_comes_before_the_easiest() {
        let picture = |key: &str, media| SitePicture {
            key: key.to_owned(),
            code: "ICN-1".to_owned(),
            path: ["pictures/", key].concat(),
            media,
            has_copy: false,
            unshown: None,
        };
        let pictures = vec![picture("ICN-1.CGM", Media::Cgm), picture("ICN-1.PNG", Media::Image)];
        let targets = SiteTargets::new(&[], &[], pictures);
        let path = |file: Option<&str>| targets.said(&need_of_picture("ICN-1", file));
        assert_eq!(path(Some("figures/ICN-1.CGM")), "pictures/ICN-1.CGM\tcgm\t");
        assert_eq!(path(None), "pictures/ICN-1.PNG\timage\t");
        assert_eq!(targets.said(&need_of_picture("ICN-2", None)), "");
    }

    #[test]
    fn a_picture_that_cannot_be_shown_counts_only_where_there_is_no_other() {
        let shown = SitePicture {
            key: "ICN-1.PNG".to_owned(),
            code: "ICN-1".to_owned(),
            path: "pictures/ICN-1.PNG".to_owned(),
            media: Media::Image,
            has_copy: false,
            unshown: None,
        };
        let broken = |key: &str| SitePicture::unshown(key, Picture::Unreadable);
        let targets = SiteTargets::new(&[], &[], vec![broken("ICN-1.CGM"), shown, broken("ICN-2.CGM")]);
        let named = targets.said(&need_of_picture("ICN-1", Some("ICN-1.CGM")));
        assert_eq!(named, "pictures/ICN-1.PNG\timage\t");
        assert_eq!(targets.said(&need_of_picture("ICN-2", None)), "\tunreadable\t");
    }
}
