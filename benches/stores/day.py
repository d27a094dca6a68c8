#!/usr/bin/env python3
"""A day of sessions in the server of a Valkey store, with its time scaled.

    benches/stores/day.py [SESSIONS] [ENTRIES_PER_SESSION] [CEILING]

Every request assigns ten new texts to a session that is chosen by chance, and asks again for one that the session had before.
The functions are told the time, so that the requests spread over 24 hours; entries live for as long, and where the sessions
together hold more entries than CEILING, those unused longest go, as the service does it once a second. It fails if a session is
ever given a number that is not above all that it was given before. A text that comes back after its eviction is asked for
once, as nobody brings the value of its new number.
"""

import os
import random
import sys
import time

from entries import FUNCTIONS, SEALED, Server

DAY = 86_400_000
START = 1_790_000_000_000
BATCH = 10
# Calls on their way to the server.
DEPTH = 32
# Requests between two looks at the ceiling.
CHECK = 2_000


class Day:
    def __init__(self, sessions, per_session, ceiling):
        self.server = Server()
        self.server.call("FUNCTION", "LOAD", FUNCTIONS.read_bytes())
        self.before = int(self.server.info("memory", "used_memory"))
        self.tenant, self.label, self.namespace = os.urandom(16), os.urandom(8), os.urandom(8)
        self.index = ["m:{index}:sizes", "m:{index}:order", "m:{index}:order:tenant", "m:{index}:totals"]
        self.names = [os.urandom(16) for _ in range(sessions)]
        self.last = [0] * sessions
        self.texts = [[] for _ in range(sessions)]
        self.order = random.Random(1)
        self.requests = sessions * per_session // BATCH
        self.ceiling, self.sessions = ceiling, sessions
        self.waiting, self.given, self.evicted, self.peak, self.held = [], 0, 0, 0, 0
        self.known = self.again = 0

    def keys(self, name):
        bucket = f"{{m:{name[0]}}}"
        return [f"{bucket}:{name.hex()[:22]}:{part}" for part in "nteug"] + [f"{bucket}:epoch"]

    def common(self, name, now):
        return [now, DAY, DAY, DAY, "m:sessions", b"benchday", name]

    def entry(self, text, number):
        return [text, self.namespace, self.label, 0, 0, number, os.urandom(16), os.urandom(SEALED)]

    def assign(self, at, now):
        name, first = self.names[at], self.last[at] + 1
        texts = [os.urandom(16) for _ in range(BATCH)]
        asked = [part for n, text in enumerate(texts) for part in self.entry(text, first + n)]
        count = BATCH
        if self.texts[at]:
            asked += self.entry(self.texts[at].pop(self.order.randrange(len(self.texts[at]))), 0)
            count += 1
        self.texts[at].append(texts[0])
        common = [*self.common(name, now), 0, "0" * 16, 100_000, 0, count]
        self.server.send("FCALL", "masquerade_1_assign", 6, *self.keys(name), *common, *asked)
        self.waiting.append((at, now))
        # No session is asked again before its answer, as its guesses depend on it.
        self.last[at] += BATCH
        if len(self.waiting) >= DEPTH:
            self.read()

    def read(self):
        reports = []
        for at, now in self.waiting:
            totals, results = self.server.read()
            numbers = [int(result[1]) for result in results[:BATCH]]
            numbers += [int(result[1]) for result in results[BATCH:] if result[0] != b"k"]
            self.known += len(results) - len(numbers)
            self.again += len(numbers) - BATCH
            self.check(at, numbers)
            reports.append((at, totals))
        self.waiting.clear()
        for at, totals in reports:
            self.report(at, totals)
        for _ in reports:
            sums = self.server.read()
            self.held = int(sums[2])
        self.peak = max(self.peak, self.held)

    def check(self, at, numbers):
        highest = self.seen.get(at, 0)
        for number in numbers:
            if number <= highest:
                sys.exit(f"number {number} after {highest}")
            highest = number
        self.given += len(numbers)
        self.seen[at] = self.last[at] = highest

    def report(self, at, totals):
        entries, used, oldest = int(totals[0]), int(totals[1]), int(totals[2])
        name = self.names[at]
        self.server.send("FCALL", "masquerade_1_report", 4, *self.index, name, self.tenant, entries, used, oldest)

    def evict(self, now):
        while self.held > self.ceiling:
            oldest = self.server.call("ZRANGE", self.index[1], 0, 1, "WITHSCORES")
            at, latest = self.numbers[oldest[0]], int(float(oldest[3]))
            name = self.names[at]
            arguments = [*self.common(name, now), self.held - self.ceiling, 0, latest]
            totals, count = self.server.call("FCALL", "masquerade_1_evict", 6, *self.keys(name), *arguments)
            self.evicted += int(count)
            self.report(at, totals)
            self.held = int(self.server.read()[2])

    def run(self):
        self.seen, self.numbers = {}, {name: at for at, name in enumerate(self.names)}
        begin = time.monotonic()
        busy = set()
        for request in range(self.requests):
            now = START + DAY * request // self.requests
            at = self.order.randrange(self.sessions)
            if at in busy:
                self.read()
                busy.clear()
            busy.add(at)
            self.assign(at, now)
            if not self.waiting:
                busy.clear()
            if request % CHECK == CHECK - 1:
                self.read()
                busy.clear()
                self.evict(now)
        self.read()
        self.evict(START + DAY - 1)
        seconds = time.monotonic() - begin
        used = int(self.server.info("memory", "used_memory")) - self.before
        resident = int(self.server.info("memory", "used_memory_rss"))
        stats = dict(part.split("=") for part in self.server.info("commandstats", "cmdstat_fcall").split(","))
        print(f"sessions {len(self.seen):,}, requests {self.requests:,}, numbers given {self.given:,}, none twice")
        print(f"known texts asked again {self.known:,}, given a new number after their eviction {self.again:,}")
        print(f"entries held {self.held:,} (at most {self.peak:,}), evicted {self.evicted:,}, ceiling {self.ceiling:,}")
        print(f"memory {used / 1e9:.2f} GB ({used / self.held:,.0f} bytes per entry), resident {resident / 1e9:.2f} GB")
        print(f"the server's thread {int(stats['usec']) / 1e6:,.0f} s of calls, the whole run {seconds:,.0f} s")


def main():
    sessions, per_session, ceiling = [int(text) for text in sys.argv[1:4]] + [100_000, 100, 9_500_000][len(sys.argv) - 1 :]
    day = Day(sessions, per_session, ceiling)
    try:
        day.run()
    finally:
        day.server.stop()


if __name__ == "__main__":
    main()
