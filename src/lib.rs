//! nparity: does this array library behave like NumPy?

pub mod subjects;
