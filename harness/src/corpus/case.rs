//! What a corpus file says.

use super::check;
use crate::Facet;
use nparity_model::{Outcome, Program};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

/// The version of the format that this code writes; it reads no other.
pub const FORMAT: u32 = 1;

/// One case of the corpus.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusCase {
    /// [`FORMAT`]
    pub format: u32,
    /// The op whose statement differed.
    pub op: String,
    /// The facet that failed when the case was recorded.
    pub facet: Facet,
    /// The failure signature; the corpus holds each once.
    pub signature: String,
    /// The subject that failed.
    pub subject: String,
    /// Whether it must pass.
    pub status: Status,
    /// Why it is expected to fail; needed for `known`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What differed then, in one line.
    #[serde(default)]
    pub summary: String,
    /// The seed of the run that found it, for the record only.
    pub seed: u64,
    /// The oracle that recorded the outcome: NumPy and Python version, CPU features.
    pub oracle: String,
    /// The program as Python lines, for readers; ignored.
    #[serde(default, deserialize_with = "ignored")]
    pub source: Vec<String>,
    /// The program.
    pub program: Program,
    /// The oracle's outcome of it.
    pub outcome: Outcome,
}

/// What is expected of a corpus case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It must pass.
    Fixed,
    /// It is expected to fail, with a reason; passing is reported.
    Known,
}

impl CorpusCase {
    /// Reads a case from JSON.
    ///
    /// # Errors
    /// A sentence that names the place: line and column of what is not JSON or not a case, the field of what
    /// does not hold together.
    pub fn from_json(text: &[u8]) -> Result<CorpusCase, String> {
        let case: CorpusCase = serde_json::from_slice(text).map_err(|e| e.to_string())?;
        if case.format != FORMAT {
            return Err(format!(
                "format: this version reads format {FORMAT}, found {}",
                case.format
            ));
        }
        if case.status == Status::Known && case.reason.as_deref().unwrap_or("").trim().is_empty() {
            return Err("reason: a known failure needs a reason".to_owned());
        }
        check::program(&case.program).map_err(|e| format!("program.{e}"))?;
        check::outcome(&case.outcome, &case.program).map_err(|e| format!("outcome.{e}"))?;
        Ok(case)
    }

    /// The case as JSON that reads well in a diff: short arrays stay on one line.
    ///
    /// # Panics
    /// Never: the types all serialise.
    pub fn to_json(&self) -> String {
        let value = serde_json::to_value(self).expect("plain data serialises");
        let mut text = String::new();
        layout(&value, 0, &mut text);
        text.push('\n');
        text
    }

    /// The file's path under the corpus folder.
    pub fn path(&self) -> std::path::PathBuf {
        let safe = |c: char| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '_'
            }
        };
        let folder: String = self.op.chars().map(safe).take(64).collect();
        // A dot in front would hide the folder or leave the corpus.
        let folder = match folder.trim_start_matches('.') {
            "" => "op",
            folder => folder,
        };
        std::path::Path::new(folder).join(format!("{:012x}.json", short_hash(&self.signature)))
    }
}

/// The lines for readers are printed from the program; what a file says there is nobody's truth.
fn ignored<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| Vec::new())
}

/// FNV-1a, folded to 48 bits: stable over versions and machines, which `std`'s hashers do not promise.
fn short_hash(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash >> 48) ^ (hash & 0xffff_ffff_ffff)
}

/// Longest array or object on one line.
const LINE: usize = 96;

fn layout(value: &serde_json::Value, depth: usize, text: &mut String) {
    use serde_json::Value::{Array, Object};
    let flat = value.to_string();
    let empty = match value {
        Array(items) => items.is_empty(),
        Object(fields) => fields.is_empty(),
        _ => true,
    };
    if empty || (depth > 0 && flat.len() <= LINE) {
        text.push_str(&flat);
        return;
    }
    let indent = |text: &mut String, depth: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    };
    match value {
        Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                indent(text, depth + 1);
                layout(item, depth + 1, text);
            }
            indent(text, depth);
            text.push(']');
        }
        Object(fields) => {
            text.push('{');
            for (i, (name, field)) in fields.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                indent(text, depth + 1);
                text.push_str(&serde_json::Value::from(name.as_str()).to_string());
                text.push_str(": ");
                layout(field, depth + 1, text);
            }
            indent(text, depth);
            text.push('}');
        }
        _ => text.push_str(&flat),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use nparity_model::{ArrayLiteral, Callee, DType, Observed, Statement, Value};

    pub(crate) fn sample() -> CorpusCase {
        let mut program = Program::default();
        let literal = ArrayLiteral::from_scalars(DType::U8, vec![2], &[1u8.into(), 200u8.into()]);
        let data = literal.data.clone();
        let a = program.literal(literal);
        program.push(Statement::new(
            Callee::Function("positive".into()),
            vec![Value::Array(a)],
        ));
        let array = |n: u32| {
            Value::Array(Observed {
                dtype: DType::U8,
                shape: vec![2],
                strides: vec![1],
                data: data.clone(),
                storage: n,
                offset: 0,
                object: n,
                c_contiguous: true,
                f_contiguous: true,
                writeable: true,
            })
        };
        CorpusCase {
            format: FORMAT,
            op: "positive".to_owned(),
            facet: Facet::Value,
            signature: "positive value".to_owned(),
            subject: "toy".to_owned(),
            status: Status::Fixed,
            reason: None,
            summary: String::new(),
            seed: 7,
            oracle: "NumPy 2.4".to_owned(),
            source: vec!["v0 = np.array([1, 200], 'u1')".to_owned()],
            program,
            outcome: Outcome {
                vars: vec![array(0), array(1)],
                ..Outcome::default()
            },
        }
    }

    #[test]
    fn reads_what_it_writes() {
        let mut case = sample();
        let text = case.to_json();
        case.source.clear();
        assert_eq!(CorpusCase::from_json(text.as_bytes()).unwrap(), case);
    }

    #[test]
    fn hostile_text_is_an_error_that_names_the_place() {
        let text = sample().to_json();
        let spoil = |from: &str, to: &str| {
            let spoilt = text.replace(from, to);
            assert_ne!(spoilt, text, "{from} stands in {text}");
            CorpusCase::from_json(spoilt.as_bytes()).unwrap_err()
        };
        assert!(spoil("\"uint8\"", "\"object\"").contains("unknown dtype \"object\" at line"));
        assert!(spoil("\"shape\":[2]", "\"shape\":[-2]").contains("at line"));
        assert!(spoil("\"bits\":\"01c8\"", "\"bits\":\"01c8ff\"").contains("needs 2 bytes"));
        let enormous = "\"shape\":[9223372036854775807,9223372036854775807]";
        assert!(spoil("\"shape\":[2]", enormous).contains("at line"));
        assert!(spoil("\"data\": \"01c8\"", "\"data\": \"01\"").starts_with("outcome.vars[0]"));
        assert!(spoil("\"strides\": [1]", "\"strides\": []").starts_with("outcome.vars[0]"));
        assert!(spoil("{\"Array\":0}", "{\"Array\":1}").starts_with("program.statements[1]"));
        assert!(spoil("\"format\": 1", "\"format\": 99").contains("reads format 1"));
        assert!(spoil("\"fixed\"", "\"known\"").contains("needs a reason"));
        let nested = "[".repeat(100_000);
        assert!(spoil("\"shape\":[2]", &format!("\"shape\":{nested}")).contains("at line"));
        let deep = format!(
            "{}{{\"Array\":0}}{}",
            "{\"List\":[".repeat(200),
            "]}".repeat(200)
        );
        assert!(spoil("{\"Array\":0}", &deep).contains("recursion limit"));
        let cut = &text.as_bytes()[..text.len() / 2];
        assert!(CorpusCase::from_json(cut).unwrap_err().contains("EOF"));
    }

    #[test]
    fn paths_stay_in_the_corpus() {
        let mut case = sample();
        let path = |case: &CorpusCase| case.path().to_str().unwrap().to_owned();
        assert!(path(&case).starts_with("positive/"));
        case.op = "../../etc/passwd".to_owned();
        assert!(
            path(&case).starts_with("_.._etc_passwd/"),
            "{}",
            path(&case)
        );
        case.op = "..".to_owned();
        assert!(path(&case).starts_with("op/"));
    }
}
