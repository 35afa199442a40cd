//! The `nparity` command.

mod cli;

/// Cases are many small allocations, which this allocator serves faster than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
