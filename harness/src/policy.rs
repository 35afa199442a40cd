//! Value policies: how near two results must be, as data.
//!
//! A policy belongs to an op and is shown in reports. It speaks of elements only; dtype, shape, layout and
//! the rest are always compared exactly. Whatever the policy, these hold: NaN stands where NaN stands (sign
//! and payload of a NaN are not observable through NumPy's arithmetic and do not count), infinities are
//! equal by sign, and integers and bools are equal, but for floats that uint32 cannot hold: what becomes of them
//! depends on the element's place in NumPy's compiled loop (`compare::unfixed`). The sign of an exact zero counts unless
//! [`Policy::zero_sign_free`].

use nparity_model::DType;
use std::fmt;

/// How the elements of one op's results are judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Policy {
    /// The rule for elements.
    pub rule: Rule,
    /// NumPy itself does not fix the sign of a zero: `maximum(0., -0.)` gives either, depending on the CPU's
    /// vector instructions and the element's position.
    pub zero_sign_free: bool,
    /// The op is an elementwise ufunc: with `where=` and without `out=`, elements where the mask is false
    /// are uninitialised memory and are not compared.
    pub masked_by_where: bool,
    /// NumPy's vector loop clears the floating point status behind it, because its steps raise spurious
    /// flags, and the events of casts of its operands (`dtype=`) go with them. Only CPUs that have the loop do.
    pub silences_casts: bool,
}

/// The rule for elements.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// Equal bits (but for NaNs): integers, bools, data movement, and float operations that IEEE 754 wants
    /// correctly rounded (add, subtract, multiply, divide, sqrt, fma-free combinations of them).
    Exact,
    /// Functions that libraries approximate. No library rounds them correctly, so both sides may err and
    /// the budget is the sum of both errors.
    Ulp(Ulps),
    /// Sums and products of many elements, whose last bits depend on the order of evaluation.
    Reduction(Reduction),
    /// Elementwise products. Real ones are exact. Complex ones are not: NumPy's vector loops fuse a
    /// multiplication with the addition that follows (AVX2 and AVX-512: `fma(a, c, -(b * d))`), its scalar
    /// loops do not. Fused errs by at most `2 u |x||y|` with `u = eps / 2`, unfused by `sqrt(5) u |x||y|`,
    /// as vectors: two evaluations are at most 2.12 `eps |x||y|` apart. Where a partial product overflows,
    /// the fused form may still be finite, and where one underflows to zero, the fused form may keep its
    /// sign.
    Product,
    /// Sums of products. Every order of evaluation, fused or not, has
    /// `|computed - exact| <= k u (|a| @ |b|)` with `k` terms and `u = eps / 2`; two of them differ by at
    /// most twice that. Integers and bools are exact.
    MatMul,
    /// Uninitialised elements (`empty`): only dtype, shape and layout are compared.
    Undefined,
    /// The answer is not unique; it is judged by the property that defines it.
    Unordered(Unordered),
}

/// Budgets in units in the last place of the expected value; a complex number counts as a vector: the length
/// of its error in ULPs of the larger part, under the budget of its part's dtype.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "one budget per dtype")]
pub struct Ulps {
    pub f16: f64,
    pub f32: f64,
    pub f64: f64,
}

impl Ulps {
    /// The budget for a float or complex dtype; other dtypes have none.
    pub const fn of(self, dtype: DType) -> f64 {
        match dtype {
            DType::F16 => self.f16,
            DType::F32 | DType::C64 => self.f32,
            DType::F64 | DType::C128 => self.f64,
            _ => 0.0,
        }
    }
}

/// What is accumulated. With `n` elements `x` in a lane and `eps` of the result's dtype, two orders of
/// evaluation differ by at most the bound given; the first order term is the textbook bound
/// (`(n - 1) u sum|x|` for each side), so a lane of one element must be exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// `(n - 1) eps sum|x|`
    Sum,
    /// The bound of the sum, divided by `n`, and one rounding of the quotient on each side.
    Mean,
    /// `(n - 1) eps |result|`; if some order of multiplication may overflow or underflow, any.
    Prod,
    /// `(n + 4) eps result + d²` with `d = n eps mean|x|`: the two-pass formula, where the error `d` of the
    /// mean enters squared.
    Var,
    /// As `Var`, on the square.
    Std,
    /// As `Sum`, over the elements up to this one.
    CumSum,
    /// As `Prod`, over the elements up to this one.
    CumProd,
}

/// The property that defines an answer which is not unique.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unordered {
    /// `sort` by an unstable method: equal elements (`-0.0` and `0.0`, NaNs) stand in any order.
    Sort,
    /// `argsort` by an unstable method: a permutation that takes to the same sorted values. With
    /// `kind='stable'` it is exact.
    Argsort,
    /// `partition`: the kth elements are in place and the others on their sides.
    Partition,
    /// `argpartition`: a permutation that takes to a partition.
    Argpartition,
    /// A set in any order: `unique_values`.
    Set,
}

impl Policy {
    /// Equal bits.
    pub const EXACT: Policy = Policy::new(Rule::Exact);
    /// Exponential, trigonometric, hyperbolic functions and their inverses, and powers. NumPy's own errors
    /// reach 1.5 ulp in f64 and 2.9 ulp in f32 and depend on the CPU; a libm errs by 1 ulp. f16 is computed in
    /// f32 and rounded once, so a neighbour is the most that can come out.
    pub const TRANSCENDENTAL: Policy = Policy::ulp(1.0, 4.0, 4.0);
    /// Sums.
    pub const SUM: Policy = Policy::new(Rule::Reduction(Reduction::Sum));
    /// Means.
    pub const MEAN: Policy = Policy::new(Rule::Reduction(Reduction::Mean));
    /// Products.
    pub const PROD: Policy = Policy::new(Rule::Reduction(Reduction::Prod));
    /// Variances.
    pub const VAR: Policy = Policy::new(Rule::Reduction(Reduction::Var));
    /// Standard deviations.
    pub const STD: Policy = Policy::new(Rule::Reduction(Reduction::Std));
    /// Running sums.
    pub const CUMSUM: Policy = Policy::new(Rule::Reduction(Reduction::CumSum));
    /// Running products.
    pub const CUMPROD: Policy = Policy::new(Rule::Reduction(Reduction::CumProd));
    /// Elementwise products.
    pub const PRODUCT: Policy = Policy::new(Rule::Product);
    /// Matrix products.
    pub const MATMUL: Policy = Policy::new(Rule::MatMul);
    /// Uninitialised elements.
    pub const UNDEFINED: Policy = Policy::new(Rule::Undefined);
    /// Unstable sort.
    pub const SORT: Policy = Policy::new(Rule::Unordered(Unordered::Sort));
    /// Unstable argsort.
    pub const ARGSORT: Policy = Policy::new(Rule::Unordered(Unordered::Argsort));
    /// Partition.
    pub const PARTITION: Policy = Policy::new(Rule::Unordered(Unordered::Partition));
    /// Argpartition.
    pub const ARGPARTITION: Policy = Policy::new(Rule::Unordered(Unordered::Argpartition));
    /// A set in any order.
    pub const SET: Policy = Policy::new(Rule::Unordered(Unordered::Set));

    /// A policy with this rule and no exemptions.
    pub const fn new(rule: Rule) -> Policy {
        Policy {
            rule,
            zero_sign_free: false,
            masked_by_where: false,
            silences_casts: false,
        }
    }

    /// ULP budgets per dtype.
    pub const fn ulp(f16: f64, f32: f64, f64: f64) -> Policy {
        Policy::new(Rule::Ulp(Ulps { f16, f32, f64 }))
    }

    /// The same, and the sign of a zero does not count.
    #[must_use]
    pub const fn zero_sign_free(mut self) -> Policy {
        self.zero_sign_free = true;
        self
    }

    /// The same for an elementwise ufunc: elements that `where=` leaves uninitialised do not count.
    #[must_use]
    pub const fn masked_by_where(mut self) -> Policy {
        self.masked_by_where = true;
        self
    }

    /// The same, and events of the casts that `dtype=` asks for do not count.
    #[must_use]
    pub const fn silences_casts(mut self) -> Policy {
        self.silences_casts = true;
        self
    }

    /// True if a result that conforms may still differ in bits, `where=` left aside: such a statement is
    /// marked `resync`, so that what follows is compared exactly.
    pub const fn is_exact(&self) -> bool {
        matches!(self.rule, Rule::Exact) && !self.zero_sign_free
    }

    /// The policy of a call that meets no complex number.
    #[must_use]
    pub const fn of_reals(mut self) -> Policy {
        if matches!(self.rule, Rule::Product) {
            self.rule = Rule::Exact;
        }
        self
    }

    /// The ULP budget for a dtype, if the rule is one.
    pub const fn ulps(&self, dtype: DType) -> Option<f64> {
        match self.rule {
            Rule::Ulp(ulps) if dtype.is_inexact() => Some(ulps.of(dtype)),
            _ => None,
        }
    }

    /// The policy in words, for reports.
    pub fn describe(&self) -> String {
        self.to_string()
    }
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::EXACT
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            Rule::Exact => f.write_str("exact")?,
            Rule::Ulp(Ulps { f16, f32, f64 }) => {
                write!(f, "{f64} ulp (f8), {f32} ulp (f4), {f16} ulp (f2)")?;
            }
            Rule::Reduction(what) => f.write_str(match what {
                Reduction::Sum | Reduction::CumSum => "within (n-1) eps sum|x|",
                Reduction::Mean => "within (n-1) eps mean|x| + eps |mean|",
                Reduction::Prod | Reduction::CumProd => "within (n-1) eps |product|",
                Reduction::Var => "within (n+4) eps var + (n eps mean|x|)^2",
                Reduction::Std => "within the bound of the variance",
            })?,
            Rule::Product => f.write_str("exact, complex within 2.25 eps |x||y|")?,
            Rule::MatMul => f.write_str("within k eps (|a| @ |b|)")?,
            Rule::Undefined => f.write_str("elements undefined")?,
            Rule::Unordered(what) => f.write_str(match what {
                Unordered::Sort => "exact, equal elements in any order",
                Unordered::Argsort => "a permutation that sorts",
                Unordered::Partition => "partitioned at kth",
                Unordered::Argpartition => "a permutation that partitions at kth",
                Unordered::Set => "the same elements in any order",
            })?,
        }
        if self.zero_sign_free {
            f.write_str(", sign of zero free")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_constants_and_describe_themselves() {
        const MAXIMUM: Policy = Policy::EXACT.zero_sign_free().masked_by_where();
        assert!(!MAXIMUM.is_exact());
        assert!(Policy::EXACT.masked_by_where().is_exact());
        assert_eq!(MAXIMUM.describe(), "exact, sign of zero free");
        assert_eq!(
            Policy::TRANSCENDENTAL.describe(),
            "4 ulp (f8), 4 ulp (f4), 1 ulp (f2)"
        );
        assert_eq!(Policy::TRANSCENDENTAL.ulps(DType::C64), Some(4.0));
        assert_eq!(Policy::TRANSCENDENTAL.ulps(DType::I64), None);
    }
}
