//! Software that the models take for persons: `Jenkins job failed`, `Julia grammar`, `Vitest`.

use super::{PRODUCTS, first_word, has_title};
use crate::{
    model::{
        technical::{self, names_technology},
        words::{NAMES, Words},
    },
    recognizers::support::word_list::{WordList, is_listed},
    text::{run_before, window},
};

/// Software that nobody bears the name of.
const SOFTWARE: &WordList = &WordList::new(
    "segfault|vitest|prisma|haskell|kotlin|tokio|clippy|kyverno|vagrant|mockito|lombok|bundler|husky|prettier|storybook|airflow|celery|istio|\
     dockerfile|makefile|homebrew|nixos|archlinux|pycharm|intellij|vscode|neovim|emacs|\
     valgrind|memcheck|automake|autoconf|autotools|libtool|cmake|groff|nroff|troff|protobuf|cygwin|mingw|emscripten|yamllint|xmltodict|gunicorn|werkzeug|\
     pulumi|hadoop|lucene|solr|mahout|parquet|ambari|karaf|konsole|yakuake|okular|krita|falkon|speex|vorbis|daala|zigbee|toslink|paxos|jepsen|mersenne|\
     qwik|marionette|snackbar|fargate|nostr|avahi|kerberos",
);
/// Software named as few people are.
const RARE: &WordList = &WordList::new(
    "jenkins|packer|maven|jest|mocha|guava|docker|bamboo|vault|helm|argo|miri|nuxt|bazel|flink|jekyll|gatsby|nomad|perl|lua|bison|python|apache|solaris|jacoco|rayon|ruff|tika|loki|samba",
);
/// Software named as people are, which counts before its kind and beside other software alone.
const NAMED: &WordList = &WordList::new(
    "jackson|cassandra|julia|travis|hudson|chef|puppet|consul|ada|pascal|ruby|crystal|dexter|linus|babel|ember|phoenix|hugo|astro|bruno|spark|\
     luigi|otto|salt",
);
/// Words that stand beside names of software.
const TECHNICAL: &WordList = &WordList::new(
    "job|jobs|build|builds|pipeline|pipelines|image|images|container|containers|plugin|plugins|schema|schemas|migration|migrations|cluster|pod|pods|\
     deploy|deployment|staging|server|hooks|runner|runners|grammar|grammars|artifact|artifacts|agent|commit|repo|repository|compiler|syntax|\
     sidecar|sidecars|workflow|workflows|dashboard|dashboards|localhost|ci|cd|k8s|backend|frontend|stacktrace|yaml|template|templates",
);

/// Reports whether `word` is software, be it named as people are or not.
pub fn names_software(word: &str) -> bool {
    [SOFTWARE, RARE, NAMED, PRODUCTS].iter().any(|list| is_listed(word, list))
}

/// Reports whether a mention of one word is software: its name is that of nobody, or software is what it stands beside.
pub(super) fn is_program(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    if found.contains(' ') {
        return false;
    }
    is_listed(found, SOFTWARE)
        || is_listed(found, RARE) && !has_title(head) && is_in_technical(words, head, tail)
        || is_listed(found, NAMED) && is_software(head, tail)
}

/// Reports whether what `found` is stands behind a name, `Julia grammar`, or other software beside it, `Kafka, Cassandra and Airflow`.
fn is_software(head: &str, tail: &str) -> bool {
    let is_known = |word: &str| is_listed(word, PRODUCTS) || is_listed(word, SOFTWARE) || is_listed(word, RARE);
    let links = [", ", " and ", " & ", "/"];
    let behind = || links.iter().find_map(|link| tail.strip_prefix(link)).map(first_word);
    let before =
        || links.iter().find_map(|link| head.strip_suffix(link)).map(|head| run_before(head, char::is_alphanumeric));
    tail.strip_prefix(' ').map(first_word).is_some_and(|word| is_listed(word, TECHNICAL))
        || [behind(), before()].into_iter().flatten().any(is_known)
}

/// Reports whether a word of software stands near, in the same line.
fn is_in_technical(words: &Words<'_>, head: &str, tail: &str) -> bool {
    /// Reach of the look, in bytes.
    const NEAR: usize = 64;
    let before = window::before(head, head.len(), NEAR).rsplit('\n').next().unwrap_or_default();
    let behind = window::behind(tail, 0, NEAR).split('\n').next().unwrap_or_default();
    let is_technical = |word: &str| {
        let lower = word.to_lowercase();
        is_listed(&lower, PRODUCTS)
            || is_listed(&lower, SOFTWARE)
            || is_listed(&lower, TECHNICAL)
            || names_technology(&lower) && words.classes(word) & NAMES == 0
            || technical::ABBREVIATIONS.contains(&word)
    };
    [before, behind]
        .iter()
        .any(|near| near.split(|c: char| !c.is_alphanumeric()).any(|word| word.len() > 1 && is_technical(word)))
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn software_is_told_by_what_stands_beside_them() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (head, found, tail, expected) in [
            ("the ", "Jenkins", " job failed", true),
            ("", "Jackson", " broke the build", false),
            ("Mr ", "Jenkins", " broke the build", false),
            ("add ", "Julia", " grammars", true),
            ("Grafana, ", "Jackson", ", Hibernate", true),
            ("", "Vitest", " and", true),
            ("ask ", "Jenkins", " about the rent", false),
        ] {
            assert_eq!(is_program(&words, found, head, tail), expected, "{head}{found}{tail}");
        }
    }
}
