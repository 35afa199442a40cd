//! The launch point: the one place where tensors' data may be touched.

use super::Tensor;
use lock_api::RawRwLock as _;
use smallvec::SmallVec;

/// Proof that the locks of a launch are held; gives data pointers.
///
/// Only kernels see it. A pointer must not be used after the launch, and only through tensors that
/// were named in it: written only if they were among `writes`.
pub(crate) struct Access(());

impl Access {
    /// The address of a tensor's element 0.
    #[inline]
    pub(crate) fn ptr(&self, tensor: &Tensor) -> *mut u8 {
        tensor.data_ptr()
    }
}

/// Runs a kernel with the storages of `reads` locked for reading and those of `writes` for writing.
///
/// Locks are taken in the order of addresses, so concurrent launches cannot wait for each other in a
/// circle; a storage in both lists is locked once, for writing. A kernel must not launch again.
///
/// A storage known to nobody else (a result being filled) need not be named.
pub(crate) fn launch<R>(
    reads: &[&Tensor],
    writes: &[&Tensor],
    kernel: impl FnOnce(&Access) -> R,
) -> R {
    if crate::trace::is_watched() {
        crate::trace::touched(reads, writes);
    }
    let _guard = Guard::lock(reads, writes);
    kernel(&Access(()))
}

struct Guard<'a>(SmallVec<[(&'a super::Storage, bool); 4]>);

impl<'a> Guard<'a> {
    fn lock(reads: &[&'a Tensor], writes: &[&'a Tensor]) -> Guard<'a> {
        let mut wanted: SmallVec<[(&super::Storage, bool); 4]> = SmallVec::new();
        let tagged = writes
            .iter()
            .map(|t| (t, true))
            .chain(reads.iter().map(|t| (t, false)));
        for (tensor, exclusive) in tagged {
            let storage = tensor.storage().as_ref();
            // Writes come first, so a storage already listed needs nothing stronger.
            if !wanted.iter().any(|(s, _)| std::ptr::eq(*s, storage)) {
                wanted.push((storage, exclusive));
            }
        }
        if wanted.len() > 1 {
            wanted.sort_unstable_by_key(|(s, _)| std::ptr::from_ref(*s).addr());
        }
        for (storage, exclusive) in &wanted {
            if *exclusive {
                storage.lock().lock_exclusive()
            } else {
                storage.lock().lock_shared()
            }
        }
        Guard(wanted)
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        for (storage, exclusive) in &self.0 {
            // SAFETY: locked the same way in `lock`, by this thread.
            unsafe {
                if *exclusive {
                    storage.lock().unlock_exclusive()
                } else {
                    storage.lock().unlock_shared()
                }
            }
        }
    }
}
