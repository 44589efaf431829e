//! XPath of libxml2, for comparison only: the program itself does not call it.
#![expect(unsafe_code, reason = "libxml2 is a C library")]

use std::ffi::{CStr, CString, c_char, c_double, c_int, c_void};
use std::ptr;

use crate::{Comparable, NAMESPACES};

#[repr(C)]
struct NodeSet {
    count: c_int,
    _capacity: c_int,
    nodes: *mut *mut c_void,
}

/// The beginning of `xmlXPathObject`.
#[repr(C)]
struct Object {
    kind: c_int,
    nodes: *mut NodeSet,
    boolean: c_int,
    number: c_double,
    text: *const c_char,
}

/// The beginning of `xmlXPathContext`.
#[repr(C)]
struct Context {
    document: *mut c_void,
    node: *mut c_void,
}

type OnError = unsafe extern "C" fn(target: *mut c_void, error: *const c_void);

#[link(name = "xml2")]
unsafe extern "C" {
    fn xmlReadMemory(
        text: *const c_char,
        size: c_int,
        url: *const c_char,
        encoding: *const c_char,
        options: c_int,
    ) -> *mut c_void;
    fn xmlFreeDoc(document: *mut c_void);
    fn xmlSetStructuredErrorFunc(target: *mut c_void, on_error: Option<OnError>);
    fn xmlXPathNewContext(document: *mut c_void) -> *mut Context;
    fn xmlXPathFreeContext(context: *mut Context);
    fn xmlXPathRegisterNs(context: *mut Context, prefix: *const c_char, uri: *const c_char) -> c_int;
    fn xmlXPathEvalExpression(text: *const c_char, context: *mut Context) -> *mut Object;
    fn xmlXPathFreeObject(object: *mut Object);
    fn xmlXPathNodeSetSort(set: *mut NodeSet);
    fn xmlGetNodePath(node: *mut c_void) -> *mut c_char;
}

/// `XML_PARSE_NOCDATA`: a CDATA section is text, as XPath sees it.
const NO_CDATA: c_int = 1 << 14;

unsafe extern "C" fn drop_message(_target: *mut c_void, _error: *const c_void) {}

/// Evaluates at the root; `None` when libxml2 refuses the expression.
pub(crate) fn evaluate(document: &str, expression: &str) -> Option<Comparable> {
    let text = CString::new(expression).expect("no zero");
    let size = c_int::try_from(document.len()).expect("a small document");
    // SAFETY: all texts outlive the calls, each object is freed once and after its last use.
    unsafe {
        xmlSetStructuredErrorFunc(ptr::null_mut(), Some(drop_message));
        let tree = xmlReadMemory(document.as_ptr().cast(), size, ptr::null(), ptr::null(), NO_CDATA);
        assert!(!tree.is_null(), "libxml2 reads {document}");
        let context = xmlXPathNewContext(tree);
        (*context).node = (*context).document;
        for (prefix, uri) in NAMESPACES {
            let (prefix, uri) = (CString::new(prefix).expect("no zero"), CString::new(uri).expect("no zero"));
            xmlXPathRegisterNs(context, prefix.as_ptr(), uri.as_ptr());
        }
        let object = xmlXPathEvalExpression(text.as_ptr(), context);
        let value = object.as_ref().map(|object| read(object));
        if !object.is_null() {
            xmlXPathFreeObject(object);
        }
        xmlXPathFreeContext(context);
        xmlFreeDoc(tree);
        value
    }
}

unsafe fn read(object: &Object) -> Comparable {
    // SAFETY: the caller's object is valid, and its kind says which field is.
    unsafe {
        match object.kind {
            1 => Comparable::Nodes(object.nodes.as_mut().map(|set| paths(set)).unwrap_or_default()),
            2 => Comparable::Boolean(object.boolean != 0),
            3 => Comparable::Number(object.number),
            4 => Comparable::Text(CStr::from_ptr(object.text).to_string_lossy().into_owned()),
            other => panic!("a value of kind {other}"),
        }
    }
}

unsafe fn paths(set: &mut NodeSet) -> Vec<String> {
    // SAFETY: the set is valid; the paths are copied. They leak, which a test may.
    unsafe {
        xmlXPathNodeSetSort(set);
        let count = usize::try_from(set.count).expect("a count");
        (0..count)
            .map(|index| {
                let path = CStr::from_ptr(xmlGetNodePath(*set.nodes.add(index))).to_string_lossy();
                path.replace("[1]", "").replace("processing-instruction('i')", "processing-instruction()")
            })
            .collect()
    }
}
