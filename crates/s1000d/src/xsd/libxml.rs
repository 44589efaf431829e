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
use domain::finding::{Finding, Rule};
use foldhash::fast::RandomState;

/// The files of a schema set by lower-cased base name.
pub(super) type Files = BTreeMap<String, Arc<[u8]>>;

/// A message of the validator about one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Violation {
    /// Position of the element's start, in the caller's unit.
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
    /// The compilation of this thread, for the callbacks.
    static COMPILATION: Cell<*mut Compilation> = const { Cell::new(ptr::null_mut()) };
}

/// One schema on its way through the compiler.
#[derive(Debug)]
struct Compilation {
    /// The set that imports are resolved in.
    files: *const Files,
    root: String,
    fault: Option<Finding>,
    /// The first file that was asked for and is not in the set.
    missing: Option<String>,
}

impl Compiled {
    /// Compiles `files[name]` with what it imports from the same set; the finding names the file at fault.
    pub(super) fn new(files: &Files, name: &str) -> Result<Self, Finding> {
        let missing = |file: &str| Finding::new(Rule::SchemaFileMissing).in_file(name).with("missing", file);
        let root = files.get(name).ok_or_else(|| missing(name))?;
        let unusable = |message: &str| Finding::new(Rule::SchemaInvalid).in_file(name).with("message", message);
        let size = c_int::try_from(root.len()).map_err(|error| unusable(&error.to_string()))?;
        start();
        let _alone = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut compilation = Compilation { files, root: name.to_owned(), fault: None, missing: None };
        let target = ptr::from_mut(&mut compilation);
        COMPILATION.set(target);
        // SAFETY: `root` and `compilation` outlive the context and every callback; both are let go of here.
        let schema = unsafe {
            xml::xmlSetStructuredErrorFunc(target.cast(), Some(note_fault));
            let schema = parse(root.as_ptr().cast(), size, target.cast());
            xml::xmlSetStructuredErrorFunc(ptr::null_mut(), Some(drop_message));
            schema
        };
        COMPILATION.set(ptr::null_mut());
        if !schema.is_null() {
            return Ok(Self(schema));
        }
        let Compilation { fault, missing: absent, .. } = compilation;
        // An unresolved name is the consequence of a missing file; a torn text has lost the import itself.
        Err(match (fault, absent) {
            (Some(fault), _) if fault.rule == Rule::SchemaNotWellFormed => fault,
            (_, Some(file)) => missing(&file),
            (Some(fault), None) => fault,
            (None, None) => unusable("out of memory"),
        })
    }
}

/// Compiles the schema at `bytes`; null when that fails.
unsafe fn parse(bytes: *const c_char, size: c_int, target: *mut c_void) -> *mut xml::Schema {
    // SAFETY: the caller vouches for the bytes and the target; the context is freed here.
    unsafe {
        let context = xml::xmlSchemaNewMemParserCtxt(bytes, size);
        if context.is_null() {
            return ptr::null_mut();
        }
        xml::xmlSchemaSetParserStructuredErrors(context, Some(note_fault), target);
        let schema = xml::xmlSchemaParse(context);
        xml::xmlSchemaFreeParserCtxt(context);
        schema
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
    // SAFETY: a compilation outlives the calls of libxml2 that it makes, and only they come here.
    let compilation = unsafe { COMPILATION.get().as_mut() };
    let Some(compilation) = compilation.filter(|_| !url.is_null()) else { return ptr::null_mut() };
    // SAFETY: libxml2 passes a terminated string; the set outlives the compilation.
    let (url, files) = unsafe { (CStr::from_ptr(url).to_string_lossy(), &*compilation.files) };
    let name = super::base_name(&url);
    let Some((bytes, size)) = files.get(&name).and_then(|bytes| Some((bytes, c_int::try_from(bytes.len()).ok()?)))
    else {
        compilation.missing.get_or_insert(name);
        return ptr::null_mut();
    };
    let file_name = CString::new(name).unwrap_or_default();
    // SAFETY: the buffer and the name are copied; all calls answer null when they fail.
    unsafe {
        let buffer = xml::xmlParserInputBufferCreateMem(bytes.as_ptr().cast(), size, xml::ENCODING_NONE);
        if buffer.is_null() {
            return ptr::null_mut();
        }
        let input = xml::xmlNewIOInputStream(context, buffer, xml::ENCODING_NONE);
        if let Some(input) = input.as_mut() {
            input.file_name = xml::xmlStrdup(file_name.as_ptr().cast()).cast();
        }
        input
    }
}

/// Keeps the first error: the later ones mostly follow from it.
unsafe extern "C" fn note_fault(target: *mut c_void, error: *const xml::XmlError) {
    // SAFETY: `target` is the compilation given with this callback.
    let compilation = unsafe { &mut *target.cast::<Compilation>() };
    // SAFETY: libxml2 passes its own error, valid during the call.
    let (message, error) = unsafe { (describe(error), error.as_ref()) };
    let (Some(message), Some(error), None) = (message, error, &compilation.fault) else { return };
    // SAFETY: the name is null or terminated, and valid during the call; the set outlives the compilation.
    let (named, files) = unsafe { ((!error.file.is_null()).then(|| CStr::from_ptr(error.file)), &*compilation.files) };
    // The schema itself comes from memory, for which libxml2 has a name of its own.
    let imported = named.map(|name| super::base_name(&name.to_string_lossy())).filter(|name| files.contains_key(name));
    let file = imported.unwrap_or_else(|| compilation.root.clone());
    let line = u32::try_from(error.line).ok().filter(|line| *line > 0);
    let rule = if xml::FROM_PARSER.contains(&error.domain) { Rule::SchemaNotWellFormed } else { Rule::SchemaInvalid };
    compilation.fault = Some(Finding::new(rule).in_file(file).at(line).with("message", message));
}

/// Without a callback libxml2 writes to standard error; important messages have callbacks of their own.
unsafe extern "C" fn drop_message(_target: *mut c_void, _error: *const xml::XmlError) {}

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
        // SAFETY: the state is boxed and lives as long as the context; the other callback looks at nothing.
        unsafe {
            // Per thread, as a checker is.
            xml::xmlSetStructuredErrorFunc(ptr::null_mut(), Some(drop_message));
            xml::xmlSchemaSetValidStructuredErrors(context, Some(note_violation), target);
        }
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
