//! A small array library of a user: arrays of bools.

/// An array of bools in C order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The shape.
    pub shape: Vec<usize>,
    /// The elements.
    pub data: Vec<bool>,
}

impl Bits {
    fn zip(&self, other: &Bits, f: impl Fn(bool, bool) -> bool) -> Option<Bits> {
        let pairs = self.data.iter().zip(&other.data);
        (self.shape == other.shape).then(|| Bits {
            shape: self.shape.clone(),
            data: pairs.map(|(a, b)| f(*a, *b)).collect(),
        })
    }

    /// Both; `None` for unequal shapes, since this library does not broadcast.
    pub fn and(&self, other: &Bits) -> Option<Bits> {
        self.zip(other, |a, b| a & b)
    }

    /// One of both.
    pub fn xor(&self, other: &Bits) -> Option<Bits> {
        self.zip(other, |a, b| a ^ b)
    }

    /// The other.
    pub fn not(&self) -> Bits {
        Bits {
            shape: self.shape.clone(),
            data: self.data.iter().map(|a| !a).collect(),
        }
    }
}
