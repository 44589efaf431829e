//! Memory that is free goes back to the system.
//!
//! Both allocators keep what was freed until somebody allocates again. A program that has just imported a large package
//! and then waits would hold for ever what the import needed.

#![expect(unsafe_code, reason = "the allocators are C libraries; neither call takes anything from us")]

/// Gives back what mimalloc, which all of Rust uses, has free.
pub(crate) fn give_back() {
    // SAFETY: may be called at any time from any thread.
    unsafe { libmimalloc_sys::mi_collect(true) };
}

/// Gives back what the system's allocator, which SQLite and libxml2 use, has free. Others wait while it looks.
pub(crate) fn give_back_of_c() {
    // SAFETY: may be called at any time from any thread.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0)
    };
}
