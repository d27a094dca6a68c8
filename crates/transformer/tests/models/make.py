"""Makes the small models with random weights that the tests of this crate read, with the logits and the spans that the
reference implementation gives for the texts of texts.json. `run` beside it installs what it needs.

    make.py                  writes the models beside this file
    make.py --check          fails if the library finds something else in the models that are there
    make.py --bench FOLDER   writes a model of the size of BERT-base, for the example `latency`
"""

import argparse
import json
import pathlib
import shutil
import warnings

import numpy
import torch
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast, TokenClassificationPipeline

HERE = pathlib.Path(__file__).parent
TEXTS = json.loads((HERE / "texts.json").read_text(encoding="utf-8"))
BIO = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG"]
PLAIN = ["O", "PERSON", "CITY", "DISEASE"]
STRATEGIES = ["simple", "first", "average", "max"]
VOCABULARY = 320
# The most tokens of a window, and the tokens that the tokenizers add.
LONGEST, ADDED = 48, 2
SMALL = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 24, "initializer_range": 0.4}


def special(tokenizer, first, last):
    numbers = [(token, tokenizer.token_to_id(token)) for token in (first, last)]
    return processors.TemplateProcessing(single=f"{first} $A {last}", special_tokens=numbers)


def word_piece(corpus, size):
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(corpus, trainers.WordPieceTrainer(vocab_size=size, special_tokens=names, show_progress=False, limit_alphabet=90))
    tokenizer.post_processor = special(tokenizer, "[CLS]", "[SEP]")
    tokenizer.decoder = decoders.WordPiece()
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")


def byte_level(corpus, size, post=None):
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=names, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(corpus, trainer)
    pair = [(token, tokenizer.token_to_id(token)) for token in ("</s>", "<s>")]
    tokenizer.post_processor = processors.RobertaProcessing(*pair) if post else special(tokenizer, "<s>", "</s>")
    tokenizer.decoder = decoders.ByteLevel()
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", unk_token="<unk>", cls_token="<s>", sep_token="</s>")


def unigram(corpus, size):
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=size, special_tokens=names, unk_token="<unk>", show_progress=False)
    tokenizer.train_from_iterator(corpus, trainer)
    tokenizer.post_processor = special(tokenizer, "<s>", "</s>")
    tokenizer.decoder = decoders.Metaspace()
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", unk_token="<unk>", cls_token="<s>", sep_token="</s>")


def sized(settings, tokenizer, labels, extra):
    return dict(settings, vocab_size=len(tokenizer), pad_token_id=tokenizer.pad_token_id, max_position_embeddings=LONGEST + extra,
                id2label=dict(enumerate(labels)), label2id={label: number for number, label in enumerate(labels)})


def all_models(corpus):
    """The folder, the tokenizer, the configuration and the class of each model."""
    pieces, bytes_, trimmed, words = word_piece(corpus, VOCABULARY), byte_level(corpus, VOCABULARY), byte_level(corpus, VOCABULARY, post=True), unigram(corpus, VOCABULARY)
    distil = {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 24, "initializer_range": 0.4}
    relative = {"relative_attention": True, "position_biased_input": False, "type_vocab_size": 0, "pos_att_type": ["p2c", "c2p"]}
    third = {"position_buckets": 8, "norm_rel_ebd": "layer_norm", "share_att_key": True, "max_relative_positions": -1}
    second = {"conv_kernel_size": 3, "conv_act": "gelu", "embedding_size": 12, "position_biased_input": True, "type_vocab_size": 2}
    modern = {"local_attention": 10, "global_attn_every_n_layers": 2, "bos_token_id": 0, "cls_token_id": 0, "eos_token_id": 2, "sep_token_id": 2}
    yield "bert", pieces, transformers.BertConfig(**sized(SMALL, pieces, BIO, 0)), transformers.BertForTokenClassification
    yield "distilbert", pieces, transformers.DistilBertConfig(**sized(distil, pieces, PLAIN, 0)), transformers.DistilBertForTokenClassification
    yield "roberta", trimmed, transformers.RobertaConfig(**sized(SMALL, trimmed, BIO, 2)), transformers.RobertaForTokenClassification
    yield "xlm-roberta", words, transformers.XLMRobertaConfig(**sized(SMALL, words, BIO, 2)), transformers.XLMRobertaForTokenClassification
    yield "deberta-v3", words, transformers.DebertaV2Config(**sized(SMALL, words, BIO, 0), **relative, **third), transformers.DebertaV2ForTokenClassification
    yield "deberta-v2", words, transformers.DebertaV2Config(**sized(SMALL, words, BIO, 0), **{**relative, **second}), transformers.DebertaV2ForTokenClassification
    yield "modernbert", bytes_, transformers.ModernBertConfig(**sized({**SMALL, "num_hidden_layers": 3}, bytes_, BIO, 0), **modern), transformers.ModernBertForTokenClassification


def shake(model):
    """Random numbers for norms and biases, too, which are ones and zeros at first."""
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.dim() == 1:
                parameter.add_(0.3 * torch.randn(parameter.shape, generator=generator))
            if name.startswith("classifier") and parameter.dim() == 2:
                parameter.copy_(torch.randn(parameter.shape, generator=generator))


def reference(model, tokenizer):
    """The logits of each window and the spans of each strategy, for each text."""
    tokenizer.model_max_length = LONGEST
    stride = (LONGEST - ADDED) // 4
    for text in TEXTS:
        parts = tokenizer(text, truncation=True, stride=stride, return_overflowing_tokens=True)
        with torch.no_grad():
            logits = [model(input_ids=torch.tensor([ids])).logits[0] for ids in parts["input_ids"]]
        spans = {}
        for strategy in STRATEGIES:
            pipeline = TokenClassificationPipeline(model=model, tokenizer=tokenizer, aggregation_strategy=strategy, stride=stride)
            spans[strategy] = [[one["start"], one["end"], one["entity_group"], round(float(one["score"]), 5)] for one in pipeline(text)]
        shown = [[[round(number, 5) for number in token] for token in window.tolist()] for window in logits]
        yield {"text": text, "logits": shown, "spans": spans}


def write(folder, tokenizer, config, kind):
    torch.manual_seed(1)
    model = kind(config).eval()
    shake(model)
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    tokenizer.backend_tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    return model


def make(target):
    for name, tokenizer, config, kind in all_models(TEXTS):
        folder = target / name
        model = write(folder, tokenizer, config, kind)
        expected = list(reference(model, tokenizer))
        (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        print(name, sum(file.stat().st_size for file in folder.iterdir()) // 1024, "KiB")


def check():
    """Compares the numbers of the models as they are; training tokenizers anew gives others each time."""
    for name, made, _, kind in all_models(TEXTS):
        folder = HERE / name
        tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"), **made.special_tokens_map)
        old = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        for before, after in zip(old, reference(kind.from_pretrained(folder).eval(), tokenizer), strict=True):
            place = f"{name}: {before['text'][:20]}"
            assert before["text"] == after["text"], place
            # They differ in their last digits between processors.
            for window, other in zip(before["logits"], after["logits"], strict=True):
                assert numpy.allclose(window, other, atol=1e-4), place
            drop = lambda spans: {how: [span[:3] for span in found] for how, found in spans.items()}
            assert drop(before["spans"]) == drop(after["spans"]), place


def bench(folder):
    # The documentation of the repository: words of English have a token or two each, as they have for BERT.
    repository = HERE.parents[3]
    pages = [repository / "README.md", repository / "CHANGELOG.md", *sorted((repository / "docs").glob("*.md"))]
    tokenizer = word_piece([page.read_text(encoding="utf-8") for page in pages], 30522)
    # The size of `bert-base-cased`, but for the vocabulary.
    config = transformers.BertConfig(vocab_size=30522, id2label=dict(enumerate(BIO)), label2id={label: at for at, label in enumerate(BIO)})
    write(folder, tokenizer, config, transformers.BertForTokenClassification)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    transformers.logging.set_verbosity_error()
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--bench", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.bench:
        shutil.rmtree(arguments.bench, ignore_errors=True)
        bench(arguments.bench)
    elif arguments.check:
        check()
    else:
        make(HERE)
