//! Rules that the APIs of language models share.

use super::api::{Action, Author, BodyFormat, Channel, Exchange, ProviderState, Retention, Rule, TextBlock, rule};

/// Members that are protocol in all of them, at any depth outside of payload.
pub(super) const PROTOCOL: &[Rule] = &[
    // Codes of places, of which search tools take no others.
    rule("**.user_location.{country,timezone}", Action::Skip),
    rule("**.user_location.approximate.{country,timezone}", Action::Skip),
    rule("**.{model,role,type,id,toolUseId}", Action::Id),
    rule("**.type[*]", Action::Id),
    rule("**.{tool_call_id,tool_use_id,call_id,item_id,response_id,previous_response_id}", Action::Id),
    rule("**.{conversation_id,thread_id,assistant_id,run_id,message_id,batch_id,request_id}", Action::Id),
    rule("**.{file_id,input_file_id,output_file_id,error_file_id,vector_store_id,container_id}", Action::Id),
    rule("**.{connector_id,approval_request_id,skill_id,prompt_id,voice_id,model_id}", Action::Id),
    rule("**.*_id", Action::Reference),
    rule("**.{seed,random_seed,logit_bias}", Action::Id),
    rule("**.{created,created_at,completed_at,expires_at}", Action::Time),
    rule("**.{prompt_token_ids,token_ids,input_ids}[*]", Action::TokenIds),
    rule("**.{prompt_token_ids,token_ids,input_ids}[*][*]", Action::TokenIds),
    rule("**.{signature,thoughtSignature,encrypted_content,redactedContent}", Action::Sealed),
    rule("**.data", Action::Id).when("type", &["redacted_thinking"]),
    // Signed text goes back as it came.
    rule("**.thinking", Action::Skip).with("signature"),
    rule("**.{fingerprint,system_fingerprint,obfuscation}", Action::Id),
    rule("**.cache_control.**", Action::Id),
    rule("**.{prompt_cache_key,prompt_cache_retention}", Action::Id),
    rule("**.data", Action::Opaque).when("type", &["base64"]),
    rule("**.{inlineData,inline_data,input_audio,audio}.data", Action::Opaque),
    rule("**.{file_data,b64_json}", Action::Opaque),
    rule("**.images[*]", Action::Opaque),
    rule("**.{image_url,file_url,video_url,audio_url,document_url}", Action::Link),
    rule("**.{image_url,file_url,video_url,audio_url,document_url}.url", Action::Link),
    rule("**.url", Action::Link).when("type", &["url"]),
    // JSON schemas: names of values and members must agree with their other occurrences, in the provider and in the tool.
    rule("**.{enum,required}[*]", Action::Skip),
    rule("**.{const,pattern}", Action::Skip),
    rule("**.{properties,patternProperties,dependentRequired,$defs,definitions}", Action::Id),
    rule("**.{minimum,maximum,exclusiveMinimum,exclusiveMaximum}", Action::Id),
    rule("**.{$ref,$id,$schema,format}", Action::Id),
];

/// The author of a message, by its `role`.
pub(super) const ROLES: &[(&str, Author)] = &[
    ("system", Author::System),
    ("developer", Author::System),
    ("user", Author::User),
    ("assistant", Author::Model),
    ("tool", Author::Tool),
    ("function", Author::Tool),
];

/// A piece of a text that a stream divides, or of JSON in one (`json`): it goes on in the next event whose `keys` have the
/// same values.
pub(super) const fn piece(at: &'static str, keys: &'static [&'static str], json: bool) -> Rule {
    rule(at, Action::Channel(Channel { keys, json }))
}

/// A text block of a message.
pub(super) const TEXT_BLOCK: TextBlock = TextBlock { before: r#"{"type":"text","text":"#, behind: "}" };

/// Query parameters with the upstream's own credentials, which go to it as they are.
pub const CREDENTIALS: &[&str] = &["key", "api_key", "api-key", "apikey", "access_token"];

/// The query parameter with a version of the upstream's API.
pub const VERSION: &str = "api-version";

/// State of the provider whose map is not kept: agents and their sessions, whose texts are read together with others of any
/// map. A placeholder there could come to stand for somebody else.
pub(super) const UNFOLLOWED: Exchange = Exchange {
    name: "unfollowed-state",
    provider_state: Some(&ProviderState {
        continues: &[],
        issues: &[],
        retention: Retention::Unfollowed,
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &[],
    }),
    ..PLAIN
};

/// Addresses of further pages of a list, where they are whole.
const PAGES: &[Rule] = &[
    rule("{next,next_page,next_page_url,next_url,next_link,nextLink}", Action::OwnAddress),
    rule("{previous,prev_page,previous_page_url,previous_url}", Action::OwnAddress),
];

/// An exchange without text of a user: lists of models and the like.
pub(super) const PLAIN: Exchange = Exchange {
    name: "plain",
    format: BodyFormat::Document,
    records: None,
    request: &[],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &[],
    author_rules: &[],
    response: PAGES,
    calls: &[],
    stream: None,
    provider_state: None,
    system_note: None,
    offsets: None,
};
