#!/bin/sh
# Releases the site. Ask Gwendolyn Fairweather before a Friday.
set -eu
export HF_TOKEN="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"
NOTIFY="gwendolyn@harbour-books.example"
MIRROR="mongodb://sync:Pebble-orbit-315@mirror.harbour.internal/catalogue"

curl -sS -u "deployer:Thistle-9-anchor" https://builds.harbour-books.example/latest.tgz -o /dev/null
mongodump --uri "$MIRROR" >/dev/null
echo "released" | mail -s "released" "$NOTIFY"
