//! Reports of a run, made from [`nparity_harness::results::RunResults`] alone.
//!
//! | module | gives |
//! | --- | --- |
//! | [`summary`] | the verdict and the totals that every report shows |
//! | [`html`] | one self-contained page per run, and several runs side by side |
//! | [`junit`] | JUnit XML: a test suite per subject, a test case per op |
//! | [`markdown`] | a short summary for pull requests and job pages |
//! | [`terminal`] | the plain text table at the end of a run |
//! | [`file`](mod@file) | formats by file name, atomic writing, reading JSON back |
//! | [`text`] | programs and outcomes as a reader of Python would write them |
//!
//! A report never claims more than was measured: what was not run is shown as such, a facet that a
//! subject cannot show is *not applicable*, and a run without cases is an error.

pub mod error;
pub mod file;
pub mod html;
pub mod junit;
pub mod markdown;
pub mod summary;
pub mod terminal;
pub mod text;

pub use error::ReportError;
pub use file::{Format, read_json, render, write, write_text};
pub use summary::{Standing, SubjectSummary, Summary};
