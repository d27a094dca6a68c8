//! The OpenAPI document, with the labels of this instance.

use masquerade_detect::entity::{Label, LabelInfo};

/// The document for any instance.
const DOCUMENT: &str = include_str!("../openapi.json");

/// The place of the labels in [`DOCUMENT`].
const LABELS: &str = "\"enum\": [\"EMAIL_ADDRESS\"]";

/// The document of an instance with these labels.
pub fn document(labels: &[LabelInfo]) -> String {
    let mut names: Vec<&str> = labels.iter().map(|info| info.name).collect();
    if !names.contains(&Label::LITERAL.name()) {
        names.push(Label::LITERAL.name());
    }
    // Labels are of A-Z, 0-9 and _, and need no escape.
    DOCUMENT.replacen(LABELS, &format!("\"enum\": [\"{}\"]", names.join("\", \"")), 1)
}
