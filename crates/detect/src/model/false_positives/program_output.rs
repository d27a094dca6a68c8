//! Program output: words of what programs print and read, which the models take for names: heads of tables, records of the domain name system, parts of
//! logs, commands, regions of clouds, families of fonts.

use crate::{
    recognizers::{
        secrets::services::names_service,
        support::word_list::{WordList, is_listed},
    },
    text::{line, window},
};

/// Words that are nobody's name, whatever their case.
const WORDS: &WordList = &WordList::new(
    "shared|gecos|esac|param|params|printf|sprintf|println|stmts|recv-q|send-q|cname|dhcpack|dhcpnak|dhcpoffer|dhcpdiscover|dhcprequest|permitrootlogin|\
     passwordauthentication|pubkeyauthentication|access token|access control|auth service|db url|mounted on|last seen|keycloak|accesstokenlifespan|\
     foreign address|local address|peer address|zugangsdaten|deine zugangsdaten|ihre zugangsdaten|your credentials",
);

/// Words that are heads of tables and abbreviations of programs when they stand in capitals.
const HEADS: &WordList = &WordList::new(
    "port|state|shell|seen|last seen|soa|ns|mx|txt|srv|ptr|ttl|cet|cest|utc|gmt|cbc|gcm|ecb|rx|tx|service|version|status|pid|ppid|uid|gid|tty|\
     rss|vsz|cmd|stat|command|bindings|members|roles|etag|rem|age|ready|restarts|cluster-ip|external-ip|namespace|container|image|size|created|\
     names|driver|scope|login|mail|name|user|group|mode|owner|type|key|value|proto|recv-q|send-q|inode|use%|avail|filesystem|iface|mtu|flags",
);

/// Regions of clouds and services, in small letters.
const REGIONS: &WordList = &WordList::new("eu|us|uk|ap|apac|emea|sa|na|me|af|ca|eu-west|eu-central|us-east|us-west");

/// Algorithms that are named after two or three persons, and ciphers.
const ALGORITHMS: &WordList = &WordList::new(
    "diffie-hellman|bellman-ford|floyd-warshall|boyer-moore|rabin-karp|knuth-morris-pratt|aho-corasick|ford-fulkerson|edmonds-karp|\
     needleman-wunsch|smith-waterman|merkle-damgård|runge-kutta|gauss-seidel|cauchy-schwarz|metropolis-hastings|baum-welch|levenberg-marquardt|\
     nelder-mead|hindley-milner|myers-briggs|elgamal|keccak|feldman vss|blum-blum-shub|miller-rabin|cooley-tukey|damerau-levenshtein|\
     jaro-winkler|zipkin|thanos|gson",
);

/// Reports whether a mention is such a word.
pub(super) fn is_output(found: &str, head: &str, tail: &str) -> bool {
    let is_upper = !found.contains(char::is_lowercase);
    is_listed(found, WORDS)
        || is_listed(found, ALGORITHMS)
        || is_upper && found.split([' ', '\t']).filter(|word| !word.is_empty()).all(|word| is_listed(word, HEADS))
        || !found.contains(char::is_uppercase) && is_listed(found, REGIONS) && is_region(head, tail)
        || is_font(head)
        || is_typeface(found, head)
        || is_of_digest(found, tail)
}

/// Reports whether quotes enclose the mention or the name of a region stands before it.
fn is_region(head: &str, tail: &str) -> bool {
    let is_quoted = head.ends_with(['"', '\'']) && tail.starts_with(['"', '\'']);
    let is_value =
        || head.trim_end().ends_with([':', '=']) && (tail.is_empty() || tail.starts_with(['\n', '\r', ',', ' ']));
    is_quoted || is_value()
}

/// Reports whether a list of families of fonts stands before the mention on its line.
fn is_font(head: &str) -> bool {
    /// Longest list, in bytes.
    const LONGEST: usize = 240;
    let line = line::before(head, head.len(), LONGEST);
    ["font-family:", "fontFamily:", "--font:", "font:", "fontFamily=\""].iter().any(|name| line.contains(name))
}

/// Reports whether a mention ends in a class of typefaces, where typefaces are spoken of: `<family>DejaVu Sans`, `Noto Serif fonts`.
fn is_typeface(found: &str, head: &str) -> bool {
    /// Reach of the look, in bytes.
    const NEAR: usize = 160;
    const SIGNS: [&str; 7] = ["amily", "font", "Font", "DejaVu", "Noto", "Bitstream", "typeface"];
    let (before, last) = found.rsplit_once(' ').unwrap_or(("", found));
    let near = window::before(head, head.len(), NEAR);
    matches!(last, "Sans" | "Serif" | "Mono" | "Monospace")
        && SIGNS.iter().any(|sign| near.contains(sign) || before.contains(sign))
}

/// Reports whether a mention is the name of a digest before its hexadecimal digits: `sha: d035bb18…`.
fn is_of_digest(found: &str, tail: &str) -> bool {
    /// Fewest digits.
    const DIGITS: usize = 12;
    const NAMES: &WordList = &WordList::new("sha|commit|digest|etag|hash|parent|tree");
    let digits = tail.trim_start_matches([':', '=', ' ', '\t', '"', '\'']);
    is_listed(found, NAMES) && digits.bytes().take(DIGITS).filter(u8::is_ascii_hexdigit).count() == DIGITS
}

/// Reports whether a mention of one word is a service, and stands in quotes or before a sign as the name of its key does.
pub(super) fn is_service(found: &str, head: &str, tail: &str) -> bool {
    let is_key = head.ends_with(['"', '\'', '_', '.']) || tail.starts_with([':', '=', '_']);
    is_key && !found.contains(' ') && names_service(&found.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_told_from_names() {
        for (head, found, tail, expected) in [
            ("", "PORT     STATE", " SERVICE", true),
            ("www IN ", "CNAME", " host", true),
            ("region: ", "eu", "\n", true),
            ("(\"region\", \"", "eu", "\")", true),
            ("wir sind bei ", "eu", " weit", false),
            ("<family>", "DejaVu Sans", "</family>", true),
            ("ask ", "Sans", " about it", false),
            ("font-family: \"Georgia\", \"", "Baskerville", "\"", true),
            ("  ", "sha", ": d035bb18777a5f64", true),
            ("", "Sha", " wrote to me", false),
            ("ask ", "Port", "er", false),
        ] {
            assert_eq!(is_output(found, head, tail), expected, "{head}{found}{tail}");
        }
    }
}
