//! Numbers as they are printed, given out before any node is made: text may point at what follows.

use foldhash::{HashMap, HashMapExt};
use roxmltree::{Document, Node, NodeId};

use crate::document::words::Word;
use crate::object::ident::{child, child_text, elements};

/// Ids longer than this are not read: every block inside an element repeats its id.
const MAX_ID_BYTES: usize = 256;
/// Longer numbers of the author's are not used: every step inside repeats them.
const MAX_NUMBER_BYTES: usize = 32;

/// A row of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Series {
    Paragraph,
    Step,
    Figure,
    Table,
    Multimedia,
    Footnote,
}

impl Series {
    /// The word before a number.
    pub(super) fn word(self) -> Word {
        match self {
            Self::Paragraph => Word::Paragraph,
            Self::Step => Word::Step,
            Self::Figure => Word::Figure,
            Self::Table => Word::Table,
            Self::Multimedia => Word::Multimedia,
            Self::Footnote => Word::Footnote,
        }
    }
}

/// The numbers of a module, and who has which id.
#[derive(Debug)]
pub(super) struct Numbers<'d> {
    ids: HashMap<&'d str, Node<'d, 'd>>,
    given: HashMap<NodeId, (Series, String)>,
    figures: u32,
    tables: u32,
    multimedia: u32,
    footnotes: u32,
}

impl<'d> Numbers<'d> {
    pub(super) fn of(document: &'d Document<'d>) -> Self {
        let mut numbers =
            Self { ids: HashMap::new(), given: HashMap::new(), figures: 0, tables: 0, multimedia: 0, footnotes: 0 };
        for node in document.descendants().filter(Node::is_element) {
            if let Some(id) = node.attribute("id").filter(|id| (1..=MAX_ID_BYTES).contains(&id.len())) {
                numbers.ids.entry(id).or_insert(node);
            }
        }
        numbers.walk(document.root_element(), "", "");
        numbers
    }

    /// The element with an id; the first one, should there be several.
    pub(super) fn element(&self, id: &str) -> Option<Node<'d, 'd>> {
        self.ids.get(id).copied()
    }

    /// Whether an element is the one that its id means.
    pub(super) fn owns(&self, node: Node<'d, 'd>, id: &str) -> bool {
        self.ids.get(id).is_some_and(|own| *own == node)
    }

    pub(super) fn get(&self, node: Node<'_, '_>) -> Option<(Series, &str)> {
        self.given.get(&node.id()).map(|(series, number)| (*series, number.as_str()))
    }

    /// The number, or nothing to print.
    pub(super) fn text(&self, node: Node<'_, '_>) -> &str {
        self.get(node).map_or("", |(_, number)| number)
    }

    /// The guard bounds the depth, so that recursion is safe.
    fn walk(&mut self, node: Node<'d, 'd>, paragraph: &str, step: &str) {
        let (mut paragraphs, mut steps) = (0, 0);
        for part in elements(node) {
            match part.tag_name().name() {
                "levelledPara" | "brLevelledPara" => {
                    paragraphs += 1;
                    self.paragraph(part, &under(paragraph, paragraphs));
                }
                "levelledParaAlts" => {
                    paragraphs += 1;
                    let number = under(paragraph, paragraphs);
                    elements(part).for_each(|alternate| self.paragraph(alternate, &number));
                }
                "proceduralStep" | "isolationStep" | "isolationProcedureEnd" | "checkListItem" | "checkListStep" => {
                    let number = authors_number(part).unwrap_or_else(|| {
                        steps += 1;
                        under(step, steps)
                    });
                    self.step(part, &number);
                }
                "crewDrillStep" if node.attribute("orderedStepsFlag") == Some("1") => {
                    steps += 1;
                    self.step(part, &under(step, steps));
                }
                "proceduralStepAlts" | "isolationStepAlts" | "isolationProcedureEndAlts" | "checkListItemAlts" => {
                    steps += 1;
                    let number = under(step, steps);
                    elements(part).for_each(|alternate| self.step(alternate, &number));
                }
                name => self.counted(part, name),
            }
        }
    }

    fn paragraph(&mut self, node: Node<'d, 'd>, number: &str) {
        self.given.insert(node.id(), (Series::Paragraph, number.to_owned()));
        self.walk(node, number, "");
    }

    fn step(&mut self, node: Node<'d, 'd>, number: &str) {
        self.given.insert(node.id(), (Series::Step, number.to_owned()));
        self.walk(node, "", number);
    }

    /// Figures, tables, media and footnotes are counted through the whole module.
    fn counted(&mut self, node: Node<'d, 'd>, name: &str) {
        let series = match name {
            "figure" => Some((Series::Figure, &mut self.figures)),
            // Tables without title are part of the text and have no number.
            "table" if child(node, "title").is_some() => Some((Series::Table, &mut self.tables)),
            "multimedia" => Some((Series::Multimedia, &mut self.multimedia)),
            "footnote" => Some((Series::Footnote, &mut self.footnotes)),
            _ => None,
        };
        if let Some((series, count)) = series {
            let alternate = node.prev_sibling_element().is_some()
                && node.parent_element().is_some_and(|parent| parent.tag_name().name().ends_with("Alts"));
            *count += u32::from(!alternate);
            let number = count.to_string();
            self.given.insert(node.id(), (series, number));
        }
        self.walk(node, "", "");
    }
}

/// Checks that the author has numbered keep his number.
fn authors_number(node: Node<'_, '_>) -> Option<String> {
    let number = (node.tag_name().name() == "checkListItem").then(|| child_text(node, "itemNumber")).flatten();
    number.filter(|number| number.len() <= MAX_NUMBER_BYTES)
}

fn under(prefix: &str, number: u32) -> String {
    if prefix.is_empty() { number.to_string() } else { format!("{prefix}.{number}") }
}
