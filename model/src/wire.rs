//! How programs and outcomes cross a boundary: postcard bytes, and frames over a stream.
//!
//! A frame is a little-endian `u32` length and that many bytes. A reader must bound the length
//! ([`MAX_FRAME`]), since a broken peer may write anything.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::{self, Read, Write};

/// Longest frame accepted, in bytes.
pub const MAX_FRAME: usize = 1 << 30;

/// How a Python that answers programs presents itself, in process or as a worker.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Hello {
    /// `platform.python_version()`
    pub python_version: String,
    /// `sys.executable`
    pub executable: String,
    /// `sys.prefix`
    pub prefix: String,
    /// The module whose functions are called, usually `numpy`.
    pub module: String,
    /// The module's `__version__`.
    pub module_version: String,
    /// The module's `__file__`.
    pub module_file: String,
    /// NumPy's SIMD dispatch targets that are in use.
    pub dispatch: Vec<String>,
}

/// Bytes that could not be read back.
#[derive(Debug, thiserror::Error)]
#[error("malformed message: {0}")]
pub struct WireError(#[from] postcard::Error);

/// The bytes of a value.
///
/// # Panics
/// Never: the types of this crate all serialise.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_stdvec(value).expect("plain data serialises")
}

/// The value of these bytes.
///
/// # Errors
/// If they are not such a value.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    Ok(postcard::from_bytes(bytes)?)
}

/// Adds the bytes of a value: a sequence in this format is its length and its elements, which may so be
/// written one by one.
///
/// # Panics
/// Never: the types of this crate all serialise.
#[must_use]
pub fn encode_onto<T: Serialize>(bytes: Vec<u8>, value: &T) -> Vec<u8> {
    postcard::to_extend(value, bytes).expect("plain data serialises")
}

/// The value at the head of these bytes, and the rest.
///
/// # Errors
/// If there is none.
pub fn decode_head<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, &[u8]), WireError> {
    Ok(postcard::take_from_bytes(bytes)?)
}

/// Writes one frame and flushes.
///
/// # Errors
/// The writer's, or a frame too long.
pub fn write_frame(writer: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len())
        .ok()
        .filter(|_| bytes.len() <= MAX_FRAME)
        .ok_or_else(|| io::Error::other(format!("frame of {} bytes is too long", bytes.len())))?;
    writer.write_all(&length.to_le_bytes())?;
    writer.write_all(bytes)?;
    writer.flush()
}

/// Reads one frame; `None` at a clean end of the stream.
///
/// # Errors
/// The reader's, an end within a frame, or a length above [`MAX_FRAME`].
pub fn read_frame(reader: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    let mut filled = 0;
    while filled < 4 {
        match reader.read(&mut length[filled..])? {
            0 if filled == 0 => return Ok(None),
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => filled += n,
        }
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_FRAME {
        return Err(io::Error::other(format!(
            "frame of {length} bytes is too long"
        )));
    }
    let mut bytes = Vec::new();
    reader.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArrayLiteral, Callee, DType, Program, Scalar, Statement, Value};

    #[test]
    fn a_program_survives_both_formats() {
        let mut program = Program::default();
        let a = program.literal(ArrayLiteral::from_scalars(
            DType::F64,
            vec![2],
            &[(-0.0f64).into(), f64::NAN.into()],
        ));
        program.push(
            Statement::new(
                Callee::Function("add".into()),
                vec![Value::Array(a), Value::Float(f64::INFINITY)],
            )
            .kw("dtype", Value::DType(DType::F32))
            .kw("where", Value::Scalar(Scalar::from(true)))
            .kw(
                "n",
                Value::Int("123456789012345678901234567890".parse().unwrap()),
            ),
        );
        program.push(Statement::new(
            Callee::GetItem,
            vec![Value::Array(a), Value::slice(None, Some(-1), None)],
        ));
        let json = serde_json::to_string(&program).unwrap();
        assert_eq!(serde_json::from_str::<Program>(&json).unwrap(), program);
        assert_eq!(decode::<Program>(&encode(&program)).unwrap(), program);
        program.check().unwrap();
    }

    #[test]
    fn a_sequence_may_be_written_and_read_one_by_one() {
        let words = vec!["a".to_owned(), "bc".to_owned()];
        let mut bytes = encode(&words.len());
        for word in &words {
            bytes = encode_onto(bytes, word);
        }
        assert_eq!(bytes, encode(&words));
        let (count, rest) = decode_head::<usize>(&bytes).unwrap();
        let (first, rest) = decode_head::<String>(rest).unwrap();
        assert_eq!((count, first.as_str(), rest), (2, "a", &b"\x02bc"[..]));
    }

    #[test]
    fn frames_are_bounded_and_complete() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, b"abc").unwrap();
        assert_eq!(read_frame(&mut bytes.as_slice()).unwrap().unwrap(), b"abc");
        assert!(read_frame(&mut &bytes[..5]).is_err());
        assert!(read_frame(&mut &[0xff, 0xff, 0xff, 0xff][..]).is_err());
        assert!(read_frame(&mut &[][..]).unwrap().is_none());
    }
}
