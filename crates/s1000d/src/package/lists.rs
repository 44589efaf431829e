//! The lists of a package, read as streams: what S1000D calls DDN and DML.

use domain::finding::Finding;

use crate::guard::Refusal;
use crate::object::ident::streamed_object_ref;
use crate::object::{Object, ObjectRef};
use crate::publication::header::Header;
use crate::stream::{Stream, Token};

/// A data dispatch note: the files that were sent.
#[derive(Debug)]
pub(super) struct DispatchNote {
    pub object: Object,
    pub files: Vec<Listed<String>>,
    /// Whom it was sent to and by whom, in words.
    pub receiver: Option<String>,
    pub sender: Option<String>,
    /// The sender's words about the delivery.
    pub remark: String,
}

/// A data management list: the objects that exist, or that shall; not those that it lists as deleted.
#[derive(Debug)]
pub(super) struct ModuleList {
    pub object: Object,
    pub objects: Vec<Listed<ObjectRef>>,
    /// The names of illustrations.
    pub illustrations: Vec<Listed<String>>,
}

/// A line of a list, and where it stands.
#[derive(Debug)]
pub(super) struct Listed<T> {
    pub line: u32,
    pub what: T,
}

/// Reads a DDN.
pub(super) fn dispatch_note(text: &[u8]) -> Result<(DispatchNote, Vec<Finding>), Refusal> {
    let mut stream = Stream::new(text);
    let mut header = Header::default();
    let (mut files, mut receiver, mut sender, mut remark) = (Vec::new(), None, None, String::new());
    let mut to = false;
    while let Some(token) = stream.next_token()? {
        match (token, stream.name()) {
            (Token::Start, "dispatchFileName") => {
                let line = stream.line();
                let what = stream.read_text()?;
                files.push(Listed { line, what });
                continue;
            }
            (Token::Start | Token::End, "deliveryListItem") => continue,
            (Token::Start, "dispatchTo") => to = true,
            (Token::End, "dispatchTo") => to = false,
            (Token::Start, "authorization") => {
                remark = stream.read_text()?;
                continue;
            }
            (Token::Start, "enterpriseName") => {
                let name = stream.read_text()?;
                let place = if to { &mut receiver } else { &mut sender };
                place.get_or_insert(name);
                continue;
            }
            _ => {}
        }
        header.copy(token, &stream)?;
    }
    let (object, findings) = header.read(stream.entities())?;
    Ok((DispatchNote { object, files, receiver, sender, remark }, findings))
}

/// Reads a DML.
pub(super) fn module_list(text: &[u8]) -> Result<(ModuleList, Vec<Finding>), Refusal> {
    let mut stream = Stream::new(text);
    let mut header = Header::default();
    let (mut objects, mut illustrations) = (Vec::new(), Vec::new());
    let mut in_content = false;
    let mut is_deleted = false;
    while let Some(token) = stream.next_token()? {
        match (token, stream.name()) {
            (Token::Start, "dmlContent") => in_content = true,
            (Token::Start, "dmlEntry") => {
                let says = |name, word| stream.attribute(name) == Some(word);
                is_deleted = says("dmlEntryType", "d") || says("issueType", "deleted");
            }
            (Token::Start, "dmRef" | "pmRef" | "commentRef" | "dmlRef") if in_content && is_deleted => {
                stream.skip_element()?;
                continue;
            }
            (Token::Start, "dmRef" | "pmRef" | "commentRef" | "dmlRef") if in_content => {
                let line = stream.line();
                if let Ok(what) = streamed_object_ref(&mut stream)? {
                    objects.push(Listed { line, what });
                }
                continue;
            }
            (Token::Start, "infoEntityRef") if in_content && !is_deleted => {
                let line = stream.line();
                let named = stream.attribute("infoEntityRefIdent").filter(|name| !name.is_empty());
                illustrations.extend(named.map(|name| Listed { line, what: name.to_owned() }));
            }
            _ => {}
        }
        if !in_content || matches!((token, stream.name()), (_, "dml")) {
            header.copy(token, &stream)?;
        }
    }
    let (object, findings) = header.read(stream.entities())?;
    Ok((ModuleList { object, objects, illustrations }, findings))
}
