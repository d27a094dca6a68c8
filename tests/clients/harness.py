"""What all tests share: one fake provider, one gateway, and what must never get through."""

import json
import unittest

from fake import Fake
from gateway import Gateway

EMAIL = "jane.roe@example.com"
CARD = "4111 1111 1111 1111"
IBAN = "DE89 3704 0044 0532 0130 00"
NAME = "Ada Lovelace"
OTHER_NAME = "Grace Hopper"
CANARIES = (EMAIL, CARD, IBAN, NAME, OTHER_NAME)

# Several scripts, an emoji beyond the first plane, quotes, a backslash, line ends of both kinds.
TEXT = f'Dear 北京 office,\r\n\t"{NAME}" \\ née Ünsal 🎉 has card {CARD}\nand {EMAIL}, IBAN {IBAN}.'


class Case(unittest.TestCase):
    """Runs through the gateway."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.fake = cls.enterClassContext(Fake())
        cls.gateway = cls.enterClassContext(Gateway(cls.fake.url))

    def setUp(self):
        self.fake.take()

    def recorded(self):
        """What reached the provider, in which nothing personal may stand; nor may it in logs and metrics."""
        requests = self.fake.take()
        self.assertTrue(requests, "nothing reached the provider")
        for request in requests:
            self.assert_clean(request.text)
        self.assert_clean(self.gateway.log())
        self.assert_clean(self.gateway.metrics())
        return requests

    def assert_clean(self, text):
        """No canary stands in `text`, escaped or not."""
        escaped = text.encode().decode("unicode_escape", "ignore")
        for canary in CANARIES:
            self.assertFalse(canary in text or canary in escaped, "a canary got through")

    def assert_prefix(self, first, second, member):
        """The body of the second turn begins as the first one's did, up to the end of the list `member`."""
        text = first.body.decode()
        start = text.index(f'"{member}":[') + len(member) + 3
        _, end = json.JSONDecoder().raw_decode(text, start)
        prefix = text[: end - 1]
        self.assertEqual(second.body.decode()[: len(prefix)], prefix)
