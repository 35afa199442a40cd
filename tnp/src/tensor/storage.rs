//! A block of memory shared by the tensors that view it.

use crate::{Error, Result};
use lock_api::RawRwLock as _;
use parking_lot::RawRwLock;
use std::alloc::{self, Layout};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes kept inside the storage's own allocation, so that a small array costs one allocation.
const INLINE: usize = 128;

/// Large blocks are aligned for the widest vectors and whole cache lines.
const ALIGN: usize = 64;

/// At and above this size a fresh block asks for huge pages: page faults, not arithmetic, dominate
/// large results otherwise (46.7 -> 30.7 ms for an add at 1e7).
const HUGE: usize = 4 << 20;

/// Largest block that may be allocated.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Bounds the size of a block, in bytes, for the whole process: a larger one is a `MemoryError`. Without a
/// bound a system that overcommits memory kills the process that writes to what it was given.
pub fn set_allocation_limit(bytes: usize) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Shared memory of tensors.
///
/// Data is reached only through [`super::launch`], which takes the lock of every storage it touches:
/// shared for reading, exclusive for writing. No reference to the data outlives a launch, so safe code
/// on any number of threads cannot make two conflicting accesses at once.
pub struct Storage {
    /// Dangling when the bytes are inline.
    data: NonNull<u8>,
    len: usize,
    lock: RawRwLock,
    inline: UnsafeCell<Inline>,
}

#[repr(align(64))]
struct Inline(#[expect(dead_code, reason = "reached by address only")] [MaybeUninit<u8>; INLINE]);

// SAFETY: the bytes are reached only under `lock` (see the type's doc), and `data` is owned.
unsafe impl Send for Storage {}
// SAFETY: as above.
unsafe impl Sync for Storage {}

impl Storage {
    /// A block of `len` bytes, zeroed or not.
    ///
    /// Unzeroed memory is for kernels that fill every byte before the storage is shown to anyone.
    ///
    /// # Errors
    /// `MemoryError` if it cannot be allocated.
    pub(crate) fn allocate(len: usize, zeroed: bool) -> Result<std::sync::Arc<Storage>> {
        if len > LIMIT.load(Ordering::Relaxed) {
            return Err(Error::memory(format!(
                "Unable to allocate {len} bytes for an array"
            )));
        }
        let mut storage = std::sync::Arc::new(Storage {
            data: NonNull::dangling(),
            len,
            lock: RawRwLock::INIT,
            inline: UnsafeCell::new(Inline([MaybeUninit::uninit(); INLINE])),
        });
        let this = std::sync::Arc::get_mut(&mut storage).expect("just made");
        if len <= INLINE {
            if zeroed {
                // SAFETY: `inline` holds INLINE bytes, and nobody else knows the storage.
                unsafe { this.inline.get().cast::<u8>().write_bytes(0, len) };
            }
        } else {
            let refused = || Error::memory(format!("Unable to allocate {len} bytes for an array"));
            let layout = Layout::from_size_align(len, ALIGN).map_err(|_| refused())?;
            // SAFETY: `len` is not zero.
            let data = unsafe {
                if zeroed {
                    alloc::alloc_zeroed(layout)
                } else {
                    alloc::alloc(layout)
                }
            };
            this.data = NonNull::new(data).ok_or_else(refused)?;
            if len >= HUGE {
                advise_huge_pages(this.data, len);
            }
        }
        Ok(storage)
    }

    /// Bytes in the block.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the block has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// First byte. Reading or writing through it needs the lock.
    #[inline]
    pub(super) fn data(&self) -> *mut u8 {
        if self.len <= INLINE {
            self.inline.get().cast()
        } else {
            self.data.as_ptr()
        }
    }

    pub(super) fn lock(&self) -> &RawRwLock {
        &self.lock
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        if self.len > INLINE {
            let layout = Layout::from_size_align(self.len, ALIGN)
                .expect("it was allocated with this layout");
            // SAFETY: allocated in `allocate` with the same layout, if at all (a refused allocation
            // leaves the dangling pointer, which must not be freed).
            unsafe {
                if self.data != NonNull::dangling() {
                    alloc::dealloc(self.data.as_ptr(), layout);
                }
            }
        }
    }
}

impl std::fmt::Debug for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Storage({} bytes at {:p})", self.len, self.data())
    }
}

#[cfg(all(target_os = "linux", not(miri)))]
fn advise_huge_pages(data: NonNull<u8>, len: usize) {
    const PAGE: usize = 4096;
    let start = (data.as_ptr() as usize).next_multiple_of(PAGE);
    let end = (data.as_ptr() as usize + len) & !(PAGE - 1);
    if end > start {
        // SAFETY: the range lies within our own allocation; the advice changes no contents.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise_huge_pages(_: NonNull<u8>, _: usize) {}
