//! [`Tokenizer`]: a text as windows of tokens.

use std::{ops::Range, path::Path};

use tokenizers::{
    Encoding, Tokenizer as HubTokenizer, TruncationDirection, TruncationParams, TruncationStrategy,
    models::ModelWrapper,
};

use crate::{LoadError, RunError, config::ModelConfig};

/// The most tokens of a window: longer ones take quadratic time, and models were trained on these.
const LONGEST: usize = 512;

/// The tokenizer of `tokenizer.json`.
pub struct Tokenizer {
    inner: HubTokenizer,
    /// True if a token says whether it goes on with a word.
    knows_words: bool,
    unknown: Option<u32>,
}

/// A window of a text.
pub struct Window {
    /// The numbers of its tokens, those that the tokenizer added included.
    pub ids: Vec<u32>,
    /// The tokens that stand for text: their places in `ids`.
    pub tokens: Vec<WindowToken>,
}

/// A token that stands for text.
pub struct WindowToken {
    /// Its place in the window.
    pub place: usize,
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// True if it goes on with the word of the token before.
    pub continues: bool,
}

impl Tokenizer {
    /// Reads `path`, for the model that `config` describes.
    pub fn load(path: &Path, config: &ModelConfig) -> Result<Self, LoadError> {
        let mut inner = HubTokenizer::from_file(path)
            .map_err(|_| LoadError::new("tokenizer.json is damaged, or of a kind that is not known"))?;
        inner.with_padding(None);
        let longest = config.longest().min(LONGEST);
        let added = inner.get_post_processor().map_or(0, |added| tokenizers::PostProcessor::added_tokens(added, false));
        let words = longest
            .checked_sub(added)
            .filter(|words| *words > 0)
            .ok_or_else(|| LoadError::new("config.json: max_position_embeddings leaves no room for tokens"))?;
        let truncation = TruncationParams {
            direction: TruncationDirection::Right,
            max_length: longest,
            strategy: TruncationStrategy::LongestFirst,
            stride: words / 4,
        };
        inner
            .with_truncation(Some(truncation))
            .map_err(|_| LoadError::new("tokenizer.json: its windows cannot be made"))?;
        let count = inner.get_vocab_size(true);
        if count > config.vocabulary {
            return Err(LoadError::new(format!(
                "tokenizer.json has {count} tokens, and config.json says vocab_size {}: they belong to different models",
                config.vocabulary
            )));
        }
        let knows_words = match inner.get_model() {
            ModelWrapper::WordPiece(model) => !model.continuing_subword_prefix.is_empty(),
            ModelWrapper::BPE(model) => {
                model.continuing_subword_prefix.as_ref().is_some_and(|prefix| !prefix.is_empty())
            }
            ModelWrapper::WordLevel(_) | ModelWrapper::Unigram(_) => false,
        };
        let unknown = unknown_token(&inner);
        Ok(Self { inner, knows_words, unknown })
    }

    /// The windows of `text`; none if it has no tokens.
    pub fn windows(&self, text: &str) -> Result<Vec<Window>, RunError> {
        let first = self.inner.encode(text, true).map_err(|_| RunError::Tokenizer)?;
        let rest = first.get_overflowing().iter();
        Ok(std::iter::once(&first).chain(rest).map(|part| self.window(text, part)).collect())
    }

    fn window(&self, text: &str, part: &Encoding) -> Window {
        let is_text = |place: &usize| part.get_special_tokens_mask().get(*place) == Some(&0);
        let tokens = (0..part.len()).filter(is_text).filter_map(|place| {
            let (start, end) = *part.get_offsets().get(place)?;
            let range = whole_characters(text, start..end);
            let continues = self.continues(text, *part.get_ids().get(place)?, part.get_tokens().get(place)?, &range);
            Some(WindowToken { place, range, continues })
        });
        Window { tokens: tokens.collect(), ids: part.get_ids().to_vec() }
    }

    /// Reports whether a token goes on with a word. Where the tokenizer cannot tell, it does unless there is a space.
    fn continues(&self, text: &str, id: u32, token: &str, range: &Range<usize>) -> bool {
        if self.unknown == Some(id) {
            return false;
        }
        if self.knows_words {
            let part = text.get(range.clone()).unwrap_or_default();
            return token.chars().count() != part.chars().count();
        }
        let before = text.get(..range.start).and_then(|before| before.chars().next_back());
        let first = text.get(range.start..).and_then(|rest| rest.chars().next());
        before.is_some_and(|before| before != ' ') && first != Some(' ')
    }
}

/// `range`, widened to whole characters.
fn whole_characters(text: &str, range: Range<usize>) -> Range<usize> {
    text.floor_char_boundary(range.start)..text.ceil_char_boundary(range.end)
}

/// The token that stands for what the vocabulary lacks.
fn unknown_token(inner: &HubTokenizer) -> Option<u32> {
    let name = match inner.get_model() {
        ModelWrapper::WordPiece(model) => Some(model.unk_token.clone()),
        ModelWrapper::WordLevel(model) => Some(model.unk_token.clone()),
        ModelWrapper::BPE(model) => model.unk_token.clone(),
        ModelWrapper::Unigram(_) => Some("<unk>".to_owned()),
    };
    inner.token_to_id(&name?)
}
