//! The half of the oracle that talks to CPython.
//!
//! One shared library with two doors. `nparity-oracles` carries its bytes and either
//!
//! - loads it into its own process after a libpython (the C functions of [`abi`]), or
//! - lets an ordinary interpreter import it as the module `_nparity_embed`, whose `serve(module)` answers
//!   batches over stdin and stdout ([`worker`]).
//!
//! Only the stable ABI of CPython (3.11 and later) and of NumPy 2 is used, so one build serves every
//! interpreter. No Rust type crosses the boundary: programs and outcomes go as postcard bytes.
//!
//! | module | holds |
//! | --- | --- |
//! | `session` | one Python set up to answer programs; runs them |
//! | `call` | the callee of a statement, and calling it |
//! | `names` | which names a program may use |
//! | `convert` | values to Python objects |
//! | `observe` | Python objects to what a user could observe |
//! | `events` | floating-point events and warnings |
//! | `memory` | a bound on what NumPy may allocate |
//! | `numpy` | NumPy's C API, from its capsule |

pub mod abi;
mod call;
mod convert;
mod events;
mod memory;
mod names;
mod numpy;
mod observe;
mod session;
pub mod worker;

/// For programs and outcomes; Python and NumPy keep their own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
