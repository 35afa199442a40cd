//! Programs of several statements.

use super::Gen;
use crate::spec::Spec;

impl Gen {
    pub(crate) fn several(&mut self, spec: &Spec) {
        self.op(spec);
    }
}
