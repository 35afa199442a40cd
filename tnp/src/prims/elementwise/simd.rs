//! Which vector instructions this CPU has.

/// Whether the loops compiled for AVX2 may run.
#[inline(always)]
pub(super) fn avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}
