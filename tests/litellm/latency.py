"""Chats through LiteLLM's proxy, in turn without a guardrail, with its Presidio guardrail pointed at Presidio, and with the same
guardrail pointed at Masquerade without and with its language model.

    tests/litellm/run latency BINARY
"""

import importlib.metadata
import os
import pathlib
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benches"))

from fake import Fake  # noqa: E402
from gateway import Gateway  # noqa: E402
from litellm_proxy import LiteLLM  # noqa: E402
from presidio import SIZES, presidio, texts  # noqa: E402

ROUNDS = 15
REQUESTS = 10

GATEWAY = """
[server]
listen = ["127.0.0.1:0"]
admin_listen = "127.0.0.1:0"
[detection]
ner = "{ner}"
[faces.presidio]
auth = "none"
"""

GUARDRAIL = """
  - guardrail_name: {name}
    litellm_params:
      guardrail: presidio
      mode: pre_call
      output_parse_pii: true
      presidio_filter_scope: input
      presidio_analyzer_api_base: {address}
      presidio_anonymizer_api_base: {address}
"""


def gateway(ner):
    return Gateway("", GATEWAY.replace("{ner}", ner))


def main():
    with presidio() as (_, port), Fake() as fake, gateway("off") as rules, gateway("full") as names:
        sides = {
            "Presidio": f"http://127.0.0.1:{port}",
            "Masquerade": f"{rules.url}/presidio",
            "Masquerade, names": f"{names.url}/presidio",
        }
        guardrails = "".join(GUARDRAIL.format(name=f'"{name}"', address=address) for name, address in sides.items())
        with LiteLLM(fake.url, f"guardrails:{guardrails}") as proxy:
            measure(proxy, fake, [None, *sides])


def measure(proxy, fake, sides):
    packages = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("litellm", "presidio-analyzer", "spacy"))
    print(f"{packages}; {REQUESTS * ROUNDS} chats each")
    print(f"{'text':<12} {'bytes':>6} {'guardrail':<18} {'p50, ms':>9} {'p99, ms':>9} {'added, ms':>9}")
    for name, sentences in SIZES.items():
        text = texts(sentences)
        took = {side: [] for side in sides}
        for at in range(-1, ROUNDS):
            for side, times in took.items():
                for number in range(REQUESTS):
                    # No two texts are equal: nobody answers from memory.
                    messages = [{"role": "user", "content": f"{text} {at} {number} {side}."}]
                    began = time.perf_counter()
                    status, answer = proxy.chat(side, messages)
                    spent = (time.perf_counter() - began) * 1e3
                    assert status == 200, answer
                    assert "jane.roe@example.com" in answer, side
                    (request,) = fake.take()
                    assert ("jane.roe@example.com" in request.text) == (side is None), side
                    # The first round warms them up.
                    times += [spent] if at >= 0 else []
        medians = {side: statistics.median(times) for side, times in took.items()}
        for side, times in took.items():
            p99 = statistics.quantiles(times, n=100)[98]
            added = medians[side] - medians[None]
            print(f"{name:<12} {len(text):>6} {side or 'none':<18} {medians[side]:>9.2f} {p99:>9.2f} {added:>9.2f}", flush=True)


if __name__ == "__main__":
    os.environ["MASQUERADE_BINARY"] = str(pathlib.Path(sys.argv[1]).absolute())
    main()
