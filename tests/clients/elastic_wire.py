"""Answers in the shapes of Elasticsearch's bulk API."""

import json


def bulk(request):
    """`/_bulk`: every document is accepted."""
    items = []
    lines = iter(request.body.splitlines())
    for line in lines:
        (action, target), = json.loads(line).items()
        if action != "delete":
            next(lines)
        items.append({action: {"_index": target.get("_index", "logs"), "_id": target.get("_id", "1"), "status": 201}})
    headers = (("X-Elastic-Product", "Elasticsearch"),)
    return {"body": {"took": 1, "errors": False, "items": items}, "headers": headers}
