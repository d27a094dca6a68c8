//! [`Model`]: all parts put together, from a text to its mentions.
//!
//! # Windows
//!
//! A text is read in windows of [`WINDOW`] tokens, each of which begins with the last [`CONTEXT`] tokens of the one
//! before and ends with tokens that are only looked at. No layer and no feature sees further than that, so that
//! where windows end is hardly ever seen. They end at line ends where there are some. Memory does not grow with the
//! text, and time only in proportion.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicU64, Ordering},
};

use masquerade_text::{Span, steps};

use super::{
    artefact::{Artefact, ArtefactError},
    crf::{self, Crf, FormScores},
    decode::{Calibration, Decoder, Mention, Thresholds, UncheckedMention},
    document_memory::{DocumentMemory, PendingTokens},
    features::{Form, token_bits},
    first_names,
    kernel::Kernel,
    lexicon::{Lexicon, Lists, Meaning, class, fingerprint},
    name_bounds, name_form,
    network::{self, FormSum, Network, Probabilities},
    stretches::{Slot, Stretches},
    tag::{LANES, OUTSIDE, TYPES, Type},
    token::{Gap, Token, Tokens},
    weights::VECTOR,
    word_cache::{Parts, WordCache},
};

/// Length of a window, in tokens.
const WINDOW: usize = 128;
/// Context on both sides of the tokens that a window decides, in tokens.
const CONTEXT: usize = 8;

/// Level of effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Level {
    /// No computation, no mentions.
    Off,
    /// The CRF alone.
    Fast,
    /// Mean of CRF and network where the CRF has doubts.
    #[default]
    Full,
}

impl Level {
    /// All levels, the cheapest first.
    pub const ALL: [Self; 3] = [Self::Off, Self::Fast, Self::Full];

    /// Name in configuration and requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Fast => "fast",
            Self::Full => "full",
        }
    }
}

/// Least presence of a first name that [`Model::mentions_where`] adds.
pub const FAINT: f32 = 0.08;
/// The same of a word in small letters that no list of first names holds: it may be a form of one.
pub const FAINT_FORM: f32 = 0.15;

/// A trained model.
#[derive(Clone, Debug)]
pub struct Model {
    id: u64,
    lexicon: Lexicon,
    crf: Crf,
    network: Network,
    /// Weight of the CRF in level `full`, 0 to 1.
    mix: f32,
    calibrations: [Calibration; 2],
    thresholds: Thresholds,
    kernel: Kernel,
}

/// Working memory, a few megabytes; one for each thread, kept from text to text. It holds no text.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    forms: WordCache,
    window: Window,
    crf: crf::Scratch,
    stretches: Stretches,
    network: network::Scratch,
    waiting: PendingTokens,
    decoder: Decoder,
}

/// The tokens of a window with their features.
#[derive(Clone, Debug, Default)]
struct Window {
    tokens: Vec<Token>,
    forms: Vec<Form>,
    scores: Vec<FormScores>,
    sums: Vec<FormSum>,
    bits: Vec<u64>,
    /// Probabilities by the CRF, or by both models.
    probabilities: Vec<Probabilities>,
    by_network: Vec<Probabilities>,
}

impl Model {
    /// Reads a model file.
    ///
    /// # Errors
    /// If it is damaged, of another version, or a tensor is not as it must be.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ArtefactError> {
        Self::new(Artefact::read(bytes)?)
    }

    /// Builds a model out of its tensors.
    ///
    /// # Errors
    /// If one is missing or not as it must be.
    pub fn new(artefact: Artefact) -> Result<Self, ArtefactError> {
        let lists = Arc::new(Lists::read(&artefact)?);
        Self::with_lists(artefact, lists)
    }

    /// Builds a model out of its tensors, with lists that are not in them.
    fn with_lists(mut artefact: Artefact, lists: Arc<Lists>) -> Result<Self, ArtefactError> {
        static MODELS: AtomicU64 = AtomicU64::new(1);
        let calibration = |name| {
            let points = artefact.get::<f32>(name, None, 2)?.as_chunks().0;
            Calibration::new(points).ok_or(ArtefactError::Tensor(name))
        };
        let calibrations = [calibration("calibration.fast")?, calibration("calibration.full")?];
        let thresholds = artefact.get("thresholds", Some(TYPES), 1)?;
        Ok(Self {
            id: MODELS.fetch_add(1, Ordering::Relaxed),
            lexicon: lexicon(&artefact, lists)?,
            crf: Crf::new(&artefact)?,
            mix: artefact.get::<f32>("mix", Some(1), 1)?.iter().sum::<f32>().clamp(0.0, 1.0),
            calibrations,
            thresholds: thresholds.try_into().map_err(|_| ArtefactError::Tensor("thresholds"))?,
            network: Network::new(&mut artefact)?,
            kernel: Kernel::best(),
        })
    }

    /// The embedded model for English, if there is one; it is read at the first call.
    pub fn embedded() -> Option<Arc<Self>> {
        static MODEL: LazyLock<Option<Arc<Model>>> = LazyLock::new(|| Model::from_bytes(EMBEDDED).ok().map(Arc::new));
        MODEL.clone()
    }

    /// The embedded model for other European languages in Latin letters, if there is one; it is read at the first call. Its
    /// lists are those of [`Model::embedded`].
    pub fn european() -> Option<Arc<Self>> {
        static MODEL: LazyLock<Option<Arc<Model>>> = LazyLock::new(|| {
            let lists = Arc::clone(Model::embedded()?.lexicon.lists());
            Model::with_lists(Artefact::read(EUROPEAN).ok()?, lists).ok().map(Arc::new)
        });
        MODEL.clone()
    }

    /// The model with another kernel; results are equal for all kernels.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// Default thresholds, chosen at training.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// The classes of lists that `word` stands in, in any case; see [`class`].
    pub fn classes(&self, word: &str) -> u16 {
        self.lexicon.word(fingerprint(&word.to_lowercase())).classes
    }

    /// Reports whether `word`, in any case, is frequent in the plain texts that the model was trained on.
    pub fn is_frequent(&self, word: &str) -> bool {
        self.lexicon.meaning(fingerprint(&word.to_lowercase())).is_frequent
    }

    /// The meaning of the word with this [`fingerprint`].
    pub(crate) fn meaning(&self, hash: u64) -> Meaning {
        self.lexicon.meaning(hash)
    }

    /// The word vector at `place`, and the value of its steps.
    pub(crate) fn vector(&self, place: u32) -> Option<(&[i8; VECTOR], f32)> {
        self.network.vector(place)
    }

    /// Mentions in `text`, by position, none within another. [`decode`](super::decode) explains thresholds and
    /// probabilities.
    ///
    /// Only `text` decides: earlier texts read with the same `scratch` change nothing.
    pub fn mentions(&self, text: &str, level: Level, thresholds: &Thresholds, scratch: &mut Scratch) -> Vec<Mention> {
        self.mentions_where(text, level, thresholds, scratch, |_| true, &mut Vec::new())
    }

    /// Mentions in the parts of `text` that this model is asked for: all that begin where `is_asked` says so of the byte
    /// offset, and maybe more beside them. The other parts take no more time than to be cut into words.
    ///
    /// Adds to `first_names`, by position, single words outside of all mentions that are rather persons than anything else:
    /// those that a list of first names holds from a presence of [`FAINT`] on, others in small letters from [`FAINT_FORM`] on.
    pub fn mentions_where(
        &self,
        text: &str,
        level: Level,
        thresholds: &Thresholds,
        scratch: &mut Scratch,
        is_asked: impl FnMut(usize) -> bool,
        first_names: &mut Vec<Mention>,
    ) -> Vec<Mention> {
        let calibration = match level {
            Level::Off => return Vec::new(),
            Level::Fast => &self.calibrations[0],
            Level::Full => &self.calibrations[1],
        };
        let before = first_names.len();
        let mut mentions: Vec<Mention> = Vec::new();
        let mut decoder = std::mem::take(&mut scratch.decoder);
        let mut found = |found: UncheckedMention| {
            let Some(mention) = found.within(text) else { return };
            name_bounds::by_line(text, mention, |mention| {
                let Some(trimmed) = name_form::trim(text, mention) else { return };
                let corrected = first_names::correct_type(text, trimmed, &self.lexicon, thresholds);
                // A name that was found in part may have been extended over this one.
                if mentions.last().is_some_and(|last| last.span.overlaps(corrected.span)) {
                    return;
                }
                match mentions.last_mut().and_then(|last| Some((name_form::join(text, last, &corrected)?, last))) {
                    Some((joined, last)) => *last = joined,
                    None => mentions.push(corrected),
                }
            });
        };
        decoder.begin(thresholds);
        self.believe_where(text, level, scratch, is_asked, |token, probabilities| {
            decoder.push(token, probabilities, calibration, &mut found);
            first_names.extend(self.first_name(text, token, probabilities, calibration));
        });
        decoder.end(found);
        scratch.decoder = decoder;
        let mut kept = before;
        for at in before..first_names.len() {
            let name = first_names[at];
            let next = mentions.partition_point(|mention| mention.span.end() <= name.span.start());
            if !mentions.get(next).is_some_and(|mention| mention.span.overlaps(name.span)) {
                first_names[kept] = name;
                kept += 1;
            }
        }
        first_names.truncate(kept);
        mentions
    }

    /// The mention of a person by this token alone, if it is in a list of first names, or may be a form of one, and likelier one
    /// than a mention of another type.
    fn first_name(
        &self,
        text: &str,
        token: &Token,
        probabilities: &Probabilities,
        calibration: &Calibration,
    ) -> Option<Mention> {
        let inside: f32 = probabilities.iter().skip(1).sum();
        let person = probabilities[Type::Person.begin()] + probabilities[Type::Person.inside()];
        let presence = calibration.apply((1.0 - probabilities[OUTSIDE]).clamp(0.0, 1.0));
        if presence < FAINT || person < 0.5 * inside {
            return None;
        }
        let word = token.of(text);
        let may_be_form = presence >= FAINT_FORM && word.chars().all(char::is_lowercase);
        if !may_be_form && self.classes(word) & class::FIRST == 0 {
            return None;
        }
        let span = Span::new(text, token.start as usize..token.end as usize)?;
        let mention = Mention { span, kind: Type::Person, presence, confidence: presence, alternative: None };
        name_form::trim(text, mention)
    }

    /// Calls `each` with every token of `text` and the probabilities of its tags, given all that the text says of
    /// the token's word; see [`document_memory`](super::document_memory). They are not calibrated.
    pub fn believe(&self, text: &str, level: Level, scratch: &mut Scratch, each: impl FnMut(&Token, &Probabilities)) {
        self.believe_where(text, level, scratch, |_| true, each);
    }

    fn believe_where(
        &self,
        text: &str,
        level: Level,
        scratch: &mut Scratch,
        is_asked: impl FnMut(usize) -> bool,
        mut each: impl FnMut(&Token, &Probabilities),
    ) {
        let mut waiting = std::mem::take(&mut scratch.waiting);
        let mut memory = DocumentMemory::new(text, &mut waiting);
        let push = |token: &Token, probabilities: &Probabilities| memory.push(token, probabilities, &mut each);
        self.read_where(text, level, scratch, is_asked, push);
        memory.end(each);
        scratch.waiting = waiting;
    }

    /// Calls `each` with every token of `text` and the probabilities of its tags, as they come from the models.
    pub fn read(&self, text: &str, level: Level, scratch: &mut Scratch, each: impl FnMut(&Token, &Probabilities)) {
        self.read_where(text, level, scratch, |_| true, each);
    }

    fn read_where(
        &self,
        text: &str,
        level: Level,
        scratch: &mut Scratch,
        mut is_asked: impl FnMut(usize) -> bool,
        mut each: impl FnMut(&Token, &Probabilities),
    ) {
        let network = match level {
            Level::Off => return,
            Level::Fast => None,
            Level::Full => Some(&self.network),
        };
        let parts = Parts { id: self.id, lexicon: &self.lexicon, crf: &self.crf, network, kernel: self.kernel };
        scratch.forms.prepare(&parts);
        scratch.window.keep_from(usize::MAX);
        let mut tokens = Tokens::new(text);
        let mut done = 0;
        loop {
            scratch.fill(text, &mut tokens, &parts);
            let count = scratch.window.tokens.len();
            let is_last = count < WINDOW;
            let end = if is_last { count } else { scratch.window.cut() };
            let mut decided = scratch.window.tokens.iter().take(end).skip(done);
            if decided.any(|token| is_asked(token.start as usize)) {
                scratch.infer(&parts, self.mix);
            } else {
                scratch.window.pass_by();
            }
            let window = &scratch.window;
            for (token, probabilities) in window.tokens.iter().zip(&window.probabilities).take(end).skip(done) {
                each(token, probabilities);
            }
            if is_last {
                return;
            }
            done = CONTEXT.min(end);
            scratch.window.keep_from(end - done);
        }
    }
}

/// Bytes of the embedded models; empty where none was trained yet.
pub static EMBEDDED: &[u8] = include_bytes!("../../../models/names.bin");
pub static EUROPEAN: &[u8] = include_bytes!("../../../models/names-european.bin");

/// The lists, and the words that have vectors.
fn lexicon(artefact: &Artefact, lists: Arc<Lists>) -> Result<Lexicon, ArtefactError> {
    let mut lexicon = Lexicon::with_lists(lists);
    let count = artefact.get::<i8>("net.vectors", None, VECTOR)?.len() / VECTOR;
    let keys = artefact.get::<u32>("net.vectors.keys", Some(count), 1)?;
    lexicon.set_vectors(keys.iter().copied(), artefact.get("net.vectors.clusters", Some(count), 1)?);
    if artefact.has("net.vectors.rare") {
        let rare = artefact.get::<u8>("net.vectors.rare", Some(count), 1)?;
        lexicon.set_rare(rare.iter().map(|rare| *rare != 0).collect());
    }
    Ok(lexicon)
}

impl Scratch {
    /// Adds tokens to the window until it is full or the text ends.
    fn fill(&mut self, text: &str, tokens: &mut Tokens, parts: &Parts) {
        let window = &mut self.window;
        while window.tokens.len() < WINDOW
            && let Some(token) = tokens.next()
        {
            let ((form, scores), sum) = self.forms.get(token.of(text), parts);
            window.forms.push(*form);
            window.scores.push(*scores);
            window.sums.extend(sum);
            window.tokens.push(token);
        }
        window.bits.clear();
        token_bits(&window.tokens, &window.forms, parts.lexicon, &mut window.bits);
    }

    /// Computes the probabilities of the window.
    fn infer(&mut self, parts: &Parts, mix: f32) {
        // Its time for each byte is bounded; but the one who waits for it may have left.
        steps::spend(0);
        let Window { forms, scores, sums, bits, probabilities, by_network, .. } = &mut self.window;
        let tokens = crf::Tokens { forms, bits, scores };
        parts.crf.infer(tokens, parts.kernel, &mut self.crf, probabilities);
        let Some(network) = parts.network else { return };
        self.stretches.choose(probabilities, network.reach());
        let slots = self.stretches.slots();
        let inputs = slots.iter().map(|slot| {
            let at = slot.token()?;
            // The form's bits are in its sum.
            Some((sums.get(at)?, bits.get(at)? & !forms.get(at)?.bits))
        });
        network.infer(inputs, parts.kernel, &mut self.network, by_network);
        for (slot, by_network) in slots.iter().zip(by_network) {
            let Slot::Asked(at) = slot else { continue };
            let Some(by_both) = probabilities.get_mut(*at) else { continue };
            for (p, by_network) in by_both.iter_mut().zip(by_network) {
                *p = *p * mix + *by_network * (1.0 - mix);
            }
        }
    }
}

impl Window {
    /// The number of tokens to decide now: up to the last line end, if one is near; the rest remain to look at.
    fn cut(&self) -> usize {
        let limit = WINDOW - CONTEXT;
        let is_line = |at: &usize| self.tokens.get(*at).is_some_and(|token| token.gap == Gap::Line);
        (WINDOW / 2..limit).rev().find(is_line).unwrap_or(limit)
    }

    /// Holds all tokens for outside, without a look at them.
    fn pass_by(&mut self) {
        let mut outside = [0.0; LANES];
        outside[OUTSIDE] = 1.0;
        self.probabilities.clear();
        self.probabilities.resize(self.tokens.len(), outside);
    }

    /// Drops the tokens before `start`.
    fn keep_from(&mut self, start: usize) {
        fn drop_front<T>(list: &mut Vec<T>, count: usize) {
            list.drain(..count.min(list.len()));
        }
        drop_front(&mut self.tokens, start);
        drop_front(&mut self.forms, start);
        drop_front(&mut self.scores, start);
        drop_front(&mut self.sums, start);
    }
}
