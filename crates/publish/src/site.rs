//! A manual as a website that opens from disk: one page for each module, contents, search and pictures.
//!
//! Browsers refuse a page on disk to read other files, so that everything a page needs besides its own text comes as
//! classic scripts and pictures. The pages are those of the reader ([`s1000d::document::html`]) with its stylesheets.
//! Nothing depends on the clock: the same modules with the same choices give the same bytes.
//!
//! Files of an archive: `index.html`, `modules/` (pages), `pictures/`, `data/site.js` (facts, contents, choices),
//! `data/site.css` (what pages say of the publication, also on paper, and the house style of the operator),
//! `data/words-*.js` (the index of words, in parts), `data/inventory.json` (what each file was made from, so that the
//! next site takes over what did not change), `assets/`.

mod assets;
mod choices;
mod front;
mod index;
mod inventory;
mod markup;
mod pack;
mod page;
mod pictures;
mod style;
mod targets;
mod words;

#[cfg(test)]
mod tests;

pub use assets::assets;
pub use choices::{SiteChoice, applies_to, statement_text};
pub use front::{SiteEntry, SiteFacts, SiteStatus, data, front_page, logo_path};
pub use index::WordIndex;
pub use inventory::{EarlierSite, INVENTORY, SiteFile, SiteInventory};
pub use markup::STYLE;
pub use pack::{LargeSiteFile, SiteWriter, compress};
pub use page::{PageInput, SitePage, draw, unreadable};
pub use pictures::{PictureCopy, media_of, picture_copy, picture_path};
pub use style::style;
pub use targets::{SiteModule, SitePicture, SiteTargets, picture_code};
pub use zip::ZipArchive;

/// Part of every key: it changes whenever the same module would give another page.
pub const SITE_VERSION: u32 = 3;
