//! Reading of `[faces]`: the interfaces of other programs that the instance answers.

use crate::input::{Fault, Item, Object};

/// The prefixes of the instance's own paths.
const OWN: [&str; 4] = ["/v1", "/problems", "/playground", "/openapi.json"];

/// `[faces]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    /// Presidio's analyzer and anonymizer.
    pub presidio: Option<Face>,
    /// The generic guardrail API of LiteLLM.
    pub litellm: Option<Face>,
}

/// One interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The prefix of its paths, without a slash at the end; empty: no prefix.
    pub path: String,
    /// The credential of its clients.
    pub auth: FaceAuth,
}

/// The credential of a face's clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceAuth {
    /// An API key of this instance.
    Key,
    /// None.
    None,
}

/// `is_loopback`: whether the API listens on loopback addresses only.
pub(super) fn faces(root: &mut Object<'_, '_>, is_loopback: bool) -> Option<Faces> {
    root.or_else("faces", Faces::default, |item| {
        let mut object = item.object()?;
        let presidio = object.or_else("presidio", || None, |item| face(item, "/presidio", is_loopback).map(Some));
        let litellm = object.or_else("litellm", || None, |item| face(item, "/litellm", is_loopback).map(Some));
        object.finish();
        Some(Faces { presidio: presidio?, litellm: litellm? })
    })
}

fn face(item: Item<'_, '_>, default: &str, is_loopback: bool) -> Option<Face> {
    const AUTH: [(&str, FaceAuth); 2] = [("key", FaceAuth::Key), ("none", FaceAuth::None)];
    let mut object = item.object()?;
    let path = object.or_else("path", || default.to_owned(), |item| item.parse(prefix));
    let auth = object.or_else("auth", || FaceAuth::Key, |item| item.name(&AUTH));
    if auth == Some(FaceAuth::None) && !is_loopback {
        object.refuse(Fault::OutOfRange, "auth", || {
            "\"none\" lets everybody who can connect call it: let `server.listen` name loopback addresses only, or \
             write \"key\""
        });
    }
    object.finish();
    Some(Face { path: path?, auth: auth? })
}

/// Parses a prefix of whole segments; `/` is the empty prefix.
fn prefix(text: &str) -> Result<String, &'static str> {
    let text = text.trim().trim_end_matches('/');
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let is_segment = |segment: &str| !segment.is_empty() && segment.bytes().all(is_plain);
    let is_prefix = text.is_empty() || text.strip_prefix('/').is_some_and(|rest| rest.split('/').all(is_segment));
    if !is_prefix {
        return Err("must be a path such as /presidio, of letters, digits, \"-\", \".\", \"_\" and \"~\"");
    }
    let is_own = |own: &&str| text.strip_prefix(*own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if OWN.iter().any(is_own) { Err("is a path of this program's own API") } else { Ok(text.to_owned()) }
}
