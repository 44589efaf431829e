//! Returns free memory to the operating system.
//!
//! Both allocators keep freed memory until the next allocation. After a large import an idle program would hold the
//! import's memory forever.

#![expect(unsafe_code, reason = "the allocators are C libraries; neither call takes anything from us")]

/// Returns the free memory of mimalloc, the allocator of all Rust code.
pub(crate) fn return_memory() {
    // SAFETY: may be called at any time from any thread.
    unsafe { libmimalloc_sys::mi_collect(true) };
}

/// Returns the free memory of the C allocator, which SQLite and libxml2 use. Other threads wait meanwhile.
pub(crate) fn return_c_memory() {
    // SAFETY: may be called at any time from any thread.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0)
    };
}
