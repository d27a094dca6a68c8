//! [`ProblemPage`]: the explanation of a type of problem, to which its `type` leads.

/// The explanation of a type of problem.
#[derive(Clone, Copy, Debug)]
pub struct ProblemPage {
    /// The last part of the type.
    pub slug: &'static str,
    /// The HTTP statuses that it comes with.
    pub status: &'static str,
    /// The cause.
    pub cause: &'static str,
    /// The way out.
    pub remedy: &'static str,
}

const fn page(slug: &'static str, status: &'static str, cause: &'static str, remedy: &'static str) -> ProblemPage {
    ProblemPage { slug, status, cause, remedy }
}

/// All types of problems, by slug.
pub const PAGES: &[ProblemPage] = &[
    page(
        "blocked",
        "422",
        "The texts hold entities whose method is BLOCK. `errors` names their labels and places, never their values.",
        "Take these values out of the request, or give their labels another method.",
    ),
    page(
        "body-timeout",
        "408",
        "The body did not arrive within `limits.body_timeout`.",
        "Send it faster or in smaller requests, or raise that limit.",
    ),
    page(
        "body-too-large",
        "413",
        "The body, as sent or after decompression, is larger than the limit; of log records that go on as they arrive, a record is, \
         or in Protocol Buffers a field of the outermost message.",
        "Send the texts in several requests, or raise `limits.body_bytes`.",
    ),
    page(
        "cannot-be-vetted",
        "422",
        "A proxied request is of a kind that cannot be searched for personal data, so it was not sent.",
        "Send it in another form. Only where its content needs no masking, set `on_unknown = \"pass\"` on the route.",
    ),
    page(
        "duplicate-member",
        "400",
        "An object of a proxied body has a member twice that decides how others are read.",
        "Send the member once.",
    ),
    page(
        "forbidden",
        "403",
        "The API key is known and lacks the permission for this path.",
        "Use another key, or add the permission to `permissions` of its `[[keys]]` table.",
    ),
    page(
        "header-timeout",
        "408",
        "The headers did not arrive within `limits.header_timeout`.",
        "Send them at once when the connection is open.",
    ),
    page(
        "headers-too-large",
        "431",
        "All headers together are larger than `limits.header_bytes`.",
        "Send fewer or shorter headers; cookies are the usual cause.",
    ),
    page(
        "internal",
        "500",
        "A fault of this program. Nothing was sent on, and the answer tells nothing of the request.",
        "Try again. If it stays, report it with the value of X-Request-Id, which the log has, too.",
    ),
    page(
        "invalid-encoding",
        "400",
        "The body is not what its Content-Encoding says.",
        "Compress it as declared, or leave the header out.",
    ),
    page("invalid-header", "400", "A header of this API is out of form.", "Write it in the form that `detail` names."),
    page(
        "invalid-json",
        "400",
        "The body is not valid JSON (RFC 8259) in UTF-8, has a member twice, or is nested too deeply.",
        "Mend it at the line and column that `detail` names.",
    ),
    page(
        "invalid-request",
        "422",
        "The body is well-formed, and several kinds of things are wrong in it.",
        "Mend all that `errors` lists: each has the JSON Pointer of its place.",
    ),
    page(
        "link",
        "422",
        "An address that the provider is to fetch (a picture, a file, a server of tools) holds personal data, and would lead \
         nowhere if they were masked. Credentials in such an address go out as they are.",
        "Use an address without personal data, send the file itself, or let the label be by `entities` of the route.",
    ),
    page(
        "malformed-body",
        "400",
        "The body of a proxied request is not of its declared form.",
        "Mend it at the byte that `detail` names.",
    ),
    page("malformed-query", "400", "A value of a proxied request's query is not UTF-8.", "Percent-encode it as UTF-8."),
    page(
        "malformed-request",
        "400",
        "The request is not a valid HTTP message, or two servers could read it differently.",
        "Let an HTTP library write it.",
    ),
    page(
        "media-type",
        "415",
        "The media type of a proxied body is not one that is searched for personal data.",
        "Send JSON, or set `on_unknown` of the route.",
    ),
    page(
        "method-not-allowed",
        "405",
        "The path is known and does not have this method.",
        "Use a method that the header Allow lists.",
    ),
    page("missing-member", "422", "A required member is missing.", "Add it at the place that `errors` names."),
    page(
        "model-unavailable",
        "503",
        "The model that the instance is configured with failed or took too long, so nothing is known of the personal data.",
        "Try again after Retry-After; a shorter text takes less time.",
    ),
    page(
        "no-tenant",
        "401",
        "The route tells its tenants apart by a header or by a claim of a token, which the request lacks or has twice.",
        "Send it, or have the gateway before this one send it; `tenant` of the route names it.",
    ),
    page(
        "not-found",
        "404",
        "No endpoint and no route has this path, or the session does not exist.",
        "See /openapi.json for the endpoints, and `[[routes]]` of the configuration for the routes.",
    ),
    page(
        "opaque-file",
        "422",
        "A file in a proxied body cannot be searched for personal data.",
        "Send its text instead, or let such files pass by the route's setting.",
    ),
    page("out-of-range", "422", "A value is outside its range.", "Use a value of the range that `errors` names."),
    page(
        "overloaded",
        "503",
        "There is no room for the request: too many connections, too much memory or computing in use, or the store of \
         sessions does not answer.",
        "Wait as long as Retry-After says, and try again.",
    ),
    page(
        "path",
        "422",
        "The path of a proxied request holds personal data, and would name something else if that were masked.",
        "Use an id without personal data in the path.",
    ),
    page(
        "target-too-long",
        "414",
        "The path and the query together are longer than `limits.target_bytes`.",
        "Move parameters into the body.",
    ),
    page(
        "token-ids",
        "422",
        "A proxied request has token ids in place of text, which cannot be searched for personal data.",
        "Send the text itself.",
    ),
    page("too-deep", "400", "The body of a proxied request is nested too deeply.", "Send a flatter document."),
    page("too-long", "422", "A text, a list or the answer is longer than the limit.", "Send it in several requests."),
    page("too-many-headers", "431", "The request has more headers than are read.", "Send fewer headers."),
    page(
        "too-many-requests",
        "429",
        "The rate of an API key or a route is exceeded, or its number of requests at once.",
        "Wait as long as Retry-After says; RateLimit and RateLimit-Policy tell what is left.",
    ),
    page(
        "too-many-strings",
        "422",
        "The body of a proxied request has more strings than are searched.",
        "Send it in several requests.",
    ),
    page(
        "too-much-work",
        "503",
        "The body takes more work for its size than a request may take (`limits.steps_per_byte`).",
        "Send it in parts; sent again as it is, it is refused again.",
    ),
    page(
        "unauthorized",
        "401",
        "The API key is missing or unknown, or stands where the credential of an upstream belongs.",
        "Send one valid key in the header that WWW-Authenticate names.",
    ),
    page(
        "unknown-action",
        "400",
        "A line of a bulk request is no known action, or the last action lacks its source.",
        "Mend it at the byte that `detail` names.",
    ),
    page(
        "unknown-label",
        "422",
        "A label or group does not exist in this instance.",
        "Use one that GET /v1/entities lists; `errors` names the nearest.",
    ),
    page("unknown-member", "422", "A member is not known; often it is misspelt.", "Remove or correct it."),
    page("unknown-method", "422", "The method of anonymization does not exist.", "Use one that `errors` lists."),
    page(
        "unknown-path",
        "422",
        "No profile of the route knows the method and path, and the route refuses those.",
        "Correct the path, add a profile that knows it, or set `on_unknown` of the route.",
    ),
    page(
        "unknown-state",
        "422",
        "The request continues a conversation that the provider keeps, and its map of entities is not known here any more; or it \
         puts personal data into an assistant or an agent, which answers in conversations of other maps.",
        "Send the conversation anew, or upload the file again; let sessions live longer by `[sessions]`; keep personal data out \
         of assistants. Requests that delete or cancel such state pass.",
    ),
    page(
        "unsupported-encoding",
        "415",
        "The content coding of the body is not supported.",
        "Use gzip, deflate, br or zstd, at most two of them.",
    ),
    page(
        "unsupported-media-type",
        "415",
        "The body is not declared as JSON.",
        "Send the header Content-Type: application/json.",
    ),
    page(
        "upstream-broken",
        "502",
        "The upstream ended the connection without a response.",
        "Try again; the upstream may have done its work all the same.",
    ),
    page(
        "upstream-timeout",
        "504",
        "The upstream did not answer in time.",
        "Try again, or raise `timeouts` of the route.",
    ),
    page(
        "upstream-unavailable",
        "503",
        "The latest attempts at every upstream of the route have failed: its name, the connection, or its health check.",
        "Look into the log, where event and host tell which; then wait as long as Retry-After says.",
    ),
    page(
        "upstream-unreachable",
        "502",
        "Connecting to the upstream failed.",
        "See that its address in `upstreams` of the route is right, and that this machine can reach it.",
    ),
    page(
        "upstream-unvettable",
        "502",
        "The upstream's response is not what its headers say, or too large to be restored.",
        "Ask for less, or raise the route's limit on bodies.",
    ),
    page(
        "withheld",
        "502",
        "The model put a placeholder into a URL of its own making, where the original must not go.",
        "If the host may have it, add it to `restore_hosts` of the route.",
    ),
    page("wrong-type", "422", "A value has another JSON type than it must have.", "Use the type that `errors` names."),
];

impl ProblemPage {
    /// The page of a slug.
    pub fn find(slug: &str) -> Option<&'static Self> {
        PAGES.binary_search_by(|page| page.slug.cmp(slug)).ok().and_then(|at| PAGES.get(at))
    }

    /// The page as HTML, which loads nothing.
    pub fn html(&self) -> String {
        let Self { slug, status, cause, remedy } = self;
        let (cause, remedy) = (marked_up(cause), marked_up(remedy));
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{slug}</title>\n</head>\n<body>\n\
             <h1>{slug}</h1>\n<p>HTTP status {status}</p>\n<h2>Cause</h2>\n<p>{cause}</p>\n\
             <h2>Way out</h2>\n<p>{remedy}</p>\n</body>\n</html>\n"
        )
    }
}

/// A sentence as HTML; what stands between backquotes is code.
fn marked_up(sentence: &str) -> String {
    let escaped = sentence.replace('&', "&amp;").replace('<', "&lt;");
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() };
    escaped.split('`').enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_sorted_and_marked_up() {
        assert!(PAGES.is_sorted_by(|a, b| a.slug < b.slug));
        assert!(ProblemPage::find("body-timeout").unwrap().html().contains("<code>limits.body_timeout</code>"));
        assert!(ProblemPage::find("none").is_none());
        assert!(PAGES.iter().all(|page| page.cause.matches('`').count() % 2 == 0));
    }
}
