//! Levels of logs, which stand where speakers and accounts do.

use super::word_list::WordList;

/// The severities of syslog (RFC 5424, section 6.2.1) as its programs write them, and the levels of other loggers.
pub(crate) const LOG_LEVELS: &WordList =
    &WordList::new("emerg|emergency|panic|alert|crit|critical|fatal|err|error|warn|warning|notice|info|debug|trace");
