//! Which vector instructions this CPU has.

/// Whether the vector loops may run.
#[inline(always)]
pub(super) fn vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        true
    }
}

/// The widest vectors that loops are compiled for.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// The architecture's baseline.
    Base,
    /// 256 bits, with fused multiply-add.
    Avx2,
    /// 512 bits.
    Avx512,
}

/// The CPU's level.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn level() -> Level {
    use std::arch::is_x86_feature_detected as has;
    if !vectors() || !has!("fma") {
        Level::Base
    } else if has!("avx512f") && has!("avx512dq") && has!("avx512bw") && has!("avx512vl") {
        Level::Avx512
    } else {
        Level::Avx2
    }
}
