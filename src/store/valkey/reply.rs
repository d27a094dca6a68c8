//! Parts of the functions' answers.

use redis::Value;

use crate::store::StoreError;

/// The state of a session after a call.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Totals {
    pub(in crate::store) entries: u64,
    pub(in crate::store) bytes: u64,
    /// The last use of the entry that was unused longest, in milliseconds; later by `extra`.
    pub(in crate::store) oldest: u64,
    /// The server's time, in milliseconds.
    pub(in crate::store) now: u64,
    /// The epoch of the session's bucket; that of number 0 where the function did not ask for it.
    pub(in crate::store) epoch: Epoch,
    /// True if entries have gone, also by their age.
    pub(in crate::store) has_dropped: bool,
    /// The time that the session's entries live longer than usual after their last use, in milliseconds.
    pub(in crate::store) extra: u64,
}

/// A span of a server's history within which it has lost nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::store) struct Epoch {
    /// The epoch's number, from 1; 0: none.
    pub(in crate::store) number: u64,
    /// The beginning of the server's replication id, in hexadecimal digits.
    pub(in crate::store) history: [u8; 16],
}

/// An epoch as the functions answer it.
pub(in crate::store) fn epoch(number: &Value, history: &Value) -> Option<Epoch> {
    let history = bytes(history)?.try_into().unwrap_or_default();
    Some(Epoch { number: self::number(number)?, history })
}

/// The bytes of a string.
pub(in crate::store) fn bytes(value: &Value) -> Option<&[u8]> {
    match value {
        Value::BulkString(bytes) => Some(bytes),
        Value::SimpleString(text) => Some(text.as_bytes()),
        _ => None,
    }
}

pub(in crate::store) fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Int(number) => u64::try_from(*number).ok(),
        Value::Double(number) if *number >= 0.0 => Some(*number as u64),
        value => std::str::from_utf8(bytes(value)?).ok()?.parse::<f64>().ok().map(|number| number as u64),
    }
}

pub(in crate::store) fn list(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Array(values) | Value::Set(values) => Some(values),
        _ => None,
    }
}

/// The totals and the rest of a function's answer. An answer of another form is the server's fault.
pub(in crate::store) fn parts(value: &Value) -> Result<(Totals, &[Value]), StoreError> {
    let parts = || {
        let (totals, rest) = list(value)?.split_first()?;
        let [entries, bytes, oldest, now, number_of_epoch, history, dropped, extra] = list(totals)? else {
            return None;
        };
        let (entries, bytes) = (number(entries)?, number(bytes)?);
        let (oldest, now, epoch) = (number(oldest)?, number(now)?, epoch(number_of_epoch, history)?);
        let (has_dropped, extra) = (number(dropped)? > 0, number(extra)?);
        Some((Totals { entries, bytes, oldest, now, epoch, has_dropped, extra }, rest))
    };
    parts().ok_or(StoreError::Unavailable)
}

/// The creation time and the sealed value of an entry; `None` without an entry.
pub(in crate::store) fn entry(value: &[u8]) -> Option<(u64, &[u8])> {
    let created = u64::from_be_bytes(*value.first_chunk::<8>()?);
    Some((created, value.get(25..)?))
}
