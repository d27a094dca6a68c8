//! Secrets that commands print on a line of their own: `$ op read op://prod/db/password`, `kubectl get secret … | base64 -d`,
//! `echo $DB_PASSWORD`, `openssl rand -base64 24`.

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::{
    assignment::said,
    code_shapes::is_path,
    key_value::is_uuid,
    password_value::{has_digit, has_letter},
    randomness::is_common,
    stand_ins::{is_name, is_ordinary, is_placeholder},
};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// What a command must have among its arguments to print nothing but a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// One of these.
    Any(&'static [&'static str]),
    /// A word that names a secret: `DB_PASSWORD`.
    Name,
}

use Needs::{Any, Name, Nothing};

/// The table of commands, a line for each, and the expression that they are searched by, which holds them as they are.
macro_rules! commands {
    ($first:literal => $needs:expr, $($command:literal => $more:expr,)*) => {
        const COMMANDS: &[(&str, Needs)] = &[($first, $needs), $(($command, $more)),*];
        const SEARCHED: &str = concat!("(?:", $first, $("|", $command,)* ")");
    };
}

commands! {
    "ENV" => Name,
    "Rails.application.credentials" => Name,
    "argocd admin initial-password" => Nothing,
    "aws configure get" => Name,
    "aws ecr get-login-password" => Nothing,
    "aws secretsmanager get-secret-value" => Any(&["text", "-r "]),
    "aws ssm get-parameter" => Any(&["text", "-r "]),
    "az account get-access-token" => Any(&["tsv"]),
    "az keyvault secret show" => Any(&["tsv"]),
    "bw get password" => Nothing,
    "bw login --raw" => Nothing,
    "bw unlock --raw" => Nothing,
    "cat" => Name,
    "chamber read" => Any(&["-q"]),
    "conjur variable get" => Nothing,
    "consul keygen" => Nothing,
    "doctl auth token" => Nothing,
    "doppler secrets get" => Any(&["--plain"]),
    "echo" => Name,
    "flyctl auth token" => Nothing,
    "gcloud auth print-access-token" => Nothing,
    "gcloud secrets versions access" => Nothing,
    "gh auth token" => Nothing,
    "git config" => Name,
    "gopass show" => Nothing,
    "heroku auth:token" => Nothing,
    "heroku config:get" => Nothing,
    "infisical secrets get" => Any(&["--plain"]),
    "jq" => Name,
    "keepassxc-cli show" => Any(&["-a ", "--attributes "]),
    "keyring get" => Nothing,
    "kubectl" => Any(&["get secret"]),
    "lpass show" => Any(&["--password", "-p"]),
    "mix phx.gen.secret" => Nothing,
    "npm config get" => Any(&["_auth"]),
    "npm token create" => Nothing,
    "oc" => Any(&["get secret"]),
    "op item get" => Any(&["--fields"]),
    "op read" => Nothing,
    "openssl rand" => Any(&["-hex", "-base64"]),
    "os.environ" => Name,
    "os.getenv" => Name,
    "pass show" => Nothing,
    "printenv" => Name,
    "process.env" => Name,
    "pulumi config get" => Name,
    "pwgen" => Nothing,
    "rails secret" => Nothing,
    "rake secret" => Nothing,
    "redis-cli" => Name,
    "secret-tool lookup" => Nothing,
    "security find-generic-password" => Any(&["-w"]),
    "security find-internet-password" => Any(&["-w"]),
    "serf keygen" => Nothing,
    "snyk config get" => Nothing,
    "sops" => Any(&["--extract"]),
    "terraform output" => Name,
    "vault kv get" => Any(&["-field"]),
    "vault print token" => Nothing,
    "vault read" => Any(&["-field"]),
    "vault token create" => Any(&["-field"]),
    "wg genkey" => Nothing,
    "wg genpsk" => Nothing,
    "wp config get" => Name,
    "yq" => Name,
}

/// Longest command, in bytes.
const LONGEST: usize = 400;

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[
        Pattern::prefix(SEARCHED, 0.88, 0.92),
        // `netsh wlan show profile name=… key=clear`
        Pattern::prefix(
            "(?:Key Content|Schlüsselinhalt|Contenu de la clé|Contenido de la clave|Contenuto chiave|Conteúdo da Chave|Sleutelinhoud) ",
            0.88,
            0.92,
        ),
    ]),
    context: words![],
    check,
    ..PREFIXED
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    if candidate.pattern == 1 {
        return candidate.part(of_network(text, candidate.range.end)?);
    }
    let near = window::behind(text, start, LONGEST);
    let begins = |command: &str| {
        near.strip_prefix(command).is_some_and(|rest| rest.starts_with([' ', '\n', '\r', '.', '[', '(']))
    };
    let (command, needs) =
        COMMANDS.iter().filter(|(command, _)| begins(command)).max_by_key(|(command, _)| command.len())?;
    // Whatever else begins like a short one is prose: a prompt stands before it.
    let is_told = *needs != Name || follows_prompt(text, start);
    let end = start + line_len(near)?;
    let arguments = text.get(start + command.len()..end)?;
    (is_told && is_met(*needs, arguments)).then(|| candidate.part(printed(text, end)?))?
}

/// The length of the command that begins `near`, up to the end of its line; a backslash before that goes on with the next one.
fn line_len(near: &str) -> Option<usize> {
    near.match_indices('\n').map(|(end, _)| end).find(|end| !near[..*end].trim_end_matches('\r').ends_with('\\'))
}

/// Reports whether a prompt begins the line of the command at `at`, or stands before it: a script prints nothing.
fn follows_prompt(text: &str, at: usize) -> bool {
    /// Longest prompt, in bytes.
    const FAR: usize = 96;
    const SIGNS: [&str; 6] = ["$", "#", "%", ">", "❯", "✗"];
    let head = line::before(text, at, FAR).trim();
    SIGNS.iter().any(|sign| {
        let is_behind =
            |place: usize| head[place + sign.len()..].is_empty() || head[place + sign.len()..].starts_with(' ');
        head.match_indices(sign).any(|(place, _)| is_behind(place))
    })
}

/// The key of a wireless network behind its name that ends at `at`.
fn of_network(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest line, in bytes.
    const FAR: usize = 128;
    let near = line::behind(text, at, FAR);
    let value = near.trim_start().strip_prefix(':')?.trim_start();
    let start = at + near.len() - value.len();
    let value = value.trim_end();
    (value.len() >= 8 && !is_placeholder(value)).then_some(start..start + value.len())
}

/// Reports whether `arguments` have what a command needs. What goes into a file is not printed.
fn is_met(needs: Needs, arguments: &str) -> bool {
    let names = |word: &str| {
        let name = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let name = name.rsplit(['/', '.']).next().unwrap_or_default();
        said(name).is_some()
    };
    let is_kept = arguments.contains('>') || arguments.contains("pbcopy") || arguments.contains("xclip");
    !is_kept
        && match needs {
            Nothing => true,
            Any(words) => words.iter().any(|word| arguments.contains(word)),
            Name => arguments.split([' ', '"', '\'']).any(names),
        }
}

/// The secret that is the whole line behind the end of a line at `end`.
fn printed(text: &str, end: usize) -> Option<Range<usize>> {
    /// Lengths of a secret, in bytes.
    const LEN: std::ops::RangeInclusive<usize> = 6..=256;
    let line = line::behind(text, end + 1, *LEN.end() + 1).trim_end();
    // Programs that answer lines show texts in quotes: `=> "…"`.
    let bare = line.trim_start_matches([' ', '\t']);
    let bare = bare.strip_prefix("=> ").unwrap_or(bare);
    let quote = bare.chars().next().filter(|sign| matches!(sign, '"' | '\''));
    let inner = quote.and_then(|quote| bare[1..].strip_suffix(quote));
    let found = inner.unwrap_or(bare);
    let start = end + 1 + line.len() - bare.len() + usize::from(inner.is_some());
    let has_sign = found.chars().any(|c| c.is_ascii_punctuation() && !"._-:/'()[]{}<>".contains(c));
    let is_plain =
        found.contains(char::is_whitespace) || found.ends_with([':', ',', '{', '[', ';']) || found.contains("://");
    let is_other = is_placeholder(found)
        || is_name(found)
        || is_ordinary(found)
        || is_common(found)
        || is_path(found)
        || found.starts_with(['$', '#', '>', '{', '[', '<', '-', '(', '`', '"', '/', '*', '|'])
        || is_address(found);
    let is_secret = has_letter(found) && (has_digit(found) || has_sign) || is_uuid(found);
    (LEN.contains(&found.len()) && !is_plain && !is_other && is_secret).then_some(start..start + found.len())
}

/// Reports whether it is a host, a file or a name in code: short words of letters and digits that stops join.
fn is_address(found: &str) -> bool {
    let is_label = |part: &str| part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    found.contains('.') && found.split('.').all(|part| is_label(part) && part.len() < 24)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_in_order_and_hold_no_signs_of_expressions() {
        assert!(COMMANDS.is_sorted_by_key(|(command, _)| *command));
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b" -.:".contains(&b);
        assert!(COMMANDS.iter().all(|(command, _)| command.bytes().all(is_plain)));
    }

    #[test]
    fn a_secret_is_a_line_of_its_own() {
        for (text, expected) in [
            ("\nVq7!mint-Kettle\n$ ls", true),
            ("\nVq7mintKettle\r\n", true),
            ("\n8f14e45f-ceea-467f-9a3c-2e1d5b7a0c44", true),
            ("\n=> \"Vq7!mint-Kettle\"", true),
            ("\n'Vq7!mint-Kettle'", true),
            ("\nNAME   TYPE", false),
            ("\nhttps://db1.example.org", false),
            ("\ndb1.example.org", false),
            ("\n10.12.5.40", false),
            ("\nproduction", false),
            ("\n$ ls", false),
            ("\n", false),
        ] {
            assert_eq!(printed(text, 0).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn a_prompt_stands_before_a_command() {
        for (text, expected) in [
            ("jane@box:~$ ", true),
            (">>> ", true),
            ("$ docker exec db ", true),
            ("➜  app git:(main) ✗ ", true),
            ("    ", false),
            ("if [ $1 ]; then ", false),
        ] {
            assert_eq!(follows_prompt(text, text.len()), expected, "{text}");
        }
    }

    #[test]
    fn arguments_name_what_is_printed() {
        assert!(is_met(Name, " $DB_PASSWORD"));
        assert!(is_met(Name, " -raw db_password"));
        assert!(is_met(Name, " /run/secrets/db_password"));
        assert!(is_met(Name, " -r '.data.token' out.json"));
        assert!(!is_met(Name, " $HOME"));
        assert!(!is_met(Name, " $DB_PASSWORD > file"));
        assert!(!is_met(Any(&["--plain"]), " DB"));
    }
}
