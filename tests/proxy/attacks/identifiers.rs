//! Members named like identifiers hold what users put there, unless their path is one of the protocol.

use serde_json::{Value, json};

use crate::{
    fake::Fake,
    setup::{ask, post, proxy},
};

#[test]
fn identifiers_of_users_are_searched_and_those_of_the_protocol_stay() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let ids = json!({
        "customer_id": "536-22-8712",
        "tax_id": "DE89370400440532013000",
        "card_id": 4111111111111111_u64,
        "credit_card_id": "4111111111111111",
        "order_id": "order-7",
    });
    for path in ["/v1/chat/completions", "/v1/responses", "/v1/messages"] {
        let messages = json!([
            {"role": "user", "content": "hello", "customer": ids},
            {"role": "tool", "tool_call_id": "DE89370400440532013000", "content": "x"},
        ]);
        let mut body = ids.clone();
        body["messages"] = messages;
        body["store"] = json!(false);
        assert_eq!(ask(&proxy, post(path, "", &body.to_string())).status, 200, "{path}");
        let sent: Value = serde_json::from_slice(&fake.recorded().pop().unwrap().body).unwrap();
        for found in [&sent, &sent["messages"][0]["customer"]] {
            for (id, value) in ids.as_object().unwrap() {
                assert_eq!(&found[id] == value, id == "order_id", "{path} {id}: {found}");
            }
        }
        assert_eq!(sent["messages"][1]["tool_call_id"], "DE89370400440532013000", "{path}");
    }
}
