"""The bulk helper of the official Elasticsearch client through the gateway."""

import json

from elasticsearch import Elasticsearch, helpers
from harness import CARD, EMAIL, NAME, Case


def documents(count):
    for number in range(count):
        yield {
            "_index": "logs",
            "_id": str(number),
            "level": "info",
            "message": f"order {number} by {NAME} <{EMAIL}> with {CARD}",
            "user": {"email": EMAIL, "visits": number},
        }


class Bulk(Case):
    def test_every_document_arrives_in_order_under_pseudonyms(self):
        for compress in (False, True):
            with self.subTest(compress=compress):
                self._bulk(compress)

    def _bulk(self, compress):
        client = Elasticsearch(f"{self.gateway.url}/es", http_compress=compress, basic_auth=("elastic", "pw"))
        with client:
            stored, errors = helpers.bulk(client, documents(250), chunk_size=100)
        self.assertEqual((stored, errors), (250, []))
        requests = self.recorded()
        self.assertEqual(len(requests), 3)
        lines = [json.loads(line) for request in requests for line in request.body.splitlines()]
        actions, sources = lines[::2], lines[1::2]
        self.assertEqual([action["index"]["_id"] for action in actions], [str(number) for number in range(250)])
        self.assertEqual([source["user"]["visits"] for source in sources], list(range(250)))
        self.assertEqual({source["level"] for source in sources}, {"info"})
        # Equal values have equal pseudonyms, wherever they stand.
        emails = {source["user"]["email"] for source in sources}
        self.assertEqual(len(emails), 1)
        (email,) = emails
        self.assertRegex(email, r"^\[EMAIL_ADDRESS_[0-9a-f]{16}\]$")
        for number, source in enumerate(sources):
            self.assertIn(email, source["message"])
            self.assertIn(f"order {number} by ", source["message"])
        self.assertEqual(len({source["message"].split(" by ")[1] for source in sources}), 1)
