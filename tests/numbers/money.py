"""Numbers and codes of no single country: cards, accounts, wallets, tokens, and the number of the United States that
has ranges instead of a check digit."""

import hashlib
import random
import string
import zlib

import bech32
from eth_utils import is_checksum_address, to_checksum_address
from generate import Format
from stdnum import bitcoin, iban, luhn
from stdnum.iso7064 import mod_97_10
from stdnum.us import ssn

# First digits and lengths, from the networks' own descriptions of their ranges.
CARDS = [
    ("4", 16), ("51", 16), ("55", 16), ("2221", 16), ("2720", 16), ("34", 15), ("37", 15), ("6011", 16), ("65", 16),
    ("3528", 16), ("3589", 16), ("36", 14), ("62", 16),
]


def card(rng: random.Random) -> str:
    prefix, length = rng.choice(CARDS)
    body = prefix + "".join(rng.choices(string.digits, k=length - len(prefix) - 1))
    number = body + luhn.calc_check_digit(body)
    if length == 16 and rng.random() < 0.5:
        return rng.choice(" -").join(number[i : i + 4] for i in range(0, 16, 4))
    return number


def is_card(text: str) -> bool:
    return luhn.is_valid(text.replace(" ", "").replace("-", ""))


# Country, and how its account numbers are made (SWIFT's registry: n a digit, a a capital).
ACCOUNTS = [
    ("AT", "16n"), ("BE", "12n"), ("CH", "5n12n"), ("CZ", "20n"), ("DE", "18n"), ("DK", "14n"), ("ES", "20n"), ("FI", "14n"),
    ("FR", "10n11n2n"), ("GB", "4a14n"), ("IE", "4a14n"), ("IT", "1a22n"), ("LU", "16n"), ("NL", "4a10n"), ("NO", "11n"),
    ("PL", "24n"), ("PT", "21n"), ("SE", "20n"), ("TR", "22n"), ("RO", "4a16n"),
]


def account(rng: random.Random) -> str:
    country, shape = rng.choice(ACCOUNTS)
    body, count = "", ""
    for c in shape:
        if c.isdigit():
            count += c
            continue
        body += "".join(rng.choices(string.digits if c == "n" else string.ascii_uppercase, k=int(count)))
        count = ""
    number = country + mod_97_10.calc_check_digits(body + country) + body
    if rng.random() < 0.5:
        return " ".join(number[i : i + 4] for i in range(0, len(number), 4))
    return number


BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(rng: random.Random) -> str:
    payload = bytes([rng.choice([0, 5])]) + rng.randbytes(20)
    payload += hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4]
    value, text = int.from_bytes(payload, "big"), ""
    while value:
        value, rest = divmod(value, 58)
        text = BASE58[rest] + text
    zeros = len(payload) - len(payload.lstrip(b"\0"))
    return "1" * zeros + text


def segwit(rng: random.Random) -> str:
    address = bech32.encode("bc", 0, rng.randbytes(rng.choice([20, 32])))
    return address.upper() if rng.random() < 0.2 else address


def ether(rng: random.Random) -> str:
    return to_checksum_address(rng.randbytes(20))


def is_wallet(text: str) -> bool:
    return is_checksum_address(text) if text.startswith("0x") else bitcoin.is_valid(text)


BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase


def checksum(body: str) -> str:
    """The CRC-32 of the random part in base 62, six digits wide, as GitHub describes its tokens."""
    value, text = zlib.crc32(body.encode()), ""
    for _ in range(6):
        value, rest = divmod(value, 62)
        text = BASE62[rest] + text
    return text


def token(rng: random.Random) -> str:
    body = "".join(rng.choices(BASE62, k=30))
    return rng.choice(["ghp_", "gho_", "ghu_", "ghs_", "ghr_"]) + body + checksum(body)


def is_token(text: str) -> bool:
    return text[:2] == "gh" and text[2] in "pousr" and text[3] == "_" and checksum(text[4:34]) == text[34:]


FORMATS = [
    Format("CREDIT_CARD", is_card, "python-stdnum 2.2, luhn",
           [card], ["card number {}", "my credit card is {}", '"card":"{}"', "Visa {}"],
           printed=["9999999999999999", "999999999999999", "9999 9999 9999 9999"]),
    Format("IBAN_CODE", lambda text: iban.is_valid(text, check_country=False), "python-stdnum 2.2, iban", [account],
           ["IBAN {}", "pay to {}", '"iban":"{}"'], bare=["AA99999999999999999999", "AA9999999999999999"]),
    Format("CRYPTO", is_wallet, "python-stdnum 2.2, bitcoin, and eth-utils 6.0, is_checksum_address", [base58, segwit, ether],
           ["wallet {}", "send it to address: {}", '"wallet":"{}"'], bare=["1XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"]),
    Format("GITHUB_TOKEN", is_token, "GitHub's description, in Python", [token],
           ["token {}", "GITHUB_TOKEN={}", '"auth":"{}"'],
           # The prefix introduces a token whatever its checksum.
           corrupts=False),
    Format("US_SSN", ssn.is_valid, "python-stdnum 2.2, us.ssn", ["999-99-9999", "999999999"],
           ["SSN {}", "social security number: {}", '"ssn":"{}"'], bare=["999999999"], printed=["999-99-9999"]),
]
