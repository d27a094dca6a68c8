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

use super::{
    artefact::{Artefact, ArtefactError, Element},
    crf::{self, Crf, FormScores},
    decode::{Calibration, Decoder, Found, Mention, Thresholds},
    features::{Form, token_bits},
    forms::{Forms, Parts},
    given,
    kernel::Kernel,
    lexicon::Lexicon,
    memory::{Memory, Waiting},
    network::{self, FormSum, Network, Probabilities},
    shape,
    tag::TYPES,
    token::{Gap, Token, Tokens},
    weights::VECTOR,
};

/// Tokens that are looked at together.
const WINDOW: usize = 128;
/// Tokens before and after those that are decided on.
const CONTEXT: usize = 8;

/// How much is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Level {
    /// Nothing: no mentions are found.
    Off,
    /// The CRF alone.
    Fast,
    /// CRF and network.
    #[default]
    Full,
}

impl Level {
    /// All, the cheapest first.
    pub const ALL: [Self; 3] = [Self::Off, Self::Fast, Self::Full];

    /// Its name in configuration and requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Fast => "fast",
            Self::Full => "full",
        }
    }
}

/// A trained model.
#[derive(Clone, Debug)]
pub struct Model {
    id: u64,
    lexicon: Lexicon,
    crf: Crf,
    network: Network,
    /// The CRF's part in level `full`.
    mix: f32,
    calibrations: [Calibration; 2],
    thresholds: Thresholds,
    kernel: Kernel,
}

/// Working memory, a few megabytes; one for each thread, kept from text to text. It holds no text.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    forms: Forms,
    window: Window,
    crf: crf::Scratch,
    network: network::Scratch,
    waiting: Waiting,
    decoder: Decoder,
}

/// The tokens that are looked at, and what is known of each.
#[derive(Clone, Debug, Default)]
struct Window {
    tokens: Vec<Token>,
    forms: Vec<Form>,
    scores: Vec<FormScores>,
    sums: Vec<FormSum>,
    bits: Vec<u64>,
    /// By the CRF, or by both.
    probabilities: Vec<Probabilities>,
    by_network: Vec<Probabilities>,
}

impl Model {
    /// Reads a model.
    ///
    /// # Errors
    /// If it is damaged, of another version, or a tensor is not as it must be.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ArtefactError> {
        Self::new(&Artefact::read(bytes)?)
    }

    /// From the tensors of a model.
    ///
    /// # Errors
    /// If one is missing or not as it must be.
    pub fn new(artefact: &Artefact) -> Result<Self, ArtefactError> {
        static MODELS: AtomicU64 = AtomicU64::new(1);
        let calibration = |name| {
            let points = artefact.get::<f32>(name, None, 2)?.as_chunks().0;
            Calibration::new(points).ok_or(ArtefactError::Tensor(name))
        };
        let thresholds = artefact.get("thresholds", Some(TYPES), 1)?;
        Ok(Self {
            id: MODELS.fetch_add(1, Ordering::Relaxed),
            lexicon: lexicon(artefact)?,
            crf: Crf::new(artefact)?,
            network: Network::new(artefact)?,
            mix: artefact.get::<f32>("mix", Some(1), 1)?.iter().sum::<f32>().clamp(0.0, 1.0),
            calibrations: [calibration("calibration.fast")?, calibration("calibration.full")?],
            thresholds: thresholds.try_into().map_err(|_| ArtefactError::Tensor("thresholds"))?,
            kernel: Kernel::best(),
        })
    }

    /// The model that is built in, if there is one. It is read when it is first asked for.
    pub fn embedded() -> Option<Arc<Self>> {
        static MODEL: LazyLock<Option<Arc<Model>>> = LazyLock::new(|| Model::from_bytes(EMBEDDED).ok().map(Arc::new));
        MODEL.clone()
    }

    /// The same, computed with other instructions; the results are the same.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    /// The thresholds that the model was made with.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// The mentions of `text`, in order, none within another, but what no name looks like. What is reported at which threshold, and what the
    /// probabilities mean, is told at [`decode`](super::decode).
    ///
    /// Only `text` decides: what was read before with the same `scratch` changes nothing.
    pub fn mentions(&self, text: &str, level: Level, thresholds: &Thresholds, scratch: &mut Scratch) -> Vec<Mention> {
        let calibration = match level {
            Level::Off => return Vec::new(),
            Level::Fast => &self.calibrations[0],
            Level::Full => &self.calibrations[1],
        };
        let mut mentions: Vec<Mention> = Vec::new();
        let mut decoder = std::mem::take(&mut scratch.decoder);
        let mut found = |found: Found| {
            let Some(named) = found.within(text).and_then(|mention| shape::named(text, mention)) else { return };
            let told = given::told(text, named, &self.lexicon, thresholds);
            match mentions.last_mut().and_then(|last| Some((shape::joined(text, last, &told)?, last))) {
                Some((joined, last)) => *last = joined,
                None => mentions.push(told),
            }
        };
        decoder.begin(thresholds);
        self.believe(text, level, scratch, |token, probabilities| {
            decoder.push(token, probabilities, calibration, &mut found);
        });
        decoder.end(found);
        scratch.decoder = decoder;
        mentions
    }

    /// Calls `each` with every token of `text` and the probabilities of its tags, given all that the text says of
    /// the token's word; see [`memory`](super::memory). They are not calibrated.
    pub fn believe(
        &self,
        text: &str,
        level: Level,
        scratch: &mut Scratch,
        mut each: impl FnMut(&Token, &Probabilities),
    ) {
        let mut waiting = std::mem::take(&mut scratch.waiting);
        let mut memory = Memory::new(text, &mut waiting);
        self.read(text, level, scratch, |token, probabilities| memory.push(token, probabilities, &mut each));
        memory.end(each);
        scratch.waiting = waiting;
    }

    /// Calls `each` with every token of `text` and the probabilities of its tags, as they come from the models.
    pub fn read(&self, text: &str, level: Level, scratch: &mut Scratch, mut each: impl FnMut(&Token, &Probabilities)) {
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
            scratch.infer(&parts, self.mix);
            let window = &mut scratch.window;
            for (token, probabilities) in window.tokens.iter().zip(&window.probabilities).take(end).skip(done) {
                each(token, probabilities);
            }
            if is_last {
                return;
            }
            done = CONTEXT.min(end);
            window.keep_from(end - done);
        }
    }
}

/// The model that is built in; empty where none was made yet.
pub const EMBEDDED: &[u8] = include_bytes!("../../../models/names.bin");

fn lexicon(artefact: &Artefact) -> Result<Lexicon, ArtefactError> {
    fn table<'a, V: Element>(
        artefact: &'a Artefact,
        keys: &'static str,
        values: &'static str,
    ) -> Result<(&'a [u32], &'a [V]), ArtefactError> {
        let keys = artefact.get::<u32>(keys, None, 1)?;
        Ok((keys, artefact.get(values, Some(keys.len()), 1)?))
    }
    let mut lexicon = Lexicon::from_columns(
        table(artefact, "lexicon.words", "lexicon.words.classes")?,
        table(artefact, "lexicon.phrases", "lexicon.phrases.classes")?,
        table(artefact, "lexicon.heads", "lexicon.heads.longest")?,
    );
    let count = artefact.get::<i8>("net.vectors", None, VECTOR)?.len() / VECTOR;
    let hashes = artefact.get("net.vectors.hashes", Some(count), 1)?;
    lexicon.set_vectors(hashes, artefact.get("net.vectors.clusters", Some(count), 1)?);
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

    /// Leaves the window's probabilities.
    fn infer(&mut self, parts: &Parts, mix: f32) {
        let Window { forms, scores, sums, bits, probabilities, by_network, .. } = &mut self.window;
        let tokens = crf::Tokens { forms, bits, scores };
        parts.crf.infer(tokens, parts.kernel, &mut self.crf, probabilities);
        let Some(network) = parts.network else { return };
        // The rest are in the sums of forms.
        let bits = bits.iter().zip(forms).map(|(bits, form)| bits & !form.bits);
        network.infer(sums, bits, parts.kernel, &mut self.network, by_network);
        for (p, by_network) in probabilities.as_flattened_mut().iter_mut().zip(by_network.as_flattened()) {
            *p = *p * mix + by_network * (1.0 - mix);
        }
    }
}

impl Window {
    /// How many tokens can be decided on: up to the last line end, if one is not far, and leaving some to look at.
    fn cut(&self) -> usize {
        let limit = WINDOW - CONTEXT;
        let is_line = |at: &usize| self.tokens.get(*at).is_some_and(|token| token.gap == Gap::Line);
        (WINDOW / 2..limit).rev().find(is_line).unwrap_or(limit)
    }

    /// Forgets all before `start`.
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
