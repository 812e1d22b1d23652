import { redisScript } from "./redis_script.ts";

/**
 * Runs the counts and reads of one event loop tick. Each has its own result or error in the reply.
 *
 * A count adds to counters if a record still has a given version. Its reply is the new sum of each counter. If a counter would exceed its
 * maximum, its reply is -1 and no counter changes. The reply is nil, without a change, if the commit script must count. It must
 * if the version differs, the record can expire, or a sum is too long for a double. It also must if a counter is missing or expires too late.
 *
 * The reply to a read is the record, nil if it does not exist, or 1 if it begins with the known prefix.
 *
 * Keys: the records (hash) of each count, then the records of each partition to read.
 *
 * Arguments: now, the prefix of the new versions, and the number of counts.
 *
 * - For each count: the addition, maximum and latest expiry of each counter ("1 2000 1785542400000 1 - -"), the record's key, the counters'
 *   keys, the record's prefix.
 * - For each partition: the number of records, their keys, and the known prefix of each record or an empty text.
 */
export const turnScript: ReturnType<typeof redisScript> = redisScript(`
local call, find, match, format = redis.pcall, string.find, string.match, string.format
local now, version, counts, at = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), 4
local reply, replied, writes = {}, 0, {}

-- Most counts of a tick have the same additions and maxima, and most counters the same expiry. Each text is parsed once.
local additions = setmetatable({}, { __index = function(known, text)
  local read = {}
  for add, max, latest in string.gmatch(text, '(%S+) (%S+) (%S+)') do
    read[#read + 1] = { add = tonumber(add), max = tonumber(max) or math.huge, latest = tonumber(latest) or math.huge }
  end
  known[text] = read
  return read
end })
local expiries = setmetatable({ ['-'] = math.huge }, { __index = function(known, text)
  known[text] = tonumber(text) or 0
  return known[text]
end })

-- Adds the sums to the reply, or returns the value to reply instead.
local function count(records, sums, number)
  local size = #sums
  local found = call('HMGET', records, unpack(ARGV, at + 1, at + 1 + size))
  if found.err then return found end
  if not found[1] or find(found[1], ARGV[at + 2 + size], 1, true) ~= 1 then return false end
  local isRefused = false
  for index = 1, size do
    local expiry, sum = match(found[index + 1] or '', '^%S+ (%S+) {"sum":(%d+)}$')
    if not sum or #sum > 15 or expiries[expiry] <= now then return false end
    if expiries[expiry] > sums[index].latest and expiry ~= '-' then return false end
    sum = sum + sums[index].add
    reply[replied + index] = sum
    if sum > sums[index].max then isRefused, reply[replied + index] = true, -1 end
    writes[2 * index - 1] = ARGV[at + 1 + index]
    writes[2 * index] = version .. format('%d ', number) .. expiry .. format(' {"sum":%d}', sum)
  end
  if isRefused then return nil end
  local written = call('HSET', records, unpack(writes, 1, 2 * size))
  return type(written) == 'table' and written or nil
end

local function read(records, size)
  local found = call('HMGET', records, unpack(ARGV, at + 1, at + size))
  if found.err then return found end
  for index = 1, size do
    local record, known = found[index], ARGV[at + size + index]
    reply[replied + index] = record and known ~= '' and find(record, known, 1, true) == 1 and 1 or record
  end
end

for number = 1, #KEYS do
  local size, length, instead
  if number <= counts then
    local sums = additions[ARGV[at]]
    size, length, instead = #sums, 3 + #sums, count(KEYS[number], sums, number)
  else
    size = tonumber(ARGV[at])
    length, instead = 1 + 2 * size, read(KEYS[number], size)
  end
  if instead ~= nil then
    -- This error must be the whole reply, so that the client looks for the new master.
    if instead and find(instead.err, 'READONLY', 1, true) then return instead end
    for index = 1, size do reply[replied + index] = instead end
  end
  replied = replied + size
  at = at + length
end
return reply
`);
