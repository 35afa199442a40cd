//! A bound on what NumPy may allocate.
//!
//! A program may ask for `np.ones(10**10)`; the system would hand out the pages and later kill the process
//! that writes to them. Under this bound NumPy raises its own `MemoryError` instead. All smaller requests go
//! to NumPy's own allocator unchanged.

use crate::numpy::Api;
use nparity_model::outcome::LARGEST_BLOCK as LARGEST;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::{CStr, c_void};
use std::sync::OnceLock;

const CAPSULE: &CStr = c"mem_handler";

/// `PyDataMem_Handler` (NEP 49).
#[repr(C)]
struct Handler {
    name: [u8; 127],
    version: u8,
    allocator: Allocator,
}

#[repr(C)]
struct Allocator {
    context: *mut c_void,
    malloc: unsafe extern "C" fn(*mut c_void, usize) -> *mut c_void,
    calloc: unsafe extern "C" fn(*mut c_void, usize, usize) -> *mut c_void,
    realloc: unsafe extern "C" fn(*mut c_void, *mut c_void, usize) -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void, *mut c_void, usize),
}

/// The context of ours is NumPy's own handler.
unsafe fn original<'a>(context: *mut c_void) -> &'a Allocator {
    // SAFETY: `install` put the address of NumPy's static handler there.
    unsafe { &(*context.cast::<Handler>()).allocator }
}

unsafe extern "C" fn malloc(context: *mut c_void, size: usize) -> *mut c_void {
    if size > LARGEST {
        return std::ptr::null_mut();
    }
    // SAFETY: forwarded with the original's own context.
    unsafe { (original(context).malloc)(original(context).context, size) }
}

unsafe extern "C" fn calloc(context: *mut c_void, count: usize, size: usize) -> *mut c_void {
    if count.checked_mul(size).is_none_or(|bytes| bytes > LARGEST) {
        return std::ptr::null_mut();
    }
    // SAFETY: as above.
    unsafe { (original(context).calloc)(original(context).context, count, size) }
}

unsafe extern "C" fn realloc(context: *mut c_void, block: *mut c_void, size: usize) -> *mut c_void {
    if size > LARGEST {
        return std::ptr::null_mut();
    }
    // SAFETY: as above; `block` came from the original.
    unsafe { (original(context).realloc)(original(context).context, block, size) }
}

unsafe extern "C" fn free(context: *mut c_void, block: *mut c_void, size: usize) {
    // SAFETY: as above; `block` came from the original.
    unsafe { (original(context).free)(original(context).context, block, size) }
}

/// The address of our handler, made once and never freed: arrays keep it.
static OURS: OnceLock<usize> = OnceLock::new();

/// Puts the bound into the context of the calling thread.
pub(crate) fn install(py: Python<'_>, api: &Api) -> PyResult<()> {
    // SAFETY: `PyDataMem_GetHandler` gives a new reference to a capsule of this name.
    let numpys = unsafe {
        let capsule = Bound::from_owned_ptr_or_err(py, (api.get_handler)())?;
        ffi::PyCapsule_GetPointer(capsule.as_ptr(), CAPSULE.as_ptr())
    };
    if numpys.is_null() {
        return Err(PyErr::fetch(py));
    }
    let ours = *OURS.get_or_init(|| {
        let mut name = [0; 127];
        let text = b"nparity_bounded";
        name[..text.len()].copy_from_slice(text);
        let handler = Handler {
            name,
            version: 1,
            allocator: Allocator {
                context: numpys,
                malloc,
                calloc,
                realloc,
                free,
            },
        };
        std::ptr::from_mut(Box::leak(Box::new(handler))) as usize
    });
    // SAFETY: the handler and the name live for ever; `SetHandler` gives the old handler, a new reference.
    unsafe {
        let capsule = Bound::from_owned_ptr_or_err(
            py,
            ffi::PyCapsule_New(ours as *mut c_void, CAPSULE.as_ptr(), None),
        )?;
        Bound::from_owned_ptr_or_err(py, (api.set_handler)(capsule.as_ptr()))?;
    }
    Ok(())
}
