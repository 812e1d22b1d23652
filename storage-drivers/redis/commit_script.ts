import { redisScript } from "./redis_script.ts";

/**
 * An atomic commit. Redis runs one script at a time. If its memory is full, Redis refuses the first write, so nothing has changed.
 *
 * Keys: the records (hash), their sorted keys (sorted set), their expiries (sorted set).
 * A record is `<version> <expiry or -> <JSON>`. Records that this script does not create also have a checksum: see `formatRecord`.
 * The reply begins with 1 if the commit succeeded, and 0 if a check failed or a maximum was exceeded. It is 2 and a key if that counter is
 * damaged.
 */
export const commitScript: ReturnType<typeof redisScript> = redisScript(`
local records, order, expiries = KEYS[1], KEYS[2], KEYS[3]
local now, version, slack, at = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), 3

local function take()
  at = at + 1
  return ARGV[at]
end

local function live(key)
  local raw = redis.call('HGET', records, key)
  if not raw then return nil end
  local version, expiry = string.match(raw, '^(%S+) (%S+) ')
  if not expiry or (expiry ~= '-' and not tonumber(expiry)) then return { isDamaged = true } end
  if expiry ~= '-' and tonumber(expiry) <= now then return nil end
  return { raw = raw, version = version, expiry = expiry }
end

-- Returns the sum of a counter that a set has written, with its checksum.
local function decode(raw)
  local json = string.match(raw, '^%S+ %S+ (.*)$')
  local isRead, value = pcall(cjson.decode, string.match(json, '^(.*}) %x%x%x%x%x%x%x%x$') or json)
  if isRead and type(value) == 'table' then return value.sum or 0 end
end

local failed = {}
for index = 0, tonumber(take()) - 1 do
  local key, kind, wanted = take(), take(), take()
  local record = live(key)
  local holds
  if kind == 'version' then
    holds = record ~= nil and record.version == wanted
  else
    holds = (record ~= nil) == (wanted == '1')
  end
  if not holds then failed[#failed + 1] = index end
end

local exceeded, sums = {}, {}
for index = 0, tonumber(take()) - 1 do
  local key, add, max, expiry = take(), tonumber(take()), take(), take()
  local record = live(key)
  local total = add
  -- A clock that was ahead created a counter that expires too late. It is begun anew.
  local latest = (tonumber(expiry) or math.huge) + slack
  local isTooLate = record and not record.isDamaged and record.expiry ~= '-' and tonumber(record.expiry) > latest
  if record and not isTooLate then
    expiry = record.expiry
    local sum = not record.isDamaged and
      (string.match(record.raw, '^%S+ %S+ {"sum":(-?[%d.e+-]+)}$') or decode(record.raw))
    if not tonumber(sum) then return { 2, key } end
    total = total + tonumber(sum)
  end
  if max ~= '-' and total > tonumber(max) then exceeded[#exceeded + 1] = index end
  sums[#sums + 1] = { key = key, total = string.format('%.17g', total), expiry = expiry, isListed = record and not isTooLate }
end

if #failed + #exceeded > 0 then
  local reply = { 0, #failed }
  for _, index in ipairs(failed) do reply[#reply + 1] = index end
  for _, index in ipairs(exceeded) do reply[#reply + 1] = index end
  return reply
end

local function enlist(key, expiry)
  redis.call('ZADD', order, 0, key)
  if expiry ~= '-' then redis.call('ZADD', expiries, expiry, key) end
end

local reply = { 1 }
for _, sum in ipairs(sums) do
  redis.call('HSET', records, sum.key, version .. ' ' .. sum.expiry .. ' {"sum":' .. sum.total .. '}')
  if not sum.isListed then enlist(sum.key, sum.expiry) end
  reply[#reply + 1] = sum.total
end

local expiring = #sums
for index = 1, tonumber(take()) do
  local key, expiry, json = take(), take(), take()
  redis.call('HSET', records, key, version .. ' ' .. expiry .. ' ' .. json)
  enlist(key, expiry)
  if expiry ~= '-' then expiring = expiring + 1 end
end

for index = 1, tonumber(take()) do
  local key = take()
  redis.call('HDEL', records, key)
  redis.call('ZREM', order, key)
  redis.call('ZREM', expiries, key)
end

-- Removes more records than the commit adds, so that expired records do not pile up. The slack is for hosts whose clocks are late.
local due = redis.call('ZRANGEBYSCORE', expiries, '-inf', now - slack, 'LIMIT', 0, 10 + 2 * expiring)
for _, key in ipairs(due) do
  local raw = redis.call('HGET', records, key)
  local expiry = raw and tonumber(string.match(raw, '^%S+ (%S+) '))
  if expiry and expiry <= now - slack then
    redis.call('HDEL', records, key)
    redis.call('ZREM', order, key)
  end
  redis.call('ZREM', expiries, key)
end

return reply
`);
