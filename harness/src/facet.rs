//! The facets of behaviour that are compared, each reported apart.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! facets {
    ($($(#[$doc:meta])* $variant:ident $name:literal),* $(,)?) => {
        /// One observable side of an outcome.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Facet { $($(#[$doc])* $variant),* }

        impl Facet {
            /// Every facet, in report order.
            pub const ALL: &[Facet] = &[$(Facet::$variant),*];

            /// The facet's name.
            pub const fn name(self) -> &'static str {
                match self { $(Facet::$variant => $name),* }
            }
        }
    };
}

facets! {
    /// Whether, where and with which class an exception is raised.
    Raises "raises",
    /// Array, NumPy scalar, Python scalar, tuple, list, None.
    Kind "kind",
    /// Element types.
    DType "dtype",
    /// Shapes.
    Shape "shape",
    /// Elements, under the op's value policy.
    Value "value",
    /// Strides of axes longer than 1, C/F and writeable flags, offsets of views.
    Layout "layout",
    /// Which variables share memory.
    Aliasing "aliasing",
    /// Which results are the very same object.
    Identity "identity",
    /// The state of arguments afterwards.
    Mutation "mutation",
    /// Floating-point events, united over the program.
    FpErr "fperr",
    /// Classes of other warnings.
    Warns "warns",
    /// Text of the exception (soft: reported, does not fail a run).
    Message "message",
    /// Traced graphs: only tensors, verified.
    Graph "graph",
}

impl Facet {
    /// Soft facets are reported and do not fail a run.
    pub const fn is_soft(self) -> bool {
        matches!(self, Facet::Message)
    }
}

impl fmt::Display for Facet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of facets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FacetSet(u32);

impl FacetSet {
    /// No facet.
    pub const EMPTY: FacetSet = FacetSet(0);
    /// Every facet.
    pub const ALL: FacetSet = FacetSet((1 << Facet::ALL.len()) - 1);

    /// The set with these facets.
    pub const fn of(facets: &[Facet]) -> FacetSet {
        let mut bits = 0;
        let mut i = 0;
        while i < facets.len() {
            bits |= 1 << facets[i] as u32;
            i += 1;
        }
        FacetSet(bits)
    }

    /// The set without this facet.
    #[must_use]
    pub const fn without(self, facet: Facet) -> FacetSet {
        FacetSet(self.0 & !(1 << facet as u32))
    }

    /// The set with this facet.
    #[must_use]
    pub const fn with(self, facet: Facet) -> FacetSet {
        FacetSet(self.0 | 1 << facet as u32)
    }

    /// The facets in both sets.
    #[must_use]
    pub const fn intersection(self, other: FacetSet) -> FacetSet {
        FacetSet(self.0 & other.0)
    }

    /// The facets in either set.
    #[must_use]
    pub const fn union(self, other: FacetSet) -> FacetSet {
        FacetSet(self.0 | other.0)
    }

    /// Whether the facet is in the set.
    pub const fn contains(self, facet: Facet) -> bool {
        self.0 & (1 << facet as u32) != 0
    }

    /// The facets in the set, in report order.
    pub fn iter(self) -> impl Iterator<Item = Facet> {
        Facet::ALL
            .iter()
            .copied()
            .filter(move |f| self.contains(*f))
    }
}
