//! The functions and types of libxml2 that we call, declared by hand: a handful, all unchanged since libxml2 2.6, where a
//! generator would need libclang to build.

use std::ffi::{c_char, c_int, c_uint, c_void};

/// Types that only libxml2 looks into.
macro_rules! opaque {
    ($($name:ident),+) => {$(
        #[derive(Debug)]
        #[repr(C)]
        pub(super) struct $name {
            _private: [u8; 0],
        }
    )+};
}
opaque!(Schema, SchemaParser, SchemaValidator, SaxPlug, Parser, InputBuffer);

/// `xmlErrorLevel`: a recoverable error.
pub(super) const ERROR: c_int = 2;
/// `xmlErrorDomain`: the XML parser and its check of namespaces, as opposed to the compiler of schemas.
pub(super) const FROM_PARSER: [c_int; 2] = [1, 3];
/// `xmlCharEncoding`: no encoding is given.
pub(super) const ENCODING_NONE: c_int = 0;

/// The beginning of `xmlError`; more follows, which we do not read.
#[repr(C)]
pub(super) struct XmlError {
    pub(super) domain: c_int,
    _code: c_int,
    pub(super) message: *const c_char,
    pub(super) level: c_int,
    pub(super) file: *const c_char,
    pub(super) line: c_int,
}

/// The beginning of `xmlParserInput`; more follows, which we do not touch.
#[repr(C)]
pub(super) struct ParserInput {
    _buffer: *mut InputBuffer,
    /// Freed by libxml2, which also names it in errors.
    pub(super) file_name: *const c_char,
}

pub(super) type OnError = unsafe extern "C" fn(target: *mut c_void, error: *const XmlError);
pub(super) type Loader =
    unsafe extern "C" fn(url: *const c_char, id: *const c_char, parser: *mut Parser) -> *mut ParserInput;
pub(super) type Characters = unsafe extern "C" fn(target: *mut c_void, text: *const u8, size: c_int);
pub(super) type EndElement =
    unsafe extern "C" fn(target: *mut c_void, local: *const u8, prefix: *const u8, uri: *const u8);
pub(super) type StartElement = unsafe extern "C" fn(
    target: *mut c_void,
    local: *const u8,
    prefix: *const u8,
    uri: *const u8,
    namespace_count: c_int,
    namespaces: *mut *const u8,
    attribute_count: c_int,
    defaulted_count: c_int,
    attributes: *mut *const u8,
);

/// `xmlSAXHandler`, with the functions that we do not call as plain pointers.
#[repr(C)]
pub(super) struct SaxHandler {
    _document: [*const c_void; 17],
    pub(super) characters: Option<Characters>,
    _other: [*const c_void; 9],
    _initialized: c_uint,
    _private: *mut c_void,
    pub(super) start_element: Option<StartElement>,
    pub(super) end_element: Option<EndElement>,
    _structured_error: *const c_void,
}

unsafe extern "C" {
    pub(super) fn xmlInitParser();
    pub(super) fn xmlSetExternalEntityLoader(loader: Option<Loader>);
    pub(super) fn xmlSetStructuredErrorFunc(target: *mut c_void, on_error: Option<OnError>);
    pub(super) fn xmlStrdup(text: *const u8) -> *mut u8;
    pub(super) fn xmlParserInputBufferCreateMem(bytes: *const c_char, size: c_int, encoding: c_int)
    -> *mut InputBuffer;
    pub(super) fn xmlNewIOInputStream(
        parser: *mut Parser,
        buffer: *mut InputBuffer,
        encoding: c_int,
    ) -> *mut ParserInput;

    pub(super) fn xmlSchemaInitTypes();
    pub(super) fn xmlSchemaNewMemParserCtxt(bytes: *const c_char, size: c_int) -> *mut SchemaParser;
    pub(super) fn xmlSchemaSetParserStructuredErrors(
        parser: *mut SchemaParser,
        on_error: Option<OnError>,
        target: *mut c_void,
    );
    pub(super) fn xmlSchemaParse(parser: *mut SchemaParser) -> *mut Schema;
    pub(super) fn xmlSchemaFreeParserCtxt(parser: *mut SchemaParser);
    pub(super) fn xmlSchemaFree(schema: *mut Schema);

    pub(super) fn xmlSchemaNewValidCtxt(schema: *mut Schema) -> *mut SchemaValidator;
    pub(super) fn xmlSchemaSetValidStructuredErrors(
        validator: *mut SchemaValidator,
        on_error: Option<OnError>,
        target: *mut c_void,
    );
    pub(super) fn xmlSchemaSAXPlug(
        validator: *mut SchemaValidator,
        handler: *mut *mut SaxHandler,
        target: *mut *mut c_void,
    ) -> *mut SaxPlug;
    pub(super) fn xmlSchemaSAXUnplug(plug: *mut SaxPlug) -> c_int;
    pub(super) fn xmlSchemaFreeValidCtxt(validator: *mut SchemaValidator);
}

// The layout that libxml2's headers give on every 64-bit system.
#[cfg(target_pointer_width = "64")]
const _: () = {
    use std::mem::{offset_of, size_of};
    assert!(size_of::<SaxHandler>() == 256);
    assert!(offset_of!(SaxHandler, characters) == 136);
    assert!(offset_of!(SaxHandler, start_element) == 232);
    assert!(offset_of!(XmlError, level) == 16);
    assert!(offset_of!(XmlError, line) == 32);
    assert!(offset_of!(ParserInput, file_name) == 8);
};
