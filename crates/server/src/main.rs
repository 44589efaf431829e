//! The program `airfolio`.

/// Reading a package spends a third of its time allocating. mimalloc is faster than the system allocator on several
/// threads and returns memory after a large package.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    // Read here and not in the library, so that a new commit rebuilds only the binary.
    server::cli::main(option_env!("AIRFOLIO_COMMIT").unwrap_or("unknown"))
}
