//! `/openapi.json` as the judge of what goes to and fro.

use std::collections::HashMap;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::common::{
    binary::Masquerade,
    raw::{Response, bare, exchange},
};

/// The document, with a validator for each schema that an operation names.
pub struct Contract {
    pub document: Value,
    labels: Vec<String>,
    /// Validators by method, path and subject: `request`, a status, or `default`.
    validators: HashMap<(String, String, String), Validator>,
}

impl Contract {
    /// The contract of a running service.
    pub fn of(running: &Masquerade) -> Self {
        let document = exchange(running.api, bare("GET", "/openapi.json", "")).json();
        let key = format!("X-API-Key: {}\r\n", crate::service::secret_of("first"));
        let entities = exchange(running.api, bare("GET", "/v1/entities", &key)).json();
        let labels = entities["entities"].as_array().expect("labels").iter();
        let labels = labels.map(|entity| entity["label"].as_str().expect("a label").to_owned()).collect();
        let mut contract = Self { document, labels, validators: HashMap::new() };
        contract.compile();
        contract
    }

    /// The labels of `/v1/entities`.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    fn compile(&mut self) {
        let mut validators = HashMap::new();
        for (path, operations) in self.document["paths"].as_object().expect("paths") {
            for (method, operation) in operations.as_object().expect("operations") {
                let mut add = |what: &str, body: &Value| {
                    for content in body["content"].as_object().into_iter().flat_map(|content| content.values()) {
                        let key = (method.to_uppercase(), path.clone(), what.to_owned());
                        validators.insert(key, self.validator(&content["schema"]));
                    }
                };
                add("request", &operation["requestBody"]);
                for (status, response) in operation["responses"].as_object().expect("responses") {
                    add(status, self.resolve(response));
                }
            }
        }
        self.validators = validators;
    }

    /// A validator of a schema of the document; references go to its components.
    fn validator(&self, schema: &Value) -> Validator {
        let mut schema = schema.clone();
        schema["components"] = self.document["components"].clone();
        jsonschema::draft202012::new(&schema).expect("a schema")
    }

    /// The target of a reference; any other value as it is.
    pub fn resolve<'d>(&'d self, value: &'d Value) -> &'d Value {
        match value["$ref"].as_str() {
            Some(reference) => {
                let pointer = reference.strip_prefix('#').expect("a local reference");
                self.document.pointer(pointer).unwrap_or_else(|| panic!("{reference} leads nowhere"))
            }
            None => value,
        }
    }

    /// The documented path that a request target has.
    fn template(&self, target: &str) -> Option<String> {
        let target = target.split('?').next().unwrap_or_default();
        let matches = |path: &str| {
            let (path, target) = (path.split('/'), target.split('/'));
            path.clone().count() == target.clone().count()
                && path
                    .zip(target)
                    .all(|(wanted, given)| wanted == given || wanted.starts_with('{') && !given.is_empty())
        };
        let paths = self.document["paths"].as_object()?;
        paths.keys().find(|path| matches(path)).cloned()
    }

    /// The schema's fault in a request body; `None` if it is valid.
    pub fn request_fault(&self, method: &str, target: &str, body: &Value) -> Option<String> {
        let path = self.template(target).expect("a documented path");
        let validator = &self.validators[&(method.to_owned(), path, "request".to_owned())];
        validator.iter_errors(body).next().map(|error| format!("{}: {error}", error.instance_path()))
    }

    /// Checks a response to a documented operation; others must be problems.
    #[track_caller]
    pub fn check(&self, method: &str, target: &str, response: &Response) {
        let status = response.status.to_string();
        let operation = self.template(target).map(|path| (path.clone(), &self.document["paths"][&path]));
        let operation = operation.map(|(path, item)| (path, &item[method.to_lowercase()]));
        let Some((path, operation)) = operation.filter(|(_, operation)| operation.is_object()) else {
            assert!(response.status == 204 || response.header("content-type") == Some("application/problem+json"));
            return;
        };
        let responses = &operation["responses"];
        let known = responses.get(&status).map(|response| (status.as_str(), response));
        let (what, documented) = known
            .or_else(|| Some(("default", responses.get("default")?)))
            .unwrap_or_else(|| panic!("{method} {path} may not answer {status}"));
        let documented = self.resolve(documented);
        self.check_headers(documented, response);
        let Some(content) = documented["content"].as_object() else {
            assert!(response.body.is_empty(), "{method} {path} {status} has a body");
            return;
        };
        let media_type = response.header("content-type").expect("a media type");
        assert!(content.contains_key(media_type), "{method} {path} {status} answers {media_type}");
        let body = response.json();
        let validator = &self.validators[&(method.to_owned(), path.clone(), what.to_owned())];
        let faults: Vec<_> = validator.iter_errors(&body).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{method} {path} {status}: {faults:#?}\n{body:#}");
        if media_type == "application/problem+json" {
            assert_eq!(body["status"], response.status);
            assert!(body["type"].as_str().is_some_and(|name| name.starts_with("/problems/")), "{body}");
            assert_eq!(body["errors"].is_array(), response.status == 422, "{body}");
        }
    }

    fn check_headers(&self, documented: &Value, response: &Response) {
        for (name, header) in documented["headers"].as_object().into_iter().flatten() {
            let Some(value) = response.header(&name.to_lowercase()) else {
                assert_ne!(self.resolve(header)["required"], true, "{name} is missing: {response:?}");
                continue;
            };
            let schema = &self.resolve(header)["schema"];
            let is_number = self.resolve(schema)["type"] == "integer";
            let value = if is_number { serde_json::from_str(value).expect("a number") } else { json!(value) };
            assert!(self.validator(schema).is_valid(&value), "{name}: {value}");
        }
    }
}
