//! Keys that the tools of services take as bare arguments or behind short options, which name nothing: `ngrok config add-authtoken …`,
//! `wandb login …`, `netlify deploy -a …`, `fly secrets set NAME=…`.

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::{
    chosen_words::is_rare_word,
    key_value::{is_uuid, may_be_key},
    password_value::{has_digit, has_letter},
    randomness::is_random,
    stand_ins::{is_name, is_ordinary, is_placeholder},
};
use crate::text::window;
use crate::{Candidate, Finding, Pattern, Rule};

/// The place of a secret among the arguments of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A random operand, with at most so many others before it.
    Key(usize),
    /// Behind one of these options: random.
    Option(&'static [&'static str]),
    /// Behind one of these options: random or not.
    Password(&'static [&'static str]),
    /// The operand of this number, counted from 0, random or not.
    Operand(usize),
    /// The first operands, so many of them, random or not.
    Operands(usize),
    /// The operand of this number, random or a rare word.
    Word(usize),
    /// The same where `--secret` says so.
    Marked(usize),
    /// The values of pairs: `NAME=…`.
    Pairs,
    /// What stands behind the colon of the last operand: `user:…`.
    Login,
}

use Place::{Key, Login, Marked, Operand, Operands, Option as Behind, Pairs, Password, Word};

/// The table of commands, a line for each, and the expression that they are searched by, which holds them as they are.
macro_rules! commands {
    ($first:literal => $place:expr, $($command:literal => $more:expr,)*) => {
        const COMMANDS: &[(&str, Place)] = &[($first, $place), $(($command, $more)),*];
        const SEARCHED: &str = concat!("(?:", $first, $("|", $command,)* ")");
    };
}

commands! {
    "b2 account authorize" => Key(1),
    "b2 authorize-account" => Key(1),
    "bcp" => Password(&["-P"]),
    "beeline" => Password(&["-p"]),
    "bitcoin-cli encryptwallet" => Operand(0),
    "bitcoin-cli importprivkey" => Key(0),
    "bitcoin-cli walletpassphrase" => Operand(0),
    "bundle config" => Login,
    "bw" => Behind(&["--session"]),
    "bw login" => Operand(1),
    "bw unlock" => Operand(0),
    "cargo login" => Key(0),
    "certutil" => Password(&["-p"]),
    "cf auth" => Operand(1),
    "choco apikey" => Behind(&["-k"]),
    "choco push" => Behind(&["-k"]),
    "circleci setup" => Key(0),
    "civo apikey save" => Key(1),
    "cloudflared service install" => Key(0),
    "codecov" => Behind(&["-t"]),
    "codecov.io/bash" => Behind(&["-t"]),
    "comet login" => Key(0),
    "composer config" => Key(2),
    "conan user" => Password(&["-p"]),
    "confluent api-key store" => Key(0),
    "consul agent" => Behind(&["-encrypt"]),
    "consul keyring" => Behind(&["-install", "-use", "-remove"]),
    "cqlsh" => Password(&["-p"]),
    "crackmapexec" => Password(&["-p"]),
    "cypher-shell" => Password(&["-p"]),
    "databricks secrets put-secret" => Password(&["--string-value"]),
    "doctl auth init" => Behind(&["-t"]),
    "dogecoin-cli importprivkey" => Key(0),
    "dokku config:set" => Pairs,
    "doppler secrets set" => Operand(1),
    "dotnet nuget push" => Behind(&["-k"]),
    "dotnet user-secrets set" => Operand(1),
    "drush user:password" => Word(1),
    "dsadd user" => Password(&["-pwd"]),
    "dvc remote modify" => Key(2),
    "eas env:create" => Behind(&["--value"]),
    "eas secret:create" => Behind(&["--value"]),
    "eb setenv" => Pairs,
    "elasticsearch-users" => Password(&["-p"]),
    "evil-winrm" => Password(&["-p"]),
    "firebase functions:config:set" => Pairs,
    "fly deploy" => Behind(&["-t"]),
    "fly secrets set" => Pairs,
    "flyctl deploy" => Behind(&["-t"]),
    "flyctl secrets set" => Pairs,
    "gh auth login" => Key(0),
    "git config" => Key(1),
    "gitlab-runner register" => Behind(&["-r"]),
    "glab auth login" => Behind(&["-t"]),
    "gradient apiKey" => Key(0),
    "grafana-cli admin reset-admin-password" => Word(0),
    "heroku config:set" => Pairs,
    "hydra" => Password(&["-p"]),
    "infisical secrets set" => Pairs,
    "influx" => Behind(&["-t"]),
    "ipa-client-install" => Password(&["-w"]),
    "ipa-replica-install" => Password(&["-p", "-w"]),
    "ipa-server-install" => Password(&["-p", "-a"]),
    "kaggle config set" => Behind(&["-v"]),
    "kubectl create secret" => Pairs,
    "ldappasswd" => Password(&["-s"]),
    "litecoin-cli importprivkey" => Key(0),
    "llm keys set" => Behind(&["--value"]),
    "mc alias set" => Key(2),
    "mc config host add" => Key(2),
    "mcli alias set" => Key(2),
    "neo4j-admin dbms set-initial-password" => Word(0),
    "netbird up" => Behind(&["-k"]),
    "netexec" => Password(&["-p"]),
    "netlify deploy" => Behind(&["-a"]),
    "netlify env:set" => Operand(1),
    "ngrok authtoken" => Key(0),
    "ngrok config add-authtoken" => Key(0),
    "nmcli con" => Password(&["wifi-sec.psk", "802-11-wireless-security.psk"]),
    "nmcli connection" => Password(&["wifi-sec.psk", "802-11-wireless-security.psk"]),
    "nomad acl bootstrap" => Key(0),
    "now secrets add" => Operand(1),
    "nuget push" => Key(1),
    "nxc" => Password(&["-p"]),
    "ovsx publish" => Behind(&["-p"]),
    "pdftk" => Password(&["input_pw", "owner_pw", "user_pw"]),
    "pdftotext" => Password(&["-upw", "-opw"]),
    "poetry config http-basic." => Operand(2),
    "poetry config pypi-token." => Key(1),
    "pulumi config set" => Marked(1),
    "qpdf --encrypt" => Operands(2),
    "railway variables" => Pairs,
    "rclone config create" => Password(&["pass"]),
    "rclone obscure" => Operand(0),
    "scw config set" => Pairs,
    "scw init" => Pairs,
    "serf agent" => Behind(&["-encrypt"]),
    "signtool sign" => Password(&["/p"]),
    "smbmap" => Password(&["-p"]),
    "snyk auth" => Key(0),
    "snyk config set" => Pairs,
    "sqlcmd" => Password(&["-P"]),
    "steghide" => Password(&["-p"]),
    "supabase secrets set" => Pairs,
    "swift" => Behind(&["-K"]),
    "tfx login" => Behind(&["-t"]),
    "useradd" => Password(&["-p"]),
    "usermod" => Password(&["-p"]),
    "uv publish" => Behind(&["-t"]),
    "vastai set api-key" => Key(0),
    "vault kv patch" => Pairs,
    "vault kv put" => Pairs,
    "vault login" => Key(0),
    "vault operator rekey" => Key(0),
    "vault operator unseal" => Key(0),
    "vault token lookup" => Key(0),
    "vault token renew" => Key(0),
    "vault token revoke" => Key(0),
    "vault unwrap" => Key(0),
    "vercel" => Behind(&["-t"]),
    "vercel secrets add" => Operand(1),
    "vncviewer" => Password(&["-passwd"]),
    "vsce login" => Behind(&["-p"]),
    "vsce publish" => Behind(&["-p"]),
    "wandb login" => Key(0),
    "warp-cli registration license" => Key(0),
    "x11vnc" => Password(&["-passwd"]),
    "zerotier-cli set" => Key(2),
}

/// Longest command, in bytes, and its most words.
const LONGEST: usize = 640;
const MOST: usize = 32;

pub(super) const RULES: &[Rule] = &[Rule {
    // The first, the second and the third secret of a command.
    patterns: Cow::Borrowed(&[
        Pattern::prefix(SEARCHED, 0.88, 0.92),
        Pattern::prefix(SEARCHED, 0.88, 0.92),
        Pattern::prefix(SEARCHED, 0.88, 0.92),
    ]),
    context: words![],
    check,
    ..PREFIXED
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let near = window::behind(text, candidate.range.start, LONGEST);
    let (command, place) =
        COMMANDS.iter().filter(|(command, _)| begins(near, command)).max_by_key(|(command, _)| command.len())?;
    let start = candidate.range.start + command.len();
    let mut found = secrets(text, start, *place);
    found.nth(candidate.pattern).and_then(|place| candidate.part(place))
}

/// Reports whether `text` begins with all of `command`: behind it stands a blank, or it names a member that goes on.
fn begins(text: &str, command: &str) -> bool {
    let behind = text.strip_prefix(command);
    behind.is_some_and(|rest| rest.starts_with([' ', '\t', ')']) || command.ends_with('.') && !rest.starts_with(' '))
}

/// The secrets at `place` among the arguments that begin at `start`.
fn secrets(text: &str, start: usize, place: Place) -> Box<dyn Iterator<Item = Range<usize>> + '_> {
    let mut words = words(text, start).into_iter().take(MOST);
    match place {
        Key(others) => Box::new(keys(text, words, others)),
        Behind(options) => Box::new(behind_options(text, words, options, is_random_key)),
        Password(options) => {
            Box::new(behind_options(text, words, options, |word| is_value(word) || is_rare_word(word)))
        }
        Pairs => Box::new(words.filter_map(|word| value_of_pair(text, word))),
        Operand(number) => {
            Box::new(operands(text, words).nth(number).filter(|word| is_value(&text[word.clone()])).into_iter())
        }
        Word(number) => {
            let is_told = |word: &Range<usize>| is_value(&text[word.clone()]) || is_rare_word(&text[word.clone()]);
            Box::new(operands(text, words).nth(number).filter(is_told).into_iter())
        }
        Operands(number) => Box::new(operands(text, words).take(number).filter(|word| is_value(&text[word.clone()]))),
        Marked(number) => {
            let is_marked = words.clone().any(|word| &text[word] == "--secret");
            let word = operands(text, words).nth(number);
            Box::new(word.filter(|word| is_marked && is_value(&text[word.clone()])).into_iter())
        }
        Login => {
            let login = words.by_ref().last().and_then(|word| password_of_login(text, word));
            Box::new(login.into_iter())
        }
    }
}

/// The words of the command that goes on at `start`, without quotes, up to the end of its line or the sign that ends it; a backslash
/// before a line's end goes on with the next one.
fn words(text: &str, start: usize) -> Vec<Range<usize>> {
    let near = window::behind(text, start, LONGEST);
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(rest) = near.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(first) = rest.chars().next() else { break };
        match first {
            ' ' | '\t' | '\r' => at += 1,
            '\\' => at += rest.len() - rest[1..].trim_start().len(),
            '\n' | '|' | ';' | '&' | '`' | '#' => break,
            '"' | '\'' => {
                let Some(len) = rest[1..].find([first, '\n']) else { break };
                words.push(start + at + 1..start + at + 1 + len);
                at += len + 2;
            }
            _ => {
                let len = rest.find(|c: char| c.is_whitespace() || matches!(c, '|' | ';' | '`')).unwrap_or(rest.len());
                words.push(start + at..start + at + rest[..len].trim_end_matches(['"', '\'', ',', ')']).len());
                at += len.max(1);
            }
        }
    }
    words
}

/// The random words among `words`, with at most `others` operands before them; a word behind an option may be its value.
fn keys(text: &str, words: impl Iterator<Item = Range<usize>>, others: usize) -> impl Iterator<Item = Range<usize>> {
    let (mut left, mut is_behind_option) = (others, false);
    words
        .map_while(move |word| {
            let found = &text[word.clone()];
            let is_option = found.starts_with(['-', '<']);
            let is_found = !is_option && is_random_key(found);
            if !is_option && !is_found && !is_behind_option {
                left = left.checked_sub(1)?;
            }
            is_behind_option = is_option;
            Some(is_found.then_some(word))
        })
        .flatten()
}

/// The words behind one of `options`, with a blank or `=` between, that are secrets.
fn behind_options(
    text: &str,
    words: impl Iterator<Item = Range<usize>>,
    options: &'static [&'static str],
    is_secret: fn(&str) -> bool,
) -> impl Iterator<Item = Range<usize>> {
    let mut is_behind = false;
    words.filter_map(move |word| {
        let found = &text[word.clone()];
        let joined = options.iter().find_map(|option| found.strip_prefix(option)?.strip_prefix('='));
        let value = joined.or(is_behind.then_some(found)).map(|value| word.end - value.len()..word.end);
        is_behind = options.contains(&found);
        value.filter(|value| is_secret(&text[value.clone()]))
    })
}

/// The operands among `words`, which are no options.
fn operands(text: &str, words: impl Iterator<Item = Range<usize>>) -> impl Iterator<Item = Range<usize>> {
    words.filter(|word| !text[word.clone()].starts_with('-'))
}

/// The value of the pair `NAME=…` at `word`.
fn value_of_pair(text: &str, word: Range<usize>) -> Option<Range<usize>> {
    /// Fewest bytes of a value.
    const LEAST: usize = 8;
    let found = &text[word.clone()];
    let pair = found.strip_prefix("--from-literal=").or_else(|| found.strip_prefix("--set=")).unwrap_or(found);
    let (name, value) = pair.split_once('=')?;
    let value = value.trim_matches(['"', '\'']);
    let is_name = !name.starts_with('-') && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
    let start = word.end - (found.len() - found.rfind(value)?);
    let is_word = || name.to_ascii_lowercase().contains("pass") && is_rare_word(value);
    (is_name && value.len() >= LEAST && (is_value(value) || is_uuid(value) || is_word()))
        .then_some(start..start + value.len())
}

/// The password of the login `user:…` at `word`.
fn password_of_login(text: &str, word: Range<usize>) -> Option<Range<usize>> {
    let (user, password) = text[word.clone()].split_once(':')?;
    let is_user = !user.is_empty() && !password.starts_with('/');
    (is_user && is_value(password)).then_some(word.end - password.len()..word.end)
}

/// Reports whether a word is a key: random, or a UUID.
fn is_random_key(word: &str) -> bool {
    /// Fewest bytes of a key.
    const LEAST: usize = 16;
    let is_plain = word.starts_with(['/', '.', '$', '@', '~', '%']) || word.contains("://");
    word.len() >= LEAST && !is_plain && may_be_key(word) && (is_uuid(word) || has_digit(word) && is_random(word))
}

/// Reports whether a word is a secret where one stands: letters and a digit, and neither a variable, a file nor an address.
fn is_value(word: &str) -> bool {
    /// Fewest bytes of a password.
    const LEAST: usize = 6;
    let is_other = is_placeholder(word) || is_name(word) || is_ordinary(word) || word.contains("://");
    word.len() >= LEAST
        && has_digit(word)
        && has_letter(word)
        && !is_other
        && !word.starts_with(['$', '@', '/', '-', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let (command, place) = COMMANDS
            .iter()
            .filter(|(command, _)| begins(text, command))
            .max_by_key(|(command, _)| command.len())
            .expect("a command of the table");
        secrets(text, command.len(), *place).map(|place| &text[place]).collect()
    }

    #[test]
    fn commands_are_in_order_and_hold_no_signs_of_expressions() {
        assert!(COMMANDS.is_sorted_by_key(|(command, _)| *command));
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b" -.:/".contains(&b);
        assert!(COMMANDS.iter().all(|(command, _)| command.bytes().all(is_plain)));
    }

    #[test]
    fn keys_stand_behind_options_and_operands() {
        for (text, expected) in [
            ("wandb login 5ad5046c59d6ca72492ce770532fbed3c81a8e4a", &["5ad5046c59d6ca72492ce770532fbed3c81a8e4a"][..]),
            (
                "wandb login --relogin 5ad5046c59d6ca72492ce770532fbed3c81a8e4a",
                &["5ad5046c59d6ca72492ce770532fbed3c81a8e4a"],
            ),
            (
                "wandb login --host=https://w.example.org \\\n  5ad5046c59d6ca72492ce770532fbed3c81a8e4a",
                &["5ad5046c59d6ca72492ce770532fbed3c81a8e4a"],
            ),
            ("wandb login broke in 5ad5046c59d6ca72492ce770532fbed3c81a8e4a", &[]),
            ("wandb login $WANDB_API_KEY", &[]),
            (
                "mc alias set acme https://s3.example.org KW3XPQ8LMZ2VTN6RB4YD kW3xPq8LmZ2vTn6Rb4Yd9sHcQ7wE1uJf",
                &["KW3XPQ8LMZ2VTN6RB4YD", "kW3xPq8LmZ2vTn6Rb4Yd9sHcQ7wE1uJf"],
            ),
            ("netlify deploy --prod -a kW3xPq8LmZ2vTn6Rb4Yd9sHc", &["kW3xPq8LmZ2vTn6Rb4Yd9sHc"]),
            ("netlify deploy -s 8f14e45f-ceea-467f-9a3c-2e1d5b7a0c44", &[]),
            ("fly secrets set DB=Gale2746x9 MAIL='Moon4711y2' MODE=production", &["Gale2746x9", "Moon4711y2"]),
            ("poetry config http-basic.acme builder Gale#2746", &["Gale#2746"]),
            ("pulumi config set --secret dbPassword Gale2746x", &["Gale2746x"]),
            ("pulumi config set aws:region eu-west-1", &[]),
            ("bundle config set --global gems.example.org builder:Gale2746x", &["Gale2746x"]),
            ("bw unlock Gale2746x && ls", &["Gale2746x"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
