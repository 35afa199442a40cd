//! The source of choices: a small generator, and the covering array in front of it.

/// Levels that a factor may have in the covering array; a prime.
const PRIME: u64 = 17;

/// Rows of the covering array.
pub(crate) const COVERING_ROWS: u64 = PRIME * PRIME;

/// A choice that the covering array pairs with every other one.
///
/// The array is the orthogonal array of a line through each point of the plane over the field of 17
/// elements: any two factors take each pair of levels exactly once in [`COVERING_ROWS`] rows. Factors
/// with fewer levels fold, which keeps every pair.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(crate) enum Factor {
    DType,
    DType2,
    Rank,
    Layout,
    Layout2,
    Class,
    Class2,
    Form,
    Option,
    Style,
    Style2,
}

/// Draws choices for one case.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    state: u64,
    row: Option<(u64, u64)>,
}

/// The finaliser of SplitMix64.
const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A hash of a short name (FNV-1a), stable across platforms and versions.
pub(crate) const fn hash_name(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

impl Draw {
    /// The draws of case `index` of an op; `row` is the row of the covering array it stands for.
    pub(crate) fn new(seed: u64, op: u64, index: u64, row: Option<u64>) -> Draw {
        let state = mix(seed ^ mix(op)) ^ mix(index.wrapping_add(0x9e37_79b9_7f4a_7c15));
        // The rows come in an order of their own per op and seed, so that a short run of many ops
        // does not try the same corner of the array everywhere.
        let row = row.map(|r| {
            let r = (r * 101 + mix(seed ^ op) % COVERING_ROWS) % COVERING_ROWS;
            (r / PRIME, r % PRIME)
        });
        Draw { state, row }
    }

    /// 64 random bits.
    #[inline]
    pub(crate) fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number below `n`, which is not 0.
    #[inline]
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number in `low..=high`.
    #[inline]
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = (high - low + 1) as usize;
        low + self.below(span) as i64
    }

    /// True `percent` times in a hundred.
    #[inline]
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        (self.bits() >> 32) * 100 < u64::from(percent) << 32
    }

    /// One of the items, which are not none.
    #[inline]
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A level below `n` of a covered factor: the covering array's, or random. Needs `n <= 17` to cover.
    #[inline]
    pub(crate) fn level(&mut self, factor: Factor, n: usize) -> usize {
        let random = self.below(n);
        match self.row {
            None => random,
            Some((x, y)) => {
                let level = match factor as u64 {
                    0 => x,
                    k => (y + (k - 1) * x) % PRIME,
                } as usize;
                // Levels past the last one are free: spend them at random.
                if level < n { level } else { random }
            }
        }
    }

    /// Whether the covering array decides here.
    #[inline]
    pub(crate) fn covering(&self) -> bool {
        self.row.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_pair_of_levels_is_covered() {
        for (a, b) in [
            (Factor::DType, Factor::DType2),
            (Factor::Rank, Factor::Style2),
            (Factor::DType2, Factor::Class2),
        ] {
            let mut pairs = HashSet::new();
            for row in 0..COVERING_ROWS {
                let mut draw = Draw::new(1, 2, row, Some(row));
                pairs.insert((draw.level(a, 14), draw.level(b, 14)));
            }
            assert_eq!(pairs.len(), 14 * 14);
        }
    }

    #[test]
    fn below_is_below() {
        let mut draw = Draw::new(0, 0, 0, None);
        let mut seen = [0; 3];
        for _ in 0..3000 {
            seen[draw.below(3)] += 1;
        }
        assert!(seen.iter().all(|n| *n > 800));
    }
}
