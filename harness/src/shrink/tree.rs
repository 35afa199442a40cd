//! The shrinker as proptest sees it.

use super::{STAGES, measure};
use nparity_model::Program;
use proptest::strategy::ValueTree;

/// A program with its smaller ones; proptest decides which of them still fail.
#[derive(Debug)]
pub struct ProgramTree {
    /// The smallest program known to fail (or not yet tried).
    best: Program,
    current: Program,
    stage: usize,
    edit: usize,
}

impl ProgramTree {
    /// The tree of a program.
    pub fn new(program: Program) -> ProgramTree {
        ProgramTree {
            best: program.clone(),
            current: program,
            stage: 0,
            edit: 0,
        }
    }

    /// Goes to the next smaller program of `best`; false if there is none.
    fn advance(&mut self) -> bool {
        let size = measure::of(&self.best);
        while self.stage < STAGES.len() {
            let edits = STAGES[self.stage](&self.best);
            while let Some(edit) = edits.get(self.edit) {
                self.edit += 1;
                if let Some(smaller) = edit(&self.best)
                    && measure::of(&smaller) < size
                    && smaller.check().is_ok()
                {
                    self.current = smaller;
                    return true;
                }
            }
            self.stage += 1;
            self.edit = 0;
        }
        self.current = self.best.clone();
        false
    }
}

impl ValueTree for ProgramTree {
    type Value = Program;

    fn current(&self) -> Program {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        self.best = self.current.clone();
        (self.stage, self.edit) = (0, 0);
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        self.advance()
    }
}
