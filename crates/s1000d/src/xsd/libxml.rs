//! The one place that calls libxml2: compiles a schema, and pushes elements through it.
//!
//! libxml2 never sees a document's bytes: its parser reads schemas only, and its
//! validator is fed the elements that our own parser has read. What it may load
//! while it compiles is the schema set at hand; nothing else in the process can
//! be loaded by it, no file and no address (ADR 8).
#![expect(unsafe_code, reason = "libxml2 is a C library; ADR 8 says what keeps each call sound")]

mod bindings;

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, Once, PoisonError};

use bindings as xml;
use foldhash::fast::RandomState;

/// The files of a schema set by lower-cased base name.
pub(super) type Files = BTreeMap<String, Arc<[u8]>>;

/// A message of the validator about one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Violation {
    /// Where the element begins, as its caller counts.
    pub position: usize,
    pub message: String,
}

/// More are not stored: a file with a thousand faults is repaired from the first ones on.
const MOST_VIOLATIONS: usize = 200;

/// A compiled schema.
#[derive(Debug)]
pub(super) struct Compiled(*mut xml::Schema);

// SAFETY: validation only reads a compiled schema; each checker has a context of its own.
unsafe impl Send for Compiled {}
// SAFETY: as above.
unsafe impl Sync for Compiled {}

/// libxml2 resolves types through global tables while it compiles.
static COMPILING: Mutex<()> = Mutex::new(());
static START: Once = Once::new();

thread_local! {
    /// The set that imports are resolved in, while this thread compiles.
    static AT_HAND: Cell<*const Files> = const { Cell::new(ptr::null()) };
}

impl Compiled {
    /// Compiles `files[name]` with what it imports from the same set.
    pub(super) fn new(files: &Files, name: &str) -> Result<Self, String> {
        let Some(root) = files.get(name) else { return Err(format!("{name} is not in the set")) };
        let size = c_int::try_from(root.len()).map_err(|error| error.to_string())?;
        start();
        let _alone = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
        AT_HAND.set(ptr::from_ref(files));
        let mut faults: Vec<Violation> = Vec::new();
        // SAFETY: `root` outlives the context, which is freed here; `faults` outlives every callback.
        let schema = unsafe {
            let context = xml::xmlSchemaNewMemParserCtxt(root.as_ptr().cast(), size);
            if context.is_null() {
                AT_HAND.set(ptr::null());
                return Err("out of memory".to_owned());
            }
            let target = ptr::from_mut(&mut faults).cast();
            xml::xmlSchemaSetParserStructuredErrors(context, Some(note_fault), target);
            let schema = xml::xmlSchemaParse(context);
            xml::xmlSchemaFreeParserCtxt(context);
            schema
        };
        AT_HAND.set(ptr::null());
        if schema.is_null() {
            let first = faults.into_iter().next().map(|fault| fault.message);
            return Err(first.unwrap_or_else(|| "it cannot be compiled".to_owned()));
        }
        Ok(Self(schema))
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        // SAFETY: the pointer came from xmlSchemaParse, and no checker outlives its schema.
        unsafe { xml::xmlSchemaFree(self.0) }
    }
}

fn start() {
    START.call_once(|| {
        // SAFETY: called once, before any other call into the library from this program.
        unsafe {
            xml::xmlInitParser();
            xml::xmlSchemaInitTypes();
            xml::xmlSetExternalEntityLoader(Some(load));
        }
    });
}

/// Gives libxml2 a file of the set at hand, whatever folder or address was named, and nothing else.
unsafe extern "C" fn load(url: *const c_char, _id: *const c_char, context: *mut xml::Parser) -> *mut xml::ParserInput {
    let files = AT_HAND.get();
    if url.is_null() || files.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: libxml2 passes a terminated string; the set outlives the compilation that set the pointer.
    let (url, files) = unsafe { (CStr::from_ptr(url).to_string_lossy(), &*files) };
    let name = super::base_name(&url);
    let Some((bytes, size)) = files.get(&name).and_then(|bytes| Some((bytes, c_int::try_from(bytes.len()).ok()?)))
    else {
        return ptr::null_mut();
    };
    // SAFETY: the buffer copies the bytes; both calls answer null when they fail.
    unsafe {
        let buffer = xml::xmlParserInputBufferCreateMem(bytes.as_ptr().cast(), size, xml::ENCODING_NONE);
        if buffer.is_null() {
            return ptr::null_mut();
        }
        xml::xmlNewIOInputStream(context, buffer, xml::ENCODING_NONE)
    }
}

unsafe extern "C" fn note_fault(target: *mut c_void, error: *const xml::XmlError) {
    // SAFETY: `target` is the vector given with this callback.
    let faults = unsafe { &mut *target.cast::<Vec<Violation>>() };
    // SAFETY: libxml2 passes its own error, valid during the call.
    if let Some(message) = unsafe { describe(error) } {
        faults.push(Violation { position: 0, message });
    }
}

unsafe extern "C" fn note_violation(target: *mut c_void, error: *const xml::XmlError) {
    // SAFETY: `target` is the state given with this callback; the checker touches it only between calls.
    let state = unsafe { &mut *target.cast::<State>() };
    if state.violations.len() >= MOST_VIOLATIONS {
        return;
    }
    // SAFETY: libxml2 passes its own error, valid during the call.
    if let Some(message) = unsafe { describe(error) } {
        state.violations.push(Violation { position: state.position, message });
    }
}

unsafe fn describe(error: *const xml::XmlError) -> Option<String> {
    // SAFETY: the caller vouches for the pointer; the message is null or terminated.
    unsafe {
        let error = error.as_ref()?;
        if error.level < xml::ERROR || error.message.is_null() {
            return None;
        }
        Some(CStr::from_ptr(error.message).to_string_lossy().trim().to_owned())
    }
}

#[derive(Debug, Default)]
struct State {
    position: usize,
    violations: Vec<Violation>,
}

/// Checks one document after the other against one schema; for one thread at a time.
#[derive(Debug)]
pub(super) struct Checker {
    context: *mut xml::SchemaValidator,
    state: Box<State>,
    names: Names,
    attributes: Vec<*const u8>,
    /// Held so that the schema outlives the context.
    _schema: Arc<Compiled>,
}

impl Checker {
    pub(super) fn new(schema: Arc<Compiled>) -> Option<Self> {
        // SAFETY: the schema is valid and held as long as the context.
        let context = unsafe { xml::xmlSchemaNewValidCtxt(schema.0) };
        if context.is_null() {
            return None;
        }
        let mut state = Box::<State>::default();
        let target = ptr::from_mut(&mut *state).cast();
        // SAFETY: the state is boxed and lives as long as the context.
        unsafe { xml::xmlSchemaSetValidStructuredErrors(context, Some(note_violation), target) };
        Some(Self { context, state, names: Names::default(), attributes: Vec::new(), _schema: schema })
    }

    /// Runs one document: `feed` pushes its elements in order.
    pub(super) fn run(&mut self, feed: impl FnOnce(&mut Push<'_>)) -> Vec<Violation> {
        self.state.violations.clear();
        self.names.trim();
        let mut handler: *mut xml::SaxHandler = ptr::null_mut();
        let mut target: *mut c_void = ptr::null_mut();
        // SAFETY: both places live until the unplugging below; without a handler of ours libxml2 gives its own.
        let plug = unsafe { xml::xmlSchemaSAXPlug(self.context, &raw mut handler, &raw mut target) };
        // SAFETY: a plugged handler points to a structure owned by the plug.
        let Some(functions) = (unsafe { handler.as_ref() }).filter(|_| !plug.is_null()) else {
            return vec![Violation { position: 0, message: "out of memory".to_owned() }];
        };
        let mut push = Push {
            start: functions.start_element,
            characters: functions.characters,
            end: functions.end_element,
            target,
            state: ptr::from_mut(&mut *self.state),
            names: &mut self.names,
            attributes: &mut self.attributes,
        };
        feed(&mut push);
        // SAFETY: the plug is unplugged once, and its functions are not used afterwards.
        unsafe { xml::xmlSchemaSAXUnplug(plug) };
        std::mem::take(&mut self.state.violations)
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        // SAFETY: the context was made by xmlSchemaNewValidCtxt and is freed once.
        unsafe { xml::xmlSchemaFreeValidCtxt(self.context) }
    }
}

/// Names as terminated strings; libxml2 keeps pointers to them while an element is open.
#[derive(Debug, Default)]
struct Names(HashMap<Box<str>, CString, RandomState>);

/// Every schema of S1000D has fewer; only a hostile document fills it.
const MOST_NAMES: usize = 10_000;

impl Names {
    /// Forgets names that came from outside; no document is open.
    fn trim(&mut self) {
        if self.0.len() > MOST_NAMES {
            self.0.clear();
        }
    }

    fn get(&mut self, name: &str) -> *const u8 {
        if let Some(known) = self.0.get(name) {
            return known.as_ptr().cast();
        }
        // The guard refuses U+0000, so that no name can hold one.
        let terminated = CString::new(name).unwrap_or_default();
        self.0.entry(name.into()).or_insert(terminated).as_ptr().cast()
    }
}

/// An element's or attribute's local name and the namespace it is in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name<'a> {
    pub local: &'a str,
    pub namespace: Option<&'a str>,
}

/// Takes the elements of one document.
pub(super) struct Push<'a> {
    start: Option<xml::StartElement>,
    characters: Option<xml::Characters>,
    end: Option<xml::EndElement>,
    target: *mut c_void,
    state: *mut State,
    names: &'a mut Names,
    attributes: &'a mut Vec<*const u8>,
}

impl Push<'_> {
    /// Starts an element that stands at `position`.
    pub(super) fn start<'v>(
        &mut self,
        position: usize,
        name: Name<'_>,
        attributes: impl Iterator<Item = (Name<'v>, &'v str)>,
    ) {
        self.at(position);
        self.attributes.clear();
        for (name, value) in attributes {
            let (local, namespace) = self.pointers(name);
            let range = value.as_bytes().as_ptr_range();
            self.attributes.extend([local, ptr::null(), namespace, range.start, range.end]);
        }
        let count = c_int::try_from(self.attributes.len() / 5).unwrap_or(0);
        let (local, namespace) = self.pointers(name);
        if let Some(start) = self.start {
            let attributes = self.attributes.as_mut_ptr();
            // SAFETY: names live as long as the checker; values are borrowed for 'v and copied by the call.
            unsafe { start(self.target, local, ptr::null(), namespace, 0, ptr::null_mut(), count, 0, attributes) };
        }
    }

    /// Character data of the open element.
    pub(super) fn text(&mut self, text: &str) {
        let (Some(characters), Ok(size)) = (self.characters, c_int::try_from(text.len())) else { return };
        // SAFETY: libxml2 copies `size` bytes.
        unsafe { characters(self.target, text.as_ptr(), size) };
    }

    /// Ends the element that began at `position`.
    pub(super) fn end(&mut self, position: usize, name: Name<'_>) {
        self.at(position);
        let (local, namespace) = self.pointers(name);
        if let Some(end) = self.end {
            // SAFETY: names live as long as the checker.
            unsafe { end(self.target, local, ptr::null(), namespace) };
        }
    }

    fn at(&mut self, position: usize) {
        // SAFETY: the state is the checker's, which is borrowed as long as this is; callbacks run only inside calls.
        unsafe { (*self.state).position = position };
    }

    fn pointers(&mut self, name: Name<'_>) -> (*const u8, *const u8) {
        (self.names.get(name.local), name.namespace.map_or(ptr::null(), |uri| self.names.get(uri)))
    }
}
