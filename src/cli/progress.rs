//! The progress bar of a run: on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use nparity_harness::run::Progress;
use std::sync::Once;

/// A bar that follows a run.
pub(super) struct Bar {
    bar: ProgressBar,
    shrinking: Once,
}

impl Bar {
    /// A bar, hidden when stderr is not a terminal.
    pub(super) fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(style(
            "{bar:32} {human_pos}/{human_len} cases  {per_sec:.0}  {msg}",
        ));
        Bar {
            bar,
            shrinking: Once::new(),
        }
    }

    /// Shows how far the run is.
    pub(super) fn show(&self, progress: Progress) {
        match progress {
            Progress::Cases {
                done,
                planned,
                failures,
            } => {
                if let Some(planned) = planned {
                    self.bar.set_length(planned);
                }
                // Workers report out of order.
                self.bar.set_position(done.max(self.bar.position()));
                if failures > 0 {
                    self.bar.set_message(format!("{failures} differ"));
                }
            }
            Progress::Shrinking { done, planned } => {
                self.shrinking.call_once(|| {
                    self.bar
                        .set_style(style("{bar:32} {human_pos}/{human_len} findings shrunk"));
                    self.bar.set_length(planned as u64);
                });
                self.bar.set_position(done as u64);
            }
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is fixed")
}
