//! Names of steps, jobs and workflows in files that tell programs what to run, `- name: Install Rust` above `run: …`, and of tools, `"name":
//! "Azure Pipelines"`, which are nobody's.

use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Form};

/// Words that begin the names of tasks, and that nobody is called.
const VERBS: &WordList = &WordList::new(
    "install|uninstall|run|check|test|tests|build|compile|setup|set|configure|publish|deploy|checkout|upload|download|cache|restore|lint|format|\
     release|push|pull|fetch|clone|create|delete|remove|update|upgrade|generate|verify|validate|analyze|analyse|prepare|start|stop|restart|\
     enable|disable|ensure|add|copy|move|login|use|get|approve|ignore|execute|init|initialize|initialise|clean|cleanup|bump|scan|audit|\
     notify|send|wait|smoke|unit|integration|code|cargo|collect|extract|archive|render|measure|report",
);

/// Words that end the names of tools, documents and states, and that nobody is called.
const ENDS: &WordList = &WordList::new(
    "actions|pipelines|document|documents|repository|plugin|plugins|extension|extensions|module|library|framework|toolkit|engine|workers|compiler|\
     database|service|services|settings|dashboard|republic|kingdom|islands|states|tests|test|suite|coverage|documentation|template|templates|\
     tool|tools|demo|tutorial|guide|editor|lexer|parser|format|formats|sources|sourcelist|orchestra|quartet|philharmonic|cluster|gateway",
);

/// Members of tasks beside their name, as GitHub, GitLab, Azure and Ansible know them, and that no record of a person has.
const MEMBERS: [&str; 24] = [
    "run:",
    "uses:",
    "runs-on:",
    "needs:",
    "steps:",
    "script:",
    "if:",
    "with:",
    "on:",
    "jobs:",
    "strategy:",
    "shell:",
    "hosts:",
    "become:",
    "register:",
    "when:",
    "timeout-minutes:",
    "workingDirectory:",
    "displayName:",
    "task:",
    "bash:",
    "pwsh:",
    "stage:",
    "continue-on-error:",
];

/// Reports whether the value names a task or a tool: it begins with a verb of tasks, ends with a word for a tool, or a member of a task stands on a line next to it.
pub(super) fn is_of_task(candidate: &Candidate<'_>) -> bool {
    let first = candidate.matched().split(' ').next().unwrap_or_default();
    let last = candidate.matched().rsplit(' ').next().unwrap_or_default();
    is_listed(first, VERBS)
        || is_listed(last, ENDS) && first.len() < candidate.matched().len()
        || candidate.form == Form::Line && is_beside_member(candidate)
}

/// Reports whether a member of a task stands on one of the lines around the value.
fn is_beside_member(candidate: &Candidate<'_>) -> bool {
    /// Bytes that are read on each side, and lines.
    const FAR: usize = 160;
    const LINES: usize = 3;
    let text = candidate.field.text;
    let is_member = |line: &str| {
        let line = line.trim_start().trim_start_matches("- ");
        MEMBERS.iter().any(|member| {
            line.strip_prefix(member).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\r']))
        })
    };
    let start = candidate.range.start;
    let above = window::before(text, start - line::before(text, start, FAR).len(), FAR);
    let below = window::behind(text, candidate.range.end, FAR);
    below.split('\n').skip(1).take(LINES).any(is_member) || above.trim_end().rsplit('\n').take(1).any(is_member)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn tasks_are_told_from_persons() {
        for (text, expected) in [
            ("- name: Release Notes\n  uses: acme/notes@v2\n", true),
            ("  lint:\n    name: Clippy Format\n    runs-on: ubuntu\n", true),
            ("- script: make\n  displayName: Make\n", true),
            ("name: Nightly Coverage\n\non:\n  push:\n", true),
            ("name: Install Miri\n", true),
            ("name: Zephyr Pipelines", true),
            ("- name: Jane Roe\n  role: admin\n", false),
            ("- name: Jane Roe\n  with_pets: no\n", false),
            ("name: Réka Ünal", false),
        ] {
            let field = Field::new(text);
            let at = text.find("ame: ").unwrap() + "ame: ".len();
            let end = at + text[at..].find('\n').unwrap_or(text.len() - at);
            let candidate = Candidate { field: &field, range: at..end, pattern: 0, form: Form::Line, name: "" };
            assert_eq!(is_of_task(&candidate), expected, "{text}");
        }
    }
}
