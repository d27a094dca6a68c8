"""The line of numbers of passports' machine-readable zones (ICAO Doc 9303, part 4)."""

import random
import string

from generate import Format
from mrz.checker.td3 import TD3CodeChecker
from mrz.generator.td3 import TD3CodeGenerator

STATES = ["UTO", "USA", "GBR", "FRA", "ESP", "ITA", "IND", "JPN", "BRA", "CHE", "POL", "TUR"]
CHARACTERS = string.ascii_uppercase + string.digits


def zone(rng: random.Random, number: str, optional: str) -> str:
    def date(first: int, last: int) -> str:
        return f"{rng.randint(first, last):02}{rng.randint(1, 12):02}{rng.randint(1, 28):02}"

    state = rng.choice(STATES)
    return str(TD3CodeGenerator("P", state, "Doe", "Jo", number, state, date(40, 99), rng.choice("MF"), date(26, 36), optional))


def second_line(rng: random.Random) -> str:
    number = "".join(rng.choices(CHARACTERS, k=9))
    optional = "".join(rng.choices(CHARACTERS, k=rng.choice([0, 0, 9, 14])))
    return zone(rng, number, optional).splitlines()[1]


# What stands above the line that is judged.
FIRST = zone(random.Random(0), "123456789", "").splitlines()[0]


def is_second_line(text: str) -> bool:
    """By its five check digits: a state that does not exist, as a misread one, makes it no less personal."""
    checker = TD3CodeChecker(f"{FIRST}\n{text}")
    return all([checker.document_number_hash, checker.birth_date_hash, checker.expiry_date_hash, checker.optional_data_hash,
                checker.final_hash])


FORMATS = [
    Format("PASSPORT_MRZ", is_second_line, "mrz 0.6.2, check digits of TD3CodeChecker", [second_line],
           ["passport {}", "MRZ: {}", '"mrz":"{}"', "{}"], bare=["XXXXXXXXX9AAA9999999M9999999XXXXXXXXXXXXXX99"]),
]
