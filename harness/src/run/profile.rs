//! Where time goes.

use std::fmt;
use std::time::Duration;

/// Time per stage, summed over threads, so the sum may exceed the wall time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    /// Cases that were run.
    pub cases: u64,
    /// Making programs.
    pub generation: Duration,
    /// In the oracle: programs there, NumPy, outcomes back.
    pub oracle: Duration,
    /// Waiting for the oracle.
    pub waiting: Duration,
    /// In subjects.
    pub subject: Duration,
    /// Comparing and counting.
    pub comparison: Duration,
    /// Wall time of the cases, without shrinking.
    pub wall: Duration,
}

impl Profile {
    /// Adds another thread's times.
    pub fn merge(&mut self, other: &Profile) {
        self.cases += other.cases;
        self.generation += other.generation;
        self.oracle += other.oracle;
        self.waiting += other.waiting;
        self.subject += other.subject;
        self.comparison += other.comparison;
    }

    /// Cases per second of wall time.
    #[expect(clippy::cast_precision_loss, reason = "a rate for readers")]
    pub fn rate(&self) -> f64 {
        self.cases as f64 / self.wall.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

impl Profile {
    /// Cases and wall time on one line.
    #[must_use]
    pub fn pace(&self) -> String {
        format!(
            "{} cases in {:.3} s: {:.0} cases/s",
            self.cases,
            self.wall.as_secs_f64(),
            self.rate()
        )
    }
}

impl fmt::Display for Profile {
    #[expect(clippy::cast_precision_loss, reason = "microseconds for readers")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stages = [
            ("generation", self.generation),
            ("NumPy", self.oracle),
            ("subject", self.subject),
            ("comparison", self.comparison),
        ];
        let total: Duration = stages.iter().map(|(_, time)| *time).sum();
        for (name, time) in stages {
            writeln!(
                f,
                "{name:<12}{:>9.3} s {:>6.1} % {:>9.3} us per case",
                time.as_secs_f64(),
                100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE),
                time.as_secs_f64() * 1e6 / (self.cases.max(1) as f64),
            )?;
        }
        f.write_str(&self.pace())
    }
}
