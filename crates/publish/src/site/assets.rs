//! Files that every site has alike: the reader's stylesheets with those of the site, and its scripts.

/// The stylesheets of the reader, so that a page looks the same in the program and on a site.
const STYLES: [&str; 7] = [
    include_str!("../../../../web/src/styles/tokens.css"),
    include_str!("assets/site.css"),
    include_str!("../../../../web/src/lib/article/article.css"),
    include_str!("../../../../web/src/lib/article/articleTables.css"),
    include_str!("../../../../web/src/lib/article/articleMarks.css"),
    include_str!("../../../../web/src/features/library/reader/partsList.css"),
    include_str!("../../../../web/src/features/library/reader/figures/figures.css"),
];

/// Paths and contents, in the order of paths.
pub fn assets() -> Vec<(&'static str, Vec<u8>)> {
    let scripts = [
        ("assets/applicability.js", include_str!("assets/applicability.js")),
        ("assets/contents.js", include_str!("assets/contents.js")),
        ("assets/page.js", include_str!("assets/page.js")),
        ("assets/pictures.js", include_str!("assets/pictures.js")),
        ("assets/search.js", include_str!("assets/search.js")),
        ("assets/site.js", include_str!("assets/site.js")),
        ("assets/texts.js", include_str!("assets/texts.js")),
    ];
    let mut files = vec![("assets/site.css", STYLES.concat().into_bytes())];
    files.extend(scripts.into_iter().map(|(path, text)| (path, text.as_bytes().to_vec())));
    files.sort_by_key(|(path, _)| *path);
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_names_an_outside_address() {
        for (path, bytes) in assets() {
            let text = String::from_utf8(bytes).expect("UTF-8");
            // The names of namespaces are no addresses that anybody asks.
            let text = text.replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://") && !text.contains("url("), "{path}");
            assert!(
                !text.contains("fetch(") && !text.contains("XMLHttpRequest") && !text.contains("import "),
                "{path}"
            );
        }
    }
}
