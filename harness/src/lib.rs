//! Differential testing of NumPy programs: generate, run, compare, shrink, record.
//!
//! Knows neither `tnp` nor Python. The library under test is a [`Subject`], real NumPy is an [`Oracle`];
//! both receive the same [`nparity_model::Program`] and give an [`nparity_model::Outcome`].

pub mod adaptor;
pub mod compare;
pub mod corpus;
pub mod facet;
pub mod mutants;
pub mod policy;
pub mod repro;
pub mod results;
pub mod run;
pub mod shrink;
pub mod signature;
pub mod spec;
pub mod strategy;
pub mod subject;

pub use compare::{Comparison, Difference, compare};
pub use facet::{Facet, FacetSet};
pub use policy::Policy;
pub use signature::Signature;
pub use subject::{Answer, Oracle, OracleError, Subject, Support};
