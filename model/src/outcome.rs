//! What a user could observe after a program.

use crate::{DType, ErrorClass, FpEvents, Scalar, Value, hex};
use serde::{Deserialize, Serialize};

/// The observable end of a program: an optional error and the state of every variable then.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// The exception that ended the program, if any.
    pub error: Option<Raised>,
    /// The final state of the variable of each statement that ran to its end.
    pub vars: Vec<Value<Observed>>,
    /// Results of the statements marked `resync`, as they were right after the statement.
    pub snapshots: Vec<Snapshot>,
    /// Floating-point events of the whole program.
    pub fp_events: FpEvents,
    /// Classes of the warnings other than floating-point ones, sorted, without repeats.
    pub warnings: Vec<String>,
    /// What is wrong with the traced graph, from subjects that trace; empty is well.
    #[serde(default)]
    pub graph_faults: Vec<String>,
}

/// How the text begins that stands for a value outside of the model (an object array, a foreign type,
/// more bytes than are copied).
pub const UNSUPPORTED: &str = "<unsupported: ";

/// The most bytes of array data that an outcome holds per array; a larger one is outside of the model.
pub const LARGEST: usize = 1 << 28;

/// The largest block of array data, in bytes, that either side may allocate while programs run; a larger one
/// is a `MemoryError` on both.
pub const LARGEST_BLOCK: usize = 1 << 30;

impl Outcome {
    /// What in it is outside of the model, if something is: such a case cannot be judged.
    pub fn beyond_model(&self) -> Option<&str> {
        fn find(value: &Value<Observed>) -> Option<&str> {
            match value {
                Value::Str(text) if text.starts_with(UNSUPPORTED) => Some(text),
                Value::List(items) | Value::Tuple(items) => items.iter().find_map(find),
                _ => None,
            }
        }
        let snapshots = self.snapshots.iter().map(|s| &s.value);
        self.vars.iter().chain(snapshots).find_map(find)
    }
}

/// An exception.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Raised {
    /// The statement that raised.
    pub at: usize,
    /// Its class.
    pub class: ErrorClass,
    /// `str(e)`
    pub message: String,
}

/// The result of one statement, right after it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The statement.
    pub statement: usize,
    /// Its result.
    pub value: Value<Observed>,
}

/// An array as a user can see it. NumPy scalars are [`Value::Scalar`], not this.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Observed {
    /// Element type.
    pub dtype: DType,
    /// Shape.
    pub shape: Vec<usize>,
    /// Strides in bytes.
    pub strides: Vec<isize>,
    /// Elements in C order, whatever the strides.
    #[serde(with = "hex")]
    pub data: Vec<u8>,
    /// Which memory block it lies in: blocks are numbered in the order in which the variables of an
    /// outcome first show them, so equal numbers mean shared memory.
    pub storage: u32,
    /// Byte offset of element 0 from the start of the memory block.
    pub offset: isize,
    /// Which object it is (`is`): objects are numbered in the order in which the variables show them.
    pub object: u32,
    /// `flags.c_contiguous`
    pub c_contiguous: bool,
    /// `flags.f_contiguous`
    pub f_contiguous: bool,
    /// `flags.writeable`
    pub writeable: bool,
}

impl Observed {
    /// Number of elements.
    pub fn size(&self) -> usize {
        self.data.len() / self.dtype.itemsize()
    }

    /// Element `i` in C order.
    pub fn item(&self, i: usize) -> Scalar {
        Scalar::from_bytes(self.dtype, &self.data[i * self.dtype.itemsize()..])
    }
}
