//! What the APIs of language models have in common.

use super::api::{Act, Author, Exchange, Records, Rule, rule};

/// Members that are protocol in all of them, wherever they stand but in free payload.
pub(super) const PROTOCOL: &[Rule] = &[
    rule("**.{model,role,type,id,toolUseId}", Act::Id),
    rule("**.type[*]", Act::Id),
    rule("**.*_id", Act::Id),
    rule("**.{signature,thoughtSignature,encrypted_content,redactedContent}", Act::Id),
    rule("**.data", Act::Id).when("type", &["redacted_thinking"]),
    // What is signed goes back as it came.
    rule("**.thinking", Act::Never).with("signature"),
    rule("**.{fingerprint,system_fingerprint,obfuscation}", Act::Id),
    rule("**.cache_control.**", Act::Id),
    rule("**.{prompt_cache_key,prompt_cache_retention}", Act::Id),
    rule("**.data", Act::Opaque).when("type", &["base64"]),
    rule("**.{inlineData,inline_data,input_audio,audio}.data", Act::Opaque),
    rule("**.{file_data,b64_json}", Act::Opaque),
    rule("**.images[*]", Act::Opaque),
    rule("**.{image_url,file_url,video_url,audio_url,document_url}", Act::Link),
    rule("**.{image_url,file_url,video_url,audio_url,document_url}.url", Act::Link),
    rule("**.url", Act::Link).when("type", &["url"]),
    // JSON schemas: what names values and members must agree with what is said of them elsewhere.
    rule("**.{enum,required}[*]", Act::Id),
    rule("**.{pattern,$ref,$id,$schema,format}", Act::Id),
];

/// Who wrote a message, by its `role`.
pub(super) const ROLES: &[(&str, Author)] = &[
    ("system", Author::System),
    ("developer", Author::System),
    ("user", Author::User),
    ("assistant", Author::Model),
    ("tool", Author::Tool),
    ("function", Author::Tool),
];

/// What carries no text of a user: lists of models and the like.
pub(super) const PLAIN: Exchange = Exchange {
    name: "plain",
    records: Records::One,
    request: &[],
    protocol: PROTOCOL,
    order: &[],
    voices: &[],
    response: &[],
    stream: None,
    state: None,
    note: None,
};
