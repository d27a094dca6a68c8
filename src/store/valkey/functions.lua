#!lua name=masquerade_1

-- The functions of the Valkey store. They see blinded names, sealed values and numbers; never a text, a label or a tenant.
--
-- KEYS of a session, which share a hash tag:
--   1 counters    hash: 'c' .. label -> last number; 'e' epoch, 'f' floor, 'x' time of the last entry, 'b' bytes,
--                 'l' life of entries after their last use, where that is longer than usual
--   2 texts       hash: text -> records of RECORD bytes: namespace and label (8), kind (1), entry or number (16)
--   3 entries     hash: entry -> created (8), text (16), flag (1), sealed value
--   4 uses        sorted set: entry -> time of its last use
--   5 surrogates  set: entries whose flag is SURROGATE
--   6 epoch       hash, of all sessions with this hash tag: 'r' its history, 'e' epoch, 't' time of its beginning
-- Times are milliseconds since 1970. A record is PENDING while its number is assigned and its sealed value is on its way.

-- Longer than any life of entries after their last use, in milliseconds.
local LONGEST = 366 * 86400000
local RECORD, FILLED, PENDING, SURROGATE = 25, 's', 'p', '1'
-- The digits of a replication id that stand for it.
local HISTORY = 16
-- What an entry takes beside its sealed value, in bytes.
local OVERHEAD = 300
-- The most entries that one call drops because they have expired.
local BATCH = 1000

-- While the library is loaded, neither `redis.call` nor the modules of Lua exist yet.
local function sub(text, first, last) return string.sub(text, first, last) end
local function call(...) return redis.call(...) end

local function reader(args)
  local at = 0
  local r = {}
  function r.text() at = at + 1; return args[at] end
  function r.number() at = at + 1; return tonumber(args[at]) end
  function r.rest() return #args - at end
  return r
end

-- The time: the server's own, or the one that a test names instead.
local function now(named)
  if named > 0 then return named end
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Gives the entries of a session at least `life` after their last use; a longest time in all only where that is the usual one.
local function prolong(r, life)
  if life <= r.ttl then return false end
  r.extra, r.ttl, r.max_age = r.extra + life - r.ttl, life, math.huge
  return true
end

-- The arguments that every function of a session begins with.
local function begin(keys, args)
  local r = reader(args)
  r.now = now(r.number())
  r.ttl, r.max_age, r.counters_ttl = r.number(), r.number(), r.number()
  r.channel, r.origin, r.session = r.text(), r.text(), r.text()
  r.extra, r.usual_ttl, r.usual_max_age = 0, r.ttl, r.max_age
  prolong(r, tonumber(call('HGET', keys[1], 'l') or '0'))
  return r
end

-- The arguments that every function that may assign begins with.
local function begin_writing(keys, args)
  local r = begin(keys, args)
  r.known_epoch, r.history, r.jump = r.number(), r.text(), r.number()
  return r
end

local function publish(r, kind)
  call('PUBLISH', r.channel, r.origin .. kind .. r.session)
end

local function cost(value) return #value + OVERHEAD end

local function records(list)
  local at = 1 - RECORD
  return function()
    at = at + RECORD
    if list and at <= #list then
      return sub(list, at, at + 7), sub(list, at + 8, at + 8), sub(list, at + 9, at + 24), at
    end
  end
end

-- Takes the records of a text that `is_gone` says out of its list.
local function prune(keys, text, is_gone)
  local list, rest = call('HGET', keys[2], text), {}
  for namespace, kind, name in records(list) do
    if not is_gone(kind, name) then rest[#rest + 1] = namespace .. kind .. name end
  end
  if #rest == 0 then call('HDEL', keys[2], text) else call('HSET', keys[2], text, table.concat(rest)) end
end

local function drop(keys, entry, r)
  call('ZREM', keys[4], entry)
  local value = call('HGET', keys[3], entry)
  if not value then return 0 end
  call('HDEL', keys[3], entry)
  call('HINCRBY', keys[1], 'b', -cost(value))
  if sub(value, 25, 25) == SURROGATE then call('SREM', keys[5], entry) end
  prune(keys, sub(value, 9, 24), function(kind, name) return kind == FILLED and name == entry end)
  if call('ZCARD', keys[4]) == 0 then
    call('HSET', keys[1], 'x', r.now)
    call('HDEL', keys[1], 'l')
    r.extra, r.ttl, r.max_age = 0, r.usual_ttl, r.usual_max_age
  end
  return 1
end

-- The value of an entry and its last use; nothing if it has expired.
local function alive(keys, entry, r)
  local value = call('HGET', keys[3], entry)
  if not value then return end
  local used = tonumber(call('ZSCORE', keys[4], entry))
  if not used or r.now >= used + r.ttl or r.now >= struct.unpack('>I8', value) + r.max_age then
    drop(keys, entry, r)
    r.dropped = true
    return
  end
  return value, used
end

local function expire(keys, r)
  local life = r.extra > 0 and r.ttl or r.max_age
  for at = 2, 5 do call('PEXPIRE', keys[at], life) end
  call('PEXPIRE', keys[1], life + r.counters_ttl)
end

local function sweep(keys, r)
  local old = call('ZRANGEBYSCORE', keys[4], '-inf', r.now - r.ttl, 'LIMIT', 0, BATCH)
  for _, entry in ipairs(old) do drop(keys, entry, r) end
  if #old > 0 then r.dropped = true end
end

local function put(keys, entry, text, flag, sealed, r)
  local value = struct.pack('>I8', r.now) .. text .. flag .. sealed
  local former = call('HGET', keys[3], entry)
  call('HSET', keys[3], entry, value)
  call('ZADD', keys[4], r.now, entry)
  call('HINCRBY', keys[1], 'b', cost(value) - (former and cost(former) or 0))
  if flag == SURROGATE then
    call('SADD', keys[5], entry)
    r.added = true
  end
end

-- The end of a function that may have changed the session: entries, bytes, the last use of the oldest entry (later by
-- what its life is longer than usual), the time; the epoch and its history, where the function has asked for it; whether
-- entries have gone; by how much their life is longer than usual.
local function totals(keys, r)
  if r.dropped then publish(r, 'f') elseif r.added then publish(r, 's') end
  -- Where entries have no longest time in all, each use prolongs that of the keys.
  if r.extra > 0 then expire(keys, r) end
  local oldest = call('ZRANGE', keys[4], 0, 0, 'WITHSCORES')
  return { call('ZCARD', keys[4]), tonumber(call('HGET', keys[1], 'b') or '0'), tonumber(oldest[2] or '0') + r.extra, r.now,
    r.epoch or 0, r.epoch and r.history or '', r.dropped and 1 or 0, r.extra }
end

-- The epoch of this server, the id of its history, and the time of the epoch's beginning. With another history than before
-- the next epoch begins: a restart or a fail-over may have lost writes. `known` is the highest epoch that the caller has seen,
-- and `history` the one in which it saw it: a server that has lost everything must hear of it, and one that has lost an
-- epoch, and begun another of the same number, too. Epoch 1 is that of a server that has lost nothing.
local function current_epoch(key, at, known, history)
  local id = sub(string.match(call('INFO', 'replication'), 'master_replid:(%x+)'), 1, HISTORY)
  local kept = call('HMGET', key, 'r', 'e', 't')
  local epoch, since = tonumber(kept[2] or '0'), tonumber(kept[3] or '0')
  local is_heard_of = known < epoch or (known == epoch and history == id)
  if kept[1] == id and is_heard_of then return epoch, since, id end
  epoch, since = math.max(epoch, known) + 1, at
  call('HSET', key, 'r', id, 'e', epoch, 't', string.format('%.0f', since))
  return epoch, since, id
end

-- Brings the counters up to the epoch: after a fail-over numbers may have been given that this server never heard of.
-- Each epoch leaves out `jump` numbers. Sessions that are not known may be lost ones until these would have expired.
local function open_counters(keys, r)
  local jump = r.jump
  local epoch, since, history = current_epoch(keys[6], r.now, r.known_epoch, r.history)
  r.epoch, r.history = epoch, history
  local least = (epoch - 1) * jump
  local floor = r.now - since < LONGEST + r.counters_ttl and least or 0
  local known = call('HMGET', keys[1], 'e', 'x', 'f')
  if not known[1] or (call('ZCARD', keys[4]) == 0 and r.now >= tonumber(known[2]) + r.counters_ttl) then
    call('DEL', keys[1])
    call('HSET', keys[1], 'e', epoch, 'f', floor)
    return floor
  end
  if tonumber(known[1]) >= epoch then return tonumber(known[3]) end
  local all = call('HGETALL', keys[1])
  for at = 1, #all, 2 do
    if sub(all[at], 1, 1) == 'c' then
      call('HSET', keys[1], all[at], string.format('%.0f', math.max(tonumber(all[at + 1]) + jump, least)))
    end
  end
  local raised = math.max(tonumber(known[3]) + jump, least)
  call('HSET', keys[1], 'e', epoch, 'f', string.format('%.0f', raised))
  return raised
end

-- The substitute of each text: its own, or else the first free candidate, or else the next number.
local function assign(keys, args)
  local r = begin_writing(keys, args)
  sweep(keys, r)
  local base = open_counters(keys, r)
  local reserved = {}
  for _ = 1, r.number() do reserved[r.text()] = true end
  local results = {}
  for _ = 1, r.number() do
    local text, namespace, label = r.text(), r.text(), r.text()
    local candidates, avoided = {}, {}
    for at = 1, r.number() do
      candidates[at] = { entry = r.text(), text = r.text(), flag = r.text(), sealed = r.text() }
    end
    for _ = 1, r.number() do avoided[r.number()] = true end
    local guess, guessed, sealed = r.number(), r.text(), r.text()

    local list = call('HGET', keys[2], text)
    local kind, name
    for known, this_kind, this_name in records(list) do
      if known == namespace then kind, name = this_kind, this_name end
    end
    local result
    if kind == FILLED and not reserved[name] then
      local value = alive(keys, name, r)
      if value then
        call('ZADD', keys[4], r.now, name)
        result = { 'k', name, value }
      end
    elseif kind == PENDING then
      local number = struct.unpack('>I8', name)
      if not avoided[number] then result = { 'p', number } end
    end
    if not result then
      -- An entry that has expired has left the list.
      list = call('HGET', keys[2], text) or ''
      for at, candidate in ipairs(candidates) do
        local is_text = candidate.text ~= '' and call('HEXISTS', keys[2], candidate.text) == 1
        if not is_text and not alive(keys, candidate.entry, r) then
          call('HSET', keys[2], text, list .. namespace .. FILLED .. candidate.entry)
          put(keys, candidate.entry, text, candidate.flag, candidate.sealed, r)
          result = { 'c', at }
          break
        end
      end
    end
    if not result then
      local number = tonumber(call('HGET', keys[1], 'c' .. label) or base)
      repeat number = number + 1 until not avoided[number]
      call('HSET', keys[1], 'c' .. label, string.format('%.0f', number))
      if number == guess then
        call('HSET', keys[2], text, list .. namespace .. FILLED .. guessed)
        put(keys, guessed, text, '0', sealed, r)
        result = { 'g', number }
      else
        call('HSET', keys[2], text, list .. namespace .. PENDING .. struct.pack('>I8', number) .. string.rep('\0', 8))
        result = { 'p', number }
      end
    end
    results[#results + 1] = result
  end
  call('HSET', keys[1], 'x', r.now)
  expire(keys, r)
  return { totals(keys, r), results }
end

-- Brings the sealed values of numbers that `assign` gave.
local function fill(keys, args)
  local r = begin(keys, args)
  for _ = 1, r.number() do
    local text, namespace, number, entry, sealed = r.text(), r.text(), r.number(), r.text(), r.text()
    local pending = struct.pack('>I8', number) .. string.rep('\0', 8)
    prune(keys, text, function(kind, name)
      return (kind == PENDING and name == pending) or (kind == FILLED and name == entry)
    end)
    call('HSET', keys[2], text, (call('HGET', keys[2], text) or '') .. namespace .. FILLED .. entry)
    put(keys, entry, text, '0', sealed, r)
  end
  call('HSET', keys[1], 'x', r.now)
  expire(keys, r)
  return { totals(keys, r) }
end

-- Keeps an entry that has neither text nor number, and lets the session's entries live for some time at least.
local function keep(keys, args)
  local r = begin_writing(keys, args)
  sweep(keys, r)
  open_counters(keys, r)
  local entry, flag, sealed, life = r.text(), r.text(), r.text(), r.number()
  put(keys, entry, string.rep('\0', 16), flag, sealed, r)
  if prolong(r, life) then call('HSET', keys[1], 'l', string.format('%.0f', life)) end
  call('HSET', keys[1], 'x', r.now)
  expire(keys, r)
  return { totals(keys, r) }
end

-- The values of entries, which counts as a use.
local function lookup(keys, args)
  local r = begin(keys, args)
  local found = {}
  for at = 1, r.rest() do
    local entry = r.text()
    local value = alive(keys, entry, r)
    if value then call('ZADD', keys[4], r.now, entry) end
    found[at] = value or ''
  end
  return { totals(keys, r), found }
end

-- All entries with their values; whether that counts as a use is an argument.
local function load(keys, args)
  local r = begin(keys, args)
  local is_use, found = r.number() == 1, {}
  for _, entry in ipairs(call('HKEYS', keys[3])) do
    local value = alive(keys, entry, r)
    if value then
      if is_use then call('ZADD', keys[4], r.now, entry) end
      found[#found + 1] = entry
      found[#found + 1] = value
    end
  end
  return { totals(keys, r), found }
end

-- The counters, and the surrogates with values and uses. Counts as no use.
local function open(keys, args)
  local r = begin(keys, args)
  local surrogates, counters = {}, {}
  for _, entry in ipairs(call('SMEMBERS', keys[5])) do
    local value, used = alive(keys, entry, r)
    if value then
      surrogates[#surrogates + 1] = entry
      surrogates[#surrogates + 1] = value
      surrogates[#surrogates + 1] = used
    end
  end
  local all = call('HGETALL', keys[1])
  for at = 1, #all, 2 do
    if sub(all[at], 1, 1) == 'c' then
      counters[#counters + 1] = sub(all[at], 2)
      counters[#counters + 1] = tonumber(all[at + 1])
    end
  end
  return { totals(keys, r), surrogates, counters }
end

-- Uses of entries some moments ago. The number of those that have gone.
local function touch(keys, args)
  local r = begin(keys, args)
  local missing = 0
  for _ = 1, r.rest() do
    local entry = r.text()
    if alive(keys, entry, r) then call('ZADD', keys[4], r.now, entry) else missing = missing + 1 end
  end
  return { totals(keys, r), missing }
end

local function forget(keys, args)
  local r = begin(keys, args)
  for at = 2, 5 do call('DEL', keys[at]) end
  call('HDEL', keys[1], 'b', 'l')
  if call('EXISTS', keys[1]) == 1 then call('HSET', keys[1], 'x', r.now) end
  r.dropped = true
  return { totals(keys, r) }
end

-- Forgets every entry of these texts; their number.
local function forget_texts(keys, args)
  local r = begin(keys, args)
  local count = 0
  for _ = 1, r.rest() do
    local text = r.text()
    for _, kind, name in records(call('HGET', keys[2], text)) do
      if kind == FILLED then
        if alive(keys, name, r) then count = count + drop(keys, name, r) end
      end
    end
    call('HDEL', keys[2], text)
  end
  if count > 0 then r.dropped = true end
  return { totals(keys, r), count }
end

-- Drops the least recently used entries until as many entries and bytes are gone, but none used later than `latest`
-- except the first.
local function evict(keys, args)
  local r = begin(keys, args)
  local entries, bytes, latest = r.number(), r.number(), r.number()
  local count, before = 0, tonumber(call('HGET', keys[1], 'b') or '0')
  repeat
    local oldest = call('ZRANGE', keys[4], 0, 0, 'WITHSCORES')
    if not oldest[1] or (count > 0 and tonumber(oldest[2]) + r.extra > latest) then break end
    count = count + drop(keys, oldest[1], r)
    r.dropped = true
  until count >= entries and before - tonumber(call('HGET', keys[1], 'b') or '0') >= bytes
  return { totals(keys, r), count }
end

local function sweep_session(keys, args)
  local r = begin(keys, args)
  sweep(keys, r)
  return { totals(keys, r) }
end

-- Texts, other entries, and in milliseconds: age, time since the last use, time to the end of the last entry.
local function summary(keys, args)
  local r = begin(keys, args)
  local texts, others, created, latest, ends = 0, 0, r.now, 0, 0
  for _, entry in ipairs(call('HKEYS', keys[3])) do
    local value, used = alive(keys, entry, r)
    if value then
      if sub(value, 25, 25) == '2' then others = others + 1 else texts = texts + 1 end
      local born = struct.unpack('>I8', value)
      created, latest = math.min(created, born), math.max(latest, used)
      ends = math.max(ends, math.min(used + r.ttl, born + r.max_age))
    end
  end
  return { totals(keys, r), texts, others, r.now - created, r.now - latest, ends - r.now }
end

-- The index of all sessions. KEYS: 1 sizes, hash: session -> tenant (16), entries (8), bytes (8); 2 sorted set of all
-- sessions by the last use of their oldest entry; 3 the same of one tenant; 4 totals, hash: tenant or 'all' with 'e' or
-- 'b'. Returns the tenant's and all entries and bytes.
local function report(keys, args)
  local r = reader(args)
  local session, tenant, entries, bytes, oldest = r.text(), r.text(), r.number(), r.number(), r.number()
  local former = call('HGET', keys[1], session)
  local had_entries, had_bytes = 0, 0
  if former then had_entries, had_bytes = struct.unpack('>I8I8', former, 17) end
  if entries == 0 then
    call('HDEL', keys[1], session)
    call('ZREM', keys[2], session)
    call('ZREM', keys[3], session)
  else
    call('HSET', keys[1], session, tenant .. struct.pack('>I8I8', entries, bytes))
    call('ZADD', keys[2], oldest, session)
    call('ZADD', keys[3], oldest, session)
  end
  local sums = {}
  for at, name in ipairs({ tenant, 'all' }) do
    sums[2 * at - 1] = call('HINCRBY', keys[4], name .. 'e', entries - had_entries)
    sums[2 * at] = call('HINCRBY', keys[4], name .. 'b', bytes - had_bytes)
    if sums[2 * at - 1] <= 0 then call('HDEL', keys[4], name .. 'e', name .. 'b') end
  end
  return sums
end

-- The epoch of a bucket of sessions and its history. KEYS: its epoch. ARGV: the epoch that the caller knows, its history,
-- the time of tests.
local function join(keys, args)
  local epoch, _, history = current_epoch(keys[1], now(tonumber(args[3])), tonumber(args[1]), args[2])
  return { epoch, history }
end

redis.register_function('masquerade_1_assign', assign)
redis.register_function('masquerade_1_fill', fill)
redis.register_function('masquerade_1_keep', keep)
redis.register_function('masquerade_1_lookup', lookup)
redis.register_function('masquerade_1_load', load)
redis.register_function('masquerade_1_open', open)
redis.register_function('masquerade_1_touch', touch)
redis.register_function('masquerade_1_forget', forget)
redis.register_function('masquerade_1_forget_texts', forget_texts)
redis.register_function('masquerade_1_evict', evict)
redis.register_function('masquerade_1_summary', summary)
redis.register_function('masquerade_1_report', report)
redis.register_function('masquerade_1_join', join)
redis.register_function('masquerade_1_sweep', sweep_session)
